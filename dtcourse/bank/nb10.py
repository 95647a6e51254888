"""What notebook 10 asks: overfitting, two ways to prune, and an honest choice."""

from functools import cache

import numpy as np

import dtlab
from dtcourse.judging.items import Case, Check, Guess, Mistake, Question, Quiz
from dtlab import load

RISES, TURNS = "it rises and stays high", "it rises, then falls again"
BOTH, GROWN, NEITHER = "both", "only cutting after growing", "neither: no column tells a thing"
LOWER, SAME, HIGHER = "it is lower", "about the same", "it is higher"


def moons(n, seed):
    """Points of two kinds, as in the notebook."""
    import pandas as pd
    from sklearn.datasets import make_moons

    X, y = make_moons(n, noise=0.35, random_state=seed)
    return pd.DataFrame(X, columns=["east", "north"]), y


@cache
def by_depth():
    """Accuracy on new moon points for each depth of the tree of the notebook."""
    tree = dtlab.CART().fit(*moons(300, 1)).tree_
    X_new, y_new = moons(20_000, 2)
    tops = [dtlab.limit(tree, max_depth=depth) for depth in range(tree.depth + 1)]
    return [float(np.mean(top.predict(X_new) == y_new)) for top in tops]


@cache
def ward():
    """The post-operative tree, pruned by its six patients."""
    data = load("postop_validation")
    gender = dtlab.ask("GENDER", {"male": "icu", "female": "gen"}, prediction="icu")
    stable = dtlab.ask("STABLE-TEMP", {True: "gen", False: "icu"}, prediction="gen")
    tree = dtlab.ask("CORE-TEMP", {"low": gender, "high": stable}, prediction="icu")
    return dtlab.reduced_error(tree, data.X, data.y)


def look(feature):
    """The step that looks at this question."""
    return next(step for step in ward().steps if step.question.feature == feature)


@cache
def after_pruning():
    """Mean accuracy on validation and judging rows after reduced-error pruning, 12 shuffles."""
    from sklearn.datasets import load_diabetes
    from sklearn.model_selection import train_test_split

    bunch = load_diabetes(as_frame=True, scaled=False)
    y_all = np.where(bunch.target > np.median(bunch.target), "fast", "slow")
    X_rest, _, y_rest, _ = train_test_split(bunch.data, y_all, random_state=0)
    scores = []
    for seed in range(12):
        X, X_judge, y, y_judge = train_test_split(X_rest, y_rest, random_state=seed)
        X, X_valid, y, y_valid = train_test_split(X, y, test_size=1 / 3, random_state=seed)
        full = dtlab.CART().fit(X, y).tree_
        tree = dtlab.reduced_error(full, X_valid, y_valid).tree
        scores.append(
            [np.mean(tree.predict(a) == b) for a, b in ((X_valid, y_valid), (X_judge, y_judge))]
        )
    return np.mean(scores, axis=0)


def within(errors, standard_errors, leaves):
    """The leaves of all trees within one standard error of the best."""
    least = min(range(len(errors)), key=lambda k: errors[k])
    limit = errors[least] + standard_errors[least]
    return [n for error, n in zip(errors, leaves, strict=True) if error <= limit]


def below(errors, standard_errors, leaves):
    """A mistake: a tree exactly at the limit does not count."""
    least = min(range(len(errors)), key=lambda k: errors[k])
    limit = errors[least] + standard_errors[least]
    return min(n for error, n in zip(errors, leaves, strict=True) if error < limit)


def with_least_spread(errors, standard_errors, leaves):
    """A mistake: the limit adds the smallest standard error of all trees."""
    limit = min(errors) + min(standard_errors)
    return min(n for error, n in zip(errors, leaves, strict=True) if error <= limit)


def with_own_spread(errors, standard_errors, leaves):
    """A mistake: every tree brings its own standard error."""
    least = min(errors)
    rows = zip(errors, standard_errors, leaves, strict=True)
    return min(n for error, spread, n in rows if error - spread <= least)


