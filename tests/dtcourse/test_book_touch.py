"""Pages of the book that answer without a kernel: what they hold, and what they do in a browser."""

import json
import re
import zlib
from base64 import b64decode
from dataclasses import replace
from functools import partial
from pathlib import Path

import book_figures
import book_touch
import nbformat
import pytest
from book_cards import card_html, guess_card
from book_figures import Frame, clicks, frames_of, packed_frames
from book_landing import Landing
from helpers.browser import Lab, browser, wait_until

from conftest import needs
from dtcourse.bank import find
from dtcourse.cards.asking import is_right, quiz
from dtcourse.judging.items import Guess
from dtlab.widgets import (
    explore_alpha,
    explore_depth,
    explore_entropy,
    explore_gain,
    explore_order,
    explore_threshold,
)
from dtlab.widgets.base.drawing import CHUNK, Drawer, said

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
SCRIPT = re.compile(r'<script type="application/json">(.*?)</script>', re.DOTALL)


def frames(view):
    return frames_of(view.state, view.size_of(view.state))


def unpacked(text):
    return json.loads(zlib.decompress(b64decode(text)))


def svg(figure, frame):
    """A frame's SVG as the two scripts put it together."""
    text = "".join(figure["parts"][part] for part in frame["svg"])
    return CHUNK.sub(lambda found: figure["chunks"][found[1]], text)


# ── figures ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("explore", [explore_threshold, explore_depth])
def test_a_page_holds_what_python_would_draw_and_say(explore):
    view = explore()
    figure = unpacked(packed_frames(*frames(view)))
    assert figure["frames"][figure["at"]]["words"] == view.state.words
    made, _ = frames(view)
    assert len(figure["frames"]) == len(made) > 1
    for frame, sent in zip(made, figure["frames"], strict=True):
        size = view.size_of(frame.state)
        drawn = view._drawer.draw(frame.state, size)
        assert svg(figure, sent) == drawn.svg
        assert (sent["words"], sent["alt"]) == (said(frame.state, size), drawn.description)
        zones = [{**figure["zones"][zone["id"]], **zone} for zone in sent["zones"]]
        assert not figure["tracks"]  # one zone, always the same stops
        assert zones == json.loads(json.dumps([zone.record() for zone in drawn.zones]))


@pytest.mark.parametrize("explore", [explore_alpha, partial(explore_gain, "buys_computer")])
def test_a_gesture_leads_to_the_frame_of_the_state_that_it_makes(explore):
    made, at = frames(explore())
    frame, drawer = made[at], Drawer()
    for zone in frame.drawing.zones:  # clicked nodes and a second handle, too
        numbers = frame.next[zone.id] if zone.stops else [frame.next[zone.id]]
        some = slice(None, None, 11 if len(numbers) > 22 else 1)
        for state, number in list(zip(frame.after(zone), numbers, strict=True))[some]:
            drawn, to = drawer.draw(state, frame.size), made[number]
            assert (drawn.description, said(state, frame.size)) == (
                to.drawing.description,
                to.words,
            )
            assert drawn.zones == to.drawing.zones


def test_a_zone_that_leads_elsewhere_is_left_out():
    view = explore_threshold()
    view.set(lines=2)
    made, at = frames(view)
    figure = unpacked(packed_frames(made, at))
    assert [zone.id for zone in made[0].drawing.zones] == ["threshold", "second"]
    assert [zone["id"] for zone in figure["frames"][0]["zones"]] == ["threshold"]


def test_of_features_to_be_put_in_order_two_can_be_dragged():
    made, at = frames(explore_order("vegetation"))
    assert len(made) == 6  # here all orders, of three features
    assert all(frame.next.keys() == {"SLOPE", "STREAM"} for frame in made)
    orders = {frame.state.order for frame in made}
    assert len(orders) == 6
    assert made[at].next["STREAM"][made[at].drawing.zones[-1].at] == at  # where it stands already


def test_a_figure_of_many_states_stays_a_still():
    view = explore_entropy()
    assert clicks(view.state, view.size, Drawer(), most=3) == []


