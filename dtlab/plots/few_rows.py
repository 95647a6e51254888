"""A few rows of a table, each with its largest values as small bars."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING

import numpy as np

from ..inputs.errors import InputError
from ..inputs.values import show
from ..typing import Axes
from .base.sizes import sizes
from .base.style import FAINT, aside, blank, describe_as, short, write

if TYPE_CHECKING:
    import pandas as pd

MOST_ROWS = 15
WIDTH = 1.5  # inches of a row at least
BAR, HIGH = 0.27, 0.75  # inches of a bar, and of what stands above and below all bars


def plot_rows(
    rows: pd.DataFrame, most: int = 8, below: Sequence[str] = (), ax: Axes | None = None
) -> Axes:
    """A few rows, called A, B, C, ...: the largest values of each as small bars on one scale.

    Values of 0 or less, missing or infinite ones, and columns without numbers are left out.

    Parameters:
        rows: at most 15 rows of a table whose columns have one unit, such as a percentage.
        most: how many values of a row are drawn at most.
        below: columns that are written under the bars instead, since they have another unit.
        ax: axes to draw on; None (default) makes a new figure.

    >>> import pandas as pd
    >>> emails = pd.DataFrame({"free": [0.5, 0], "meeting": [0, 1.2], "capitals": [12, 3]})
    >>> plot_rows(emails, below=["capitals"]).description
    'The largest values of 2 rows. A: free 0.5; capitals 12. B: meeting 1.2; capitals 3.'
    """
    if not hasattr(rows, "columns") or not 1 <= len(rows) <= MOST_ROWS:
        raise InputError(f"rows must be a DataFrame of 1 to {MOST_ROWS} rows")
    missing = [name for name in below if name not in rows.columns]
    if missing:
        raise InputError(f"below names {missing[0]!r}, which is not a column of rows")
    shown = rows.drop(columns=list(below))
    numbers = shown.select_dtypes("number", exclude=["complex", "timedelta"])
    if not len(numbers.columns):
        raise InputError("rows has no column of numbers to draw")
    values = numbers.to_numpy(float, na_value=np.nan)
    values = np.where(np.isfinite(values), values, 0.0)
    top = max(float(values.max()), 0.0) or 1.0
    across = min(len(rows), int((sizes().width + 0.01) / WIDTH))
    lines = -(-len(rows) // across)
    ax = blank(ax, needs=lines * (HIGH + BAR * most))
    said = []
    for i, letter in enumerate(ascii_uppercase[: len(rows)]):
        line, column = divmod(i, across)
        place = (column / across, 1 - (line + 1) / lines, 0.97 / across, 0.94 / lines)
        inset = blank(ax.inset_axes(place, facecolor=ax.get_facecolor()))
        largest = [k for k in np.argsort(-values[i], kind="stable") if values[i, k] > 0][:most]
        named = [(str(numbers.columns[k]), float(values[i, k])) for k in largest]
        notes = [f"{name} {show(rows[name].iloc[i])}" for name in below]
        _draw_row(inset, letter, named, notes, top, most)
        said.append(f"{letter}: {'; '.join([*(f'{n} {v:.3g}' for n, v in named), *notes])}.")
    return describe_as(ax, f"The largest values of {len(rows)} rows. {' '.join(said)}")


def _draw_row(ax, letter, named, notes, top, most):
    """One row: its letter, a bar for each value, and what is written below."""
    write(ax, 0.55, -1, letter, ha="center", va="center", weight="bold")
    for place, (name, value) in enumerate(named):
        write(ax, 0.54, place, short(name, 12), ha="right", va="center")
        ax.barh(place, 0.25 * value / top, 0.55, 0.57, color=FAINT)
        aside(ax, 0.59 + 0.25 * value / top, place, f"{value:.2g}", va="center")
    aside(ax, 0.55, most + 0.1, "\n".join(notes), ha="center", va="top")
    ax.set(xlim=(0, 1), ylim=(most + 0.6 + 0.5 * len(notes), -1.6))
