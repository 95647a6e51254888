"""The progress file: whole, shared by several writers, and never in the way."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dtcourse.cards import record
from dtcourse.cli import main


@pytest.fixture
def path(monkeypatch, tmp_path):
    monkeypatch.setattr(record, "_memory", {})
    monkeypatch.setattr(record, "_notices", [])
    monkeypatch.setattr(record, "_said", set())
    monkeypatch.setenv("DTLAB_PROGRESS", str(tmp_path / "deep" / "progress.json"))
    return tmp_path / "deep" / "progress.json"


def one_more(before):
    return {"tries": before.get("tries", 0) + 1}


def test_what_is_recorded_is_in_the_file_at_once(path):
    assert record.state() == record.EMPTY
    assert not path.exists(), "reading writes nothing"
    record.change("guesses", "03.p1", lambda _: {"choice": "é"})
    assert json.loads(path.read_text(encoding="utf-8"))["guesses"] == {"03.p1": {"choice": "é"}}
    record.change("guesses", "03.p1", lambda before: {"right": before["choice"] == "é"})
    assert record.about("guesses", "03.p1") == {"choice": "é", "right": True}
    assert record.about("checks", "03.p1") == {}
    assert record.notices() == ()


def test_grading_a_class_is_not_the_lecturers_progress(path, monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")  # one's own notebook
    assert record.place() == path
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    record.change("checks", "02.1", one_more)
    assert record.about("checks", "02.1") == {"tries": 1}
    assert not path.exists()


def test_the_usual_place_is_in_the_home_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("DTLAB_PROGRESS")
    monkeypatch.setattr(Path, "expanduser", lambda self: Path(str(self).replace("~", "HOME")))
    assert record.place() == Path("HOME/.dtlab/progress.json")


def test_memory_keeps_no_file(path, monkeypatch):
    monkeypatch.setenv("DTLAB_PROGRESS", ":memory:")
    record.change("checks", "03.1", one_more)
    record.change("checks", "03.1", one_more)
    assert record.about("checks", "03.1") == {"tries": 2}
    assert not path.parent.exists()
    record.state()["checks"]["03.1"]["tries"] = 7
    assert record.about("checks", "03.1") == {"tries": 2}, "nobody changes it from outside"


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'"x"', b"\xff\xfe\x00", b"[" * 100_000, b"null", b"7"]
)
def test_a_damaged_file_is_put_aside(path, damage):
    path.parent.mkdir()
    path.write_bytes(damage)
    assert record.state() == record.EMPTY
    assert path.with_name("progress-damaged.json").read_bytes() == damage
    (sentence,) = record.notices()
    assert "put aside as progress-damaged.json" in sentence
    record.change("checks", "03.1", one_more)
    assert record.about("checks", "03.1") == {"tries": 1}
    assert record.notices() == ()


def test_odd_parts_are_left_out(path):
    path.parent.mkdir()
    whole = {"guesses": 7, "checks": {"a": 1, "b": {"tries": 2}}, "other": {}}
    path.write_text(json.dumps(whole))
    assert record.state() == {"guesses": {}, "quizzes": {}, "checks": {"b": {"tries": 2}}}


def test_strange_numbers_in_the_file_do_no_harm(path):
    from dtcourse import check, hint, progress, quiz, reveal, solution

    path.parent.mkdir()
    strange = {"tries": "many", "hints": -3, "done": 1, "choice": ["x"], "right": "yes", "1": 2}
    kinds = {"guesses": "00.p1", "quizzes": "00", "checks": "00.t1"}
    path.write_text(json.dumps({kind: {name: strange} for kind, name in kinds.items()}))
    said = [reveal("00.p1"), check("00.t1", 4), hint("00.t1"), solution("00.t1"), progress()]
    assert "fault is in the course" not in "".join(map(str, [*said, quiz("00", "aa")]))


def broken(*_args, **_kwargs):
    raise OSError(28, "No space left on device")


def test_a_full_disk_is_said_once_and_the_kernel_remembers(path, monkeypatch):
    record.change("checks", "03.1", one_more)
    monkeypatch.setattr(Path, "write_bytes", broken)
    record.change("checks", "03.1", one_more)
    record.change("checks", "03.1", one_more)
    assert record.about("checks", "03.1") == {"tries": 3}
    (sentence,) = record.notices()
    assert "No space left on device" in sentence
    assert json.loads(path.read_bytes())["checks"] == {"03.1": {"tries": 1}}
    assert sorted(p.name for p in path.parent.iterdir()) == [".progress.json.lock", "progress.json"]


def test_a_place_that_cannot_be_used(path, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DTLAB_PROGRESS", str(tmp_path / "file" / "progress.json"))
    assert record.state() == record.EMPTY
    record.change("checks", "03.1", one_more)
    assert record.about("checks", "03.1") == {"tries": 1}
    assert any("cannot be saved" in sentence for sentence in record.notices())


def test_the_sentence_reaches_the_learner(path, monkeypatch):
    from dtcourse import check, guess

    monkeypatch.setattr(record, "_write", broken)
    assert "cannot be saved (No space left on device)" in str(guess("00.p1", "a"))
    assert "cannot be saved" not in str(check("00.t1", 4))


def test_several_writers_lose_nothing(path):
    code = (
        "from dtcourse.cards import record\n"
        "record.PATIENCE = 300\n"
        "for _ in range(40):\n"
        "    record.change('checks', '03.1', lambda b: {'tries': b.get('tries', 0) + 1})\n"
    )
    env = os.environ | {"DTLAB_PROGRESS": str(path)}
    writers = [subprocess.Popen([sys.executable, "-c", code], env=env) for _ in range(3)]
    assert [writer.wait(300) for writer in writers] == [0, 0, 0]
    assert record.about("checks", "03.1") == {"tries": 120}


def test_a_lock_that_is_never_released_is_waited_for_only_a_while(path, monkeypatch):
    monkeypatch.setattr(record, "PATIENCE", 0.1)
    monkeypatch.setattr(record, "_try_lock", lambda handle: False)
    record.change("checks", "03.1", one_more)
    assert record.about("checks", "03.1") == {"tries": 1}


# ── shown to a lecturer ─────────────────────────────────────────────────────────────────────────


def test_progress_is_exported_and_shown_as_self_reported(path, tmp_path, monkeypatch, capsys):
    record.tried("02.1", True)
    assert main(["progress", "--export", str(tmp_path / "ada.json")]) == 0
    assert "marked as self-reported" in capsys.readouterr().out
    whole = json.loads((tmp_path / "ada.json").read_bytes())
    assert whole["self_reported"] is True
    assert whole["about"].startswith("Self-reported:")
    assert whole["checks"] == {"02.1": {"tries": 1, "done": True}}
    monkeypatch.setenv("DTLAB_PROGRESS", str(tmp_path / "lecturer.json"))
    assert main(["progress", str(tmp_path / "ada.json")]) == 0
    out = capsys.readouterr().out
    assert "self-reported" in out.splitlines()[0]
    assert record.SELF_REPORTED in out
    assert out.count("1 of 7 done") == 1
    assert main(["progress"]) == 0
    assert "1 of 7 done" not in capsys.readouterr().out, "this is the lecturer's own"


@pytest.mark.parametrize(
    "text", ["", "7", "[]", "{}", '{"checks": {}}', '{"self_reported": "yes"}', "[" * 100_000]
)
def test_a_file_that_is_no_exported_progress_is_refused(text, tmp_path, capsys):
    (tmp_path / "odd.json").write_text(text)
    assert main(["progress", str(tmp_path / "odd.json")]) == 1
    assert "this is not what `dtlab progress --export` writes" in capsys.readouterr().err


def test_strange_facts_in_an_exported_file_do_no_harm(tmp_path, capsys):
    strange = {"tries": "\x1b[2J", "done": 1, "choice": ["x"], "right": "yes", "1": 2}
    kinds = {"guesses": "00.p1", "quizzes": "00", "checks": "00.t1"}
    whole = {"self_reported": True, **{kind: {name: strange} for kind, name in kinds.items()}}
    (tmp_path / "odd.json").write_text(json.dumps(whole))
    assert main(["progress", str(tmp_path / "odd.json")]) == 0
    assert "\x1b" not in capsys.readouterr().out
