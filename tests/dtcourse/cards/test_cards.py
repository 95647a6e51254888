"""What a cell shows: guesses, quizzes and the map, as text, as HTML and as widgets."""

import ast
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser

import nbformat
import pytest
from helpers.exercise_items import ITEMS, QUIZ
from helpers.notebooks import TOOL, new_notebook, pytest_nbval  # which keep the true map

from dtcourse import bank, check, guess, hint, progress, quiz, reveal
from dtcourse.cards import asking, course_map, record
from dtcourse.cards.card import Card, as_html
from dtcourse.cards.checking import Points
from dtcourse.judging.items import Check, Guess, Mistake, Question, Quiz
from dtlab.notebook.stills import WIDGET


@pytest.fixture(autouse=True)
def own_bank(monkeypatch, tmp_path):
    items = bank.of_notebook
    monkeypatch.setattr(bank, "of_notebook", lambda n: ITEMS if n == "99" else items(n))
    monkeypatch.setattr(bank, "pages", lambda: ["00", "99"])
    monkeypatch.setattr(course_map, "TITLES", {"98": "nothing", "99": "test"})
    monkeypatch.setattr(course_map, "EXTRAS", {})
    monkeypatch.setattr(asking, "_waiting", {})
    monkeypatch.setenv("DTLAB_PROGRESS", str(tmp_path / "progress.json"))


# ── guess and reveal ────────────────────────────────────────────────────────────────────────────


def test_the_question_is_the_same_text_before_and_after_an_answer():
    before = str(guess("99.p1")), guess("99.p1")._repr_html_()
    assert before[0].splitlines()[1:5] == [
        "  Is `a < b` & why?", "  a) yes", "  b) no", "  c) <b>maybe</b>",
    ]  # fmt: skip
    guess("99.p1", "no")
    reveal("99.p1")
    assert (str(guess("99.p1")), guess("99.p1")._repr_html_()) == before


def test_reveal_without_a_guess_is_a_closed_box():
    card = reveal("99.p1")
    assert str(card).startswith('? Guess first\n  Run `guess("99.p1")` above')
    assert "yes" not in str(card)
    shown, _, folded = card._repr_html_().partition("<details><summary>Open without a guess</")
    assert "yes" not in shown
    assert "The answer: yes." in folded and "2 reasons." in folded
    assert record.about("guesses", "99.p1") == {}


@pytest.mark.parametrize("meant", ["yes", "YES ", "a"])
def test_a_right_guess(meant):
    assert "Your guess: yes" in str(guess("99.p1", meant))
    assert str(reveal("99.p1")) == "✓ You guessed yes. Right.\n  2 reasons."


def test_a_wrong_guess_gets_its_own_reason():
    guess("99.p1", "b")
    lines = str(reveal("99.p1")).splitlines()
    assert lines == ["○ You guessed no.", "  A fair thought.", "  The answer: yes.", "  2 reasons."]
    guess("99.p1", "c")
    assert "A fair thought" not in str(reveal("99.p1"))


def test_a_guess_that_is_no_option_is_not_recorded():
    assert "not one of the options (a, b, c)" in str(guess("99.p1", "perhaps"))
    assert "not one of the options" in str(guess("99.p2", "  "))
    assert str(guess("99.p2", "two")) == "○ Not recorded: type a number in digits, not 'two'."
    assert record.about("guesses", "99.p2") == {}
    assert record.state()["guesses"] == {}


@pytest.mark.parametrize(
    ("typed", "tone"),
    [(0.25, "right"), ("0.255", "right"), ("1/4", "right"), (0.3, "not yet")],
)
def test_a_typed_guess(typed, tone):
    guess("99.p2", typed)
    assert reveal("99.p2").tone == tone


def test_spaces_around_a_typed_word_are_no_part_of_it():
    assert str(guess("00.p2", "Chaparral ")).startswith("• Your guess: Chaparral\n")
    assert str(reveal("00.p2")).startswith("✓ You guessed Chaparral. Right.")


