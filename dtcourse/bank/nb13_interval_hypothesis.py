"""What the extra of notebook 13 on the interval hypothesis asks."""

from dtcourse.judging.items import Guess

FIRST, ALL, NONE = "only the first", "all three", "none of them"

ITEMS = [
    Guess(
        "13.p4",
        "Which of the three stages could a learner of intervals on TEMP have found? It always "
        "takes the interval that leaves the smallest squared error.",
        options=[NONE, FIRST, ALL],
        answer=FIRST,
        explanation="In the first stage the best interval leaves the same error as their stump. In "
        "the others the best interval leaves less, so a learner of intervals would have taken it.",
        why={
            NONE: "The first stage fits: the days in the middle share an answer.",
            ALL: "For that no interval may leave less than their stump, in any stage.",
        },
        items=("E02", "K80"),
    ),
]
