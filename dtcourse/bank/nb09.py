"""What notebook 09 asks: variance and its divisors, means in leaves, bounded answers."""

from functools import cache

import numpy as np

from dtcourse.judging.items import Case, Check, Guess, Mistake, Question, Quiz
from dtlab import load, variance, work

RISING = "it goes on rising by 20 a month"
LEVEL = "it stays at the level of the last months"
MEAN = "it falls back to the mean of all months"
SUMMER = (3000, 5800, 6200)


@cache
def season_and_work_day():
    """The weighted variances of the bike rentals."""
    return {term.label: term.value for term in work.variances(load("bike_rentals")).terms}


def left_over(x, y, cut, ddof=0, weighted=True):
    """The variance that is left after x ≤ cut."""
    parts = [y[x <= cut], y[x > cut]]
    shares = [len(part) / len(y) if weighted else 0.5 for part in parts]
    return sum(s * variance(p, ddof=ddof) for s, p in zip(shares, parts, strict=True))


def midpoints(x):
    """Half-way between neighbours in x."""
    return (x[1:] + x[:-1]) / 2


def best_threshold(x, y, **how):
    """The reference of 09.t2."""
    return min(midpoints(np.unique(x)), key=lambda cut: left_over(x, y, cut, **how))


def a_value(x, y):
    """A mistake: a value of the data instead of a midpoint."""
    return min(np.unique(x)[:-1], key=lambda cut: left_over(x, y, cut))


def worst_threshold(x, y):
    """A mistake: the largest weighted variance, as if it were a gain."""
    return max(midpoints(np.unique(x)), key=lambda cut: left_over(x, y, cut))


def one_side(x, y):
    """A mistake: only the rows up to the cut are looked at."""
    return min(midpoints(np.unique(x)), key=lambda cut: variance(y[x <= cut]))


def in_table_order(x, y):
    """A mistake: neighbours in the order of the table."""
    cuts = [cut for cut in midpoints(x) if cut < x.max()]
    return min(cuts, key=lambda cut: left_over(x, y, cut))


TEMP = np.array([4.0, 5, 7, 12, 18, 23, 27, 28, 32, 35])
BIKES = np.array([602.0, 750, 913, 1229, 1827, 2246, 2127, 1714, 838, 625])
MIXED = np.array([5.0, 1, 9, 3, 7, 2, 8])
JUMPY = np.array([4.0, 1, 12, 2, 9, 0, 6])
EQUAL = np.array([1.0, 1, 2, 2, 3, 3, 4, 9])
SPIKY = np.array([8.0, 0, 0, 4, 1, 9, 8, 5])

