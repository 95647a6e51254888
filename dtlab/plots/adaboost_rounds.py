"""AdaBoost's rounds as bars: the weight of every row before and after a model's errors count."""

from typing import NamedTuple

import numpy as np

from .base.points import evenly
from .base.sizes import sizes
from .base.style import COLOURS, TITLE, canvas, describe_as, ink, legend, names_below, write
from .base.words import model_name

MOST_ROWS, NAMED_ROWS, MOST_ROUNDS = 16, 10, 5  # bars; bars with room for words; panels
RIGHT, WRONG, HATCH = COLOURS[0], COLOURS[1], "//"


class Weights(NamedTuple):
    """One round: weights [n] before and after, which rows were wrong; None where it is unknown."""

    before: np.ndarray
    after: np.ndarray | None
    wrong: np.ndarray | None
    error: float
    alpha: float


def read_rounds(rounds, X=None, y=None):
    """The rounds of a fitted AdaBoost, of its history, or of `work.adaboost`, as `Weights`."""
    if hasattr(rounds, "to_frame") and hasattr(rounds, "result"):
        # shown work has the weights after each round, and those before the first in its table
        steps = [rounds.result] if hasattr(rounds.result, "alpha") else list(rounds.result)
        frame, X = rounds.to_frame(), None
        first = frame["weight" if "weight" in frame else "dist. 0"].to_numpy(float)
        after = [np.array(step.weights, float) for step in steps]
        before = [first, *after[:-1]]
    else:
        steps = getattr(rounds, "history_", rounds)
        if not isinstance(steps, list) or not all(hasattr(step, "alpha") for step in steps):
            kind = model_name(rounds)
            raise ValueError(f"plot_weights needs a fitted AdaBoost or work.adaboost, not {kind}")
        if not steps:
            raise ValueError("the history has no rounds: fit AdaBoost first")
        before = [np.asarray(step.weight) for step in steps]
        after = [*before[1:], None]
    found = []
    for old, new, step in zip(before, after, steps, strict=True):
        error = float(step.error)
        found.append(Weights(old, new, _wrong(old, new, error), error, float(step.alpha)))
    if X is not None:
        n = len(before[-1])
        if n != len(X):
            raise ValueError(f"X has {len(X)} rows, but AdaBoost was fitted with {n}: give those")
        last = np.asarray(steps[-1].learner.predict(X)) != np.asarray(y)
        found[-1] = found[-1]._replace(wrong=last)
    return found


def _wrong(before, after, error):
    """Which rows were wrong: an update has two factors, and the wrong rows weighed ε before it."""
    if after is None:
        return None if error else np.zeros(len(before), bool)
    factor = np.divide(after, before, out=np.ones(len(before)), where=before > 0)
    gained = factor > np.sqrt(factor.min() * factor.max()) * (1 + 1e-9)
    return next((r for r in (gained, ~gained) if np.isclose(before[r].sum(), error)), None)


# ------------------------------------------------------------------ one round


def draw_round(rounds, step, ax):
    """Bars of the weights before and after one round, wrong rows hatched and named."""
    found = rounds[step]
    rows, note = _shown_rows(found)
    places = np.arange(len(rows))
    if found.after is None:
        _bars(ax, places, found.before[rows], found.wrong, rows, 0.8)
    else:
        ax.bar(places - 0.2, found.before[rows], 0.4, label="before", **outline(ax))
        _bars(ax, places + 0.2, found.after[rows], found.wrong, rows, 0.4, "after, ")
    few = len(rows) <= NAMED_ROWS * sizes().share  # room for words
    wrong = [False] * len(rows) if found.wrong is None else found.wrong[rows]
    sign = "\nwrong" if few else " wrong"
    names = [f"{row + 1}" + sign * bool(bad) for row, bad in zip(rows, wrong, strict=True)]
    if few:
        names_below(ax, names)
    else:
        ax.set_xticks(places, names, rotation=90)
    top = max(found.before[rows].max(), 0 if found.after is None else found.after[rows].max())
    if few and found.after is not None:
        for i, row in enumerate(rows):
            old, new = found.before[row], found.after[row]
            text, y = f"{new:.3g}".removeprefix("0"), max(old, new) + 0.015 * top
            write(ax, i + 0.2 * (new > old), y, text, ha="center")
    ax.locator_params(axis="y", nbins=4)
    numbers = " (above it: the weight after)" if few and found.after is not None else ""
    ax.set(ylabel="weight", xlabel=f"row{numbers}{note}", ylim=(0, 1.32 * top))
    ax.set_title(f"M{step}: ε = {found.error:.4g}, α = {found.alpha:.4g}", fontsize=TITLE)
    gaps = {"handlelength": 1.5, "columnspacing": 1.2, "borderaxespad": 0}
    legend(ax, loc="upper left", ncols=3, **gaps)
    return describe_as(ax, _round_in_words(found, step) + (f" Drawn{note}." if note else ""))


