"""The price α and the pruning by hand or in steps: states without a browser, then their views."""

import re
from dataclasses import replace
from itertools import chain, combinations

import numpy as np
import pandas as pd
import pytest
from helpers.redrawn import differences
from helpers.trees import POST_OPERATIVE
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from dtlab.algorithms.cart import CART
from dtlab.algorithms.regression import RegressionTree
from dtlab.data import load
from dtlab.plots import describe
from dtlab.plots.base.style import COLOURS, SIZE
from dtlab.plots.pruning import verdict
from dtlab.pruning import prune_to, reduced_error
from dtlab.tree import leaf
from dtlab.tree.subtrees import cut
from dtlab.widgets import explore_alpha, explore_pruning
from dtlab.widgets.alpha import AlphaState
from dtlab.widgets.base.cutting import DEEP, PruningCase
from dtlab.widgets.base.drawing import Drawer
from dtlab.widgets.base.samples import Sample, noisy_labels
from dtlab.widgets.pruning import PruningState
from dtlab.widgets.pruning_cases import grown

pytestmark = pytest.mark.filterwarnings("error")
TITANIC = load("titanic")
ROOT_KEPT = "CORE-TEMP? (at the root): errors as a leaf [icu] 1 > 0 in its branches: kept"


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


@pytest.fixture(scope="module")
def pruning():
    return explore_pruning()


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


def test_errors_have_no_colour_or_marker_of_a_class(source, grown_case):
    state = AlphaState(source, 0.01, noise=0.2)
    for figure in (drawing(state), drawing(replace(state, best=True))):
        lines = [line for line in figure.axes[0].lines if len(line.get_xdata()) > 2]
        assert len(lines) > 1
        assert not {line.get_color() for line in lines} & set(COLOURS)
        assert {line.get_marker() for line in lines} <= {"", "None"}
    pruning = PruningState(grown_case, step=2)
    pruning.draw(figure := Figure(figsize=pruning.size))
    curves = [line for line in figure.axes[0].lines if len(line.get_xdata()) == 3]
    assert len(curves) == 2 and not {line.get_color() for line in curves} & set(COLOURS)
    assert len({line.get_linestyle() for line in curves}) == 2


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


# ------------------------------------------------------------------ pruning in steps


def test_steps_of_the_lecture():
    data = load("postop_validation")
    state = PruningState(PruningCase("postop", POST_OPERATIVE, data.X, data.y))
    assert state.n_steps == 4  # before pruning, and three looks
    assert state.words == (
        "Nothing is cut yet: click a node to cut it, and again to put it back. 4 of 4 leaves. "
        "Errors in 6 validation rows: 2."
    )
    assert replace(state, step=1).words.startswith(
        "GENDER? (CORE-TEMP = low): errors as a leaf [icu] 0 ≤ 2 in its branches: cut. "
    )
    assert ROOT_KEPT in describe(drawing(replace(state, step=3)))
    for order, n_steps in {"bottom-up": 4, "best": 3}.items():
        last = replace(state, order=order, step=n_steps - 1)
        assert last.n_steps == n_steps
        pruned = reduced_error(POST_OPERATIVE, data.X, data.y, order)
        assert cut(POST_OPERATIVE, last.cuts) == pruned.tree
        assert state.case.judges[-1].after(last.cuts) == pruned.errors_after


def test_buttons_walk_through_the_steps(pruning):
    pruning.buttons["first"].click()
    seen = []
    for _ in range(4):
        seen.append(pruning.figure.picture["words"])
        pruning.buttons["next"].click()
    assert len(set(seen)) == 4 and pruning.state.step == 3
    pruning.buttons["back"].click()
    assert "STABLE-TEMP" in pruning.figure.picture["words"]
    pruning.buttons["last"].click()
    assert ROOT_KEPT in pruning.figure.picture["words"]


def test_another_order_or_tree_has_other_steps(pruning):
    pruning.buttons["last"].click()
    pruning.controls["order"].value = "best"
    assert (pruning.slider.max, pruning.state.step) == (2, 0)
    for _, case in reversed(pruning.controls["case"].options):
        pruning.play.playing = True
        pruning.controls["case"].value = case
        assert (pruning.state.step, pruning.play.playing) == (0, False)
        pruning.buttons["last"].click()
        assert pruning.slider.max == len(case.histories["best"].steps)
        assert pruning.play.value == pruning.play.max


