"""The rows of one question as they are drawn in its box: along a number, or by value.

Along a number, rows of classes are a histogram, and rows with a number as target are points with
the mean of each side as a line. By value, each value has a line of its own: a bar of its classes,
or points. Lengths are in inches, as in `layout`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate, pairwise

import numpy as np

from ..base.points import evenly
from ..base.style import short
from ..base.writing import brief, digits
from .nodes import LINE, text_width

ALONG, HIGH, LEAST = 1.3, 0.62, 0.75  # width and height along a number; width of bars by value
BINS = 12  # of a histogram, about
MARK = 0.07  # height of the triangle under a cut
BETWEEN = 0.065  # a name and its bar
THICK = 0.12  # height of a bar by value
APART = 0.08  # more between two values that part company
MOST_VALUES = 6  # that have a line; of more, the most frequent
MOST_DOTS = 150  # rows of a box that are drawn as points
NAME = 14  # characters of a value


@dataclass
class Strokes:
    """What all boxes of a figure draw, collected so that each kind is one artist."""

    areas: list  # of each class, its rectangles
    axes: list = field(default_factory=list)
    cuts: list = field(default_factory=list)
    marks: list = field(default_factory=list)
    dots: list = field(default_factory=list)
    means: list = field(default_factory=list)
    texts: list = field(default_factory=list)  # (x, y, text, alignment)


@dataclass(frozen=True)
class NodeRows:
    """The rows that come to a node: where they stand, their target, and their child (−1: none).

    `target` holds class numbers if there are `n_classes` of them, else numbers, which are drawn
    on the `scale` (low, high) that all boxes share.
    """

    places: np.ndarray
    children: np.ndarray
    target: np.ndarray
    n_classes: int
    scale: tuple

    def mean(self, child):
        """The mean target of the rows that go to a child; None if none does."""
        chosen = self.target[self.children == child]
        return chosen.mean() if len(chosen) else None

    def means(self, n_children):
        """The means of all children in words."""
        means = [self.mean(child) for child in range(n_children)]
        told = ["none" if mean is None else digits(mean).replace("-", "−") for mean in means]
        return f"means {', '.join(told)}"

    def share(self, target):
        """Where numbers of the target stand between the ends of the scale, from 0 to 1."""
        low, high = self.scale
        return (target - low) / (high - low) if high > low else 0.5 + 0 * target

    def drawn(self):
        """(places, shares of the target) of the points, a sample where there are many."""
        few = evenly(len(self.places), MOST_DOTS)
        return self.places[few], self.share(self.target[few])


@dataclass(frozen=True)
class Along:
    """Rows along a number that is compared with one threshold."""

    rows: NodeRows
    cut: float

    height = HIGH + MARK + LINE

    @property
    def ends(self):
        """The smallest and the largest value; without rows there are none."""
        x = self.rows.places
        return (x.min(), x.max()) if len(x) else ()

    @property
    def width(self):
        """Inches that the axis and the numbers at its ends need."""
        return max(ALONG, sum(text_width(brief(end)) for end in self.ends) + 2 * BETWEEN)

    def words(self):
        """The range of the values and the cut."""
        spread = " to ".join(dict.fromkeys(map(brief, self.ends))) or "no rows"
        told = f"{spread}, cut at {brief(self.cut)}"
        return told if self.rows.n_classes else f"{told}, {self.rows.means(2)}"

    def draw(self, strokes, left, top, width):
        """Add the strokes at a place."""
        base = top + HIGH
        ends = (*self.ends, self.cut)
        step = (max(ends) - min(ends)) / BINS or 1.0
        draw = self._bars if self.rows.n_classes else self._points
        cut = draw(strokes, left, base, width, step)
        strokes.axes.append([(left, base), (left + width, base)])
        strokes.cuts.append([(cut, top), (cut, base)])
        wing = 0.8 * MARK
        foot = base + MARK
        strokes.marks.append([(cut, base), (cut - wing, foot), (cut + wing, foot)])
        for x, end, side in zip((left, left + width), self.ends, ("left", "right"), strict=False):
            strokes.texts.append((x, foot + LINE / 2, brief(end), side))

    def _bars(self, strokes, left, base, width, step):
        """A histogram, stacked by class; returns where its cut is."""
        counts, first = self.histogram(step)
        wide = width / len(counts)
        tall = HIGH / max(counts.sum(axis=1).max(), 1)
        for i, classes in enumerate(counts):
            ends = [base - tall * n for n in accumulate(classes, initial=0)]
            for k, (under, over) in enumerate(pairwise(ends)):
                if under > over:
                    strokes.areas[k].append((left + i * wide, over, wide, under - over))
        return left - first * wide

    def _points(self, strokes, left, base, width, step):
        """Points, and the mean of each side as a line; returns where the cut is."""
        ends = (*self.ends, self.cut)
        # no point on the edge
        low = min(ends) - step / 2
        high = max(ends) + step / 2
        x, y = self.rows.drawn()
        strokes.dots += zip(left + (x - low) / (high - low) * width, base - y * HIGH, strict=True)
        cut = left + (self.cut - low) / (high - low) * width
        for child, (a, b) in enumerate(((left, cut), (cut, left + width))):
            if (mean := self.rows.mean(child)) is not None:
                y = base - self.rows.share(mean) * HIGH
                strokes.means.append([(a, y), (b, y)])
        return cut

    def histogram(self, step):
        """Counts [bin, class], and the first bin's number: bin 0 begins at the cut.

        A bin holds (a, b], so that no bin has rows of both sides.
        """
        bins = np.ceil((self.rows.places - self.cut) / step).astype(int) - 1
        # a bin on each side
        first = bins.min(initial=-1)
        last = bins.max(initial=0)
        counts = np.zeros((last - first + 1, self.rows.n_classes))
        np.add.at(counts, (bins - first, self.rows.target), 1)
        return counts, first


@dataclass(frozen=True)
class ByValue:
    """Rows by the value of a feature, a line for each; `groups` says to which child it leads."""

    rows: NodeRows
    names: tuple
    groups: tuple

    @property
    def sizes(self):
        """The rows of each value."""
        return np.bincount(self.rows.places, minlength=len(self.names))

    @property
    def shown(self):
        """The values that have a line, in the order of their branches."""
        if len(self.names) <= MOST_VALUES:
            return range(len(self.names))
        return sorted(np.argsort(-self.sizes, kind="stable")[: MOST_VALUES - 1].tolist())

    @property
    def hidden(self):
        """The line that counts the other values, or nothing."""
        left_out = len(self.names) - len(self.shown)
        return f"… {left_out} more values" if left_out else ""

    @property
    def tops(self):
        """Where each line begins: those of different branches stand further apart.

        If no branch has several values, each line is a branch and all stand close together.
        """
        branches = [self.groups[i] for i in self.shown]
        gap = APART if len(self.names) > 1 + max(self.groups) else 0.0
        steps = [LINE + gap * (a != b) for a, b in pairwise(branches)]
        return list(accumulate(steps, initial=0.0))

    @property
    def height(self):
        """Inches of all lines."""
        return self.tops[-1] + LINE * (1 + bool(self.hidden))

    @property
    def indent(self):
        """Inches of the longest name."""
        return max(text_width(short(self.names[i], NAME)) for i in self.shown)

    @property
    def width(self):
        """Inches that names and bars need."""
        return max(self.indent + BETWEEN + LEAST, text_width(self.hidden))

    def words(self):
        """The rows of each value."""
        told = ", ".join(f"{self.names[i]} ({self.sizes[i]})" for i in self.shown)
        told += f", {self.hidden}" if self.hidden else ""
        return told if self.rows.n_classes else f"{told}; {self.rows.means(1 + max(self.groups))}"

    def draw(self, strokes, left, top, width):
        """Add the strokes at a place."""
        start = left + self.indent + BETWEEN
        ys = [top + y + LINE / 2 for y in self.tops]
        for i, y in zip(self.shown, ys, strict=True):
            strokes.texts.append((start - BETWEEN, y, short(self.names[i], NAME), "right"))
        bottom = ys[-1] + LINE / 2
        strokes.axes.append([(start, top), (start, bottom)])
        for above, below in pairwise(ys):
            if below - above > 1.1 * LINE:
                y = (above + below) / 2
                strokes.cuts.append([(left, y), (left + width, y)])
        if self.hidden:
            strokes.texts.append((left, bottom + LINE / 2, self.hidden, "left"))
        draw = self._bars if self.rows.n_classes else self._points
        draw(strokes, start, dict(zip(self.shown, ys, strict=True)), left + width - start)

    def _bars(self, strokes, start, lines, length):
        """A bar for each value: its rows, stacked by class."""
        scale = length / max(self.sizes.max(), 1)
        for i, y in lines.items():
            here = self.rows.target[self.rows.places == i]
            counts = np.bincount(here, minlength=self.rows.n_classes)
            ends = [start + scale * n for n in accumulate(counts, initial=0)]
            for k, (a, b) in enumerate(pairwise(ends)):
                if b > a:
                    strokes.areas[k].append((a, y - THICK / 2, b - a, THICK))

    def _points(self, strokes, start, lines, length):
        """Each row at its target, and a line at the mean of each branch along its values."""
        for i, share in zip(*self.rows.drawn(), strict=True):
            if i in lines:
                strokes.dots.append((start + share * length, lines[i]))
        for child in dict.fromkeys(self.groups[i] for i in lines):
            if (mean := self.rows.mean(child)) is not None:
                x = start + self.rows.share(mean) * length
                ys = [y for i, y in lines.items() if self.groups[i] == child]
                strokes.means.append([(x, min(ys) - LINE / 2), (x, max(ys) + LINE / 2)])
