"""What crosses between judge and worker arrives as it was, and what is forged does not arrive."""

import enum
import linecache
import math
import subprocess
import sys
import time
from base64 import b64encode
from collections import Counter, OrderedDict, UserDict, UserList, defaultdict, deque, namedtuple
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from datetime import time as time_of_day
from decimal import Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pytest
from dateutil import tz
from hypothesis import given
from hypothesis import strategies as st
from judge_helpers.word_course import COURSE
from nbjudge.course import Codec
from nbjudge.protocol import reading, values
from nbjudge.protocol.errors import NotPlain, Tampered, decode_error, encode_error
from nbjudge.protocol.values import APART, Form, Yours, decode, encode
from nbjudge.protocol.wire import pack, unpack
from wordlab import Tally

CODECS = (*COURSE.codecs(), Codec("Half", __name__, "Half", "__float__"))
PRIME = 2**61 - 1  # whole numbers that differ by this have the same hash

KEYS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text()
    | st.binary()
    | st.fractions()
    | st.decimals(allow_nan=False)
    | st.dates()
    | st.times()
    | st.datetimes()
    | st.timedeltas(),
    lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3),
    max_leaves=5,
)
VALUES = st.recursive(
    KEYS | st.just(...) | st.builds(range, st.integers(-9, 9), st.integers(), st.integers(1)),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.sets(KEYS) | st.dictionaries(KEYS, inner),
    max_leaves=20,
)


Renamed = namedtuple("Renamed", ["x", "def"], rename=True)  # with the fields x and _1
PLAIN_VIEWS = (type({}.keys()), type({}.values()), type({}.items()))


class OwnZone(tzinfo):
    """A zone without a name."""

    def utcoffset(self, moment):
        return timedelta(hours=2)

    def dst(self, moment):
        return timedelta(0)


def refuse(*_):
    raise AssertionError("nothing here needs a handle")


def there_and_back(value):
    return decode(unpack(pack(encode(value, refuse, CODECS))[4:]), refuse, CODECS)


def spelled(value):
    """A value with its types as text; NaN is NaN, −0.0 is not 0.0, and a set has no order."""
    if isinstance(value, list | tuple | set | frozenset):
        parts = list(map(spelled, value))
        parts = parts if isinstance(value, list | tuple) else sorted(parts)
    elif isinstance(value, dict):
        parts = [spelled(pair) for pair in value.items()]
    else:
        parts = repr(value)
    return f"{type(value).__name__} {parts}"


def same(a, b):
    return spelled(a) == spelled(b)


@given(VALUES)
def test_a_value_arrives_as_it_was(value):
    assert same(there_and_back(value), value)


@pytest.mark.parametrize(
    "value",
    [
        10**4300 - 1,
        -0.0,
        math.nan,
        -math.inf,
        complex(math.nan, -0.0),
        "ü" * 1000,
        "\x00\u202e",
        Decimal("NaN"),
        Decimal("1E+4000"),
        Fraction(1, 3**2000),
        {1: "one", "1": 1.0},
        Counter("abca"),
        OrderedDict(b=1, a=2),
        range(10, 0, -3),
        date.min,
        time_of_day(23, 59, 59, 999_999, tzinfo=timezone(timedelta(hours=-3, minutes=-30))),
        datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Berlin")),
        datetime.max.replace(tzinfo=UTC),
        timedelta.min,
        pd.Timestamp("2026-10-25 02:30").tz_localize("Europe/Berlin", ambiguous=False),
        pd.Timestamp("2262-04-11 23:47:16.854775807"),
        pd.Timedelta(-1, "ns"),
        pd.NaT,
        pd.Interval(0, 1.5, "both"),
        pd.Interval(pd.Timestamp("2026"), pd.Timestamp("2027")),
        pd.Period("2026-11", "M"),
        pd.Period("3000", "3Y-FEB"),
        np.longdouble("1.1"),
    ],
    ids=str,
)
def test_rare_values_arrive_as_they_were(value):
    arrived = there_and_back(value)
    assert type(arrived) is type(value) and repr(arrived) == repr(value)


def test_the_views_of_a_dict_arrive_as_such():
    for value in ({"b": [1], "a": 2}, OrderedDict(b=1, a=2)):
        for view in (value.keys(), value.values(), value.items()):
            arrived = there_and_back(view)
            assert type(arrived) in (type(view), *PLAIN_VIEWS) and list(arrived) == list(view)


