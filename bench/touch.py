"""A line dragged in JupyterLab: frames, and the time from the hand to the exact figure.

It needs Chromium. `explore_threshold` on 344 penguins, the mouse moving a hundred times a second.
"""

import sys
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from helpers.browser import Lab, browser

WIDGET = 'w = explore_threshold("penguins", "body_mass_g")'
LIVE = "w._ahead.begin = lambda *_: None"  # nothing is drawn ahead: every gesture is answered
FRAME, ANSWER, AHEAD = 34, 150, 33  # ms; the targets
# Notes when the hand moved the line (its value in words), when the words said so, and each frame.
WATCH = """sheet => {
    const zone = sheet.querySelector(".dtlab-zone");
    const words = sheet.parentElement.querySelector(".dtlab-words");
    const seen = (window.seen = { hand: {}, figure: {}, frames: [], moved: 0, after: [] });
    const now = () => performance.now();
    addEventListener("pointermove", () => (seen.moved = now()), true);
    const watch = (node, what, note) =>
        new MutationObserver(note).observe(node, what);
    watch(zone, { attributeFilter: ["aria-valuetext"] },
          () => (seen.hand[zone.getAttribute("aria-valuetext")] ??= now()));
    watch(words, { childList: true, characterData: true, subtree: true }, () => {
        seen.figure[words.textContent.match(/≤ [\\d.]+/)?.[0]] ??= now();
        seen.after.push(now() - seen.moved);
    });
    const frame = (time) => { seen.frames.push(time); requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
}"""


def notes():
    """(what, value, limit, whether it is kept) of a drag, answered by Python and drawn ahead."""
    if browser() is None:
        yield "a line dragged in JupyterLab", "no Chromium", "", None
        return
    for how, ahead in (("answered by Python", False), ("drawn ahead", True)):
        seen = dragged(ahead)
        frames = [b - a for a, b in zip(seen["frames"], seen["frames"][1:], strict=False)]
        share = sum(frame <= FRAME for frame in frames) / len(frames)
        what = f"explore_threshold dragged, {how}"
        yield f"{what}: frames of at most {FRAME} ms", f"{share:.1%}", "95%", share >= 0.95
        if ahead:
            waits, limit = seen["after"], AHEAD
        else:
            both = seen["hand"].keys() & seen["figure"].keys()
            waits, limit = [seen["figure"][k] - seen["hand"][k] for k in both], ANSWER
        late = quantiles(waits, n=20)[-1]
        value = f"{median(waits):.0f} ms"
        yield f"{what}: figure (95 %: {late:.0f} ms)", value, f"{limit} ms", median(waits) <= limit


def dragged(ahead):
    """What was seen while the line was dragged to and fro for some seconds."""
    with TemporaryDirectory() as folder, Lab(folder) as lab, lab.page() as page:
        cell = "\n".join([WIDGET, *([] if ahead else [LIVE]), "w"])
        lab.write("touch.ipynb", "%load_ext dtlab\nfrom dtlab.widgets import *", cell)
        lab.open(page, "touch.ipynb").run()
        sheet, line = page.locator(".dtlab-sheet"), page.locator(".dtlab-zone")
        line.hover()
        if ahead:
            page.locator(".dtlab-ahead").wait_for()
        box = line.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 5, y)
        sheet.evaluate(WATCH)
        for step in range(400):
            page.mouse.move(x + 1.2 * step, y)
            page.wait_for_timeout(5)
        seen = page.evaluate("window.seen")
        page.mouse.up()
        return seen
