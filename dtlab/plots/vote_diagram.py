"""How the trees' votes for a class become one answer: a diagram of samples, trees and votes.

Lecture 000 "Bagging" (its diagram), lecture 004 (the ensemble figures).
"""

from collections import Counter
from unicodedata import east_asian_width

import numpy as np
from matplotlib.patches import Rectangle

from ..inputs.values import show
from ..measures.features import best
from .base.classes import signs
from .base.sizes import sizes
from .base.style import FAINT, area, aside, blank, describe_as, grey, short, write
from .tree.nodes import text_width
from .tree.plot_tree import inches

MOST_TREES = 6  # rows of the diagram; further trees are summed up in one
BOXES = {"sample": (0.0, 0.29), "tree": (0.33, 0.4), "vote": (0.77, 0.23)}  # left end and width
HEADS = {"sample": "rows drawn", "tree": "first question", "vote": "vote and its share"}
EDGE = 0.04  # inches from a word to the edge of its box
WIDE = 0.095  # inches that an emoji or a sign of East Asia takes beyond what this font says
LETTERS = 79  # in the width of a page
CENTRED = {"ha": "center", "va": "center"}
HOW = {"majority": "majority vote", "average": "average posterior"}


def plot_opinions(forest, found, ax):
    """Samples, trees and votes as boxes with arrows, and below them what they say together."""
    labels = forest.classes_.tolist()
    votes = [labels.index(found.answer(member, "predict")) for member in found.members]
    shown = found.members[:MOST_TREES]
    n_lines = len(shown) + (len(votes) > len(shown))
    ax = blank(ax, needs=0.4 * (n_lines + 2.6))
    ax.set(xlim=(-0.005, 1.005), ylim=(-2, n_lines + 0.6))
    for name, (left, width) in BOXES.items():
        aside(ax, left + width / 2, n_lines + 0.3, HEADS[name], **CENTRED)
    colours = [sign.colour for sign in signs(forest.classes_).values()]
    width = inches(ax)[0]
    rooms = {name: share * width - 2 * EDGE for name, (_, share) in BOXES.items()}
    for t, member in enumerate(shown):
        vote = forest.classes_[votes[t]]
        share = ""
        if hasattr(member.model, "predict_proba"):
            share = f" {found.answer(member, 'predict_proba').max():.2f}"
        question = _first_question(member.model, rooms["tree"])
        y = n_lines - t - 0.5
        _box(ax, *BOXES["sample"], y - 0.37, member.given)
        _box(ax, *BOXES["tree"], y - 0.37, question)
        text = fitting(vote, rooms["vote"], share)
        _box(ax, *BOXES["vote"], y - 0.37, text, colours[votes[t]])
        for start, end in (("sample", "tree"), ("tree", "vote")):
            _arrow(ax, (sum(BOXES[start]), y), (BOXES[end][0], y))
    rest = votes[len(shown) :]
    if rest:
        most = Counter(rest).most_common()  # the most frequent class first
        counts = [f"{n} {short(labels[k], 14)}" for k, n in most[:3]]
        if len(most) > 3:
            counts.append(f"{len(most) - 3} other classes")
        text = f"… and {len(rest)} more trees: {', '.join(counts)}"
        write(ax, 0.5, 0.5, text, **CENTRED)
    shares = forest.predict_proba(found.seen_by(forest, None))[0]
    _draw_result(ax, forest, shares, colours)
    return describe_as(ax, _vote_in_words(forest, found, votes, shares))


def _draw_result(ax, forest, shares, colours):
    """The bar of the classes' shares, which the votes lead to."""
    middle = BOXES["vote"][0] + BOXES["vote"][1] / 2
    _arrow(ax, (middle, 0.0), (middle, -0.85))
    winner = best(shares)[0]
    title = f"{HOW[forest.vote]}: {short(forest.classes_[winner])}"
    write(ax, 0, -0.45, title, weight="bold", va="center")
    left = 0.0
    for k in np.flatnonzero(shares):
        text = f"{short(forest.classes_[k], 14)} {shares[k]:.2f}"
        text = text if len(text) <= shares[k] * min(LETTERS, sizes().letters) else ""
        _box(ax, left, shares[k], -1.75, text, colours[k])
        left += shares[k]


def _box(ax, left, width, bottom, text, colour=None):
    look = area(ax, colour) if colour else {"fill": False, "edgecolor": FAINT, "linewidth": 0.8}
    ax.add_patch(Rectangle((left, bottom), width, 0.74, **look))
    write(ax, left + width / 2, bottom + 0.36, text, **CENTRED)


def _arrow(ax, start, end):
    style = {"arrowstyle": "-|>", "color": grey(ax), "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", end, start, arrowprops=style)


def _first_question(model, room):
    """What the tree asks first, if it is a tree of dtlab."""
    tree = getattr(model, "tree_", model)
    if not hasattr(tree, "question"):
        return fitting(type(model).__name__, room)
    if tree.question is None:
        return "a single leaf"
    value = getattr(tree.question, "value", None)
    asked = "?" if value is None else f" ≤ {value:.3g}?"
    return fitting(tree.question.feature, room, asked)


def fitting(label, room, after=""):
    """A label cut to a room of this many inches, with what stands after it.

    >>> fitting("worst concave points", 3.2, " ≤ 0.142?"), fitting("worst concave points", 1.2)
    ('worst concave points ≤ 0.142?', 'worst concav…')
    """
    for length in range(LETTERS, 1, -1):
        text = short(label, length) + after
        wide = sum(east_asian_width(letter) in "WF" for letter in text)
        if text_width(text) + WIDE * wide <= room:
            break
    return text


def _vote_in_words(forest, found, votes, shares):
    largest = [k for k in np.argsort(-shares, kind="stable")[:5] if shares[k] > 0]
    said = ", ".join(f"{show(forest.classes_[k])} {shares[k]:.3g}" for k in largest)
    tally = Counter(votes).most_common(5)
    counted = ", ".join(f"{n} for {show(forest.classes_[k])}" for k, n in tally)
    return (
        f"How {len(votes)} trees answer {found.question}. Votes: {counted}. "
        f"{HOW[forest.vote].capitalize()}: {said}."
    )
