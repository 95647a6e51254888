"""Similar answers: disguised copies are found, independent right answers are not."""

import ast
import csv
import os
from dataclasses import replace
from functools import partial
from time import process_time

import nbformat
import pytest
from judge_helpers.alike_answers import (
    REFERENCE,
    disguised,
    independent_answers,
    source,
    submission,
)
from nbjudge.reports.fingerprints import GRAM, LARGEST, WINDOW, parsed, tokens, winnowed
from nbjudge.reports.similar import (
    Comparison,
    Match,
    compare,
    rarity,
    sharing,
    similar,
    write_similar,
)
from nbjudge.submissions import Submission


@pytest.fixture
def path(tmp_path):
    nbformat.write(source(), tmp_path / "source.ipynb")
    return tmp_path / "source.ipynb"


def handed_in(contents):
    """Submissions from {student: bytes}."""
    return [
        Submission(name, read=partial(lambda x: x, content)) for name, content in contents.items()
    ]


def a_class(answers, **more):
    contents = {f"s{n}": submission(answer) for n, answer in enumerate(answers)}
    return handed_in(contents | more)


def pairs(comparison):
    return [{*match.students} for match in comparison.matches]


def prints(code):
    (tree,) = parsed(code)
    return winnowed(tokens(tree))


# ── fingerprints ────────────────────────────────────────────────────────────────────────────────


def test_many_empty_lines_are_read_in_no_time():
    began = process_time()
    assert len(parsed("x = 1\n" + "\n" * 150_000 + "y\n  %time z")) == 1
    assert process_time() - began < 5  # where each line looked at all that follow, 70 s


def test_names_comments_docstrings_annotations_and_layout_do_not_matter():
    for answer in independent_answers(100, seed=3):
        assert prints(disguised(answer)) == prints(answer)


def test_names_of_attributes_and_methods_that_an_answer_binds_do_not_matter():
    code = "class Stack:\n    size = 0\n    def __init__(self):\n        self.items = []\n"
    code += "    def put(self, x):\n        self.items.append(x)\n        self.size += 1\n"
    code += "def use(xs):\n    s = Stack()\n    for x in xs: s.put(x)\n    return s.items, s.size\n"
    renamed = code.replace("items", "data").replace("size", "n").replace("put", "push")
    assert prints(renamed) == prints(code) != prints(code.replace("append", "remove"))


def test_other_calls_numbers_and_operators_matter():
    code = "def f(x):\n    return sum(x) / len(x) + x.max() * np.min(x) - abs(x[0])"
    sequences = {code: tokens(ast.parse(code))}
    for old, new in {"sum": "any", "+": "-", "[0]": "[1]", ".max": ".min"}.items():
        changed = code.replace(old, new)
        sequences[changed] = tokens(ast.parse(changed))
    assert len(set(map(tuple, sequences.values()))) == len(sequences) == 5


def test_a_copied_part_always_leaves_a_fingerprint_in_common():
    shared = [f"t{i}" for i in range(GRAM + WINDOW - 1)]
    for before in range(20):
        other = [f"a{i}" for i in range(before)]
        assert winnowed([*other, *shared, "x", "y"]) & winnowed(["p", *shared, *"qrs"])


def test_what_does_not_compile_costs_only_itself():
    good = "def f(x):\n    return sum(x) / len(x) + max(x) * min(x) - abs(x[0])\n"
    trees = parsed(f"%matplotlib inline\n{good}\nthis is no Python\nz = 1\n")
    assert [ast.unparse(tree) for tree in trees] == [good.strip(), "z = 1"]


# ── comparing ───────────────────────────────────────────────────────────────────────────────────


def test_a_fingerprint_is_worth_less_the_more_have_it():
    worth = [rarity(holders, 50) for holders in range(1, 51)]
    assert worth == sorted(worth, reverse=True)
    assert (worth[0], worth[1], worth[-1]) == (1.0, 1.0, 0.0)
    assert rarity(2, 2) == 1.0


def test_what_everybody_has_is_no_evidence():
    same = {f"s{n}": {"one": set(range(50))} for n in range(20)}
    assert compare(same) == []
    two = {**same, "a": {"one": set(range(50, 80))}, "b": {"one": set(range(50, 80))}}
    assert [pair for pair, _ in compare(two)] == [("a", "b")]


def test_a_copy_with_a_changed_part_is_found():
    answers = independent_answers(40, seed=1)
    known = {f"s{n}": {"one": prints(answer)} for n, answer in enumerate(answers)}
    lines = disguised(answers[0]).splitlines()
    (place,) = [n for n, line in enumerate(lines) if "return" in line][-1:]
    lines.insert(place, "    print('the answer is', [1, 2, 3], max(3, 4) - min(7, 8), end='')")
    copy = {"copy": {"one": prints("\n".join(lines))}}
    assert [{*pair} for pair, _ in compare(known | copy)] == [{"copy", "s0"}]


@pytest.mark.parametrize("seed", range(8))
def test_disguised_copies_are_found_and_independent_answers_are_not(seed):
    answers = independent_answers(40, seed)
    known = {f"s{n}": {"one": prints(answer)} for n, answer in enumerate(answers)}
    assert compare(known) == []
    copies = {"copy 1": {"one": prints(disguised(answers[0]))}}
    copies["copy 2"] = {"one": prints(disguised(answers[7]))}
    found = [{*pair} for pair, _ in compare(known | copies)]
    assert sorted(map(sorted, found)) == [["copy 1", "s0"], ["copy 2", "s7"]]


