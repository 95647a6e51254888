"""Huffman codes: prefix-free, as short as can be, between the entropy and one bit more."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlab.measures.huffman import block_counts, huffman, mean_code_length
from dtlab.measures.impurity import entropy

COUNTS = st.lists(st.integers(1, 1000), min_size=1, max_size=12)


@given(COUNTS)
def test_a_code_is_prefix_free_and_complete(counts):
    words = list(huffman(counts).values())
    assert not any(a.startswith(b) or b.startswith(a) for a, b in combinations(words, 2))
    assert sum(Fraction(1, 2 ** len(word)) for word in words) == 1  # Kraft: no bit is wasted


@given(COUNTS)
def test_mean_length_lies_between_entropy_and_one_bit_more(counts):
    assert entropy(counts) - 1e-9 <= mean_code_length(counts) < entropy(counts) + 1


@given(st.lists(st.integers(1, 30), min_size=2, max_size=4))
def test_no_other_code_is_shorter(counts):
    lengths = product(range(1, len(counts)), repeat=len(counts))
    possible = [ls for ls in lengths if sum(Fraction(1, 2**n) for n in ls) <= 1]  # Kraft
    shortest = min(
        sum(c * n for c, n in zip(counts, ls, strict=True)) for ls in possible or [[1, 1]]
    )
    assert mean_code_length(counts) * sum(counts) == pytest.approx(shortest)


def test_single_and_absent_symbols():
    assert huffman({"a": 3}) == {"a": ""}
    assert huffman({"a": 3, "b": 0, "c": 1}) == {"a": "0", "c": "1"}
    assert mean_code_length(["x", "x", "y"]) == 1


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_blocks_waste_less_and_less(n):
    blocks = block_counts({"A": Fraction(3, 4), "B": Fraction(1, 4)}, n)
    assert len(blocks) == 2**n and sum(blocks.values()) == 1
    per_symbol = mean_code_length(blocks) / n
    assert entropy([3, 1]) <= per_symbol < entropy([3, 1]) + 1 / n


@pytest.mark.parametrize("counts", [{}, [0, 0], {"a": -1, "b": 2}, {"a": float("nan")}, []])
def test_bad_counts_are_refused(counts):
    with pytest.raises(ValueError):
        huffman(counts)


def test_bad_blocks_and_codes_are_refused():
    with pytest.raises(ValueError, match="4096"):
        block_counts(range(1, 11), 9)
    with pytest.raises(ValueError, match="at least 1"):
        block_counts([1, 1], 0)
    with pytest.raises(ValueError, match="no word for 'b'"):
        mean_code_length({"a": 1, "b": 1}, {"a": "0"})
