"""A student's own measure, stopping rule and kind of question, in every algorithm."""

import matplotlib
import numpy as np
import pandas as pd
import pytest
from helpers.random_tables import fitted, frame, tables
from helpers.refusals import HOURS, MODELS, NAN, PLAY, X, each_model, one_sentence, target
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.utils.estimator_checks import check_estimator

from dtlab import (
    C45,
    CART,
    CHAID,
    ID3,
    Bagging,
    Groups,
    Recipe,
    RegressionTree,
    Threshold,
    Tree,
    entropy,
    gini,
    load,
    plot_tree,
)
from dtlab.algorithms.c45 import BranchTests
from dtlab.pruning import constant, no_features_left, pure
from dtlab.questions import Decrease, OneBranchPerValue, Thresholds, TwoGroups

few = settings(max_examples=25)


def loose(Model, **options):
    """A model that splits even a small table."""
    if Model is CHAID:
        options["alpha_split"] = 1.0
    if Model is C45:
        options |= {"min_cases": 1, "prune": False, "collapse": False}
    return Model(**options)


# ------------------------------------------------------------------ questions


def every_cut(values, target):
    """What CART asks: half-way between neighbours, or any two groups."""
    x = values.dropna()
    distinct = sorted(x.unique())
    if pd.api.types.is_float_dtype(values):
        for below, above in zip(distinct, distinct[1:], strict=False):
            yield Threshold(values.name, (below + above) / 2)
        return
    for mask in range(1, 2 ** max(len(distinct) - 1, 0)):
        yield Groups(values.name, {v: mask >> i & 1 for i, v in enumerate(distinct)})


def every_value(values, target):
    """What ID3 asks of a category."""
    if not pd.api.types.is_float_dtype(values):
        yield Groups(values.name, {v: i for i, v in enumerate(values.unique())})


def one_against_the_rest(values, target):
    if pd.api.types.is_float_dtype(values):
        yield Threshold(values.name, values.median())
        return
    for value in values.unique():
        yield Groups(values.name, {v: int(v != value) for v in values.unique()})


def scores(node):
    """Impurity, rows and score of every node: equally good questions may differ."""
    score = None if node.score is None else round(node.score, 9)
    return round(node.impurity, 9), node.n_rows, score


@few
@given(data=tables(kinds=("text", "bool")))
def test_every_value_is_id3(data):
    own, model = fitted(ID3(questions=every_value), data), fitted(ID3(), data)
    assert scores(own.tree_) == scores(model.tree_)
    assert len(list(own.tree_.leaves())) == sum(n.n_rows > 0 for n in model.tree_.leaves())


@few
@given(data=tables(kinds=("numbers", "few numbers", "bool")))
def test_every_cut_is_cart(data):
    own, model = fitted(CART(questions=every_cut), data), fitted(CART(), data)
    assert scores(own.tree_) == scores(model.tree_)


def test_one_branch_per_value_has_no_empty_branches():
    veg = load("vegetation")
    assert "moderate" in str(ID3().fit(veg.X, veg.y).tree_)
    assert "moderate" not in str(ID3(questions=every_value).fit(veg.X, veg.y).tree_)


@each_model
def test_questions_everywhere(Model):
    """tree_, history_, explain, candidates, prediction and the plot know an own question."""
    y = target(Model)
    model = loose(Model, questions=one_against_the_rest).fit(X, y)
    root = model.tree_.question
    assert root.n_children == 2
    if isinstance(root, Threshold):
        assert root.value == X[root.feature].median()
    assert len(list(model.history_)) == sum(not n.is_leaf for n in model.tree_.walk())
    shown = model.candidates()
    assert set(shown["feature"]) == set(X.columns)
    hours = shown[shown["feature"] == "hour"]["level"].tolist()
    assert hours == ["≤ 3.5", "> 3.5"]
    assert set(model.candidates(root.label(0))["feature"]) <= set(X.columns)
    at = model.explain(X.iloc[0]).node.prediction
    assert model.predict(X)[0] == at
    assert plot_tree(model) is not None
    matplotlib.pyplot.close("all")


def test_the_threshold_is_the_one_yielded():
    def decades(values, target):
        if values.name == "age":
            yield from (Threshold("age", ten) for ten in range(10, 80, 10))

    X = pd.DataFrame({"age": [11, 14, 23, 27, 31, 48, 52], "name": list("abcdefg")})
    y = [0, 0, 0, 1, 1, 1, 0]
    for Model in MODELS:
        tree = loose(Model, questions=decades).fit(X, y).tree_
        asked = [node.question for node in tree.walk() if node.question]
        assert asked
        assert all(q.feature == "age" and q.value % 10 == 0 for q in asked)
    assert CART(questions=decades).fit(X, y).predict(X).tolist() == [0, 0, 0, 0, 1, 1, 0]


def test_no_question_is_a_leaf():
    model = ID3(questions=lambda values, target: ()).fit(X, PLAY)
    assert model.tree_.is_leaf
    assert model.candidates().empty


