"""Marks in a real gradebook: nbgrader itself reads what we enter, and exports it."""

import csv
import json
import subprocess
import sys
from dataclasses import replace

import pytest
from helpers.class_results import a_class, partly, result, right, wrong
from helpers.nbgrader_answers import notebook
from helpers.nbgrader_course import Course, environment, nbgrader_is_here

from conftest import needs
from dtlab.exercises import release
from dtlab.grading.results import CellResult, Result

pytestmark = pytest.mark.slow
ENTER = """
import json, sys
from dtlab.grading.gradebook import into_gradebook
from dtlab.grading.results import Result

database, assignment, notebook = sys.argv[1:]
results = [Result.from_json(text) for text in json.load(sys.stdin)]
try:
    print(into_gradebook(results, database, assignment, notebook or None))
except ValueError as error:
    sys.exit(str(error))
"""
READ = """
import json, sys
from nbgrader.api import Gradebook

with Gradebook(f"sqlite:///{sys.argv[1]}") as gradebook:
    print(json.dumps({
        one.student.id: {
            "score": one.score, "max": one.max_score, "waits": one.needs_manual_grade,
            "cells": {g.name: g.auto_score for n in one.notebooks for g in n.grades},
        }
        for one in gradebook.assignment_submissions(sys.argv[2])
    }))
"""
BY_HAND = """
import sys
from nbgrader.api import Gradebook

with Gradebook(f"sqlite:///{sys.argv[1]}") as gradebook:
    gradebook.find_grade("essay", "set02", "set02", "ada").manual_score = 2.5
    gradebook.db.commit()
"""


@pytest.fixture(autouse=True, scope="module")
def nbgrader():
    needs("nbgrader", nbgrader_is_here(), "`make test` puts it into a folder of the environment")


def run(code, *arguments, **options):
    """What Python prints where nbgrader is at hand."""
    how = {"capture_output": True, "text": True, "env": environment(), **options}
    return subprocess.run([sys.executable, "-c", code, *map(str, arguments)], **how)


def enter(results, database, assignment="set02", name=""):
    texts = json.dumps([one.to_json() for one in results])
    return run(ENTER, database, assignment, name, input=texts)


def read(database, assignment="set02"):
    return json.loads(run(READ, database, assignment).stdout)


def test_a_new_gradebook_has_every_mark_and_what_waits_for_a_person(tmp_path):
    database = tmp_path / "gradebook.db"
    results = [result("ada", [right, partly, wrong]), result("=bob", [right] * 3), *a_class(2)[2:]]
    results.append(result("nobody", [wrong] * 3, "missing", reason="there is no notebook"))
    assert enter(results, database).stdout.strip() == str(len(results) - 1)
    found = read(database)
    assert found.keys() == {one.student for one in results[:-1]}
    assert found["ada"]["cells"] == {"one": 2.0, "two": 1.0, "three": 0.0, "essay": None}
    assert (found["ada"]["score"], found["ada"]["max"], found["ada"]["waits"]) == (3.0, 9.0, True)

    # entered again after a regrade: new marks, nothing twice, and a person's points stay
    run(BY_HAND, database)
    enter([result("ada", [right] * 3)], database)
    again = read(database)
    assert again.keys() == found.keys()
    assert (again["ada"]["score"], again["ada"]["waits"]) == (8.5, False)

    # points by hand of our own count as a person's
    ada = result("ada", [right] * 3)
    by_hand = replace(ada.cells[-1], points=1.0, outcome="partly")
    enter([replace(ada, cells=(*ada.cells[:-1], by_hand))], database)
    assert (read(database)["ada"]["score"], read(database)["ada"]["waits"]) == (7.0, False)


def test_an_assignment_that_nbgrader_generated_gets_our_marks(tmp_path):
    course = Course(tmp_path)
    try:
        course.assign("set02", "02", notebook("solutions", "02"))
    finally:
        course.close()
    names = [f"{item.id.replace('.', '-')}-test" for item in release.exercises("02")]
    points = [float(item.points) for item in release.exercises("02")]
    cells = [CellResult(a, p / 2, p, "partly") for a, p in zip(names, points, strict=True)]
    stem = release.stem("02")
    ours = Result("ok", sum(points) / 2, sum(points), tuple(cells), student="ada", assignment=stem)
    database = tmp_path / "gradebook.db"
    done = enter([ours], database)
    assert done.stdout.strip() == "1", done.stderr
    assert read(database)["ada"]["cells"] == {a: p / 2 for a, p in zip(names, points, strict=True)}
    export = [sys.executable, "-m", "nbgrader", "export"]
    subprocess.run(export, cwd=tmp_path, env=environment(), check=True, capture_output=True)
    (row,) = csv.DictReader((tmp_path / "grades.csv").open(encoding="utf-8"))
    assert (float(row["score"]), float(row["max_score"])) == (sum(points) / 2, sum(points))

    # another source than the one that was graded is refused, and so is another notebook
    refused = enter([result("ada", [right] * 3)], database, name=stem)
    assert refused.returncode == 1
    assert "run `nbgrader generate_assignment set02` with the source that was graded" in (
        refused.stderr
    )
    refused = enter([ours], database, name="another")
    assert f"has no notebook another in the gradebook, but {stem}" in refused.stderr
