"""Idea 2: what can be asked, and which question is best."""

from ..inputs.values import Interval
from .question import Groups, Threshold

__all__ = ["Groups", "Interval", "Threshold"]
