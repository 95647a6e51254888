"""`check`, `hint`, `solution`: after a try, and never a traceback whatever is given."""

import numpy as np
import pandas as pd
import pytest
from helpers.exercise_items import ITEMS
from hypothesis import given
from hypothesis import strategies as st

from dtcourse import bank, check, hint, solution
from dtcourse.cards import record
from dtcourse.judging.comparing import NotComparable, difference, shown


@pytest.fixture(autouse=True)
def own_bank(monkeypatch, tmp_path):
    monkeypatch.setattr(bank, "of_notebook", lambda number: ITEMS)
    monkeypatch.setenv("DTLAB_PROGRESS", str(tmp_path / "progress.json"))


# ── hints and solutions ─────────────────────────────────────────────────────────────────────────


def test_hints_grow_and_begin_again():
    told = [hint("99.t1").body[0] for _ in range(4)]
    assert told == ["first", "second", "third", "first"]


def test_the_solution_comes_after_a_try():
    assert "A try comes first" in str(solution("99.t1"))
    check("99.t1", ...)
    assert "A try comes first" in str(solution("99.t1"))
    check("99.t1", 3)
    assert "answer = 0.24675" in str(solution("99.t1"))
    assert "return -math.log2(p)" in str(solution("99.1", force=True))


def test_tries_are_counted_and_done_stays_done():
    check("99.t1", 1), check("99.t1", 0.247), check("99.t1", 2)
    assert record.about("checks", "99.t1") == {"tries": 3, "done": True}


# ── whatever is given ───────────────────────────────────────────────────────────────────────────


class Hostile:
    """Refuses everything."""

    def _refuse(self, *_):
        raise RuntimeError("no")

    __eq__ = __repr__ = __str__ = __float__ = __bool__ = __len__ = __iter__ = __call__ = _refuse
    __getattr__ = _refuse
    __hash__ = None


plain = st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.text()

plain |= st.binary() | st.decimals() | st.fractions() | st.datetimes() | st.builds(Hostile)

plain |= st.sampled_from([np.nan, np.zeros((2, 2)), pd.DataFrame({"a": [1]}), pd.NA, int, Hostile])

anything = st.recursive(plain, lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner))

anything |= st.dictionaries(st.text(max_size=3), plain, max_size=3) | st.functions(returns=plain)


@given(anything)
def test_check_never_raises_and_never_blames_the_course(answer):
    for item in ITEMS[:4]:
        said = check(item.id, answer)
        assert "fault is in the course" not in str(said)
        assert len(str(said)) < 2000


@given(anything, anything)
def test_comparing_says_so_or_refuses(one, other):
    try:
        how = difference(one, other)
    except NotComparable as reason:
        assert str(reason)
    except (RuntimeError, ValueError, TypeError):
        pass  # objects that refuse to be compared; `judge` turns this into a sentence
    else:
        assert how is None or isinstance(how, str)
    assert len(shown(one)) <= 120


def test_a_comma_parts_decimals_or_thousands():
    assert difference("30,720", 30720) is None
    assert difference("2,000,000", 2_000_000) is None
    assert difference("1,585", 1.585, 0.0005) is None
    assert difference("0,247", 247) == ""
    assert difference("1,585", 2) == ""


def test_a_set_is_asked_for_as_a_set():
    with pytest.raises(NotComparable, match="the answer should be a set"):
        difference("boosting, forest", {"boosting", "forest"})
