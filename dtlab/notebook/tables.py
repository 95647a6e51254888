"""Tables in notebooks: on a projector they are shown larger (`dtlab.projector`)."""

from contextlib import contextmanager

from ..plots.base.sizes import sizes

# named, not imported; pandas 3 has moved its own
FRAMES = ("pandas.DataFrame", "pandas.core.frame.DataFrame")
TABLES = (*FRAMES, "pandas.io.formats.style.Styler", "dtlab.data.Dataset")


@contextmanager
def larger_tables(shell):
    """From now on this kernel shows tables as large as `sizes` says."""
    formatter = shell.display_formatter.formatters["text/html"]
    try:
        for name in TABLES:
            formatter.for_type_by_name(*name.rsplit(".", 1), table)
        yield
    finally:
        for name in TABLES:
            formatter.pop(name, None)


def table(thing):
    """A table as HTML, enlarged; None where it has none, as pandas' options may want it."""
    html = thing._repr_html_()
    zoom = sizes().table
    return html if html is None or zoom == 1 else f'<div style="zoom: {zoom}">{html}</div>'
