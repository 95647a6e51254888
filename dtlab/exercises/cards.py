"""What a cell shows: one card with a fixed text and the same as HTML that needs no script.

A card that can be answered also has a live view (`live`), see course/stills.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from html import escape
from itertools import groupby
from typing import ParamSpec, TypeVar

from ..course import stills
from ..course.stills import in_notebook, still
from .bank import NoSuchItem

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def calm(function: Callable[Arguments, Result]) -> Callable[Arguments, Result | Card]:
    """Turn what `function` raises into a card, so that the notebook goes on."""

    @wraps(function)
    def calmly(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result | Card:
        try:
            return function(*args, **kwargs)
        except NoSuchItem as error:
            said = f"{str(error)[0].upper()}{str(error)[1:]}."
        except Exception as error:
            what = f"{type(error).__name__}: {str(error)[:200]}"
            whose = "the fault is in the course, not in your work"
            said = f"`{function.__name__}` could not do this; {whose} ({what})."
        return Card("not yet", said)

    return calmly


MARKS = {"right": "✓", "not yet": "○", "note": "•", "ask": "?", "told": "→"}
COLOURS = {  # JupyterLab's own, which follow its theme; Okabe and Ito's where there is no theme
    "right": "var(--jp-success-color1, #009e73)",
    "not yet": "var(--jp-warn-color1, #e69f00)",
    "note": "var(--jp-border-color1, #999999)",
    "ask": "var(--jp-brand-color1, #0072b2)",
    "told": "var(--jp-brand-color1, #0072b2)",
}
BOLD = re.compile(r"\*\*(\S(?:[^*\n]*\S)?)\*\*")
EMPHASIS = re.compile(r"(?<![*\w])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![*\w])")  # not 2*3*4
P = '<p style="margin: 0.4em 0">'


@dataclass(frozen=True, repr=False)
class Card:
    """A sign, a first line, and paragraphs under it. `extra` is HTML for notebooks only."""

    tone: str
    head: str
    body: tuple[str, ...] = ()
    extra: str = ""
    live: Callable | None = None  # makes the widget

    def __str__(self):
        lines = [f"{MARKS[self.tone]} {without_marks(self.head)}"]
        for text in filter(None, self.body):
            lines += [f"  {line}".rstrip() for line in without_marks(text).split("\n")]
        return "\n".join(lines)

    __repr__ = __str__

    @property
    def inside(self):
        """The HTML without the coloured edge."""
        head = f"{P}<b>{MARKS[self.tone]}</b> {inline_html(self.head)}</p>"
        return "".join([head, *map(as_html, self.body), self.extra])

    def _repr_html_(self):
        edge = f"border-left: 4px solid {COLOURS[self.tone]}"
        style = f' style="{edge}; padding: 0 0 0 12px; max-width: 60em"'
        return still(self.inside, style) if self.live else f"<div{style}>{self.inside}</div>"

    def _ipython_display_(self):
        view = self.live() if self.live and in_notebook() else None
        stills.show(lambda: (str(self), self._repr_html_()), view)


def views():
    """The module of live views; only a notebook needs ipywidgets."""
    from . import live

    return live


def without_marks(text):
    """Text for a terminal: without the stars of **bold** and *emphasis*.

    >>> without_marks("**Not** *this* `a*b*c`")
    'Not this `a*b*c`'
    """
    pieces = re.split(r"(`[^`\n]+`|^    .*$)", text, flags=re.MULTILINE)
    pieces[::2] = [EMPHASIS.sub(r"\1", BOLD.sub(r"\1", piece)) for piece in pieces[::2]]
    return "".join(pieces)


def plain(option):
    """An option beside its radio button, which shows neither marks nor code.

    >>> plain("**Not** `a`")
    'Not a'
    """
    return without_marks(str(option)).replace("`", "")


def as_html(text):
    """Paragraphs as HTML; indented lines stay as they are.

    >>> as_html("A tree:" + chr(10) + "    STREAM?").split("</p>")
    ['<p style="margin: 0.4em 0">A tree:', '<pre>STREAM?</pre>']
    """
    pieces = []
    for kind, lines in groupby(text.split("\n"), _kind_of_line):
        if kind == "as it is":
            pieces.append(f"<pre>{escape(chr(10).join(line[4:] for line in lines))}</pre>")
        elif kind == "words":
            pieces.append(P + inline_html("\n".join(lines)).replace("\n", "<br>") + "</p>")
    return "".join(pieces)


def _kind_of_line(line):
    if not line.strip():
        return "nothing"
    return "as it is" if line.startswith("    ") else "words"


def inline_html(text):
    """`code`, **bold** and *emphasis* as HTML.

    >>> inline_html("Is `a < b`?")
    'Is <code>a &lt; b</code>?'
    """
    pieces = re.split(r"`([^`\n]+)`", escape(text, quote=False))
    pieces[1::2] = [f"<code>{piece}</code>" for piece in pieces[1::2]]
    pieces[::2] = [
        EMPHASIS.sub(r"<em>\1</em>", BOLD.sub(r"<b>\1</b>", piece)) for piece in pieces[::2]
    ]
    return "".join(pieces)
