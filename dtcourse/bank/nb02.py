"""What notebook 02 asks: surprise, entropy, bags of cards, code words, and small samples."""

import math

import numpy as np

from dtcourse.judging.items import Case, Check, Guess, Mistake, Question, Quiz
from dtlab import entropy, information, mean_code_length

BAG = [4, 2, 1, 1]  # the eight cards of 02.t1
CARDS = {"♥": 6, "♠": 3, "♦": 3}
WORDS = {"♥": "0", "♠": "10", "♦": "11"}


def shares(counts):
    """The probabilities of the symbols that occur."""
    return [count / sum(counts) for count in counts if count]


def surprises(counts):
    """The surprise of each symbol that occurs, in bits."""
    return [information(share) for share in shares(counts)]


def mean_surprise(counts):
    """The reference of 02.t3."""
    return sum(p * -math.log2(p) for p in shares(counts))


def five_tosses():
    """The mean entropy that five tosses of a fair coin show, over all that can happen."""
    chances = [math.comb(5, heads) / 2**5 for heads in range(6)]
    return float(np.average([entropy([heads, 5 - heads]) for heads in range(6)], weights=chances))


# ── the items ───────────────────────────────────────────────────────────────────────────────────

GUESSES = [
    Guess(
        "02.p1",
        "One event has chance 1/2, another one chance 1/8, and neither tells about the other. How "
        "surprising is it that *both* happen?",
        options=["2 bits", "3 bits", "4 bits", "16 bits"],
        answer=lambda: f"{information(1 / 2 * 1 / 8):g} bits",
        explanation=lambda: (
            "Chances multiply, surprises add: the chance of both is 1/16, and "
            f"{information(1 / 2):g} + {information(1 / 8):g} = {information(1 / 16):g} bits."
        ),
        why={
            "2 bits": "That is 3 − 1. Surprises are added.",
            "3 bits": "That is 1 × 3. Surprises are added, so the first event counts too.",
            "16 bits": "The chance is 1/16; its surprise is the logarithm of 16.",
        },
        items=("P16",),
    ),
    Guess(
        "02.p2",
        "Team 1 wins three matches of four. How uncertain is the next result, compared with a fair "
        "coin's 1 bit?",
        options=["less than 1 bit", "exactly 1 bit", "more than 1 bit"],
        answer="less than 1 bit",
        explanation=lambda: (
            f"It is {entropy([3, 1]):.4f} bits. Team 2's wins are a surprise, but a rare one; most "
            "of the time nothing unexpected happens."
        ),
        why={
            "exactly 1 bit": "There are two outcomes as with a coin, but here one of them is "
            "expected.",
            "more than 1 bit": "A win of team 2 is more surprising than that, but it counts only "
            "for a quarter of the mean.",
        },
        items=("R40",),
    ),
    Guess(
        "02.p4",
        "A fair coin has 1 bit. We toss it five times and compute the entropy of what we saw, "
        "again and again. What will the mean of these estimates be?",
        options=["below 1 bit", "1 bit", "above 1 bit"],
        answer="below 1 bit",
        explanation=lambda: (
            f"{five_tosses():.3f} bits. Five tosses cannot fall evenly, and an uneven sample "
            "always looks more predictable than the coin is. No sample makes up for it: "
            "none shows more than 1 bit."
        ),
        why={
            "1 bit": "The *shares* are right on average. Their entropy is not.",
            "above 1 bit": "Two outcomes never have more than 1 bit.",
        },
        items=("P21",),
    ),
    Guess(
        "02.p5",
        "How many questions does this tree ask per card, on average?",
        options=["1.5", "1.67", "2"],
        answer=lambda: f"{mean_code_length(CARDS, WORDS):g}",
        explanation="Half of the cards are ♥ and need one question, the other half need two. That "
        "is the entropy of the bag, to the last digit.",
        why={
            "1.67": "That is the plain mean of 1, 2 and 2. But ♥ comes up twice as often as ♠.",
            "2": "That is the longest path. Half of the cards need one question only.",
        },
        items=("G07",),
    ),
]

