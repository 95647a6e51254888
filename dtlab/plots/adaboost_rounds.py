"""AdaBoost's rounds as bars: the weight of every row before and after a model's errors count."""

from typing import NamedTuple

import numpy as np
from matplotlib.patches import Patch

from ..inputs.errors import InputError
from .base.points import evenly
from .base.sizes import sizes
from .base.style import (
    COLOURS,
    FAINT,
    area,
    canvas,
    describe_as,
    headline,
    ink,
    legend,
    note,
    write,
)
from .base.words import model_name

MOST_ROWS, NAMED_ROWS, MOST_ROUNDS = 16, 10, 5  # bars; bars with room for words; panels
# no colours of the first classes
RIGHT = FAINT
WRONG = COLOURS[5]
WIDE = 0.8  # of a bar


class Weights(NamedTuple):
    """One round: weights [n] before and after, which rows were wrong; None where it is unknown."""

    before: np.ndarray
    after: np.ndarray | None
    wrong: np.ndarray | None
    error: float
    alpha: float


def read_rounds(rounds, X=None, y=None):
    """The rounds of a fitted AdaBoost, of its history, or of `work.adaboost`, as `Weights`."""
    after: list[np.ndarray | None]
    if hasattr(rounds, "to_frame") and hasattr(rounds, "result"):
        # shown work has the weights after each round, and those before the first in its table
        steps = [rounds.result] if hasattr(rounds.result, "alpha") else list(rounds.result)
        frame = rounds.to_frame()
        X = None
        first = frame["weight" if "weight" in frame else "dist. 0"].to_numpy(float)
        updated = [np.array(step.weights, float) for step in steps]
        before = [first, *updated[:-1]]
        after = [*updated]
    else:
        steps = getattr(rounds, "history_", rounds)
        if not isinstance(steps, list) or not all(hasattr(step, "alpha") for step in steps):
            kind = model_name(rounds)
            raise InputError(f"plot_weights needs a fitted AdaBoost or work.adaboost, not {kind}")
        if not steps:
            raise InputError("the history has no rounds: fit AdaBoost first")
        before = [np.asarray(step.weight) for step in steps]
        after = [*before[1:], None]  # the last round's are not kept
    found = []
    for old, new, step in zip(before, after, steps, strict=True):
        error = float(step.error)
        found.append(Weights(old, new, _wrong(old, new, error), error, float(step.alpha)))
    if X is not None:
        n = len(before[-1])
        if n != len(X):
            raise InputError(f"X has {len(X)} rows, but AdaBoost was fitted with {n}: give those")
        for i, step in enumerate(steps):
            found[i] = found[i]._replace(wrong=np.asarray(step.learner.predict(X)) != np.asarray(y))
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
    """Bars of the weights that taught one model, wrong rows dark, and what they become."""
    found = rounds[step]
    rows, which = _shown_rows(found)
    draw_frame(ax, [found], rows, which)
    draw_weights(ax, found, rows)
    said = f"M{step}"
    if found.wrong is not None:
        said += f" gets {found.wrong.sum()} of {len(found.wrong):,} wrong"
    headline(ax, f"{said}: ε = {found.error:.3g}, α = {found.alpha:.3g}")
    return describe_as(ax, round_in_words(found, step) + (f" Drawn{which}." if which else ""))


def draw_frame(ax, rounds, rows, which=""):
    """Axes with room for the weights of all these rounds, and what the signs mean."""
    known = [w for found in rounds for w in (found.before, found.after) if w is not None]
    top = max(float(weights[rows].max()) for weights in known)
    names = [str(row + 1) for row in rows]
    ax.set_xticks(range(len(rows)), names, rotation=90 if len(rows) > NAMED_ROWS else 0)
    ax.tick_params(axis="x", length=0)
    ax.locator_params(axis="y", nbins=4)
    limits = {"xlim": (-0.6, len(rows) - 0.4), "ylim": (0, 1.32 * top)}
    ax.set(ylabel="weight", xlabel=f"row{which}", **limits)
    looks = {"errors not kept": outline(ax)}
    if any(found.wrong is not None for found in rounds):
        looks = {word: look for _, word, look in _looks(ax, np.zeros(0, bool))}
    if any(found.after is not None for found in rounds):
        looks["weight after the round"] = {**outline(ax), "linestyle": "--"}
    patches = [Patch(**look) for look in looks.values()]
    gaps = {"handlelength": 1.5, "columnspacing": 1.2, "borderaxespad": 0}
    legend(ax, patches, list(looks), loc="upper left", ncols=3, **gaps)


