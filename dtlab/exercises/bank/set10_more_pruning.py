"""The graded exercise of the extra on more pruning: claims about pessimism, prices and rules."""

from dtlab import extra_errors
from dtlab.exercises.exercise import Exercise
from dtlab.exercises.items import one_wrong

IMPORTS = """
from dtlab import extra_errors
"""
CLAIMS = [True, False, False, True, False]

ITEMS = [
    Exercise(
        "10.4",
        "True or false? Give a list of five, such as `[True, False, True, False, True]`.\n\n"
        "1. While α rises, the cheapest subtree never gets more leaves.\n"
        "2. A cut of reduced-error pruning can raise the number of errors on the validation rows.\n"
        "3. Of two pure leaves, pessimistic pruning charges the larger one fewer errors.\n"
        "4. In five-fold cross-validation, each tree grows on four fifths of the rows.\n"
        "5. Whatever rule pruning leaves could also be had by cutting branches off the tree.",
        title="Five claims about pruning",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "Each claim has a sentence or a small table in notebook 10 or in this extra. Which?",
            "For 3, compare `extra_errors(6, 0)` and `extra_errors(60, 0)`. For 5, look at what "
            "the rainy rule has lost.",
            "1: a higher price never favours the larger tree. 2: when is a node cut? 4: one fold "
            "judges. 5: can a tree lose its root and keep its branches?",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1 again: branches fall off as the price rises. Can one grow back?",
            "Look at 2 again: a node is cut only if the errors as a leaf are no more.",
            "Look at 3 again: the larger leaf has the lower error *rate*. Its errors are that rate "
            "times its rows.",
            "Look at 4 again: five folds, and one of them judges. Who teaches?",
            "Look at 5 again: a rule may lose the condition of the root, and keep the others.",
        ),
        solution="answer_4 = [True, False, False, True, False]",
        explanation=lambda: (
            f"On 3: a pure leaf of 6 rows is charged {extra_errors(6, 0):.2f} errors, one of 60 "
            f"rows {extra_errors(60, 0):.2f}. Per row that is far less, altogether it is more."
        ),
        items=("R61", "R66", "R64", "R67"),
        minutes=5,
    ),
]