def test_questions_need_a_criterion():
    numeric = Thresholds(Decrease(entropy))
    c45 = Recipe(numeric=numeric, categorical=BranchTests(C45()), impurity=entropy)
    with pytest.raises(ValueError, match="BranchTests has no criterion .* C45\\(questions="):
        Tree(c45, questions=every_value).fit(X, PLAY)


def test_questions_see_the_rows_of_their_node():
    seen = []

    def ask(values, target):
        seen.append((values.name, len(values), sorted(target.unique())))
        assert (values.index == target.index).all()
        yield from one_against_the_rest(values, target)

    CART(questions=ask).fit(X[["hour"]], PLAY)
    assert seen[0] == ("hour", 6, ["no", "yes"])
    assert sum(n for _, n, _ in seen[1:3]) == 6


@pytest.mark.parametrize("Model", [C45, CART, CHAID, RegressionTree])
@few
@given(data=st.data())
def test_missing_values_have_a_place(Model, data):
    classes = None if Model is RegressionTree else (2, 3)
    data = data.draw(tables(missing=(0.3,), classes=classes))
    model = fitted(loose(Model, questions=one_against_the_rest), data)
    nodes = [node for node in model.tree_.walk() if node.question]
    for node in nodes:  # every row goes on; those that C4.5 shares count in each branch
        below = sum(child.n_rows for child in node.children)
        assert below >= node.n_rows if Model is C45 else below == node.n_rows
        assert sum(c.weight for c in node.children) == pytest.approx(node.weight)
    model.predict(frame(data))
    model.candidates()


def test_missing_values_follow_what_the_question_says():
    x = pd.DataFrame({"x": [1.0, 2, 3, 4, NAN, NAN]})
    y = list("aabbbb")
    left = CART(questions=lambda v, t: [Threshold("x", 2.5, missing=0)], max_depth=1)
    free = CART(questions=lambda v, t: [Threshold("x", 2.5)], max_depth=1)
    assert left.fit(x, y).tree_.question.missing == 0
    assert free.fit(x, y).tree_.question.missing == 1


def test_small_leaves_are_not_asked_for():
    ask = lambda v, t: [Threshold("x", 1.5), Threshold("x", 2.5)]  # noqa: E731
    X, y = pd.DataFrame({"x": [1.0, 2, 3, 4]}), list("abbb")
    assert CART(questions=ask).fit(X, y).tree_.question.value == 1.5
    assert CART(questions=ask, min_samples_leaf=2).fit(X, y).tree_.question.value == 2.5


def test_own_questions_scored_by_an_own_measure():
    def sure(x, y):
        """−1 for every row in a branch of more than one class."""
        return -sum(len(set(y[x == v])) > 1 for v in set(x))

    veg = load("vegetation")
    own = ID3(measure=sure, questions=every_value).fit(veg.X, veg.y)
    assert own.tree_.score == ID3(measure=sure).fit(veg.X, veg.y).tree_.score


def test_own_parts_in_an_ensemble():
    ask, stop = one_against_the_rest, lambda node: node.depth == 1
    bag = Bagging(CART(questions=ask, stop=stop), n_estimators=3, random_state=0).fit(X, PLAY)
    assert all(tree.get_depth() <= 1 for tree in bag.trees_)
    assert all(tree.tree_.is_leaf or tree.tree_.question.n_children == 2 for tree in bag.trees_)


def nothing(values, target):
    pass


BAD_QUESTIONS = [
    (nothing, ["nothing", "it gave None"]),
    (lambda v, t: "ab", ["it gave 'ab'"]),
    (lambda v, t: [3], ["it gave 3"]),
    (lambda v, t: [Threshold("hour", 3)], ["'wind'", "it asked about 'hour'", "values.name"]),
    (lambda v, t: [Threshold(v.name, 3)], ["'wind'", "a category takes Groups"]),
    (
        lambda v, t: [Groups("hour", {1: 0, 2: 1})] if v.name == "hour" else [],
        ["'hour'", "a number takes a Threshold", "categorical="],
    ),
    (
        lambda v, t: [Groups(v.name, {"weak": 0})] if v.name == "wind" else [],
        ["'wind'", "no child for 'strong'"],
    ),
]  # fmt: skip


@each_model
@pytest.mark.parametrize(("ask", "says"), BAD_QUESTIONS)
def test_bad_questions(Model, ask, says):
    model = Model(questions=ask)
    one_sentence(["questions", *says], ValueError, model.fit, X, target(Model))
    assert not hasattr(model, "_table")


@each_model
def test_not_a_function(Model):
    for name in ("questions", "stop"):
        model = Model(**{name: "few"})
        one_sentence([name, "must be a function", "'few'"], ValueError, model.fit, X, target(Model))


# ------------------------------------------------------------------ stopping


@each_model
def test_stop_is_asked_in_addition(Model):
    stump = loose(Model, stop=lambda node: node.depth >= 1).fit(X, target(Model))
    assert stump.get_depth() == 1
    assert stump.tree_.bare() == loose(Model, max_depth=1).fit(X, target(Model)).tree_.bare()


