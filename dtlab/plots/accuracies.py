"""Methods side by side: how well each does, how much that varies, and how large it grows."""

import numpy as np

from .style import COLOURS, SIZE, canvas, ink, short, told
from .words import many

MOST_METHODS = 16


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
    for at, name in ((1.15, "leaves"), (1.33, "depth")):
        ax.text(at, -1, name, **style)
        for place, value in enumerate(table[name].to_numpy(float)):
            ax.text(at, place, _number(value), **style)


def _number(value):
    """A mean size; of a method without trees, a dash."""
    if np.isnan(value):
        return "–"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def _in_words(name, row):
    size = f", {_number(row['leaves'])} leaves, depth {_number(row['depth'])}"
    trees = f" in {many(round(row['trees']), 'tree')}" if row["trees"] > 1 else ""
    found = f"{name} {row['accuracy']:.3f} ± {row['spread']:.3f}"
    return found + (size + trees if row["trees"] else "")
