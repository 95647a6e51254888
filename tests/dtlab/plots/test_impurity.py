"""Pictures of measures and partitions, judged by what they contain."""

import math

import matplotlib
import numpy as np
import pytest
from helpers.picture_words import smallest_letters, texts

matplotlib.use("agg")
import matplotlib.pyplot as plt

from dtlab import entropy, error, gini, load
from dtlab.measures.huffman import block_counts
from dtlab.plots import (
    describe,
    plot_bag,
    plot_code,
    plot_concavity,
    plot_impurities,
    plot_information,
    plot_partitions,
    plot_scores,
)
from dtlab.plots.base.sizes import PAGE
from dtlab.plots.base.style import luminance
from dtlab.plots.chord import Split, draw_curve, draw_split
from dtlab.plots.impurity import spread

SPAM = load("spam")
CALLS = {
    "information": plot_information,
    "impurities": plot_impurities,
    "concavity": lambda ax=None: plot_concavity([28, 42], [12, 38], ax=ax),
    "bag": lambda ax=None: plot_bag([3, 1], ax=ax),
    "code": lambda ax=None: plot_code([3, 1], ax=ax),
    "partitions": lambda ax=None: plot_partitions(SPAM, "UNKNOWN SENDER", ax=ax),
    "scores": lambda ax=None: plot_scores({"a": 1}, ax=ax),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_without_axes_a_new_figure_with_axes_none(call):
    ax = call()
    assert plt.get_fignums() == [ax.figure.number] and smallest_letters(ax) >= PAGE.small
    figure = matplotlib.figure.Figure()
    given = figure.subplots()
    assert call(ax=given) is given and len(plt.get_fignums()) == 1
    assert describe(given) == describe(ax) and len(describe(ax)) > 20


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_on_dark_paper_all_letters_are_light(call):
    figure = matplotlib.figure.Figure(facecolor="#111111")
    ax = call(ax=figure.add_subplot(facecolor="#111111"))
    figure.canvas.draw()
    words = [t for t in figure.findobj(matplotlib.text.Text) if t.get_text() and t.get_visible()]
    assert words and all(luminance(t.get_color()) > 0.2 for t in words)  # 4.5 to 1
    assert all(luminance(panel.get_facecolor()) < 0.1 for panel in (ax, *ax.child_axes))


# ------------------------------------------------------------------ curves


@pytest.mark.parametrize(
    ("base", "eighth"), [(2, "3 bits"), (math.e, "2.079 nats"), (10, "0.9031 digits")]
)
def test_surprise_of_the_marked_points(base, eighth):
    ax = plot_information(base)
    assert f"p = 1/8: {eighth}" in texts(ax) and "gives 0;" in ax.description


def test_surprise_and_logarithm_mirror_each_other():
    surprise, log = (line for line in plot_information().lines[1:3])
    np.testing.assert_allclose(surprise.get_ydata(), -log.get_ydata())
    assert surprise.get_linestyle() != log.get_linestyle()


def test_impurities_are_the_measures_and_named_on_the_curves():
    ax = plot_impurities()
    p, values = ax.lines[0].get_data()
    np.testing.assert_allclose(values, entropy(np.column_stack((p, 1 - p))))
    np.testing.assert_allclose(ax.lines[1].get_ydata(), values / 2)
    assert {"entropy", "entropy / 2", "gini", "error"} <= set(texts(ax))
    assert len({line.get_linestyle() for line in ax.lines[:4]}) == 4
    assert "entropy 1.000 at p = 0.5" in ax.description


def test_impurities_of_more_classes_and_own_measures():
    def smallest(counts):
        return min(counts) / sum(counts)

    ax = plot_impurities((entropy, smallest), scaled=False, n_classes=4)
    assert "entropy 2.000 at p = 0.25" in ax.description and "smallest" in texts(ax)


@pytest.mark.parametrize("bad", [{"n_classes": 1}, {"measures": ()}, {"measures": ("gini",)}])
def test_impurities_refuse(bad):
    with pytest.raises(ValueError):
        plot_impurities(**bad)
    assert not plt.get_fignums() or "measures" in bad


def test_labels_are_spread_apart():
    moved = spread([0.3, 0.3, 0.31, 0.0], 0.1)
    assert np.diff(sorted(moved)).min() >= 0.1 - 1e-12 and moved[3] == 0.0


# ------------------------------------------------------------------ concave


def test_the_gap_is_between_all_rows_and_the_mean_of_both_groups_on_the_chord():
    ax = plot_concavity([28, 42], [12, 38])
    assert {"0.918 bits", "0.898 bits", "0.0206 bits"} <= set(texts(ax))
    assert {"left", "70 rows, 40 %", "right", "50 rows, 24 %", "all"} <= set(texts(ax))
    assert "right (12 and 38) at 24 % with 0.795" in ax.description
    assert "at 0.8977, 0.0206 below it" in ax.description
    whole = ax.child_axes[0]
    _, chord, gap, *_ = (line.get_xydata() for line in whole.lines)
    assert gap[:, 0] == pytest.approx(1 / 3)
    assert gap[:, 1] == pytest.approx((0.8977, 0.9183), abs=1e-4)
    assert np.interp(1 / 3, *chord[::-1].T) == pytest.approx(gap[0, 1])


def test_the_error_gains_nothing_on_the_toy_tree():
    assert " 0 below it" in plot_concavity([28, 42], [12, 38], error).description


def test_the_magnified_panel_shows_the_whole_gap():
    for counts in ([28, 42], [12, 38]), ([1, 9], [9, 1]), ([5, 0], [0, 5]), ([50, 51], [50, 50]):
        near = plot_concavity(*counts, gini).child_axes[1]
        low, high = near.get_ylim()
        assert all(low < y < high for y in near.lines[2].get_ydata())


@pytest.mark.parametrize("width", [8.0, 5.0])
@pytest.mark.parametrize("names", [("left", "right"), ("a column = this", "a column = that")])
def test_labels_stand_side_by_side_above_the_curve(names, width):
    for counts in [
        *(((28, 42), (12, 38)), ((1, 9), (9, 1)), ((0, 5), (5, 0)), ((50, 50), (50, 50))),
        *(((1, 999), (2, 998)), ((999, 1), (998, 2)), ((99, 1), (0, 1000))),
    ]:
        figure = plt.Figure(figsize=(width, 4.2 if width == 8 else 2.9), layout="constrained")
        split = Split(names, counts, entropy, "share")
        ax = draw_curve(figure.subplots(), split)
        draw_split(ax, split)
        figure.draw_without_rendering()
        found = [text.get_window_extent() for text in ax.child_axes[0].texts if text.get_text()]
        others = [text.get_window_extent() for text in ax.texts]
        assert len(found) == (6 if width == 8 else 3)
        for i, box in enumerate(found):
            assert box.x0 >= 0 and not any(box.overlaps(b) for b in (*found[:i], *others))


@pytest.mark.parametrize(
    "bad", [([1, 2, 3], [1, 2, 3]), ([0, 0], [1, 2]), ([1, 2], [-1, 2]), ([1], [2])]
)
def test_concavity_refuses(bad):
    with pytest.raises(ValueError):
        plot_concavity(*bad)


# ------------------------------------------------------------------ bags


def test_a_bag_shows_counts_surprises_and_their_mean():
    ax = plot_bag({"♥": 3, "♠": 6, "♦": 2, "♣": 1})
    tokens, bars = ax.child_axes
    assert len(tokens.lines[0].get_xdata()) == 12
    widths = [bar.get_width() for bar in bars.patches]
    assert widths == pytest.approx([2, 1, math.log2(6), math.log2(12)])
    area = sum(bar.get_width() * bar.get_height() for bar in bars.patches)
    thickness = sum(bar.get_height() for bar in bars.patches)
    assert area / thickness == pytest.approx(entropy([3, 6, 2, 1]))  # areas add up to the entropy
    assert bars.lines[0].get_xdata()[0] == pytest.approx(entropy([3, 6, 2, 1]))
    assert "♠ 6, surprise 1;" in ax.description and "1.7296 bits" in ax.description


def test_many_cards_are_summed_up():
    ax = plot_bag(dict.fromkeys(range(52), 1))
    assert "and 41 more: 41 of 52" in texts(ax) and "5.7004" in ax.description


def test_a_bag_with_absent_symbols_and_large_counts():
    ax = plot_bag({"car": 23, "none": 0, "bike": 24})
    assert len(ax.child_axes[0].patches) == 3 and "–" in texts(ax) and "none 0" in ax.description


def test_a_code_beside_the_surprise():
    ax = plot_code(block_counts({"A": 3, "B": 1}, 2))
    assert [bar.get_width() for bar in ax.patches] == [1, 3, 2, 3]
    assert {
        "0",
        "110",
        "10",
        "111",
        "AB  3/16",
        " entropy H = 1.623 ",
        " mean length L = 1.688 ",
    } <= set(texts(ax))
    assert "1.6875 bits, the entropy 1.6226 bits" in ax.description


def test_two_means_in_one_place_are_both_seen_and_the_key_has_the_diamonds():
    ax = plot_code({"a": 2, "b": 1, "c": 1})
    below, above = ax.lines[-2:]
    assert below.get_xdata()[0] == above.get_xdata()[0] == 1.5
    assert below.get_linewidth() > above.get_linewidth() and above.get_linestyle() == "--"
    assert below.get_color() != above.get_color()
    diamonds = next(line for line in ax.lines if line.get_marker() == "D")
    assert ax.get_legend().legend_handles[1].get_color() == diamonds.get_color()


@pytest.mark.parametrize("n_decimals", [1, 2])
def test_the_first_numbers_of_both_axes_stand_apart(n_decimals):
    ax = plot_impurities((entropy,), scaled=False)
    ax.yaxis.set_major_formatter(f"{{x:.{n_decimals}f}}")
    ax.figure.canvas.draw()
    across, up = (axis.get_ticklabels()[0].get_window_extent() for axis in (ax.xaxis, ax.yaxis))
    assert up.y0 - across.y1 > 2  # pixels


def test_another_code_can_be_shown():
    ax = plot_code({"a": 1, "b": 1, "c": 1}, {"a": "00", "b": "01", "c": "10"})
    assert "mean length of a word is 2.0000" in ax.description


@pytest.mark.parametrize("bad", [{}, [], [0, 0], {"a": -1, "b": 2}, {"a": float("inf")}])
@pytest.mark.parametrize("plot", [plot_bag, plot_code])
def test_bags_refuse(plot, bad):
    with pytest.raises(ValueError):
        plot(bad)
