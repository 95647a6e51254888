"""The command `marks`: results, with points given by hand and a late rule, into a platform's list.

The list is the platform's own export. Only the column with the grade changes, in the rows of
students who have a result; everything else is written back as it was.
"""

import codecs
import csv
import hashlib
import io
import math
import re
from dataclasses import replace
from pathlib import Path

from ..results import ResultsError, number, waits, was_read, write_whole
from ..words import FORMULA, clean, counted, csv_cell

RULE = re.compile(r"(\d+(?:\.\d+)?)%/day")
LATE = re.compile(r"((?:\d+ [a-z]+ ?)+) late")  # "Submitted for grading - 1 day 2 hours late"
COMMENT = 5_000  # characters of a comment
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)  # "Unicode text" of a spreadsheet
NOT_UTF_8 = "it is not UTF-8 text: save it as `CSV UTF-8` in Excel, or as CSV with Unicode (UTF-8)"
DAYS = {"year": 365, "day": 1, "hour": 1 / 24, "min": 1 / 1440, "sec": 1 / 86400}


# ── lists ───────────────────────────────────────────────────────────────────────────────────────


class Table:
    """A CSV file as rows of text, written back in its own dialect."""

    def __init__(self, path):
        try:
            content = Path(path).read_bytes()
            text = content.decode("utf-16" if content[:2] in UTF_16 else "utf-8")
        except (OSError, UnicodeError) as error:
            why = getattr(error, "strerror", None) or NOT_UTF_8
            raise ResultsError(f"{path} cannot be read: {why}") from None
        self.path = path
        self.mark = "\ufeff" if text.startswith("\ufeff") else ""
        text = text.removeprefix("\ufeff")
        first = text.partition("\n")[0]
        self.delimiter = max(",;\t", key=first.count)
        self.end = "\r\n" if first.endswith("\r") else "\n"
        try:
            rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=self.delimiter))
        except csv.Error as error:
            raise ResultsError(f"{path} is not a CSV file ({error})") from None
        self.head, self.rows = (rows[0], rows[1:]) if rows else ([], [])

    def column(self, *names):
        """The position of the column with one of these names, whatever their case."""
        for position, title in enumerate(self.head):
            if title.strip().lower() in [name.lower() for name in names]:
                return position
        had = clean(", ".join(self.head))
        raise ResultsError(f"{self.path} has no column {names[0]}; its columns are: {had}")

    def get(self, row, position):
        """The text of a cell; rows may be too short."""
        return row[position].strip() if position < len(row) else ""

    def text(self):
        """The file again."""
        out = io.StringIO()
        write = csv.writer(out, delimiter=self.delimiter, lineterminator=self.end)
        write.writerows([map(_no_formula, row) for row in (self.head, *self.rows)])
        return self.mark + out.getvalue()


def _no_formula(cell):
    """A cell of somebody else's list, so that no spreadsheet takes it for a formula.

    >>> _no_formula("=1+1"), _no_formula("-2.5"), _no_formula("-")
    ("'=1+1", '-2.5', '-')
    """
    said = cell.strip()
    return f"'{cell}" if said[:1] in FORMULA and said[1:] and _number(said) is None else cell


# ── overrides ───────────────────────────────────────────────────────────────────────────────────


def override(results, path):
    """The results with the points of a file: columns student, grade_id, points, comment.

    A row without points and comment, as `manual` writes it, changes nothing; one with a comment
    alone gives no points. A student may be named by the key, as `marks.csv` writes it, or by the
    pseudonym of `manual --anonymous`.
    """
    table = Table(path)
    columns = [table.column(name) for name in ("student", "grade_id", "points", "comment")]
    by_student = {result.student: result for result in results}
    known = {student: student for student in by_student}
    known |= {name: r.student for r in results for name in (pseudonym(r), csv_cell(r.student))}
    rows = {}
    for place, row in enumerate(table.rows, start=2):
        student, grade_id, points, comment = (table.get(row, position) for position in columns)
        if not any((points, comment)):
            continue
        where = f"{path}, row {place}"
        result = by_student.get(known.get(student))
        if result is None:
            raise ResultsError(f"{where}: there is no result of student {clean(student)!r}")
        named = (c for c in result.cells if grade_id in (c.grade_id, csv_cell(c.grade_id)))
        cell = next(named, None)
        if cell is None:
            raise ResultsError(f"{where}: there is no graded cell {clean(grade_id)!r}")
        if before := rows.get((result.student, cell.grade_id)):
            who = f"{clean(student)!r} and {clean(grade_id)!r}"
            raise ResultsError(f"{where}: row {before} is about {who}, too: leave one of them")
        rows[result.student, cell.grade_id] = place
        marked = replace(cell, comment=clean(comment, COMMENT, lines=True))
        if points:
            given = _points(points, cell.max, where)
            outcome = "passed" if given == cell.max else "partly" if given else "failed"
            marked = replace(marked, points=given, outcome=outcome, by_hand=True)
        cells = tuple(marked if one is cell else one for one in result.cells)
        total = sum(one.points for one in cells)
        by_student[result.student] = replace(result, cells=cells, total=total)
    return [by_student[result.student] for result in results]


def pseudonym(result):
    """What stands for a student where answers are marked without names; stable in an assignment.

    It keeps a name from the eye, and is no secret: who has the list of students can compute it.
    No file or folder can be called so, and therefore no student.
    """
    words = f"{result.assignment} {result.student}".encode("utf-8", "surrogatepass")
    return f"student/{hashlib.sha256(words).hexdigest()[:8]}"