def test_more_than_one_answer_may_be_right(monkeypatch):
    close = Guess("99.p1", "?", "a", "Too close to call.", options=["a", "b", "c"], also=("b",))
    typed = Guess("99.p2", "?", 3, "Either.", also=lambda: [5], why={4: "Nearly."})
    monkeypatch.setattr(bank, "of_notebook", lambda _: (close, typed))
    for item_id, made, tone in [
        ("99.p1", "a", "right"), ("99.p1", "b", "right"), ("99.p1", "c", "not yet"),
        ("99.p2", 3, "right"), ("99.p2", "5", "right"), ("99.p2", 4, "not yet"),
    ]:  # fmt: skip
        guess(item_id, made)
        assert reveal(item_id).tone == tone
    assert "The answer: 3. Also right: 5." in str(reveal("99.p2"))
    guess("99.p1", "c")
    assert "The answer: a. Also right: b." in str(reveal("99.p1"))


def test_a_reveal_that_was_run_before_opens_when_the_guess_is_made(monkeypatch):
    shown = []

    class Handle:
        def update(self, bundle, raw):
            shown.append(bundle)

    def display(bundle, raw, display_id):
        shown.append(bundle)
        return Handle()

    monkeypatch.setattr("IPython.display.display", display)
    reveal("99.p1")._ipython_display_()
    assert shown[0]["text/plain"].startswith("? Guess first")
    assert "not one of" in str(guess("99.p1", "perhaps"))
    assert len(shown) == 1
    assert "The answer below is open now." in str(guess("99.p1", "no"))
    assert shown[1]["text/plain"].startswith("○ You guessed no.")
    assert "A fair thought." in shown[1]["text/html"]
    guess("99.p1", "yes")
    assert shown[2]["text/plain"].startswith("✓ You guessed yes.")
    assert record.about("guesses", "99.p1") == {"choice": "yes", "right": False}, "the first counts"


def test_what_is_guessed_after_looking_does_not_count():
    guess("99.p1", "no")
    reveal("99.p1")
    guess("99.p1", "yes")
    assert reveal("99.p1").tone == "right"
    assert record.about("guesses", "99.p1") == {"choice": "yes", "right": False}


# ── quiz ────────────────────────────────────────────────────────────────────────────────────────


def test_a_quiz_as_text_keeps_its_answers_to_itself():
    said = str(quiz("99"))
    assert "1. One?\n  a) a cat\n  b) a dog" in said
    assert "2. Two?\n  a) 1\n  b) 2" in said
    assert "barks" not in said
    assert 'put a letter for each dot: `quiz("99", "..")`' in said
    assert str(quiz("99", "..")) == "○ Give 2 letters, one for each question."
    assert "<details><summary>Answers</summary>" in quiz("99")._repr_html_()


def test_a_quiz_answered_by_letters():
    said = str(quiz("99", "a b"))
    assert said.startswith("○ 1 of 2 right")
    assert "a cat: not this one.\n  It purrs." in said
    assert record.about("quizzes", "99") == {"1": False, "2": True}
    assert str(quiz("99", "bb")).startswith("✓ 2 of 2 right")
    assert record.about("quizzes", "99") == {"1": False, "2": True}, "the first answer counts"
    assert "Give 2 letters" in str(quiz("99", "b"))
    assert "not one of the options" in str(quiz("99", "xb"))


# ── progress ────────────────────────────────────────────────────────────────────────────────────


