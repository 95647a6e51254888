"""Arrays, series and frames that cross between judge and worker: the tags of `values` for them.

This is the writer; `table_reading` is the other half.

    ["array", dtype, shape, base64]     truth values, numbers, text, dates or spans, in C order,
                                        little-endian
    ["scalar", dtype, base64]           one number of numpy
    ["objects", shape, value, ...]      an array of objects, all of them plain
    ["gaps", dtype, values, gaps]       pandas' own numbers and truth values, and which are missing
    ["column", dtype, value, ...]       pandas' own text, and Arrow's columns
    ["extension", values]               the array of such a column, without an index
    ["category", categories, codes, ordered]
    ["zoned", values, zone]             dates in a time zone; their values are those of UTC
    ["intervals", left, right, closed]
    ["periods", numbers, frequency]
    ["sparse", values, fill]
    ["Interval", left, right, closed]   ["Period", number, frequency]
    ["Timestamp", scalar, zone]   ["Timedelta", scalar]   ["NaT"]
    ["moments", values, frequency, name]            an index of dates or spans
    ["index", values, name]   ["steps", start, stop, step, name]   ["levels", index, ...]
    ["series", values, index, name]
    ["frame", columns, index, values, ...]
    ["NA"]                              pandas.NA

`values` and `reading` import these only where numpy is needed anyway.
"""

import re
import sys

import numpy as np

from .errors import NotPlain
from .moments import STRANGE, ZONES, zone_of
from .values import PARTS, SIZE, TABLE, TOO_MANY, TYPE, Mixed, Refused

UNITS = r"\[[1-9]?\d{0,2}(Y|M|W|D|h|m|s|ms|us|ns)\]"
DTYPES = re.compile(
    rf"[|<](b1|[iu][1248]|f(2|4|8|16)|c(8|16|32)|U\d{{1,6}}|S\d{{1,6}}|[mM]8{UNITS})"
)
FREQUENCIES = re.compile(r"-?\d{0,6}[A-Za-z]{1,5}(-[A-Z]{3})?")
PERIODS = re.compile(r"\d{0,3}(Y|Q|M|W|D|B|h|min|s|ms|us|ns)(-[A-Z]{3})?")
YEAR = {"Y": 1, "Q": 4, "M": 12, "W": 53, "D": 366, "B": 262, "h": 8784, "min": 527_040}
YEAR |= {unit: 31_622_400 * 1000**n for n, unit in enumerate(("s", "ms", "us", "ns"))}
EVEN = re.compile(r"-?\d{0,6}(D|h|min|s|ms|us|ns)")  # the others take long to check
CLOSED = ("left", "right", "both", "neither")
SIZES = ("8", "16", "32", "64")
COLUMNS = {"str", "string"}
NUMBERS = {f"{kind}{size}": f"{kind.lower()}{size}" for kind in ("Int", "UInt") for size in SIZES}
NUMBERS |= {"boolean": "bool", "Float32": "float32", "Float64": "float64"}  # as numpy has them
ARROW = {f"{kind}{size}": f"{kind}{size}" for kind in ("int", "uint") for size in SIZES}
ARROW |= {"float": "float32", "double": "float64", "bool": "bool_", "string": "string"}
ARROW |= {"large_string": "large_string", "null": "null", "date32[day]": "date32"}
ARROW |= {"date64[ms]": "date64"}
ARROW_MOMENT = re.compile(
    rf"(timestamp|duration|time32|time64)\[(s|ms|us|ns)(?:, tz=({ZONES.pattern}))?\]"
)
COLUMN_COUNT = 10_000
LEVEL_COUNT = 100
FARTHEST = 2**62  # where an index may begin and end
LEVEL_LENGTH = 20_000  # pandas sorts these into a hash table, where an enemy's values may collide


