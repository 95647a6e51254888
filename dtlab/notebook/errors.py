"""Short errors: one that dtlab raises on purpose is shown as its message and the line of the cell.

That is an `InputError`, or an error of a scikit-learn check that dtlab called. All other errors,
the user's own and bugs among them, keep their traceback, and `%tb` shows it for every error.
"""

import sys
from contextlib import contextmanager
from linecache import getlines
from traceback import walk_tb

from ..inputs.errors import InputError

MORE = "(%tb shows the full traceback)"


@contextmanager
def short_errors(shell):
    """From now on this shell shows the errors that dtlab raises on purpose in a few lines."""
    formatter = shell.InteractiveTB
    full, usual = formatter.structured_traceback, formatter.mode

    def structured_traceback(kind, error, traceback=None, *arguments, **options):
        # %tb shows an earlier error in full, and a user who chose another %xmode gets that one
        if error is not None and error is sys.exc_info()[1] and formatter.mode == usual:
            try:
                calls = refused_calls(error, traceback, shell.user_ns)
                if calls:
                    sentence = "".join(formatter.get_exception_only(kind, error)).rstrip()
                    return [*last_line(shell, calls), sentence, MORE]
            except Exception:
                pass  # whatever fails here, what the user must see is the error of the cell
        return full(kind, error, traceback, *arguments, **options)

    formatter.structured_traceback = structured_traceback
    try:
        yield
    finally:
        formatter.structured_traceback = full


def refused_calls(error, traceback, cells):
    """(frame, line number) of every line of a cell that led to a refusal, else an empty list.

    `cells` is the namespace of the cells, and of the functions that they define. An error that
    came while one of a cell was handled needs the traceback of both.
    """
    refused = isinstance(error, InputError) or raised_in_a_check(error, traceback)
    earlier = error.__cause__ if error.__suppress_context__ else error.__context__
    if not refused or earlier is not None and lines_of_cells(earlier.__traceback__, cells):
        return []
    return lines_of_cells(traceback, cells)


def lines_of_cells(traceback, cells):
    """(frame, line number) of the steps in cells."""
    return [(frame, line) for frame, line in walk_tb(traceback) if frame.f_globals is cells]


def raised_in_a_check(error, traceback):
    """Whether a check of scikit-learn that dtlab called, such as `check_is_fitted`, refused."""
    names = [frame.f_globals.get("__name__") or "" for frame, _ in walk_tb(traceback)]
    callers = [name for name in names if not name.startswith("sklearn.utils.")]
    called_by_dtlab = bool(callers) and callers[-1].split(".")[0] == "dtlab"
    return (
        isinstance(error, ValueError | TypeError)
        and names[-1].startswith("sklearn.utils.")
        and called_by_dtlab
    )


def last_line(shell, calls):
    """The last of these lines whose text is known, under the name of its cell."""
    running = calls[0][0]
    cell = shell.history_manager.input_hist_raw[-1]
    for frame, line in reversed(calls):
        lines = getlines(frame.f_code.co_filename)
        if not lines and cell.startswith("%%"):  # %%time runs what is below it without a name
            frame = running
            line = line + 1
            lines = cell.splitlines()
        if lines:
            file = frame.f_code.co_filename
            label = " ".join(shell.compile.format_code_name(file) or ("File", file))
            return [f"{label}, line {line}", f"----> {line} {lines[line - 1].strip()}\n"]
    return []
