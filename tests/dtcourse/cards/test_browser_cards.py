"""Cards in a real browser: by keyboard, as a screen reader hears them, and after a restart.

One notebook serves the first tests, in their order: the last of them restarts its kernel.
"""

import pytest
from helpers.browser import Lab, browser, wait_until

from conftest import needs

pytestmark = pytest.mark.slow
CELLS = [
    "from dtcourse import grade, guess\nfrom dtlab.widgets import explore_depth",
    'guess("03.p1")',
    'guess("01.p3")',
    'grade("02.1", 3 / 52)',
    "explore_depth()",
]
RADIO, TEXT, BUTTON, SLIDER = (
    f".dtlab-live {control}"
    for control in ("input[type=radio]", "input[type=text]", "button", ".noUi-handle")
)


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    needs("Chromium", browser(), "install chromium")
    with Lab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.fixture(scope="module")
def notebook(lab):
    with lab.page() as page:
        lab.write("cards.ipynb", *CELLS)
        opened = lab.open(page, "cards.ipynb").run()
        for control in (RADIO, TEXT, BUTTON, SLIDER):
            page.locator(control).first.wait_for()
        yield opened
        assert opened.complaints == opened.errors == []


@pytest.fixture
def page(notebook):
    return notebook.page


def test_arrow_keys_lead_through_the_options_and_space_chooses(page):
    question = "Which single question would you ask first about an email?"
    group = page.get_by_role("radiogroup", name=question, exact=True)
    group.wait_for()
    first, second, third = group.get_by_role("radio").all()
    first.focus()
    for key, reached in [("Down", second), ("Left", first), ("Up", third), ("Right", first)]:
        page.keyboard.press(f"Arrow{key}")
        assert reached.evaluate("e => e === document.activeElement")
    page.keyboard.press("ArrowDown")
    assert group.get_by_role("radio", checked=True).count() == 0
    page.keyboard.press("Space")
    page.get_by_text("Your guess: UNKNOWN SENDER").wait_for()
    assert second.is_checked()
    page.keyboard.press("Tab")
    assert not group.evaluate("e => e.contains(document.activeElement)")  # one stop for all


def test_a_guess_of_another_kind_gets_a_sentence(page):
    page.locator(TEXT).fill("baddxm1")
    page.keyboard.press("Enter")
    page.get_by_text("Not recorded: type a number in digits, not 'baddxm1'.").wait_for()


def test_help_is_a_click_away_and_the_mark_no_stray_number(page):
    page.get_by_role("button", name="Hint 1 of 3", exact=True).click()
    page.get_by_text("Hint 1 of 3 · 02.1").wait_for()
    page.get_by_role("button", name="Solution", exact=True).click()
    page.get_by_text("One way to solve 02.1").wait_for()
    assert page.get_by_text("0 of 1 points.").locator("visible=true").count() == 1
    assert not page.locator(".dtlab-unseen").is_visible()
    assert not page.locator(".jp-OutputArea-executeResult").is_visible()


@pytest.mark.parametrize("control", [RADIO, TEXT, BUTTON, SLIDER])
def test_keys_stay_in_a_control_and_shortcuts_work(page, lab, control):
    page.locator(control).first.focus()
    page.keyboard.press("x")  # would cut the cell
    page.keyboard.press("ArrowDown")  # would go to the next one
    assert page.locator(".jp-CodeCell").count() == len(CELLS)
    assert page.evaluate("document.activeElement.closest('.dtlab-live') !== null")
    path = lab.folder / "cards.ipynb"
    before = path.stat().st_mtime_ns

    def saves():
        page.keyboard.press("Control+s")  # once more, while it is still saving
        return path.stat().st_mtime_ns != before

    assert wait_until(page, saves)
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.matches('.jp-Cell')")


def test_what_has_lost_its_kernel_says_so(page, notebook):
    page.locator(".jp-CodeCell").first.focus()
    page.keyboard.press("0")
    page.keyboard.press("0")
    page.locator(".jp-Dialog .jp-mod-accept").click()
    for card in page.locator(".dtlab-card").locator("visible=true").all():
        says = "e => getComputedStyle(e, '::after').content"
        assert wait_until(page, lambda: "run this cell again" in card.evaluate(says))  # noqa: B023
        dead = "all => all.every(e => getComputedStyle(e).pointerEvents === 'none')"
        assert card.locator("input, button, select").evaluate_all(dead)
    page.get_by_text("run this cell again").wait_for()  # the figure
    notebook.wait_for_kernel()  # a server that is stopped meanwhile would hang


