"""Many trees, one answer: bagging, random forests, AdaBoost, gradient boosting, C5.0's additions.

Each is a short recipe on the same engine, in a file of its own. Lecture 000 §4.4.5, 003 and 004.
"""

from .._lazy import lazy

__getattr__, __dir__, __all__ = lazy(__name__, __file__)
