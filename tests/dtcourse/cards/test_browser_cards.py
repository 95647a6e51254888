"""Cards in a real browser: by keyboard, as a screen reader hears them, and after a restart.

One notebook serves all tests, in their order: the last one restarts its kernel.
"""

import pytest
from helpers.browser import Lab, browser, wait_until

from conftest import needs

pytestmark = pytest.mark.slow
CELLS = [
    "from dtcourse import grade, guess\nfrom dtlab.widgets import explore_gradient_boosting",
    'guess("03.p1")',
    'guess("01.p3")',
    'grade("02.1", 3 / 52)',
    "explore_gradient_boosting()",
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
