"""What the extra on notations asks: one gain for any impurity."""

from dtcourse.judging.items import Check, Mistake
from dtlab import entropy, error, gini, information_gain, remainder

SIDES, LABELS, ROWS = ("left", "left", "right", "right"), ("A", "B", "A", "B"), (200, 400, 200, 0)


def unweighted_gain():
    """The gain with a plain mean over the sides: a mistake of 07.t1."""
    return gini([400, 400]) - (gini([200, 400]) + gini([200, 0])) / 2


ITEMS = [
    Check(
        "07.t1",
        "400 A and 400 B are split: 200 A and 400 B go left, 200 A go right. What is the gain by "
        "the Gini index?",
        answer=lambda: information_gain(SIDES, LABELS, gini, ROWS),
        hints=(
            "Gini before the split, minus the weighted mean of the two sides.",
            "Before: half and half. The right side is pure. The left one has shares 1/3 and 2/3.",
            "The left side holds 600 of the 800 rows: its weight is 3/4.",
        ),
        mistakes=[
            Mistake(
                lambda: remainder(SIDES, LABELS, gini, ROWS),
                "That is what is left after the split: subtract it from the Gini index before.",
            ),
            Mistake(
                lambda: gini([400, 400]) - gini([200, 400]),
                "The left side needs its weight: it holds 3/4 of the rows.",
            ),
            Mistake(unweighted_gain, "You averaged the two sides without their weights, 3/4, 1/4."),
            Mistake(
                lambda: information_gain(SIDES, LABELS, entropy, ROWS),
                "That is the information gain, in bits: square the shares instead of using logs.",
            ),
            Mistake(
                lambda: information_gain(SIDES, LABELS, error, ROWS),
                "That is the gain by *error*: take the Gini index of each side instead.",
            ),
            Mistake(
                lambda: information_gain(SIDES, LABELS, gini, (300, 100, 100, 300)),
                "That is the gain of another split, of notebook 07: 300 A and 100 B against 100 A "
                "and 300 B. Here 200 A and 400 B go left.",
            ),
        ],
        solution='answer = information_gain(["left", "left", "right", "right"], '
        '["A", "B", "A", "B"], gini, [200, 400, 200, 0])',
        explanation=lambda: (
            "Notebook 07 also splits these rows into 300 A and 100 B against 100 A and 300 B. That "
            f"gains only {information_gain(SIDES, LABELS, gini, (300, 100, 100, 300)):g}: Gini "
            "rewards the pure side."
        ),
        points=1,
        minutes=5,
        items=("R46", "R49"),
    ),
]
