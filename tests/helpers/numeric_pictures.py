"""What a drawn figure of numbers says, and that it is drawn without a warning."""

import warnings

import matplotlib

from dtlab.plots.svg import svg

LACKING = "Glyph|Matplotlib currently does not support"  # letters that the font has not


def texts(ax):
    """All words of a picture."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", LACKING)
        ax.figure.draw_without_rendering()
    found = ax.findobj(matplotlib.text.Text)
    return [text.get_text() for text in found if text.get_visible() and text.get_text()]


def quietly(ax):
    """Drawn in full, without any warning but the one about letters that the font lacks."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", LACKING)
        assert svg(ax.figure).count("<svg") == 1
    return ax
