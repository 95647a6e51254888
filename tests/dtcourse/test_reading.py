"""docs/reading.md leads through the code: what it prints is what the code prints."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reading.md"


def test_the_page_is_true():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried > 30
    assert failed == 0


def test_the_five_files_in_the_order_of_the_ideas():
    text = PAGE.read_text(encoding="utf-8")
    files = (
        "algorithms/id3.py", "engine/grow.py", "questions/search.py", "measures/gains.py",
        "measures/impurity.py",
    )  # fmt: skip
    places = [text.index(f". `{file}`") for file in files]
    assert places == sorted(places)
    assert all((PAGE.parents[1] / "dtlab" / file).exists() for file in files)
