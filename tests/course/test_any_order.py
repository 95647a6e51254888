"""Any cell can be run again after the last one; what depends on the machine is not stale."""

import nbformat
import pytest
from helpers.any_order import NOTEBOOKS, named, run_again, shape

CORE = [path for path in NOTEBOOKS if path.parent.name == "notebooks"]


@pytest.mark.slow
@pytest.mark.parametrize("path", CORE, ids=named)
def test_every_cell_runs_again_from_the_last_to_the_first(path):
    run_again(path)


def test_two_timings_have_the_same_shape():
    def cell(text):
        return nbformat.v4.new_code_cell(outputs=[nbformat.v4.new_output("stream", text=text)])

    assert shape(cell("Spark  0.123 s, 1,234 rows")) == shape(cell("Spark 12 s, 99 rows"))
    assert shape(cell("Spark 0.1 s")) != shape(cell("Spark 0.1 s, pandas 0.2 s"))
