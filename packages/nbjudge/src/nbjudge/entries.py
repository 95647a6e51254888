"""The files of a folder or a zip that students filled, read without following or unpacking any.

Links, pipes and names that point elsewhere are left out, with a sentence for each. A file is read
only when its turn comes, into memory, and up to a limit.
"""

import os
import re
import stat
import zipfile
import zlib
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

LARGEST = 50_000_000  # bytes of a file
MOST_MEMBERS = 100_000  # files in a zip, of all students together


class SubmissionsError(ValueError):
    """SUBMISSIONS, or one of them, cannot be read: one sentence says why."""


@dataclass(frozen=True)
class LeftOut:
    """What stands in the place of a function that reads, for a file that is not read."""

    why: str


def entries(place, left_out):
    """What is in a folder or zip: parts of the path, and a function that reads it.

    A folder has None instead, and something that is left out a `LeftOut`.

    Parameters:
        place: the path of the folder or zip.
        left_out: a list that gets a sentence about everything that is left out.
    """
    try:
        if place.is_dir():
            return list(_in_folder(place, left_out))
        if place.is_file():
            return list(_in_zip(place, left_out))
    except OSError as error:
        raise SubmissionsError(f"{place} cannot be read: {error.strerror or error}") from None
    raise SubmissionsError(f"{place} does not exist: name a folder or a zip")


def _in_folder(top, left_out):
    """Each file of a folder as its path's parts and a function that reads it; links are refused."""
    for folder, folders, files in os.walk(top, onerror=_stop):
        here = Path(folder)
        parts = here.relative_to(top).parts
        folders[:] = sorted(name for name in folders if not _is_ignored((*parts, name, "")))
        for name in [name for name in folders if (here / name).is_symlink()]:
            left_out.append(f"{'/'.join((*parts, name))} is a link: left out")
            folders.remove(name)
            yield (*parts, name, ""), LeftOut(f"{name} is a link")
        if parts:
            yield parts, None
        for name in sorted(files):
            if _is_ignored((*parts, name)):
                continue
            if not stat.S_ISREG((here / name).lstat().st_mode):
                left_out.append(f"{'/'.join((*parts, name))} is a link or no plain file: left out")
                yield (*parts, name), LeftOut(f"{name} is a link or no plain file")
                continue
            yield (*parts, name), partial(_read_file, here / name)


def _stop(error):
    raise error  # os.walk would leave a folder out that it cannot read


def _read_file(path):
    try:
        with open(path, "rb", opener=_no_link) as stream:
            return _bounded(stream)
    except OSError as error:
        raise SubmissionsError(f"The file cannot be read: {error.strerror}.") from None


def _no_link(path, flags):
    """How a file is opened that may have become a link since it was found."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))


def _in_zip(path, left_out):
    """Each member of a zip as its path's parts and a function that reads it."""
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        why = f"{path} is not a zip that can be read ({error}): name a folder or a zip"
        raise SubmissionsError(why) from None
    members = archive.infolist()
    if len(members) > MOST_MEMBERS:
        why = f"{path} has {len(members):,} members, more than {MOST_MEMBERS:,}"
        raise SubmissionsError(f"{why}: unpack it, look at it, and grade the folder")
    for member in members:
        name = _member_name(member)
        parts = tuple(part for part in name.split("/") if part not in ("", "."))
        is_folder = name.endswith("/")
        mode = member.external_attr >> 16
        if name.startswith("/") or re.match("[A-Za-z]:", name) or ".." in parts:
            left_out.append(f"{name} points outside the zip: left out")
            if parts and parts[0] != ".." and ".." in parts:
                yield parts, LeftOut(f"{name} points outside the zip")
        elif not parts or _is_ignored((*parts, "") if is_folder else parts):
            continue
        elif stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
            left_out.append(f"{name} is a link or no plain file: left out")
            yield parts, LeftOut(f"{parts[-1]} is a link or no plain file")
        else:
            yield parts, None if is_folder else partial(_read_member, archive, member)


def _member_name(member):
    """A member's name: zips made by macOS have UTF-8 without saying so, some of Windows `\\`."""
    name = member.filename
    if not member.flag_bits & 0x800:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/")


def _read_member(archive, member):
    if member.flag_bits & 1:
        raise SubmissionsError("The file in the zip is encrypted.")
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise SubmissionsError("The file in the zip is compressed in an unusual way.")
    try:
        with archive.open(member) as stream:
            return _bounded(stream)
    except SubmissionsError:
        raise
    except (zipfile.BadZipFile, RuntimeError, ValueError, EOFError, OSError, zlib.error):
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
