"""Bagging: samples, out-of-bag rows, votes, and the same model however many processes."""

import numpy as np
import pytest
from helpers.refusals import HOURS, PLAY, X, one_sentence, refused
from sklearn.base import is_classifier, is_regressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import accuracy_score, r2_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import check_estimator

from dtlab import C45, CART, CHAID, ID3, RegressionTree, load
from dtlab.ensembles.bagging import Bagging

DRAWN = {
    "check_sample_weight_equivalence_on_dense_data": "rows are drawn whatever their weight; "
    "scikit-learn declares the same of its Bagging"
}
SHIP = load("titanic")


def numbers(n=200, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    y = X[:, 0] + np.where(X[:, 1] > 0, X[:, 2], -1) + 0.3 * rng.normal(size=n)
    return X, y, np.array(["a", "b", "c"])[np.digitize(y, [-1, 0.5])]


@pytest.mark.parametrize("base", [CART(), RegressionTree()], ids=repr)
def test_check_estimator(base):
    model = Bagging(base, n_estimators=5)
    check_estimator(model, expected_failed_checks=DRAWN, on_skip=None)


@pytest.mark.parametrize(
    "base", [CART(), C45(), CHAID(), ID3(numeric="threshold"), RegressionTree()], ids=repr
)
def test_one_full_sample_is_its_tree(base):
    X, values, classes = numbers()
    y = values if is_regressor(base) else classes
    bag = Bagging(base, n_estimators=1, bootstrap=False).fit(X, y)
    assert (bag.samples_ == 1).all()
    tree = base.fit(X, y)
    assert bag.trees_[0].tree_ == tree.tree_
    assert (bag.predict(X) == tree.predict(X)).all()
    assert bag.score(X, y) == tree.score(X, y)


@pytest.mark.parametrize("base", [CART(), C45(), RegressionTree(max_depth=4)], ids=repr)
def test_a_tree_of_a_sample_is_that_of_repeated_rows(base):
    X, values, classes = numbers()
    y = values if is_regressor(base) else classes
    bag = Bagging(base, n_estimators=3, random_state=1).fit(X, y)
    for tree, sample in zip(bag.trees_, bag.samples_, strict=True):
        assert sample.sum() == len(y) and sample.max() > 1
        repeated = base.fit(np.repeat(X, sample, axis=0), np.repeat(y, sample))
        if not isinstance(base, C45):  # it asks at values of all rows, drawn or not
            same = (
                np.testing.assert_allclose if is_regressor(base) else np.testing.assert_array_equal
            )
            same(tree.predict(X), repeated.predict(X))
        assert tree.tree_.weight == pytest.approx(len(y))


def test_classifier_or_regressor():
    X, values, classes = numbers()
    grouped, numeric = Bagging(), Bagging(RegressionTree())
    assert is_classifier(grouped) and not is_regressor(grouped)
    assert is_regressor(numeric) and not is_classifier(numeric)
    assert not hasattr(numeric, "predict_proba")
    grouped.fit(X, classes)
    numeric.fit(X, values)
    assert grouped.score(X, classes) == accuracy_score(classes, grouped.predict(X))
    assert numeric.score(X, values) == r2_score(values, numeric.predict(X))
    mean = np.mean([tree.predict(X) for tree in numeric.trees_], axis=0)
    np.testing.assert_allclose(numeric.predict(X), mean)


def test_votes():
    X, _, y = numbers()
    average = Bagging(CART(max_depth=2), 7, random_state=0).fit(X, y)
    majority = Bagging(CART(max_depth=2), 7, vote="majority", random_state=0).fit(X, y)
    shares = np.mean([tree.predict_proba(X) for tree in average.trees_], axis=0)
    votes = np.mean(
        [tree.predict(X)[:, None] == average.classes_ for tree in average.trees_], axis=0
    )
    np.testing.assert_allclose(average.predict_proba(X), shares)
    np.testing.assert_allclose(majority.predict_proba(X), votes)
    assert (average.predict(X) == average.classes_[shares.argmax(axis=1)]).all()
    assert (majority.predict(X) == average.classes_[votes.argmax(axis=1)]).all()


@pytest.mark.parametrize("base", [CART(), RegressionTree()], ids=repr)
def test_out_of_bag_rows_are_out_of_bag(base):
    X, values, classes = numbers(60)
    y = values if is_regressor(base) else classes
    model = Bagging(base, 8, oob_score=True, random_state=0).fit(X, y)
    answers = np.full(len(y), None)
    for i in range(len(y)):
        seen = [t for t, sample in zip(model.trees_, model.samples_, strict=True) if not sample[i]]
        if not seen:
            assert np.isnan(model.oob_prediction_[i]).all()
        elif is_regressor(base):
            answers[i] = np.mean([tree.predict(X[[i]])[0] for tree in seen])
            assert model.oob_prediction_[i] == pytest.approx(answers[i])
        else:
            shares = np.mean([tree.predict_proba(X[[i]])[0] for tree in seen], axis=0)
            answers[i] = model.classes_[shares.argmax()]
            np.testing.assert_allclose(model.oob_prediction_[i], shares)
    judged = answers != None  # noqa: E711
    score = r2_score if is_regressor(base) else accuracy_score
    assert model.oob_score_ == pytest.approx(score(y[judged], list(answers[judged])))


@pytest.mark.parametrize("base", [CART(), C45(), DecisionTreeClassifier(max_features=1)], ids=repr)
def test_jobs_do_not_matter(base):
    X, _, y = numbers()
    one, two = (
        Bagging(base, 6, max_features=3, random_state=5, n_jobs=jobs).fit(X, y) for jobs in (1, 2)
    )
    assert (one.samples_ == two.samples_).all() and one.features_ == two.features_
    np.testing.assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    if hasattr(one.trees_[0], "_table"):
        assert [t.tree_ for t in one.trees_] == [t.tree_ for t in two.trees_]


def test_features():
    model = Bagging(n_estimators=12, max_features=2, random_state=0).fit(SHIP.X, SHIP.y)
    assert len({tuple(names) for names in model.features_}) == 3
    for names, tree in zip(model.features_, model.trees_, strict=True):
        asked = {node.question.feature for node in tree.tree_.walk() if not node.is_leaf}
        assert len(names) == 2 and asked <= set(names)
        assert (tree.predict(SHIP.X[names]) == tree.tree_.predict(SHIP.X[names])).all()
    step = model.history_[3]
    assert step.learner is model.trees_[3] and (step.sample == model.samples_[3]).all()
    shares = sum(
        t.predict_proba(SHIP.X[f]) for t, f in zip(model.trees_, model.features_, strict=True)
    )
    np.testing.assert_allclose(model.predict_proba(SHIP.X), shares / 12)


def test_sizes_of_samples():
    for size, n in ((0.5, 100), (30, 30), (1.0, 200)):
        X, _, y = numbers()
        model = Bagging(n_estimators=3, max_samples=size, bootstrap=False).fit(X, y)
        assert (model.samples_.sum(axis=1) == n).all() and model.samples_.max() == 1


def test_weights():
    X, _, y = numbers()
    weight = np.where(y == "c", 0.0, 2.0)
    model = Bagging(n_estimators=4, random_state=0).fit(X, y, sample_weight=weight)
    assert not model.samples_[:, weight == 0].any()
    assert "c" not in model.predict(X)
    assert [t.tree_.weight for t in model.trees_] == [2 * (weight > 0).sum()] * 4


@pytest.mark.parametrize("base", [CART(), LogisticRegression(), KNeighborsClassifier(1)], ids=repr)
def test_one_class_in_a_sample(base):
    x = np.arange(6.0)[:, None]
    y = np.array(["rare"] + ["often"] * 5)
    model = Bagging(base, 20, random_state=0).fit(x, y)
    single = [len(set(y[sample > 0])) == 1 for sample in model.samples_]
    assert any(single) and not all(single)
    assert model.predict_proba(x).shape == (6, 2)
    np.testing.assert_allclose(model.predict_proba(x).sum(axis=1), 1)
    assert (Bagging(base, 3).fit(x, ["one"] * 6).predict(x) == "one").all()


def test_other_estimators():
    X, values, classes = numbers()
    line = Bagging(LinearRegression(), 5, random_state=0).fit(X, values)
    np.testing.assert_allclose(
        line.predict(X), np.mean([m.predict(X) for m in line.trees_], axis=0)
    )
    near = Bagging(KNeighborsClassifier(), 5, random_state=0, max_features=3).fit(X, classes)
    assert near.score(X, classes) > 0.7
    refused(Bagging(KNeighborsClassifier()), ["sample_weight"], X, classes, sample_weight=values**2)


def test_constant_targets():
    assert (Bagging(RegressionTree()).fit(X, [3.0] * 6).predict(X) == 3).all()
    assert (Bagging().fit(X, ["a"] * 6).predict(X) == "a").all()


@pytest.mark.parametrize(
    "wrong",
    [
        {"n_estimators": 0}, {"n_estimators": "x"}, {"max_samples": 0}, {"max_samples": 1.5},
        {"max_features": 0}, {"max_features": 0.0}, {"max_features": "x"}, {"vote": "foo"},
        {"estimator": 3}, {"estimator": CART}, {"random_state": "x"}, {"n_jobs": 0},
    ],
    ids=repr,
)  # fmt: skip
def test_parameters(wrong):
    message = refused(Bagging(**wrong), [*wrong, "must"], X, PLAY)
    assert "\n" not in message


def test_other_faults():
    refused(Bagging(max_features=7), ["max_features = 7", "only 3"], X, PLAY)
    refused(Bagging(max_samples=7, bootstrap=False), ["max_samples = 7", "only 6"], X, PLAY)
    refused(Bagging(bootstrap=False, oob_score=True), ["oob_score", "every row"], X, PLAY)
    refused(Bagging(RegressionTree()), ["y", "numbers"], X, PLAY)
    refused(Bagging(), ["y", "continuous"], X, HOURS + 0.5)
    model = Bagging().fit(X, PLAY)
    one_sentence(["features"], ValueError, model.predict, X.to_numpy()[:, :2])


def test_a_fit_that_fails_changes_nothing():
    model = Bagging().fit(X, PLAY)
    before = dict(vars(model))
    refused(model, ["zero"], X[["hour"]], PLAY, sample_weight=[0] * 6)
    assert vars(model) == before and len(model.predict(X)) == 6
