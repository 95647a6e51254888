"""Columns that name or number the rows: a tree memorises them and learns nothing about new rows.

Lecture 004, the bias problem. Ordinary measurements must not be taken for ids: of numbers only
whole ones count that are all distinct and leave few numbers out between the first and the last.
"""

import sys
import warnings

import numpy as np

LEAST_ROWS = 20  # in a smaller table many values are distinct by chance
DISTINCT = 0.9  # share of the known values of a category
SPAN = 1.5  # numbers from the first to the last, per row: a third of the rows may be held out
OURS = "dtlab", "sklearn", "joblib"


def warn_of_row_ids(table, of_classes):
    """Warn once, in the user's line, if columns of a `Table` are almost row ids.

    A column that counts the rows is one only beside others, and only where classes are learned: a
    single column is there to be asked, and numbers may depend on the day.
    """
    found = []
    for column, codes, numbers, size in zip(
        table.columns, table.codes, table.numbers, table.sizes, strict=True
    ):
        if size < LEAST_ROWS:
            continue
        known = np.count_nonzero(codes >= 0)
        if not column.is_number:
            is_id = size > DISTINCT * known
        else:
            is_id = of_classes and len(table.columns) > 1 and size == known and _is_count(numbers)
        if is_id:
            found.append(column.name)
    if not found:
        return
    names = ", ".join(map(repr, found))
    are = "columns {} are almost row ids" if len(found) > 1 else "column {} is almost a row id"
    warnings.warn(
        f"{are.format(names)}: nearly every row has its own value, so a tree can memorise the rows "
        "without learning anything about new ones; drop columns that only identify rows",
        stacklevel=_users_level(),
    )


def _is_count(numbers):
    """Whether sorted distinct numbers are whole, with few gaps between them."""
    n = len(numbers)
    span = numbers[-1] - numbers[0] + 1
    return n <= span < SPAN * n and not (numbers % 1).any()


def _users_level():
    """How many calls lie between `warn_of_row_ids` and the line that is not ours."""
    level = 2
    frame = sys._getframe(2)
    while frame.f_back and frame.f_globals.get("__name__", "").split(".")[0] in OURS:
        level = level + 1
        frame = frame.f_back
    return level
