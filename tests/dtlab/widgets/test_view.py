"""The view that all widgets share: redraws, errors, controls that follow, and steppers."""

import asyncio
import re
import warnings
from contextlib import ExitStack
from dataclasses import dataclass, replace
from threading import Event, Thread
from types import SimpleNamespace

import ipywidgets as ipw
import pytest
from helpers.redrawn import differences
from matplotlib import pyplot as plt
from matplotlib import rc_context

from dtlab import projector
from dtlab.notebook import stills
from dtlab.notebook.stills import LIVE, WIDGET
from dtlab.plots.base.style import describe_as
from dtlab.plots.svg import TURN, svg
from dtlab.widgets.base import drawing
from dtlab.widgets.base.drawing import Drawer
from dtlab.widgets.base.stepper import Stepper
from dtlab.widgets.base.touch import HAND, button_zone, line_zone, with_key
from dtlab.widgets.base.view import BESIDE, Explorer


@dataclass(frozen=True)
class Circles:
    """n circles, one of them chosen; 13 cannot be made and 7 cannot be drawn."""

    n: int = 3
    step: int = 0
    label: str = "y"

    def __post_init__(self):
        if self.n == 13:
            raise ValueError("thirteen is refused")

    @property
    def n_steps(self):
        return self.n

    @property
    def words(self):
        return f"{self.n} circles <here>, number {self.step}"

    def draw(self, figure):
        if self.n == 7:
            raise ValueError("seven cannot be drawn")
        left, right = figure.subplots(1, 2)
        left.plot(range(self.n), "o")
        right.set_ylabel(self.label, fontsize=14)
        describe_as(left, f"{self.n} circles")


def explorer(**fields):
    state = Circles(**fields)
    return Explorer(state, {"n": ipw.IntSlider(state.n, 1, 20, description="how many")}, (4, 2))


def drawings(monkeypatch):
    """A list that grows by one with each figure drawn."""
    made, draw = [], Circles.draw

    def noted(self, figure):
        made.append(self)
        draw(self, figure)

    monkeypatch.setattr(Circles, "draw", noted)
    return made


def test_a_control_changes_picture_and_words():
    view = explorer()
    before = view.figure.picture["svg"]
    view.controls["n"].value = 5
    assert view.state.n == 5
    assert view.figure.picture["svg"] != before
    assert view.figure.picture["alt"] == "5 circles"
    assert view.figure.picture["words"] == "5 circles <here>, number 0"
    assert "refused" not in view.figure.picture


def test_set_moves_the_control_too_and_draws_once(monkeypatch):
    view = explorer()
    made = drawings(monkeypatch)
    view.set(n=9)
    assert view.controls["n"].value == 9
    assert [state.n for state in made] == [9]


@pytest.mark.parametrize(("n", "sentence"), [(13, "thirteen is refused"), (7, "seven cannot")])
def test_an_error_is_a_sentence_and_keeps_the_last_picture(n, sentence):
    view = explorer()
    before = view.figure.picture["svg"]
    view.controls["n"].value = n
    assert view.state.n == 3
    assert view.figure.picture["svg"] == before
    assert sentence in view.figure.picture["words"]
    assert view.figure.picture["refused"]
    view.controls["n"].value = 4
    assert "4 circles" in view.figure.picture["words"]


def test_after_an_error_the_next_state_is_what_the_controls_say():
    view = explorer()
    view.set(n=7)
    view.set(label="other")  # the slider still says 7
    assert "seven" in view.figure.picture["words"]
    view.set(n=8)
    assert (view.state.n, view.state.label) == (8, "other")


def test_a_first_state_that_cannot_be_drawn_is_an_error_at_once():
    with pytest.raises(ValueError, match="seven"):
        explorer(n=7)


def test_long_labels_are_not_cut_and_controls_have_names():
    control = explorer().controls["n"]
    assert control.style.description_width == "initial"
    assert control.tooltip == "how many"


def test_a_long_label_takes_no_room_from_the_slider():
    short, long = (ipw.IntSlider(description=text) for text in ("n", "a longer label"))
    Explorer(Circles(), {"n": short, "step": long})
    assert float(long.layout.width[:-2]) > float(short.layout.width[:-2]) + 5  # em


