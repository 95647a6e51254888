from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlab import ID3, load, smallest_tree, tree_in_order

COLUMNS = ["a", "b", "c"]
CUBE = pd.DataFrame(product([False, True], repeat=3), columns=COLUMNS)


def bits(names):
    return pd.DataFrame(product([False, True], repeat=len(names)), columns=names)


def multiplexer(k):
    """Every input of the multiplexer with k address bits, and the data bit that they name."""
    address, data = [f"a{i}" for i in range(k)], [f"d{i}" for i in range(2**k)]
    X = bits(address + data)
    chosen = X[address].to_numpy() @ 2 ** np.arange(k)[::-1]
    return X, X[data].to_numpy()[np.arange(len(X)), chosen], address, data


def small_tables():
    """Tables of three features with two or three values, and a class for each of their rows."""
    rows = st.tuples(st.booleans(), st.sampled_from("xyz"), st.integers(0, 2))
    tables = st.dictionaries(rows, st.sampled_from(["no", "yes", "maybe"]), min_size=1, max_size=12)
    return tables.map(
        lambda t: (pd.DataFrame(list(t), columns=COLUMNS), pd.Series(list(t.values())))
    )


# the lectures' numbers (F-P021, and the facts to teach with)


@pytest.mark.parametrize(
    ("k", "address_first", "data_first"), [(1, 4, 6), (2, 8, 42), (3, 16, 1302)]
)
def test_order_of_the_multiplexer(k, address_first, data_first):
    X, y, address, data = multiplexer(k)
    assert tree_in_order(X, y, address + data).n_leaves == address_first == 2 ** (k + 1)
    tree = tree_in_order(X, y, data + address)
    assert tree.n_leaves == data_first
    assert (tree.predict(X) == y).all()


def test_order_of_three_pairs():
    X = bits(["x1", "x2", "x3", "y1", "y2", "y3"])
    y = (X.x1 & X.y1) | (X.x2 & X.y2) | (X.x3 & X.y3)
    assert tree_in_order(X, y, ["x1", "y1", "x2", "y2", "x3", "y3"]).n_leaves == 15
    assert tree_in_order(X, y, ["x1", "x2", "x3", "y1", "y2", "y3"]).n_leaves == 20
    assert smallest_tree(X, y).n_leaves == 15


@pytest.mark.parametrize(("k", "optimum", "greed"), [(1, 4, 6), (2, 8, 18), (3, 16, 54)])
def test_greed_against_the_optimum(k, optimum, greed):
    X, y, *_ = multiplexer(k)
    tree = smallest_tree(X, y)
    assert (tree.n_leaves, ID3().fit(X, y).tree_.n_leaves) == (optimum, greed)
    assert (tree.predict(X) == y).all()
    assert smallest_tree(X, y, by="depth").depth == k + 1


def test_the_stored_multiplexer():
    table = load("multiplexer")
    assert smallest_tree(table.X, table.y) == tree_in_order(table.X, table.y, table.features)


# the naive twin: write down every tree on three features


def all_trees(features):
    """Every tree that asks some of the features, as (answers to the 8 inputs, leaves, depth)."""
    yield (0,) * 8, 1, 0
    yield (1,) * 8, 1, 0
    for f in features:
        below = list(all_trees([g for g in features if g != f]))
        for (no, m, d), (yes, n, e) in product(below, below):
            answers = tuple(yes[i] if CUBE.iat[i, f] else no[i] for i in range(8))
            yield answers, m + n, 1 + max(d, e)


def test_all_256_functions_of_three_features():
    fewest, shallowest = {}, {}
    for answers, n_leaves, depth in set(all_trees([0, 1, 2])):
        fewest[answers] = min(n_leaves, fewest.get(answers, 8))
        shallowest[answers] = min(depth, shallowest.get(answers, 3))
    assert len(fewest) == 256
    assert {y: smallest_tree(CUBE, y).n_leaves for y in fewest} == fewest
    assert {y: smallest_tree(CUBE, y, by="depth").depth for y in fewest} == shallowest


def test_some_function_has_its_fewest_leaves_in_a_deeper_tree():
    X = bits(["a", "b", "c", "d"])
    rng = np.random.default_rng(0)
    pairs = [
        (smallest_tree(X, y), smallest_tree(X, y, "depth")) for y in rng.random((200, 16)) < 0.5
    ]
    assert all(few.n_leaves <= flat.n_leaves and flat.depth <= few.depth for few, flat in pairs)
    assert any(few.n_leaves < flat.n_leaves for few, flat in pairs)


# properties on any table of categories


