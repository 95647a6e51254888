"""The command `manual`: all answers to each question that a person marks, and a table to fill in.

A page shows one question and what every student wrote, so that answers are marked side by side.
The table has a row for every answer; filled in, it is what `marks` and `feedback` take as
`--overrides`. With pseudonyms instead of names, page and table are sorted by them.
"""

import re
from pathlib import Path

from ..files import write
from ..results import csv_text, waits, was_read
from ..results import number as exact
from .feedback import whose
from .marks import pseudonym
from .page import page, paragraphs, points, tag

TABLE = "by_hand.csv"
GRADE_AGAIN = (
    "The result does not hold the answer, because an earlier version graded it: "
    "grade again to see the answers."
)


def manual_files(results, anonymous=False):
    """{name: text} of the pages and of the table.

    Parameters:
        results: the results, perhaps with points that were given before.
        anonymous: True shows a pseudonym in the place of each student.
    """
    read = [result for result in results if was_read(result)]
    if not read:
        raise ValueError("there are no results to mark: grade the class first")
    key = pseudonym if anonymous else (lambda result: result.student)
    read.sort(key=key)
    questions = {}
    for result in read:
        for cell in (cell for cell in result.cells if cell.manual):
            questions.setdefault(cell.grade_id, []).append((result, cell))
    if not questions:
        raise ValueError("no cell of this assignment is left for a person")
    files = {}
    rows = [["student", "grade_id", "points", "comment"]]
    for place, (grade_id, answers) in enumerate(questions.items(), start=1):
        plain = re.sub(r"[^A-Za-z0-9-]+", "_", grade_id)[:60]
        files[f"{place:02}_{plain}.html"] = _question(grade_id, answers, anonymous)
        for result, cell in answers:
            given = "" if waits(cell) else exact(cell.points)
            rows.append([key(result), grade_id, given, cell.comment])
    return files | {TABLE: csv_text(rows)}


def write_files(files, folder):
    """Write what `manual_files` made; return the paths."""
    paths = {Path(folder) / name: text for name, text in files.items()}
    for path, text in paths.items():
        write(path, text.encode())
    return list(paths)


def _question(grade_id, answers, anonymous):
    """The page of one question."""
    first = answers[0][1]
    title = f"{first.title} ({grade_id})" if first.title else grade_id
    empty = sum(cell.answer == "" for _, cell in answers)
    said = f"Up to {points(first.max)} · {len(answers)} notebooks"
    said += f", {empty} without an answer" if empty else ""
    how = f"Write points and comments into {TABLE}, in the rows with {grade_id}."
    content = [tag("h1", title), tag("p", said), tag("p", how, class_="soft")]
    content += [_answer(result, cell, anonymous) for result, cell in answers]
    return page(f"Answers: {title}", *content)


def _answer(result, cell, anonymous):
    """What one student wrote."""
    head = tag("h2", pseudonym(result) if anonymous else whose(result))
    if cell.answer is None:
        text = tag("p", GRADE_AGAIN, class_="soft")
    elif not cell.answer:
        text = tag("p", "The cell is empty, as it was handed out, or missing.", class_="soft")
    elif cell.is_code:
        text = tag("pre", cell.answer)
    else:
        text = tag("div", paragraphs(cell.answer), class_="box")
    given = "no points yet" if waits(cell) else f"{exact(cell.points)} of {points(cell.max)}"
    said = tag("p", tag("b", given), f": {cell.comment}" if cell.comment else "")
    return tag("section", head, text, said if cell.comment or not waits(cell) else "")
