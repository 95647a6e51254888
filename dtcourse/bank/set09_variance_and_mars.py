"""The graded exercise of the extra on variance and MARS: a bent line."""

from functools import partial
from inspect import getsource

import numpy as np

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake

IMPORTS = """
import numpy as np

from dtlab import MARS, work
"""


# ── 09.7 a bent line ────────────────────────────────────────────────────────────────────────────


def straight(h, y):
    """What the straight line through (h, y) with the smallest squared error says."""
    columns = np.column_stack([np.ones(len(h)), h])
    return columns @ np.linalg.lstsq(columns, y, rcond=None)[0]


def errors_of(x, y, t, hinge=lambda x, t: x - t, power=2):
    """How far the line bent at t is from y: squared distances, added up."""
    h = np.maximum(0, hinge(np.array(x), t))
    return float((np.abs(y - straight(h, y)) ** power).sum())


def best_knot(x, y, knots=lambda x: np.unique(x)[:-1], choose=min, **how):
    """The knot whose hinge leaves the smallest errors."""
    return float(choose(knots(x), key=lambda t: errors_of(x, y, t, **how)))


def between(x):
    """Half-way between neighbours: a tree's candidates."""
    values = np.unique(x)
    return (values[1:] + values[:-1]) / 2


ITEMS = [
    Exercise(
        "09.7",
        "A small MARS, with one hinge: it says a + b·max(0, x − t). For a knot t, let h be the "
        "list of all max(0, x − t). `straight(h, y)` of the cell below gives what the straight "
        "line with the smallest squared error says for each row.\n\n"
        "Write `best_knot(x, y)`: try every different value of x, except the largest, as the knot "
        "t, and return the one with the smallest sum of squared errors. In the tests no two are "
        "equally good.\n\n"
        "For example, `best_knot([1, 2, 3, 4], [5, 5, 7, 9])` is 2: flat up to 2, then rising.",
        title="Where does it bend?",
        kind="harder",
        fresh=True,
        setup=getsource(straight) + "\n\nstraight([0, 0, 1, 2], [5, 5, 7, 9])",
        starter="def best_knot(x, y):\n    return ...",
        answer=best_knot,
        tests=[
            Case([1, 2, 3, 4], [5, 5, 7, 9], says="the example"),
            Case([20, 30, 40, 50, 60], [300, 302, 299, 401, 498], says="rents of flats"),
            Case([5, 1, 4, 3, 6, 2], [9, 20, 13, 17, 6, 19], says="not sorted, and falling"),
            Case([0, 1, 2, 3, 4, 5, 6, 7], [2, 0, 0, 2, 14, 8, 13, 19], says="one wild value"),
            Case([2, 4, 6, 8, 10], [3, 8, 12, 12, 13], says="rising from the first value on"),
        ],
        hidden=[
            Case([-4, -3, -2, -1, 0], [2, 2, 2, 5, 8], says="numbers below zero"),
            Case([1, 1, 2, 2, 3, 3, 4], [1, 1, 1, 1, 4, 4, 7], says="equal numbers"),
        ],
        hints=(
            "A tree tries thresholds and keeps the best. What plays that role here?",
            "For each t make h, ask `straight(h, y)` for the answers, and measure how far they "
            "are from y. Keep the t with the smallest measure.",
            "`h = np.maximum(0, np.array(x) - t)`, then `((y - straight(h, y)) ** 2).sum()`; the "
            "candidates are `np.unique(x)[:-1]`.",
        ),
        mistakes=[
            Mistake(
                partial(best_knot, knots=between, hinge=lambda x, t: x > t),
                "That is the best threshold of a tree, with steps: use hinges.",
            ),
            Mistake(
                partial(best_knot, knots=between),
                "It tries the midpoints: here a knot is one of the values of x.",
            ),
            Mistake(
                partial(best_knot, hinge=lambda x, t: t - x),
                "Your hinge is max(0, t − x), which falls until t: here it is max(0, x − t).",
            ),
            Mistake(
                partial(best_knot, hinge=lambda x, t: x > t),
                "Those are steps, 0 or 1: a hinge rises on, max(0, x − t).",
            ),
            Mistake(
                partial(best_knot, choose=max), "It keeps the largest error: keep the smallest."
            ),
            Mistake(
                partial(best_knot, knots=lambda x: x[:-1]),
                "It leaves out the last number of the list: leave out the largest.",
            ),
            Mistake(
                partial(best_knot, knots=lambda x: np.unique(x)[1:-1]),
                "It leaves out the smallest value too: that one is a candidate.",
            ),
            Mistake(
                lambda x, y: errors_of(x, y, best_knot(x, y)),
                "It returns the smallest sum of errors: return the knot that has it.",
            ),
            Mistake(
                partial(best_knot, power=1),
                "It adds the errors by their size: square them.",
            ),
        ],
        solution="def best_knot(x, y):\n"
        "    def error(t):\n"
        "        h = np.maximum(0, np.array(x) - t)\n"
        "        return ((y - straight(h, y)) ** 2).sum()\n\n"
        "    return min(np.unique(x)[:-1], key=error)",
        explanation="MARS does this for every feature, with pairs of hinges, again and again.",
        items=("R34",),
        points=3,
        minutes=14,
    ),
]
