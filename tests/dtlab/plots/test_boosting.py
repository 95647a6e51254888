"""Pictures of boosting: weights, residuals and the loss by stage."""

import numpy as np
import pandas as pd
import pytest
from helpers.ensemble_pictures import (
    ADABOOST,
    BOOSTED,
    BUYS,
    DEMAND,
    HOURS,
    NUMBERS,
    ODD,
    RENTALS,
    RNG,
    TABLE_8,
    drawn,
    texts,
)
from matplotlib.colors import to_hex

from dtlab import AdaBoost, GradientBoosting, GradientBoostingClassifier, work
from dtlab.plots.adaboost_rounds import WRONG
from dtlab.plots.boosting import plot_residuals, plot_stages, plot_weights

# ------------------------------------------------------------------ AdaBoost's weights


def heights(ax, label):
    [bars] = [c for c in ax.containers if c.get_label() == label]
    return [round(bar.get_height(), 4) for bar in bars]


def test_table_8_first_round():
    ax = plot_weights(TABLE_8, 0)
    assert heights(ax, "right") == [0.1] * 8
    assert heights(ax, "wrong") == [0.1] * 2
    assert heights(ax, "after") == [0.0625] * 8 + [0.25] * 2
    assert ax.get_title("left") == "M0 gets 2 of 10 wrong: ε = 0.2, α = 0.693"
    [wrong] = [c for c in ax.containers if c.get_label() == "wrong"]
    assert {to_hex(bar.get_facecolor()).upper() for bar in wrong} == {WRONG}
    named = [text.get_text() for text in ax.get_legend().get_texts()]
    assert named == ["right", "wrong", "weight after the round"]
    assert "rows 9, 10" in ax.description and "0.1 before, 0.25 after" in ax.description