def write_table(writer, value, depth):
    """The value as data, or None if it is none of these."""
    kind = type(value)
    if kind is np.ndarray:
        return _write_array(writer, value, depth)
    if isinstance(value, np.generic):
        array = np.asarray(value)
        if kind is not array.dtype.type:
            return None
        tag, *rest = _write_array(writer, array, depth) or [None]
        return ["scalar", rest[0], rest[2]] if tag == "array" else None
    pandas = sys.modules.get("pandas")
    if not hasattr(pandas, "DataFrame"):  # not imported, or half
        return None
    if value is pandas.NA:
        return ["NA"]
    if value is pandas.NaT:
        return ["NaT"]
    if kind is pandas.Timestamp:
        return _write_timestamp(writer, value, depth)
    if kind is pandas.Timedelta:
        return ["Timedelta", write_table(writer, value.to_timedelta64(), depth)]
    if kind is pandas.Period:
        return ["Period", value.ordinal, value.freqstr] if are_periods(value.freqstr) else None
    if kind is pandas.Interval:
        return ["Interval", *writer.plain([value.left, value.right], depth), value.closed]
    if kind is pandas.DataFrame:
        writer.spend(TABLE)
        if value.shape[1] > COLUMN_COUNT:
            raise NotPlain(f"it is a frame of {value.shape[1]:,} columns")
        heads = [_write_index(writer, axis, depth) for axis in (value.columns, value.index)]
        columns = (value.iloc[:, i] for i in range(value.shape[1]))
        return ["frame", *heads, *(_write_column(writer, column, depth) for column in columns)]
    if kind is pandas.Series:
        writer.spend(TABLE)
        values = _write_values(writer, value, depth)
        index = _write_index(writer, value.index, depth)
        return ["series", values, index, *writer.keys([value.name], depth)]
    if isinstance(value, pandas.Index):
        return _write_index(writer, value, depth)
    is_pandas = kind.__module__.partition(".")[0] == "pandas"
    if is_pandas and isinstance(value, pandas.api.extensions.ExtensionArray) and value.ndim == 1:
        return ["extension", _write_values(writer, pandas.Series(value), depth)]
    return None


def _write_timestamp(writer, value, depth):
    zone = zone_of(value.tzinfo, value.utcoffset())
    if zone is STRANGE:
        return None
    moment = value if zone is None else value.tz_convert(None)
    return ["Timestamp", write_table(writer, moment.to_datetime64(), depth), zone]


def _write_column(writer, column, depth):
    """The values of a column of a frame; where they cannot cross, it is named."""
    try:
        return _write_values(writer, column, depth)
    except (Mixed, Refused) as problem:
        raise type(problem)(f"{problem} in the column {column.name!r}") from None


def _write_array(writer, array, depth):
    shape = list(array.shape)
    if array.dtype == object:
        if array.size > PARTS:
            raise NotPlain(TOO_MANY)
        return ["objects", shape, *writer.plain(array.ravel().tolist(), depth)]
    if array.dtype.kind == "T":  # texts of any length
        array = np.array(array.tolist(), dtype=str)
    dtype = array.dtype.newbyteorder("<")
    if dtype.kind in "US" and not dtype.itemsize:
        dtype = np.dtype(f"<{dtype.kind}1")
    if dtype.names:
        raise Mixed("an array of records")
    if not DTYPES.fullmatch(dtype.str):
        return None
    if array.nbytes > SIZE or max(shape, default=0) > SIZE:
        raise NotPlain(f"it is larger than {SIZE >> 20} MB")
    raw = array.astype(dtype).tobytes()
    check(raw, dtype)
    return ["array", dtype.str, shape, writer.packed(raw)]


def _write_values(writer, series, depth):
    """The values of a series or an index, without its labels."""
    import pandas as pd

    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        data = _write_array(writer, series.to_numpy(), depth)
        if data is None:
            raise Mixed(f"{TYPE} {dtype}")
        return data
    writer.spend(TABLE)
    if hasattr(dtype, "tz"):
        zone = zone_of(dtype.tz)
        if zone is STRANGE:
            zone = zone_of(dtype.tz, *{moment.utcoffset() for moment in series.dropna()})
        if zone is STRANGE:
            raise Mixed(f"{TYPE} {dtype}")
        moments = series.array.tz_convert(None).to_numpy()
        return ["zoned", _write_array(writer, moments, depth), zone]
    if dtype.name.startswith("period[") and are_periods(often := dtype.name[7:-1]):
        return ["periods", _write_array(writer, series.array.asi8, depth), often]
    if dtype.name.startswith("Sparse"):
        dense = _write_array(writer, np.asarray(series.array), depth)
        return ["sparse", dense, *writer.plain([dtype.fill_value], depth)]
    if dtype.name.startswith("interval"):
        ends = (pd.Index(end) for end in (series.array.left, series.array.right))
        return ["intervals", *(_write_values(writer, end, depth) for end in ends), dtype.closed]
    if dtype.name == "category":
        if len(dtype.categories) > LEVEL_LENGTH:
            raise NotPlain(f"it has a column of {len(dtype.categories):,} categories")
        categories = _write_values(writer, dtype.categories, depth)
        codes = _write_array(writer, np.asarray(series.array.codes), depth)
        return ["category", categories, codes, bool(dtype.ordered)]
    if dtype.name in NUMBERS:
        numbers = series.to_numpy(NUMBERS[dtype.name], na_value=0)
        gaps = np.asarray(series.isna())
        return ["gaps", dtype.name, *(_write_array(writer, one, depth) for one in (numbers, gaps))]
    if dtype.name.startswith("dictionary<"):
        return _write_values(
            writer, series.astype(pd.ArrowDtype(dtype.pyarrow_dtype.value_type)), depth
        )
    if dtype.name not in COLUMNS and arrow_type(dtype.name) is None:
        raise Mixed(f"{TYPE} {dtype}")
    return ["column", dtype.name, *writer.plain(series.astype(object).tolist(), depth)]


