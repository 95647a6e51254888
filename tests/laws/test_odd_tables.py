"""Whatever a user hands over: a result, or a ValueError or TypeError whose sentence says what.

Every public estimator and function gets odd tables, more than 5,000 calls in all (`make check`: a
tenth of them). A sentence names the column, the parameter, or X or y. Nothing is random: the same
calls are made in every run.
"""

import inspect
import re
import warnings
from importlib.util import find_spec
from zlib import crc32

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from helpers.examples import examples
from helpers.odd_tables import COLUMNS, frames, pairs, tables
from hypothesis import HealthCheck, given, seed
from hypothesis import strategies as st

import dtlab
from conftest import needs
from dtlab import textbook, widgets, work
from dtlab.pruning import pure
from dtlab.questions import Decrease, Thresholds, TwoGroups

PARTS = (  # classes that are not estimators: parts of trees and recipes
    "Dataset", "Groups", "Interval", "Node", "Recipe", "Rule", "RuleSet", "Threshold",
)  # fmt: skip
FEW = {"n_estimators": 2, "random_state": 0}
GAIN = Decrease(dtlab.entropy)
RECIPE = dtlab.Recipe(
    numeric=Thresholds(GAIN), categorical=TwoGroups(GAIN), impurity=dtlab.entropy, stop=[pure]
)
ESTIMATORS = {
    "ID3": dtlab.ID3,
    "ID3 by threshold": lambda: dtlab.ID3(numeric="threshold"),
    "C45": dtlab.C45,
    "CART": dtlab.CART,
    "CHAID": dtlab.CHAID,
    "RegressionTree": dtlab.RegressionTree,
    "multiway RegressionTree": lambda: dtlab.RegressionTree(multiway=True),
    "MARS": lambda: dtlab.MARS(max_terms=5),
    "Tree": lambda: dtlab.Tree(RECIPE),
    "C50": lambda: dtlab.C50(trials=2, random_state=0),
    "C50 of rules": lambda: dtlab.C50(rules=True),
    "Bagging": lambda: dtlab.Bagging(**FEW),
    "AdaBoost": lambda: dtlab.AdaBoost(**FEW),
    "RandomForest": lambda: dtlab.RandomForest(**FEW),
    "RegressionForest": lambda: dtlab.RegressionForest(**FEW),
    "GradientBoosting": lambda: dtlab.GradientBoosting(**FEW, bins=4),
    "exact GradientBoosting": lambda: dtlab.GradientBoosting(**FEW, bins=None),
    "GradientBoostingClassifier": lambda: dtlab.GradientBoostingClassifier(**FEW, bins=4),
}
OF_TWO_COLUMNS = {  # and perhaps of one
    "chi_square": dtlab.chi_square,
    "conditional_entropy": dtlab.conditional_entropy,
    "gain_ratio": dtlab.gain_ratio,
    "information_gain": dtlab.information_gain,
    "mutual_information": dtlab.mutual_information,
    "remainder": dtlab.remainder,
    "remainder of numbers": lambda x, y: dtlab.remainder(x, y, dtlab.variance),
    "twoing": dtlab.twoing,
    "gain_ratio with weights": lambda x, y: dtlab.gain_ratio(x, x, weights=y),
    "counts": lambda x, y: dtlab.counts(x),
    "counts with weights": dtlab.counts,
    "variance": lambda x, y: dtlab.variance(x),
    "variance with weights": dtlab.variance,
    "split_information": lambda x, y: dtlab.split_information(x),
    "entropy": lambda x, y: dtlab.entropy(x),
    "entropy to a base": lambda x, y: dtlab.entropy([1, 2], x),
    "gini": lambda x, y: dtlab.gini(x),
    "error": lambda x, y: dtlab.error(x),
    "information": lambda x, y: dtlab.information(x),
    "huffman": lambda x, y: dtlab.huffman(x),
    "mean_code_length": lambda x, y: dtlab.mean_code_length(x),
    "mean_code_length of a code": dtlab.mean_code_length,
    "block_counts": lambda x, y: dtlab.block_counts(x, 2),
    "block_counts of blocks": lambda x, y: dtlab.block_counts([1, 2], x),
    "best": lambda x, y: dtlab.best(x),
    "extra_errors": dtlab.extra_errors,
    "leaf": dtlab.leaf,
    "ask": dtlab.ask,
    "load": lambda x, y: dtlab.load(x),
    "from_sklearn": lambda x, y: dtlab.from_sklearn(x),
    "from_spark": lambda x, y: dtlab.from_spark(x),
    "is_subtree": dtlab.is_subtree,
    "limit": lambda x, y: dtlab.limit(x, 1),
    "limit of depth": lambda x, y: dtlab.limit(TREE, x),
    "limit of leaves": lambda x, y: dtlab.limit(TREE, max_leaf_nodes=x),
    "prune_to": lambda x, y: dtlab.prune_to(x, 0.1),
    "prune_to alpha": lambda x, y: dtlab.prune_to(TREE, x),
    "cost_complexity_path": lambda x, y: dtlab.cost_complexity_path(x),
    "cost_complexity_path of risk": lambda x, y: dtlab.cost_complexity_path(TREE, x),
    "prune_pessimistic": lambda x, y: dtlab.prune_pessimistic(x),
    "prune_pessimistic at": lambda x, y: dtlab.prune_pessimistic(TREE, x),
    "significance": lambda x, y: dtlab.significance(x),
    "significance at": lambda x, y: dtlab.significance(TREE, x),
}
OF_WORK = {
    "chi_square": work.chi_square,
    "conditional_entropy": work.conditional_entropy,
    "gain": work.gain,
    "gain of numbers": lambda x, y: work.gain(x, y, dtlab.variance),
    "gain_ratio": work.gain_ratio,
    "remainder": work.remainder,
    "subsets": work.subsets,
    "subset": lambda x, y: work.subset(x, ["a", "b"] * 6, y),
    "thresholds": work.thresholds,
    "entropy": lambda x, y: work.entropy(x),
    "gini": lambda x, y: work.gini(x),
    "error": lambda x, y: work.error(x),
    "variance": lambda x, y: work.variance(x),
    "split_information": lambda x, y: work.split_information(x),
    "prediction": lambda x, y: work.prediction(x),
    "adaboost": work.adaboost,
    "adaboost of one": lambda x, y: work.adaboost(x, [y]),
    "adaboost_update": work.adaboost_update,
    "boosting_step": lambda x, y: work.boosting_step(x, 0, y),
    "gradient_boosting": work.gradient_boosting,
    "gradient_boosting of one": lambda x, y: work.gradient_boosting(x, [y]),
}
SHIP = dtlab.load("titanic")
TREE = dtlab.CART(max_depth=3).fit(SHIP.X, SHIP.y).tree_
OF_TABLES = {
    "smallest_tree": dtlab.smallest_tree,
    "tree_in_order": lambda X, y: dtlab.tree_in_order(X, y, ["c0"]),
    "choose_alpha": lambda X, y: dtlab.choose_alpha(dtlab.CART(), X, y, cv=2),
    "reduced_error": lambda X, y: dtlab.reduced_error(TREE, X, y),
    "prune_rules": lambda X, y: dtlab.prune_rules(TREE, X, y),
    "Node.predict": lambda X, y: TREE.predict(X),
    "RuleSet.predict": lambda X, y: TREE.rules().predict(X),
    "work.gains": work.gains,
    "work.variances": work.variances,
}
FOREST = dtlab.RandomForest(**FEW).fit(SHIP.X, SHIP.y)
BIKES = dtlab.load("bike_temp_rentals")
STEPS = dtlab.RegressionTree(max_depth=2).fit(BIKES.X, BIKES.y)
STAGES = dtlab.GradientBoosting(**FEW).fit(BIKES.X, BIKES.y)
HISTORY = dtlab.reduced_error(TREE, SHIP.X, SHIP.y)
PLOTS = {  # of two odd columns
    "plot_confusion": dtlab.plot_confusion,
    "plot_outcomes": lambda x, y: dtlab.plot_outcomes(x, y),
    "plot_ladder": lambda x, y: dtlab.plot_ladder(x, 10),
    "plot_depths": lambda x, y: dtlab.plot_depths(x, {"y": y}),
    "plot_rows": lambda x, y: dtlab.plot_rows(x),
    "plot_thresholds": dtlab.plot_thresholds,
    "plot_number_line": dtlab.plot_number_line,
    "plot_curves": lambda x, y: dtlab.plot_curves(x, {"y": y}, "x", "y"),
    "plot_curves of": lambda x, y: dtlab.plot_curves(x, y, "x", "y"),
    "plot_concavity": dtlab.plot_concavity,
    "plot_groupings": dtlab.plot_groupings,
    "plot_code": lambda x, y: dtlab.plot_code(x),
    "plot_bag": lambda x, y: dtlab.plot_bag(x),
    "plot_bootstrap": lambda x, y: dtlab.plot_bootstrap(x),
    "plot_scores": lambda x, y: dtlab.plot_scores(x),
    "plot_importances": lambda x, y: dtlab.plot_importances(x),
    "plot_impurities": lambda x, y: dtlab.plot_impurities(x),
    "plot_information": lambda x, y: dtlab.plot_information(x),
    "plot_algorithms": lambda x, y: dtlab.plot_algorithms(x),
    "plot_alphas": lambda x, y: dtlab.plot_alphas(dtlab.cost_complexity_path(TREE), x, y),
    "plot_gaussians": lambda x, y: dtlab.plot_gaussians(x, y),
    "plot_reduced_error": lambda x, y: dtlab.plot_reduced_error(HISTORY, x),
    "plot_weights": lambda x, y: dtlab.plot_weights(x, y),
    "plot_stages": lambda x, y: dtlab.plot_stages(x, y),
    "plot_tree": lambda x, y: dtlab.plot_tree(TREE, row=x),
    "plot_tree of": lambda x, y: dtlab.plot_tree(x),
    "plot_votes": lambda x, y: dtlab.plot_votes(FOREST, x),
    "describe": lambda x, y: dtlab.describe(x),
}
PLOTS_OF_TABLES = {
    "plot_partitions": lambda X, y: dtlab.plot_partitions(X, "c0"),
    "plot_mosaic": lambda X, y: dtlab.plot_mosaic(X, y),
    "plot_rows of": lambda X, y: dtlab.plot_rows(X),
    "plot_regions": lambda X, y: dtlab.plot_regions(dtlab.CART().fit(X, y), X, y),
    "plot_regions of": lambda X, y: dtlab.plot_regions(STEPS, X, y),
    "plot_steps": lambda X, y: dtlab.plot_steps(STEPS, X, y),
    "plot_residuals": lambda X, y: dtlab.plot_residuals(STAGES, X, y),
    "plot_stages of": lambda X, y: dtlab.plot_stages(STAGES, X, y),
}

