"""What one function does to every text from outside."""

import csv
import io
import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbjudge.words import FORMULA, clean, csv_cell

BIDIRECTIONAL = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"


@given(st.text(st.characters(exclude_categories=())), st.integers(1, 50), st.booleans())
def test_what_is_left_is_short_printable_and_storable(text, most, lines):
    left = clean(text, most, lines)
    assert len(left) <= most
    left.encode("utf-8")
    assert json.loads(json.dumps(left)) == left
    for character in left:
        assert (lines and character == "\n") or unicodedata.category(character) not in ("Cc", "Cs")
        assert character not in BIDIRECTIONAL


def test_no_character_of_unicode_gets_through_that_should_not():
    every = [chr(code) for code in range(sys.maxunicode + 1)]
    left = {character for character in every if clean(character)}
    refused = {c for c in left if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn")}
    assert refused == {"\u200c", "\u200d"}


NAMES = ["Zoë Ångström", "李小龙", "Иван", "نرگس‌ها", "O'Brien", "José 👩‍🔬"]


@pytest.mark.parametrize("name", NAMES)
def test_names_stay_as_they_are(name):
    assert clean(name) == name


def test_a_long_text_is_cut_in_time_and_says_so():
    assert clean("x" * 50_000_000, most=10) == "x" * 9 + "…"
    assert clean("\x00" * 50_000_000 + "hidden", most=10) == "…"


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1", "＝1"])
def test_a_formula_is_no_formula_in_a_spreadsheet(cell):
    written = io.StringIO()
    csv.writer(written).writerow([csv_cell(cell)])
    (read,) = next(csv.reader(io.StringIO(written.getvalue())))
    assert read.startswith("'")


@pytest.mark.parametrize(
    "cell", ["x;=1+1;", "x|@SUM(A1)", 'x; "=1+1', "a,x\t-1", "x;;+1", "x;\"'=1"]
)
@pytest.mark.parametrize("separator", [",", ";", "|"])
def test_a_formula_after_another_separator_is_none(cell, separator):
    written = io.StringIO()
    csv.writer(written).writerow(["Ada", csv_cell(cell)])
    for read in next(csv.reader(io.StringIO(written.getvalue()), delimiter=separator)):
        assert not read.lstrip(' "').startswith((*FORMULA,))
