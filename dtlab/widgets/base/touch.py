"""A figure that can be touched: its SVG, the zones of it that answer to a hand, and its words.

Python draws the figure and says where its zones are (`Zone`); touch.js moves what is dragged at
once, sends what was touched, and shows the exact figure when it comes.
"""

from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path

from anywidget import AnyWidget
from traitlets import Bytes, Dict, Int, List

from ...plots.base.sizes import sizes
from ...plots.svg import TURN

POINTS = 72  # per inch; the unit of SVG
HAND = 18  # points; the width of what is easily taken hold of
KEY = "key-"  # before the name of artists that touch.js moves or lights


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A place of the figure that answers: a slider if it has stops, otherwise a button.

    All places are in points, from the upper left corner of the figure.
    """

    id: str  # by which `touched` of the state knows it
    name: str  # what it is, for a screen reader
    box: tuple  # middle (x, y), width and height; of a slider at its present stop
    stops: tuple = ()  # the numbers that a slider can have, from the lowest
    places: tuple = ()  # the middle (x, y) of the box at each of them
    says: tuple = ()  # each of them in words
    at: int = 0  # the index of the present stop
    moves: tuple = ()  # keys of the artists that travel with it
    written: str = ""  # key of a text that says the stop in words
    stretches: str = ""  # key of an area that keeps its left edge and ends at the zone
    lights: tuple = ()  # keys of the artists that light up under the hand
    tip: str = ""  # what is said under the hand
    group: str = ""  # the zones of a group share one tab stop; arrow keys lead to the others
    column: str = ""  # of a group's zones the Up and Down keys lead to those of the same column
    columns: tuple = ()  # of a slider across a plane, instead of stops: (x, words) of its columns
    lines: tuple = ()  # and (y, words) of its lines, the lowest first; stops are the crossings
    again: float = 0  # of a button: points that a hand is drawn on to click it once more

    def record(self):
        """What the browser gets: a button has no stops, not even an empty list of them."""
        slides = ("stops", "places", "says", "columns", "lines")
        every = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in every if name not in slides or value}


def in_turn(method):
    """Let calls wait for each other that come from different threads.

    JupyterLab hands the first messages of widgets to the kernel's main thread and later ones to
    another, and what one of them draws is half done when the other begins.
    """

    @wraps(method)
    def waits(*args, **kwargs):
        with TURN:
            return method(*args, **kwargs)

    return waits


class TouchFigure(AnyWidget):
    """The figure in the browser; `gesture` is the last thing that a hand or a key did to it."""

    _esm = Path(__file__).with_name("touch.js")
    _css = Path(__file__).with_name("touch.css")
    picture = Dict().tag(sync=True)  # one trait, because two would arrive one after the other
    gesture = Dict().tag(sync=True, echo_update=False)  # seq, zone, kind, value, earlier
    states = Bytes().tag(sync=True)  # drawn ahead, see ahead.py
    room = List(Int()).tag(sync=True, echo_update=False)  # width, height in CSS pixels, once known
    felt = 0  # the number of the last gesture that was followed; a newer one may have arrived

    @in_turn
    def set_state(self, sync_data):
        """A message has come; traitlets can lose one of two that are followed at the same time."""
        super().set_state(sync_data)

    def show(self, drawn, words):
        """Show a drawing and its words."""
        zones = [zone.record() for zone in drawn.zones]
        about = {"size": drawn.size, "zoom": sizes().zoom}
        about |= {"alt": drawn.description, "zones": zones}
        self._answer(svg=drawn.svg, words=words, **about)

    def refuse(self, sentence):
        """Say why the figure stays as it is."""
        self._answer(**{**self.picture, "words": sentence, "refused": True})

    def repeat(self):
        """Answer a gesture to which nothing is to be done."""
        self._answer(**self.picture)

    def _answer(self, **picture):
        """The number tells the browser up to which gesture the figure is answered."""
        self.picture = {**picture, "seq": self.felt}


# ------------------------------------------------------------------ where the zones are


def with_key(name, *artists):
    """Give artists a name for the `moves` and `lights` of a zone."""
    for artist in artists:
        artist.set_gid(KEY + name)


def places(ax, points):
    """Where data coordinates (x, y) lie in the figure."""
    at = ax.transData.transform(points) * (1, -1) + (0, ax.figure.bbox.height)
    return tuple(map(tuple, at.round(1).tolist()))


def line_zone(ax, stops, value, **about):
    """A slider: a line as high as the axes that is dragged along x from stop to stop."""
    low, high = ax.get_ylim()
    (_, bottom), (_, top) = places(ax, [(value, low), (value, high)])
    at = tuple((x, (bottom + top) / 2) for x, _ in places(ax, [(stop, low) for stop in stops]))
    return _slider(stops, value, at, bottom - top, about)


def point_zone(ax, stops, value, points, **about):
    """A slider: a point that is dragged along a curve; `points` are its data coordinates there."""
    return _slider(stops, value, places(ax, points), HAND, about)


def plane_zone(ax, columns, lines, at, **about):
    """A slider: a point that is dragged across the axes, to the crossings of columns and lines.

    Both are (data coordinate, in words), from the lowest; `at` numbers the crossings line by line.
    """
    xs = places(ax, [(x, lines[0][0]) for x, _ in columns])
    ys = places(ax, [(columns[0][0], y) for y, _ in lines])
    about["columns"] = tuple((x, said) for (x, _), (_, said) in zip(xs, columns, strict=True))
    about["lines"] = tuple((y, said) for (_, y), (_, said) in zip(ys, lines, strict=True))
    line, column = divmod(at, len(columns))
    return Zone(box=(xs[column][0], ys[line][1], HAND, HAND), at=at, **about)


def button_zone(ax, left, bottom, right, top, **about):
    """A button around a box in data coordinates."""
    (x0, y0), (x1, y1) = places(ax, [(left, bottom), (right, top)])
    return Zone(box=((x0 + x1) / 2, (y0 + y1) / 2, abs(x1 - x0), abs(y1 - y0)), **about)


def _slider(stops, value, at, height, about):
    now = list(stops).index(value)
    stops = tuple(stops)
    return Zone(box=(*at[now], HAND, abs(height)), stops=stops, places=at, at=now, **about)
