"""What the extra on the family of C4.5 asks: another measure, another tree."""

import math

from dtcourse.judging.items import Check, Guess, Mistake
from dtlab import counts, entropy, gain_ratio, information_gain, load


def ratios(name, **options):
    """The gain ratio of each feature of a data set."""
    data = load(name, **options)
    return {feature: gain_ratio(data.X[feature], data.y) for feature in data.features}


def winner(name, **options):
    """The feature with the highest gain ratio."""
    found = ratios(name, **options)
    return max(found, key=found.get)


def steep(measure):
    """A measure of ELEVATION and VEGETATION among the steep regions."""
    land = load("vegetation")
    rows = land.X["SLOPE"] == "steep"
    return measure(land.X["ELEVATION"][rows], land.y[rows])


ITEMS = [
    Guess(
        "06.p3",
        "Which feature of the seven regions has the highest gain ratio?",
        options=["STREAM", "SLOPE", "ELEVATION"],
        answer=lambda: winner("vegetation"),
        explanation=lambda: (
            f"SLOPE has {ratios('vegetation')['SLOPE']:.4f}, ELEVATION "
            f"{ratios('vegetation')['ELEVATION']:.4f}. ELEVATION tells more, but spreads seven "
            "regions over four branches: its answer costs more than it tells in addition."
        ),
        why={
            "ELEVATION": "It has the highest gain, and also the most expensive answer.",
            "STREAM": "Its answer is the cheapest, but it tells least.",
        },
        items=("K42",),
    ),
    Check(
        "06.t1",
        "What is the gain ratio of ELEVATION among the five steep regions?",
        answer=lambda: steep(gain_ratio),
        hints=(
            "Keep the rows with SLOPE = steep. Which heights do they have, and how often?",
            "Gain: the entropy of 3, 1 and 1, minus 2/5 of one bit. Split information: the heights "
            "come 2, 2 and 1 times.",
            "`rows = land.X['SLOPE'] == 'steep'`, then `gain_ratio(land.X['ELEVATION'][rows], "
            "land.y[rows])`.",
        ),
        mistakes=[
            Mistake(lambda: steep(information_gain), "That is the gain: now divide it."),
            Mistake(lambda: steep(lambda x, y: entropy(counts(x))), "That is only the divisor."),
            Mistake(
                lambda: steep(information_gain) / math.log2(3),
                "You divided by log₂ 3, as if the three heights were equally frequent.",
            ),
            Mistake(
                lambda: steep(lambda x, y: information_gain(x, y) / entropy(counts(y))),
                "You divided by the entropy of the class: take that of ELEVATION.",
            ),
            Mistake(lambda: ratios("vegetation")["ELEVATION"], "Keep the five steep regions only."),
        ],
        solution="rows = land.X['SLOPE'] == 'steep'\n"
        "answer = gain_ratio(land.X['ELEVATION'][rows], land.y[rows])",
        explanation="STREAM has less, so ELEVATION is asked next, as in the figure above.",
        points=1,
        minutes=5,
        items=("K42",),
    ),
]
