"""What the extra of notebook 08 on diagonals and bins asks."""

import dtlab
from dtcourse.judging.items import Check, Guess, Mistake
from dtlab import load, work


def staircase():
    """The leaves of CART on the 200 points of the notebook, coloured by a > b."""
    import numpy as np
    import pandas as pd

    points = pd.DataFrame(np.random.default_rng(0).random((200, 2)), columns=["a", "b"])
    return dtlab.CART().fit(points, points["a"] > points["b"]).get_n_leaves()


def humidity(outlook=None):
    """The best threshold of humidity on the days of one outlook, or on all."""
    golf = load("play_golf_numeric")
    days = golf.X["outlook"] == outlook if outlook else golf.y.notna()
    return work.thresholds(golf.X["humidity"][days], golf.y[days]).result


ITEMS = [
    Guess(
        "08.p3",
        "200 random points, coloured by: is a larger than b? How many leaves will the tree need?",
        options=["2", "3 to 6", "more than 10"],
        answer=lambda: "more than 10" if staircase() > 10 else "3 to 6",
        explanation=lambda: (
            f"{staircase()} leaves. The rule compares two numbers, but a tree compares one number "
            "with a constant: it needs a staircase of boxes along the slope."
        ),
        why={"2": "Two would do if the tree could ask whether a > b. It cannot."},
        items=("R52",),
    ),
    Check(
        "08.t1",
        "Among the sunny days of the golf table: which threshold of humidity has the highest gain?",
        answer=lambda: humidity("sunny"),
        hints=(
            "Keep the five rows with outlook *sunny*, and sort them by humidity.",
            "The class changes once. The threshold lies half-way between the two neighbours.",
            "`sunny = golf.X['outlook'] == 'sunny'`, then `work.thresholds(golf.X['humidity']"
            "[sunny], golf.y[sunny])`.",
        ),
        mistakes=[
            Mistake(humidity, "That is the best threshold on all days: keep the sunny ones."),
            Mistake(70, "That is the neighbour below: go half-way to the one above."),
            Mistake(85, "That is the neighbour above: go half-way to the one below."),
            Mistake(75, "C4.5 would say so: a value of the table. Here we go half-way."),
        ],
        solution="sunny = golf.X['outlook'] == 'sunny'\n"
        "answer = work.thresholds(golf.X['humidity'][sunny], golf.y[sunny]).result",
        explanation="It separates the classes of the sunny days completely.",
        points=1,
        minutes=4,
        items=("K47", "K48"),
    ),
]
