"""Through how many files does a fit pass?  ID3 on the seven rows of the vegetation table.

    .venv/bin/python tools/trace_fit.py

Counts the package's files and functions that run, and how often a call leaves one file for another.
"""

import sys
from pathlib import Path

import dtlab

PACKAGE = str(Path(dtlab.__file__).parent)


def trace(action):
    """(file, function) of every call into the package, in order."""
    calls = []

    def note(frame, event, _):
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE):
            calls.append((code.co_filename, code.co_qualname))

    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(None)
    return calls


if __name__ == "__main__":
    veg = dtlab.load("vegetation")
    dtlab.ID3().fit(veg.X, veg.y)  # so that nothing is imported while we count
    calls = trace(lambda: dtlab.ID3().fit(veg.X, veg.y))
    files = [file for file, _ in calls]
    changes = sum(a != b for a, b in zip(files, files[1:], strict=False))
    print(f"{len(set(files))} files, {len(set(calls))} functions, {changes} changes of file")
    for file in dict.fromkeys(files):
        print(f"  {Path(file).relative_to(PACKAGE)}: {files.count(file)} calls")
