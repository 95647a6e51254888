"""What the trees of an ensemble say of one row, and how their answers become one."""

from typing import NamedTuple

import numpy as np

from ..ensembles.gaussians import mode_of_gaussians
from ..inputs.values import show
from .base.style import SIZE, canvas, ink, told
from .base.words import called, many

BINS = 40  # of the histogram of answers


class Member(NamedTuple):
    """A tree, the columns it sees (None: all), and what it was given in words."""

    model: object
    columns: object
    given: str


class Members(NamedTuple):
    """The members of an ensemble and the one row they are asked about, a DataFrame."""

    members: list
    row: object

    def answers(self, method):
        """What each member's method gives for the row."""
        return [self.answer(member, method) for member in self.members]

    def answer(self, member, method):
        """What one member's method gives for the row."""
        return getattr(member.model, method)(self.seen_by(member.model, member.columns))[0]

    def seen_by(self, model, columns):
        """The row as a model was taught: its columns, without names if it knows only their number;
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
    """The trees of a fitted forest or Bagging, with the row that they shall answer."""
    if not hasattr(forest, "vote") or not hasattr(forest, "trees_"):
        kind = called(forest)
        raise ValueError(f"a vote needs a fitted forest or Bagging, not a {kind}: fit it first")
    if hasattr(forest, "history_"):
        steps = enumerate(forest.history_)
        found = [Member(forest.trees_[i], _columns(step), _given(forest, i)) for i, step in steps]
    else:  # trained elsewhere: only the trees are known
        found = [Member(tree, None, many(tree.n_rows, "row")) for tree in forest.trees_]
    return Members(found, _as_frame(row, forest))


def _columns(step):
    """The columns that a model is shown: Bagging may hide some, a forest's tree sees all."""
    return step.features if hasattr(step, "sample") else None


def _as_frame(row, forest):
    import pandas as pd

    names = getattr(forest, "feature_names_in_", range(forest.n_features_in_))
    if isinstance(row, pd.DataFrame):
        frame = row
    elif isinstance(row, dict | pd.Series):
        frame = pd.DataFrame([dict(row)])
    else:
        values = np.ravel(np.asarray(row))
        if len(values) != len(names):
            raise ValueError(
                f"the row has {len(values)} values, but the model {len(names)} features"
            )
        frame = pd.DataFrame([dict(zip(names, values, strict=True))])
    missing = [name for name in names if name not in frame]
    if missing:
        raise ValueError(f"the row has no value for {missing[0]!r}: give all features of the model")
    if len(frame) != 1:
        raise ValueError(f"a vote is about one row, not {len(frame)}: choose one, X.iloc[[0]]")
    return frame[list(names)]


def _given(forest, i):
    """What the i-th tree was given: different rows, and features if not all."""
    sample, n = forest.samples_[i], len(forest.features_[i])
    if hasattr(forest, "index_"):  # a forest keeps the rows drawn, Bagging the copies of each
        different, n_rows = len(np.unique(sample)), len(forest.index_)
    else:
        different, n_rows = np.count_nonzero(sample), len(sample)
    if n == forest.n_features_in_:
        return f"{different} of {n_rows} rows"
    return f"{different} rows, {n} feature{'s' * (n > 1)}"


# ------------------------------------------------------------------ numbers: a histogram


def plot_answers(forest, found, ax):
    """The trees' answers as a histogram, with their mean and the mode of their Gaussians."""
    answers = np.array(found.answers("predict"), float)
    marks = {"mean": float(answers.mean())}
    if hasattr(forest, "leaves"):
        marks["mode"] = mode_of_gaussians(
            *(part[0] for part in forest.leaves(found.seen_by(forest, None)))
        )
    ax = canvas(ax, 8.0, 3.6)
    low, high = min(*answers, *marks.values()), max(*answers, *marks.values())
    if high - low < 1e-9 * max(abs(low), 1.0):  # all trees agree
        low, high = low - max(abs(low), 1.0) / 2, high + max(abs(low), 1.0) / 2
    spread = high - low
    heights, edges = np.histogram(answers, bins=BINS, range=(low, low + spread))
    ax.bar(edges[:-1], heights, np.diff(edges), align="edge", color="#56B4E9", edgecolor=ink(ax))
    result = getattr(forest, "vote", "mean") if hasattr(forest, "leaves") else "mean"
    for name, side, style in _sides(marks):
        word = f"{name} {marks[name]:.4g}" + (" = answer" if name == result else "")
        ax.axvline(marks[name], color=ink(ax), linestyle=style, linewidth=2.5)
        top = 1.02 * heights.max() if name == "mean" else 1.2 * heights.max()
        ax.text(marks[name], top, f" {word} ", ha=side, color=ink(ax), fontsize=SIZE)
    ax.set(xlim=(low - 0.3 * spread, low + 1.3 * spread), ylim=(0, 1.4 * heights.max()))
    ax.set(xlabel="answer of a tree", ylabel="trees")
    ax.yaxis.get_major_locator().set_params(integer=True)
    return told(ax, _answers_in_words(found, answers, marks, result))


def _sides(marks):
    """Name, side of its label and line style of each mark, so that labels part from each other."""
    first = min(marks, key=marks.get)
    styles = {"mean": "-", "mode": "--"}
    return [(name, "right" if name == first else "left", styles[name]) for name in marks]


def _answers_in_words(found, answers, marks, result):
    said = ", ".join(f"{name} {value:.4g}" for name, value in marks.items())
    return (
        f"How {len(answers)} trees answer {found.question}: from {answers.min():.4g} to "
        f"{answers.max():.4g}; {said}. The answer is the {result}."
    )
