"""Spark on one machine, quietly: `local_session()` starts it, or says in one sentence why not.

`local_cluster()` starts what a real cluster has, a master and workers, each a process of its own.

What stands below a line `# needs Spark` in a notebook's cell runs where PySpark and Java are found;
elsewhere that sentence is shown, and the rest of the notebook goes on (after `%load_ext dtlab`).
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

JAVA = "17"  # what Spark 4 needs
MARK = "# needs Spark"
SETTINGS = {
    "spark.master": "local[2]",
    "spark.app.name": "dtlab",
    "spark.driver.memory": "1g",
    # the same result on every machine: as many parts of the data everywhere, whatever its cores
    "spark.default.parallelism": 2,
    "spark.sql.shuffle.partitions": 2,
    "spark.sql.adaptive.enabled": "false",
    # nothing listens to the network
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
# a short lesson is over before the thorough compilers have paid for themselves
QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
# the classes that Spark loads, as `make spark` has recorded them (tools/spark_archive.py)
ARCHIVE = os.path.join(sys.prefix, "spark.jsa")
# what a script needs on `local_cluster`, beside the settings that hold for every session
SUBMITTED = {
    "spark.executor.memory": "600m",
    "spark.executor.cores": 1,
    # the script begins when all workers have reported
    "spark.scheduler.minRegisteredResourcesRatio": 1.0,
    "spark.scheduler.maxRegisteredResourcesWaitingTime": "300s",
}
HANG = 300  # seconds that no start takes, however busy the machine


class Missing(str):
    """The sentence that says why there is no Spark; it counts as false."""

    def __bool__(self) -> bool:
        return False

    __repr__ = str.__str__

    def stop(self) -> None:
        """As a session's stop, so that a notebook's last cell works without one."""


_failure: Missing | None = None  # the sentence of a start that failed, for the cells that follow


def why_not() -> Missing | None:
    """None where Spark can start; else the sentence that says what to do, as a `Missing`."""
    if find_spec("pyspark") is None:
        return Missing(
            "Spark is missing here: run  make spark  in the course's folder, or  %pip install "
            '"pyspark>=4.0"  in a cell, then restart the kernel.'
        )
    _, version = find_java()
    if version is None or numbers(version) < numbers(JAVA):
        found = "no Java was found" if version is None else f"the Java found here is {version}"
        return Missing(
            f"Spark needs Java {JAVA} or later and {found}: install default-jre-headless (Debian) "
            "or openjdk (conda), then restart the kernel."
        )
    return _failure


def local_session() -> Any:  # the hint may not name SparkSession: PySpark is optional
    """A SparkSession with two threads on this machine, or a `Missing` that says why there is none.

    Nothing that Spark writes to the console arrives in the notebook, nothing listens beyond this
    machine, and no network is needed. A session that runs already is given again. Lecture 004.

    Where Spark and Java are installed (so the example is not tested here):
    >>> spark = local_session()  # doctest: +SKIP
    >>> spark.range(3).count()  # doctest: +SKIP
    3
    >>> spark.stop()  # doctest: +SKIP
    """
    missing = why_not()
    return missing if missing is not None else _start()


def _start():
    global _failure
    from pyspark import SparkConf, SparkContext
    from pyspark.errors import PySparkException
    from pyspark.logger import PySparkLogger
    from pyspark.sql import SparkSession

    running = SparkSession.getActiveSession()
    if running is not None:
        return running
    settings = SETTINGS | _quick("driver")
    conf = SparkConf().setAll([(name, str(value)) for name, value in settings.items()])
    try:
        context = SparkContext(conf=conf, gateway=SparkContext._gateway or _silent_java(conf))
    except (PySparkException, OSError) as error:
        _failure = Missing(f"Spark did not start: {str(error).splitlines()[0]}")
        return _failure
    context.setLogLevel("OFF")
    for name in ("DataFrameQueryContextLogger", "SQLQueryContextLogger"):
        PySparkLogger.getLogger(name).setLevel("CRITICAL")  # an error is raised, not printed too
    return SparkSession(context)


def _silent_java(conf):
    """Spark's Java process, whose console output goes nowhere: it would end up in some cell."""
    from pyspark.java_gateway import launch_gateway

    os.environ.update(_surroundings())
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return launch_gateway(conf, popen_kwargs=silent)


def _quick(*kinds):
    """The settings that make short work quick in these kinds of processes."""
    options = {f"spark.{kind}.extraJavaOptions": _java_options() for kind in kinds}
    return {"spark.sql.codegen.wholeStage": "false"} | options


def _java_options():
    """Java's options for every process of Spark: it ignores an archive that is not its own."""
    recorded = f' "-XX:SharedArchiveFile={ARCHIVE}" -Xlog:disable'
    return QUICK + recorded * os.path.exists(ARCHIVE)


def _surroundings():
    """The environment variables that Spark's programs look at."""
    java, _ = find_java()
    return {
        "JAVA_HOME": os.path.dirname(os.path.dirname(os.path.realpath(java))),
        "PYSPARK_PYTHON": os.environ.get("PYSPARK_PYTHON", sys.executable),  # else any `python3`
        "SPARK_LOCAL_IP": "127.0.0.1",  # else Spark asks for this machine's name
    }


