import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # starts several fresh Pythons
RUN = Path(__file__).resolve().parents[2] / "bench" / "run.py"


def bench(*options):
    command = [sys.executable, str(RUN), *options]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8")


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
    races = [re.findall(r"([\d.,]+) m?s\b.*?([\d.,]+) m?s +([\d.]+)", line) for line in quick[1:]]
    races = [[float(number.replace(",", "")) for number in race[0]] for race in races if race]
    assert len(races) > 20
    for ours, peer, ratio in races:  # times are printed to 0.1 ms, ratios to 0.01
        low, high = (ours - 0.05) / (peer + 0.05), (ours + 0.05) / max(peer - 0.05, 0.01)
        assert low - 0.01 <= ratio <= high + 0.01


def test_import_loads_nothing_heavy(quick):
    lines = [line.split() for line in quick if line.startswith("  loads of")]
    assert len(lines) == 2 and all(line[-1] == "ok" for line in lines)


def test_groups_select_and_unknown_ones_are_named():
    chosen = bench("--quick", "import").stdout.splitlines()[1:]
    assert [line.split()[:2] for line in chosen[::2]] == [["import", "dtlab"], ["from", "dtlab"]]
    wrong = bench("--quick", "carts")
    assert wrong.returncode == 2 and "there is no 'carts' here: choose from cart," in wrong.stderr
