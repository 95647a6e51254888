"""A real cluster on this machine: it runs a script, and leaves nothing behind."""

import subprocess

import pytest

from conftest import needs
from dtcourse import spark as module
from dtcourse.spark import Missing, local_cluster, why_not

COUNT = """
import sys

from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
rows = spark.range(int(sys.argv[1])).count()
executors = spark.sparkContext._jsc.sc().statusTracker().getExecutorInfos()
print(len(executors) - 1, rows)
"""


@pytest.fixture(scope="module")
def here():
    needs("PySpark with Java 17 or later", why_not() is None, str(why_not()))


def gone(process):
    """Has the process ended, and all that it started? (What nobody has buried yet is dead too.)"""
    listed = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True)
    listed = [line.split() for line in listed.stdout.splitlines()]
    alive = {group for group, state in listed if not state.startswith("Z")}
    return process.poll() is not None and str(process.pid) not in alive


@pytest.mark.slow
def test_a_script_runs_on_both_workers_and_after_an_error_nothing_is_left(
    here, tmp_path, monkeypatch
):
    (tmp_path / "count.py").write_text(COUNT)
    (tmp_path / "wrong.py").write_text("raise ValueError('no such column')")
    foreign = tmp_path / "another Java's.jsa"
    foreign.write_bytes(b"no archive")
    with (
        pytest.raises(RuntimeError, match=r"error:\nTraceback(.|\n)*no such column"),
        local_cluster() as cluster,
    ):
        assert len(cluster.processes) == 3
        assert cluster.master.startswith("spark://127.0.0.1:")
        assert cluster.submit(tmp_path / "count.py", "2201").split() == ["2", "2201"]
        monkeypatch.setattr(module, "ARCHIVE", str(foreign))
        cluster.submit(tmp_path / "wrong.py")
    assert all(map(gone, cluster.processes))


@pytest.mark.slow
def test_a_start_that_fails_says_why_and_leaves_nothing(here, monkeypatch):
    started = []
    daemon = module._daemon

    def misspelt(processes, folder, kind, *arguments):
        started.append(processes)
        return daemon(processes, folder, kind.replace("Worker", "Walker"), *arguments)

    monkeypatch.setattr(module, "_daemon", misspelt)
    with pytest.raises(RuntimeError, match=r"did not start(.|\n)*Walker"), local_cluster():
        raise AssertionError("there is no cluster")
    assert all(map(gone, started[0]))


def test_without_spark_the_reason_is_given(monkeypatch):
    monkeypatch.setattr(module, "why_not", lambda: Missing("Spark is missing here"))
    with pytest.raises(RuntimeError, match="Spark is missing here"), local_cluster():
        raise AssertionError("there is no cluster")
