"""C4.5's pruning with subtree raising: a node may also be replaced by its largest branch.

The rows of the other branches then go down the raised one, so the training data are needed, and the
result is not a subtree of what was grown. No recursion: nodes of the same height form one batch.
A row without a known answer goes down all branches, shared out as the known rows are (C4.5).
"""

import numpy as np

from ..kernels import TIE
from ..measures.impurity import entropy
from ..questions.question import Threshold
from ..tree.node import Node
from ..tree.subtrees import with_children
from .pessimistic import MARGIN, charged_errors, check_counted, extra_errors_at


def prune_raising(tree, table, y, weights=None, confidence=0.25):
    """Prune as C4.5 does: at each node keep the branch, make it a leaf, or raise its largest child.

    A leaf if charged(leaf) ≤ charged(branch) + 0.1 and ≤ charged(raised) + 0.1; otherwise raise if
    charged(raised) ≤ charged(branch) + 0.1, and prune the raised branch again. `table` is
    `read_table(X)` of the training data, `y` its labels. Lecture 001, post-pruning (C4.5).
    """
    check_counted(tree)
    work = Raising(tree, table, y, weights, extra_errors_at(confidence))
    waiting = work.batches([0])
    while waiting:
        raised = work.decide(waiting.pop())
        waiting += work.batches(raised)
    return work.result()


