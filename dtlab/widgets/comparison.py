"""Notebook 14: choose a data set and methods; size and accuracy stand side by side."""

from dataclasses import dataclass
from functools import cache

import ipywidgets as ipw

from ..algorithms.c45 import C45
from ..algorithms.cart import CART
from ..algorithms.chaid import CHAID
from ..algorithms.id3 import ID3
from ..bridges.compare import compare
from ..ensembles.adaboost import AdaBoost
from ..ensembles.forest import RandomForest
from ..ensembles.gradient_boosting import GradientBoostingClassifier
from ..plots.evaluation import plot_comparison
from .base.samples import Sample, lecture, options, samples, two_moons
from .base.view import Explorer

SPLITS = 5
METHODS = {
    "ID3": ID3(numeric="threshold"),
    "C4.5": C45(),
    "CART": CART(),
    "CART, 10 rows a leaf": CART(min_samples_leaf=10),
    "CHAID": CHAID(),
    "random forest": RandomForest(25, random_state=0),
    "AdaBoost": AdaBoost(n_estimators=25, random_state=0),
    "gradient boosting": GradientBoostingClassifier(n_estimators=25, random_state=0),
}
FIRST = ("C4.5", "CART", "random forest")


@cache
def from_sklearn_set(name):
    """A table that comes with scikit-learn, its classes as words."""
    from sklearn import datasets

    made = getattr(datasets, f"load_{name}")(as_frame=True)
    words = made.target.map(dict(enumerate(map(str, made.target_names))))
    return Sample(name.replace("_", " "), made.data.iloc[:, :10], words.rename("class"))


def shipped():
    """The data sets to choose from."""
    return [from_sklearn_set("breast_cancer"), from_sklearn_set("wine"), from_sklearn_set("iris"),
            two_moons(200), lecture("titanic"), lecture("buys_computer")]  # fmt: skip


@cache
def found(sample, method, noise):
    """The comparison of one method on one data set."""
    return compare({method: METHODS[method]}, sample.X, sample.y, SPLITS, label_noise=noise)


@dataclass(frozen=True)
class ComparisonState:
    """A data set, some methods, and how many of the training labels are wrong."""

    sample: Sample
    methods: tuple = FIRST
    noise: float = 0.0

    def __post_init__(self):
        if not self.methods:
            raise ValueError("choose at least one method (hold Ctrl or Cmd to choose several)")

    @property
    def result(self):
        """The chosen methods, in the order of the list."""
        names = [name for name in METHODS if name in self.methods]
        whole, *others = (found(self.sample, name, self.noise) for name in names)
        for other in others:
            whole = whole.and_also(other)
        return whole

    def draw(self, figure):
        ax = figure.add_axes((0.27, 0.17, 0.5, 0.78))  # room for names, and for two columns
        plot_comparison(self.result, ax=ax)

    @property
    def words(self):
        result = self.result
        order = result.table["accuracy"].sort_values(ascending=False, kind="stable")
        best = f"{order.index[0]} does best on {self.sample.name}: {order.iloc[0]:.3f}"
        if len(order) == 1:
            return f"{best} on {SPLITS} random splits."
        gap, spread = result.difference(order.index[0], order.index[1])
        verdict = "more than" if gap > spread else "within"
        return (
            f"{best}. It leads {order.index[1]} by {gap:.3f}, split by split ± {spread:.3f}: "
            f"{verdict} one standard deviation."
        )


def explore_comparison(X=None, y=None):
    """Choose a data set, methods and label noise; see leaves, depth and accuracy with its spread.

    With your own DataFrame X and classes y, these are the first data set (500 rows at most). The
    first choice of a pair takes a moment, because the models are trained; later ones do not.

        explore_comparison()
        explore_comparison(frame[["age", "income"]], frame["bought"])
    """
    offered = samples(X, y, shipped())
    controls = {
        "sample": ipw.Dropdown(options=options(offered), description="data set"),
        "methods": ipw.SelectMultiple(
            options=list(METHODS), value=FIRST, rows=len(METHODS), description="methods"
        ),
        "noise": ipw.Dropdown(
            options=[("none", 0.0), ("10%", 0.1), ("20%", 0.2), ("30%", 0.3)],
            description="wrong training labels",
        ),
    }
    return Explorer(ComparisonState(offered[0]), controls, (8.0, 4.6))
