"""Numbers and names as they are written in figures."""

import re
from math import floor, isfinite, log10
from textwrap import wrap

import numpy as np

from ...inputs.values import show
from .style import cut, short

LONGEST = 22  # characters of a line in a box
NARROW = 13  # of a line of a label


def digits(value):
    """A score as a person says it: four digits, four decimals at most, but never fewer than two
    digits that count.

    >>> digits(0.863121), digits(0.42), digits(0.006839), digits(0.000086), digits(1256234.6)
    ('0.8631', '0.42', '0.0068', '0.000086', '1256235')
    """
    if abs(value) >= 1e4 or not value or not isfinite(value):
        return f"{value:.0f}"
    tenth = floor(log10(abs(value)))  # the power of ten of the first digit
    number = round(float(value), min(3 - tenth, max(4, 1 - tenth)))
    return show(number) if tenth < -8 else np.format_float_positional(number, trim="-")


def brief(threshold):
    """A threshold as it fits into a figure: in full if that is short, else as `digits`.

    >>> brief(4175.0), brief(12345.5), brief(-0.0386665)
    ('4175', '12345.5', '−0.0387')
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
