"""The best question about each feature at each node: what a search returns and the engine reads.

A `Searcher` returns the `BestQuestions` of the features it was given. `combine` puts the results of
several searches together, whether they differ in features or in nodes, and the result for all
features is what choosing, stopping and routing read. Its arrays are read-only.

How a question is encoded:

    number     codes up to `below` go to child 0, larger codes to child 1
    category   code c goes to child branch[c]; NO_CHILD if no row has that value
    missing    values without a code go to child `missing`; NO_CHILD if there is no child for them

"Is the value known?" is also a question: known values go to child 0, missing values to child 1.
For a number, `below` is then ANY_CODE and the threshold in the finished tree is ∞.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

if TYPE_CHECKING:
    from ..engine.level import Level
    from ..engine.target import Target

NO_CHILD = -1
ANY_CODE = np.iinfo(np.int64).max  # larger than every code
KNOWN = 0  # the children of "is the value known?"
UNKNOWN = 1


@dataclass(frozen=True, slots=True)
class BestQuestions:
    """The best question about each of some features [k] at every node [m] of a level.

    `branch` has an entry for each row k that is a category. A search that chooses numbers itself
    gives `threshold`; NaN or None leaves the number to `Recipe.between`.
    """

    score: np.ndarray  # [k, m] by which questions are compared; −inf: no question
    gain: np.ndarray  # [k, m] for the stopping rules
    missing: np.ndarray  # [k, m] child of missing values, or NO_CHILD
    below: np.ndarray  # [k, m] numbers: the largest code that goes to child 0
    above: np.ndarray  # [k, m] numbers: the next larger code in the node
    threshold: np.ndarray | None = None  # [k, m] numbers
    branch: dict[int, np.ndarray] = field(default_factory=dict)  # categories: k -> [m, V] child

    def __post_init__(self):
        arrays = (self.score, self.gain, self.missing, self.below, self.above, self.threshold)
        for array in (*arrays, *self.branch.values()):
            if array is not None:
                array.setflags(write=False)

    @classmethod
    def none(cls, k, m):
        """No question at all about k features at m nodes."""
        score = np.full((k, m), -np.inf)
        codes = np.zeros((k, m), np.int64)
        return cls(score, score, np.full((k, m), NO_CHILD), codes, codes)

    @classmethod
    def thresholds(cls, shape, at, score, below, above, gain=None, missing=None, threshold=None):
        """Questions about numbers, listed one after the other; all arguments from `score` on are
        [q], and at = (row [q], node [q]) is the place of each within the shape (k, m).

        >>> found = BestQuestions.thresholds((1, 3), ([0], [2]), [0.5], [4], [7])
        >>> found.score.tolist(), found.below.tolist(), found.above.tolist()
        ([[-inf, -inf, 0.5]], [[0, 0, 4]], [[0, 0, 7]])
        """
        scores = _placed(shape, at, score, -np.inf)
        return cls(
            scores,
            scores if gain is None else _placed(shape, at, gain, -np.inf),
            np.full(shape, NO_CHILD) if missing is None else _placed(shape, at, missing, NO_CHILD),
            _placed(shape, at, below, 0),
            _placed(shape, at, above, 0),
            None if threshold is None else _placed(shape, at, threshold, np.nan),
        )

    @classmethod
    def groups(cls, score, branch, gain=None, missing=None):
        """Questions about categories: score, gain and missing [k, m], branch [k] arrays [m, V]."""
        codes = np.zeros(score.shape, np.int64)
        return cls(
            score,
            score if gain is None else gain,
            np.full(score.shape, NO_CHILD) if missing is None else missing,
            codes,
            codes,
            branch=dict(enumerate(branch)),
        )

    def or_is_known(self, where, score):
        """The same, but `where` [k, m] a number is only asked whether it is known.

        >>> found = BestQuestions.none(1, 2).or_is_known(np.array([[True, False]]), 0.5)
        >>> (found.below == ANY_CODE).tolist(), found.missing.tolist(), found.score.tolist()
        ([[True, False]], [[1, -1]], [[0.5, -inf]])
        """
        score = np.where(where, score, self.score)
        below = np.where(where, ANY_CODE, self.below)
        missing = np.where(where, UNKNOWN, self.missing)
        return replace(self, score=score, gain=score, below=below, missing=missing)

    def where(self, allowed):
        """The same, but only the questions that are `allowed` [k, m] have a score."""
        return replace(self, score=np.where(allowed, self.score, -np.inf))

    def only(self, nodes):
        """The questions of some of the nodes, given as a mask or a slice."""
        return BestQuestions(
            self.score[:, nodes],
            self.gain[:, nodes],
            self.missing[:, nodes],
            self.below[:, nodes],
            self.above[:, nodes],
            None if self.threshold is None else self.threshold[:, nodes],
            {k: rows[nodes] for k, rows in self.branch.items()},
        )


def _placed(shape, at, values, fill):
    array = np.full(shape, fill)
    array[at] = values
    return array


class Piece(NamedTuple):
    """The result of a search, and where it belongs in a larger one."""

    features: np.ndarray  # [k] its rows there, or [k, m] if they differ from node to node
    nodes: slice | np.ndarray  # its columns there; EVERY_NODE for all of them
    found: BestQuestions


EVERY_NODE = slice(None)


def combine(k, m, pieces: Sequence[Piece]) -> BestQuestions:
    """The questions about k features at m nodes from pieces; where there is none, no question.

    Two features at one node, searched one by one:
    >>> one, other = (BestQuestions.thresholds((1, 1), ([0], [0]), [s], [0], [1]) for s in (2, 3))
    >>> pieces = [Piece(np.array([1]), EVERY_NODE, one), Piece(np.array([0]), EVERY_NODE, other)]
    >>> combine(2, 1, pieces).score.tolist()
    [[3.0], [2.0]]
    """
    if len(pieces) == 1 and pieces[0].nodes is EVERY_NODE:
        features, _, found = pieces[0]
        if np.array_equal(features, np.arange(k)):
            return found
    score = np.full((k, m), -np.inf)
    gain = np.full((k, m), -np.inf)
    missing = np.full((k, m), NO_CHILD)
    below = np.zeros((k, m), np.int64)
    above = np.zeros((k, m), np.int64)
    threshold = None
    if any(piece.found.threshold is not None for piece in pieces):
        threshold = np.full((k, m), np.nan)
    branch: dict[int, np.ndarray] = {}
    for features, nodes, found in pieces:
        at: Any = (features, nodes)
        if not isinstance(nodes, slice) and features.ndim == 1:
            at = np.ix_(features, nodes)
        score[at] = found.score
        gain[at] = found.gain
        missing[at] = found.missing
        below[at] = found.below
        above[at] = found.above
        if threshold is not None and found.threshold is not None:
            threshold[at] = found.threshold
        for row, children in found.branch.items():
            feature = int(features[row])
            if feature not in branch:
                branch[feature] = np.full((m, children.shape[1]), NO_CHILD, children.dtype)
            branch[feature][nodes] = children
    return BestQuestions(score, gain, missing, below, above, threshold, branch)


def numbers_asked(table, between, feature, below, above):
    """[q] the number in each question about a number: between two values of the node, or ∞ where
    the question is whether the value is known.
    """
    is_known = below == ANY_CODE
    lower = table.value(feature, np.where(is_known, 0, below))
    return np.where(is_known, np.inf, between(lower, table.value(feature, above), feature))


class Searcher(Protocol):
    """Finds the best question about each of some features, for all nodes of a level at once.

    `Recipe` has one for numbers and one for categories.
    """

    def search(
        self, level: Level, table: Any, target: Target, features: np.ndarray
    ) -> BestQuestions:
        """The best questions, with a row for each of `features` [k], in their order.

        Parameters:
            level: the nodes [m] and the rows in them.
            table: the engine's `Table`; in a forest `Slots`, columns that stand for a different
                feature in each node. Both have `sizes` and `has_missing`, and `level.codes(table,
                features)` gives the codes.
            target: adds up what the questions are scored by.
            features: numbers of the columns, in rising order.
        """
        ...
