"""The graded exercises of notebook 02: surprise, entropy, questions, small samples."""

import math

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake
from dtlab import ask, entropy, information, leaf

IMPORTS = """
import math
"""


# ── 02.2 a bag of one's own ─────────────────────────────────────────────────────────────────────


def bag(chance):
    """Three different counts, none of them zero."""
    return [int(n) for n in chance.choice(range(2, 25), size=3, replace=False)]


def shares(bag):
    """Counts as chances."""
    return [count / sum(bag) for count in bag]


def sum_of_surprises(bag):
    """A mistake: every surprise counts alike."""
    return sum(-math.log2(p) for p in shares(bag))


# ── 02.3 and 02.6 functions ─────────────────────────────────────────────────────────────────────


def surprises(counts, log=math.log2):
    """−log p for every class that has rows; none for the others."""
    return [-log(c / sum(counts)) if c else 0.0 for c in counts]


def plain_entropy(counts, log=math.log2):
    """The reference of 02.3, in the plainest way."""
    return sum(c / sum(counts) * s for c, s in zip(counts, surprises(counts, log), strict=True))


def fair_share(counts):
    """The reference of 02.6: the entropy as a share of the largest that this many classes allow."""
    return plain_entropy(counts) / math.log2(len(counts))


# ── 02.4 a tree to read ─────────────────────────────────────────────────────────────────────────

DRINKS = {"water": 8, "tea": 4, "juice": 3, "milk": 1}


def menu():
    """Questions that find out what somebody drinks, rarest last."""
    rare = ask("is it juice?", {"yes": leaf("juice"), "no": leaf("milk")})
    return ask(
        "is it water?",
        {"yes": leaf("water"), "no": ask("is it tea?", {"yes": leaf("tea"), "no": rare})},
    )


def questions_on_average(weights):
    """The mean number of questions, each drink counted with its weight."""
    depth = {"water": 1, "tea": 2, "juice": 3, "milk": 3}
    total = sum(weights.values())
    return sum(weights[drink] * depth[drink] for drink in weights) / total


# ── 02.8 small samples ──────────────────────────────────────────────────────────────────────────


def three_tosses():
    """The mean entropy that three tosses of a fair coin show, over the eight ways they can fall."""
    return 6 / 8 * entropy([2, 1])


