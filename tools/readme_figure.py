"""Draw the picture in README.md, the lecture's vegetation tree: `make figure`."""

from pathlib import Path

from matplotlib.figure import Figure

from dtlab import ID3, load
from dtlab.notebook import svg

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "vegetation_tree.svg"
ASKS = {"boxstyle": "round,pad=0.4", "facecolor": "white", "edgecolor": "#0072B2"}
ENDS = {"boxstyle": "square,pad=0.4", "facecolor": "#E8F1F8", "edgecolor": "none"}
ANSWER = {"fontsize": 9, "bbox": {"pad": 1.5, "facecolor": "white", "edgecolor": "none"}}
EDGE = {"color": "#888888", "linewidth": 1, "zorder": 0}


def draw(ax, node, left=0.0, depth=0):
    """Draw a tree whose first leaf stands at `left`; return where its root stands and its width."""
    if node.is_leaf:
        ax.text(left, -depth, node.prediction, ha="center", va="center", bbox=ENDS)
        return left, 1
    width, feet = 0, []
    for child in node.children:
        foot, needs = draw(ax, child, left + width, depth + 1)
        feet.append(foot)
        width += needs
    x = sum(feet) / len(feet)
    ax.text(x, -depth, f"{node.question.feature}?", ha="center", va="center", bbox=ASKS)
    for i, foot in enumerate(feet):
        ax.plot([x, foot], [-depth, -depth - 1], **EDGE)
        near = x + 0.6 * (foot - x)
        ax.text(near, -depth - 0.6, node.question.label(i), ha="center", va="center", **ANSWER)
    return x, width


def main():
    """Grow the tree, draw it and write the file."""
    veg = load("vegetation")
    tree = ID3().fit(veg.X, veg.y).tree_
    figure = Figure(figsize=(8.5, 3.4))
    ax = figure.subplots()
    ax.axis("off")
    draw(ax, tree)
    PICTURE.write_text(svg(figure), encoding="utf-8")


if __name__ == "__main__":
    main()
