"""The tables under a Split Studio as HTML: the children of a question, and the comparison."""

import re
from html import escape

import numpy as np

from ...plots.base.style import cut
from ..base.measures import MEASURES
from .compare import fitted
from .engine import errors
from .words import rows_in_words

NAMES = ("Threshold", "ask", "leaf")  # what the source of a tree may need


def comparison(studio):
    """A DataFrame with a row for the learner's tree and one per algorithm."""
    import pandas as pd

    lesson = studio.lesson
    rows = {"yours": judge_tree(lesson, studio.tree, studio.tree)}
    models = {name: fitted(lesson, name) for name in lesson.models}
    rows |= {name: judge_tree(lesson, model.tree_, model) for name, model in models.items()}
    return pd.DataFrame.from_dict(rows, orient="index")


def accuracy(y, predicted):
    """The share of right predictions, for classes of any type: scikit-learn's takes only some."""
    return np.mean(y == predicted)


def judge_tree(lesson, tree, predictor):
    """Size of a tree, and how well it predicts the rows it has seen and those held back."""
    from sklearn.metrics import r2_score

    what, score = ("R²", r2_score) if lesson.classes is None else ("accuracy", accuracy)
    row = {"leaves": tree.n_leaves, "depth": tree.depth}
    for name, rows in {"training": (lesson.X, lesson.y), "validation": lesson.validation}.items():
        if rows is not None:
            X, y = rows
            row[f"{name} {what}"] = float(score(np.asarray(y), np.asarray(predictor.predict(X))))
    return row


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
MOST_CHILDREN = 12  # in the table
LONGEST = 60  # characters of a label; the tool tip has it in full


def children_table(studio):
    """A row per child of the proposed question: its answer, rows, classes and impurities."""
    if studio.question is None:
        return ""
    measures = [MEASURES[name] for name in studio.lesson.measures] if studio.gain else []
    impurities = [m for m in measures if m.impurity is not None]
    counts = ["wrong"] if "errors" in studio.lesson.show else []
    head = ["answer", "rows", *counts, *(m.symbol for m in impurities)]
    node = studio.proposal
    rows = [
        [node.question.label(i), rows_in_words(child), *(f"{errors(child):,}" for _ in counts)]
        + [f"{m.impurity(child.stats):.3f}" if child.n_rows else "–" for m in impurities]
        for i, child in enumerate(node.children[:MOST_CHILDREN])
    ]
    if len(node.children) > MOST_CHILDREN:
        rows.append([f"… {len(node.children) - MOST_CHILDREN} more", *[""] * (len(head) - 1)])
    values = [(m, m.of(node)) for m in measures]
    worth = ", ".join(f"{m.name} {m.with_unit(value)}" for m, value in values if value is not None)
    end = f": {worth}" if worth else ""
    return table(head, rows, f"Children by {studio.question.feature}{end}")


def comparison_table(frame):
    """The DataFrame of `compare` as HTML."""
    rows = [
        [name, *(value if isinstance(value, int) else f"{value:.3f}" for value in values)]
        for name, *values in frame.itertuples()
    ]
    return table(["tree", *frame.columns], rows, "Your tree beside the algorithms' own")


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