@pytest.mark.parametrize("zone", [tz.gettz("Europe/Berlin"), tz.tzoffset("X", 7200), OwnZone()])
def test_a_moment_in_any_zone_arrives_with_its_offset(zone):
    for moment in (datetime(2022, 7, 1, tzinfo=zone), pd.Timestamp(2022, 7, 1, tz=zone)):
        arrived = there_and_back(moment)
        assert type(arrived) is type(moment) and arrived == moment
        assert arrived.utcoffset() == moment.utcoffset()
    try:
        days = pd.to_datetime(["2022-07-01", None, "2022-07-02"]).tz_localize(zone)
    except AttributeError:
        pytest.skip("pandas 2 makes no column of dateutil's newer zones")
    series = pd.Series(days)
    arrived = there_and_back(series)
    assert (arrived - series)[[0, 2]].eq(timedelta(0)).all() and arrived.isna()[1]
    assert arrived[0].hour == 0


DAY = datetime(2026, 11, 19)
ARROW = {
    **dict.fromkeys(("int64", "uint8", "float64", "float32", "bool_"), 1),
    **dict.fromkeys(("string", "large_string"), "a"),
    **dict.fromkeys(("date32", "date64"), DAY.date()),
    "null": None,
    "timestamp us": DAY,
    "timestamp s Asia/Tokyo": DAY.replace(tzinfo=UTC),
    "duration ns": timedelta(1, 2),
    "time64 us": time_of_day(1, 2, 3),
}


@pytest.mark.parametrize("kind", ARROW)
def test_a_column_of_arrow_arrives_as_one(kind):
    pyarrow = pytest.importorskip("pyarrow")
    name, *given = kind.split()
    dtype = pd.ArrowDtype(getattr(pyarrow, name)(*given))
    series = pd.Series([ARROW[kind], None], dtype=dtype)
    pd.testing.assert_series_equal(there_and_back(series), series)


def test_a_column_of_arrow_with_a_dictionary_arrives_as_its_values():
    pyarrow = pytest.importorskip("pyarrow")
    dtype = pd.ArrowDtype(pyarrow.dictionary(pyarrow.int32(), pyarrow.string()))
    texts = pd.Series(["a", "b", "a"], dtype=pd.ArrowDtype(pyarrow.string()))
    pd.testing.assert_series_equal(there_and_back(texts.astype(dtype)), texts)


EXTENSIONS = {
    "texts": pd.Series(["a", None, "c"], dtype="str").unique(),
    "string": pd.array(["a", None]),
    "numbers": pd.array([1, None], dtype="Int64") * 2,
    "floats": pd.array([0.5, None], dtype="Float32"),
    "truths": pd.array([True, None]),
    "categories": pd.Categorical(["x", "y", "x"], ["y", "x"], ordered=True),
    "dates": pd.Series([DAY]).array,
    "zoned": pd.Series([DAY.replace(tzinfo=UTC)]).array,
    "of numpy": pd.Series([1, 2]).array,
    "periods": pd.period_range("2026", periods=2, freq="Q").array,
    "intervals": pd.arrays.IntervalArray.from_breaks([0.5, 1.5, 2.5]),
}


@pytest.mark.parametrize("array", EXTENSIONS.values(), ids=EXTENSIONS)
def test_an_array_of_pandas_arrives_as_it_was(array):
    pd.testing.assert_extension_array_equal(there_and_back(array), array)


def test_a_frame_of_numbers_with_gaps_may_be_as_large_as_one_without():
    frame = pd.DataFrame({name: range(100_000) for name in "abcdef"}).convert_dtypes()
    frame.iloc[7, 3] = pd.NA
    pd.testing.assert_frame_equal(there_and_back(frame), frame)


def test_an_index_with_a_calendar_of_its_own_arrives_without_it():
    days = pd.offsets.CustomBusinessDay(holidays=["2026-01-02"])
    index = pd.date_range("2026-01-01", periods=3, freq=days)
    assert there_and_back(index).tolist() == index.tolist()
    texts = np.array(["a", "long" * 9], dtype=np.dtypes.StringDType())
    assert there_and_back(texts).tolist() == texts.tolist()


