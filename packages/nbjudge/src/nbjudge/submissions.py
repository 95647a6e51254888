"""From a folder or a zip to a list of submissions, one per student.

Which layout it is, each path tells:

    Moodle      Jane Doe_4711_assignsubmission_file_/set.ipynb     student 4711
                Jane Doe_4711_assignsubmission_file_set.ipynb      student 4711
    Canvas      doejane_LATE_123_456_set-1.ipynb                   student 123, file 456
    nbgrader    submitted/jane/set/set.ipynb                       student jane
    folders     jane/anything.ipynb                                student jane
    flat        jane.ipynb                                         student jane

In Moodle's flat names, both the student's name and the file's may imitate such a pattern. A name
that can be read in several ways counts for the one whom no other file contradicts, else for nobody.

Of several notebooks, one in which nobody has written does not count; of the others the one with the
assignment's name does, and of several versions that Canvas numbers, the newest. Where that leaves
more than one, and they are not the same bytes, the status is `ambiguous`.
"""

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .entries import LeftOut, SubmissionsError, entries
from .words import clean

MOST_FILES = 2_000  # of one student
READ = 20  # notebooks of one student, to compare them
NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$", re.IGNORECASE)  # browsers append such endings
ARCHIVE = re.compile(r"\.(zip|7z|rar|tar|gz|tgz|bz2|xz)$", re.IGNORECASE)
COPY = re.compile(r"([-_ ]?\(\d+\)|-\d+|-Copy\d+| copy( \d+)?)$", re.IGNORECASE)
NBGRADERS = {"source", "release", "submitted", "autograded", "feedback", "solution", "downloaded"}
MADE = re.compile(r"~[0-9a-f]{8}$")  # the end of a key that is no name
MOODLE = re.compile(
    r"(?=_(?P<student>[0-9]+)_assignsubmission_[a-z]+(?:_(?P<file>.*)|$))", re.DOTALL
)
CANVAS = re.compile(
    r"(?P<name>[^_]+)_(?P<late>LATE_)?(?P<student>[0-9]+)_(?P<version>[0-9]{1,30})_(?P<file>.+)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Submission:
    """What one student handed in.

    Parameters:
        student: the key: the participant's number, else the name of the folder or file.
        name: the student's name where the platform gives it.
        file: where the notebook is in SUBMISSIONS.
        note: which of several submissions counts, what was not opened.
        status: "" if there is a notebook; else the result: "missing", "ambiguous", "unreadable".
        reason: a sentence for such a status.
        read: a function that returns the notebook's bytes; `SubmissionsError` if it cannot.
    """

    student: str
    name: str = ""
    file: str = ""
    note: str = ""
    status: str = ""
    reason: str = ""
    read: Callable[[], bytes] | None = None


@dataclass(frozen=True)
class Found:
    """All submissions, by student, and sentences about files that were left out."""

    submissions: tuple[Submission, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class _File:
    """A file in SUBMISSIONS: whose it is, what it is called, and how it is read."""

    student: str  # as the path has it
    name: str  # the student's
    path: str  # in SUBMISSIONS
    file: str  # its own name, without what the platform put before it
    version: int  # the platform's number: a newer file has a higher one
    late: bool
    read: Callable[[], bytes] | None  # None for a folder, and for what was left out
    left_out: str = ""  # why
    unclear: str = ""  # why nobody can say whose it is


def find_submissions(
    place: str | Path, assignment: str, is_untouched: Callable[[bytes], bool] = lambda _: False
) -> Found:
    """The submissions in a folder or zip.

    Parameters:
        place: the folder, or the zip from Moodle or Canvas.
        assignment: the name of the source notebook, without its ending.
        is_untouched: a function that tells whether a notebook's bytes are what was handed out.
    """
    place = Path(place)
    left_out: list[str] = []
    by_student: dict[str, list[_File]] = {}
    everything = [one for one in _without_top(entries(place, left_out), place, left_out) if one[0]]
    known = _known(everything)
    files = [file for parts, read in everything if (file := _file(parts, read, known))]
    forms = Counter(map(_normal, {file.student for file in files}))
    for file in files:
        by_student.setdefault(_key(file.student, forms), []).append(file)
    if not by_student:
        raise SubmissionsError(f"there are no submissions in {place}")
    how = assignment, is_untouched
    chosen = (_choose(student, files, *how) for student, files in by_student.items())
    found = sorted(chosen, key=lambda submission: submission.student)
    return Found(tuple(found), tuple(clean(sentence) for sentence in left_out))


def _without_top(found, place, left_out):
    """The entries without a folder around all of them: nbgrader's, or the zip's own name.

    A folder `submitted` beside other ones than nbgrader's is a student's.
    """
    tops = {parts[0] for parts, _ in found}
    folders = {parts[0] for parts, read in found if len(parts) > 1 or read is None}
    beside = folders | set(filter(NOTEBOOK.search, tops))
    inside = any(parts[0] == "submitted" for parts, _ in found if len(parts) > 2)
    if inside and beside <= NBGRADERS:
        for other in sorted(beside - {"submitted"}):
            left_out.append(f"{other} is left out: the submissions are in the folder submitted")
        return [(parts[1:], read) for parts, read in found if parts[0] == "submitted"]
    if tops == {place.stem} and place.is_file():
        return [(parts[1:], read) for parts, read in found]
    return found


# ── whose they are ──────────────────────────────────────────────────────────────────────────────


def _readings(parts, read):
    """Every way to read a path as a platform's: who handed it in, and what; the likeliest first."""
    first, *rest = parts
    is_file = not rest and read is not None
    # What a platform writes stands first: behind it, a student may have written anything.
    ways = [CANVAS.fullmatch(first)] if not rest else []
    ways = [found.groupdict() for found in ways if found]
    moodle = [
        found.groupdict() | {"name": first[: found.start()]} for found in MOODLE.finditer(first)
    ]
    return ways + (moodle if is_file else moodle[-1:])  # a folder's name ends with the pattern


def _known(everything):
    """{student: names} as far as paths say it that can be read in one way only."""
    known = {}
    for parts, read in everything:
        if len(ways := _readings(parts, read)) == 1:
            known.setdefault(ways[0]["student"], set()).add(ways[0]["name"])
    return known


def _file(parts, read, known):
    """Who handed in the file at this path; None for a file that belongs to nobody."""
    first, *rest = parts
    about = {"student": first, "name": "", "file": parts[-1], "version": None, "late": None}
    unclear = ""
    ways = _readings(parts, read)
    if len(ways) > 1:  # one that contradicts a clear name is somebody's imitation
        ways = [w for w in ways if w["name"] in known.get(w["student"], {w["name"]})]
    if len(ways) == 1:
        about |= ways[0]
        if rest:
            about["file"] = rest[-1]
    elif ways:
        numbers = " and of ".join(way["student"] for way in ways[:3])
        unclear = f"Its name can be read as that of {numbers}: ask who handed it in."
    elif not rest and read is not None:
        if not NOTEBOOK.search(first):
            return None  # a list of marks, a readme: no student's
        about["student"] = NOTEBOOK.sub("", first)
    lost = isinstance(read, LeftOut)
    return _File(
        student=about["student"],
        name=clean(about["name"]),
        path="/".join(parts),
        file=about["file"] or parts[-1],
        version=int(about["version"] or 0),
        late=bool(about["late"]),
        read=None if lost else read,
        left_out=read.why if lost else "",
        unclear=unclear,
    )


def _normal(name):
    """A name in the one of Unicode's forms that all systems but macOS write."""
    return unicodedata.normalize("NFC", name)


def _key(student, forms):
    """The student's key; names that differ stay different when cleaned.

    Parameters:
        student: the name or number.
        forms: {name: in how many of Unicode's forms it is there}. Where these are several, none
            of them has the plain name, to which somebody may have given points.
    """
    name = _normal(student)
    cleaned = clean(name)
    if cleaned == name and forms[name] == 1 and not MADE.search(name):
        return name
    whose = student if forms[name] > 1 else name
    return f"{cleaned}~{hashlib.sha256(whose.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


# ── which of several counts ─────────────────────────────────────────────────────────────────────


def _choose(student, files, assignment, is_untouched):
    """One student's submission, out of all that this student handed in."""
    who = {"student": student, "name": next((f.name for f in files if f.name), "")}
    if len(files) > MOST_FILES:
        reason = f"It was not read: there are more than {MOST_FILES:,} files."
        return Submission(**who, status="unreadable", reason=reason)
    if unclear := next((file.unclear for file in files if file.unclear), ""):
        return Submission(**who, file=clean(files[0].path), status="ambiguous", reason=unclear)
    content = [file for file in files if file.read]
    archives = [file.file for file in content if ARCHIVE.search(file.file)]
    notes = [f"{clean(name)} was not opened" for name in archives]
    notebooks = [file for file in content if NOTEBOOK.search(file.file)]
    if not notebooks:
        lost = [file.left_out for file in files if file.left_out]
        return Submission(**who, **_nothing(content, archives, lost))
    written = notebooks
    if len(notebooks) in range(2, READ):
        written = [file for file in notebooks if not is_untouched(_content(file))] or notebooks
    candidates = _candidates(written, assignment)
    *older, newest = sorted(candidates, key=lambda file: file.version)
    if _are_the_same(candidates):
        older = []
    if not all(_replaces(newest, file, assignment) for file in older):
        names = ", ".join(sorted(clean(file.path) for file in candidates)[:5])
        reason = f"It is not clear which of {len(candidates)} notebooks counts ({names}), because "
        reason = clean(f"{reason}none or more than one of them is called {assignment}.ipynb.")
        return Submission(**who, status="ambiguous", reason=reason, note=clean("; ".join(notes)))
    if older:
        notes.insert(0, f"the newest of {len(candidates)} submissions")
    elif len(notebooks) > 1:
        same = " with the same content" if _are_the_same(candidates) else ""
        notes.insert(0, f"{clean(newest.file)}, one of {len(notebooks)} notebooks{same}")
    if empty := sorted(clean(file.file) for file in notebooks if file not in written):
        notes.append(f"nobody has written into {', '.join(empty[:3])}")
    if newest.late:
        notes.append("late, says the file's name")
    note = clean("; ".join(notes))
    return Submission(**who, file=clean(newest.path), note=note, read=newest.read)


def _are_the_same(files):
    """Do these files, of which there are several, have the same content?"""
    known = {_digest(file) for file in files} if len(files) in range(2, READ) else ()
    return len(known) == 1 and b"" not in known


def _digest(file):
    """A hash of a file, for all of them may not fit into memory; nothing of one without content."""
    content = _content(file)
    return hashlib.sha256(content).digest() if content else b""


def _content(file):
    """The bytes of a file; none of one that cannot be read."""
    try:
        return file.read()
    except SubmissionsError:
        return b""


def _nothing(content, archives, lost):
    """The status of a student without a notebook, and why."""
    if lost:
        return {"status": "unreadable", "reason": clean(f"It was not read: {lost[0]}.")}
    if archives:
        reason = f"{clean(archives[0])} was not opened: hand in the notebook itself."
        return {"status": "unreadable", "reason": reason, "file": clean(archives[0])}
    if content:
        names = ", ".join(clean(file.file) for file in content[:3])
        return {"status": "missing", "reason": f"There is no notebook, only {names}."}
    return {"status": "missing", "reason": "There is no notebook."}


def _candidates(notebooks, assignment):
    """The notebooks that may be the one: the most exact name that any of them has decides."""
    exact = [file for file in notebooks if _stem(file) == assignment]
    copies = [file for file in notebooks if _original(file) == assignment and file not in exact]
    inside = [file for file in exact or notebooks if assignment in file.path.split("/")[1:-1]]
    if any(file.version for file in notebooks):  # Canvas calls a newer version `set-1`
        return exact + copies or notebooks
    return inside or exact or copies or notebooks


def _replaces(newest, file, assignment):
    """Is `file` an earlier version, by the platform's number or as the same name in one zip?"""
    if file.path == newest.path:
        return True
    both = all(assignment in (_stem(each), _original(each)) for each in (file, newest))
    return file.version < newest.version and (both or _original(file) == _original(newest))


def _stem(file):
    """A notebook's name without its ending."""
    return NOTEBOOK.sub("", file.file)


def _original(file):
    """The same without what marks a copy: `set-1`, `set (2)`, `set-Copy1`."""
    return COPY.sub("", _stem(file))
