"""The table of candidates at random nodes against the measures on two columns."""

import numpy as np
import pandas as pd
import pytest
from helpers.random_tables import fitted, frame, tables
from hypothesis import given, settings
from hypothesis import strategies as st

import dtlab
from dtlab import (
    C45,
    CART,
    ID3,
    RegressionTree,
    counts,
    entropy,
    information_gain,
    load,
    remainder,
    variance,
)

few = settings(max_examples=25)
CATEGORIES = ("text", "bool")


def node_and_rows(model, data, turns):
    """The answers on a random way down, the node there, and the rows that take that way."""
    node, answers, X = model.tree_, [], frame(data)
    rows = np.arange(len(data.y))
    for turn in turns:
        if node.is_leaf or node.question.feature not in X:
            break
        child = turn % len(node.children)
        if node.children[child].n_rows == 0:
            break
        answers.append(node.question.label(child))
        rows = rows[node.question.route(X[node.question.feature].iloc[rows]) == child]
        node = node.children[child]
    return answers, node, rows


def columns_at(data, rows):
    y, w = np.array(data.y)[rows], np.array(data.w)[rows]
    return {name: np.array(x, object)[rows] for name, x in data.columns.items()}, y, w


turns = st.lists(st.integers(0, 5), max_size=3)


@pytest.mark.parametrize("measure", [information_gain, dtlab.gain_ratio])
@few
@given(data=tables(kinds=CATEGORIES), turns=turns)
def test_id3(measure, data, turns):
    model = fitted(ID3(measure), data)
    answers, node, rows = node_and_rows(model, data, turns)
    table = model.candidates(*answers)
    x, y, w = columns_at(data, rows)
    used = {step.question.feature for step, _, _ in path_nodes(model.tree_, answers)}
    assert set(table.feature) == set(data.columns) - used
    for name, part in table.groupby("feature"):
        assert part.gain.tolist() == pytest.approx(
            [information_gain(x[name], y, weights=w)] * len(part)
        )
        assert part.remainder.iloc[0] == pytest.approx(remainder(x[name], y, weights=w))
        assert part.score.iloc[0] == pytest.approx(measure(x[name], y, weights=w))
        for level, impurity, instances in zip(
            part.level, part.impurity, part.instances, strict=True
        ):
            inside = np.array([str(v) == level for v in x[name]])
            expected = entropy(counts(y[inside], w[inside])) if inside.any() else 0
            assert impurity == pytest.approx(expected, abs=1e-12)
            assert instances in (", ".join(map(str, rows[inside])), f"{inside.sum()} rows")


def path_nodes(tree, answers):
    """The nodes that the answers were given to."""
    steps, node = [], tree
    for answer in answers:
        labels = [node.question.label(i) for i in range(len(node.children))]
        steps.append((node, answer, labels.index(answer)))
        node = node.children[steps[-1][2]]
    return steps


@pytest.mark.parametrize("impurity", [dtlab.gini, dtlab.entropy, dtlab.error])
@few
@given(data=tables(), turns=turns)
def test_cart(impurity, data, turns):
    """Each feature's best question: its gain is its score, and the node asks the best of them."""
    model = fitted(CART(impurity), data)
    answers, node, rows = node_and_rows(model, data, turns)
    table = model.candidates(*answers)
    x, y, w = columns_at(data, rows)
    assert table.gain.tolist() == pytest.approx(table.score.tolist(), abs=1e-9)
    for name, part in table.groupby("feature"):
        assert len(part) == 2
        side = sides(part, x[name])
        assert part.gain.iloc[0] == pytest.approx(information_gain(side, y, impurity, w), abs=1e-9)
    if not node.is_leaf:
        assert node.score == pytest.approx(table.score.max(), abs=1e-9)


def sides(part, x):
    """Which branch of the table each value takes, from what the table says."""
    first = part.level.iloc[0]
    if first.startswith("≤"):
        return [float(v) <= float(first[2:]) for v in x]
    return [str(v) in first.split(", ") for v in x]


@pytest.mark.parametrize("multiway", [False, True])
@few
@given(data=tables(kinds=CATEGORIES, classes=None), turns=turns)
def test_regression_tree(multiway, data, turns):
    model = fitted(RegressionTree(multiway=multiway), data)
    answers, node, rows = node_and_rows(model, data, turns)
    table = model.candidates(*answers)
    x, y, w = columns_at(data, rows)
    if node.impurity == 0:
        return  # a constant has no share of variance to explain
    for name, part in table.groupby("feature"):
        side = x[name] if multiway else sides(part, x[name])
        gain = information_gain(side, y, variance, w)
        assert part.gain.iloc[0] == pytest.approx(gain, abs=1e-9)
        assert part.score.iloc[0] == pytest.approx(gain, abs=1e-9)


@few
@given(data=tables(kinds=("few numbers", "numbers")))
def test_every_threshold(data):
    """One question between any two neighbouring values; the best of them is the default one."""
    model = fitted(CART(), data)
    every = model.candidates(every_threshold=True)
    chosen = model.candidates()
    for name, x in data.columns.items():
        listed = every[every.feature == name]
        assert len(listed) == 2 * (len(set(x)) - 1)
        if len(listed) and model.tree_.impurity > 0:
            best = chosen[chosen.feature == name].score.max()
            assert listed.score.max() == pytest.approx(best, abs=1e-9)


def test_c45_counts_only_the_known_rows_times_their_share():
    """Quinlan's golf table with one unknown outlook: gain 13/14 × (0.961 − 0.747) = 0.199."""
    golf = load("buys_computer")  # the same counts: age is the outlook
    X = golf.X.astype(object)
    X.loc[golf.X.index[golf.X["age"] == "middle_aged"][0], "age"] = None
    shown = C45(prune=False).fit(X, golf.y).candidates()
    row = shown[shown["feature"] == "age"].iloc[0]
    known = X["age"].notna()
    H = entropy(counts(golf.y[known]))
    assert row["gain"] == pytest.approx(13 / 14 * (H - row["remainder"]))
    assert row["gain"] == pytest.approx(0.199, abs=0.0005)


@pytest.mark.parametrize("Model", [CART, RegressionTree])
@few
@given(seed=st.integers(0, 1000))
def test_the_best_threshold_of_the_table_is_the_trees_where_values_are_missing(Model, seed):
    chance = np.random.default_rng(seed)
    X = pd.DataFrame({"x": chance.integers(0, 9, 14).astype(float)})
    X.loc[chance.random(14) < 0.3, "x"] = np.nan
    y = chance.integers(0, 3, 14)
    model = Model().fit(X, y)
    if model.tree_.is_leaf or np.isinf(model.tree_.question.value):  # known against missing
        return
    every = model.candidates(every_threshold=True)
    assert every["score"].max() == pytest.approx(model.candidates()["score"].max())
