"""How shown work looks: text, Markdown, LaTeX and DataFrame say the same, for any name."""

import re
from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlab import load, work
from dtlab.work.formula import as_formula, decimals, elided, joined, name, number, reach
from dtlab.work.table import Names, WorkTable, escaped, markdown_table, text_table

NASTY = [
    "credit_rating", "50%", "a|b", "x < y & z", "$5", "{low}", "back\\slash", "a^b~c", "*bold*",
    "#1", "`code`", "[link](x)", "ウォーク", "שלום", "🍎 apple", "a" * 60, "line\nbreak", "",
]  # fmt: skip


VEG, BIKES, LAND = load("vegetation"), load("bike_rentals"), load("vegetation_continuous")
SLOPE = VEG.X["SLOPE"]
EVERY_KIND = {
    "entropy": lambda: work.entropy(load("spam").y),
    "gini": lambda: work.gini(VEG),
    "error": lambda: work.error(VEG),
    "variance": lambda: work.variance(BIKES.y),
    "remainder": lambda: work.remainder(SLOPE, VEG.y),
    "conditional_entropy": lambda: work.conditional_entropy(SLOPE, VEG.y),
    "gain": lambda: work.gain(SLOPE, VEG.y),
    "split_information": lambda: work.split_information(SLOPE),
    "gain_ratio": lambda: work.gain_ratio(SLOPE, VEG.y),
    "gains": lambda: work.gains(VEG),
    "variances": lambda: work.variances(BIKES),
    "subset": lambda: work.subset(SLOPE, VEG.y, ["flat"]),
    "subsets": lambda: work.subsets(SLOPE, VEG.y),
    "thresholds": lambda: work.thresholds(LAND.X["ELEVATION"], LAND.y),
    "chi_square": lambda: work.chi_square(SLOPE, VEG.y),
    "prediction": lambda: work.prediction(VEG),
    "adaboost_update": lambda: work.adaboost_update([0.5, 0.5], [True, False]),
    "adaboost": lambda: work.adaboost(["a", "b"], [["a", "a"]]),
    "boosting_step": lambda: work.boosting_step([1, 2], 1.5, [0, 1]),
    "gradient_boosting": lambda: work.gradient_boosting([1, 2], [[0, 1]]),
}


def test_every_public_function_is_tested_here():
    assert {*EVERY_KIND, "Work"} == set(work.__all__)


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_work_has_all_its_forms(kind):
    shown = EVERY_KIND[kind]()
    assert isinstance(shown.value, float)
    assert shown.exact is None or float(shown.exact) == pytest.approx(shown.value, rel=1e-12)
    assert shown.terms
    assert isinstance(shown.to_frame(), pd.DataFrame)
    assert repr(shown) == str(shown)
    assert hash(shown) == hash(EVERY_KIND[kind]())
    assert float(shown) == shown.value
    assert shown._repr_markdown_().count("$") in (0, 2)
    latex = shown._repr_markdown_()
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\left(") == latex.count(r"\right)")
    formulas = re.sub(r"^\|.*$|\\text{[^}]*}", "", latex, flags=re.M)
    assert not re.search(r"[−×Σ²₂αεχ←½]", formulas)


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_text_and_latex_have_the_same_figures(kind):
    for block in EVERY_KIND[kind]().blocks:
        for _, piece in block.lines:
            latex = re.sub(r"\\tfrac\{1\}\{2\}|\\log_2|\^2|\{i=1\}|\\,", "", piece.latex)
            text = re.sub("[²₂½]", "", piece.text)
            assert re.findall(r"\d+\.?\d*", latex) == re.findall(r"\d+\.?\d*", text)


@pytest.mark.parametrize("label", NASTY)
def test_any_name_can_be_shown(label):
    y = pd.Series([label, "b", label, "b"], name=label)
    x = pd.Series([label, label, "c", "d"], name=label)
    for shown in (work.entropy(y), work.gain(x, y), work.gains({label: x}, y), work.subsets(x, y)):
        table = [line for line in shown._repr_markdown_().splitlines() if line.startswith("|")]
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table}) <= 1
        formulas = re.sub(r"\\.", "", shown._repr_markdown_().split("\n\n")[0])
        assert formulas.count("$") == 2
        assert formulas.count("{") == formulas.count("}")
        assert len(shown.to_frame()) > 1
        assert "\n".join(str(shown).splitlines()) == str(shown)


def test_a_long_name_is_cut_when_shown_and_whole_in_the_frame():
    x = pd.Series(["a", "b"], name="n" * 60)
    shown = work.gains(x.to_frame(), ["u", "v"])
    assert "n" * 39 + "…" in str(shown)
    assert "n" * 40 not in str(shown) + str(work.remainder(x, ["u", "v"]))
    assert shown.to_frame()["feature"].tolist() == ["n" * 60] * 2


