"""AdaBoost, round by round: the weights, the stump they teach, and the vote so far.

Notebook 12; lecture 000 §4.4.5, Table 8 and its figures of the data, the ensemble and the weights.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import ipywidgets as ipw
import numpy as np

from ..data import load
from ..ensembles.adaboost import AdaBoost
from ..plots.base.style import ink
from ..plots.boosting import plot_weights
from ..plots.regions import plot_regions
from ..plots.thresholds import plot_number_line
from .base.samples import Sample, first_question, lecture, options, samples, two_moons
from .base.stepper import Stepper

N_ROUNDS = 15
GRID = 400
LONGEST = 12  # characters of an axis' name that fit beside what the symbols mean


@lru_cache(maxsize=32)
def boosted(data):
    """The fitted model of a data set; Table 8 has the lecture's samples."""
    if data is lecture("bike_temp_classes"):
        drawn = load(data.name).frame[["Freq0", "Freq1", "Freq2"]]
        return AdaBoost(samples=drawn.to_numpy().T).fit(data.X, data.y)
    return AdaBoost(n_estimators=N_ROUNDS).fit(data.X, data.y)


@dataclass(frozen=True)
class AdaBoostState:
    """A data set, and the round that is shown; round 0 teaches the model M0."""

    kind = "AdaBoost"  # what a description of its regions calls it
    data: Sample
    step: int = 0

    @property
    def model(self):
        """The boosted model."""
        return boosted(self.data)

    @property
    def n_steps(self):
        """One step for every round."""
        return len(self.model.history_)

    @property
    def question(self):
        """What the model of this round asks first."""
        return self.model.trees_[self.step].tree_.question

    def draw(self, figure):
        """The round's stump and the vote so far above, the weights of the rows below."""
        is_line = self.data.X.shape[1] == 1  # a single feature
        above, below = figure.subplots(2, 1, height_ratios=(1, 1) if is_line else (1.4, 1))
        signs = self._draw_line(above) if is_line else self._draw_plane(above)
        name = above.get_xlabel()
        between = "\n" if len(name) > LONGEST else " "
        above.set_xlabel(f"{name}{between}(dashed: cut of M{self.step}; {signs}: {self._voters})")
        plot_weights(self.model, self.step, self.data.X, self.data.y, ax=below)

    def predict(self, X):
        """The vote of the models up to this round: the class with the largest sum of α so far."""
        return next(islice(self.model.staged_predict(X), self.step, None))

    def _draw_line(self, ax):
        """The rows on a number line, a row of marks per class; the vote runs along its class."""
        X, labels = self.data.X, self.data.y.astype(str)
        cut = getattr(self.question, "value", None)
        plot_number_line(X.iloc[:, 0], labels, [] if cut is None else [cut], ax=ax)
        grid = X.iloc[:0].reindex(range(GRID))
        grid[X.columns[0]] = np.linspace(*ax.get_xlim(), GRID)
        order = np.unique(labels)
        heights = len(order) - 1 - np.searchsorted(order, self.predict(grid).astype(str))
        ax.plot(grid[X.columns[0]], heights - 0.25, color=ink(ax), lw=3, drawstyle="steps-mid")
        ax.set_ylim(-0.6, len(order) - 0.4)
        ax.locator_params(axis="x", nbins=4)  # ticks are most of what a redraw costs
        return "line"

    def _draw_plane(self, ax):
        """The regions of the vote; the round's cut is a dashed line, its errors have rings."""
        X, y = self.data.X, np.asarray(self.data.y)
        names = list(X.select_dtypes("number").columns[:2])
        plot_regions(self, X, self.data.y, names, ax=ax)
        wrong = X[self.model.trees_[self.step].predict(X) != y]
        ring = {"mfc": "none", "mec": ink(ax), "mew": 1.5, "ms": 14, "ls": ""}
        ax.plot(wrong[names[0]], wrong[names[1]], "o", zorder=4, **ring)
        sides = dict(zip(map(str, names), (ax.axvline, ax.axhline), strict=True))
        cut = getattr(self.question, "value", None)
        if cut is not None and self.question.feature in sides:
            sides[self.question.feature](cut, color=ink(ax), ls="--", lw=2)
        ax.locator_params(nbins=4)  # ticks are most of what a redraw costs
        return "rings: its errors; areas"

    @property
    def _voters(self):
        return "vote of M0" if self.step == 0 else f"vote of M0 to M{self.step}"

    @property
    def words(self):
        """The round in numbers."""
        i, found = self.step, self.model.history_[self.step]
        X, y = self.data.X, np.asarray(self.data.y)
        own = int((found.learner.predict(X) != y).sum())
        together = int((self.predict(X) != y).sum())
        answers = ", ".join(str(leaf.prediction) for leaf in found.learner.tree_.leaves())
        return (
            f"M{i} {first_question(self.question)} ({answers}). "
            f"It is wrong on {own} of {len(y)} rows, "
            f"ε = {found.error:.4g}, α = {found.alpha:.4g}. "
            f"The {self._voters} is wrong on {together}."
        )


def explore_adaboost(X=None, y=None):
    """Step through AdaBoost: weights, the model they teach, its errors, and the vote so far.

    Without arguments the bike demand of Table 8, with the lecture's samples, and two overlapping
    crescents; X (a DataFrame of numbers, of which the first two are drawn) and y (classes) are your
    own data.

        explore_adaboost()
    """
    found = samples(X, y, [lecture("bike_temp_classes"), two_moons()])
    choice = ipw.Dropdown(options=options(found), value=found[0], description="data")
    return Stepper(AdaBoostState(found[0]), {"data": choice}, size=(8.0, 6.6))
