"""The card that all widgets share: a title, what to do, controls, a figure, and words under it.

What a widget knows is in its *state*, a frozen dataclass without ipywidgets: `draw(figure)` draws
it on an empty figure, `words` says the same in a sentence. A control that moves makes a new state
by `dataclasses.replace`, so a state can be tested, kept and undone without a browser. A state may
also have `options`: field → list of what its control offers, and the `size` that it needs. If the
figure itself can be touched, `zones(figure)` yields its zones, once it is drawn, and
`touched(zone, value)` is the state after one was dragged to a value, or clicked (None). A state
that leaves parts out where there is little room (a projector) says down to which size: `smallest`.
"""

from dataclasses import replace
from html import escape
from math import floor
from pathlib import Path

import ipywidgets as ipw

from ...notebook import stills
from ...notebook.stills import in_notebook, script, still
from ...plots.base.sizes import sizes
from ...plots.svg import TURN
from .ahead import DrawnAhead
from .drawing import Drawer, said
from .touch import POINTS, TouchFigure, in_turn

SLIDERS = (ipw.IntSlider, ipw.FloatSlider, ipw.FloatLogSlider, ipw.SelectionSlider)
STILL = "<em>(A picture of the widget. Run this cell to move it.)</em>"
SCRIPT = Path(__file__).with_name("names.js").read_text(encoding="utf-8")
ROW, CHOICE = "dtlab-controls", "dtlab-choice"  # as the script knows them
CARD = "dtlab-explorer"  # the class of a widget
BESIDE = "dtlab-beside"  # the class of a widget whose controls stand beside the figure
PIXELS = 96  # of CSS, per inch that is shown
# Pixels of an output that a figure does not get: left and right of it, for the title and what to
# do, for rows of controls above the figure or for controls beside it, for the words under it.
FRAME = 98
HEAD = 54
ABOVE = 72
ASIDE = 254
UNDER = 92
LOW = 480  # pixels of a notebook, below which there is no line for the head of a card
WIDEST, HIGHEST = 1.4, 1.2  # of what a figure wants, where there is more room
TRACK, LETTER = 20, 0.55  # widths in em, of a slider with its number and of a letter of its label