ITEMS = [
    Guess(
        "10.p1",
        "What does the accuracy on the new rows do while the tree gets deeper?",
        options=[RISES, TURNS, "it falls from the start"],
        answer=TURNS,
        explanation=lambda: (
            f"From {by_depth()[0]:.2f} without a question it rises to {max(by_depth()):.2f}, and "
            f"the full tree is back at {by_depth()[-1]:.2f}. On the training rows it ends at 1."
        ),
        why={
            RISES: "That is what the training rows say, and it is why so many people trust them.",
        },
        items=("R54", "K59"),
    ),
    Guess(
        "10.p2",
        "Which of the two ways finds the riddle's rule?",
        options=[BOTH, GROWN, NEITHER],
        answer=GROWN,
        explanation="At the root neither a nor b alone makes a difference, so an early limit stops "
        "at once, with a coin's accuracy. In the grown tree the lower of the two questions saves "
        "many errors, and it keeps the one above it. Only a tenth stays wrong: the noise.",
        why={
            NEITHER: "True at the root. But once a is asked, b tells everything.",
            BOTH: "To stop early, you must judge at the root, where there is nothing to see yet.",
        },
        items=("K60", "K61"),
    ),
    Guess(
        "10.p3",
        "Which question does the validation set cut?",
        options=["CORE-TEMP", "GENDER", "STABLE-TEMP"],
        answer=lambda: next(step.question.feature for step in ward().steps if step.pruned),
        explanation=lambda: (
            f"Its branches make {look('GENDER').branch_errors:g} errors, as a leaf it makes "
            f"{look('GENDER').leaf_errors:g}: no worse, so it goes."
        ),
        why={
            "STABLE-TEMP": "As a leaf it would say gen, and two patients with a high temperature "
            "that is not stable belong to intensive care.",
            "CORE-TEMP": "As a leaf the root says icu to all six: 1 error. The tree makes 2 errors "
            "at the start, but the pass begins at the bottom: when it comes to the root, GENDER is "
            "cut and no error is left to save.",
        },
        items=("K62", "K63"),
    ),
    Guess(
        "10.p4",
        "Neither the validation rows nor the rows that judge have grown the tree. After the "
        "pruning, how does its accuracy on the rows that judge compare with that on the validation "
        "rows, on average?",
        options=[LOWER, SAME, HIGHER],
        answer=LOWER,
        explanation=lambda: (
            "On average over all twelve shuffles the pruned trees have {:.3f} on validation rows "
            "and {:.3f} on the rows that judge. Each cut was chosen because these validation rows "
            "liked it; part of that was luck, and the luck does not come along.".format(
                *after_pruning()
            )
        ),
        why={
            SAME: "The tree has not learned from either, true. But the pruning has looked at one.",
        },
        items=("K62", "R65", "R66"),
    ),
    Quiz(
        "10",
        [
            Question(
                "A tree makes no error on its training rows. Does it overfit?",
                [
                    "yes, always",
                    "only if another tree does worse there and better on new rows",
                    "no: no error is what we want",
                ],
                "only if another tree does worse there and better on new rows",
                {
                    "yes, always": "Without noise a perfect tree may be the right one.",
                    "only if another tree does worse there and better on new rows": "Mitchell's "
                    "definition: it takes two trees to say so.",
                    "no: no error is what we want": "On new rows, yes. The training rows do not "
                    "tell.",
                },
            ),
            Question(
                "Cost-complexity pruning is",
                ["pre-pruning", "post-pruning", "neither"],
                "post-pruning",
                "You may read that it is pre-pruning. But all trees of the path are cut from the "
                "full one: nothing is stopped early.",
            ),
            Question(
                "In reduced-error pruning, as a leaf a node makes as many validation errors as its "
                "branch. What happens?",
                ["it is cut", "it stays", "a coin decides"],
                "it is cut",
                "No worse is enough: the smaller tree wins ties.",
            ),
            Question(
                "In 10-fold cross-validation, how often does each row judge a tree?",
                ["nine times", "ten times", "once"],
                "once",
                {
                    "once": "In the turn in which its fold is left out.",
                    "nine times": "That is how often it teaches.",
                    "ten times": "Then it would judge trees that it has taught.",
                },
            ),
            Question(
                "You tried five depths on the test set and report the best score. That score is",
                ["too low", "fair", "too good"],
                "too good",
                "The best of five has luck in it, and a test set that chose cannot judge any more. "
                "Choose on validation rows, and ask the test rows once.",
            ),
        ],
    ),
    Check(
        "10.t1",
        "100 training rows. A branch with 4 leaves makes 2 errors; as a leaf its node would make "
        "11 errors. At which α does it fall?",
        answer=(11 - 2) / 100 / (4 - 1),
        hints=(
            "Errors saved per additional leaf; errors as shares of the training rows.",
            "The branch saves 11 − 2 errors of 100.",
            "It has 4 leaves in place of 1: divide by 3.",
        ),
        mistakes=[
            Mistake((11 - 2) / 100 / 4, "Divide by the *additional* leaves: 4 in place of 1."),
            Mistake((11 - 2) / 3, "R is a share: divide the errors by the 100 rows."),
            Mistake((11 - 2) / 100, "That is what all leaves save together: share it among them."),
            Mistake((11 - 2) / 100 / 6, "That is a price per node; here the price is per leaf."),
            Mistake(11 / 100 / 3, "The branch makes 2 errors too: only the difference is saved."),
        ],
        explanation="It falls when its extra leaves cost as much as the errors that they save.",
        solution="answer = (11 / 100 - 2 / 100) / (4 - 1)",
        points=1,
        minutes=4,
        items=("R61", "E11"),
    ),
    Check(
        "10.t2",
        "Write `one_se(errors, standard_errors, leaves)`: the leaves of the smallest tree "
        "whose error is at most the smallest error plus the standard error *of that tree*.",
        answer=lambda *lists: min(within(*lists)),
        starter="def one_se(errors, standard_errors, leaves):\n    return ...",
        tests=[
            Case([0.31, 0.30, 0.31, 0.45], [0.02] * 4, [20, 9, 4, 1], says="four trees"),
            Case([0.40, 0.30, 0.45], [0.02] * 3, [20, 9, 1], says="only the best is near enough"),
            Case([0.30, 0.31, 0.35], [0.02, 0.02, 0.06], [12, 6, 2], says="unequal spreads"),
            Case([0.25, 0.375, 0.5], [0.125] * 3, [9, 5, 1], says="exactly at the limit"),
            Case([0.31, 0.45, 0.30, 0.31], [0.02] * 4, [4, 1, 9, 20], says="in any order"),
        ],
        hidden=[
            Case([0.5, 0.2, 0.24, 0.5], [0.1, 0.05, 0.01, 0.4], [9, 7, 3, 1], says="a wild one"),
            Case(
                [0.2, 0.22, 0.24], [0.05, 0.01, 0.01], [9, 5, 2], says="the best is the least sure"
            ),
        ],
        hints=(
            "First find the smallest error and its standard error.",
            "Their sum is the limit. Which trees have an error of at most that?",
            "Of those, return the smallest number of leaves: `min(n for ... if ...)`.",
        ),
        mistakes=[
            Mistake(
                lambda errors, standard_errors, leaves: leaves[errors.index(min(errors))],
                "That is the tree with the smallest error: a smaller one may be near enough.",
            ),
            Mistake(
                lambda errors, standard_errors, leaves: min(leaves),
                "That is the smallest tree of all: its error must be within the limit, too.",
            ),
            Mistake(
                lambda errors, standard_errors, leaves: min(
                    error + spread
                    for error, spread in zip(errors, standard_errors, strict=True)
                    if error == min(errors)
                ),
                "That is the limit for the error: return the leaves of the smallest tree that is "
                "within it.",
            ),
            Mistake(
                lambda *lists: within(*lists)[0],
                "That is the first tree within the limit: take the *smallest*.",
            ),
            Mistake(
                lambda *lists: max(within(*lists)),
                "Of the trees within the limit take the *smallest*.",
            ),
            Mistake(
                lambda *lists: within(*lists)[-1],
                "Right as long as the largest tree comes first. The lists may be in any order: "
                "take the smallest number of leaves.",
            ),
            Mistake(
                below,
                "A tree exactly at the limit is near enough, too: *at most*, so ≤ and not <.",
            ),
            Mistake(
                with_own_spread,
                "One limit for all: take the standard error of the tree with the smallest error.",
            ),
            Mistake(
                with_least_spread,
                "Which standard error did you add? Take that of the tree with the smallest error.",
            ),
        ],
        explanation=(
            "The tree with the smallest error sets the limit with its own standard "
            "error, and the smallest tree within it is taken."
        ),
        solution="def one_se(errors, standard_errors, leaves):\n"
        "    k = errors.index(min(errors))\n"
        "    limit = errors[k] + standard_errors[k]\n"
        "    return min(n for error, n in zip(errors, leaves) if error <= limit)",
        points=2,
        minutes=8,
        items=("R61",),
    ),
]
