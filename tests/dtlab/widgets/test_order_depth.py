"""The widgets of notebooks 05 and 09: their states without a browser, then their controls."""

import re
import time
from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from helpers.redrawn import differences
from matplotlib.figure import Figure

from dtlab import ID3, RegressionTree, load, smallest_tree, tree_in_order
from dtlab.plots import describe
from dtlab.widgets import explore_depth, explore_order
from dtlab.widgets.base.samples import Sample, lecture
from dtlab.widgets.depth import DepthState, curve, noisy_curve, noisy_lesson
from dtlab.widgets.order import OrderState, extremes

BITS = lecture("multiplexer")


def drawn(state, size=(8, 6)):
    figure = Figure(figsize=size)
    state.draw(figure)
    return figure


def texts(figure):
    return [text.get_text() for ax in figure.axes for text in ax.texts]


def bars(ax):
    return [patch.get_width() for patch in ax.patches]


# 05: order


def test_sizes_are_those_of_the_public_functions():
    state = OrderState(BITS, ("d0", "d1", "d2", "d3", "a1", "a0"))
    bits = load("multiplexer")
    assert state.tree == tree_in_order(bits.X, bits.y, state.order)
    id3 = ID3().fit(bits.X, bits.y).tree_.n_leaves
    assert state.sizes == {"your order": 42, "ID3": id3}
    best = smallest_tree(bits.X, bits.y).n_leaves
    assert replace(state, best=True).sizes == {
        "your order": 42, "ID3": id3, "best order": best, "worst order": 42,
    }  # fmt: skip
    assert set(extremes(BITS).best[:2]) == {"a0", "a1"} and len(extremes(BITS).sizes) == 720
    assert "Of all 720 orders 672 give a smaller tree" in state.words


def test_the_best_order_is_named_when_it_is_asked_for():
    state = OrderState(BITS, ("a1", "a0", "d0", "d1", "d2", "d3"))
    assert "none gives a smaller tree" in state.words and "best" not in state.words
    assert "The best (a1, a0, d0, d1, d2, d3) has 8 leaves" in replace(state, best=True).words


def test_a_feature_is_dragged_between_others():
    state = OrderState(BITS, ("a1", "a0", "d0", "d1", "d2", "d3"))
    assert state.touched("d3", 1).order == ("d3", "a1", "a0", "d0", "d1", "d2")
    assert state.touched("a1", 3).order == ("a0", "d0", "a1", "d1", "d2", "d3")
    assert state.touched("a1", 6).order == ("a0", "d0", "d1", "d2", "d3", "a1")
    assert state.touched("a0", 2) == state
    states = [state, state.touched("d3", 5), replace(state, order=state.order[::-1])]
    assert differences(states, state.size) == [] == differences(states, (5.0, 2.9))
    assert len(drawn(state, (5.0, 2.9)).axes) == 1  # without the bars


def test_every_leaf_and_question_is_drawn_in_its_row():
    state = OrderState(BITS, ("a1", "a0", "d0", "d1", "d2", "d3"), best=True)
    figure = drawn(state)
    levels, sizes = figure.axes
    assert {"↕ a1", "↕ d3"} <= set(texts(figure))
    assert sum(len(line.get_xdata()) for line in levels.lines) == state.tree.n_nodes
    assert bars(sizes) == [18, 8, 42, 8]  # one's own comes last, because it moves
    assert {text.get_text() for text in sizes.texts} == {"18 leaves", "8 leaves", "42 leaves"}
    named = [text.get_text() for text in levels.get_legend().get_texts()]
    assert named == ["False", "True", "output False", "output True"]
    assert "Leaves: your order 8, ID3 18, best order 8" in describe(figure)


def test_a_tree_is_as_wide_as_it_has_leaves():
    def width(*order):
        levels = drawn(OrderState(BITS, order)).axes[0]
        x = np.concatenate([line.get_xdata() for line in levels.lines])
        return x.max() - x.min()

    assert width("a1", "a0", "d0", "d1", "d2", "d3") == 7
    assert width("d0", "d1", "d2", "d3", "a1", "a0") == 41


