"""Figures as SVG that is the same on every run.

A figure becomes text that can be compared, so that a test notices when a picture changes.
Matplotlib's own SVG holds three things that differ between runs or machines: the date, names made
of hashed coordinates, and last digits. Words stay words, so that a changed word is one changed
word. The notebook holds an <img> around it: JupyterLab would show bare SVG without its description,
wider than a narrow page, and in notebooks of strangers not at all.
"""

import re
from hashlib import sha256
from html import escape
from io import StringIO
from threading import RLock
from typing import Any

from .base.sizes import sizes

STABLE: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": "dtlab"}
SHRINKS = 'style="max-width: 100%; height: auto"'
LONG = re.compile(r"-?\d+\.(?:\d{3,}|\d?0(?!\d))")  # numbers that `rounded` would change
NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))
# One figure at a time: `rc_context` changes the settings of all threads, and puts back those that
# it found. Cells run in one thread, and JupyterLab hands the messages of widgets to another.
TURN = RLock()


def picture(figure):
    """A Matplotlib figure as HTML: an image that has its words with it."""
    text = _svg(figure)
    return text and image(text, alt(figure))


def image(text, description):
    """SVG as an <img>, which shrinks with its page.

    In an address, four characters would mean something else, and line ends nothing at all.
    """
    for character in "%#&'":
        text = text.replace(character, f"%{ord(character):X}")
    text = text.replace("\n", " \n")
    words = escape(description)
    return f"<img {SHRINKS} alt=\"{words}\" src='data:image/svg+xml;charset=utf-8,{text}'/>"


def svg(figure):
    """A Matplotlib figure as SVG text, rounded to hundredths of a point, without chance names."""
    text = _svg(figure)
    return text and labelled(text, alt(figure))


def _svg(figure):
    from matplotlib import rc_context

    if not (figure.axes or figure.lines or figure.texts):
        return None
    text = StringIO()
    with TURN, rc_context(STABLE):
        figure.savefig(text, format="svg", bbox_inches="tight", metadata=NO_METADATA)
    return enlarged(steady(text.getvalue()))


def enlarged(text):
    """SVG that is shown as many times larger as `sizes` says; what it draws stays the same."""
    height = re.findall(r'\bheight="([\d.]+)pt"', text)[0]
    zoom = sizes().zoom_of(float(height) / 72)

    def longer(length):
        return f'{length[1]}="{zoom * float(length[2]):.2f}pt"'

    return text if zoom == 1 else re.sub(r'\b(width|height)="([\d.]+)pt"', longer, text, count=2)


def alt(figure):
    """What the figure shows, in words: the text for those who do not see it."""
    from . import describe

    return describe(figure) or repr(figure)


def labelled(text, description):
    """The SVG as one image whose name a screen reader reads out; it shrinks with its page."""
    return text.replace("<svg", f'<svg {SHRINKS} role="img" aria-label="{escape(description)}"', 1)


def steady(text):
    """Matplotlib's SVG without prolog and comments, with short numbers, fonts and names.

    >>> steady('<?xml?><!-- x --><svg><path id="p0123456789" d="M 1.239999 -0.0001"/>0.12345</svg>')
    '<svg><path id="fig-379af5c6-1" d="M 1.24 0"/>0.12345</svg>'
    """
    text = shortened(text[text.index("<svg") :])
    names = dict.fromkeys(re.findall(r'\bid="(\w*[0-9a-f]{10})"', text))
    for number, name in enumerate(names, start=1):
        text = text.replace(name, f"fig-{number}")
    # One page may show several figures, so a name must say whose it is.
    whose = sha256(text.encode()).hexdigest()[:8]
    return re.sub(r'(?<=["#])fig-(?=\d+[")])', f"fig-{whose}-", text)


def shortened(text):
    """Matplotlib's SVG, or a part of it, without comments, with short numbers and fonts."""
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"<[^>]*>", lambda tag: LONG.sub(rounded, tag.group()), text)
    return re.sub(r"'Bitstream Vera Sans'.*?(?=sans-serif)", "", text)  # ten fonts in each label


def rounded(number):
    """A matched number with at most two decimals, and no minus before zero."""
    return f"{round(float(number.group()), 2) + 0.0:.2f}".rstrip("0").rstrip(".")
