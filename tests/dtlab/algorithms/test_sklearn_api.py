"""The models are scikit-learn estimators: its own checks, its tools, on tables as they are."""

import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.ensemble import BaggingClassifier
from sklearn.metrics import accuracy_score, r2_score
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    StratifiedKFold,
    cross_val_predict,
    cross_val_score,
)  # fmt: skip
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import check_estimator

import dtlab
from dtlab import C45, CART, CHAID, ID3, RegressionTree, entropy, gain_ratio, gini, load

CLASSIFIERS = [ID3, C45, CART, CHAID]
MODELS = [*CLASSIFIERS, RegressionTree]

each_model = pytest.mark.parametrize("Model", MODELS)

# ------------------------------------------------------------------ scikit-learn's own checks

FRACTIONS = "the data are fractions, which ID3() refuses; ID3(numeric='threshold') passes"
ID3_FAILS = {
    "check_sample_weight_equivalence_on_dense_data": FRACTIONS,
    "check_classifiers_one_label_sample_weights": FRACTIONS,
}


@pytest.mark.parametrize(
    "model, expected",
    [
        (CART(), {}),
        (C45(), {}),
        (RegressionTree(), {}),
        (RegressionTree(ddof=1), {}),
        (CHAID(), {}),
        (ID3(numeric="threshold"), {}),
        (ID3(), ID3_FAILS),
    ],
    ids=lambda thing: "" if isinstance(thing, dict) else repr(thing),
)
def test_check_estimator(model, expected):
    results = check_estimator(model, expected_failed_checks=expected, on_skip=None)
    failed = {result["check_name"] for result in results if result["status"] == "xfail"}
    assert failed == set(expected), "a check that passes needs no excuse"


@pytest.mark.parametrize("Model", [CART, C45, RegressionTree, pytest.param(CHAID)])
def test_check_estimator_on_fractions(Model, monkeypatch):
    """The tag "categorical" makes scikit-learn round the data of its checks; here they stay."""
    usual = Model.__sklearn_tags__

    def numeric_only(model):
        tags = usual(model)
        tags.input_tags.categorical = False
        return tags

    monkeypatch.setattr(Model, "__sklearn_tags__", numeric_only)
    check_estimator(Model(), on_skip=None)


# ------------------------------------------------------------------ tables as they are


@pytest.fixture(scope="module")
def table():
    """Every kind of column, fractions with gaps; a class and a number to predict."""
    rng = np.random.default_rng(3)
    n = 240
    X = pd.DataFrame(
        {
            "text": rng.choice(["a", "b", "c"], n),
            "yes": rng.random(n) < 0.5,
            "size": pd.Categorical(rng.choice(["S", "M", "L"], n), ["S", "M", "L"], ordered=True),
            "whole": rng.integers(0, 9, n),
            "number": rng.normal(size=n),
        }
    )
    signal = X["whole"] / 4 + X["yes"] + X["number"] + (X["text"] == "b")
    X.loc[rng.random(n) < 0.1, "number"] = np.nan
    return X, pd.Series(np.where(signal > 2, "high", "low"), name="level"), signal.rename("signal")


def for_model(Model, table):
    X, level, signal = table
    if Model is ID3:
        X = X.drop(columns="number")
    return X, signal if Model is RegressionTree else level


@each_model
def test_cross_validation_and_pipeline(Model, table):
    X, y = for_model(Model, table)
    folds = KFold(4, shuffle=True, random_state=0)
    direct = cross_val_score(Model(), X, y, cv=folds)
    piped = cross_val_score(make_pipeline(FunctionTransformer(), Model()), X, y, cv=folds)
    by_hand = [
        Model().fit(X.iloc[a], y.iloc[a]).score(X.iloc[b], y.iloc[b]) for a, b in folds.split(X)
    ]
    np.testing.assert_allclose(direct, by_hand)
    np.testing.assert_allclose(piped, by_hand)
    assert direct.mean() > (0.3 if Model is RegressionTree else 0.6)


@pytest.mark.parametrize("Model", CLASSIFIERS)
def test_cross_validated_probabilities(Model, table):
    X, y = for_model(Model, table)
    shares = cross_val_predict(Model(), X, y, cv=StratifiedKFold(3), method="predict_proba")
    assert shares.shape == (len(X), 2)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    assert (shares >= 0).all()


def test_titanic():
    people = load("titanic")
    for Model in CLASSIFIERS:
        folds = StratifiedKFold(5, shuffle=True, random_state=1)
        scores = cross_val_score(Model(), people.X, people.y, cv=folds)
        assert scores.mean() > 0.75, Model


