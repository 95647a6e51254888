"""Figures: `plot_x(thing, ..., ax=None)` draws on `ax`, or on a new figure, and returns the axes.

Names load when they are first used. `describe` says in words what a figure or a tree shows; that
text is the figure's alternative text in a notebook.
"""

from .._lazy import lazy

__getattr__, __dir__, __all__ = lazy(__name__, __file__)
