"""What the extra on Spark's inside asks."""

from dtcourse.judging.items import Guess

ITEMS = [
    Guess(
        "14.p1",
        "One tree costs Spark a certain number of jobs. How many does a forest of ten trees cost?",
        options=["about ten times as many", "about as many", "about half as many"],
        answer="about as many",
        explanation="The trees of a forest do not wait for each other: one pass over the rows "
        "counts for all of them, while the counts fit into memory. Boosting has to finish a tree "
        "before it begins the next.",
        why={
            "about ten times as many": "That would be so if each tree had to wait for the one "
            "before it.",
            "about half as many": "Each level of a tree still needs its pass.",
        },
        items=("K83",),
    ),
]
