"""Figures that are touched, in a real browser: mouse, keys, and what a screen reader is told."""

import re
from contextlib import contextmanager
from functools import partial

import numpy as np
import pytest
from helpers.browser import SECONDS, Lab, browser, wait_until

from conftest import needs

pytestmark = pytest.mark.slow
# A figure of three boxes, each a button that lights the next one.
BOXES = """
from dataclasses import dataclass, replace
from dtlab.plots.base.style import describe_as
from dtlab.widgets.base.touch import button_zone, with_key
from dtlab.widgets.base.view import Explorer

@dataclass(frozen=True)
class Boxes:
    chosen: str = "none"

    @property
    def words(self):
        return f"The chosen box is {self.chosen}."

    def draw(self, figure):
        ax = figure.add_axes((0, 0, 1, 1), xlim=(0, 3), ylim=(0, 1))
        for left, name in enumerate("abc"):
            with_key(name, ax.text(left + 0.5, 0.5, name))
        describe_as(ax, f"Three boxes, chosen is {self.chosen}.")

    def zones(self, figure):
        for left, name in enumerate("abc"):
            about = {"tip": f"this is {name}", "group": "boxes", "lights": ("bca"[left],)}
            yield button_zone(figure.axes[0], left + 0.1, 0.1, left + 0.9, 0.9,
                              id=name, name=f"box {name}", **about)

    def touched(self, zone, value):
        if zone == "c":
            raise ValueError("c is taken")
        return replace(self, chosen=zone)

Explorer(Boxes(), {}, (3, 1))
"""
# Keeps the kernel busy while there is a file of this name, and whatever else would draw.
BUSY = """
import pathlib, time
from dtlab.plots.svg import TURN
with TURN:
    while pathlib.Path('busy').exists():
        time.sleep(0.05)
""".strip()
FOCUSED = "e => e === document.activeElement"
# Until what a key has changed is shown.
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
WIDGETS = (
    *("explore_threshold()", "explore_gain()", "explore_alpha()", "explore_entropy()"),
    *("explore_order()", "explore_adaboost()", "explore_gradient_boosting()"),
    *("explore_depth()", "explore_forest()"),
)
# A plane beside a tree.
STUDIO = """
from dtlab import load
penguins = load("penguins").frame[["bill_length_mm", "bill_depth_mm", "species"]].dropna()
explore_splits(penguins, "species", kinds=("threshold",), algorithms=("CART",))
"""
CALLS = (*WIDGETS, BOXES, STUDIO)
IMPORTS = "%load_ext dtlab\nfrom dtlab.widgets import *"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="module")
def lab(folder):
    needs("Chromium", browser(), "install chromium")
    with Lab(folder) as lab:
        yield lab


@pytest.fixture(scope="module")
def notebook(lab):
    lab.write("touch.ipynb", IMPORTS, *CALLS, BUSY)
    with lab.page() as page:
        yield lab.open(page, "touch.ipynb").run()


@pytest.fixture
def touch(notebook):
    """A function from a call to its output; afterwards nobody may have complained."""
    notebook.wait_for_kernel()
    yield lambda call: Touched(notebook.page, CALLS.index(call) + 1)
    assert notebook.complaints == []
    assert notebook.errors == []


class Touched:
    """The output of one cell, and what a hand does to it."""

    def __init__(self, page, number):
        self.page = page
        self.cell = page.locator(".jp-CodeCell").nth(number)
        self.cell.locator("svg[role=img]").wait_for()
        self.cell.scroll_into_view_if_needed()

    def zone(self, name):
        return self.cell.locator(".dtlab-zone").and_(self.cell.get_by_label(name))

    def middle(self, locator):
        box = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def take(self, zone):
        """Press the mouse on a zone; where that is."""
        x, y = self.middle(zone)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        return x, y

    def meets(self, zone, drawn):
        """Whether a zone comes to stand where its line is drawn, which may travel there."""
        middle = "e => { const { left, right } = e.getBoundingClientRect(); return left + right; }"
        apart = lambda: (zone.evaluate(middle) - drawn.evaluate(middle)) / 2  # noqa: E731
        return wait_until(self.page, lambda: abs(apart()) < 1.5)

    def says(self, zone, text):
        """Whether a screen reader is told, in the next frame, that the zone has this value."""
        return wait_until(self.page, lambda: zone.get_attribute("aria-valuetext") == text)

    def becomes(self, pattern):
        words = self.cell.locator(".dtlab-words")
        return wait_until(self.page, lambda: re.search(pattern, words.inner_text()))


