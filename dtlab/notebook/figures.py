"""Figures in notebooks: after `%load_ext dtlab` a kernel shows them as SVG with a description."""

from contextlib import contextmanager

from ..plots.svg import alt, picture


@contextmanager
def figures_as_svg(shell):
    """From now on this kernel shows Matplotlib figures with `picture`."""
    from matplotlib.figure import Figure

    shell.enable_matplotlib("inline")  # first, because it registers formats of its own
    formatters = shell.display_formatter.formatters
    before = [(formatter, formatter.pop(Figure, None)) for formatter in formatters.values()]
    formatters["text/html"].for_type(Figure, picture)
    formatters["text/plain"].for_type(Figure, lambda figure, out, cycle: out.text(alt(figure)))
    try:
        yield
    finally:
        for formatter, function in before:
            formatter.pop(Figure, None)
            if function is not None:
                formatter.for_type(Figure, function)