def naive_in_order(rows, y, n_values, order):
    """Leaves of the ordered tree: skip a feature while the later ones separate the classes."""
    if len(set(y)) <= 1:
        return 1
    f, *later = order
    if len({tuple(row[g] for g in later) for row in rows}) == len(
        {(*(row[g] for g in later), label) for row, label in zip(rows, y, strict=True)}
    ):
        return naive_in_order(rows, y, n_values, later)
    branches = [
        [(row, label) for row, label in zip(rows, y, strict=True) if row[f] == value]
        for value in {row[f] for row in rows}
    ]
    leaves = sum(naive_in_order(*zip(*branch, strict=True), n_values, later) for branch in branches)
    return leaves + n_values[f] - len(branches)  # a branch without rows is a leaf


@given(small_tables())
def test_trees_on_any_table(table):
    X, y = table
    n_values = {name: X[name].nunique() for name in COLUMNS}
    smallest, flattest = smallest_tree(X, y), smallest_tree(X, y, by="depth")
    greedy = ID3(numeric="category").fit(X, y).tree_
    assert (smallest.predict(X) == y).all() and (flattest.predict(X) == y).all()
    assert smallest.n_leaves <= greedy.n_leaves and flattest.depth <= greedy.depth
    for order in permutations(COLUMNS):
        tree = tree_in_order(X, y, order)
        assert (tree.predict(X) == y).all()
        assert smallest.n_leaves <= tree.n_leaves and flattest.depth <= tree.depth
        assert tree.n_leaves == naive_in_order(X.to_dict("records"), list(y), n_values, order)


@given(small_tables(), st.randoms(use_true_random=False))
def test_shuffled_rows_give_the_same_tree(table, random):
    X, y = table
    rows = random.sample(range(len(X)), len(X))
    assert smallest_tree(X.iloc[rows], y.iloc[rows]) == smallest_tree(X, y)


# what a node knows, ties, and the edges


def test_nodes_keep_counts_and_empty_branches_follow_their_parent():
    table = load("vegetation")
    tree = smallest_tree(table.X, table.y)
    assert tree.n_rows == 7
    assert tree.counts == {"chaparral": 3, "conifer": 2, "riparian": 2}
    empty = [(node, leaf) for node in tree.walk() for leaf in node.children if not leaf.n_rows]
    assert empty and all(leaf.prediction == node.prediction for node, leaf in empty)


def test_a_tie_goes_to_the_earlier_column():
    y = CUBE.a ^ CUBE.b ^ CUBE.c
    for order in permutations(COLUMNS):
        for by in ("leaves", "depth"):
            tree = smallest_tree(CUBE[list(order)], y, by=by)
            assert tree == tree_in_order(CUBE, y, order)


def test_arrays_lists_and_constant_columns():
    X = np.array([[7, 0, 0], [7, 0, 1], [7, 1, 0], [7, 1, 1]])
    tree = smallest_tree(X, ["n", "y", "y", "y"])
    assert [node.question.feature for node in tree.walk() if not node.is_leaf] == ["x1", "x2"]
    assert tree == tree_in_order({"x1": X[:, 1], "x2": list(X[:, 2])}, list("nyyy"), ["x1", "x2"])


@pytest.mark.parametrize("grow", [smallest_tree, lambda X, y: tree_in_order(X, y, list(X))])
def test_one_class_gives_one_leaf(grow):
    tree = grow(CUBE, ["same"] * 8)
    assert tree.is_leaf and (tree.prediction, tree.n_rows) == ("same", 8)


def test_thousands_of_features_in_order():
    n = 2200  # every odd feature is asked: deeper than Python's recursion
    X = {f"x{i}": np.arange(n) == i for i in range(n)}
    tree = tree_in_order(X, np.arange(n) % 2, list(X))
    assert tree.depth == n // 2 == tree.n_leaves - 1


CONTRADICTION = pd.DataFrame({"a": [0, 1, 0]}, index=["r1", "r2", "r3"])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: smallest_tree(CONTRADICTION, [0, 0, 1]), "rows r1 and r3 differ in their class"),
        (lambda: tree_in_order(CUBE, CUBE.c, ["a", "b"]), "rows 0 and 1 differ in their class"),
        (lambda: smallest_tree(CUBE, CUBE.c, by="nodes"), "by='nodes' is unknown"),
        (lambda: smallest_tree(bits(list("abcdefghijklm")), [0, 1] * 4096), "leave features out"),
        (lambda: smallest_tree(CUBE, [0, 1]), "column 'a' has 8 rows and y has 2"),
        (lambda: smallest_tree(CUBE[:0], []), "y is empty"),
        (lambda: smallest_tree({"a": [1, None]}, [0, 1]), "column 'a' has 1 missing value"),
        (lambda: tree_in_order(CUBE, CUBE.c, ["c", "z"]), "there is no 'z' in the data"),
        (lambda: tree_in_order(CUBE, CUBE.c, ["c", "c"]), "a feature is named twice"),
    ],
)
def test_errors_are_sentences(call, message):
    with pytest.raises(ValueError, match=message):
        call()
