"""A tree that grows by the learner's questions, node by node, beside what an algorithm would ask.

Every method returns a new state, so that undo, redo and tests need nothing else. A node is named by
its *path*: the number of the branch taken at each question from the root.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import Any, NamedTuple

from ...inputs.errors import InputError
from ...questions.question import Groups, Threshold
from ...tree.node import Node
from ..base.measures import MEASURES, QuestionMeasure
from . import engine
from .lesson import ALGORITHMS, Lesson
from .paths import at, nodes, replace_node

TIE = 1e-9  # scores closer than this are equal
PLACE = 8.0, 5.0  # inches of a figure whose room is not known


class Moment(NamedTuple):
    """What undo and redo bring back: the tree, and what was considered where."""

    tree: Node
    path: tuple
    question: Threshold | Groups | None
    tried: tuple


class Rank(NamedTuple):
    """Where a question stands among the best questions of all other features."""

    measure: QuestionMeasure
    score: float
    place: int
    of: int  # features that can be asked about, its own included
    advice: Threshold | Groups | None  # the algorithm's question; None if it would stop
    best: float | None  # what that is worth
    agrees: bool  # whether the learner asks the same


@dataclass(frozen=True, eq=False)
class Growing:
    """A lesson, the tree so far, the chosen node and the question that is being considered there.

    >>> from dtlab.widgets.studio.lesson import lesson
    >>> growing = Growing.start(lesson("vegetation")).propose("ELEVATION").grow()
    >>> growing.tree.n_leaves, growing.path, growing.undo().tree.n_leaves
    (4, (1,), 1)
    """

    lesson: Lesson
    tree: Node
    path: tuple = ()
    question: Any = None  # Threshold or Groups; None where no feature splits the rows
    tried: tuple = ()  # the last question about each feature that was considered here
    rival: str = "ID3"
    best: bool = False  # show what the algorithm would ask
    comparing: bool = False  # show the algorithm's tree beside one's own
    distributions: bool = False  # draw the rows of each question in its box
    page: int = 0  # of a category's values that are too many for one
    gain: bool = True  # show what questions are worth; without, the errors only
    dropped: int = 0  # rows that have been dropped in
    walked: int | None = None  # questions that the last of them has answered; None without one
    place: tuple = PLACE  # width and height in inches that the figure may have
    past: tuple = ()  # the moment before each change
    future: tuple = ()

    @classmethod
    def start(cls, lesson):
        """All training rows in one leaf, and the first feature asked there."""
        root = lesson.root.grown(engine.nothing(lesson))
        start = cls(lesson, root, rival=next(iter(lesson.models)), gain="gain" in lesson.show)
        return start.choose(())

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
        spot = self.lesson.root
        node = self.tree
        for child in path:
            spot = engine.spot_below(spot, node.question, child)
            node = node.children[child]
        return spot

    @cached_property
    def open_paths(self):
        """The leaves that can be split, from left to right."""
        leaves = [path for path, node in nodes(self.tree) if node.is_leaf and node.impurity > 0]
        return [path for path in leaves if self.spot_at(path).features]

    @property
    def is_done(self):
        """Whether nothing is left to ask, and no node is looked at."""
        return self.question is None and not self.path

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

    @property
    def asks_number(self):
        """Whether a number is compared with another: CART may also ask whether it is known."""
        return isinstance(self.question, Threshold) and isfinite(self.question.value)

    def kinds_of(self, feature):
        """The kinds of question that may be asked about a feature here."""
        _, column, codes = self.spot.column(feature)
        if column.is_number:
            return ("threshold",)
        kinds = [kind for kind in self.lesson.kinds if kind != "threshold"]
        both = len(kinds) == 2 and len(codes) == 2  # two groups of two values are the two values
        return ("multiway",) if both or not kinds else tuple(kinds)

    @property
    def can_grow(self):
        """Whether the question is one that the node does not ask already."""
        return not self.comparing and self.preview is not self.tree

    @property
    def now(self):
        """The tree, and what is considered where."""
        return Moment(self.tree, self.path, self.question, self.tried)

    @property
    def measure(self):
        """What the algorithm goes by."""
        return MEASURES[ALGORITHMS[self.rival][0]]

    @cached_property
    def worths(self):
        """Feature → what the question last tried about it is worth here."""
        nodes = {q.feature: engine.node_asking(self.spot, q) for q in self.tried}
        return {feature: self.measure.of(node) for feature, node in nodes.items()}

    @cached_property
    def mistakes(self):
        """Feature → the rows that the tree gets wrong with the question last tried about it."""
        others = engine.errors(self.tree) - engine.errors(self.leaf)
        nodes = {q.feature: engine.node_asking(self.spot, q) for q in self.tried}
        return {feature: others + engine.errors(node) for feature, node in nodes.items()}

    @cached_property
    def rank(self):
        """How the proposed question stands against the algorithm's."""
        feature = self.question.feature
        measure = self.measure
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
        """Look at another node and its question; at a leaf, the first feature is proposed."""
        there: dict[str, Any] = {"path": tuple(path), "question": None, "tried": ()}
        state = replace(self, **there, comparing=False, walked=None)
        if not state.leaf.is_leaf:
            return state._considering(state.leaf.question)
        features = state.spot.features if state.leaf.impurity else ()
        return state.propose(features[0]) if features else state

    def propose(self, feature, *, kind=None, threshold=None, subset=None):
        """Consider a question about a feature: at a threshold, or with a subset of its values."""
        if feature not in self.spot.features:
            features = ", ".join(self.spot.features) or "none"
            raise InputError(f"{feature!r} does not split this node; choose from: {features}")
        kinds = self.kinds_of(feature)
        kind = kind if kind in kinds else kinds[0]
        question: Threshold | Groups
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
        return self._considering(engine.with_missing(self.spot, question))

    def _considering(self, question):
        others = tuple(q for q in self.tried if q.feature != question.feature)
        same = self.question is not None and self.question.feature == question.feature
        page = self.page if same else 0
        return replace(self, question=question, tried=(*others, question), page=page)

    def against(self, rival):
        """Compare with another algorithm."""
        return replace(self, rival=rival)

    def show_best(self, best):
        """Show what the algorithm would ask, or hide it."""
        return replace(self, best=best)

    def show_gain(self, gain):
        """Show what questions are worth, or only the errors."""
        return replace(self, gain=gain, best=self.best and gain)

    def show_distributions(self, distributions):
        """Draw the rows of each question in its box, or not."""
        return replace(self, distributions=distributions)

    def compare_trees(self):
        """Show the algorithm's tree beside one's own, or go back."""
        return replace(self, comparing=not self.comparing)

    def grow(self):
        """Ask the proposed question; then look at the next open leaf."""
        if self.question is None:
            first = "choose an open leaf first" if self.open_paths else "no leaf is open any more"
            raise InputError(f"there is no question to grow by: {first}")
        if self.preview is self.tree:
            raise InputError(
                "this node asks that already: choose another question, or another node"
            )
        return self._with_tree(self.preview)

    @cached_property
    def preview(self):
        """The tree as it would be with the proposed question."""
        if self.question in (None, self.leaf.question):
            return self.tree
        node = self.proposal
        new = {"question": node.question, "children": node.children, "score": self.rank.score}
        return replace_node(self.tree, self.path, self.leaf.replace(**new))

    def finish(self):
        """Let an algorithm grow every open leaf to the end, by its own rules, without pruning."""
        recipe = engine.recipe_of(self.lesson, self.rival)
        tree = self.tree
        for path in self.open_paths:
            tree = replace_node(tree, path, self.spot_at(path).grown(recipe))
        if tree.n_nodes == self.tree.n_nodes:
            raise InputError(f"{self.rival} would ask nothing more: the tree stays as it is")
        return self._with_tree(tree)

    def _with_tree(self, tree):
        return replace(self, tree=tree, past=(*self.past, self.now), future=())._moved_on()

    def _moved_on(self):
        """At the next open leaf: below the chosen node if there is one, else the first of all."""
        depth = len(self.path)
        below = [p for p in self.open_paths if p[:depth] == self.path]
        state = replace(self, path=(*below, *self.open_paths, ())[0])
        if self.open_paths:
            return state.choose(state.path)
        return replace(state, question=None, tried=(), comparing=False, walked=None)

    def undo(self):
        """The tree before the last change, with all that was tried there."""
        if not self.past:
            raise InputError("there is nothing to undo: the tree is as it was at the start")
        return self._back_at(self.past[-1], self.past[:-1], (self.now, *self.future))

    def redo(self):
        """Take back an undo."""
        if not self.future:
            raise InputError("there is nothing to redo: no change was undone")
        return self._back_at(self.future[0], (*self.past, self.now), self.future[1:])

    def _back_at(self, moment, past, future):
        there = {**moment._asdict(), "comparing": False, "page": 0, "walked": None}
        return replace(self, **there, past=past, future=future)
