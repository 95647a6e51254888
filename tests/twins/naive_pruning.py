"""Pruning word by word: Breiman's weakest links, and Quinlan's shortening of a rule."""

import numpy as np

from dtlab.pruning.cost_complexity import node_risks
from dtlab.pruning.pessimistic import extra_errors
from dtlab.tree.rules import Rule


def weakest_links(tree, risk="error"):
    """Breiman's procedure, word by word: collapse all weakest links, again and again."""
    R = dict(zip(map(id, tree.walk()), node_risks(tree, risk) / tree.weight, strict=True))
    keep = [tree]  # ids stay valid while the nodes live

    def collapsed(node, alpha):
        node_R = R[id(node)]
        if node.is_leaf:
            return node
        children = [collapsed(child, alpha) for child in node.children]
        new = node.replace(children=children)
        keep.append(new)
        R[id(new)] = node_R
        if g(new) <= alpha + 1e-12:
            new = node.as_leaf()
            keep.append(new)
            R[id(new)] = node_R
        return new

    def g(node):
        gain = R[id(node)] - sum(R[id(t)] for t in node.leaves())
        if node.n_leaves == 1:
            return np.inf if gain > 1e-12 else -np.inf
        return gain / (node.n_leaves - 1)

    path = [(0.0, collapsed(tree, 0.0))]
    while True:
        links = [g(node) for node in path[-1][1].walk() if not node.is_leaf]
        alpha = min(links, default=np.inf)
        if alpha == np.inf:
            return path
        pruned = path[-1][1]
        while any(g(node) <= alpha + 1e-12 for node in pruned.walk() if not node.is_leaf):
            pruned = collapsed(pruned, alpha)
        path.append((alpha, pruned))


def rule_error(rule, frame, y, method):
    """The share of errors among the rows that a rule covers, pessimistic or as counted."""
    covered = rule.covers(frame)
    n = int(covered.sum())
    e = sum(label != rule.prediction for label, c in zip(y, covered, strict=True) if c)
    charge = extra_errors(n, e) if method == "pessimistic" else 0
    return (e + charge) / n if n else 1.0


def shorten(rule, estimate):
    """Drop the condition whose loss costs least, as long as the estimate does not rise."""
    while rule.conditions:
        c = rule.conditions
        options = [Rule((*c[:i], *c[i + 1 :]), rule.prediction) for i in reversed(range(len(c)))]
        best = min(options, key=lambda rule: round(estimate(rule), 10))
        if estimate(best) > estimate(rule) + 1e-9:
            return rule
        rule = best
    return rule
