import json
import os
import platform
import socket
import subprocess
import sys
from importlib import metadata

import pytest

from dtcourse import environment
from dtcourse.environment import Component, Environment, check_environment, numbers


def test_everything_required_is_found_here():
    found = check_environment()
    assert found.missing == []
    assert found.summary == "All that the course needs is here."
    names = [check.name for check in found.checks]
    assert names[:4] == ["Python", "numpy", "pandas", "matplotlib"]
    assert {"ipywidgets", "jupyterlab", "scikit-learn", "pyspark", "nbgrader"} < set(names)
    needed = [check.name for check in found.checks if not check.optional]
    assert needed[-3:] == ["Jupyter kernel", "write access", "free port"]
    assert names[-4:] == ["Java", "nbjudge", "bubblewrap", "Chromium"]


def test_a_missing_package_is_named_with_the_way_to_get_it(monkeypatch):
    version = metadata.version

    def without_pandas(name):
        if name == "pandas":
            raise metadata.PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(metadata, "version", without_pandas)
    found = check_environment()
    assert found.missing == ["pandas"]
    assert "✗ pandas         missing       the tables\n" in str(found)
    assert '    python -m pip install "pandas>=' in str(found)
    assert "Missing or too old: pandas." in found._repr_html_()


def test_an_old_version_is_in_the_way_and_a_missing_option_is_not():
    old = Component("numpy", "1.26.4", "2.0", "the arithmetic", "get numpy 2")
    absent = Component("Java", None, "17", "Spark", "install Java", optional=True)
    found = Environment((old, absent))
    assert found.missing == ["numpy"]
    assert [check.mark for check in found.checks] == ["✗", "–"]
    assert "optional, for Spark\n    install Java" in str(found)


def test_html_shows_what_the_text_shows_and_escapes_it():
    html = Environment((Component("a<b", "1", "2", "x & y", "do z"),))._repr_html_()
    assert "a&lt;b" in html
    assert "x &amp; y<br>do z" in html


def test_in_a_notebook_only_what_is_missing_is_open():
    here = Component("a", "1", "", "x", "y")
    absent = Component("b", None, "", "x", "y", optional=True)
    shown, folded = Environment((here, absent))._repr_html_().split("<details>")
    assert ">b<" in shown and ">a<" not in shown
    assert ">a<" in folded and ">b<" not in folded
    assert Environment((here,))._repr_html_().count("<table>") == 1


def test_without_an_installed_package_the_check_still_answers(monkeypatch):
    def nothing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", nothing)
    checks = check_environment().checks
    assert {check.name for check in checks} & set(environment.USES) == set()


@pytest.mark.parametrize(
    ("system", "first", "rest"),
    [
        ("Linux", "Linux: a", "macOS: b; Windows: c"),
        ("Darwin", "macOS: b", "Linux: a; Windows: c"),
        ("Windows", "Windows: c", "Linux: a; macOS: b"),
        ("FreeBSD", "Linux: a", "macOS: b; Windows: c"),
    ],
)
def test_this_systems_way_comes_first(system, first, rest, monkeypatch):
    monkeypatch.setattr(platform, "system", lambda: system)
    assert environment.ways("a", "b", "c").splitlines() == [first, rest]


def kernel_that_starts(folder, program, monkeypatch):
    spec = folder / "kernels" / "python3" / "kernel.json"
    spec.parent.mkdir(parents=True)
    argv = [program, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec.write_text(json.dumps({"argv": argv, "display_name": "Python 3", "language": "python"}))
    monkeypatch.setenv("JUPYTER_PATH", str(folder))
    environment.kernel_program.cache_clear()
    environment.works.cache_clear()


def test_a_kernel_that_runs_another_python_is_in_the_way(monkeypatch, tmp_path):
    other = tmp_path / "python"
    other.write_text("#!/bin/sh\nexit 1\n")
    other.chmod(0o755)
    kernel_that_starts(tmp_path, str(other), monkeypatch)
    check = environment.check_kernel()
    assert (check.found, check.ok) == ("another Python", False)
    assert str(other) in check.how
    other.write_text("#!/bin/sh\nexit 0\n")  # this one has dtlab
    environment.works.cache_clear()
    assert environment.check_kernel().ok
    environment.kernel_program.cache_clear()
    environment.works.cache_clear()


def test_a_folder_that_cannot_be_written_is_in_the_way(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(environment, "default_folder", lambda: tmp_path / "new" / "course")
    assert environment.check_writing().ok and list(tmp_path.iterdir()) == [tmp_path / "file"]
    monkeypatch.setattr(environment, "default_folder", lambda: tmp_path / "file")
    check = environment.check_writing()
    assert not check.ok and f"cannot write into {tmp_path / 'file'}" in check.how


def test_a_taken_port_is_passed_over(monkeypatch):
    with socket.socket() as taken, socket.socket() as free:
        taken.bind(("127.0.0.1", 0))
        free.bind(("127.0.0.1", 0))
        ports = [taken.getsockname()[1], free.getsockname()[1]]
        monkeypatch.setattr(environment, "PORTS", ports)
        assert not environment.check_port().ok
        free.close()
        assert environment.check_port().found == str(ports[1])


def test_bubblewrap_is_tried_as_the_grader_would(monkeypatch, tmp_path):
    from nbjudge.sandbox.bubblewrap import why_not

    assert environment.check_sandbox().ok == (why_not() is None)
    broken = tmp_path / "bwrap"  # installed, but the system forbids what it needs
    broken.write_text("#!/bin/sh\n[ $1 = --version ] && echo bubblewrap 0.8.0\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert environment.check_sandbox().found == "does not work"


def java_that_says(folder, version):
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\n")
    program.chmod(0o755)
    return str(program)


def test_java_is_looked_for_in_java_home_first(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "none"))
    ours = java_that_says(tmp_path / "home", "17.0.1")
    monkeypatch.setenv("PATH", os.path.dirname(java_that_says(tmp_path / "path", "21.0.2")))
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    assert environment.find_java() == (ours, "17.0.1")


def test_an_old_java_is_passed_over_for_one_that_serves(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "conda"))
    assert environment.find_java() == (None, None)
    java_that_says(tmp_path / "home", "11.0.3")
    assert environment.check_java().found == "11.0.3"
    assert not environment.check_java().ok
    java_that_says(tmp_path / "conda" / "lib" / "jvm", "17.0.9")
    assert environment.check_java().found == "17.0.9"


def test_a_program_that_cannot_run_counts_as_missing(tmp_path):
    assert environment.version_said_by(str(tmp_path / "nothing")) is None


@pytest.mark.parametrize(
    ("version", "parts"), [("3.11.7", (3, 11, 7)), ("17", (17,)), ("2.0.0rc1", (2, 0, 0))]
)
def test_versions_compare_as_numbers(version, parts):
    assert numbers(version) == parts


def test_the_check_imports_none_of_what_it_looks_for():
    code = (
        "import sys; from dtcourse.environment import check_environment; check_environment();"
        "print([m for m in ('numpy', 'pandas', 'IPython', 'sklearn') if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