def _write_index(writer, index, depth):
    import pandas as pd

    writer.spend(TABLE)
    if type(index) is pd.RangeIndex:
        if len(index) > SIZE or max(abs(index.start), abs(index.stop)) > FARTHEST:
            raise NotPlain(f"it has an index of {len(index):,} rows")
        name = writer.keys([index.name], depth)
        return ["steps", *map(int, (index.start, index.stop, index.step)), *name]
    if type(index) is pd.MultiIndex:
        if index.nlevels > LEVEL_COUNT or len(index) > LEVEL_LENGTH:
            rows = f"{len(index):,} rows (at most {LEVEL_LENGTH:,}): use reset_index()"
            raise NotPlain(f"it has an index of several levels and {rows}")
        levels = [index.get_level_values(i) for i in range(index.nlevels)]
        return ["levels", *(_write_index(writer, level, depth) for level in levels)]
    if type(index) in (pd.DatetimeIndex, pd.TimedeltaIndex):
        often = frequency(writer, index, index.freqstr)
        if often and pd.tseries.frequencies.to_offset(often) != index.freq:
            often = None  # one with a calendar of its own
        values = _write_values(writer, index, depth)
        return ["moments", values, often, *writer.keys([index.name], depth)]
    if type(index) not in (pd.Index, pd.CategoricalIndex, pd.IntervalIndex, pd.PeriodIndex):
        raise Mixed(f"an index of the class {type(index).__name__}")
    return ["index", _write_values(writer, index, depth), *writer.keys([index.name], depth)]


def arrow_type(name):
    """What makes Arrow's type of this name: a function of pyarrow, and what it is called with.

    Parameters:
        name: as pandas calls it; None is given for one that cannot cross.

    >>> arrow_type("timestamp[us, tz=Europe/Berlin][pyarrow]"), arrow_type("double[pyarrow]")
    (('timestamp', 'us', 'Europe/Berlin'), ('float64',))
    """
    name, is_arrow, _ = name.partition("[pyarrow]")
    if is_arrow and name in ARROW:
        return (ARROW[name],)
    found = ARROW_MOMENT.fullmatch(name) if is_arrow else None
    return found and tuple(filter(None, found.group(1, 2, 3)))


def frequency(counts, index, text):
    """The frequency of an index as text; None if it has none, or none that can be checked soon."""
    if not text or not FREQUENCIES.fullmatch(text):
        return None
    if not EVEN.fullmatch(text):
        if len(index) > LEVEL_LENGTH:
            return None
        counts.spend(len(index))
    return text


def are_periods(text):
    """Is this a frequency of periods that can cross?"""
    return PERIODS.fullmatch(text)


def check(raw, dtype):
    """Not every byte is a truth value, and not every number a character."""
    if dtype.kind == "b" and np.frombuffer(raw, "u1").max(initial=0) > 1:
        raise NotPlain("an array has truth values that are neither true nor false")
    if dtype.kind == "U":
        codes = np.frombuffer(raw, "<u4")
        if ((codes > sys.maxunicode) | ((codes >= 0xD800) & (codes <= 0xDFFF))).any():
            raise NotPlain("its text has half a character (a lone surrogate)")
