"""A progress bar in the terminal for work that takes long."""

import os
from time import monotonic

PATIENCE = 2  # seconds without a bar


def progress(steps, total, what):
    """Yield the steps one by one; after two seconds a bar says how many of `total` are done.

    With TQDM_DISABLE=1 in the environment there is none.

    >>> [len(word) for word in progress(["a", "test"], 2, "words")]
    [1, 4]
    """
    start = monotonic()
    bar = None
    wanted = os.environ.get("TQDM_DISABLE", "0") in ("", "0")
    try:
        for done, step in enumerate(steps):
            if bar is None and wanted and monotonic() - start > PATIENCE:
                from tqdm import tqdm  # here, so that quick work does not wait for it

                bar = tqdm(total=total, initial=done, desc=what, leave=False)
            yield step
            if bar is not None:
                bar.update()
    finally:
        if bar is not None:
            bar.close()
