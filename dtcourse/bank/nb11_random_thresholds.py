"""What the extra on random thresholds asks: two bells, and mean or mode."""

from dtcourse.judging.items import Guess
from dtlab.ensembles.gaussians import mode_of_gaussians

VAGUE, MIDDLE, SURE = "near 40", "near 44", "near 48"
MEAN, MODE = "the mean", "the mode"

ITEMS = [
    Guess(
        "11.p5",
        "One leaf says 40 and is vague, another says 48 and is sure. Where is the mode of their "
        "summed bells?",
        options=[VAGUE, MIDDLE, SURE],
        answer=SURE,
        explanation=lambda: (
            f"At {mode_of_gaussians([40, 48], [100, 9]):.2f}: the sure leaf has the narrow, high "
            "bell, and the vague one hardly moves its top."
        ),
        why={
            MIDDLE: "That is the mean of the means: it does not ask who is sure.",
            VAGUE: "The vague leaf has a flat bell.",
        },
        items=("G27", "G29"),
    ),
    Guess(
        "11.p6",
        "Predict the travel times. Which rule has the smaller squared error?",
        options=[MEAN, MODE],
        answer=MEAN,
        explanation="It lies between the two groups, so it is never wrong by the whole delay. The "
        "mode is within five minutes far more often, and pays for every late train.",
        why={MODE: "It is right more often. But a large error counts squared."},
        items=("G29",),
    ),
]
