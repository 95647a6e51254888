"""A model asked everywhere: rows that vary one or two numbers and hold all other features still."""

import numpy as np

from ..inputs.columns import refuse_twice
from ..inputs.errors import InputError
from ..inputs.values import show
from ..questions.question import Threshold

MOST_TRIED = 400  # places at which a curve is asked, besides thresholds


class VariedRows:
    """The rows of a table, the numbers that a figure varies, and what the others are held at.

    X is a DataFrame, a 2-D array or a single column. Numbers are held at their median, other
    features at their most frequent value. `features` names those to vary; None takes the first.

    >>> from dtlab import load
    >>> golf = load("play_golf_numeric")
    >>> rows = VariedRows(golf.X, None, 2)
    >>> rows.titles, rows.held
    (['temperature', 'humidity'], 'outlook = rain, windy = False')
    >>> rows.at([60, 70], [80, 90])
      outlook  temperature  humidity  windy
    0    rain           60        80  False
    1    rain           70        90  False
    """

    def __init__(self, X, features, n_varied):
        import pandas as pd

        self.is_frame = hasattr(X, "columns") or hasattr(X, "to_frame")
        frame = X.to_frame() if hasattr(X, "to_frame") else X
        if not self.is_frame:
            array = np.asarray(X)
            array = array[:, None] if array.ndim == 1 else array
            if array.ndim != 2:
                raise InputError("X must be a table or one column")
            frame = pd.DataFrame(array, columns=[f"x{i}" for i in range(array.shape[1])])
        refuse_twice(frame)
        if not len(frame):
            raise InputError("X has no rows: there is nothing to draw")
        self.frame = frame
        self.varied = _chosen(frame, features, n_varied)
        self._others = {
            name: _typical(frame[name]) for name in frame.columns if name not in self.varied
        }
        columns = [frame[name].to_numpy(float, na_value=np.nan) for name in self.varied]
        self.known = np.isfinite(columns).all(axis=0)  # which rows have numbers in all of them
        self.numbers = [column[self.known] for column in columns]
        if not self.known.any():
            raise InputError(f"no row of X has a number in {' and '.join(self.titles)}")

    @property
    def titles(self):
        """The names of the varied features."""
        return list(map(str, self.varied))

    @property
    def held(self):
        """What the other features are held at, in words; nothing if there are no others."""
        return ", ".join(f"{name} = {show(one.iloc[0])}" for name, one in self._others.items())

    def spans(self):
        """(low, high) of each varied feature, with a little room around the data."""
        for values in self.numbers:
            room = 0.05 * (np.ptp(values) or 1.0)
            yield values.min() - room, values.max() + room

    def at(self, *values):
        """Rows like X (a DataFrame or an array) in which the varied features have these values."""
        import pandas as pd

        chosen = dict(zip(self.varied, map(np.asarray, values), strict=True))
        held = {name: one.repeat(len(values[0])) for name, one in self._others.items()}
        columns = {name: chosen.get(name, held.get(name)) for name in self.frame.columns}
        frame = pd.DataFrame({n: getattr(c, "array", c) for n, c in columns.items()})
        return frame if self.is_frame else frame.to_numpy()


class Curve:
    """A model's answers y along the one varied number x, exact at the thresholds of its trees.

    `jumps` are the thresholds of a single tree at which the answer changes.
    """

    def __init__(self, model, rows):
        low, high = next(rows.spans())
        cuts = thresholds(model, rows.titles[0], low, high)
        beyond = np.nextafter(cuts, np.inf)
        self.x = np.unique(np.r_[np.linspace(low, high, MOST_TRIED), cuts, beyond])
        self.y = np.asarray(model.predict(rows.at(self.x)))
        if self.y.dtype.kind not in "iuf":
            raise InputError("plot_steps draws numbers, but this model answers with classes")
        before, after = (self.y[np.searchsorted(self.x, side)] for side in (cuts, beyond))
        self.jumps = cuts[before != after] if not hasattr(model, "trees_") else cuts[:0]

    @property
    def steps(self):
        """The answers between the jumps, from left to right."""
        return self.y[np.searchsorted(self.x, np.r_[self.jumps, self.x[-1]])]