def test_the_map():
    lines = str(progress()).splitlines()
    headings = ["notebook", "guesses", "quiz", "tasks", "exercises"]
    assert re.split(r"\s{2,}", lines[1].strip()) == headings
    assert lines[2].strip() == "98 nothing"
    untouched = ["99 test", "· 0 of 2, 0 right", "· 0 of 2, 0 right", "· 0 of 4 done", "← here"]
    assert re.split(r"\s{2,}", lines[3].strip()) == untouched
    guess("99.p1", "yes"), reveal("99.p1"), quiz("99", "bb"), check("99.t1", 1), check("99.t2", "x")
    check("99.t2", "elevation")
    touched = ["99 test", "○ 1 of 2, 1 right", "✓ 2 of 2, 2 right", "○ 1 of 4 done, 1 tried"]
    touched.append("← here")
    assert re.split(r"\s{2,}", str(progress()).splitlines()[3].strip()) == touched
    assert "1 of 4 done" not in progress()._repr_html_()
    assert "4 of 8" in progress()._repr_html_(), "two guesses, two questions, four tasks"
    assert "<pre>" not in progress()._repr_html_()


def test_you_are_at_the_last_notebook_begun_or_the_next_one(monkeypatch):
    monkeypatch.setattr(course_map, "TITLES", {"97": "x", "99": "test", "96": "w", "98": "y"})
    more = [replace(item, id=item.id.replace("99", "98")) for item in ITEMS if item is not QUIZ]
    monkeypatch.setattr(bank, "of_notebook", lambda n: {"99": ITEMS, "98": more}.get(n, ()))
    assert progress().here == "98"
    guess("99.p1", "yes")
    assert progress().here == "99", "what was left out before is not the next"
    guess("99.p2", 1), quiz("99", "bb")
    for item_id in ("99.t1", "99.1", "99.t2", "99.t3"):
        assert progress().here == "99"
        record.tried(item_id, True)
    assert progress().here == "98", "now the first that was left out"
    lines = str(progress()).splitlines()
    assert [line.split()[0] for line in lines if line.endswith("← here")] == ["98"]
    html = progress()._repr_html_()
    assert html.count("you are here") == 1
    assert "1 of 4 notebooks done" in html


def test_extras_and_labs_appear_when_begun(monkeypatch):
    monkeypatch.setattr(course_map, "EXTRAS", {"99_more": "more of it", "97_other": "other"})
    monkeypatch.setattr(bank, "of_notebook", lambda n: ITEMS if n in ("99", "99_more") else ())
    assert "more of it" not in str(progress()) + progress()._repr_html_()
    assert "labs" not in str(progress()) + progress()._repr_html_()
    record.tried("99.t1", True)
    record.tried("lab2", False)
    shown, _, folded = progress()._repr_html_().partition("<details>")
    assert "Extras and labs that you have begun (2)" in folded
    for words in ("more of it", "labs"):
        assert words in folded and words not in shown and words in str(progress())
    assert "other" not in str(progress())


def test_a_rung_of_the_ladder_is_lit_when_its_notebook_is_done(monkeypatch):
    assert "on the ladder" not in progress()._repr_html_()
    monkeypatch.setattr(course_map, "RUNGS", {"99": "one question: <248>"})
    rung = "one question: &lt;248&gt;"
    faint = progress()._repr_html_()
    assert "on the ladder" in faint
    for item in ITEMS:
        if type(item) is Check:
            record.tried(item.id, True)
    guess("99.p1", "yes"), guess("99.p2", 1)
    assert "✓" not in progress()._repr_html_()
    quiz("99", "bb")
    lit = progress()._repr_html_()
    style = {text: re.search(f'style="([^"]*)">{rung}', text)[1] for text in (faint, lit)}
    assert "font-weight: 600" in style[lit] and "font-weight: 600" not in style[faint]


def test_every_notebook_of_the_course_is_on_the_map(monkeypatch):
    monkeypatch.undo()
    assert list(course_map.TITLES) == [f"{n:02}" for n in range(16)]
    assert set(bank.pages()) <= {*course_map.TITLES, *course_map.EXTRAS}


# ── text and HTML ───────────────────────────────────────────────────────────────────────────────