def test_own_tree():
    model = CART(max_depth=2).fit(TITANIC.X[::2], TITANIC.y[::2])
    stepper = explore_pruning(model, TITANIC.X[1::2], TITANIC.y[1::2])
    assert stepper.state.case.tree is model.tree_
    stepper.buttons["next"].click()
    look = stepper.state.looks[0]
    assert f"{look.leaf_errors} " in stepper.figure.picture["svg"]  # the badge of the node


# ------------------------------------------------------------------ pruning by hand


@pytest.fixture(scope="module")
def grown_case():
    return grown("titanic", TITANIC.X, TITANIC.y)


def test_errors_after_any_cuts_are_those_of_the_cut_tree(grown_case):
    tree = grown_case.tree
    training, validation = grown_case.judges
    inner = [number for number, node in enumerate(tree.walk()) if not node.is_leaf]
    seen = []
    for cuts in chain.from_iterable(combinations(inner, n) for n in range(len(inner) + 1)):
        now = cut(tree, cuts)
        for judge, rows in ((training, slice(0, None, 2)), (validation, slice(1, None, 2))):
            wrong = now.predict(TITANIC.X[rows]) != TITANIC.y[rows].to_numpy()
            assert (judge.after(cuts), judge.n_rows) == (wrong.sum(), len(wrong))
        seen.append(validation.after(cuts))
    assert (min(seen), max(seen)) == (validation.fewest, validation.most)


def test_a_node_is_cut_by_a_click_and_put_back_by_another(grown_case):
    state = PruningState(grown_case, step=2)
    begun = state.touched("node 1", None)  # from the tree as it is
    assert begun.order == "by hand" and begun.cuts == state.cuts ^ {1}
    assert begun.touched("node 1", None).cuts == state.cuts
    back = replace(begun, step=begun.step - 1)  # "back" undoes, and a click forgets what was undone
    assert back.cuts == state.cuts and back.n_steps == begun.n_steps
    assert back.touched("node 8", None).cuts == state.cuts ^ {8}
    assert begun.words.startswith(f"By hand: {len(begun.cuts)} nodes cut. ")


def test_clicks_belong_to_their_tree(pruning):
    pruning.controls["order"].value = "bottom-up"
    (_, first), (_, second), _ = pruning.controls["case"].options
    pruning.controls["case"].value = first
    pruning.buttons["first"].click()
    pruning.touch("node 1")
    pruning.controls["case"].value = second
    assert (pruning.state.cuts, pruning.state.n_steps, pruning.slider.max) == (set(), 1, 0)
    pruning.controls["case"].value = first
    assert pruning.state.cuts == {1} and pruning.controls["order"].value == "by hand"
    pruning.controls["order"].value = "bottom-up"
    assert (pruning.state.step, pruning.state.cuts) == (0, set())
    pruning.controls["order"].value = "by hand"  # one's own cuts are still there
    assert pruning.state.cuts == {1}
    pruning.controls["order"].value = "bottom-up"


def test_questions_above_a_cut_are_zones_that_light_what_would_go(grown_case):
    state = PruningState(grown_case)
    figure = Figure(figsize=state.size)
    state.draw(figure)
    step, *zones = state.zones(figure)
    assert step.name == "step of pruning"
    assert zones[1].name == "cut class? (sex = female)"
    assert zones[1].tip == "cut class?: [yes] instead of 4 leaves" and zones[1].group == "nodes"
    assert zones[1].lights == tuple(f"node {n}" for n in range(2, 8))
    after = state.touched(zones[1].id, None)
    named = [zone.name for zone in after.zones(figure) if zone.group]
    assert named[1] == "put back class? (sex = female)"
    assert len(named) == len(zones) - 2  # what is below it is gone


def test_nothing_jumps_when_nodes_are_cut_and_only_what_moves_is_drawn(grown_case):
    state = PruningState(grown_case, best=True)
    states = [state, state.touched("node 1", None), replace(state, step=3)]
    assert differences(states, state.size) == []
    width, height = state.size
    assert len({grown_case.arrangement.plan(s.cuts, width).layout.boxes for s in states}) == 1
    assert width == 8 and height < 5.4  # inches: it fits on a screen
    assert differences(states, state.smallest) == []


