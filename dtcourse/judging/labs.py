"""`submit` a model and the number you would bet on: a lab is judged on rows nobody has seen.

A lab keeps rows back. So that they are in no file, they are those of data/kept_back, blurred: each
number gets a little noise, and some categories another value. The learner's table was blurred in
the same way, so that an honest number holds. The noise depends on the lab alone: all submissions
are judged alike.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import import_module
from typing import Any

from dtlab import data

from ..bank import NoSuchItem
from ..cards import record
from ..cards.card import Card, calm
from ..cards.recording import recorded

LABS = ("lab1", "lab2", "lab3", "lab4")
NOISE = 0.02  # of a column's standard deviation, or chance of another category
SURE = 2  # standard errors: what lies further apart is not chance
SUSPICIOUS = 3  # standard errors above the reference: nobody does that on these columns


@dataclass(frozen=True, kw_only=True)
class Lab:
    """An open task with a model and a number as its answer.

    Parameters:
        id: such as "lab1".
        data: the name of the data set.
        reference: what a good model reaches on the rows that are kept back, by the tests.
        limit: at most this many leaves in the tree, or trees in the ensemble.
        counted: what the limit counts: "leaves" or "trees".
        late: columns of the table that nobody has in time, and why.
        read: turns a submission into something with `predict`; by default it has that itself.
        answer: writes the cell that is graded in its place, where the model itself cannot go along.
        solution: code that solves it, as `model` and `reported`.
        explanation: what to learn from that solution.
        wrong: typical wrong ways, as code, and a part of what they are told.
    """

    id: str
    data: str
    reference: float
    limit: int
    counted: str
    solution: str
    explanation: str
    wrong: dict[str, str]
    late: dict[str, str]
    read: Callable = lambda model: model
    answer: Callable | None = None

    @cached_property
    def given(self):
        """The learner's table."""
        return data.load(self.data)

    def in_time(self, X):
        """The columns that a model may ask for."""
        return X[[name for name in X.columns if name not in self.late]]

    @property
    def is_regression(self):
        """Is the target a number? Then the score is the RMSE, and small is good."""
        return self.given.y.dtype.kind in "if"

    @property
    def metric(self):
        """The name of the score."""
        return "RMSE" if self.is_regression else "accuracy"


@dataclass(frozen=True, repr=False)
class Report(Card):
    """What became of a submission."""

    points: int = 0
    score: float | None = None
    answer: str = ""


class Unusable(ValueError):
    """One sentence: why an answer that was handed in cannot be judged."""


def find_lab(lab_id):
    """The lab of this name; NoSuchItem lists them."""
    if lab_id not in LABS:
        raise NoSuchItem(f"there is no lab {lab_id!r}: use one of {', '.join(LABS)}")
    return import_module(f"dtcourse.bank.{lab_id}").LAB


@cache
def kept_back(name):
    """The rows on which a lab is judged: features and target."""
    import pandas as pd

    given = data.load(name)
    rows = pd.read_csv(data.folder() / "kept_back" / f"{name}.csv")
    rows = blurred(rows, given.features, seed=len(rows))
    return rows[given.features].astype(given.X.dtypes.to_dict()), rows[given.y.name]


def blurred(rows, features, seed):
    """The table with a little noise in its features; the learner's table was made so, too."""
    import numpy as np

    rows = rows.copy()
    rng = np.random.RandomState(seed)
    for column in features:
        if rows[column].dtype.kind in "if":
            noise = NOISE * rows[column].std() * rng.standard_normal(len(rows))
            rows[column] = (rows[column] + noise).round(0 if rows[column].dtype.kind == "i" else 2)
        else:
            others = rows[column].to_numpy()[rng.permutation(len(rows))]
            rows[column] = rows[column].where(rng.random_sample(len(rows)) >= NOISE, others)
    return rows


