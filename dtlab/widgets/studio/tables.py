"""The tables under a Split Studio as HTML: the children of a question, and the comparison."""

import re
from html import escape

import numpy as np

from ...plots.base.style import cut
from ..base.measures import MEASURES
from .words import rows_in_words

NAMES = ("Threshold", "ask", "leaf")  # what the source of a tree may need


def comparison(studio):
    """A DataFrame with a row for the learner's tree and one per algorithm."""
    import pandas as pd

    lesson = studio.lesson
    rows = {"yours": judge_tree(lesson, studio.tree, studio.tree)}
    for name in lesson.models:
        rows[name] = lesson.once(("judged", name), lambda name=name: _fit_and_judge(lesson, name))
    return pd.DataFrame.from_dict(rows, orient="index")


def _fit_and_judge(lesson, name):
    """An algorithm with its own stopping and pruning, on the same training rows."""
    from .lesson import new_model

    model = new_model(name, lesson.kinds).fit(lesson.X, lesson.y)
    return judge_tree(lesson, model.tree_, model)


def judge_tree(lesson, tree, predictor):
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


CELL = "padding: 0.15em 0.8em; text-align: left"
TABLE = "border-collapse: collapse; font-size: 1.1em; margin: 0.4em 0"
LONGEST = 60  # characters of a label; the tool tip has it in full


def children_table(studio):
    """A row per child of the proposed question: its answer, rows, classes and impurities."""
    if studio.question is None:
        return ""
    measures = [MEASURES[name] for name in studio.lesson.measures]
    impurities = [m for m in measures if m.impurity is not None]
    head = ["answer", "rows", *(m.symbol for m in impurities)]
    node = studio.proposal.node
    rows = [_child_row(node, i, impurities) for i in range(len(node.children))]
    values = [(m, m.of(studio.proposal)) for m in measures]
    worth = ", ".join(f"{m.name} {m.with_unit(value)}" for m, value in values if value is not None)
    caption = f"Children by {studio.question.feature}: {worth}"
    return table(head, rows, caption)


def _child_row(node, i, impurities):
    child = node.children[i]
    numbers = [f"{m.impurity(child.stats):.3f}" if child.n_rows else "–" for m in impurities]
    return [node.question.label(i), rows_in_words(child), *numbers]


def comparison_table(frame):
    """The DataFrame of `compare` as HTML."""
    rows = [[row.Index, *map(_number, row[1:])] for row in frame.itertuples(name="Row")]
    return table(["tree", *frame.columns], rows, "Your tree beside the algorithms' own")


def _number(value):
    return str(value) if isinstance(value, int) else f"{value:.3f}"


def table(head, rows, caption):
    """An HTML table with a caption; labels keep their own direction of writing."""
    top = "".join(f'<th scope="col" style="{CELL}">{_cell(text)}</th>' for text in head)
    body = "".join(
        "<tr>" + f'<th scope="row" style="{CELL}">{_cell(first)}</th>'
        + "".join(f'<td style="{CELL}">{_cell(text)}</td>' for text in others) + "</tr>"
        for first, *others in rows
    )  # fmt: skip
    above = f'<div style="font-size: 1.1em">{escape(caption)}</div>'
    return (
        f'{above}<table style="{TABLE}" aria-label="{escape(caption)}"><tr>{top}</tr>{body}</table>'
    )


def _cell(text):
    text = str(text)
    return f'<bdi title="{escape(text)}">{escape(cut(text, LONGEST))}</bdi>'


def source(code):
    """Python source as it is, to be copied."""
    style = "overflow: auto; max-height: 24em; font-size: 1.05em; line-height: 1.4"
    return f'<pre tabindex="0" aria-label="the tree as Python" style="{style}">{escape(code)}</pre>'
