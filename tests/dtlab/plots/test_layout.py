"""Geometry of drawn trees: nothing overlaps, whatever the tree and the boxes' sizes."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtlab.plots.tree.layout import GAP, tidy

SIZES = st.tuples(st.floats(0.3, 3), st.floats(0.2, 1.2))


@st.composite
def shapes(draw, most_leaves=60):
    """Parents of a random tree: nodes in the order of `walk`, any number of children."""
    plan = draw(st.lists(st.integers(0, 4), max_size=most_leaves))
    root, leaves = [], 1
    waiting = [root]
    for number in plan:
        if waiting and number and leaves + number - 1 <= most_leaves:
            place = draw(st.integers(0, len(waiting) - 1)) if len(waiting) < 5 else 0
            node = waiting.pop(place)
            node.extend([] for _ in range(number))
            waiting.extend(node)
            leaves += number - 1
    parents, stack = [], [(root, None)]
    while stack:
        node, parent = stack.pop()
        parents.append(parent)
        stack.extend((child, len(parents) - 1) for child in reversed(node))
    return parents


@st.composite
def layouts(draw):
    parents = draw(shapes())
    palette = draw(st.lists(SIZES, min_size=1, max_size=5))
    sizes = [palette[i % len(palette)] for i in range(len(parents))]
    labels = [palette[(i * 7 + 3) % len(palette)] for i in range(len(parents))]
    labels = [(width * 0.8, height * 0.5) for width, height in labels]
    return parents, sizes, labels, draw(st.booleans())


def apart(a, b, slack=1e-9):
    return (
        a.right <= b.left + slack or b.right <= a.left + slack
        or a.bottom <= b.top + slack or b.bottom <= a.top + slack
    )  # fmt: skip


def inside(box, point, slack=1e-9):
    x, y = point
    return (
        box.left + slack < x < box.right - slack and box.top + slack < y < box.bottom - slack
    )  # fmt: skip


@settings(max_examples=60)
@given(layouts())
def test_boxes_and_labels_never_overlap(given_layout):
    layout = tidy(*given_layout)
    everything = [*layout.boxes, *filter(None, layout.labels)]
    assert all(apart(a, b) for a, b in combinations(everything, 2))
    assert all(box.left > -1e-9 and box.right < layout.width + 1e-9 for box in everything)
    assert all(box.top > -1e-9 and box.bottom < layout.height + 1e-9 for box in everything)


@settings(max_examples=60)
@given(layouts())
def test_boxes_keep_the_size_they_asked_for(given_layout):
    _, sizes, labels, _ = given_layout
    layout = tidy(*given_layout)
    assert [(box.width, box.height) for box in layout.boxes] == sizes
    assert [label and (label.width, label.height) for label in layout.labels][1:] == labels[1:]


@settings(max_examples=60)
@given(layouts())
def test_children_follow_their_parents_in_order(given_layout):
    parents, sizes, labels, sideways = given_layout
    layout = tidy(parents, sizes, labels, sideways)
    for i, parent in enumerate(parents[1:], start=1):
        above, box = layout.boxes[parent], layout.boxes[i]
        assert above.right < box.left if sideways else above.bottom < box.top
    children = {p: [i for i, q in enumerate(parents) if q == p] for p in set(parents[1:])}
    along = [box.y if sideways else box.x for box in layout.boxes]
    for parent, below in children.items():
        places = [along[i] for i in below]
        assert places == sorted(places)
        assert along[parent] == pytest.approx((places[0] + places[-1]) / 2)


@settings(max_examples=60)
@given(layouts())
def test_lines_touch_no_box_or_label(given_layout):
    parents = given_layout[0]
    layout = tidy(*given_layout)
    everything = [*layout.boxes, *filter(None, layout.labels)]
    for line in filter(None, layout.lines):
        points = [_between(a, b, k / 8) for a, b in zip(line, line[1:], strict=False)
                  for k in range(9)]  # fmt: skip
        assert not any(inside(box, point) for box in everything for point in points)
    for i, parent in enumerate(parents[1:], start=1):
        start, *_, end = layout.lines[i]
        box, label = layout.boxes[parent], layout.labels[i]
        wanted = (box.x, box.bottom, label.x, label.top)
        if layout.sideways:
            wanted = (box.right, box.y, label.left, label.y)
        assert (*start, *end) == pytest.approx(wanted)


def _between(a, b, share):
    return tuple(p + share * (q - p) for p, q in zip(a, b, strict=True))


@settings(max_examples=60)
@given(shapes(), st.lists(SIZES, min_size=1, max_size=3))
def test_a_mirrored_tree_is_drawn_mirrored(parents, palette):
    mirrored, old = _mirrored(parents)
    sizes = [palette[i % len(palette)] for i in range(len(parents))]
    one = tidy(parents, sizes, sizes)
    two = tidy(mirrored, [sizes[i] for i in old], [sizes[i] for i in old])
    assert two.width == pytest.approx(one.width)
    assert [box.x for box in two.boxes] == pytest.approx(
        [one.width - one.boxes[i].x for i in old], abs=1e-6
    )


def _mirrored(parents):
    """The tree with the children of every node in reverse order, and the old number of each."""
    children = [[i for i, q in enumerate(parents) if q == p] for p in range(len(parents))]
    new_parents, old, waiting = [], [], [(0, None)]
    while waiting:
        node, parent = waiting.pop()
        new_parents.append(parent)
        old.append(node)
        waiting.extend((child, len(old) - 1) for child in children[node])
    return new_parents, old


def test_neighbours_stand_as_close_as_they_may():
    layout = tidy([None, 0, 0, 0], [(1, 0.4)] * 4, [(0.5, 0.2)] * 4)
    first, second, third = layout.boxes[1:]
    assert second.left - first.right == pytest.approx(GAP)
    assert third.left - second.right == pytest.approx(GAP)


def test_a_short_branch_stands_over_a_long_one():
    # A leaf, then a node with two wide leaves: they share no row, so the leaf may stand above one.
    parents = [None, 0, 0, 2, 2]
    layout = tidy(parents, [(1, 0.4), (1, 0.4), (1, 0.4), (3, 0.4), (3, 0.4)], [(0.5, 0.2)] * 5)
    assert layout.boxes[1].right > layout.boxes[3].left
    assert layout.width == pytest.approx(6 + GAP)


def test_sixty_leaves_and_a_long_staircase():
    parents = [None, *([0] * 60)]
    layout = tidy(parents, [(0.5, 0.4)] * 61, [(0.4, 0.2)] * 61)
    assert layout.width == pytest.approx(60 * 0.5 + 59 * GAP)
    stairs = [None] + [2 * (i // 2) for i in range(600)]
    assert len(tidy(stairs, [(0.5, 0.4)] * 601, [(0.4, 0.2)] * 601).boxes) == 601


def test_moved_takes_everything_along():
    layout = tidy([None, 0, 0], [(1, 0.5)] * 3, [(0.5, 0.2)] * 3)
    moved = layout.moved(2, 1)
    assert moved.boxes[0].x == layout.boxes[0].x + 2
    assert moved.labels[1].y == layout.labels[1].y + 1 and moved.labels[0] is None
    assert moved.lines[2][0] == (layout.lines[2][0][0] + 2, layout.lines[2][0][1] + 1)
