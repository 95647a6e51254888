"""The look of a class: its colour, hatching and marker, by one rule for all figures of a data set.

A class has its place among the sorted classes, whoever names them in which order: a tree written by
hand, one from Spark (the most frequent class first), an ordered column.
"""

from typing import NamedTuple

from ...inputs.labels import in_order
from ...inputs.values import is_number, plain
from .style import colours, hatches, markers

TOLD_APART = 3  # classes whose colours differ for everybody; of more, hatching says which is which


class Sign(NamedTuple):
    """How a class looks."""

    colour: str
    hatch: str
    marker: str


def signs(labels):
    """Label → its `Sign`, in the order of the labels given.

    >>> signs(["icu", "gen"])["gen"] == signs(["gen", "icu"])["gen"]
    True
    """
    labels = list(map(plain, labels))
    n = len(labels)
    second = hatches(n) if n > TOLD_APART else [""] * n
    looks = map(Sign, colours(n), second, markers(n))
    look = dict(zip(in_order(labels), looks, strict=True))
    return {label: look[label] for label in labels}


def labels_of(tree):
    """The classes of a tree; of one written by hand without counts those that its nodes name.

    >>> from dtlab import ask
    >>> labels_of(ask("GENDER", {"male": "icu", "female": "gen"}))
    ['gen', 'icu']
    """
    if tree.classes is not None:
        return list(tree.classes)
    named = {node.prediction for node in tree.walk()} - {None}
    return in_order(label for label in named if not is_number(label))
