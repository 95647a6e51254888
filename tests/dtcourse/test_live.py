"""Live coding: lecture copies, the notes beside them, `%live` and `%fill`."""

import ast
import json
import os
import re
import runpy
from html.parser import HTMLParser
from pathlib import Path

import matplotlib
import nbformat
import pytest
from helpers.browser import Lab, browser, wait_until
from IPython.core.error import UsageError
from IPython.core.inputtransformer2 import TransformerManager
from IPython.core.interactiveshell import InteractiveShell

from conftest import needs
from dtcourse.cli import main
from dtcourse.extension import course_cells
from dtcourse.fill import live_coding, names
from dtcourse.live import (
    cues,
    is_cue,
    live_copy,
    notebook_of,
    notes,
    on_screen,
    timetable,
    with_cues,
)
from dtcourse.plans import Plan, plan_of
from dtcourse.spark import MARK, Missing
from dtcourse.typed import opened, typed_notebook
from dtcourse.workcopy import LANGUAGE
from dtlab import projector
from dtlab.plots.base.sizes import PROJECTOR, sizes

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "notebooks.py"))
each = pytest.mark.parametrize("number", with_cues())


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


@pytest.fixture
def shell(monkeypatch):
    """A shell that knows `%live` and `%fill`; `written` is what they put into the cell."""
    monkeypatch.setenv("DTLAB_PROGRESS", "elsewhere")
    # Doctests leave it behind; IPython then takes it for that of gettext, and sets none.
    monkeypatch.delattr("builtins._", raising=False)
    monkeypatch.setattr("dtcourse.spark.why_not", lambda: None)  # as if Spark were here
    shell = InteractiveShell()
    shell.written = []
    shell.set_next_input = lambda text, replace: shell.written.append((text, replace))
    with course_cells(shell):
        yield shell
    projector(False)


# ── the cues ────────────────────────────────────────────────────────────────────────────────────


@each
def test_cues_say_what_a_lecturer_needs(number):
    found = cues(notebook_of(number))
    assert 4 <= len(found) <= 8 or number == "00"
    assert len({cue.comment for cue in found}) == len(found)
    for cue in found:
        assert cue.title and len(cue.comment) <= 70 and "\n" not in cue.title
        assert 1 <= cue.minutes <= 10
        assert cue.ask.endswith("?") and cue.answer.endswith(".") and cue.expect.endswith(".")
        assert sum(bool(line.strip()) for line in cue.code.splitlines()) <= 14
        assert not cue.code.startswith("%%")  # it stands below the comment


def test_a_part_gives_its_cues_their_minutes_and_its_other_cells_the_rest():
    text, cell = nbformat.v4.new_markdown_cell, nbformat.v4.new_code_cell
    note = {"cue": "Pour", "minutes": 5, "ask": "?", "answer": ".", "expect": "."}
    pour = nbformat.from_dict({"tags": ["live"], "dtlab": note})
    tea = [text("# Tea"), text("## Boil"), cell("1"), text("## Drink"), cell("1")]
    tea += [cell("pour()", metadata=pour), cell("check(1)"), cell("pour()", metadata=pour)]
    notebook = nbformat.v4.new_notebook(cells=tea)
    plan = Plan({"Boil": (25, 50), "Drink": (20, 40)}, {2: "skip"})
    heading = 2 / 150  # two words
    first = 25 + 15 * (heading + 1) / (heading + 1 + 4 + 1)
    assert timetable(notebook, plan, 45) == {
        "Boil": {},
        "Drink": {1: pytest.approx(first), 2: None},
    }
    first = 50 + 30 * (heading + 1) / (heading + 1 + 4)
    long = timetable(notebook, plan, 90)
    assert long["Drink"] == {1: pytest.approx(first), 2: pytest.approx(85)}
    assert cues(notebook)[0].finished == "# Cue 1: Pour\npour()"


# ── the lecture copy ────────────────────────────────────────────────────────────────────────────


FILLED = "\nthis is = not Python\n%fill --run"


def statements(transformer, source):
    """What IPython executes for a cell: its statements, without comments and layout."""
    return [ast.unparse(one) for one in ast.parse(transformer.transform_cell(source)).body]


