"""MARS against its slow twin, against the R package earth, and against recursive partitioning."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from twins import naive_mars

from dtlab import RegressionTree
from dtlab.algorithms.mars.knots import knots
from dtlab.algorithms.mars.model import MARS, gcv
from dtlab.algorithms.mars.passes import Forward, Options, backward
from dtlab.algorithms.mars.terms import Hinge, MarsTerm, design
from dtlab.engine.table import encode, read_table


def table(seed, n=60):
    """Numbers with and without ties, a category, a switch; a centred target; weights."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(
        {
            "a": rng.normal(size=n),
            "b": rng.integers(0, 6, n),
            "kind": rng.choice(["p", "q", "r"], n),
            "on": rng.random(n) < 0.5,
        }
    )
    weight = rng.choice([0.5, 1.0, 3.0], n)
    y = np.abs(X["a"]) * X["on"] + (X["kind"] == "q") * X["b"] + rng.normal(0, 0.2, n)
    y = np.array(y - np.average(y, weights=weight))
    return X, y / np.sqrt(weight @ y**2), weight


def start(X, y, weight, step=False, degree=2):
    columns = read_table(X).columns
    settings = Options(step, degree, max_terms=15, thresh=0, minspan=1, endspan=1)
    encoded = encode(X, columns)
    return Forward(columns, encoded, y, weight, settings), encoded


# ------------------------------------------------------------------ the twin


@pytest.mark.parametrize("step", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_every_drop_of_every_search(seed, step):
    X, y, weight = table(seed)
    forward, encoded = start(X, y, weight, step, degree=3)
    for _ in range(4):
        slow = []
        for search in forward.searches:
            slow.append(naive_mars.drops(forward, search, encoded, y, weight))
            np.testing.assert_allclose(search.drops(), slow[-1], rtol=1e-7, atol=1e-10)
        before = forward.rss
        assert forward.step()
        assert before - forward.rss == pytest.approx(max(map(max, slow)), rel=1e-9)
        assert forward.rss == pytest.approx(naive_mars.rss(forward.terms, encoded, y, weight))


@pytest.mark.parametrize("seed", range(4))
def test_every_removal(seed):
    X, y, weight = table(seed)
    forward, encoded = start(X, y, weight)
    while forward.step():
        pass
    root = np.sqrt(weight)
    fast = list(backward(design(forward.terms, encoded) * root[:, None], y * root))
    slow = naive_mars.backward(forward.terms, encoded, y, weight)
    assert [tuple(forward.terms[j] for j in kept) for kept, _ in fast] == [t for t, _ in slow]
    np.testing.assert_allclose([rss for _, rss in fast], [rss for _, rss in slow], rtol=1e-9)
    assert forward.rss == pytest.approx(fast[0][1])


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3)), min_size=1, max_size=30),
    st.integers(1, 4),
    st.integers(1, 4),
    st.booleans(),
)
def test_knots(rows, minspan, endspan, step):
    x, weight = np.array(sorted(rows, reverse=True), float).T
    if not weight.any():
        return
    found = x[knots(x, weight, minspan, endspan, step)]
    assert found.tolist() == naive_mars.knots(x, weight, minspan, endspan, step)


@pytest.mark.parametrize("degree", [1, 2])
def test_history_and_choice(degree):
    X, y, weight = table(7)
    y = 50 + 9 * y
    model = MARS(degree=degree).fit(X, y, sample_weight=weight)
    encoded = encode(X, model._table.columns)
    penalty = 2 if degree == 1 else 3
    for step in model.history_:
        assert step.rss == pytest.approx(naive_mars.rss(step.terms, encoded, y, weight), rel=1e-9)
        assert step.gcv == pytest.approx(gcv(step.rss, weight.sum(), len(step.terms), penalty))
    for before, after in zip(model.history_, model.history_[1:], strict=False):
        assert set(after.terms) == set(before.terms) - set(after.removed) | set(after.added)
        assert (after.rss >= before.rss) == (after.phase == "backward")
    backwards = [step for step in model.history_ if step.phase == "backward"]
    assert model.gcv_ == min(step.gcv for step in backwards)
    assert len(backwards[-1].terms) == 1
    residual = y - model.predict(X)
    total = weight @ (y - np.average(y, weights=weight)) ** 2
    assert 1 - weight @ residual**2 / total == pytest.approx(model.rsq_)
    assert model.score(X, y, sample_weight=weight) == pytest.approx(model.rsq_)