def test_a_line_is_dragged_and_the_figure_follows(touch):
    land = touch("explore_threshold()")
    line, drawn = land.zone("threshold of ELEVATION"), land.cell.locator("[data-key=threshold]")
    line.press("Home")
    assert land.becomes("ELEVATION ≤ 750:")
    x, y = land.take(line)
    land.page.mouse.move(x + 100, y, steps=10)
    assert land.says(line, "≤ 1350")
    assert land.becomes("ELEVATION ≤ 1350:")  # while it is still held
    assert land.meets(line, drawn.first)
    land.page.mouse.move(x + 2000, y, steps=10)
    assert land.says(line, "≤ 4725")  # no further than the last stop
    land.page.mouse.up()
    assert land.becomes("ELEVATION ≤ 4725:")
    land.page.mouse.move(x, y, steps=3)
    assert line.get_attribute("aria-valuetext") == "≤ 4725"  # it has been let go


def test_a_second_line_is_dragged_over_the_first(touch):
    land = touch("explore_threshold()")
    land.zone("threshold of ELEVATION").press("Home")
    assert land.becomes("ELEVATION ≤ 750: riparian 1; > 750:")
    lines = land.cell.get_by_label("lines")
    lines.select_option("2")
    assert land.becomes("750 < x ≤ 4725:")
    second = land.zone("second threshold of ELEVATION")
    x, y = land.take(second)
    land.page.mouse.move(x - 80, y, steps=10)
    assert land.says(second, "≤ 4175")
    assert land.becomes("750 < x ≤ 4175:")
    land.page.mouse.move(x - 2000, y, steps=10)
    land.page.mouse.up()
    assert land.becomes("of these 2 intervals")  # both are at 750
    lines.select_option("1")
    assert land.becomes("of 6 thresholds")


def test_escape_takes_a_drag_back_and_then_leaves_the_figure(touch):
    land = touch("explore_threshold()")
    line = land.zone("threshold of ELEVATION")
    line.press("Home")
    x, y = land.take(line)
    land.page.mouse.move(x + 100, y, steps=5)
    land.page.keyboard.press("Escape")
    assert land.says(line, "≤ 750")
    land.page.mouse.up()
    assert land.becomes("ELEVATION ≤ 750:")
    land.page.keyboard.press("Escape")
    assert land.cell.evaluate(FOCUSED)


def test_keys_move_a_line_and_a_screen_reader_is_told(touch):
    land = touch("explore_threshold()")
    line = land.zone("threshold of ELEVATION")
    for key, value in {"Home": 750, "ArrowRight": 1350, "ArrowUp": 2250, "ArrowLeft": 1350,
                       "PageUp": 2250, "End": 4725}.items():  # fmt: skip
        line.press(key)
        assert land.says(line, f"≤ {value}")
    assert line.get_attribute("aria-valuenow") == "4725"
    assert line.get_attribute("aria-valuemin") == "750"
    assert land.becomes("ELEVATION ≤ 4725:")
    said = land.cell.locator(".dtlab-announced[aria-live=polite]")
    assert wait_until(land.page, lambda: "ELEVATION ≤ 4725:" in said.inner_text())
    assert line.evaluate(FOCUSED)  # through all redraws


def test_jupyterlab_neither_takes_the_keys_of_a_zone_nor_loses_its_own(touch):
    land = touch("explore_threshold()")
    line, cells = land.zone("threshold of ELEVATION"), land.page.locator(".jp-CodeCell")
    before = cells.count()
    line.press("ArrowLeft")
    for key in ("x", "Space", "b"):
        line.press(key)
    assert cells.count() == before
    with land.page.expect_request(lambda r: r.method == "PUT" and "touch.ipynb" in r.url):
        line.press("Control+s")
    assert line.get_attribute("data-lm-suppress-shortcuts") == "true"


def test_a_point_is_dragged_along_its_curve_and_the_other_answers(touch):
    curve = touch("explore_gain()")
    yes, no = curve.zone("class = 1st"), curve.zone("class ≠ 1st")
    assert curve.says(yes, "203 of 325 rows")
    x, y = curve.take(yes)
    curve.page.mouse.move(x + 40, y + 20, steps=10)  # near the curve is enough
    assert wait_until(curve.page, lambda: curve.middle(yes)[0] > x + 10)
    curve.page.mouse.up()
    k = int(re.match(r"\d+", yes.get_attribute("aria-valuetext"))[0])
    assert k > 203
    assert curve.becomes(f"class = 1st: 325 rows, {k / 325:.0%}".replace("%", " %"))
    assert curve.says(no, f"{711 - k} of 1876 rows")
    back = curve.zone("put the groups back as they are in the data")
    back.press("Enter")
    assert curve.becomes("0.908 − 0.859 = 0.0485 bits")
    assert curve.says(yes, "203 of 325 rows")