@each
def test_filled_in_cell_by_cell_a_lecture_copy_executes_what_the_original_does(number, shell):
    """With `%fill --run` in every cue, each cell executes the statements of the original's cell.

    Two things are added, and neither can change an output: the call of `%fill`, which writes code
    into a cell, and `%live`, whose effects are in the next test. That the original's code shows the
    stored outputs is what nbval checks, and two filled-in copies are executed for real below.
    """
    notebook, plain = notebook_of(number), TransformerManager()
    copy, waiting = code(live_copy(notebook, number)), cues(notebook)
    shell.run_line_magic("live", number)
    added = [f"get_ipython().run_line_magic('live', '{number}')"]
    for cell, original in zip(copy, code(notebook), strict=True):
        assert not cell.outputs and cell.execution_count is None
        if is_cue(original):
            cell.source += FILLED
            added = [f"get_ipython().run_line_magic('fill', '{waiting.pop(0).number}')"]
        executed = statements(shell, cell.source)
        for line in added:
            executed.remove(line)
        assert executed == statements(plain, original.source)
        shell.user_ns.update(dict.fromkeys(names(original.source)[0]))  # as if it had run
        added = []
    assert not waiting


def test_live_changes_the_sizes_and_where_guesses_go_and_nothing_else(shell):
    def state():
        return sizes(), dict(os.environ), dict(matplotlib.rcParams), set(shell.user_ns)

    before = state()
    shell.run_line_magic("live", "04")
    assert sizes() == PROJECTOR
    assert os.environ.pop("DTLAB_PROGRESS") == ":memory:"
    os.environ["DTLAB_PROGRESS"] = "elsewhere"
    projector(False)
    assert state() == before


@pytest.mark.slow
@pytest.mark.parametrize("number", ["01", "04"])
def test_filled_in_a_lecture_copy_shows_what_the_original_shows(number):
    notebook = notebook_of(number)
    copy = live_copy(notebook, number)
    for cell in copy.cells:
        if cell.source.startswith("# Cue"):
            cell.source += FILLED
    code(copy)[0].source += "\nfrom dtlab import projector\nprojector(False)"
    executed = TOOL["execute"](copy, ROOT / "notebooks")
    for old, new in zip(notebook.cells, executed.cells, strict=True):
        TOOL["tidy"](nbformat.from_dict(old), new, machine=False)
        if old.cell_type == "code":
            assert TOOL["comparable"](new.outputs) == TOOL["comparable"](old.outputs)


@pytest.mark.slow
def test_run_all_on_an_untouched_copy_says_what_is_missing_and_fails_nowhere():
    copy = live_copy(notebook_of("04"), "04")
    cells = code(TOOL["execute"](copy, ROOT / "notebooks"))
    outputs = {cell.source: cell.outputs for cell in cells}
    (said,) = outputs['node_table("medium")']
    assert said.text == (
        "node_table is not defined yet. It is part of cue 1 (Fit ID3, then the\n"
        "gains at any node): go there and use %fill --run.\n"
    )
    assert not any(o.output_type == "error" for shown in outputs.values() for o in shown)
    assert all(not shown for source, shown in outputs.items() if source.startswith("# Cue"))


@each
def test_no_answer_is_visible(number):
    """Text after a cell may say what came out: it is folded, questions and tasks apart."""
    copy = live_copy(notebook_of(number), number)
    for cell in copy.cells:
        assert cell.metadata == {}
        if cell.cell_type == "markdown":
            assert cell.source.count("<details>") == cell.source.count("</details>")
            assert not re.search(r"\]\((?!https?:)", cell.source)
            for block in unfolded(cell.source).split("\n\n"):
                asks = block.endswith(("?", ":")) or re.match(r"#|\$\$|\||\d\.|- |$", block)
                assert asks or "**" in block, block
        else:
            assert not re.search(r"^solution\(|force=True", cell.source, re.MULTILINE)


