"""Widgets: from a control that moves to the new picture, against a redraw of empty axes.

One control of each widget is moved through its values (a stepper's step, otherwise the first slider
or list whose values change the picture), so that every turn draws another picture. Then each zone
of its figure that can be dragged is, for which only the moving parts are drawn again.
"""

import asyncio
import zlib
from dataclasses import dataclass
from itertools import cycle, islice

import numpy as np

from dtlab import widgets
from dtlab.widgets.base.view import Explorer

LIMIT = 0.1  # seconds; what people take for immediate
MOVING = 0.025  # seconds to draw what moves
PACKED, UNPACKED = 100, 1000  # kB of all states that are drawn ahead
MOST_VALUES = 12


def redraws(most=None):
    """(what, a function that redraws the widget, one that redraws empty axes, limit in seconds).

    `most` limits the values through which a control is moved.
    """
    for name, explorer in explorers():
        empty = empty_changes(explorer.size)
        if controls_of(explorer):
            control, values = moved(explorer, most)
            what = f"{name}, {control.description or type(control).__name__} moved"
            yield what, changes(control, values), empty, LIMIT
        else:
            yield f"{name}, buttons of the figure clicked", clicks(explorer), empty, LIMIT
        for zone in sliding(explorer):
            yield f"{name}, {zone.name} dragged", drags(explorer, zone), empty, MOVING


def explorers():
    """(name, widget) of all, and a Split Studio whose question has a cut to drag."""
    yield from ((name, getattr(widgets, name)()) for name in widgets.__all__)
    studio = widgets.explore_splits("vegetation_continuous", unlock="all")
    studio.touch("ask ELEVATION")
    yield "explore_splits on numbers", studio


def sliding(explorer):
    """The zones of a figure whose moving parts are drawn alone."""
    moves = hasattr(explorer.state, "draw_moving")
    return [zone for zone in explorer.drawn.zones if moves and len(stops_of(zone)) > 1]


def stops_of(zone):
    """The values of a slider; across a plane, the numbers of its crossings."""
    return zone.stops or range(len(zone.columns) * len(zone.lines))


def clicks(explorer):
    """A function that clicks the first two buttons of a figure in turn."""
    turn = cycle([zone.id for zone in explorer.drawn.zones if not zone.stops][:2])
    return lambda: explorer.touch(next(turn))


def drags(explorer, zone):
    """A function that drags a zone to its next stop."""
    turn = cycle(stops_of(zone))
    return lambda: explorer.touch(zone.id, next(turn))


def payloads():
    """(what, kB, limit, whether it is kept) of the states of each zone that are drawn ahead."""
    for name, explorer in explorers():
        ahead = hasattr(explorer.state, "moving_fields")
        for zone in [zone for zone in sliding(explorer) if ahead and zone.stops]:
            packed = asyncio.run(drawn_ahead(explorer, zone))
            for how, size, limit in (
                ("as sent", len(packed), PACKED),
                ("unpacked", len(zlib.decompress(packed)), UNPACKED),
            ):
                what = f"{name}, {zone.name}, {len(zone.stops)} states {how}"
                yield what, f"{size / 1e3:.0f} kB", f"{limit} kB", size <= 1e3 * limit


async def drawn_ahead(explorer, zone):
    """The bytes of all states of a zone."""
    explorer.figure.gesture = {"seq": 1, "zone": zone.id, "kind": "near", "value": None}
    await explorer._ahead.task
    return explorer.figure.states


def moved(explorer, most):
    """The control to move, and the values that each give another picture."""
    controls = sorted(controls_of(explorer), key=importance)
    for control in controls:
        found = (value for value in values_of(control) if draws(explorer, control, value))
        values = list(islice(found, most))
        if len(values) > 1:
            return control, values
    raise ValueError(f"no control of this {type(explorer).__name__} changes its picture")


def importance(control):
    """Steps come first, then other sliders: these are what people move most."""
    is_slider = "Slider" in type(control).__name__
    return control.description != "step", not is_slider


def controls_of(explorer):
    """Everything with a value that a user can set, in the order in which it is shown."""
    waiting, found = list(explorer.children), []
    while waiting:
        widget = waiting.pop(0)
        waiting = [*getattr(widget, "children", ()), *waiting]
        if hasattr(widget, "value") and hasattr(widget, "description_allow_html"):
            found.append(widget)
    return [w for w in found if values_of(w)]


def values_of(control):
    """Some values of a list, a slider or a check box; none of anything else."""
    if isinstance(control.value, bool):
        return [not control.value, control.value]
    if hasattr(control, "options"):
        return list(control._options_values)  # options may be names, pairs or a dictionary
    if hasattr(control, "min") and hasattr(control, "max"):
        base = getattr(control, "base", None)  # a logarithmic slider goes by exponents
        values = np.arange(control.min, control.max + control.step / 2, control.step)
        values = values[:: -(-len(values) // MOST_VALUES)]
        return [base ** float(v) if base else type(control.value)(v) for v in values]
    return []


def draws(explorer, control, value):
    """Whether this value gives another picture than the one shown."""
    before = explorer.drawn.svg
    control.value = value
    return explorer.drawn.svg != before


def changes(control, values):
    """A function that moves the control to its next value."""
    turn = cycle(values)

    def change():
        control.value = next(turn)

    return change


@dataclass(frozen=True)
class Empty:
    """A state of which there is nothing to see."""

    turn: int = 0
    words = "Empty axes."

    def draw(self, figure):
        figure.subplots().description = self.words


def empty_changes(size):
    """A function that redraws empty axes of the same size."""
    explorer = Explorer(Empty(), {}, size)
    return lambda: explorer.set(turn=explorer.state.turn + 1)
