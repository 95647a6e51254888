"""The states of a zone, all drawn ahead, so that dragging it needs no kernel.

When a hand comes near a zone, its states are drawn one after another, with room for other work in
between; until all are there, gestures are answered one by one. What differs between the states is
sent once: they refer to chunks of SVG, and their zones say only what is new.
"""

import asyncio
import json
import re
import zlib
from typing import Any

from ...plots.svg import TURN
from .drawing import CHUNK, said
from .touch import Zone

INNERMOST = re.compile(r"<g\b[^>]*>(?:(?!<g\b).)*?</g>", re.DOTALL)  # groups that hold no other


class DrawnAhead:
    """Draws ahead for one figure in the browser, with the drawer that draws its live states."""

    def __init__(self, figure, drawer):
        self.figure = figure
        self.drawer = drawer
        self.zone: Zone | None = None
        self.first: Any = None  # the state at the zone's first stop
        self.task: asyncio.Task | None = None

    def begin(self, state, zone, size):
        """Draw the states to which this one can be dragged by a zone, unless that is done."""
        if not hasattr(state, "moving_fields"):
            return
        if self.zone is not None and self.zone.id == zone.id and self.serves(state):
            return
        self.forget()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a test, or a script
            return
        self.zone = zone
        self.first = state.touched(zone.id, zone.stops[0])
        self.task = loop.create_task(self._draw(state, zone, size))

    def serves(self, state):
        """Whether the states that are drawn ahead differ from this one in their zone only."""
        return self.zone is not None and self.first == state.touched(
            self.zone.id, self.zone.stops[0]
        )

    def forget(self):
        """The figure has changed otherwise."""
        if self.task is not None:
            self.task.cancel()
            self.zone = self.first = self.task = None
            self.figure.states = b""

    async def _draw(self, state, zone, size):
        frames = []
        for stop in zone.stops:
            at_stop = state.touched(zone.id, stop)
            frames.append((self.drawer.draw(at_stop, size), said(at_stop, size)))
            await asyncio.sleep(0)
        ready = packed(zone, frames)
        with TURN:
            if self.zone is zone:  # not forgotten meanwhile, by another thread
                self.figure.states = ready


def packed(zone, frames):
    """The drawings and words at all stops of a zone, deflated."""
    return deflated({"zone": zone.id, **joined(frames)})


def joined(frames):
    """Drawings and words as frames that share their chunks and what is known of their zones."""
    known: dict[str, dict[str, Any]] = {}
    numbers: dict[str, int] = {}  # of the chunks
    sent = []

    def chunk(svg):
        return f'<chunk n="{numbers.setdefault(svg, len(numbers))}"/>'

    for drawing, words in frames:
        text = CHUNK.sub(lambda found: chunk(drawing.chunks[int(found[1])]), drawing.text)  # noqa: B023
        text = INNERMOST.sub(lambda found: chunk(found[0]), text)
        records = [zone.record() for zone in drawing.zones]
        known = {record["id"]: record for record in records} | known
        zones = [
            {"id": new["id"]} | {k: v for k, v in new.items() if v != known[new["id"]].get(k)}
            for new in records
        ]
        about = {"alt": drawing.description, "words": words, "zones": zones}
        sent.append({"svg": text, **about})
    chunks = {str(number): svg for svg, number in numbers.items()}
    return {"zones": known, "chunks": chunks, "frames": sent}


def deflated(thing):
    """JSON, deflated."""
    return zlib.compress(json.dumps(thing).encode(), 9)
