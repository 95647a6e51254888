"""The rows of `plot_partitions`: one for all the data, one per part, as dots or stacked bars."""

from typing import NamedTuple

import numpy as np

from ..inputs.frames import Frame
from ..inputs.labels import as_codes, same_length
from ..inputs.values import show
from ..measures.gains import cross_table, table_remainder
from ..questions.question import Groups, Threshold
from ..work.sets import names_of, title
from .base.classes import signs
from .base.style import behind, ink, legend, note, short, write

MOST_PARTS = 16  # drawn in a line of their own; of more, the largest
MOST_DOTS = 40  # rows drawn one by one; more become bars


class PartRows(NamedTuple):
    """A split: counts [part, class], the parts' and classes' names, and rows if they are few."""

    feature: str
    target: str
    table: np.ndarray
    labels: tuple
    classes: tuple
    names: tuple  # of the instances of each part, sorted by class; () if there are many

    @property
    def n_rows(self):
        return int(self.table.sum())


def split_parts(data, question=None):
    """The parts of the data under a question, ready to be drawn."""
    x, y, feature = _columns(data, question)
    if isinstance(question, Threshold | Groups):
        codes = question.route(x)
        if (codes < 0).any():
            raise ValueError(
                f"{int((codes < 0).sum())} rows have no branch in {question}: "
                "drop them, or name their value in the question"
            )
        table, seen, classes = cross_table(codes, y)
        labels = tuple(question.label(j) for j in seen)
        codes = np.searchsorted(seen, codes)
    else:
        codes, labels = as_codes(x, feature)
        table, _, classes = cross_table(codes, y)
    names = _names(codes, y, len(labels)) if len(codes) <= MOST_DOTS else ()
    return PartRows(feature, title(y, "target"), table, labels, classes, names)


def _columns(data, question):
    """(x, y, feature's name) of whatever form the data has."""
    if hasattr(data, "X") and hasattr(data, "y"):
        X, y = data.X, data.y
    elif isinstance(data, tuple | list) and len(data) == 2:
        X, y = data
    else:
        raise ValueError("data must be a data set from load(), or a pair (X, y) or (x, y)")
    feature = getattr(question, "feature", question)
    if hasattr(X, "keys") and not hasattr(X, "name"):
        if feature is None:
            raise ValueError(f"name the feature to split by: {', '.join(map(str, X.keys()))}")
        x = X[feature] if feature in X else Frame(X).column(feature)
    else:
        x, feature = X, feature or title(X, "feature")
    if not len(y) or not len(x):
        raise ValueError("the data has no rows: there is nothing to split")
    same_length(x, y)
    return x, y, str(feature)


def _names(codes, y, n_parts):
    """Names of the instances of each part, sorted by class as their dots are."""
    order = np.argsort(as_codes(y, "y")[0], kind="stable")
    every = names_of(y, len(codes))
    return tuple(tuple(every[i] for i in order if codes[i] == j) for j in range(n_parts))


def largest(table):
    """(indices of the parts that are drawn, indices of the others)."""
    if len(table) <= MOST_PARTS:
        return list(range(len(table))), []
    order = np.argsort(-table.sum(axis=1), kind="stable")
    return sorted(order[: MOST_PARTS - 1].tolist()), sorted(order[MOST_PARTS - 1 :].tolist())


ROOM = 56  # characters in the line of the legend
LETTER = 0.125  # inches of a letter's width, about


def label(parts, j):
    """A part's value and its share of the rows: low (4/14), since 0 4/7 reads as one number."""
    return f"{short(parts.labels[j])} ({show(float(parts.table[j].sum()))}/{parts.n_rows})"


def room_for_names(parts, shown, width):
    """Whether the names of the instances fit under their dots."""
    if not parts.names:
        return False
    letters = max(len(name) for names in parts.names for name in names)
    margin = LETTER * (max(len(label(parts, j)) for j in shown) + 12)
    return (width - margin) / parts.n_rows >= LETTER * letters + 0.05


