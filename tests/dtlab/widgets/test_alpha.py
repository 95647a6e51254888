"""The price α of a leaf: its state without a browser, then its view."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from helpers.redrawn import differences
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from dtlab.algorithms.cart import CART
from dtlab.data import load
from dtlab.plots.base.style import COLOURS
from dtlab.pruning import prune_to
from dtlab.tree.subtrees import cut
from dtlab.widgets import explore_alpha
from dtlab.widgets.alpha import AlphaState
from dtlab.widgets.base.samples import Sample, noisy_labels

pytestmark = pytest.mark.filterwarnings("error")
TITANIC = load("titanic")


def drawing(state):
    figure = Figure(layout="constrained", figsize=(8, 6))
    state.draw(figure)
    figure.draw_without_rendering()
    return figure


@pytest.fixture(scope="module")
def source():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(300, 3)), columns=list("abc"))
    return Sample("made", X, pd.Series(np.where(X["a"] > 0, "yes", "no")))


@pytest.fixture(scope="module")
def alphas():
    return explore_alpha()


# ------------------------------------------------------------------ the state of the price α


def test_errors_are_those_of_the_subtree_on_the_rows_left_out(source):
    state = AlphaState(source, 0.01, noise=0.2)
    order = np.random.default_rng(0).permutation(300)
    X, new, y = (source.X.iloc[order[:150]], source.X.iloc[order[150:]], source.y.iloc[order])
    learned = noisy_labels(y[:150], 0.2)
    tree = prune_to(CART().fit(X, learned).tree_, 0.01)
    path, errors = state.study[:2]
    assert cut(path.tree, state.cuts) == path.subtree(0.01) == tree
    assert errors[state.position] == pytest.approx((tree.predict(new) != y[150:]).mean())
    assert path.risks[state.position] == pytest.approx((tree.predict(X) != learned).mean())
    assert path.n_leaves[state.position] == tree.n_leaves


def test_words_tell_leaves_and_errors(source):
    state = AlphaState(source, 10.0, noise=0.1)
    path, errors = state.study[:2]
    assert path.alphas[-1] <= state.price < 2 * path.alphas[-1]  # what lies beyond is the same
    start = f"α = {state.price:.3g} keeps 1 leaf of {path.tree.n_leaves}: training error "
    assert state.words.startswith(start)
    assert state.words.endswith(f"validation error {errors[state.position]:.3f} per row.")
    assert f"{errors.min():.3f}" not in state.words  # the best α is for the reader to find


def test_more_noise_keeps_the_labels_that_were_wrong_before(source):
    few, many = (
        noisy_labels(source.y, share).to_numpy() != source.y.to_numpy() for share in (0.1, 0.3)
    )
    assert few.any() and (many | ~few).all() and many.sum() > few.sum()
    assert set(noisy_labels(source.y, 0.4)) == {"yes", "no"}
    assert noisy_labels(pd.Series(["a"] * 9), 1.0).tolist() == ["a"] * 9


def test_nothing_is_grown_again_when_only_alpha_moves(source):
    state = AlphaState(source)
    assert replace(state, alpha=0.2).study is state.study
    assert replace(state, noise=0.2).study is not state.study


def test_the_picture_shows_both_errors_and_what_is_cut(source):
    state = AlphaState(source, 0.02, noise=0.2, best=True)
    upper, lower = drawing(state).axes
    lines = {line.get_label(): list(line.get_ydata())[:-1] for line in upper.lines}
    assert lines["validation"] == state.study.validation.tolist()
    assert lines["training"] == state.study.path.risks.tolist()
    tree = state.study.path.tree
    branches, kept = (len(lines.get_segments()) for lines in lower.collections)
    assert kept == cut(tree, state.cuts).n_nodes - 1
    assert branches == tree.n_nodes - 1
    assert state.words in upper.description


def test_the_validation_error_is_drawn_as_far_as_the_line_has_come(source):
    first = AlphaState(source, 0.0, noise=0.2)
    path, errors = first.study[:2]
    for stop in first.stops:
        state, figure = replace(first, alpha=stop), Figure()
        state.draw(figure)
        upper, _ = figure.axes
        lines = {line.get_label(): line.get_xydata() for line in upper.lines}
        assert "validation" not in lines
        so_far = lines["_so far"][np.isfinite(lines["_so far"][:, 1])]
        k = state.position
        assert so_far[:, 1].tolist() == [*errors[: k + 1], errors[k]]
        assert so_far[-1, 0] == stop


def test_large_sets_are_sampled_and_it_is_said():
    X = pd.DataFrame({"x": np.arange(100_000) % 97})
    state = AlphaState(Sample("large", X, X["x"] > 50), 0.1)
    assert state.study.path.tree.n_rows == 1250
    assert state.words.startswith("A sample of 2,500 of 100,000 rows. ")
    drawing(state)


def test_the_line_stops_wherever_the_tree_changes_and_in_between(source):
    state = AlphaState(source, 0.0, noise=0.2)
    path = state.study.path
    assert set(path.alphas) < set(state.stops) and state.price == 0
    assert max(np.diff(state.stops[2:])) < 0.1
    for stop in state.stops:
        there = state.touched("alpha", stop)
        assert (there.price, there.alpha) == (stop, stop)
        assert cut(path.tree, there.cuts) == path.subtree(stop)
    between = replace(state, alpha=0.0123)  # no stop: the line stands at the one before
    assert between.price == 0.012 and between.alpha == 0.0123
    with pytest.raises(ValueError, match="price of a leaf"):
        replace(state, alpha=-1)


def test_a_clicked_node_is_cut_at_its_price_and_put_back_by_a_second_click(source):
    state = AlphaState(source, 0.0, noise=0.2)
    path, _, _, prices = state.study
    inner = [number for number, node in enumerate(path.tree.walk()) if not node.is_leaf]
    for number in inner:
        after = state.touched(f"node {number}", None)
        assert after.price == prices[number]
        gone = [v for v in after.cuts if v <= number < v + list(path.tree.walk())[v].n_nodes]
        assert gone  # itself, or one above it
        assert after.touched(f"node {number}", None) == state  # where the line stood
        dragged = after.touched("alpha", after.price)  # then there is no such place
        back = dragged.touched(f"node {number}", None)
        assert back.price < after.price
        assert back.position == after.position - 1


def test_what_moves_with_alpha_is_drawn_alone_and_the_figure_is_the_same(source):
    for best in (True, False):
        first = AlphaState(source, noise=0.2, best=best)
        assert differences([replace(first, alpha=a) for a in first.stops[::4]], (8.0, 4.6)) == []


# ------------------------------------------------------------------ α is dragged


def test_the_zones_are_the_line_and_the_questions_of_the_tree(alphas):
    line, *nodes = alphas.drawn.zones
    assert line.name == "α, the price of a leaf" and line.moves == ("alpha",)
    assert line.says[line.at] == "α = 0.003: 27 leaves" and line.says[0] == "α = 0: 41 leaves"
    assert len(nodes) == 40 and {node.group for node in nodes} == {"nodes"}
    assert nodes[0].name == nodes[0].tip == "worst perimeter? cut from α = 0.211 on"


def test_the_best_price_is_named_only_when_asked_for(alphas):
    assert "lowest" not in alphas.drawn.svg
    alphas.controls["best"].value = True
    assert "lowest: 0.063 at α = 0.00702" in alphas.drawn.svg
    lowest = (
        "The validation error is lowest, 0.063, from α = 0.00702 to below 0.0105, with 5 leaves."
    )
    assert alphas.state.words.endswith(lowest)
    alphas.controls["best"].value = False


def test_the_lowest_error_is_where_it_is_said(source):
    for noise in (0.0, 0.1, 0.2, 0.3):
        state = AlphaState(source, noise=noise, best=True)
        path, errors = state.study[:2]
        start = float(re.search(r"from α = ([\d.e-]+)", state.words)[1])
        k = int(np.argmin(np.abs(path.alphas - start)))
        assert errors[k] == errors.min()
        assert f"with {path.n_leaves[k]} lea" in state.words


@pytest.mark.parametrize("size", [(8.0, 4.6), AlphaState.smallest])
def test_the_curves_stay_when_the_best_is_shown_and_errors_start_at_0(source, size):
    limits = set()
    for best in (False, True):
        figure = Figure(layout="constrained", figsize=size)
        AlphaState(source, noise=0.2, best=best).draw(figure)
        limits.add(figure.axes[0].get_ylim())
    assert len(limits) == 1 and limits.pop()[0] == 0


@pytest.mark.parametrize("size", [(8.0, 4.6), AlphaState.smallest])
@pytest.mark.parametrize("alpha", [0.0, 9.0])
def test_no_leaf_is_cut_off(source, alpha, size):
    figure = Figure(layout="constrained", figsize=size)
    state = AlphaState(source, alpha, noise=0.2)
    state.draw(figure)
    figure.draw_without_rendering()
    lower = figure.axes[1]
    marks = [line for line in lower.lines if line.get_marker() in "os" and len(line.get_xdata())]
    for line in marks:
        assert not line.get_clip_on()
        x, y = line.get_transform().transform(line.get_xydata()).T
        radius = (line.get_markersize() / 2 + 0.5) * figure.dpi / 72
        assert x.min() >= radius and x.max() <= figure.bbox.x1 - radius
        assert y.min() >= radius and y.max() <= figure.bbox.y1 - radius


def test_errors_have_no_colour_or_marker_of_a_class(source):
    state = AlphaState(source, 0.01, noise=0.2)
    for figure in (drawing(state), drawing(replace(state, best=True))):
        lines = [line for line in figure.axes[0].lines if len(line.get_xdata()) > 2]
        assert len(lines) > 1
        assert not {line.get_color() for line in lines} & set(COLOURS)
        assert {line.get_marker() for line in lines} <= {"", "None"}


def test_moving_alpha_changes_picture_and_words(alphas):
    before = alphas.figure.picture["svg"], alphas.figure.picture["words"]
    alphas.touch("alpha", 0.2)
    assert alphas.state.alpha == 0.2
    assert "keeps 2 leaves" in alphas.figure.picture["words"]
    assert alphas.figure.picture["svg"] != before[0] and alphas.figure.picture["words"] != before[1]
    assert "keeps 2 leaves" in alphas.figure.picture["alt"]


def test_noise_and_data_can_be_chosen(alphas):
    alphas.controls["noise"].value = 0.0
    assert alphas.state.noise == 0
    for name, data in alphas.controls["data"].options:
        alphas.controls["data"].value = data
        assert f"on {name}" in alphas.figure.picture["alt"]
    assert [name for name, _ in alphas.controls["data"].options] == [
        "breast cancer", "wine", "titanic",
    ]  # fmt: skip


def test_own_data_of_three_kinds():
    for data in (("play_golf",), (load("play_golf"),), (TITANIC.frame, "survived")):
        assert explore_alpha(*data, noise=0.0).state.study.path.tree.n_leaves > 1


@pytest.mark.parametrize(
    "data, sentence",
    [
        (pd.DataFrame({"x": [], "y": []}), "needs at least one row"),
        (pd.DataFrame({"x": [1, 2] * 9, "y": ["same"] * 18}), "holds one tree only"),
        ("titanik", "did you mean 'titanic'"),
    ],
)
def test_data_that_cannot_be_explored(data, sentence):
    with pytest.raises(ValueError, match=sentence):
        explore_alpha(data, None if isinstance(data, str) else "y")


def test_forty_classes_and_long_names():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"feature " * 8: rng.integers(40, size=800)})
    labels = X.iloc[:, 0].map(
        lambda i: f"a class with a very long name, longer than sixty letters {i}"
    )
    assert (
        "keeps 40 leaves"
        in explore_alpha(X.assign(label=labels), "label", noise=0.0).figure.picture["words"]
    )


# ------------------------------------------------------------------ the view


def test_every_control_says_what_it_is_and_no_figure_stays_open(alphas):
    assert all(control.description for control in alphas.controls.values())
    for stop in alphas.state.stops[::3]:
        alphas.touch("alpha", stop)
    assert plt.get_fignums() == []
