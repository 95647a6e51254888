"""How a learner's tree measures up to the algorithms' trees, and the tree as Python source."""

import re

import numpy as np

NAMES = ("Threshold", "ask", "leaf")  # what the source of a tree may need


def compared(studio):
    """A DataFrame with a row for the learner's tree and one per algorithm."""
    import pandas as pd

    lesson = studio.lesson
    rows = {"yours": judged(lesson, studio.tree, studio.tree)}
    for name in lesson.models:
        rows[name] = lesson.once(("judged", name), lambda name=name: _fitted(lesson, name))
    return pd.DataFrame.from_dict(rows, orient="index")


def _fitted(lesson, name):
    """An algorithm with its own stopping and pruning, on the same training rows."""
    from .lesson import made

    model = made(name, lesson.kinds).fit(lesson.X, lesson.y)
    return judged(lesson, model.tree_, model)


def judged(lesson, tree, predictor):
    """Size of a tree, and how well it predicts the rows it has seen and those held back."""
    what = "R²" if lesson.classes is None else "accuracy"
    row = {"leaves": tree.n_leaves, "depth": tree.depth}
    row[f"training {what}"] = score(predictor, lesson.X, lesson.y, what)
    if lesson.validation is not None:
        row[f"validation {what}"] = score(predictor, *lesson.validation, what)
    return row


def score(predictor, X, y, what):
    """The share of right classes, or the share of the variance explained."""
    predicted, y = np.asarray(predictor.predict(X)), np.asarray(y)
    if what == "accuracy":
        return float(np.mean(predicted == y))
    from sklearn.metrics import r2_score

    return float(r2_score(y, predicted))


def python_source(tree):
    """Python source, imports included, that makes the tree as the variable `tree`.

    >>> from dtlab import ask
    >>> print(python_source(ask("Man", {True: "Brian", False: "Aoife"})))
    from dtlab import ask
    <BLANKLINE>
    tree = ask("Man", {
        True: "Brian",
        False: "Aoife",
    })
    """
    source = tree.to_python()
    if not re.search(r"(?m)^tree = ", source):
        source = f"tree = {source}"
    needed = [name for name in NAMES if re.search(rf"\b{name}\(", source)]
    return f"from dtlab import {', '.join(needed)}\n\n{source}"