@recorded
def submit(
    lab_id: str, model: Any = ..., reported: Any = ..., for_marks: bool = False
) -> Report | Card:
    """Judge a lab's model, and the score that you expect of it, on rows that were kept back.

    Parameters:
        lab_id: "lab1" to "lab4".
        model: what you fitted; it predicts the target from the features of the lab's table. In
            "lab4" it is the folder of a saved Spark pipeline, or the answer that `for_marks` wrote.
        reported: the score that you would bet on: accuracy, or RMSE where the target is a number.
        for_marks: in "lab4", True replaces this cell by your answer in plain numbers, because Spark
            cannot run where a class is graded.

    >>> submit("lab1").head
    'Not tried yet · lab1'
    """
    return report_on(lab_id, model, reported, for_marks)


@calm
def report_on(lab_id, model=..., reported=..., for_marks=False, quotes=True):
    """What `submit` says, in a grader too.

    Parameters:
        lab_id, model, reported, for_marks: as for `submit`.
        quotes: False repeats no number of the learner's, who may have chosen it by the rows kept
            back.
    """
    lab = find_lab(lab_id)
    if isinstance(model, dict):  # an answer in plain numbers
        reported = model.get("reported")
    if model is ... or reported is ...:
        how = f'`submit("{lab.id}", model, reported)` takes the fitted model and the {lab.metric} '
        return Report("note", f"Not tried yet · {lab.id}", (f"{how}that you would bet on.",))
    report = _judged(lab, model, reported, quotes)
    record.tried(lab.id, report.tone == "right")
    if for_marks and report.answer:
        _replace_cell(report.answer)
        done = "**This cell now holds what you hand in.** Run it once more, and save the notebook."
        report = replace(report, body=(*report.body, done))
    return report


def _replace_cell(text):
    from IPython import get_ipython

    if shell := get_ipython():
        shell.set_next_input(text, replace=True)


def _judged(lab, model, reported, quotes):
    for name, why in lab.late.items():
        if name in getattr(model, "feature_names_in_", ()):
            return Report("not yet", f"Your model uses {name}, but {why}.")
    X, y = kept_back(lab.data)
    X = lab.in_time(X)
    try:
        model = lab.read(model)
        said = predicted(model, X)
        score, error = scored(said, y, lab)
    except Unusable as problem:
        return Report("not yet", str(problem))
    except Exception as problem:
        said = f"{type(problem).__name__}: {str(problem)[:200]}"
        advice = (
            f"It must be fitted, have `predict`, and take the columns {', '.join(X.columns)} or "
            "some of them. Does it need columns that you made yourself? Then submit a pipeline "
            "that makes them."
        )
        return Report("not yet", "Your model could not predict the rows kept back.", (said, advice))
    try:
        reported = float(reported)
    except (TypeError, ValueError, OverflowError):
        reported = math.nan
    if not 0 <= reported <= (sys.float_info.max if lab.is_regression else 1):
        kind = "in the units of the target" if lab.is_regression else "a share from 0 to 1"
        return Report("not yet", f"Report one number, the {lab.metric}, {kind}.")
    learned = _score_on_given(lab, model)
    lines = [
        _against_baseline(lab, score, error),
        _against_reference(lab, score, error),
        _bet(lab, learned, score, error, reported, quotes),
        _size(lab, model, quotes),
    ]
    points = sum(bool(good) for good, _ in lines)
    told = [f"{'✓' if good else '○'} {text}" for good, text in lines]
    head = f"{lab.metric} on {len(y)} rows kept back: {score:.4g}"
    return Report(
        "right" if points == len(lines) else "not yet",
        head,
        (*told, f"**{points} of {len(lines)} points.**", *record.notices()),
        points=points,
        score=score,
        answer=lab.answer(said, learned, count(model, lab.counted), reported) if lab.answer else "",
    )


def predicted(model, X):
    """What a model says about these rows; it may have learned from some of the columns only."""
    names = [str(name) for name in getattr(model, "feature_names_in_", ())]
    return model.predict(X[names] if names and set(names) < set(X.columns) else X)


