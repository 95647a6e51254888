"""The graded exercise of the extra on diagonals and bins: where bins end."""

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake

IMPORTS = """
import numpy as np
"""


def bin_edges(x, n):
    """What 08.9 asks for."""
    numbers, size = sorted(x), len(x) // n
    return [(numbers[i * size - 1] + numbers[i * size]) / 2 for i in range(1, n)]


def equal_width(x, n):
    """A mistake: bins of the same width."""
    step = (max(x) - min(x)) / n
    return [min(x) + i * step for i in range(1, n)]


def unsorted(x, n):
    """A mistake: the numbers in the order of the table."""
    size = len(x) // n
    return [(x[i * size - 1] + x[i * size]) / 2 for i in range(1, n)]


def last_values(x, n):
    """A mistake: the largest number of each bin."""
    numbers, size = sorted(x), len(x) // n
    return [numbers[i * size - 1] for i in range(1, n)]


def with_ends(x, n):
    """A mistake: the smallest and the largest number are no edges between bins."""
    return [min(x), *bin_edges(x, n), max(x)]


ITEMS = [
    Exercise(
        "08.9",
        "A program puts a number into `n` bins with **equally many rows** each and tries only the "
        "edges between them as thresholds. Write `bin_edges(x, n)`: the list of these n − 1 edges, "
        "in rising order, each half-way between the largest number of a bin and the smallest of "
        "the next. All numbers in the list `x` differ, and n divides their count.\n\n"
        "For example, `bin_edges([8, 1, 2, 4], 2)` is `[3.0]`.",
        title="Equally full bins",
        kind="function",
        fresh=True,
        answer=bin_edges,
        starter="def bin_edges(x, n):\n    return ...",
        tests=[
            Case([8, 1, 2, 4], 2, says="two bins"),
            Case([5, 30, 10, 20, 100, 15], 3, says="one number far away"),
            Case([3, 1, 2], 3, says="a bin for each number"),
        ],
        hidden=[
            Case([7, 9], 1, says="one bin: no edge"),
            Case([-4, 0, -10, 6], 2, says="numbers below zero"),
        ],
        hints=(
            "Sort first. How many numbers does each bin hold?",
            "With k numbers in a bin, bin 1 holds the sorted numbers 0 to k − 1.",
            "Edge i lies half-way between `numbers[i * k - 1]` and `numbers[i * k]`.",
        ),
        mistakes=[
            Mistake(
                equal_width, "These bins are equally wide; they should hold equally many numbers."
            ),
            Mistake(unsorted, "Sort the numbers first."),
            Mistake(last_values, "Those are the largest of each bin: go half-way to the next."),
            Mistake(with_ends, "Only the edges *between* bins: leave out both ends."),
        ],
        solution="def bin_edges(x, n):\n"
        "    numbers, k = sorted(x), len(x) // n\n"
        "    return [(numbers[i * k - 1] + numbers[i * k]) / 2 for i in range(1, n)]",
        explanation="Equally full bins put their edges where the rows are.",
        items=("X07",),
        points=2,
        minutes=8,
    ),
]