TEXTBOOK = {
    "id3": textbook.id3,
    "c45": textbook.c45,
    "cart": textbook.cart,
    "chaid": textbook.chaid,
    "regression_tree": textbook.regression_tree,
    "bagging": lambda X, y: textbook.bagging(X, y, n_trees=2, seed=0),
    "random_forest": lambda X, y: textbook.random_forest(X, y, n_trees=2, seed=0),
    "adaboost": lambda X, y: textbook.adaboost(X, y, n_trees=2),
    "gradient_boosting": lambda X, y: textbook.gradient_boosting(X, y, n_trees=2),
    "reduced_error": lambda X, y: textbook.reduced_error(TREE, X, y),
}


def of_a_frame(explore, X, y):
    """A widget on a DataFrame that has its target in it, if X is one."""
    return explore(X.assign(target=y) if isinstance(X, pd.DataFrame) else X, target="target")


WIDGETS = {
    "explore_adaboost": lambda explore, X, y: explore(X, y),
    "explore_alpha": of_a_frame,
    "explore_depth": lambda explore, X, y: explore(X, y),
    "explore_entropy": lambda explore, X, y: explore(y),
    "explore_forest": lambda explore, X, y: explore(X, y),
    "explore_gain": of_a_frame,
    "explore_gradient_boosting": lambda explore, X, y: explore(X, y),
    "explore_order": of_a_frame,
    "explore_splits": of_a_frame,
    "explore_threshold": of_a_frame,
}


