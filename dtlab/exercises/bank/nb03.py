"""What notebook 03 asks: conditional entropy, remainder, gain."""

import math

import dtlab
from dtlab import counts, entropy, information_gain, load
from dtlab.exercises.items import Case, Check, Guess, Mistake, Question, Quiz


def gains(name):
    """What each feature of a data set tells about its target, in bits."""
    data = load(name)
    return {feature: information_gain(data.X[feature], data.y) for feature in data.features}


def spam_best():
    """The emails' best question."""
    return max(gains("spam"), key=gains("spam").get)


def dry_days():
    """Entropy of the clouds on the days without rain."""
    weather = load("rain_cloud")
    return entropy(counts(weather.y[~weather.X["rain"]]))


def mut2_given_mut1(measure):
    """A measure of Mut2 and the class among the samples with Mut1 = 1."""
    cells = load("mutations")
    rows = cells.X["Mut1"] == 1
    return measure(cells.X["Mut2"][rows], cells.y[rows])


def unweighted(x, y):
    """The gain with a plain mean over the sides: the mistake of 03.t1."""
    sides = [entropy(counts(y[x == value])) for value in sorted(set(x))]
    return entropy(counts(y)) - sum(sides) / len(sides)


def side(x, y, value):
    """The labels of the rows whose answer is this value."""
    return [label for answer, label in zip(x, y, strict=True) if answer == value]


def gain(x, y, values=None):
    """The reference of 03.t2, in the plainest way; with other `values`, a mistake."""
    left = 0.0
    for value in set(x) if values is None else values:
        part = side(x, y, value)
        left += len(part) / len(y) * entropy(counts(part))
    return entropy(counts(y)) - left


def gain_from_a_sum(x, y, weight=1.0):
    """A mistake: every side counts alike."""
    return entropy(counts(y)) - sum(weight * entropy(counts(side(x, y, v))) for v in set(x))


