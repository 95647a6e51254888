"""The thresholds of a number with the score of each: what `plot_thresholds` draws."""

from functools import partial

import numpy as np

from ..inputs.errors import InputError
from ..inputs.labels import as_codes, as_numbers, same_length
from ..inputs.values import show
from ..kernels import TIE
from ..measures.features import best
from ..measures.impurity import entropy, measures_values
from ..questions.column_thresholds import thresholds_of
from ..questions.criteria import of_tables
from ..questions.own_parts import OwnMeasure
from ..work.sets import title
from .base.points import class_counts, evenly, kinds
from .base.units import with_unit
from .base.writing import digits

MOST_CUTS = 400  # scores drawn; a measure without tables is not asked for more either
MOST_NAMED = 8  # scores in a description


class ScoredThresholds:
    """Every threshold of the column x with its score, and whether the classes change there.

    Lecture 000, 4.4.2: four boundary points, the best of them at 4175 feet.
    >>> from dtlab import information_gain, load
    >>> land = load("vegetation_continuous")
    >>> cuts = ScoredThresholds(land.X["ELEVATION"], land.y, information_gain)
    >>> cuts.values[cuts.boundary].tolist(), cuts.best, round(cuts.score, 4)
    ([750.0, 1350.0, 2250.0, 4175.0], 4175.0, 0.8631)
    """

    def __init__(self, x, y, measure):
        self.x = as_numbers(x, "x")
        self.y = y
        self.measure = OwnMeasure(measure)
        self.feature = title(x, "x")
        self.axis = with_unit(self.feature, x)
        self.impurity = _impurity(measure)
        self.of_numbers = measures_values(self.impurity)
        codes, labels = (as_numbers(y, "y"), ()) if self.of_numbers else as_codes(y, "y")
        same_length(self.x, codes)
        self.classes = () if self.of_numbers else kinds(codes, labels)
        found = thresholds_of(self.x, None if self.of_numbers else codes, len(labels))
        self.values = found.values
        self.boundary = found.boundary
        self.n_cuts = len(found.values)
        if not self.n_cuts:
            raise InputError(f"{self.feature!r} has only one value: it has no threshold")
        batch = of_tables(measure)
        if batch is not None and not self.of_numbers:
            self.scores = batch(found.tables)
        else:  # a measure of columns is called once for each threshold
            tried = evenly(self.n_cuts, MOST_CUTS)
            self.values, self.boundary = self.values[tried], self.boundary[tried]
            self.scores = np.array([self.at(value) for value in self.values])
        at, self.score = best(self.scores)
        self.best = float(self.values[at])

    def at(self, threshold):
        """The score of any threshold that leaves instances on both sides."""
        left = self.x <= threshold
        if left.all() or not left.any():
            low, high = show(self.x.min()), show(self.x.max())
            raise InputError(
                f"{self.feature} ≤ {show(threshold)} leaves one side empty: "
                f"choose a threshold from {low} to below {high}"
            )
        return self.measure.score(left, self.y, self.feature)

    @property
    def tied(self):
        """The thresholds that score as high as the best, itself included."""
        near = TIE * max(1.0, abs(self.score))
        return self.values[self.scores >= self.score - near].tolist()

    @property
    def unit(self):
        """What the score is called on an axis."""
        name = measure_name(self.measure.measure)
        return f"{name} (bits)" if name == "information gain" else name

    def indices_to_draw(self):
        """Indices of the scores to draw: all, or the highest of each of 400 stretches."""
        if len(self.scores) <= MOST_CUTS:
            return np.arange(len(self.scores))
        parts = np.array_split(np.arange(len(self.scores)), MOST_CUTS)
        return np.array([part[self.scores[part].argmax()] for part in parts])

    def words(self, chosen=None, best=True):
        """The scores in sentences; best=False does not name the highest."""
        name = measure_name(self.measure.measure)
        on = f" ({class_counts(self.classes)})" if self.classes else ""
        said = [
            f"{name[0].upper()}{name[1:]} of the {self.n_cuts} thresholds of {self.feature} "
            f"on {len(self.x)} instances{on}.",
            self._boundary_words(),
        ]
        if best:
            said.append(
                f"The highest is at ≤ {' and ≤ '.join(map(show, self.tied[:3]))}"
                f"{', and others,' if len(self.tied) > 3 else ''} with {digits(self.score)}."
            )
        if self.n_cuts > MOST_CUTS:
            said.append(f"Only {MOST_CUTS} of the scores are drawn, the highest of each stretch.")
        if chosen is not None:
            said.append(f"Chosen: ≤ {show(chosen)} scores {digits(self.at(chosen))}.")
        return " ".join(said)

    def _boundary_words(self):
        shown = np.arange(len(self.values)) if self.of_numbers else np.flatnonzero(self.boundary)
        scores = [f"{show(self.values[i])} scores {digits(self.scores[i])}" for i in shown]
        more = f" and {len(scores) - MOST_NAMED} more" if len(scores) > MOST_NAMED else ""
        named = ", ".join(scores[:MOST_NAMED]) + more
        if self.of_numbers:
            return f"{named}."
        if not len(shown):
            return "None is a boundary point: the class is the same everywhere."
        be = "is a boundary point" if len(shown) == 1 else "are boundary points"
        return f"{len(shown)} {be}: {named}."


def _impurity(measure):
    given = measure.keywords if isinstance(measure, partial) else {}
    return given.get("impurity", entropy)


def measure_name(measure):
    """A measure in words: "information gain", "Gini gain".

    >>> from dtlab import gain_ratio, gini, information_gain
    >>> measure_name(gain_ratio), measure_name(partial(information_gain, impurity=gini))
    ('gain ratio', 'Gini gain')
    """
    if isinstance(measure, partial) and _impurity(measure) is not entropy:
        impurity = _impurity(measure)
        name = getattr(getattr(impurity, "func", impurity), "__name__", "impurity")
        return f"{name} gain".replace("_", " ").replace("gini", "Gini")
    name = getattr(getattr(measure, "func", measure), "__name__", "score")
    name = name.replace("<lambda>", "score").replace("_", " ")
    return name.replace("chi square statistic", "chi-square")  # as tables name it
