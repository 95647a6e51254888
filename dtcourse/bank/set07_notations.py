"""The graded exercises of the extra on notations: twoing, names of one thing."""

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong
from dtlab import gini

IMPORTS = """
from dtlab import entropy, gini
"""


# ── 07.9 twoing ─────────────────────────────────────────────────────────────────────────────────


def apart(left, right, power=2, part=4, shares=True, weigh=True):
    """The reference of 07.9; with other arguments, a mistake."""
    n = sum(left) + sum(right)
    if shares:
        left_of, right_of = sum(left), sum(right)
    else:
        left_of = right_of = n
    distance = sum(abs(a / left_of - b / right_of) for a, b in zip(left, right, strict=True))
    weight = sum(left) / n * sum(right) / n if weigh else 1
    return weight / part * distance**power


def gini_drop(left, right):
    """A mistake: the reduction of Gini."""
    n = sum(left) + sum(right)
    both = [a + b for a, b in zip(left, right, strict=True)]
    return gini(both) - sum(left) / n * gini(left) - sum(right) / n * gini(right)


# ── 07.10 claims ────────────────────────────────────────────────────────────────────────────────

CLAIMS = [True, False, False, True, False]


ITEMS = [
    Exercise(
        "07.9",
        "Write `twoing(left, right)` for the class counts of the two sides, lists of the same "
        "classes in the same order. With p_L and p_R the shares of the rows that go left and right "
        "it is\n\n"
        "    p_L · p_R / 4 · (Σ |p(k | L) − p(k | R)|)²\n\n"
        "where p(k | L) is the share of class k among the rows on the left. Both sides have rows.",
        title="Twoing",
        kind="function",
        fresh=True,
        starter="def twoing(left, right):\n    return ...",
        answer=apart,
        forbidden=("twoing",),
        tests=[
            Case([4, 0], [0, 4], says="a perfect split into halves"),
            Case([3, 1], [1, 5], says="two classes"),
            Case([2, 2], [3, 3], says="the same shares on both sides"),
            Case([40, 0, 0, 10], [0, 30, 20, 0], says="four classes"),
        ],
        hidden=[
            Case([1, 0, 0], [5, 7, 9], says="one row against many"),
            Case([10, 20, 30], [30, 20, 10], says="three classes"),
        ],
        hints=(
            "Three steps: the shares of the classes on each side, how far they are apart, the "
            "weight.",
            "`a / sum(left)` and `b / sum(right)` for `a, b in zip(left, right)`: add up the "
            "absolute differences, and square the sum.",
            "Multiply by `sum(left) / n * sum(right) / n / 4` with `n = sum(left) + sum(right)`.",
        ),
        mistakes=[
            Mistake(
                lambda left, right: apart(left, right, power=1),
                "The sum of the differences must be squared.",
            ),
            Mistake(
                lambda left, right: apart(left, right, part=1), "The division by 4 is missing."
            ),
            Mistake(
                lambda left, right: apart(left, right, weigh=False),
                "The weight p_L · p_R is missing.",
            ),
            Mistake(
                lambda left, right: apart(left, right, shares=False),
                "You divided the counts by all rows: p(k | L) is a share of the left side only.",
            ),
            Mistake(gini_drop, "That is the reduction of Gini: for two classes, twice as much."),
        ],
        solution="def twoing(left, right):\n"
        "    n = sum(left) + sum(right)\n"
        "    pairs = zip(left, right)\n"
        "    apart = sum(abs(a / sum(left) - b / sum(right)) for a, b in pairs)\n"
        "    return sum(left) / n * sum(right) / n / 4 * apart**2",
        explanation="For two classes it is half of what Gini loses, so it chooses the same.",
        items=("R32",),
        points=2,
        minutes=8,
    ),
    Exercise(
        "07.10",
        "True or false? Give a list of five, such as `[True, True, False, True, False]`.\n\n"
        "1. *Gini index* and *Gini impurity* of a node are the same number.\n"
        "2. The *Gini coefficient* of incomes is the same number, too.\n"
        "3. A Gini reduction of 0.1 is worth more than an information gain of 0.05 bits.\n"
        "4. The remainder of one book is the weighted impurity of the children in another.\n"
        "5. With three classes the Gini index can be 0.9.",
        title="Five claims about names",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "Which of them are two names, and which are two things?",
            "For 3, ask for the unit of each number. For 5, take three classes with equal shares.",
            "Three equal shares: 1 − 3 · (1/3)².",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1 again: both are 1 − Σ p².",
            "Look at 2 again: that coefficient measures how unevenly incomes are spread.",
            "Look at 3 again: one is a chance, the other a number of bits. Can they be compared?",
            "Look at 4 again: write both formulas side by side.",
            "Look at 5 again: which shares make the lottery worst, and how bad is it then?",
        ),
        solution=f"answer_10 = {CLAIMS}",
        explanation="One thing with many names, and one name for two things.",
        items=("R51", "P33", "K44"),
        points=2,
        minutes=4,
    ),
]
