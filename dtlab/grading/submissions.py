"""From a folder or a zip to a list of submissions, one per student.

What students hand in is data: nothing is unpacked or followed, names are compared and cleaned, and a
notebook is read only when its turn comes, up to a limit. Which layout it is, each path tells:

    Moodle      Jane Doe_4711_assignsubmission_file_/set.ipynb     student 4711
                Jane Doe_4711_assignsubmission_file_set.ipynb      student 4711
    Canvas      doejane_LATE_123_456_set-1.ipynb                   student 123, file 456
    nbgrader    submitted/jane/set/set.ipynb                       student jane
    folders     jane/anything.ipynb                                student jane
    flat        jane.ipynb                                         student jane

Of several notebooks, the one with the assignment's name counts; of several versions that Canvas
numbers, the newest. Where that leaves more than one, the status is `ambiguous`.
"""

import hashlib
import os
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from .words import clean

LARGEST = 50_000_000  # bytes of a notebook
MOST_MEMBERS = 2_000  # files in a zip
NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$", re.IGNORECASE)  # browsers append such endings
ARCHIVE = re.compile(r"\.(zip|7z|rar|tar|gz|tgz|bz2|xz)$", re.IGNORECASE)
COPY = re.compile(r"([-_ ]?\(\d+\)|-\d+|-Copy\d+| copy( \d+)?)$", re.IGNORECASE)
MOODLE = re.compile(
    r"(?P<name>.*)_(?P<student>[0-9]+)_assignsubmission_[a-z]+(_(?P<file>.*))?", re.DOTALL
)
CANVAS = re.compile(
    r"(?P<name>[^_]+)_(?P<late>LATE_)?(?P<student>[0-9]+)_(?P<version>[0-9]{1,30})_(?P<file>.+)",
    re.DOTALL,
)


class SubmissionsError(ValueError):
    """SUBMISSIONS, or one of them, cannot be read: one sentence says why."""


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
        open: a function that returns the notebook's bytes.
    """

    student: str
    name: str = ""
    file: str = ""
    note: str = ""
    status: str = ""
    reason: str = ""
    open: Callable[[], bytes] | None = None

    def read(self):
        """The notebook's bytes; `SubmissionsError` if it is too large or damaged."""
        return self.open()


@dataclass(frozen=True)
class Found:
    """All submissions, by student, and sentences about files that were left out."""

    submissions: tuple[Submission, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class _File:
    """A file in SUBMISSIONS: whose it is, what it is called, and how it is read."""

    student: str
    name: str  # the student's
    path: str  # in SUBMISSIONS
    file: str  # its own name, without what the platform put before it
    version: int  # the platform's number: a newer file has a higher one
    late: bool
    read: Callable[[], bytes] | None  # None for a folder


def find_submissions(place: str | Path, assignment: str) -> Found:
    """The submissions in a folder or zip.

    Parameters:
        place: the folder, or the zip from Moodle or Canvas.
        assignment: the name of the source notebook, without its ending.
    """
    place = Path(place)
    left_out = []
    try:
        if place.is_dir():
            entries = list(_in_folder(place, left_out))
        elif place.is_file():
            entries = list(_in_zip(place, left_out))
        else:
            raise SubmissionsError(f"{place} does not exist: name a folder or a zip")
    except OSError as error:
        raise SubmissionsError(f"{place} cannot be read: {error.strerror or error}") from None
    by_student = {}
    for parts, read in _without_top(entries, place):
        if parts and (file := _file(parts, read)):
            by_student.setdefault(file.student, []).append(file)
    if not by_student:
        raise SubmissionsError(f"there are no submissions in {place}")
    chosen = (_choose(files, assignment) for files in by_student.values())
    found = sorted(chosen, key=lambda submission: submission.student)
    return Found(tuple(found), tuple(clean(sentence) for sentence in left_out))


def _without_top(entries, place):
    """The entries without a folder around all of them: nbgrader's, or the zip's own name."""
    tops = {parts[0] for parts, _ in entries}
    if "submitted" in tops:
        return [(parts[1:], read) for parts, read in entries if parts[0] == "submitted"]
    if tops == {place.stem} and place.is_file():
        return [(parts[1:], read) for parts, read in entries]
    return entries


# ── where files come from ───────────────────────────────────────────────────────────────────────


def _in_folder(top, left_out):
    """Each file of a folder as its path's parts and a function that reads it; links are refused."""
    for folder, folders, files in os.walk(top, onerror=_stop):
        here = Path(folder)
        parts = here.relative_to(top).parts
        folders[:] = sorted(name for name in folders if not _is_ignored((*parts, name, "")))
        for name in [name for name in folders if (here / name).is_symlink()]:
            left_out.append(f"{'/'.join((*parts, name))} is a link: left out")
            folders.remove(name)
        if parts:
            yield parts, None
        for name in sorted(files):
            if _is_ignored((*parts, name)):
                continue
            if not stat.S_ISREG((here / name).lstat().st_mode):
                left_out.append(f"{'/'.join((*parts, name))} is a link or no plain file: left out")
                continue
            yield (*parts, name), partial(_read_file, here / name)


def _stop(error):
    raise error  # os.walk would leave a folder out that it cannot read


def _read_file(path):
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        with open(number, "rb") as stream:
            return _bounded(stream)
    except OSError as error:
        raise SubmissionsError(f"The file cannot be read: {error.strerror}.") from None


def _in_zip(path, left_out):
    """Each member of a zip as its path's parts and a function that reads it."""
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        why = f"{path} is no zip that can be read ({error}): name a folder or a zip"
        raise SubmissionsError(why) from None
    members = archive.infolist()
    if len(members) > MOST_MEMBERS:
        why = f"{path} has {len(members):,} members, more than {MOST_MEMBERS:,}"
        raise SubmissionsError(f"{why}: unpack it, look at it, and grade the folder")
    for member in members:
        name = _member_name(member)
        parts = tuple(part for part in name.split("/") if part not in ("", "."))
        is_folder = name.endswith("/")
        if not parts or _is_ignored((*parts, "") if is_folder else parts):
            continue
        mode = member.external_attr >> 16
        if name.startswith("/") or re.match("[A-Za-z]:", name) or ".." in parts:
            left_out.append(f"{name} points outside the zip: left out")
        elif stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
            left_out.append(f"{name} is a link or no plain file: left out")
        else:
            yield parts, None if is_folder else partial(_read_member, archive, member)


def _member_name(member):
    """A member's name: zips made by macOS have UTF-8 without saying so, some of Windows `\\`."""
    name = member.filename
    if not member.flag_bits & 0x800:
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            pass
    return name.replace("\\", "/")


def _read_member(archive, member):
    if member.flag_bits & 1:
        raise SubmissionsError("The file in the zip is encrypted.")
    try:
        with archive.open(member) as stream:
            return _bounded(stream)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, zlib.error):
        raise SubmissionsError("The file in the zip is damaged.") from None


