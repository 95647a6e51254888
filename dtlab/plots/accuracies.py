"""Methods side by side: how well each does, how much that varies, and how large it grows."""

import numpy as np

from .base.style import COLOURS, SIZE, canvas, ink, short, told
from .base.words import many

MOST_METHODS = 16
SIZES = {"leaves": 1.15, "depth": 1.33}  # where their columns end, in widths of the axes


def plot_comparison(comparison, ax=None):
    """A dot for each method's mean accuracy with a line of one standard deviation to each side.

    `comparison` is what `compare` returns (or its table); beside each line stand the leaves and
    the depth of the method's trees, means over the splits.

        plot_comparison(compare({"ID3": ID3(), "CART": CART()}, X, y))
    """
    table = getattr(comparison, "table", comparison)
    if not len(table):
        raise ValueError("there is no method to draw: choose at least one")
    shown = table.head(MOST_METHODS)
    ax = canvas(ax, 8.0, 1.6 + 0.42 * len(shown))
    _dots(ax, shown)
    shown = shown.assign(**{name: _numbers(shown[name].to_numpy(float)) for name in SIZES})
    _sizes(ax, shown)
    words = "; ".join(_in_words(name, row) for name, row in shown.iterrows())
    more = f" {len(table) - len(shown)} more are not drawn." * (len(table) > len(shown))
    best = shown["accuracy"].idxmax()
    return told(ax, f"Accuracy on rows left out: {words}. The best mean has {best}.{more}")


def _dots(ax, table):
    mean, spread = table["accuracy"].to_numpy(float), table["spread"].to_numpy(float)
    places = np.arange(len(table))
    ax.errorbar(mean, places, xerr=np.nan_to_num(spread), fmt="none", ecolor=ink(ax), elinewidth=2)
    best = mean >= mean.max()
    ax.scatter(mean[~best], places[~best], s=70, color=COLOURS[0], zorder=3)
    ax.scatter(mean[best], places[best], s=130, color=COLOURS[5], marker="D", zorder=3)
    ax.set_yticks(places, [short(name) for name in table.index])
    ax.set_ylim(len(table) - 0.4, -1.3)
    ax.set_xlabel("accuracy (mean ± sd over the splits; ◆ best)")
    ax.grid(axis="x", alpha=0.3)
    ax.locator_params(axis="x", nbins=5)
    ax.tick_params(axis="y", length=0)


def _sizes(ax, table):
    """Two columns of numbers to the right of the axes, under their heads."""
    style = {"fontsize": SIZE, "color": ink(ax), "ha": "right", "va": "center",
             "transform": ax.get_yaxis_transform()}  # fmt: skip
    for name, at in SIZES.items():
        ax.text(at, -1, name, **style)
        for place, text in enumerate(table[name]):
            ax.text(at, place, text, **style)


def _numbers(values):
    """A column of mean sizes as text, all of one form; of a method without trees, a dash."""
    form = "{:,.0f}" if (values >= 100).any() else "{:.1f}"
    return ["–" if np.isnan(value) else form.format(value) for value in values]


def _in_words(name, row):
    size = f", {row['leaves']} leaves, depth {row['depth']}"
    trees = f" in {many(round(row['trees']), 'tree')}" if row["trees"] > 1 else ""
    found = f"{name} {row['accuracy']:.3f} ± {row['spread']:.3f}"
    return found + (size + trees if row["trees"] else "")
