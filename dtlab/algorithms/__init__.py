"""One file per algorithm of the lectures, each a recipe for the engine."""

from .._lazy import lazy

_PLACES = {
    "c45": ("C45",),
    "chaid_model": ("CHAID",),
    "mars.model": ("MARS",),
    "models": ("CART", "ID3", "RegressionTree"),
}
__getattr__, __dir__, __all__ = lazy(__name__, _PLACES)
