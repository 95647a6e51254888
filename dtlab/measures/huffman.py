"""Codes of zeros and ones: how close to the entropy can the mean length of a code word come?

Lecture 001, information theory (no fractional bits in practice); lecture 003, entropy as the
shortest average code length.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush
from itertools import product
from math import prod
from typing import Any

from ..inputs.errors import InputError
from ..typing import Values

MOST_BLOCKS = 4096  # more blocks than that teach nothing more, and take long


def huffman(counts: Mapping[Any, float] | Values) -> dict[Any, str]:
    """A Huffman code, symbol → word of 0s and 1s: no code has a shorter mean length L, H ≤ L < H+1.

    The two rarest are joined again and again; of equally rare ones the first. Symbols that never
    occur get no word, and a single symbol needs no bits: its word is empty.

    Parameters:
        counts: a dictionary symbol → count or probability, a list of counts (the symbols are then
            1, 2, …), or a column of labels.

    Lecture 001: three outcomes.
    >>> huffman({"win": 2, "draw": 1, "loss": 1})
    {'win': '0', 'draw': '10', 'loss': '11'}
    """
    weights = _weights(counts)
    # Entries are (weight, age, symbols): the age settles ties, so symbols are never compared.
    heap = [(weight, age, (symbol,)) for age, (symbol, weight) in enumerate(weights.items())]
    heapify(heap)
    words = dict.fromkeys(weights, "")
    for age in range(len(heap), 2 * len(heap) - 1):
        (light, first, left), (heavy, second, right) = heappop(heap), heappop(heap)
        if second < first:  # the older branch gets the 0
            left, right = right, left
        for bit, symbols in (("0", left), ("1", right)):
            words.update((symbol, bit + words[symbol]) for symbol in symbols)
        heappush(heap, (light + heavy, age, left + right))
    return words


def mean_code_length(
    counts: Mapping[Any, float] | Values, code: Mapping[Any, str] | None = None
) -> float:
    """Mean length L = Σ p(s) · |word of s| of a code, in bits per symbol.

    Parameters:
        counts: of the symbols, as `huffman` takes them.
        code: a dictionary symbol → word of 0s and 1s; None (default) is the Huffman code.

    Lecture 001: three equally likely outcomes need log₂ 3 = 1.585 bits, a code 5/3.
    >>> mean_code_length([1, 1, 1]), mean_code_length({"a": 3, "b": 1}, {"a": "0", "b": "1"})
    (1.6666666666666667, 1.0)
    """
    weights = _weights(counts)
    code = huffman(weights) if code is None else code
    if not isinstance(code, Mapping) or not all(isinstance(w, str) for w in code.values()):
        raise InputError("code must be a dictionary, symbol to a word of 0s and 1s")
    unknown = [symbol for symbol in weights if symbol not in code]
    if unknown:
        raise InputError(f"the code has no word for {unknown[0]!r}: give one to every symbol")
    total = sum(weight * len(code[symbol]) for symbol, weight in weights.items())
    return float(total / sum(weights.values()))


def block_counts(counts: Mapping[Any, float] | Values, n: int) -> dict[tuple[Any, ...], float]:
    """Counts of all blocks of n independent symbols, as a dictionary from tuples: products.

    A code for blocks shares the waste among n symbols.

    Parameters:
        counts: of the symbols, as `huffman` takes them.
        n: the number of symbols in a block, at least 1; at most 4096 blocks are listed.

    Lecture 001, the team that wins 3 in 4: H = 0.8113, one game alone costs 1 bit, a pair
    27/32 = 0.84 per game.
    >>> pairs = block_counts({"A": 3, "B": 1}, 2)
    >>> pairs[("A", "B")], mean_code_length(pairs) / 2
    (3, 0.84375)
    """
    from ..inputs.values import briefly

    weights = _weights(counts)
    if not (isinstance(n, int) and n >= 1 and len(weights) ** n <= MOST_BLOCKS):
        raise InputError(
            f"blocks of n = {briefly(n)} out of {len(weights)} symbols: n must be a whole number "
            f"of at least 1, with at most {MOST_BLOCKS} blocks"
        )
    return {
        block: prod(weights[symbol] for symbol in block) for block in product(weights, repeat=n)
    }


def _weights(counts):
    """The symbols that occur, with their counts as they were given."""
    from ..inputs.labels import as_counts, labels_and_counts, target_of

    if not isinstance(counts, Mapping):
        labels, numbers, _ = labels_and_counts(target_of(counts))
        try:
            counts = dict(zip(labels, numbers, strict=True))
        except TypeError:
            raise InputError("counts: a symbol must be text or a number, not a list") from None
    if as_counts(list(counts.values()), "a code").ndim > 1:
        raise InputError("counts must be one number per symbol")
    weights = {symbol: count for symbol, count in counts.items() if count > 0}
    if not weights:
        raise InputError("all counts are 0: a code needs at least one symbol that occurs")
    return weights