@pytest.fixture
def shown(monkeypatch):
    """What a cell shows, as if a kernel ran it: a list of bundles, which later changes change."""
    bundles = []

    def display(bundle, raw, display_id=False):
        assert raw
        bundles.append(bundle)
        at = len(bundles) - 1
        change = SimpleNamespace(update=lambda new, raw: bundles.__setitem__(at, new))
        return change if display_id else None

    monkeypatch.setattr("IPython.display.display", display)
    monkeypatch.setattr("dtlab.widgets.base.view.in_notebook", lambda: True)
    monkeypatch.delenv("VSCODE_PID", raising=False)
    return bundles


def test_a_page_without_a_kernel_shows_the_last_picture(shown):
    widget = explorer()
    widget._ipython_display_()
    still, live = shown
    assert list(live) == [WIDGET]
    assert LIVE in widget._dom_classes
    assert "<img " in still["text/html"]
    assert "3 circles &lt;here&gt;" in still["text/html"]
    assert still["text/plain"] == "3 circles <here>, number 0"
    widget.set(n=5)
    assert shown[0]["text/plain"] == "5 circles <here>, number 0"
    assert "5 circles &lt;here&gt;" in shown[0]["text/html"]
    assert shown[1:] == [live]


def test_the_still_picture_waits_for_a_pause():
    calls, now = [], 0.0  # seconds that the test lets pass, so that no machine is too slow for it

    async def wait(seconds):
        nonlocal now
        now += seconds
        for _ in range(3):
            await asyncio.sleep(0)

    async def drag():
        asyncio.get_running_loop().time = lambda: now
        call = stills.after_a_pause(lambda: calls.append(now))
        for _ in range(5):
            call()
            await wait(0.9 * stills.PAUSE)
        assert calls == []
        await wait(0.2 * stills.PAUSE)
        assert calls == [now]
        await wait(10 * stills.PAUSE)

    asyncio.run(drag())
    assert len(calls) == 1


def test_where_outputs_cannot_hide_each_other_there_is_one(shown, monkeypatch):
    monkeypatch.setenv("VSCODE_PID", "1")
    widget = explorer()
    widget._ipython_display_()
    widget.set(n=5)
    assert [sorted(bundle) for bundle in shown] == [sorted([WIDGET, "text/html", "text/plain"])]


def test_a_terminal_has_the_words(capsys):
    explorer()._ipython_display_()
    assert "3 circles <here>, number 0" in capsys.readouterr().out


def test_a_thousand_redraws_leave_no_figure_open():
    class Dot(Circles):
        def draw(self, figure):
            figure.text(0.5, 0.5, str(self.step))

    plt.close("all")
    view = Explorer(Dot(), {}, (1, 1))
    for step in range(1000):
        view.set(step=step)
    assert view.state.step == 999
    assert plt.get_fignums() == []


# ------------------------------------------------------------------ drawing


def positions(drawer):
    """Where the axes of the first layout stand."""
    places, _ = next(iter(drawer.places.values()))
    return [place.bounds for place in places]


def test_axes_stay_where_they_were_while_words_fit():
    drawer = Drawer()
    drawer.draw(Circles(3), (5, 2))
    before = positions(drawer)
    drawer.draw(Circles(3, label="x"), (5, 2))
    assert len(drawer.places) == 1
    assert positions(drawer) == before


def test_axes_move_when_words_do_not_fit_any_more():
    drawer, long = Drawer(), Circles(3, label="two\nlines\nmore\nthan\nbefore")
    drawer.draw(Circles(3), (5, 2))
    before = positions(drawer)
    drawer.draw(long, (5, 2))
    assert positions(drawer) != before
    assert drawer.draw(long, (5, 2)) == Drawer().draw(long, (5, 2))


def test_the_picture_is_the_same_every_time():
    assert Drawer().draw(Circles(4), (4, 2)) == Drawer().draw(Circles(4), (4, 2))


def test_letters_that_our_font_lacks_are_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawn = Drawer().draw(Circles(3, label="🌲 שלום"), (4, 2))
    assert "🌲 שלום" in drawn.svg


def test_words_are_measured_once():
    Drawer().draw(Circles(3), (4, 2))
    before = drawing._extent.cache_info().misses
    Drawer().draw(Circles(3), (4, 2))
    assert drawing._extent.cache_info().misses == before


# ------------------------------------------------------------------ steppers


def stepper(**fields):
    state = Circles(**fields)
    return Stepper(state, {"n": ipw.IntSlider(state.n, 1, 20, description="n")}, (4, 2))


def test_buttons_step_and_stop_at_the_ends():
    view = stepper()
    seen = []
    for name in ("back", "next", "next", "next", "back", "last", "first"):
        view.buttons[name].click()
        seen.append(view.state.step)
    assert seen == [0, 1, 2, 2, 1, 2, 0]
    assert "number 0" in view.figure.picture["words"]


