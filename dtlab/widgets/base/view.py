"""The thin view that all widgets share: controls above, a figure, and a line of words under it.

What a widget knows is in its *state*, a frozen dataclass without ipywidgets: `draw(figure)` draws
it on an empty figure, `words` says the same in a sentence. A control that moves makes a new state
by `dataclasses.replace`, so a state can be tested, kept and undone without a browser. A state may
also have `options`: field → list of what its control offers, and the `size` that it needs.
"""

from dataclasses import replace
from html import escape
from pathlib import Path

import ipywidgets as ipw

from ...course import stills
from ...course.stills import in_notebook, still
from .drawing import picture

SLIDERS = (ipw.IntSlider, ipw.FloatSlider, ipw.FloatLogSlider, ipw.SelectionSlider)
STILL = "<em>(A picture of the widget. Run this cell to move it.)</em>"
SCRIPT = Path(__file__).with_name("names.js").read_text(encoding="utf-8")
ROW, CHOICE = "dtlab-controls", "dtlab-choice"  # as the script knows them
TRACK, LETTER = 20, 0.55  # widths in em, of a slider with its number and of a letter of its label


class Explorer(ipw.VBox):
    """A state shown as controls, figure and words.

    `controls` maps a field of the state to the control that sets it. A state that cannot be made
    or drawn (ValueError) leaves the last figure and shows its sentence.
    """

    def __init__(self, state, controls, size=(8.0, 4.5)):
        self.state, self.controls, self.size = state, controls, size
        self.picture, self.words = ipw.HTML(), ipw.HTML()
        self._places = {}  # of the axes, for `picture`
        self._wanted = {}  # what the controls say and the state could not follow
        self._listening = True
        self._renew_still = None  # once it is shown
        for field, control in controls.items():
            label_in_full(control)
            control.observe(lambda change, field=field: self._heard(field, change.new), "value")
        super().__init__([row_of(controls.values()), self.picture, self.words])
        self._display(picture(state, self.size_of(state), self._places))

    def set(self, **changes):
        """Show the state with these fields changed; the controls follow."""
        self._wanted |= changes
        if self.become(lambda: self.changed(self._wanted)):
            self._wanted = {}

    def changed(self, changes):
        """The state with some fields changed."""
        return replace(self.state, **changes)

    def become(self, make):
        """Show the state that make() returns, or the sentence of its ValueError; True if it could.

        The old state stays if the new one cannot be drawn.
        """
        try:
            state = make()
            drawn = picture(state, self.size_of(state), self._places)
        except ValueError as error:
            self.words.value = line(str(error), "assertive")
            return False
        self.state = state
        self._display(drawn)
        return True

    def size_of(self, state):
        """Width and height of a state's figure, in inches."""
        return getattr(state, "size", self.size)

    def _display(self, drawn):
        self._drawn, self.picture.value = drawn, drawn.html
        self.words.value = line(self.state.words)
        if self._renew_still:
            self._renew_still()
        self._listening = False  # controls that follow do not draw again
        try:
            self.follow()
        finally:
            self._listening = True

    def follow(self):
        """Let the controls offer the state's `options`, if it has any, and show its values."""
        for field, options in getattr(self.state, "options", {}).items():
            if list(self.controls[field].options) != options:
                self.controls[field].options = options
        for field, control in self.controls.items():
            value = getattr(self.state, field)
            if control.value != value:
                control.value = value

    def _heard(self, field, value):
        if self._listening:
            self.set(**{field: value})

    def _ipython_display_(self):
        """Show the widget; a page without a kernel (GitHub, nbconvert) shows its last figure."""
        self._renew_still = stills.show(self._still, self if in_notebook() else None)

    def _still(self):
        """Words, and the same with the figure as HTML."""
        words = self.state.words
        return words, still(f"{self._drawn.image}<p>{escape(words)} {STILL}</p>")


def label_in_full(control):
    """Long labels take no room from what they name, and a tool tip repeats them."""
    if hasattr(control.style, "description_width"):
        control.style.description_width = "initial"
    if isinstance(control, SLIDERS) and control.layout.width is None:
        control.layout.width = f"{TRACK + LETTER * len(control.description):.1f}em"
        control.layout.max_width = "98%"
    if isinstance(control, ipw.ToggleButtons):  # its label would stand above, out of the row
        control.layout = {"display": "flex", "align_items": "center"}
    if hasattr(control, "tooltip") and not control.tooltip:
        control.tooltip = control.description
    if isinstance(control, ipw.SelectionSlider):
        control.add_class(CHOICE)


def row_of(controls):
    """Controls side by side, in several rows where there is no room."""
    return name_controls(ipw.HBox(list(controls), layout={"flex_flow": "row wrap"}))


def name_controls(row):
    """A box of controls whose sliders and groups a script in the browser names by their labels.

    For screen readers: ipywidgets gives the handles of sliders no name, speaks their value as an
    index or an exponent, and of buttons in a group does not say which is chosen. Where no script
    may run all else works as before.
    """
    row.children = [*row.children, stills.script(SCRIPT)]
    return row.add_class(ROW)


def button(label, meaning, action, **look):
    """A button that says what it is for, and does it."""
    made = ipw.Button(description=label, tooltip=meaning, **look)
    made.on_click(lambda _: action())
    return made


def line(text, politeness="polite"):
    """A line of words that a screen reader reads out when it changes."""
    style = "font-size: 1.1em; overflow-wrap: anywhere"
    return f'<div aria-live="{politeness}" style="{style}">{escape(text)}</div>'
