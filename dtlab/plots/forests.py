"""Bagging in figures: the rows that each tree drew, and how the trees' votes become one answer.

Lecture 000 "Bagging" (its diagram of bagging with subspace sampling), lectures 003 and 004.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matplotlib.colors import ListedColormap

from ..ensembles.gaussians import mode_of_gaussians
from ..ensembles.votes import share_in_bag
from ..inputs.errors import InputError
from ..inputs.values import show
from ..typing import Axes, Values
from .base.style import (
    COLOURS,
    DARK,
    area,
    background,
    canvas,
    describe_as,
    headline,
    ink,
    name_ticks,
    on,
    short,
    write,
)
from .base.words import many, model_name
from .vote_diagram import plot_opinions

if TYPE_CHECKING:
    import pandas as pd

    from ..bridges.imported import Imported
    from ..ensembles.bagging import Bagging
    from ..ensembles.forest_base import Forest

BINS = 40  # of the histogram of answers
STYLES = {"mean": "-", "mode": "--"}


class Member(NamedTuple):
    """A tree, the columns it sees (None: all), and what it was given in words."""

    model: Any
    columns: Any
    given: str


class Members(NamedTuple):
    """The members of an ensemble and the one row they are asked about, a DataFrame."""

    members: list
    row: pd.DataFrame

    def answer(self, member, method):
        """What one member's method gives for the row."""
        return getattr(member.model, method)(self.seen_by(member.model, member.columns))[0]

    def seen_by(self, model, columns):
        """The row as a model was trained: its columns, without names if it knows only their number;
        a Node goes by names.
        """
        X = self.row if columns is None else self.row.iloc[:, columns]
        nameless = hasattr(model, "n_features_in_") and not hasattr(model, "feature_names_in_")
        return X.to_numpy() if nameless else X

    @property
    def question(self):
        """The row in words."""
        return ", ".join(f"{name} = {show(self.row[name].iloc[0])}" for name in self.row)


def members(forest, row):
    """The trees of a fitted forest or Bagging, and the row that they answer."""
    if not hasattr(forest, "vote") or not hasattr(forest, "trees_"):
        kind = model_name(forest)
        raise InputError(f"a vote needs a fitted forest or Bagging, not a {kind}: fit it first")
    if hasattr(forest, "history_"):
        found = []
        for i, step in enumerate(forest.history_):  # Bagging may hide columns, a forest's tree not
            columns = step.features if hasattr(step, "sample") else None
            found.append(Member(forest.trees_[i], columns, _given(forest, i)))
    else:  # trained elsewhere: only the trees are known
        found = [Member(tree, None, many(tree.n_rows, "row")) for tree in forest.trees_]
    return Members(found, _as_frame(row, forest))


def _as_frame(row, forest):
    import pandas as pd

    names = getattr(forest, "feature_names_in_", range(forest.n_features_in_))
    if isinstance(row, pd.DataFrame):
        frame = row
    else:
        try:
            if not isinstance(row, dict | pd.Series):
                row = np.ravel(np.asarray(row))
                n = len(names)
                if len(row) != n:
                    raise InputError(f"the row has {len(row)} values, but the model {n} features")
                row = zip(names, row, strict=True)
            frame = pd.DataFrame([dict(row)])
        except TypeError:
            raise InputError("row must hold one value for each feature of the model") from None
    missing = [name for name in names if name not in frame]
    if missing:
        raise InputError(f"the row has no value for {missing[0]!r}: give all features of the model")
    if len(frame) != 1:
        raise InputError(f"a vote is about one row, not {len(frame)}: choose one, X.iloc[[0]]")
    return frame[list(names)]


def _given(forest, i):
    """What the i-th tree was given: different rows, and features if not all."""
    sample = forest.samples_[i]
    n = len(forest.features_[i])
    if hasattr(forest, "_index"):  # a forest keeps the rows drawn, Bagging the copies of each
        different = len(np.unique(sample))
        n_rows = len(forest._index)
    else:
        different = int(np.count_nonzero(sample))
        n_rows = len(sample)
    if n == forest.n_features_in_:
        return f"{different} of {n_rows} rows"
    return f"{different} rows, {n} feature{'s' if n > 1 else ''}"


# ------------------------------------------------------------------ numbers: a histogram


