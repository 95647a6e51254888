"""Rule post-pruning: lecture 001's shortened rule, a naive twin, properties, bad input."""

import itertools
from functools import partial

import numpy as np
import pytest
from helpers.trees import STAY_IN, random_rows, staircase, trees
from hypothesis import given
from hypothesis import strategies as st
from twins.naive_pruning import rule_error, shorten

from dtlab.data import load
from dtlab.pruning import prune_rules
from dtlab.tree import ask, leaf
from dtlab.tree.rules import RuleSet

# All kinds of day, and what this person does: on a free rainy day they stay in, friends or not.
DAYS = list(itertools.product([True, False], ["Sunny", "Overcast", "Rainy"], ["Yes", "No"]))
X = {
    name: [day[i] for day in DAYS]
    for i, name in enumerate(["Work to do?", "Outlook", "Friends busy?"])
}
FREE = {"Sunny": "Go to the beach", "Overcast": "Go running", "Rainy": "Stay in"}
Y = ["Stay in" if work else FREE[outlook] for work, outlook, _ in DAYS]


@pytest.mark.parametrize("method", ["pessimistic", "validation"])
def test_the_shortened_stay_in_rule(method):  # R67, F-R029
    rules = RuleSet([STAY_IN.rules()[3]], default="?")
    assert str(rules[0]).startswith("IF Work to do? = False AND Outlook = Rainy AND Friends busy?")
    shortened = prune_rules(rules, X, Y, method=method)
    if method == "validation":
        # work itself is a reason to stay in, so the root's condition can go as well
        assert str(shortened[0]) == "IF Outlook = Rainy THEN Stay in"
    assert [rule.prediction for rule in shortened] == ["Stay in"]
    assert "Friends busy?" not in str(shortened)
    assert shortened[0].counts["Stay in"] == sum(shortened[0].covers(X))


def test_the_lectures_rule_keeps_the_root_where_it_is_needed():  # R67: Work = False AND Rainy
    y = ["Go to work" if work else FREE[outlook] for work, outlook, _ in DAYS]
    rules = RuleSet([STAY_IN.rules()[3]])
    assert [str(rule) for rule in prune_rules(rules, X, y, method="validation")] == [
        "IF Work to do? = False AND Outlook = Rainy THEN Stay in"
    ]


def test_all_rules_of_the_tree():
    pruned = prune_rules(STAY_IN, X, Y, method="validation")
    assert pruned.predict(X).tolist() == Y
    assert [sum(rule.counts.values()) for rule in pruned if rule.prediction == "Stay in"] == [6, 4]


@pytest.mark.parametrize("method", ["pessimistic", "validation"])
@given(trees(with_statistics=False), st.integers(0, 10**6), st.integers(1, 40))
def test_against_a_naive_twin(method, tree, seed, n):
    tree = tree.fold(lambda node, below: node.replace(children=below, prediction=text(node)))
    frame, rng = random_rows(n, seed), np.random.default_rng(seed)
    labels = sorted({node.prediction for node in tree.leaves()})
    y = [labels[i] for i in rng.integers(0, len(labels), n)]

    pruned = prune_rules(tree, frame, y, method=method)
    estimate = partial(rule_error, frame=frame, y=y, method=method)
    twins = [shorten(rule, estimate) for rule in tree.rules()]
    wanted = {(rule.conditions, rule.prediction) for rule in twins}
    assert {(rule.conditions, rule.prediction) for rule in pruned} <= wanted
    estimates = [estimate(rule) for rule in pruned]
    assert estimates == sorted(estimates, key=lambda e: round(e, 10))
    everything = [rule for rule in twins if not rule.conditions]
    if everything:
        assert pruned.default in {rule.prediction for rule in everything}
    else:
        assert len(pruned) == len({(frozenset(c), p) for c, p in wanted})
    for rule in pruned:
        assert sum(rule.counts.values()) == rule.covers(frame).sum()


def text(node):
    return str(node.prediction)[:1] or "-"


def test_default_is_the_majority_of_the_uncovered():
    rules = ask("x", {"a": "A", "b": "B"}).rules()
    data = {"x": ["a"] * 4 + ["b"] * 4 + ["c"] * 3}
    pruned = prune_rules(rules, data, ["A"] * 4 + ["B"] * 4 + ["B", "C", "C"])
    assert [str(rule) for rule in pruned] == ["IF x = a THEN A", "IF x = b THEN B"]
    assert pruned.default == "C"
    covered = prune_rules(rules, {"x": ["a"] * 4 + ["b"] * 5}, ["A"] * 4 + ["B"] * 5)
    assert covered.default == "B"


def test_rules_of_a_learned_tree_on_the_titanic():
    titanic = load("titanic")
    counts = titanic.frame.groupby(["sex", "survived"]).size()
    tree = ask("sex", {s: leaf(*label_and_counts(counts[s])) for s in ("female", "male")})
    pruned = prune_rules(tree, titanic.X, titanic.y)
    assert len(pruned) == 2
    assert pruned.predict(titanic.X).tolist() == tree.predict(titanic.X).tolist()


def label_and_counts(counts):
    return counts.idxmax(), counts.to_dict()


def test_many_rules_of_a_deep_tree():
    tree = staircase(800).fold(
        lambda node, below: node.replace(children=below, prediction=str(node.prediction))
    )
    x = np.arange(801)
    pruned = prune_rules(tree, {"x": x}, tree.predict({"x": x}))
    assert (pruned.predict({"x": x}) == tree.predict({"x": x})).all()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"method": "wishful"}, "method='wishful' is not known"),
        ({"confidence": 0.7}, "confidence=0.7 must lie above 0"),
        ({"y": Y[1:]}, "X has 12 rows and y has 11"),
        ({"y": ["Nap"] * 12}, "y holds none of the classes that the rules predict .Stay in, Go to"),
        ({"X": {"Outlook": X["Outlook"]}}, "there is no 'Work to do.' in the data"),
        ({"X": {"Outlook": []}, "y": []}, "there are no rows to judge the tree by"),
        ({"rules": ask("x", {"a": 1.5, "b": 2.5})}, "these rules predict numbers"),
    ],
)
def test_refused(settings, sentence):
    with pytest.raises(ValueError, match=sentence):
        prune_rules(**({"rules": STAY_IN, "X": X, "y": Y} | settings))
