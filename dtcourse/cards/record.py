"""The memory of what was answered: one JSON file on this computer, and nothing leaves it.

It is `.dtlab/progress.json` in the home folder, or the file that the environment variable
DTLAB_PROGRESS names. `DTLAB_PROGRESS=:memory:` keeps no file: every kernel begins empty, which is
how the notebooks are tested and executed. So it is while nbgrader grades a class: what others
answered is not the lecturer's progress. Several kernels may write at once: each change reads the
newest state under a lock, and replaces the file whole. If the file cannot be written, the kernel
remembers by itself, and `notices` says so once.
"""

from __future__ import annotations

import json
import os
import threading
import time
from contextlib import contextmanager, suppress
from copy import deepcopy
from pathlib import Path

from ..files import write

EMPTY: dict[str, dict] = {"guesses": {}, "quizzes": {}, "checks": {}}
SELF_REPORTED = (
    "Self-reported: a learner's own computer wrote this, from a file that can be edited. It shows "
    "what somebody worked on, and is not a mark."
)
LARGEST = 5_000_000  # bytes of an exported file that are read
PATIENCE = 2.0  # seconds to wait for another kernel before writing all the same

_memory: dict[Path | None, dict] = {}  # path: state that this kernel keeps because no file does
_notices: list[str] = []  # sentences that wait to be shown
_said: set[str] = set()  # sentences that were
_one_thread = threading.RLock()  # widgets may answer in another thread than the cells


def place():
    """The path of the progress file; None where it is kept in memory only."""
    named = os.environ.get("DTLAB_PROGRESS", "")
    if named == ":memory:" or os.environ.get("NBGRADER_EXECUTION") == "autograde":
        return None
    try:
        return Path(named or Path("~") / ".dtlab" / "progress.json").expanduser()
    except RuntimeError:  # a user without a home
        return None


def state():
    """All that was answered: {"guesses": {id: ...}, "quizzes": ..., "checks": ...}."""
    path = place()
    with _one_thread:
        if path is None or path in _memory:
            return deepcopy(_memory.get(path, EMPTY))
        try:
            return _read(path)
        except OSError as error:
            _notice(f"Your progress cannot be read ({error.strerror or error}).")
            return deepcopy(EMPTY)


def export(path):
    """Write all that was answered into a file to show to a lecturer, marked as self-reported."""
    _write(Path(path), {"self_reported": True, "about": SELF_REPORTED, **state()})


def exported(path):
    """All that was answered, from an exported file; ValueError where it is none."""
    with open(path, "rb") as file:
        text = file.read(LARGEST)
    try:
        whole = json.loads(text)
        if whole["self_reported"] is True:
            return _sound(whole)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise ValueError("this is not what `dtlab progress --export` writes")


def change(kind, item_id, new):
    """Update the record of one item: `new` gets what is known and returns the facts to add."""
    path = place()
    with _one_thread:
        if path is None or path in _memory:
            return _put(_memory.setdefault(path, deepcopy(EMPTY)), kind, item_id, new)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with _locked(path):
                whole = _read(path)
                _put(whole, kind, item_id, new)
                _write(path, whole)
        except OSError as error:
            _notice(
                f"Your progress cannot be saved ({error.strerror or error}): it is remembered "
                "until this kernel stops."
            )
            _memory[path] = state()
            _put(_memory[path], kind, item_id, new)


def tried(item_id, passed):
    """Record one more try of a task, an exercise or a lab."""

    def facts(before):
        return {"tries": count(before, "tries") + 1, "done": passed or before.get("done") is True}

    change("checks", item_id, facts)


def count(facts, name):
    """A number from the progress file, which may have been edited by hand."""
    number = facts.get(name, 0)
    return number if isinstance(number, int) and number >= 0 else 0


def about(kind, item_id):
    """What is recorded about one item."""
    return state()[kind].get(item_id, {})


def notices():
    """The sentences that wait to be shown; each is handed out once."""
    waiting = tuple(_notices)
    _notices[:] = []
    return waiting


def _notice(sentence):
    if sentence not in _said:
        _said.add(sentence)
        _notices.append(sentence)


def _put(whole, kind, item_id, new):
    record = whole[kind].setdefault(item_id, {})
    record.update(new(dict(record)))


def _read(path):
    try:
        return _sound(json.loads(path.read_bytes()))
    except FileNotFoundError:
        return deepcopy(EMPTY)
    except (ValueError, AttributeError, TypeError, RecursionError):
        # Put it aside, for its owner to look at, and begin a new one.
        aside = path.with_name(f"{path.stem}-damaged.json")
        with suppress(OSError):
            os.replace(path, aside)
        _notice(f"Your progress file could not be read and was put aside as {aside.name}.")
        return deepcopy(EMPTY)


def _sound(whole):
    """The state with only what has the expected shape, so that no reader meets a surprise."""
    return {
        kind: {str(name): facts for name, facts in whole[kind].items() if isinstance(facts, dict)}
        if isinstance(whole.get(kind), dict)
        else {}
        for kind in EMPTY
    }


def _write(path, whole):
    write(path, json.dumps(whole, indent=1, ensure_ascii=False).encode())


@contextmanager
def _locked(path):
    """Hold the lock beside the file; where locks do not work, go on without after a while."""
    with open(path.with_name(f".{path.name}.lock"), "ab") as handle:
        until = time.monotonic() + PATIENCE
        while not _try_lock(handle) and time.monotonic() < until:
            time.sleep(0.01)
        yield  # closing the file releases the lock


def _try_lock(handle):
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