def test_a_defaultdict_arrives_as_a_dict():
    assert same(there_and_back(defaultdict(int, a=1)), {"a": 1})


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6).reshape(2, 3).T,
        np.array([True, False]),
        np.array([1.5, np.nan, -0.0], dtype=">f4"),
        np.array([1 + 2j]),
        np.array([["a", "bcd"], ["", "ü"]]),
        np.array([b"a", b""]),
        np.array([1.5, np.nan], dtype=np.longdouble),
        np.array(3, dtype="u1"),
        np.zeros((0, 3)),
        np.zeros(2, dtype="U0"),
        np.array(["a", None, 2.5, (1, 2)], dtype=object),
        np.array(["2026-11-18", "NaT"], dtype="M8[D]"),
        np.array([[5]], dtype=">m8[15us]"),
    ],
    ids=repr,
)
def test_an_array_arrives_as_it_was(array):
    arrived = there_and_back(array)
    assert type(arrived) is np.ndarray and arrived.shape == array.shape
    assert arrived.dtype.kind == array.dtype.kind and arrived.flags.writeable
    np.testing.assert_array_equal(arrived, array)


@pytest.mark.parametrize(
    "name", ["bool", "int8", "int64", "uint32", "float16", "complex128", "str"]
)
def test_a_scalar_of_numpy_arrives_as_one(name):
    scalar = np.dtype(name).type(1)
    arrived = there_and_back(scalar)
    assert type(arrived) is type(scalar) and arrived == scalar


