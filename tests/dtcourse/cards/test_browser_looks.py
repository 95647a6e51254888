"""How cards look in a real browser, in the light and the dark theme: contrast, lines, alignment."""

import pytest
from helpers.browser import Lab, browser

from conftest import needs

pytestmark = pytest.mark.slow
RADIO = ".dtlab-live input[type=radio]"
LOOKS = [
    "from dtcourse import *",
    'guess("03.p1")',
    'reveal("03.p1")',
    'check("00.t1", 4)',
    'check("00.t1", 7)',
    'check("00.t1")',
    'hint("00.t1")',
    'solution("00.t1")',
    'quiz("00")',
    'submit("lab1")',
    "progress()",
]
# The least contrast of any text in the cards: [ratio, text]. Colours are drawn on a canvas to be
# read, because the browser may give them as a mixture; grounds lie on those of their parents.
CONTRAST = """() => {
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const paint = (colours) => {
    brush.clearRect(0, 0, 1, 1);
    for (const colour of colours) { brush.fillStyle = colour; brush.fillRect(0, 0, 1, 1); }
    return [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => c / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let least = [99, ""];
  for (const output of document.querySelectorAll(".jp-OutputArea-output")) {
    const walk = document.createTreeWalker(output, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement, look = getComputedStyle(element);
      if (!node.data.trim() || !element.checkVisibility() || look.fontSize === "0px") continue;
      if (element.closest("style, script")) continue;
      const grounds = [];
      let opacity = 1;
      for (let e = element; e; e = e.parentElement) {
        grounds.unshift(getComputedStyle(e).backgroundColor);
        opacity *= Number(getComputedStyle(e).opacity);
      }
      brush.globalAlpha = 1;
      const ground = paint(grounds), full = paint([...grounds, look.color]);
      const ink = full.map((c, i) => opacity * c + (1 - opacity) * ground[i]);
      const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      if (ratio < least[0]) least = [ratio, node.data.trim()];
    }
  }
  return least;
}"""
LONGEST = """() => {
  let longest = "";
  const shown = ".jp-OutputArea-output p, .jp-OutputArea-output .widget-radio-box label";
  for (const element of document.querySelectorAll(shown)) {
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let line = "", bottom = null;
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      for (let i = 0; i < node.data.length; i += 1) {
        const range = document.createRange();
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const place = range.getBoundingClientRect();
        if (!place.width) continue;
        if (bottom === null || place.top > bottom) line = "";
        bottom = place.bottom;
        line += node.data[i];
        if (line.length > longest.length) longest = line;
      }
  }
  return longest;
}"""
# How far the middle of each radio button is from that of its option's first line.
OFF = """all => all.map(radio => {
  const range = document.createRange(), label = radio.closest("label");
  const text = [...label.childNodes].find(n => n.nodeType === 3 && n.data.trim()) ?? label;
  range.selectNodeContents(text);
  const [line] = range.getClientRects(), box = radio.getBoundingClientRect();
  return Math.abs((line.top + line.bottom - box.top - box.bottom) / 2);
})"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_cards_can_be_read_in_both_themes_and_answers_open_by_themselves(tmp_path, dark):
    needs("Chromium", browser(), "install chromium")
    with Lab(tmp_path, dark) as lab, lab.page(1280, 800) as page:
        lab.write("looks.ipynb", *LOOKS)
        notebook = lab.open(page, "looks.ipynb").run()
        page.locator(RADIO).first.wait_for()
        cells = page.locator(".jp-CodeCell")
        reveal = cells.nth(2)
        assert "Guess first" in reveal.inner_text()
        cells.nth(1).get_by_role("radio").nth(1).click()
        reveal.get_by_text("You guessed UNKNOWN SENDER.").wait_for()
        assert "Guess first" not in reveal.inner_text()
        help_with = cells.nth(3)
        for name in ("Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3"):
            help_with.get_by_role("button", name=name).click()
        assert help_with.get_by_role("button", name="No more hints").is_disabled()
        help_with.get_by_role("button", name="Solution").click()
        for number, option in enumerate((0, 2)):  # a right one and a wrong one
            group = cells.nth(8).get_by_role("radiogroup").nth(number)
            group.get_by_role("radio").nth(option).click()
        cells.nth(8).get_by_text("right at the first try").wait_for()
        ratio, text = page.evaluate(CONTRAST)
        assert ratio >= 4.5, text
        assert 40 < len(page.evaluate(LONGEST)) <= 80
        assert max(page.locator(RADIO).evaluate_all(OFF)) <= 1
        progress = cells.last.locator(".jp-OutputArea-output").bounding_box()
        pane = page.locator(".jp-WindowedPanel-outer").bounding_box()
        assert progress["height"] < pane["height"] - 60  # with its cell
        assert notebook.errors == notebook.complaints == []