ITEMS = [
    Guess(
        "09.p1",
        "Which question leaves the smaller weighted variance of RENTALS?",
        options=["SEASON", "WORK DAY"],
        answer=lambda: min(season_and_work_day(), key=season_and_work_day().get),
        explanation=lambda: (
            f"SEASON leaves {season_and_work_day()['SEASON']:,.0f}, WORK DAY leaves "
            f"{season_and_work_day()['WORK DAY']:,.0f}. In winter and autumn the days are alike."
        ),
        why={
            "WORK DAY": "In spring and summer it matters very much; but asked first, it puts cold "
            "and warm days into one group."
        },
        items=("K54", "K57"),
    ),
    Guess(
        "09.p2",
        "The three summer days have 3000, 5800 and 6200 rentals. Which single answer has the "
        "smallest mean squared error?",
        options=["4600, half-way between the ends", "5000, the mean", "5800, the middle one"],
        answer="5000, the mean",
        explanation=lambda: (
            f"At the mean the squared error is {variance(SUMMER):,.0f} on average; any other "
            "answer adds its squared distance from the mean."
        ),
        why={
            "4600, half-way between the ends": "It looks at the two ends only. Two of the three "
            "days lie near the upper one, and each counts.",
            "5800, the middle one": "The median is the best answer if an error counts by its size. "
            "Here it counts by its square, so the far-off 3000 pulls harder.",
        },
        items=("K58", "R68"),
    ),
    Guess(
        "09.p4",
        "What does the tree say about the months after the known ones?",
        options=[RISING, LEVEL, MEAN],
        answer=LEVEL,
        explanation="Every later month gives the same answers as the last known ones, lands in "
        "the same leaf, and gets the mean of that leaf.",
        why={
            RISING: "That is what the line does. A leaf holds a number, not a slope.",
            MEAN: "That is what a tree without questions says. This one asks for the month.",
        },
        items=("R68",),
    ),
    Quiz(
        "09",
        [
            Question(
                "What does a leaf of a regression tree say?",
                ["the mean of its rows", "the most frequent number", "the nearest row's number"],
                "the mean of its rows",
                {
                    "the mean of its rows": "Of all single answers it has the smallest MSE.",
                    "the most frequent number": "That is for classes; numbers are often all "
                    "different.",
                    "the nearest row's number": "A leaf does not look at distances of rows.",
                },
            ),
            Question(
                "A tree's R² on new rows is below 0. What does that mean?",
                ["its RMSE is negative", "always saying the mean would do better", "a wrong sign"],
                "always saying the mean would do better",
                "R² compares with the mean of the new rows, which scores 0. An RMSE is never "
                "negative.",
            ),
            Question(
                "All training targets lie between 20 and 90. The tree can predict",
                ["any number", "nothing above 90", "nothing above the mean"],
                "nothing above 90",
                "Each answer is the mean of some training targets, and lies between their ends.",
            ),
            Question(
                "A category has 6 values, the target is a number. To find the best two groups, "
                "CART tries",
                ["31 groupings", "6 groupings", "5 groupings"],
                "5 groupings",
                "Sort the 6 values by their mean: 5 gaps. There are 31 groupings in all, but only "
                "these cuts can win.",
            ),
            Question(
                "Shuffling the target over the rows left the information gain as it was. Why?",
                [
                    "all its numbers differ, so each is a class of its own",
                    "the gain does not look at the target",
                    "shuffling changes the mean of no branch",
                ],
                "all its numbers differ, so each is a class of its own",
                "Each branch then holds as many classes as rows, whichever they are. The means of "
                "the branches do change, and the variance notices.",
            ),
        ],
    ),
    Check(
        "09.t2",
        "Write `best_threshold(x, y)` for two arrays: the midpoint with the smallest weighted "
        "variance.",
        answer=best_threshold,
        starter="def best_threshold(x, y):\n    return ...",
        tests=[
            Case(TEMP, BIKES, says="the ten days"),
            Case(MIXED, JUMPY, says="x is not sorted"),
            Case(EQUAL, SPIKY, says="equal values"),
        ],
        hidden=[Case(-TEMP, BIKES, says="negative temperatures")],
        hints=(
            "np.unique(x) gives the different values, sorted. The midpoints lie between them.",
            "For a cut: y[x <= cut] and y[x > cut] are the two sides.",
            "Weight each side's variance by its share of the rows; keep the cut with the least.",
        ),
        mistakes=[
            Mistake(
                lambda x, y: best_threshold(x, y, weighted=False),
                "Weight each side by its share of the rows.",
            ),
            Mistake(
                lambda x, y: best_threshold(x, y, ddof=1),
                "Divide by n here: variance(side) without ddof=1.",
            ),
            Mistake(one_side, "It looks at one side of the cut only: weight and add up both."),
            Mistake(
                lambda x, y: variance(y) - left_over(x, y, best_threshold(x, y)),
                "It returns the largest variance gain: return the threshold that has it.",
            ),
            Mistake(a_value, "The threshold is half-way between two values, not one of them."),
            Mistake(worst_threshold, "It keeps the largest weighted variance: keep the smallest."),
            Mistake(
                lambda x, y: left_over(x, y, best_threshold(x, y)),
                "It returns the smallest weighted variance: return the threshold that has it.",
            ),
            Mistake(
                lambda x, y: best_threshold(np.sort(x), y),
                "The targets must move along when the numbers are sorted.",
            ),
            Mistake(in_table_order, "Sort the values before you look for neighbours."),
        ],
        explanation=(
            "Every midpoint between neighbouring values is tried, and the one that "
            "leaves the smallest weighted variance wins."
        ),
        solution="def best_threshold(x, y):\n    values = np.unique(x)\n"
        "    cuts = (values[1:] + values[:-1]) / 2\n"
        "    def left(cut):\n"
        "        sides = y[x <= cut], y[x > cut]\n"
        "        return sum(len(side) / len(y) * variance(side) for side in sides)\n"
        "    return min(cuts, key=left)",
        points=2,
        minutes=10,
        items=("K54",),
    ),
]
