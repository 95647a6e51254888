"""What must not change a tree: the order of rows and columns, names, units, how weights are given.

Weights are random reals, so that two different questions are hardly ever worth the same; where they
are (two columns that cut a small node alike), the training rows still fall into the same parts.
"""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from dtlab import C45, CART, CHAID, ID3, RegressionTree, entropy

MODELS = {
    "ID3": ID3(numeric="threshold", max_depth=4),
    "C45": C45(min_cases=4),
    "CART": CART(min_samples_leaf=3),
    "CART by entropy": CART(entropy, max_depth=4),
    "CHAID": CHAID(alpha_merge=0.2, alpha_split=0.5, max_depth=3),
    "RegressionTree": RegressionTree(min_samples_leaf=3),
    "RegressionTree, n - 1": RegressionTree(ddof=1, min_samples_leaf=3),
    "RegressionTree, multiway": RegressionTree(multiway=True, max_depth=3),
}
SEEDS = range(3)
NO_GAPS = "ID3", "RegressionTree, multiway"
every_model = pytest.mark.parametrize("name", MODELS)
every_seed = pytest.mark.parametrize("seed", SEEDS)
every_regressor = pytest.mark.parametrize("name", [n for n in MODELS if "Regression" in n])


def some_data(name, seed, n=150):
    """A mixed table with gaps where the model takes them, its target, and weights."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(
        {
            "height": rng.normal(size=n),
            "place": rng.choice(["north", "east", "south", "west"], n),
            "count": rng.integers(0, 9, n),
            "wet": rng.random(n) < 0.5,
        }
    )
    signal = X["height"] + (X["place"] == "north") * 2 - X["wet"] + rng.normal(size=n) * 0.7
    if name not in NO_GAPS:
        X.loc[rng.random(n) < 0.1, "height"] = np.nan
    y = signal if "Regression" in name else np.array(list("abc"))[np.digitize(signal, [0, 1])]
    return X, pd.Series(y), rng.random(n) + 0.5


def fit(name, X, y, weight=None):
    return MODELS[name].fit(X, y, sample_weight=weight).tree_


def parts(tree, X):
    """The training rows as the tree groups them, numbered in order of appearance."""
    return pd.factorize(tree.apply(X))[0].tolist()


@every_model
@every_seed
def test_shuffled_rows(name, seed):
    X, y, weight = some_data(name, seed)
    order = np.random.default_rng(seed).permutation(len(y))
    tree = fit(name, X, y, weight)
    shuffled = fit(name, X.iloc[order], y.iloc[order], weight[order])
    assert [v.question for v in shuffled.walk()] == [v.question for v in tree.walk()]
    assert not tree.is_leaf


@every_model
@every_seed
def test_renamed_columns(name, seed):
    X, y, weight = some_data(name, seed)
    renamed = X.rename(columns={"height": "zz", "place": "aa", "count": "mm", "wet": "0"})
    tree = fit(name, X, y, weight)
    other = fit(name, renamed, y, weight)
    new_name = dict(zip(X.columns, renamed.columns, strict=True))
    asked = [v.question and new_name[v.question.feature] for v in tree.walk()]
    assert [v.question and v.question.feature for v in other.walk()] == asked
    assert parts(other, renamed) == parts(tree, X)


@every_model
@every_seed
def test_order_of_columns(name, seed):
    X, y, weight = some_data(name, seed)
    turned = X[X.columns[::-1]]
    assert parts(fit(name, turned, y, weight), X) == parts(fit(name, X, y, weight), X)


@pytest.mark.parametrize("name", [n for n in MODELS if "Regression" not in n])
@every_seed
def test_renamed_classes(name, seed):
    X, y, weight = some_data(name, seed)
    new_name = {"a": "z", "b": "y", "c": "x"}  # their order is turned round, too
    tree = fit(name, X, y, weight)
    other = fit(name, X, y.map(new_name), weight)
    assert parts(other, X) == parts(tree, X)
    assert other.predict(X).tolist() == [new_name[label] for label in tree.predict(X)]


@every_model
@every_seed
def test_weights_are_repeated_rows(name, seed):
    """A row of weight 2 is that row twice; only `min_samples_leaf` and the like count rows."""
    X, y, _ = some_data(name, seed, n=60)
    model = clone(MODELS[name])
    if hasattr(model, "min_samples_leaf"):
        model.set_params(min_samples_leaf=1)
    for times in (np.full(60, 2), np.random.default_rng(seed).integers(1, 4, 60)):
        rows = np.repeat(np.arange(60), times)
        weighted = model.fit(X, y, sample_weight=times).tree_
        repeated = model.fit(X.iloc[rows], y.iloc[rows]).tree_
        assert [v.question for v in weighted.walk()] == [v.question for v in repeated.walk()]
        for a, b in zip(weighted.walk(), repeated.walk(), strict=True):
            assert a.stats == pytest.approx(b.stats)
            assert a.impurity == pytest.approx(b.impurity, abs=1e-9)


@every_regressor
@every_seed
@pytest.mark.parametrize("scale, shift", [(1, 1e6), (1e-9, 0), (-1e9, 5), (0.125, -3)])
def test_shifted_and_scaled_targets(name, seed, scale, shift):
    X, y, weight = some_data(name, seed)
    tree = fit(name, X, y, weight)
    other = fit(name, X, scale * y + shift, weight)
    assert parts(other, X) == parts(tree, X)
    size = abs(scale) * y.abs().max() + abs(shift)
    expected = scale * tree.predict(X) + shift
    np.testing.assert_allclose(other.predict(X), expected, rtol=0, atol=1e-9 * size)
    assert other.score == pytest.approx(tree.score * scale**2, rel=1e-5)


@pytest.mark.parametrize(
    "change", [np.exp, np.cbrt, lambda x: 1e6 * x - 3], ids=["exp", "cbrt", "line"]
)
@every_model
@every_seed
def test_monotone_changes_of_a_number(name, seed, change):
    """Other thresholds, same parts. (Raising sends rows on that the threshold was not made for.)"""
    X, y, weight = some_data(name, seed)
    changed = X.assign(height=change(X["height"]), count=X["count"] ** 3)
    model = MODELS[name]
    if name == "C45":
        model = C45(min_cases=4, raising=False)
    tree = model.fit(X, y, sample_weight=weight).tree_
    other = model.fit(changed, y, sample_weight=weight).tree_
    assert parts(other, changed) == parts(tree, X)


@pytest.mark.parametrize("name", ["ID3", "CART", "CART by entropy", "RegressionTree"])
@every_seed
@pytest.mark.parametrize("unit", [2.0**-60, 1e-6, 1e9])
def test_unit_of_weight(name, seed, unit):
    """Only shares of weight matter where no rule counts cases."""
    X, y, weight = some_data(name, seed)
    tree, other = fit(name, X, y, weight), fit(name, X, y, weight * unit)
    assert [v.question for v in other.walk()] == [v.question for v in tree.walk()]
