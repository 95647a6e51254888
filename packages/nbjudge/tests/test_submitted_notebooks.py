"""The reader of submissions: roughly a notebook is enough, and all else is a sentence."""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbjudge.judging.notebooks import CELLS, LARGEST, Cell, Unreadable, read_notebook


def as_json(notebook):
    return json.dumps(notebook).encode()


def simple(source="x = 1", **about):
    return {"cell_type": "code", "source": source, "metadata": about}


def test_a_notebook_as_jupyter_saves_it():
    about = {"grade": True, "grade_id": "a-test", "locked": True, "points": 2, "solution": False}
    cells = [new_markdown_cell("# Head"), new_code_cell("x = 1\ny = 2")]
    cells.append(new_code_cell("assert x", metadata={"nbgrader": about | {"schema_version": 3}}))
    content = nbformat.writes(new_notebook(cells=cells)).encode()
    assert read_notebook(content) == (
        Cell("text", "# Head"),
        Cell("code", "x = 1\ny = 2"),
        Cell("code", "assert x", "a-test", grade=True, locked=True, points=2.0),
    )


def test_a_notebook_of_format_3():
    cells = [{"cell_type": "code", "input": ["x = 1"]}, {"cell_type": "heading", "source": "A"}]
    sheets = [{"cells": cells[:1]}, {"cells": cells[1:]}, {}]
    expected = (Cell("code", "x = 1"), Cell("text", "A"))
    assert read_notebook(as_json({"nbformat": 3, "worksheets": sheets})) == expected


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_any_encoding_of_json(encoding):
    content = json.dumps({"cells": [simple("x = 'ü'")]}, ensure_ascii=False).encode(encoding)
    assert read_notebook(content) == (Cell("code", "x = 'ü'"),)


def test_bytes_that_are_no_text_cost_only_themselves():
    content = as_json({"cells": [simple("x = 1"), simple("y = 'Z'")]}).replace(b"Z", b"\xff")
    assert [cell.source for cell in read_notebook(content)] == ["x = 1", "y = '\ufffd'"]


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        "code",
        {},
        {"source": 3},
        {"source": ["x", 3]},
        {"source": None, "input": {}},
        {"cell_type": "code"},
    ],
)
def test_what_is_no_cell_is_left_out(raw):
    assert read_notebook(as_json({"cells": [raw, simple()]})) == (Cell("code", "x = 1"),)


@pytest.mark.parametrize("about", [None, [], 3, {"grade_id": 3}, {"grade": 1, "points": "all"}])
def test_strange_metadata_count_as_none(about):
    assert read_notebook(as_json({"cells": [simple(nbgrader=about)]})) == (Cell("code", "x = 1"),)
    assert read_notebook(as_json({"cells": [{**simple(), "metadata": about}]}))[0].grade_id == ""


@pytest.mark.parametrize("points", ["NaN", "Infinity", "1e400", "-1e9", "1" + "0" * 400])
def test_strange_points_count_as_none(points):
    content = as_json({"cells": [simple(nbgrader={"points": "P"})]})
    assert read_notebook(content.replace(b'"P"', points.encode()))[0].points == 0


def test_another_kernel_and_extra_keys_do_not_matter():
    content = as_json(
        {"cells": [simple()], "metadata": {"kernelspec": {"name": "conda-x"}}, "a": 1}
    )
    assert read_notebook(content) == (Cell("code", "x = 1"),)


WHOLE = as_json({"cells": [simple()]})
UNREADABLE = {
    "empty": (b"", "empty"),
    "blank": (b" \n", "empty"),
    "cut off": (WHOLE[:-5], "cut off"),
    "text": (b"print(1)", "not a notebook"),
    "a list": (b"[]", "no cells"),
    "a number": (b"1", "no cells"),
    "no cells": (b'{"cells": 3}', "no cells"),
    "pdf": (b"%PDF-1.4", "PDF"),
    "zip": (b"PK\x03\x04abc", "zip"),
    "html": (b"\n<!DOCTYPE html>", "web page"),
    "merge": (b'{\n "cells": [\n<<<<<<< HEAD\n  {\n', "Git could not merge"),
    "merge at the top": (b"<<<<<<< HEAD\n{}", "Git could not merge"),
    "binary": (bytes(range(256)) * 9, "not a notebook"),
    "deep": (b"[" * 100_000, "not a notebook"),
    "deep within": (b'{"cells": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "not a notebook"),
    "brackets": (b"[" + b"[]," * 3_000_000 + b"[]]", "too many parts"),
    "digits": (b'{"cells": ' + b"9" * 5000 + b"}", "not a notebook"),
    "large": (b" " * (LARGEST + 1), "larger than 50 MB"),
    "many cells": (as_json({"cells": [simple()] * (CELLS + 1)}), "more than 2,000 cells"),
}


@pytest.mark.parametrize("content, says", UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_says_so_in_a_sentence(content, says):
    with pytest.raises(Unreadable, match=says) as reason:
        read_notebook(content)
    assert str(reason.value).endswith(".") and len(str(reason.value)) < 200


def test_the_most_that_is_allowed_is_read():
    assert len(read_notebook(as_json({"cells": [simple()] * CELLS}))) == CELLS
    large = as_json({"cells": [{**simple(), "outputs": ["x" * 40_000_000]}]})
    assert read_notebook(large) == (Cell("code", "x = 1"),)
