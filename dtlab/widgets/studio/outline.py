"""A tree as an outline, where there is no room for its branches side by side: a line per node."""

from dataclasses import replace

from ...plots.tree.layout import NEAR, Box, Layout, Line, depths_of
from ...plots.tree.nodes import label_room, room
from ...plots.tree.plot_tree import MARGIN

INDENT, HOOK = 0.3, 0.12  # inches, of a level; from the left side of a box to the line out of it
BETWEEN = 0.03  # two boxes


def outlined(plan):
    """The plan of a tree, without bars and panels, with each node below the one before it.

    "…" stands for what is not drawn below a node; one that is to be asked says only its question.
    """
    items = [_brief(item) for item in plan.items]
    depths = depths_of([item.parent for item in items])
    labels_wide = [0.0] * (1 + max(depths))
    for item, depth in zip(items, depths, strict=True):
        if item.label:
            labels_wide[depth] = max(labels_wide[depth], label_room(item)[0] + NEAR)
    boxes: list[Box] = []
    labels: list[Box | None] = []
    lines: list[Line | None] = []
    bottom = MARGIN
    for item, depth in zip(items, depths, strict=True):
        wide, high = room(item)
        label_wide, label_high = label_room(item)
        tall = max(high, label_high)
        y = bottom + tall / 2
        left = MARGIN + INDENT * depth
        right = left + labels_wide[depth]  # of all labels of this depth
        boxes.append(Box(right + wide / 2, y, wide, high))
        bottom += tall + BETWEEN
        if item.parent is None:
            labels.append(None)
            lines.append(None)
            continue
        label = Box(right - NEAR - label_wide / 2, y, label_wide, label_high)
        labels.append(label)
        above = boxes[item.parent]
        x = above.left + HOOK
        lines.append(((x, above.bottom), (x, y), (label.left, y), (label.left, y)))
    width = max(box.right for box in boxes) + MARGIN
    layout = Layout(tuple(boxes), tuple(labels), tuple(lines), width, bottom, sideways=True)
    return replace(plan, items=items, layout=layout, width=width, height=bottom - BETWEEN + MARGIN)


def _brief(item):
    """The item with a single line for each text."""
    head = () if item.collapsed else item.head
    lines = item.lines[: int(item.collapsed)]
    if item.hidden and head:
        head = (*head[:-1], f"{head[-1]} …")
    return replace(item, head=head, lines=lines)
