"""Marks in a real gradebook, which nbgrader itself reads; test_nbgrader.py exports them."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest
from judge_helpers.class_results import a_class, partly, result, right, wrong
from judge_helpers.nbgrader import environment, nbgrader_is_here
from judge_helpers.needs import needs
from nbjudge.reports.gradebook import into_gradebook

STEPS = """
import json, sys
from nbgrader.api import Gradebook
from nbjudge.reports.gradebook import into_gradebook
from nbjudge.results import Result

database, said = sys.argv[1], []
for by_hand, texts in json.load(sys.stdin):
    with Gradebook(f"sqlite:///{database}") as gradebook:
        if by_hand is not None:
            gradebook.find_grade("essay", "set02", "set02", "ada").manual_score = by_hand
            gradebook.db.commit()
    try:
        results = [Result.from_json(text) for text in texts]
        count = into_gradebook(results, database, "set02")
    except ValueError as error:
        said.append(str(error))
        continue
    with Gradebook(f"sqlite:///{database}") as gradebook:
        said.append([count, {
            one.student.id: {
                "score": one.score, "max": one.max_score, "waits": one.needs_manual_grade,
                "cells": {g.name: g.auto_score for n in one.notebooks for g in n.grades},
            }
            for one in gradebook.assignment_submissions("set02")
        }])
print(json.dumps(said))
"""


@pytest.fixture
def nbgrader():
    needs("nbgrader", nbgrader_is_here(), "install the extra gradebook")


def step(*results, by_hand=None):
    """Enter these results, perhaps after a person gave Ada's essay points in nbgrader."""
    return [by_hand, [one.to_json() for one in results]]


def run(database, *steps):
    """For each step what nbgrader then has, or the sentence of a refusal; all in one process."""
    command = [sys.executable, "-c", STEPS, str(database)]
    how = {"capture_output": True, "text": True, "env": environment()}
    done = subprocess.run(command, input=json.dumps(steps), **how)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.slow
def test_a_new_gradebook_has_every_mark_and_what_waits_for_a_person(nbgrader, tmp_path):
    results = [result("ada", [right, partly, wrong]), result("=bob", [right] * 3), *a_class(2)[2:]]
    missing = result("nobody", [wrong] * 3, "missing", reason="there is no notebook")
    ada = result("ada", [right] * 3)
    essay = replace(ada.cells[-1], points=1.0, outcome="partly")
    (count, first), (_, again), (_, ours), other_source, other_name = run(
        tmp_path / "gradebook.db",
        step(*results, missing),
        step(ada, by_hand=2.5),
        step(replace(ada, cells=(*ada.cells[:-1], essay))),
        step(replace(ada, cells=ada.cells[1:])),
        step(replace(ada, assignment="another")),
    )
    assert count == len(results)
    assert first.keys() == {one.student for one in results}
    assert first["ada"]["cells"] == {"one": 2.0, "two": 1.0, "three": 0.0, "essay": None}
    assert (first["ada"]["score"], first["ada"]["max"], first["ada"]["waits"]) == (3.0, 9.0, True)
    # after a regrade: new marks, nothing twice, and a person's points stay
    assert again.keys() == first.keys()
    assert (again["ada"]["score"], again["ada"]["waits"]) == (8.5, False)
    # points from our own file of overrides are a person's, too
    assert (ours["ada"]["score"], ours["ada"]["waits"]) == (7.0, False)
    # another source than the one that was graded is refused, and so is another notebook
    assert "generate_assignment set02` with the source that was graded" in other_source
    assert "has no notebook another in the gradebook, but set02" in other_name


def test_without_nbgrader_it_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "nbgrader.api", None)
    with pytest.raises(ValueError, match="nbgrader is not installed in this environment"):
        into_gradebook([result("ada", [right] * 3)], tmp_path / "gradebook.db", "set02")
