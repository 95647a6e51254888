"""What notebook 03 asks: conditional entropy, remainder, gain."""

from itertools import permutations

from dtcourse.judging.items import Case, Check, Guess, Mistake, Question, Quiz
from dtlab import counts, entropy, information_gain, load


def gains(name):
    """What each feature of a data set tells about its target, in bits."""
    data = load(name)
    return {feature: information_gain(data.X[feature], data.y) for feature in data.features}


def spam_best():
    """The emails' best question."""
    return max(gains("spam"), key=gains("spam").get)


def images_given_unknown_sender():
    """What CONTAINS IMAGES tells among the emails from unknown senders."""
    spam = load("spam")
    rows = spam.X["UNKNOWN SENDER"]
    return information_gain(spam.X["CONTAINS IMAGES"][rows], spam.y[rows])


def share_of_luck(name):
    """In which share of all ways to deal out the classes does a feature tell at least as much?"""
    spam = load("spam")
    x, dealt = spam.X[name], list(permutations(spam.y))
    least = information_gain(x, spam.y) - 1e-9
    return sum(information_gain(x, labels) >= least for labels in dealt) / len(dealt)


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
            "spam, of the others one. But both sides stay mixed.",
            "CONTAINS IMAGES": "Half of the emails with images are spam, and half of the others.",
        },
        items=("K23", "K27"),
    ),
    Guess(
        "03.p2",
        "Two emails have images, four have none. How many bits will CONTAINS IMAGES tell? Type a "
        "number.",
        answer=lambda: gains("spam")["CONTAINS IMAGES"],
        tolerance=0.05,
        explanation="One of the two emails with images is spam, and two of the four without: half "
        "and half on both sides, as in the whole. An answer that changes no chance tells nothing.",
        items=("K26", "K27"),
    ),
    Guess(
        "03.p5",
        "Among the three emails from unknown senders alone: what does CONTAINS IMAGES tell?",
        options=["still nothing", "a part of what is left to know", "all that is left to know"],
        answer="all that is left to know",
        explanation=lambda: (
            f"It tells {images_given_unknown_sender():.4f} bits, and nothing remains: the two "
            "emails without images are spam, the one with images is ham."
        ),
        why={
            "still nothing": "Its sides are no longer mixed like the whole. A gain belongs to the "
            "rows that it is computed on, and these are other rows.",
            "a part of what is left to know": "Look at the three rows again: both sides are pure.",
        },
        items=("P27",),
    ),
    Guess(
        "03.p6",
        "In which share of the shuffles will UNKNOWN SENDER seem to tell at least as much about "
        "the class as it does in the real table?",
        options=["about 5 %", "about half", "all of them"],
        answer=lambda: {1.0: "all of them"}[share_of_luck("UNKNOWN SENDER")],
        explanation="Three spam emails on two sides of three fall 2 : 1 at the most even, and that "
        "is how they fall in the real table. With sides of three, a smaller gain cannot "
        "happen. So this gain is no evidence that the sender matters.",
        why={
            "about 5 %": "Then it would be a find. But how evenly can three spam emails be spread "
            "over two sides of three emails?",
            "about half": "A good thought for a useless feature. Here it is worse: no smaller gain "
            "than this one is possible.",
        },
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
                "left side has the weight",
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
                "A feature of a table with eight rows has a small gain, above 0. What do you know?",
                [
                    "little: luck may do as well",
                    "it helps a little on new rows, too",
                    "it is useless",
                ],
                "little: luck may do as well",
                {
                    "little: luck may do as well": "Shuffle the labels and see "
                    "how often a gain of this size comes about by luck.",
                    "it helps a little on new rows, too": "Perhaps. But a feature that "
                    "has nothing to do with the target would show such a gain as well.",
                    "it is useless": "Perhaps not: together with another feature it may "
                    "tell much, and more rows may show that it tells something alone.",
                },
            ),
            Question(
                "`mutual_info_classif` says 0.69 for a question that tells all about a fair coin. "
                "Why not 1?",
                ["it rounds", "it forgets the weights", "it uses the natural logarithm"],
                "it uses the natural logarithm",
                {
                    "it uses the natural logarithm": "ln 2 nats are 1 bit: divide by ln 2.",
                    "it rounds": "Rounding does not turn 1 into 0.69.",
                    "it forgets the weights": "The weights are there; only the unit differs.",
                },
            ),
        ],
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
            "Weight each side's entropy by `len(side) / len(y)` before you add.",
        ),
        mistakes=[
            Mistake(
                lambda x, y: gain_from_a_sum(x, y, 1 / len(set(x))),
                "Each side needs its weight, len(side) / len(y).",
            ),
            Mistake(gain_from_a_sum, "You add whole sides: weight each by len(side) / len(y)."),
            Mistake(
                lambda x, y: gain(x, y, values=x),
                "Visit each value once: loop over `set(x)`, not over `x`.",
            ),
            Mistake(
                lambda x, y: entropy(counts(y)) - gain(x, y),
                "That is the remainder: what is left, not what was told.",
            ),
            Mistake(
                lambda x, y: entropy(counts(y)),
                "That is what we lack before the question: subtract the remainder.",
            ),
            Mistake(
                lambda x, y: -gain(x, y),
                "The sign is wrong: what we lacked before, minus what we still lack.",
            ),
            Mistake(
                lambda x, y: entropy(counts(y)) - len(y) * (entropy(counts(y)) - gain(x, y)),
                "You weight by `len(side)`. Divide it by `len(y)`: weights add up to 1.",
            ),
            Mistake(
                lambda x, y: entropy(counts(y)) - entropy(counts(x)),
                "You subtract the entropy of `x`. Subtract what is left to know about `y`, side by "
                "side.",
            ),
            Mistake(
                lambda x, y: gain(x, y) - entropy(counts(x)),
                "You subtract the entropy of the pairs. Subtract what is left to know about `y`, "
                "side by side.",
            ),
            Mistake(
                lambda x, y: entropy(counts(x)) - entropy(counts(y)) + gain(x, y),
                "Start from the entropy of `y`, the target, not of `x`.",
            ),
        ],
        explanation=(
            "The gain is the entropy before the question, less the mean entropy of the "
            "groups after it, each with its share of the rows."
        ),
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