def test_long_names_of_features_and_classes_stay_on_the_picture():
    X = pd.DataFrame({"a" * 30: [0, 0, 1, 1], "b" * 30: [0, 1, 0, 1]})
    state = OrderState(Sample("", X, pd.Series(["x" * 30, "y" * 30, "z" * 30, "x"])), tuple(X))
    figure = drawn(state)
    figure.draw_without_rendering()
    above = figure.axes[0]
    for words in (*above.texts, above.get_legend()):
        box = words.get_window_extent()
        assert box.x0 >= 0 and box.x1 <= figure.bbox.x1 and box.y1 <= figure.bbox.y1


def test_dragging_a_name_moves_its_question():
    game = explore_order()
    zones = {zone.id: zone for zone in game.drawn.zones}
    assert tuple(zones) == game.state.order  # as Tab goes: from the top
    last = zones["a1"]
    assert last.says[last.at] == "question 6 of 6" and last.moves == ("a1",)
    assert last.places[0] == zones["d3"].box[:2]  # the first place is at the top
    game.touch("a1", 1)
    game.touch("a0", 2)
    assert game.state.order == ("a1", "a0", "d3", "d2", "d1", "d0")
    assert "8 leaves, depth 3" in game.figure.picture["words"]
    assert [zone.id for zone in game.drawn.zones] == list(zones)  # or the hand would lose them
    moved = next(zone for zone in game.drawn.zones if zone.id == "a1")
    assert moved.box[:2] == last.places[0] and moved.places == last.places
    game.controls["best"].value = True
    assert "the worst" in game.figure.picture["words"]


def test_values_that_differ_from_feature_to_feature_are_said_under_the_hand():
    buys = explore_order("buys_computer")
    named = [text.get_text() for text in drawn(buys.state).axes[0].get_legend().get_texts()]
    assert named[:3] == ["value 1", "value 2", "value 3"]
    assert buys.drawn.zones[-1].tip == "age: youth, middle_aged, senior"
    assert not explore_order().drawn.zones[0].tip


def test_order_on_other_tables():
    assert "4 leaves" in explore_order("xor").figure.picture["words"]
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.integers(0, 2, (12, 7)), columns=list("abcdefg")).drop_duplicates()
    frame["y"] = frame.a ^ frame.b
    assert re.search(
        r"Of \d+ orders drawn from 5,040", explore_order(frame, target="y").figure.picture["words"]
    )
    with pytest.raises(ValueError, match="1 to 10"):
        explore_order(pd.DataFrame(np.zeros((2, 12)), columns=list("abcdefghijkl")), target="a")


# 09: depth


def test_trees_are_those_that_grow_to_the_depth():
    lesson = noisy_lesson(80, 0.3)
    for depth in (0, 1, 3, 5):
        grown = RegressionTree(max_depth=depth or None).fit(lesson.frame, lesson.y).tree_
        assert lesson.trees[depth] == (grown if depth else grown.as_leaf())
    training, new = lesson.errors["training rows"], lesson.errors["new rows"]
    assert training == sorted(training, reverse=True)
    assert np.argmin(new) < len(new) - 1  # the deepest tree overfits
    assert training[0] == pytest.approx(np.var(lesson.y))


def test_the_curve_and_its_noise():
    x, y = noisy_curve(1000, 0.3)
    assert np.std(y - curve(x)) == pytest.approx(0.3, abs=0.03)
    assert (noisy_curve(50)[1] == noisy_curve(50)[1]).all()


