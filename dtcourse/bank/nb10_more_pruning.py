"""What the extra on more pruning asks: a test of luck, and Quinlan's pessimism."""

from dtcourse.judging.items import Guess
from dtlab import extra_errors

ENOUGH, TOO_FREE, TOO_STRICT = "about right", "still far too large", "far too small"
KEPT, CUT = "the question with its three leaves", "one leaf"


def charged_below():
    """What the three pure leaves of Quinlan's example are charged together."""
    return sum(extra_errors(n, 0) for n in (6, 9, 1))


ITEMS = [
    Guess(
        "10.p5",
        "At the usual level of 5 %, the trees of the patients will be",
        options=[ENOUGH, TOO_FREE, TOO_STRICT],
        answer=TOO_FREE,
        explanation="At 0.05 they fit the training rows far better than the validation rows. On "
        "those they do better at a far stricter level.",
        why={
            ENOUGH: "That is what the level promises for one question. The tree tries hundreds at "
            "every node and takes the best.",
            TOO_STRICT: "A test with many tries lets too much through, not too little.",
        },
        items=("R62", "R25"),
    ),
    Guess(
        "10.p6",
        "Three pure leaves with 6, 9 and 1 rows, or one leaf with 1 error among 16: what does "
        "pessimistic pruning keep?",
        options=[KEPT, CUT],
        answer=CUT,
        explanation=lambda: (
            f"The three leaves are charged {charged_below():.2f} errors together, the one leaf "
            f"{1 + extra_errors(16, 1):.2f}. So the question goes, although it was perfect on the "
            "training rows."
        ),
        why={
            KEPT: "It makes no error on the training rows. But three small leaves promise little."
        },
        items=("R64",),
    ),
]