def test_buttons_that_would_do_nothing_are_disabled():
    view = stepper()
    able = lambda: [name for name, b in view.buttons.items() if not b.disabled]  # noqa: E731
    assert able() == ["next", "last", "play"]
    view.buttons["next"].click()
    assert able() == ["first", "back", "next", "last", "play"]
    view.buttons["last"].click()
    assert able() == ["first", "back", "play"]
    view.controls["n"].value = 4
    assert able() == ["first", "back", "next", "last", "play"]


def test_slider_play_and_state_cannot_disagree():
    view = stepper()
    for move in (
        lambda: view.buttons["last"].click(),
        lambda: setattr(view.slider, "value", 1),
        lambda: setattr(view.play, "value", 2),
        lambda: view.set(step=0),
    ):
        move()
        assert view.slider.value == view.play.value == view.state.step


def test_a_step_draws_once(monkeypatch):
    view = stepper()
    made = drawings(monkeypatch)
    view.buttons["next"].click()
    view.slider.value = 2
    view.buttons["next"].click()  # there is no further step
    assert [state.step for state in made] == [1, 2]


def test_another_setting_may_have_fewer_or_more_steps():
    view = stepper(n=5)
    view.buttons["last"].click()
    view.controls["n"].value = 3
    assert (view.state.step, view.slider.max, view.play.max) == (2, 2, 2)
    view.controls["n"].value = 10
    assert (view.state.step, view.slider.max, view.play.max) == (2, 9, 9)
    view.buttons["last"].click()
    assert view.slider.value == 9


def test_play_starts_pauses_and_starts_again_at_the_end():
    view = stepper()
    play = view.buttons["play"]
    play.click()
    assert (view.play.playing, play.description) == (True, "pause")
    play.click()
    assert (view.play.playing, play.description) == (False, "play")
    view.buttons["last"].click()
    play.click()
    assert (view.state.step, view.play.value, view.play.playing) == (0, 0, True)
    view.play.playing = False  # the browser says so at the last step
    assert play.description == "play"


def test_every_button_says_what_it_does():
    buttons = stepper().buttons.values()
    assert [b.description for b in buttons] == ["first", "back", "next", "last", "play"]
    assert all(b.tooltip for b in buttons)


# ------------------------------------------------------------------ touch


class Dial(Circles):
    """Circles whose number is dragged along a line, and a button that refuses."""

    moving_fields = ("n",)

    def draw_base(self, figure):
        ax = figure.add_axes((0, 0, 1, 1), xlim=(0, 20), ylim=(0, 1))
        ax.plot([5, 15], [0.5, 0.5], "o", zorder=5)
        ax.inset_axes((0.5, 0.5, 0.4, 0.4), xlim=(0, 20), ylim=(-1, 1))

    def draw_moving(self, figure):
        (ax,) = figure.axes
        with_key("hand", ax.axvline(self.n))
        ax.child_axes[0].plot(self.n, 0, "ko")
        describe_as(ax, f"a hand at {self.n}")

    def zones(self, figure):
        stops = range(1, 20)
        says = tuple(f"{n} circles" for n in stops)
        about = {"id": "n", "name": "how many", "says": says, "moves": ("hand",)}
        yield line_zone(figure.axes[0], stops, self.n, **about)
        yield button_zone(figure.axes[0], 0, 0, 5, 0.5, id="no", name="no")

    def touched(self, zone, value):
        return replace(self, n=13 if zone == "no" else value)


def test_a_zone_lies_where_its_artist_is_drawn():
    line, no = Explorer(Dial(), {}, (4, 2)).drawn.zones
    assert line.box == (43.2, 72, HAND, 144)
    assert line.stops[line.at] == 3
    assert line.places[-1] == (pytest.approx(19 / 20 * 4 * 72, abs=0.1), 72)
    assert no.box == (36, 108, 72, 72)  # the lower left corner, from the upper left one


def test_a_gesture_changes_the_state_and_is_answered_by_its_number():
    view = Explorer(Dial(), {}, (4, 2))
    assert view.figure.picture["seq"] == 0
    view.figure.gesture = {"seq": 7, "zone": "n", "kind": "move", "value": 5}
    assert view.state.n == 5
    assert view.figure.picture["seq"] == 7
    assert view.figure.picture["words"].startswith("5 circles")
    assert view.figure.picture["zones"][0]["at"] == 4


