"""Files that a command writes and a person may edit: written whole, and never overwritten unseen.

Call `refuse_edited` before writing and `remember` after it: a hidden file beside them notes what
was written. nbjudge and dtcourse each have a copy of this file, because neither may need the
other; a test compares them.
"""

import hashlib
import json
import os
import threading
from contextlib import suppress
from pathlib import Path

WRITTEN = ".written.json"
WRITTEN_BEFORE = ".dtlab-written.json"  # its name up to dtlab 0.2


def write(path, content):
    """Write a file whole or not at all; several processes may do so at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        draft.write_bytes(content)
        os.replace(draft, path)
    except OSError as error:
        error.filename = str(path)  # of the draft nobody knows
        raise
    finally:
        with suppress(OSError):
            draft.unlink()


def refuse_edited(paths):
    """ValueError if one of these files is there and a person wrote it, or edited what we wrote.

    Parameters:
        paths: the files that a command is about to write, and then tells `remember`.
    """
    for path in map(Path, paths):
        if path.name in (WRITTEN, WRITTEN_BEFORE) or not path.exists():
            continue
        if digest(path.read_bytes()) != written(path).get(path.name):
            raise ValueError(
                f"{path} is not as this command wrote it, so it stays: move it away, or name "
                "another place"
            )


def remember(paths):
    """Note what these files say, for the next `refuse_edited`; missing ones are left out."""
    by_folder = {}
    for path in filter(Path.exists, map(Path, paths)):
        by_folder.setdefault(path.parent, written(path))[path.name] = digest(path.read_bytes())
    for folder, records in by_folder.items():
        write(folder / WRITTEN, json.dumps(records, indent=1).encode())


def written(path):
    """What `remember` noted about the files beside this one: {name: digest}."""
    records = {}
    for name in (WRITTEN_BEFORE, WRITTEN):
        with suppress(OSError, ValueError):
            found = json.loads(path.with_name(name).read_bytes())
            records |= found if isinstance(found, dict) else {}
    return records


def digest(content):
    """A fingerprint of what a file says: of a notebook its cells, so that running it is no edit."""
    with suppress(ValueError, KeyError, TypeError):
        cells = json.loads(content)["cells"]
        texts = [[cell["cell_type"], "".join(cell["source"])] for cell in cells]
        content = json.dumps(texts).encode()
    return hashlib.sha256(content).hexdigest()
