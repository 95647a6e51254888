import os
import subprocess
import sys
from importlib import metadata

import pytest

from dtlab.course import environment
from dtlab.course.environment import Check, Environment, check_environment, numbers


def test_everything_required_is_found_here():
    found = check_environment()
    assert found.missing == []
    assert found.summary == "All that the course needs is here."
    names = [check.name for check in found.checks]
    assert names[:4] == ["Python", "numpy", "pandas", "matplotlib"]
    assert {"ipywidgets", "jupyterlab", "scikit-learn", "pyspark", "nbgrader"} < set(names)
    assert names[-2:] == ["Java", "bubblewrap"]


def test_a_missing_package_is_named_with_the_way_to_get_it(monkeypatch):
    version = metadata.version

    def without_pandas(name):
        if name == "pandas":
            raise metadata.PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(metadata, "version", without_pandas)
    found = check_environment()
    assert found.missing == ["pandas"]
    assert '✗ pandas        missing      the tables: run  %pip install "pandas>=' in str(found)
    assert "Missing or too old: pandas." in found._repr_html_()


def test_an_old_version_is_in_the_way_and_a_missing_option_is_not():
    old = Check("numpy", "1.26.4", "2.0", "the arithmetic", "get numpy 2")
    absent = Check("Java", None, "17", "Spark", "install Java", optional=True)
    found = Environment((old, absent))
    assert found.missing == ["numpy"]
    assert [check.mark for check in found.checks] == ["✗", "–"]
    assert "optional, for Spark: install Java" in str(found)


def test_html_shows_what_the_text_shows_and_escapes_it():
    html = Environment((Check("a<b", "1", "2", "x & y", "do z"),))._repr_html_()
    assert "a&lt;b" in html
    assert "x &amp; y: do z" in html


def test_without_an_installed_package_the_check_still_answers(monkeypatch):
    def nothing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", nothing)
    assert [check.name for check in check_environment().checks] == ["Python", "Java", "bubblewrap"]


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
        "import sys; from dtlab.course.environment import check_environment; check_environment();"
        "print([m for m in ('pandas', 'matplotlib', 'scipy', 'sklearn') if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