def test_on_a_projector_a_figure_is_shown_larger_and_drawn_for_less():
    view = Explorer(Dial(), {}, (4, 2))
    assert view.figure.picture["zoom"] == 1
    projector()
    try:
        view.figure.room = [600, 240]
        view.touch("n", 5)
        zoom = view.figure.picture["zoom"]
        assert zoom > 1
        assert view.size_of(view.state)[1] == pytest.approx(2)
    finally:
        projector(False)
    view.touch("n", 4)
    assert view.figure.picture["zoom"] == 1


def test_gestures_that_were_overtaken_on_the_way_are_followed_once_and_in_order():
    view = Explorer(Dial(), {}, (4, 2))
    heard = []
    view.touch = lambda zone, value: heard.append((zone, value))
    first, second = ({"seq": n, "zone": "no", "kind": "click", "value": None} for n in (1, 2))
    view.figure.gesture = first
    move = {"seq": 3, "zone": "n", "kind": "move", "value": 5}
    view.figure.gesture = {**move, "earlier": [first, second]}
    assert heard == [("no", None), ("no", None), ("n", 5)]


def test_a_gesture_that_is_refused_is_answered_too():
    view = Explorer(Dial(), {}, (4, 2))
    view.figure.gesture = {"seq": 1, "zone": "no", "kind": "click", "value": None}
    assert view.state.n == 3
    assert (view.figure.picture["seq"], view.figure.picture["words"]) == (1, "thirteen is refused")


def test_a_gesture_that_fails_is_answered_too():
    class Broken(Dial):
        def touched(self, zone, value):
            raise TypeError("a fault")

    view = Explorer(Broken(), {}, (4, 2))
    before = view.figure.picture
    with pytest.raises(TypeError, match="a fault"):
        view.figure.gesture = {"seq": 1, "zone": "no", "kind": "click", "value": None}
    assert view.figure.picture == {**before, "seq": 1}


@pytest.mark.parametrize(("zone", "value"), [("other", None), ("n", 5.5)])
def test_a_gesture_of_an_earlier_figure_does_nothing_and_is_answered(zone, value):
    view = Explorer(Dial(), {}, (4, 2))
    before = view.figure.picture
    view.figure.gesture = {"seq": 4, "zone": zone, "kind": "click", "value": value}
    assert view.state.n == 3
    assert view.figure.picture == {**before, "seq": 4}


class Slow(Dial):
    """Says when it is drawn, and waits to be allowed to."""

    begun, allowed = Event(), Event()

    def draw_base(self, figure):
        self.begun.set()
        assert self.allowed.wait(60)
        super().draw_base(figure)


@pytest.mark.parametrize("first", ["control", "gesture"])
def test_a_choice_and_a_gesture_in_two_threads_wait_for_each_other(first, monkeypatch):
    Slow.allowed.set()
    view = Explorer(Slow(), {"label": ipw.Dropdown(options=["y", "x"])}, (4, 2))
    sent = []
    monkeypatch.setattr(type(view.controls["label"]), "send_state", lambda _, key: sent.append(key))
    move = {"seq": 1, "zone": "n", "kind": "move", "value": 5}
    messages = [
        Thread(target=view.controls["label"].set_state, args=[{"index": 1}]),
        Thread(target=view.figure.set_state, args=[{"gesture": move}]),
    ]
    if first == "gesture":
        messages.reverse()
        view._drawer.last = None  # it is drawn as a whole
    Slow.begun.clear()
    Slow.allowed.clear()
    messages[0].start()
    assert Slow.begun.wait(60)
    messages[1].start()
    messages[1].join(0.2)  # it would be done by now, or waits
    Slow.allowed.set()
    for message in messages:
        message.join(60)
    assert (view.state.label, view.state.n) == ("x", 5)
    assert view.controls["label"].value == "x"
    assert not [keys for keys in sent if "index" in keys]  # the browser keeps what it shows


def test_text_is_drawn_whatever_another_thread_does_to_the_settings(monkeypatch):
    """Settings that were put back while a figure was drawn once made glyphs without names of it."""
    view, other, draw = explorer(), ExitStack(), Circles.draw
    n_texts = view.drawn.svg.count("<text")
    other.enter_context(rc_context())
    monkeypatch.setattr(Circles, "draw", lambda *given: (other.close(), draw(*given)))
    view.set(n=5)
    assert view.drawn.svg.count("<text") >= n_texts > 5


