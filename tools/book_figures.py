"""A widget's figure for a page without a kernel: its states, and which gesture leads to which.

They are the states of the first zone that slides, or, where zones are clicked, all states that
clicks lead to. On the page, book_touch.js answers with them as Python would.
"""

import json
import re
from base64 import b64encode
from dataclasses import replace
from itertools import chain

from dtlab.widgets.base.ahead import deflated, joined
from dtlab.widgets.base.drawing import Drawer, said

MOST = 100  # states that are followed click by click
TRACK = {"stops", "places", "says"}  # long fields of a zone
MOST_PACKED, MOST_UNPACKED = 100_000, 1_000_000  # bytes of a figure on a page, and unpacked


class Frame:
    """A state as a page shows it, and the number of the frame to which each gesture leads."""

    def __init__(self, state, size, drawer):
        self.state, self.size = state, getattr(state, "size", size)
        self.drawing, self.words = drawer.draw(state, self.size), said(state, self.size)
        self.next = {}  # zone: a number, or one for each of its stops

    def after(self, zone):
        """The states after a gesture at a zone, for each of its stops; None where it is refused."""
        for stop in zone.stops or (None,):
            try:
                yield self.state.touched(zone.id, stop)
            except ValueError:
                yield None

    def lead(self, zone, numbers):
        """Note where a zone leads; one that leads elsewhere cannot be touched on the page."""
        if None not in numbers:
            self.next[zone.id] = numbers if zone.stops else numbers[0]


def frames_of(state, size):
    """The frames of a state, and the number of its own; none if they are too many."""
    drawer = Drawer()
    first = Frame(state, size, drawer)
    sliders = [zone for zone in first.drawing.zones if zone.stops]
    if len(sliders) > 2:  # features to be put in order: all would have too many orders
        return clicks(state, size, drawer, MOST, {zone.id for zone in sliders[-2:]}), 0
    if sliders:
        few = hasattr(state, "draw_moving") and len(sliders[0].stops) <= MOST
        return slides(first, sliders[0], drawer) if few else [], sliders[0].at
    has_value = type(state).__hash__ is not object.__hash__  # equal states can be told
    return clicks(state, size, drawer, MOST) if has_value else [], 0


def slides(first, slider, drawer):
    """The frames of a zone that slides; other zones stay if they lead to one of them."""
    frames = [Frame(state, first.size, drawer) for state in first.after(slider)]
    number = {frame.words: i for i, frame in enumerate(frames)}
    for frame in frames:
        frame.next[slider.id] = list(range(len(frames)))
        others = [z for z in frame.drawing.zones if z.id != slider.id and not z.columns]
        for zone in others:
            after = frame.after(zone)
            frame.lead(zone, [state and number.get(said(state, frame.size)) for state in after])
    return frames


def clicks(state, size, drawer, most, only=None):
    """The frames of all states to which gestures lead, if they are not too many.

    `only`: the ids of the zones that can be touched; None is all.
    """
    frames, states, number = [], [state], {state: 0}
    for state in states:  # which grow meanwhile
        frame = Frame(state, size, drawer)
        frames.append(frame)
        for zone in frame.drawing.zones:
            if only is not None and zone.id not in only:
                continue
            after = list(frame.after(zone))
            for new in after:
                if new is not None and number.setdefault(new, len(states)) == len(states):
                    states.append(new)
            frame.lead(zone, [number.get(new) for new in after])
        if len(states) > most:
            return []
    return frames if len(frames) > 1 else []


def packed_frames(frames, at):
    """Frames as text for a page that begins with one of them: deflated, in base64.

    What several frames have, groups of SVG and the stops of zones, is sent once. Empty if it is too
    large for a page.
    """
    drawings = [
        replace(f.drawing, zones=tuple(z for z in f.drawing.zones if z.id in f.next))
        for f in frames
    ]
    sent = joined(zip(drawings, (f.words for f in frames), strict=True))
    groups = [re.split(r"(?=<g\b)", one["svg"]) for one in sent["frames"]]
    parts = {part: i for i, part in enumerate(sorted(set(chain(*groups))))}  # alike, near, packed
    tracks = {}
    for frame, one, svg in zip(frames, sent["frames"], groups, strict=True):
        one |= {"svg": [parts[part] for part in svg], "next": frame.next}
        one["size"] = frame.drawing.size
        for zone in one["zones"]:
            for name in zone.keys() & TRACK:
                zone[name] = tracks.setdefault(json.dumps(zone[name]), len(tracks))
    figure = {**sent, "parts": list(parts), "tracks": list(map(json.loads, tracks)), "at": at}
    packed = b64encode(deflated(figure)).decode()
    fits = len(packed) <= MOST_PACKED and len(json.dumps(figure)) <= MOST_UNPACKED
    return packed if fits else ""
