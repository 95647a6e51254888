"""Every item of the lectures is owned by one notebook and met in a cell that carries its id."""

import re
import runpy
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "lecture_map.py"))
COUNTS = {"K": 93, "R": 70, "P": 38, "G": 35, "S": 53, "E": 25, "X": 26}
FILES = {path.name[:2]: path for path in (ROOT / "notebooks").glob("*.ipynb")}


def ids(letter):
    return [f"{letter}{n:02}" for n in range(1, COUNTS[letter] + 1)]


def test_every_item_erratum_and_contradiction_has_one_owner():
    listed = [i for items in TOOL["COVERAGE"]["notebooks"].values() for i in items.split()]
    assert sorted(listed) == sorted(i for letter in COUNTS for i in ids(letter))


@pytest.mark.parametrize("number", sorted(FILES))
def test_every_owned_item_is_met_in_a_tagged_cell(number):
    owned = TOOL["COVERAGE"]["notebooks"].get(number, "").split()
    cells = nbformat.read(FILES[number], as_version=4).cells
    tags = {tag for cell in cells for tag in cell.metadata.get("tags", [])}
    assert [item for item in owned if item not in tags] == []


def test_the_sections_hold_every_item_once_and_in_order():
    for letter, lecture in zip("KRPGS", TOOL["COVERAGE"]["lectures"], strict=True):
        items = [i for section in lecture["sections"] for i in TOOL["expand"](section["items"])]
        assert items == ids(letter)


def test_notebook_00_leads_to_the_cells():
    cells = nbformat.read(FILES["00"], as_version=4).cells
    (cell,) = [c for c in cells if TOOL["TAG"] in c.metadata.get("tags", [])]
    assert cell.source == TOOL["lecture_map"]()  # else: python tools/lecture_map.py


def test_each_lecture_is_folded_and_headings_have_no_second_number():
    start = TOOL["lecture_map"]()
    names = [lecture["name"] for lecture in TOOL["COVERAGE"]["lectures"]]
    assert re.findall(r"<details><summary>(.+)</summary>\n\n\|", start) == names
    assert re.findall(r"\[(\d+\. .+?|[^\]]+ minutes\))\]\(", start) == []
    cell = nbformat.v4.new_markdown_cell("## 2. The surprise of one outcome (10 minutes)")
    assert TOOL["heading_of"](cell) == "The surprise of one outcome"
