"""`%load_ext dtlab`: figures as SVG, trees that draw themselves, short errors."""

from __future__ import annotations

from contextlib import ExitStack
from importlib.metadata import entry_points
from typing import TYPE_CHECKING
from warnings import filterwarnings

from .errors import short_errors
from .figures import figures_as_svg
from .tables import larger_tables
from .trees import self_drawing_trees

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

# Entry points of other packages: each is a context manager that takes the shell.
EXTENSIONS = "dtlab.notebook"


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Called by `%load_ext dtlab` with IPython's shell.

    Errors that dtlab raises on purpose are then shown in a few lines. In a notebook, figures are
    SVG with a description, a tree or a fitted model as the last value of a cell is drawn, and a
    plot as the last line prints no `<Axes: >`. IPython in a terminal still shows text.

    Parameters:
        shell: the shell, which IPython passes.

    The first line of a notebook; a doctest has no shell, so it is not run here:
    >>> %load_ext dtlab  # doctest: +SKIP
    """
    with ExitStack() as parts:
        parts.enter_context(short_errors(shell))
        if hasattr(shell, "kernel"):
            parts.enter_context(figures_as_svg(shell))
            parts.enter_context(self_drawing_trees(shell))
            parts.enter_context(larger_tables(shell))
            for entry in entry_points(group=EXTENSIONS):
                parts.enter_context(entry.load()(shell))
            filterwarnings("ignore", "Glyph .* missing")  # the browser has more than our font
        shell.meta["dtlab"] = parts.pop_all()


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """Called by `%unload_ext dtlab` with IPython's shell: all is shown as before.

    Parameters:
        shell: the shell, which IPython passes.

    In a notebook; a doctest has no shell, so it is not run here:
    >>> %unload_ext dtlab  # doctest: +SKIP
    """
    shell.meta.pop("dtlab").close()
