"""Split Studio on the first page of the book: two levels of a tree in the plane of two numbers.

The first question can be cut anywhere, along both features; where its gain is the highest, a click
on the leaf that is still mixed leads to the second question.
"""

from dataclasses import replace

from sklearn.datasets import load_iris

from dtlab.widgets.studio.growing import TIE
from dtlab.widgets.studio.lesson import lesson
from dtlab.widgets.studio.paths import at, path_of
from dtlab.widgets.studio.state import Studio

MOST = 200  # states
FEATURES = ["petal length", "petal width"]


class Landing(Studio):
    """A Studio that has few states: what was tried before, and how it came here, it forgets."""

    @classmethod
    def first(cls):
        """The irises, cut in the middle of their petal lengths."""
        iris = load_iris(as_frame=True)
        flowers = iris.data.rename(columns=lambda name: name.removesuffix(" (cm)"))[FEATURES]
        flowers["species"] = iris.target.map(dict(enumerate(iris.target_names)))
        return cls.start(lesson(flowers, "species", kinds=("threshold",)))

    def touched(self, zone, value):
        """Another cut, or another feature; a click on a leaf goes on, one on the root goes back."""
        if zone == "node ":
            root = self.tree.question
            return type(self).start(self.lesson).touched(f"ask {root.feature}", None).cut(root)
        return super().touched(zone, value).cut()

    def cut(self, question=None):
        """The same with a question, and with no other."""
        question = question or self.question
        return replace(self, question=question, tried=(question,), past=())

    def zones(self, figure):
        """What leads to another of the few states."""
        for zone in super().zones(figure):
            what, _, which = zone.id.partition(" ")
            if what in ("ask", "cut") or (what == "node" and self.leads_on(path_of(which))):
                yield zone

    def leads_on(self, path):
        """Whether a click on a node leads to one of the few states."""
        if self.path:
            return path == ()
        is_best = self.rank.score >= self.rank.best - TIE
        return is_best and path != () and at(self.preview, path).impurity > 0

    def __eq__(self, other):
        return self._what() == other._what()

    def __hash__(self):
        return hash(self._what())

    def _what(self):
        return self.tree.question, self.path, self.question
