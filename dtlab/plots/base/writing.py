"""Numbers and names as they are written in figures."""

import re
from textwrap import wrap

from ...inputs.values import show
from .style import cut, short

LONGEST = 22  # characters of a line in a box
NARROW = 13  # of a line of a label


def digits(value):
    """A score in four digits: 0.8631, 0.42, 8.6e-05, 1256000.

    >>> digits(0.863121), digits(0.42), digits(1256234.6)
    ('0.8631', '0.42', '1256235')
    """
    return show(float(f"{value:.4g}")) if abs(value) < 1e4 else f"{value:.0f}"


def brief(threshold):
    """A threshold as it fits into a figure: in full if that is short, else in four digits.

    >>> brief(4175.0), brief(12345.5), brief(-0.0386665)
    ('4175', '12345.5', '−0.03867')
    """
    text = show(float(threshold))
    return (text if len(text) <= 7 else digits(threshold)).replace("-", "−")


def head_lines(text, longest=LONGEST):
    """The lines of a box's head: as of a label, but a long name goes on in a second line.

    >>> head_lines("credit_rating_excellent?"), head_lines("worst concave points?")
    (['credit_rating_', 'excellent?'], ['worst concave', 'points?'])
    >>> head_lines("bill_length_mm?", NARROW)
    ['bill_length_', 'mm?']
    """
    if len(text) <= longest:
        return label_lines(text)
    lines = [""]
    for piece in re.findall(r"[^\s_./-]*[\s_./-]*", text):
        if lines[-1] and len(lines[-1] + piece.rstrip()) > longest:
            lines.append("")
        lines[-1] += piece
    rest = "".join(lines[1:])
    return [cut(line.rstrip(), longest) for line in (lines[0], rest) if line]


def label_lines(text):
    """A label in a few short lines, cut after 22 characters; without a space it stays in one.

    >>> label_lines("rainy, overcast"), label_lines("≤ 4175")
    (['rainy,', 'overcast'], ['≤ 4175'])
    """
    return wrap(short(text), NARROW, break_long_words=False, break_on_hyphens=False) or [""]
