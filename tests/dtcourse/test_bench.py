import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from nbjudge.sandbox.bubblewrap import why_not

from conftest import needs

pytestmark = pytest.mark.slow  # starts several fresh Pythons
RUN = Path(__file__).resolve().parents[2] / "bench" / "run.py"


def bench(*options, **settings):
    command = [sys.executable, str(RUN), *options]
    environment = os.environ | settings
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env=environment
    )


@pytest.fixture(scope="module")
def quick():
    result = bench("--quick")
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def test_the_table_has_a_line_for_every_promise(quick):
    head, *lines = quick
    assert head.split() == ["what", "dtlab", "peer", "peer's", "ratio", "of", "best", "target"]
    for what in (
        *("CART fit", "RegressionTree fit", "ID3 fit", "C45 growth fit", "C45 fit with"),
        *("CART predict", "RegressionTree predict", "ID3 predict", "import dtlab", "  its peak"),
    ):
        assert any(line.startswith(what) for line in lines), what


def test_ratios_are_quotients_of_the_times_beside_them(quick):
    found = [
        re.findall(r"([\d.,]+) (m?s)\b.*?([\d.,]+) (m?s) +([\d.]+)", line) for line in quick[1:]
    ]
    races = [race[0] for race in found if race]
    assert len(races) > 20
    for ours, its_unit, peer, peers_unit, ratio in races:  # ratios are printed to 0.01
        (low, high), (least, most) = between(ours, its_unit), between(peer, peers_unit)
        assert low / most - 0.01 <= float(ratio) <= high / max(least, 1e-5) + 0.01


def between(number, unit):
    """The least and the most seconds that are printed like this, to 0.1 of the unit."""
    value, size = float(number.replace(",", "")), {"ms": 1e-3, "s": 1.0}[unit]
    return (value - 0.05) * size, (value + 0.05) * size


def test_import_loads_nothing_heavy(quick):
    lines = [line.split() for line in quick if line.startswith("  loads of")]
    assert len(lines) == 2 and all(line[-1] == "ok" for line in lines)


def test_groups_select_and_unknown_ones_are_named():
    chosen = bench("--quick", "import").stdout.splitlines()[1:]
    assert [line.split()[:2] for line in chosen[::2]] == [["import", "dtlab"], ["from", "dtlab"]]
    wrong = bench("--quick", "carts")
    assert wrong.returncode == 2 and "there is no 'carts' here: choose from cart," in wrong.stderr


# ── grading ─────────────────────────────────────────────────────────────────────────────────────


def test_grading_is_measured_beside_nbgrader_and_gives_fair_marks(quick):
    needs("a sandbox", why_not() is None, str(why_not()))
    assert any(line.startswith("dtlab grade, numpy_assignment, right, one of 1") for line in quick)
    assert any(line.startswith("a class of 3, numpy_assignment, -j 2") for line in quick)
    for what in ("a right", "its peak of memory (parent)", "slowest hostile submission"):
        assert sum(line.startswith(f"  {what}") for line in quick) == 1
    marks = [line.split() for line in quick if line.startswith("  unfair marks")]
    assert [line[-1] for line in marks] == ["ok"] * 2


def test_without_bubblewrap_grading_says_so_in_a_line():
    result = bench("--quick", "grading", PATH="")
    assert result.returncode == 0, result.stderr
    (line,) = result.stdout.splitlines()[1:]
    assert "grading: bubblewrap is missing: install" in line or "only be run safely on" in line


@pytest.mark.parametrize("which", ["numpy_assignment", "set_04"])
def test_the_class_is_mixed_and_the_same_every_time(which, monkeypatch):
    monkeypatch.syspath_prepend(RUN.parent)
    import assignments
    import grading_class

    source = getattr(assignments, which)()
    made = grading_class.submissions(source, 300)
    assert made == grading_class.submissions(source, 300)
    assert made != grading_class.submissions(source, 300, seed=1)
    kinds = Counter(one.kind.split(":")[0] for one in made)
    assert kinds == {"right": 150, "partly right": 75, "broken": 60, "hostile": 15}
    most = max(one.total for one in made)
    assert {one.total for one in made if one.kind == "right"} == {most}
    assert all(0 < one.total < most for one in made if one.kind == "partly right")
    assert not any(one.total for one in made if one.kind.startswith("hostile"))