@pytest.mark.parametrize(
    "model, grid",
    [
        (CART(), {"impurity": [gini, entropy], "max_depth": [1, 3], "min_samples_leaf": [1, 5]}),
        (ID3(), {"measure": [ID3().measure, gain_ratio], "max_depth": [1, 2]}),
        (C45(), {"confidence": [0.1, 0.25], "raising": [True, False]}),
        pytest.param(CHAID(), {"alpha_split": [0.01, 0.2], "bins": [4, 10]}),
        (RegressionTree(), {"ddof": [0, 1], "min_samples_leaf": [1, 5], "max_depth": [2, 4]}),
    ],
    ids=lambda thing: type(thing).__name__ if not isinstance(thing, dict) else "",
)
def test_grid_search(model, grid, table):
    X, y = for_model(type(model), table)
    search = GridSearchCV(model, grid, cv=3, error_score="raise").fit(X, y)
    assert set(search.best_params_) == set(grid)
    assert all(any(search.best_params_[name] is v for v in grid[name]) for name in grid)
    assert len(search.cv_results_["params"]) == np.prod([len(values) for values in grid.values()])
    named = {f"tree__{name}": values for name, values in grid.items()}
    pipeline = Pipeline([("same", FunctionTransformer()), ("tree", clone(model))])
    again = GridSearchCV(pipeline, named, cv=3, error_score="raise").fit(X, y)
    assert again.best_score_ == search.best_score_


# ------------------------------------------------------------------ parameters, attributes, keeping


@each_model
def test_parameters_and_clone(Model, table):
    X, y = for_model(Model, table)
    model = Model(max_depth=2)
    assert model.get_params()["max_depth"] == 2
    assert model.set_params(max_depth=1) is model
    assert model.fit(X, y) is model
    assert model.get_depth() <= 1
    twin = clone(model)
    assert twin.get_params() == model.get_params()
    assert not hasattr(twin, "classes_")
    assert twin.fit(X, y).tree_ == model.tree_
    with pytest.raises(ValueError, match="has no parameter 'depth': did you mean 'max_depth'"):
        model.set_params(depth=3)


@each_model
def test_attributes_and_score(Model, table):
    X, y = for_model(Model, table)
    model = Model(max_depth=3).fit(X, y)
    assert list(model.feature_names_in_) == list(X.columns)
    assert model.n_features_in_ == X.shape[1]
    numbers = X[["whole"]].to_numpy()
    assert not hasattr(Model().fit(numbers, y), "feature_names_in_")
    if Model is RegressionTree:
        assert is_regressor(model)
        assert model.score(X, y) == r2_score(y, model.predict(X))
    else:
        assert is_classifier(model)
        assert list(model.classes_) == ["high", "low"]
        assert model.score(X, y) == accuracy_score(y, model.predict(X))
        shares = model.predict_proba(X)
        assert (model.classes_[shares.argmax(axis=1)] == model.predict(X)).all()


@each_model
def test_weights_by_metadata(Model, table):
    X, y = for_model(Model, table)
    weight = np.where(X["yes"], 3.0, 0.0)
    with sklearn.config_context(enable_metadata_routing=True):
        asks = Model(max_depth=2).set_fit_request(sample_weight=True)
        pipeline = make_pipeline(FunctionTransformer(), asks).fit(X, y, sample_weight=weight)
        cross_val_score(
            asks.set_score_request(sample_weight=True), X, y, params={"sample_weight": weight}
        )
    expected = Model(max_depth=2).fit(X, y, sample_weight=weight).tree_
    assert pipeline[-1].tree_ == expected
    assert expected.n_rows == X["yes"].sum()


def test_bagging_draws_weights_or_rows(table):
    X, y = table[0][["whole", "number"]].fillna(0), table[1]
    forest = BaggingClassifier(CART(max_depth=4), n_estimators=5, random_state=0).fit(X, y)
    assert forest.score(X, y) > 0.75


@each_model
def test_kept_models_predict_the_same(Model, table, tmp_path):
    X, y = for_model(Model, table)
    model = Model().fit(X, y)
    joblib.dump(model, tmp_path / "model.joblib")
    for twin in (pickle.loads(pickle.dumps(model)), joblib.load(tmp_path / "model.joblib")):
        np.testing.assert_array_equal(twin.predict(X), model.predict(X))
        assert twin.tree_ == model.tree_
        pd.testing.assert_frame_equal(twin.candidates(), model.candidates())
        assert twin.get_params().keys() == model.get_params().keys()


LEARNED = {
    "alphas_", "classes_", "ended_", "errors_", "feature_names_in_", "features_", "history_",
    "coefficients_", "gcv_", "init_", "model_", "n_estimators_", "rsq_", "terms_",
    "n_features_in_", "samples_", "trees_",
}  # fmt: skip


MODELS = [name for name in dtlab.__all__ if hasattr(getattr(dtlab, name), "fit")]


@pytest.mark.parametrize("name", [name for name in MODELS if name != "OnSpark"])  # needs Spark
def test_tab_offers_no_internals(name):
    golf, Model = dtlab.load("play_golf"), getattr(dtlab, name)
    if name == "Tree":
        searcher = dtlab.questions.OneBranchPerValue(dtlab.questions.Decrease(dtlab.entropy))
        model = Model(dtlab.Recipe(numeric=None, categorical=searcher, impurity=dtlab.entropy))
    else:
        model = Model()
    target = golf.y if is_classifier(model) else (golf.y == "yes").astype(float)
    model.fit(golf.X.astype(str), target)
    public = {attribute for attribute in vars(model) if not attribute.startswith("_")}
    assert public - model.get_params().keys() - LEARNED == set()
