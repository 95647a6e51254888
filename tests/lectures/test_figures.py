"""Every figure of the lectures: dtlab gives the exact value, and the slide agrees with it."""

from collections import Counter

import pytest
from lectures.figure import STATUSES, same
from lectures.ledger import COURSE, FIGURES

from dtcourse.companion import reading

IDS = [f"F-{letter}{number:03d}"
       for letter, count in (("K", 166), ("R", 31), ("P", 21), ("G", 10), ("S", 40))
       for number in range(1, count + 1)]  # fmt: skip
LECTURE = {"K": "000", "R": "001", "P": "002", "G": "003", "S": "004"}
NOT_COMPUTABLE = {
    "F-K126", "F-K148", "F-K165", "F-R025", "F-R026", "F-R027", "F-R030", "F-G004", "F-S034",
}  # fmt: skip


def by_id(figures):
    return {"argvalues": figures, "ids": [figure.id for figure in figures]}


def exact_value(figure):
    return figure.exact() if callable(figure.exact) else figure.exact


def parts(printed, exact):
    """Pairs of printed text and exact value: one, or one per element of a list."""
    if isinstance(printed, tuple):
        return list(zip(printed, exact, strict=True))
    return [(printed, exact)]


@pytest.mark.parametrize("figure", **by_id([f for f in FIGURES + COURSE if not f.needs]))
def test_value(figure):
    if figure.reason:
        pytest.skip(f"cannot be computed: {figure.reason}")
    assert same(figure.value(), exact_value(figure)), figure.what


def slide_figures():
    """Figures whose slide prints numbers, or the same kind of thing as the exact value."""

    def comparable(figure):
        if isinstance(figure.printed, tuple):
            return True
        text = figure.printed is not None and isinstance(figure.exact, str)
        return text or (figure.exact is not None and reading(figure.printed or "") is not None)

    return [
        f
        for f in FIGURES + COURSE
        if comparable(f) and f.status in {"agrees", "rounding", "erratum"}
    ]


@pytest.mark.parametrize("figure", **by_id(slide_figures()))
def test_slide(figure):
    off = [units_off(text, exact) for text, exact in parts(figure.printed, figure.exact)]
    if figure.status == "agrees":
        assert max(off) <= 1
    elif figure.status == "rounding":
        assert 1 < max(off) <= 2
    else:
        assert max(off) > 1  # an erratum that agrees with the exact value is none


def units_off(printed, exact):
    """How far the exact value is from the printed one, in half units of its last digit."""
    if isinstance(exact, str):
        return 0 if printed == exact else float("inf")
    number, half_unit = reading(printed)
    return round(abs(number - exact) / half_unit, 6)


def test_no_figure_is_missing_or_double():
    assert [figure.id for figure in FIGURES] == IDS
    assert len(FIGURES) == 268


def test_every_entry_is_complete():
    for figure in FIGURES:
        assert figure.lecture == LECTURE[figure.id[2]], figure.id
        assert figure.section and figure.what, figure.id
        assert figure.status in STATUSES, figure.id
        ways = [figure.value is not None, figure.reason is not None]
        assert sum(ways) == 1, f"{figure.id}: exactly one of value, reason"
        assert (figure.exact is None) == (figure.reason is not None), figure.id
        assert figure.status != "erratum" or figure.erratum, figure.id
        needs_print = figure.status in {"agrees", "rounding", "erratum", "garbled", "unverified"}
        assert not needs_print or figure.printed, figure.id


def test_what_cannot_be_computed_or_needs_more_is_listed():
    assert Counter(f.needs for f in FIGURES if f.needs) == {"Spark": 5}  # in test_spark.py
    assert {f.id for f in FIGURES if f.reason} == NOT_COMPUTABLE
    assert sum(f.value is not None for f in FIGURES) == 259


def test_course_facts_are_numbered_and_computed():
    assert [f.id for f in COURSE] == [f"C-{n:02d}" for n in range(1, len(COURSE) + 1)]
    assert all(f.lecture == "course" and f.printed and f.value for f in COURSE)


def test_statuses_and_errata_are_the_ones_of_the_audit():
    assert Counter(f.status for f in FIGURES) == {
        "agrees": 174, "derived": 31, "lost": 28, "erratum": 17, "rounding": 7, "garbled": 8,
        "unverified": 3,
    }  # fmt: skip
    assert {f.erratum for f in FIGURES if f.erratum} == {f"E{n:02d}" for n in range(1, 23)}


@pytest.mark.parametrize(
    ("printed", "expected"),
    [("0.8774", (0.8774, 5e-5)), ("-1", (-1.0, 0.5)), ("24/25", (0.96, 1e-9)),
     ("2472533 1/3", (2472533 + 1 / 3, 1e-9 * 2472533)), ("log n", None), ("4,000", None)],
)  # fmt: skip
def test_reading_of_a_slide(printed, expected):
    assert reading(printed) == (pytest.approx(expected) if expected else None)


def test_same_tells_structures_apart():
    assert same({"a": [1, 2.0]}, {"a": (1.0, 2)}) and same(1e12, 1e12 + 1)
    assert not same([1, 2], [1]) and not same({"a": 1}, {"b": 1}) and not same(1.0, 1.0 + 1e-8)
    assert not same(True, 1) and not same("1", 1) and not same(None, 0)
