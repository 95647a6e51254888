"""Tables as nobody wants them and everybody has them: for the tests that hand them to everything.

Makers are functions of a number of rows and a NumPy generator, so that one seed is one table.
"""

import datetime
from decimal import Decimal
from fractions import Fraction
from importlib.util import find_spec

import numpy as np
import pandas as pd
import scipy.sparse
from hypothesis import strategies as st

WORDS = np.array(["ant", "bee", "cat", "", " dog ", "é"], object)
DAY = datetime.date(2024, 2, 29)


def _some(values):
    """A maker that draws from a list of Python values, kept as objects."""

    def make(n, rng):
        column = np.empty(n, object)
        column[:] = [values[i] for i in rng.integers(0, len(values), n)]
        return pd.Series(column, dtype=object)

    return make


def _with_gaps(dtype, values):
    return lambda n, rng: _some([*values, None])(n, rng).astype(dtype)


COLUMNS = {
    # usual ones
    "whole numbers": lambda n, rng: pd.Series(rng.integers(-3, 9, n)),
    "numbers": lambda n, rng: pd.Series(rng.normal(size=n)),
    "gaps": lambda n, rng: pd.Series(np.where(rng.random(n) < 0.3, np.nan, rng.normal(size=n))),
    "text": lambda n, rng: pd.Series(rng.choice(WORDS, n), dtype=object),
    "bool": lambda n, rng: pd.Series(rng.random(n) < 0.5),
    "category": lambda n, rng: pd.Series(rng.choice(WORDS, n)).astype("category"),
    "ordered": lambda n, rng: pd.Series(
        pd.Categorical(rng.choice(WORDS, n), WORDS[::-1], ordered=True)
    ),
    "category of numbers": lambda n, rng: pd.Series(rng.integers(0, 3, n)).astype("category"),
    "names": lambda n, rng: pd.Series([f"row {i}" for i in range(n)], dtype=object),
    "index": lambda n, rng: pd.Series(np.arange(n)),
    "constant": lambda n, rng: pd.Series(np.full(n, 7)),
    # nothing there
    "all NaN": lambda n, rng: pd.Series(np.full(n, np.nan)),
    "all None": lambda n, rng: pd.Series([None] * n, dtype=object),
    "all NA": lambda n, rng: pd.Series([pd.NA] * n, dtype="Int64"),
    "category of nothing": lambda n, rng: pd.Series(pd.Categorical([None] * n, ["a"])),
    # nullable
    "Int64": _with_gaps("Int64", [1, 2]),
    "Float64": _with_gaps("Float64", [1.5, 2]),
    "boolean": _with_gaps("boolean", [True, False]),
    "string": _with_gaps("string", ["a", "b"]),
    # large and small
    "infinite": _some([1.0, np.inf, -np.inf]),
    "infinite float": lambda n, rng: _some([1.0, np.inf])(n, rng).astype(float),
    "huge": _some([10**30, 2, 10**400]),
    "int64 max": lambda n, rng: pd.Series(rng.choice([2**63 - 1, -(2**63), 0], n)),
    "uint64": lambda n, rng: pd.Series(rng.choice(np.array([2**64 - 1, 0], np.uint64), n)),
    "large": lambda n, rng: pd.Series(rng.choice([1.7e308, -1.7e308, 5e-324], n)),
    "float16": lambda n, rng: pd.Series(rng.normal(size=n).astype(np.float16)),
    "longdouble": lambda n, rng: pd.Series(rng.normal(size=n).astype(np.longdouble)),
    # neither number nor text
    "dates": lambda n, rng: pd.Series(pd.to_datetime(rng.integers(0, 5, n), unit="D")),
    "dates of a zone": lambda n, rng: pd.Series(
        pd.to_datetime(rng.integers(0, 5, n), unit="D", utc=True)
    ),
    "durations": lambda n, rng: pd.Series(pd.to_timedelta(rng.integers(0, 5, n), unit="D")),
    "periods": lambda n, rng: pd.Series(pd.period_range("2024", periods=n, freq="D")),
    "days": _some([DAY, None]),
    "times": _some([datetime.time(1, 2), datetime.timedelta(3)]),
    "NaT": _some([pd.NaT, "a"]),
    "intervals": lambda n, rng: pd.cut(pd.Series(rng.random(n)), [0, 0.5, 1]),
    "interval dtype": lambda n, rng: pd.Series(pd.arrays.IntervalArray.from_breaks(range(n + 1))),
    "complex": lambda n, rng: pd.Series(rng.normal(size=n) + 1j),
    "complex objects": _some([1j, 2]),
    "bytes": _some([b"a", b"b"]),
    "mixed": _some([1, "a", 2.5, None]),
    "true or text": _some([True, "a"]),
    "lists": _some([[1], [2, 3]]),
    "dicts": _some([{"a": 1}, {}]),
    "arrays": _some([np.arange(2), np.arange(3)]),
    "tuples": _some([(1, 2), (3,)]),
    "sets": _some([frozenset([1]), frozenset()]),
    "functions": _some([len, print]),
    "decimals": _some([Decimal("1.5"), Decimal(2)]),
    "bad decimals": _some([Decimal("NaN"), Decimal("inf")]),
    "fractions": _some([Fraction(1, 3), Fraction(2)]),
    "objects": lambda n, rng: pd.Series([object() for _ in range(n)], dtype=object),
    # kept in another way
    "sparse": lambda n, rng: pd.Series(pd.arrays.SparseArray(rng.integers(0, 2, n))),
    "sparse gaps": lambda n, rng: pd.Series(
        pd.arrays.SparseArray(np.where(rng.random(n) < 0.5, np.nan, 1.0))
    ),
    "sparse bool": lambda n, rng: pd.Series(pd.arrays.SparseArray(rng.random(n) < 0.5)),
}
if find_spec("pyarrow"):
    COLUMNS |= {
        "arrow numbers": _with_gaps("int64[pyarrow]", [1, 2]),
        "arrow floats": _with_gaps("float64[pyarrow]", [1.5, 2]),
        "arrow text": _with_gaps("string[pyarrow]", ["a", "b"]),
        "arrow bool": _with_gaps("bool[pyarrow]", [True, False]),
        "arrow dates": _with_gaps("timestamp[ns][pyarrow]", [pd.Timestamp("2024")]),
    }
