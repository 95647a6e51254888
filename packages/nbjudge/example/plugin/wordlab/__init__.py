"""What students of the example course import: texts, and a tally of words."""

import json
from pathlib import Path


def read(name, folder="texts"):
    """A text of the course, such as "rain"."""
    return (Path(__file__).parent / folder / f"{name}.txt").read_text(encoding="utf-8")


class Tally:
    """How often each word occurs.

    Parameters:
        counts: {word: number}.
    """

    def __init__(self, counts):
        self.counts = dict(counts)

    def __eq__(self, other):
        return isinstance(other, Tally) and self.counts == other.counts

    def __repr__(self):
        return f"Tally({self.counts})"

    def to_json(self):
        """The tally as text, for the way from a worker to the judge."""
        return json.dumps(self.counts)

    @classmethod
    def from_json(cls, text):
        """The tally in a text; ValueError if it is none, for a student may have written it."""
        counts = json.loads(text)
        if type(counts) is not dict or any(type(n) is not int or n < 1 for n in counts.values()):
            raise ValueError("this is no tally")
        return cls(counts)
