"""Notebook 02: a bag of cards. Click cards in and out, and see surprises and entropy follow.

To find out: what makes a bag uncertain, the number of kinds or how evenly they are mixed?
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, log2

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.patches import BoxStyle, PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath

from ..inputs.errors import InputError
from ..inputs.labels import as_counts
from ..measures.impurity import entropy, information
from ..plots.base.style import (
    COLOURS,
    DARK,
    FAINT,
    PAPER,
    area,
    behind,
    canvas,
    colours,
    describe_as,
    ink,
    note,
    short,
)
from ..plots.base.words import many
from ..typing import LabelsOrCounts
from ..work.sets import read_counts
from .base.touch import button_zone, places, with_key
from .base.view import Explorer

SUITS = {"♥ hearts": 3, "♠ spades": 3, "♦ diamonds": 3, "♣ clubs": 3}
RED = "#D55E00"
INKS = {"♥": RED, "♦": RED, "♠": DARK, "♣": DARK}
NARROW = 4.8  # inches of a figure with little room
MOST_KINDS = 6
MOST = 20  # places for cards of a kind
CARD = 0.84, 0.66  # width and height, in places and rows
DOES = {"out": "take one out", "in": "put one in"}
BLANK = "\N{FIGURE SPACE}"
ROUNDED = BoxStyle.Round(pad=0, rounding_size=0.15)
FACE = FontProperties("DejaVu Sans")  # which has the suits


@dataclass(frozen=True)
class BagState:
    """The kinds of cards, how many of each are in the bag, and how many a card stands for."""

    kinds: tuple
    counts: tuple
    worth: int = 1
    smallest = (3.6, 2.0)

    @property
    def cards(self):
        """The number of cards that are drawn of each kind."""
        return [ceil(count / self.worth) for count in self.counts]

    @property
    def highest(self):
        """The surprise of one among as many others as there can be, so that the axis can stay."""
        return log2(1 + self.worth * MOST * max(len(self.kinds) - 1, 1))

    def draw(self, figure):
        """The cards, and beside them the surprise of each kind."""
        ratios = (6, 5) if figure.get_figwidth() > NARROW else (2, 1)
        left, right = map(canvas, figure.subplots(1, 2, width_ratios=ratios, sharey=True))
        for ax in (left, right):
            ax.set_ylim(len(self.kinds) - 0.5, -0.7)
        self._draw_cards(left)
        self._draw_surprises(right)

    def _draw_cards(self, ax):
        """A row per kind: its cards in the bag, and the places that are free."""
        rows = range(len(self.kinds))
        free = [(x + 0.5, row) for row in rows for x in range(self.cards[row] + 1, MOST)]
        ax.plot(*np.reshape(free, (-1, 2)).T, "o", color=FAINT, markersize=3)
        size = 10 if ax.figure.get_figwidth() > NARROW else 7
        of_kinds = zip(self.kinds, self.cards, colours(len(self.kinds)), strict=True)
        for row, (kind, n, colour) in enumerate(of_kinds):
            look = {"marker": glyph(kind), "color": INKS.get(kind[:1], colour), "ls": ""}
            look |= {"markersize": size, "markeredgewidth": 0}
            if n:
                outline = Path.make_compound_path(*(card(x, row) for x in range(n)))
                ax.add_patch(PathPatch(outline, facecolor=PAPER, edgecolor=ink(ax)))
            ax.plot(np.arange(n - 1) + 0.5, [row] * max(n - 1, 0), **look)
            top = ax.plot([n - 0.5], [row], visible=n > 0, **look)[0]  # the next to go out
            place = PathPatch(card(min(n, MOST - 1), row), fc="none", ec=FAINT, ls="--", lw=1)
            plus = ax.plot([n + 0.5], [row], "+", color=ink(ax), markersize=size, mew=1.5)[0]
            ax.add_patch(place)
            for artist in (place, plus):
                artist.set_visible(n < MOST)
            with_key(f"{kind} out", top)
            with_key(f"{kind} in", place, plus)
        digits = len(str(MOST * self.worth))  # names stay in place when a number gets longer
        named = zip(self.kinds, self.counts, strict=True)
        ax.set_yticks(rows, [f"{short(kind, 14)} {n:{BLANK}>{digits}}" for kind, n in named])
        ax.set(xlim=(0, MOST + 1), xticks=())
        ax.spines[["left", "bottom"]].set_visible(False)
        ax.tick_params(length=0)
        more = f", {self.worth} a card" if self.worth > 1 else ""
        ax.set_xlabel(f"{sum(self.counts)} in the bag{more}")

    def _draw_surprises(self, ax):
        """Bars as long as a kind is surprising, and as thick as it is frequent."""
        total = sum(self.counts)
        shares = np.array(self.counts) / max(total, 1)
        surprises = [float(information(share)) if share else 0.0 for share in shares]
        rows = range(len(shares))
        ax.barh(rows, surprises, shares, **area(ax, COLOURS[1]))
        for row, bits in enumerate(surprises):
            text = f"{bits:.3g}" if shares[row] else "–"
            note(ax, text, (bits, row), (8, 0), va="center", zorder=5, bbox=behind(ax))
        ax.set_xlim(0, 1.2 * self.highest)
        ax.tick_params(axis="y", left=False, labelleft=False)
        ax.set_xticks(range(0, ceil(1.2 * self.highest), 2))
        is_narrow = ax.figure.get_figwidth() <= NARROW  # the words end where the figure does
        ax.set_xlabel("surprise, in bits", loc="right" if is_narrow else "center")
        seen = [
            f"{kind} {n}, surprise {bits:.4g} bit{'s' if bits != 1 else ''}" if n else f"{kind} 0"
            for kind, n, bits in zip(self.kinds, self.counts, surprises, strict=True)
        ]
        ended = "."
        if total:
            mean = entropy(self.counts)
            ax.axvline(mean, color=ink(ax), linewidth=2)
            note(ax, f"entropy {mean:.4g}", (mean, -0.7), (4, 2), annotation_clip=False)
            ended = f". The entropy, the mean surprise, is {mean:.4f} bits."
        describe_as(ax, f"A bag of {many(total, 'card')}: {'; '.join(seen)}{ended}")

    def zones(self, figure):
        """Of each kind the cards, one of which goes out, and the free places, where one comes in.

        They never shrink to nothing, so that a key can be pressed again and again. A hand that is
        drawn on over several cards or places moves as many.
        """
        ax = figure.axes[0]
        (first, _), (second, _) = places(ax, [(0, 0), (1, 0)])
        for row, (kind, n) in enumerate(zip(self.kinds, self.cards, strict=True)):
            about = {"out": (0, max(n, 1)), "in": (n, MOST + 1)}
            for way, (left, right) in about.items():
                zone = f"{kind} {way}"
                name = f"{kind}, {self.counts[row]} in the bag: {DOES[way]}"
                edges = left, row + 0.45, right, row - 0.45
                keys = {"group": "cards", "column": way, "again": second - first}
                yield button_zone(ax, *edges, id=zone, name=name, lights=(zone,), **keys)

    def touched(self, zone, _value):
        """A card goes in or out."""
        kind, way = zone.rsplit(" ", 1)
        row = self.kinds.index(kind)
        n = self.cards[row] + (1 if way == "in" else -1)
        if n < 0:
            raise InputError(f"{kind}: there is none in the bag to take out")
        if n > MOST:
            most = MOST * self.worth
            raise InputError(f"{kind}: there is no room for more than {most}; take others out")
        counts = *self.counts[:row], n * self.worth, *self.counts[row + 1 :]
        return replace(self, counts=counts)

    @property
    def words(self):
        kinds = sum(count > 0 for count in self.counts)
        if not kinds:
            return "The bag is empty. Click a free place to put a card in."
        if kinds == 1:
            return "The entropy is 0 bits: with one kind in the bag no card is a surprise."
        bits = entropy(self.counts)
        return (
            f"The entropy is {bits:.4f} bits: like {2**bits:.2f} equally likely kinds. With "
            f"{kinds} kinds in the bag it could be log₂ {kinds} = {log2(kinds):.4f} bits at most."
        )


def card(x, row):
    """The outline of a card at a place of a row."""
    wide, high = CARD
    return ROUNDED(x + (1 - wide) / 2, row - high / 2, wide, high, 1)


def glyph(kind):
    """The first letter of a kind, or its suit, as a marker that looks the same in every browser."""
    path = TextPath((0, 0), kind.strip()[:1] or "·", size=10, prop=FACE)
    box = path.get_extents()
    return Path(path.vertices - (box.p0 + box.p1) / 2, path.codes)


def explore_entropy(counts: LabelsOrCounts | None = None) -> Explorer:
    """Click cards in and out of a bag; see the surprise of each kind and the entropy move.

    Parameters:
        counts: a dictionary kind → count, or a column of labels, with up to six kinds; None
            (default) is three cards of each suit. Of more than 20 a card stands for several.

    >>> bag = explore_entropy({"heads": 2, "tails": 1})
    >>> bag.touch("heads in")
    >>> bag.state.counts, bag.state.words.split(": ")[0]
    ((3, 1), 'The entropy is 0.8113 bits')
    """
    read = read_counts(SUITS if counts is None else counts)
    if len(read.labels) > MOST_KINDS:
        raise InputError(f"counts has {len(read.labels)} kinds: give {MOST_KINDS} at most")
    numbers = tuple(map(int, as_counts(read.counts, "counts")))
    kinds = tuple(str(label) for label in read.labels)
    worth = ceil(max(numbers, default=1) / MOST) or 1
    about = {
        "title": "How uncertain is a bag?",
        "does": "Click a card to take it out, a free place to put one in.",
    }
    return Explorer(BagState(kinds, numbers, worth), {}, (8.0, 1.2 + 0.42 * len(kinds)), **about)
