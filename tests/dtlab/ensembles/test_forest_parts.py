"""The parts of a forest: features drawn per node, random thresholds, batches, Gaussian leaves."""

import numpy as np
import pytest
from helpers.forest_data import mixed, numbers

from dtlab import entropy, load
from dtlab.algorithms.cart import CART
from dtlab.engine.grow import grow
from dtlab.engine.level import Roots
from dtlab.ensembles import forest_batch as batch
from dtlab.ensembles import subspace
from dtlab.ensembles.forest import RandomForest, RegressionForest
from dtlab.ensembles.forest_base import n_candidates
from dtlab.ensembles.forest_batch import SamplingPlan
from dtlab.ensembles.gaussians import mode_of_gaussians


@pytest.fixture
def searched(monkeypatch):
    """What every call of the subspace search was asked: level and features [k, m]."""
    seen = []
    search = subspace.Subspace._search

    def recorded(self, level, asked, *rest):
        seen.append((level, asked))
        return search(self, level, asked, *rest)

    monkeypatch.setattr(subspace.Subspace, "_search", recorded)
    return seen


@pytest.mark.parametrize("read", [numbers, mixed])
def test_features_of_nodes_differ(searched, read):
    X, _, classes = read(0)
    forest = RandomForest(4, max_features=2, random_state=0).fit(X, classes)
    asked = np.concatenate([features.T for _, features in searched if len(features) == 2])
    assert all(len(set(pair)) == 2 for pair in asked.tolist())
    F = X.shape[1]
    often = np.bincount(asked.ravel(), minlength=F) / len(asked)
    np.testing.assert_allclose(often, 2 / F, atol=0.1)  # every feature is drawn equally often
    assert len({frozenset(pair) for pair in asked.tolist()}) == F * (F - 1) // 2
    assert forest.trees_[0].tree_.n_leaves > 10


def test_node_asks_the_best_of_its_features():
    """Ask as the engine does, with the draws of one tree, and search all features by hand."""
    X, _, classes = numbers(1, n=80, F=5)
    forest = RandomForest(1, max_features=2, max_depth=1, bootstrap=False, random_state=6)
    root = forest.fit(X, classes).trees_[0]
    rng = np.random.default_rng(6).spawn(1)[0]
    drawn = np.argsort(rng.random((1, 5)), axis=1)[0, :2]
    table = root.candidates()
    best = table[table.feature.isin([f"x{f}" for f in drawn])].sort_values("score").iloc[-1]
    assert root.tree_.question.feature == best.feature
    assert root.tree_.score == pytest.approx(best.score)


def test_constant_features_are_passed_over():
    X, _, classes = numbers(2, n=100, F=10)
    X[:, 1:] = 1.0
    forest = RandomForest(10, max_features=1, random_state=0).fit(X, classes)
    for tree in forest.trees_:
        assert tree.tree_.question.feature == "x0"
        assert all(v.impurity == 0 for v in tree.tree_.leaves())
    once = RandomForest(10, max_features=1, subspace="tree", random_state=0).fit(X, classes)
    assert sum(not tree.tree_.is_leaf for tree in once.trees_) < 5  # a tree keeps its features


def test_words_for_max_features():
    words = ["auto", "all", "sqrt", "log2", "onethird", None, 1, 1.0, 0.5, 9]
    found = [n_candidates(word, 30, "sqrt") for word in words]
    assert found == [5, 30, 5, 4, 10, 30, 1, 30, 15, 9]
    assert n_candidates("auto", 30, "onethird") == 10
    assert [n_candidates(w, 1, "sqrt") for w in ("auto", "log2", "onethird", 0.1)] == [1] * 4


@pytest.mark.parametrize("Model, auto", [(RandomForest, 5), (RegressionForest, 10)])
def test_words_reach_the_trees(Model, auto):
    X, y = np.random.default_rng(0).normal(size=(60, 30)), np.arange(60) % 2
    for word, n in {"auto": auto, "all": 30, "sqrt": 5, "log2": 4, "onethird": 10, 7: 7}.items():
        forest = Model(3, max_features=word, subspace="tree", random_state=0).fit(X, y)
        assert [len(names) for names in forest.features_] == [n] * 3
        for tree, names in zip(forest.trees_, forest.features_, strict=True):
            assert {v.question.feature for v in tree.tree_.walk() if v.question} <= set(names)


