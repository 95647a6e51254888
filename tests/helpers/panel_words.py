"""The words and lines of axes and of the panels in them."""


def texts(ax):
    """All words of the axes and of the panels in them."""
    return [t.get_text() for part in (ax, *ax.child_axes) for t in part.texts]


def drawn(ax):
    """Draw without a picture: what goes wrong in letters shows here."""
    ax.get_figure(root=True).draw_without_rendering()
    return ax


def named(ax):
    return {line.get_label(): line for line in ax.lines if not line.get_label().startswith("_")}