FRAME = pd.DataFrame(
    {
        "age": [1, 2, 3],
        "name": ["a", None, "c"],
        "kind": pd.Categorical(["x", "y", "x"], ["y", "x"], ordered=True),
        "gaps": pd.array([1, None, 3], dtype="Int64"),
        "mixed": pd.Series([1, "b", (2, 3)], dtype=object),
    },
    index=[10, 20, 30],
)
FRAMES = {
    "whole": FRAME,
    "no rows": FRAME.iloc[:0],
    "no columns": FRAME[[]],
    "empty": pd.DataFrame(),
    "two columns of one name": pd.concat([FRAME[["age"]], FRAME[["age"]]], axis=1),
    "grouped": FRAME.groupby(["name", "age"], dropna=False)[["gaps"]].sum(),
    "names": FRAME.rename_axis(index="number", columns="column"),
    "steps": pd.DataFrame({"a": [1.5]}, index=pd.RangeIndex(5, 6, name="row")),
    "crossed": pd.crosstab(FRAME["age"], FRAME["kind"]),
    "dates": pd.DataFrame(
        {
            "day": pd.to_datetime(["2026-11-18", None]),
            "zoned": pd.to_datetime(["2026-11-18", None]).tz_localize("Europe/Berlin"),
            "fixed": pd.to_datetime(["2026-11-18", None]).tz_localize(timezone(timedelta(hours=2))),
            "span": pd.to_timedelta(["1h", None]),
            "cut": pd.cut([1, 20], [0, 10, 100]),
            "interval": pd.arrays.IntervalArray.from_breaks([0.5, 1.5, 2.5], closed="left"),
            "objects": pd.Series([date(2026, 1, 1), pd.Timestamp("2026")], dtype=object),
        },
    ),
    "date index": pd.DataFrame(
        {"a": [1, 2, 3]}, index=pd.date_range("2026", periods=3, freq="MS", name="month")
    ),
    "zoned index": pd.DataFrame(
        {"a": [1]}, index=pd.date_range("2026", periods=1, tz="Asia/Tokyo")
    ),
    "no dates": pd.DataFrame({"a": []}, index=pd.DatetimeIndex([])),
    "span index": pd.DataFrame({"a": [1, 2]}, index=pd.timedelta_range("1h", periods=2)),
    "intervals": pd.DataFrame({"a": [1, 2]}, index=pd.interval_range(0, 2, name="bin")),
    "levels of dates": pd.DataFrame(
        {"a": [1, 2]},
        index=pd.MultiIndex.from_arrays([pd.to_datetime(["2026", "2027"]), [1, 2]]),
    ),
    "periods": pd.DataFrame(
        {"a": pd.PeriodIndex(["2026-01", None], freq="M")},
        index=pd.period_range("2026", periods=2, freq="Q", name="quarter"),
    ),
    "gaps that are not stored": pd.DataFrame(
        {"a": pd.arrays.SparseArray([0, 1]), "b": pd.arrays.SparseArray([np.nan, 1.5])}
    ),
    "counted bins": pd.Series([1, 5, 20]).value_counts(bins=2).to_frame(),
    "per month": pd.DataFrame({"a": range(60)}, index=pd.date_range("2026", periods=60))
    .resample("ME")
    .sum(),
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_a_frame_arrives_as_it_was(frame):
    arrived, levels = there_and_back(frame), frame.index.nlevels > 1
    # pandas 2 calls levels mixed that hold a missing value, if it grouped by them.
    same = {"check_column_type": True, "check_index_type": False if levels else "equiv"}
    pd.testing.assert_frame_equal(arrived, frame, **same)
    assert not levels or arrived.index.dtypes.equals(frame.index.dtypes)


@pytest.mark.parametrize("column", FRAME)
def test_a_series_arrives_as_it_was(column):
    pd.testing.assert_series_equal(there_and_back(FRAME[column]), FRAME[column])


class Half:
    def __float__(self):
        return 0.5


def test_a_class_of_the_course_arrives_whole_or_as_its_plain_data():
    tally = Tally({"rain": 2, "Straße": 1})
    assert there_and_back([tally]) == [tally]
    assert same(there_and_back({"a": Half()}), {"a": 0.5})
    number = encode(tally, lambda value: 7)  # without its codec it is an object like any other
    assert number[:2] == ["object", 7]


def test_a_value_of_the_course_that_is_too_large_is_refused():
    with pytest.raises(NotPlain, match="it is a Tally that is too large"):
        encode(Tally({str(i): 1 for i in range(500_000)}), refuse, CODECS)


# ── handles ─────────────────────────────────────────────────────────────────────────────────────


class OwnList(list):
    pass


@pytest.mark.parametrize(
    "thing", [len, OwnList([1]), OwnList, np.ma.array([1]), {OwnList: 1}, {(1, len)}, object(), sys]
)
def test_what_is_not_plain_is_a_handle(thing):
    kept = []
    data = encode(["before", thing], lambda value: kept.append(value) or 7)
    assert len(kept) == 1 and kept[0] is thing
    before, arrived = decode(data, lambda *what: what)
    assert (before, arrived[0]) == ("before", 7)
    assert arrived[1] == ("function" if callable(thing) else "object")


def test_a_handle_returns_to_its_owner():
    data = encode([len], lambda value: Yours(3))
    assert decode(data, lambda *what: what) == [(3, "yours", "", ("0",))]


# ── snapshots ───────────────────────────────────────────────────────────────────────────────────

PLAIN = Form("f()", [])
Point = namedtuple("Point", "x y")


class Far(Point):
    def length(self):
        return 5


class OwnDict(dict):
    def __getitem__(self, key):
        return "a lie"


class Squares:
    def __init__(self, count):
        self.count = count

    def __len__(self):
        return 99

    def __iter__(self):
        return (i * i for i in range(self.count))


class Old:
    def __len__(self):
        return 2

    def __getitem__(self, place):
        return [5, 6][place]


class Color(enum.Enum):
    RED = 1


class OwnArray(np.ndarray):
    pass


class OwnFrame(pd.DataFrame):
    def equals(self, other):
        return True


def snapshot_of(value, form=PLAIN):
    return decode(unpack(pack(encode(value, refuse, CODECS, form))[4:]), refuse, CODECS)


@pytest.mark.parametrize(
    ("make", "plain"),
    [
        (lambda: (i * i for i in range(3)), [0, 1, 4]),
        (lambda: map(abs, [-1]), [1]),
        (lambda: zip("ab", [1, 2], strict=True), [("a", 1), ("b", 2)]),
        (lambda: deque([1, [2]]), [1, [2]]),
        (lambda: Squares(3), [0, 1, 4]),
        (lambda: Old(), [5, 6]),
        (lambda: [Squares(2), {"a": OwnList([1])}], [[0, 1], {"a": [1]}]),
        (lambda: OwnDict(a=1), {"a": 1}),
        (lambda: UserDict(a=1), {"a": 1}),
        (lambda: UserList([1]), [1]),
        (lambda: {1: type("Text", (str,), {})("x")}, {1: "x"}),
        (lambda: {type("Number", (int,), {})(3)}, {3}),
        (lambda: type("Real", (float,), {"__eq__": lambda *_: True})(2.5), 2.5),
        (lambda: bytearray(b"ab"), b"ab"),
        (lambda: Counter("aab"), Counter("aab")),
    ],
)
def test_a_snapshot_is_the_plain_value_of_what_is_not_plain(make, plain):
    assert same(snapshot_of(make()), plain)


def test_a_named_tuple_arrives_with_its_fields():
    for value in (Point(1, [2]), Far(1, [2])):
        arrived = snapshot_of([value])[0]
        assert arrived == (1, [2]) and (arrived.x, arrived.y) == (1, [2])
        assert type(arrived).__name__ == type(value).__name__ and arrived._fields == ("x", "y")
    assert there_and_back(Point(1, 2)) == Point(1, 2)
    assert there_and_back(Renamed(1, 2))._asdict() == {"x": 1, "_1": 2}
    assert encode(Far(1, 2), lambda value: 7)[:2] == ["object", 7]  # it has a method of its own


class Moment(datetime):
    pass


class Span(timedelta):
    pass


def test_moments_of_other_classes_arrive_as_their_base():
    for value in (Moment(2026, 1, 2, 3, fold=1, tzinfo=UTC), Span(1, 2, 3)):
        arrived = snapshot_of([value])[0]
        assert arrived == value and type(arrived) is type(value).__bases__[0]
    with pytest.raises(NotPlain, match="of the class datetime"):
        snapshot_of(datetime(2026, 1, 1, tzinfo=Nowhere()))


class Nowhere(tzinfo):
    def utcoffset(self, moment):
        return timedelta(microseconds=1)


def test_tables_of_other_classes_arrive_as_their_base():
    frame = snapshot_of(OwnFrame({"a": [1]}))
    assert type(frame) is pd.DataFrame and frame["a"].tolist() == [1]
    for array in (np.array([[1, 2]]).view(OwnArray), np.ma.array([[1, 2]])):
        arrived = snapshot_of(array)
        assert type(arrived) is np.ndarray and arrived.tolist() == [[1, 2]]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (object, "`f()` gave an object of the class object where the test needs plain data"),
        (lambda: [len], "`f()` gave a function where the test needs plain data"),
        (lambda: OwnList, "`f()` gave a class where the test needs plain data"),
        (lambda: {1: {2: Half}}, "`f()` gave a class where"),
        (lambda: np.ma.array([1], mask=[True]), "`f()` gave a masked array where"),
        (lambda: pd.DataFrame({"a": [1], "b": [sys]}), "class module in the column 'b' where"),
        (lambda: {Squares(1)}, "an object of the class Squares as a key or a part of a set where"),
        (lambda: np.zeros(1, dtype="i4,i4"), "`f()` gave an array of records where"),
        (lambda: np.array([Half()]), "`f()` gave an object of the class Half where"),
        (lambda: {Color.RED: 1}, "`f()` gave an object of the class Color where"),
        (lambda: iter(int, 1), "a loop over it does not end after 100,000 items"),
    ],
)
def test_what_has_no_snapshot_is_named(make, said):
    with pytest.raises(NotPlain) as raised:
        encode(make(), refuse, CODECS[:1], PLAIN)
    assert said in str(raised.value)