def test_a_tree_is_grown_by_hand_beside_its_plane(touch):
    studio = touch(STUDIO)
    cut = studio.zone("cut of bill_length_mm")
    before = cut.get_attribute("aria-valuetext")
    x, y = studio.take(cut)
    studio.page.mouse.move(x - 30, y, steps=5)
    assert wait_until(studio.page, lambda: cut.get_attribute("aria-valuetext") != before)
    studio.page.mouse.up()
    chosen = cut.get_attribute("aria-valuetext")
    assert studio.becomes(f"At the root .* bill_length_mm {chosen}: Gini gain")
    above = f"bill_length_mm {chosen.replace('≤', '>')}"
    studio.zone(above).click()  # only proposed: so it grows
    assert studio.becomes(f"^At {above}")
    studio.zone("ask about bill_depth_mm").press("Enter")
    level = studio.zone("cut of bill_depth_mm")
    assert level.evaluate("e => getComputedStyle(e, '::after').content") == '"↕"'
    assert level.evaluate("e => getComputedStyle(e).boxShadow") == "none"  # no halo around it
    level.press("Home")
    assert studio.becomes("bill_depth_mm ≤ .*: Gini gain")
    lit, region = (studio.cell.locator(f"[data-key^={key}].lit") for key in ("node", "region"))
    studio.zone(re.compile(f"^bill_length_mm {chosen}")).hover()
    assert wait_until(studio.page, lambda: (lit.count(), region.count()) == (1, 1))
    studio.cell.locator(".dtlab-zone[aria-label^=row]").first.hover(force=True)
    assert wait_until(studio.page, lambda: lit.count() >= 2 and region.count() == 1)
    box = studio.cell.get_by_label("distributions")
    described = lambda: studio.cell.locator("svg[role=img]").get_attribute("aria-label")  # noqa: E731
    box.check()
    assert wait_until(studio.page, lambda: "In the boxes, the rows. bill_length" in described())
    box.uncheck()
    assert wait_until(studio.page, lambda: "In the boxes" not in described())
    studio.zone("root").press("u")
    assert studio.becomes("^At the root")
    focused = studio.cell.locator(":focus.dtlab-zone[aria-label^=root]")
    assert wait_until(studio.page, lambda: focused.count() == 1)  # it stays where it was
    studio.cell.get_by_role("button", name="Compare").click()
    assert studio.becomes("^The trees differ at 1 node, marked ≠: at root you answer")
    studio.zone("look at root").press("Enter")
    assert studio.becomes("^At the root")


@contextmanager
def busy(page, folder):
    """Keep the kernel busy by the last cell; its prompt."""
    (folder / "busy").touch()
    page.locator(".jp-CodeCell .cm-content").last.click()
    page.keyboard.press("Control+Enter")
    prompt = page.locator(".jp-CodeCell .jp-InputPrompt").last
    try:
        assert wait_until(page, lambda: "*" in prompt.inner_text())
        yield prompt
    finally:
        (folder / "busy").unlink()


def test_a_figure_that_is_drawn_ahead_answers_while_the_kernel_is_busy(touch, folder):
    land = touch("explore_threshold()")
    line = land.zone("threshold of ELEVATION")
    line.press("Home")
    land.cell.locator(".dtlab-ahead").wait_for()
    assert land.becomes("ELEVATION ≤ 750:")
    with busy(land.page, folder) as prompt:
        line.press("End")
        assert land.becomes("ELEVATION ≤ 4725:")
        drawn = land.cell.locator("[data-key=threshold]").first
        assert land.meets(line, drawn)
        assert "*" in prompt.inner_text()
    assert wait_until(land.page, lambda: "*" not in prompt.inner_text())
    assert land.becomes("ELEVATION ≤ 4725:")
    line.press("Home")
    assert land.becomes("ELEVATION ≤ 750:")


