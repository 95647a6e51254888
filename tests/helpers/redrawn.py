"""Is a figure of which only the moving parts are drawn again the one that is drawn as a whole?"""

import re

from dtlab.widgets.base.drawing import Drawer


def differences(states, size):
    """The states whose figure, drawn after that of the one before, is not the one drawn afresh."""
    drawer = Drawer()
    return [s for s in states if seen(drawer.draw(s, size)) != seen(Drawer().draw(s, size))]


def seen(drawing):
    """A drawing without its definitions of markers and clip paths, which must all be there."""
    used = set(re.findall(r"#([^\")]+)[\")]", re.sub(r"#[0-9a-f]{6}\b", "", drawing.svg)))
    assert used <= set(re.findall(r'\bid="([^"]*)"', drawing.svg))
    body = re.sub(r"<defs>.*?</defs>", "", drawing.svg, flags=re.DOTALL)
    return re.sub(r"\s+(?=<|$)", "", body), drawing.description, drawing.zones
