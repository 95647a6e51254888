"""The example course of packages/nbjudge/example/plugin, as if it were installed."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

from nbjudge.course import GROUP, find_course

EXAMPLE = Path(__file__).resolve().parents[2] / "example"
sys.path.append(str(EXAMPLE / "plugin"))
ENTRY = EntryPoint("words", "wordcourse.plugin:COURSE", GROUP)
COURSE = find_course("words", [ENTRY])
