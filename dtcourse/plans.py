"""The lesson plans, read from docs/lesson_plans.md: minutes of each part, and what is typed."""

import re
from dataclasses import dataclass

from .paths import docs

LENGTHS = (45, 90)  # minutes of a lecture


@dataclass(frozen=True)
class Plan:
    """The plan of one notebook, for each length of a lecture."""

    parts: dict[str, tuple[int, int]]  # {heading: minutes}; 0 if the class does it alone
    instead: dict[int, str]  # {cue that the short lecture does not type: what to do with it}

    def begins(self, length):
        """{part: the minute at which it begins}."""
        begins, passed = {}, 0
        for part, minutes in self.parts.items():
            begins[part] = passed
            passed += minutes[LENGTHS.index(length)]
        return begins

    def untyped(self, length):
        """{cue that a lecture of this length does not type: what to do with it}."""
        return self.instead if length == LENGTHS[0] else {}


def plan_of(number):
    """The plan of the notebook with a number such as "04".

    >>> plan_of("04").parts["Grow your own"]
    (7, 12)
    >>> plan_of("04").instead
    {5: '%fill --run', 8: 'skip'}
    """
    page = (docs() / "lesson_plans.md").read_text(encoding="utf-8")
    text = re.search(rf"^## {number} .*?(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)[0]
    rows = re.findall(r"^\| (.+?) \| (\d+|–) \| (\d+) \|$", text.replace("| 45 | 90 |", ""), re.M)
    untyped = re.findall(r"^(\d)\. .* \(\d+ min; in 45 minutes `?([^`\n]+)`?\)$", text, re.M)
    return Plan(
        {part: (int(short.replace("–", "0")), int(long)) for part, short, long in rows},
        {int(cue): instead for cue, instead in untyped},
    )