def test_words_of_an_earlier_place_make_way_while_an_answer_is_late(touch, folder):
    forest = touch("explore_forest()")
    row = forest.zone("row 71")
    row.press("ArrowRight")
    assert forest.becomes("Row 71 is now at")
    with busy(forest.page, folder):
        for key in ("ArrowLeft", "ArrowRight") * 6:  # to go on moving does not put it off
            row.press(key)
            forest.page.wait_for_timeout(60)
        assert forest.becomes("^Waiting for Python …$")
    where = row.get_attribute("aria-valuetext")
    assert forest.becomes(f"Row 71 is now at {where}: ")


def test_a_price_is_dragged_and_a_node_sends_it_to_its_own(touch):
    prices = touch("explore_alpha()")
    line = prices.zone("α, the price of a leaf")
    line.hover()
    prices.cell.locator(".dtlab-ahead").wait_for()  # the nodes are buttons there, too
    line.press("Home")
    assert prices.says(line, "α = 0: 41 leaves")
    assert prices.becomes("α = 0 keeps 41 leaves")
    x, y = prices.take(line)
    prices.page.mouse.move(x + 2000, y, steps=10)
    assert prices.becomes("keeps 1 leaf of 41")
    prices.page.mouse.up()
    root = prices.zone("worst perimeter? cut from α = 0.211 on")
    root.click()
    assert prices.becomes("keeps 2 leaves of 41")  # put back
    root.press("Enter")
    assert prices.becomes("α = 0.211 keeps 1 leaf of 41")


def test_cards_are_clicked_out_of_a_bag_and_put_back_by_a_key(touch):
    bag = touch("explore_entropy()")
    bag.zone("♥ hearts, 3 in the bag: take one out").click()
    assert bag.becomes("The entropy is 1.9808 bits")
    back = bag.zone("♥ hearts, 2 in the bag: put one in")
    back.press("Enter")
    assert bag.becomes("The entropy is 2.0000 bits")
    bag.page.keyboard.press("Enter")  # the focus has stayed
    assert bag.zone("♥ hearts, 4 in the bag: put one in").evaluate(FOCUSED)
    for _ in range(3):  # faster than Python answers
        bag.page.keyboard.press("Enter")
    bag.zone("♥ hearts, 7 in the bag: put one in").wait_for()
    for key, name in {
        "ArrowDown": "♠ spades, 3 in the bag: put one in",
        "ArrowLeft": "♠ spades, 3 in the bag: take one out",
        "ArrowUp": "♥ hearts, 7 in the bag: take one out",
    }.items():
        bag.page.keyboard.press(key)
        assert bag.zone(name).evaluate(FOCUSED)
    card = bag.zone("♠ spades, 3 in the bag: take one out").bounding_box()
    x, y, width = card["x"] + card["width"], card["y"] + card["height"] / 2, card["width"] / 3
    bag.page.mouse.move(x + width / 2, y)
    bag.page.mouse.down()
    bag.page.mouse.move(x + 3.6 * width, y, steps=10)  # over four places
    bag.page.mouse.up()
    bag.zone("♠ spades, 7 in the bag: put one in").wait_for()


def test_features_are_dragged_into_order(touch):
    game = touch("explore_order()")
    last = game.zone("a1")
    top = game.middle(game.zone("d3"))[1]
    x, y = game.take(last)
    game.page.mouse.move(x, top, steps=20)
    assert game.says(last, "question 1 of 6")
    assert game.becomes("^a1, d3, d2, d1, d0, a0: 12 leaves")  # while it is still held
    game.page.mouse.up()
    game.page.mouse.move(0, 0)  # no zone comes under it
    other = game.zone("a0")
    other.press("Home")
    assert game.becomes("^a0, a1, d3, d2, d1, d0: 8 leaves")
    other.press("ArrowDown")
    assert game.becomes("^a1, a0, d3, d2, d1, d0: 8 leaves")
    assert other.evaluate(FOCUSED)


@pytest.mark.parametrize(
    ("call", "name", "first", "last"),
    [
        ("explore_adaboost()", "round", "^M0 asks", "^M2 asks"),
        ("explore_gradient_boosting()", "stage", "^M0 is the mean", r"^M20 = M19 \+ 1 × tree 20"),
    ],
)
def test_boosting_is_dragged_along_its_errors(touch, call, name, first, last):
    rounds = touch(call)
    line = rounds.zone(name)
    line.press("Home")
    assert rounds.becomes(first)
    x, y = rounds.take(line)
    rounds.page.mouse.move(x + 2000, y, steps=10)
    assert rounds.becomes(last)  # while it is still held
    rounds.page.mouse.up()
    rounds.cell.get_by_role("button", name="first", exact=True).click()
    assert rounds.becomes(first)
    assert wait_until(rounds.page, lambda: line.get_attribute("aria-valuenow") == "0")