# ── a cluster ───────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Cluster:
    """A cluster that runs: `master` is its address, `processes` its master and its workers."""

    master: str
    processes: tuple[subprocess.Popen[bytes], ...]

    def submit(self, script: str | Path, *arguments: str) -> str:
        """Run a script on the cluster by `spark-submit`; return what it printed.

        Parameters:
            script: a Python file that asks for a session and does not name a master.
            *arguments: what the script finds in `sys.argv`.
        """
        settings = {n: v for n, v in SETTINGS.items() if n != "spark.master"}
        settings |= SUBMITTED | _quick("driver", "executor")
        command = [_program("spark-submit"), "--master", self.master]
        for name, value in settings.items():
            command += ["--conf", f"{name}={value}"]
        done = subprocess.run(
            [*command, str(script), *arguments],
            # spark-submit puts a script's warnings and errors among what it prints
            env=os.environ | _surroundings() | {"PYTHONWARNINGS": "ignore"},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"the script stopped with an error:\n{done.stdout[-2000:]}")
        return done.stdout


@contextmanager
def local_cluster(workers: int = 2) -> Iterator[Cluster]:
    """A standalone Spark cluster on this machine, for a `with` block (Linux and macOS).

    A master and workers with one core each, which listen on 127.0.0.1 only. When the block ends,
    also by an error, all of their processes are ended.

    Parameters:
        workers: how many; 2 by default.

    Where Spark and Java are installed (so the example is not tested here):
    >>> with local_cluster() as cluster:  # doctest: +SKIP
    ...     print(cluster.submit("train.py"))
    """
    missing = why_not()
    if missing is not None:
        raise RuntimeError(str(missing))
    processes: list[subprocess.Popen[bytes]] = []
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            log = _daemon(processes, Path(folder), "master.Master")
            address = _said(processes[-1], log, r"Starting Spark master at (spark://\S+)")
            size = ["--cores", "1", "--memory", "700m", "--work-dir", f"{folder}/work"]
            arguments = "worker.Worker", *size, address
            logs = [_daemon(processes, Path(folder), *arguments) for _ in range(workers)]
            for process, log in zip(processes[1:], logs, strict=True):
                _said(process, log, "(Successfully registered with master)")
            yield Cluster(address, tuple(processes))
        finally:
            for process in reversed(processes):
                _end(process)


def _daemon(processes, folder, kind, *arguments):
    """Start a master or a worker in a process group of its own; the file that it writes to."""
    log = folder / f"{len(processes)}.log"
    anywhere = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
    # a folder of settings must not exist: it would stand in the class path, unlike the archive's
    own = {"SPARK_CONF_DIR": str(folder / "none"), "SPARK_DAEMON_MEMORY": "256m"}
    own["SPARK_DAEMON_JAVA_OPTS"] = _java_options()
    with log.open("wb") as output:
        process = subprocess.Popen(
            [_program("spark-class"), f"org.apache.spark.deploy.{kind}", *anywhere, *arguments],
            env=os.environ | _surroundings() | own,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    processes.append(process)
    return log


def _said(process, log, pattern):
    """Wait until a process has written this to its log; what the group in it matched."""
    begin = time.monotonic()
    while (found := re.search(pattern, log.read_text(errors="replace"))) is None:
        if process.poll() is not None or time.monotonic() - begin > HANG:
            lines = log.read_text(errors="replace").splitlines()
            raise RuntimeError("the cluster did not start:\n" + "\n".join(lines[-10:]))
        time.sleep(0.05)
    return found[1]


def _end(process):
    """End a process and all that it started (a worker's executors)."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)


def _program(name):
    """One of the programs that PySpark brings along."""
    import pyspark

    return os.path.join(os.path.dirname(pyspark.__file__), "bin", name)


# ── cells, and what is installed ────────────────────────────────────────────────────────────────


def skip_without_spark(lines: list[str]) -> list[str]:
    """What IPython does to a cell before it runs: what needs Spark becomes why there is none.

    Parameters:
        lines: the lines of the cell.

    >>> skip_without_spark(["1 + 1"])
    ['1 + 1']
    """
    marked = next((at for at, line in enumerate(lines) if line.startswith(MARK)), None)
    if marked is None or why_not() is None:
        return lines
    return [*lines[:marked], "__import__('dtcourse.spark').spark.why_not()\n"]


def find_java() -> tuple[str, str] | tuple[None, None]:
    """(program, version) of a Java that Spark can use, else of any, else (None, None).

    Looked for in JAVA_HOME, in the running environment (conda's openjdk) and on the PATH.
    """
    homes = [os.environ.get("JAVA_HOME"), sys.prefix, os.path.join(sys.prefix, "lib", "jvm")]
    places = [os.path.join(home, "bin") for home in homes if home] + [None]
    programs = dict.fromkeys(filter(None, (shutil.which("java", path=p) for p in places)))
    found = [(program, version_said_by(program, "-version")) for program in programs]
    known = [(program, version) for program, version in found if version]
    fit = [pair for pair in known if numbers(pair[1]) >= numbers(JAVA)]
    return next(iter(fit + known), (None, None))


@cache
def version_said_by(*command: str) -> str | None:
    """The first version number that a program says about itself, or None if it cannot run.

    Parameters:
        *command: the program and its arguments.

    >>> version_said_by(sys.executable, "--version").startswith("3.")
    True
    """
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=120)
    except (OSError, subprocess.TimeoutExpired):
        return None
    number = re.search(r"\d+(\.\d+)*", said.stdout + said.stderr)
    return number and number.group()


def numbers(version: str) -> tuple[int, ...]:
    """A version as numbers that compare, at most three.

    Parameters:
        version: what a program or a package says.

    >>> numbers("3.11.7")
    (3, 11, 7)
    """
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])
