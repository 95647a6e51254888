"""The graded exercise of the extra on more pruning: claims about luck, pessimism and rules."""

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import one_wrong
from dtlab import extra_errors

IMPORTS = """
from dtlab import extra_errors
"""
CLAIMS = [True, False, False, True, False]

ITEMS = [
    Exercise(
        "10.4",
        "True or false? Give a list of five, such as `[True, False, True, False, True]`.\n\n"
        "1. The best of a hundred useless thresholds passes a chi-square test at 5 % more often "
        "than one useless threshold that was fixed beforehand.\n"
        "2. Reduced-error pruning in the greedy order always ends at the same tree as in one pass "
        "from the bottom up.\n"
        "3. Of two pure leaves, pessimistic pruning charges the larger one fewer errors.\n"
        "4. Of all subtrees, none makes fewer errors on the validation rows than the one that "
        "reduced-error pruning finds from the bottom up.\n"
        "5. Whatever rule pruning leaves could also be had by cutting branches off the tree.",
        title="Five claims about pruning",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "Each claim has a sentence or a small table in this extra. Which?",
            "For 3, compare `extra_errors(6, 0)` and `extra_errors(60, 0)`. For 5, look at what "
            "the rainy rule has lost.",
            "1: what does the best of many tries have on its side? 2 and 4: compare the errors of "
            "the two orders. 5: can a tree lose its root and keep its branches?",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1 again: among a hundred tries, the best looks good by luck.",
            "Look at 2 again: on the patients, do both orders leave equally many errors?",
            "Look at 3 again: the larger leaf has the lower error *rate*. Its errors are that rate "
            "times its rows.",
            "Look at 4 again: each node keeps the better of leaf and branches, and the branches "
            "are already the best there are.",
            "Look at 5 again: a rule may lose the condition of the root, and keep the others.",
        ),
        solution="answer_4 = [True, False, False, True, False]",
        explanation=lambda: (
            f"On 3: a pure leaf of 6 rows is charged {extra_errors(6, 0):.2f} errors, one of 60 "
            f"rows {extra_errors(60, 0):.2f}. Per row that is far less, altogether it is more."
        ),
        items=("R62", "R66", "R64", "R67"),
        minutes=5,
    ),
]
