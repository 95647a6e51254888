"""touch.js on an empty page, with a model that answers when the test says so."""

import json
import re
import zlib
from itertools import combinations
from pathlib import Path

import pytest
from helpers.browser import SECONDS, browser

from conftest import needs
from dtlab.plots.base.style import COLOURS, DARK, FAINT, GREY, LIGHT, PAPER, luminance
from dtlab.widgets.base import touch

pytestmark = pytest.mark.slow
MODULE, STYLE = (
    Path(touch.__file__).with_name(f"touch.{kind}").read_text("utf-8") for kind in ("js", "css")
)
# `sent` are the gestures, `answer` is what Python sends.
MODEL = """
    globalThis.sent = [];
    const listeners = {};
    const values = { gesture: {}, states: null, picture: PICTURE };
    globalThis.model = {
        get: (name) => values[name],
        set: (name, value) => (values[name] = value),
        on: (event, act) => (listeners[event] = act),
        off() {},
        save_changes: () => sent.push(values.gesture),
    };
    globalThis.answer = (name, value) => {
        values[name] = value;
        listeners[`change:${name}`]();
    };
    globalThis.unpackable = (numbers) =>
        answer("states", new DataView(new Uint8Array(numbers).buffer));
    render({ model, el: document.body.appendChild(document.createElement("div")) });
"""
STOPS = range(5)
KEYS = "[data-key=label]", "[data-key=side]"  # of what follows the square
# Paper, areas, and what is written on them.
GROUNDS = (PAPER, DARK, LIGHT, FAINT, *GREY.values(), *(colour.lower() for colour in COLOURS))


def picture(at=0, seq=0):
    """A square at 20 × its number, which is dragged to the right."""
    places = [(20 * stop + 10, 10) for stop in STOPS]
    says = [f"stop {stop}" for stop in STOPS]
    slider = {"id": "s", "name": "square", "box": [*places[at], 20, 20], "at": at}
    slider |= {"stops": list(STOPS), "places": places, "says": says, "moves": ["square"]}
    slider |= {"written": "label", "stretches": "side"}
    other = {"id": "b", "name": "button", "box": [150, 10, 20, 20]}
    square = f'<g data-key="square"><rect x="{20 * at}" width="20" height="20"/></g>'
    bar = f'<g data-key="bar"><rect y="50" width="{20 + 10 * at}" height="20"/></g>'
    bar += f'<g data-key="label"><text y="90">{says[at]}</text></g>'
    bar += f'<g data-key="side"><rect x="5" y="90" width="{20 * at + 5}" height="9"/></g>'
    areas = "".join(f'<path d="M 0 0" style="fill: {colour}"/>' for colour in GROUNDS)
    svg = f'<svg viewBox="0 0 200 100">{square}{bar}{areas}</svg>'
    about = {"alt": f"a square at {at}", "words": f"It is at {at}.", "seq": seq, "zoom": 1}
    return {"svg": svg, "size": [200, 100], "zones": [slider, other], **about}


def states():
    """What Python has drawn ahead for the square, as bytes."""
    frames = [{k: picture(at)[k] for k in ("svg", "alt", "words")} for at in STOPS]
    for at, frame in enumerate(frames):
        frame["zones"] = [{"id": "s", "at": at}, {"id": "b"}]
        frame["words"] += " Drawn ahead."
    known = {zone["id"]: zone for zone in picture()["zones"]}
    sent = {"zone": "s", "zones": known, "chunks": {}, "frames": frames}
    return list(zlib.compress(json.dumps(sent).encode()))


@pytest.fixture(scope="module")
def chrome():
    needs("Chromium", browser(), "install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chrome = play.chromium.launch(
            executable_path=browser(), args=["--no-sandbox"], timeout=1000 * SECONDS
        )
        yield chrome
        chrome.close()


@pytest.fixture
def page(chrome):
    page = chrome.new_page()
    page.set_default_timeout(1000 * SECONDS)
    model = MODEL.replace("PICTURE", json.dumps(picture()))
    script = MODULE.replace("export default { render };", model)
    page.add_style_tag(content=STYLE)
    page.add_script_tag(content=script, type="module")
    page.locator(".dtlab-zone").first.wait_for()
    yield page
    page.close()


def last(page):
    return page.evaluate("sent.at(-1)")


def words(page, text):
    page.locator(".dtlab-words").get_by_text(text, exact=True).wait_for()


