"""C4.5 against J48, the C4.5 of Weka 3.6.14 (Debian packages weka and cup).

Each table of c45_tables.py was written as ARFF (levels in our order, `?` for missing) and given to
`weka.classifiers.trees.J48` with the options in OPTIONS; the leaves are its measureNumLeaves(), the
hits the training rows whose most probable class (distributionForInstance) is their own. That
version always collapses the tree and always corrects the gain of numeric splits.
"""

import numpy as np
import pytest
from helpers.c45_tables import J48, TABLES, random_table
from twins.naive_c45 import NaiveC45, extra_errors, leaves

OPTIONS = {
    "-U -M 2": {"prune": False},
    "-S -C 0.25 -M 2": {"raising": False},
    "-C 0.25 -M 2": {},
    "-C 0.1 -M 5": {"confidence": 0.1, "min_cases": 5},
}
SLOW_FOR_TWIN = {"digits", "breast cancer", "breast cancer, holes", "mixed 5 800 0.05 2"}
CASES = [
    pytest.param(name, settings, expected, id=f"{name} {options}")
    for name, results in J48.items()
    for (options, settings), expected in zip(OPTIONS.items(), results, strict=True)
]

# J48's pruned trees leaf by leaf, from left to right: class, weight, training errors.
J48_LEAVES = {
    "golf, one outlook missing": "yes 3.23 0, yes 3 0, no 2.38 0.38, yes 2 0, no 3.38 0.38",
    "golf numeric, holes": "yes 3.5 0.25, yes 3.83 0.42, no 2 0, yes 2.33 0.17, no 2.33 0.17",
    "vegetation continuous": "chaparral 2 0, riparian 3 1, conifer 2 0",
    "multiplexer": "False 16 4, True 16 4, False 8 0, False 4 0, True 4 0, True 8 0, "
    "False 4 0, True 4 0",
    "titanic, holes": "yes 143.63 11.07, yes 96.1 18.49, no 184.6 86.38, yes 36.37 14.39, "
    "yes 4.79 0.57, yes 12.75 1.21, no 45.42 12.27, no 3.24 0.89, no 1674.09 363.55",
    "mixed 30 100 0.1 2": "class 0 22.11 8.66, class 0 16.84 3.51, class 1 15.79 5.32, "
    "class 0 8.25 1.61, class 1 11.75 3.76, class 1 25.26 10.51",
    "many levels 2 0.1": "no 92.83 36.64, yes 27.17 1.81",
}


@pytest.mark.parametrize(("name", "settings", "expected"), CASES)
def test_c45_agrees_with_j48(name, settings, expected):
    from dtlab import C45

    X, y = TABLES[name]()
    model = C45(**settings).fit(X, y)
    assert (model.tree_.n_leaves, int((model.predict(X) == y.to_numpy()).sum())) == expected


@pytest.mark.parametrize(
    ("name", "settings", "expected"), [c for c in CASES if c.values[0] not in SLOW_FOR_TWIN]
)
def test_twin_agrees_with_j48(name, settings, expected):
    twin = NaiveC45(*TABLES[name](), **settings)
    assert (len(leaves(twin.root)), twin.hits()) == expected


@pytest.mark.parametrize("name", J48_LEAVES)
def test_leaves_of_j48(name):
    from dtlab import C45

    tree = C45().fit(*TABLES[name]()).tree_
    found = [(n.prediction, n.weight, n.weight - max(n.stats)) for n in tree.leaves()]
    text = ", ".join(f"{label} {round(n, 2):g} {round(e, 2):g}" for label, n, e in found)
    assert text == J48_LEAVES[name]


# What this version of J48 always does, left out.
NOT_IN_J48 = [{"prune": False, "collapse": False}, {"prune": False, "numeric_correction": False}]


@pytest.mark.parametrize("settings", [*NOT_IN_J48, *OPTIONS.values()], ids=str)
@pytest.mark.parametrize("seed", range(30))
def test_c45_agrees_with_its_twin(seed, settings):
    from dtlab import C45

    X, y = random_table(seed)
    twin, tree = NaiveC45(X, y, **settings), C45(**settings).fit(X, y).tree_
    expected = [leaf.counts for leaf in leaves(twin.root)]
    assert tree.n_leaves == len(expected)
    widened = [[leaf.counts[label] for label in twin.classes] for leaf in tree.leaves()]
    np.testing.assert_allclose(widened, expected, atol=1e-9)


@pytest.mark.parametrize(("n", "e", "bound"), [(6, 0, 0.206), (9, 0, 0.143), (16, 1, 0.155)])
def test_twin_knows_quinlans_bounds(n, e, bound):
    assert round((e + extra_errors(n, e, 0.25)) / n, 3) == bound