def unfolded(text):
    """Markdown without what is in a <details>, which may hold others."""
    depth, kept = 0, []
    for part in re.split(r"(</?details>)", text):
        if part.endswith("details>"):
            depth += 1 if part == "<details>" else -1
        elif not depth:
            kept.append(part)
    return "".join(kept).strip()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Gains fall. Why is that? They do.", "Why is that?"),
        ("Mut3 wins. Now the rest:", "Now the rest:"),
        ("Mut3 wins: it is pure.", ""),
        ("Find out:\n\n1. One.\n2. Two.", "Find out:\n\n1. One.\n2. Two."),
        ("1. So it was.\n2. And so.", ""),
        ("$$H = 1$$\n\nIt is one.", "$$H = 1$$"),
        ("**Your turn.** Write it. Then run.", "**Your turn.** Write it. Then run."),
        ("<details><summary>Is it?</summary>\n\nYes?\n\n</details>", ""),
        ("## References\n\n**Next:** 05. What does it cost?", "## References"),
        ("See [set 01](exercises/01.ipynb)?", "See set 01?"),
    ],
)
def test_on_screen_is_what_asks_or_leads_on(text, shown):
    assert unfolded(on_screen(text)) == shown


# ── %live and %fill ─────────────────────────────────────────────────────────────────────────────


def test_fill_writes_the_finished_code_over_whatever_was_typed(shell):
    shell.run_line_magic("live", "04")
    cue = cues(notebook_of("04"))[1]
    result = shell.run_cell(f"{cue.comment}\nnode_table(oh no\n%fill\n")
    assert result.success
    assert shell.written == [(cue.finished, True)]
    assert cue.finished == f'{cue.comment}\nnode_table("high")'


def test_fill_run_runs_it_too(shell, capsys):
    shell.run_line_magic("live", "04")
    shell.user_ns["node_table"] = lambda branch: print("the table of", branch)
    assert shell.run_cell("# Cue 2: The gains in the branch high\n%fill --run").success
    assert capsys.readouterr().out.startswith("the table of high")
    assert len(shell.written) == 1


def test_fill_takes_a_number_where_the_comment_line_is_gone(shell):
    shell.run_line_magic("live", "04")
    assert shell.run_cell("%fill\n%fill 3").success  # the last one counts
    assert shell.written == [(cues(notebook_of("04"))[2].finished, True)]


CUE = "# Cue 2: The gains in the branch high"
FILLS = {
    "indented, as JupyterLab does it": "def f():\n    return\n    %fill{}",
    "with a tab": "if 1:\n\t%fill{}",
    "after code": 'node_table("high %fill{}',
    "after code that is complete": 'node_table("high") %fill{}',
    "within code": "node_table(%fill{})",
    "after a string": "node_table('50 %fill') # no %fill\nx = '#' %fill{}",
    "after a string that is open": 'def f():\n    """Doc.\n    %fill{}',
    "before code": "%fill{}\nnode_table(3)",
    "with two signs": "%%fill{}",
}


@pytest.mark.parametrize("words", ["", " --run", "   --run "])
@pytest.mark.parametrize("cell", FILLS.values(), ids=FILLS)
def test_fill_works_anywhere_on_a_line(shell, cell, words):
    shell.run_line_magic("live", "04")
    ran = []
    shell.user_ns["node_table"] = ran.append
    assert shell.run_cell(f"{CUE}\n{cell.format(words)}\n").success
    assert shell.written == [(cues(notebook_of("04"))[1].finished, True)]
    assert ran == ["high"] * ("--run" in words)


@pytest.mark.parametrize("gap", ["", " "])
def test_fill_works_right_behind_the_comment_line(shell, gap):
    shell.run_line_magic("live", "04")
    assert shell.run_cell(f"{CUE}{gap}%fill").success
    assert len(shell.written) == 1


@pytest.mark.parametrize(
    "mention",
    [
        "# next time: %fill --run",
        "x = 1  # %fill",
        "x = '%fill'",
        'x = "it\'s \\" %fill"',
        'x = """\n%fill\n"""',
        "def f():\n    '''\n    %fill 3\n    '''",
        "fill = 3\nx = 7 % fill",
        "fillet = 3\nx = 7 %fillet",
    ],
)
def test_a_string_or_a_comment_that_mentions_fill_fills_nothing(shell, mention):
    shell.run_line_magic("live", "04")
    shell.run_cell(f"{CUE}\n{mention}\n'done'").raise_error()
    assert shell.written == [] and shell.user_ns["_"] == "done"