# ------------------------------------------------------------------ R's earth on R's trees

GIRTH = [
    8.3, 8.6, 8.8, 10.5, 10.7, 10.8, 11.0, 11.0, 11.1, 11.2, 11.3, 11.4, 11.4, 11.7, 12.0, 12.9,
    12.9, 13.3, 13.7, 13.8, 14.0, 14.2, 14.5, 16.0, 16.3, 17.3, 17.5, 17.9, 18.0, 18.0, 20.6,
]  # fmt: skip
HEIGHT = [
    70, 65, 63, 72, 81, 83, 66, 75, 80, 75, 79, 76, 76, 69, 75, 74, 85, 86, 71, 64, 78, 80, 74, 72,
    77, 81, 82, 80, 80, 80, 87,
]  # fmt: skip
VOLUME = [
    10.3, 10.3, 10.2, 16.4, 18.8, 19.7, 15.6, 18.2, 22.6, 19.9, 24.2, 21.0, 21.4, 21.3, 19.1, 22.2,
    33.8, 27.4, 25.7, 24.9, 34.5, 31.7, 36.3, 38.3, 42.6, 55.4, 55.7, 58.3, 51.5, 51.0, 77.0,
]  # fmt: skip
TREES = pd.DataFrame({"Girth": GIRTH, "Height": HEIGHT}), pd.Series(VOLUME, name="Volume")


def test_the_model_in_the_manual_of_earth():
    """earth 2.5-1, format.earth: its grid of knots is ours with these spans."""
    model = MARS(minspan=4, endspan=6).fit(*TREES)
    assert model.formula(3) == (
        "Volume = 27.2 + 6.18·max(0, Girth − 14) − 3.27·max(0, 14 − Girth)"
        " + 0.491·max(0, Height − 72)"
    )


def test_gcv_of_earth():
    """earth 5 prints RSq 0.9742029 and GCV 11.254 for these terms of the same data."""
    girth = [MarsTerm((Hinge("Girth", 0, 14.2, above),)) for above in (True, False)]
    terms = [MarsTerm(), *girth, MarsTerm((Hinge("Height", 1, 75.0),))]
    y = TREES[1].to_numpy()
    rss = naive_mars.rss(terms, TREES[0].to_numpy(float), y, np.ones(31))
    assert 1 - rss / ((y - y.mean()) ** 2).sum() == pytest.approx(0.9742029, abs=1e-7)
    assert gcv(rss, 31, 4, penalty=2) == pytest.approx(11.254, abs=1e-3)


# ------------------------------------------------------------------ recursive partitioning


@pytest.mark.parametrize("depth, leaf", [(1, 1), (2, 1), (4, 3), (7, 5), (None, 2), (None, 1)])
def test_steps_without_parents_grow_a_regression_tree(depth, leaf):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(120, 3)).round(2)
    y = X[:, 0] * X[:, 1] + rng.normal(size=120)
    tree = RegressionTree(max_depth=depth, min_samples_leaf=leaf).fit(X, y)
    model = MARS(
        basis="step", degree=depth, minspan=1, endspan=leaf, thresh=0, max_terms=1000
    ).fit(X, y)  # fmt: skip
    np.testing.assert_allclose(model.predict(X), tree.predict(X), atol=1e-9)
    assert len(model.terms_) == tree.get_n_leaves()
    B = design(model.terms_, X)
    assert (B.sum(axis=1) == 1).all()
    assert {step.phase for step in model.history_} == {"forward"}


def test_steps_on_weights_and_categories():
    X, y, weight = table(3)
    X = X[["kind"]]
    model = MARS(basis="step", degree=1, endspan=1, minspan=1).fit(X, y, weight)
    assert [str(term)[:7] for term in model.terms_] == ["[kind =", "[kind ≠"]
    level = model.terms_[0].factors[0].level
    for part in (X["kind"] == level, X["kind"] != level):
        mean = np.average(y[part], weights=weight[part])
        np.testing.assert_allclose(model.predict(X[part]), mean)
