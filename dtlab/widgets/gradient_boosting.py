"""Gradient boosting, stage by stage: residuals, the tree that learns them, the new prediction.

Notebook 13; lecture 000 §4.4.5, Table 9 and the figures of its models.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import ipywidgets as ipw
import pandas as pd

from ..ensembles.gradient_boosting import GradientBoosting
from ..inputs.values import show
from ..plots.boosting import four, plot_residuals
from ..typing import Values
from .base.samples import Sample, first_question, lecture, options, samples
from .base.stepper import Stepper

N_STAGES = 20  # the lecture shows its model after 20


@lru_cache(maxsize=64)
def boosted(data, learning_rate, max_depth):
    """The fitted model of a setting, kept so that a step back costs nothing."""
    model = GradientBoosting(
        n_estimators=N_STAGES, learning_rate=learning_rate, max_depth=max_depth
    )
    return model.fit(data.X, data.y)


@dataclass(frozen=True)
class GradientState:
    """A data set, a learning rate and depth, and the stage that is shown; stage 0 is the start."""

    data: Sample
    learning_rate: float = 1.0
    max_depth: int = 1
    step: int = 0

    @property
    def model(self):
        """The boosted model."""
        return boosted(self.data, self.learning_rate, self.max_depth)

    @property
    def n_steps(self):
        """The start and every stage."""
        return self.model.n_estimators_ + 1

    def draw(self, figure):
        """Data and prediction on the left, residuals and the new tree on the right."""
        plot_residuals(self.model, self.data.X, self.data.y, self.step, ax=figure.subplots())

    @property
    def words(self):
        """The stage in a sentence: its tree's first question, and what becomes of the loss."""
        model, i = self.model, self.step
        stages = list(islice(model.history_, i + 1))
        loss = four(stages[-1].loss)
        if i == 0:
            mean = four(stages[0].prediction[0])
            return f"M0 is the mean, {mean}; the mean squared error is {loss}."
        question = stages[-1].trees[0].tree_.question
        return (
            f"M{i} = M{i - 1} + {show(model.learning_rate)} × tree {i}. "
            f"The tree {'first ' * (self.max_depth > 1)}{first_question(question)}. "
            f"The mean squared error goes from {four(stages[-2].loss)} to {loss}."
        )


def explore_gradient_boosting(X: pd.DataFrame | None = None, y: Values | None = None) -> Stepper:
    """Step through gradient boosting, and change the learning rate and the depth of its trees.

    Without arguments the bike rentals of Table 9 and a noisy parabola; your own data are added to
    them.

    Parameters:
        X: your own features, a DataFrame; the numeric one is drawn across if there is only one.
            None by default.
        y: the numbers to predict, one per row; None by default.

    >>> stages = explore_gradient_boosting()
    >>> stages.set(learning_rate=0.5)
    >>> stages.state.words.split(". ")[2]
    'The mean squared error goes from 364000 to 273000.'
    """
    found = samples(X, y, [lecture("bike_temp_rentals"), lecture("gbrt_geron")])
    rates = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
    controls = {
        "data": ipw.Dropdown(options=options(found), value=found[0], description="data"),
        "learning_rate": ipw.SelectionSlider(options=rates, value=1.0, description="learning rate"),
        "max_depth": ipw.IntSlider(1, 1, 4, description="depth of a tree"),
    }
    return Stepper(GradientState(found[0], step=1), controls, size=(8.0, 4.4))
