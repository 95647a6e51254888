"""What the nodes of a drawn tree say and how much room they need, before anything is drawn."""

from dataclasses import dataclass
from functools import lru_cache
from math import inf, isfinite, sqrt
from typing import Any

from ...inputs.errors import InputError
from ...inputs.values import is_number, show
from ...questions.question import Threshold
from ...tree.node import Node
from ...tree.subtrees import as_tree, child_numbers, is_subtree
from ...tree.text import questioned
from ..base.style import SIZE, short
from ..base.words import many
from ..base.writing import LONGEST, NARROW, brief, digits, head_lines, label_lines
from .layout import depths_of

MOST_LEAVES, MOST_DEPTH = 60, 12  # a larger tree is cut unless max_depth says otherwise
CUT_LEAVES = 8  # leaves and cut branches that remain then
MOST_COUNTS = 4  # classes whose counts stand side by side; of more, their sum
LINE = 1.3 * SIZE / 72  # inches from one line of text to the next
PAD = 0.09  # inches between a box and what is in it
BAR, HISTOGRAM = 0.14, 0.38  # heights
LEAST_BAR = 0.6  # width
TINY = 1e-9  # rounding: a tree fits into a figure that was made for it
BESIDE = "\u2009:\u2009"  # between the counts of two classes: thin spaces


@dataclass
class Item:
    """One node of the figure: its lines of text, and how it is drawn."""

    node: Node
    number: int  # in the order of `walk` of the whole tree
    parent: int | None  # its place among the items
    label: str  # of the branch that leads here
    is_leaf: bool
    hidden: int = 0  # leaves below that are not drawn
    lost: bool = False  # pruned away
    collapsed: bool = False  # became a leaf by pruning
    on_path: bool = False
    head: tuple = ()  # lines of the question or the prediction, in bold
    lines: tuple = ()  # lines of text below it
    bar: float = 0.0  # height of the bar or the panel between them
    panel: Any = None  # what `distributions` draws in place of the bar


def items_to_draw(tree, row=None, pruned=None, max_depth=None, chosen=None, units=None):
    """The nodes to draw as a list of `Item`, parents first, children from left to right.

    `units` maps features to the units of their thresholds.
    """
    remains = tree if pruned is None else as_tree(pruned, "plot_tree")
    if not is_subtree(remains, tree):
        raise InputError("pruned= must be the same tree with branches cut off at some nodes")
    path = set() if chosen is None else _numbers_along(tree, chosen)
    if row is not None:
        path |= _numbers_along(tree, [i for _, _, i in tree.path(row) if i is not None])
    whole = is_number(max_depth) and max_depth >= 0 and max_depth == int(max_depth)
    if max_depth is not None and not whole:
        raise InputError(f"max_depth={max_depth!r} must be a whole number from 0 up, or None")
    last = _deepest(tree) if max_depth is None else int(max_depth)
    items: list[Item] = []
    waiting: list[tuple[Node, int, int | None, str, int, Node | None]]
    waiting = [(tree, 0, None, "", 0, remains)]
    while waiting:
        node, number, parent, label, depth, kept = waiting.pop()
        cut = depth == last and not node.is_leaf
        collapsed = kept is not None and kept.is_leaf and not node.is_leaf
        items.append(
            Item(
                node, number, parent, label, node.is_leaf or collapsed, node.n_leaves if cut else 0,
                kept is None, collapsed, number in path,
            )
        )  # fmt: skip
        if not cut:
            me = len(items) - 1
            below = child_numbers(node, number)
            for i in reversed(range(len(node.children))):
                twin = kept.children[i] if kept is not None and kept.children else None
                label = branch(node.question, i, units)
                waiting.append((node.children[i], below[i], me, label, depth + 1, twin))
    return items


def _numbers_along(tree, branches):
    """The numbers of the nodes on the way along these branches."""
    numbers = [0]
    node = tree
    for child in branches:
        if child not in range(len(node.children)):
            raise InputError(f"chosen={branches!r} leads to no node of this tree")
        numbers.append(child_numbers(node, numbers[-1])[child])
        node = node.children[child]
    return set(numbers)


def _deepest(tree):
    """The depth down to which a tree is drawn: all of it, or a part that fits on a page."""
    if tree.n_leaves <= MOST_LEAVES and tree.depth <= MOST_DEPTH:
        return tree.depth
    done = 0
    level = [tree]
    depth = 0
    while depth < MOST_DEPTH:
        done += sum(node.is_leaf for node in level)
        level = [child for node in level for child in node.children]
        if done + len(level) > CUT_LEAVES:
            break
        depth += 1
    return depth


