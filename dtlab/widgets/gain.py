"""Notebook 03: choose the feature; partitions, remainder and gain follow."""

from dataclasses import dataclass
from functools import lru_cache

import ipywidgets as ipw

from ..measures.features import information_gain
from ..measures.impurity import counts, entropy
from ..plots import plot_partitions, plot_scores
from .base.samples import Sample, shipped_options
from .base.view import Explorer

SHIPPED = ("spam", "mutations", "rain_cloud", "vegetation", "buys_computer", "play_golf", "titanic")


@lru_cache(maxsize=32)
def gains(sample):
    """Information gain of every feature."""
    return {name: information_gain(sample.X[name], sample.y) for name in sample.features}


@dataclass(frozen=True)
class GainState:
    """A table and the feature that splits it; an unknown feature becomes the first one."""

    source: Sample
    feature: str

    def __post_init__(self):
        if self.feature not in self.source.features:
            object.__setattr__(self, "feature", self.source.features[0])

    @property
    def options(self):
        return {"feature": self.source.features}

    @property
    def gain(self):
        return gains(self.source)[self.feature]

    @property
    def rank(self):
        """1 for the highest gain; equal gains share a rank."""
        return 1 + sum(gain > self.gain + 1e-12 for gain in gains(self.source).values())

    def draw(self, figure):
        n_features = len(self.source.features)
        above, below = figure.subplots(2, height_ratios=(5, 1 + min(n_features, 8) / 2))
        plot_partitions((self.source.X, self.source.y), self.feature, ax=above)
        plot_scores(gains(self.source), chosen=self.feature, ax=below)

    @property
    def words(self):
        before = entropy(counts(self.source.y))
        return (
            f"{self.feature} leaves {before - self.gain:.4f} of {before:.4f} bits: a gain of "
            f"{self.gain:.4f}, number {self.rank} of {len(self.source.features)} features."
        )


def explore_gain(data="spam", target=None):
    """Choose a feature and see the groups it makes, what remains, what it gains, and its rank.

    `data` is the name of a data set, a Dataset, or your own DataFrame with the name of its target.

        explore_gain()
        explore_gain(frame, target="bought")
    """
    first = Sample.of(data, target)
    if not first.features:
        raise ValueError(f"{first.name} has no features to choose from")
    controls = {
        "source": ipw.Dropdown(options=shipped_options(first, SHIPPED), description="data set"),
        "feature": ipw.Dropdown(options=first.features, description="feature"),
    }
    return Explorer(GainState(first, first.features[0]), controls, (8.0, 6.6))
