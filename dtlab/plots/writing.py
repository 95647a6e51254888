"""Numbers and names as they are written in pictures."""

from ..values import show


def digits(value):
    """A score in four digits: 0.8631, 0.42, 8.6e-05, 1256000.

    >>> digits(0.863121), digits(0.42), digits(1256234.6)
    ('0.8631', '0.42', '1256235')
    """
    return show(float(f"{value:.4g}")) if abs(value) < 1e4 else f"{value:.0f}"


def brief(threshold):
    """A threshold as it fits into a picture: in full if that is short, else in four digits.

    >>> brief(4175.0), brief(12345.5), brief(-0.0386665)
    ('4175', '12345.5', '−0.03867')
    """
    text = show(float(threshold))
    return (text if len(text) <= 7 else digits(threshold)).replace("-", "−")


def name_of(column, default):
    """The name of a Series, or the default."""
    own = getattr(column, "name", None)
    return default if own is None else str(own)
