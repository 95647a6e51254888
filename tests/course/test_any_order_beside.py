"""The same for extras, labs and companions: a file of its own, so that both run side by side."""

import pytest
from helpers.any_order import NOTEBOOKS, named, run_again

BESIDE = [path for path in NOTEBOOKS if path.parent.name != "notebooks"]


@pytest.mark.slow
@pytest.mark.parametrize("path", BESIDE, ids=named)
def test_every_cell_runs_again_from_the_last_to_the_first(path):
    run_again(path)
