"""CHAID's merging against the package CHAID 5.5.1 of PyPI, where the two follow the same rules.

That package knows neither Bonferroni's correction nor splitting a merged group again, goes on
merging when two groups are left, compares the uncorrected p-values of the predictors, and has no
level at which a split is refused. Two categories that are pure in the same class end its merging,
and an ordered level that is absent from a node keeps its neighbours apart. So single predictors are
compared on tables without empty cells, a whole tree on the Titanic.
"""

import warnings

import numpy as np
import pandas as pd
import pytest

from dtlab.algorithms.chaid import merge_categories
from dtlab.data import load
from dtlab.measures import cross_table

ALPHA = 0.05
# p-values and statistics of the package's splits (max_depth=9, both minimum sizes 1): the rows that
# reach the node, the column, its groups.
TITANIC = [
    ({}, "class", "1st | 2nd | 3rd Crew", 190.11705667782846, 5.2072170981798996e-42),
    ({}, "sex", "female | male", 456.8741562604398, 2.3021511783550543e-101),
    ({}, "age", "adult | child", 20.955504554296006, 4.7007519865795264e-06),
    ({"sex": "female"}, "class", "1st | 2nd Crew | 3rd", 130.68616137082736, 4.186591889455717e-29),
    ({"sex": "male"}, "class", "1st | 2nd 3rd | Crew", 28.99426684578749, 5.057954881914611e-07),
    ({"sex": "male", "class": "1st"}, "age", "adult | child", 9.788018433179722, 0.0017565265061),
]


@pytest.fixture(scope="module")
def oracle():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it regrets that it cannot draw
        return pytest.importorskip("CHAID").Tree


@pytest.mark.parametrize(("where", "column", "groups", "statistic", "p"), TITANIC)
def test_titanic_nodes(where, column, groups, statistic, p):
    frame = load("titanic").frame
    for name, value in where.items():
        frame = frame[frame[name] == value]
    table, levels, _ = cross_table(frame[column].astype(str), frame["survived"])
    merged = merge_categories(table)
    found = " | ".join(" ".join(levels[i] for i in group) for group in merged.groups)
    assert found == groups
    assert merged.statistic == pytest.approx(statistic)
    assert merged.p_value == pytest.approx(p)


def random_counts(seed, c):
    """A table [c, classes] without empty cells, some of its rows alike."""
    rng = np.random.default_rng(seed)
    kinds = rng.dirichlet(np.ones(int(rng.integers(2, 4))) * 4, 3)
    return 2 + np.array(
        [rng.multinomial(rng.integers(20, 200), kinds[rng.integers(3)]) for _ in range(c)]
    )


def package_split(oracle, table, kind, missing=None):
    """What the package makes of one predictor: sorted groups, statistic, p; None if no split."""
    x, y = np.indices(table.shape)
    times = table.ravel()
    x = np.repeat(x.ravel(), times).astype(float)
    if missing is not None:
        x[x == missing] = np.nan
    frame = pd.DataFrame({"x": x, "y": np.repeat(y.ravel(), times).astype(str)})
    tree = oracle.from_pandas_df(
        frame, {"x": kind}, "y", max_depth=1, min_parent_node_size=1, min_child_node_size=1
    )
    split = tree.get_node(0).split
    if not split.valid():
        return None
    name = {"<missing>": missing}
    groups = [tuple(sorted(int(name.get(v, v)) for v in group)) for group in split.split_map]
    return sorted(groups), split.score, split.p


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("kind", ["nominal", "ordinal", "floating"])
def test_single_predictors(oracle, seed, kind):
    c = 3 + seed % 5
    table, missing = random_counts(seed, c), c - 1 if kind == "floating" else None
    merged = merge_categories(table, kind != "nominal", missing, ALPHA)
    if any(step.action == "split" for step in merged.steps):
        pytest.skip("splitting merged groups again is a step that the package lacks")
    theirs = package_split(oracle, table, "nominal" if kind == "nominal" else "ordinal", missing)
    if theirs is None:
        assert (len(merged.groups), merged.p_value > ALPHA) == (2, True)
    else:
        groups, statistic, p = theirs
        assert list(merged.groups) == groups
        assert merged.statistic == pytest.approx(statistic)
        assert merged.p_value == pytest.approx(p)


def test_titanic_tree():
    """Bonferroni's factor 6 on the merged classes makes men be asked for their age first.

    The package, without the factor, asks their class first and ends with 10 leaves, 1740 hits.
    """
    from dtlab import CHAID

    people = load("titanic")
    model = CHAID().fit(people.X, people.y)
    women, men = model.tree_.children
    assert (model.tree_.question.feature, women.question.feature, men.question.feature) == (
        "sex",
        "class",
        "age",
    )
    assert [women.question.label(i) for i in range(3)] == ["1st", "2nd, Crew", "3rd"]
    assert model.tree_.n_leaves == 9
    assert int((model.predict(people.X) == people.y.to_numpy()).sum()) == 1740
