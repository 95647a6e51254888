"""C4.5's pruning with subtree raising: a node may also be replaced by its largest branch.

The rows of the other branches then go down the raised one, so the training data are needed, and the
result is not a subtree of what was grown. No recursion: all nodes whose children are decided form
one batch.
"""

import numpy as np

from ..kernels import TIE
from ..measures.impurity import entropy
from ..tree.subtrees import with_children
from .pessimistic import MARGIN, charged_errors, check_counted, extra_errors_at
from .raised_tree import WorkTree


def prune_raising(tree, table, y, weights=None, confidence=0.25):
    """Prune as C4.5 does: at each node keep the branch, make it a leaf, or raise its largest child.

    A leaf if charged(leaf) ≤ charged(branch) + 0.1 and ≤ charged(raised) + 0.1; otherwise raise if
    charged(raised) ≤ charged(branch) + 0.1, and prune the raised branch again. `table` is
    `read_table(X)` of the training data, `y` its labels. Lecture 001, post-pruning (C4.5).
    """
    check_counted(tree)
    work = Pruning(WorkTree(tree, table, y, weights), extra_errors_at(confidence))
    ready = work.open(0)
    while ready:
        following = []
        for node, is_raised in work.decide(ready):
            following += work.open(node) if is_raised else work.close(node)
        ready = following
    return work.result()


class Pruning:
    """The charged errors of every branch so far; nodes that wait for their children; decisions."""

    def __init__(self, tree, extra):
        self.tree = tree
        self.charge = lambda counts: charged_errors(counts, extra)
        self.charged = [0.0] * len(tree.nodes)
        self.waits_for = [0] * len(tree.nodes)
        self.parent = [-1] * len(tree.nodes)
        self.changed = set()

    def open(self, top):
        """Everything below a node is to be decided (again): the nodes that need not wait."""
        order = self.tree.below(top)
        for node in reversed(order):
            children = self.tree.children(node)
            if not children:
                self.charged[node] = self.charge(self.tree.counts[node])
            self.waits_for[node] = sum(bool(self.tree.n_children[child]) for child in children)
            for child in children:
                self.parent[child] = node
        return [n for n in order if self.tree.n_children[n] and not self.waits_for[n]]

    def close(self, node):
        """The node is decided: its parent, if it waited for this one only."""
        parent = self.parent[node]
        if parent < 0:
            return []
        self.waits_for[parent] -= 1
        return [] if self.waits_for[parent] else [parent]

    def decide(self, nodes):
        """Cut each node to a leaf, raise its largest child, or keep it: [(node, was it raised)]."""
        largest = [self.largest(self.tree.children(node)) for node in nodes]
        charges = self.charge_raised(nodes, largest)
        for node, heir, raised in zip(nodes, largest, charges, strict=True):
            branch = sum(self.charged[child] for child in self.tree.children(node))
            leaf = self.charge(self.tree.counts[node])
            is_leaf = leaf <= min(branch, raised) + MARGIN + TIE
            is_raised = not is_leaf and raised <= branch + MARGIN + TIE
            if is_raised:
                self.tree.raise_child(node, heir)
                self.changed.update(self.tree.below(node))
            else:
                self.charged[node] = leaf if is_leaf else branch
            if is_leaf:
                self.tree.cut(node)
            yield node, is_raised

    def largest(self, children):
        """The child with most cases; of equal ones the last, as in J48."""
        sizes = [sum(self.tree.counts[child]) for child in children]
        return children[max(i for i, n in enumerate(sizes) if n >= max(sizes) - TIE)]

    def charge_raised(self, nodes, largest):
        """Errors charged if all rows of a node went down its largest child, for many nodes at once.

        With unknown answers, new rows change the shares of all others: everything is counted again.
        Otherwise only the leaves where rows of the other children arrive change.
        """
        anew = self.tree.is_shared
        total = [0.0 if anew else self.charged[top] for top in largest]
        moved = [
            self.tree.rows([n] if anew else [c for c in self.tree.children(n) if c != top])
            for n, top in zip(nodes, largest, strict=True)
        ]
        sizes = [len(rows) for rows, _ in moved]
        rows, weights = (np.concatenate(part) for part in zip(*moved, strict=True))
        leaf, entry, weights = self.tree.route(np.repeat(largest, sizes), rows, weights)
        leaves, where, at = np.unique(leaf, return_index=True, return_inverse=True)
        owner = np.repeat(np.arange(len(nodes)), sizes)[entry[where]].tolist()
        counts = self.tree.class_counts(rows[entry], weights, at, len(leaves)).tolist()
        for i, node, new in zip(owner, leaves.tolist(), counts, strict=True):
            if not anew:
                old = self.tree.counts[node]
                total[i] -= self.charge(old)
                new = [a + b for a, b in zip(old, new, strict=True)]
            total[i] += self.charge(new)
        return total

    def result(self):
        """The pruned tree; a node that did not change is shared with the tree that was given."""
        order = self.tree.below(0)
        prediction = {0: self.tree.nodes[0].prediction}
        for node in order:
            for child in self.tree.children(node):
                prediction[child] = self.majority(child, prediction[node])
        done = {}
        for node in reversed(order):
            old = self.tree.nodes[node]
            children = tuple(done[child] for child in self.tree.children(node))
            if node in self.changed:
                counts = self.tree.counts[node]
                asks = self.tree.nodes[self.tree.source[node]] if children else None
                done[node] = old.replace(
                    prediction=prediction[node],
                    question=asks and asks.question,
                    score=asks and asks.score,
                    children=children,
                    n_rows=len(set(self.tree.rows([node])[0].tolist())),
                    stats=counts,
                    impurity=float(entropy(counts)),
                )
            elif children:
                done[node] = with_children(old, children)
            else:
                done[node] = old.as_leaf() if old.children else old
        return done[0]

    def majority(self, node, otherwise):
        """The most frequent class, the first of equals; an empty leaf says what its parent says."""
        counts = self.tree.counts[node]
        most = max(counts)
        first = next(k for k, count in enumerate(counts) if count >= most - TIE)
        return self.tree.classes[first] if most > TIE else otherwise
