"""A data set split by a question: its parts, how pure each is, and what the question gains.

Lecture 000, 4.2 (the spam data under each feature); lecture 002, a two-way split; lecture 004, the
partitioning cases: one branch per value, a threshold, a subset of values.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ..inputs.errors import InputError
from ..inputs.frames import pick
from ..inputs.labels import as_codes, named_numbers
from ..inputs.values import show
from ..kernels import TIE as NEAR
from ..measures.features import best as best_of
from ..measures.gains import cross_table, table_gain, table_remainder
from ..measures.impurity import entropy
from ..questions.question import Groups, Threshold
from ..typing import Axes, Frame, Impurity, Values
from ..work.impurities import kind_of
from ..work.sets import names_of, title
from .base import style
from .base.classes import signs
from .base.sizes import sizes
from .base.style import describe_as, short
from .base.writing import digits

if TYPE_CHECKING:
    import pandas as pd

    from ..data import Dataset

TIE = "a tie goes to the first"
MOST_PARTS = 16  # drawn in a line of their own; of more, the largest
MOST_DOTS = 40  # rows drawn one by one; more become bars
ROOM = 71  # characters in the line of the legend on a page
PAD = 24  # points between the title and the parts: room for the key
LETTER = 0.098  # inches of a letter's width, about


def plot_partitions(
    data: Dataset | tuple[Frame | Values, Values],
    question: str | Threshold | Groups | None = None,
    impurity: Impurity = entropy,
    gain: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """The parts of a data set under a feature, each with its instances, impurity and the gain.

    Up to 40 rows are drawn one by one, more as bars; of more than 16 parts the largest are drawn.

    Parameters:
        data: a data set from `load`, a pair (X, y) of a DataFrame (or dictionary of columns) and
            its target, or a pair (x, y) of two columns, which needs no question.
        question: a feature's name (one part per value), a Threshold or Groups; None (default) where
            the data are two columns.
        impurity: entropy (default), gini, error, or your own function of counts.
        gain: False leaves out the remainder and the gain, for readers who are to find them
            themselves; True by default.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 000, 4.2, and the thresholds of 4.4.2:
    >>> from dtlab import Groups, Threshold, load
    >>> plot_partitions(load("spam"), "SUSPICIOUS WORDS").get_title("left")
    'SUSPICIOUS WORDS: gain 1 bit'
    >>> land = load("vegetation_continuous")
    >>> plot_partitions(land, Threshold("ELEVATION", 4175)).get_title("left")
    'ELEVATION: gain 0.8631 bits'
    >>> high = Groups("income", {"low": 0, "medium": 0, "high": 1})
    >>> plot_partitions(load("buys_computer"), high).get_title("left")
    'income: gain 0.0251 bits'
    """
    parts = _split_parts(data, question)
    kind = kind_of(impurity)
    shown = list(range(len(parts.table)))
    hidden = []
    if len(shown) > MOST_PARTS:
        order = np.argsort(-parts.table.sum(axis=1), kind="stable")
        shown = sorted(order[: MOST_PARTS - 1])
        hidden = sorted(order[MOST_PARTS - 1 :])
    rows = np.vstack((parts.table.sum(axis=0), parts.table[shown]))
    # a part's value and its share of the rows: low (4/14), since 0 4/7 reads as one number
    labels = [f"all {parts.n_rows}"]
    for j, n in zip(shown, rows[1:].sum(axis=1), strict=True):
        labels.append(f"{short(parts.labels[j])} ({show(float(n))}/{parts.n_rows})")
    values = [f"{kind.symbol} = {digits(kind.value(row))}" for row in rows]
    named = False
    if parts.names:  # do the names of the instances fit under their dots?
        longest = max(len(name) for names in parts.names for name in names)
        margin = LETTER * (max(map(len, labels[1:])) + 12)
        named = (sizes().width - margin) / parts.n_rows >= LETTER * longest + 0.05
    line = 0.52 if named else 0.38 if len(shown) <= 8 else 0.3
    ax = style.canvas(ax, needs=1.5 + line * (len(shown) + 1 + bool(hidden)))
    if parts.n_rows <= MOST_DOTS:
        _draw_dots(ax, rows, parts.classes, [(), *(parts.names[j] for j in shown)] if named else ())
    else:
        _draw_stacks(ax, rows, parts.classes)
    more = []
    if hidden:
        labels.append(f"{len(hidden)} more")
        more = [f"mean {digits(table_remainder(parts.table[hidden], impurity))}"]
    _label_rows(ax, labels, values + more)
    ax.set(xlim=(0, parts.n_rows), xticks=())
    _draw_key(ax, parts)
    words = _description(parts, shown, values)
    name = short(parts.feature)
    if not gain:
        style.headline(ax, name, pad=PAD)
        return describe_as(ax, words)
    told = table_gain(parts.table, impurity)
    left = table_remainder(parts.table, impurity)
    unit = kind.unit.removesuffix("s") if digits(told) == "1" else kind.unit
    gained = f"gain {digits(told)} {unit}".rstrip()
    style.headline(ax, f"{name}: {gained}", pad=PAD)
    whole, left, told = map(digits, (kind.value(rows[0]), left, told))
    ax.set_xlabel(f"remainder {left}, gain {whole} − {left} = {told}")
    return describe_as(ax, f"{words} The remainder is {left}, the {gained}.")


def plot_scores(
    scores: Mapping[Any, float] | pd.Series,
    label: str = "information gain",
    lowest: bool = False,
    chosen: Any = None,
    ax: Axes | None = None,
) -> Axes:
    """Bars of what each feature or split scores, the best one dark and named as such.

    Of equal ones the first is best, as for the learners, and the others are called tied. Of more
    than 16 the best are drawn.

    Parameters:
        scores: a dictionary or Series, name → number; NaN where something is not allowed.
        label: what the number is; "information gain" by default.
        lowest: True if the smallest is best (a remainder, the Gini index of a split); False by
            default.
        chosen: a name to point at; None (default) points at none.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 004, ID3:
    >>> plot_scores({"age": 0.2467, "income": 0.0292, "student": 0.1518}).description
    'Bars of the information gain: age 0.2467 best; income 0.0292; student 0.1518.'
    """
    values = named_numbers(scores, "scores")
    if any(value.ndim for value in values.values()):
        raise InputError("scores must have one number per name: give one column, or a dictionary")
    values = {name: float(value) for name, value in values.items()}
    if not values:
        raise InputError("there are no scores: give a dictionary from names to numbers")
    names = list(values)
    sign = -1 if lowest else 1
    if len(names) > MOST_PARTS:  # the best ones; NaN is worst
        names.sort(key=lambda name: np.nan_to_num(-sign * values[name], nan=np.inf))
        names = names[:MOST_PARTS]
    signed = [sign * values[name] for name in names]
    top, _ = best_of(signed)
    near = NEAR * max(1.0, abs(signed[top]))
    tied = {row for row, s in enumerate(signed) if row != top and abs(s - signed[top]) <= near}
    ax = style.canvas(ax, needs=0.9 + 0.36 * len(names))
    widths = np.nan_to_num([values[name] for name in names])
    words = []
    for row, name in enumerate(names):
        word = digits(values[name]) if values[name] == values[name] else "not allowed"
        if row == top:
            word += " best"
        if row in tied:
            word += " tied"
        if name == chosen:
            word += " (chosen)"
        words.append(word)
    best = top if top >= 0 else None
    style.draw_bars(ax, widths, words, list(map(short, names)), best, gap=6)
    low, high = min(widths.min(), 0), max(widths.max(), 0)
    ax.set(xlim=(low, high + 0.3 * ((high - low) or 1)), ylim=(len(names) - 0.5, -0.5))
    hidden = len(values) - len(names)
    notes = [f"the best {len(names)} of {len(values)}"] if hidden > 0 else []
    if tied:
        notes.append(TIE)
    ax.set_xlabel(label + (f" ({'; '.join(notes)})" if notes else ""))
    seen = "; ".join(f"{show(name)} {text}" for name, text in zip(names, words, strict=True))
    more = (f" {TIE.capitalize()}." if tied else "") + (
        f" {hidden} more are not drawn." if hidden > 0 else ""
    )
    return describe_as(ax, f"Bars of the {label}: {seen}.{more}")


# ------------------------------------------------------------------ the parts and their rows


class PartRows(NamedTuple):
    """A split: counts [part, class], the parts' and classes' names, and rows if they are few."""

    feature: str
    table: np.ndarray
    labels: tuple
    classes: tuple
    names: tuple  # of the instances of each part, sorted by class; () if there are many

    @property
    def n_rows(self):
        return int(self.table.sum())


def _split_parts(data, question=None):
    """The parts of the data, in whatever form it has, under a question."""
    if hasattr(data, "X") and hasattr(data, "y"):
        x, y = data.X, data.y
    elif isinstance(data, tuple | list) and len(data) == 2:
        x, y = data
    else:
        raise InputError("data must be a data set from load(), or a pair (X, y) or (x, y)")
    feature = getattr(question, "feature", question)
    if hasattr(x, "keys") and not hasattr(x, "name"):
        if feature is None:
            raise InputError(f"name the feature to split by: {', '.join(map(str, x.keys()))}")
        x = pick(x, feature)
    feature = str(title(x, "feature") if feature is None else feature)
    routed = isinstance(question, Threshold | Groups)
    if routed:
        x = question.route(x)
        if (x < 0).any():
            raise InputError(
                f"{int((x < 0).sum())} rows have no branch in {question}: "
                "drop them, or name their value in the question"
            )
    codes, labels = as_codes(x, feature)
    table, _, classes = cross_table(codes, y)
    labels = tuple(map(question.label, labels)) if routed else labels
    names: tuple[tuple, ...] = ()
    if len(codes) <= MOST_DOTS:  # sorted by class, as their dots are
        order = np.argsort(as_codes(y, "y")[0], kind="stable")
        every = names_of(y, len(codes))
        names = tuple(tuple(every[i] for i in order if codes[i] == j) for j in range(len(labels)))
    return PartRows(feature, table, labels, classes, names)


def _tally(parts, row):
    """The classes of a row of the table with their counts, in words."""
    named = zip(row, parts.classes, strict=True)
    seen = [f"{show(float(count))} {show(name)}" for count, name in named if count]
    return ", ".join(seen[:8]) + (f" and {len(seen) - 8} more classes" if len(seen) > 8 else "")


def _description(parts, shown, values):
    """What is in the whole set and in each part that is shown."""
    seen = [
        f"{show(parts.labels[j])} has {_tally(parts, parts.table[j])}, {value}"
        for j, value in zip(shown, values[1:], strict=True)
    ]
    hidden = len(parts.table) - len(shown)
    if hidden:
        seen.append(f"{hidden} smaller parts are not listed")
    whole = f"{parts.n_rows} rows with {_tally(parts, parts.table.sum(axis=0))}"
    return f"{whole} split by {parts.feature}. All together {values[0]}. {'; '.join(seen)}."


# ------------------------------------------------------------------ how they are drawn


def _draw_dots(ax, rows, classes, names):
    """One dot per instance, those of one class together; names [row] may be empty."""
    size = 9 if len(rows) * rows[0].sum() < 200 else 7
    for k, sign in enumerate(signs(classes).values()):
        before = rows[:, :k].sum(axis=1)
        at = [(before[j] + i + 0.5, j) for j, row in enumerate(rows) for i in range(int(row[k]))]
        x, y = np.array(at).reshape(-1, 2).T
        ax.plot(x, y, **style.marked(ax, sign.colour, sign.marker, size))
    for j, part in enumerate(names):
        for i, name in enumerate(part):
            look = {"fontsize": sizes().small, "color": style.grey(ax), "ha": "center", "va": "top"}
            style.note(ax, name, (i + 0.5, j), (0, -7), **look)


def _draw_stacks(ax, rows, classes):
    """Stacked bars of the class counts; a count that fits is written into its piece."""
    look = {"ha": "center", "va": "center"}
    for k, sign in enumerate(signs(classes).values()):
        before = rows[:, :k].sum(axis=1)
        area = style.area(ax, sign.colour) | {"hatch": sign.hatch}
        ax.barh(np.arange(len(rows)), rows[:, k], 0.62, before, **area)
        for j in np.flatnonzero(rows[:, k] >= 0.1 * rows[0].sum()):
            style.write(ax, before[j] + rows[j, k] / 2, j, show(float(rows[j, k])), **look)


def _label_rows(ax, labels, words):
    """Names and shares on the left, impurities on the right; the whole set is set off."""
    style.name_ticks(ax, "y", range(len(labels)), labels)
    for row, text in enumerate(words):
        style.write(ax, 1.02, row, text, transform=ax.get_yaxis_transform(), va="center")
    ax.set_ylim(len(labels) - 0.4, -0.6)
    ax.axhline(0.45, color=style.FAINT, linewidth=0.8)
    ax.spines[["left", "bottom"]].set_visible(False)


def _draw_key(ax, parts):
    """The signs above the rows of as many classes as fit in a line, with counts in the whole."""
    line = min(ROOM, sizes().letters)
    longest = max(8, line // len(parts.classes) - 6)
    named = zip(parts.table.sum(axis=0), parts.classes, strict=True)
    words = [f"{show(float(count))} {short(name, longest)}" for count, name in named]
    ends = np.cumsum([len(word) + 5 for word in words])  # five characters for symbol and gap
    room = line if ends[-1] <= line else line - 8  # "34 more" needs room
    words = words[: max(1, int((ends <= room).sum()))]
    handles: list[Artist] = []
    for _, sign in zip(words, signs(parts.classes).values(), strict=False):
        if parts.n_rows <= MOST_DOTS:
            handles.append(Line2D([], [], **style.marked(ax, sign.colour, sign.marker, 9)))
        else:
            handles.append(Patch(hatch=sign.hatch, **style.area(ax, sign.colour)))
    hidden = len(parts.classes) - len(words)
    if hidden:
        handles.append(Line2D([], [], linestyle=""))
        words.append(f"{hidden} more")
    place = {"loc": "lower left", "bbox_to_anchor": (0, 1), "ncols": len(words)}
    gaps = {"handletextpad": 0.3, "columnspacing": 1.0, "borderpad": 0, "borderaxespad": 0.3}
    style.legend(ax, handles, words, **place, **gaps)