def plot_answers(forest, found, ax):
    """The trees' answers as a histogram, with their mean and the mode of their Gaussians."""
    answers = np.array([found.answer(tree, "predict") for tree in found.members], float)
    marks = {"mean": float(answers.mean())}
    if hasattr(forest, "leaves"):
        leaves = forest.leaves(found.seen_by(forest, None))
        marks["mode"] = mode_of_gaussians(*(part[0] for part in leaves))
    ax = canvas(ax, 3.6)
    low, high = min(*answers, *marks.values()), max(*answers, *marks.values())
    if high - low < 1e-9 * max(abs(low), 1.0):  # all trees agree
        low, high = low - max(abs(low), 1.0) / 2, high + max(abs(low), 1.0) / 2
    spread = high - low
    heights, edges = np.histogram(answers, bins=BINS, range=(low, low + spread))
    ax.bar(edges[:-1], heights, np.diff(edges), align="edge", **area(ax, COLOURS[0]))
    result = getattr(forest, "vote", "mean") if hasattr(forest, "leaves") else "mean"
    first = min(marks, key=lambda name: marks[name])
    for name in marks:  # the labels on different sides, so that they do not overlap
        side = "right" if name == first else "left"
        style = STYLES[name]
        word = f"{name} {marks[name]:.4g}" + (" = answer" if name == result else "")
        ax.axvline(marks[name], color=ink(ax), linestyle=style, linewidth=2)
        top = 1.02 * heights.max() if name == "mean" else 1.2 * heights.max()
        write(ax, marks[name], top, f" {word} ", ha=side)
    ax.set(xlim=(low - 0.3 * spread, low + 1.3 * spread), ylim=(0, 1.4 * heights.max()))
    ax.set(xlabel="answer of a tree", ylabel="trees")
    ax.yaxis.get_major_locator().set_params(integer=True)
    said = ", ".join(f"{name} {value:.4g}" for name, value in marks.items())
    return describe_as(
        ax,
        f"How {len(answers)} trees answer {found.question}: from {answers.min():.4g} to "
        f"{answers.max():.4g}; {said}. The answer is the {result}.",
    )


MOST_ROWS, MOST_TREES = 22, 10  # cells that leave room for a number
SHADES = ("none", "#cfe3f0", "#7fb5d8", "#0072B2")  # never, once, twice, more often


