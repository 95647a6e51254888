"""Steppers: first, back, next, last and play over a state that has a `step` and `n_steps`."""

from dataclasses import replace
from math import inf

import ipywidgets as ipw

from .touch import in_turn
from .view import Explorer, button

SECONDS = 1.2  # between two steps while playing
MOVES = {"first": -inf, "back": -1, "next": 1, "last": inf}


class Stepper(Explorer):
    """An explorer whose state also has `step` (0 to n_steps − 1); buttons and a slider move it.

    Buttons, the arrow keys on the slider and play all set the step of the state, which the slider
    and play follow, so that they cannot disagree. No `slider` is shown where the step is dragged in
    the figure itself.
    """

    def __init__(self, state, controls=None, size=(8.0, 4.5), slider=True, **about):
        last = state.n_steps - 1
        self.slider = ipw.IntSlider(state.step, 0, last, description="step")
        # Play counts in the browser, and sends each step here. Its own buttons have no names that a
        # screen reader could read, so it stays unseen behind the button "play".
        self.play = ipw.Play(state.step, min=0, max=last, interval=int(1000 * SECONDS))
        self.play.layout.display = "none"
        narrow = {"layout": {"width": "auto"}}
        self.buttons = {
            name: button(name, f"{name} step", lambda by=by: self.move(by), **narrow)
            for name, by in MOVES.items()
        }
        meaning = "all steps, one after another"
        self.buttons["play"] = button("play", meaning, self.play_or_pause, **narrow)
        name = self.buttons["play"], "description"
        ipw.dlink((self.play, "playing"), name, lambda plays: "pause" if plays else "play")
        shown = {"step": self.slider} if slider else {}
        super().__init__(state, {**(controls or {}), **shown}, size, **about)
        self.play.observe(lambda change: self._heard("step", change.new), "value")

    def row(self):
        """The buttons come first, together."""
        steps = ipw.HBox([*self.buttons.values(), self.play]).add_class("dtlab-steps")
        return [steps, *super().row()]

    def play_or_pause(self):
        """Go on by itself, from the start if the end is reached; or stop that."""
        if not self.play.playing and self.state.step == self.state.n_steps - 1:
            self.move(-inf)
        self.play.playing = not self.play.playing

    @in_turn
    def move(self, by):
        """Go this many steps on, or to the nearest step there is."""
        step = min(max(self.state.step + by, 0), self.state.n_steps - 1)
        if step != self.state.step:
            self.set(step=step)

    def changed(self, changes):
        """Another setting may have fewer steps; then the last of them is shown."""
        state = super().changed(changes)
        last = state.n_steps - 1
        return state if state.step <= last else replace(state, step=last)

    def follow(self):
        """The slider, play and the buttons end where the steps end."""
        self.slider.max = self.play.max = self.state.n_steps - 1
        self.play.value = self.state.step
        for name, by in MOVES.items():
            end = 0 if by < 0 else self.state.n_steps - 1
            self.buttons[name].disabled = self.state.step == end
        super().follow()
