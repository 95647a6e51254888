"""Arithmetic as the slide writes it: formula, this data's fractions in it, each term, the result.

Every function here has the name of the measure whose work it shows, takes the same columns, and
returns a `Work` (shown.py): formulas and tables in a notebook, aligned text in a terminal, rows by
`to_frame()`, numbers by `value`, `exact` and `terms`. Symbols are those of lecture 000: t is the
target, d a feature, D1, D2, … the parts of the data, d376 the instance 376.
"""

from .._lazy import lazy

__getattr__, __dir__, __all__ = lazy(__name__, __file__)