def test_in_any_other_notebook_fill_after_code_is_arithmetic(shell):
    assert shell.run_cell("fill = 3\n7 %fill").result == 1
    assert "run its first cell" in str(shell.run_cell("    %fill").error_in_exec)


@pytest.mark.parametrize("cell", ["%fill", "%fill 9", "# Cue 1: Another title\n%fill --run"])
def test_an_unknown_cue_is_one_sentence(shell, cell, capsys):
    shell.run_line_magic("live", "04")
    result = shell.run_cell(cell)
    assert isinstance(result.error_in_exec, UsageError)
    assert str(result.error_in_exec).endswith("this notebook has cues 1 to 8.")
    assert shell.written == []


def test_fill_before_the_first_cell_is_one_sentence(shell):
    result = shell.run_cell("# Cue 2: The gains in the branch high\n%fill")
    assert "run its first cell" in str(result.error_in_exec)


def test_a_filled_cue_that_needs_another_is_written_and_says_which(shell, capsys):
    shell.run_line_magic("live", "04")
    shell.run_cell("%fill 2 --run")
    assert len(shell.written) == 1
    assert capsys.readouterr().out.startswith(
        "node_table is not defined yet. It is part of cue 1 ("
    )


def test_reading_a_cell_warns_of_nothing_that_running_it_warns_of(recwarn):
    assert names(r'x = "\d"') == ({"x"}, set())
    assert recwarn.list == []


@each
def test_the_cue_that_a_cell_waits_for_stands_above_it(shell, number):
    lecture = shell.input_transformers_cleanup[-1].__self__
    lecture.live(number)
    passed = 0
    for cell in code(notebook_of(number)):
        waits = [lecture.owners[n] for n in names(cell.source)[1] if n in lecture.owners]
        assert all(cue.number <= passed for cue in waits)
        passed += is_cue(cell)


def test_a_cue_that_needs_spark_says_so_typed_or_filled_in(shell, monkeypatch, capsys):
    """What comes before the mark still happens: the code is written into the cell."""
    monkeypatch.setattr("dtcourse.spark.why_not", lambda: Missing("No Spark."))
    shell.run_line_magic("live", "14")
    cue = cues(notebook_of("14"))[1]
    assert cue.starter == f"{cue.comment}\n{MARK}"
    for typed in ("", "\nmodel = Pipeline(stages=[tree]).fit(train)", "\n%fill --run"):
        assert shell.run_cell(cue.starter + typed).success
        assert capsys.readouterr().out.endswith("No Spark.\n")
    assert shell.written == [(cue.finished, True)]


@pytest.mark.parametrize("number", ["", "99", "../04", "4"])
def test_live_knows_its_notebook_or_says_so(shell, number):
    with pytest.raises(UsageError, match="no notebook"):
        shell.run_line_magic("live", number)


def test_unloaded_nothing_is_left():
    shell = InteractiveShell()
    before = list(shell.input_transformers_cleanup)
    with live_coding(shell):
        pass
    assert shell.input_transformers_cleanup == before
    assert shell.find_line_magic("fill") is None


# ── the notes ───────────────────────────────────────────────────────────────────────────────────


