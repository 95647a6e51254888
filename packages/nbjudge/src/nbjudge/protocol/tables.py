"""Arrays, series and frames that cross between judge and worker: the tags of `values` for them.

    ["array", dtype, shape, base64]     truth values, numbers, text, dates or spans, in C order,
                                        little-endian
    ["scalar", dtype, base64]           one number of numpy
    ["objects", shape, value, ...]      an array of objects, all of them plain
    ["column", dtype, value, ...]       pandas' own kinds of column: text, and numbers with gaps
    ["category", categories, codes, ordered]
    ["zoned", values, zone]             dates in a time zone; their values are those of UTC
    ["intervals", left, right, closed]
    ["Interval", left, right, closed]
    ["Timestamp", scalar, zone]   ["Timedelta", scalar]   ["NaT"]
    ["moments", values, frequency, name]            an index of dates or spans
    ["index", values, name]   ["steps", start, stop, step, name]   ["levels", index, ...]
    ["series", values, index, name]
    ["frame", columns, index, values, ...]
    ["NA"]                              pandas.NA

Only `values` and `reading` import this, and only where numpy is needed anyway.
"""

import re
import sys
from math import prod

import numpy as np

from .errors import NotPlain
from .moments import STRANGE, zone_from, zone_of
from .reading import unpacked
from .values import PARTS, SIZE, TABLE, Mixed, Refused

UNITS = r"\[[1-9]?\d{0,2}(Y|M|W|D|h|m|s|ms|us|ns)\]"
DTYPES = re.compile(rf"[|<](b1|[iu][1248]|f[248]|c8|c16|U\d{{1,6}}|[mM]8{UNITS})")
FREQUENCIES = re.compile(r"-?\d{0,6}[A-Za-z]{1,5}(-[A-Z]{3})?")
EVEN = re.compile(r"-?\d{0,6}(D|h|min|s|ms|us|ns)")  # the others take long to check
CLOSED = ("left", "right", "both", "neither")
SIZES = ("8", "16", "32", "64")
COLUMNS = {"str", "string", "boolean", "Float32", "Float64"}
COLUMNS |= {f"{kind}{size}" for kind in ("Int", "UInt") for size in SIZES}
COLUMN_COUNT = 10_000
LEVEL_COUNT = 100
FARTHEST = 2**62  # where an index may begin and end
LEVEL_LENGTH = 20_000  # pandas sorts these into a hash table, where an enemy's values may collide


# ── writing ─────────────────────────────────────────────────────────────────────────────────────


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
        return ["series", values, index, *writer.plain([value.name], depth)]
    if isinstance(value, pandas.Index):
        return _write_index(writer, value, depth)
    return None


def _write_timestamp(writer, value, depth):
    zone = zone_of(value.tzinfo)
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
            raise NotPlain(f"it has more than {PARTS:,} parts")
        return ["objects", shape, *writer.plain(array.ravel().tolist(), depth)]
    dtype = array.dtype.newbyteorder("<")
    if dtype == "<U0":
        dtype = np.dtype("<U1")
    if not DTYPES.fullmatch(dtype.str):
        return None
    if array.nbytes > SIZE or max(shape, default=0) > SIZE:
        raise NotPlain(f"it is larger than {SIZE >> 20} MB")
    raw = array.astype(dtype).tobytes()
    _check(raw, dtype)
    return ["array", dtype.str, shape, writer.packed(raw)]


def _write_values(writer, series, depth):
    """The values of a series or an index, without its labels."""
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        data = _write_array(writer, series.to_numpy(), depth)
        if data is None:
            raise Mixed(f"values of the type {dtype}")
        return data
    writer.spend(TABLE)
    if hasattr(dtype, "tz"):
        zone = zone_of(dtype.tz)
        if zone is STRANGE:
            raise Mixed(f"values of the type {dtype}")
        moments = series.array.tz_convert(None).to_numpy()
        return ["zoned", _write_array(writer, moments, depth), zone]
    if dtype.name.startswith("interval"):
        import pandas as pd

        ends = (pd.Index(end) for end in (series.array.left, series.array.right))
        return ["intervals", *(_write_values(writer, end, depth) for end in ends), dtype.closed]
    if dtype.name == "category":
        if len(dtype.categories) > LEVEL_LENGTH:
            raise NotPlain(f"it has a column of {len(dtype.categories):,} categories")
        categories = _write_values(writer, dtype.categories, depth)
        codes = _write_array(writer, np.asarray(series.array.codes), depth)
        return ["category", categories, codes, bool(dtype.ordered)]
    if dtype.name not in COLUMNS:
        raise Mixed(f"values of the type {dtype}")
    return ["column", dtype.name, *writer.plain(series.astype(object).tolist(), depth)]


