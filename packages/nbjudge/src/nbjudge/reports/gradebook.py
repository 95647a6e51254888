"""Marks into a gradebook of nbgrader, through its own interface (the extra `grading`).

An assignment that nbgrader does not know yet is entered with the cells that the results name; one
that it knows must have the same cells. What a person has graded in nbgrader stays.
"""

from pathlib import Path

from ..results import waits

NO_NBGRADER = "nbgrader is not installed in this environment: python -m pip install nbgrader"


def into_gradebook(results, database, assignment):
    """Enter the results into the SQLite database; return how many submissions that were.

    Parameters:
        results: of class Result.
        database: the path of `gradebook.db`; it is made if it does not exist.
        assignment: nbgrader's name of the assignment. Its notebook has the name of the source.
    """
    try:
        from nbgrader.api import Gradebook
    except ImportError:
        raise ValueError(NO_NBGRADER) from None
    results = [result for result in results if result.status != "missing"]
    if not results:
        raise ValueError("there is no submission to enter: grade the class first")
    notebook = results[0].assignment
    with Gradebook(f"sqlite:///{Path(database).absolute()}") as gradebook:
        _enter_assignment(gradebook, results[0].cells, notebook, assignment)
        for result in results:
            _enter_result(gradebook, result, notebook, assignment)
    return len(results)


def _enter_assignment(gradebook, cells, notebook, assignment):
    """The assignment with its graded cells; one that is there must have the same."""
    ours = {cell.grade_id: cell.max for cell in cells}
    there = gradebook.update_or_create_assignment(assignment).notebooks
    theirs = {one.name: {c.name: c.max_score for c in _graded(one)} for one in there}
    if not theirs:
        gradebook.add_notebook(notebook, assignment)
        for cell in cells:
            kind = {"max_score": cell.max, "cell_type": "markdown" if cell.manual else "code"}
            gradebook.add_grade_cell(cell.grade_id, notebook, assignment, **kind)
    elif notebook not in theirs:
        names = ", ".join(sorted(theirs))
        raise ValueError(f"{assignment} has no notebook {notebook} in the gradebook, but {names}")
    elif theirs[notebook] != ours:
        odd = min(name for name, _ in theirs[notebook].items() ^ ours.items())
        raise ValueError(
            f"cell {odd} has other points in the gradebook, or is not in both: run "
            f"`nbgrader generate_assignment {assignment}` with the source that was graded"
        )


def _graded(notebook):
    return [*notebook.grade_cells, *notebook.task_cells]


def _enter_result(gradebook, result, notebook, assignment):
    """One student's marks, cell by cell."""
    gradebook.update_or_create_student(result.student)
    gradebook.update_or_create_submission(assignment, result.student)
    for cell in result.cells:
        grade = gradebook.find_grade(cell.grade_id, notebook, assignment, result.student)
        if waits(cell):
            grade.needs_manual_grade = grade.manual_score is None
            continue
        grade.needs_manual_grade = False
        if cell.manual:  # a person's points, from the file of overrides
            grade.manual_score = cell.points
        else:
            grade.auto_score = cell.points
    gradebook.db.commit()
