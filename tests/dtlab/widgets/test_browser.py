"""Every widget in a real browser: shown by JupyterLab, driven by the keyboard, read as text.

One server, one page and one notebook serve all tests: a cell per widget. Each test works in the
output of its own cell, and fails if the console or the kernel complained meanwhile.
"""

import re

import pytest
from helpers.browser import Lab, browser, wait_until

from conftest import needs
from dtlab import widgets

pytestmark = pytest.mark.slow
STEPPERS = ("explore_adaboost", "explore_gradient_boosting")
# What a keyboard reaches, what to press there, when that would change nothing, and what then.
BUTTONS = ".dtlab-zone[role=button]"  # of a figure: not every one changes its own name
CONTROLS = {
    "[role=slider]": (["ArrowRight"], "e => e.ariaValueNow === e.ariaValueMax", ["ArrowLeft"]),
    "button[aria-pressed=false]": (["Space"], "e => false", None),
    "select:has(option:nth-child(2))": (
        ["ArrowDown"], "e => e.selectedIndex === e.options.length - 1", ["ArrowUp"],
    ),
    "input[type=checkbox]:enabled": (["Space"], "e => false", None),
    BUTTONS: (["Enter"], "e => false", None),
    "[role=textbox]": (
        ["Control+a", "1", "Enter"], "e => parseFloat(e.textContent) === 1",
        ["Control+a", "2", "Enter"],
    ),
}  # fmt: skip
EDITED = "[contenteditable=true]"
FOCUSABLE = (
    f"button:enabled, select, input:enabled, [role=slider], {EDITED}, .dtlab-zone[tabindex='0']"
)
# Whether a control comes to say something else of itself, seen in every frame; another one may
# also take it away.
WATCH = """e => {
    const said = () => JSON.stringify([e.ariaLabel, e.ariaValueText, e.ariaPressed, e.checked,
        e.textContent, Array.from(e.selectedOptions ?? [], option => option.text)]);
    const before = said();
    const watch = window.watch = {};  // one watch at a time
    const look = () => {
        if (window.watch !== watch) return;
        window.answered = said() !== before || !e.isConnected || !e.checkVisibility();
        if (!window.answered) requestAnimationFrame(look);
    };
    look();
}"""


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    needs("Chromium", browser(), "install chromium")
    with Lab(tmp_path_factory.mktemp("lab")) as lab, lab.page() as page:
        calls = [f"widgets.{name}()" for name in widgets.__all__]
        lab.write("widgets.ipynb", "%load_ext dtlab\nfrom dtlab import widgets", *calls)
        opened = lab.open(page, "widgets.ipynb")
        yield opened.run()


@pytest.fixture
def shown(notebook):
    """A function from a widget's name to its output; afterwards nobody may have complained."""
    notebook.wait_for_kernel()  # what the last test changed has arrived
    yield lambda name: Shown(notebook.page, widgets.__all__.index(name) + 1)
    assert notebook.complaints == []
    assert notebook.errors == []


class Shown:
    """The output of one cell."""

    def __init__(self, page, number):
        self.page = page
        self.place = page.locator(".jp-CodeCell").nth(number).locator(".jp-OutputArea")
        self.place.locator("svg[role=img]").first.wait_for()

    @property
    def picture(self):
        """The SVG."""
        return self.place.locator("svg[role=img]").inner_html()

    @property
    def description(self):
        """What a screen reader reads of the picture."""
        return self.place.locator("svg[role=img]").get_attribute("aria-label")

    @property
    def words(self):
        """The line under the figure."""
        return self.place.locator(".dtlab-words").inner_text()

    def press(self, control, kind):
        """Focus a control of this kind and press the keys that change it."""
        keys, in_vain, others = CONTROLS[kind]
        keys = others if control.evaluate(in_vain) else keys
        control.evaluate("e => e.focus()")  # one that is gone takes no focus, and none is amiss
        for key in keys:
            self.page.keyboard.press(key)

    def press_button(self, name):
        """Push a button as the keyboard does."""
        self.place.get_by_role("button", name=name, exact=True, disabled=False).focus()
        self.page.keyboard.press("Enter")

    @property
    def focusable(self):
        """What the Tab key must reach, in this order."""
        return self.place.locator(FOCUSABLE).locator("visible=true")

    @property
    def nodes(self):
        """Role, name and properties of all that Chromium tells a screen reader of this output."""
        browser = self.page.context.new_cdp_session(self.page)
        self.place.first.evaluate("place => { window.asked = place }")
        found = browser.send("Runtime.evaluate", {"expression": "window.asked"})["result"]
        where = {"objectId": found["objectId"]}
        nodes = browser.send("Accessibility.queryAXTree", where)["nodes"]
        return [_told(node) for node in nodes if not node["ignored"]]

    def answers(self, control, kind):
        """Whether a control comes to say something else when its keys are pressed, or is gone."""
        control.evaluate(WATCH)
        self.press(control, kind)
        return self.wait_until(lambda: self.page.evaluate("window.answered"))

    def wait_until(self, condition):
        """Wait for a change to arrive; return whether it did."""
        return wait_until(self.page, condition)

    def becomes(self, pattern):
        """Whether the words come to match a pattern."""
        return self.wait_until(lambda: re.search(pattern, self.words))


def _told(node):
    properties = {p["name"]: p["value"].get("value") for p in node.get("properties", ())}
    return {key: node[key].get("value") for key in ("role", "name")} | properties


@pytest.mark.parametrize("name", widgets.__all__)
def test_a_widget_is_shown_with_picture_and_words(shown, name):
    widget = shown(name)
    assert len(widget.description) > 30
    assert len(widget.words) > 20
    assert "<path" in widget.picture