# ── how they look, in both themes ───────────────────────────────────────────────────────────────

LOOKS = [
    "from dtcourse import *",
    'guess("03.p1")',
    'reveal("03.p1")',
    'check("00.t1", 4)',
    'check("00.t1", 7)',
    'check("00.t1")',
    'hint("00.t1")',
    'solution("00.t1")',
    'quiz("00")',
    'submit("lab1")',
    "progress()",
]
# The least contrast of any text in the cards: [ratio, text]. Colours are drawn on a canvas to be
# read, because the browser may give them as a mixture; grounds lie on those of their parents.
CONTRAST = """() => {
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const paint = (colours) => {
    brush.clearRect(0, 0, 1, 1);
    for (const colour of colours) { brush.fillStyle = colour; brush.fillRect(0, 0, 1, 1); }
    return [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => c / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let least = [99, ""];
  for (const output of document.querySelectorAll(".jp-OutputArea-output")) {
    const walk = document.createTreeWalker(output, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement, look = getComputedStyle(element);
      if (!node.data.trim() || !element.checkVisibility() || look.fontSize === "0px") continue;
      if (element.closest("style, script")) continue;
      const grounds = [];
      let opacity = 1;
      for (let e = element; e; e = e.parentElement) {
        grounds.unshift(getComputedStyle(e).backgroundColor);
        opacity *= Number(getComputedStyle(e).opacity);
      }
      brush.globalAlpha = 1;
      const ground = paint(grounds), full = paint([...grounds, look.color]);
      const ink = full.map((c, i) => opacity * c + (1 - opacity) * ground[i]);
      const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      if (ratio < least[0]) least = [ratio, node.data.trim()];
    }
  }
  return least;
}"""
LONGEST = """() => {
  let longest = "";
  const shown = ".jp-OutputArea-output p, .jp-OutputArea-output .widget-radio-box label";
  for (const element of document.querySelectorAll(shown)) {
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let line = "", bottom = null;
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      for (let i = 0; i < node.data.length; i += 1) {
        const range = document.createRange();
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const place = range.getBoundingClientRect();
        if (!place.width) continue;
        if (bottom === null || place.top > bottom) line = "";
        bottom = place.bottom;
        line += node.data[i];
        if (line.length > longest.length) longest = line;
      }
  }
  return longest;
}"""
# How far the middle of each radio button is from that of its option's first line.
OFF = """all => all.map(radio => {
  const range = document.createRange(), label = radio.closest("label");
  const text = [...label.childNodes].find(n => n.nodeType === 3 && n.data.trim()) ?? label;
  range.selectNodeContents(text);
  const [line] = range.getClientRects(), box = radio.getBoundingClientRect();
  return Math.abs((line.top + line.bottom - box.top - box.bottom) / 2);
})"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_cards_can_be_read_in_both_themes_and_answers_open_by_themselves(tmp_path, dark):
    needs("Chromium", browser(), "install chromium")
    with Lab(tmp_path, dark) as lab, lab.page(1280, 800) as page:
        lab.write("looks.ipynb", *LOOKS)
        notebook = lab.open(page, "looks.ipynb").run()
        page.locator(RADIO).first.wait_for()
        cells = page.locator(".jp-CodeCell")
        reveal = cells.nth(2)
        assert "Guess first" in reveal.inner_text()
        cells.nth(1).get_by_role("radio").nth(1).click()
        reveal.get_by_text("You guessed UNKNOWN SENDER.").wait_for()
        assert "Guess first" not in reveal.inner_text()
        help_with = cells.nth(3)
        for name in ("Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3"):
            help_with.get_by_role("button", name=name).click()
        assert help_with.get_by_role("button", name="No more hints").is_disabled()
        help_with.get_by_role("button", name="Solution").click()
        for number, option in enumerate((0, 2)):  # a right one and a wrong one
            group = cells.nth(8).get_by_role("radiogroup").nth(number)
            group.get_by_role("radio").nth(option).click()
        cells.nth(8).get_by_text("right at the first try").wait_for()
        ratio, text = page.evaluate(CONTRAST)
        assert ratio >= 4.5, text
        assert 40 < len(page.evaluate(LONGEST)) <= 80
        assert max(page.locator(RADIO).evaluate_all(OFF)) <= 1
        progress = cells.last.locator(".jp-OutputArea-output").bounding_box()
        pane = page.locator(".jp-WindowedPanel-outer").bounding_box()
        assert progress["height"] < pane["height"] - 60  # with its cell
        assert notebook.errors == notebook.complaints == []
