"""Small filled areas with hatching as plain strokes.

Matplotlib's own hatching is a large pattern in every SVG: a small tree would be 90 KB and slow to
redraw. Here all areas of a colour are one path, and all their strokes another.
"""

from matplotlib.patches import PathPatch
from matplotlib.path import Path

from .style import on

STEP = 0.08  # inches between two strokes
LEANING = {"/": (1,), "\\": (-1,), "x": (1, -1)}  # which diagonals a sign has
DOTS = {".": 2.4, "o": 4.3}  # points across


def draw_areas(ax, rectangles, colour, hatch="", edge=None):
    """Fill rectangles (left, top, width, height) with one colour and one of `style.hatches`.

    The limits of the axes stay as they are.
    """
    if not rectangles:
        return
    outlines = []
    for left, top, width, height in rectangles:
        right, bottom = left + width, top + height
        corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        outlines.append(Path(corners, closed=True))
    area = Path.make_compound_path(*outlines)
    outline = edge or "none"
    ax.add_artist(PathPatch(area, facecolor=colour, edgecolor=outline, linewidth=0.6, zorder=3))
    edge = edge or on(colour)
    ends = [pair for rectangle in rectangles for pair in strokes(hatch[:1], *rectangle)]
    if ends:
        codes = [Path.MOVETO, Path.LINETO] * len(ends)
        path = Path([point for pair in ends for point in pair], codes)
        path.should_simplify = False  # it would leave out the dots
        width = DOTS.get(hatch[:1], 0.9)
        cap = "round" if hatch[:1] in DOTS else "butt"
        look = {"edgecolor": edge, "linewidth": width, "capstyle": cap}
        ax.add_artist(PathPatch(path, fill=False, zorder=3, **look))


def strokes(sign, left, top, width, height):
    """The strokes of a sign within a rectangle, each a pair of points; a dot is a very short one.

    >>> [[(round(float(x), 2), round(float(y), 2)) for x, y in pair]
    ...  for pair in strokes("/", 0, 0, 0.2, 0.1)]
    [[(0.0, 0.04), (0.04, 0.0)], [(0.02, 0.1), (0.12, 0.0)], [(0.1, 0.1), (0.2, 0.0)]]
    """
    places = _steps(width)
    if sign in DOTS:
        found = [(x, height * (0.3 if i % 2 else 0.7)) for i, x in enumerate(places)]
        found = [((x, y), (x + 0.01, y)) for x, y in found]
    elif sign == "+":
        found = [((x, 0), (x, height)) for x in places] + [((0, height / 2), (width, height / 2))]
    else:
        found = [
            _diagonal(c, width, height, lean)
            for lean in LEANING.get(sign, ())
            for c in _steps(width + height)
        ]
    return [tuple((left + x, top + y) for x, y in pair) for pair in found]


def _steps(length):
    """Places half a step from the start, then a step apart; at least one, in the middle."""
    n = int(length / STEP)
    return [(i + 0.5) * STEP for i in range(n)] or [length / 2]


def _diagonal(c, width, height, lean):
    """The part of x + y = c inside, or its mirror image if it leans to the left."""
    pair = (max(0, c - height), min(c, height)), (min(c, width), max(0, c - width))
    return pair if lean > 0 else tuple((width - x, y) for x, y in pair)
