"""Instances as marks: which classes get a sign of their own, which rows are drawn, how they stack.

Many classes become the most frequent ones and "others"; many rows become an even sample of them.
"""

from dataclasses import dataclass

import numpy as np

from .classes import signs
from .sizes import sizes
from .style import COLOURS, FAINT, ink, legend, note, short
from .writing import brief

MOST_ROWS = 600  # marks in a figure; more would hide each other and make a notebook heavy
MOST_CLASSES = 7  # as many as there are colours
LETTER = 0.0142  # width of a letter, as a share of axes 7 inches wide, on a page
LETTERS = 86  # that fit on a line above the axes of a page
SIGN = 9  # width of a symbol, in characters
# the colours that stand out as lines on light and on dark background, each with a line style
STRONG = tuple(COLOURS[i] for i in (0, 5, 2, 3))
LINES = ("-", "--", "-.", (0, (1, 1)))
STACK = 5  # equal instances that are drawn above each other


@dataclass(frozen=True)
class Kind:
    """A class, or all the rare ones together: its name, signs, and which rows it has."""

    label: str
    rows: np.ndarray
    colour: str
    hatch: str
    marker: str

    @property
    def name(self):
        """The label as it fits into a figure."""
        return short(self.label)


def kinds(codes, classes):
    """The classes as `Kind`s in their own order; of more than seven the six most frequent ones.

    >>> [kind.label for kind in kinds(np.array([0, 1, 1]), ["no", "yes"])]
    ['no', 'yes']
    >>> [kind.label for kind in kinds(np.array([0, 9]), range(10))][4:]
    ['4', '9', '4 others']
    """
    codes = np.asarray(codes)
    K = len(classes)
    looks = list(signs(classes).values())
    frequent = list(range(K))
    if K > MOST_CLASSES:
        often = np.argsort(-np.bincount(codes, minlength=K), kind="stable")
        frequent = sorted(often[: MOST_CLASSES - 1].tolist())
    found = [Kind(short(classes[k], 200), codes == k, *looks[k]) for k in frequent]
    if K > MOST_CLASSES:
        rare = ~np.isin(codes, frequent)
        found.append(Kind(f"{K - len(found)} others", rare, FAINT, "", "."))
    return found


def evenly(n, most):
    """Indices of all n things, or of `most` of them spread evenly, with the first and the last.

    >>> evenly(3, 5), evenly(100, 3)
    (array([0, 1, 2]), array([ 0, 49, 99]))
    """
    return np.linspace(0, n - 1, min(n, most)).astype(int)


def drawn_rows(n):
    """The rows that are drawn, spread evenly if there are too many of them.

    >>> len(drawn_rows(7)), len(drawn_rows(100_000))
    (7, 600)
    """
    return evenly(n, MOST_ROWS)


def drawn_note(n):
    """What to say when only a sample is drawn; nothing otherwise.

    >>> drawn_note(100_000), drawn_note(7)
    ('600 of 100,000 rows drawn', '')
    """
    return f"{MOST_ROWS} of {n:,} rows drawn" if n > MOST_ROWS else ""


def stack_heights(x):
    """How many equal values come before each one, so that equal instances do not hide each other.

    >>> stack_heights(np.array([3.0, 5, 3, 3]))
    array([0, 0, 1, 2])
    """
    order = np.argsort(x, kind="stable")
    first = np.r_[True, np.diff(x[order]) != 0]
    start = np.flatnonzero(first)[np.cumsum(first) - 1]
    rank = np.empty(len(x), int)
    rank[order] = np.arange(len(x)) - start
    return rank % STACK


def class_counts(kinds, rows=slice(None)):
    """The classes with their counts in words.

    >>> class_counts(kinds(np.array([0, 1, 1]), ["no", "yes"]))
    'no 1, yes 2'
    """
    numbers = [(kind.label, int(kind.rows[rows].sum())) for kind in kinds]
    return ", ".join(f"{label} {n}" for label, n in numbers if n)


def mark_cuts(ax, cuts):
    """Dashed lines at the cuts, their values above; those that would overlap are not written."""
    low, high = ax.get_xlim()
    last = -np.inf
    for cut in cuts:
        ax.axvline(cut, color=ink(ax), ls="--", lw=1, zorder=2)
        text = brief(cut)
        if cut - last > (high - low) * LETTER * (len(text) + 1) / sizes().share:
            note(ax, text, (cut, 1), (0, 3), ha="center", xycoords=ax.get_xaxis_transform())
            last = cut


def key(ax, handles, names, letters=LETTERS):
    """The legend, in rows above the axes, of which each has room for so many letters."""
    names = list(map(short, names))
    lengths = list(map(len, names))
    most = min(letters, sizes().letters)
    for columns in range(len(names), 0, -1):  # filled from top to bottom
        if sum(part.max() + SIGN for part in np.array_split(lengths, columns)) <= most:
            break
    look = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderpad": 0}
    legend(ax, handles, names, ncols=columns, **look)


def axis_title(name, n):
    """The name of an axis, and how many of n rows are drawn if not all."""
    return f"{short(name)} ({drawn_note(n)})" if drawn_note(n) else short(name)
