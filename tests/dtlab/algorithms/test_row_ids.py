"""A column that is almost a row id gets one warning, and an ordinary column none."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import train_test_split

from dtlab import (
    C45,
    CART,
    CHAID,
    ID3,
    AdaBoost,
    Bagging,
    GradientBoosting,
    GradientBoostingClassifier,
    RandomForest,
    RegressionForest,
    RegressionTree,
    datasets,
    load,
)

N = 60
RNG = np.random.default_rng(0)
CLASSES = pd.Series(RNG.choice(["no", "yes"], N))
PLACE = RNG.choice(["north", "south"], N)
NAMES = [f"person {i}" for i in range(N)]

CLASSIFIERS = [
    ID3(), C45(), CART(), CHAID(), RandomForest(2), Bagging(n_estimators=3),
    AdaBoost(n_estimators=3), GradientBoostingClassifier(n_estimators=3),
]  # fmt: skip
REGRESSORS = [RegressionTree(), RegressionForest(2), GradientBoosting(n_estimators=3)]


def said(model, X, y=CLASSES):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model.fit(X, y)
    return [str(w.message) for w in caught if "row id" in str(w.message)], caught


def table(**columns):
    return pd.DataFrame({"place": PLACE, **columns})


@pytest.mark.parametrize("model", [*CLASSIFIERS, *REGRESSORS], ids=repr)
def test_names_of_people(model):
    y = CLASSES if model in CLASSIFIERS else RNG.normal(size=N)
    sentences, caught = said(model, table(name=NAMES), y)
    assert len(sentences) == 1
    assert sentences[0].startswith("column 'name' is almost a row id: ")
    assert caught[0].category is UserWarning
    assert caught[0].filename == __file__  # the user's line, not one of dtlab or scikit-learn


def test_several_columns_share_the_warning():
    sentences, _ = said(CART(), table(name=NAMES, key=NAMES[::-1], number=np.arange(N)))
    assert len(sentences) == 1
    assert sentences[0].startswith("columns 'name', 'key', 'number' are almost row ids: ")


@pytest.mark.parametrize("start", [0, 1, 100_000])
def test_numbers_that_count_the_rows(start):
    """Also in the rows that are left after some are held out, and in any order."""
    number = start + RNG.permutation(N)
    assert len(said(CART(), table(number=number))[0]) == 1
    assert len(said(C45(), table(number=number.astype(float)))[0]) == 1
    X, _, y, _ = train_test_split(table(number=number), CLASSES, test_size=0.3, random_state=0)
    assert len(said(CART(), X, y)[0]) == 1
    assert len(said(CART(), X.to_numpy(), y)[0]) == 1


ORDINARY = {
    "continuous": RNG.normal(size=N),
    "continuous in a narrow range": RNG.normal(size=N) * N / 4,
    "whole numbers, few of them equal": RNG.permutation(10 * N)[:N],
    "even numbers": 2 * np.arange(N),
    "halves": np.arange(N) / 2,
    "ages": RNG.integers(18, 90, N),
    "a step of a fraction": np.arange(N) + 0.5 * (np.arange(N) % 2),
    "text of many values": [f"town {i % 50}" for i in range(N)],
    "text, mostly missing": [None] * (N - 10) + NAMES[:10],
}


@pytest.mark.parametrize("kind", ORDINARY)
def test_no_false_alarm(kind):
    for model in (C45(), CART(), RandomForest(2)):
        assert said(model, table(x=ORDINARY[kind]))[0] == []


def test_no_alarm_in_small_tables_lone_columns_and_regression():
    assert said(CART(), table(name=NAMES)[:19], CLASSES[:19])[0] == []
    alone = pd.DataFrame({"day": np.arange(N)})  # to ask about it is what the user wants
    assert said(CART(), alone)[0] == []
    assert said(RegressionTree(), table(day=np.arange(N)), RNG.normal(size=N))[0] == []


@pytest.mark.parametrize("name", datasets())
def test_no_alarm_in_the_course(name):
    data = load(name)
    if not data.features:
        return
    model = RegressionTree() if data.y.dtype.kind in "if" else CART()
    assert said(model, data.X, data.y)[0] == []