# ------------------------------------------------------------------ what a node says


def fill(item, counts, impurity, bar, narrow=False):
    """Give the item its lines, short ones if `narrow`; `bar` is the height of its bar."""
    node = item.node
    lines = []
    if item.collapsed:
        lines.append(short(questioned(node)))
    if counts:
        lines.append(rows_in_words(node, item.is_leaf))
    if impurity and node.impurity is not None:
        name = impurity if isinstance(impurity, str) else "impurity"
        lines.append(f"{name} = {digits(node.impurity)}")
    if item.hidden:
        more = "" if narrow else "more "
        lines.append(f"… {many(item.hidden, f'{more}leaf', f'{more}leaves')}")
    item.head = tuple(head_lines(_head(item), NARROW if narrow else LONGEST))
    item.lines = tuple(filter(None, lines))
    item.bar = bar if node.stats is not None else 0.0


def _head(item):
    if not item.is_leaf:
        return questioned(item.node)
    prediction = item.node.prediction
    if isinstance(prediction, float):
        return digits(prediction).replace("-", "−")
    return "?" if prediction is None else show(prediction)


def rows_in_words(node, is_leaf):
    """The rows of a node in a line: "3 : 2 : 2" in the order of the classes, or "n = 7".

    Where rows count by their weight, such as a part of a row in C4.5, a single class's weight is
    written, so that the boxes of a level add up: "weight 3.231" beside "3 : 2.385".
    """
    if node.counts is not None:
        if len(node.counts) <= MOST_COUNTS and sum(map(bool, node.stats)) > 1:
            return BESIDE.join(map(digits, node.stats))
        return f"{'n =' if float(node.weight).is_integer() else 'weight'} {digits(node.weight)}"
    n = node.n_rows if node.n_rows is not None else node.weight
    if n is None:  # a hand-written tree may name an inner node's own class
        return "" if is_leaf or node.prediction is None else f"[{short(node.prediction, 20)}]"
    has_spread = node.stats is not None and node.classes is None and n > 1
    return f"n = {digits(n)}" + (f", ± {digits(sqrt(max(node.stats[2], 0)))}" if has_spread else "")


def branch(question, child, units=None):
    """The label of a branch in the figure; a threshold with four digits, and its unit if known.

    >>> from dtlab import Threshold
    >>> branch(Threshold("x", -1.28302), 0), branch(Threshold("wind", 4.5), 1, {"wind": "m/s"})
    ('≤ −1.283', '> 4.5 m/s')
    """
    if isinstance(question, Threshold) and isfinite(question.value):
        unit = (units or {}).get(question.feature, "")
        return f"{'≤' if child == 0 else '>'} {brief(question.value)} {unit}".rstrip()
    return question.label(child)


# ------------------------------------------------------------------ how much room it needs


@lru_cache(maxsize=4096)
def text_width(text, bold=False):
    """Inches of a line of text; an estimate is enough where the browser has another font."""
    from warnings import catch_warnings, simplefilter

    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=SIZE, weight="bold" if bold else "normal")
    with catch_warnings():
        simplefilter("ignore", UserWarning)  # an emoji that this font lacks is drawn by the browser
        width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return width / 72


def room(item, tight=False):
    """(width, height) of an item's box; if `tight`, without a bar it is as low as its text."""
    widths = [*(text_width(line, True) for line in item.head), *map(text_width, item.lines)]
    least = item.panel.width if item.panel else LEAST_BAR
    width = max([*widths, least] if item.bar else widths)
    height = LINE * (len(item.head) + len(item.lines)) + (item.bar + PAD / 2 if item.bar else 0.0)
    return width + 2 * PAD, height + (0.5 if tight and not item.bar else 1.2) * PAD


def label_room(item):
    """(width, height) of the label above an item's box; on a marked path it is bold."""
    lines = label_lines(item.label)
    width = max(text_width(line, item.on_path) for line in lines)
    return width + PAD, LINE * len(lines) if item.label else 0.0


def equal_widths(items, sizes):
    """The sizes with boxes of one depth equally wide, so that bars below each other compare."""
    depths = depths_of([item.parent for item in items])
    widest: dict[int, float] = {}
    for depth, (width, _) in zip(depths, sizes, strict=True):
        widest[depth] = max(width, widest.get(depth, 0.0))
    return [(widest[depth], height) for depth, (_, height) in zip(depths, sizes, strict=True)]


def fits(layout, width, height=inf):
    """How large the text can be in this room: 1 for its full size."""
    scale = min(width / layout.width, height / layout.height)
    return scale if scale < 1 - TINY else 1.0