ITEMS = [
    Exercise(
        "02.1",
        "You draw one card from a full deck of 52. How surprising, in bits, is *a heart that is "
        "a king, a queen or a jack*?",
        title="A face of hearts",
        kind="number",
        answer=lambda: information(3 / 52),
        hints=(
            "How many of the 52 cards would do?",
            "Three would: the chance is 3/52. Surprise is the information of that chance.",
            "−log₂(3/52), which is log₂(52/3).",
        ),
        mistakes=[
            Mistake(lambda: -math.log(3 / 52), "That is in nats: use the logarithm to base 2."),
            Mistake(3 / 52, "That is the chance; the surprise is −log₂ of it."),
            Mistake(
                lambda: information(12 / 52),
                "That is any face, or a face among the hearts only. The card must be a heart "
                "*and* a face, out of all 52.",
            ),
            Mistake(
                lambda: information(1 / 52), "That is one particular card: here three cards count."
            ),
            Mistake(
                lambda: 3 * information(1 / 52),
                "You added three surprises. One of the three cards is enough: add their *chances*.",
            ),
            Mistake(lambda: information(13 / 52), "That is any heart: only three of 13 are faces."),
            Mistake(52 / 3, "That is 1/p; the surprise is its logarithm."),
            Mistake(lambda: -math.log10(3 / 52), "That is with log₁₀: use the one to base 2."),
            Mistake(
                lambda: entropy([3, 49]),
                "That is the entropy, the mean over yes and no. The question asks for one "
                "surprise: yes.",
            ),
            Mistake(
                lambda: -3 / 52 * math.log2(3 / 52),
                "That is p times the surprise, one term of an entropy. Here it has happened.",
            ),
        ],
        solution="answer_1 = -math.log2(3 / 52)",
        explanation="Two bits for hearts, and some more for a face: the surprises of independent "
        "events add up.",
        items=("K15", "R38", "P17"),
        minutes=3,
    ),
    Exercise(
        "02.2",
        "`bag` holds your own bag: how many cards of each of three colours are in it. What is its "
        "entropy in bits?",
        title="Your own bag",
        kind="number",
        fresh=True,
        draw=bag,
        setup='bag = draw("02.2", STUDENT)\nbag',
        answer=entropy,
        hints=(
            "From counts to chances first.",
            "Each colour gives p times its surprise; add the three.",
            "−Σ p log₂ p with p = count / sum of the counts.",
        ),
        mistakes=[
            Mistake(
                lambda bag: entropy(bag, base=math.e),
                "That is in nats: use the logarithm to base 2.",
            ),
            Mistake(
                sum_of_surprises,
                "You added the surprises as they are: weight each by its chance.",
            ),
            Mistake(
                lambda bag: sum_of_surprises(bag) / 3,
                "That is the plain mean of the surprises: a rare colour comes up rarely, so weight "
                "each by its chance.",
            ),
            Mistake(
                lambda bag: math.log2(3),
                "That is the entropy of three equal chances, the largest. Are yours equal?",
            ),
            Mistake(lambda bag: -entropy(bag), "Entropy is never negative: mind the minus."),
            Mistake(
                lambda bag: entropy(bag) / 3,
                "You divided by 3 as well. The chances are weights: the sum is a mean already.",
            ),
            Mistake(
                lambda bag: -sum(count * math.log2(count) for count in bag),
                "You put the counts where the chances belong: divide each by their sum first.",
            ),
            Mistake(
                lambda bag: entropy(bag, base=10), "That is with log₁₀: use the one to base 2."
            ),
            Mistake(
                lambda bag: -sum(p * math.log2(n) for p, n in zip(shares(bag), bag, strict=True)),
                "The logarithm is of the *counts*: take it of the chances.",
            ),
            Mistake(
                lambda bag: shares(bag)[0] * -math.log2(shares(bag)[0]),
                "That is the term of the first colour alone: add the other two.",
            ),
        ],
        explanation=(
            "Each colour's surprise, −log₂ p, counts as often as the colour is drawn: "
            "the entropy is the mean surprise."
        ),
        solution="shares = [count / sum(bag) for count in bag]\n"
        "answer_2 = -sum(p * math.log2(p) for p in shares)",
        items=("K18", "P18", "R40"),
        minutes=4,
    ),
    Exercise(
        "02.3",
        "Write `plain_entropy(counts)`: the entropy in bits of a list of counts, without calling "
        "dtlab. A class without rows adds nothing.",
        title="Entropy by your own hand",
        kind="function",
        starter="def plain_entropy(counts):\n    return ...",
        answer=plain_entropy,
        tests=[
            Case([1, 1], says="a fair coin"),
            Case([6, 2], says="three to one"),
            Case([3, 3, 2], says="three classes"),
            Case([5, 0], says="a class without rows"),
        ],
        hidden=[
            Case([7], says="one class only"),
            Case([1] * 8, says="eight equal chances"),
            Case([10, 0, 30, 0], says="two empty classes"),
        ],
        hints=(
            "Divide by the sum first; then one term for each class.",
            "log₂ of 0 does not exist, and 0 · log 0 counts as 0: leave empty classes out.",
            "`-sum(c / total * math.log2(c / total) for c in counts if c)`",
        ),
        mistakes=[
            Mistake(
                lambda counts: plain_entropy(counts, math.log),
                "It uses the natural logarithm: `math.log2` gives bits.",
            ),
            Mistake(
                lambda counts: sum(surprises(counts)),
                "It adds the surprises without their weights: multiply each by its chance.",
            ),
            Mistake(
                lambda counts: -plain_entropy(counts),
                "It is the negative of the entropy: mind the minus before the sum.",
            ),
            Mistake(
                lambda counts: sum(surprises(counts)) / len(counts),
                "It takes the plain mean of the surprises: weight each by its chance instead.",
            ),
            Mistake(
                lambda counts: plain_entropy(counts) / len(counts),
                "It divides by the number of classes as well. The sum is a mean already.",
            ),
            Mistake(
                lambda counts: -sum(c * math.log2(c) for c in counts if c),
                "It puts the counts where the chances belong: divide by their sum first.",
            ),
            Mistake(
                lambda counts: plain_entropy(counts, math.log10),
                "It uses log₁₀: `math.log2` gives bits.",
            ),
            Mistake(
                lambda counts: counts[0] / sum(counts) * surprises(counts)[0],
                "It gives the first term only. Is `return` inside the loop?",
            ),
            Mistake(
                lambda counts: -sum(p * math.log2(p) for p in shares(counts)),
                "It takes the logarithm of 0: leave out a class without rows.",
            ),
        ],
        solution="def plain_entropy(counts):\n"
        "    total = sum(counts)\n"
        "    return -sum(c / total * math.log2(c / total) for c in counts if c) + 0.0",
        explanation="`entropy` of dtlab does the same, for whole tables of counts at once.",
        forbidden=("entropy", "information"),
        items=("K18", "P15"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "02.4",
        lambda: (
            "Of 16 guests 8 drink water, 4 tea, 3 juice and 1 milk. The waiter asks like this:\n\n"
            + "\n".join(f"    {line}" for line in str(menu()).splitlines())
            + "\n\nHow many questions does he ask a guest on average?"
        ),
        title="The waiter's questions",
        kind="reading",
        fresh=True,
        answer=lambda: questions_on_average(DRINKS),
        hints=(
            "A leaf costs as many questions as there are on the way to it.",
            "Water costs 1 question, tea 2, juice and milk 3. Half of the guests drink water.",
            "(8·1 + 4·2 + 3·3 + 1·3) / 16",
        ),
        mistakes=[
            Mistake(
                lambda: questions_on_average(dict.fromkeys(DRINKS, 1)),
                "That is the plain mean over the four drinks: half of the guests drink water, so "
                "weight each drink by its guests.",
            ),
            Mistake(
                lambda: entropy([*DRINKS.values()]),
                "That is the entropy, the least that any way of asking could reach. This way "
                "asks a little more.",
            ),
            Mistake(3, "That is the longest way down; most guests are done sooner."),
            Mistake(2, "That would be two for everybody. Follow each drink to its leaf."),
            Mistake(
                lambda: questions_on_average(DRINKS) * sum(DRINKS.values()),
                "That is for all guests together: divide by their number.",
            ),
            Mistake(
                lambda: questions_on_average(DRINKS) + DRINKS["milk"] / sum(DRINKS.values()),
                "You gave milk four questions. After three times no, the waiter knows.",
            ),
        ],
        solution="answer_4 = (8 * 1 + 4 * 2 + 3 * 3 + 1 * 3) / 16",
        explanation=lambda: (
            f"The entropy is {entropy([*DRINKS.values()]):.4f} bits: no way of asking can do with "
            "fewer questions on average."
        ),
        items=("R45", "G09"),
        points=2,
        minutes=5,
    ),
    Exercise(
        "02.5",
        "True or false? Give a list of four, such as `[True, False, True, False]`.\n\n"
        "1. A set in which all rows have one class always has an entropy of 0 bits.\n"
        "2. Doubling every count always doubles the entropy.\n"
        "3. Four classes can have an entropy of 2.5 bits.\n"
        "4. Swapping the names of two classes always leaves the entropy as it is.",
        title="Four claims about entropy",
        kind="claim",
        answer=[True, False, False, True],
        hints=(
            "Try each claim on the smallest example that you can think of.",
            "For the second take `[1, 1]` and `[2, 2]`; for the third, four equal counts.",
            "Only shares count, not how many rows; and log₂ of the number of classes is the limit.",
        ),
        mistakes=[
            Mistake(
                [True, True, False, True],
                "Look at 2 again: are the shares of `[2, 2]` other than those of `[1, 1]`?",
            ),
            Mistake(
                [True, False, True, True],
                "Look at 3 again: equal chances give most. How many bits is that for four?",
            ),
            Mistake(
                [False, False, False, True],
                "Look at 1 again: what is left to be found out where all rows are alike?",
            ),
            Mistake(
                [True, False, False, False],
                "Look at 4 again: does the formula use the name of a class?",
            ),
        ],
        solution="answer_5 = [True, False, False, True]",
        explanation="Entropy sees shares only: no names and no sizes. For K classes it lies "
        "between 0 and log₂ K.",
        items=("K22", "R43", "G05"),
        minutes=4,
    ),
    Exercise(
        "02.6",
        "`fair_share` should say how mixed a set is, as a share of the largest entropy that this "
        "many classes can have: 1 for equal counts, 0 if all rows are of one class. `counts` has "
        "a number for each of two or more classes, and it may be 0. The function has a fault. "
        "Find it and fix it.",
        title="A share above one",
        kind="bug",
        starter="def fair_share(counts):\n"
        "    total = sum(counts)\n"
        "    shares = [c / total for c in counts if c]\n"
        "    bits = -sum(p * math.log2(p) for p in shares)\n"
        "    return bits / math.log(len(counts))",
        answer=fair_share,
        tests=[
            Case([4, 4], says="two equal classes"),
            Case([1, 2, 3], says="three classes"),
            Case([3, 0, 3], says="an empty class counts as one that could be"),
        ],
        hidden=[
            Case([2] * 5, says="five equal classes"),
            Case([9, 0], says="a single class"),
        ],
        hints=(
            "Call it with `[4, 4]`: what should come out, and what does?",
            "The largest entropy of K classes is log₂ K. In which unit is the last line?",
            "`math.log` is the natural logarithm: above the line are bits, below it nats.",
        ),
        mistakes=[
            Mistake(
                lambda counts: plain_entropy(counts, math.log) / math.log2(len(counts)),
                "Now nats are divided by bits: one unit above the line and below it.",
            ),
            Mistake(
                lambda counts: (
                    plain_entropy(counts) / (math.log2(sum(1 for c in counts if c)) or 1)
                ),
                "It counts only the classes that have rows: an empty class could have had some.",
            ),
            Mistake(
                lambda counts: plain_entropy(counts) / len(counts),
                "It divides by the number of classes: the largest entropy is its logarithm.",
            ),
            Mistake(plain_entropy, "That is the entropy itself: 1 should be the most there is."),
            Mistake(
                lambda counts: min(1, plain_entropy(counts) / math.log(len(counts))),
                "It hides what is above 1, and the fault is still there.",
            ),
        ],
        explanation=(
            "The largest entropy of so many classes is log₂ of their number, and empty "
            "classes count, too."
        ),
        solution="def fair_share(counts):\n"
        "    total = sum(counts)\n"
        "    shares = [c / total for c in counts if c]\n"
        "    bits = -sum(p * math.log2(p) for p in shares)\n"
        "    return bits / math.log2(len(counts))",
        items=("R43", "G05"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "02.8",
        "A fair coin has 1 bit. Somebody who does not know it tosses it three times and computes "
        "the entropy of what came up. What does he get on average, over all that can happen?",
        title="Three tosses",
        kind="harder",
        fresh=True,
        answer=three_tosses,
        hints=(
            "Three tosses can fall in eight ways, all equally likely. What does each show?",
            "Two of the eight ways show one side only: 0 bits. The other six show 2 : 1.",
            "6/8 × H(2, 1) + 2/8 × 0, with H(2, 1) = −2/3 log₂(2/3) − 1/3 log₂(1/3).",
        ),
        mistakes=[
            Mistake(1, "That is the truth about the coin. What do three tosses show?"),
            Mistake(
                lambda: entropy([2, 1]),
                "That is what two of one side and one of the other show. All three may be alike.",
            ),
            Mistake(
                lambda: entropy([2, 1]) / 2,
                "You gave 0, 1, 2 and 3 heads the same chance. Of the eight ways in which three "
                "coins fall, how many have one head?",
            ),
            Mistake(
                lambda: 1 - 1 / (2 * 3 * math.log(2)),
                "That is the rule of thumb for many rows. Three are few: count the eight ways.",
            ),
            Mistake(
                lambda: three_tosses() * math.log(2),
                "That is in nats: use the logarithm to base 2.",
            ),
            Mistake(lambda: 3 / 4, "That is the chance of a mixed sample. How many bits has it?"),
        ],
        solution="mixed = -2 / 3 * math.log2(2 / 3) - 1 / 3 * math.log2(1 / 3)\n"
        "answer_8 = 6 / 8 * mixed + 2 / 8 * 0",
        explanation="Far below 1 bit, though the coin is fair: three rows look too pure.",
        items=("P21",),
        points=3,
        minutes=8,
    ),
]
