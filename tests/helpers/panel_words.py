"""The words and lines of axes and of the panels in them."""

from matplotlib import pyplot as plt

from dtlab.plots import describe
from dtlab.plots.base.sizes import PAGE


def texts(ax):
    """All words of the axes and of the panels in them."""
    return [t.get_text() for part in (ax, *ax.child_axes) for t in part.texts]


def drawn(ax):
    """Draw without a picture: what goes wrong in letters shows here."""
    ax.get_figure(root=True).draw_without_rendering()
    return ax


def assert_axes_in_axes_out(plot, ax):
    """plot(ax) draws there and opens nothing; plot(None) opens a figure whose text is readable."""
    assert plot(ax) is ax and plt.get_fignums() == []
    assert describe(ax.figure) == ax.description and ax.description.endswith(".")
    new = plot(None)
    assert new.figure.number in plt.get_fignums()
    sizes = [t.get_fontsize() for part in (new, *new.child_axes) for t in part.texts]
    assert min(sizes, default=PAGE.small) >= PAGE.small
    assert max(new.figure.get_size_inches()) <= 8
    drawn(new)


def named(ax):
    return {line.get_label(): line for line in ax.lines if not line.get_label().startswith("_")}