def test_a_copy_is_found_when_it_moved_to_another_exercise():
    whole = set(range(30))
    rest = {f"s{n}": {"one": {1000 * n + i for i in range(30)}} for n in range(1, 10)}
    moved = {"a": {"one": whole}, "b": {"": whole}}
    assert [pair for pair, _ in compare(rest | moved)] == [("a", "b")]


@pytest.mark.parametrize("seed", range(4))
def test_an_answer_that_many_share_is_named_with_all_who_share_it(seed):
    answers = independent_answers(12, seed)
    known = {f"s{n}": {"one": prints(answer)} for n, answer in enumerate(answers)}
    assert sharing(known) == []
    copies = {f"c{n}": {"one": prints(disguised(answers[0]))} for n in range(7)}
    copies["c0"] = {
        "one": prints(disguised(answers[0]) + "\nprint(best_threshold([1, 2], [0, 1]))")
    }
    ((students, alike),) = sharing(known | copies)
    assert students == ("s0", *copies) and alike.exercise == "one" and alike.share >= 0.9


# ── notebooks ───────────────────────────────────────────────────────────────────────────────────


def test_a_class_of_notebooks(path):
    answers = independent_answers(20, seed=5)
    copy = disguised(answers[3]) + "\nthis line does not compile\n"
    found = similar(a_class(answers, copy=submission(copy, labelled=False)), path)
    assert (found.compared, found.left_out) == (21, ())
    assert pairs(found) == [{"s3", "copy"}]
    (alike,) = found.matches[0].exercises
    assert alike.exercise == "1 The best threshold"
    assert alike.share > 0.9


def test_a_group_is_one_entry_and_not_all_its_pairs(path, tmp_path):
    answers = independent_answers(9, seed=2)
    copies = {f"copy {n}": submission(disguised(answers[3])) for n in (1, 2, 3)}
    found = similar(a_class(answers, **copies), path)
    assert pairs(found) == [{"s3", "copy 1", "copy 2", "copy 3"}]
    assert "12 submissions compared. 1 group to look at." in str(found)
    assert "s3, copy 1, copy 2 and copy 3\n    1 The best threshold: 100% alike" in str(found)
    write_similar(found, tmp_path / "similar.csv")
    rows = [*csv.DictReader((tmp_path / "similar.csv").open(encoding="utf-8"))]
    assert [(row["first"], row["second"]) for row in rows] == [("s3", one) for one in copies]


def test_the_reference_solution_and_the_starter_are_left_out(path):
    solved = {name: submission(disguised(REFERENCE)) for name in ("a", "b", "c")}
    untouched = {name: submission("", "def mean(x):\n    ...") for name in ("d", "e")}
    assert similar(handed_in(solved | untouched), path).matches == ()


def test_hostile_and_broken_notebooks_cost_only_themselves(path):
    class Bomb:
        """Kills the process that reads it."""

        def __reduce__(self):
            return os._exit, (1,)

    answer = independent_answers(1, seed=0)[0]
    hostile = {
        "bomb": Bomb(),
        "empty": b"",
        "long": submission("x = 1\n" * LARGEST),
        "deep": submission("x" + ".a" * 50_000),
        "minus": submission("x = " + "-" * 90_000 + "1"),
        "brackets": submission("x = " + "[" * 90_000),
        "null": submission("x = 1\0"),
    }
    honest = {"a": submission(answer), "b": submission(disguised(answer))}
    missing = Submission("nobody", status="missing", reason="there is no notebook")
    found = similar([*handed_in(hostile | honest), missing], path)
    assert pairs(found) == [{"a", "b"}]
    left_out = dict(found.left_out)
    assert {"bomb", "empty", "long", "nobody"} <= left_out.keys() <= {*hostile, "nobody"}
    assert left_out["bomb"] == "reading it took too much time or memory"
    assert left_out["nobody"] == "there is no notebook"


def test_the_report_is_honest_and_a_spreadsheet_can_read_it(path, tmp_path):
    answer = independent_answers(1, seed=0)[0]
    first, second = handed_in({"=a": submission(answer), "b": submission(answer)})
    found = similar([first, replace(second, name="Bob")], path)
    assert "Alike is no proof" in str(found)
    assert "=a and Bob (b)\n    1 The best threshold: 100% alike" in str(found)
    write_similar(found, tmp_path / "similar.csv")
    (row,) = csv.DictReader((tmp_path / "similar.csv").open(encoding="utf-8"))
    assert (row["first"], row["second"], row["alike"]) == ("'=a", "b", "1.00")


def test_a_source_that_is_no_notebook_is_refused(tmp_path):
    (tmp_path / "source.ipynb").write_text("hello", encoding="utf-8")
    with pytest.raises(ValueError, match="the source cannot be read: The file is not a notebook"):
        similar([], tmp_path / "source.ipynb")


def test_no_pair_is_said_so():
    assert str(Comparison((), 12, ())) == "12 submissions compared. No pair stands out."
    one = Comparison((Match(("a", "b"), ()),), 12, ())
    assert str(one).startswith("12 submissions compared. 1 pair to look at.")
