"""Writes a tree level by level: its nodes, and the questions that some of them ask."""

from dataclasses import dataclass, field

import numpy as np

from .flat import Flat


@dataclass(slots=True)
class Questions:
    """The questions of some nodes [m]."""

    ids: np.ndarray  # numbers of the nodes in the whole tree
    feature: np.ndarray
    score: np.ndarray
    missing: np.ndarray  # child that a missing value follows; −1: no child
    n_children: np.ndarray
    branch_at: np.ndarray  # as in `Flat`
    branch: np.ndarray
    threshold: np.ndarray  # NaN: a category, or not known yet: between `below` and `above`
    below: np.ndarray | None = None  # code of the largest value that goes to the first child
    above: np.ndarray | None = None  # code of the next larger one in the node

    @classmethod
    def concatenate(cls, parts):
        """The questions of several levels as one."""
        parts = parts or [cls(*np.zeros((8, 0), np.int64))]
        known = [name for name in cls.__slots__ if getattr(parts[0], name) is not None]
        return cls(**{name: np.concatenate([getattr(p, name) for p in parts]) for name in known})


@dataclass(slots=True)
class Builder:
    """Collects levels and questions while the tree grows; numbers the nodes in their order."""

    levels: list = field(default_factory=list)
    questions: list = field(default_factory=list)
    n_nodes: int = 0
    n_branches: int = 0

    def add_level(self, n_rows, stats):
        """Write the nodes of a level; returns their numbers."""
        first = self.n_nodes
        self.levels.append((n_rows, stats))
        self.n_nodes += len(n_rows)
        return np.arange(first, self.n_nodes)

    def add_questions(self, questions):
        """Questions of the last level, whose children are the next nodes to come."""
        self.questions.append(questions)
        at = questions.branch_at
        questions.branch_at = np.where(at >= 0, at + self.n_branches, -1)
        self.n_branches += len(questions.branch)

    def to_flat(self, asked):
        """The tree with these questions; impurity and prediction are left to be filled in."""
        n_rows, stats = (np.concatenate(parts) for parts in zip(*self.levels, strict=True))
        n_roots = len(self.levels[0][0])
        n_children = asked.n_children
        first = n_roots + n_children.cumsum() - n_children

        def of_all_nodes(values, in_a_leaf):
            array = np.full(self.n_nodes, in_a_leaf)
            array[asked.ids] = values
            return array

        return Flat(
            feature=of_all_nodes(asked.feature, -1),
            threshold=of_all_nodes(asked.threshold, np.nan),
            branch_at=of_all_nodes(asked.branch_at, -1),
            first=of_all_nodes(first, -1),
            n_children=of_all_nodes(n_children, 0),
            missing=of_all_nodes(asked.missing, -1),
            score=of_all_nodes(asked.score, np.nan),
            n_rows=n_rows,
            stats=stats,
            impurity=np.full(self.n_nodes, np.nan),
            prediction=np.full(self.n_nodes, np.nan),
            branch=asked.branch,
        )
