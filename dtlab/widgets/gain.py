"""Notebook 03: choose the feature; partitions, remainder and gain are drawn anew."""

from dataclasses import dataclass

import ipywidgets as ipw

from ..measures.impurity import counts, entropy
from ..plots import plot_partitions, plot_scores
from .base.choices import Chooser, Source

SHIPPED = ("spam", "mutations", "rain_cloud", "vegetation", "buys_computer", "play_golf", "titanic")


@dataclass(frozen=True)
class GainState:
    """A table and the feature that splits it; an unknown feature becomes the first one."""

    source: Source
    feature: str

    def __post_init__(self):
        if self.feature not in self.source.features:
            object.__setattr__(self, "feature", self.source.features[0])

    @property
    def options(self):
        return {"feature": self.source.features}

    @property
    def gain(self):
        return self.source.gains[self.feature]

    @property
    def rank(self):
        """1 for the highest gain; equal gains share a rank."""
        return 1 + sum(gain > self.gain + 1e-12 for gain in self.source.gains.values())

    def draw(self, figure):
        n_features = len(self.source.features)
        above, below = figure.subplots(2, height_ratios=(5, 1 + min(n_features, 8) / 2))
        plot_partitions((self.source.X, self.source.y), self.feature, ax=above)
        plot_scores(self.source.gains, chosen=self.feature, ax=below)

    @property
    def words(self):
        before = entropy(counts(self.source.y))
        return (
            f"{self.feature} leaves {before - self.gain:.4f} of {before:.4f} bits: a gain of "
            f"{self.gain:.4f}, number {self.rank} of {len(self.source.gains)} features."
        )


def explore_gain(data="spam", target=None):
    """Choose a feature and see the parts it makes, what remains, what it gains, and its rank.

    `data` is the name of a data set, a Dataset, or your own DataFrame with the name of its target.

        explore_gain()
        explore_gain(frame, target="bought")
    """
    first = Source.of(data, target)
    if not first.features:
        raise ValueError(f"{first.name} has no features to choose from")
    others = [Source.of(name) for name in SHIPPED if name != first.name]
    sources = [(source.name, source) for source in (first, *others)]
    controls = {
        "source": ipw.Dropdown(options=sources, value=first, description="data set"),
        "feature": ipw.Dropdown(options=first.features, description="feature"),
    }
    return Chooser(GainState(first, first.features[0]), controls, (8.0, 6.6))
