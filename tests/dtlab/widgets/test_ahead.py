"""States that are drawn ahead: all stops of a zone, packed for the browser."""

import asyncio
import json
import re
import zlib

import pytest

from dtlab.widgets import (
    explore_adaboost,
    explore_alpha,
    explore_depth,
    explore_forest,
    explore_gain,
    explore_gradient_boosting,
    explore_order,
    explore_threshold,
)
from dtlab.widgets.base.drawing import CHUNK
from dtlab.widgets.base.samples import lecture, two_moons

moons, parabola = two_moons(), lecture("gbrt_geron")


def three_lines(*about):
    view = explore_threshold(*about)
    view.set(lines=3)
    return view


def near(view, zone):
    view.figure.gesture = {"seq": 1, "zone": zone, "kind": "near", "value": None}


def drawn_ahead(view, zone):
    """What the browser unpacks after a hand came near a zone."""

    async def wait():
        near(view, zone)
        await view._ahead.task

    asyncio.run(wait())
    return json.loads(zlib.decompress(view.figure.states))


def joined(frame, ahead):
    """A frame's SVG as touch.js puts it together."""
    return CHUNK.sub(lambda found: ahead["chunks"][found[1]], frame["svg"])


def assert_small(view, ahead):
    assert len(view.figure.states) < 100_000
    assert len(zlib.decompress(view.figure.states)) < 1_000_000
    assert not re.search(r"<chunk", joined(ahead["frames"][-1], ahead))


@pytest.mark.parametrize(
    ("explore", "zone"),
    [
        (explore_threshold, "threshold"),
        (lambda: three_lines("bike_temp_classes"), "second"),
        (explore_gain, "yes"),
        (explore_alpha, "alpha"),
        (explore_order, "a1"),
        (explore_adaboost, "step"),
        (explore_gradient_boosting, "step"),
        (explore_depth, "depth"),
        (explore_forest, "n_trees"),
    ],
)
def test_every_frame_is_the_picture_that_python_would_answer_with(explore, zone):
    view = explore()
    ahead = drawn_ahead(view, zone)
    [stops] = (known.stops for known in view.drawn.zones if known.id == zone)
    assert (ahead["zone"], len(ahead["frames"])) == (zone, len(stops))
    assert_small(view, ahead)
    for stop, frame in list(zip(stops, ahead["frames"], strict=True))[::-5]:
        view.touch(zone, stop)
        live = view.figure.picture
        assert joined(frame, ahead) == live["svg"]
        assert (frame["words"], frame["alt"]) == (live["words"], live["alt"])
        zones = [ahead["zones"][z["id"]] | z for z in frame["zones"]]
        kept = [{k: z[k] for k in new} for z, new in zip(zones, live["zones"], strict=True)]
        assert kept == json.loads(json.dumps(live["zones"]))


def test_what_another_thread_has_forgotten_is_not_sent():
    view = explore_order("xor")

    async def forget():
        near(view, "a")
        drawing, view._ahead.zone = view._ahead.task, None  # too late to cancel it
        await drawing

    asyncio.run(forget())
    assert view.figure.states == b""


def test_dragging_keeps_what_is_drawn_ahead_and_another_control_drops_it():
    view = explore_threshold()
    drawn_ahead(view, "threshold")
    view.touch("threshold", 4175)
    assert view.figure.states
    view.controls["measure"].value = "Gini gain"
    assert not view.figure.states


@pytest.mark.parametrize(
    ("explore", "zone", "stops"),
    [
        (lambda: explore_threshold("penguins", "body_mass_g"), "threshold", 93),
        (lambda: three_lines("penguins", "body_mass_g"), "third", 93),
        (lambda: explore_alpha(noise=0.4), "alpha", 40),
        (lambda: explore_adaboost(moons.X, moons.y), "step", 15),
        (lambda: explore_gradient_boosting(parabola.X, parabola.y), "step", 21),
    ],
)
def test_what_is_drawn_ahead_is_small(explore, zone, stops):
    view = explore()
    ahead = drawn_ahead(view, zone)
    assert len(ahead["frames"]) >= stops
    assert_small(view, ahead)
