"""A learner's own data stay the same when dtlab is updated between hand-out and grading.

`stored_draws.json` holds what every exercise that draws gave to three learners when it was added. A
change of its answer or of its mistakes can change the draw, too, because data that do not tell
mistakes apart are drawn again. After adding an exercise, run this file to store its draws; those
that are stored already are never replaced.

    .venv/bin/python tests/dtcourse/bank/test_stored_draws.py
"""

import json
from pathlib import Path

import pytest

from dtcourse import release
from dtcourse.cards.checking import draw

STORED = Path(__file__).with_name("stored_draws.json")
STUDENTS = ("", "Ada", "s123456")
DRAWN = [item.id for set_ in release.graded_sets() for item in release.exercises(set_) if item.draw]


def plain(data):
    """Drawn data as JSON can store it; a frame as the text of a CSV file."""
    if hasattr(data, "to_csv"):
        return data.to_csv()
    if isinstance(data, dict):
        return {str(key): plain(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [plain(value) for value in data]
    return data.item() if hasattr(data, "item") else data


def drawn_now(item_id):
    return {student: plain(draw(item_id, student)) for student in STUDENTS}


@pytest.mark.parametrize("item_id", DRAWN)
def test_the_draws_are_those_that_were_stored(item_id):
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    assert item_id in stored, "a new exercise: run this file to store its draws"
    assert drawn_now(item_id) == stored[item_id]


def test_no_exercise_that_drew_is_gone():
    assert json.loads(STORED.read_text(encoding="utf-8")).keys() <= set(DRAWN)


def main():
    """Store the draws of new exercises."""
    stored = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    stored = {item_id: drawn_now(item_id) for item_id in DRAWN} | stored
    text = json.dumps(stored, indent=1, ensure_ascii=False, sort_keys=True)
    STORED.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
