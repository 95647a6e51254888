"""Idea 3: when to stop, and how to cut back. Each way of pruning leads from a tree to a new tree.

Reduced error asks a validation set, cost-complexity sets a price per leaf, the χ² test asks whether
a split could be chance, Quinlan's pessimistic pruning distrusts small leaves, and limits bound the
depth and the size. Rules can be pruned more finely than the tree they come from.
"""

from .._lazy import lazy

__getattr__, __dir__, __all__ = lazy(__name__, __file__)