CHECKS = [
    Check(
        "02.t1",
        "Eight cards: 4 ♥, 2 ♠, 1 ♦, 1 ♣. What is the entropy of the suit, in bits? Every share is "
        "1/2, 1/4 or 1/8, so pencil and paper are enough.",
        answer=lambda: entropy(BAG),
        hints=(
            "The shares are 1/2, 1/4, 1/8 and 1/8. Which surprise does each have?",
            "The surprises are 1, 2, 3 and 3 bits. Their mean needs weights.",
            "1/2 × 1 + 1/4 × 2 + 1/8 × 3 + 1/8 × 3.",
        ),
        mistakes=[
            Mistake(
                lambda: float(np.mean(surprises(BAG))),
                "That is the plain mean of the four surprises. Weight each by its share: hearts "
                "come up in half of all draws.",
            ),
            Mistake(lambda: sum(surprises(BAG)), "That is the sum: weight each by its share."),
            Mistake(
                lambda: entropy(BAG) / len(BAG),
                "You divided by the number of suits at the end: the shares have done that.",
            ),
            Mistake(
                lambda: entropy(BAG, base=math.e), "That is in nats, with the natural logarithm."
            ),
            Mistake(
                lambda: entropy([1] * 4),
                "That is the entropy of four *equally likely* suits, the most there can be.",
            ),
            Mistake(
                lambda: entropy([1] * 8),
                "That is the entropy of eight different cards: ask only about the suit.",
            ),
        ],
        solution="answer = entropy([4, 2, 1, 1])",
        explanation="A little less than four equal suits would have.",
        items=("K18", "K20"),
    ),
    Check(
        "02.t3",
        "Write `mean_surprise(counts)`: the entropy of a list of counts, in bits, with `math.log2` "
        "alone. A count may be 0.",
        answer=mean_surprise,
        starter="def mean_surprise(counts):\n    return ...",
        tests=[
            Case([3, 1], says="the uneven match"),
            Case([13, 13, 13, 13], says="the four suits"),
            Case([0, 1], says="a coin that always shows tails"),
        ],
        hidden=[
            Case([6, 3, 3], says="twelve cards of three suits"),
            Case([1] * 10, says="ten equal classes"),
        ],
        hints=(
            "Divide each count by their sum. Skip the zeros: they never happen.",
            "For each share p add p × −log₂ p.",
            "`sum(-c / n * math.log2(c / n) for c in counts if c)` with `n = sum(counts)`.",
        ),
        mistakes=[
            Mistake(
                lambda counts: sum(p * -math.log(p) for p in shares(counts)),
                "That is in nats: `math.log` is the natural logarithm, use `math.log2`.",
            ),
            Mistake(
                lambda counts: sum(p * -math.log10(p) for p in shares(counts)),
                "That is with `math.log10`: bits need `math.log2`.",
            ),
            Mistake(
                lambda counts: -sum(count * math.log2(count) for count in counts if count),
                "Those are counts, not shares: divide each by their sum first.",
            ),
            Mistake(
                lambda counts: mean_surprise(counts) * sum(counts),
                "You multiply by counts: the weight of each surprise is its share.",
            ),
            Mistake(
                lambda counts: sum(surprises(counts)),
                "That is the sum of the surprises: multiply each by its share first.",
            ),
            Mistake(
                lambda counts: mean_surprise(counts) / len(counts),
                "You divide by the number of outcomes at the end: the shares have done that.",
            ),
            Mistake(
                lambda counts: sum(surprises(counts)) / len(surprises(counts)),
                "That is the plain mean of the surprises: multiply each by its share.",
            ),
            Mistake(
                lambda counts: -mean_surprise(counts),
                "The minus is missing: logarithms of shares are negative.",
            ),
            Mistake(
                lambda counts: -sum(c / sum(counts) * math.log2(c / sum(counts)) for c in counts),
                "It takes the logarithm of 0: leave out what never happens.",
            ),
        ],
        solution=(
            "def mean_surprise(counts):\n"
            "    n = sum(counts)\n"
            "    return sum(-c / n * math.log2(c / n) for c in counts if c)"
        ),
        explanation="That is entropy in two lines, and you wrote it.",
        forbidden=("entropy", "information"),
        minutes=6,
        items=("P15", "P18"),
    ),
]

QUIZ = Quiz(
    "02",
    [
        Question(
            "An outcome is certain. Its surprise is",
            ["infinite", "1 bit", "0 bits"],
            lambda: f"{information(1):g} bits",
            {
                "0 bits": "−log₂ 1 = 0: you knew it before, so the message tells nothing.",
                "1 bit": "That is the surprise of an outcome with chance 1/2.",
                "infinite": "That is the other end: a chance of 0, which never happens.",
            },
        ),
        Question(
            "A bag has 3 red and 5 blue balls. We double both numbers. The entropy",
            ["doubles", "stays the same", "grows by 1 bit"],
            "stays the same",
            {
                "stays the same": "Only the shares count, and they are still 3/8 and 5/8.",
                "doubles": "More balls are not more doubt: the shares are the same.",
                "grows by 1 bit": "That happens if each *kind* is divided into two equal kinds.",
            },
        ),
        Question(
            "Which set has the largest entropy?",
            [
                "4 equally likely messages",
                "64 messages, one of them almost certain",
                "16 equally likely messages",
            ],
            "16 equally likely messages",
            {
                "16 equally likely messages": lambda: f"log₂ 16 = {entropy([1] * 16):g} bits.",
                "64 messages, one of them almost certain": "Most of the time you know what will "
                "come: little is left to tell.",
                "4 equally likely messages": "log₂ 4 is only half of log₂ 16.",
            },
        ),
        Question(
            "A program computes an entropy of 0.693 for the shares 1/2 and 1/2. What happened?",
            [
                "it uses the natural logarithm",
                "the sample was too small",
                "it forgot the minus sign",
            ],
            "it uses the natural logarithm",
            {
                "it uses the natural logarithm": lambda: (
                    f"ln 2 = {entropy([1, 1], base=math.e):.3f} nats are 1 bit: the same "
                    "uncertainty in another unit."
                ),
                "the sample was too small": "The shares are given here: there is no sample.",
                "it forgot the minus sign": "Then the number would be negative.",
            },
        ),
        Question(
            "Somebody offers a code whose words can be read back even when they follow each other "
            "without a gap, with a mean length below the entropy. What do you say?",
            ["it must be the best code there is", "it cannot be", "all words have one bit"],
            "it cannot be",
            {
                "it cannot be": "That is the source coding theorem.",
                "it must be the best code there is": "The best code stays at or above the entropy, "
                "too.",
                "all words have one bit": "Then there are two words only, and two outcomes never "
                "have more than 1 bit of entropy.",
            },
        ),
    ],
)

ITEMS = [*GUESSES, *CHECKS, QUIZ]
