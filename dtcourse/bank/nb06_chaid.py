"""What the extra on CHAID asks: chi-square, p-values, merging."""

from dtcourse.judging.items import Check, Guess, Mistake
from dtlab import chi_square, load


def pair_p(a, b):
    """The p-value of two ticket classes of the Titanic against survival."""
    ship = load("titanic")
    rows = ship.X["class"].isin([a, b])
    return chi_square(ship.X["class"][rows], ship.y[rows]).p_value


def third_class():
    """(people of the third class, survivors among them, share of survivors among all people)."""
    ship = load("titanic")
    third, saved = ship.X["class"] == "3rd", ship.y == "yes"
    return int(third.sum()), int((third & saved).sum()), float(saved.mean())


def whole_table():
    """What chi-square says about all four ticket classes, in words."""
    ship = load("titanic")
    test = chi_square(ship.X["class"], ship.y)
    p = f"p = {test.p_value:.4f}" if test.p_value >= 0.0001 else "p < 0.0001"
    return f"χ² = {test.statistic:.1f} with {test.df} degrees of freedom, and {p}"


ITEMS = [
    Guess(
        "06.p4",
        "Which two classes of people on the Titanic will CHAID merge first?",
        options=["1st and 2nd", "2nd and 3rd", "3rd and Crew"],
        answer="3rd and Crew",
        explanation=lambda: (
            f"Their p-value is {pair_p('3rd', 'Crew'):.2f}, the only one above 0.05 among all "
            "people: about one in four survived in both groups."
        ),
        why={
            "1st and 2nd": "Neighbours on the ship, but far apart in survival.",
            "2nd and 3rd": "In the second class many more survived than in the third.",
        },
        items=("R33",),
    ),
    Check(
        "06.t3",
        "If the class made no difference: how many of the 706 people of the third class would be "
        "expected to survive?",
        answer=lambda: third_class()[0] * third_class()[2],
        tolerance=0.1,
        hints=(
            "Without any difference, each group has the same share of survivors.",
            "That share is 711 of 2201.",
            "Row sum × column sum / all: 706 × 711 / 2201.",
        ),
        mistakes=[
            Mistake(lambda: third_class()[1], "That is how many did survive: the observed count."),
            Mistake(
                lambda: third_class()[0] / 2, "Half would be right if half of all had survived."
            ),
            Mistake(
                lambda: third_class()[2], "That is the share of survivors: times how many people?"
            ),
            Mistake(
                lambda: third_class()[0] * (1 - third_class()[2]),
                "That is how many would be expected to die.",
            ),
        ],
        solution="answer = 706 * 711 / 2201",
        explanation=lambda: (
            f"Only {third_class()[1]} did. Is that more than luck? For the whole table of class "
            f"and survival {whole_table()}."
        ),
        points=1,
        minutes=3,
        items=("R33",),
    ),
]