def _write_index(writer, index, depth):
    import pandas as pd

    writer.spend(TABLE)
    if type(index) is pd.RangeIndex:
        if len(index) > SIZE or max(abs(index.start), abs(index.stop)) > FARTHEST:
            raise NotPlain(f"it has an index of {len(index):,} rows")
        name = writer.plain([index.name], depth)
        return ["steps", *map(int, (index.start, index.stop, index.step)), *name]
    if type(index) is pd.MultiIndex:
        if index.nlevels > LEVEL_COUNT or len(index) > LEVEL_LENGTH:
            raise NotPlain(f"it has an index of several levels and {len(index):,} rows")
        levels = [index.get_level_values(i) for i in range(index.nlevels)]
        return ["levels", *(_write_index(writer, level, depth) for level in levels)]
    if type(index) in (pd.DatetimeIndex, pd.TimedeltaIndex):
        often = _frequency(writer, index, index.freqstr)
        values = _write_values(writer, index, depth)
        return ["moments", values, often, *writer.plain([index.name], depth)]
    if type(index) not in (pd.Index, pd.CategoricalIndex, pd.IntervalIndex):
        raise Mixed(f"an index of the class {type(index).__name__}")
    return ["index", _write_values(writer, index, depth), *writer.plain([index.name], depth)]


def _frequency(counts, index, text):
    """The frequency of an index as text; None if it has none, or none that can be checked soon."""
    if not text or not FREQUENCIES.fullmatch(text):
        return None
    if not EVEN.fullmatch(text):
        if len(index) > LEVEL_LENGTH:
            return None
        counts.spend(len(index))
    return text


# ── reading: any exception means that the value cannot be read ──────────────────────────────────


def _read_array(reader, parts, depth):
    dtype, shape, text = parts
    if not DTYPES.fullmatch(dtype):
        raise ValueError
    shape = _shape(shape)
    dtype = np.dtype(dtype)
    raw = unpacked(text)
    if len(raw) != prod(shape) * dtype.itemsize:
        raise ValueError
    _check(raw, dtype)
    return np.ndarray(shape, dtype, raw).copy()


def _shape(shape):
    if len(shape) > 32 or any(type(n) is not int or not 0 <= n <= SIZE for n in shape):
        raise ValueError
    return tuple(shape)


def _check(raw, dtype):
    """Not every byte is a truth value, and not every number a character."""
    if dtype.kind == "b" and np.frombuffer(raw, "u1").max(initial=0) > 1:
        raise NotPlain("an array has truth values that are neither true nor false")
    if dtype.kind == "U":
        codes = np.frombuffer(raw, "<u4")
        if ((codes > sys.maxunicode) | ((codes >= 0xD800) & (codes <= 0xDFFF))).any():
            raise NotPlain("its text has half a character (a lone surrogate)")


def _read_scalar(reader, parts, depth):
    dtype, text = parts
    return _read_array(reader, [dtype, [], text], depth)[()]


def _read_objects(reader, parts, depth):
    shape, *values = parts
    shape = _shape(shape)
    if prod(shape) != len(values):
        raise ValueError
    array = np.empty(len(values), dtype=object)
    for i, value in enumerate(reader.all(values, depth)):
        array[i] = value
    return array.reshape(shape)


