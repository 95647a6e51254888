"""What a Split Studio says: where we are, what a question is worth, what the algorithm would do."""

from unicodedata import bidirectional

from ...inputs.values import show
from ...plots.base.style import short
from ...plots.base.words import many
from ...questions.question import Threshold
from . import engine
from .engine import MOST_THRESHOLDS, is_multiway
from .growing import TIE

TOLD = 8  # answers in a description
ENDINGS = {1: "st", 2: "nd", 3: "rd"}
MOST_CLASSES = 5  # that are counted one by one
RIGHT_TO_LEFT = {"R", "AL"}  # Unicode's classes of Hebrew and Arabic characters
ISOLATE = "\u2068{}\u2069"  # text between these two characters does not reorder its neighbours


def ordinal(n):
    """A place in a ranking.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    return f"{n}{'th' if 10 < n % 100 < 14 else ENDINGS.get(n % 10, 'th')}"


def isolate(label):
    """A label that is written from right to left must not change places with the count before it.

    >>> isolate("high"), len(isolate("חם"))
    ('high', 4)
    """
    turns = any(bidirectional(character) in RIGHT_TO_LEFT for character in label)
    return ISOLATE.format(label) if turns else label


def question_text(question):
    """A question in a few words.

    >>> from dtlab import Groups, Threshold
    >>> question_text(Threshold("age", 9.5)), question_text(Groups("age", {"young": 0, "old": 1}))
    ('age ≤ 9.5', 'age')
    >>> question_text(Groups("age", {"young": 0, "old": 1, "older": 1}))
    'age (young | old, older)'
    """
    if isinstance(question, Threshold):
        return str(question).removesuffix("?")
    feature = isolate(short(question.feature))
    if is_multiway(question):
        return feature
    labels = (short(question.label(child)) for child in range(question.n_children))
    groups = " | ".join(map(isolate, labels))
    return f"{feature} ({groups})"


def way(tree, path, last=None):
    """The answers that lead to a node, or the last few: "ELEVATION high → SLOPE steep"."""
    steps = []
    node = tree
    for child in path:
        words = (node.question.feature, node.question.label(child))
        steps.append(" ".join(isolate(short(word)) for word in words))
        node = node.children[child]
    if last is not None and len(steps) > last:
        steps[:-last] = ["…"]
    return " → ".join(steps) or "root"


def rows_in_words(node):
    """The rows of a node: "7 rows: 3 chaparral, 2 conifer, 2 riparian"."""
    rows = f"{node.n_rows:,} row{'s' if node.n_rows != 1 else ''}"
    if not node.n_rows:
        return rows
    if node.counts is None:
        return f"{rows}, mean {show(node.stats[1])}"
    present = [(label, n) for label, n in node.counts.items() if n]
    if len(present) > MOST_CLASSES:
        present.sort(key=lambda pair: -pair[1])
    counted = [f"{show(n)} {isolate(short(label))}" for label, n in present[:MOST_CLASSES]]
    return f"{rows}: {', '.join(counted)}{', …' if len(present) > MOST_CLASSES else ''}"


def rank_words(studio):
    """How the proposed question ranks, and what the algorithm would ask instead."""
    rank = studio.rank
    mine = question_text(studio.question)
    if studio.gain:
        worth = rank.measure.with_unit(rank.score)
        mine += f": {rank.measure.name} {worth}{place_words(studio)}"
    place = way(studio.tree, studio.path) if studio.path else "the root"
    where = f"At {place} ({rows_in_words(studio.leaf)})"
    said = f"{where}. {mine}."
    if studio.best:
        said += f" {advice_words(studio, rank)}"
    if isinstance(studio.question, Threshold):
        offered = len(studio.spot.thresholds(studio.question.feature))
        if offered >= MOST_THRESHOLDS:
            said += f" The cut stops at {offered} evenly chosen thresholds, not all of them."
    return said


def error_words(studio):
    """How many rows the tree gets wrong with the proposed question."""
    wrong = engine.errors(studio.preview)
    total = len(studio.lesson.y)
    return f"{wrong:,} of {many(total, 'row')} {'goes' if wrong == 1 else 'go'} wrong."


def place_words(studio):
    """The question's place among all features once the best is shown, before among those tried."""
    if studio.best:
        return f", {ordinal(studio.rank.place)} of {many(studio.rank.of, 'feature')}"
    worths = studio.worths
    if len(worths) < 2:
        return ""
    mine = worths[studio.question.feature]
    place = 1 + sum(worth > mine + TIE for worth in worths.values())
    return f", {ordinal(place)} of the {len(worths)} features tried"


def advice_words(studio, rank):
    """What the algorithm would do here."""
    who = studio.rival[0].upper() + studio.rival[1:]
    if rank.advice is None:
        return f"{who} would stop here."
    if rank.agrees:
        return f"{who} would ask the same."
    return f"{who} would ask {question_text(rank.advice)} ({rank.measure.with_unit(rank.best)})."


def node_words(studio, path, node):
    """The rows of a node, and what it asks, or what can be done with it."""
    rows = rows_in_words(node)
    if node.question is not None:
        return f"{rows}; asks {question_text(node.question)}"
    if path in studio.open_paths:
        return f"{rows}; open"
    return f"{rows}; click to grow it" if is_proposed(studio, path) else rows


def is_proposed(studio, path):
    """Whether a node of the figure comes with the question that is only considered."""
    depth = len(studio.path)
    below = len(path) > depth and path[:depth] == studio.path
    return below and studio.preview is not studio.tree


def proposal_words(studio):
    """What is proposed, and what its answers lead to."""
    if studio.preview is studio.tree:
        return ""
    question = studio.question
    children = studio.proposal.children
    answers = [
        f"{question.label(i)}: {rows_in_words(child)}" for i, child in enumerate(children[:TOLD])
    ]
    if len(children) > TOLD:
        answers.append(f"… {len(children) - TOLD} more answers")
    proposed = f"Proposed at {way(studio.tree, studio.path)}, drawn faded: "
    return f" {proposed}{question_text(question)} ({'; '.join(answers)})."


def closed_words(studio):
    """That nothing can be asked at the chosen leaf."""
    leaf = studio.leaf
    why = "no feature splits its rows" if leaf.impurity else "the leaf is pure"
    return f"At {way(studio.tree, studio.path)} ({rows_in_words(leaf)}). Nothing to ask: {why}."


def done_words(studio):
    """That there is nothing left to ask."""
    tree = studio.tree
    leaves = many(tree.n_leaves, "leaf", "leaves")
    impure = sum(leaf.impurity > 0 for leaf in tree.leaves())
    pure = "every leaf is pure" if not impure else "no feature splits what is left"
    return f"Nothing is left to ask: {pure}. Your tree has {leaves} and depth {tree.depth}."
