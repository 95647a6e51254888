"""What a student wrote into the cells that a person marks, and whether anywhere at all."""

from ..words import clean
from .code_cells import MARK, shown_part, written_lines
from .notebooks import Unreadable, read_notebook

LONGEST = 20_000  # characters of an answer
LARGEST = 1 << 20  # bytes of a notebook in which nobody has written
PLACEHOLDERS = {"YOUR ANSWER HERE", "# YOUR CODE HERE", "...", "raise NotImplementedError()"}


def written_answers(assignment, submission):
    """{grade_id: (text, is it code?)} of every manual cell; the text is "" without an answer.

    The last copy that says something counts. Below a task, which students do not write into, the
    answer is what they put there: all cells up to the next one that was handed out.

    Parameters:
        assignment: the source.
        submission: the cells of the student's notebook.
    """
    found = {}
    for item in (item for item in assignment.graded if item.manual):
        source = assignment.cells[item.place]
        at = [i for i, cell in enumerate(submission) if cell.grade_id == item.grade_id]
        if source.task:
            copies = [_below(submission, i) for i in at]
        else:
            copies = [[submission[i]] for i in at if not _is_as_handed_out(submission[i], source)]
        cells = next((cells for cells in reversed(copies) if cells), ())
        text = "\n\n".join(cell.source for cell in cells)
        is_code = bool(cells) and all(cell.kind == "code" for cell in cells)
        found[item.grade_id] = clean(text, LONGEST, lines=True), is_code
    return found


def is_untouched(assignment, content):
    """Is this notebook as it was handed out? A large one, or one that cannot be read, is not.

    Parameters:
        assignment: the source.
        content: the bytes of the notebook.
    """
    try:
        cells = read_notebook(content) if len(content) <= LARGEST else None
    except Unreadable:
        return False
    known = {(), *(_said(_shown(cell)) for cell in assignment.cells)}
    return cells is not None and all(_said(cell.source) in known for cell in cells)


def _below(cells, place):
    """The student's own cells below this one."""
    found = []
    for cell in cells[place + 1 :]:
        if cell.grade_id:
            break
        if cell.source.strip():
            found.append(cell)
    return found


def _is_as_handed_out(cell, source):
    """Has nobody written into this cell?"""
    return _said(cell.source) in ((), _said(_shown(source)))


def _shown(source):
    """A cell of the source as it was handed out: nothing of an answer's without marks."""
    return shown_part(source.source) if not source.solution or MARK.search(source.source) else ""


def _said(text):
    lines = (line.strip(" *") for line in written_lines(text))
    return tuple(line for line in lines if line not in PLACEHOLDERS)