def test_steps_and_errors_are_drawn_and_told():
    state = DepthState(depth=3)
    left, right = drawn(state).axes
    assert f"A step function of {state.tree.n_leaves} values" in left.description
    train = state.lesson.errors["training rows"][3]
    assert f"depth 3: {train:#.3g} on the training rows" in right.description
    assert f"{train:#.3g} on the training rows" in state.words
    assert "0.0892 on the training rows, 0.130 on new rows." in DepthState().words


def errors_drawn(state):
    """How many points the curve of new rows has."""
    lines = drawn(state).axes[1].lines
    return max(len(line.get_xdata()) for line in lines if line.get_linestyle() == "--")


def test_the_errors_are_drawn_as_far_as_the_tree_has_grown_until_the_best_is_asked_for():
    state = DepthState(depth=4)
    assert errors_drawn(state) == 4 and "depth 5" not in describe(drawn(state))
    assert "smallest" not in state.words
    asked = DepthState(depth=4, best=True)
    new = state.lesson.errors["new rows"]
    assert errors_drawn(asked) == len(new) - 1
    assert asked.words.endswith(f" On new rows the error is smallest at depth {np.argmin(new)}.")
    assert all("depth 0" not in describe(drawn(s)) for s in (state, asked))


def test_the_axes_stay_while_the_depth_is_dragged():
    limits = {drawn(DepthState(depth)).axes[1].get_ylim() for depth in range(1, 10)}
    assert len(limits) == 1
    states = [DepthState(depth) for depth in (2, 9, 1)]
    assert differences(states, (8.0, 4.2)) == differences(states, (4.9, 3.0)) == []


def test_in_a_low_figure_the_lines_and_axes_of_the_curve_are_named_too():
    figure = Figure(figsize=(5.0, 2.9), layout="constrained")
    DepthState().draw(figure)
    left, _ = figure.axes
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["tree", "true curve"]
    assert left.get_xlabel() == "x" and len(left.get_xticks()) and len(left.get_yticks())


def test_the_depth_is_dragged_along_the_errors():
    game = explore_depth()
    before = game.figure.picture["svg"]
    [zone] = game.drawn.zones
    assert zone.stops == tuple(range(1, 10)) and zone.says[zone.at] == "depth 2"
    game.touch("depth", 7)
    assert "Depth 7" in game.figure.picture["words"] and game.figure.picture["svg"] != before
    game.controls["noise"].value = 0.0
    game.controls["n_rows"].value = 20
    assert game.state.lesson is noisy_lesson(20, 0.0) and game.state.depth == 7
    game.controls["best"].value = True
    best = int(np.argmin(game.state.lesson.errors["new rows"]))
    assert game.figure.picture["words"].endswith(f"smallest at depth {best}.")


def test_ones_own_numbers():
    rng = np.random.default_rng(1)
    x = rng.random(60)
    game = explore_depth(x, 3 * x)
    assert set(game.controls) == {"best"} and len(game.state.lesson.x) == 30
    game.set(depth=9)  # or the deepest there is
    assert "Depth" in game.figure.picture["words"]
    constant = explore_depth(x, np.ones(60))
    assert "Depth 0, 1 step: mean squared error 0 on" in constant.figure.picture["words"]
    for bad in ((x, None), (x[:3], x[:3]), (x, x[:5]), (["a"] * 6, range(6))):
        with pytest.raises(ValueError, match="together|few|rows|numbers"):
            explore_depth(*bad)


# all


@pytest.mark.parametrize("explore", [explore_order, explore_depth])
def test_controls_have_names_and_no_figure_stays_open(explore):
    game = explore()
    assert all(control.description for control in game.controls.values())
    for _ in range(20):
        game.set()
    assert plt.get_fignums() == []
    assert len(game.figure.picture["alt"]) > 30


def test_a_redraw_is_quick():
    game = explore_order("xor")
    seconds = []
    for i in range(6):
        start = time.process_time()
        game.touch("a", 1 + i % 2)
        seconds.append(time.process_time() - start)
    assert min(seconds) < 0.2  # 0.03 on a quiet machine; `make bench` measures it
