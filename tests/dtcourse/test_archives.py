"""Licences and credits, and archives that carry all that the course needs to anywhere."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from nbjudge.sandbox.bubblewrap import why_not

from conftest import needs
from dtlab import __version__

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_code_and_text_have_their_licences_and_the_lectures_their_authors():
    assert PROJECT["license"] == "BSD-3-Clause AND CC-BY-4.0"
    code, content = ((ROOT / name).read_text(encoding="utf-8") for name in PROJECT["license-files"])
    assert code.startswith("BSD 3-Clause License")
    assert content.startswith("Attribution 4.0 International")
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    said = ["[BSD-3-Clause](LICENSE)", "[CC BY 4.0](LICENSE-CONTENT)", "Kelleher", "Mac Namee"]
    said += ["D'Arcy", "Justin Pearson, Uppsala University", "Payberah, KTH"]
    said += ["d'Avila Garcez, City, University of London"]
    assert [words for words in said if words not in text] == []


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def write_stub(distribution, folder):
    """A wheel of a package that is installed here: name, version and needs, without its code."""
    name, version = re.sub(r"[-.]+", "_", distribution.name), distribution.version
    files = {
        "METADATA": "\n".join(
            [f"Metadata-Version: 2.1\nName: {distribution.name}\nVersion: {version}"]
            + [f"Requires-Dist: {requirement}" for requirement in distribution.requires or ()]
        ),
        "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as archive:
        for file, text in files.items():
            archive.writestr(f"{name}-{version}.dist-info/{file}", text)


@pytest.fixture(scope="module")
def stick(tmp_path_factory):
    """What `make offline` collects, from stubs of all that is installed here."""
    folder, stubs = tmp_path_factory.mktemp("a stick") / "dtlab", tmp_path_factory.mktemp("stubs")
    for distribution in metadata.distributions():
        if distribution.name not in ("dtlab", "nbjudge"):
            write_stub(distribution, stubs)
    env = {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(stubs)}
    run(sys.executable, ROOT / "tools/offline/collect.py", folder, env={**os.environ, **env})
    return folder


@pytest.fixture(scope="module")
def wheel(stick):
    (path,) = stick.glob("wheels/dtlab-*.whl")
    return path


@pytest.mark.slow
def test_the_wheel_carries_data_and_notebooks(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for top, inside in (("data", "dtlab/_data"), ("notebooks", "dtcourse/_notebooks")):
        files = [
            path for path in (ROOT / top).rglob("*.*") if ".ipynb_checkpoints" not in path.parts
        ]
        assert {f"{inside}/{path.relative_to(ROOT / top).as_posix()}" for path in files} <= names
    assert {f"dtcourse/_docs/{page}.md" for page in ("glossary", "errata", "lesson_plans")} <= names
    assert not any(name.startswith(("tests/", "tools/", "bench/", "packages/")) for name in names)
    licences = {f"dtlab-{__version__}.dist-info/licenses/{n}" for n in PROJECT["license-files"]}
    assert licences <= names


@pytest.mark.slow
def test_the_source_archive_carries_both_licences(tmp_path):
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT)
    (path,) = tmp_path.glob("dtlab-*.tar.gz")
    with tarfile.open(path) as archive:
        names = archive.getnames()
    top = f"dtlab-{__version__}"
    assert {f"{top}/{name}" for name in (*PROJECT["license-files"], "README.md")} <= set(names)
    assert not any(name.startswith(f"{top}/.venv") for name in names)


@pytest.fixture(scope="module")
def installed(stick, tmp_path_factory):
    """A home folder in which install.sh has installed the course, and what it said.

    Really without a network: bubblewrap takes it away where it can.
    """
    home = tmp_path_factory.mktemp("a home")
    env = {"PATH": os.environ["PATH"], "HOME": str(home)}
    python = {"PYTHON": str(Path(sys.executable).resolve())}
    no_network = ["bwrap", "--dev-bind", "/", "/", "--unshare-net"] if why_not() is None else []
    said = run(*no_network, "sh", stick / "install.sh", env=env | python)
    return home, said


@pytest.mark.slow
def test_the_course_installs_without_a_network(stick, installed):
    needs("bubblewrap", why_not() is None, "install bubblewrap")
    kept = {path.name.partition("-")[0] for path in stick.glob("wheels/*.whl")}
    assert "jupyterlab" in kept and not {"pytest", "pyspark"} & kept
    home, said = installed
    dtlab = home / "dtlab" / "bin" / "dtlab"
    assert f'"{dtlab}" lab --dir "{home / "dtlab-course"}"' in said
    assert run(dtlab, "--version") == f"dtlab {__version__}\n"
    assert "SUBMISSIONS" in run(dtlab, "grade", "--help"), "nbjudge comes along"


@pytest.mark.slow
def test_an_installed_wheel_works_from_an_empty_folder(installed, tmp_path):
    (site,) = (installed[0] / "dtlab").glob("lib/python*/site-packages")
    empty = tmp_path / "an empty folder"
    empty.mkdir()
    env = os.environ | {"PYTHONPATH": str(site), "JUPYTER_DATA_DIR": str(tmp_path / "jupyter")}
    code = "import dtlab; print(dtlab.__file__); print(len(dtlab.load('spam').frame))"
    file, rows = run(sys.executable, "-c", code, cwd=empty, env=env).splitlines()
    assert Path(file).is_relative_to(site)
    assert rows == "6"
    run(sys.executable, "-m", "dtcourse", "lab", "--no-start", cwd=empty, env=env)
    assert (empty / "dtlab-course" / "00_start_here.ipynb").is_file()


def test_an_install_that_cannot_work_says_so_in_a_sentence(tmp_path):
    for name in ("install.py", "install.sh"):
        shutil.copy(ROOT / "tools/offline" / name, tmp_path)
    (tmp_path / "made_for.txt").write_text("Plan9 mips, Python 3.11\n")
    env = {**os.environ, "PYTHON": sys.executable}
    command = ["sh", tmp_path / "install.sh", tmp_path]
    said = subprocess.run(command, env=env, capture_output=True, text=True)
    assert said.returncode == 1 and "the wheels here are for: Plan9 mips" in said.stderr
    kind = said.stderr.partition("this is ")[2].partition(", and")[0]
    (tmp_path / "made_for.txt").write_text(f"{kind}\n")
    said = subprocess.run(command, env=env, capture_output=True, text=True)
    assert said.returncode == 1 and "name another folder" in said.stderr, "it holds our files"


def test_a_pip_that_fails_is_a_sentence_below_its_own(tmp_path):
    env = os.environ | {"PIP_RETRIES": "no number"}
    command = [sys.executable, ROOT / "tools/offline/collect.py", tmp_path]
    said = subprocess.run(command, env=env, capture_output=True, text=True)
    assert said.returncode == 1 and "Traceback" not in said.stderr
    assert said.stderr.endswith("pip could not collect the wheels: see above.\n")


def test_a_folder_of_other_things_is_not_filled_with_wheels(tmp_path):
    (tmp_path / "README.txt").write_text("mine")
    command = [sys.executable, ROOT / "tools/offline/collect.py", tmp_path]
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 1 and "holds something else" in said.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["README.txt"]
