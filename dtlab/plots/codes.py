"""A bag of symbols: how surprising each is, and how many bits a code spends on it.

Lecture 000, 4.2 (sets of cards); lecture 001, information theory; lecture 003, code length.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ..inputs.errors import InputError
from ..inputs.labels import as_counts
from ..inputs.values import show
from ..measures.huffman import huffman, mean_code_length
from ..measures.impurity import entropy, information
from ..typing import Axes, Values
from ..work.sets import read_counts
from .base.lines import line_height
from .base.style import (
    COLOURS,
    area,
    behind,
    blank,
    canvas,
    describe_as,
    ink,
    legend,
    marked,
    name_ticks,
    note,
    short,
)

MOST_ROWS = 12  # symbols drawn in a line of their own; of more, the most frequent
MOST_TOKENS = 13  # of a symbol; a larger number is drawn as a bar


class SymbolCounts(NamedTuple):
    """The symbols of a bag that are drawn, their counts, and what is only summed up."""

    labels: list
    counts: list
    total: float
    n_symbols: int

    @property
    def shares(self):
        return np.array(self.counts, float) / self.total

    @property
    def rest(self):
        """What is not drawn, in words; empty if nothing is."""
        hidden = self.n_symbols - len(self.labels)
        left = self.total - sum(self.counts)
        return f"and {hidden} more: {show(left)} of {show(self.total)}" if hidden > 0 else ""

    def listed(self, words):
        """Words about each symbol that is drawn, and how many there are besides."""
        return "; ".join([*words, self.rest] if self.rest else words)


def plot_bag(symbols: Mapping[Any, float] | Values, ax: Axes | None = None) -> Axes:
    """What is in a bag: how many of each symbol, its surprise −log₂ p, and the entropy, their mean.

    A bar is as thick as its symbol is frequent, so its area is what the symbol adds to the entropy.
    Of more than 12 symbols the most frequent are drawn.

    Parameters:
        symbols: a dictionary symbol → count, a list of counts, or a column of labels.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 000, the sets of cards:
    >>> plot_bag({"♥": 3, "♠": 6, "♦": 2, "♣": 1}).description
    'A bag of 12 with 4 different symbols: ♥ 3, surprise 2; ♠ 6, surprise 1; ♦ 2, surprise 2.585;
    ♣ 1, surprise 3.585. The entropy, the mean surprise, is 1.7296 bits.'
    """
    every, bag = _read(symbols)
    ax = blank(ax, needs=1.4 + 0.34 * len(bag.labels))
    mean = entropy(list(every.values()))
    surprise = np.array([information(share) if share else 0.0 for share in bag.shares])
    background = ax.get_facecolor()
    tokens = canvas(ax.inset_axes((0, 0, 0.4, 1), facecolor=background))
    bars = canvas(ax.inset_axes((0.46, 0, 0.54, 1), facecolor=background))
    _draw_tokens(tokens, bag)
    thick = 0.8 * bag.shares / bag.shares.max()
    words = [f"{s:.3g}" if n else "–" for s, n in zip(surprise, bag.counts, strict=True)]
    _draw_lengths(bars, surprise, thick, words, surprise)
    _line(bars, mean, f"entropy {mean:.4g} bits", "-")
    bars.set_xlim(0, 1.25 * max(surprise.max(), mean, 0.5))
    bars.locator_params("x", nbins=5)
    bars.set_xlabel("surprise of each, in bits")
    seen = [
        f"{_in_full(label)} {show(count)}, surprise {s:.4g}" if count else f"{_in_full(label)} 0"
        for label, count, s in zip(bag.labels, bag.counts, surprise, strict=True)
    ]
    return describe_as(
        ax,
        f"A bag of {show(bag.total)} with {bag.n_symbols} different symbols: {bag.listed(seen)}. "
        f"The entropy, the mean surprise, is {mean:.4f} bits.",
    )


def plot_code(
    symbols: Mapping[Any, float] | Values,
    code: Mapping[Any, str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """The length of each symbol's code word against its surprise, and the two means: L and H.

    Parameters:
        symbols: a dictionary symbol → count, such as `dtlab.block_counts` returns, a list of
            counts, or a column of labels.
        code: a dictionary symbol → word of 0s and 1s; None (default) is the Huffman code.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 001, no fractional bits:
    >>> plot_code({"win": 2, "draw": 1, "loss": 1}).description
    'A code for 3 symbols: win has the word 0 and surprise 1; draw has the word 10 and surprise 2;
    loss has the word 11 and surprise 2. The mean length of a word is 1.5000 bits, the entropy
    1.5000 bits.'
    """
    every, bag = _read(symbols, with_zeros=False)
    code = huffman(every) if code is None else code
    length = mean_code_length(every, code)
    mean = entropy(list(every.values()))
    ax = canvas(ax, needs=1.8 + 0.34 * len(bag.labels))
    words = [code[label] for label in bag.labels]
    surprise = information(bag.shares)
    lengths = np.array([float(len(word)) for word in words])
    _draw_lengths(ax, lengths, 0.6, words, np.maximum(lengths, surprise))
    rows = np.arange(len(words))
    (diamonds,) = ax.plot(surprise, rows, zorder=3, **marked(ax, ink(ax), "D", 8))
    sides = ("right", "left") if mean <= length else ("left", "right")
    _line(ax, mean, f" entropy H = {mean:.4g} ", "-", sides[0], color=COLOURS[4], linewidth=4)
    _line(ax, length, f" mean length L = {length:.4g} ", "--", sides[1])
    total = bag.total
    shares = [f"{n:.3g}" if total == 1 else f"{show(n)}/{show(total)}" for n in bag.counts]
    named = zip(bag.labels, shares, strict=True)
    name_ticks(ax, "y", rows, [f"{short(_in_full(symbol))}  {share}" for symbol, share in named])
    ax.set_xlim(0, max(lengths.max(), surprise.max(), 1) * 1.3)
    ax.set_xlabel("; ".join(filter(None, ["bits", bag.rest])))
    signs = {"length of the code word": ax.patches[0], "surprise −log₂ p": diamonds}
    key = {"loc": "lower left", "bbox_to_anchor": (0, 1.02 + line_height(ax)), "borderpad": 0}
    legend(ax, [*signs.values()], [*signs], ncols=2, **key)
    seen = [
        f"{_in_full(symbol)} has the word {word or '(empty)'} and surprise {bits:.4g}"
        for symbol, word, bits in zip(bag.labels, words, surprise, strict=True)
    ]
    return describe_as(
        ax,
        f"A code for {bag.n_symbols} symbols: {bag.listed(seen)}. The mean length of a word is "
        f"{length:.4f} bits, the entropy {mean:.4f} bits.",
    )


# ------------------------------------------------------------------ what both share


def _read(symbols, with_zeros=True):
    """Symbol → count, in the order given, and the `SymbolCounts` of those that are drawn."""
    read = read_counts(symbols)
    every = {k: n for k, n in zip(read.labels, read.counts, strict=True) if n or with_zeros}
    total = float(as_counts(list(every.values()) or [0], "symbols").sum())
    if total == 0:
        raise InputError("the bag is empty: symbols needs at least one symbol with a count above 0")
    labels = list(every)
    if len(labels) > MOST_ROWS:
        labels = sorted(labels, key=lambda label: -every[label])[: MOST_ROWS - 1]
    return every, SymbolCounts(labels, [float(every[label]) for label in labels], total, len(every))


def _in_full(symbol):
    """A symbol in words; a block of symbols is written without commas."""
    if not isinstance(symbol, tuple):
        return show(symbol)
    words = [show(part) for part in symbol]
    return ("" if all(len(word) == 1 for word in words) else " ").join(words)


def _draw_tokens(ax, bag):
    """As many dots as there are of each symbol, or bars where they are many."""
    rows = np.arange(len(bag.labels))
    if all(count <= MOST_TOKENS and count.is_integer() for count in bag.counts):
        at = [(0.5 + i, row) for row, count in enumerate(bag.counts) for i in range(int(count))]
        size = 9 if max(bag.counts) <= 9 else 7
        x, y = zip(*at, strict=True)
        ax.plot(x, y, **marked(ax, COLOURS[0], size=size))
        ax.set_xlim(0, max(6, *bag.counts))
    else:
        ax.barh(rows, bag.counts, 0.6, **area(ax, COLOURS[0]))
        ax.set_xlim(0, max(bag.counts))
    counted = zip(bag.labels, bag.counts, strict=True)
    names = [f"{short(_in_full(label))}  {show(count)}" for label, count in counted]
    name_ticks(ax, "y", rows, names)
    ax.set_ylim(len(rows) - 0.4, -0.9)
    ax.set_xticks(())
    ax.spines["bottom"].set_visible(False)
    whole = "probabilities" if bag.total == 1 else f"{show(bag.total)} in the bag"
    ax.set_xlabel(bag.rest or whole)


def _draw_lengths(ax, lengths, thickness, words, ends):
    """Bars, with words behind their ends."""
    rows = np.arange(len(lengths))
    ax.barh(rows, lengths, thickness, **area(ax, COLOURS[1]))
    for row, end, word in zip(rows, ends, words, strict=True):
        text = short(word) if word else "(empty)"
        note(ax, text, (end, row), (9, 0), va="center", zorder=5, bbox=behind(ax))
    ax.set_yticks(())
    ax.set_ylim(len(rows) - 0.4, -0.9)


def _line(ax, x, text, style, side="left", **look):
    """A vertical line with its words on top, set off so that two lines in one place can be read."""
    ax.axvline(x, linestyle=style, **{"color": ink(ax), "linewidth": 1.5, **look})
    look = {"xycoords": ax.get_xaxis_transform(), "ha": side, "annotation_clip": False}
    note(ax, text, (x, 1), (4 if side == "left" else -4, 4), **look)
