"""Where the boxes of a tree go: geometry only, without any drawing.

A node and the label of the branch that leads to it are one unit: the label stands right above its
box. Units of one depth share a row, and a subtree keeps clear of its neighbours row by row (the
tidy trees of Reingold and Tilford, 1981), so a short branch may stand close to a long one. Lengths
are in inches, from the upper left corner; y grows downwards.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

GAP = 0.15  # between neighbours in a row
RISE, RISE_SIDEWAYS = 0.36, 0.28  # between two rows, or columns: room for the lines
NEAR = 0.03  # between a label and its box


Point: TypeAlias = tuple[float, float]  # (x, y)
Line: TypeAlias = tuple[Point, Point, Point, Point]
Reach: TypeAlias = list[tuple[float, float]]  # how far each row of a subtree goes left and right


class Box(NamedTuple):
    """A rectangle: its middle and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def left(self):
        """The smallest x."""
        return self.x - self.width / 2

    @property
    def right(self):
        """The largest x."""
        return self.x + self.width / 2

    @property
    def top(self):
        """The smallest y."""
        return self.y - self.height / 2

    @property
    def bottom(self):
        """The largest y."""
        return self.y + self.height / 2


@dataclass(frozen=True)
class Layout:
    """Boxes, labels (None for the root) and lines, in the order of the nodes given to `tidy`.

    A line is four points (x, y): out of the parent, straight to the end of its row; from the third,
    where the row below begins, straight to the label. Between the second and the third it may bend.
    """

    boxes: tuple[Box, ...]
    labels: tuple[Box | None, ...]
    lines: tuple[Line | None, ...]
    width: float
    height: float
    sideways: bool = False

    def moved(self, dx, dy):
        """The same layout further to the right and further down."""
        return self._mapped(lambda x, y: (x + dx, y + dy), lambda *size: size)

    def turned(self):
        """The layout with x and y exchanged."""

        def turn(x, y):
            return y, x

        return self._mapped(turn, turn, width=self.height, height=self.width, sideways=True)

    def _mapped(self, point, size, **changes):
        def box(old):
            return old and Box(*point(old.x, old.y), *size(old.width, old.height))

        boxes, labels = tuple(map(box, self.boxes)), tuple(map(box, self.labels))
        lines = tuple(line and tuple(point(*end) for end in line) for line in self.lines)
        return replace(self, boxes=boxes, labels=labels, lines=lines, **changes)


def tidy(parents, sizes, label_sizes, sideways=False):
    """Lay out a tree: parents[i] is the number of node i's parent (None for the root, number 0).

    Parents come before their children, children from left to right. `sizes` and `label_sizes` are
    (width, height). Sideways, the root stands at the left and the leaves are one under another.
    >>> layout = tidy([None, 0, 0], [(1, 0.5)] * 3, [(0.5, 0.2)] * 3)
    >>> [(round(box.x, 2), round(box.y, 2)) for box in layout.boxes]
    [(1.07, 0.25), (0.5, 1.34), (1.65, 1.34)]
    """
    if sideways:
        flipped = [(h, w) for w, h in sizes]
        flipped_labels = [(h, w) for w, h in label_sizes]
        return _upright(parents, flipped, flipped_labels, RISE_SIDEWAYS).turned()
    return _upright(parents, sizes, label_sizes, RISE)


def _upright(parents, sizes, label_sizes, rise):
    units = [max(size[0], label[0]) for size, label in zip(sizes, label_sizes, strict=True)]
    xs = _places(parents, units)
    depths = depths_of(parents)
    rows = _rows(depths, sizes, label_sizes, rise)
    boxes: list[Box] = []
    labels: list[Box | None] = []
    lines: list[Line | None] = []
    for i, (x, parent) in enumerate(zip(xs, parents, strict=True)):
        begin, top, _ = rows[depths[i]]
        boxes.append(Box(x, top + sizes[i][1] / 2, *sizes[i]))
        if parent is None:
            labels.append(None)
            lines.append(None)
            continue
        width, height = label_sizes[i]
        label = Box(x, top - NEAR - height / 2, width, height)
        labels.append(label)
        above = boxes[parent]
        end = rows[depths[parent]][2]
        lines.append(((above.x, above.bottom), (above.x, end), (x, begin), (x, label.top)))
    width = max(x + unit / 2 for x, unit in zip(xs, units, strict=True))
    return Layout(tuple(boxes), tuple(labels), tuple(lines), width, max(row[2] for row in rows))


def depths_of(parents):
    """The depth of each node; parents come before their children."""
    depths: list[int] = []
    for parent in parents:
        depths.append(0 if parent is None else depths[parent] + 1)
    return depths


def _rows(depths, sizes, label_sizes, rise):
    """Of each depth: where its row begins, where its boxes begin, and where they end."""
    tallest = [[0.0, 0.0] for _ in range(1 + max(depths))]
    for depth, size, label in zip(depths, sizes, label_sizes, strict=True):
        old = tallest[depth]
        tallest[depth] = [max(old[0], label[1] + NEAR if depth else 0.0), max(old[1], size[1])]
    rows = []
    y = -rise
    for label, box in tallest:
        begin = y + rise
        y = begin + label + box
        rows.append((begin, begin + label, y))
    return rows


def _places(parents, units):
    """The middle of each node: children spread evenly, a parent over its first and last child."""
    below: list[list[int]] = [[] for _ in parents]
    for i, parent in enumerate(parents):
        if parent is not None:
            below[parent].append(i)
    reach: dict[int, Reach] = {}  # of the subtrees without a parent so far
    offsets = [0.0] * len(parents)  # from the parent
    for i in reversed(range(len(parents))):
        children = below[i]
        own = (-units[i] / 2, units[i] / 2)
        places = _spread([reach[child] for child in children])
        merged = [own]
        for child, place in zip(children, places, strict=True):
            offsets[child] = place
            _widen(merged, reach.pop(child), place)
        reach[i] = merged
    left = min(low for low, _ in reach[0])
    xs: list[float] = []
    for parent, offset in zip(parents, offsets, strict=True):
        xs.append(-left if parent is None else xs[parent] + offset)
    return xs


def _spread(reaches):
    """Places for neighbouring subtrees: half way between packing to the left and to the right.

    Both keep every pair apart, so their mean does; and a mirrored tree gets mirrored places.
    """
    if not reaches:
        return []
    mirrored = [[(-high, -low) for low, high in reach] for reach in reversed(reaches)]
    leftmost = _pack(reaches)
    rightmost = [-x for x in reversed(_pack(mirrored))]
    places = [(a + b) / 2 for a, b in zip(leftmost, rightmost, strict=True)]
    middle = (places[0] + places[-1]) / 2
    return [place - middle for place in places]


def _pack(reaches):
    """Places for the subtrees, each as far to the left as those before it let it go."""
    places: list[float] = []
    merged: Reach = []
    for reach in reaches:
        shared = zip(merged, reach, strict=False)
        place = max((high - low + GAP for (_, high), (low, _) in shared), default=0.0)
        places.append(place)
        _widen(merged, reach, place, skip=0)
    return places


def _widen(merged, reach, place, skip=1):
    """Let `merged` reach over a subtree at this place, whose first row is row `skip`."""
    for row, (low, high) in enumerate(reach, start=skip):
        if row < len(merged):
            old = merged[row]
            merged[row] = (min(old[0], low + place), max(old[1], high + place))
        else:
            merged.append((low + place, high + place))
