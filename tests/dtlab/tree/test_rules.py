import numpy as np
import pandas as pd
import pytest
from helpers.trees import (
    POST_OPERATIVE,
    STAY_IN,
    TITANIC,
    VEGETATION,
    random_rows,
    staircase,
    trees,
)
from hypothesis import given
from hypothesis import strategies as st

from dtlab.questions import Interval, Threshold
from dtlab.questions.conditions import Among, Between
from dtlab.tree import ask, leaf
from dtlab.tree.rules import Rule, RuleSet

WORK = Among("Work to do?", [True])
RAINY, BUSY = Among("Outlook", ["Rainy"]), Among("Friends busy?", ["Yes"])

EVENINGS = pd.DataFrame(
    [(w, o, f) for w in (True, False) for o in ("Sunny", "Rainy") for f in ("Yes", "No")],
    columns=["Work to do?", "Outlook", "Friends busy?"],
)


def test_rule_of_one_leaf_and_formula_of_a_class():  # F-R029, R13
    rules = STAY_IN.rules()
    assert len(rules) == STAY_IN.n_leaves == 5
    assert str(rules[3]) == (
        "IF Work to do? = False AND Outlook = Rainy AND Friends busy? = Yes THEN Stay in"
    )
    assert rules.formula("Stay in") == (
        "(Work to do? = True) OR (Work to do? = False AND Outlook = Rainy AND Friends busy? = Yes)"
    )


def test_rules_for_one_class_and_everything_else():  # R12
    stay = STAY_IN.rules().for_class("Stay in", otherwise="Go out")
    assert len(stay) == 2
    predicted = stay.predict(EVENINGS)
    assert predicted.tolist() == ["Stay in"] * 4 + ["Go out"] * 2 + ["Stay in", "Go out"]
    with pytest.raises(ValueError, match="no rule predicts 'Fly'; the rules predict: Stay in, Go"):
        stay_or_fly = STAY_IN.rules()
        stay_or_fly.for_class("Fly")


def test_the_shortened_stay_in_rule_overlaps():  # R67: dropping the root's condition
    long = STAY_IN.rules()[3]
    short = Rule(long.conditions[1:-1], long.prediction)
    assert str(short) == "IF Outlook = Rainy THEN Stay in"
    movies = STAY_IN.rules()[4]
    rules = RuleSet([short, movies], default="?")
    assert np.flatnonzero(rules.matches(EVENINGS).all(axis=1)).tolist() == [7]  # both rules match
    assert rules.uncovered(EVENINGS).tolist() == [0, 1, 4, 5]
    assert rules.predict(EVENINGS).tolist() == ["?", "?", "Stay in", "Stay in"] * 2


def test_rules_of_a_tree_cost_more_than_its_path():  # R16
    rules = STAY_IN.rules()
    assert STAY_IN.questions(EVENINGS).tolist() == [1, 1, 1, 1, 2, 2, 3, 3]
    # one test for work, then work and outlook of the second rule, and so on
    assert rules.cost(EVENINGS).tolist() == [1, 1, 1, 1, 3, 3, 8, 11]


def test_cost_counts_the_rules_that_fail():
    rules = RuleSet([Rule([RAINY, BUSY], "a"), Rule([WORK], "b")])
    frame = {"Outlook": ["Rainy", "Rainy", "Sunny"], "Friends busy?": ["Yes", "No", "No"]}
    frame["Work to do?"] = [True, True, False]
    assert rules.cost(frame).tolist() == [2, 3, 2]
    assert rules.first(frame).tolist() == [0, 1, -1]
    assert rules.predict(frame).tolist() == ["a", "b", None]


def test_the_default_is_the_class_of_the_root():  # F-K128
    rules = POST_OPERATIVE.rules()
    assert str(rules).splitlines()[0] == "IF CORE-TEMP = low AND GENDER = male THEN icu"
    assert str(rules).splitlines()[-1] == "ELSE icu"
    frame = {"CORE-TEMP": ["tepid"], "GENDER": ["male"], "STABLE-TEMP": [True]}
    assert rules.predict(frame).tolist() == ["icu"]


