"""Mutated messages and notebooks: `make fuzz` tries a hundred times as many as `make test`."""

import json

import nbformat
import pytest
from judge_helpers.fuzzing import (
    BATCHES,
    SECRET,
    VALUES,
    converse,
    earns_a_mark,
    handed_in_for,
    original_messages,
    try_messages,
    try_notebooks,
    try_to_earn,
)
from judge_helpers.small_assignment import CELLS, notebook
from judge_helpers.word_course import COURSE, EXAMPLE
from nbjudge.protocol.wire import pack
from nbjudge.release import learners_version
from wordlab import Tally

CODECS = COURSE.codecs()
SEEDS = [*original_messages([*VALUES, Tally({"rain": 2, "roof": 1})], CODECS)]
SOURCES = [
    nbformat.from_dict(json.loads(notebook(CELLS))),
    nbformat.read(EXAMPLE / "source" / "first_steps.ipynb", as_version=4),
    COURSE.release("1"),
]
HANDED_IN = [pair for one in SOURCES for pair in handed_in_for(one, learners_version(one))]
each_batch = pytest.mark.parametrize("batch", range(BATCHES))


@each_batch
def test_mutated_messages(batch):
    try_messages(batch, SEEDS, CODECS)


@each_batch
def test_no_mutated_message_earns_a_mark(batch):
    try_to_earn(batch, SEEDS, COURSE)


def test_the_right_message_earns_a_mark():
    assert earns_a_mark(pack([1, "value", SECRET]))
    function, called = pack([1, "value", ["function", 1, "f"]]), [2, "value", [SECRET, []]]
    assert earns_a_mark(function + pack(called))


def test_the_messages_themselves_are_honest():
    for messages in SEEDS[:-1]:
        line, _ = converse(b"".join(map(pack, messages)), CODECS)
        assert line.ended is None, messages


@each_batch
def test_mutated_notebooks(batch):
    try_notebooks(batch, HANDED_IN)
