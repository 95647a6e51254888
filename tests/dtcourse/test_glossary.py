"""docs/glossary.md: one line per term, in order, and every link into it arrives."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
LINE = re.compile(r'- <a id="([\w-]+)"></a>\*\*(.+?)\*\*: (.+\.)')
TERMS, LETTERS = (re.findall(r"^- .+$", part, re.MULTILINE) for part in PAGE.split("## Letters"))


def anchor(term):
    """The name of a term's place, as GitHub makes it of a heading."""
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", term.lower()))


def test_every_line_is_a_term_and_what_it_means():
    assert len(TERMS) > 100 and len(LETTERS) > 15
    assert [line for line in TERMS + LETTERS if not LINE.fullmatch(line)] == []
    assert [line for line in TERMS if anchor(LINE.match(line)[2]) != LINE.match(line)[1]] == []


def test_terms_are_in_order_and_there_once():
    names = [LINE.match(line)[2].casefold() for line in TERMS]
    assert names == sorted(set(names))
    anchors = [LINE.match(line)[1] for line in TERMS + LETTERS]
    assert len(anchors) == len(set(anchors))


@pytest.mark.parametrize("pattern", ["notebooks/**/*.ipynb", "docs/*.md", "*.md"])
def test_every_link_into_the_glossary_arrives(pattern):
    anchors = {LINE.match(line)[1] for line in TERMS + LETTERS}
    texts = {path: path.read_text(encoding="utf-8") for path in ROOT.glob(pattern)}
    wanted = {
        (p.name, a) for p, t in texts.items() for a in re.findall(r"glossary\.md#([\w%-]*)", t)
    }
    assert sorted((name, a) for name, a in wanted if a not in anchors) == []
