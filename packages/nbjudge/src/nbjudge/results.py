"""What grading one submission gave, and the folder RESULTS that keeps it.

`RESULTS/submissions/` has one JSON file per student, named by a hash of the student's key, so that
a second run replaces a result and never adds a second one, and the files of several shards can be
copied into one folder. `RESULTS/marks.csv` is a table of them and can always be made again, and
`RESULTS/students.json` says who is to be graded. A file is written under another name, synced and
renamed: an interrupted run leaves only whole files.
"""

import csv
import hashlib
import io
import json
import math
import os
import unicodedata
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from .words import clean, counted, csv_cell

STATUSES = ("ok", "timeout", "crash", "unreadable", "tampered", "ambiguous", "missing")
NO_ANSWER = ("unreadable", "ambiguous", "missing")  # nothing of these was graded
HIDDEN_SHARE = "hidden"  # the name of all hidden statements of a cell that adds up its points
SINCE_0_3 = ("answer", "is_code", "by_hand", "comment", "code", "late")  # missing in older results
CLASS = "students.json"  # who is to be graded
TEMPORARY = ".part"  # the ending of a file that is being written


class ResultsError(ValueError):
    """The folder RESULTS cannot be used: one sentence says why."""


@dataclass(frozen=True)
class CaseResult:
    """One test of a cell: a public or hidden case, or one statement of an assert-style cell.

    `code` is what a hidden test says, for the lecturer alone.
    """

    name: str
    points: float
    max: float
    outcome: str  # "passed", "failed", "error", "late", "memory", "not run"
    reason: str = ""
    hint: str = ""
    mistake: str = ""
    hidden: bool = False
    code: str = ""


@dataclass(frozen=True)
class CellResult:
    """One graded cell; a manual one has no points until a person gives them.

    Parameters:
        grade_id, points, max, title: of the cell.
        outcome: one word for how it went.
        manual: True if a person marks it.
        seconds: how long its tests took.
        tests: how each of them went.
        answer: of a manual cell what the student wrote; None in results of 0.2.
        is_code: True if that is code.
        by_hand: True if a person gave the points, whatever the tests said.
        comment: what that person said about it.
    """

    grade_id: str
    points: float
    max: float
    outcome: str  # "passed", "partly", "failed", "manual", "not run"
    title: str = ""
    manual: bool = False
    seconds: float = 0.0
    tests: tuple[CaseResult, ...] = ()
    answer: str | None = None
    is_code: bool = False
    by_hand: bool = False
    comment: str = ""


@dataclass(frozen=True)
class Result:
    """One submission's result; `dataclasses.replace` fills in what the judge cannot know.

    Parameters:
        status: one of STATUSES; every status but "ok" comes with a `reason`.
        total: points without manual cells.
        max: points that can be reached, manual cells included.
        cells: every graded cell of the source, in its order, whatever the status.
        student_cell: what the submission binds to STUDENT; "" if it does not.
        student: the key: the participant's number, or the name of a folder or file.
        name: the student's name where the platform gives it.
        file: where in SUBMISSIONS the notebook was.
        note: what a lecturer should know beside the status, such as "the newest of 2 submissions".
        key: hash of source, submission, limits, version and sandbox; see `result_key`.
        assignment: the source's name without its ending.
        source: hash of the source notebook.
        version: of the grader and of the course.
        sandboxed: False for a run with --unsafe.
        late: what did not end in time in the first pass, or ended its judge, for the second.
    """

    status: str
    total: float
    max: float
    cells: tuple[CellResult, ...] = ()
    reason: str = ""
    note: str = ""
    student_cell: str = ""
    student: str = ""
    name: str = ""
    file: str = ""
    key: str = ""
    assignment: str = ""
    source: str = ""
    version: str = ""
    sandboxed: bool = True
    late: str = ""

    def to_json(self):
        """The text of the result's file."""
        return json.dumps(asdict(self), indent=1, ensure_ascii=False, allow_nan=False) + "\n"

    @classmethod
    def from_json(cls, text):
        """The result that `to_json` wrote; `ResultsError` for any other text."""
        try:
            return _read(cls, json.loads(text), cells=CellResult, tests=CaseResult)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise ResultsError(f"this is not a result of the command grade ({error})") from None


