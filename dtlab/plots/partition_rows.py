"""The rows of `plot_partitions`: one for all the data, one per part, as dots or stacked bars."""

import numpy as np

from ..inputs.values import show
from ..measures.gains import table_remainder
from .base.classes import signs
from .base.style import SIZE, ink, short
from .parts import MOST_DOTS

ROOM = 56  # letters in the line of the key
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
            ax.annotate(name, (i + 0.5, j), (0, -8), textcoords="offset points", ha="center",
                        va="top", fontsize=SIZE, color=ink(ax))  # fmt: skip


def draw_bars(ax, rows, classes):
    """Stacked bars of the class counts; a count that fits is written into its piece."""
    total, box = rows[0].sum(), {"facecolor": ax.get_facecolor(), "edgecolor": "none", "pad": 1.5}
    for k, sign in enumerate(signs(classes).values()):
        before = rows[:, :k].sum(axis=1)
        ax.barh(np.arange(len(rows)), rows[:, k], 0.66, before, color=sign.colour,
                hatch=sign.hatch, edgecolor=ink(ax))  # fmt: skip
        for j in np.flatnonzero(rows[:, k] > 0.1 * total):
            ax.text(before[j] + rows[j, k] / 2, j, show(float(rows[j, k])), ha="center",
                    va="center", fontsize=SIZE, color=ink(ax), bbox=box)  # fmt: skip


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
        ax.text(1.02, row, text, transform=ax.get_yaxis_transform(), va="center", fontsize=SIZE,
                color=ink(ax))  # fmt: skip
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
    ax.legend(
        handles, words, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=len(words),
        frameon=False, fontsize=SIZE, labelcolor=ink(ax), handletextpad=0.3, columnspacing=1.0,
        borderpad=0, borderaxespad=0.3,
    )  # fmt: skip


def _key_words(parts):
    """Counts and names of as many classes as fit in a line, at least one."""
    longest = max(8, ROOM // len(parts.classes) - 6)
    named = zip(parts.table.sum(axis=0), parts.classes, strict=True)
    words = [f"{show(float(count))} {short(name, longest)}" for count, name in named]
    ends = np.cumsum([len(word) + 5 for word in words])  # five letters for sign and gap
    room = ROOM if ends[-1] <= ROOM else ROOM - 8  # "34 more" wants its place
    return words[: max(1, int((ends <= room).sum()))]


def _handle(sign, few, edge):
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    if few:
        look = {"marker": sign.marker, "color": sign.colour, "mec": edge}
        return Line2D([], [], linestyle="", markersize=11, **look)
    return Patch(facecolor=sign.colour, hatch=sign.hatch, edgecolor=edge)