# ------------------------------------------------------------------ random thresholds


def rows_of(node, X, rows):
    """Every inner node with the rows that reach it."""
    waiting = [(node, rows)]
    while waiting:
        node, rows = waiting.pop()
        if node.is_leaf:
            continue
        yield node, rows
        child = node.question.route(X[node.question.feature].iloc[rows])
        waiting += [(node.children[k], rows[child == k]) for k in range(len(node.children))]


@pytest.mark.parametrize("draws", [1, 4])
def test_thresholds_lie_between_the_extremes(draws):
    X, _, classes = mixed(3)
    forest = RandomForest(5, thresholds=draws, random_state=0).fit(X, classes)
    exact = {"size": 0, "count": 0}
    for tree, rows in zip(forest.trees_, forest.samples_, strict=True):
        for node, here in rows_of(tree.tree_, X, rows):
            name = node.question.feature
            if name not in exact:
                continue
            x = X[name].iloc[here].dropna()
            assert x.min() <= node.question.value < x.max()
            exact[name] += node.question.value in set((x.iloc[:-1] + x.iloc[1:]) / 2)
    assert exact["size"] == 0


def test_many_thresholds_come_close_to_the_best():
    X, y, classes = numbers(4)
    options = {"n_estimators": 1, "max_depth": 1, "bootstrap": False, "max_features": "all"}
    best = RandomForest(**options).fit(X, classes).trees_[0].tree_.score
    scores = [
        RandomForest(**options, thresholds=d, random_state=0).fit(X, classes).trees_[0].tree_.score
        for d in (1, 10, 3000)
    ]
    assert scores[0] < scores[1] < scores[2] <= best + 1e-12
    assert scores[2] > 0.99 * best
    number = RegressionForest(**options, thresholds=3000, random_state=0).fit(X, y).trees_[0]
    exact = RegressionForest(**options).fit(X, y).trees_[0]
    assert 0.99 * exact.tree_.score < number.tree_.score <= exact.tree_.score + 1e-12


def test_score_of_a_random_threshold_by_hand():
    X, _, classes = numbers(5, n=60, F=4)
    options = {"n_estimators": 3, "thresholds": 2, "impurity": entropy, "random_state": 0}
    forest = RandomForest(**options, min_samples_leaf=4).fit(X, classes)
    for tree, rows in zip(forest.trees_, forest.samples_, strict=True):
        root = tree.tree_
        left = X[rows, int(root.question.feature[1])] <= root.question.value
        parts = [classes[rows[left]], classes[rows[~left]]]
        below = sum(len(p) * entropy(np.unique(p, return_counts=True)[1]) for p in parts)
        assert root.score == pytest.approx(root.impurity - below / len(rows))
        assert min(leaf.n_rows for leaf in root.leaves()) >= 4


@pytest.mark.parametrize("huge", [1e308, 5e-324])
def test_thresholds_between_numbers_of_any_size(huge):
    X = np.array([[-huge], [-huge], [huge], [huge]])
    options = {"n_estimators": 5, "thresholds": 3, "bootstrap": False, "random_state": 0}
    forest = RandomForest(**options).fit(X, list("aabb"))
    assert (forest.predict(X) == list("aabb")).all()


# ------------------------------------------------------------------ batches


@pytest.mark.parametrize("read", [numbers, mixed])
def test_a_batch_is_its_trees(read):
    """Trees grown together are those grown one by one on copies of the rows."""
    X, _, classes = read(6)
    model = CART(max_depth=6).fit(X, classes)
    table, target = model._table, model._target
    recipe = model._recipe(table, target)
    rows = [np.random.default_rng(s).integers(len(classes), size=50 * s) for s in (1, 2, 3)]
    tree = np.repeat(np.arange(3), [len(r) for r in rows])
    roots = Roots(np.concatenate(rows), tree, np.ones((3, X.shape[1]), bool))
    flats = batch.split_trees(grow(table, target, recipe, roots=roots), 3, table.sizes)
    for flat, r in zip(flats, rows, strict=True):
        frame = X.iloc[r] if hasattr(X, "iloc") else X[r]
        alone = CART(max_depth=6).fit(frame, classes[r])
        assert flat.n_rows.tolist() == alone._flat.n_rows.tolist()
        assert (flat.stats.sum(axis=1) == alone._flat.stats.sum(axis=1)).all()
        np.testing.assert_allclose(flat.impurity, alone._flat.impurity)