@each_model
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7])
def test_stop_by_rows(Model, n):
    if Model is C45:  # which has no min_samples_split
        return
    own = loose(Model, stop=lambda node: node.n_rows < n).fit(X, target(Model))
    same = loose(Model, min_samples_split=n).fit(X, target(Model))
    assert own.tree_ == same.tree_


def test_what_a_stopping_rule_sees():
    seen = []
    CART(stop=lambda node: seen.append(node) or False).fit(X, PLAY)
    assert (seen[0].n_rows, seen[0].depth, seen[0].counts) == (6, 0, {"no": 3, "yes": 3})
    assert seen[0].impurity == 0.5
    seen.clear()
    RegressionTree(stop=lambda node: seen.append(node) or False).fit(X, HOURS)
    assert seen[0].counts is None
    assert (seen[0].mean, seen[0].impurity) == pytest.approx((HOURS.mean(), HOURS.var(ddof=0)))
    seen.clear()
    ID3(stop=lambda node: seen.append(node) or False).fit(X, PLAY)
    assert seen[0].impurity == 1.0


@each_model
@pytest.mark.parametrize("answer", [None, 1, "yes", 0.5, [True], NAN])
def test_bad_stop(Model, answer):
    def often(node):
        return answer

    says = ["stop often", "True or False", "n_rows=6", f"it gave {answer!r}"]
    one_sentence(says, ValueError, Model(stop=often).fit, X, target(Model))


def test_a_numpy_bool_will_do():
    assert ID3(stop=lambda node: np.float64(0) < 1).fit(X, PLAY).tree_.is_leaf


# ------------------------------------------------------------------ recipes


def id3(**changes):
    gain = Decrease(entropy)
    parts = {
        "numeric": Thresholds(gain), "categorical": OneBranchPerValue(gain), "impurity": entropy,
        "stop": [pure, no_features_left], "once": True,
    }  # fmt: skip
    return Recipe(**parts | changes)


@few
@given(data=tables(kinds=("text", "bool", "numbers")))
def test_a_recipe_is_its_algorithm(data):
    assert fitted(Tree(id3()), data).tree_ == fitted(ID3(numeric="threshold"), data).tree_
    cut = Decrease(gini)
    cart = Recipe(numeric=Thresholds(cut), categorical=TwoGroups(cut), impurity=gini, stop=[pure])
    assert fitted(Tree(cart), data).tree_ == fitted(CART(), data).tree_


def test_without_pure_growth_goes_on():
    """The recipe tells the whole truth: nothing else stops at a pure node."""
    X, y = pd.DataFrame({"x": ["a", "b", "b"], "z": ["c", "c", "d"]}), list("nyy")
    assert Tree(id3()).fit(X, y).get_depth() == 1
    assert Tree(id3(stop=[no_features_left])).fit(X, y).get_depth() == 2


def test_a_recipe_for_numbers():
    recipe = RegressionTree()._recipe(None, None)
    assert constant in recipe.stop
    model, own = RegressionTree().fit(X, HOURS), Tree(recipe, regression=True).fit(X, HOURS)
    assert own.tree_ == model.tree_
    assert (own.predict(X) == model.predict(X)).all()
    assert own.score(X, HOURS) == model.score(X, HOURS)
    assert is_regressor(own)
    assert not is_classifier(own)


def test_an_own_impurity_in_a_recipe():
    def smaller_share(counts):
        return min(counts) / sum(counts)

    gain = Decrease(smaller_share)
    recipe = Recipe(numeric=Thresholds(gain), categorical=TwoGroups(gain), impurity=smaller_share)
    tree = Tree(recipe, stop=lambda node: node.impurity == 0).fit(X, PLAY).tree_
    assert tree.impurity == 0.5
    assert tree.score == CART(impurity=smaller_share).fit(X, PLAY).tree_.score


def test_own_parts_in_a_tree():
    model = Tree(id3(), stop=lambda node: node.depth == 1, questions=one_against_the_rest)
    assert model.fit(X, PLAY).get_depth() == 1
    assert model.score(X, PLAY) == (model.predict(X) == PLAY).mean()
    assert model.predict_proba(X).shape == (6, 2)


@pytest.mark.parametrize("recipe", [None, "id3", ID3])
def test_not_a_recipe(recipe):
    one_sentence(["Tree grows from a Recipe"], ValueError, Tree(recipe).fit, X, PLAY)


# ------------------------------------------------------------------ scikit-learn


def test_clone_keeps_own_functions():
    for Model in MODELS:
        model = Model(stop=pure, questions=nothing)
        assert clone(model).get_params() == model.get_params()
    fitted = clone(Tree(id3(), stop=lambda node: False)).fit(X, PLAY)
    assert fitted.tree_ == Tree(id3()).fit(X, PLAY).tree_


def test_check_estimator():
    gain = Decrease(gini)
    recipe = Recipe(
        numeric=Thresholds(gain), categorical=TwoGroups(gain), impurity=gini, stop=[pure]
    )
    check_estimator(Tree(recipe))
