"""docs/lesson_plans.md is about the notebooks as they are: headings, cues, widgets, exercises."""

import builtins
import re
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dtlab
from dtlab.course import live
from dtlab.course.fill import names
from dtlab.course.live import cues, is_cue, with_cues
from dtlab.exercises import bank

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


def parts(number):
    """The table of a plan: {part: (minutes of the short lecture, minutes of the long one)}."""
    rows = re.findall(r"^\| (?!part )(.+?) \| (\d+|–) \| (\d+) \|$", PLANS[number], re.MULTILINE)
    return {part: (int(short.replace("–", "0")), int(long)) for part, short, long in rows}


def headings(number):
    """The headings of a notebook, and the one above each cue."""
    found, above = [], []
    for cell in notebook_of(number).cells:
        if cell.cell_type == "markdown":
            found += re.findall(r"^## (.+)$", cell.source, re.MULTILINE)
        elif is_cue(cell):
            above.append(found[-1])
    return found, above


def source(number):
    return "\n".join(c.source for c in notebook_of(number).cells if c.cell_type == "code")


def test_every_notebook_has_a_plan():
    assert list(PLANS) == with_cues()


@each
def test_the_minutes_add_up_and_the_parts_are_headings_in_their_order(number):
    planned = parts(number)
    short, long = zip(*planned.values(), strict=True)
    assert (sum(short), sum(long)) == (45, 90)
    own = ["Welcome and installation"] if number == "00" else []
    assert list(planned) == own + [name for name in headings(number)[0] if name in planned]


@each
def test_what_to_type_are_the_cues_and_those_of_the_short_lecture_fit_into_its_parts(number):
    found, above = cues(notebook_of(number)), headings(number)[1]
    named = re.findall(r"^(\d+)\. (.+) \((\d+) min\)$", PLANS[number], re.MULTILINE)
    assert named == [(str(cue.number), cue.title, str(cue.minutes)) for cue in found]
    chosen = [int(n) for n in re.findall(r"\b\d\b", paragraph(number, "Type"))]
    assert len(chosen) >= 3
    left = {part: minutes[0] for part, minutes in parts(number).items()}
    for n in chosen:
        left[above[n - 1]] -= found[n - 1].minutes
    assert min(left.values()) >= 0, left
    asked = [int(n) for n in re.findall(r"cue (\d)", paragraph(number, "Wait for an answer"))]
    assert asked and set(asked) <= set(chosen)


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
