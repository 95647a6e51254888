"""The strict reader of arrays, series and frames that arrive: the other half of `tables`.

Any exception in it means that there is no such value.
"""

from binascii import b2a_base64
from importlib import import_module
from math import prod

import numpy as np

from .moments import zone_from
from .reading import CATEGORY, MISSING, NULLABLE, unpacked
from .tables import (
    CLOSED,
    COLUMN_COUNT,
    COLUMNS,
    DTYPES,
    FARTHEST,
    LEVEL_COUNT,
    LEVEL_LENGTH,
    NUMBERS,
    YEAR,
    are_periods,
    arrow_type,
    check,
    frequency,
)
from .values import SIZE, TABLE

HALF = ":half"  # numbers that equal many others, and whose differences are often 0


def _read_array(reader, parts, depth):
    dtype, shape, text = parts
    if not DTYPES.fullmatch(dtype):
        raise ValueError
    shape = _shape(shape)
    dtype = np.dtype(dtype)
    raw = unpacked(text)
    if len(raw) != prod(shape) * dtype.itemsize:
        raise ValueError
    check(raw, dtype)
    array = np.ndarray(shape, dtype, raw)
    return array.astype("f8") if dtype == "f2" and not reader.may_be(HALF) else array.copy()


def _shape(shape):
    if len(shape) > 32 or any(type(n) is not int or not 0 <= n <= SIZE for n in shape):
        raise ValueError
    return tuple(shape)


def _read_scalar(reader, parts, depth):
    dtype, text = parts
    return _read_array(reader, [dtype, [], text], depth)[()]


def _read_objects(reader, parts, depth):
    shape, *values = parts
    shape = _shape(shape)
    if prod(shape) != len(values):
        raise ValueError
    array = np.empty(len(values), dtype=object)
    for i, value in enumerate(reader.plain(values, depth)):
        array[i] = value
    return array.reshape(shape)


def _read_column(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    dtype, *values = parts
    if dtype not in COLUMNS:
        function, *given = arrow_type(dtype)
        dtype = pd.ArrowDtype(getattr(import_module("pyarrow"), function)(*given))
    return _known(reader, pd.array(reader.plain(values, depth), dtype=dtype))


def _read_gaps(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    dtype, numbers, gaps = parts
    numbers, gaps = _values(reader, numbers, depth), _values(reader, gaps, depth)
    if numbers.dtype != NUMBERS[dtype] or gaps.dtype != bool or len(numbers) != len(gaps):
        raise ValueError
    values = pd.array(numbers, dtype=dtype)
    values[gaps] = pd.NA
    return _known(reader, values)


def _known(reader, values):
    """These values of a column, as numpy has them where the source's own are no type of pandas.

    With pandas.NA no comparison is false, and aligning two columns or 0 / 0 makes one. NaN stands
    for it where the source's own value has none.
    """
    import pandas as pd

    if getattr(values.dtype, "na_value", 0) is not pd.NA:
        return values
    stays = reader.may_be(NULLABLE)
    if values.isna().any():
        stays = reader.may_be(MISSING)
    if stays:
        return values
    missing = pd.NaT if values.dtype.kind in "mM" else np.nan
    return _plainest(pd.Series(values.to_numpy(object, na_value=missing)).infer_objects())


def _plainest(series):
    """Its values, as numpy has them if it can."""
    return series.to_numpy() if isinstance(series.dtype, np.dtype) else series.array


def _read_extension(reader, parts, depth):
    import pandas as pd

    (values,) = parts
    values = _values(reader, values, depth)
    return pd.Series(values, dtype=values.dtype).array


def _read_category(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    categories, codes, ordered = parts
    may_be = reader.may_be(CATEGORY)  # whose values may have any order
    categories, codes = map(_checked, reader.inside([categories, codes], depth))
    if len(categories) > LEVEL_LENGTH or type(ordered) is not bool or codes.dtype.kind != "i":
        raise ValueError
    categories = pd.Index(categories, dtype=categories.dtype)
    category = pd.Categorical.from_codes(codes, categories, ordered=ordered)
    return category if may_be else _known(reader, _plainest(pd.Series(categories).reindex(codes)))


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


def _read_periods(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    numbers, often = parts
    numbers = _values(reader, numbers, depth)
    known = numbers[numbers != pd.NaT._value]
    farthest = 9_999 * YEAR[are_periods(often)[1]]
    if numbers.dtype != "<i8" or (known > farthest).any() or (known < -farthest).any():
        raise ValueError
    return pd.PeriodIndex.from_ordinals(numbers, freq=often).array


def _read_period(reader, parts, depth):
    number, often = parts
    if type(number) is not int:
        raise TypeError
    return _read_periods(reader, [["array", "<i8", [1], _packed_number(number)], often], depth)[0]


def _packed_number(number):
    return b2a_base64(number.to_bytes(8, "little", signed=True), newline=False).decode("ascii")


def _read_sparse(reader, parts, depth):
    import pandas as pd

    reader.spend(TABLE)
    values, fill = parts
    values, fill = _values(reader, values, depth), reader.read(fill, depth)
    if not isinstance(values, np.ndarray) or not np.isscalar(fill):
        raise TypeError
    return pd.arrays.SparseArray(values, fill_value=fill)


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
    if frequency(reader, index, often) is None:
        raise ValueError
    return type(index)(index, freq=often)  # which checks it


def _values(reader, data, depth):
    """One column of values."""
    return _checked(reader.read(data, depth))


def _checked(values):
    import pandas as pd

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

    (index,) = reader.inside([data], depth, ["index"])
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
    values = reader.inside(values, depth, [*map(str, columns)])
    read = (_series(_checked(one), index) for one in values)
    frame = pd.DataFrame(dict(enumerate(read)), index=index)
    frame.columns = columns
    return frame


def _read_na(reader, parts, depth):
    import pandas as pd

    return pd.NA if reader.may_be(MISSING) else np.nan


def _read_nat(reader, parts, depth):
    import pandas as pd

    return pd.NaT


TABLES = {
    "array": _read_array,
    "scalar": _read_scalar,
    "objects": _read_objects,
    "column": _read_column,
    "gaps": _read_gaps,
    "extension": _read_extension,
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
    "periods": _read_periods,
    "sparse": _read_sparse,
    "Interval": _read_interval,
    "Period": _read_period,
    "Timestamp": _read_timestamp,
    "Timedelta": _read_span,
}
