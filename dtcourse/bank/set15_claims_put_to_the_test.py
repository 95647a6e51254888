"""The graded exercise of the extra that puts claims to the test."""

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import one_wrong

IMPORTS = """
import pandas as pd
"""

TRUTH = [False, True, False, True, False]

ITEMS = [
    Exercise(
        "15.5",
        "True or false, by what the extra measured? Give a list of five, such as "
        "`[True, True, False, False, False]`.\n\n"
        "1. If neither of two features tells anything alone, no tree can use them.\n"
        "2. With more rows along a diagonal boundary, a full tree gets more leaves.\n"
        "3. A full tree has good probabilities, because its leaves are pure.\n"
        "4. Columns of pure noise cost nearest neighbours more accuracy than a tree.\n"
        "5. If boosting with 20 rounds is behind a forest, boosting is the worse method there.",
        title="Five claims, measured",
        kind="claim",
        answer=TRUTH,
        hints=(
            "Which kinds of pruning kept the pair of features that interact?",
            "A pure leaf says 0 or 1. What does log-loss do to that where it is wrong?",
            "For 5, look at the last line of the table on handwritten digits.",
        ),
        mistakes=one_wrong(
            TRUTH,
            "Look at 1 again: a full tree, and one pruned afterwards, found the pair.",
            "Look at 2 again: count the leaves for 100 and for 6400 rows.",
            "Look at 3 again: which of the three models had the largest log-loss?",
            "Look at 4 again: compare the three curves at 300 useless columns.",
            "Look at 5 again: what did 60 rounds change?",
        ),
        solution="answer_5 = [False, True, False, True, False]",
        explanation="Each of the false ones is true of *some* tree or setting: say of which.",
        items=("K88", "K92"),
        minutes=4,
    ),
]