def test_a_plot_and_a_widget_are_not_drawn_at_the_same_time(monkeypatch):
    waits = []

    def ask(*_, **__):
        """Whether another thread would have to wait."""
        other = Thread(target=lambda: waits.append(not TURN.acquire(blocking=False)))
        other.start()
        other.join()

    figure = plt.figure()
    figure.text(0, 0, "a plot")
    drawn = '<svg height="72pt"/>'
    monkeypatch.setattr(figure, "savefig", lambda text, **_: (ask(), text.write(drawn)))
    svg(figure)
    monkeypatch.setattr(Circles, "draw", ask)
    explorer()
    assert waits == [True, True]


def test_what_moves_is_drawn_alone_and_the_figure_is_the_same():
    assert differences([Dial(n) for n in (3, 4, 19, 4)], (4, 2)) == []


def test_a_figure_is_drawn_as_a_whole_when_more_than_the_moving_fields_change(monkeypatch):
    view, made, draw = Explorer(Dial(), {}, (4, 2)), [], Dial.draw_base
    monkeypatch.setattr(Dial, "draw_base", lambda *given: (made.append(given[0]), draw(*given)))
    view.set(n=5)
    assert made == []
    view.set(label="x")
    assert len(made) == 1
    view.set(n=13)  # refused
    view.set(n=6)
    assert view.figure.picture["alt"] == "a hand at 6"


def test_a_figure_is_drawn_for_the_room_there_is():
    class Small(Dial):
        smallest = (3, 1.5)

    control = {"n": ipw.IntSlider(3, 1, 20, description="n")}
    head = {"title": "Dial", "does": "Drag it."}
    for controls, room, size, beside, about in [
        (control, [482, 800], (4, 4.8), False, {}),
        (control, [2000, 2000], (5.6, 4.8), False, {}),  # no larger
        (control, [1000, 500], (5.6, 4.2), True, {}),
        (control, [1000, 550], (5.6, 4), False, {}),
        (control, [1000, 550], (5.6, 4.2), True, head),  # which needs a line
        (control, [1000, 400], (5.6, 3.2), True, head),  # and has none where all is low
        (control, [610, 100], (3.7, 1.5), True, {}),
        (control, [400, 100], (3.1, 1.5), False, {}),  # too narrow for controls beside it
        ({}, [1000, 400], (5.6, 3.2), False, {}),  # nothing to put beside it
    ]:
        view = Explorer(Small(), controls, (4, 4), **about)
        view.figure.room = room
        assert view.drawn.size == pytest.approx([72 * side for side in size])
        assert (BESIDE in view._dom_classes) is beside
        assert view.children[-1] is view.figure
    Small.left_out = lambda _, size: "hands" if size[1] < 3 else ""
    view.figure.room = [500, 100]
    assert view.figure.picture["words"] == f"{view.state.words} (No room here for hands.)"
    view.figure.room = [1000, 400]
    assert view.figure.picture["words"] == view.state.words
    rigid = Explorer(Dial(), {}, (4, 4))
    rigid.figure.room = [450, 100]
    assert rigid.drawn.size == (288, 288)

    class Own(Dial):
        size = (4, 4)  # as its content needs

    view = Explorer(Own(), {})
    view.figure.room = [2000, 2000]
    assert view.drawn.size == pytest.approx([72 * 5.6, 288])


def test_what_moves_lies_behind_or_in_front_of_what_stays():
    class Shaded(Dial):
        def draw_base(self, figure):
            super().draw_base(figure)
            with_key("dots", figure.axes[0].lines[0])

        def draw_moving(self, figure):
            super().draw_moving(figure)
            with_key("side", figure.axes[0].axvspan(0, self.n, zorder=0))

    drawer = Drawer()
    for n in (3, 5):  # as a whole, and what moves alone
        shown = drawer.draw(Shaded(n), (4, 2)).svg
        assert re.findall('data-key="(.*?)"', shown) == ["side", "dots", "hand"]


def test_a_card_says_what_it_is_and_what_to_do_before_its_controls():
    about = {"title": "A <dial>", "does": "Drag the hand."}
    view = Stepper(Circles(), {"n": ipw.IntSlider(3, 1, 20)}, (4, 2), **about)
    head, row, figure = view.children
    assert "A &lt;dial&gt;" in head.value and "Drag the hand." in head.value
    steps, *controls, _ = row.children
    assert steps.children == (*view.buttons.values(), view.play)
    assert controls == [view.controls["n"], view.slider]
    assert figure is view.figure


def test_keyed_artists_keep_their_name_and_other_ids_go():
    svg = Explorer(Dial(), {}, (4, 2)).figure.picture["svg"]
    assert '<g data-key="hand">' in svg
    assert "axes_1" not in svg