def scored(said, y, lab):
    """The score of predictions, and its standard error."""
    import numpy as np

    said = np.asarray(said).ravel()
    n = len(y)
    if len(said) != n:
        raise ValueError(f"{len(said)} predictions for {n} rows")
    if not lab.is_regression:
        share = float(np.mean(said.astype(str) == y.to_numpy().astype(str)))
        return share, float(np.sqrt(share * (1 - share) / n))
    squares = (said.astype(float) - y.to_numpy()) ** 2
    score = float(np.sqrt(squares.mean()))
    return score, float(squares.std() / np.sqrt(n) / (2 * score or 1))


def _ahead(lab, score, other):
    """How much better one score is than another."""
    return other - score if lab.is_regression else score - other


def _against_baseline(lab, score, error):
    import numpy as np

    X, y = kept_back(lab.data)
    given = lab.given.y
    asks_nothing = given.mean() if lab.is_regression else given.mode()[0]
    base, _ = scored(np.full(len(X), asks_nothing), y, lab)
    good = _ahead(lab, score, base) > SURE * error
    verb = "beats" if good else "does not beat"
    return good, f"It {verb} the baseline, which asks nothing: {base:.4g}."


def _against_reference(lab, score, error):
    ahead = _ahead(lab, score, lab.reference)
    if ahead > SUSPICIOUS * error:
        return False, (
            f"It is far better than our reference ({lab.reference:.4g}). That is suspicious: has "
            "it learned from rows that it should not have? If you can rule that out, you have "
            "found a better way than ours."
        )
    good = ahead > -SURE * error
    words = "worse than"
    if good:
        words = "better than" if ahead > SURE * error else "about as good as"
    return good, f"It is {words} our reference, {lab.reference:.4g}."


def _score_on_given(lab, model):
    """The score on the learner's own table; an answer without its model says it itself."""
    if (said := getattr(model, "score_on_given", None)) is not None:
        return said
    return scored(predicted(model, lab.in_time(lab.given.X)), lab.given.y, lab)[0]


def _bet(lab, learned, score, error, reported, quotes):
    margin = SURE * error * 2**0.5  # the reported number has an error, too
    ahead, gap = _ahead(lab, reported, score), _ahead(lab, learned, score)
    you = f"You reported {reported:.4g}" if quotes else "You reported a number"
    chance = f"chance (±{margin:.2g})" if quotes else "chance"
    same = gap > error and math.isclose(reported, learned, rel_tol=1e-9)
    if same or (ahead > margin < gap and ahead > 0.9 * gap):
        why = "it is that good, if at all, only on rows that it has learned from."
        return False, f"{you}, which is too good: {why}"
    if ahead > margin:
        why = "did the rows that judged it also choose it, or does a column give the answer away?"
        return False, f"{you}, which is too good: {why}"
    if ahead < -margin:
        return False, f"{you}: your model is better than you said."
    if abs(ahead) <= margin / 2:
        return True, f"{you}: one to bet on." if not quotes else f"{you}: a number to bet on."
    chosen = "optimistic. Chance does that; so do rows that both choose a model and judge it."
    side = chosen if ahead > 0 else "cautious."
    return True, f"{you}: within {chance} of what the new rows say, but {side}"


def _size(lab, model, quotes):
    n = count(model, lab.counted)
    if n is None:
        return False, f"Its {lab.counted} cannot be counted: submit a tree or an ensemble of trees."
    good = n <= lab.limit
    if not quotes:
        return good, f"It has {'at most' if good else 'more than'} {lab.limit} {lab.counted}."
    counted = lab.counted if n != 1 else {"leaves": "leaf", "trees": "tree"}[lab.counted]
    return good, f"It has {n} {counted}; at most {lab.limit} are allowed."


def count(model, what):
    """The leaves or trees of a model, also inside a pipeline or a search; None if unknown.

    >>> count(object(), "leaves")
    """
    model = getattr(model, "best_estimator_", model)
    model = model[-1] if hasattr(model, "steps") else model
    if what == "leaves":
        return model.get_n_leaves() if hasattr(model, "get_n_leaves") else None
    trees = getattr(model, "trees_", None)
    trees = getattr(model, "estimators_", None) if trees is None else trees
    if trees is not None:
        return sum(len(tree) if hasattr(tree, "__len__") else 1 for tree in trees)
    return getattr(model, "n_iter_", None)
