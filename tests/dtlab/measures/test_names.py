"""Measures print as their names, in models and signatures too, and stay themselves when copied."""

import copy
import inspect
import pickle

import pytest
from sklearn.base import clone

import dtlab
from dtlab import CART, ID3, gain_ratio, gini, widgets, work
from dtlab.questions.search import midpoints

NAMES = ("entropy", "error", "gain_ratio", "gini", "information_gain", "twoing", "variance")
PUBLIC = [
    (module, name)
    for module in (dtlab, work, widgets, dtlab.textbook)
    for name in module.__all__
    if callable(getattr(module, name))
]


@pytest.mark.parametrize("name", NAMES)
def test_a_measure_prints_as_its_name_and_is_copied_as_itself(name):
    measure = getattr(dtlab, name)
    assert repr(measure) == name
    for twin in (copy.copy(measure), copy.deepcopy(measure), pickle.loads(pickle.dumps(measure))):
        assert twin is measure
    assert inspect.getsource(measure).startswith(f"@NamedFunction\ndef {name}(")


def test_midpoints_are_copied_as_themselves():
    assert pickle.loads(pickle.dumps(midpoints)) is midpoints


@pytest.mark.parametrize(
    ("module", "name"), PUBLIC, ids=lambda part: getattr(part, "__name__", part)
)
def test_a_signature_shows_no_address(module, name):
    public = getattr(module, name)
    if isinstance(public, type) and issubclass(public, Exception):
        pytest.skip("Python 3.11 gives no signature for exceptions")
    assert " at 0x" not in str(inspect.signature(public))


def test_a_model_shows_its_functions_by_name():
    def smallest(counts):
        return min(counts)

    assert repr(ID3(measure=gain_ratio)) == "ID3(measure=gain_ratio)"
    assert repr(CART(impurity=smallest)) == "CART(impurity=smallest)"
    assert repr(CART(impurity=gini)) == "CART()"
    assert clone(ID3(measure=gain_ratio)).measure is gain_ratio
