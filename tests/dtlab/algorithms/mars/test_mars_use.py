"""MARS as users meet it: its formula, scikit-learn's tools, and wrong input."""

import pickle

import numpy as np
import pandas as pd
import pytest
from helpers.refusals import NAN, one_sentence, refused
from sklearn.base import clone, is_regressor
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.utils.estimator_checks import check_estimator

from dtlab import load
from dtlab.algorithms.mars.model import MARS
from dtlab.algorithms.mars.terms import Hinge, Is, Linear, MarsTerm, StepFactor, formula


def waves():
    rng = np.random.default_rng(0)
    X = rng.uniform(-2, 2, size=(80, 3))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] + rng.normal(0, 0.1, 80)


# ------------------------------------------------------------------ formulas


def test_formula_of_the_lecture_table():
    bikes = load("bike_rentals")
    model = MARS(degree=2, endspan=2).fit(bikes.X, bikes.y)
    assert str(model) == (
        "RENTALS = 2742 − 1900·[SEASON = winter] + 3258·[WORK DAY = True]·[SEASON = summer]"
        " + 2078·[WORK DAY = True]·[SEASON = spring]"
    )
    assert model.latex(2).startswith(
        r"\text{RENTALS} = 2.7 \cdot 10^{3} - 1.9 \cdot 10^{3} \cdot ["
    )
    assert str(MARS()) == "MARS()"


def test_formula_pieces():
    terms = [
        MarsTerm((Linear("a_b", 0),)),
        MarsTerm((Hinge("x", 1, -2.5), StepFactor("z", 2, 3.0, False))),
        MarsTerm((Is("k", 3, "p", 0, False),)),
    ]
    assert formula("y", terms, [-1.0, 2.0, -3e-7]).text == (
        "y = −1·a_b + 2·max(0, x + 2.5)·[z ≤ 3] − 3e−07·[k ≠ p]"
    )
    assert formula("y", [], []).text == "y = 0"


def test_a_sum_without_an_intercept():
    x = np.arange(-10.0, 11)[:, None]
    exact = {"minspan": 1, "endspan": 1}
    text = "y = 1·max(0, x0 − 0) + 1·max(0, 0 − x0)"
    assert str(MARS(**exact).fit(x, np.abs(x[:, 0]))) == text
    rng = np.random.default_rng(0)
    for x in rng.normal(size=(20, 30, 1)):
        assert str(MARS().fit(x, 2 * x[:, 0])) == "y = 2·x0"  # not −5.551e−17 + 2·x0


# ------------------------------------------------------------------ scikit-learn


@pytest.mark.parametrize(
    "model", [MARS(), MARS(degree=2), MARS(basis="step", degree=None)], ids=repr
)
def test_check_estimator(model):
    check_estimator(model, on_skip=None)


def test_tools():
    X, y = waves()
    assert is_regressor(MARS())
    assert cross_val_score(MARS(degree=2), X, y, cv=4).mean() > 0.6
    search = GridSearchCV(MARS(), {"degree": [1, 2]}, cv=3).fit(X, y)
    assert search.best_params_ == {"degree": 2}
    model = MARS(degree=2).fit(X, y)
    twin = pickle.loads(pickle.dumps(model))
    assert str(twin) == str(model)
    np.testing.assert_array_equal(twin.predict(X), model.predict(X))
    assert clone(model).get_params() == model.get_params()


# ------------------------------------------------------------------ bad input

FRAME = pd.DataFrame({"x": [1.0, 2, 3, 4], "k": ["a", "b", "a", "b"]})
Y = [1.0, 2, 3, 5]


def test_bad_tables():
    missing = ["'x'", "1 missing value", "NaN", "MARS", "RegressionTree"]
    refused(MARS(), missing, FRAME.assign(x=[1, NAN, 2, 3]), Y)
    refused(MARS(), ["'k'", "2 missing values"], FRAME.assign(k=["a", None, None, "b"]), Y)
    refused(MARS(), ["'x'", "infinity"], FRAME.assign(x=[1, np.inf, 2, 3]), Y)
    refused(MARS(), ["0 sample(s)", "empty"], FRAME.iloc[:0], [])
    refused(MARS(), ["0 feature(s)", "empty"], FRAME[[]], Y)
    refused(MARS(), ["'x'", "target"], FRAME, FRAME["x"])
    model = MARS().fit(FRAME, Y)
    one_sentence(missing, ValueError, model.predict, FRAME.assign(x=[1, NAN, 2, 3]))
    one_sentence(["'x'", "text"], ValueError, model.predict, FRAME.assign(x=["p"] * 4))
    one_sentence(["not fitted"], NotFittedError, MARS().predict, FRAME)
    one_sentence(["not fitted"], NotFittedError, MARS().formula)


def test_bad_targets_and_weights():
    refused(MARS(), ["string", "'yes'"], FRAME, ["yes", "no", "yes", "no"])
    refused(MARS(), ["y", "NaN"], FRAME, [1, NAN, 2, 3])
    refused(MARS(), ["y", "infinity"], FRAME, [1, np.inf, 2, 3])
    refused(MARS(), ["X has", "y has 3"], FRAME, [1, 2, 3])
    refused(MARS(), ["y", "None"], FRAME, None)
    refused(MARS(), ["ample weights", "zero"], FRAME, Y, sample_weight=[0] * 4)
    refused(MARS(), ["Negative"], FRAME, Y, sample_weight=[1, 1, 1, -1])


WRONG = {
    "degree": [0, -1, 1.5, "2", True],
    "max_terms": [0, 2.5, "x"],
    "thresh": [-1, None, "x", NAN],
    "penalty": [-1, "x", NAN, np.inf],
    "minspan": [0, 1.5, "x"],
    "endspan": [0, 1.5, "x"],
    "basis": ["spline", None, 3],
}


@pytest.mark.parametrize("name, value", [(n, v) for n, values in WRONG.items() for v in values])
def test_bad_parameters(name, value):
    message = refused(MARS(**{name: value}), [name, "MARS"], FRAME, Y)
    assert message.endswith(f"not {value!r}")
