"""What notebook 06 asks: the id trap, gain ratio, C4.5's rules."""

import math

from dtcourse.judging.items import Case, Check, Guess, Mistake, Question, Quiz
from dtlab import counts, entropy, gain_ratio, load


def ratios(**options):
    """The gain ratio of each feature of the computer shop."""
    buys = load("buys_computer", **options)
    return {feature: gain_ratio(buys.X[feature], buys.y) for feature in buys.features}


def of_men(measure):
    """A measure of class and of age, for the men on the Titanic."""
    ship = load("titanic")
    men = ship.X["sex"] == "male"
    return {name: measure(ship.X[name][men], ship.y[men]) for name in ("class", "age")}


def split_info(x):
    """The reference of 06.t2, in the plainest way."""
    shares = [list(x).count(value) / len(x) for value in set(x)]
    return -sum(share * math.log2(share) for share in shares)


ITEMS = [
    Guess(
        "06.p1",
        "Among these 14 customers, how much does the row number tell about who buys?",
        options=["nothing", "about a quarter of the bits", "everything"],
        answer="everything",
        explanation=lambda: (
            f"All {entropy(counts(load('buys_computer').y)):.4f} bits: each number belongs to one "
            "customer, so each branch is pure. It says nothing about anybody else."
        ),
        why={
            "nothing": "For the next customer that is true. But the gain is measured on the "
            "customers that we have, and among them the number names the answer.",
            "about a quarter of the bits": "That is what age tells. The number leaves no branch "
            "mixed.",
        },
        items=("S22", "K40"),
    ),
    Guess(
        "06.p2",
        "Which feature of the 14 customers has the highest gain ratio?",
        options=["RID", "age", "student"],
        answer=lambda: max(found := ratios(id_as_feature=True), key=found.get),
        explanation=lambda: (
            f"RID keeps {ratios(id_as_feature=True)['RID']:.4f}, age has "
            f"{ratios()['age']:.4f}: with 14 rows the price of log₂ 14 bits is too "
            "low."
        ),
        why={
            "age": "Many books suggest so. Age is the best of the real features only.",
            "student": "Its answer is cheap, one bit, but it also tells less.",
        },
        items=("S23", "E20"),
    ),
    Guess(
        "06.p5",
        "Everybody has a zip code of their own. How good is ID3 on people that it has not seen?",
        options=[
            "wrong about nearly everybody",
            "exactly as good as always naming the majority",
            "about as good as without zip codes",
        ],
        answer="exactly as good as always naming the majority",
        explanation="The tree asks about the zip code only, and no new one has a branch. A row "
        "without a branch gets the majority of the node where it stops: here that is the root. "
        "(This is dtlab's rule; another program may stop with an error.)",
        why={
            "wrong about nearly everybody": "It knows nothing about them. But a row without a "
            "branch still gets an answer: the majority of the node where it stops.",
            "about as good as without zip codes": "The other features would help, but the tree "
            "never asks about them: after the zip code every branch is pure.",
        },
        items=("R24",),
    ),
    Guess(
        "06.p6",
        "Among the males, class tells more bits about survival than age. Nearly all of them are "
        "adults. Which of the two has the higher gain ratio?",
        options=["class", "age", "both the same"],
        answer=lambda: max(of_men(gain_ratio), key=of_men(gain_ratio).get),
        explanation=lambda: (
            f"Age has {of_men(gain_ratio)['age']:.4f}, class {of_men(gain_ratio)['class']:.4f}. "
            "The answer *adult* is nearly certain, so it costs next to nothing, and a small gain "
            "divided by a tiny price is large."
        ),
        why={
            "class": "It has the higher gain. But its four answers cost far more.",
            "both the same": "Compare the prices: four classes, or an answer that is nearly always "
            "*adult*.",
        },
        items=("X10",),
    ),
    Quiz(
        "06",
        [
            Question(
                "Split information of a feature is",
                ["the remainder", "the entropy of the feature", "the number of its values"],
                "the entropy of the feature",
                {
                    "the entropy of the feature": "The class does not come into it.",
                    "the remainder": "That is the entropy of the class after the split.",
                    "the number of its values": "It also matters how the rows are spread.",
                },
            ),
            Question(
                "An id column on n rows has a split information of",
                ["0 bits", "n bits", "log₂ n bits"],
                "log₂ n bits",
                {
                    "log₂ n bits": "n answers, all equally likely.",
                    "n bits": "n equally likely answers need log₂ n bits, not n.",
                    "0 bits": "That is its remainder: nothing is left to learn about the class.",
                },
            ),
            Question(
                "Which rule of C4.5 keeps it from asking about the row id of 14 customers?",
                ["two branches need two rows", "the gain ratio", "the average gain"],
                "two branches need two rows",
                {
                    "two branches need two rows": "No branch of an id has two rows.",
                    "the gain ratio": "After the division the id is still the best.",
                    "the average gain": "An id has the highest gain of all.",
                },
            ),
            Question(
                "A training row lacks the value that a C4.5 node asks about. The row",
                ["is thrown away", "goes down every branch", "goes down the largest branch"],
                "goes down every branch",
                {
                    "goes down every branch": "In fractions: the branch's share of known rows.",
                    "is thrown away": "It is left out of the gain only, and then it goes on.",
                    "goes down the largest branch": "That would pretend to know the value.",
                },
            ),
            Question(
                "Why does C4.5 drop questions that gain less than the average?",
                [
                    "they have too many branches",
                    "they take too long to compute",
                    "their ratio can be high because the answer is cheap",
                ],
                "their ratio can be high because the answer is cheap",
                {
                    "their ratio can be high because the answer is cheap": "If nearly all rows "
                    "answer alike, the price is nearly 0, and a small gain divided by it is large.",
                    "they have too many branches": "Many branches raise the gain; such a question "
                    "is seldom below the average.",
                    "they take too long to compute": "The gain of every question has been computed "
                    "by then.",
                },
            ),
        ],
    ),
    Check(
        "06.t2",
        "Write `split_info(x)`: the split information, in bits, of the list `x`.",
        answer=split_info,
        starter="def split_info(x):\n    return ...",
        tests=[
            Case(["a", "a", "b", "b"], says="two equal branches"),
            Case(["a", "b", "b", "b"], says="branches of 1 and 3 rows"),
            Case(["a", "a", "a"], says="one value only"),
            Case([1, 2, 3, 4, 5], says="an id column"),
        ],
        hidden=[Case(list("aabbbc"), says="three answers of unequal size")],
        hints=(
            "It is the entropy of the column: no class is needed.",
            "The share of each value in `set(x)`: `x.count(value) / len(x)`.",
            "−Σ share × log₂ share; or `entropy(counts(x))`.",
        ),
        mistakes=[
            Mistake(lambda x: math.log2(len(set(x))), "That forgets how the rows are spread."),
            Mistake(lambda x: split_info(x) * math.log(2), "That is in nats: use log₂."),
            Mistake(lambda x: float(len(set(x))), "That is the number of values, not bits."),
            Mistake(lambda x: math.log2(len(x)), "That is the price of an id: one branch per row."),
            Mistake(
                lambda x: 1 - sum((x.count(v) / len(x)) ** 2 for v in set(x)),
                "That is the Gini index of the column: take its entropy, with log₂.",
            ),
            Mistake(
                lambda x: -sum(math.log2(x.count(v) / len(x)) for v in set(x)),
                "Those are the surprises added up: multiply each by its share first.",
            ),
            Mistake(lambda x: -split_info(x), "The sign is missing: log₂ of a share is negative."),
            Mistake(
                lambda x: sum(-x.count(v) / len(x) * math.log2(x.count(v) / len(x)) for v in x),
                "You count a value once for each of its rows: go over `set(x)`.",
            ),
        ],
        explanation=(
            "It is the entropy of the answers themselves: high if there are many of "
            "them, whatever the classes are."
        ),
        solution="def split_info(x):\n"
        "    shares = [x.count(value) / len(x) for value in set(x)]\n"
        "    return -sum(share * np.log2(share) for share in shares)",
        points=2,
        minutes=6,
        items=("R53", "S23"),
    ),
]
