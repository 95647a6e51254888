"""Licences and credits, and archives that carry all that the course needs to anywhere."""

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    (path,) = folder.glob("dtlab-*.whl")
    return path


@pytest.mark.slow
def test_the_wheel_carries_data_and_notebooks(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for top, inside in (("data", "_data"), ("notebooks", "_notebooks")):
        files = [
            path for path in (ROOT / top).rglob("*.*") if ".ipynb_checkpoints" not in path.parts
        ]
        assert {
            f"dtlab/{inside}/{path.relative_to(ROOT / top).as_posix()}" for path in files
        } <= names
    assert {"dtlab/_docs/glossary.md", "dtlab/_docs/errata.md"} <= names
    assert not any(name.startswith(("tests/", "tools/", "bench/")) for name in names)
    licences = {
        f"dtlab-{PROJECT['version']}.dist-info/licenses/{n}" for n in PROJECT["license-files"]
    }
    assert licences <= names


@pytest.mark.slow
def test_the_source_archive_carries_both_licences(tmp_path):
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT)
    (path,) = tmp_path.glob("dtlab-*.tar.gz")
    with tarfile.open(path) as archive:
        names = archive.getnames()
    top = f"dtlab-{PROJECT['version']}"
    assert {f"{top}/{name}" for name in (*PROJECT["license-files"], "README.md")} <= set(names)
    assert not any(name.startswith(f"{top}/.venv") for name in names)


@pytest.mark.slow
def test_an_installed_wheel_works_from_an_empty_folder(wheel, tmp_path):
    site, empty = tmp_path / "site", tmp_path / "an empty folder"
    empty.mkdir()
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "install", "--no-deps", "--target", site, wheel)
    env = os.environ | {"PYTHONPATH": str(site), "JUPYTER_DATA_DIR": str(tmp_path / "jupyter")}
    code = "import dtlab; print(dtlab.__file__); print(len(dtlab.load('spam').frame))"
    file, rows = run(sys.executable, "-c", code, cwd=empty, env=env).splitlines()
    assert Path(file).is_relative_to(site)
    assert rows == "6"
    run(
        sys.executable, "-m", "dtlab", "lab", "--version", cwd=empty, env=env
    )  # ends before it opens
    assert (empty / "dtlab-course" / "00_start_here.ipynb").is_file()