def _points(text, most, where):
    """The number of points that a person wrote."""
    points = _number(text)
    if points is None or not 0 <= points <= most:
        asked = f"points must be a number from 0 to {number(most)}"
        raise ResultsError(f"{where}: {asked}, not {clean(text)!r}")
    return points


def _number(text):
    """A number with a point or a comma; None for anything else."""
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


# ── late ────────────────────────────────────────────────────────────────────────────────────────


def late_rule(text):
    """The share of the maximum that a day costs: `10%/day` is 0.1.

    >>> late_rule("10%/day")
    0.1
    """
    found = RULE.fullmatch(text)
    if not found or float(found[1]) > 100:
        raise ValueError(f"the late rule is written like 10%/day, not {text!r}")
    return float(found[1]) / 100


def late_days(worksheet):
    """Days late by student, begun days counted as whole, from the Status of Moodle's worksheet.

    Moodle knows each student's own deadline, extensions included, and says "1 day 2 hours late".
    """
    table = Table(worksheet)
    who, status = table.column("Identifier"), table.column("Status")
    days = {}
    for row in table.rows:
        if found := LATE.search(table.get(row, status)):
            pairs = re.findall(r"(\d+) ([a-z]+?)s?\b", found[1])
            if any(unit not in DAYS for _, unit in pairs):
                raise ResultsError(f"{worksheet}: {clean(found[0])!r} is not understood")
            late = sum(int(count) * DAYS[unit] for count, unit in pairs)
            days[participant(table.get(row, who))] = math.ceil(round(late, 6))
    return days


def deduct(results, share, days):
    """The results with `share` of the maximum deducted for each day late, but not below 0."""
    for result in results:
        late = days.get(result.student, 0)
        if late:
            lost = min(result.total, late * share * result.max)
            said = f"{counted(late, 'day')} late: {counted(number(lost), 'point')} deducted"
            note = "; ".join(filter(None, (result.note, said)))
            result = replace(result, total=result.total - lost, note=note)
        yield result


# ── platforms ───────────────────────────────────────────────────────────────────────────────────


def fill_moodle(results, worksheet, out):
    """Write Moodle's grading worksheet with grades; return sentences about what did not match."""
    table = Table(worksheet)
    who, grade, most = (table.column(c) for c in ("Identifier", "Grade", "Maximum grade"))
    rows = [(participant(table.get(row, who)), row, table.get(row, most)) for row in table.rows]
    return _fill(table, rows, grade, results, out)


def participant(identifier):
    """The number in Moodle's identifier: "Participant 4711" is 4711."""
    return identifier.rpartition(" ")[2]


def fill_canvas(results, gradebook, out, column=None):
    """Write Canvas' gradebook with grades; return sentences about what did not match.

    Parameters:
        results: the results.
        gradebook: the exported CSV file.
        out: where the filled file goes.
        column: the title of the assignment's column; by default the one that has its name.
    """
    table = Table(gradebook)
    who, first = table.column("ID"), table.column("Student")
    if column is None:
        column = _canvas_column(table, results[0].assignment if results else "")
    grade = table.column(column)
    possible = [row for row in table.rows if table.get(row, first) == "Points Possible"]
    most = table.get(possible[0], grade) if possible else ""
    rows = [(table.get(row, who), row, most) for row in table.rows]
    return _fill(table, rows, grade, results, out)


def _canvas_column(table, assignment):
    """The title of the assignment's column: Canvas writes "Set 04 (881)"."""
    titles = [title for title in table.head if re.search(r"\(\d+\)$", title)]
    named = [title for title in titles if _plain(assignment) == _plain(title.rpartition(" (")[0])]
    if len(named or titles) != 1:
        had = clean(", ".join(titles)) or "none"
        why = f"which column of {table.path} is {assignment!r}? Name it with --column"
        raise ResultsError(f"{why}: {had}")
    return (named or titles)[0]


def _plain(text):
    """A title without case and signs."""
    return re.sub(r"[\W_]+", "", text).lower()


def _fill(table, rows, grade, results, out):
    """Put each student's total, scaled to the platform's maximum, into the column `grade`."""
    by_student = {result.student: result for result in results}
    scales = set()
    filled = set()
    for student, row, most_text in rows:
        result = by_student.get(student)
        if result is None:
            continue
        most = _number(most_text)
        scale = most / result.max if most and result.max else 1.0
        text = number(result.total * scale)
        row += [""] * (grade + 1 - len(row))
        row[grade] = text.replace(".", ",") if "," in most_text else text
        filled.add(student)
        if scale != 1.0:
            scales.add(f"points are scaled from {number(result.max)} to {number(most)}")
    write_whole(out, table.text())
    missing = [student for student in by_student if student not in filled]
    return [*sorted(scales), *_unmatched(missing, table.path, len(filled))]


def _unmatched(missing, path, filled):
    yield f"{counted(filled, 'grade')} filled in"
    if missing:
        names = ", ".join(missing[:10]) + (", …" if len(missing) > 10 else "")
        yield f"not in {path}, but with a result: {counted(len(missing), 'student')} ({names})"


def waiting(results):
    """A sentence if cells wait for a person, and one if submissions need a look."""
    by_hand = [r.student for r in filter(was_read, results) if any(map(waits, r.cells))]
    if by_hand:
        who = counted(len(by_hand), "student")
        yield f"cells of {who} wait for a person: use --overrides"
    look = [f"{r.student} ({r.status})" for r in results if r.status not in ("ok", "missing")]
    if look:
        yield f"look at {len(look)}: " + ", ".join(look[:10]) + (", …" if len(look) > 10 else "")