def test_a_column_that_must_be_converted_is_named_with_how():
    pyarrow = pytest.importorskip("pyarrow")
    dtype = pd.ArrowDtype(pyarrow.decimal128(5, 2))
    frame = pd.DataFrame({"price": pd.Series([Decimal(1)], dtype=dtype)})
    said = "128.5, 2..pyarrow. in the column 'price' where .* data: convert them, for example"
    with pytest.raises(NotPlain, match=said):
        encode(frame, refuse, CODECS, PLAIN)


def test_a_form_says_what_may_be_a_handle():
    for value, places in [
        (OwnList([len]), [""]),
        ([1, len], ["[1]"]),
        ([1, len], ["[]"]),
        (pd.DataFrame({"b": [sys]}), [""]),
        ({"a b": OwnList()}, ["[a_b]"]),
        ([(1, {1.5: len})] * APART, ["[][1][1_5]"]),
        ([*range(APART), len], ["[]"]),
    ]:
        data = encode(value, lambda thing: 7, CODECS, Form("f()", places))
        assert str(data).count("', 7, ") == str(value).count("built-in function len") or 1
    for value in (len, [len], [[1, len]], {"b": len}, [*range(APART), len]):
        with pytest.raises(NotPlain):
            encode(value, refuse, CODECS, Form("f()", ["[1]", "[a]"]))
    with pytest.raises(NotPlain, match="gave an object of the class Half where"):
        encode(np.array([Half()]), refuse, CODECS[:1], Form("f()", ["[1]"]))
    assert snapshot_of(Squares(2), Form("f()", ["[1]"])) == [0, 1]