class Explorer(ipw.VBox):
    """A state shown on a card: controls, figure and words.

    `controls` maps a field of the state to the control that sets it; the `title` says what one
    sees, and `does` what to do, in one line each. A state that cannot be made or drawn (ValueError)
    leaves the last figure and shows its sentence.
    """

    def __init__(self, state, controls, size=(8.0, 4.5), *, title="", does=""):
        self.state = state
        self.controls = controls
        self.size = size
        self.figure = TouchFigure().add_class("dtlab-figure")
        self._drawer = Drawer()
        self._ahead = DrawnAhead(self.figure, self._drawer)
        self._wanted = {}  # what the controls say and the state could not follow
        self._coming = set()  # fields that were chosen and wait for their turn
        self._listening = True
        self._renew_still = None  # once it is shown
        for field, control in controls.items():
            label_in_full(control)
            control.observe(lambda change, field=field: self._heard(field, change.new), "value")
        self.figure.observe(self._felt, "gesture")
        self.figure.observe(lambda _: self._fit(), "room")
        self.head = head_of(title, does) if title else None
        row = self.row()
        super().__init__(self.card([row_of(row)] if row else []))
        self.add_class(CARD)
        self._display(self._drawer.draw(state, self.size_of(state)))

    def row(self):
        """The controls of the card, in the order in which they are shown."""
        return list(self.controls.values())

    def card(self, controls, below=()):
        """What stands on the card, from top to bottom: its head, rows of controls, the figure."""
        return [*([self.head] if self.head else []), *controls, self.figure, *below]

    @in_turn
    def set(self, **changes):
        """Show the state with these fields changed; the controls follow."""
        self._wanted |= changes
        if self.become(lambda: self.changed(self._wanted)):
            self._wanted = {}

    def changed(self, changes):
        """The state with some fields changed."""
        return replace(self.state, **changes)

    @in_turn
    def become(self, make):
        """Show the state that make() returns, or the sentence of its ValueError; True if it could.

        The old state stays if the new one cannot be drawn.
        """
        try:
            state = make()
            drawn = self._drawer.draw(state, self.size_of(state))
        except ValueError as error:
            self.figure.refuse(str(error))
            return False
        self.state = state
        self._display(drawn)
        return True

    @in_turn
    def touch(self, zone, value=None):
        """Drag a zone of the figure to a value, or click it: the state says what follows."""
        found = [known for known in self.drawn.zones if zone == known.id]
        if found and (not found[0].stops or value in found[0].stops):
            self.become(lambda: self.state.touched(zone, value))
        else:  # of an earlier figure
            self.figure.repeat()

    def size_of(self, state):
        """Width and height of a state's figure, in inches: what it wants, or what there is."""
        wanted = getattr(state, "size", self.size)
        if not self.figure.room:
            return wanted
        is_beside = self._is_beside(state)
        width, height = self.figure.room
        width -= ASIDE if is_beside else FRAME
        height -= UNDER + (self._head_height if is_beside else self._above)
        there_is = (floor(10 * side / pixels()) / 10 for side in (width, height))
        least = getattr(state, "smallest", wanted)
        most = WIDEST * wanted[0], wanted[1] * (1 if hasattr(state, "size") else HIGHEST)
        return tuple(min(m, max(s, r)) for m, s, r in zip(most, least, there_is, strict=True))

    @property
    def is_low(self):
        """Whether there is little room, as on a projector."""
        return bool(self.figure.room) and self.figure.room[1] < LOW

    @property
    def _above(self):
        """Pixels of what stands above the figure, unless it has been moved beside it."""
        return self._head_height + (ABOVE if self.row() else 0)

    @property
    def _head_height(self):
        """Pixels of title and what to do, above the figure."""
        return HEAD if self.head and not self.is_low else 0

    def _is_beside(self, state):
        """Whether the controls stand beside the figure: it is too high to have them above it.

        Even the smallest must have room then.
        """
        if not (self.figure.room and self.row()):
            return False
        width, height = self.figure.room
        wanted = getattr(state, "size", self.size)
        if wanted[1] * pixels() + self._above + UNDER <= height:
            return False
        least, _ = getattr(state, "smallest", wanted)
        return pixels() * least + ASIDE <= width

    def _fit(self):
        """The browser has said how much room there is."""
        if self._is_beside(self.state):
            self.add_class(BESIDE)
        else:
            self.remove_class(BESIDE)
        if self.drawn.size != tuple(POINTS * side for side in self.size_of(self.state)):
            self._ahead.forget()
            self.become(lambda: self.state)

    def _display(self, drawn):
        self.drawn = drawn
        if not self._ahead.serves(self.state):
            self._ahead.forget()
        self.figure.show(drawn, said(self.state, [side / POINTS for side in drawn.size]))
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
            if control.value != value and field not in self._coming:
                control.value = value

    def _heard(self, field, value):
        """A control says something, or has only followed; in another thread it says something."""
        self._coming.add(field)
        with TURN:
            self._coming.discard(field)
            if self._listening:
                self.set(**{field: value})

    @in_turn
    def _felt(self, change):
        """Gestures, and earlier ones that may have been lost on the way: each once, in order."""
        for gesture in (*change.new.get("earlier", ()), change.new):
            if gesture["seq"] > self.figure.felt:
                self.figure.felt = gesture["seq"]
                self._follow_hand(gesture["zone"], gesture["kind"], gesture["value"])

    def _follow_hand(self, name, kind, value):
        """A hand is near a zone of the figure, or moves or clicks it."""
        if kind != "near":
            try:
                self.touch(name, value)
            except Exception:  # a fault of ours: the kernel logs it, and no hand waits for ever
                self.figure.repeat()
                raise
        for zone in self.drawn.zones:
            if zone.id == name and zone.stops:
                self._ahead.begin(self.state, zone, self.size_of(self.state))

    def _ipython_display_(self):
        """Show the widget; a page without a kernel (GitHub, nbconvert) shows its last figure."""
        self._renew_still = stills.show(self._still, self if in_notebook() else None)

    def _still(self):
        """Words, and the same with the figure as HTML."""
        words = self.state.words
        return words, still(f"{self.drawn.image}<p>{escape(words)} {STILL}</p>")


def pixels():
    """How many pixels an inch of a figure takes: more on a projector."""
    return PIXELS * sizes().zoom


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


def head_of(title, does):
    """The title of a card, and in one line what to do."""
    lines = {"dtlab-title": title, "dtlab-does": does}
    html = "".join(f'<div class="{name}">{escape(line)}</div>' for name, line in lines.items())
    return ipw.HTML(html).add_class("dtlab-head")


def row_of(controls):
    """Controls side by side, in several rows where there is no room."""
    return name_controls(ipw.HBox(list(controls), layout={"flex_flow": "row wrap"}))


def name_controls(row):
    """A box of controls whose sliders and groups a script in the browser names by their labels.

    For screen readers: ipywidgets gives the handles of sliders no name, speaks their value as an
    index or an exponent, and of buttons in a group does not say which is chosen. Where no script
    may run all else works as before.
    """
    row.children = [*row.children, script(SCRIPT)]
    return row.add_class(ROW)


def button(label, meaning, action, **look):
    """A button that says what it is for, and does it."""
    made = ipw.Button(description=label, tooltip=meaning, **look)
    made.on_click(lambda _: action())
    return made
