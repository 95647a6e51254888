"""Notebook 02: a bag of cards. Change the counts, see the surprise bars and the entropy move."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

import ipywidgets as ipw

from ..inputs.labels import as_counts
from ..measures.impurity import entropy
from ..plots import plot_bag
from ..typing import LabelsOrCounts
from ..work.sets import read_counts
from .base.view import Explorer

SUITS = {"♥ hearts": 3, "♠ spades": 3, "♦ diamonds": 3, "♣ clubs": 3}
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
MOST = 13  # cards of a suit


@dataclass(frozen=True)
class BagState:
    """Up to six symbols and how many there are of each."""

    symbols: tuple
    first: int = 0
    second: int = 0
    third: int = 0
    fourth: int = 0
    fifth: int = 0
    sixth: int = 0

    @property
    def counts(self):
        numbers = (getattr(self, place) for place in PLACES)
        return dict(zip(self.symbols, numbers, strict=False))

    def draw(self, figure):
        plot_bag(self.counts, ax=figure.subplots())

    @property
    def words(self):
        bits = entropy(list(self.counts.values()))
        kinds = sum(count > 0 for count in self.counts.values())
        return (
            f"The entropy is {bits:.4f} bits: like {2**bits:.2f} equally likely symbols. "
            f"With {kinds} kinds in the bag it could be log₂ {kinds} = {log2(kinds):.4f} at most."
        )


def explore_entropy(counts: LabelsOrCounts | None = None) -> Explorer:
    """Change how many there are of each symbol in a bag; see surprises and entropy move.

    Parameters:
        counts: a dictionary symbol → count, or a column of labels, with up to six symbols; None
            (default) is three cards of each suit.

    >>> bag = explore_entropy({"heads": 1, "tails": 1})
    >>> bag.set(first=3)
    >>> bag.state.counts, bag.state.words.split(": ")[0]
    ({'heads': 3, 'tails': 1}, 'The entropy is 0.8113 bits')
    """
    read = read_counts(SUITS if counts is None else counts)
    if len(read.labels) > len(PLACES):
        raise ValueError(f"counts has {len(read.labels)} symbols: give {len(PLACES)} at most")
    start = dict(zip(PLACES, map(int, as_counts(read.counts, "counts")), strict=False))
    most = max(MOST, *start.values())
    labels = [str(label) for label in read.labels]
    sliders = {
        place: ipw.IntSlider(count, 0, most, description=label)
        for (place, count), label in zip(start.items(), labels, strict=True)
    }
    return Explorer(BagState(tuple(labels), **start), sliders, (8.0, 1.5 + 0.45 * len(labels)))