class Page(HTMLParser):
    """The text of a page outside its script, and every address in it."""

    def __init__(self, page):
        super().__init__()
        self.text, self.addresses, self.open = "", [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href", "action")]

    def handle_data(self, data):
        if self.open[-1:] not in (["script"], ["style"]):
            self.text += data


@each
def test_the_notes_have_all_and_ask_nothing_of_the_network(number):
    notebook = notebook_of(number)
    html = notes(notebook, number)
    page = Page(html)
    for cue in cues(notebook):
        for words in (cue.title, cue.ask, cue.answer, cue.expect, cue.code.strip()):
            assert words in page.text
    assert page.addresses == []
    assert not re.search(r"https?:|//\w|@import|url\(|fetch|XMLHttp|{{", html)


def test_the_notes_escape_what_they_show():
    notebook = notebook_of("04")
    cell = next(cell for cell in notebook.cells if is_cue(cell))
    nasty = "<script>alert('&amp;')</script>?"
    cell.source = f"print({nasty!r})"
    cell.metadata.dtlab.update(cue=nasty, ask=nasty, answer=nasty, expect=nasty)
    page = notes(notebook, "04")
    assert page.count("<script") == 1
    assert Page(page).text.count(nasty) == 5


@pytest.fixture
def page_in_browser():
    needs("Chromium", browser(), "install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chrome = play.chromium.launch(executable_path=browser(), args=["--no-sandbox"])
        page = chrome.new_page(viewport={"width": 360, "height": 740})
        page.clock.install()
        yield page
        chrome.close()


@pytest.mark.slow
def test_the_clock_says_how_far_from_the_plan(page_in_browser, tmp_path):
    page, found, notebook = page_in_browser, cues(notebook_of("04")), notebook_of("04")
    table = timetable(notebook, plan_of("04"), 45)
    begins = {n: minute for part in table.values() for n, minute in part.items()}
    failed, asked = [], []
    page.on("pageerror", lambda error: failed.append(error))
    page.on("request", lambda request: asked.append(request.url))
    assert main(["live", "04", "-o", str(tmp_path)]) == 0
    page.goto((tmp_path / "04_notes.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 360  # a phone scrolls down only

    def after(minutes):
        page.clock.run_for(int(60_000 * minutes) + 2000)
        return page.inner_text("#plan")

    assert after(5) == "The plan begins when you press Start."
    page.click("#start")
    ends = begins[1] + found[0].minutes
    assert after(1) == "The plan is at cue 1: you are on time."
    assert after(ends + 3 - 1).endswith(": you are 3 minutes behind.")
    page.locator("section input").nth(0).check()
    assert after(0).endswith(": you are on time.")
    for position in (1, 2, 3, 5):  # cue 5 is not typed
        page.locator("section input").nth(position).check()
    ahead = begins[6] + found[5].minutes - ends - 3
    said = re.search(r": you are (\d+) minutes ahead.$", after(0))
    assert int(said[1]) == pytest.approx(ahead, abs=0.7)
    page.reload()  # a phone forgets its pages
    assert " minutes ahead." in after(0)
    fifth = page.locator("section .when").nth(4)
    assert fifth.inner_text() == "not typed in 45 minutes: %fill --run"
    page.check("[value='90']")
    assert fifth.inner_text() == "minute 65 · 5 min"
    page.reload()
    assert page.is_checked("[value='90']")
    assert failed == []
    assert {address.split(":")[0] for address in asked} == {"file"}


CARD = 'from dtcourse import guess\nguess("04.p1")'
BUSY = """import os, time
while os.path.exists("busy"):
    time.sleep(0.05)"""


@pytest.mark.slow
def test_jupyterlab_fills_a_cell_in_and_says_when_the_kernel_is_busy(tmp_path):
    needs("Chromium", browser(), "install chromium")
    first = "%load_ext dtlab\n%live 04\ndef node_table(branch):\n    return branch.upper()"
    cue = cues(notebook_of("04"))[1]
    wrong = f"{cue.comment}\nnode_table('hi\n"
    with Lab(tmp_path) as lab, lab.page() as page:
        name = lab.write(
            "live.ipynb", first, f"{wrong}    %fill --run", f"{wrong}%fill", CARD, BUSY
        )
        notebook = lab.open(page, name).run()
        cells = page.locator(".jp-CodeCell")
        for position in (1, 2):
            source = cells.nth(position).locator(".cm-content")
            assert wait_until(page, lambda source=source: source.inner_text() == cue.finished)
        assert cells.nth(1).locator(".jp-OutputArea-output").inner_text().strip() == "'HIGH'"
        assert cells.nth(2).locator(".jp-OutputArea-output").count() == 0
        (tmp_path / "busy").touch()
        cells.nth(4).locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        cells.nth(3).locator("input").first.focus()
        card = cells.nth(3).locator(".dtlab-live")
        notice = (
            "e => { const s = getComputedStyle(e, '::after'); return s.content + s.visibility }"
        )
        said = '"The kernel is busy: answers may wait until its cell is done."visible'
        assert wait_until(page, lambda: card.evaluate(notice) == said)
        (tmp_path / "busy").unlink()
        assert wait_until(page, lambda: card.evaluate(notice).startswith("none"))
        assert notebook.errors == [] and notebook.complaints == []


# ── the command ─────────────────────────────────────────────────────────────────────────────────


def test_live_writes_two_files_and_writes_them_again(tmp_path, capsys):
    folder = tmp_path / "my lecture"
    for _ in range(2):
        assert main(["live", "4", "-o", str(folder)]) == 0
        assert str(folder / "04_live.ipynb") in capsys.readouterr().out
    assert {path.name for path in folder.glob("[0-9]*")} == {"04_live.ipynb", "04_notes.html"}
    copy = nbformat.read(folder / "04_live.ipynb", as_version=4)
    nbformat.validate(copy)
    assert copy.metadata.language_info == LANGUAGE, "or opening it would count as an edit"


def test_running_a_copy_is_no_edit(tmp_path):
    assert main(["live", "04", "-o", str(tmp_path)]) == 0
    path = tmp_path / "04_live.ipynb"
    notebook = nbformat.read(path, as_version=4)
    code(notebook)[1].outputs = [nbformat.v4.new_output("stream", text="eight rows")]
    nbformat.write(notebook, path)
    assert main(["live", "04", "-o", str(tmp_path)]) == 0
    assert "eight rows" not in path.read_text()


def typed(content):
    notebook = json.loads(content)
    notebook["cells"][2]["source"] = ["my words"]
    return json.dumps(notebook)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("04_live.ipynb", typed),
        ("04_live.ipynb", lambda content: "not a notebook"),
        ("04_notes.html", lambda content: content.replace("Expect", "Remember", 1)),
        ("04_notes.html", lambda content: ""),
    ],
)
def test_an_edited_file_stays_and_nothing_else_is_written(tmp_path, name, change, capsys):
    assert main(["live", "04", "-o", str(tmp_path)]) == 0
    changed = change((tmp_path / name).read_text())
    (tmp_path / name).write_text(changed)
    other = next(path for path in tmp_path.glob("04_*") if path.name != name)
    other.unlink()
    assert main(["live", "04", "-o", str(tmp_path)]) == 1
    assert f"{name} is not as this command wrote it, so it stays" in capsys.readouterr().err
    assert (tmp_path / name).read_text() == changed
    assert not other.exists()


def test_all_writes_every_notebook(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["live", "--all"]) == 0
    written = sorted(path.name[:2] for path in (tmp_path / "dtlab-live").glob("*.ipynb"))
    assert written == with_cues()


@pytest.mark.parametrize(
    ("words", "said"),
    [(["99"], "no notebook 99; it has 00 to 15"), (["4.5"], "no notebook"), (["/04"], "/04")],
)
def test_what_cannot_be_written_is_one_sentence(words, said, tmp_path, capsys):
    assert main(["live", *words, "-o", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_place_of_the_folder_is_one_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["live", "04", "-o", str(tmp_path / "file")]) == 1
    assert "name another folder (-o)" in capsys.readouterr().err


WRONG = [
    [],
    ["04", "--all"],
    ["04", "--force"],
    ["04", "--export", "x"],
    ["--all", "--export", "x"],
]


@pytest.mark.parametrize("words", WRONG)
def test_wrong_words_are_a_usage_error(words):
    with pytest.raises(SystemExit) as end:
        main(["live", *words])
    assert end.value.code == 2


# ── what was typed, for the class ───────────────────────────────────────────────────────────────


LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")


@each
def test_folded_text_opens_again_word_for_word(number):
    for cell in notebook_of(number).cells:
        if cell.cell_type == "markdown":
            without_links = LINK.sub(r"\1", cell.source)
            assert opened(on_screen(cell.source)).split() == without_links.split()


def lecture_given(folder):
    """A lecture copy of notebook 04 after a lecture, and its cells of code that were cues."""
    assert main(["live", "04", "-o", str(folder)]) == 0
    path = folder / "04_live.ipynb"
    notebook, known = nbformat.read(path, as_version=4), cues(notebook_of("04"))
    starters = [cue.starter for cue in known]
    typed = [cell for cell in notebook.cells if cell.source in starters]
    typed[0].source = known[0].finished + "  # as I do it"
    typed[1].source = f"{known[1].comment}\nnode_table('hi\n    %fill --run"  # and not run
    typed[3].source = "mine = 4"  # the comment line is gone
    typed[4].source += " %fill"
    for cell in code(notebook):
        cell.outputs = [nbformat.v4.new_output("stream", text="on my machine")]
        cell.execution_count, cell.metadata = 7, {"scrolled": True}
    notebook.cells[2].source += "\n\nMy own words."
    notebook.cells += [nbformat.v4.new_code_cell("  "), nbformat.v4.new_code_cell("2 + 2")]
    notebook.metadata["widgets"] = {"state": {}}
    nbformat.write(notebook, path)
    return path, known


def test_what_was_typed_is_a_clean_notebook_for_the_class(tmp_path, capsys):
    path, known = lecture_given(tmp_path)
    before = path.read_bytes()
    capsys.readouterr()
    assert main(["live", "--export", str(path)]) == 0
    assert capsys.readouterr().out == (
        f"dtlab: wrote {tmp_path / '04_typed.ipynb'}\n"
        "dtlab: cues 3, 6, 7 and 8 were not typed: the code of the course stands there\n"
    )
    assert path.read_bytes() == before
    text = (tmp_path / "04_typed.ipynb").read_text(encoding="utf-8")
    assert not re.search(r"%live|%fill|# Cue|read later|on my machine|scrolled|widgets\"", text)
    notebook, original = nbformat.reads(text, as_version=4), notebook_of("04")
    nbformat.validate(notebook)
    assert notebook.metadata.language_info == LANGUAGE
    assert code(notebook)[0].source == code(original)[0].source
    assert notebook.cells[2].source == original.cells[2].source + "\n\nMy own words."
    live = {cell.id for cell in original.cells if is_cue(cell)}
    typed = [cell.source for cell in notebook.cells if cell.id in live]
    first, second, third, fourth, fifth, *_ = typed
    assert first == f"# {known[0].title}\n{known[0].code}  # as I do it"
    assert second == f"# {known[1].title}\n{known[1].code}"
    assert third == f"# {known[2].title} (not typed in the lecture)\n{known[2].code}"
    assert fourth == "mine = 4"
    assert fifth == f"# {known[4].title}\n{known[4].code}"
    assert code(notebook)[-1].source == "2 + 2"
    assert not any(cell.outputs or cell.execution_count for cell in code(notebook))


@each
def test_what_nobody_typed_runs_like_the_original(number):
    notebook, plain = notebook_of(number), TransformerManager()
    typed, missing = typed_notebook(live_copy(notebook, number), cues(notebook))
    assert missing == [cue.number for cue in cues(notebook)]
    for cell, original in zip(code(typed), code(notebook), strict=True):
        assert statements(plain, cell.source) == statements(plain, original.source)


def test_the_export_goes_where_it_is_told_to_but_not_over_the_copy(tmp_path, capsys):
    path, _ = lecture_given(tmp_path)
    for out in (tmp_path / "class", tmp_path / "class" / "monday.ipynb"):
        assert main(["live", "--export", str(path), "-o", str(out)]) == 0
    written = {one.name for one in (tmp_path / "class").glob("*.ipynb")}
    assert written == {"04_typed.ipynb", "monday.ipynb"}
    assert main(["live", "--export", str(path), "-o", str(path)]) == 1
    assert "is the lecture copy itself" in capsys.readouterr().err
    assert main(["live", "--export", str(tmp_path / "class" / "monday.ipynb")]) == 1
    assert "is not a lecture copy" in capsys.readouterr().err
