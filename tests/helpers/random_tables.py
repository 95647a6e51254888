"""Small random tables with mixed columns, missing values, weights and many ties."""

import numpy as np
import pandas as pd
from hypothesis import strategies as st
from twins.naive_trees import Data

KINDS = ("few numbers", "numbers", "text", "bool")
LEVELS = ("u", "v", "w", "x", "y", "z")


@st.composite
def tables(draw, kinds=KINDS, missing=(0.0,), classes=(1, 2, 3, 4), weighted=True, max_rows=40):
    """Data of 1 to 4 columns; classes=None gives a numeric target."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n = draw(st.integers(1, max_rows))
    gap = draw(st.sampled_from(missing))
    drawn = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=4))
    columns = {f"{kind[0]}{f}": column(rng, kind, n, gap) for f, kind in enumerate(drawn)}
    if classes is None:
        y = (rng.integers(0, 4, n) if draw(st.booleans()) else rng.normal(size=n).round(3)).tolist()
    else:
        y = [LEVELS[k] for k in rng.integers(0, draw(st.sampled_from(classes)), n)]
    kind = draw(st.sampled_from(("ones", "quarters", "reals") if weighted else ("ones",)))
    w = {"ones": np.ones(n), "quarters": rng.integers(1, 5, n) / 4, "reals": rng.random(n) + 0.1}
    return Data(columns, y, w[kind].tolist())


def column(rng, kind, n, gap):
    """A list of Python values, None where one is missing."""
    values = {
        "few numbers": rng.integers(0, 4, n).tolist(),
        "numbers": rng.normal(size=n).round(2).tolist(),
        "text": [LEVELS[v] for v in rng.integers(0, rng.integers(2, 6), n)],
        "bool": (rng.random(n) < 0.5).tolist(),
    }[kind]
    return [None if g else v for v, g in zip(values, rng.random(n) < gap, strict=True)]


def frame(data):
    """The columns as a DataFrame; numbers with gaps become floats, the rest stays as it is."""
    kinds = {
        name: float if data.is_number(name) and None in values else None
        for name, values in data.columns.items()
    }
    return pd.DataFrame(
        {name: pd.Series(v, dtype=kinds[name] or _dtype(v)) for name, v in data.columns.items()}
    )


def _dtype(values):
    return object if None in values or isinstance(values[0], str) else None


def fitted(model, data):
    """The model, fitted; weights of 1 are left out."""
    weight = None if set(data.w) == {1.0} else data.w
    return model.fit(frame(data), data.y, sample_weight=weight)
