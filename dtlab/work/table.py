"""The tables of shown work: exact rows inside; text or Markdown outside."""

import re
import unicodedata
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from ..inputs.values import is_number, show
from .formula import decimals, elided, group_thousands

MOST_GROUPS = 14  # features or thresholds shown
MOST_ROWS = 12  # rows shown of one of them
MOST_NAMES = 12  # instances named in a cell ...
MOST_NAMES_IN_FRAME = 200  # ... and in a DataFrame's
NAMES_OF_MORE = 3  # first names of a longer list
LONGEST_CELL = 40  # characters of a label
UNBROKEN = 16  # characters of a cell that Markdown does not wrap


class Names(NamedTuple):
    """Some of the instances, by name: labels[start:stop]. Lists of them share their labels."""

    labels: tuple
    start: int = 0
    stop: int | None = None

    def __str__(self):
        return self.short(MOST_NAMES)

    @property
    def plain(self):
        return self.short(MOST_NAMES_IN_FRAME)

    @property
    def count(self):
        stop = len(self.labels) if self.stop is None else self.stop
        return stop - self.start

    def short(self, most):
        """d376, d489; a list of more than `most` is cut and counted: d1, d2, …, d99 (99 rows)."""
        if self.count <= most:
            return ", ".join(self.labels[self.start : self.stop]) or "none"
        first = self.labels[self.start : self.start + NAMES_OF_MORE]
        last = self.labels[self.start + self.count - 1]
        return f"{', '.join(first)}, …, {last} ({self.count} rows)"


class Share(NamedTuple):
    """A share that is printed as it was counted: 3/6."""

    count: Any  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    total: Any

    def __str__(self):
        return f"{decimals(self.count, 6)}/{decimals(self.total, 6)}"

    @property
    def plain(self):
        return float(self.count / self.total)


class Mark(NamedTuple):
    """Yes or no; a no is printed where it is what the reader looks for."""

    plain: bool
    no: str = ""

    def __str__(self):
        return "yes" if self.plain else self.no


@dataclass(frozen=True)
class WorkTable:
    """Rows of values under column names.

    Rows with the same first value form a group; the `once` columns are written in its first row
    only, as the slides join their cells; bold in the group that begins with `best`.
    """

    columns: tuple
    rows: tuple
    once: tuple = ()
    best: object = None
    digits: int = 4
    hidden: tuple = ()  # columns of the DataFrame that are not printed

    def to_frame(self):
        """A DataFrame of plain values."""
        import pandas as pd

        rows = [[getattr(value, "plain", value) for value in row] for row in self.rows]
        return pd.DataFrame(rows, columns=self.columns)


def text_table(table):
    """The table as aligned text."""
    header, body, right = _cells(table)
    lines = [header, *(cells for cells, _ in body)]
    widths = [max(_width(line[i]) for line in lines) for i in range(len(header))]
    lines.insert(1, ["─" * width for width in widths])
    return "\n".join("  ".join(map(_padded, line, widths, right)).rstrip() for line in lines)


def markdown_table(table):
    """The table in Markdown's pipe notation; numbers are set right."""
    header, body, right = _cells(table)
    lines = [[escaped(cell) for cell in header], ["--:" if r else ":--" for r in right]]
    for cells, is_best in body:
        pairs = zip(cells, right, strict=True)
        cells = [escaped(group_thousands(c) if r else _unbroken(c)) for c, r in pairs]
        bold = [column in table.once and is_best for column in header]
        lines.append([f"**{c}**" if b and c else c for c, b in zip(cells, bold, strict=True)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _unbroken(cell):
    return cell.replace(" ", "\u00a0") if len(cell) <= UNBROKEN else cell


def escaped(text):
    """Text with Markdown's special characters escaped."""
    if "$" in text:
        # Between two dollars, even escaped ones, JupyterLab sees a formula; but not within code.
        return "`" + text.replace("`", "'").replace("|", r"\|") + "`"
    return escape(re.sub(r"([\\`*_|\[\]#~])", r"\\\1", text), quote=False)


def clipped(text):
    """A label that is short enough for a table."""
    return text if len(text) <= LONGEST_CELL else text[: LONGEST_CELL - 1].rstrip() + "…"


# ------------------------------------------------------------------ from values to cells


def _cells(table):
    """(header, [(cells, is the best group's)], is the column set right)."""
    shown = [i for i, column in enumerate(table.columns) if column not in table.hidden]
    body = list(_visible(table))
    rows = [row for row, _, _ in body if row is not None]
    writers = [_writer([row[i] for row in rows], table.digits) for i in shown]
    lines = []
    for row, first, is_best in body:
        cells = ["…"] * len(shown) if row is None else []
        for i, write in zip(shown, writers if row else (), strict=bool(row)):
            cells.append("" if table.columns[i] in table.once and not first else write(row[i]))
        lines.append((cells, is_best))
    right = [any(is_number(row[i]) for row in rows) for i in shown]
    return [table.columns[i] for i in shown], lines, right


def _visible(table):
    """(row, is the first of its group, is the best group's); None stands for what is left out."""
    groups = [(key, list(rows)) for key, rows in groupby(table.rows, key=lambda row: row[0])]
    if not table.once:
        groups = [(row[0], [row]) for row in table.rows]
    for key, rows in _with_the_best(groups, table.best):
        is_best = table.best is not None and key == table.best
        for i, row in enumerate(elided(rows, MOST_ROWS, None)):
            yield row, i == 0, is_best and row is not None


def _with_the_best(groups, best):
    """At most MOST_GROUPS groups: the first, the best with its neighbours, the last."""
    if len(groups) <= MOST_GROUPS:
        return groups
    at = next((i for i, (key, _) in enumerate(groups) if key == best), 0)
    kept = {*range(6), *range(max(at - 1, 0), at + 2), *range(len(groups) - 3, len(groups))}
    shown, before = [], -1
    for i in sorted(k for k in kept if k < len(groups)):
        shown += ([(None, [None])] if i > before + 1 else []) + [groups[i]]
        before = i
    return shown


def _writer(values, digits):
    """How a column writes its values: floats with equally many decimals, the rest as text."""
    floats = [v for v in values if isinstance(v, float)]
    most = max((len(decimals(v, digits).partition(".")[2]) for v in floats), default=0)

    def write(value):
        if isinstance(value, float):
            return decimals(value, digits, at_least=most)
        return str(value) if isinstance(value, Mark | Names) else clipped(show(value))

    return write


def _width(text):
    """Columns of a terminal that the text takes: some signs take two, combining ones none."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)


def _padded(text, width, right):
    space = " " * (width - _width(text))
    return space + text if right else text + space
