"""A small table, and what a refusal must look like: for the tests of wrong input."""

import pandas as pd
import pytest

from dtlab import C45, CART, CHAID, ID3, RegressionTree

CLASSIFIERS = [ID3, C45, CART, CHAID]
MODELS = [*CLASSIFIERS, RegressionTree]
NAN = float("nan")
# What check_estimator asks for word by word, in several lines.
OF_SCIKIT_LEARN = ("The feature names should match", "Expected 2D array")

X = pd.DataFrame(
    {
        "wind": ["weak", "strong", "weak", "strong", "weak", "weak"],
        "hour": [1, 2, 3, 4, 5, 6],
        "dry": [True, False, True, True, False, False],
    }
)
PLAY = pd.Series(["no", "no", "yes", "yes", "no", "yes"], name="play")
HOURS = pd.Series([1.0, 2, 3, 4, 5, 9], name="hours")

each_model = pytest.mark.parametrize("Model", MODELS)
each_classifier = pytest.mark.parametrize("Model", CLASSIFIERS)


def target(Model):
    return HOURS if Model is RegressionTree else PLAY


def one_sentence(says, error, action, *arguments, **options):
    """The action must fail with one line that holds all the words `says`."""
    with pytest.raises(error) as caught:
        action(*arguments, **options)
    message = str(caught.value)
    assert "\n" not in message or message.startswith(OF_SCIKIT_LEARN), message
    for words in says:
        assert words in message, f"{words!r} is not in: {message}"
    return message


def refused(model, says, X, y, error=ValueError, **options):
    """`fit` refuses, the model stays as it was, and so does the user's table."""
    frame = X.copy() if isinstance(X, pd.DataFrame) else None
    before = dict(vars(model))
    message = one_sentence(says, error, model.fit, X, y, **options)
    after = vars(model)
    assert after.keys() == before.keys() and all(after[name] is before[name] for name in before)
    if frame is not None:
        pd.testing.assert_frame_equal(X, frame)
    return message


def with_column(values):
    return X.assign(extra=values)
