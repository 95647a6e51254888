"""Notebook 14: choose a data set and methods; size and accuracy stand side by side."""

import ipywidgets as ipw

from .base.samples import options, samples
from .base.view import Explorer
from .comparison_state import FIRST, METHODS, ComparisonState, shipped


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