USUAL = list(COLUMNS)[:11]

NAMES = {
    "text": lambda k: [f"c{i}" for i in range(k)],
    "positions": lambda k: list(range(k)),
    "one name": lambda k: ["twice"] * k,
    "text and numbers": lambda k: [f"c{i}" if i % 2 else i for i in range(k)],
    "looking equal": lambda k: [1, "1", 2, "2", 3][:k],
    "tuples": lambda k: pd.MultiIndex.from_tuples([("a", i) for i in range(k)]) if k else [],
    "odd": lambda k: [None, np.nan, "", 2.5, pd.Timestamp("2024")][:k],
    "words of pandas": lambda k: ["index", "columns", "shape", "y", "target"][:k],
}
INDEXES = {
    "usual": lambda n: pd.RangeIndex(n),
    "one label": lambda n: pd.Index(["same"] * n),
    "levels": lambda n: pd.MultiIndex.from_tuples([("a", i) for i in range(n)]) if n else range(n),
    "dates": lambda n: pd.date_range("2024", periods=n),
}
CONTAINERS = {
    "array": lambda X: X.to_numpy(),
    "rows": lambda X: X.to_numpy().tolist(),
    "dict": lambda X: {name: X.iloc[:, i].tolist() for i, name in enumerate(X.columns)},
    "records": lambda X: [dict(enumerate(row)) for row in X.to_numpy().tolist()],
    "list of Series": lambda X: [X.iloc[i] for i in range(len(X))],
    "Series": lambda X: X.iloc[:, 0] if X.shape[1] else pd.Series(dtype=float),
    "list": lambda X: X.iloc[:, 0].tolist() if X.shape[1] else [],
    "cube": lambda X: np.zeros((2, 2, 2)),
    "sparse matrix": lambda X: scipy.sparse.csr_matrix(np.eye(max(len(X), 1))),
    "None": lambda X: None,
    "number": lambda X: 3,
    "text": lambda X: "vegetation",
    "class": lambda X: dict,
}