def test_a_figure_that_is_too_large_stays_a_still(monkeypatch):
    made = frames(explore_depth())
    assert packed_frames(*made)
    monkeypatch.setattr(book_figures, "MOST_UNPACKED", 1000)
    assert packed_frames(*made) == ""
    assert "dtlab-touch" not in book_touch.figure_html("<p>still</p>", "")


def test_frames_of_several_figures_keep_their_own_parts():
    drawer, start = Drawer(), explore_threshold().state
    states = [replace(start, best=best, threshold=t) for best in (False, True) for t in (750, 4175)]
    several = [Frame(state, (8.0, 6.8), drawer) for state in states]
    figure = unpacked(packed_frames(several, 0))
    for frame, sent in zip(several, figure["frames"], strict=True):
        assert svg(figure, sent) == frame.drawing.svg


def test_the_first_page_goes_on_where_the_cut_is_best_and_back_to_it():
    start = Landing.first()
    drawer = Drawer()

    def zones(state):
        return [zone.id for zone in drawer.draw(state, state.size).zones]

    bars = ["ask petal length", "ask petal width"]
    assert zones(start) == [*bars, "cut"]
    best = start.touched("cut", 2.45)
    assert zones(best) == [*bars, "node 1", "cut"]
    below = best.touched("node 1", None)
    assert below.words.startswith("At petal length > 2.45 (100 rows")
    assert zones(below) == [*bars, "node ", "cut"]
    assert below.touched("cut", 5.05).touched("node ", None) == best
    assert start.touched("ask petal width", None).touched("ask petal length", None) == start


# ── the notebook ────────────────────────────────────────────────────────────────────────────────


def test_a_notebook_keeps_its_outputs_and_its_page_answers(tmp_path):
    path = NOTEBOOKS / "08_continuous_features.ipynb"
    before, stored = path.read_bytes(), nbformat.read(path, as_version=4)
    page = book_touch.book_notebook(path, tmp_path)
    assert path.read_bytes() == before
    changed = {}
    for old, new in zip(stored.cells, page.cells, strict=True):
        assert old.source == new.source
        if old != new:
            changed[old.source] = new.outputs[0].data["text/html"]
            still = old.outputs[0].data["text/html"].replace(book_touch.STILL, "")
            assert still in changed[old.source] or old.source.startswith("reveal")
    asking = [c.source for c in stored.cells if re.match("(guess|reveal|quiz|explore_)", c.source)]
    assert list(changed) == asking
    assert len(asking) == 10
    assert unpacked(json.loads(SCRIPT.search(changed[asking[2]])[1]))["frames"]


def test_only_what_a_widget_needs_is_run():
    cells = [
        nbformat.v4.new_code_cell(source)
        for source in (
            "%load_ext dtlab\nimport a_library_that_is_missing\nfrom dtlab import load",
            "raise SystemExit",
            "table = load('vegetation').frame\nunused = missing",
            "from dtlab.widgets import explore_splits\nexplore_splits(table, 'VEGETATION')",
        )
    ]
    view = book_touch.widget_of(cells[-1], cells[:-1])
    assert view.state.words.startswith("At the root (7 rows")


def test_states_are_kept_until_the_source_or_the_package_changes(tmp_path, monkeypatch):
    made = []

    def keep(source):
        return book_touch.kept(tmp_path, "nb", source, lambda: made.append(source) or len(made))

    assert [keep("a"), keep("a"), keep("b")] == [1, 1, 2]
    assert len(list(tmp_path.iterdir())) == 1  # of the old ones none is left
    monkeypatch.setattr(book_touch, "drawn_by", lambda: ["another version"])
    assert [keep("b"), keep("b")] == [3, 3]


# ── cards ───────────────────────────────────────────────────────────────────────────────────────


def test_the_data_of_a_card_does_not_end_its_script():
    html = card_html("quiz", "00", "<p>still</p>")
    [data] = SCRIPT.findall(html)
    assert "</" not in data
    questions = json.loads(data)["questions"]
    assert [q["options"][q["right"].index(True)] for q in questions] == [
        str(question.truth) for question in find("00").questions
    ]
    letters = "".join("abcdefgh"[q["right"].index(True)] for q in questions)
    assert quiz("00", letters).tone == "right"