class Raising:
    """A tree that changes while its training rows lie in its leaves.

    Arrays over the nodes, numbered level by level, so that the children of a node follow one
    another.
    """

    def __init__(self, tree, table, y, weights, extra):
        self.nodes = [tree]  # level by level
        for node in self.nodes:
            self.nodes.extend(node.children)
        self.classes = tree.classes
        self.charge = lambda counts: charged_errors(counts, extra)
        self.counts = [list(node.stats) for node in self.nodes]
        self.charged = [0.0] * len(self.nodes)  # errors of every branch so far
        self.source = list(range(len(self.nodes)))  # whose question a node asks now
        self.changed = set()
        self._read_questions(table)
        self._sums = np.zeros(len(self.nodes))
        number = {label: k for k, label in enumerate(tree.classes)}
        self.y = np.array([number[label] for label in np.asarray(y).tolist()], np.intp)
        weights = np.ones(len(self.y)) if weights is None else np.asarray(weights, float)
        rows = np.flatnonzero(weights > 0)
        self.entries = {}  # leaf: (rows, weights)
        self.fill(0, rows, weights[rows])

    def _read_questions(self, table):
        """Per node: the column asked, its children, and where every answer leads."""
        place = {name: f for f, name in enumerate(table.names)}
        asked = [node.question for node in self.nodes]
        self.codes = table.codes
        self.n_children = np.array([len(node.children) for node in self.nodes])
        self.first = 1 + np.cumsum(self.n_children) - self.n_children
        self.feature = np.array([-1 if q is None else place[q.feature] for q in asked])
        pairs = zip(asked, self.feature, strict=True)
        lists, limits = zip(*(answers(q, table, f) for q, f in pairs), strict=True)
        lengths = np.array([len(a) for a in lists])
        self.limit = np.array(limits)
        self.answers_at = np.cumsum(lengths) - lengths
        self.answer = np.concatenate(lists).astype(np.intp)
        used = self.codes[np.unique(self.feature[self.feature >= 0])]
        self.is_shared = bool((used < 0).any() or any(-1 in a[1:] for a in lists))

    # ------------------------------------------------------------------ the tree as it is now

    def children(self, node):
        """Numbers of the node's children."""
        return range(self.first[node], self.first[node] + self.n_children[node])

    def below(self, node):
        """The node and all nodes below it, parents before children."""
        order = [node]
        for n in order:
            order.extend(self.children(n))
        return order

    def leaves(self, node):
        """The leaves below a node, or the node itself."""
        return [n for n in self.below(node) if not self.n_children[n]]

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

    def route(self, start, rows, weights):
        """Send rows down the tree, each from its start node: (leaf, which of the rows, weight).

        The rows of one start must not meet those of another: the starts lie in separate branches.
        """
        node = np.broadcast_to(start, len(rows))
        entry = np.arange(len(rows))
        ended = []
        while True:
            arrived = self.n_children[node] == 0
            ended.append((node[arrived], entry[arrived], weights[arrived]))
            if arrived.all():
                return [np.concatenate(part) for part in zip(*ended, strict=True)]
            node, entry, weights = node[~arrived], entry[~arrived], weights[~arrived]
            node, entry, weights = self._step(node, rows[entry], entry, weights)

    def _step(self, node, rows, entry, weights):
        """Every row one level down."""
        code = self.codes[self.feature[node], rows]
        limit = self.limit[node]
        reply = np.where((limit >= 0) & (code >= 0), code >= limit, code)
        child = self.answer[self.answers_at[node] + 1 + reply]
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
        """Put rows into the leaves below a node, in place of those that lie there."""
        for leaf in self.leaves(node):
            self.entries.pop(leaf, None)
        leaf, entry, weights = self.route(node, rows, weights)
        order = np.argsort(leaf, kind="stable")
        leaves, starts = np.unique(leaf[order], return_index=True)
        parts = (np.split(array[order], starts[1:]) for array in (rows[entry], weights))
        self.entries.update(zip(leaves.tolist(), zip(*parts, strict=True), strict=True))

    # ------------------------------------------------------------------ decisions

    def batches(self, tops):
        """The inner nodes at and below some nodes by height, the tallest first.

        The leaves there are charged, for all of this is to be decided (again).
        """
        height: dict[int, int] = {}
        batches: dict[int, list[int]] = {}
        for node in (n for top in tops for n in reversed(self.below(top))):
            children = self.children(node)
            height[node] = 1 + max((height[child] for child in children), default=-1)
            if children:
                batches.setdefault(height[node], []).append(node)
            else:
                self.charged[node] = self.charge(self.counts[node])
        return [batches[h] for h in sorted(batches, reverse=True)]

    def decide(self, nodes):
        """Cut each node to a leaf, raise its largest child, or keep it: the nodes with one raised.

        Their children are decided already.
        """
        largest = [self.largest(self.children(node)) for node in nodes]
        charges = self.charge_raised(nodes, largest)
        changed = []
        for node, heir, raised in zip(nodes, largest, charges, strict=True):
            branch = sum(self.charged[child] for child in self.children(node))
            leaf = self.charge(self.counts[node])
            self.charged[node] = branch
            if leaf <= min(branch, raised) + MARGIN + TIE:
                self.entries[node] = self.rows([node])
                self.n_children[node], self.charged[node] = 0, leaf
            elif raised <= branch + MARGIN + TIE:
                self.raise_child(node, heir)
                changed.append(node)
        return changed

    def largest(self, children):
        """The child with most cases; of equal ones the last, as in J48."""
        sizes = [sum(self.counts[child]) for child in children]
        return children[max(i for i, n in enumerate(sizes) if n >= max(sizes) - TIE)]

    def charge_raised(self, nodes, largest):
        """Errors charged if all rows of a node went down its largest child, for many nodes at once.

        With unknown answers, new rows change the shares of all others: everything is counted again.
        Otherwise only the leaves where rows of the other children arrive change.
        """
        total = [0.0 if self.is_shared else self.charged[top] for top in largest]
        moved = [
            self.rows([n] if self.is_shared else [c for c in self.children(n) if c != top])
            for n, top in zip(nodes, largest, strict=True)
        ]
        sizes = [len(rows) for rows, _ in moved]
        K = len(self.classes)
        rows, weights = (np.concatenate(part) for part in zip(*moved, strict=True))
        leaf, entry, weights = self.route(np.repeat(largest, sizes), rows, weights)
        leaves, where, at = np.unique(leaf, return_index=True, return_inverse=True)
        owner = np.repeat(np.arange(len(nodes)), sizes)[entry[where]].tolist()
        cells = np.bincount(at * K + self.y[rows[entry]], weights, len(leaves) * K)
        for i, node, new in zip(owner, leaves.tolist(), cells.reshape(-1, K).tolist(), strict=True):
            if not self.is_shared:
                old = self.counts[node]
                total[i] -= self.charge(old)
                new = [a + b for a, b in zip(old, new, strict=True)]
            total[i] += self.charge(new)
        return total

    def raise_child(self, node, child):
        """The node asks what its child asked; its rows go down there and are counted again."""
        rows, weights = self.rows([node])
        for values in (
            self.feature, self.first, self.n_children, self.limit, self.answers_at, self.source,
        ):  # fmt: skip
            values[node] = values[child]
        self.fill(node, rows, weights)
        self.changed.update(self.below(node))
        for n in reversed(self.below(node)):
            if self.n_children[n]:
                columns = zip(*(self.counts[c] for c in self.children(n)), strict=True)
                self.counts[n] = [sum(column) for column in columns]
            else:
                rows, weights = self.rows([n])
                self.counts[n] = np.bincount(self.y[rows], weights, len(self.classes)).tolist()

    def result(self):
        """The pruned tree; a node that did not change is shared with the tree that was given."""
        order = self.below(0)
        prediction = {0: self.nodes[0].prediction}
        for node in order:
            for child in self.children(node):  # the first of equals; an empty leaf as its parent
                counts = self.counts[child]
                most = max(self.counts[child])
                first = next(k for k, count in enumerate(counts) if count >= most - TIE)
                prediction[child] = self.classes[first] if most > TIE else prediction[node]
        done: dict[int, Node] = {}
        for node in reversed(order):
            old = self.nodes[node]
            children = tuple(done[child] for child in self.children(node))
            if node in self.changed:
                asks = self.nodes[self.source[node]] if children else None
                done[node] = old.replace(
                    prediction=prediction[node], children=children, stats=self.counts[node],
                    question=asks and asks.question, score=asks and asks.score,
                    impurity=float(entropy(self.counts[node])),
                    n_rows=len(np.unique(self.rows([node])[0])),
                )  # fmt: skip
            elif children:
                done[node] = with_children(old, children)
            else:
                done[node] = old.as_leaf() if old.children else old
        return done[0]


def answers(question, table, f):
    """(children, limit): the child of a missing value, then of every code of a column; −1: none.

    A threshold has two answers instead of the codes: those below the limit, and the others.
    """
    if question is None:
        return [], -1
    missing = -1 if question.missing is None else question.missing
    if isinstance(question, Threshold):
        limit = np.searchsorted(table.numbers[f], question.value, side="right")
        return [missing, 0, 1], int(limit)
    return [missing, *question.route(table.columns[f].levels).tolist()], -1