def plot_bootstrap(
    samples: Forest | Bagging | Sequence[Values],
    rows: Sequence[Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """How often each tree drew each row; × marks the rows that are out of its bag.

    Parameters:
        samples: a fitted forest or Bagging, or a list with the row numbers (from 0) that each tree
            drew.
        rows: the names of all rows; None (default) keeps the names of a forest's rows, and numbers
            others from 1, as many as a sample has.
        ax: axes to draw on; None (default) makes a new figure.

    Lectures 000 and 003, the share out of bag:
    >>> ax = plot_bootstrap([[0, 0, 2], [1, 2, 2]])
    >>> ax.get_title("left")
    'On average 33% of the rows are out of bag'
    """
    counts, names = _counts(samples, rows)
    shown = counts[:MOST_TREES, :MOST_ROWS]
    labels = [short(name) for name in names[: shown.shape[1]]]
    longest = max(map(len, labels))
    height = 1.5 + 0.32 * len(shown) + (0.1 * longest if longest > 2 else 0)
    ax = canvas(ax, needs=height)
    _draw_grid(ax, shown)
    ax.set_xticks(np.arange(len(labels)), labels, rotation=90 if longest > 2 else 0)
    name_ticks(ax, "y", np.arange(len(shown)), [f"tree {t + 1}" for t in range(len(shown))])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    left_out = (counts == 0).sum(axis=1)
    for t, n_out in enumerate(left_out[: len(shown)]):
        text = f"{n_out} out ({n_out / len(names):.0%})"
        write(ax, shown.shape[1] - 0.35, t, text, va="center")
    share = float(np.mean(left_out)) / len(names)
    headline(ax, f"On average {share:.0%} of the rows are out of bag")
    sizes = zip(shown.shape, counts.shape, ("trees", "rows"), strict=True)
    cut = ", ".join(f"{few} of {every} {what}" for few, every, what in sizes if few < every)
    left_off = f"; shown: {cut}" if cut else ""
    ax.set_xlabel(f"row (× = out of bag){left_off}")
    return describe_as(ax, ". ".join(_samples_in_words(counts, names, share)) + f"{left_off}.")


def plot_votes(
    forest: Forest | Bagging | Imported,
    row: Mapping[str, Any] | pd.DataFrame | Values,
    ax: Axes | None = None,
) -> Axes:
    """How one row is answered: samples, trees, their votes, and what comes of them together.

    For classes a diagram from samples to the majority vote or the average posterior, as the model
    has it; for numbers a histogram of the trees' answers with their mean and, of a
    RegressionForest, the mode of the leaves' Gaussians (lecture 003).

    Parameters:
        forest: a fitted forest or Bagging, also one from `from_sklearn`.
        row: the features as a dictionary, a Series, a one-row DataFrame, or values in their order.
        ax: axes to draw on; None (default) makes a new figure.

    >>> from dtlab import RandomForest, load
    >>> buys = load("buys_computer")
    >>> forest = RandomForest(n_estimators=5, random_state=0).fit(buys.X, buys.y)
    >>> plot_votes(forest, buys.X.iloc[0]).description
    'How 5 trees answer age = youth, income = high, student = no, credit_rating = fair. Votes: 4 for
    no, 1 for yes. Average posterior: no 0.8, yes 0.2.'
    """
    found = members(forest, row)
    draw = plot_answers if getattr(forest, "classes_", None) is None else plot_opinions
    return draw(forest, found, ax)


# ------------------------------------------------------------------ the grid of draws


def _counts(samples, rows):
    """[T, n] how often each tree drew each row, and the names of the rows."""
    drawn = getattr(samples, "samples_", samples)
    if not hasattr(drawn, "__len__"):
        kind = model_name(drawn)
        raise InputError(
            f"samples must be a fitted forest or Bagging, not {kind}: fit it first, or "
            "give a list of row numbers, such as estimators_samples_ of scikit-learn's forest"
        )
    if len(drawn) == 0:
        raise InputError("there are no samples to draw: samples is empty")
    names = rows if rows is not None else getattr(samples, "_index", None)
    if hasattr(samples, "samples_") and np.ndim(drawn) == 2 and hasattr(drawn, "shape"):
        counts = np.asarray(drawn)  # Bagging keeps copies of each row, forests the rows drawn
    else:
        if hasattr(drawn, "keys") or any(np.ndim(s) != 1 for s in drawn):
            raise InputError("samples must be a list of lists: the row numbers that each tree drew")
        drawn = [np.asarray(s) for s in drawn]
        if not all(map(len, drawn)):
            raise InputError("samples: one has no rows; give the row numbers that each tree drew")
        n = max(map(len, drawn)) if names is None else len(names)
        if any(s.dtype.kind not in "iu" or s.min() < 0 or s.max() >= n for s in drawn):
            raise InputError(
                f"samples must hold row numbers from 0 to {n - 1}: name all rows with rows=, "
                "if there are more than a tree draws"
            )
        counts = np.array([np.bincount(s, minlength=n) for s in drawn])
    names = range(1, counts.shape[1] + 1) if names is None else names
    if len(names) != counts.shape[1]:
        raise InputError(f"rows has {len(names)} names, but the samples {counts.shape[1]} rows")
    return counts, list(names)


def _draw_grid(ax, shown):
    """One cell for each tree and row; its shade and its number say how often it was drawn."""
    levels = np.minimum(shown, len(SHADES) - 1)
    edges = (np.arange(n + 1) - 0.5 for n in shown.T.shape)
    ax.pcolormesh(
        *edges, levels, cmap=ListedColormap(SHADES), vmin=-0.5, vmax=len(SHADES) - 0.5,
        edgecolors=background(ax), linewidth=2,
    )  # fmt: skip
    ax.invert_yaxis()
    for (t, i), count in np.ndenumerate(shown):
        shade = SHADES[levels[t, i]]
        colour = ink(ax) if shade == "none" else on(shade) if count > 2 else DARK
        text = str(count) if count else "×"
        write(ax, i, t, text, color=colour, ha="center", va="center")


def _samples_in_words(counts, names, share):
    T, n = counts.shape
    size = int(counts[0].sum())
    yield (
        f"Bootstrap samples of {T} trees from {n} rows; {share:.0%} of the rows are out of bag on "
        f"average, where {1 - share_in_bag(n, size):.0%} are expected of {size} draws with "
        "replacement"
    )
    for t, row in enumerate(counts[:MOST_TREES]):
        most = int(row.argmax())
        n_out = int((row == 0).sum())
        yield (
            f"Tree {t + 1} draws {n - n_out} different rows, row {show(names[most])} most often "
            f"({row[most]} times), and leaves {n_out} out"
        )
