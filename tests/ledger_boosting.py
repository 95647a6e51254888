"""Stumps, residuals and sums of trees: the ledger's calculations on the boosting slides."""

import numpy as np
import pandas as pd
from ledger_tools import table

import dtlab as dt


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