def _bounded(stream):
    """All that a stream gives; what a zip declares about its size is not believed."""
    content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise SubmissionsError(f"The file has more than {LARGEST // 1_000_000} MB.")
    return content


def _is_ignored(parts):
    """Is it something that an operating system or Jupyter put there?"""
    *folders, file = parts
    hidden = any(part == "__MACOSX" or part.startswith(".") for part in folders)
    return hidden or file.startswith("._") or file == ".DS_Store"


# ── whose they are ──────────────────────────────────────────────────────────────────────────────


def _file(parts, read):
    """Who handed in the file at this path; None for a file that belongs to nobody."""
    first, rest = parts[0], parts[1:]
    about = {"student": first, "name": "", "file": parts[-1], "version": None, "late": None}
    if found := MOODLE.fullmatch(first) or (not rest and CANVAS.fullmatch(first)):
        about |= found.groupdict()
        if rest:
            about["file"] = rest[-1]
    elif not rest and read is not None:
        if not NOTEBOOK.search(first):
            return None  # a list of marks, a readme: no student's
        about["student"] = NOTEBOOK.sub("", first)
    return _File(
        student=_key(about["student"]),
        name=clean(about["name"]),
        path="/".join(parts),
        file=about["file"] or parts[-1],
        version=int(about["version"] or 0),
        late=bool(about["late"]),
        read=read,
    )


def _key(student):
    """The student's key; names that differ stay different when cleaned."""
    student = unicodedata.normalize("NFC", student)
    cleaned = clean(student)
    if cleaned == student:
        return student
    return f"{cleaned}~{hashlib.sha256(student.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


# ── which of several counts ─────────────────────────────────────────────────────────────────────


def _choose(files, assignment):
    """One student's submission, out of all that this student handed in."""
    who = {"student": files[0].student, "name": next((f.name for f in files if f.name), "")}
    content = [file for file in files if file.read]
    archives = [file.file for file in content if ARCHIVE.search(file.file)]
    notes = [f"{clean(name)} was not opened" for name in archives]
    notebooks = [file for file in content if NOTEBOOK.search(file.file)]
    if not notebooks:
        return Submission(**who, **_nothing(content, archives))
    candidates = _candidates(notebooks, assignment)
    *older, newest = sorted(candidates, key=lambda file: file.version)
    if not all(_replaces(newest, file, assignment) for file in older):
        names = ", ".join(sorted(clean(file.path) for file in candidates)[:5])
        reason = f"There are {len(candidates)} notebooks, and not one alone is called "
        reason = clean(f"{reason}{assignment}.ipynb: {names}.")
        return Submission(**who, status="ambiguous", reason=reason, note="; ".join(notes))
    if older:
        notes.insert(0, f"the newest of {len(candidates)} submissions")
    elif len(notebooks) > 1:
        notes.insert(0, f"{clean(newest.file)}, one of {len(notebooks)} notebooks")
    if newest.late:
        notes.append("late, says the file's name")
    return Submission(**who, file=clean(newest.path), note="; ".join(notes), open=newest.read)


def _nothing(content, archives):
    """The status of a student without a notebook, and why."""
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
