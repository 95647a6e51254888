"""What a cell shows: one card with a fixed text and the same as HTML that needs no script.

A card that can be answered also has a live view (`live`), see dtlab/notebook/stills.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeVar

from dtlab.notebook import stills
from dtlab.notebook.stills import in_notebook, still

from ..bank import NoSuchItem
from .markup import P, as_html, inline_html, without_marks

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


def plain(option):
    """An option beside its radio button, which shows neither marks nor code.

    >>> plain("**Not** `a`")
    'Not a'
    """
    return without_marks(str(option)).replace("`", "")