def steady(name, n):
    """`given` whose examples depend on the name only."""

    def decorate(run):
        options = examples(
            n, database=None, deadline=None, suppress_health_check=list(HealthCheck),
            derandomize=False,
        )  # fmt: skip
        return seed(crc32(name.encode()))(options(run))

    return decorate


def tried(action, names):
    """The result of the action, or None after a sentence that has one of the names in it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", RuntimeWarning)  # NumPy's: a sum became infinite, say
        try:
            return action()
        except (ValueError, TypeError) as error:
            sentence = str(error)
            found = set(re.findall(r"\w+", sentence))
            assert found & names or any(repr(name) in sentence for name in names), sentence
            assert len(sentence) < 1000, sentence
    return None


def names_in(*things):
    """Words that say where the fault is: X, y, and the names of columns."""
    names = {"X", "y", *(f"x{f}" for f in range(5))}
    for thing in things:
        names |= {*getattr(thing, "columns", ()), *map(str, getattr(thing, "columns", ()))}
        if hasattr(thing, "name"):
            names |= {thing.name, str(thing.name)}
    return names


def test_columns_of_arrow_are_among_the_odd_ones():
    needs("pyarrow", find_spec("pyarrow"), "make spark")
    assert {name for name in COLUMNS if "arrow" in name}


def test_every_public_function_is_tried():
    tried = [*ESTIMATORS, *OF_TWO_COLUMNS, *OF_TABLES, *PLOTS, *PLOTS_OF_TABLES]
    tried = {word for name in tried for word in name.split()}
    without_data = {
        "OnSpark",  # needs a session of Spark: tests/dtlab/bridges/test_from_spark.py
        "datasets",
        "load_ipython_extension",
        "projector",
        "unload_ipython_extension",
        *PARTS,
    }
    classes = {name for name in dtlab.__all__ if inspect.isclass(getattr(dtlab, name))}
    exceptions = {name for name in classes if issubclass(getattr(dtlab, name), Exception)}
    assert {*dtlab.__all__} <= tried | without_data | exceptions
    assert {*work.__all__} <= {name.split(maxsplit=1)[0] for name in OF_WORK} | {
        "Work", "gains", "variances",
    }  # fmt: skip
    assert {*textbook.__all__} == {*TEXTBOOK, "weakest_link", "weighted_vote"}
    assert {*widgets.__all__} == {*WIDGETS}


@pytest.mark.parametrize("name", ESTIMATORS)
def test_estimators(name):
    @steady(name, 100)
    @given(tables(), st.data())
    def run(table, data):
        X, y = table
        words = names_in(X)
        model = tried(lambda: ESTIMATORS[name]().fit(X, y), words)
        if model is None:
            return
        answers = tried(lambda: model.predict(X), words)
        assert answers is None or len(answers) == len(X)
        other = data.draw(frames())
        tried(lambda: model.predict(other), names_in(X, other))

    run()


@pytest.mark.parametrize("name", OF_TWO_COLUMNS)
def test_functions_of_columns(name):
    run_on_columns(name, OF_TWO_COLUMNS[name], getattr(dtlab, name.split()[0]), 50)


@pytest.mark.parametrize("name", OF_WORK)
def test_work_of_columns(name):
    run_on_columns(f"work.{name}", OF_WORK[name], getattr(work, name.split()[0]), 50)


@pytest.mark.parametrize("name", PLOTS)
def test_plots_of_columns(name):
    run_on_columns(name, PLOTS[name], getattr(dtlab, name.split()[0]), 25)


def run_on_columns(name, action, function, n):
    parameters = {*inspect.signature(function).parameters, function.__name__}
    parameters |= {
        "counts",
        "d",
        "model",
        "data",
        "correction",
        "correct",
    }  # said in place of a parameter

    @steady(name, n)
    @given(pairs())
    def run(pair):
        tried(lambda: action(*pair), names_in(*pair) | parameters)
        plt.close("all")

    run()


@pytest.mark.parametrize("name", OF_TABLES)
def test_functions_of_a_table(name):
    asked = {"class", "sex", "age", "c0", "cv", "x"}  # of the tree, and parameters

    @steady(name, 60)
    @given(tables())
    def run(table):
        tried(lambda: OF_TABLES[name](*table), names_in(*table) | asked)

    run()


@pytest.mark.parametrize("name", PLOTS_OF_TABLES)
def test_plots_of_tables(name):
    function = getattr(dtlab, name.split()[0])
    parameters = {*inspect.signature(function).parameters, "c0", "TEMP"}

    @steady(name, 25)
    @given(tables())
    def run(table):
        tried(lambda: PLOTS_OF_TABLES[name](*table), names_in(*table) | parameters)
        plt.close("all")

    run()


@pytest.mark.parametrize("name", WIDGETS)
def test_widgets(name):
    function = getattr(widgets, name)
    parameters = {*inspect.signature(function).parameters, *SHIP.features, "model", "path"}

    @steady(name, 20)
    @given(tables())
    def run(table):
        tried(lambda: WIDGETS[name](function, *table), names_in(*table) | parameters)
        plt.close("all")

    run()


@pytest.mark.parametrize("name", TEXTBOOK)
def test_textbook(name):
    @steady(f"textbook.{name}", 40)
    @given(tables())
    def run(table):
        tried(lambda: TEXTBOOK[name](*table), names_in(*table) | {"class", "sex", "age"})

    run()
