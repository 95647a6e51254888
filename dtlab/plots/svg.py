"""Figures as SVG that is the same on every run.

Matplotlib's own SVG holds three things that differ between runs or machines: the date, names made
of hashed coordinates, and last digits. Words stay words. The notebook holds an <img> around it:
JupyterLab would show bare SVG without its description, wider than a narrow page, and in notebooks
of strangers not at all. Beside it stands as text what it shows, so that a test notices when a
picture changes.
"""

import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html import escape, unescape
from io import StringIO
from threading import RLock
from typing import Any

from .base.charts import numbers_of
from .base.sizes import sizes
from .base.style import PAPER

STABLE: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": "dtlab"}
SHRINKS = 'style="max-width: 100%; height: auto"'
# Stored pictures stay light: in a dark theme they lie on a soft card.
CARD = (
    'style="max-width: 100%; height: auto; box-sizing: border-box; padding: 10px; '
    f'border-radius: 10px; background: {PAPER}"'
)
ADDRESS = "data:image/svg+xml;base64,"
LONG = re.compile(r"-?\d+\.(?:\d{3,}|\d?0(?!\d))")  # numbers that `rounded` would change
NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))
# One figure at a time: `rc_context` changes the settings of all threads, and puts back those that
# it found. Cells run in one thread, and JupyterLab hands the messages of widgets to another.
TURN = RLock()


def picture(figure):
    """A Matplotlib figure as HTML: an image that has its words with it."""
    text = _svg(figure)
    return text and image(text, alt(figure), numbers_of(figure))


def image(text, description, numbers=""):
    """SVG as an <img> on a card, which shrinks with its page.

    The address is base64, the one form that all pages show which show notebooks. What is drawn
    stands beside it as text, so that the stored notebook can be compared and a change be read.

    >>> html = image('<svg><path style="fill: #0072b2"/><text>1 &lt; 2</text></svg>', "Two bars.")
    >>> html[html.index("alt") : html.index(" src")]
    'alt="Two bars." data-drawn="words: 1 &lt; 2\\ncolours: #0072b2"'
    >>> svgs_in(html)
    ['<svg><path style="fill: #0072b2"/><text>1 &lt; 2</text></svg>']
    """
    words = " | ".join(unescape(word) for word in re.findall(r"<text[^>]*>([^<]*)", text))
    colours = " ".join(sorted(set(re.findall("#[0-9a-f]{6}", text))))
    drawn = "\n".join(filter(None, (f"words: {words}", f"colours: {colours}", numbers)))
    address = f"{ADDRESS}{b64encode(text.encode()).decode()}"
    told = f'alt="{escape(description)}" data-drawn="{escape(drawn)}"'
    return f"<img {CARD} {told} src='{address}'/>"


def svgs_in(html):
    """The SVG of every picture in HTML that `image` wrote."""
    found = re.findall(f"src='{re.escape(ADDRESS)}([^']*)'", html)
    return [b64decode(address).decode() for address in found]


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