# ── what cannot cross ───────────────────────────────────────────────────────────────────────────


def circle():
    whole = []
    whole.append(whole)
    return whole


def doubled():
    whole = [1]
    for _ in range(60):
        whole = [whole, whole]
    return whole


TOO_MUCH = {
    "digits": lambda: 10**4300,
    "in a fraction": lambda: Fraction(1, 10**4300),
    "exponent": lambda: Decimal("1e999999"),
    "surrogate": lambda: "a\ud800",
    "surrogate in an array": lambda: np.array(["a\ud800"]),
    "circle": circle,
    "doubled": doubled,
    "parts": lambda: [0] * 600_000,
    "bytes": lambda: bytes(40_000_000),
    "array": lambda: np.broadcast_to(1.0, (10**6, 10**6)),
    "objects": lambda: np.broadcast_to(np.array(None), (10**6, 10**6)),
    "functions": lambda: [len] * 60_000,
    "series": lambda: [pd.Series([1])] * 6_000,
    "columns": lambda: pd.DataFrame(np.zeros((1, 20_000))),
    "categories": lambda: pd.Series(range(30_000)).astype("category"),
    "levels": lambda: pd.MultiIndex.from_product([range(30_000), ["a"]]),
}


@pytest.mark.parametrize("make", TOO_MUCH.values(), ids=TOO_MUCH)
def test_too_much_is_refused_with_a_sentence(make):
    with pytest.raises(NotPlain, match="^(its? |an array )"):
        encode(make(), lambda thing: 0)


# ── what is forged ──────────────────────────────────────────────────────────────────────────────


def deep(levels):
    data = ["list"]
    for _ in range(levels):
        data = ["list", data]
    return data


