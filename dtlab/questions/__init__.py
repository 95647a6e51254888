"""Idea 2: what can be asked, and which question is best."""

from .._lazy import lazy

_PLACES = {
    ".inputs.values": ("Interval",),
    "criteria": ("Decrease",),
    "question": ("Groups", "Threshold"),
    "search": ("OneBranchPerValue", "Thresholds"),
    "two_groups": ("TwoGroups",),
}
__getattr__, __dir__, __all__ = lazy(__name__, _PLACES)
