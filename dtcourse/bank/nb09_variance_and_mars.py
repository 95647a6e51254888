"""What the extra of notebook 09 on variance and MARS asks."""

from functools import cache

from dtcourse.judging.items import Check, Guess, Mistake
from dtlab import load, variance, work

from .nb09 import left_over

DOUBTFUL = (1, 8, 14)  # rows of hours_played that public versions give otherwise


@cache
def root_with(*rows):
    """The root of hours_played when these rows have the public numbers."""
    hours, public = load("hours_played"), load("hours_played_public")
    changed = hours.y.where(~hours.y.index.isin(rows), public.y)
    return work.variances(hours.X, changed).result


def single_cells():
    """The doubtful rows that change the root when they alone are changed."""
    return [row for row in DOUBTFUL if root_with(row) != root_with()]


@cache
def rainy_days():
    """Windy and Hours of the rainy days."""
    hours = load("hours_played")
    rainy = hours.X["Outlook"] == "Rainy"
    return hours.X["Windy"][rainy], hours.y[rainy]


def windy_on_rainy_days(**how):
    """The variance that is left on the rainy days once Windy is known."""
    return left_over(*rainy_days(), cut=0, **how)


def windy_on_all_days():
    """A mistake: the days that are not rainy are in it too."""
    hours = load("hours_played")
    return left_over(hours.X["Windy"], hours.y, cut=0)


ITEMS = [
    Guess(
        "09.p3",
        "How many of the three numbers must change until the root is another one?",
        options=["one is enough", "two", "all three"],
        answer=lambda: "one is enough" if single_cells() else "two",
        explanation=lambda: (
            f"Row {single_cells()[0]} alone turns the root from {root_with()} into "
            f"{root_with(*single_cells())}; the other two alone do not."
        ),
        items=("E17",),
    ),
    Check(
        "09.t1",
        "On the five Rainy days of the table: the weighted variance of Hours after "
        "asking Windy, with n.",
        answer=windy_on_rainy_days,
        tolerance=0.01,
        hints=(
            "Write down the hours of the rainy days: once with wind, once without.",
            "In each group: the mean, the squared distances from it, their average.",
            "Weights: 3/5 for the days without wind, 2/5 for the days with.",
        ),
        mistakes=[
            Mistake(lambda: windy_on_rainy_days(ddof=1), "That is with n − 1: divide by n."),
            Mistake(
                lambda: windy_on_rainy_days(weighted=False),
                "The groups have 3 and 2 days: weight them by 3/5 and 2/5.",
            ),
            Mistake(
                lambda: variance(rainy_days()[1]) - windy_on_rainy_days(),
                "That is the gain. The question asks for what is left.",
            ),
            Mistake(
                lambda: variance(rainy_days()[1]), "That is before the question: split the days."
            ),
            Mistake(windy_on_all_days, "That is on all fourteen days: keep the rainy ones."),
            Mistake(
                lambda: len(rainy_days()[1]) * windy_on_rainy_days(),
                "Those are the squared distances, added up: divide by the five days.",
            ),
        ],
        explanation="The variance of each side counts with its share of the days.",
        solution='rainy = hours.X["Outlook"] == "Rainy"\n'
        'answer = remainder(hours.X["Windy"][rainy], hours.y[rainy], variance)',
        points=1,
        minutes=5,
        items=("G30", "K54"),
    ),
]
