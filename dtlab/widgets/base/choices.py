"""Widgets over a table: which columns there are to choose from depends on the table chosen."""

from dataclasses import dataclass
from functools import cached_property

from ...measures.features import information_gain
from ...measures.impurity import gini
from ...work.all_splits import subsets
from ..studio.lesson import features_and_target
from .view import Explorer


class Chooser(Explorer):
    """An explorer whose state says in `options` what some of its controls offer: field → list."""

    def follow(self):
        """Offer what the state offers, then show what it has chosen."""
        for field, options in self.state.options.items():
            control = self.controls[field]
            if list(control.options) != options:
                control.options = options
        super().follow()


@dataclass(frozen=True, eq=False)
class Source:
    """A table to choose features from; what it costs to compare them is paid once."""

    name: str
    X: object  # DataFrame
    y: object  # Series

    @classmethod
    def of(cls, data, target=None):
        """From the name of a data set, a Dataset, or a DataFrame with the name of its target."""
        X, y = features_and_target(data, target)
        return cls(data if isinstance(data, str) else getattr(data, "name", "your data"), X, y)

    @property
    def features(self):
        return list(self.X.columns)

    @cached_property
    def gains(self):
        """Information gain of every feature."""
        return {name: information_gain(self.X[name], self.y) for name in self.features}

    @cached_property
    def _subsets(self):
        return {}

    def subsets(self, feature):
        """Gini index of every split of the feature's values in two groups."""
        if feature not in self._subsets:
            terms = subsets(self.X[feature], self.y, gini).terms
            self._subsets[feature] = {term.label: term.value for term in terms}
        return self._subsets[feature]
