"""The one cleaner of every text that leaves a worker or names a student.

What passes it can be printed on a terminal, stored as JSON, written into a CSV file (`csv_cell`)
or, escaped, into a page: it moves no cursor, turns no text around, and is no longer than allowed.
"""

import re
from unicodedata import category

MOST = 1_000
# Control, surrogate, private and unassigned characters, and those that only format: among these are
# the bidirectional ones. Persian and emojis need the two joiners.
REFUSED = {"Cc", "Cs", "Co", "Cn", "Cf"}
JOINERS = "\u200c\u200d"
FORMULA = "=+-@\t＝＋－＠"
INNER = re.compile(rf"""([;|\t][ "]*)(?='*[{re.escape(FORMULA)}])""")  # if these separate cells


def clean(text: str, most: int = MOST, lines: bool = False) -> str:
    r"""The text without characters that do something, cut to `most` characters.

    Parameters:
        text: any text.
        most: how many characters are left at most; 1,000 by default.
        lines: True keeps the ends of lines; by default they and all other space become one space.

    >>> clean("Ada\x1b[31m \u202eevil\n  \ud800Lovelace")
    'Ada[31m evil Lovelace'
    >>> clean("abcdef", most=4), clean("one\r\ntwo", lines=True)
    ('abc…', 'one\ntwo')
    """
    whole = len(text) <= 4 * most
    rows = text[: 4 * most].splitlines()
    rows = ["".join(map(_kept, row)) for row in rows]
    if lines:
        kept = "\n".join(row.rstrip() for row in rows).strip("\n")
    else:
        kept = " ".join(" ".join(rows).split())
    if whole and len(kept) <= most:
        return kept
    return f"{kept[: most - 1].rstrip()}…"


def _kept(character):
    if character.isspace():
        return " "
    return "" if category(character) in REFUSED and character not in JOINERS else character


def counted(number, what):
    """A number of things, in words.

    Parameters:
        number: how many; text stays as it is, such as "1" or "2.5".
        what: one of them.

    >>> counted(1, "page"), counted(2, "page"), counted("1.5", "point")
    ('1 page', '2 pages', '1.5 points')
    """
    return f"{number} {what}{'' if str(number) == '1' else 's'}"


def csv_cell(value):
    """A cell of a CSV file that no spreadsheet takes for a formula; numbers stay as they are.

    Where a list separator is a semicolon, as in German, a spreadsheet may begin another cell there.
    Texts that differ when they are cleaned have cells that differ.

    Parameters:
        value: the content, a text or a number.

    >>> csv_cell("=1+1"), csv_cell("'=1+1"), csv_cell("Ada"), csv_cell(-1.5)
    ("'=1+1", "''=1+1", 'Ada', -1.5)
    >>> csv_cell("Ada; =1+1")
    "Ada; '=1+1"
    """
    if not isinstance(value, str):
        return value
    # A tab at the beginning is not in a cleaned text, but begins a formula like the others.
    text = INNER.sub(r"\1'", clean(value))
    begins = text.lstrip("'")[:1] in FORMULA or value.lstrip(" \r\n")[:1] in FORMULA
    return f"'{text}" if begins and text else text