@pytest.mark.parametrize("step", [0, 1])
def test_a_number_stands_on_the_bar_that_it_belongs_to(step):
    ax = plot_weights(TABLE_8, step)
    bars = [bar for c in ax.containers if c.get_label() in ("right", "wrong") for bar in c]
    tops = {(bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in bars}
    assert {text.xy for text in ax.texts} == tops
    for text in ax.texts:
        assert float(text.get_text()) == pytest.approx(text.xy[1], abs=5.1e-4)


def test_the_fitted_model_says_the_same_as_the_shown_work():
    for step in (0, 1):
        found, shown = plot_weights(ADABOOST, step), plot_weights(TABLE_8, step)
        assert found.description == shown.description
    title = plot_weights(ADABOOST.history_, 1).get_title("left")
    assert title == "M1 gets 3 of 10 wrong: ε = 0.188, α = 0.733"


def test_the_last_round_needs_the_data_to_know_its_errors():
    ax = plot_weights(ADABOOST, 2)
    assert [c.get_label() for c in ax.containers] == ["errors not kept"]
    ax = plot_weights(ADABOOST, -1, DEMAND.X, DEMAND.y)
    assert heights(ax, "wrong") == [0.0385] * 5
    assert "rows 4, 5, 6, 7, 8" in ax.description


def test_all_rounds_have_a_panel_each():
    ax = plot_weights(TABLE_8)
    assert [panel.get_ylabel() for panel in ax.child_axes] == ["M0", "M1", "M2"]
    tops = [max(p.get_height() for p in panel.patches) for panel in ax.child_axes]
    assert tops == pytest.approx([0.1, 0.25, 1 / 6], abs=1e-4)
    assert "ε = 0.188" in "".join(texts(ax)) and texts(ax).count("weight") == 1


def test_one_update_alone():
    update = work.adaboost_update([0.25] * 4, [True, True, True, False])
    ax = plot_weights(update, 0)
    assert heights(ax, "after") == [0.1667] * 3 + [0.5]


def test_more_rounds_and_rows_than_there_is_room_for():
    x = pd.DataFrame({"x": RNG.normal(size=100_000)})
    y = np.where(np.sin(3 * x["x"]) > 0, *ODD[:2])
    model = AdaBoost(n_estimators=7).fit(x, y)
    ax = plot_weights(model, 0)
    assert "16 heaviest of 100,000 rows" in ax.get_xlabel() and "100,000" in ax.description
    assert len(ax.patches) == 32 and drawn(ax)
    ax = plot_weights(model)
    assert len(ax.child_axes) == 5 and "5 of 7 rounds shown" in ax.description


def test_weights_of_one_class_and_of_many():
    one = AdaBoost().fit(NUMBERS, ["a"] * 60)
    assert "no row" in plot_weights(one, 0).description
    many = AdaBoost(n_estimators=3).fit(NUMBERS, [f"class {i % 40}" for i in range(60)])
    ax = plot_weights(many, 0)
    assert f"ε = {many.errors_[0]:.3g}" in ax.get_title("left") and drawn(ax)


@pytest.mark.parametrize(
    ("rounds", "step", "words"),
    [([], 0, "no rounds"), (3, 0, "not int"), (TABLE_8, 3, "rounds 0 to 2")],
)
def test_weights_that_are_none(rounds, step, words):
    with pytest.raises(ValueError, match=words):
        plot_weights(rounds, step)


def test_other_data_than_the_model_was_fitted_with():
    with pytest.raises(ValueError, match="fitted with 10"):
        plot_weights(ADABOOST, 0, DEMAND.X[:3], DEMAND.y[:3])
    with pytest.raises(ValueError, match="fitted with 10"):
        plot_residuals(BOOSTED, RENTALS.X[:3], RENTALS.y[:3])


# ------------------------------------------------------------------ gradient boosting


def lines(panel):
    return {line.get_label(): line for line in panel.lines}


def test_table_9_first_stage():
    ax = plot_residuals(BOOSTED, RENTALS.X, RENTALS.y, 1)
    left, right = ax.child_axes
    assert list(lines(left)) == ["data", "M0", "M1"]
    assert set(lines(left)["M0"].get_ydata()) == {RENTALS.y.mean()}
    tree = BOOSTED.trees_[0].tree_
    answers = {leaf.prediction for leaf in tree.leaves()}
    assert set(lines(right)["tree 1"].get_ydata()) == answers
    assert lines(right)["t − M0"].get_ydata() == pytest.approx(RENTALS.y - RENTALS.y.mean())
    assert ax.get_title("left") == "M1 = M0 + 1 × tree 1"
    losses = [stage.loss for stage in BOOSTED.history_]
    assert f"from {float(f'{losses[0]:.4g}'):.0f} to" in ax.description


def test_the_curve_ends_where_the_model_does():
    left, _ = plot_residuals(BOOSTED, RENTALS.X, RENTALS.y, 3).child_axes
    curve = lines(left)["M3"]
    grid = pd.DataFrame({"TEMP": curve.get_xdata()})
    assert curve.get_ydata() == pytest.approx(BOOSTED.predict(grid))


def test_the_start_has_no_tree():
    left, right = plot_residuals(BOOSTED, RENTALS.X.astype(float), RENTALS.y, 0).child_axes
    assert list(lines(left)) == ["data", "M0"]
    assert not any(label.startswith("tree") for label in lines(right))
    assert set(lines(left)["M0"].get_ydata()) == {RENTALS.y.mean()}


def test_several_features_are_drawn_row_by_row():
    model = GradientBoosting(n_estimators=2).fit(HOURS.X, HOURS.y)
    left, right = plot_residuals(model, HOURS.X, HOURS.y, 2).child_axes
    assert left.get_xlabel() == "row"
    curve = lines(left)["M2"]
    assert curve.get_ydata() == pytest.approx(model.predict(HOURS.X)[curve.get_xdata() - 1])
    residual = HOURS.y - list(model.history_)[1].prediction
    assert lines(right)["t − M1"].get_ydata() == pytest.approx(residual)


def test_a_hundred_thousand_rows_are_sampled():
    X = pd.DataFrame({"x": RNG.normal(size=100_000)})
    y = np.sin(X["x"])
    ax = plot_residuals(GradientBoosting(n_estimators=1).fit(X, y), X, y)
    assert len(ax.child_axes[0].lines[0].get_xdata()) == 600
    assert "600 of 100,000 rows" in ax.description
    assert "600 of 100,000 rows" in ax.child_axes[0].get_xlabel()


def test_arrays_and_absolute_errors():
    X, y = RENTALS.X.to_numpy(), RENTALS.y.to_numpy()
    model = GradientBoosting("absolute_error", n_estimators=2).fit(X, y)
    ax = plot_residuals(model, X, y, 2)
    assert "mean absolute error" in ax.description
    assert ax.child_axes[0].get_ylabel() == "target"


@pytest.mark.parametrize(
    ("model", "step", "words"),
    [
        (GradientBoosting(), 0, "fit it first"),
        (BOOSTED, 4, "stages 0 to 3"),
        (GradientBoostingClassifier(n_estimators=1).fit(BUYS.X, BUYS.y), 1, "use plot_stages"),
    ],
)
def test_residuals_that_cannot_be(model, step, words):
    with pytest.raises(ValueError, match=words):
        plot_residuals(model, RENTALS.X, RENTALS.y, step)


def test_losses_by_stage():
    ax = plot_stages({"η = 1": BOOSTED}, RENTALS.X, RENTALS.y)
    curves = {line.get_label(): line.get_ydata() for line in ax.lines}
    losses = [stage.loss for stage in BOOSTED.history_]
    assert curves["η = 1 training"] == pytest.approx(losses)
    assert curves["η = 1 new rows"] == pytest.approx(losses)  # they are the training rows
    assert ax.get_ylabel() == "mean squared error"


def test_losses_of_models_of_different_lengths_and_of_classes():
    short = GradientBoostingClassifier(n_estimators=2).fit(BUYS.X, BUYS.y)
    long = GradientBoostingClassifier(n_estimators=5).fit(BUYS.X, BUYS.y)
    ax = plot_stages({"short": short, "long": long}, BUYS.X, BUYS.y)
    curves = {line.get_label(): line.get_ydata() for line in ax.lines}
    assert np.isfinite(curves["short training"]).sum() == 3
    assert curves["long new rows"][1:] == pytest.approx(curves["long training"][1:])


@pytest.mark.parametrize(
    ("models", "X", "words"),
    [({}, None, "at least one"), (ADABOOST, None, "not AdaBoost"), (BOOSTED, [[1]], "together")],
)
def test_losses_that_cannot_be(models, X, words):
    with pytest.raises(ValueError, match=words):
        plot_stages(models, X)


def test_losses_of_two_kinds_are_not_drawn_together():
    other = GradientBoosting("absolute_error", n_estimators=1).fit(RENTALS.X, RENTALS.y)
    with pytest.raises(ValueError, match="different losses"):
        plot_stages({"a": BOOSTED, "b": other})
