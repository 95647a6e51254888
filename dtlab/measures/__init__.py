"""Idea 1: how impure is a set, and what is a split worth?

impurity.py  functions of counts: entropy, gini, error, variance
gains.py     functions of a contingency table, for all nodes at once
features.py  functions of two columns, x (feature) and y (target)
huffman.py   codes whose mean length approaches the entropy
"""

from .._lazy import lazy

__getattr__, __dir__, __all__ = lazy(__name__, __file__)
