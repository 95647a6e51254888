"""The lectures' tables as shown work: gains, variances, boosting, predictions."""

import math
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtlab as dt
from dtlab import load, work

close = partial(pytest.approx, rel=1e-12, abs=1e-12)
IMPURITIES = [dt.entropy, dt.gini, dt.error]


def test_gains_have_the_rows_of_the_models_candidates():
    veg = load("vegetation")
    shown = work.gains(veg).to_frame()
    model = dt.ID3().fit(veg.X, veg.y).candidates()
    assert shown["instances"].str.replace("d", "").tolist() == model["instances"].tolist()
    for column, name in (("impurity", "entropy"), ("remainder",) * 2, ("gain",) * 2):
        assert shown[name].to_numpy() == close(model[column].to_numpy())
    assert shown[["feature", "partition"]].equals(model[["feature", "partition"]])


@pytest.mark.parametrize("name", ["spam", "vegetation", "buys_computer", "mutations"])
@pytest.mark.parametrize("impurity", IMPURITIES)
def test_gains_of_each_feature(name, impurity):
    data = load(name)
    shown = work.gains(data, impurity=impurity)
    expected = {f: dt.information_gain(data.X[f], data.y, impurity) for f in data.features}
    assert {t.label: t.value for t in shown.terms} == close(expected)
    assert expected[shown.result] == close(max(expected.values()))
    assert shown == work.gains(data.X, data.y, impurity)


def test_where_nothing_is_gained_no_feature_stands_out():
    xor = {"a": [0, 0, 1, 1], "b": [0, 1, 0, 1]}, ["no", "yes", "yes", "no"]
    shown = work.gains(*xor)
    assert str(shown).endswith("No feature gains anything.") and shown.value == 0
    assert "**" not in shown._repr_markdown_().split("| :--")[1]
    gained = work.gains(load("buys_computer"))._repr_markdown_()
    assert "Highest gain: age" in gained and "**age**" in gained


def test_table_6():
    bikes = load("bike_rentals")
    shown = work.variances(bikes, ddof=1)
    frame = shown.to_frame()
    assert frame["variance"].tolist() == close(
        [2692, 2472533 + 1 / 3, 3040000, 2100, 1077280, 4026346 + 2 / 3]
    )
    assert [t.exact for t in shown.terms] == [Fraction(4137994, 3), Fraction(7655440, 3)]


def test_table_8():
    days = load("bike_temp_classes").frame
    models, drawn = days[["M0", "M1", "M2"]], days[["Freq0", "Freq1", "Freq2"]]
    rounds = work.adaboost(days["RENTALS"], models, days[["TEMP"]], drawn)
    assert [u.error for u in rounds.result] == [Fraction(1, 5), Fraction(3, 16), Fraction(5, 26)]
    assert list(rounds.to_frame().columns) == [
        "d", "TEMP", "RENTALS", "dist. 0", "freq. 0", "M0", "dist. 1", "freq. 1", "M1",
        "dist. 2", "freq. 2", "M2",
    ]  # fmt: skip
    assert rounds.to_frame()["dist. 2"].round(3).tolist() == [0.167] * 3 + [0.038] * 5 + [0.154] * 2
    chain = work.adaboost_update([Fraction(1, 10)] * 10, days["M0"] == days["RENTALS"])
    chain = work.adaboost_update(chain, days["M1"] == days["RENTALS"])
    assert chain.result == rounds.result[1]


@given(st.lists(st.tuples(st.integers(1, 9), st.booleans()), min_size=2, max_size=12))
def test_an_update_keeps_the_sum_and_gives_the_wrong_rows_half_of_it(rows):
    total = sum(w for w, _ in rows)
    weights, right = [Fraction(w, total) for w, _ in rows], [r for _, r in rows]
    if len(set(right)) == 1:
        with pytest.raises(ValueError, match="nothing is updated"):
            work.adaboost_update(weights, right)
        return
    update = work.adaboost_update(weights, right).result
    assert sum(update.weights) == 1
    assert sum(w for w, r in zip(update.weights, right, strict=True) if not r) == Fraction(1, 2)
    assert update.alpha == close(math.log((1 - update.error) / update.error) / 2)


def test_table_9():
    days = load("bike_temp_rentals").frame
    X, y = days[["RENTALS"]].add_prefix("own "), days["RENTALS"]  # Table 9 splits the target itself
    prediction, corrections = y.mean(), []
    for _ in range(3):
        stump = dt.RegressionTree(max_depth=1).fit(X, y - prediction)
        corrections.append(stump.predict(X))
        step = work.boosting_step(y, prediction, corrections[-1])
        prediction = np.array(step.result)
        assert step.value == pytest.approx(((y - prediction) ** 2).sum(), rel=1e-12)
    stages = work.gradient_boosting(y, corrections, days[["TEMP"]])
    assert stages.value == close(step.value)
    assert stages.to_frame()["M0"].round(1).unique().tolist() == [1287.1]
    assert stages.to_frame()["M1"].round(1).tolist()[:5] == [826.2] * 4 + [1978.5]
    half = work.gradient_boosting(y, corrections[:1], learning_rate=0.5)
    assert half.result == close((y.mean() + 0.5 * corrections[0]).tolist())


def test_predictions_of_nodes_are_the_trees():
    veg, bikes = load("vegetation"), load("bike_rentals")
    for model, data in ((dt.ID3(), veg), (dt.RegressionTree(), bikes)):
        for node in model.fit(data.X, data.y).tree_.walk():
            shown = work.prediction(node)
            assert shown.result == node.prediction
            assert str(shown)
            assert len(shown.to_frame())
    empty = dt.ID3().fit(veg.X, veg.y).tree_.children[2].children[1]
    assert "no training row came here" in str(work.prediction(empty))
