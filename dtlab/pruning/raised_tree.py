"""A tree that may change while its training rows lie in it: what raising a branch works on.

Arrays over the nodes, numbered level by level, so that the children of a node follow one another.
A row without a known answer goes down all branches, shared out as the known rows are (C4.5).
"""

import numpy as np

from ..kernels import TIE
from ..questions.question import Threshold


class WorkTree:
    """Questions, children and class counts of every node, and which rows lie in which leaf."""

    def __init__(self, tree, table, y, weights=None):
        self.nodes = [tree]  # level by level
        for node in self.nodes:
            self.nodes.extend(node.children)
        self.classes = tree.classes
        self.counts = [list(node.stats) for node in self.nodes]
        self.source = list(range(len(self.nodes)))  # whose question a node asks now
        number = {label: k for k, label in enumerate(tree.classes)}
        self.y = np.array([number[label] for label in np.asarray(y).tolist()], np.intp)
        self._read_questions(table)
        self._sums = np.zeros(len(self.nodes))
        weights = np.ones(len(self.y)) if weights is None else np.asarray(weights, float)
        rows = np.flatnonzero(weights > 0)
        self.entries = {}  # leaf: (rows, weights)
        self.fill(0, rows, weights[rows])

    def _read_questions(self, table):
        """Per node: the column asked, its children, and where every answer leads."""
        place = {name: f for f, name in enumerate(table.names)}
        values = [
            numbers if column.is_number else column.levels
            for column, numbers in zip(table.columns, table.numbers, strict=True)
        ]
        asked = [node.question for node in self.nodes]
        self.codes = table.codes
        self.n_children = np.array([len(node.children) for node in self.nodes])
        self.first = 1 + np.cumsum(self.n_children) - self.n_children
        self.feature = np.array([-1 if q is None else place[q.feature] for q in asked])
        pairs = zip(asked, self.feature, strict=True)
        lists, limits = zip(*(answers(q, values[f]) for q, f in pairs), strict=True)
        self.limit = np.array(limits)
        self.n_answers = np.array([len(a) for a in lists])
        self.answers_end = np.cumsum(self.n_answers)
        self.answer = np.concatenate(lists).astype(np.intp)
        used = self.codes[np.unique(self.feature[self.feature >= 0])]
        self.is_shared = bool((used < 0).any() or any(-1 in a[:-1] for a in lists))

    def children(self, node):
        """Numbers of the node's children."""
        return range(self.first[node], self.first[node] + self.n_children[node])

    def leaves(self, node):
        """The leaves below a node, or the node itself."""
        return [n for n in self.below(node) if not self.n_children[n]]

    def below(self, node):
        """The node and all nodes below it, parents before children."""
        order = [node]
        for n in order:
            order.extend(self.children(n))
        return order

    def rows(self, nodes):
        """Rows and weights that lie below some nodes; a row that was shared out is put together."""
        leaves = [leaf for node in nodes for leaf in self.leaves(node)]
        parts = [self.entries[leaf] for leaf in leaves if leaf in self.entries]
        if not parts:
            return np.zeros(0, np.intp), np.zeros(0)
        rows, weights = (np.concatenate(part) for part in zip(*parts, strict=True))
        if not self.is_shared:
            return rows, weights
        rows, at = np.unique(rows, return_inverse=True)
        return rows, np.bincount(at, weights)

    def class_counts(self, rows, weights, group=0, n_groups=1):
        """[n_groups, K] weight of each class among rows, by the group each belongs to."""
        K = len(self.classes)
        cells = np.bincount(group * K + self.y[rows], weights, n_groups * K)
        return cells.reshape(n_groups, K)

    def route(self, start, rows, weights):
        """Send rows down the tree, each from its start node: (leaf, which of the rows, weight).

        The rows of one start must not meet those of another: the starts lie in separate branches.
        """
        node, entry = np.broadcast_to(start, len(rows)), np.arange(len(rows))
        ended = []
        while len(entry):
            arrived = self.n_children[node] == 0
            ended.append((node[arrived], entry[arrived], weights[arrived]))
            node, entry, weights = node[~arrived], entry[~arrived], weights[~arrived]
            if len(entry):
                node, entry, weights = self._step(node, rows[entry], entry, weights)
        return [np.concatenate(part) for part in zip(*ended, strict=True)] if ended else [entry] * 3

    def _step(self, node, rows, entry, weights):
        """Every row one level down."""
        code = self.codes[self.feature[node], rows]
        limit = self.limit[node]
        reply = np.where(limit >= 0, code >= limit, code)
        reply = np.where(code < 0, self.n_answers[node] - 1, reply)  # a missing value comes last
        child = self.answer[self.answers_end[node] - self.n_answers[node] + reply]
        known = child >= 0
        below = self.first[node] + child
        if known.all():
            return below, entry, weights
        certain = below[known], entry[known], weights[known]
        shared = self._share(node[~known], entry[~known], weights[~known], *certain[::2])
        return [np.concatenate(pair) for pair in zip(certain, shared, strict=True)]

    def _share(self, node, entry, weights, below, known_weights):
        """Unknown answers go down every branch, each with the share that known ones have there."""
        np.add.at(self._sums, below, known_weights)
        n = self.n_children[node]
        at = np.repeat(np.arange(len(node)), n)
        child = self.first[node][at] + np.arange(len(at)) - (np.cumsum(n) - n)[at]
        total = np.bincount(at, self._sums[child])[at]
        nobody = total <= TIE  # all branches alike
        share = np.where(nobody, 1 / n[at], self._sums[child] / np.where(nobody, 1.0, total))
        self._sums[below] = 0
        keep = share > TIE
        return child[keep], entry[at][keep], (weights[at] * share)[keep]

    def fill(self, node, rows, weights):
        """Put rows into the leaves below a node."""
        leaf, entry, weights = self.route(node, rows, weights)
        order = np.argsort(leaf, kind="stable")
        leaves, starts = np.unique(leaf[order], return_index=True)
        parts = (np.split(array[order], starts[1:]) for array in (rows[entry], weights))
        self.entries.update(zip(leaves.tolist(), zip(*parts, strict=True), strict=True))

    def cut(self, node):
        """The node becomes a leaf that holds all rows from below."""
        held = self.rows([node])
        self._empty(node)
        self.n_children[node] = 0
        self.entries[node] = held

    def raise_child(self, node, child):
        """The node asks what its child asked; its rows go down there and are counted again."""
        rows, weights = self.rows([node])
        self._empty(node)
        for values in (
            self.feature, self.first, self.n_children, self.limit, self.n_answers,
            self.answers_end, self.source,
        ):  # fmt: skip
            values[node] = values[child]
        self.fill(node, rows, weights)
        for n in reversed(self.below(node)):
            if self.n_children[n]:
                columns = zip(*(self.counts[c] for c in self.children(n)), strict=True)
                self.counts[n] = [sum(column) for column in columns]
            else:
                self.counts[n] = self.class_counts(*self.rows([n]))[0].tolist()

    def _empty(self, node):
        for leaf in self.leaves(node):
            self.entries.pop(leaf, None)


def answers(question, values):
    """(children, limit): the child of every code of a column, then of a missing value; −1: none.

    A threshold has two answers instead: the codes below the limit, and the others.
    """
    if question is None:
        return [], -1
    missing = -1 if question.missing is None else question.missing
    if isinstance(question, Threshold):
        return [0, 1, missing], int(np.searchsorted(values, question.value, side="right"))
    return [*question.route(values).tolist(), missing], -1
