"""Idea 2: what can be asked, and which question is best."""

from .._lazy import lazy

__getattr__, __dir__, __all__ = lazy(__name__, __file__)
