"""Widgets to tweak: `explore_x(...)` shows a state object (tested without a browser) in a notebook.

The only part of dtlab that imports ipywidgets.
"""

from importlib.util import find_spec

from .._lazy import lazy

if not all(map(find_spec, ("ipywidgets", "anywidget", "IPython"))):
    raise ImportError("the widgets need Jupyter: python -m pip install 'dtlab[widgets]'")

__getattr__, __dir__, __all__ = lazy(__name__, __file__)
