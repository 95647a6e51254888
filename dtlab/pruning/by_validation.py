"""Reduced-error pruning: cut a branch if a validation set does not miss it.

Needs only a tree whose inner nodes have a prediction, and rows that were not used to grow it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from ..inputs.errors import InputError
from ..inputs.values import show
from ..kernels import TIE
from ..questions.conditions import Among, Between
from ..questions.question import Groups, Threshold
from ..tree.node import Node
from ..tree.subtrees import as_tree, bottom_up, cut, path_to
from ..tree.text import questioned
from ..typing import FrameOrDict, TreeOrModel, Values
from .arrivals import Arrivals, check_labels, check_predictions

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class PruningStep:
    """One look at a node: the validation errors of its branch and of a leaf in its place."""

    number: int  # of the node, in the order of `walk` of the tree that was given
    node: Node
    n_rows: int  # validation rows that come here
    child_errors: tuple  # of its branches, as they are at this step
    branch_errors: float
    leaf_errors: float
    pruned: bool
    _given: Node = field(repr=False)
    _cuts: tuple = field(repr=False)  # (list of all numbers cut, how many of them by now)

    @property
    def question(self) -> Threshold | Groups | None:
        """What the node asks."""
        return self.node.question

    @property
    def path(self) -> tuple[Among | Between, ...]:
        """The conditions that lead to the node, () for the root."""
        return path_to(self._given, self.number)

    @property
    def tree(self) -> Node:
        """The whole tree after this step, built when asked for."""
        cuts, n = self._cuts
        return cut(self._given, cuts[:n])

    def __str__(self):
        where = " AND ".join(map(str, self.path))
        name = questioned(self.node) + (f" ({where})" if where else "")
        if not self.n_rows:
            return f"{name}: no validation row reaches this node: pruned (0 ≤ 0)"
        branch, leaf = show(self.branch_errors), show(self.leaf_errors)
        sign, verdict = ("≤", "pruned") if self.pruned else (">", "kept")
        return f"{name}: [{show(self.node.prediction)}] {leaf} {sign} {branch}: {verdict}"


@dataclass(frozen=True)
class ReducedError:
    """The pruned `tree`, the `steps` that led to it, and the validation errors before and after."""

    tree: Node
    steps: tuple[PruningStep, ...]
    errors_before: float
    errors_after: float

    @property
    def original(self) -> Node:
        """The tree that was given."""
        return self.steps[0]._given if self.steps else self.tree

    def __str__(self):
        before, after = show(self.errors_before), show(self.errors_after)
        return "\n".join([*map(str, self.steps), f"validation errors: {before} → {after}"])

    def _repr_pretty_(self, printer, cycle):
        printer.text(str(self))

    def to_frame(self) -> pd.DataFrame:
        """The steps as a DataFrame."""
        import pandas as pd

        columns = {
            "node": [questioned(step.node) for step in self.steps],
            "path": [" AND ".join(map(str, step.path)) for step in self.steps],
            "rows": [step.n_rows for step in self.steps],
            "branch errors": [step.branch_errors for step in self.steps],
            "leaf errors": [step.leaf_errors for step in self.steps],
            "pruned": [step.pruned for step in self.steps],
        }
        return pd.DataFrame(columns)


def reduced_error(
    tree: TreeOrModel, X: FrameOrDict, y: Values, order: str = "bottom-up"
) -> ReducedError:
    """Cut every branch with errors(leaf) ≤ errors(branch) on validation rows.

    A node that no row reaches is cut (0 ≤ 0). Errors are squared, Σ (y − ŷ)², if the tree predicts
    numbers.

    Parameters:
        tree: a tree (Node) whose inner nodes have a prediction, or a fitted model that has one.
        X: validation rows, not used to grow the tree (DataFrame, dictionary of columns or 2-D
            array).
        y: their targets (list, array or Series).
        order: "bottom-up" (default) looks at every node once, branches before the node above them
            (lecture 000, 4.4.4); no other subtree makes fewer errors on these rows. "best" cuts the
            node that helps most, again and again (lecture 001, Post-Pruning), until every cut would
            hurt; a cut that changes nothing still counts as help, equal ones go to the smaller
            branch, and the last step shows the node that was kept.

    >>> from dtlab.tree import ask
    >>> tree = ask("GENDER", {"male": "icu", "female": "gen"}, prediction="icu")
    >>> print(reduced_error(tree, {"GENDER": ["female", "female", "male"]}, ["icu"] * 3))
    GENDER?: [icu] 0 ≤ 2: pruned
    validation errors: 2 → 0
    """
    if order not in ("bottom-up", "best"):
        raise InputError(f"order={order!r} is not known: use 'bottom-up' or 'best'")
    tree = as_tree(tree, "reduced_error")
    check_predictions(tree)
    work = Pruning(tree, X, y)
    before = work.branch[0]
    if order == "bottom-up":
        work.once_bottom_up()
    else:
        work.best_first()
    return ReducedError(cut(tree, work.cuts), tuple(work.steps), before, work.branch[0])


class Pruning:
    """Errors of every branch and of every node as a leaf, while nodes are cut."""

    def __init__(self, tree, X, y):
        self.tree, self.cuts, self.steps = tree, [], []
        rows = Arrivals(tree, X, y)
        if not rows.of_numbers:
            check_labels(tree, y)
        self.order = bottom_up(tree)
        self.n_rows = [rows.n_rows(v) for v in range(tree.n_nodes)]
        self.leaf = [rows.total(rows.as_leaf(v)) for v in range(tree.n_nodes)]
        self.branch = [rows.total(rows.stopped(v)) for v in range(tree.n_nodes)]
        self.stopped = list(self.branch)
        for v, _, below in self.order:
            self.branch[v] += sum(self.branch[u] for u in below)
        self.margin = TIE * self.leaf[0]

    def once_bottom_up(self):
        """One pass, branches before the node above them."""
        for v, node, below in self.order:
            if below:
                self.branch[v] = self.stopped[v] + sum(self.branch[u] for u in below)
                self.look(v, node, below)

    def best_first(self):
        """The node that helps most, again and again."""
        inner = {v: (node, below) for v, node, below in self.order if below}
        parent = {u: v for v, (_, below) in inner.items() for u in below}
        heap = [(-self.gain(v), node.n_nodes, v) for v, (node, _) in inner.items()]
        heapify(heap)
        gone = bytearray(self.tree.n_nodes)
        while heap:
            promised, size, v = heappop(heap)
            gain = self.gain(v)
            if gone[v]:
                continue
            if gain < -promised:  # errors below were removed since: cuts never add gain above
                heappush(heap, (-gain, size, v))
            elif self.look(v, *inner[v]):
                gone[v : v + size] = bytes([1]) * size
                while gain and v in parent:
                    v = parent[v]
                    self.branch[v] -= gain
            else:
                return

    def gain(self, v):
        """Errors that cutting a node saves."""
        return self.branch[v] - self.leaf[v]

    def look(self, v, node, below):
        """Write a step, and cut the node if that does not hurt; says whether it was cut."""
        branch, leaf = self.branch[v], self.leaf[v]
        pruned = leaf <= branch + self.margin
        if pruned:
            self.cuts.append(v)
            self.branch[v] = leaf
        child_errors = tuple(self.branch[u] for u in below)
        counted = self.n_rows[v], child_errors, branch, leaf, pruned
        self.steps.append(PruningStep(v, node, *counted, self.tree, (self.cuts, len(self.cuts))))
        return pruned
