"""One file per algorithm of the lectures, each a recipe for the engine."""

from .._lazy import lazy

_PLACES = {
    "c45": ("C45",),
    "cart": ("CART",),
    "chaid": ("CHAID",),
    "id3": ("ID3",),
    "mars.model": ("MARS",),
    "regression": ("RegressionTree",),
    "tree": ("Tree",),
}
__getattr__, __dir__, __all__ = lazy(__name__, _PLACES)
