"""How large figures and their letters are, on a page or on a projector: the one place for both.

All figures are drawn with labels of 11 points and titles of 13 for a `width` and a `height`, and
shown `zoom` times as large as they are drawn: a page has these sizes, a projector labels of 15
points. So its letters, lines and markers grow together, and nothing that draws has to know about
it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True)
class Sizes:
    """The room of a figure in inches as it is drawn, and how many times larger things are shown."""

    width: float
    height: float  # at most, if the content of a figure does not need more
    small: float  # points of secondary text, where labels have 11
    tree: tuple[float, float]  # of a tree that draws itself in a notebook; of a larger one, the top
    zoom: float  # of figures, at most
    table: float  # zoom of tables
    visible: float  # inches of a notebook that are seen at once

    @property
    def share(self) -> float:
        """The width as a share of a page's."""
        return self.width / PAGE.width

    @property
    def letters(self) -> int:
        """How many letters of a label fit into a line."""
        return int(11.4 * self.width)

    def zoom_of(self, height: float) -> float:
        """How many times larger to show a figure: less for a high one, down to labels of 9 points.

        Parameters:
            height: of the figure, in inches as it is drawn.

        >>> [round(11 * PROJECTOR.zoom_of(height), 1) for height in (2.5, 4, 10)]
        [15.0, 10.1, 9.0]
        """
        return min(self.zoom, max(9 / 11, self.visible / height))


PAGE = Sizes(8.0, inf, 9.5, (10.2, 11.0), 1.0, 1.0, inf)
# At 1280 × 720 and 150 % zoom JupyterLab leaves an output 653 × 359 pixels, 6.8 × 3.7 inches, and
# a figure has 0.1 inches of background around it. Labels are shown with 15 points, all else with
# at least 14.
PROJECTOR = Sizes(4.83, 2.44, 10.3, (5.1, 4.9), 15 / 11, 1.33, 3.66)
_now = PAGE


def projector(on: bool = True) -> None:
    """Show what comes next for a projector: larger letters and lines in lower figures, and tables.

    For JupyterLab at 1280 × 720 pixels and 150 % zoom, where 359 pixels of a notebook are visible:
    a figure fits under its cell, and its labels have 15 points. What a figure must hold it still
    holds: one with many rows, or a tree, is shown smaller, down to labels of 9 points, and then
    higher (`plot_tree(…, max_depth=2)` draws the top). Tables are larger after `%load_ext dtlab`.

    Parameters:
        on: True (default) for a projector, False for a page again.

    >>> from dtlab import plot_impurities, projector
    >>> projector()
    >>> plot_impurities().figure.get_size_inches()
    array([4.83, 2.44])
    >>> projector(False)
    >>> plot_impurities().figure.get_size_inches()
    array([8. , 4.5])
    """
    global _now
    _now = PROJECTOR if on else PAGE


def sizes() -> Sizes:
    """The sizes that hold now: ask whenever something is drawn, and keep no copy.

    A widget that has a room of w × h pixels draws a figure of w / 96 / zoom by h / 96 / zoom
    inches, and shows its SVG as wide as the room.
    >>> sizes().width, sizes().zoom
    (8.0, 1.0)
    """
    return _now