def thresholds(model, feature, low, high):
    """The thresholds of dtlab's trees for a feature, sorted; none for other models.

    Of trees with more thresholds together than are seen in a figure: those found until then.
    """
    found = set()
    for member in getattr(model, "trees_", [model]):
        tree = getattr(member, "tree_", member)
        nodes = tree.walk() if hasattr(tree, "walk") else ()
        asked = (node.question for node in nodes if isinstance(node.question, Threshold))
        found |= {q.value for q in asked if q.feature == feature and low < q.value < high}
        if len(found) > MOST_TRIED:
            break
    return np.array(sorted(found))


def _chosen(frame, features, n):
    numeric = [name for name in frame.columns if _is_numeric(frame[name])]
    names = {str(name): name for name in frame.columns}
    features = [features] if isinstance(features, str) else features
    chosen = numeric[:n] if features is None else [names.get(str(f), f) for f in features]
    if len(chosen) != n or len(set(chosen)) != n or not set(chosen) <= set(numeric):
        wanted = "one numeric feature" if n == 1 else f"{n} different numeric features"
        known = ", ".join(map(str, numeric)) or "none"
        raise InputError(f"this figure varies {wanted}; the numeric ones in X are: {known}")
    return chosen


def _is_numeric(column):
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    return is_numeric_dtype(column) and not is_bool_dtype(column)


def _typical(column):
    """The median of numbers, the most frequent of other values, as a column of one row."""
    import pandas as pd

    if _is_numeric(column):
        with np.errstate(over="ignore"):
            return pd.Series([pd.Series(column.to_numpy(float, na_value=np.nan)).median()])
    return column.mode().iloc[:1]


# ------------------------------------------------------------------ cells of a grid as shapes


def rectangles(mask):
    """Rectangles that make up a mask [rows, columns]: left, right, low, high edges, as indices.

    Equal neighbouring rows are one band, so that a tree's regions need only a few rectangles.
    >>> [side.tolist() for side in rectangles(np.array([[1, 1, 0], [1, 1, 0], [0, 0, 1]], bool))]
    [[0, 2], [2, 3], [0, 2], [2, 3]]
    """
    bands = np.r_[0, 1 + np.flatnonzero((mask[1:] != mask[:-1]).any(axis=1)), len(mask)]
    band, left, right = runs(mask[bands[:-1]])
    return left, right, bands[band], bands[band + 1]


def borders(codes, x, y):
    """Line segments [n, 2, 2] where the codes [rows, columns] of a grid with edges x, y change."""
    i, start, stop = runs((codes[:, 1:] != codes[:, :-1]).T)
    upright = [np.stack([x[i + 1], y[end]], axis=-1) for end in (start, stop)]
    i, start, stop = runs(codes[1:] != codes[:-1])
    level = [np.stack([x[end], y[i + 1]], axis=-1) for end in (start, stop)]
    return np.concatenate([np.stack(upright, axis=1), np.stack(level, axis=1)])


def middle_of_room(mask, width, height):
    """The middle (x, y), in cells, of a rectangle of this size where a mask is True all over.

    Of several that nearest to the middle of them all; None if there is no room.
    >>> middle_of_room(np.array([[1, 1, 1, 0], [1, 1, 1, 0]], bool), 2, 1)
    (1.0, 0.5)
    >>> middle_of_room(np.array([[1, 0], [0, 1]], bool), 2, 1)
    """
    if height > mask.shape[0] or width > mask.shape[1]:
        return None
    sums = np.pad(mask.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    inside = sums[height:, width:] - sums[:-height, width:] - sums[height:, :-width]
    low, left = np.nonzero(inside + sums[:-height, :-width] == width * height)
    if not len(low):
        return None
    nearest = np.argmin((low - low.mean()) ** 2 + (left - left.mean()) ** 2)
    return float(left[nearest] + width / 2), float(low[nearest] + height / 2)


def runs(mask):
    """Stretches of True in every row of a mask: (row, start, stop).

    >>> [part.tolist() for part in runs(np.array([[1, 1, 0, 1]], bool))]
    [[0, 0], [0, 3], [2, 4]]
    """
    padded = np.zeros((len(mask), mask.shape[1] + 2), bool)
    padded[:, 1:-1] = mask
    row, change = np.nonzero(padded[:, 1:] != padded[:, :-1])  # starts and stops in turn
    return row[::2], change[::2], change[1::2]