def outline(ax):
    """Style of a bar whose row may be right or wrong (not recorded)."""
    return {"facecolor": "none", "edgecolor": ink(ax), "linewidth": 1.5}


def _bars(ax, places, heights, wrong, rows, width, prefix=""):
    """Bars whose wrong rows have another colour and hatching."""
    if wrong is None:
        ax.bar(places, heights, width, label=prefix + "errors not kept", **outline(ax))
        return
    wrong = wrong[rows]
    signs = (~wrong, RIGHT, "", "right"), (wrong, WRONG, HATCH, "wrong")
    for chosen, colour, hatch, word in signs:
        if chosen.any():
            look = {"color": colour, "hatch": hatch, "edgecolor": ink(ax), "linewidth": 0.8}
            ax.bar(places[chosen], heights[chosen], width, label=prefix + word, **look)


def _shown_rows(found):
    """The rows to draw: all, or those that weigh most in the end."""
    n = len(found.before)
    if n <= MOST_ROWS:
        return np.arange(n), ""
    weight = found.before if found.after is None else found.after
    heaviest = np.sort(np.argsort(-weight, kind="stable")[:MOST_ROWS])
    return heaviest, f": the {MOST_ROWS} heaviest of {n:,} rows"


def _round_in_words(found, step):
    words = [f"Round {step}: model M{step} has ε = {found.error:.4g} and α = {found.alpha:.4g}."]
    if found.wrong is not None:
        rows = np.flatnonzero(found.wrong) + 1
        more = f" and {len(rows) - 12} more" if len(rows) > 12 else ""
        named = f"rows {', '.join(map(str, rows[:12]))}{more}" if len(rows) else "no row"
        words.append(f"Wrong: {named}.")
    if found.after is None:
        return " ".join([*words, "It is the last round."])
    sides = () if found.wrong is None else ((found.wrong, "wrong"), (~found.wrong, "right"))
    for rows, word in sides:
        if rows.any():
            before, after = _range(found.before[rows]), _range(found.after[rows])
            words.append(f"Weights of the {word} rows: {before} before, {after} after.")
    return " ".join(words)


def _range(values):
    low, high = float(values.min()), float(values.max())
    return f"{low:.4g}" if np.isclose(low, high) else f"{low:.4g} to {high:.4g}"


# ------------------------------------------------------------------ all rounds


def draw_all_rounds(rounds, ax):
    """The weights that each model was trained with, one panel above the other."""
    chosen = evenly(len(rounds), MOST_ROUNDS)
    rows, note = _shown_rows(rounds[-1])
    top = max(float(rounds[i].before[rows].max()) for i in chosen)
    for place, i in enumerate(chosen):
        height = 1 / len(chosen)
        panel = canvas(ax.inset_axes([0, 1 - (place + 1) * height, 0.8, 0.8 * height]))
        _bars(panel, np.arange(len(rows)), rounds[i].before[rows], rounds[i].wrong, rows, 0.8)
        panel.set(ylim=(0, top), yticks=[0, float(f"{top:.2g}")], xticks=[])
        panel.set_ylabel(f"M{i}", rotation=0, ha="right", va="center")
        facts = f"ε = {rounds[i].error:.3g}\nα = {rounds[i].alpha:.3g}"
        facts += "\nerrors not kept" * (rounds[i].wrong is None)
        where = {"transform": panel.transAxes, "color": ink(ax)}
        write(panel, 1.02, 0.5, facts, va="center", **where)
        if place == 0:
            write(panel, 0, 1.08, "weight", va="bottom", **where)
    panel.set_xticks(np.arange(len(rows)), [str(row + 1) for row in rows])
    if len(rows) > 12:
        panel.tick_params(axis="x", rotation=90)
    few = "" if len(chosen) == len(rounds) else f"; {len(chosen)} of {len(rounds)} rounds shown"
    panel.set_xlabel(f"row{note}{few}; hatched: wrong")
    words = [_round_in_words(rounds[i], i) for i in chosen]
    return describe_as(
        ax, f"The weights of AdaBoost's {len(rounds)} rounds{few}{note}. " + " ".join(words)
    )
