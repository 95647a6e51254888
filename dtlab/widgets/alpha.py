"""Notebook 10: a slider for α, with the errors on training and validation rows and the tree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import ipywidgets as ipw
import numpy as np

from ..algorithms.cart import CART
from ..plots.base.style import canvas, describe_as
from ..plots.base.words import many
from ..plots.pruning import alpha_mark, check_path, draw_risks
from ..plots.tree.skeleton import draw_skeleton
from ..pruning.cost_complexity import CostComplexityPath, cost_complexity_path
from ..typing import Data
from .base.samples import Sample, bundled, lecture, noisy_labels, options
from .base.view import Explorer

MOST_ROWS = 2500  # of larger sets a sample is taken, so that the slider stays quick


class Study(NamedTuple):
    """A tree grown on half of the rows, and the error of every subtree on the other half."""

    path: CostComplexityPath
    validation: np.ndarray


@lru_cache(maxsize=32)
def study(source, noise):
    """Grow CART on half of the rows, with a share of its labels wrong, and judge every subtree."""
    order = np.random.default_rng(0).permutation(len(source.y))[:MOST_ROWS]
    train, new = np.array_split(order, 2)
    labels = noisy_labels(source.y.iloc[train], noise)
    path = cost_complexity_path(CART().fit(source.X.iloc[train], labels).tree_)
    X, truth = source.X.iloc[new], source.y.iloc[new].to_numpy()
    errors = np.array([np.mean(tree.predict(X) != truth) for _, tree in path])
    check_path(path, {"validation": errors})
    return Study(path, errors)


@dataclass(frozen=True)
class AlphaState:
    """Which price α a leaf has, and how many of the labels that the tree learns from are wrong."""

    data: Sample
    alpha: float = 0.01
    noise: float = 0.1

    @property
    def study(self):
        """The path and the errors on it; made once for each noise."""
        return study(self.data, self.noise)

    @property
    def subtree(self):
        """What is left of the tree at this α."""
        return self.study.path.subtree(self.alpha)

    @property
    def position(self):
        """The number of the subtree in the path."""
        return int(np.searchsorted(self.study.path.alphas, self.alpha, side="right")) - 1

    @property
    def words(self):
        """Leaves and errors at this α; where the validation error is lowest is for the reader."""
        path, errors = self.study
        k, n = self.position, len(self.data.y)
        leaves = many(int(path.n_leaves[k]), "leaf", "leaves")
        sampled = "" if n <= MOST_ROWS else f"A sample of {MOST_ROWS:,} of {n:,} rows. "
        return (
            f"{sampled}α = {self.alpha:.3g} keeps {leaves} of {path.tree.n_leaves}: "
            f"training error {path.risks[k]:.3f}, validation error {errors[k]:.3f}."
        )

    def draw(self, figure):
        """Above, errors against α; below, the tree with what is cut in faint lines."""
        path, errors = self.study
        upper, lower = figure.subplots(2, 1, height_ratios=[3, 2])
        draw_risks(canvas(upper), path, {"validation": errors}, [alpha_mark(path, self.alpha)])
        upper.set_xlabel("α, the price of a leaf")
        upper.set_ylabel("error per row")
        draw_skeleton(lower, path.tree, self.subtree)
        about = f"Training and validation errors against α, on {self.data.name}."
        describe_as(upper, f"{about} {self.words}")


def explore_alpha(
    data: Data | None = None,
    target: str | None = None,
    alpha: float = 0.003,
    noise: float = 0.1,
) -> Explorer:
    """Move the price α of a leaf: training error rises, validation error falls and rises again.

    Parameters:
        data: the name of a data set of the course, a Dataset, or your own DataFrame; None (default)
            offers three: breast cancer and wine, both bundled with scikit-learn, and titanic.
        target: the column of classes, needed for a DataFrame; None (default) is the data set's own.
        alpha: the price to start with, 0.0001 to 0.4; 0.003 by default.
        noise: the share of the training labels, 0 to 0.4, that is replaced by another class; 0.1 by
            default.

    >>> prices = explore_alpha("titanic", noise=0.0)
    >>> prices.set(alpha=0.01)
    >>> prices.state.words
    'α = 0.01 keeps 2 leaves of 14: training error 0.227, validation error 0.221.'
    """
    known = [bundled("breast_cancer"), bundled("wine"), lecture("titanic")]
    sources = known if data is None else [Sample.of(data, target)]
    controls = {
        "alpha": ipw.FloatLogSlider(alpha, min=-4, max=-0.4, step=0.05, description="α"),
        "noise": ipw.FloatSlider(noise, min=0, max=0.4, step=0.05, description="wrong labels"),
        "data": ipw.Dropdown(options=options(sources), description="data"),
    }
    return Explorer(AlphaState(sources[0], alpha, noise), controls, (8.0, 6.5))
