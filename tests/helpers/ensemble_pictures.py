"""Fitted ensembles, and how their pictures are read: for the tests of pictures."""

import warnings

import numpy as np
import pandas as pd

from dtlab import AdaBoost, GradientBoosting, RandomForest, RegressionForest, load, work
from dtlab.plots.svg import svg

BUYS, HOURS = load("buys_computer"), load("hours_played")
DEMAND, RENTALS = load("bike_temp_classes"), load("bike_temp_rentals")
FOREST = RandomForest(5, subspace="tree", random_state=0).fit(BUYS.X, BUYS.y)
REGRESSION = RegressionForest(30, random_state=0).fit(HOURS.X, HOURS.y)
FREQUENCIES = DEMAND.frame[["Freq0", "Freq1", "Freq2"]].to_numpy().T
ADABOOST = AdaBoost(samples=FREQUENCIES).fit(DEMAND.X, DEMAND.y)
TABLE_8 = work.adaboost(DEMAND.y, DEMAND.frame[["M0", "M1", "M2"]])
BOOSTED = GradientBoosting(n_estimators=3, max_depth=1, learning_rate=1.0).fit(RENTALS.X, RENTALS.y)
ODD = ["חתול", "🐱 cat", "b" * 60]  # right to left, an emoji, sixty letters
RNG = np.random.default_rng(0)
NUMBERS = pd.DataFrame({"שם": RNG.normal(size=60), "😀" * 30: RNG.normal(size=60)})


def drawn(ax):
    """The picture as SVG; no warning but that of a missing letter may come."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Glyph .* missing")
        return svg(ax.get_figure())


def texts(ax):
    """All words of the axes and of the axes inside them."""
    own = [ax.title, ax.xaxis.label, ax.yaxis.label, *ax.texts]
    ticks = [*ax.get_xticklabels(), *ax.get_yticklabels()]
    inner = [text for child in ax.child_axes for text in texts(child)]
    legend = ax.get_legend().get_texts() if ax.get_legend() else []
    return [text.get_text() for text in (*own, *ticks, *legend)] + inner
