"""Mutated trees and mutated sets of the course, in the grader: `make fuzz` tries many more."""

import pytest
from judge_helpers.fuzzing import (
    BATCHES,
    handed_in_for,
    original_messages,
    try_messages,
    try_notebooks,
    try_to_earn,
)

from dtcourse.judge_plugin import COURSE
from dtcourse.release import learners, source_notebook
from dtlab import work
from dtlab.tree import ask

TREE = ask("Man", {True: "Brian", False: ask("Hair", {"long": "Aoife", "short": "Emma"})})
SEEDS = [*original_messages([TREE, work.entropy({"no": 1, "yes": 1})], COURSE.codecs())]
SOURCES = [source_notebook(number) for number in ("02", "06_chaid")]
HANDED_IN = [pair for one in SOURCES for pair in handed_in_for(one, learners(one))]
each_batch = pytest.mark.parametrize("batch", range(BATCHES))


@each_batch
def test_mutated_trees(batch):
    try_messages(batch, SEEDS, COURSE.codecs())


@each_batch
def test_no_mutated_tree_earns_a_mark(batch):
    try_to_earn(batch, SEEDS, COURSE)


@each_batch
def test_mutated_sets(batch):
    try_notebooks(batch, HANDED_IN)
