"""What all pictures share: colours that everybody tells apart, ink that reads, words for each."""

import inspect
import subprocess
import sys
from itertools import combinations, product

import matplotlib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

import dtlab
import dtlab.plots
from dtlab import CART, ask, load
from dtlab.plots import describe
from dtlab.plots.base import style
from dtlab.plots.base.points import STRONG
from dtlab.plots.base.sizes import sizes
from dtlab.plots.base.style import (
    COLOURS,
    DARK,
    FAINT,
    GREY,
    LIGHT,
    PALE_GREY,
    PAPER,
    SIZE,
    TITLE,
    area,
    background,
    blank,
    canvas,
    dark_of,
    grey,
    headline,
    ink,
    luminance,
    marked,
    on,
    pale_of,
)

matplotlib.use("agg")
import matplotlib.pyplot as plt

NAMES = [name for name in dtlab.plots.__all__ if name.startswith("plot_")]
DARK_BACKGROUND = "#1a1a1a"
TEXT, GRAPHIC = 4.5, 3.0  # WCAG 2.1: contrast of text (AA), and of lines and signs
# Machado, Oliveira and Fernandes 2009: linear RGB as people see it who lack one kind of cone.
LACKING = {
    "none": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
}  # fmt: skip
TO_XYZ = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
WHITE = np.array([0.9505, 1.0, 1.089])
DIFFERENT = 10.0  # ΔE; about 2 is the least that people notice side by side


