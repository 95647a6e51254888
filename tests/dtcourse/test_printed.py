"""The tables of the companions: what agrees, what is shown, what is folded."""

import pytest

from dtcourse.companion import FOLD, MISREAD, as_text, compare


def verdict(printed, computed):
    return compare(("F-1", "what", printed, computed)).lines[0][4]


@pytest.mark.parametrize(
    ("printed", "computed", "expected"),
    [
        ("0.8774", 0.87738706, "yes"),
        ("0.2517", 0.25162917, "last digit"),
        ("0.81", 0.4056, "no"),
        ("2", 1.0, "no"),  # a whole number is a count: one off is wrong
        ("24/25", 0.96, "yes"),
        ("2472533 1/3", 7417600 / 3, "yes"),
        ("age", "age", "yes"),
        ("died", "survived", "no"),
        (["0", "1.0"], [0.0, 1.0], "yes"),
        (["0.41", "0.5"], [0.415038, 0.5], "last digit"),
        ("log n", 3.0, "in words"),
        ("3", [3, 4], "in words"),
        (None, 3.0, "not printed"),
        ("patented", None, "not computed"),
    ],
)
def test_agreement_to_the_last_digit(printed, computed, expected):
    assert verdict(printed, computed) == expected


def test_a_verdict_can_be_given():
    table = compare(("F-1", "head", "b, a", "a, b", "swapped", MISREAD))
    assert table.lines[0][4] == MISREAD
    assert table.summary() == "1 figure: 1 misread in our text of the lecture"


def test_values_in_words():
    assert as_text(-0.00001) == "0" and as_text(2.0) == "2" and as_text(1 / 3) == "0.3333"
    assert as_text(1 / 3, "0.33333") == "0.3333333"
    assert as_text({"a": 1.5, "b": [1, 2.25]}) == "a: 1.5, b: 1, 2.25"
    assert as_text(None) == "" and as_text("x") == "x"


def test_a_long_table_folds_what_agrees_and_shows_the_rest():
    rows = [(f"F-{n}", "what", "1", 1.0) for n in range(FOLD)]
    assert "<details>" not in compare(*rows)._repr_html_()
    html = compare(*rows, ("F-x", "a < b", "0.5", 0.7))._repr_html_()
    before, folded = html.split("<details>")
    assert "F-x" in before and "a &lt; b" in before and "F-0" not in before
    assert f"the {FOLD} that agree" in folded and "F-0" in folded


def test_columns_without_an_entry_are_left_out():
    assert "printed" not in repr(compare(("F-1", "what", None, 1.0))).splitlines()[1]
    assert repr(compare(("F-1", "what", "1", 1.0))).splitlines()[0] == "1 figure: 1 agree"
