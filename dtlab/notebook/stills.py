"""A live view, and the still one that stands for it where no kernel runs.

They go out as two outputs, the second with the widget alone: `make notebooks` stores only the
first, nbval compares only the first, and a page without a kernel shows only the first. Where the
live view is on the page, it hides the first.
"""

import asyncio
import os
import sys
from pathlib import Path

WIDGET = "application/vnd.jupyter.widget-view+json"
LIVE = "dtlab-live"  # a class of the live view
PAUSE = 1.0  # seconds
# Live, the still one steps back; without a kernel, the widget's "Loading ..." and errors do.
BEHAVIOUR = (
    "<style>.jp-OutputArea-child:has(.dtlab-still):has(~ .jp-OutputArea-child .dtlab-live),"
    ".jp-OutputArea-child:has(.dtlab-still) + .jp-OutputArea-child"
    ":has(> .lm-Panel.jp-OutputArea-output):not(:has(.dtlab-live))"
    "{display: none}</style>"
)


# For a value that only programs read: JupyterLab leaves no gap for it.
UNSEEN = (
    "<style>.jp-OutputArea-child:has(.dtlab-unseen) {display: none}</style>"
    '<span class="dtlab-unseen"></span>'
)
SCRIPT = Path(__file__).with_name("live.js").read_text(encoding="utf-8")


def still(html, style=""):
    """HTML that a live view may hide."""
    return f'{BEHAVIOUR}<div class="dtlab-still"{style}>{html}</div>'


def show(still, view=None):
    """Show what still() gives, a text and the same as HTML, and the live view, if any.

    Returns a function to call when still() would give something else, for those who come back
    without a kernel.
    """
    from IPython.display import display

    def bundle():
        return dict(zip(("text/plain", "text/html"), still(), strict=True))

    if view is None:
        display(bundle(), raw=True)
        return _nothing
    if LIVE not in view._dom_classes:  # not shown before
        view.add_class(LIVE).children += (script(SCRIPT),)
    live = {WIDGET: view._repr_mimebundle_()[WIDGET]}
    if "VSCODE_PID" in os.environ:  # it keeps outputs apart, so that none can hide another
        display(bundle() | live, raw=True)
        return _nothing
    shown = display(bundle(), raw=True, display_id=True)
    display(live, raw=True)
    return after_a_pause(lambda: shown.update(bundle(), raw=True))


def script(source):
    """JavaScript that the browser runs where this is put; `element` is its place."""
    from ipywidgets import Output

    data = {"application/javascript": source, "text/plain": ""}
    output = {"output_type": "display_data", "data": data, "metadata": {}}
    return Output(outputs=(output,), layout={"display": "none"})


def _nothing():
    """What cannot be changed later stays as it was shown."""


def after_a_pause(act):
    """Debounce `act`, so that dragging a slider stays smooth (at once without an event loop)."""
    waiting = None

    def call():
        nonlocal waiting
        if waiting:
            waiting.cancel()
        try:
            waiting = asyncio.get_running_loop().call_later(PAUSE, act)
        except RuntimeError:
            act()

    return call


def in_notebook():
    """Is a kernel running this code, so that a widget can answer?"""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")
