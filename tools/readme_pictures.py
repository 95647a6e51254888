"""Make the pictures of README.md from the real thing, in JupyterLab: `make pictures`.

Each picture is a cell that a reader can run, or its output. The colours are reduced to 64, so that
a picture has a few dozen kilobytes.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from helpers.browser import Lab  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
STUDIO = """\
from dtlab import load
from dtlab.widgets import explore_splits

birds = load("penguins").frame[["bill_length_mm", "flipper_length_mm", "species"]].dropna()
birds.columns = ["bill", "flipper", "species"]
studio = explore_splits(birds, "species", kinds=["threshold"])
for zone in ("ask flipper", "node 0", "ask bill"):  # grow one question, try another
    studio.touch(zone)
studio
"""
WORK = """\
from dtlab import load, work

weather = load("rain_cloud")  # a hundred days
work.gain(weather.X["rain"], weather.y)
"""
FEEDBACK = """\
from dtlab import counts, entropy
from dtcourse import check

def gain(x, y):
    sides = [[b for a, b in zip(x, y) if a == value] for value in set(x)]
    left = [entropy(counts(side)) for side in sides]
    return entropy(counts(y)) - sum(left) / len(left)

check("03.t2", gain)
"""


def main():
    """Run the three cells, write the pictures."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Lab(folder) as lab:
        name = lab.write("pictures.ipynb", *map(str.strip, (STUDIO, WORK, FEEDBACK)))
        with lab.page(width=1200, height=2400) as page:
            notebook = lab.open(page, name).run()
            if notebook.errors:
                raise SystemExit("\n".join(notebook.errors))
            studio, work, feedback = page.locator(".jp-Notebook .jp-CodeCell").all()
            save(studio.locator(".jp-OutputArea-output:visible").first, "studio")
            save(work, "work")
            save(feedback, "feedback")


def save(place, picture):
    """A screenshot of this place, in few colours."""
    image = Image.open(io.BytesIO(place.screenshot())).convert("RGB")
    image.quantize(64, dither=Image.Dither.NONE).save(FOLDER / f"{picture}.png", optimize=True)


if __name__ == "__main__":
    main()