TALLY = Tally({"rain": 2}).to_json()
FORGED = {
    "nothing": [],
    "no tag": [1, 2],
    "unknown tag": ["eval", "1"],
    "list as tag": [["list"]],
    "object": {"a": 1},
    "infinite float": 1e999,
    "float": ["float", "1.5"],
    "surrogate": "\ud800",
    "not base64": ["bytes", "a"],
    "text of other bytes": ["text", "/w=="],
    "odd dict": ["dict", 1],
    "list as key": ["dict", ["list"], 1],
    "handle as key": ["set", ["object", 1, "a"]],
    "twice": ["set", 1, 1.0],
    "twice in a dict": ["dict", 1, 2, True, 3],
    "deep": deep(200),
    "very deep": deep(5000),
    "truth as number": ["function", True, "f"],
    "number as name": ["function", 1, 2],
    "zero": ["Fraction", 1, 0],
    "huge decimal": ["Decimal", "1e999999999"],
    "step": ["range", 0, 1, 0],
    "objects in an array": ["array", "|O", [1], "AAAAAAAAAAA="],
    "dtype": ["array", "i4,i4", [1], "AAAAAAAAAAA="],
    "too few bytes": ["array", "<f8", [2], "AAAAAAAAAAA="],
    "negative shape": ["array", "<f8", [-1], ""],
    "truth 2": ["array", "|b1", [1], "Ag=="],
    "no character": ["array", "<U1", [1], "AAAR/w=="],
    "wide text": ["array", "<U999999", [1], ""],
    "many dimensions": ["array", "<f8", [0] * 40, ""],
    "object count": ["objects", [2], 1],
    "frame of nothing": ["frame"],
    "frame of unequal columns": ["frame", ["steps", 0, 1, 1, None], ["steps", 0, 2, 1, None], 3],
    "long index": ["steps", 0, 10**12, 1, None],
    "list as name": ["index", ["array", "<f8", [0], ""], ["list"]],
    "code": ["category", ["objects", [1], "a"], ["array", "|i1", [1], "BQ=="], False],
    "not a tally": ["Tally", "[]"],
    "half a tally": ["Tally", TALLY[:-1]],
    "tally of nothing": ["Tally"],
    "tally of large numbers": ["Tally", TALLY.replace("2", str(10**20), 1)],
    "class that crosses as a number": ["Half", "0.5"],
    "no date": ["date", "2026-02-30"],
    "date as a week": ["date", "2026-W01-1"],
    "number as a date": ["date", 1],
    "hour": ["time", "25:00:00", 0, None],
    "zone in the text": ["datetime", "2026-01-01T00:00:00+01:00", 0, None],
    "fold": ["datetime", "2026-01-01T00:00:00", 2, None],
    "zone that is a file": ["datetime", "2026-01-01T00:00:00", 0, "../../etc/passwd"],
    "zone that is none": ["datetime", "2026-01-01T00:00:00", 0, "Mars/North"],
    "wide offset": ["datetime", "2026-01-01T00:00:00", 0, 100_000],
    "span": ["timedelta", 0, 90_000, 0],
    "long span": ["timedelta", 10**12, 0, 0],
    "dates without a unit": ["array", "<M8", [1], "AAAAAAAAAAA="],
    "periods too far": ["periods", ["array", "<i8", [1], "AAAAAAAAAEA="], "Y-DEC"],
    "periods without a number": ["periods", ["array", "<f8", [0], ""], "M"],
    "period of another frequency": ["Period", 1, "C"],
    "period of a text": ["Period", "1", "M"],
    "period too large": ["Period", 2**63, "ns"],
    "sparse text": ["sparse", ["column", "str", "a"], 0],
    "sparse with a list": ["sparse", ["array", "<f8", [0], ""], ["list"]],
    "fields renamed": ["named", "Point", ["_1", "_0"], 1, 2],
    "unit": ["array", "<M8[x]", [1], "AAAAAAAAAAA="],
    "timestamp of a number": ["Timestamp", 5, None],
    "timestamp of NaT": ["Timestamp", ["scalar", "<M8[ns]", "AAAAAAAAAIA="], None],
    "span as a timestamp": ["Timestamp", ["scalar", "<m8[ns]", "AAAAAAAAAAA="], None],
    "zoned without a zone": ["zoned", ["array", "<M8[ns]", [0], ""], None],
    "zoned numbers": ["zoned", ["array", "<f8", [0], ""], "UTC"],
    "frequency": ["moments", ["array", "<M8[ns]", [0], ""], "D; import os", None],
    "another frequency": [
        "moments",
        ["array", "<M8[D]", [2], b64encode(np.array([1, 5]).tobytes()).decode()],
        "D",
        None,
    ],
    "frequency that takes long": [
        "moments",
        ["array", "<M8[s]", [30_000], b64encode(np.arange(30_000).tobytes()).decode()],
        "MS",
        None,
    ],
    "gaps in another type": ["gaps", "Int8", ["array", "<i8", [0], ""], ["array", "|b1", [0], ""]],
    "gaps of another length": ["gaps", "boolean", ["array", "|b1", [1], "AA=="], ["objects", [0]]],
    "numbers without gaps": ["column", "Int64", 1],
    "unknown type of Arrow": ["column", "decimal128(5, 2)[pyarrow]", 1],
    "unknown zone of Arrow": ["column", "timestamp[us, tz=Nowhere][pyarrow]", 1],
    "extension of a list": ["extension", ["list", 1]],
    "moments of numbers": ["moments", ["array", "<f8", [0], ""], None, None],
    "interval that ends before it begins": ["Interval", 2, 1, "left"],
    "interval of texts": ["Interval", "a", "b", "left"],
    "half closed": ["Interval", 1, 2, "half"],
    "unequal ends": ["intervals", ["array", "<f8", [0], ""], ["objects", [1], 1], "left"],
    "too few fields": ["named", "Point", ["x", "y"], 1],
    "private field": ["named", "Point", ["_x"], 1],
    "field of code": ["named", "Point", ["x=print(1)"], 1],
    "field twice": ["named", "Point", ["x", "x"], 1, 2],
    "many fields": ["named", "Point", [f"x{i}" for i in range(101)], *range(101)],
    "number as a class": ["named", 1, ["x"], 1],
    "many classes": ["list", *(["named", f"P{i}", [f"x{i}"], 1] for i in range(6_000))],
}


