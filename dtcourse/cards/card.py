"""What a cell shows: one card with a fixed text and the same as HTML that needs no script.

A card that can be answered also has a live view (`live`), see dtlab/notebook/stills.py. Its style
stands in the tags, because a page without a kernel keeps no style sheet; where the tags lose it,
too (GitHub), the sign, the bold first line and the paragraphs remain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeVar

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


# ── the looks ───────────────────────────────────────────────────────────────────────────────────


class Look(NamedTuple):
    """What a card of one kind shows: its sign in a text; its colour and its icon on a page."""

    sign: str
    colour: str  # white on it and it on a dark page can both be read
    icon: str  # lines in a square of 24


GREEN, ORANGE, BLUE, GREY = "#15803d", "#bc4c00", "#0072b2", "#6b7280"
LOOKS = {
    "right": Look("✓", GREEN, "M5 12.5 9.8 17.3 19 7.5"),
    "not yet": Look("○", ORANGE, "M18.7 9.2A7.2 7.2 0 1 0 19.2 13M19.4 4.4V9.4H14.4"),
    "note": Look("•", GREY, "M12 11V17.2M12 6.8V7"),
    "task": Look("•", GREY, "M5.5 18.5 6.5 14.5 15.5 5.5 18.5 8.5 9.5 17.5ZM13.5 7.5 16.5 10.5"),
    "guess": Look(
        "?", BLUE, "M8.8 9.3A3.3 3.3 0 1 1 13.7 12C12.6 12.7 12 13.2 12 14.6M12 18.2V18.4"
    ),
    "closed": Look("?", BLUE, "M6.5 11H17.5V18.5H6.5ZM8.8 11V8.4A3.2 3.2 0 0 1 15.2 8.4V11"),
    "quiz": Look(
        "?",
        "#8250df",
        "M4.5 7.5 6.3 9.3 9.3 6M12.5 7.7H19.5M4.5 15.7 6.3 17.5 9.3 14.2M12.5 16H19.5",
    ),
    "hint": Look(
        "→",
        "#8f6a00",
        "M9.8 16C9.8 13.6 7.4 12.6 7.4 9.4A4.6 4.6 0 0 1 16.6 9.4C16.6 12.6 14.2 13.6 14.2 16Z"
        "M10.3 19.4H13.7",
    ),
    "solution": Look(
        "→", "#0f7b8a", "M11 13A3.6 3.6 0 1 0 11 13.1M10.6 11.4 18.5 5.5M15.8 7.6 18 10.4"
    ),
    "map": Look("•", BLUE, "M7 20V4.8M7 5.4H17.5L15 9 17.5 12.6H7"),
}
INK = "var(--jp-content-font-color1, #1f1f1f)"
PAPER = "var(--jp-layout-color1, #ffffff)"


def mixed(colour, share, ground):
    """So much of a colour, in percent, on a ground that follows the theme."""
    return f"color-mix(in srgb, {colour} {share}%, {ground})"


def surface(tone):
    """The style of a card: its ground, its frame and the width of its lines."""
    colour = LOOKS[tone].colour
    strong = tone == "right"  # a right answer should feel like one
    line = "dashed" if tone == "closed" else "solid"
    size = (
        "max-width: 50em"
        if tone != "map"
        else "width: fit-content; max-width: 100%; overflow-x: auto"
    )
    return (
        f"box-sizing: border-box; {size}; margin: 6px 0; padding: 12px 16px; "
        f"color: {INK}; background: {mixed(colour, 18 if strong else 6, PAPER)}; "
        f"border: 1px {line} {mixed(colour, 70 if strong else 35, PAPER)}; border-radius: 8px"
    )


def icon(tone, size=24):
    """The icon of a card: white lines on a disc; without styles, its sign."""
    look = LOOKS[tone]
    disc = (
        f"flex: none; display: inline-flex; width: {size}px; height: {size}px; "
        f"border-radius: 50%; background: {look.colour}; font-size: 0"
    )
    return (
        f'<span aria-hidden="true" style="{disc}">{look.sign}<svg viewBox="-3 -3 30 30" '
        f'width="{size}" height="{size}" fill="none" stroke="#fff" stroke-width="2.4" '
        f'stroke-linecap="round" stroke-linejoin="round"><path d="{look.icon}"/></svg></span> '
    )


def heading(tone, head):
    """The icon and the first line of a card; an id at its end is quieter."""
    words, dot, item_id = head.partition(" · ")
    ink = f"color: {mixed(LOOKS[tone].colour, 65, INK)}"
    said = f'<b style="{ink}; font-size: 1.08em">{inline_html(words)}</b>'
    quiet = f'<span style="opacity: 0.75">{dot}{inline_html(item_id)}</span>' if dot else ""
    row = "display: flex; gap: 10px; align-items: flex-start; line-height: 24px"
    return f'<div style="{row}">{icon(tone)}<span>{said}{quiet}</span></div>'


TEXT = P.replace('">', '; max-width: 36em">')  # at most 80 characters
CODE = '<pre style="margin: 0.4em 0; background: none; white-space: pre; overflow-x: auto">'
SIGNS = {f"{LOOKS[tone].sign} ": tone for tone in ("right", "not yet")}


def paragraphs(text):
    """A text of a card as HTML; a line that begins with a sign has its icon."""
    if tone := SIGNS.get(text[:2]):
        row = "display: flex; gap: 8px; align-items: flex-start; margin: 0.4em 0; line-height: 20px"
        said = f'<span style="max-width: 36em">{inline_html(text[2:])}</span>'
        return f'<div style="{row}">{icon(tone, 20)}{said}</div>'
    return as_html(text).replace(P, TEXT).replace("<pre>", CODE)


# ── the card ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, repr=False)
class Card:
    """A kind, a first line, and paragraphs under it. `extra` is HTML for notebooks only."""

    tone: str
    head: str
    body: tuple[str, ...] = ()
    extra: str = ""
    live: Callable | None = None  # makes the widget

    def __str__(self):
        lines = [f"{LOOKS[self.tone].sign} {without_marks(self.head)}"]
        for text in filter(None, self.body):
            lines += [f"  {line}".rstrip() for line in without_marks(text).split("\n")]
        return "\n".join(lines)

    __repr__ = __str__

    @property
    def inside(self):
        """The HTML without its surface; what stands under the first line is indented."""
        below = "".join([*map(paragraphs, self.body), self.extra])
        below = below and f'<div style="margin-left: 34px">{below}</div>'
        return heading(self.tone, self.head) + below

    def _repr_html_(self):
        style = f' style="{surface(self.tone)}"'
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