def test_a_hand_that_comes_near_does_not_lose_where_a_zone_was_moved(page):
    square = page.get_by_role("slider")
    square.press("End")
    moved = {"seq": 2, "zone": "s", "kind": "move", "value": 4}
    assert last(page) == {**moved, "kind": "key", "earlier": []}  # the first was near
    page.evaluate("answer('states', null)")  # so it is asked for again
    square.hover()
    near = last(page)
    assert (near["kind"], near["seq"]) == ("near", 3)
    assert [(gesture["seq"], gesture["value"]) for gesture in near["earlier"]] == [(2, 4)]
    square.press("Home")
    assert [gesture["seq"] for gesture in last(page)["earlier"]] == [2]
    page.evaluate("p => answer('picture', p)", picture(0, 4))
    words(page, "It is at 0.")


def test_of_a_zone_that_moves_on_python_hears_where_it_is_now(page):
    square = page.get_by_role("slider")
    for _ in range(3):
        square.press("ArrowRight")
    assert (last(page)["value"], last(page)["earlier"]) == (3, [])
    page.get_by_role("button").click()
    assert [gesture["value"] for gesture in last(page)["earlier"]] == [3]


def test_what_is_drawn_ahead_answers_also_a_gesture_from_before_it_came(page):
    square = page.get_by_role("slider")
    square.press("End")
    words(page, "Waiting for Python …")
    page.evaluate("unpackable", states())
    words(page, "It is at 4. Drawn ahead.")
    page.evaluate("p => answer('picture', p)", picture(4, 2))
    words(page, "It is at 4.")


def test_label_and_shading_follow_a_line_before_python_answers(page):
    square = page.get_by_role("slider")
    label, side = map(page.locator, KEYS)
    left = side.bounding_box()["x"]
    for key, at in {"End": 4, "ArrowLeft": 3, "Home": 0}.items():  # and back where it was
        square.press(key)
        label.get_by_text(f"stop {at}", exact=True).wait_for()
        line, area = square.bounding_box(), side.bounding_box()
        middle = line["x"] + line["width"] / 2
        assert area["x"] + area["width"] == pytest.approx(middle, abs=0.5), key
        assert area["x"] == pytest.approx(left, abs=0.5), key


TRAVELS = """() => document.querySelector(".dtlab-drawing > div").shadowRoot.getAnimations()
    .map(({ effect }) => [effect.target.dataset.key, effect.getKeyframes()[0].transform])"""


def test_what_a_key_has_changed_travels_to_its_new_place(page):
    page.get_by_role("slider").press("End")
    page.evaluate("p => answer('picture', p)", picture(4, 2))
    [(key, start)] = page.evaluate(TRAVELS)  # the square is there already
    x, y, wide, high = map(float, re.findall(r"-?[\d.]+", start.replace("px", "")))
    assert (key, wide, high) == ("bar", pytest.approx(20 / 60, abs=1e-3), pytest.approx(1))
    assert (x, y) == pytest.approx((0, 0), abs=0.1)


def test_nothing_travels_during_a_drag_or_where_less_motion_is_wanted(page):
    slider = page.get_by_role("slider")
    box = slider.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10 * box["width"], y)
    page.evaluate("p => answer('picture', p)", picture(4, 2))
    assert page.evaluate(TRAVELS) == []
    page.mouse.up()
    page.emulate_media(reduced_motion="reduce")
    slider.press("Home")
    page.evaluate("p => answer('picture', p)", picture(0, 3))
    assert page.evaluate(TRAVELS) == []


def colours(page, scheme):
    page.evaluate("scheme => document.documentElement.style.colorScheme = scheme", scheme)
    read = """() => [...document.querySelector('.dtlab-drawing > div').shadowRoot
        .querySelectorAll('path')].map(path => getComputedStyle(path).fill)"""
    numbers = [re.findall(r"\d+", fill) for fill in page.evaluate(read)]
    return [[int(number) / 255 for number in rgb] for rgb in numbers]


def contrasts(page, scheme):
    """Of each colour with each other one."""
    found = [luminance(colour) + 0.05 for colour in colours(page, scheme)]
    return [max(a / b, b / a) for a, b in combinations(found, 2)]


def test_a_figure_has_the_same_contrasts_in_a_dark_theme(page):
    light, dark = (contrasts(page, scheme) for scheme in ("light", "dark"))
    assert colours(page, "light")[0] == [1, 1, 1]
    assert luminance(colours(page, "dark")[0]) == pytest.approx(0.013, abs=0.002)
    for before, after in zip(light, dark, strict=True):
        assert 0.88 * before < after < 1.1 * before  # the lightest is not quite white
