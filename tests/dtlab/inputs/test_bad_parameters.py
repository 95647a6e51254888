"""Wrong weights, wrong parameters, and students' own functions that go wrong."""

import re

import pytest
from helpers.refusals import (
    MODELS,
    NAN,
    PLAY,
    X,
    each_model,
    refused,
    target,
)

from dtlab import CART, ID3

# ------------------------------------------------------------------ weights and parameters


@each_model
def test_weights(Model):
    y = target(Model)
    refused(Model(), ["Negative", "sample_weight"], X, y, sample_weight=[1, -1, 1, 1, 1, 1])
    refused(Model(), ["ample weights", "zero"], X, y, sample_weight=[0] * 6)
    refused(Model(), ["sample_weight", "NaN"], X, y, sample_weight=[1, NAN, 1, 1, 1, 1])
    refused(Model(), ["sample_weight", "(5,)", "(6,)"], X, y, sample_weight=[1] * 5)


WRONG = {
    "max_depth": [-1, "x", 2.5],
    "min_samples_split": [-3, "x", None],
    "min_samples_leaf": [0, -1, "x", None],
    "min_impurity_decrease": [-1, "x", None, NAN],
    "max_leaf_nodes": [0, -1, "x", 2.5],
    "ccp_alpha": [-1, "x", NAN],
    "risk": ["foo", None],
    "impurity": ["foo", None, 3],
    "measure": ["foo", None, 3],
    "numeric": ["foo", None],
    "significance": [-1, 2, "x"],
    "confidence": [0, 2, -1, "x", None, NAN],
    "min_cases": [-1, "x", None],
    "threshold": ["foo", None],
    "alpha_merge": [-1, 2, "x", None],
    "alpha_split": [-1, 2, "x", None],
    "bins": [0, -2, "x", None],
    "ddof": [-1, 2, "x", None],
}


@pytest.mark.parametrize(
    "Model, name, value",
    [
        (Model, name, value)
        for Model in MODELS
        for name, values in WRONG.items()
        if name in Model().get_params()
        for value in values
    ],
)
def test_parameters(Model, name, value):
    message = refused(Model(**{name: value}), [name], X, target(Model))
    assert re.search(r"\bmust\b", message)
    assert "\n" not in message


# ------------------------------------------------------------------ a student's own function


def no_number(counts):
    return NAN


def two_numbers(counts):
    return [0.5, 0.5]


def a_word(counts):
    return "impure"


def nothing(counts):
    return None


OWN = [no_number, two_numbers, a_word, nothing]


@pytest.mark.parametrize("own", OWN)
def test_own_impurity(own):
    model = CART(impurity=own)
    refused(model, [own.__name__, "one finite number", "[3.0, 3.0]", repr(own(None))], X, PLAY)


@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("numeric", ["category", "threshold"])
def test_own_measure(own, numeric):
    def measure(x, y):
        return own(y)

    model = ID3(measure=measure, numeric=numeric)
    says = ["measure", "one finite number", "'dry'", repr(own(None))]
    refused(model, says, X[["dry"]], PLAY)
