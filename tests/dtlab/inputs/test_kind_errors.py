"""Mistakes that everybody makes once, in a notebook: the sentence says what to do instead."""

import inspect

import numpy as np
import pandas as pd
import pytest
from helpers.refusals import HOURS, MODELS, PLAY, X, each_model, one_sentence, refused, target
from sklearn.base import clone

import dtlab
from dtlab import CART, MARS, Bagging, GradientBoosting, RandomForest, Tree, load

ESTIMATORS = [
    *MODELS, MARS, Tree, dtlab.C50, Bagging, dtlab.AdaBoost, RandomForest, dtlab.RegressionForest,
    GradientBoosting, dtlab.GradientBoostingClassifier,
]  # fmt: skip

# ------------------------------------------------------------------ the target


@each_model
@pytest.mark.parametrize(
    "dtype, values",
    [("Int64", [1, 2]), ("boolean", [True, False]), ("string", ["a", "b"]), ("Float64", [1, 2])],
)
def test_nullable_targets_with_gaps(Model, dtype, values):
    """The same sentence as for NaN, also where the target is a column of X by mistake."""
    y = pd.Series([*values, *values, None, values[0]], dtype=dtype, name="goal")
    refused(Model(), ["Input y contains NaN", "1 row has no target"], X, y)
    refused(Model(), ["'goal'", "also a column of X"], X.assign(goal=y), y)
    other = y.fillna(values[0])
    refused(Model(), ["Input y contains NaN"], X.assign(goal=other), y)


@each_model
def test_a_target_with_a_name_of_a_level(Model):
    """In columns of two levels "a" is no column but several."""
    frame = X.set_axis(pd.MultiIndex.from_product([["a"], ["wind", "hour", "dry"]]), axis=1)
    assert Model().fit(frame, target(Model).rename("a"))


# ------------------------------------------------------------------ the table


@each_model
def test_rows_and_dictionaries(Model):
    y = target(Model)
    model = Model().fit(X, y)
    for wrong, kind in [
        (X.to_dict("list"), "a dict"),
        (X.to_dict("records"), "a list of dicts"),
        (list(X.to_dict("records")), "a list of dicts"),
        ([row for _, row in X.iterrows()], "a list of Series"),
    ]:
        says = ["X", kind, "pd.DataFrame(X)"]
        message = refused(Model(), says, wrong, y)
        assert len(message) < 120 and "weak" not in message
        one_sentence(says, ValueError, model.predict, wrong)
    for fine in (X[["hour"]].to_numpy().tolist(), [(1,), (2,), (3,), (4,), (5,), (6,)]):
        assert Model().fit(fine, y)


@each_model
def test_durations_are_no_dates(Model):
    days = pd.to_timedelta([1, 2, 3, 4, 5, 6], unit="D")
    for column in (days, pd.Series(list(days), dtype=object), pd.Categorical(days)):
        message = refused(
            Model(), ["'extra'", "durations", "numbers"], X.assign(extra=column), target(Model)
        )
        assert "dates" not in message
    refused(Model(), ["X", "durations"], days.to_numpy()[:, None], target(Model))


# ------------------------------------------------------------------ names


def test_unknown_data_sets():
    near = one_sentence(["no data set 'vegetaton'", "'vegetation'?"], ValueError, load, "vegetaton")
    assert "spam" not in near  # one suggestion is enough
    far = one_sentence(["there is no data set 'wine'"], ValueError, load, "wine")
    assert far.startswith("there is no data set 'wine'; choose one of bike_rentals, ")


@pytest.mark.parametrize("Model", ESTIMATORS)
def test_misspelt_parameters(Model):
    known = list(inspect.signature(Model).parameters)
    assert known == list(inspect.signature(Model.__init__).parameters)[1:]
    first = known[-1]
    name, wrong = Model.__name__, first[:-1]
    model = Model(**{known[0]: None})
    says = [f"{name} has no parameter {wrong!r}: did you mean {first!r}?"]
    one_sentence(says, TypeError, Model, **{wrong: 3})
    one_sentence(says, ValueError, model.set_params, **{wrong: 3})
    far = [f"{name} has no parameter 'q'; it has {', '.join(known)}"]
    one_sentence(far, TypeError, Model, q=3)
    one_sentence(far, ValueError, model.set_params, q=3)
    assert clone(model).get_params() == model.get_params()


def test_parameters_of_parts():
    """scikit-learn's own names with two underscores still reach the part."""
    model = Bagging(CART())
    assert model.set_params(estimator__max_depth=2).estimator.max_depth == 2
    one_sentence(["CART has no parameter 'max_dept'"], ValueError, model.set_params,
                 estimator__max_dept=2)  # fmt: skip
    one_sentence(["Bagging has no parameter 'estimatr'"], ValueError, model.set_params,
                 estimatr__max_depth=2)  # fmt: skip


def test_an_own_subclass():
    class Stump(CART):
        def __init__(self, impurity=dtlab.gini, patience=1):
            super().__init__(impurity, max_depth=1)
            self.patience = patience

    assert Stump(patience=2).fit(X, PLAY).get_depth() == 1
    one_sentence(["Stump has no parameter 'patienc'"], TypeError, Stump, patienc=2)

    class Any(CART):
        def __init__(self, **options):
            super().__init__(**options)

    assert Any(max_depth=1).fit(X, PLAY).get_depth() == 1


# ------------------------------------------------------------------ functions


def test_candidates_of_a_table():
    model = CART().fit(X, PLAY)
    says = ["candidates", "answers", "DataFrame"]
    one_sentence(says, ValueError, model.candidates, X, PLAY)
    one_sentence(["answers", "ndarray"], ValueError, model.candidates, np.ones(3))


def test_counts_of_a_child():
    one_sentence(["left", "counts"], ValueError, dtlab.plot_concavity, 3, 4)
    message = one_sentence(["right"], ValueError, dtlab.plot_concavity, [1, 2], 4)
    assert "counts(y)" not in message
    one_sentence(["entropy(counts(y))"], ValueError, dtlab.entropy, PLAY)


def test_fine_input_is_still_fine():
    assert RandomForest(n_estimators=2).fit(X.to_numpy(), HOURS.astype(int))