def draw_weights(ax, found, rows):
    """The weights of a round: those before it as bars with their numbers, those after as outlines.

    So each number stands on the bar that it belongs to.
    """
    places = np.arange(len(rows))
    _bars(ax, places, found.before[rows], found.wrong, rows)
    if found.after is not None:
        ax.bar(places, found.after[rows], WIDE, label="after", **outline(ax), linestyle="--")
    if len(rows) <= NAMED_ROWS:
        for place, weight in zip(places, found.before[rows], strict=True):
            look = {"ha": "center", "fontsize": sizes().small}
            note(ax, f"{weight:.3f}".rstrip("0").rstrip("."), (place, weight), (0, 2), **look)


def outline(ax):
    """Style of a bar that is not filled: its row may be right or wrong, or the round is over."""
    return {"facecolor": "none", "edgecolor": ink(ax), "linewidth": 1.2}


def _looks(ax, wrong):
    """(which rows, the word for them, the style of their bars) for right rows and wrong ones."""
    yield ~wrong, "right", area(ax, RIGHT)
    yield wrong, "wrong", area(ax, WRONG) | {"facecolor": WRONG}


def _bars(ax, places, heights, wrong, rows):
    """Bars whose wrong rows have another colour, and are dark."""
    if wrong is None:
        ax.bar(places, heights, WIDE, label="errors not kept", **outline(ax))
        return
    for chosen, word, look in _looks(ax, wrong[rows]):
        if chosen.any():
            for bar in ax.bar(places[chosen], heights[chosen], WIDE, label=word):
                bar.set(**look)


def _shown_rows(found):
    """The rows to draw: all, or those that weigh most in the end."""
    n = len(found.before)
    if n <= MOST_ROWS:
        return np.arange(n), ""
    weight = found.before if found.after is None else found.after
    heaviest = np.sort(np.argsort(-weight, kind="stable")[:MOST_ROWS])
    return heaviest, f": the {MOST_ROWS} heaviest of {n:,} rows"


def round_in_words(found, step):
    """A round's error and confidence, its wrong rows, and what becomes of their weights."""
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
    rows, which = _shown_rows(rounds[-1])
    top = max(float(rounds[i].before[rows].max()) for i in chosen)
    for place, i in enumerate(chosen):
        height = 1 / len(chosen)
        panel = canvas(ax.inset_axes([0, 1 - (place + 1) * height, 0.8, 0.8 * height]))
        _bars(panel, np.arange(len(rows)), rounds[i].before[rows], rounds[i].wrong, rows)
        panel.set(ylim=(0, top), yticks=[0, float(f"{top:.2g}")], xticks=[])
        panel.set_ylabel(f"M{i}", rotation=0, ha="right", va="center")
        facts = f"ε = {rounds[i].error:.3g}\nα = {rounds[i].alpha:.3g}"
        facts += "\nerrors not kept" if rounds[i].wrong is None else ""
        where = {"transform": panel.transAxes, "color": ink(ax)}
        write(panel, 1.02, 0.5, facts, va="center", **where)
        if place == 0:
            write(panel, 0, 1.08, "weight", va="bottom", **where)
            if rounds[i].wrong is not None:
                looks = _looks(ax, np.zeros(0, bool))
                signs = {word: Patch(**look) for _, word, look in looks}
                key = {"loc": "lower right", "bbox_to_anchor": (1, 1.04), "borderpad": 0}
                legend(panel, [*signs.values()], [*signs], ncols=2, handlelength=1.5, **key)
    panel.set_xticks(np.arange(len(rows)), [str(row + 1) for row in rows])
    if len(rows) > 12:
        panel.tick_params(axis="x", rotation=90)
    few = "" if len(chosen) == len(rounds) else f"; {len(chosen)} of {len(rounds)} rounds shown"
    panel.set_xlabel(f"row{which}{few}")
    words = [round_in_words(rounds[i], i) for i in chosen]
    return describe_as(
        ax, f"The weights of AdaBoost's {len(rounds)} rounds{few}{which}. " + " ".join(words)
    )