def test_rules_keep_the_counts_of_the_leaves():  # F-K062
    steep = VEGETATION.rules()[5]
    assert str(steep) == "IF ELEVATION = high AND SLOPE = steep THEN chaparral"
    assert steep.counts == {"chaparral": 2, "conifer": 0, "riparian": 0}


def test_ranges_are_merged_along_the_path():  # F-P001
    assert [str(rule) for rule in TITANIC.rules()] == [
        "IF sex = female THEN survived",
        "IF sex = male AND age ≤ 9.5 AND sibsp ≤ 2.5 THEN survived",
        "IF sex = male AND age ≤ 9.5 AND sibsp > 2.5 THEN died",
        "IF sex = male AND age > 9.5 THEN died",
    ]
    tree = ask(Threshold("x", 5), ask(Threshold("x", 2), "a", "b"), "c")
    assert [rule.antecedent() for rule in tree.rules()] == ["x ≤ 2", "2 < x ≤ 5", "x > 5"]
    groups = ask("x", {("a", "b"): ask("x", {("a", "c"): 1, "b": 2}), "c": 3})
    assert [rule.antecedent() for rule in groups.rules()] == ["x = a", "x = b", "x = c"]


def test_simplify_merges_and_drops():
    low, lower = Between("x", [Interval(high=5)]), Between("x", [Interval(high=3)])
    high = Between("x", [Interval(low=5)])
    always = Between("y", missing=True)
    rules = RuleSet(
        [
            Rule([low, RAINY, lower, always], "a"),
            Rule([low, high], "never"),
            Rule([RAINY], "b"),
            Rule([lower, RAINY], "a"),
            Rule([lower, RAINY], "disagrees"),
        ],
        default="c",
    )
    short = rules.simplify()
    assert str(short).splitlines() == [
        "IF x ≤ 3 AND Outlook = Rainy THEN a",
        "IF Outlook = Rainy THEN b",
        "IF x ≤ 3 AND Outlook = Rainy THEN disagrees",
        "ELSE c",
    ]
    assert str(RuleSet([Rule([always], "a")]).simplify()) == "IF anything THEN a"


def test_a_rule_without_conditions_covers_everything():
    assert str(leaf("icu").rules()) == "IF anything THEN icu\nELSE icu"
    assert Rule((), "icu").covers(EVENINGS).all()
    assert RuleSet(()).predict({"x": [1]}).tolist() == [None]


def test_rules_are_values():
    assert STAY_IN.rules() == STAY_IN.rules()
    assert hash(VEGETATION.rules()[0]) == hash(VEGETATION.rules()[0])
    assert [rule.prediction for rule in STAY_IN.rules()].count("Stay in") == 2


@given(trees(), st.integers(0, 99))
def test_rules_of_a_tree_exclude_each_other_and_agree_with_it(tree, seed):
    frame = random_rows(25, seed)
    rules = tree.rules()
    nodes = list(tree.walk())
    at_leaf = np.array([nodes[i].is_leaf for i in tree.apply(frame)])
    matched = rules.matches(frame)
    assert matched.sum(axis=1).tolist() == at_leaf.tolist()  # no row matches two rules
    assert rules.uncovered(frame).tolist() == np.flatnonzero(~at_leaf).tolist()
    wanted = np.where(at_leaf, tree.predict(frame).astype(object), tree.prediction)
    assert rules.predict(frame).tolist() == wanted.tolist()
    for i, rule in enumerate(rules):
        assert np.array_equal(rule.covers(frame), matched[:, i])


@given(trees(), st.integers(0, 99))
def test_simplified_rules_predict_the_same(tree, seed):
    frame = random_rows(25, seed)
    rules = tree.rules()
    assert rules.simplify().predict(frame).tolist() == rules.predict(frame).tolist()
    assert (rules.simplify().cost(frame) <= rules.cost(frame)).all()


def test_rules_of_a_deep_tree():
    tree = staircase(5000)
    rules = tree.rules()
    assert len(rules) == 5001
    assert str(rules[3000]) == "IF 2999 < x ≤ 3000 THEN 3000"
    x = np.array([-1.0, 1.5, 4999.5, 9e9])
    assert rules.predict({"x": x}).tolist() == tree.predict({"x": x}).tolist()
    assert len(rules.simplify()) == 5001
    assert str(rules).count("\n") == 5001