ITEMS = [
    Guess(
        "03.p1",
        "Which single question would you ask first about an email?",
        options=["SUSPICIOUS WORDS", "UNKNOWN SENDER", "CONTAINS IMAGES"],
        answer=spam_best,
        explanation=lambda: (
            f"It tells {gains('spam')['SUSPICIOUS WORDS']:g} bit, all there is to know: every "
            "email with suspicious words is spam, and no other is."
        ),
        why={
            "UNKNOWN SENDER": "It seems to help: of the three emails from unknown senders two are "
            "spam. But three spam emails cannot be more evenly spread over two sides of three.",
            "CONTAINS IMAGES": "Half of the emails with images are spam, and half of the others.",
        },
        items=("K23", "K27"),
    ),
    Guess(
        "03.p2",
        "How many bits will CONTAINS IMAGES tell? Type a number.",
        answer=lambda: gains("spam")["CONTAINS IMAGES"],
        tolerance=0.05,
        explanation="One of the two emails with images is spam, and two of the four without: half "
        "and half on both sides, as in the whole. An answer that changes no chance tells nothing.",
        items=("K26", "K27"),
    ),
    Guess(
        "03.p3",
        "On days without rain, how uncertain are the clouds (25 cloudy days, 50 clear ones)?",
        options=["less than 0.5 bits", "between 0.5 and 1 bit", "exactly 1 bit"],
        answer="between 0.5 and 1 bit",
        explanation=lambda: f"One day in three is cloudy: {dry_days():.4f} bits, nearly a coin.",
        why={
            "less than 0.5 bits": "Two to one feels clear, but it is close to a coin in bits: only "
            "very uneven shares have a small entropy.",
            "exactly 1 bit": "Only half and half gives 1 bit.",
        },
        items=("P24", "P25"),
    ),
    Guess(
        "03.p4",
        "Which mutation tells most about the class?",
        options=["Mut1", "Mut2", "Mut3", "Mut4"],
        answer=lambda: max(gains("mutations"), key=gains("mutations").get),
        explanation=lambda: (
            f"Mut3 tells {gains('mutations')['Mut3']:.4f} bits: with it, all samples have cancer, "
            "and the other side is three to one."
        ),
        why={
            "Mut1": "It leaves both sides mixed. Look for a side that is pure.",
            "Mut2": "It tells least: one side is half and half, the other nearly.",
            "Mut4": "A good eye: with Mut4 all samples have cancer too, but those are two samples "
            "only, and five mixed ones stay on the other side. Weights matter.",
        },
        items=("P29",),
    ),
    Quiz(
        "03",
        [
            Question(
                "A gain of 0 means that",
                [
                    "the feature has two values",
                    "every side has the same mix of classes as the whole",
                    "every side is pure",
                ],
                "every side has the same mix of classes as the whole",
                {
                    "every side has the same mix of classes as the whole": "The answer changes no "
                    "chance.",
                    "every side is pure": "That is the largest gain there can be.",
                    "the feature has two values": "The number of values alone decides nothing.",
                },
            ),
            Question(
                "A split sends 1 row left and 99 rows right. In the remainder, the entropy of the "
                "left side counts",
                ["1/2", "99/100", "1/100"],
                "1/100",
                {
                    "1/100": "Its weight is its share of the rows.",
                    "1/2": "That is the unweighted mean, in which a lucky single row can decide "
                    "everything.",
                    "99/100": "That is the weight of the right side.",
                },
            ),
            Question(
                "H(target) is 0.8 bits. What is the largest gain that any question can have?",
                ["0.8 bits", "1 bit", "there is no limit"],
                "0.8 bits",
                {
                    "0.8 bits": "No question tells more than there is to know.",
                    "1 bit": "Only if the target itself had 1 bit or more.",
                    "there is no limit": "The remainder is never below 0, so H is the limit.",
                },
            ),
            Question(
                "Lecture 003's After(A) is",
                ["the entropy before the split", "the remainder", "the gain"],
                "the remainder",
                {
                    "the remainder": "The bits that are needed, on average, after testing A.",
                    "the gain": "The gain is what is before, minus After(A).",
                    "the entropy before the split": "That is what After(A) is subtracted from.",
                },
            ),
            Question(
                "scikit-learn says 0.69 for a question that tells all about a coin. Why not 1?",
                ["it rounds", "it forgets the weights", "it uses the natural logarithm"],
                "it uses the natural logarithm",
                {
                    "it uses the natural logarithm": "ln 2 nats are 1 bit: divide by ln 2.",
                    "it rounds": "Rounding does not turn 1 into 0.69.",
                    "it forgets the weights": "It weighs as we do; only the unit differs.",
                },
            ),
        ],
    ),
    Check(
        "03.t1",
        "Among the samples with Mut1 = 1: how many bits does Mut2 tell about the class?",
        answer=lambda: mut2_given_mut1(information_gain),
        hints=(
            "Four samples have Mut1 = 1. Look at those rows only.",
            "Three of the four are C: that gives H. Then split the four by Mut2.",
            "`rows = cells.X['Mut1'] == 1`, then `information_gain(cells.X['Mut2'][rows], ...)`.",
        ),
        mistakes=[
            Mistake(
                lambda: gains("mutations")["Mut2"],
                "That is the gain among all seven samples: keep those with Mut1 = 1.",
            ),
            Mistake(
                lambda: mut2_given_mut1(dtlab.remainder),
                "That is what is left after the question: subtract it from the entropy before.",
            ),
            Mistake(
                lambda: mut2_given_mut1(lambda x, y: entropy(counts(y))),
                "That is the entropy before the question: subtract what is left after it.",
            ),
            Mistake(
                lambda: mut2_given_mut1(unweighted),
                "You averaged the two sides without their weights, 1/4 and 3/4.",
            ),
            Mistake(
                lambda: mut2_given_mut1(information_gain) * math.log(2),
                "That is in nats: use the logarithm to base 2.",
            ),
        ],
        solution="rows = cells.X['Mut1'] == 1\n"
        "answer = information_gain(cells.X['Mut2'][rows], cells.y[rows])",
        points=1,
        minutes=5,
        items=("P26", "P29"),
    ),
    Check(
        "03.t2",
        "Write `gain(x, y)`: how many bits the list `x` tells about the list `y`. "
        "`entropy(counts(column))` gives the entropy of a column.",
        answer=gain,
        starter="def gain(x, y):\n    return ...",
        tests=[
            Case(["a", "a", "b", "b"], ["yes", "yes", "no", "no"], says="a perfect question"),
            Case(["a", "b", "a", "b"], ["yes", "yes", "no", "no"], says="a useless question"),
            Case(["a", "b", "b", "b"], ["yes", "yes", "no", "no"], says="sides of 1 and 3 rows"),
        ],
        hidden=[Case(list("aabbbc"), list("xyyyxx"), says="three answers of unequal size")],
        hints=(
            "The entropy of `y`, minus the remainder.",
            "For each value in `set(x)`: the labels of its rows, and their entropy.",
            "Weigh each side's entropy by `len(side) / len(y)` before you add.",
        ),
        mistakes=[
            Mistake(
                lambda x, y: gain_from_a_sum(x, y, 1 / len(set(x))),
                "Each side needs its weight, len(side) / len(y).",
            ),
            Mistake(gain_from_a_sum, "You add whole sides: weigh each by len(side) / len(y)."),
            Mistake(
                lambda x, y: gain(x, y, values=x),
                "Visit each value once: loop over `set(x)`, not over `x`.",
            ),
            Mistake(
                lambda x, y: entropy(counts(y)) - gain(x, y),
                "That is the remainder: what is left, not what was told.",
            ),
            Mistake(
                lambda x, y: entropy(counts(x)) - gain(x, y),
                "Start from the entropy of `y`, the target, not of `x`.",
            ),
        ],
        solution="def gain(x, y):\n    left = 0\n    for value in set(x):\n"
        "        side = [label for answer, label in zip(x, y) if answer == value]\n"
        "        left += len(side) / len(y) * entropy(counts(side))\n"
        "    return entropy(counts(y)) - left",
        forbidden=("information_gain", "mutual_information", "remainder", "conditional_entropy"),
        points=2,
        minutes=10,
        items=("K24", "P26"),
    ),
]