def test_the_errors_do_not_reach_into_the_tree(pruning):
    for _, case in pruning.controls["case"].options:
        at, width = case.arrangement, case.arrangement.width
        layout = at.plan((), width).layout
        for part in filter(None, (*layout.boxes, *layout.labels)):
            assert part.top >= DEEP or part.left > at.left + at.length(width)
        assert at.length(width) >= 1.1


def test_the_step_is_dragged_along_the_errors(grown_case):
    state = PruningState(grown_case, step=2)
    figure = Figure(figsize=state.size)
    state.draw(figure)
    step = next(state.zones(figure))
    assert step.stops == tuple(range(state.n_steps)) and step.at == 2
    assert [x for x, _ in step.places] == sorted(x for x, _ in step.places)
    for stop in step.stops:
        there = state.touched("step", stop)
        errors = [judge.after(there.cuts) for judge in grown_case.judges]
        assert [history[stop] for history in state.history] == errors
        said = [grown_case.count(*pair) for pair in zip(grown_case.judges, errors, strict=True)]
        assert step.says[stop] == f"step {stop}: {', '.join(said)}"
    curves = [line for line in figure.axes[0].lines if len(line.get_xdata()) == 3]
    assert len(curves) == 2  # training and validation, as far as one has come
    by_hand = PruningState(grown_case, "by hand")
    by_hand.draw(figure := Figure(figsize=state.size))
    assert all(zone.group for zone in by_hand.zones(figure))  # there is no step yet


def test_on_a_projector_a_tree_without_words_can_still_be_cut(pruning):
    for _, case in pruning.controls["case"].options:
        state = PruningState(case, step=1)
        drawing = Drawer().draw(state, state.smallest)
        sizes = re.findall(r"font-size: ([\d.]+)px", drawing.svg)
        assert min(map(float, sizes)) >= SIZE
        whole = Drawer().draw(state, state.size)
        assert {zone.id for zone in drawing.zones} >= {zone.id for zone in whole.zones}
        assert verdict(state.looks[0]) in drawing.svg.replace("&gt;", ">")


def test_what_has_no_room_is_known(grown_case):
    state = PruningState(grown_case)
    assert state.left_out(state.size) == "" and "questions" in state.left_out(state.smallest)


def test_the_fewest_errors_are_named_only_when_asked_for(pruning):
    assert "lowest" not in pruning.state.words
    pruning.controls["best"].value = True
    assert pruning.state.words.endswith("The lowest that pruning can reach is 0.")
    pruning.controls["best"].value = False


def test_a_tree_of_numbers_and_a_large_one():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(400, 2)), columns=["first", "second"])
    numbers = RegressionTree(max_depth=2).fit(X[::2], X["first"][::2] ** 2)
    stepper = explore_pruning(numbers, X[1::2], X["first"][1::2] ** 2)
    assert "Squared error in 200 training rows: " in stepper.state.words
    stepper.touch("node 0")
    assert "1 of 4 leaves" in stepper.state.words
    large = CART().fit(X[::2], (X["first"] * X["second"] + rng.normal(size=400) > 0)[::2])
    stepper = explore_pruning(large, X[1::2], (X["first"] > 0)[1::2])
    assert large.tree_.n_leaves > 60
    stepper.touch("node 0")
    assert "1 of " in stepper.state.words


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        ((POST_OPERATIVE,), "needs validation rows X and their labels y"),
        ((leaf("a"), {"x": [1]}, ["a"]), "the tree is a single leaf"),
        ((POST_OPERATIVE, {"CORE-TEMP": []}, []), "there are no rows"),
    ],
)
def test_trees_that_cannot_be_stepped_through(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        explore_pruning(*arguments)


def test_every_control_says_what_it_is_and_no_figure_stays_open(alphas, pruning):
    for explorer in (alphas, pruning):
        assert all(control.description for control in explorer.controls.values())
    for step in range(50):
        pruning.set(step=step % 3)
    assert plt.get_fignums() == []
