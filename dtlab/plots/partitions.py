"""A data set split by a question: its parts, how pure each is, and what the question gains.

Lecture 000, 4.2 (the spam data under each feature); lecture 002, a two-way split; lecture 004, the
partitioning cases: one branch per value, a threshold, a subset of values.
"""

import numpy as np

from ..inputs.values import show
from ..kernels import TIE as NEAR
from ..measures.features import best as best_of
from ..measures.gains import table_gain, table_remainder
from ..measures.impurity import entropy
from ..work.impurities import kind_of
from .base.style import TITLE, canvas, describe_as, draw_bars, short
from .partition_rows import (
    MOST_DOTS,
    MOST_PARTS,
    draw_dots,
    draw_key,
    draw_stacks,
    label_rows,
    largest,
    room_for_names,
    split_parts,
)

WIDTH = 8.0
TIE = "a tie goes to the first"


def plot_partitions(data, question=None, impurity=entropy, ax=None):
    """The parts of a data set under a feature, each with its instances, impurity and the gain.

    `data` is a data set from `load`, a pair (X, y) of a DataFrame (or dictionary of columns) and
    its target, or a pair (x, y) of two columns, which needs no question. `question` is a feature's
    name (one part per value), a Threshold or Groups. Up to 40 rows are drawn one by one, more as
    bars; of more than 16 parts the largest are drawn. Lecture 000, 4.2.

        plot_partitions(load("spam"), "SUSPICIOUS WORDS")
        plot_partitions(load("vegetation_continuous"), Threshold("ELEVATION", 4175))
        plot_partitions(load("buys_computer"), Groups("income", {"low": 0, "medium": 0, "high": 1}))
    """
    parts, kind = split_parts(data, question), kind_of(impurity)
    shown, hidden = largest(parts.table)
    named = room_for_names(parts, shown, WIDTH)
    line = 0.64 if named else 0.46 if len(shown) <= 8 else 0.36
    ax = canvas(ax, WIDTH, 1.9 + line * (len(shown) + 1 + bool(hidden)))
    rows = np.vstack((parts.table.sum(axis=0), parts.table[shown]))
    if parts.n_rows <= MOST_DOTS:
        draw_dots(ax, rows, parts.classes, [(), *(parts.names[j] for j in shown)] if named else ())
    else:
        draw_stacks(ax, rows, parts.classes)
    label_rows(ax, parts, shown, hidden, kind)
    draw_key(ax, parts)
    gain, left = table_gain(parts.table, impurity), table_remainder(parts.table, impurity)
    whole = kind.value(rows[0])
    heading = f"{short(parts.feature)}: gain {gain:.4f} {kind.unit}".rstrip()
    ax.set_title(heading, pad=30, fontsize=TITLE)
    ax.set_xlabel(f"remainder {left:.4f}, gain {whole:.4f} − {left:.4f} = {gain:.4f}")
    return describe_as(ax, _description(parts, shown, hidden, kind, (whole, left, gain)))


def plot_scores(scores, label="information gain", lowest=False, chosen=None, ax=None):
    """Bars of what each feature or split scores, the best one hatched and named as such.

    `scores` is a dictionary or Series name → number, NaN where something is not allowed; `label`
    says what the number is; with `lowest` the smallest is best (a remainder, the Gini index of a
    split); `chosen` is a name to point at. Of equal ones the first is best, as for the learners,
    and the others are called tied. Of more than 16 the best are drawn. Lecture 004, ID3.

        plot_scores({"age": 0.2467, "income": 0.0292, "student": 0.1518})
    """
    values = {name: float(value) for name, value in scores.items()}
    if not values:
        raise ValueError("there are no scores: give a dictionary from names to numbers")
    names = _most_worth_showing(values, lowest)
    signed = [-values[name] if lowest else values[name] for name in names]
    top, _ = best_of(signed)
    tied = _tied(signed, top)
    ax = canvas(ax, WIDTH, 1.2 + 0.45 * len(names))
    widths = np.nan_to_num([values[name] for name in names])
    words = [
        _verdict(values[name], row == top, row in tied, name == chosen)
        for row, name in enumerate(names)
    ]
    shown = [short(name) for name in names]
    draw_bars(ax, widths, words, shown, top if top >= 0 else None, gap=6)
    low, high = min(widths.min(), 0), max(widths.max(), 0)
    ax.set(xlim=(low, high + 0.3 * ((high - low) or 1)), ylim=(len(names) - 0.5, -0.5))
    hidden = len(values) - len(names)
    notes = [f"the best {len(names)} of {len(values)}"] * (hidden > 0) + [TIE] * bool(tied)
    ax.set_xlabel(label + f" ({'; '.join(notes)})" * bool(notes))
    seen = "; ".join(f"{show(name)} {text}" for name, text in zip(names, words, strict=True))
    more = f" {TIE.capitalize()}." * bool(tied) + f" {hidden} more are not drawn." * (hidden > 0)
    return describe_as(ax, f"Bars of the {label}: {seen}.{more}")


def _most_worth_showing(values, lowest):
    """All names as they come, or the best ones if they are many; NaN is worst."""
    if len(values) <= MOST_PARTS:
        return list(values)
    sign = 1 if lowest else -1
    ranked = sorted(values, key=lambda name: np.nan_to_num(sign * values[name], nan=np.inf))
    return ranked[:MOST_PARTS]


def _tied(scores, top):
    """The rows whose score equals the best one's, without that one itself."""
    near = NEAR * max(1.0, abs(scores[top]))
    return {row for row, s in enumerate(scores) if row != top and abs(s - scores[top]) <= near}


def _verdict(value, is_best, is_tied, is_chosen):
    words = f"{value:.4f}" if value == value else "not allowed"
    return words + " best" * is_best + " tied" * is_tied + " (chosen)" * is_chosen


def _description(parts, shown, hidden, kind, numbers):
    whole, left, gain = numbers
    seen = "; ".join(
        f"{show(parts.labels[j])} has {_tally(parts, parts.table[j])}, "
        f"{kind.symbol} = {kind.value(parts.table[j]):.4f}"
        for j in shown
    )
    more = f"; {len(hidden)} smaller parts are only summed up" * bool(hidden)
    everyone = _tally(parts, parts.table.sum(axis=0))
    gained = f"the gain {gain:.4f} {kind.unit}".rstrip()
    return (
        f"{parts.n_rows} rows with {everyone} split by {parts.feature}. All together "
        f"{kind.symbol} = {whole:.4f}. {seen}{more}. The remainder is {left:.4f}, {gained}."
    )


def _tally(parts, row):
    named = zip(row, parts.classes, strict=True)
    seen = [f"{show(float(count))} {show(name)}" for count, name in named if count]
    return ", ".join(seen[:8]) + f" and {len(seen) - 8} more classes" * (len(seen) > 8)
