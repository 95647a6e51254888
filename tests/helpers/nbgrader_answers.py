"""Submissions for nbgrader: right answers, known mistakes, and functions that know by heart."""

from ast import literal_eval
from pathlib import Path

import nbformat

from dtcourse import release
from dtcourse.judging.comparing import is_number
from dtcourse.judging.items import now
from dtcourse.judging.judge import judge
from dtcourse.judging.running import outcomes

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"


def notebook(kind, number):
    """The lecturer's ("solutions") or the learner's ("exercises") notebook of a set."""
    return nbformat.read(NOTEBOOKS / kind / f"{release.stem(number)}.ipynb", as_version=4)


def mixture(number, student):
    """A learner's notebook in which every third answer is right, and the others are mistakes.

    Where the data depend on the learner's id, the answer is right too: a grader that overlooks the
    id would take it for wrong.
    """
    answers = {f"{number}-student": f"STUDENT = {student!r}"}
    for place, item in enumerate(release.exercises(number)):
        right = item.draw or (place + int(number[:2])) % 3 == 0
        code = item.solution if right else wrong_answer(item.of(student))
        answers[f"{item.id.replace('.', '-')}-answer"] = code
    mixed = notebook("exercises", number)
    for cell in mixed.cells:
        cell.source = answers.get(cell.id, cell.source)
    return mixed


def our_marks(number, student, submission):
    """What we give for the same cells: {name of the test cell: points}."""
    space = {}
    for cell in submission.cells:
        if cell.cell_type == "code" and not cell.id.endswith("-test"):
            exec(cell.source.replace("%load_ext dtlab", ""), space)
    return {
        f"{item.id.replace('.', '-')}-test": judge(item.of(student), space[item.name]).points
        for item in release.exercises(number)
    }


def wrong_answer(item):
    """Code for a mistake that the exercise knows, where it can be written down; else for any."""
    if item.tests:
        return by_heart(item)
    values = [written(now(mistake.wrong)) for mistake in item.mistakes]
    return f"{item.name} = {next(filter(None, values), repr('no idea'))}"


def by_heart(item):
    """Code of a function that knows the public tests by heart, as far as they can be written."""
    cases = item.tests if item.hidden else []
    pairs = zip(cases, outcomes(item.answer, cases, item.seconds), strict=True)
    known = {repr((case.args, case.kwargs)): written(outcome.value) for case, outcome in pairs}
    table = ", ".join(f"{given!r}: {value}" for given, value in known.items())
    return f"def {item.name}(*args, **kwargs):\n    return {{{table}}}.get(repr((args, kwargs)), 0)"


def written(value):
    """A value as Python source; None where it has no plain form.

    >>> written(0.5), written([True, False]), written(float("nan"))
    ('0.5', '[True, False]', None)
    """
    source = repr(float(value)) if is_number(value) else repr(value)
    try:
        literal_eval(source)
    except (SyntaxError, ValueError):
        return None
    return source
