"""The tree that people read: one immutable node type, written by hand, as text, rules or JSON."""

from .by_hand import ask, leaf
from .node import Node

__all__ = ["Node", "ask", "leaf"]
