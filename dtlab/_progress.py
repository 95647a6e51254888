"""A progress bar for work that takes long: forests, boosting, cross-validation, exact search."""

import os
from time import monotonic

PATIENCE = 2  # seconds without a bar


def progress(steps, total, what):
    """Yield the steps one by one; after two seconds a bar says how many of `total` are done.

    In a notebook the bar is a widget. It is removed when the work ends, in whatever way, so that
    nothing of it stays in the output. With TQDM_DISABLE=1 in the environment there is none.

    >>> [len(word) for word in progress(["a", "tree"], 2, "words")]
    [1, 4]
    """
    start = monotonic()
    bar = None
    # tqdm itself looks at this variable, but not in a notebook
    wanted = os.environ.get("TQDM_DISABLE", "0") in ("", "0")
    try:
        for done, step in enumerate(steps):
            if bar is None and wanted and monotonic() - start > PATIENCE:
                from tqdm import auto  # here, so that quick work does not wait for it

                bar = auto.tqdm(total=total, initial=done, desc=what, leave=False)
            yield step
            if bar is not None:
                bar.update()
    finally:
        if bar is not None:
            bar.total = bar.n  # a notebook would keep a bar that ends early, in red
            bar.close()
