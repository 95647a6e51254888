"""Draw the picture in README.md, the lecture's vegetation tree: `make figure`."""

from pathlib import Path

import matplotlib

from dtlab import ID3, load, plot_tree
from dtlab.course.figures import svg

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "vegetation_tree.svg"


def main():
    """Grow the tree, draw it and write the file."""
    matplotlib.use("Agg")
    veg = load("vegetation")
    PICTURE.write_text(svg(plot_tree(ID3().fit(veg.X, veg.y)).figure), encoding="utf-8")


if __name__ == "__main__":
    main()
