"""One file per algorithm of the lectures, each a recipe for the engine."""

from .._lazy import lazy

__getattr__, __dir__, __all__ = lazy(__name__, __file__)