@pytest.mark.parametrize("data", FORGED.values(), ids=FORGED)
def test_forged_data_make_no_value(data):
    with pytest.raises(NotPlain):
        decode(data, lambda *what: what, CODECS)


MANY = 100_000


@pytest.mark.parametrize("tag", ["set", "frozenset", "dict"])
def test_colliding_hashes_take_no_time(tag):
    parts = [i * PRIME for i in range(MANY)]
    parts = [part for key in parts for part in (key, 0)] if tag == "dict" else parts
    began = time.process_time()
    with pytest.raises(NotPlain):
        decode([tag, *parts], refuse)
    assert time.process_time() - began < 5


def test_a_large_honest_set_arrives():
    honest = {2.0**i for i in range(-1000, 1000)} | {i << 40 for i in range(MANY)}
    assert there_and_back(honest) == honest


def test_colliding_levels_of_an_index_are_bounded():
    numbers = np.arange(30_000).tobytes()
    level = ["index", ["array", "<i8", [30_000], b64encode(numbers).decode()], None]
    codes = ["array", "|i1", [0], ""]
    for data in (["levels", level, level], ["levels", level], ["category", level[1], codes, False]):
        with pytest.raises(NotPlain):
            decode(data, refuse)
    assert len(decode(level, refuse)) == 30_000


# ── errors, and what importing costs ────────────────────────────────────────────────────────────


class OwnError(LookupError):
    def __str__(self):
        sys.exit("no")


def test_an_error_arrives_as_a_class_of_its_name():
    arrived = decode_error(encode_error(OwnError(1)))
    assert isinstance(arrived, LookupError) and type(arrived).__name__ == "OwnError"
    assert str(decode_error(encode_error(KeyError("a")))) == "'a'"
    for strange in (SystemExit(0), KeyboardInterrupt(), UnicodeDecodeError("a", b"", 0, 1, "b")):
        assert isinstance(decode_error(encode_error(strange)), Exception)
    assert decode_error(encode_error(ValueError("\ud800\x1b" + "x" * 9999))).args[0].endswith("…")


def test_an_error_of_several_kinds_arrives_as_one_of_all():
    class Both(KeyError, ValueError):
        pass

    class ImportError(OSError):  # no class can have both above it
        pass

    assert encode_error(Both("x"))[:2] == ["Both", "KeyError ValueError"]
    arrived = decode_error(encode_error(Both("x")))
    assert isinstance(arrived, KeyError) and isinstance(arrived, ValueError)
    assert type(arrived).__name__ == "Both"
    assert encode_error(ImportError("x"))[:2] == ["ImportError", "ImportError"]
    assert encode_error(type("ValueError", (ValueError,), {})("x"))[1] == "ValueError"


def test_an_error_says_which_line_of_the_students_code_led_to_it():
    source = "def f(x):\n    return x / 0\n"
    linecache.cache["<cell 3>"] = (len(source), None, source.splitlines(True), "<cell 3>")
    space = {}
    exec(compile(source, "<cell 3>", "exec"), space)
    with pytest.raises(ZeroDivisionError) as raised:
        space["f"](1)
    assert decode_error(encode_error(raised.value)).where == "line 2: return x / 0"
    assert encode_error(raised.value, words=False)[2:] == ["", ""]


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        ["A", "B", "", ""],
        ["A", "SystemExit", "", ""],
        ["A", "ValueError", 1, ""],
        "abcd",
        ["A", "ImportError OSError", "", ""],
        ["A", "KeyError KeyError", "", ""],
        ["A", "KeyError " * 9 + "KeyError", "", ""],
        ["A", "KeyError ", "", ""],
    ],
)
def test_a_forged_error_raises_tampered(data):
    with pytest.raises(Tampered):
        decode_error(data)


def test_plain_values_need_neither_numpy_nor_pandas():
    code = (
        "import sys; from nbjudge.protocol.values import encode, decode;"
        "decode(encode({'a': [1.5, {2}]}, None), None);"
        "sys.exit(any(m in sys.modules for m in ('numpy', 'pandas', 'IPython', 'fractions')))"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_readers_know_every_tag_that_is_written():
    assert set(reading.READERS) >= {*values.SEQUENCES.values(), *values.SETS.values()}
    assert set(reading.READERS) >= set(values.MAPPINGS.values())
