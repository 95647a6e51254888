"""The graded exercises of the extra on the interval hypothesis."""

from statistics import fmean

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake

IMPORTS = """
from statistics import mean
"""


# ── 13.9 the best interval ──────────────────────────────────────────────────────────────────────


def left_by(inside, outside):
    """The squared error that the means of two groups leave."""
    groups = [group for group in (inside, outside) if group]
    return sum((v - fmean(group)) ** 2 for group in groups for v in group)


def interval(y, first=0, widest=None):
    """The smallest error of one interval of neighbours, from `first` on, of at most this width."""
    n = len(y)
    ends = [(i, j) for i in range(first, n) for j in range(i + 1, n + 1)]
    return min(left_by(y[i:j], y[:i] + y[j:]) for i, j in ends if j - i <= (widest or n))


def one_cut(y):
    """A mistake: the smallest error of one threshold."""
    return min(left_by(y[:i], y[i:]) for i in range(1, len(y)))


def three_groups(y):
    """A mistake: the days before and after the interval have their own means."""
    n = len(y)
    ends = [(i, j) for i in range(1, n - 1) for j in range(i + 1, n)]
    return min(left_by(y[:i], y[i:j]) + left_by(y[j:], []) for i, j in ends)


# ── 13.10 where to start ────────────────────────────────────────────────────────────────────────

Y = [6, 8, 10, 16]
RATE, STEPS = 0.5, 3


def reached(start, steps=STEPS):
    """What boosting with full trees says of the last row: each step goes half of the way."""
    said = start
    for _ in range(steps):
        said += RATE * (Y[-1] - said)
    return said


ITEMS = [
    Exercise(
        "13.9",
        "Write `best_interval(y)`. `y` is a list of numbers, one per day, from cold to hot. Choose "
        "an interval of neighbouring days: the days inside share one answer, their mean, and all "
        "days outside, before *and* after it, share another, their mean. Return the smallest sum "
        "of squared errors that an interval can leave. (The interval may begin with the first day "
        "or end with the last; if it holds all days, nobody is outside.)",
        title="The best interval",
        kind="function",
        fresh=True,
        starter="def best_interval(y):\n    return ...",
        answer=interval,
        tests=[
            Case([1, 9, 9, 1], says="low, high, low: nothing is left"),
            Case([1, 2, 8, 9, 3], says="not quite"),
            Case([9, 9, 1, 1], says="at the edge"),
            Case([5, 1, 5, 5, 9], says="one day that is lower, one that is higher"),
        ],
        hidden=[
            Case([4], says="a single day"),
            Case([2, 7, 3, 8, 1, 6], says="up and down"),
            Case([-3, 5, 5, -2, -4], says="negative numbers"),
        ],
        hints=(
            "Two loops: where the interval begins, and where it ends.",
            "`inside = y[i:j]` and `outside = y[:i] + y[j:]`, for all i < j.",
            "Squared errors of both groups from their own means; keep the smallest sum. An empty "
            "group leaves 0.",
        ),
        mistakes=[
            Mistake(
                lambda y: one_cut(y) if len(y) > 1 else 0.0,
                "That is one threshold, which makes two groups of neighbours. An interval may lie "
                "in the middle.",
            ),
            Mistake(
                lambda y: three_groups(y) if len(y) > 2 else 0.0,
                "The days before and after your interval have means of their own. They share one.",
            ),
            Mistake(
                lambda y: interval(y, widest=1),
                "Your interval is one day wide: let it end later too.",
            ),
        ],
        solution="def best_interval(y):\n"
        "    lowest = float('inf')\n"
        "    for i in range(len(y)):\n"
        "        for j in range(i + 1, len(y) + 1):\n"
        "            error = 0\n"
        "            for group in (y[i:j], y[:i] + y[j:]):\n"
        "                error += sum((v - mean(group)) ** 2 for v in group)\n"
        "            lowest = min(lowest, error)\n"
        "    return lowest",
        explanation="A stump leaves at least as much: a threshold is an interval that begins at "
        "the edge.",
        items=("E02", "K80"),
        points=2,
        minutes=12,
    ),
    Exercise(
        "13.10",
        f"Four rows have the targets {', '.join(map(str, Y))}. Boosting with *full* trees (each "
        f"row has its own leaf), squared error and a learning rate of {RATE} takes {STEPS} steps, "
        "once from the mean and once from 0. How much larger is the prediction for the last row "
        "when it starts from the mean?",
        title="Two starts",
        kind="number",
        fresh=True,
        answer=reached(fmean(Y)) - reached(0),
        hints=(
            "A full tree answers each row's own residual. What does half of it do to the distance?",
            "After each step half of the distance to the target is left, from either start.",
            "The two starts differ by the mean; that difference too is halved three times.",
        ),
        mistakes=[
            Mistake(0.0, "At full steps they would agree. Here each step goes only half the way."),
            Mistake(fmean(Y), "That is the difference at the start. Three steps shrink it."),
            Mistake(
                fmean(Y) * RATE * STEPS,
                "You took half of the first difference three times. A step halves what is *left*.",
            ),
            Mistake(
                fmean(Y) * RATE**2,
                "That is after two steps. There is one more.",
            ),
            Mistake(reached(fmean(Y)), "That is the prediction from the mean. Subtract the other."),
        ],
        solution=f"answer_10 = mean({Y}) * {RATE}**{STEPS}",
        explanation="With many steps the start is forgotten; with few small ones it is not.",
        items=("X24", "K82"),
        minutes=6,
    ),
]
