"""A bar for long work: late, removed at the end however that comes, and off where nobody looks."""

import io
import os
import subprocess
import sys

import pytest
import tqdm.auto

import dtlab as dt
from dtlab import _progress
from dtlab._progress import progress


@pytest.fixture
def clock(monkeypatch):
    """The time, which passes only where a test says so."""
    now = [100.0]
    monkeypatch.setattr(_progress, "monotonic", lambda: now[0])
    monkeypatch.delenv("TQDM_DISABLE")

    def wait(seconds):
        now[0] += seconds

    return wait


@pytest.fixture
def bars(monkeypatch):
    """The bars that were made: tqdm's own, which write into a text instead of to the screen."""
    made = []

    def make(**options):
        bar = tqdm.std.tqdm(**options, file=io.StringIO(), mininterval=0, disable=False)
        made.append(bar)
        return bar

    monkeypatch.setattr(tqdm.auto, "tqdm", make)
    return made


def test_all_steps_come_in_order(clock, bars):
    steps = iter("abc")
    assert list(progress(steps, 3, "letters")) == ["a", "b", "c"]
    assert bars == []


def test_no_bar_within_two_seconds(clock, bars):
    for _ in progress(range(100), 100, "trees"):
        clock(0.02)
    assert bars == []


def test_after_two_seconds_a_bar_says_how_far_the_work_is(clock, bars):
    seen = []
    for i in progress(range(10), 10, "trees"):
        clock(1)
        seen.append([(bar.desc, bar.n, bar.total) for bar in bars])
        assert len(bars) == (i >= 3)
    (bar,) = bars
    assert seen[3] == [("trees", 3, 10)] and seen[9] == [("trees", 9, 10)]
    assert bar.n == 10 and bar.disable  # closed
    assert "trees:  30%" in bar.fp.getvalue()


def test_the_bar_is_wiped_away_at_the_end(clock, bars):
    for _ in progress(range(5), 5, "trees"):
        clock(3)
    assert bars[0].fp.getvalue().endswith("\r") and not bars[0].leave


def wiped(bar):
    """Closed, and in a notebook removed rather than left in red: that is n against total."""
    return bar.disable and bar.n == bar.total and bar.fp.getvalue().endswith("\r")


def test_an_early_end_is_no_failure(clock, bars):
    for i in progress(range(100), 100, "rounds"):
        clock(1)
        if i == 5:
            break
    assert wiped(bars[0])


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_an_interrupt_in_the_loop_wipes_the_bar_although_the_traceback_lives(error, clock, bars):
    def work():
        for i in progress(range(100), 100, "rounds"):
            clock(1)
            if i == 5:
                raise error

    with pytest.raises(error) as caught:
        work()
    assert caught.tb is not None and wiped(bars[0])


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_an_interrupt_in_the_work_that_yields_the_steps(error, clock, bars):
    def steps():
        for i in range(100):
            clock(1)
            if i == 5:
                raise error
            yield i

    with pytest.raises(error) as caught:
        list(progress(steps(), 100, "trees"))
    assert caught.tb is not None and wiped(bars[0])


def test_the_environment_turns_bars_off(clock, bars, monkeypatch):
    monkeypatch.setenv("TQDM_DISABLE", "1")
    for _ in progress(range(5), 5, "trees"):
        clock(3)
    assert bars == []


def test_bars_are_off_in_tests_and_in_the_kernels_that_they_start():
    assert os.environ["TQDM_DISABLE"] == "1"


def test_quick_work_does_not_import_tqdm():
    code = "import sys; from dtlab._progress import progress; list(progress([1], 1, 'steps'))"
    code += "; sys.exit('tqdm' in sys.modules)"
    env = {name: value for name, value in os.environ.items() if name != "TQDM_DISABLE"}
    subprocess.run([sys.executable, "-c", code], check=True, env=env)


# ------------------------------------------------------------------ what takes long


GOLF = dt.load("play_golf")
LONG = {
    "RandomForest": lambda: dt.RandomForest(3, n_jobs=1).fit(GOLF.X, GOLF.y),
    "Bagging": lambda: dt.Bagging(n_estimators=3).fit(GOLF.X, GOLF.y),
    "AdaBoost": lambda: dt.AdaBoost(n_estimators=3).fit(GOLF.X, GOLF.y),
    "GradientBoosting": lambda: dt.GradientBoosting(n_estimators=3).fit(GOLF.X, GOLF.y == "yes"),
    "choose_alpha": lambda: dt.choose_alpha(dt.CART(), GOLF.X, GOLF.y, cv=3),
    "smallest_tree": lambda: dt.smallest_tree(GOLF.X, GOLF.y),
}


@pytest.mark.parametrize("name", LONG)
def test_long_work_shows_a_bar(name, bars, monkeypatch):
    monkeypatch.setattr(_progress, "PATIENCE", -1)
    monkeypatch.delenv("TQDM_DISABLE")
    LONG[name]()
    assert len(bars) >= 1 and all(map(wiped, bars))
    assert bars[0].n > 0


@pytest.mark.parametrize("Model", [dt.RandomForest, dt.Bagging, dt.AdaBoost])
def test_an_interrupted_fit_leaves_nothing_half_fitted(Model, monkeypatch):
    model = Model(n_estimators=3)

    def interrupt(steps, total, what):
        yield next(iter(steps))
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules[Model._fit.__module__], "progress", interrupt)
    before = dict(vars(model))
    with pytest.raises(KeyboardInterrupt):
        model.fit(GOLF.X, GOLF.y)
    assert vars(model) == before
