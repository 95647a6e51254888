"""What the extra on counting trees asks."""

from dtcourse.judging.items import Case, Check, Mistake


def n_trees(m):
    """The reference of 05.t2."""
    return 2 if m == 0 else 2 + m * n_trees(m - 1) ** 2


def without_leaves(m):
    """A mistake: a tree of m features may also be one leaf."""
    return 2 if m == 0 else m * without_leaves(m - 1) ** 2


def one_feature_only(m):
    """A mistake: any of the m features may be asked."""
    return 2 if m == 0 else 2 + one_feature_only(m - 1) ** 2


def doubled(m):
    """A mistake: the two sides are chosen freely, so their numbers are multiplied."""
    return 2 if m == 0 else 2 + m * 2 * doubled(m - 1)


def one_side_only(m):
    """A mistake: a question has two sides, and each is any tree on the other features."""
    return 2 if m == 0 else 2 + m * one_side_only(m - 1)


def functions_instead(m):
    """A mistake: functions are counted, and many trees stand for one function."""
    return 2**2**m


ITEMS = [
    Check(
        "05.t2",
        "Write `n_trees(m)`: how many trees there are on m yes/no features, if no path asks a "
        "feature twice. `n_trees(0)` is 2.",
        answer=n_trees,
        starter="def n_trees(m):\n    return ...",
        tests=[
            Case(0, says="no features: a leaf, true or false"),
            Case(1, says="one feature: two leaves, or a question with 2 × 2 ends"),
            Case(2, says="two features"),
        ],
        hidden=[Case(4, says="four features")],
        hints=(
            "A tree is a leaf, or it asks about one of m features. Count both kinds and add.",
            "Below a question there are two sides, each any tree on m − 1 features.",
            "`2 if m == 0 else 2 + m * n_trees(m - 1) ** 2`",
        ),
        mistakes=[
            Mistake(without_leaves, "A tree may also be one leaf, and there are two of those."),
            Mistake(one_feature_only, "The question can be about any of the m features."),
            Mistake(doubled, "The two sides are chosen freely: multiply their numbers."),
            Mistake(one_side_only, "A question has two sides, and each needs a tree of its own."),
            Mistake(functions_instead, "Those are the *functions*; many trees stand for one."),
        ],
        explanation=(
            "A tree is one of two leaves, or one of m features with a tree of m − 1 "
            "features on each side. Both sides are chosen freely, hence the square."
        ),
        solution="def n_trees(m):\n    return 2 if m == 0 else 2 + m * n_trees(m - 1) ** 2",
        points=2,
        minutes=8,
        items=("P10", "R05"),
    ),
]
