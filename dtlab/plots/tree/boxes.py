"""The strokes of a drawn tree: lines, boxes and letters, few artists so that it redraws fast."""

from ..base.hatching import draw_areas
from ..base.style import COLOURS, FAINT, ink, pale
from ..base.writing import broken
from .nodes import LINE, PAD

PATH = COLOURS[5]  # of the marked path, which is thick as well
ROUND = {True: 0.14, False: 0.05}  # corners of leaves and of questions, in inches
SWATCH = 0.32  # width of a legend's swatch
TINT = 0.22  # how much of its class colour a leaf has


def draw_lines(ax, items, lines, sideways):
    """The branches: straight out of the parent, a bend, straight to the label."""
    from matplotlib.collections import PathCollection
    from matplotlib.path import Path

    moves = [Path.MOVETO, Path.LINETO, Path.CURVE4, Path.CURVE4, Path.CURVE4, Path.LINETO]
    kinds = {}
    for item, line in zip(items, lines, strict=True):
        if line is not None:
            start, out, into, end = line
            path = Path([start, out, *_bend(out, into, sideways), into, end], moves)
            kinds.setdefault((item.on_path, item.lost), []).append(path)
    for (on_path, lost), paths in kinds.items():
        colour = PATH if on_path else FAINT
        look = {"linewidths": 3.5 if on_path else 1.4, "linestyles": "--" if lost else "-"}
        ax.add_collection(
            PathCollection(paths, facecolors="none", edgecolors=colour, zorder=1 + on_path, **look)
        )


def _bend(out, into, sideways):
    """Two handles that make a line leave and arrive along the direction of the tree."""
    if sideways:
        middle = (out[0] + into[0]) / 2
        return (middle, out[1]), (middle, into[1])
    middle = (out[1] + into[1]) / 2
    return (out[0], middle), (into[0], middle)


def draw_boxes(ax, items, boxes, colour_of):
    """A box per node: questions plain, leaves round and tinted, empty and lost ones dashed."""
    from matplotlib.collections import PathCollection
    from matplotlib.patches import BoxStyle

    paper, strokes = ax.get_facecolor(), ink(ax)
    paths, faces, edges, widths, styles = [], [], [], [], []
    for item, box in zip(items, boxes, strict=True):
        rounded = BoxStyle.Round(pad=0, rounding_size=ROUND[item.is_leaf])
        paths.append(rounded(box.left, box.top, box.width, box.height, 1.0))
        colour = colour_of.get(item.node.prediction, COLOURS[0]) if item.is_leaf else strokes
        is_empty = item.node.n_rows == 0 or item.lost
        faces.append(paper if not item.is_leaf or is_empty else mixed(colour, paper, TINT))
        edges.append(PATH if item.on_path else FAINT if item.lost else colour)
        widths.append(3.5 if item.on_path else 1.4)
        styles.append("--" if is_empty else "-")
    ax.add_collection(
        PathCollection(paths, facecolors=faces, edgecolors=edges, linewidths=widths,
                       linestyles=styles, zorder=2)
    )  # fmt: skip


def mixed(colour, paper, share):
    """A colour thinned with the paper it is put on."""
    from matplotlib.colors import to_rgb

    pair = zip(to_rgb(colour), to_rgb(paper), strict=True)
    return tuple(share * c + (1 - share) * p for c, p in pair)


def draw_letters(ax, items, boxes, labels, size):
    """The lines of letters in each box, and the label above it."""
    for item, box, label in zip(items, boxes, labels, strict=True):
        colour = pale(ax) if item.lost else ink(ax)
        y = box.top + 0.6 * PAD
        y = _write_lines(ax, box.x, y, item.head, size, color=colour, weight="bold")
        y += item.bar + PAD / 2 if item.bar else 0.0
        if item.collapsed:  # the question that is not asked any more
            y = _write_lines(ax, box.x, y, item.lines[:1], size, color=pale(ax))
        _write_lines(ax, box.x, y, item.lines[item.collapsed :], size, color=colour)
        if label is not None:
            weight = "bold" if item.on_path else "normal"
            lines = broken(item.label)
            _write_lines(ax, label.x, label.top, lines, size, color=colour, weight=weight)


def _write_lines(ax, x, y, lines, size, **look):
    """Lines of letters one under another from y down; return where they end."""
    for line in lines:
        write(ax, x, y + LINE / 2, line, size, **look)
        y += LINE
    return y


def write(ax, x, y, text, size, ha="center", **look):
    """Letters in the middle of a place; a dollar sign is no formula."""
    ax.text(x, y, text, ha=ha, va="center", fontsize=size, zorder=5, parse_math=False, **look)


def draw_legend(ax, legend, signs, height, size):
    """The classes with their colours and hatching, or a sentence."""
    for x, y, text, number in legend:
        if number is not None:
            swatch = (x, y + (LINE - height) / 2, SWATCH, height)
            draw_areas(ax, [swatch], signs[number].colour, signs[number].hatch)
            x += SWATCH + 0.08
        write(ax, x, y + LINE / 2, text, size, ha="left", color=ink(ax))