@st.composite
def frames(draw, usual=False):
    """A DataFrame; with `usual` one that a careful user has made."""
    n = draw(st.sampled_from([12, 30, 7] if usual else [12, 7, 30, 1, 2, 0]))
    kinds = draw(st.lists(st.sampled_from(USUAL), min_size=1, max_size=3))
    names, index = "text", "usual"
    if not usual:
        odd = st.lists(st.sampled_from(list(COLUMNS)), max_size=2)
        kinds = draw(st.permutations([*kinds[draw(st.integers(0, 1)) :], *draw(odd)]))
        names = draw(st.sampled_from(["text"] * 4 + list(NAMES)))
        index = draw(st.sampled_from(["usual"] * 3 + list(INDEXES)))
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    columns = [COLUMNS[kind](n, rng) for kind in kinds]
    frame = pd.concat(columns, axis=1) if columns else pd.DataFrame(index=range(n))
    frame.columns, frame.index = NAMES[names](len(kinds)), INDEXES[index](n)
    return frame


@st.composite
def targets(draw, X, usual=False):
    """What is handed over as y, as a rule one entry per row of X."""
    n = len(X) if hasattr(X, "__len__") else 5
    kind = draw(st.sampled_from(USUAL if usual else [*USUAL, *COLUMNS]))
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    y = COLUMNS[kind](n, rng)
    if usual:
        return y
    shapes = {
        "Series": lambda: y.rename(draw(st.sampled_from(["y", "c0", None, 3, ("a", 0)]))),
        "list": y.tolist,
        "array": y.to_numpy,
        "frame": lambda: pd.concat([y, y], axis=1),
        "short": lambda: y[:-1],
        "None": lambda: None,
        "dict": lambda: dict(enumerate(y)),
    }
    return shapes[draw(st.sampled_from(["Series"] * 5 + list(shapes)))]()


@st.composite
def tables(draw):
    """(X, y): one of them may be fine, or both, or neither."""
    fine_X, fine_y = draw(st.sampled_from([(True, False), (False, True), (False, False)]))
    frame = draw(frames(fine_X))
    X = frame
    if not fine_X and draw(st.integers(0, 3)) == 0:
        X = CONTAINERS[draw(st.sampled_from(list(CONTAINERS)))](frame)
    return X, draw(targets(frame, fine_y))


@st.composite
def columns(draw, n=None, usual=False):
    """One column, as a Series, a list or something that is neither."""
    n = draw(st.sampled_from([7, 12, 1, 2, 0])) if n is None else n
    kind = draw(st.sampled_from([*USUAL * 3, *COLUMNS]))
    column = COLUMNS[kind](n, np.random.default_rng(draw(st.integers(0, 99))))
    if usual:
        return column
    name = draw(st.sampled_from(["c0", "y", None, 3, ("a", 0)]))
    shapes = {
        "Series": lambda: column.rename(name),
        "list": column.tolist,
        "array": column.to_numpy,
        "tuple": lambda: tuple(column),
        "Categorical": lambda: pd.Categorical(range(n)),
        "counts": lambda: column.value_counts(),
        "matrix": lambda: np.ones((n, 2)),
        "frame": lambda: column.to_frame("c0"),
        "generator": lambda: (value for value in column),
        "dict": lambda: dict(enumerate(column)),
        "text": lambda: "abc",
        "None": lambda: None,
        "number": lambda: 3,
        "function": lambda: len,
    }
    shape = draw(st.sampled_from(["Series"] * 4 + ["list"] * 2 + ["array"] * 2 + list(shapes)))
    try:
        return shapes[shape]()
    except TypeError:  # lists cannot be counted
        return column


@st.composite
def pairs(draw):
    """(x, y): two columns, as a rule of equal length."""
    n = draw(st.sampled_from([7, 12, 1, 2, 0]))
    same = draw(st.integers(0, 5)) > 0
    return draw(columns(n)), draw(columns(n if same else 5))