class Balanced(HTMLParser):
    """Fails where a tag is closed that is not open."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize(
    "card",
    [guess, reveal, quiz, hint, check],
    ids=lambda function: function.__name__,
)
def test_html_is_escaped_and_well_formed(card, monkeypatch):
    item_id = {"quiz": "99", "guess": "99.p1", "reveal": "99.p1"}.get(card.__name__, "99.t1")
    html = card(item_id)._repr_html_()
    parser = Balanced()
    parser.feed(html)
    assert parser.open == []
    assert "<script" not in html
    assert "<b>maybe" not in html


def test_a_map_closes_what_it_opens():
    html = progress()._repr_html_()
    parser = Balanced()
    parser.feed(html)
    assert parser.open == []
    assert html.count("<tr") == 3  # headings, 98, 99


def test_markup():
    text = "A `<b>` and **bold** and *so*, 2*3*4.\n\n    x   <- y\n    z\n\nEnd"
    html = re.sub(r' style="[^"]*"', "", as_html(text))
    assert html == (
        "<p>A <code>&lt;b&gt;</code> and <b>bold</b> and <em>so</em>, 2*3*4.</p>"
        "<pre>x   &lt;- y\nz</pre><p>End</p>"
    )
    shown = str(Card("note", "**Head**", (text,)))
    assert shown.splitlines()[:2] == ["• Head", "  A `<b>` and bold and so, 2*3*4."]
    assert "      x   <- y" in shown


# ── errors of whoever writes ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: guess("99.x9"), "○ There is no guess '99.x9': the nearest is '99.p"),
        (lambda: check("99.p1", 1), "There is no check '99.p1': the nearest is '99.1'"),
        (lambda: hint("77.t1"), "There is no check '77.t1': notebook '77' has none."),
        (lambda: quiz(""), "There is no quiz '': an id looks like '03.p1'."),
        (lambda: reveal(None), "There is no guess 'None'"),
        (lambda: guess(3.1), "There is no guess '3.1'"),
    ],
)
def test_an_unknown_id_is_answered_with_the_nearest(call, sentence):
    assert sentence in str(call())


def test_a_fault_of_ours_is_one_sentence(monkeypatch):
    monkeypatch.setattr(bank, "of_notebook", lambda number: 1 / 0)
    assert str(guess("99.p1")).startswith("○ `guess` could not do this; the fault is in the course")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Guess("99.p1", "?", "c", "", options=["a", "b"]),
        lambda: Guess("99.p1", "?", "a", "", options=["a"]),
        lambda: Guess("99.p1", "?", "a", "", options=["a", "A"]),
        lambda: Guess("99.p1", "?", "a", "", options=["a", "b"], also=("c",)),
        lambda: Guess("99.p1", "?", "a", "", options=["a", "b"], why={"c": ""}),
        lambda: Question("?", ["a", "b"], "c", ""),
        lambda: Quiz("99", []),
        lambda: Check("99.1", "?", 1, ("one",), [Mistake(2, "")], ""),
        lambda: Check("99.1", "?", 1, ("1", "2", "3"), [], ""),
        lambda: Check("99.1", "?", 1, ("1", "2", "3"), [Mistake(2, "")], "", tests=[(1,)]),
        lambda: Check("99.1", "?", min, ("1", "2", "3"), [Mistake(2, "")], "", hidden=[(1,)]),
    ],
)
def test_a_wrong_definition_is_refused_when_the_bank_is_loaded(wrong):
    with pytest.raises(ValueError, match=r"99|question"):
        wrong()


def test_nothing_heavy_is_loaded_before_it_is_needed():
    code = (
        "import sys; from dtcourse import guess, check, progress;"
        "str(guess('00.p1')); print([m for m in ('pandas', 'ipywidgets', 'matplotlib', 'sklearn')"
        " if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ast.literal_eval(done.stdout) == []


# ── widgets, driven without a browser ───────────────────────────────────────────────────────────


def parts(view, kind):
    import ipywidgets

    found = [] if not isinstance(view, getattr(ipywidgets, kind)) else [view]
    return found + [part for child in getattr(view, "children", ()) for part in parts(child, kind)]


def test_choosing_a_radio_button_records_the_guess():
    view = guess("99.p1").live()
    (radio,) = parts(view, "RadioButtons")
    assert radio.index is None
    assert radio.options == ("yes", "no", "<b>maybe</b>")
    radio.index = 2
    assert record.about("guesses", "99.p1") == {"choice": "<b>maybe</b>"}
    reply = parts(view, "HTML")[-1].value
    assert "Your guess: &lt;b&gt;maybe&lt;/b&gt;" in reply
    assert 'role="status"' in reply
    again = guess("99.p1").live()
    assert parts(again, "RadioButtons")[0].index == 2
    assert "Your guess so far: &lt;b&gt;" in parts(again, "HTML")[-1].value


def test_typing_records_the_guess():
    view = guess("99.p2").live()
    parts(view, "Text")[0].value = "0.3"
    assert record.about("guesses", "99.p2") == {"choice": "0.3"}
    parts(view, "Text")[0].value = " "
    assert "Not recorded" in parts(view, "HTML")[-1].value
    parts(view, "Text")[0].value = "0.2"
    parts(view, "Button")[0].click()
    assert record.about("guesses", "99.p2") == {"choice": "0.2"}


def test_a_quiz_answers_at_once_and_counts_the_first_try():
    view = quiz("99").live()
    first, second = parts(view, "RadioButtons")
    texts = parts(view, "HTML")
    first.index = 0
    assert "It purrs." in texts[2].value and texts[1].value.count("One?") == 1
    assert "first try" not in texts[-1].value
    first.index = 1
    assert "✓" in texts[2].value
    second.index = 1
    assert "1 of 2 right at the first try." in texts[-1].value
    assert len(parts(view, "RadioButtons")) == len(QUIZ.questions)


def test_a_widget_that_cannot_record_says_so(monkeypatch):
    view = guess("99.p1").live()
    monkeypatch.setattr(record, "change", lambda *_: 1 / 0)
    parts(view, "RadioButtons")[0].index = 0
    assert "could not do this" in parts(view, "HTML")[-1].value


@pytest.mark.parametrize(
    ("answer", "names"),
    [(..., ["Hint 1 of 3"]), (None, ["Hint 1 of 3"]), (3, ["Hint 1 of 3", "Solution"])],
)
def test_an_open_task_has_buttons_for_help(answer, names):
    view = check("99.t1", answer).live()
    buttons = parts(view, "Button")
    assert [button.description for button in buttons] == names
    said, hints, solved = parts(view, "HTML")
    assert "Not " in said.value and hints.value == solved.value == ""
    for label in ("Hint 2 of 3", "Hint 3 of 3", "No more hints"):
        assert not buttons[0].disabled
        buttons[0].click()
        assert buttons[0].description == label
    assert buttons[0].disabled
    assert re.findall(r"Hint \d of 3", hints.value) == [f"Hint {n} of 3" for n in (1, 2, 3)]
    assert hints.value.count("This was the last hint.") == 1
    assert 'role="status"' in hints.value
    assert record.about("checks", "99.t1")["hints"] == 3
    if answer == 3:
        buttons[1].click()
        assert "answer = 0.24675" in solved.value
        assert buttons[1].disabled
    again = check("99.t1", 3).live()
    button = parts(again, "Button")[0]
    assert button.description == "The 3 hints again"
    button.click()
    assert button.disabled and parts(again, "HTML")[1].value == hints.value


def test_a_hint_says_which_it_is_and_the_last_that_it_is():
    heads = [str(hint("99.t1")).splitlines()[0] for _ in range(4)]
    assert heads == [f"→ Hint {n} of 3 · 99.t1" for n in (1, 2, 3, 1)]
    hint("99.t1")
    assert "This was the last hint." in str(hint("99.t1"))
    assert "last hint" not in str(hint("99.t1"))


def test_after_a_try_the_untouched_task_offers_its_solution():
    check("99.t1", 3)
    buttons = parts(check("99.t1", ...).live(), "Button")
    assert [button.description for button in buttons] == ["Hint 1 of 3", "Solution"]


def test_no_buttons_once_it_is_right_or_where_no_learner_is_at_work(monkeypatch):
    assert check("99.t1", 0.24675).live is None
    live = check("99.t1", 3)
    monkeypatch.setenv("DTLAB_PROGRESS", ":memory:")
    stored = check("99.t1", 3)
    assert stored.live is None
    assert str(stored) == str(live)
    assert stored.inside == live.inside


def test_only_programs_see_the_points_that_a_cell_ends_in():
    assert [repr(Points(n)) for n in (1, 1.5, 1.67)] == ["1", "1.5", "1.67"]  # nbgrader reads it
    assert re.sub("<style>.*</style>|<.*?>", "", Points(1)._repr_html_()) == ""


# ── in a kernel ─────────────────────────────────────────────────────────────────────────────────

CELLS = [
    "from dtcourse import check, guess, hint, progress, quiz, reveal, solution",
    'guess("00.p1")',
    'reveal("00.p1")',
    'guess("00.p2")',
    'quiz("00")',
    'check("00.t1", ...)',
    'def gain(x, y):\n    return 1 / 0\n\ncheck("03.t2", gain)',
    'hint("00.t1")',
    'solution("00.t1")',
    "progress()",
]
FULL = {
    "guesses": {"00.p1": {"choice": "SLOPE", "right": False}},
    "quizzes": {"00": {"1": True}},
    "checks": {"00.t1": {"tries": 2, "done": True, "hints": 2}},
}


@pytest.mark.slow
def test_a_notebook_gives_the_same_outputs_whatever_was_answered(tmp_path, monkeypatch):
    (tmp_path / "full.json").write_text(json.dumps(FULL))
    path = new_notebook(tmp_path / "asks.ipynb", *[(cell, ()) for cell in CELLS])
    monkeypatch.setenv("DTLAB_PROGRESS", str(tmp_path / "empty.json"))
    assert TOOL["refresh"](path) == "renewed"
    monkeypatch.setenv("DTLAB_PROGRESS", str(tmp_path / "full.json"))
    assert TOOL["refresh"](path) == "unchanged"
    for cell in nbformat.read(path, as_version=4).cells[1:]:
        (output,) = cell.outputs
        assert set(output.data) == {"text/plain", "text/html"}
        assert "fault is in the course" not in output.data["text/plain"]
    said = pytest_nbval(tmp_path)
    assert f"{2 * len(CELLS)} passed" in said, said  # each runs again, backwards
    assert json.loads((tmp_path / "full.json").read_text()) == FULL
    assert not (tmp_path / "empty.json").exists()


@pytest.mark.slow
def test_plain_jupyter_execute_works_and_has_the_live_view(tmp_path):
    path = new_notebook(tmp_path / "asks.ipynb", *[(cell, ()) for cell in CELLS])
    env = os.environ | {"DTLAB_PROGRESS": str(tmp_path / "p.json"), "JUPYTER_PREFER_ENV_PATH": "1"}
    command = [
        sys.executable,
        "-c",
        "from nbclient.cli import main; main()",
        "--inplace",
        path.name,
    ]
    subprocess.run(command, cwd=tmp_path, env=env, check=True, capture_output=True)
    outputs = [cell.outputs for cell in nbformat.read(path, as_version=4).cells]
    assert [WIDGET in output.data for output in outputs[1]] == [False, True]
    assert list(outputs[1][1].data) == [WIDGET]
    assert "line 2 in gain: return 1 / 0" in outputs[6][0].data["text/plain"]
