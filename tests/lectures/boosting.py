"""Stumps, residuals and sums of trees: the ledger's calculations on the boosting slides."""

import numpy as np
import pandas as pd
from lectures.figure import table

import dtlab as dt
from dtlab.ensembles.adaboost import geron, geron_as_printed, kelleher
from dtlab.ensembles.gaussians import mode_of_gaussians


def entropy_stump(data, weights=None):
    """Threshold and both answers of a depth-1 entropy tree on TEMP."""
    model = dt.CART(impurity=dt.entropy, max_depth=1)
    tree = model.fit(data[["TEMP"]], data["RENTALS"], sample_weight=weights).tree_
    return [tree.question.value, *(str(child.prediction) for child in tree.children)]


def replicate(model):
    """Table 8 with each day as often as the model's Freq column says."""
    frame = table("bike_temp_classes").frame
    return frame.loc[frame.index.repeat(frame[f"Freq{model}"])]


def residual_stumps(feature, stages=3):
    """Least-squares stumps on the residuals of bike_temp_rentals, one after the other."""
    frame = table("bike_temp_rentals").frame
    y = frame["RENTALS"]
    prediction, steps = np.full(len(y), y.mean()), []
    for _ in range(stages):
        model = dt.RegressionTree(max_depth=1).fit(frame[[feature]], y - prediction)
        prediction = prediction + model.predict(frame[[feature]])
        leaves = [child.prediction for child in model.tree_.children]
        steps.append([model.tree_.question.value, *leaves, np.sum((y - prediction) ** 2)])
    return steps


def best_interval(residuals, temps):
    """The interval of temperatures that leaves the least squared error: from, to, means, error."""

    def squares(values):
        return len(values) * dt.variance(values) if len(values) else 0.0

    spans = [
        (low, high) for low in temps for high in temps if low <= high and (low, high) != (4, 35)
    ]
    inside = {span: (temps >= span[0]) & (temps <= span[1]) for span in spans}
    error = {span: squares(residuals[m]) + squares(residuals[~m]) for span, m in inside.items()}
    best = min(error, key=error.get)
    return [
        *map(int, best),
        residuals[inside[best]].mean(),
        residuals[~inside[best]].mean(),
        error[best],
    ]


def table_9_intervals():
    """`best_interval` for the residuals that the stumps of Table 9 leave."""
    frame = table("bike_temp_rentals").frame
    residuals, found = frame["RENTALS"] - frame["RENTALS"].mean(), []
    for threshold, low, high, _ in residual_stumps("RENTALS"):
        found.append(best_interval(residuals, frame["TEMP"]))
        residuals = residuals - np.where(frame["RENTALS"] > threshold, high, low)
    return found


def three_trees():
    """Lecture 004's code: three trees of depth 2, each on the residuals of the sum so far."""
    X, y = table("gbrt_geron").X, table("gbrt_geron").y
    residuals, answer, squares = y.to_numpy(), 0.0, []
    for _ in range(3):
        model = dt.RegressionTree(max_depth=2).fit(X, residuals)
        residuals = residuals - model.predict(X)
        answer += model.predict(pd.DataFrame({"x": [0.8]}))[0]
        squares.append(np.sum(residuals**2))
    return {"at 0.8": answer, "squared errors": squares}


def table_8():
    """AdaBoost on bike demand with the lecture's own samples, entropy stumps."""
    data = table("bike_temp_classes")
    samples = data.frame[["Freq0", "Freq1", "Freq2"]].to_numpy().T
    stump = dt.CART(impurity=dt.entropy, max_depth=1)
    return dt.AdaBoost(stump, samples=samples).fit(data.X, data.y)


def table_9(feature="RENTALS", stages=3, rate=1.0):
    """The stages of boosted stumps; the printed ones split on the target, here openly a feature."""
    frame = table("bike_temp_rentals").frame
    X = frame[[feature]].rename(columns={"RENTALS": "RENTED"})
    model = dt.GradientBoosting(n_estimators=stages, max_depth=1, learning_rate=rate)
    return model.fit(X, frame["RENTALS"]).history_


def telescoped():
    """M3 minus M0 and the three steps."""
    stages = table_9()
    return stages[3].prediction - stages[0].prediction - sum(stages[i].step for i in (1, 2, 3))


def updates():
    """(alpha, new weights) at an error of 0.2: as printed, with the logarithm, lecture 000."""
    weights, wrong = np.full(10, 0.1), np.arange(10) >= 8
    return [rule(weights, wrong, 0.2) for rule in (geron_as_printed, geron, kelleher)]


def updated_weights():
    """The weight of a wrong row after each update, before and after normalising."""
    printed, mended, lecture = (new for _, new in updates())
    return {
        "as printed": printed[9],
        "as printed, normalised": printed[9] / printed.sum(),
        "with the logarithm": mended[9],
        "with the logarithm, normalised": mended[9] / mended.sum(),
        "lecture 000": lecture[9],
    }


def gaussian_leaves():
    """Two leaves of hours_played as Gaussians, and what their sum predicts."""
    hours = table("hours_played")
    leaves = [hours.y[hours.X["Outlook"] == "Rainy"], hours.y[hours.X["Windy"]]]
    means, variances = [np.mean(y) for y in leaves], [np.var(y) for y in leaves]
    return {
        "Outlook = Rainy": [means[0], variances[0]],
        "Windy": [means[1], variances[1]],
        "mean of means": np.mean(means),
        "mode": mode_of_gaussians(means, variances),
        "N(40, 100) and N(48, 9)": {
            "mean of means": np.mean([40, 48]),
            "mode": mode_of_gaussians([40, 48], [100, 9]),
        },
    }


def lecture_forest():
    """A forest with Gaussian leaves, as lecture 003 describes it."""
    hours = table("hours_played")
    return dt.RegressionForest(vote="mode", n_estimators=1, random_state=0).fit(hours.X, hours.y)
