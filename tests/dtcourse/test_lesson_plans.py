"""docs/lesson_plans.md is about the notebooks as they are: headings, cues, widgets, exercises."""

import builtins
import re
from functools import cache
from html import escape
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dtlab
from dtcourse import bank, live
from dtcourse.fill import names
from dtcourse.live import cues, is_cue, notes, with_cues
from dtcourse.plans import plan_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "lesson_plans.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)
PLANS = {section[:2]: section for section in SECTIONS if section[:2].isdigit()}
notebook_of = cache(live.notebook_of)
each = pytest.mark.parametrize("number", with_cues())


def paragraph(number, begins):
    """A paragraph of a plan, in one line; empty if it has none."""
    found = re.search(rf"^\*\*{begins}\b(.*?)\n\n", PLANS[number], re.MULTILINE | re.DOTALL)
    return " ".join(found[1].split()) if found else ""


def headings(number):
    """The headings of a notebook, and the one above each cue."""
    found, above = [], []
    for cell in notebook_of(number).cells:
        if cell.cell_type == "markdown":
            found += re.findall(r"^## (.+)$", cell.source, re.MULTILINE)
        elif is_cue(cell):
            above.append(found[-1])
    return found, above


def code_cells(number):
    """Each code cell of a notebook, with the heading above it."""
    part = ""
    for cell in notebook_of(number).cells:
        if cell.cell_type == "code":
            yield cell, part
        else:
            part = ([part] + re.findall(r"^## (.+)$", cell.source, re.MULTILINE))[-1]


def source(number):
    return "\n".join(c.source for c in notebook_of(number).cells if c.cell_type == "code")


def test_every_notebook_has_a_plan():
    assert list(PLANS) == with_cues()


@each
def test_the_minutes_add_up_and_the_parts_are_headings_in_their_order(number):
    planned = plan_of(number).parts
    short, long = zip(*planned.values(), strict=True)
    assert (sum(short), sum(long)) == (45, 90)
    own = ["Welcome and installation"] if number == "00" else []
    assert list(planned) == own + [name for name in headings(number)[0] if name in planned]


@each
def test_what_to_type_are_the_cues_and_they_fit_into_their_parts(number):
    found, above, plan = cues(notebook_of(number)), headings(number)[1], plan_of(number)
    named = re.findall(r"^(\d+)\. (.+) \((\d+) min(?:;.*)?\)$", PLANS[number], re.MULTILINE)
    assert named == [(str(cue.number), cue.title, str(cue.minutes)) for cue in found]
    for length, chosen in ((0, {cue.number for cue in found} - set(plan.instead)), (1, above)):
        left = {part: minutes[length] for part, minutes in plan.parts.items()}
        for cue in found:
            if length or cue.number in chosen:
                left[above[cue.number - 1]] -= cue.minutes
        assert len(chosen) >= 3 and min(left.values()) >= 0, left
    asked = [int(n) for n in re.findall(r"cue (\d)", paragraph(number, "Wait for an answer"))]
    assert asked and not set(asked) & set(plan.instead)


@each
def test_what_the_short_lecture_does_not_type_is_filled_in_or_nobody_needs_it(number):
    """What is skipped is not needed by what is shown, and what is skipped to is shown."""
    found, above, plan = cues(notebook_of(number)), headings(number)[1], plan_of(number)
    shown = [cue for cue in found if not plan.instead.get(cue.number, "").startswith("skip")]
    assert len(re.findall("in 45 minutes", PLANS[number])) == len(plan.instead)
    for n, instead in plan.instead.items():
        part_is_shown = plan.parts[above[n - 1]][0] > 0
        if instead == "%fill --run":
            assert part_is_shown
            continue
        after = [cue.number for cue in shown if cue.number > n]
        assert instead == (f"skip to cue {after[0]}" if after else "skip")
        cells = list(code_cells(number))
        skipped = next(i for i, (cell, _) in enumerate(cells) if cell.source == found[n - 1].code)
        for cell, part in cells[skipped + 1 :]:
            shows = cell.source in {cue.code for cue in shown} if is_cue(cell) else True
            if shows and plan.parts.get(part, (0,))[0]:
                assert not names(cell.source)[1] & names(found[n - 1].code)[0]


