"""Every data set against its card, its lecture's counts and its generator."""

import itertools
import re

import numpy as np
import pandas as pd
import pytest

from dtlab import data
from dtlab.data import DTYPES, Dataset, datasets, folder, load

NAMES = datasets()
LECTURE_TABLES = {
    "guess_who", "spam", "vegetation", "vegetation_continuous", "bike_rentals", "postop_validation",
    "bike_temp_classes", "bike_temp_rentals", "mutations", "hours_played", "buys_computer",
    "rain_cloud", "cars47", "toy_error_vs_entropy", "soccer", "gbrt_geron",
}  # fmt: skip
COURSE_TABLES = {
    "titanic", "penguins", "play_golf", "play_golf_numeric", "hours_played_public", "xor",
    "multiplexer", "phishing", "seattle_rain", "diamonds",
}  # fmt: skip


def table(name, *columns):
    """How often each combination of values occurs."""
    return load(name).frame.groupby(list(columns), observed=True).size().to_dict()


def test_every_data_set_is_there():
    assert set(NAMES) == LECTURE_TABLES | COURSE_TABLES
    assert sorted(NAMES) == NAMES
    assert {path.stem for path in folder().glob("*.csv")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_card_is_complete_and_matches_its_file(name):
    card = load(name).card
    needed = {
        "title",
        "source",
        "licence",
        "rows",
        "target",
        "features",
        "notebooks",
        "use",
        "errata",
        "columns",
    }
    assert needed <= set(card) <= needed | {"id"}
    assert all(card[key] for key in needed - {"features", "errata"})
    raw = pd.read_csv(folder() / f"{name}.csv", dtype=str)
    assert list(raw.columns) == list(card["columns"]) and len(raw) == card["rows"]
    assert {card["target"], card.get("id", card["target"]), *card["features"]} <= set(raw.columns)
    for column, entry in card["columns"].items():
        assert {"kind", "meaning"} <= set(entry) <= {"kind", "meaning", "levels", "unit"}
        assert "unit" not in entry or entry["kind"] in {"int", "float"}
        assert ("levels" in entry) == (entry["kind"] in {"text", "ordered"})
        if "levels" in entry:
            assert set(raw[column].dropna()) == set(entry["levels"])


@pytest.mark.parametrize("name", NAMES)
def test_card_names_a_licence_or_says_where_the_facts_come_from(name):
    card = load(name).card
    licence, source = card["licence"], card["source"]
    assert "CC BY 4.0" in licence and licence in str(card)
    if not licence.startswith("CC BY 4.0"):  # not made for this course
        assert re.match("The facts (come from|are)", licence)
        assert ("facts come from a lecture" in licence) == source.startswith("Lecture 00")


@pytest.mark.parametrize("name", NAMES)
def test_frame_has_the_types_and_the_index_of_its_card(name):
    loaded = load(name)
    missing = int(loaded.frame.isna().sum().sum())
    assert missing == (19 if name == "penguins" else 0)
    assert loaded.frame.index.name == loaded.card.get("id", "row")
    assert loaded.frame.index.is_unique
    for column in loaded.frame:
        entry = loaded.card["columns"][column]
        dtype = loaded.frame[column].dtype
        if entry["kind"] == "ordered":
            assert dtype == pd.CategoricalDtype(entry["levels"], ordered=True)
        elif entry["kind"] == "text":
            assert pd.api.types.is_string_dtype(dtype)
        else:
            assert dtype == DTYPES[entry["kind"]]


@pytest.mark.parametrize("name", NAMES)
def test_dataset_splits_features_from_target(name):
    loaded = load(name)
    assert isinstance(loaded, Dataset)
    assert loaded.features == loaded.card["features"] == list(loaded.X.columns)
    assert loaded.target == loaded.card["target"] == loaded.y.name
    assert loaded.target not in loaded.features
    assert len(loaded.X) == len(loaded.y) == len(loaded.frame) == loaded.card["rows"]
    assert loaded.X.equals(loaded.frame[loaded.features])
    assert loaded.y.equals(loaded.frame[loaded.target])


def test_readme_lists_every_data_set():
    lines = (folder() / "README.md").read_text(encoding="utf-8").splitlines()
    for name in NAMES:
        card = load(name).card
        facts = [f"[{name}]({name}.toml)", f"| {card['rows']} |", card["target"], card["title"]]
        assert any(all(fact in line for fact in facts) for line in lines), name


def test_repr_names_rows_target_and_features():
    assert repr(load("spam")) == (
        "spam: 6 rows, target CLASS, features SUSPICIOUS WORDS, UNKNOWN SENDER, CONTAINS IMAGES"
    )
    assert repr(load("cars47")) == "cars47: 47 rows, target car, no features"


def test_card_reads_as_text_and_as_html():
    card = load("buys_computer").card
    assert "age: age group (youth < middle_aged < senior)" in str(card)
    assert "E20" in str(card) and "Han, Kamber" in str(card)
    assert "youth &lt; middle_aged &lt; senior" in card._repr_html_()
    assert "E20" in load("buys_computer")._repr_html_()
    assert "more rows" not in load("buys_computer")._repr_html_()
    assert "2187 more rows" in load("titanic")._repr_html_()


def test_nothing_is_shared_between_or_within_loads():
    first = load("vegetation")
    first.frame["SLOPE"] = "changed"
    first.card["columns"]["SLOPE"]["levels"].append("changed")
    first.features.append("changed")
    first.X.loc[1, "STREAM"] = True
    first.y.loc[1] = "changed"
    second = load("vegetation")
    assert list(second.frame["SLOPE"].cat.categories) == ["flat", "moderate", "steep"]
    assert second.card["columns"]["SLOPE"]["levels"] == ["flat", "moderate", "steep"]
    assert not second.frame.loc[1, "STREAM"] and not first.frame.loc[1, "STREAM"]
    assert second.y.loc[1] == first.frame.loc[1, "VEGETATION"] == "chaparral"
    assert first.features == second.features == ["STREAM", "SLOPE", "ELEVATION"]


def test_id_as_feature_adds_names_without_order():
    loaded = load("buys_computer", id_as_feature=True)
    assert loaded.features == ["RID", "age", "income", "student", "credit_rating"]
    assert (
        isinstance(loaded.X["RID"].dtype, pd.CategoricalDtype) and not loaded.X["RID"].cat.ordered
    )
    assert list(loaded.X["RID"]) == list(loaded.X.index) == list(range(1, 15))
    assert loaded.frame.groupby("RID", observed=True).size().eq(1).all()
    assert "RID" not in load("buys_computer").frame


def test_id_as_feature_without_an_id_says_so():
    with pytest.raises(ValueError, match="'mutations' has no id column"):
        load("mutations", id_as_feature=True)


def test_unknown_name_tells_the_nearest_or_lists_the_names():
    with pytest.raises(ValueError, match="did you mean 'vegetation'"):
        load("Vegetaton")
    with pytest.raises(ValueError, match="^there is no data set 'qqqq'; choose one of") as error:
        load("qqqq")
    assert all(name in str(error.value) for name in NAMES)
    with pytest.raises(ValueError, match="no data set"):
        load("../data/spam")


def test_folder_of_an_installed_package_comes_first(tmp_path, monkeypatch):
    monkeypatch.setattr(data, "__file__", str(tmp_path / "dtlab" / "data.py"))
    assert folder() == tmp_path / "data"
    (tmp_path / "dtlab" / "_data").mkdir(parents=True)
    assert folder() == tmp_path / "dtlab" / "_data"
    assert datasets() == []


def test_counts_of_the_lecture_tables():
    assert table("spam", "CLASS") == {"ham": 3, "spam": 3}
    assert table("vegetation", "VEGETATION") == {"chaparral": 3, "conifer": 2, "riparian": 2}
    assert table("buys_computer", "buys_computer") == {"no": 5, "yes": 9}
    assert table("mutations", "Class") == {"C": 4, "NC": 3}
    assert table("postop_validation", "DECISION") == {"gen": 1, "icu": 5}
    assert table("cars47", "car") == {True: 23, False: 24}
    rain = {(True, True): 24, (True, False): 1, (False, True): 25, (False, False): 50}
    assert table("rain_cloud", "rain", "cloudy") == rain
    toy = {("left", "A"): 28, ("left", "B"): 42, ("right", "A"): 12, ("right", "B"): 38}
    assert table("toy_error_vs_entropy", "side", "class") == toy
    soccer = {("even", "team 1"): 2, ("even", "team 2"): 2}
    soccer |= {("uneven", "team 1"): 3, ("uneven", "team 2"): 1}
    assert table("soccer", "match", "winner") == soccer


def test_numeric_lecture_tables():
    assert load("bike_rentals").y.mean() == pytest.approx(37876 / 12)
    assert load("bike_temp_rentals").y.mean() == pytest.approx(1287.1)
    elevation = load("vegetation_continuous").X["ELEVATION"].sort_values()
    assert list(elevation.index) == [2, 4, 3, 7, 1, 5, 6]
    assert load("hours_played").y.mean() == pytest.approx(633 / 14)


def test_table_8_keeps_the_results_out_of_the_features():
    loaded = load("bike_temp_classes")
    assert loaded.features == ["TEMP"]
    assert [loaded.frame[f"Freq{i}"].sum() for i in range(3)] == [10, 10, 10]
    wrong = [loaded.frame.index[loaded.frame[f"M{i}"] != loaded.y].tolist() for i in range(3)]
    assert wrong == [[9, 10], [1, 2, 3], [4, 5, 6, 7, 8]]


def test_public_hours_differ_in_three_rows_only():
    lecture, public = load("hours_played"), load("hours_played_public")
    assert lecture.X.equals(public.X)
    assert public.y[lecture.y != public.y].to_dict() == {1: 26, 8: 36, 14: 30}


def test_gbrt_rows_read_back_exactly_as_generated():
    random = np.random.RandomState(42)
    x = random.rand(100, 1)[:, 0] - 0.5
    y = 3 * x**2 + 0.05 * random.randn(100)
    loaded = load("gbrt_geron")
    assert np.array_equal(loaded.X["x"], x)
    # Another processor may round x² or the sum differently; the stored rows are the reference.
    assert loaded.y.to_numpy() == pytest.approx(y, abs=1e-15)


def test_titanic_margins():
    assert table("titanic", "class") == {"1st": 325, "2nd": 285, "3rd": 706, "Crew": 885}
    assert table("titanic", "survived") == {"no": 1490, "yes": 711}
    assert table("titanic", "sex") == {"female": 470, "male": 1731}
    assert table("titanic", "age") == {"child": 109, "adult": 2092}
    women = load("titanic").frame.query("sex == 'female'")
    assert women.groupby("class")["survived"].value_counts().to_dict() == {
        ("1st", "yes"): 141, ("1st", "no"): 4, ("2nd", "yes"): 93, ("2nd", "no"): 13,
        ("3rd", "no"): 106, ("3rd", "yes"): 90, ("Crew", "yes"): 20, ("Crew", "no"): 3,
    }  # fmt: skip


def test_golf_in_words_and_in_numbers_are_the_same_days():
    words, numbers = load("play_golf"), load("play_golf_numeric")
    assert words.frame[["outlook", "windy", "play"]].equals(
        numbers.frame[["outlook", "windy", "play"]]
    )
    assert table("play_golf", "outlook", "play") == {
        ("overcast", "yes"): 4, ("rain", "no"): 2, ("rain", "yes"): 3,
        ("sunny", "no"): 3, ("sunny", "yes"): 2,
    }  # fmt: skip
    warmth = numbers.X.groupby(words.X["temperature"], observed=True)["temperature"]
    assert warmth.max().to_dict() == {"cool": 69, "mild": 75, "hot": 85}
    assert warmth.min().to_dict() == {"cool": 64, "mild": 70, "hot": 80}


def test_truth_tables_are_complete():
    for name in ("xor", "multiplexer"):
        loaded = load(name)
        everything = itertools.product([False, True], repeat=len(loaded.features))
        assert set(loaded.X.itertuples(index=False, name=None)) == set(everything)
        assert len(loaded.X) == 2 ** len(loaded.features)
    xor = load("xor").frame
    assert (xor["a xor b"] == (xor["a"] ^ xor["b"])).all()
    bits = load("multiplexer").frame
    address = 2 * bits["a1"] + bits["a0"]
    assert all(
        row[f"d{a}"] == row["output"] for a, (_, row) in zip(address, bits.iterrows(), strict=True)
    )
