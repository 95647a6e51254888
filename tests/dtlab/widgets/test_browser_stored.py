"""What a notebook shows before any cell is run, in a real browser."""

import nbformat
import pytest
from helpers.browser import Lab, browser, wait_until

from conftest import needs
from dtlab import load, plot_number_line
from dtlab.plots.svg import alt, picture

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    needs("Chromium", browser(), "install chromium")
    with Lab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.fixture(scope="module")
def page(lab):
    with lab.page() as page:
        yield page


def test_a_stored_figure_shrinks_and_has_words_even_in_a_strangers_notebook(lab, page):
    land = load("vegetation_continuous")
    figure = plot_number_line(land.X["ELEVATION"], land.y).figure
    output = nbformat.v4.new_output("display_data", {"text/html": picture(figure)})
    page.set_viewport_size({"width": 820, "height": 1000})
    path = lab.folder / lab.write("stored.ipynb", "1")
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[0].outputs = [output]
    nbformat.write(notebook, path)  # not signed: JupyterLab trusts nothing in it
    opened = lab.open(page, path.name)
    image = page.get_by_role("img", name=alt(figure), exact=True)
    image.wait_for()
    assert wait_until(page, lambda: image.evaluate("e => e.complete"))
    own, width = image.evaluate("e => [e.naturalWidth, e.width]")
    room = page.locator(".jp-OutputArea-output").first.evaluate("e => e.clientWidth")
    assert 0 < width <= room < own
    assert opened.complaints == []


def test_who_comes_back_without_a_kernel_sees_the_last_picture(lab, page):
    page.set_viewport_size({"width": 1400, "height": 1000})
    call = "%load_ext dtlab\nfrom dtlab.widgets import explore_entropy\nexplore_entropy()"
    name = lab.write("widget.ipynb", call)
    opened = lab.open(page, name).run()
    live = page.locator("svg[role=img]")
    live.wait_for()
    first = live.get_attribute("aria-label")
    still = page.locator("img[alt*=bag]")
    assert wait_until(page, lambda: still.count() == 1)  # there, but hidden
    assert not still.is_visible()
    page.locator(".dtlab-zone").first.focus()
    page.keyboard.press("Enter")
    assert wait_until(page, lambda: still.get_attribute("alt") != first)
    last = still.get_attribute("alt")
    page.keyboard.press("Control+s")
    assert wait_until(page, lambda: last in (lab.folder / name).read_text(encoding="utf-8"))
    assert opened.complaints == opened.errors == []
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_role("menuitem", name="Shut Down All Kernels…").click()
    page.locator(".jp-Dialog .jp-mod-accept").click()
    page.locator("#jp-main-statusbar").get_by_text("No Kernel").wait_for()
    lab.open(page, name)  # with a new kernel, in which nothing has run
    page.get_by_role("img", name=last, exact=True).wait_for()
    assert first != last
    assert not page.get_by_text("Error displaying widget").is_visible()
    assert not page.get_by_text("Loading widget").is_visible()
