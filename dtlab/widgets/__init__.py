"""Widgets to tweak: `explore_x(...)` shows a state object (tested without a browser) in a notebook.

The only part of dtlab that imports ipywidgets.
"""

from .._lazy import lazy

__getattr__, __dir__, __all__ = lazy(__name__, __file__)