@pytest.mark.parametrize("name", widgets.__all__)
def test_all_that_takes_the_focus_has_a_name(shown, name):
    widget = shown(name)
    told = lambda: [node for node in widget.nodes if node.get("focusable")]  # noqa: E731
    assert widget.wait_until(lambda: all(node["name"] for node in told())), told()
    assert {"button", "slider", "combobox"} & {node["role"] for node in told()}


@pytest.mark.parametrize("name", widgets.__all__)
def test_tab_reaches_every_control_in_its_order(shown, name):
    widget = shown(name)
    controls = [element.element_handle() for element in widget.focusable.all()]
    controls[0].focus()
    for control in controls:
        assert control.evaluate("e => e === document.activeElement")
        widget.page.keyboard.press("Tab")
    assert not widget.place.first.evaluate("e => e.contains(document.activeElement)")


@pytest.mark.parametrize("name", widgets.__all__)
def test_every_control_answers_to_keys_and_the_first_changes_picture_and_words(shown, name):
    widget = shown(name)
    picture, words, first = widget.picture, widget.words, True
    for kind in CONTROLS:
        for control in widget.place.locator(kind).locator("visible=true").element_handles():
            if kind != BUTTONS:
                assert widget.answers(control, kind), kind
            elif first:
                widget.press(control, kind)
            if first:
                assert widget.wait_until(lambda: widget.picture != picture)
                assert widget.wait_until(lambda: widget.words != words)
            first = False
    assert not first


def test_a_slider_says_its_value_and_a_group_what_is_chosen(shown):
    trees = shown("explore_gradient_boosting")
    rate = trees.place.get_by_role("slider", name="learning rate")
    rate.press("Home")
    # the first of the rates, not 0
    assert trees.wait_until(lambda: rate.get_attribute("aria-valuetext") == "0.05")
    curve = shown("explore_gain")
    group = curve.place.get_by_role("group", name="measure")
    group.get_by_role("button", name="Gini").press("Space")
    chosen = group.get_by_role("button", pressed=True)
    assert curve.wait_until(lambda: chosen.all_inner_texts() == ["Gini"])


@pytest.mark.parametrize("name", STEPPERS)
def test_a_stepper_steps(shown, name):
    # Python answers in order: once the bag has changed, what the last test did has arrived, too.
    bag, card = shown("explore_entropy"), ".dtlab-zone[aria-label*='put one in']"
    before = bag.words
    bag.place.locator(card).first.press("Enter")
    assert bag.wait_until(lambda: bag.words != before)
    widget = shown(name)
    slider = widget.place.get_by_role("slider").last
    at_step = lambda: float(slider.get_attribute("aria-valuenow"))  # noqa: E731
    n_steps = float(slider.get_attribute("aria-valuemax")) + 1
    seen = []
    for button, step in {"first": 0, "next": 1, "last": n_steps - 1, "back": n_steps - 2}.items():
        moves, words = at_step() != step, widget.words
        if moves:
            widget.press_button(button)
        assert widget.wait_until(lambda step=step: at_step() == step)
        assert not moves or widget.wait_until(lambda words=words: widget.words != words)
        seen.append(widget.words)
    assert len({*seen[:3]}) == 3
    widget.press_button("play")
    assert widget.wait_until(lambda: at_step() == n_steps - 1)
    widget.place.get_by_role("button", name="play", exact=True).wait_for()  # it has stopped


def test_a_node_is_grown_and_undone_in_split_studio(shown):
    studio = shown("explore_splits")
    studio.place.get_by_label("ask about ELEVATION").press("Enter")
    assert studio.becomes(r"ELEVATION: information gain 0.877 bits, 1st of ")
    assert studio.wait_until(lambda: "drawn faded: ELEVATION" in studio.description)
    start = studio.picture
    studio.press_button("Grow")
    assert studio.becomes("^At ELEVATION medium")
    assert studio.wait_until(lambda: "A tree of 4 leaves" in studio.description)
    studio.press_button("Undo")
    assert studio.becomes("^At the root")
    assert studio.wait_until(lambda: studio.picture == start)  # with what was tried
    assert studio.wait_until(lambda: studio.place.locator(":focus.dtlab-zone").count() == 1)
    studio.press_button("Redo")
    assert studio.becomes("^At ELEVATION medium")


def test_a_row_walks_down_the_tree_of_split_studio(shown):
    studio = shown("explore_splits")
    studio.press_button("Drop a row in")  # whatever tree there is
    assert studio.becomes("^A row drops in: STREAM ")
    assert studio.becomes(r"^A row walks down: .*\. The tree says ")
    assert studio.wait_until(lambda: "newcomer" in studio.picture)


def test_split_studio_finishes_compares_and_exports(shown):
    studio = shown("explore_splits")
    studio.press_button("Finish with ID3")
    assert studio.becomes("Nothing is left to ask")
    studio.press_button("Compare")
    assert studio.becomes("Your tree and the tree of ID3 are the same")
    table = studio.place.get_by_role("table")
    assert studio.wait_until(lambda: "training accuracy" in table.last.inner_text())
    studio.press_button("Export as Python")
    source = studio.place.locator("pre")
    source.wait_for()
    assert source.inner_text().startswith("from dtlab import ask")
    studio.press_button("Undo")
    assert studio.wait_until(lambda: source.count() == 0)


def test_an_error_is_a_sentence_and_no_traceback(shown):
    bag = shown("explore_entropy")
    out = bag.place.locator(".dtlab-zone[aria-label*='take one out']").first
    while "there is no" not in bag.words:
        before = bag.words
        out.press("Enter")
        assert bag.wait_until(lambda: bag.words != before)  # noqa: B023
    assert "there is no" in bag.words