def _read(cls, data, **parts):
    """A dataclass from its dict: names and simple types are checked, lists become tuples."""
    values = {}
    for item in fields(cls):
        if item.name in SINCE_0_3 and item.name not in data:
            continue
        value = data[item.name]
        if item.name in parts:
            value = tuple(_read(parts[item.name], entry, **parts) for entry in value)
        elif item.type is float:
            value = float(value)
            if not math.isfinite(value):
                raise ValueError(f"{item.name} is {value}")
        elif not isinstance(value, item.type):
            raise TypeError(f"{item.name} is no {getattr(item.type, '__name__', item.type)}")
        values[item.name] = value
    result = cls(**values)
    if cls is Result and result.status not in STATUSES:
        raise ValueError(f"status {result.status!r}")
    return result


def result_key(source, notebook, limits, version, sandboxed):
    """The hash by which `--resume` knows that a result still holds."""
    parts = (source, notebook, repr(limits).encode(), version.encode(), repr(sandboxed).encode())
    whole = hashlib.sha256()
    for part in parts:
        whole.update(hashlib.sha256(part).digest())
    return whole.hexdigest()


# ── the folder ──────────────────────────────────────────────────────────────────────────────────


@contextmanager
def locked(folder):
    """Make RESULTS if need be and hold it: no other run may write into it meanwhile."""
    try:
        import fcntl
    except ImportError:
        raise ResultsError("Windows cannot lock RESULTS: grade in WSL, Linux or macOS") from None
    try:
        _submissions(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / ".lock").touch()
    except OSError as error:
        raise ResultsError(f"{folder} cannot be written: {error.strerror}") from None
    with open(Path(folder) / ".lock", "r+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ResultsError(f"another run is writing to {folder}: wait until it ends") from None
        except OSError as error:
            why = f"{folder} cannot be locked ({error.strerror}): use a folder on a local disk"
            raise ResultsError(why) from None
        for leftover in _submissions(folder).glob(f"*{TEMPORARY}"):
            leftover.unlink()
        yield


def save(folder, result):
    """Write one result; `OSError` if that fails, and then the old file is still whole."""
    write_whole(file_of(folder, result.student), result.to_json())


def file_of(folder, student):
    """Where a student's result is: the name is a hash, because students choose their names."""
    name = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return _submissions(folder) / f"{name}.json"


def load_one(folder, student):
    """The stored result of a student; None if there is none, or none that can be read."""
    try:
        return Result.from_json(file_of(folder, student).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def load(*folders):
    """The results of one or more folders, by student; the same result twice counts once."""
    found = {}
    for folder in folders:
        if not _submissions(folder).is_dir():
            raise ResultsError(f"{folder} holds no results: name a folder that `grade` wrote")
        for path in sorted(_submissions(folder).glob("*.json")):
            try:
                result = Result.from_json(path.read_text(encoding="utf-8"))
            except (OSError, ValueError) as error:
                raise ResultsError(f"{path} cannot be read: {error}") from None
            first, other = next(iter(found.values()), (result, folder))
            if first.assignment != result.assignment:
                raise ResultsError(
                    f"{other} holds results of {clean(first.assignment)!r}, and {folder} of "
                    f"{clean(result.assignment)!r}: name the folders of one assignment"
                )
            before, where = found.setdefault(result.student, (result, folder))
            if before.key != result.key or before.total != result.total:
                why = f"{result.student} has different results in {where} and {folder}"
                raise ResultsError(f"{why}: name only the folder that counts")
    return [result for _, (result, _) in sorted(found.items())]


def save_class(folder, source, version, students, more=False):
    """Note who is to be graded, so that a run that was interrupted is known for one.

    Parameters:
        folder: RESULTS.
        source: hash of the source notebook.
        version: of the grader and of the course.
        students: their keys.
        more: True adds them to those who were noted before, as a part of a class.
    """
    before = _noted_class(folder)
    if more and (before.get("source"), before.get("version")) == (source, version):
        students = {*students, *before["students"]}
    noted = {"source": source, "version": version, "students": sorted(students)}
    write_whole(Path(folder) / CLASS, json.dumps(noted))


def ungraded(results, *folders):
    """A sentence for each of these folders whose class is not graded to its end.

    Parameters:
        results: what `load` has found in them.
        folders: the folders.
    """
    done = {(result.student, result.source, result.version) for result in results}
    for folder, noted in zip(folders, map(_noted_class, folders), strict=True):
        of = noted.get("source"), noted.get("version")
        missing = [one for one in noted.get("students", ()) if (one, *of) not in done]
        if missing:
            how = f"{len(missing)} of {len(noted['students'])} submissions are not graded yet"
            yield f"{folder} is unfinished: {how}: run the same `grade` command with --resume"


def _noted_class(folder):
    """What `save_class` has noted; nothing if an earlier version wrote the folder."""
    try:
        return json.loads((Path(folder) / CLASS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def write_whole(path, text):
    """Write a file so that it is there whole or not at all, even if the power fails."""
    path = Path(path)
    part = path.with_name(path.name + TEMPORARY)
    try:
        with open(part, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    if os.name != "posix":  # only there can a folder be synced
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _submissions(folder):
    return Path(folder) / "submissions"


# ── the table ───────────────────────────────────────────────────────────────────────────────────


def save_marks(path, results):
    """Write `marks.csv`: a row per student, a column per graded cell; manual cells are empty.

    The column `name` is there if the platform gave names.
    """
    columns = list(dict.fromkeys(cell.grade_id for result in results for cell in result.cells))
    twins = same_student(results)
    named = any(result.name not in ("", result.student) for result in results)
    who = ["student", "name"] if named else ["student"]
    rows = [[*who, "status", "total", "max", *columns, "note"]]
    for result in results:
        points = {cell.grade_id: _points(cell) for cell in result.cells}
        row = [result.student, *([result.name] if named else ())]
        row += [result.status, number(result.total), number(result.max)]
        row += [points.get(column, "") for column in columns]
        rows.append([*row, " · ".join(filter(None, _remarks(result, twins)))])
    write_whole(path, csv_text(rows))


def csv_text(rows):
    """The rows as CSV; no cell of it is a formula for a spreadsheet."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([csv_cell(c) for c in row] for row in rows)
    return text.getvalue()


def number(points):
    """Points as people write them: 3, 2.5, 0.3333."""
    return f"{round(points, 4):.10g}"


def _points(cell):
    return "" if waits(cell) else number(cell.points)


def _remarks(result, twins):
    """What the column `note` says."""
    yield "" if result.sandboxed else "UNSANDBOXED"
    yield result.reason
    yield result.note
    for cell in result.cells:
        points = f"{counted(number(cell.points), 'point')} by hand" if cell.by_hand else ""
        said = ", ".join(filter(None, (points, cell.comment)))
        yield f"{cell.grade_id}: {said}" if said else ""
    named = twins.get(_one_form(result.student_cell), ())
    others = [other.student for other in named if other is not result]
    yield f"STUDENT is the same as that of {', '.join(others[:5])}" if others else ""


def same_student(results):
    """{value of STUDENT: results} of what several submissions give, apart from case and spaces."""
    by_value = {}
    for result in results:
        if value := _one_form(result.student_cell):
            by_value.setdefault(value, []).append(result)
    return {value: several for value, several in by_value.items() if len(several) > 1}


def _one_form(name):
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def waits(cell):
    """Has a person still to grade this cell?"""
    return cell.outcome == "manual"


def was_read(result):
    """Is it the result of a notebook that could be read? Means are of these alone."""
    return result.status not in NO_ANSWER


def reachable(result):
    """The points that can be reached without a person."""
    return result.max - sum(cell.max for cell in result.cells if waits(cell))


def mean_of(results):
    """The mean of the notebooks that could be read, in words; "" if there are none."""
    read = list(filter(was_read, results))
    if not read:
        return ""
    n = len(read)
    mean = sum(result.total for result in read) / len(read)
    whose = "" if n == len(results) else f"of the {n} whose notebook could be read: "
    return f"{whose}mean {mean:.2f} of {number(reachable(read[0]))} points"


def cautions(results):
    """Sentences about a set of results that a lecturer should read before publishing marks."""
    sources = {}
    for result in results:
        sources.setdefault((result.assignment, result.source, result.version), []).append(result)
    if len(sources) > 1:
        most = max(map(len, sources.values()))
        others = len(results) - most
        yield (
            f"{others} of {len(results)} results come from another version of the source notebook "
            "or of the grader than the rest: grade these again"
        )
    for several in same_student(results).values():
        names = ", ".join(result.student for result in several[:10])
        yield f"{len(several)} submissions have STUDENT = {several[0].student_cell!r}: {names}"