def test_plan_draws_as_it_says():
    plan = SamplingPlan(1000, 1000, True, None, 6, 2, False, 0)
    rng = np.random.default_rng(0)
    shares = [len(set(plan.rows(rng))) / 1000 for _ in range(50)]
    assert np.mean(shares) == pytest.approx(0.632, abs=0.005)
    assert all(plan.features(rng).sum() == 2 for _ in range(5))
    assert [len(b) for b in SamplingPlan(10**6, 10**6, *[None] * 6).batches([0] * 3)] == [1, 1, 1]


# ------------------------------------------------------------------ Gaussian leaves


def test_modes_of_the_ledger():
    hours = load("hours_played")
    leaves = [hours.y[hours.X["Outlook"] == "Rainy"], hours.y[hours.X["Windy"]]]
    means, variances = ([f(np.asarray(y, float)) for y in leaves] for f in (np.mean, np.var))
    assert mode_of_gaussians(means, variances) == pytest.approx(41.748804304069914, abs=1e-9)
    assert mode_of_gaussians([40, 48], [100, 9]) == pytest.approx(47.84408689228448, abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_mode_on_a_fine_grid(seed):
    rng = np.random.default_rng(seed)
    means, variances = rng.normal(size=(20, 7)) * 5, rng.random((20, 7)) * 3 + 0.05
    found = mode_of_gaussians(means, variances)
    grid = np.linspace(means.min() - 1, means.max() + 1, 40001)
    for mu, var, mode in zip(means, variances, found, strict=True):

        def density(x, mu=mu, var=var):
            return (np.exp(-((x[:, None] - mu) ** 2) / 2 / var) / np.sqrt(var)).sum(axis=1)

        assert density(np.array([mode]))[0] >= density(grid).max() - 1e-12


def test_mode_in_special_cases():
    assert mode_of_gaussians([3.0], [2.0]) == 3.0
    assert mode_of_gaussians([3.0, 3.0], [2.0, 9.0]) == pytest.approx(3.0)
    assert mode_of_gaussians([3.0, 99.0], [2.0, np.inf]) == pytest.approx(3.0)
    assert np.isnan(mode_of_gaussians([3.0, 99.0], [np.inf, np.inf]))
    far = mode_of_gaussians([0.0, 1e9], [1.0, 0.5])  # densities underflow between them
    assert far == pytest.approx(1e9)
    assert mode_of_gaussians(np.zeros((0, 4)), np.ones((0, 4))).shape == (0,)
    with pytest.raises(ValueError, match="variance above 0"):
        mode_of_gaussians([1.0, 2.0], [0.0, 1.0])


def test_forest_of_gaussians():
    X, y, _ = numbers(7, n=500)
    forest = RegressionForest(20, vote="mode", random_state=0).fit(X, y)
    mean, variance = forest.leaves(X)
    floor = [0.01 * tree.tree_.stats[2] for tree in forest.trees_]
    assert (variance >= np.array(floor) - 1e-12).all()
    np.testing.assert_allclose(forest.predict(X), mode_of_gaussians(mean, variance))
    assert forest.oob_score_ > 0.1
    for tree in forest.trees_:
        assert min(v.n_rows for v in tree.tree_.walk() if not v.is_leaf) >= 20  # the lecture's n
    assert forest.trees_[0].min_samples_split == 20
    small = RegressionForest(20, vote="mode", min_samples_split=2, random_state=0).fit(X, y)
    assert np.abs(small.predict(X)).max() < np.abs(y).max() * 1.01  # one-row leaves do no harm