@each
def test_the_notes_keep_to_the_plan(number):
    """Parts and minutes of the page for the second screen are those of the plan's table."""
    page = notes(notebook_of(number), number)
    rows = re.findall(r"^\| (?!part )(.+?) \| (\d+|–) \| (\d+) \|$", PLANS[number], re.MULTILINE)
    lines = re.split(r'<p class="part">', page)[1:]
    assert len(lines) == len(rows)
    above, found, seen = headings(number)[1], cues(notebook_of(number)), []
    for length, column in ((45, 1), (90, 2)):
        passed = 0
        for line, row in zip(lines, rows, strict=True):
            minutes = 0 if row[column] == "–" else int(row[column])
            ends = passed + minutes
            said = f"minutes {passed} to {ends}" if minutes else "left to the class"
            assert line.startswith(f"<b>{escape(row[0])}</b>")
            assert f'<span class="in{length}">{said}</span>' in line.partition("</p>")[0]
            for card in line.split("<section ")[1:]:
                n = int(re.search(r"> (\d)\. ", card)[1])
                seen.append(n)
                typed = re.match(rf'.*?data-{length}="([\d.]+)"', card.partition(">")[0])
                listed = re.search(rf"^{n}\. .+ min(; in 45 minutes .+)?\)$", PLANS[number], re.M)
                assert bool(typed) == (length == 90 or not listed[1])
                assert above[n - 1] == row[0]
                if typed:
                    begins = float(typed[1])
                    assert passed - 0.01 <= begins <= ends - found[n - 1].minutes + 0.01
                else:
                    instead = listed[1].removeprefix("; in 45 minutes ").strip("`")
                    assert f">not typed in 45 minutes: {instead}</span>" in card
            passed = ends
    assert seen == 2 * [cue.number for cue in found]


@each
def test_widgets_and_exercises_exist(number):
    widgets = re.findall(r"\b(explore_\w+)\(", source(number))
    assert re.findall(r"`(explore_\w+)`", paragraph(number, "Widget")) == widgets
    ids = re.findall(r"\b\d\d\.\d+\b", paragraph(number, "Afterwards"))
    assert len(ids) == (0 if number == "00" else 3)
    assert set(ids) <= {item.id for item in bank.of_notebook(number)}


@each
def test_questions_have_answers_and_what_is_shown_is_what_comes_out(number):
    _, _, asked = PLANS[number].partition("**They will ask**")
    answers = [" ".join(answer.split()) for answer in asked.split("\n- ")[1:]]
    assert len(answers) >= 3
    for answer in answers:
        assert re.match(r"\*[^*]+\?\* \w", answer)
        for code, value in re.findall(r"Show: `([^`]+)` gives `([^`]+)`", answer):
            assert str(evaluated(code, source(number))) == value, code


def evaluated(code, notebook):
    """The value of an expression, with the names that it uses as the notebook defines them."""
    scope = {"np": np, "pd": pd}
    for name in names(code)[1] - set(scope) - set(dir(builtins)):
        if name in dtlab.__all__:
            assert re.search(rf"import .*\b{name}\b", notebook)
            scope[name] = getattr(dtlab, name)
        else:
            scope[name] = evaluated(re.search(rf"^{name} = (.+)$", notebook, re.M)[1], notebook)
    return eval(code, scope)


def test_the_plans_for_a_term_a_week_and_a_day():
    """A row holds the notebooks of one lecture or, in a week, of the two of a morning."""
    taught = []
    for plan in SECTIONS[1].split("\n**A ")[1:]:
        rows = re.findall(r"^\| (?!-|week|day|time)[^|]+ \| ([^|]+) \|", plan, re.MULTILINE)
        taught.append(re.findall(r"\b\d\d\b(?! minutes)", " ".join(rows)))
    term, week, day = taught
    assert term == with_cues()
    left_out = re.findall(r"\d\d", re.search(r"^Left out: (.+)$", SECTIONS[1], re.MULTILINE)[1])
    assert sorted(week + left_out) == with_cues()
    told = re.search(r"through notebooks ([\d, and]+)", notebook_of("00").cells[22].source)
    assert day == re.findall(r"\d\d", told[1])