def test_the_depth_is_dragged_along_the_errors(touch):
    curve = touch("explore_depth()")
    line = curve.zone("depth")
    line.press("Home")
    assert curve.becomes("^Depth 1, 2 steps")
    x, y = curve.take(line)
    curve.page.mouse.move(x + 2000, y, steps=10)
    assert curve.says(line, "depth 9")
    assert curve.becomes("^Depth 9, 56 steps")  # while it is still held
    curve.page.mouse.up()
    curve.cell.get_by_role("checkbox", name="show the best").check()
    assert curve.becomes("On new rows the error is smallest at depth 3.$")


def place(row):
    """Where a screen reader is told that a row is."""
    numbers = re.findall(r"−?[\d.]+", row.get_attribute("aria-valuetext"))
    return [float(number.replace("−", "-")) for number in numbers]


def test_a_row_is_dragged_across_the_plane_by_hand_and_by_keys(touch):
    forest = touch("explore_forest()")
    row = forest.zone("row 71")
    before = row.get_attribute("aria-valuetext")
    x, y = forest.take(row)
    forest.page.mouse.move(x + 60, y + 80, steps=10)
    assert wait_until(forest.page, lambda: row.get_attribute("aria-valuetext") != before)
    assert forest.becomes("Row 71 is now at .* CART on all rows changes .*, 10 trees ")
    forest.page.mouse.up()
    assert forest.middle(row) == pytest.approx((x + 60, y + 80), abs=8)  # small steps
    for key, right, up in [
        *(("ArrowUp", 0, 1), ("ArrowRight", 1, 0), ("ArrowRight", 1, 0), ("ArrowDown", 0, -1)),
        *(("PageUp", 0, 1), ("ArrowLeft", -1, 0), ("End", 1, 0), ("ArrowRight", 0, 0)),
        *(("Home", -1, 0), ("ArrowLeft", 0, 0)),
    ]:
        old = place(row)
        row.press(key)
        forest.page.evaluate(FRAMES)
        assert np.sign(np.subtract(place(row), old)).tolist() == [right, up], key
    forest.zone("row 36").press("ArrowUp")
    assert forest.becomes("Row 36 is now at .* Row 71 is back in its place.$")
    line = forest.zone("trees")
    line.press("Home")
    assert forest.becomes("^1 tree, ")


def test_a_finger_drags_a_line(touch):
    land = touch("explore_threshold()")
    line = land.zone("threshold of ELEVATION")
    line.press("Home")
    assert land.says(line, "≤ 750")
    x, y = land.middle(line)
    browser = land.page.context.new_cdp_session(land.page)
    finger = lambda kind, *at: browser.send(  # noqa: E731
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]}
    )
    finger("touchStart", (x, y))
    for step in range(1, 11):
        finger("touchMove", (x + 10 * step, y))
    assert land.says(line, "≤ 1350")
    finger("touchEnd")
    assert land.becomes("ELEVATION ≤ 1350:")


def test_controls_leave_jupyterlab_its_shortcuts_and_give_the_focus_back(touch):
    curve = touch("explore_gradient_boosting()")
    slider = curve.cell.get_by_role("slider", name="depth of a tree")
    slider.focus()
    with curve.page.expect_request(lambda r: r.method == "PUT" and "touch.ipynb" in r.url):
        slider.press("Control+s")
    assert slider.get_attribute("data-lm-suppress-shortcuts") == "true"
    slider.press("Escape")
    assert curve.cell.evaluate(FOCUSED)


def test_buttons_of_a_figure_are_clicked_lit_and_walked_through(touch):
    boxes = touch(BOXES)
    a, b, c = (boxes.zone(f"box {name}") for name in "abc")
    assert [zone.get_attribute("role") for zone in (a, b, c)] == ["button"] * 3
    a.click()
    assert boxes.becomes("box is a")
    lit, tip = boxes.cell.locator(".lit"), boxes.cell.locator(".dtlab-tip")
    b.hover()
    assert wait_until(boxes.page, lambda: lit.count() == 1 and tip.inner_text() == "this is b")
    assert lit.get_attribute("data-key") == "c"
    above, below = b.bounding_box(), tip.bounding_box()
    assert below["y"] >= above["y"] + above["height"]  # over a box stands the label of its branch
    a.focus()
    assert [zone.get_attribute("tabindex") for zone in (a, b, c)] == ["0", "-1", "-1"]
    boxes.page.keyboard.press("ArrowRight")
    assert b.evaluate(FOCUSED)
    boxes.page.keyboard.press("Enter")
    assert boxes.becomes("box is b")
    assert b.evaluate("e => e === document.activeElement && e.tabIndex === 0")
    assert wait_until(boxes.page, lambda: lit.count() == 1)  # in the new figure, too
    boxes.page.keyboard.press("ArrowRight")
    boxes.page.keyboard.press("Space")
    assert boxes.becomes("c is taken")
    assert boxes.cell.locator(".dtlab-announced[aria-live=assertive]").count() == 1


