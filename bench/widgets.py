"""Widgets: from a control that moves to the new picture, against a redraw of empty axes.

One control of each widget is moved through its values (a stepper's step, otherwise the first slider
or list whose values change the picture), so that every turn draws another picture.
"""

from dataclasses import dataclass
from itertools import cycle

import numpy as np

from dtlab import widgets
from dtlab.widgets.base.view import Explorer

LIMIT = 0.1  # seconds; what people take for immediate
MOST_VALUES = 12


def redraws():
    """(what, a function that redraws the widget, one that redraws empty axes), one per widget."""
    for name in widgets.__all__:
        explorer = getattr(widgets, name)()
        control, values = moved(explorer)
        what = f"{name}, {control.description or type(control).__name__} moved"
        yield what, changes(control, values), empty_changes(explorer.size)


def moved(explorer):
    """The control to move, and the values that each give another picture."""
    controls = sorted(controls_of(explorer), key=importance)
    for control in controls:
        values = [value for value in values_of(control) if draws(explorer, control, value)]
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
