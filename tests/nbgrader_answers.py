"""Submissions for nbgrader: answers that are right, that are known mistakes, or not begun."""

from ast import literal_eval
from contextlib import suppress
from pathlib import Path

import nbformat

from dtlab import release
from dtlab.exercises.comparing import is_number
from dtlab.exercises.items import now
from dtlab.exercises.judging import judge
from dtlab.exercises.running import outcomes

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
STUB = "# YOUR CODE HERE\nraise NotImplementedError()"  # nbgrader's own


def notebook(kind, number):
    """The lecturer's ("solutions") or the learner's ("exercises") notebook of a set."""
    return nbformat.read(NOTEBOOKS / kind / f"{release.stem(number)}.ipynb", as_version=4)


def mixture(number, student):
    """A learner's notebook with right answers, mistakes and stubs of nbgrader in turn.

    Where the data depend on the learner's id, the answer is right: a grader that overlooks the id
    would not see it.
    """
    answers = {f"{number}-student": f"STUDENT = {student!r}"}
    for place, item in enumerate(release.exercises(number)):
        codes = (item.solution, wrong_answer(item.of(student)), f"{item.starter}\n{STUB}")
        turn = 0 if item.draw else (place + int(number)) % len(codes)
        answers[f"{item.id.replace('.', '-')}-answer"] = codes[turn]
    mixed = notebook("exercises", number)
    for cell in mixed.cells:
        cell.source = answers.get(cell.id, cell.source)
    return mixed


def our_marks(number, student, submission):
    """What we give for the same cells: {name of the test cell: points}."""
    space = {}
    for cell in submission.cells:
        if cell.cell_type == "code" and not cell.id.endswith("-test"):
            with suppress(NotImplementedError):
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
    cases = [case for case, hidden in item.cases if not hidden and item.hidden]
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