def test_a_card_holds_the_diagnosis_of_a_wrong_guess():
    about = guess_card(find("01.p3"))
    assert "They agree on the kinds" in about["why"]["0"]
    assert "Four kinds" in about["why"]["4"]
    first = guess_card(find("08.p1"))
    assert "only one region lies there" in first["answers"][first["options"].index("750")]


def test_a_card_knows_every_right_answer(monkeypatch):
    either = Guess("03.p1", "?", "a", "Both.", options=["a", "b", "c"], also=("b",))
    said = guess_card(either)["answers"]
    assert ["Right." in answer for answer in said] == [True, True, False]
    typed = Guess("03.p2", "?", 3, "Both.", also=[5])
    assert guess_card(typed)["truths"] == [3, 5]
    word = Guess("03.p3", "?", "Gain", "Both.", also=["Worth "])
    assert guess_card(word)["truths"] == ["gain", "worth"]


# ── in the browser ──────────────────────────────────────────────────────────────────────────────

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
<link rel="stylesheet" href="dtlab-book.css"><script defer src="dtlab-book.js"></script>
<style>body {{ max-width: 800px; color: rgb(1, 2, 3) }}
@media (prefers-color-scheme: dark) {{ body {{ background: #111; color: rgb(250, 251, 252) }} }}
</style><body>{body}</body></html>"""
TYPED = ("2", " 2.0 ", "4/2", "2,0", "−2", "two", "", "0", "1,000", "2 %", "1/0")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A page with two figures, far apart, a guess with options, one to type, and a quiz."""
    folder = tmp_path_factory.mktemp("page")
    still = f'<div class="dtlab-still">{{}}</div>{book_touch.STILL}'
    figures = []
    for explore in (explore_threshold, explore_alpha):
        view = explore()
        drawn = still.format(view.drawn.image)
        figures.append(book_touch.figure_html(drawn, packed_frames(*frames(view))))
    shown = '<div class="dtlab-still">as stored</div>'
    asked = [("guess", "08.p1"), ("reveal", "08.p1"), ("guess", "01.p3"), ("reveal", "01.p3")]
    cards = [card_html(*about, shown) for about in [*asked, ("quiz", "00")]]
    far = '<div style="height: 5000px"></div>'
    body = "".join([figures[0], *cards, far, figures[1]])
    for name, text in {"page.html": PAGE.format(body=body), **book_touch.book_assets()}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def page(folder):
    """The page, opened as a file; at the end it has asked for nothing else and complained never."""
    needs("Chromium", browser(), "install chromium")
    requests, complaints = [], []
    with Lab(folder).page(900, 900) as page:
        page.emulate_media(reduced_motion="reduce")
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto((folder / "page.html").as_uri())
        yield page
    own = [(folder / name).as_uri() for name in ("page.html", "dtlab-book.css", "dtlab-book.js")]
    assert sorted(u for u in requests if not u.startswith("data:")) == sorted(own)
    assert complaints == []


def middle(element):
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.slow
def test_a_browser_drags_a_threshold_by_mouse_finger_and_keys(page):
    line, words = page.get_by_role("slider"), page.locator(".dtlab-words").first
    line.wait_for()

    def stands_at(value, sides):
        assert wait_until(page, lambda: line.get_attribute("aria-valuenow") == value)
        assert wait_until(page, lambda: words.text_content().startswith(sides))

    assert line.get_attribute("aria-label") == "threshold of ELEVATION"
    stands_at("750", "ELEVATION ≤ 750: riparian 1; > 750: chaparral 3, conifer 2, riparian 1.")
    stops = explore_threshold().state.stops
    x, y = middle(line)
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 200):
        page.mouse.move(x + 4 * step, y)
        if line.get_attribute("aria-valuenow") == "4175":
            break
    stands_at("4175", "ELEVATION ≤ 4175: chaparral 3, riparian 2; > 4175: conifer 2.")
    page.mouse.up()
    stands_at("4175", "ELEVATION ≤ 4175")
    assert page.get_by_role("img", name=re.compile("4175 scores")).first.is_visible()
    line.press("Home")
    stands_at(f"{stops[0]:g}", f"ELEVATION ≤ {stops[0]:g}: ")
    line.press("ArrowRight")
    stands_at(f"{stops[1]:g}", f"ELEVATION ≤ {stops[1]:g}: ")
    assert line.get_attribute("aria-valuetext") == f"≤ {stops[1]:g}"
    x, y = middle(line)
    finger = page.context.new_cdp_session(page)

    def touch(kind, *at):
        points = [{"x": x, "y": y} for x, y in at]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (x, y))
    for step in range(1, 120):
        touch("touchMove", (x + 5 * step, y))
        if line.get_attribute("aria-valuenow") == f"{stops[-1]:g}":
            break
    touch("touchEnd")
    stands_at(f"{stops[-1]:g}", f"ELEVATION ≤ {stops[-1]:g}: ")
    assert page.locator(".dtlab-notice").first.text_content() == ""


@pytest.mark.slow
def test_a_browser_starts_a_figure_when_it_comes_into_view(page):
    figure = page.locator(".dtlab-touch").last
    assert figure.locator(".dtlab-still").count() == 1
    figure.scroll_into_view_if_needed()
    root = figure.get_by_role("button", name=re.compile("worst perimeter"))
    root.wait_for()
    assert figure.locator(".dtlab-still").count() == 0
    before = figure.locator(".dtlab-words").text_content()
    root.press("Enter")
    assert wait_until(page, lambda: figure.locator(".dtlab-words").text_content() != before)


@pytest.mark.slow
def test_a_browser_shows_words_in_the_colour_of_the_theme_on_a_white_figure(page):
    look = "e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]"
    for scheme, ink in (("light", "rgb(1, 2, 3)"), ("dark", "rgb(250, 251, 252)")):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert page.locator(".dtlab-words").first.evaluate(look)[0] == ink
        assert page.locator(".dtlab-sheet").first.evaluate(look)[1] == "rgb(255, 255, 255)"


@pytest.mark.slow
def test_a_browser_answers_guesses(page):
    group = page.get_by_role("radiogroup", name="Which threshold of ELEVATION")
    answer = page.locator("[id='answer-08.p1']")
    assert "The answer: 4175." not in answer.inner_text()  # closed until asked for
    answer.get_by_text("Open without a guess").click()
    assert "The answer: 4175." in answer.inner_text()
    group.get_by_role("radio", name="750", exact=True).focus()
    page.keyboard.press("ArrowDown")  # leads on and chooses nothing
    assert group.locator("input:checked").count() == 0
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    assert answer.inner_text().startswith("○\nYou guessed 750.")
    assert "only one region lies there" in answer.inner_text()
    group.get_by_label("4175").click()
    assert answer.inner_text().startswith("✓\nYou guessed 4175. Right.")
    field, item = page.get_by_role("textbox", name="Your guess"), find("01.p3")
    reply = page.locator(".dtlab-card", has=field).get_by_role("status")
    answer = page.locator("[id='answer-01.p3']")
    for text in TYPED:
        field.fill(text)
        field.press("Enter")
        refused = "Type a number" in reply.inner_text()
        assert refused == (text in ("two", "", "1/0"))
        if not refused:
            said = text.strip()
            assert reply.inner_text().startswith(f"•\nYour guess: {said}")
            sign = "✓" if is_right(item, said) else "○"
            assert answer.inner_text().startswith(f"{sign}\nYou guessed {said}.")
    field.fill("<b>1</b>")
    page.get_by_role("button", name="Record it").click()
    assert "Type a number" in reply.inner_text()


@pytest.mark.slow
def test_a_browser_marks_a_quiz_by_keyboard(page):
    questions = find("00").questions
    card = page.locator(".dtlab-card", has_text="Quiz · 00")
    groups = card.get_by_role("radiogroup")
    assert groups.count() == len(questions)
    for number, question in enumerate(questions):
        at = question.choices.index(question.truth)
        wrong = (at + 1) % len(question.choices) if number == 0 else at
        radios = groups.nth(number).get_by_role("radio")
        radios.first.focus()
        for _ in range(wrong):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Space")
        assert radios.nth(wrong).is_checked()
        reply = card.get_by_role("status").nth(number).inner_text()
        assert reply.startswith("✓" if wrong == at else "○")
        if wrong != at:  # the first answer counts
            radios.nth(at).click()
    n = len(questions)
    assert card.get_by_text(f"{n - 1} of {n} right at the first try.").is_visible()