@given(st.floats(-1e9, 1e9, allow_nan=False), st.integers(0, 6))
def test_decimals_round_and_only_exact_numbers_are_short(value, digits):
    text = decimals(value, digits).replace("−", "-")
    assert abs(float(text) - value) <= 0.5 * 10.0**-digits + 1e-9 * abs(value)
    is_short = len(text.partition(".")[2]) < digits
    assert not is_short or float(text) == pytest.approx(value, rel=1e-12, abs=1e-12)


def test_decimals():
    assert [decimals(v) for v in (0.9710, 0.97096, 1, -0.00001, -2.5)] == [
        "0.971", "0.9710", "1", "0.0000", "−2.5",
    ]  # fmt: skip
    assert decimals(1.5, 4, at_least=4) == "1.5000"


def test_long_sums_are_cut_to_fit():
    assert joined([number(i) for i in range(5)]).text == "0 + 1 + 2 + 3 + 4"
    assert joined([number(i) for i in range(50)]).text == "0 + 1 + 2 + … + 49"
    assert joined([number(1e9 / 7)] * 9).text.count("+") == 3
    assert elided(list("abcdef"), 4, "…") == ["a", "b", "…", "f"]
    assert reach(as_formula("1 − ").latex) == 2
    assert name("x").latex == "x"


def test_work_is_compared_by_value_and_equal_by_content():
    spam = load("spam")
    gains = [work.gain(spam.X[f], spam.y) for f in spam.features]
    assert max(gains) is gains[0]
    assert gains[2] < gains[1] < gains[0]
    assert gains[1] == work.gain(spam.X["UNKNOWN SENDER"], spam.y)
    assert gains[1] != work.gain(spam.X["UNKNOWN SENDER"], spam.y, digits=2)


def test_digits():
    text = str(work.gain(load("buys_computer").X["age"], load("buys_computer").y, digits=3))
    assert "0.940 − 0.694" in text
    assert "0.247 bits" in text


# ------------------------------------------------------------------ tables


def test_a_long_table_keeps_its_best_group():
    rows = tuple((float(i), side, i) for i in range(100) for side in "ab")
    text = text_table(WorkTable(("t", "side", "n"), rows, once=("t",), best=50.0))
    assert text.count("…") == 6  # two gaps of three cells
    assert re.search(r"^ *50", text, re.M)
    bold = markdown_table(WorkTable(("t", "side", "n"), rows, once=("t",), best=50.0))
    assert bold.count("**") == 2
    assert "| **50** | a |" in bold


def test_a_group_of_many_rows_is_cut():
    rows = tuple(("RID", i) for i in range(40))
    text = text_table(WorkTable(("feature", "level"), rows, once=("feature",)))
    assert len(text.splitlines()) == 14


def test_names_are_cut_and_counted():
    names = Names(tuple(f"d{i}" for i in range(1, 31)))
    assert str(names) == "d1, d2, d3, …, d30 (30 rows)"
    assert str(Names(names.labels, 2, 4)) == "d3, d4"
    assert str(Names(())) == "none"
    assert names.short(200).count("d") == 30


def test_columns_line_up_for_wide_signs():
    lines = text_table(WorkTable(("名前", "n"), (("リンゴ", 1), ("e\u0301", 20)))).splitlines()
    assert lines == ["名前     n", "──────  ──", "リンゴ   1", "e\u0301       20"]


def test_markdown_marks_in_names_are_escaped():
    assert escaped("a|b*c_d<e>") == r"a\|b\*c\_d&lt;e&gt;"
    assert escaped("$5 | $6") == r"`$5 \| $6`"  # as code, or it would be read as a formula


def test_the_frame_holds_plain_values():
    frame = work.remainder(load("spam").X["UNKNOWN SENDER"], load("spam").y).to_frame()
    assert frame["level"].tolist() == [False, True]
    assert frame["instances"][0] == "d376, d782, d976"
    assert frame["share"].tolist() == [0.5, 0.5]


def test_instances_are_named_by_the_index():
    y = pd.Series(["a", "b"], index=["Ann", "Bob"])
    assert work.entropy(y).to_frame()["instances"].tolist() == ["Ann", "Bob"]
    assert work.entropy(["a", "b"]).to_frame()["instances"].tolist() == ["d1", "d2"]


def test_probabilities_are_written_alone():
    assert "−(0.25 × log₂(0.25) + 0.75 × log₂(0.75))" in str(work.entropy([0.25, 0.75]))
    assert work.entropy([Fraction(1, 4), Fraction(3, 4)]) == work.entropy([0.25, 0.75])
