"""The state of a Split Studio: a tree that grows by the learner's questions, node by node.

Every method returns a new state, so that undo, redo and tests need nothing else. A node is named by
its *path*: the number of the branch taken at each question from the root.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import NamedTuple

from ...plots import plot_tree
from ...plots.base.style import describe_as
from ...plots.base.words import describe_tree
from ...plots.tree.nodes import fits
from ...plots.tree.plot_tree import plan_tree
from ...questions.question import Groups, Threshold
from ...tree.node import Node
from ..base.measures import MEASURES
from . import engine
from .lesson import ALGORITHMS
from .tables import comparison, python_source
from .words import done_words, question_text, rank_words, rows_in_words, way

TIE = 1e-9  # scores closer than this are equal
WIDTH = 8.0  # inches
HIGHEST = 12.0  # inches; the text of a larger tree gets smaller
SMALLEST = 0.65  # of their full size, 9 points; below that the lowest questions are left out


class Rank(NamedTuple):
    """Where a question stands among the best questions of all other features."""

    measure: object
    score: float
    place: int
    of: int  # features that can be asked about, its own included
    advice: object  # the algorithm's question; None if it would stop
    best: float | None  # what that is worth
    agrees: bool  # whether the learner asks the same


@dataclass(frozen=True, eq=False)
class Studio:
    """A lesson, the tree so far, the chosen node and the question that is being considered there.

    >>> from dtlab.widgets.studio.lesson import lesson
    >>> studio = Studio.start(lesson("vegetation")).propose("ELEVATION").grow()
    >>> studio.tree.n_leaves, studio.path, studio.undo().tree.n_leaves
    (4, (1,), 1)
    """

    lesson: object
    tree: Node
    path: tuple = ()
    question: object = None  # None where no feature splits the rows
    rival: str = "ID3"
    past: tuple = ()  # (tree, path) before each change
    future: tuple = ()

    @classmethod
    def start(cls, lesson):
        """All training rows in one leaf, and the first feature asked there."""
        root = lesson.root.grown(engine.nothing(lesson))
        return cls(lesson, root, rival=next(iter(lesson.models))).choose(())

    # -------------------------------------------------------------- what there is

    @property
    def leaf(self):
        """The chosen node."""
        return at(self.tree, self.path)

    @property
    def spot(self):
        """The rows of the chosen node."""
        return self.spot_at(self.path)

    def spot_at(self, path):
        """The rows that come to a node."""
        spot, node = self.lesson.root, self.tree
        for child in path:
            spot, node = engine.spot_below(spot, node.question, child), node.children[child]
        return spot

    @cached_property
    def open_paths(self):
        """The leaves that can be split, from left to right."""
        leaves = [path for path, node in nodes(self.tree) if node.is_leaf and node.impurity > 0]
        return [path for path in leaves if self.spot_at(path).features]

    @property
    def asked_paths(self):
        """The nodes that ask already; another question there replaces all that is below."""
        return [path for path, node in nodes(self.tree) if not node.is_leaf]

    @property
    def proposal(self):
        """The chosen node as it would be, with the children that the question makes."""
        return engine.node_asking(self.spot, self.question)

    @property
    def kind(self):
        """The kind of the proposed question: multiway, subset or threshold."""
        kinds = self.kinds_of(self.question.feature)
        kind = "multiway" if engine.is_multiway(self.question) else "subset"
        return kind if kind in kinds else kinds[0]

    def kinds_of(self, feature):
        """The kinds of question that may be asked about a feature here."""
        _, column, codes = self.spot.column(feature)
        if column.is_number:
            return ("threshold",)
        kinds = [kind for kind in self.lesson.kinds if kind != "threshold"]
        both = len(kinds) == 2 and len(codes) == 2  # two groups of two values are the two values
        return ("multiway",) if both or not kinds else tuple(kinds)

    @cached_property
    def rank(self):
        """How the proposed question stands against the algorithm's."""
        feature, measure = self.question.feature, MEASURES[ALGORITHMS[self.rival][0]]
        mine = measure.of(self.proposal)
        scores = engine.best_scores(self.spot, self.rival)
        others = [score for name, score in scores.items() if name != feature]
        place = 1 + sum(score > mine + TIE for score in others)
        advice = engine.choice(self.spot, self.rival).question
        best = None if advice is None else measure.of(engine.node_asking(self.spot, advice))
        agrees = advice is not None and self.spot.same(advice, self.question)
        return Rank(measure, mine, place, 1 + len(others), advice, best, agrees)

    # -------------------------------------------------------------- what can be done

    def choose(self, path):
        """Look at another node; the first feature that splits it is proposed."""
        state = replace(self, path=tuple(path), question=None)
        features = state.spot.features if state.leaf.impurity else ()
        return state.propose(features[0]) if features else state

    def propose(self, feature, *, kind=None, threshold=None, subset=None):
        """Consider a question about a feature: at a threshold, or with a subset of its values."""
        if feature not in self.spot.features:
            features = ", ".join(self.spot.features) or "none"
            raise ValueError(f"{feature!r} does not split this node; choose from: {features}")
        kinds = self.kinds_of(feature)
        kind = kind if kind in kinds else kinds[0]
        if kind == "threshold":
            cuts = self.spot.thresholds(feature)
            wanted = cuts[len(cuts) // 2] if threshold is None else threshold
            question = Threshold(feature, min(cuts, key=lambda cut: abs(cut - wanted)))
        elif kind == "subset" or subset is not None:
            first = self.spot.values(feature)[:1] if subset is None else subset
            question = engine.subset(self.spot, feature, first)
        else:  # one branch for every level of the training data, as ID3 asks
            _, column, _ = self.spot.column(feature)
            question = Groups(feature, {v: i for i, v in enumerate(column.levels)})
        return replace(self, question=engine.with_missing(self.spot, question))

    def against(self, rival):
        """Compare with another algorithm."""
        return replace(self, rival=rival)

    def grow(self):
        """Ask the proposed question; then look at the next open leaf."""
        if self.question is None:
            raise ValueError("there is no question to grow by: choose an open leaf first")
        return self._with_tree(self.preview)

    @property
    def preview(self):
        """The tree as it would be with the proposed question."""
        if self.question is None:
            return self.tree
        node = self.proposal
        new = {"question": node.question, "children": node.children, "score": self.rank.score}
        return replace_node(self.tree, self.path, self.leaf.replace(**new))

    def finish(self):
        """Let an algorithm grow every open leaf to the end, by its own rules, without pruning."""
        recipe, tree = engine.recipe_of(self.lesson, self.rival), self.tree
        for path in self.open_paths:
            tree = replace_node(tree, path, self.spot_at(path).grown(recipe))
        if tree.n_nodes == self.tree.n_nodes:
            raise ValueError(f"{self.rival} would ask nothing more: the tree stays as it is")
        return self._with_tree(tree)

    def _with_tree(self, tree):
        past = (*self.past, (self.tree, self.path))
        return replace(self, tree=tree, past=past, future=())._moved_on()

    def _moved_on(self):
        """At the next open leaf: below the chosen node if there is one, else the first of all."""
        depth = len(self.path)
        below = [p for p in self.open_paths if p[:depth] == self.path]
        state = replace(self, path=(*below, *self.open_paths, ())[0])
        return state.choose(state.path) if self.open_paths else replace(state, question=None)

    def undo(self):
        """The tree before the last change."""
        if not self.past:
            raise ValueError("there is nothing to undo: the tree is as it was at the start")
        (tree, path), future = self.past[-1], ((self.tree, self.path), *self.future)
        return replace(self, tree=tree, past=self.past[:-1], future=future).choose(path)

    def redo(self):
        """Take back an undo."""
        if not self.future:
            raise ValueError("there is nothing to redo: no change was undone")
        (tree, _), past = self.future[0], (*self.past, (self.tree, self.path))
        return replace(self, tree=tree, past=past, future=self.future[1:])._moved_on()

    # -------------------------------------------------------------- how it is shown

    def to_python(self):
        """Python source that makes the tree."""
        return python_source(self.tree)

    @property
    def words(self):
        """Where we are, and how the question ranks."""
        return done_words(self) if self.question is None else rank_words(self)

    compare = comparison

    def draw(self, figure):
        """Draw the tree on the whole figure."""
        figure.set_layout_engine(None)
        width, _ = figure.get_size_inches()
        ax = figure.add_axes((0, 0, 1, 1))
        depth, _ = self._layout(width)
        plot_tree(self.preview, **self._marks(), max_depth=depth, ax=ax)
        describe_as(ax, self._description())

    def _description(self):
        """The tree so far, and what is proposed, in words."""
        if self.question is None:
            return describe_tree(self.tree)
        children = self.proposal.children
        answers = [f"{self.question.label(i)}: {rows_in_words(c)}" for i, c in enumerate(children)]
        where = way(self.tree, self.path)
        proposed = f"Proposed at {where}, drawn faded: {question_text(self.question)}"
        return f"{describe_tree(self.tree)} {proposed} ({'; '.join(answers)})."

    @property
    def size(self):
        """Width and height in inches that the tree needs, within limits."""
        _, needed = self._layout(WIDTH)
        height = min(needed.height * min(1, WIDTH / needed.width), HIGHEST)
        return WIDTH, ceil(10 * height) / 10  # in steps, so that the page below seldom moves

    def _layout(self, width):
        """(depth, figure): how many questions of a path have room, None for all; and its layout."""
        place, marks, depth = (width, HIGHEST), self._marks(), None
        while True:
            found = plan_tree(self.preview, **marks, max_depth=depth, place=place)
            limit = self.preview.depth if depth is None else depth
            shortest = len(self.path) + 1  # the proposal is seen
            if fits(found, *place) >= SMALLEST or limit <= shortest:
                return depth, found
            depth = limit - 1

    def _marks(self):
        """What is chosen, and which nodes are only proposed."""
        if self.question is None:
            return {}
        before = replace_node(self.tree, self.path, self.leaf.as_leaf())
        return {"chosen": self.path, "pruned": before}


# ------------------------------------------------------------------ nodes named by their path


def at(tree, path):
    """The node at the end of a path."""
    for child in path:
        if child >= len(tree.children):
            raise ValueError(f"the tree has no node at {path}: choose one of its nodes")
        tree = tree.children[child]
    return tree


def nodes(tree):
    """(path, node) of all nodes, from left to right."""
    waiting = [((), tree)]
    while waiting:
        path, node = waiting.pop()
        yield path, node
        waiting += [((*path, i), child) for i, child in enumerate(node.children)][::-1]


def replace_node(tree, path, node):
    """The tree with another node at the end of a path; all other branches are shared."""
    above = [at(tree, path[:i]) for i in range(len(path))]
    for parent, child in zip(reversed(above), reversed(path), strict=True):
        children = list(parent.children)
        children[child] = node
        node = parent.replace(children=children)
    return node