def _read_column(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    dtype, *values = parts
    if dtype not in COLUMNS:
        raise ValueError
    return pd.array(reader.all(values, depth), dtype=dtype)


def _read_category(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    categories, codes, ordered = parts
    categories, codes = _values(reader, categories, depth), _values(reader, codes, depth)
    if len(categories) > LEVEL_LENGTH or type(ordered) is not bool or codes.dtype.kind != "i":
        raise ValueError
    categories = pd.Index(categories, dtype=categories.dtype)
    return pd.Categorical.from_codes(codes, categories, ordered=ordered)


def _read_zoned(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    values, zone = parts
    values = _values(reader, values, depth)
    if values.dtype.kind != "M" or zone is None:
        raise ValueError
    index = pd.DatetimeIndex(pd.Index(values, dtype=values.dtype))
    return index.tz_localize("UTC").tz_convert(_zone(zone)).array


def _zone(data):
    """A time zone for pandas, which has its own class for those with a name."""
    zone = zone_from(data)
    return data if type(data) is str else zone


def _read_intervals(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    *ends, closed = parts
    left, right = (_values(reader, end, depth) for end in ends)
    if closed not in CLOSED or len(left) != len(right):
        raise ValueError
    ends = (pd.Index(end, dtype=end.dtype) for end in (left, right))
    return pd.arrays.IntervalArray.from_arrays(*ends, closed)


def _read_interval(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    left, right, closed = parts
    if closed not in CLOSED:
        raise ValueError
    return pd.Interval(*reader.keys([left], depth), *reader.keys([right], depth), closed)


def _read_timestamp(reader, parts, depth):
    import pandas as pd

    moment, zone = parts
    moment = reader.read(moment, depth)
    if type(moment) is not np.datetime64 or np.isnat(moment):
        raise TypeError
    stamp = pd.Timestamp(moment)
    return stamp if zone is None else stamp.tz_localize("UTC").tz_convert(_zone(zone))


def _read_span(reader, parts, depth):
    import pandas as pd

    (span,) = parts
    span = reader.read(span, depth)
    if type(span) is not np.timedelta64 or np.isnat(span):
        raise TypeError
    return pd.Timedelta(span)


def _read_moments(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    values, often, name = parts
    values = _values(reader, values, depth)
    if values.dtype.kind not in "mM":
        raise TypeError
    index = pd.Index(values, dtype=values.dtype, name=_name(reader, name, depth))
    if often is None:
        return index
    if _frequency(reader, index, often) is None:
        raise ValueError
    return type(index)(index, freq=often)  # which checks it


def _values(reader, data, depth):
    """One column of values."""
    import pandas as pd

    values = reader.read(data, depth)
    if not isinstance(values, np.ndarray | pd.api.extensions.ExtensionArray) or values.ndim != 1:
        raise TypeError
    return values


def _read_index(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    values, name = parts
    values = _values(reader, values, depth)
    return pd.Index(values, dtype=values.dtype, name=_name(reader, name, depth))


def _read_steps(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    *steps, name = parts
    start, stop, step = steps
    if any(type(number) is not int or abs(number) > FARTHEST for number in steps):
        raise ValueError
    if len(range(start, stop, step)) > SIZE:
        raise ValueError
    return pd.RangeIndex(start, stop, step, name=_name(reader, name, depth))


def _read_levels(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    if len(parts) > LEVEL_COUNT:
        raise ValueError
    levels = [_axis(reader, part, depth) for part in parts]
    if len(levels[0]) > LEVEL_LENGTH or any(level.nlevels > 1 for level in levels):
        raise ValueError
    return pd.MultiIndex.from_arrays(levels, names=[level.name for level in levels])


def _axis(reader, data, depth):
    import pandas as pd

    index = reader.read(data, depth)
    if not isinstance(index, pd.Index):
        raise TypeError
    return index


def _name(reader, data, depth):
    (name,) = reader.keys([data], depth)
    return name


def _series(values, index, name=None):
    import pandas as pd

    if len(values) != len(index):
        raise ValueError
    return pd.Series(values, index=index, dtype=values.dtype, name=name)


def _read_series(reader, parts, depth):
    reader.spend(TABLE)
    values, index, name = parts
    values, index = _values(reader, values, depth), _axis(reader, index, depth)
    return _series(values, index, _name(reader, name, depth))


def _read_frame(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    columns, index, *values = parts
    columns, index = _axis(reader, columns, depth), _axis(reader, index, depth)
    if len(values) != len(columns) or len(values) > COLUMN_COUNT:
        raise ValueError
    if not values:
        return pd.DataFrame(index=index, columns=columns)
    read = (_series(_values(reader, data, depth), index) for data in values)
    frame = pd.DataFrame(dict(enumerate(read)), index=index)
    frame.columns = columns
    return frame


def _read_na(reader, parts, depth):
    import pandas as pd

    return pd.NA


def _read_nat(reader, parts, depth):
    import pandas as pd

    return pd.NaT


TABLES = {
    "array": _read_array,
    "scalar": _read_scalar,
    "objects": _read_objects,
    "column": _read_column,
    "category": _read_category,
    "index": _read_index,
    "steps": _read_steps,
    "levels": _read_levels,
    "series": _read_series,
    "frame": _read_frame,
    "NA": _read_na,
    "NaT": _read_nat,
    "zoned": _read_zoned,
    "moments": _read_moments,
    "intervals": _read_intervals,
    "Interval": _read_interval,
    "Timestamp": _read_timestamp,
    "Timedelta": _read_span,
}
