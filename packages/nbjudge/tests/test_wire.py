"""Questions and answers between judge and worker, honest and forged."""

import json
import socket
import threading
import time

import pytest
from nbjudge.protocol.errors import Ended, Exhausted, NotPlain, Tampered
from nbjudge.protocol.values import SIZE
from nbjudge.protocol.wire import CALLS, IN_ALL, LARGE, Gone, Late, Line, pack, unpack

HANG = 60  # seconds that only a hang reaches


@pytest.fixture
def ends():
    judge, worker = socket.socketpair()
    yield judge, worker
    judge.close()
    worker.close()


@pytest.fixture
def talk(ends):
    """Start a worker that serves by a function, and return the judge's line."""
    threads = []

    def start(serve, answer=None):
        line = Line(ends[1], lambda *question: serve(line, *question))
        threads.append(threading.Thread(target=line.listen, daemon=True))
        threads[-1].start()
        return Line(ends[0], answer)

    yield start
    ends[0].close()
    for thread in threads:
        thread.join(HANG)
        assert not thread.is_alive()


def test_a_question_is_answered(talk):
    line = talk(lambda worker, verb, x: [verb, x + 1])
    assert [line.ask("call", i) for i in range(3)] == [["call", i + 1] for i in range(3)]


def test_an_error_is_raised_on_the_side_that_asked(talk):
    def serve(worker, verb):
        return {}["a"] if verb == "get" else exit()

    line = talk(serve)
    for verb, kind in {"get": KeyError, "leave": Exception}.items():
        with pytest.raises(kind):
            line.ask(verb)
    assert line.ended is None


def test_a_worker_may_ask_back_and_be_asked_again(talk):
    def serve(worker, verb, n):
        return 1 if n == 0 else n * worker.ask("callback", n - 1)

    line = talk(serve, lambda verb, n: line.ask("call", n))
    assert line.ask("call", 5) == 120
    with pytest.raises(RecursionError):
        line.ask("call", 100)
    assert line.ask("call", 3) == 6


def test_a_line_without_words_tells_the_class_of_an_error_alone(talk):
    def serve(worker, verb):
        try:
            worker.ask("callback")
        except AssertionError as error:
            return str(error)

    def callback(verb):
        raise AssertionError("15 was expected")

    line = talk(serve, callback)
    assert line.ask("call") == "15 was expected"
    line.words = False
    assert line.ask("call") == ""


def test_questions_within_a_question_are_counted(talk, monkeypatch):
    monkeypatch.setattr("nbjudge.protocol.wire.CALLS", 100)

    def serve(worker, verb, times):
        return sum(worker.ask("callback") for _ in range(times))

    line = talk(serve, lambda verb: 1)
    assert CALLS > 10_000
    assert line.ask("call", 90) == 90
    with pytest.raises(RuntimeError, match="more than 100 times"):
        line.ask("call", 110)
    assert line.ask("call", 90) == 90


def test_the_data_are_read_while_the_line_can_still_end(talk):
    def read(data):
        raise Tampered("it sent nonsense")

    line = talk(lambda worker, verb: 1)
    with pytest.raises(Tampered):
        line.ask("get", read=read)
    with pytest.raises(Tampered, match="nonsense"):
        line.ask("get")


def test_what_is_too_large_is_not_sent(talk):
    line = talk(lambda worker, verb, *rest: ["x" * SIZE] if verb == "get" else 1)
    with pytest.raises(NotPlain):
        line.ask("call", "x" * SIZE)
    with pytest.raises(NotPlain, match="too large"):
        line.ask("get")
    assert line.ask("call") == 1


# ── what a worker may try ───────────────────────────────────────────────────────────────────────


def frame(message):
    text = json.dumps(message).encode()
    return len(text).to_bytes(4, "big") + text


FORGED = {
    "wrong number": frame([2, "value", 1]),
    "number as truth": frame([True, "value", 1]),
    "number as float": frame([1.0, "value", 1]),
    "unknown kind": frame([1, "mark", 100]),
    "kind as list": frame([1, ["value"], 1]),
    "short": frame([1, "value"]),
    "long": frame([1, "value", 1, 2]),
    "object": frame({"number": 1}),
    "object within": frame([1, "value", {"a": 1}]),
    "forged error": frame([1, "error", ["A", "SystemExit", "", ""]]),
    "question out of order": frame([2, "ask", "callback"]),
    "not JSON": (4).to_bytes(4, "big") + b"abcd",
    "not ASCII": (6).to_bytes(4, "big") + '["ü"]'.encode(),
    "NaN": (14).to_bytes(4, "big") + b'[1,"value",NaN',
    "empty": bytes(4),
    "huge": b"\xff\xff\xff\xff",
    "deep": (200_000).to_bytes(4, "big") + b"[" * 200_000,
    "parts": (3_000_000).to_bytes(4, "big") + b"[" + b"[]," * 999_999 + b"[]",
}


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_a_forged_answer_ends_the_line(ends, forged):
    judge, worker = ends
    sender = threading.Thread(target=worker.sendall, args=[forged], daemon=True)
    line = Line(judge, None)
    line._expect_silence = lambda: None  # so that the forged answer is read as one
    sender.start()
    with pytest.raises(Tampered):
        line.ask("get", "f", seconds=HANG)
    with pytest.raises(Tampered):
        line.ask("get", "f", seconds=HANG)
    judge.close()
    sender.join(HANG)


