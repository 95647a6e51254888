"""What a notebook shows before any cell is run, in a real browser."""

import pytest
from browser import Lab, browser

from conftest import needs
from dtlab import load, plot_number_line
from dtlab.notebook import alt, picture

pytestmark = pytest.mark.slow


def test_a_stored_figure_shrinks_and_has_words_even_in_a_strangers_notebook(tmp_path):
    needs("Chromium", browser(), "install chromium")
    import nbformat

    land = load("vegetation_continuous")
    figure = plot_number_line(land.X["ELEVATION"], land.y).figure
    output = nbformat.v4.new_output("display_data", {"text/html": picture(figure)})
    with Lab(tmp_path) as lab, lab.page(width=820) as page:
        path = tmp_path / lab.write("stored.ipynb", "1")
        notebook = nbformat.read(path, as_version=4)
        notebook.cells[0].outputs = [output]
        nbformat.write(notebook, path)  # not signed: JupyterLab trusts nothing in it
        opened = lab.open(page, path.name)
        image = page.get_by_role("img", name=alt(figure), exact=True)
        image.wait_for()
        drawn = image.evaluate("e => [e.complete, e.naturalWidth, e.width]")
        room = page.locator(".jp-OutputArea-output").first.evaluate("e => e.clientWidth")
        assert drawn[0]
        assert 0 < drawn[2] <= room < drawn[1]
        assert opened.complaints == []
