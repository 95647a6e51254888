"""Wrong or poor input to a forest: one clear sentence, or a sensible model."""

import numpy as np
import pandas as pd
import pytest
from helpers.forest_data import numbers
from helpers.refusals import PLAY, X, one_sentence, refused
from sklearn.exceptions import NotFittedError

from dtlab.ensembles.forest import RandomForest, RegressionForest

BAD = [
    ("n_estimators", 0, "whole number of trees from 1 up"),
    ("n_estimators", 2.5, "whole number of trees from 1 up"),
    ("n_estimators", None, "whole number of trees from 1 up"),
    ("max_features", "half", '"onethird"'),
    ("max_features", 0, "a number of features"),
    ("max_features", 1.5, "a fraction"),
    ("max_features", True, "a number of features"),
    ("subspace", "root", '"tree" (once for each tree)'),
    ("bootstrap", "yes", "True or False"),
    ("subsampling_rate", 0, "a share of the rows"),
    ("subsampling_rate", 1.2, "a share of the rows"),
    ("thresholds", 0, "number of thresholds"),
    ("thresholds", "random", '"exact"'),
    ("random_state", "lucky", "Generator"),
    ("random_state", -1, "from 0 up"),
    ("n_jobs", 0, "number of processes"),
    ("max_depth", -1, "from 0 up"),
    ("min_samples_leaf", 0, "from 1 up"),
]


@pytest.mark.parametrize("Model", [RandomForest, RegressionForest])
@pytest.mark.parametrize(("name", "value", "says"), BAD)
def test_parameters(Model, name, value, says):
    says = (f"{name} of {Model.__name__} must be", says, f"not {value!r}")
    refused(Model(**{name: value}), says, X, PLAY)


def test_parameters_of_one_kind():
    refused(RandomForest(vote="mean"), ('"majority"', "not 'mean'"), X, PLAY)
    refused(RegressionForest(vote="average"), ('"mode"', "not 'average'"), X, [1.0] * 6)
    refused(RegressionForest(variance_floor=0), ("root's variance", "not 0"), X, [1.0] * 6)
    refused(RegressionForest(min_samples_split=1), ('"auto"', "not 1"), X, [1.0] * 6)
    refused(RandomForest(max_features=4), ("max_features is 4", "only 3 columns"), X, PLAY)


def test_text_as_a_number():
    refused(RegressionForest(), ("must hold numbers",), X, PLAY)


def test_before_fit():
    for name in ("feature_importances_", "oob_score_"):
        with pytest.raises(NotFittedError):
            getattr(RandomForest(), name)
    with pytest.raises(NotFittedError):
        RandomForest().predict(X)


def test_one_class():
    forest = RandomForest(5, random_state=0).fit(X, ["no"] * 6)
    assert set(forest.predict(X)) == {"no"}
    assert forest.feature_importances_.tolist() == [0, 0, 0]
    assert forest.oob_score_ == 1.0


def test_one_class_in_a_sample():
    """With one rare row many samples miss its class; trees and votes still know it."""
    data = np.arange(12.0)[:, None]
    rare = ["a"] * 11 + ["b"]
    forest = RandomForest(30, random_state=0).fit(data, rare)
    missed = [11 not in rows for rows in forest.samples_]
    assert 0 < sum(missed) < 30
    for tree, without in zip(forest.trees_, missed, strict=True):
        assert tree.tree_.is_leaf == without and tree.predict_proba(data).shape == (12, 2)
    assert forest.predict([[12.0]]) == ["b"]


@pytest.mark.parametrize("vote", ["mean", "mode"])
def test_constant_target(vote):
    data, _, _ = numbers(0, n=50)
    forest = RegressionForest(5, vote=vote, random_state=0).fit(data, [0.1] * 50)
    assert (forest.predict(data) == 0.1).all()
    assert forest.feature_importances_.sum() == 0


def test_all_rows_in_bag():
    forest = RandomForest(5, bootstrap=False, random_state=0).fit(X, PLAY)
    one_sentence(("all", "bootstrap=True"), ValueError, lambda: forest.oob_score_)


def test_a_row_in_every_bag():
    data, y, classes = numbers(1, n=30)
    forest = RandomForest(2, random_state=0).fit(data, classes)
    in_all = set(forest.samples_[0]) & set(forest.samples_[1])
    unknown = np.isnan(forest.oob_decision_function_).all(axis=1)
    assert set(np.flatnonzero(unknown)) == in_all != set()
    assert 0 <= forest.oob_score_ <= 1
    for vote in ("mean", "mode"):
        answers = RegressionForest(2, vote=vote, random_state=0).fit(data, y).oob_prediction_
        assert (np.isnan(answers) == unknown).all()


def test_one_row():
    forest = RandomForest(3, random_state=0).fit([[1.0, 2.0]], ["a"])
    assert forest.predict([[5.0, 5.0]]) == ["a"]
    one_sentence(("1 rows", "out of bag"), ValueError, lambda: forest.oob_score_)


def test_tiny_rate_draws_a_row():
    forest = RandomForest(3, subsampling_rate=1e-9, random_state=0).fit(X, PLAY)
    assert [len(rows) for rows in forest.samples_] == [1, 1, 1]


def test_columns_without_values():
    frame = X.assign(empty=np.nan, same="x")
    forest = RandomForest(10, max_features=1, random_state=0).fit(frame, PLAY)
    assert not {"empty", "same"} & {
        v.question.feature for t in forest.trees_ for v in t.tree_.walk() if not v.is_leaf
    }
    with pytest.raises(ValueError, match="feature names"):
        forest.predict(frame.rename(columns={"wind": "storm"}))


def test_index_labels_are_kept():
    frame = X.set_index(pd.Index(list("uvwxyz")))
    forest = RandomForest(3, random_state=0).fit(frame, PLAY)
    assert set(forest._index[forest.samples_[0]]) <= set("uvwxyz")