def contrast(a, b):
    """WCAG contrast ratio of two colours, 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def linear(colour):
    rgb = np.array(to_rgb(colour))
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(colour, lacking):
    """CIE L*a*b* of a colour as seen by people who lack a kind of cone."""
    seen = np.clip(np.array(LACKING[lacking]) @ linear(colour), 0, 1)
    share = np.array(TO_XYZ) @ seen / WHITE
    f = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(a, b, lacking="none"):
    """ΔE of two colours."""
    return np.linalg.norm(lab(a, lacking) - lab(b, lacking))


# ------------------------------------------------------------------ the palette


def test_the_measuring_sticks():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert lab("#ffffff", "none") == pytest.approx([100, 0, 0], abs=0.1)
    assert difference("#ff0000", "#00ff00") > 100
    # the pair that school books show: one brown for those who lack the middle cone
    assert difference("#8e5a00", "#5d6a00") > 20
    assert difference("#8e5a00", "#5d6a00", "deuteranopia") < 10


def on_ground(colour):
    """Axes on a background of this colour."""
    ax = Figure(facecolor=colour).subplots()
    ax.set_facecolor(colour)
    return ax


@pytest.mark.parametrize("colour", COLOURS)
def test_text_reads_on_every_colour(colour):
    assert contrast(on(colour), colour) >= TEXT - 0.01
    assert contrast(on(colour), colour) >= contrast({DARK: LIGHT, LIGHT: DARK}[on(colour)], colour)


@pytest.mark.parametrize("ground", [PAPER, DARK_BACKGROUND])
def test_ink_stands_far_from_its_background(ground):
    assert contrast(ink(on_ground(ground)), ground) >= 7


@pytest.mark.parametrize("ground", [PAPER, DARK_BACKGROUND])
def test_all_text_reads_on_the_background_and_on_every_pale_area(ground):
    ax = on_ground(ground)
    areas = [ground, *(pale_of(colour, ax) for colour in COLOURS)]
    areas += [PALE_GREY] if ground == PAPER else []
    texts = [ink(ax), grey(ax)]
    for text, behind in product(texts, areas):
        assert contrast(text, behind) >= TEXT
    for colour in COLOURS:
        for behind in (ground, pale_of(colour, ax)):
            assert contrast(dark_of(colour, ax), behind) >= TEXT
    assert contrast(grey(ax), ink(ax)) > 1.5  # and differ from what is the point


@pytest.mark.parametrize("ground", [PAPER, DARK_BACKGROUND])
@pytest.mark.parametrize("colour", [*COLOURS, *STRONG, FAINT])
def test_marks_and_lines_stand_out_from_what_is_beside_them(colour, ground):
    ax = on_ground(ground)
    assert contrast(colour, ground) >= GRAPHIC
    # on an area, a mark's neighbour is its own edge
    assert contrast(colour, marked(ax, colour)["markeredgecolor"]) >= GRAPHIC
    if colour in COLOURS:  # and an area ends where its edge is
        assert area(ax, colour)["edgecolor"] == colour


def test_the_variants_of_a_colour():
    dark = on_ground(DARK_BACKGROUND)
    for colour in (*COLOURS, "#336633", "teal"):
        for ax in (None, dark):
            ground = PAPER if ax is None else DARK_BACKGROUND
            far = [contrast(c, ground) for c in (pale_of(colour, ax), colour, dark_of(colour, ax))]
            assert far == sorted(far)
    assert pale_of("#0072b2") == pale_of("#0072B2")
    assert background(on_ground("none")) == PAPER


@pytest.mark.parametrize("lacking", ["none", "protanopia", "deuteranopia"])
def test_the_first_three_areas_differ_for_nearly_everybody(lacking):
    # for the one in 30,000 who lacks the third cone, names and markers tell them apart
    for a, b in combinations(map(pale_of, COLOURS[:3]), 2):
        assert difference(a, b, lacking) > DIFFERENT


@pytest.mark.parametrize("lacking", LACKING)
@pytest.mark.parametrize("palette", [style.COLOURS[:3], STRONG[:3]], ids=["areas", "lines"])
def test_the_first_three_colours_differ_for_everybody(palette, lacking):
    for a, b in combinations(palette, 2):
        assert difference(a, b, lacking) > DIFFERENT


@pytest.mark.parametrize("lacking", LACKING)
@pytest.mark.parametrize("second", [style.hatches, style.markers], ids=["hatch", "marker"])
def test_colours_that_look_alike_have_another_second_sign(lacking, second):
    n = 40  # the most classes that a picture must bear
    signs = list(zip(style.colours(n), second(n), strict=True))
    for (a, sign_a), (b, sign_b) in combinations(signs, 2):
        assert difference(a, b, lacking) > DIFFERENT or sign_a != sign_b


@pytest.mark.parametrize("second", [style.HATCHES, style.MARKERS])
def test_no_second_sign_comes_twice(second):
    assert len(set(second)) == len(second) == len(style.COLOURS)


@given(st.integers(0, 60))
def test_as_many_signs_as_asked(n):
    assert [len(f(n)) for f in (style.colours, style.hatches, style.markers)] == [n] * 3


# ------------------------------------------------------------------ canvas, ink, short, told


def test_a_canvas_of_its_own():
    ax = canvas(None, 3, width=6)
    try:
        assert plt.get_fignums() == [ax.figure.number]
        assert ax.figure.get_size_inches().tolist() == [6, 3]
        assert ax.figure.get_facecolor() == ax.get_facecolor() == (1, 1, 1, 1)
        labels = [ax.xaxis.label, ax.yaxis.label, *ax.get_xticklabels(), *ax.get_yticklabels()]
        assert {label.get_fontsize() for label in labels[:2]} == {SIZE}
        assert {label.get_fontsize() for label in labels[2:]} == {sizes().small}
        assert {label.get_color() for label in labels[2:]} == {GREY[DARK]}
        title = headline(ax, "What one sees")
        assert (title.get_fontsize(), title.get_fontweight()) == (TITLE, "bold")
        assert ax.get_title("left") == "What one sees"
    finally:
        plt.close(ax.figure)


def test_a_given_canvas_opens_no_figure():
    before = Figure().subplots()
    assert canvas(before) is before
    assert blank(before) is before and not before.axison
    assert plt.get_fignums() == []


@pytest.mark.parametrize(
    ("axes", "figure", "expected"),
    [
        ("white", "white", DARK),
        ("#111111", "#111111", LIGHT),
        ("none", "#111111", LIGHT),  # axes without background lie on the figure's
        ("none", "none", DARK),  # a page of unknown colour is white in print
    ],
)
def test_ink_follows_the_background(axes, figure, expected):
    ax = Figure(facecolor=figure).subplots()
    ax.set_facecolor(axes)
    assert ink(ax) == expected
    canvas(ax)
    assert ax.title.get_color() == expected


def test_canvas_leaves_the_settings_alone():
    before = dict(matplotlib.rcParams)
    canvas(Figure().subplots())
    assert dict(matplotlib.rcParams) == before


@given(st.text(), st.integers(3, 40))
def test_a_short_label_is_never_longer_than_asked(text, longest):
    label = style.short(text, longest)
    assert len(label) <= longest
    assert label.endswith("…") or label in (text, repr(text))


# ------------------------------------------------------------------ words


def test_a_figure_is_described_by_its_axes():
    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert style.describe_as(left, "Left.") is left
    assert describe(figure) == "Left."
    style.describe_as(right, "Right.")
    assert describe(figure) == "Left. Right."
    assert describe(right) == "Right."


def test_a_model_is_described_by_its_tree():
    data = load("buys_computer")
    model = CART(max_depth=1).fit(data.X, data.y)
    assert describe(model) == describe(model.tree_)
    assert describe(model).startswith("A tree of 2 leaves and depth 1")
    assert "It asks age: " in describe(model)
    assert describe(ask("Man", {True: "Brian", False: "Aoife"})).endswith("False gives Aoife.")


@pytest.mark.parametrize("thing", ["a word", 3, None, [1, 2]])
def test_what_cannot_be_described(thing):
    with pytest.raises(ValueError, match="describe takes figures, trees and fitted models"):
        describe(thing)


# ------------------------------------------------------------------ every public picture


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_says_what_it_draws_and_takes_axes(name):
    plot = getattr(dtlab.plots, name)
    signature = inspect.signature(plot)
    assert list(signature.parameters)[-1] == "ax"
    assert signature.parameters["ax"].default is None
    assert len(inspect.getdoc(plot).split()) > 15
    assert f"{name}(" in inspect.getdoc(plot)  # an example call


def test_names_load_when_they_are_used():
    script = (
        "import sys, dtlab.plots; print([m for m in ('matplotlib', 'pandas') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_an_unknown_name():
    with pytest.raises(AttributeError, match="no attribute 'plot_nothing'"):
        dtlab.plots.plot_nothing  # noqa: B018
    assert set(NAMES) <= set(dir(dtlab.plots))
