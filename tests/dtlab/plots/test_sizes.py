"""`dtlab.projector`: larger letters in lower figures, and exactly the old ones afterwards."""

import re

import numpy as np
import pytest

from dtlab import CART, RandomForest, Threshold, cost_complexity_path, load, plots, projector, work
from dtlab.notebook.trees import depth_on_a_page, model_bundle
from dtlab.plots.base.sizes import PAGE, PROJECTOR, sizes
from dtlab.plots.base.style import SIZE, canvas
from dtlab.plots.svg import picture, svg, svgs_in

VISIBLE = 653, 359  # pixels that a figure may have at 1280 × 720 and 150 % zoom
VEG, GOLF = load("vegetation_continuous"), load("play_golf_numeric")
PLANE, DAYS = GOLF.X[["temperature", "humidity"]], load("bike_temp_classes").frame
TREE = CART().fit(VEG.X, VEG.y)
CURVES = {"training": [0.7, 0.8, 0.9], "validation": [0.7, 0.8, 0.7]}
ROUNDS = work.adaboost(DAYS["RENTALS"], DAYS[["M0", "M1", "M2"]])
BUYS = load("buys_computer")
FOREST = RandomForest(n_estimators=5, random_state=0).fit(BUYS.X, BUYS.y)
FIGURES = {
    "alphas": lambda: plots.plot_alphas(cost_complexity_path(TREE.tree_)),
    "concavity": lambda: plots.plot_concavity((28, 42), (12, 38)),
    "confusion": lambda: plots.plot_confusion(["ham", "spam"], ["spam", "spam"]),
    "curves": lambda: plots.plot_curves([1, 2, 3], CURVES, "depth", "accuracy", mark=(2, "best")),
    "impurities": lambda: plots.plot_impurities(),
    "regions": lambda: plots.plot_regions(CART().fit(PLANE, GOLF.y), PLANE, GOLF.y),
    "thresholds": lambda: plots.plot_thresholds(VEG.X["ELEVATION"], VEG.y),
    "weights": lambda: plots.plot_weights(ROUNDS, step=0),
}
LONGER = {  # figures whose content needs its room
    "partitions": lambda: plots.plot_partitions(VEG, Threshold("ELEVATION", 4175)),
    "tree": lambda: plots.plot_tree(TREE),
    "algorithms": lambda: plots.plot_algorithms({"CART": TREE}),
    "votes": lambda: plots.plot_votes(FOREST, BUYS.X.iloc[0]),
}


@pytest.fixture(autouse=True)
def page_again():
    yield
    projector(False)


def shown(html):
    """(width, height) in pixels at which the browser shows the SVG in a text."""
    text = "".join(svgs_in(html)) or html
    found = dict(re.findall(r'\b(width|height)="([\d.]+)pt"', text)[:2])
    return np.array([float(found["width"]), float(found["height"])]) * 96 / 72


@pytest.mark.parametrize("draw", (FIGURES | LONGER).values(), ids=FIGURES | LONGER)
def test_it_draws_larger_and_undoes_it_exactly(draw):
    before = svg(draw().figure)
    projector()
    with_it = draw()
    large = svg(with_it.figure)
    projector(False)
    assert svg(draw().figure) == before != large
    assert {text.get_fontsize() for text in with_it.texts if text.get_text()} <= {
        SIZE,
        PROJECTOR.small,
    }
    drawn = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', large)
    drawn = np.array([float(drawn[1]), float(drawn[2])])
    zoom = PROJECTOR.zoom_of(drawn[1] / 72)
    assert shown(large) == pytest.approx(drawn * 96 / 72 * zoom, abs=0.1)
    assert shown(large)[1] <= VISIBLE[1] + 1 or zoom * SIZE == pytest.approx(9)


@pytest.mark.parametrize("draw", FIGURES.values(), ids=FIGURES)
def test_a_figure_fits_the_visible_part_of_a_notebook(draw):
    projector()
    assert (shown(picture(draw().figure)) <= VISIBLE).all()


@pytest.mark.parametrize("draw", FIGURES.values(), ids=FIGURES)
def test_letters_keep_their_distance(draw):
    projector()
    ax = draw()
    ax.figure.canvas.draw()
    extents = [t.get_window_extent().shrunk(0.95, 0.7) for t in ax.texts if t.get_text()]
    for i, one in enumerate(extents):
        assert not any(one.overlaps(other) for other in extents[:i])


def test_what_a_figure_needs_it_has_and_pixels_grow_as_well():
    tall, narrow = canvas(None, needs=9.0), canvas(None, width=3.0)
    assert tall.figure.get_size_inches()[1] == 9 and narrow.figure.get_size_inches()[0] == 3
    dpi = tall.figure.dpi
    projector()
    assert canvas(None, needs=9.0).figure.get_size_inches().tolist() == [PROJECTOR.width, 9]
    assert canvas(None).figure.dpi == pytest.approx(dpi * PROJECTOR.zoom)


def test_a_tree_that_draws_itself_shows_what_fits():
    deep = CART().fit(load("penguins").X, load("penguins").y)
    page, depth = model_bundle(deep), depth_on_a_page(deep.tree_)
    projector()
    assert depth_on_a_page(deep.tree_) < depth and model_bundle(deep) != page
    projector(False)
    assert model_bundle(deep) == page


def test_it_is_on_or_off_however_often_it_is_called():
    projector()
    projector()
    assert sizes() is PROJECTOR
    projector(False)
    projector(False)
    assert sizes() is PAGE
