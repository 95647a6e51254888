"""A tree as an outline, where there is no room for its branches side by side: a line per node."""

from dataclasses import replace

from ...plots.tree.layout import NEAR, Box, Layout, Line, depths_of
from ...plots.tree.nodes import label_room, room
from ...plots.tree.plot_tree import MARGIN

INDENT, HOOK = 0.3, 0.12  # inches, of a level; from the left end of a row to the line out of it
BETWEEN = 0.03  # two rows


def outlined(plan):
    """The plan of a tree, without bars and panels, with a row for each node: its label, then it.

    "…" stands for what is not drawn below a node; one that is to be asked says only its question.
    """
    items = [_brief(item) for item in plan.items]
    depths = depths_of([item.parent for item in items])
    longest: dict[int | None, float] = {None: 0.0}  # of the labels below a node
    for item in items[1:]:
        wide = label_room(item)[0] + NEAR
        longest[item.parent] = max(longest.get(item.parent, 0.0), wide)
    boxes: list[Box] = []
    labels: list[Box | None] = []
    lines: list[Line | None] = []
    bottoms: list[float] = []
    bottom = MARGIN
    for item, depth in zip(items, depths, strict=True):
        wide, high = room(item, tight=True)
        label_wide, label_high = label_room(item)
        tall = max(high, label_high)
        y = bottom + tall / 2
        left = MARGIN + INDENT * depth
        boxes.append(Box(left + longest[item.parent] + wide / 2, y, wide, high))
        bottoms.append(y + (high if item.parent is None else label_high) / 2)
        bottom += tall + BETWEEN
        if item.parent is None:
            labels.append(None)
            lines.append(None)
            continue
        labels.append(Box(left + label_wide / 2, y, label_wide, label_high))
        x = left - INDENT + HOOK
        lines.append(((x, bottoms[item.parent]), (x, y), (left, y), (left, y)))
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
