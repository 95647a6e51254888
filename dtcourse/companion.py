"""What a lecture prints beside what dtlab computes: the tables of notebooks/companion."""

import re
from collections import Counter
from html import escape

import numpy as np

YES, LAST_DIGIT, NO, IN_WORDS = "yes", "last digit", "no", "in words"
NOT_PRINTED, NOT_COMPUTED, MISREAD = "not printed", "not computed", "misread"
MEANING = {
    YES: "agree",
    LAST_DIGIT: "off by one in the last digit",
    NO: "not equal",
    IN_WORDS: "printed in words",
    NOT_PRINTED: "not printed",
    NOT_COMPUTED: "no number to compute",
    MISREAD: "misread in our text of the lecture",
}
HEAD = ("figure", "what", "printed", "computed", "agrees", "note")
FOLD = 8  # a table with more rows folds those that agree


def compare(*rows):
    """A table of figures: (id, what, printed, computed), perhaps with a note and a verdict.

    `printed` is the lecture's own text, a list of such texts for a column of numbers, or None.
    `computed` is None where there is nothing to compute. Whether they agree follows from the two,
    unless a verdict is given: MISREAD, where the text that we have cannot be the lecture's.

    >>> from dtlab import entropy
    >>> compare(("F-S001", "entropy(D)", "0.94", entropy([9, 5])))
    1 figure: 1 agree
    figure  what        printed  computed  agrees
    F-S001  entropy(D)  0.94     0.9403    yes
    """
    return Comparison([_line(*row) for row in rows])


class Comparison:
    """Lines of text, as `compare` makes them; a notebook shows a table."""

    def __init__(self, lines):
        self.lines = lines

    def __repr__(self):
        columns = [c for c in range(len(HEAD)) if any(line[c] for line in self.lines)]
        table = [[line[c] for c in columns] for line in [HEAD, *self.lines]]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        rows = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in table]
        return "\n".join([self.summary(), *rows])

    def summary(self):
        """How many figures there are, and how many agree."""
        found = Counter(line[4] for line in self.lines)
        parts = [f"{found[word]} {meaning}" for word, meaning in MEANING.items() if found[word]]
        n = len(self.lines)
        return f"{n} figure{'s' if n > 1 else ''}: {', '.join(parts)}"

    def _repr_html_(self):
        agreeing = [line for line in self.lines if line[4] == YES]
        others = [line for line in self.lines if line[4] != YES]
        if len(self.lines) <= FOLD or not agreeing:
            return f"<p>{self.summary()}</p>{_table(self.lines)}"
        folded = f"<summary>the {len(agreeing)} that agree</summary>{_table(agreeing)}"
        return f"<p>{self.summary()}</p>{_table(others)}<details>{folded}</details>"


def _line(figure, what, printed, computed, note="", verdict=None):
    agrees = verdict or _agrees(printed, computed)
    return figure, what, _text(printed), as_text(computed, printed), agrees, note


def _agrees(printed, computed):
    """Does the computed value round to the printed one?"""
    if computed is None:
        return NOT_COMPUTED
    if printed is None:
        return NOT_PRINTED
    if isinstance(printed, list):
        words = [_agrees(p, c) for p, c in zip(printed, computed, strict=True)]
        return max(words, key=list(MEANING).index)
    if isinstance(computed, str):
        return YES if printed == computed else NO
    if (number := reading(printed)) is None or not np.isscalar(computed):
        return IN_WORDS
    value, half_unit = number
    off = round(abs(value - computed) / half_unit, 6)
    return YES if off <= 1 else LAST_DIGIT if off <= 2 and "." in printed else NO


def reading(printed):
    """A printed number and half a unit of its last digit, or None.

    >>> reading("0.5"), reading("24/25")[0], reading("50%"), reading("about 3")
    ((0.5, 0.05), 0.96, (0.5, 0.005), None)
    """
    if match := re.fullmatch(r"(?:(\d+) )?(\d+)/(\d+)", printed):
        whole, top, bottom = (int(part or 0) for part in match.groups())
        return whole + top / bottom, 1e-9 * max(1, whole)
    if printed.endswith("%") and (share := reading(printed[:-1])):
        return share[0] / 100, share[1] / 100
    if re.fullmatch(r"-?\d+(\.\d+)?", printed):
        return float(printed), 0.5 * 10.0 ** -len(printed.partition(".")[2])
    return None


def _text(printed):
    if isinstance(printed, list):
        return ", ".join(printed)
    return printed or ""


def as_text(value, printed=None):
    """A value in words, with two digits more than the lecture prints, and four at least."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {as_text(v)}" for key, v in value.items())
    if isinstance(value, list | tuple | np.ndarray):
        return ", ".join(as_text(v, p) for v, p in _pairs(value, printed))
    if isinstance(value, float | np.floating):
        digits = max(len((printed or "").partition(".")[2]) + 2, 4)
        text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    return str(value)


def _pairs(values, printed):
    texts = printed if isinstance(printed, list) else [None] * len(values)
    return zip(values, texts, strict=True)


def _table(lines):
    columns = [c for c in range(len(HEAD)) if any(line[c] for line in lines)]
    head = _row("th", [HEAD[c] for c in columns])
    body = "".join(_row("td", [line[c] for c in columns]) for line in lines)
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def _row(tag, texts):
    styles = ["text-align: left; white-space: nowrap"] + ["text-align: left"] * len(texts)
    cells = [f'<{tag} style="{s}">{escape(t)}</{tag}>' for s, t in zip(styles, texts, strict=False)]
    return f"<tr>{''.join(cells)}</tr>"
