"""What a drawn picture says: its words, how small its letters are, and its coloured areas."""

import warnings

from matplotlib.colors import same_color
from matplotlib.text import Text


def panels(ax):
    return [ax, *ax.child_axes]


def texts(ax):
    """All words of the axes and the axes inside them, once the figure is drawn."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Letters our font lacks: the browser has them, and words stay words in SVG.
        warnings.filterwarnings("ignore", "Glyph|Matplotlib currently does not support")
        ax.figure.canvas.draw()
    found = []
    for panel in panels(ax):
        found += [*panel.texts, panel.title, panel.xaxis.label, panel.yaxis.label]
        found += [*panel.get_xticklabels(), *panel.get_yticklabels()]
        found += panel.get_legend().get_texts() if panel.get_legend() else []
    return [text.get_text() for text in found if text.get_text()]


def smallest_letters(ax):
    texts(ax)
    found = [t for p in panels(ax) for t in p.findobj(Text)]
    return min(t.get_fontsize() for t in found if t.get_text() and t.get_visible())


def areas(ax, colour):
    """(left, top, width, height) of all filled rectangles of a colour."""
    found = []
    for patch in ax.patches:
        if patch.get_fill() and same_color(patch.get_facecolor(), colour):
            corners = patch.get_path().vertices.reshape(-1, 5, 2)
            low, high = corners.min(axis=1), corners.max(axis=1)
            found += [(*a, *(b - a)) for a, b in zip(low, high, strict=True)]
    return found