def draw_dots(ax, rows, classes, names):
    """One dot per instance, those of one class together; names [row] may be empty."""
    size = 11 if len(rows) * rows[0].sum() < 200 else 8
    for k, sign in enumerate(signs(classes).values()):
        before = rows[:, :k].sum(axis=1)
        at = [(before[j] + i + 0.5, j) for j, row in enumerate(rows) for i in range(int(row[k]))]
        x, y = np.array(at).reshape(-1, 2).T
        ax.plot(x, y, sign.marker, color=sign.colour, markeredgecolor=ink(ax), markersize=size)
    for j, part in enumerate(names):
        for i, name in enumerate(part):
            note(ax, name, (i + 0.5, j), (0, -8), ha="center", va="top")


def draw_stacks(ax, rows, classes):
    """Stacked bars of the class counts; a count that fits is written into its piece."""
    look = {"ha": "center", "va": "center", "bbox": behind(ax, 1.5)}
    for k, sign in enumerate(signs(classes).values()):
        before = rows[:, :k].sum(axis=1)
        ax.barh(np.arange(len(rows)), rows[:, k], 0.66, before, color=sign.colour,
                hatch=sign.hatch, edgecolor=ink(ax))  # fmt: skip
        for j in np.flatnonzero(rows[:, k] > 0.1 * rows[0].sum()):
            write(ax, before[j] + rows[j, k] / 2, j, show(float(rows[j, k])), **look)


def label_rows(ax, parts, shown, hidden, kind):
    """Names and shares on the left, impurities on the right."""
    labels = [f"all {parts.n_rows}", *(label(parts, j) for j in shown)]
    values = [kind.value(parts.table.sum(axis=0)), *(kind.value(parts.table[j]) for j in shown)]
    words = [f"{kind.symbol} = {value:.4f}" for value in values]
    if hidden:
        labels.append(f"{len(hidden)} more")
        words.append(f"mean {table_remainder(parts.table[hidden], kind.measure):.4f}")
    ax.set_yticks(range(len(labels)), labels)
    ax.tick_params(length=0)
    for row, text in enumerate(words):
        write(ax, 1.02, row, text, transform=ax.get_yaxis_transform(), va="center")
    ax.set(xlim=(0, parts.n_rows), ylim=(len(labels) - 0.4, -0.6), xticks=())
    ax.axhline(0.45, color=ink(ax), linewidth=1)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)


def draw_key(ax, parts):
    """The signs of the classes above the rows, with their counts in the whole set."""
    from matplotlib.lines import Line2D

    n_classes, few = len(parts.classes), parts.n_rows <= MOST_DOTS
    words = _key_words(parts)
    looks = list(signs(parts.classes).values())[: len(words)]
    handles = [_handle(sign, few, ink(ax)) for sign in looks]
    if n_classes > len(words):
        handles.append(Line2D([], [], linestyle=""))
        words.append(f"{n_classes - len(words)} more")
    place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1), "ncols": len(words)}
    gaps = {"handletextpad": 0.3, "columnspacing": 1.0, "borderpad": 0, "borderaxespad": 0.3}
    legend(ax, handles, words, **place, **gaps)


def _key_words(parts):
    """Counts and names of as many classes as fit in a line, at least one."""
    longest = max(8, ROOM // len(parts.classes) - 6)
    named = zip(parts.table.sum(axis=0), parts.classes, strict=True)
    words = [f"{show(float(count))} {short(name, longest)}" for count, name in named]
    ends = np.cumsum([len(word) + 5 for word in words])  # five characters for symbol and gap
    room = ROOM if ends[-1] <= ROOM else ROOM - 8  # "34 more" wants its place
    return words[: max(1, int((ends <= room).sum()))]


def _handle(sign, few, edge):
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    if few:
        look = {"marker": sign.marker, "color": sign.colour, "mec": edge}
        return Line2D([], [], linestyle="", markersize=11, **look)
    return Patch(facecolor=sign.colour, hatch=sign.hatch, edgecolor=edge)
