"""The data sets of the course: each is a CSV file with a card that says what its columns mean.

>>> load("vegetation")
vegetation: 7 rows, target VEGETATION, features STREAM, SLOPE, ELEVATION
>>> load("buys_computer").y.value_counts().to_dict()
{'yes': 9, 'no': 5}
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from .inputs.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

LEFT = ' style="text-align:left"'  # JupyterLab sets tables to the right
# How pandas reads a column of each kind that a card may name; ordered ones are text at first.
DTYPES = {"int": "int64", "float": "float64", "bool": "bool", "text": "str", "ordered": "str"}


class DatasetCard(dict):
    """What a card says: title, source, licence, rows, target, features, columns, use, errata."""

    def __str__(self):
        facts = [self["title"], f"Source: {self['source']}.", f"Licence: {self['licence']}."]
        facts += [f"Used for: {self['use']}"]
        errata = [f"Note: {erratum}" for erratum in self["errata"]]
        columns = [f"  {name}: {describe(column)}" for name, column in self["columns"].items()]
        return "\n".join([*facts, *errata, f"{self['rows']} rows:", *columns])

    def _repr_html_(self):
        rows = "".join(
            f"<tr><th{LEFT}>{escape(name)}</th><td{LEFT}>{escape(describe(column))}</td></tr>"
            for name, column in self["columns"].items()
        )
        notes = "".join(f"<li>{escape(erratum)}</li>" for erratum in self["errata"])
        facts = [escape(self[key]) for key in ("source", "licence", "use")]
        head = f"<p><b>{escape(self['title'])}</b><br>{'<br>'.join(facts)}</p>"
        return f"{head}<table>{rows}</table>" + (f"<ul>{notes}</ul>" if notes else "")


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """A table ready for learning, as `load` returns it: features, target, and what they mean.

    Rows are named by the id column, or numbered from 1, as the lectures speak of them.

    Parameters:
        name: as `load` and `datasets` know it.
        frame: a DataFrame with every column.
        X: a DataFrame with the features.
        y: a Series with the target.
        card: the data set's card, a dictionary: title, source, columns and their meaning, errata.

    >>> golf = load("play_golf")
    >>> golf.X.shape, golf.target, golf.y.iloc[0], golf.card["rows"]
    ((14, 4), 'play', 'no', 14)
    """

    name: str
    frame: pd.DataFrame
    X: pd.DataFrame
    y: pd.Series
    card: DatasetCard

    @property
    def target(self) -> str:
        """The name of the target."""
        return self.y.name

    @property
    def features(self) -> list[str]:
        """The names of the features."""
        return list(self.X.columns)

    def __repr__(self):
        features = f"features {', '.join(self.features)}" if self.features else "no features"
        return f"{self.name}: {len(self.frame)} rows, target {self.target}, {features}"

    def _repr_html_(self):
        hidden = len(self.frame) - 14
        more = f"<p>… and {hidden} more rows</p>" if hidden > 0 else ""
        return self.card._repr_html_() + self.frame.head(14).to_html() + more


def load(name: str, id_as_feature: bool = False) -> Dataset:
    """Load a data set of the course by name; `frame.attrs["units"]` has the units of its columns.

    Parameters:
        name: one of the names that `datasets()` lists.
        id_as_feature: True adds the id column to the features, as names without order: the trap
            that information gain falls into (lecture 004, the bias problem). False by default.

    >>> load("buys_computer", id_as_feature=True).features
    ['RID', 'age', 'income', 'student', 'credit_rating']
    """
    card = read_card(name)
    frame = read_frame(name, card)
    frame.attrs["units"] = {
        c: entry["unit"] for c, entry in card["columns"].items() if "unit" in entry
    }
    features = list(card["features"])
    if id_as_feature:
        if "id" not in card:
            raise InputError(f"data set {name!r} has no id column: leave out id_as_feature=True")
        features.insert(0, card["id"])
        frame.insert(0, card["id"], frame.index.astype("category"))
        frame.index.name = None  # pandas refuses a name that is both a column and the index
    return Dataset(name, frame, frame[features].copy(), frame[card["target"]].copy(), card)


def datasets() -> list[str]:
    """The names that `load` knows, in alphabetical order.

    >>> datasets()[:3]
    ['bike_rentals', 'bike_temp_classes', 'bike_temp_rentals']
    """
    return sorted(path.stem for path in folder().glob("*.toml"))


def describe(column):
    """One column of a card in words: `height of the land (low < medium < high)`."""
    sign = " < " if column["kind"] == "ordered" else ", "
    return f"{column['meaning']} ({sign.join(column.get('levels', [column['kind']]))})"


def folder():
    """Where the data are: inside an installed package, or beside it in a source tree."""
    package = Path(__file__).parent
    installed = package / "_data"
    return installed if installed.is_dir() else package.parent / "data"


def read_card(name):
    """The card of a data set; an unknown name is answered with the nearest known one."""
    names = datasets()
    if not isinstance(name, str) or name not in names:
        from .inputs.parameters import unknown  # NumPy, which the command line does without
        from .inputs.values import briefly

        said = briefly(name)
        raise InputError(unknown(f"there is no data set {said}", name, names, "choose one of"))
    return DatasetCard(tomllib.loads((folder() / f"{name}.toml").read_text(encoding="utf-8")))


def _number(text):
    """A field of a column of numbers; an empty one is a missing value."""
    return float(text) if text else float("nan")


def read_frame(name, card):
    """The CSV file as a fresh DataFrame with the types, level orders and index of its card."""
    import pandas as pd

    kinds = {column: entry["kind"] for column, entry in card["columns"].items()}
    frame = pd.read_csv(
        folder() / f"{name}.csv",
        dtype={column: DTYPES[kind] for column, kind in kinds.items() if kind != "float"},
        # Python's float reads back exactly what was written, in every version of pandas.
        converters={column: _number for column, kind in kinds.items() if kind == "float"},
        keep_default_na=False,  # only an empty field is missing: a level called "NA" is a word
        na_values=[""],
    )
    for column in (c for c, kind in kinds.items() if kind == "ordered"):
        levels = pd.CategoricalDtype(card["columns"][column]["levels"], ordered=True)
        frame[column] = frame[column].astype(levels)
    if "id" in card:
        return frame.set_index(card["id"])
    return frame.set_index(pd.RangeIndex(1, len(frame) + 1, name="row"))