def test_an_answer_too_many_ends_the_line(ends):
    judge, worker = ends
    line = Line(judge, None)
    answers = frame([1, "value", 1]) + frame([2, "value", 2])
    thread = threading.Thread(target=lambda: (worker.recv(99), worker.sendall(answers)))
    thread.start()
    assert line.ask("get", "f") == 1
    thread.join(HANG)
    with pytest.raises(Tampered, match="without being asked"):
        line.ask("get", "g")


def test_very_many_large_answers_exhaust_the_line(talk):
    line = talk(lambda worker, verb, size: [1] * size)
    for _ in range(3 * IN_ALL // LARGE):
        line.ask("get", LARGE // 2, seconds=HANG)  # small ones are free
    with pytest.raises(Exhausted):
        for _ in range(IN_ALL // 400_000 + 1):
            line.ask("get", 400_000, seconds=HANG)
    assert isinstance(line.ended, Exhausted)


def test_a_test_cannot_swallow_it(ends):
    assert not issubclass(Ended, Exception)
    judge, worker = ends
    line = Line(judge, None)
    worker.sendall(frame([1, "value", 1]))
    for _ in range(2):
        with pytest.raises(Tampered):
            line.ask("get", "f")
    assert isinstance(line.ended, Tampered)


def test_a_line_that_is_closed_here_is_gone(ends):
    line = Line(ends[0], None)
    line._expect_silence = lambda: None
    ends[0].close()
    with pytest.raises(Gone):
        line.ask("get", "f", seconds=HANG)


def test_a_worker_that_ends_is_gone(ends):
    judge, worker = ends
    line = Line(judge, None)
    worker.sendall(b"\x00")
    worker.close()
    line._expect_silence = lambda: None
    with pytest.raises(Gone):
        line.ask("get", "f")
    assert isinstance(line.ended, Gone)


@pytest.mark.parametrize("sent", [b"", b"\x00\x00\x00\x10[1,"])
def test_a_worker_that_does_not_answer_is_late(ends, sent):
    judge, worker = ends
    line = Line(judge, None)
    line._expect_silence = lambda: None
    worker.sendall(sent)
    with pytest.raises(Late):
        line.ask("get", "f", seconds=0.05)


def test_a_worker_that_does_not_listen_is_late(ends):
    line = Line(ends[0], None)
    with pytest.raises(Late):
        line.ask("run", "x" * 10_000_000, seconds=0.05)


def test_one_byte_at_a_time_gains_no_time(ends):
    judge, worker = ends
    stop = threading.Event()

    def trickle():
        for byte in (1000).to_bytes(4, "big") + b"[" * 1000:
            if stop.wait(0.01):
                return
            worker.sendall(bytes([byte]))

    thread = threading.Thread(target=trickle)
    line = Line(judge, None)
    line._expect_silence = lambda: None
    thread.start()
    began = time.monotonic()
    with pytest.raises(Late):
        line.ask("get", "f", seconds=0.2)
    assert time.monotonic() - began < 5
    stop.set()
    thread.join(HANG)


def test_a_nested_question_has_no_more_time_than_the_outer_one(talk):
    free = threading.Event()

    def serve(worker, verb):
        return worker.ask("callback") if verb == "call" else free.wait(HANG)

    line = talk(serve, lambda verb: line.ask("wait", seconds=HANG))
    with pytest.raises(Late):
        line.ask("call", seconds=0.1)
    free.set()


def test_the_line_is_not_busy_while_a_students_code_runs(talk):
    seen = []

    def serve(worker, verb):
        seen.append(worker.busy)
        if verb == "call":
            worker.ask("callback")
            seen.append(worker.busy)
        return 1

    line = talk(serve, lambda verb: line.ask("get"))
    line.ask("call")
    assert seen == [False] * 3


def test_a_frame_is_read_as_it_was_packed():
    message = [1, "value", ["list", 1.5, "a\u202e", None]]
    assert unpack(pack(message)[4:]) == message
