"""Figures in notebooks: after `%load_ext dtlab` a kernel shows them as SVG with a description.

Those that a learner draws with pandas or Matplotlib get the look of dtlab's own.
"""

from contextlib import contextmanager

from ..plots.base.sizes import PAGE
from ..plots.base.style import COLOURS, DARK, FAINT, GREY, PAPER, SIZE, TITLE
from ..plots.svg import alt, picture


@contextmanager
def figures_as_svg(shell):
    """From now on this kernel shows Matplotlib figures with `picture`, in dtlab's style."""
    from matplotlib import rcParams
    from matplotlib.figure import Figure

    shell.enable_matplotlib("inline")  # first, because it registers formats of its own
    formatters = shell.display_formatter.formatters
    before = [(formatter, formatter.pop(Figure, None)) for formatter in formatters.values()]
    formatters["text/html"].for_type(Figure, picture)
    formatters["text/plain"].for_type(Figure, lambda figure, out, cycle: out.text(alt(figure)))
    look = settings()
    plain = {name: rcParams[name] for name in look}
    rcParams.update(look)
    try:
        yield
    finally:
        rcParams.update(plain)
        for formatter, function in before:
            formatter.pop(Figure, None)
            if function is not None:
                formatter.for_type(Figure, function)


def settings():
    """Matplotlib's settings for figures that dtlab does not draw: the type scale and the palette.

    >>> settings()["axes.labelsize"], settings()["axes.titlelocation"]
    (11, 'left')
    """
    from matplotlib.rcsetup import cycler

    small, grey = PAGE.small, GREY[DARK]
    return {
        "font.size": SIZE,
        "axes.labelsize": SIZE,
        "axes.titlesize": TITLE,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "xtick.labelsize": small,
        "ytick.labelsize": small,
        "legend.fontsize": SIZE,
        "legend.frameon": False,
        "text.color": DARK,
        "axes.labelcolor": DARK,
        "axes.titlecolor": DARK,
        "xtick.color": grey,
        "ytick.color": grey,
        "axes.edgecolor": FAINT,
        "axes.linewidth": 0.8,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "grid.color": FAINT,
        "grid.alpha": 0.25,
        "axes.prop_cycle": cycler(color=COLOURS),
        "lines.linewidth": 2.0,
        "scatter.edgecolors": PAPER,
        "figure.facecolor": PAPER,
        "axes.facecolor": PAPER,
        "figure.figsize": (PAGE.width, 4.5),
    }