# The height of a widget in pixels, and its smallest text in points, as shown.
SHOWN = """figure => {
    const drawing = [...figure.querySelectorAll("div")].find(e => e.shadowRoot).shadowRoot;
    const svg = drawing.querySelector("svg[role=img]");
    const points = 0.75 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const texts = [...svg.querySelectorAll("text")].filter(e => e.textContent.trim());
    const sizes = texts.map(e => parseFloat(getComputedStyle(e).fontSize));
    const widget = figure.parentElement;
    return [widget.getBoundingClientRect().height, points * Math.min(...sizes)];
}"""


def test_on_a_projector_every_widget_fits_with_text_of_14_points(lab, notebook):
    """1280 × 720 at a zoom of 150 %."""
    calls = (*WIDGETS, STUDIO)
    lab.write("projector.ipynb", f"{IMPORTS}\nfrom dtlab import projector\nprojector()", *calls)
    page = notebook.page.context.browser.new_page(viewport={"width": 853, "height": 480})
    page.set_default_timeout(1000 * SECONDS)
    shown = lab.open(page, "projector.ipynb")
    page.keyboard.press("Control+b")  # without the list of files
    shown.run()
    room = page.locator(".jp-Notebook").first.evaluate("e => e.clientHeight")
    for number, call in enumerate(calls, 1):
        measure = partial(Touched(page, number).cell.locator(".dtlab-figure").evaluate, SHOWN)
        fits = lambda height, text: height <= room and text > 13.9  # noqa: E731
        assert wait_until(page, lambda: fits(*measure())), (call, measure(), room)  # noqa: B023
    cell = Touched(page, len(calls)).cell
    cell.get_by_role("button", name="Export as Python").click()
    is_seen = "e => e.getBoundingClientRect().bottom <= innerHeight"
    source = cell.locator("pre[aria-label='the tree as Python']")
    assert wait_until(page, lambda: source.count() and source.evaluate(is_seen))
    assert shown.complaints == shown.errors == []
    page.close()


def test_beside_the_list_of_files_every_card_is_seen_whole(touch):
    page = touch(CALLS[0]).page
    full = page.viewport_size
    page.set_viewport_size({"width": 1280, "height": 800})
    try:
        room = page.locator(".jp-Notebook").first.evaluate("e => e.clientHeight")
        for call in WIDGETS:
            card = touch(call).cell.locator(".dtlab-explorer")
            height = partial(card.evaluate, "e => e.getBoundingClientRect().height")
            assert wait_until(page, lambda: height() <= room), (call, height(), room)  # noqa: B023
    finally:
        page.set_viewport_size(full)


def test_after_a_restart_of_the_kernel_it_says_what_to_do(touch, notebook):
    """The last test: no widget of this page answers any more."""
    curve = touch("explore_gain()")
    line = touch("explore_threshold()").zone("threshold of ELEVATION")
    notices = curve.page.locator(".dtlab-notice")
    assert set(notices.all_inner_texts()) == {""}
    line.press("Escape")
    curve.page.keyboard.press("0")
    curve.page.keyboard.press("0")
    curve.page.locator(".jp-Dialog .jp-mod-accept").click()
    said = "The kernel has been restarted: run this cell again."
    assert wait_until(curve.page, lambda: set(notices.all_inner_texts()) == {said})
    assert curve.cell.locator(".dtlab-notice + .dtlab-sheet").count() == 1  # above the figure
    dead = "e => getComputedStyle(e).pointerEvents"  # nobody hears the controls
    assert curve.cell.locator(".dtlab-controls").first.evaluate(dead) == "none"
    before = line.get_attribute("aria-valuetext")
    line.press("End" if before == "≤ 750" else "Home")
    notebook.wait_for_kernel()
