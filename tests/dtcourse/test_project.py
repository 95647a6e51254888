"""One list of dependencies, nothing of one machine only, and documents that tell the truth."""

import ast
import importlib
import inspect
import os
import pkgutil
import re
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import dtlab
from dtlab._lazy import offered

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]
GRADER = ROOT / "packages" / "nbjudge"
PACKAGES = {
    "dtlab": ROOT / "dtlab",
    "dtcourse": ROOT / "dtcourse",
    "nbjudge": GRADER / "src/nbjudge",
}
LEFT_BEHIND = {
    *(".git", ".venv", ".venv-oldest", "work", "dtlab-course", "__pycache__", "build", "dist"),
    *(".pytest_cache", ".ruff_cache", ".hypothesis", ".ipynb_checkpoints"),
}
CONDA_NAMES = {}  # where conda-forge calls a package otherwise: {"build": "python-build"}


def text_files():
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(set(folders) - LEFT_BEHIND)
        for name in sorted(set(names) - LEFT_BEHIND):  # in a worktree .git is a file
            path = Path(folder, name)
            try:
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


# ── dependencies ────────────────────────────────────────────────────────────────────────────────


def bounds(requirements):
    """{"numpy": "2.0", ...} from ["numpy>=2.0", ...], in the one spelling that pip compares."""
    pairs = [re.fullmatch(r"([\w.-]+)>=([\d.]+)", r).groups() for r in requirements]
    return {re.sub(r"[-_.]+", "-", name).lower(): bound for name, bound in pairs}


def declared(*extras):
    """The main list and these extras, with the extras that they name themselves: dtlab[widgets]."""
    listed = list(PROJECT["dependencies"])
    for name in (extras := list(extras)):
        for requirement in PROJECT["optional-dependencies"].get(name, []):
            of_ours = re.fullmatch(r"dtlab\[(\w+)\]", requirement)
            (extras if of_ours else listed).append(of_ours[1] if of_ours else requirement)
    return bounds(listed)


def pinned(*files):
    lines = [line for f in files for line in (ROOT / f).read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if not line.lstrip().startswith("#")]
    return dict(re.fullmatch(r"([\w.-]+)==([\w.]+)(?: ; .*)?", line).groups() for line in lines)


def version(text):
    return tuple(int(part) for part in text.split("."))


def test_requirements_pin_every_declared_dependency_within_its_bound():
    pins = pinned(*sorted(path.name for path in ROOT.glob("requirements*.txt")))
    bounds = declared("dev", "spark", "nbgrader")
    assert bounds.keys() <= pins.keys()
    assert {n for n, bound in bounds.items() if version(pins[n]) < version(bound)} == set()


def test_what_nbgrader_needs_is_added_to_the_environment_and_changes_nothing_in_it():
    both = pinned("requirements.txt").keys() & pinned("requirements-nbgrader.txt").keys()
    assert both == set(), "its folder comes first on the path, so nothing may be there twice"


def test_conda_environment_has_the_same_names_and_versions():
    wanted = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    (by_pip,) = [entry["pip"] for entry in wanted if isinstance(entry, dict)]
    listed = bounds([e for e in wanted if isinstance(e, str) and e != "pip"])
    ours = ["--editable .", "--editable ./packages/nbjudge"]
    assert [entry for entry in by_pip if entry.startswith("-")] == ours
    listed |= bounds([entry for entry in by_pip if entry not in ours])
    assert ">=" + listed.pop("python") == PROJECT["requires-python"]
    assert listed.pop("openjdk") == "17"  # Spark's engine, which no Python package brings
    wanted = declared("dev", "spark")
    assert listed == {CONDA_NAMES.get(name, name): bound for name, bound in wanted.items()}


def test_the_bounds_hold_here():
    from importlib import metadata

    assert {
        n
        for n, b in declared("dev").items()
        if version(metadata.version(n)[:6].rstrip(".")) < version(b)
    } == set()


TABLES = ("tables.py", "table_reading.py")  # read only where NumPy is there
IMPORT_NAMES = {"scikit-learn": "sklearn"}  # where it is not the name that is installed


def imports(source):
    """What a source imports beside Python's own and our packages: (at once, in functions).

    What only type checkers import does not count.
    """
    found = [], []

    def look(node, inside):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module]
        found[inside].extend(name.partition(".")[0].lower() for name in names)
        for child in ast.iter_child_nodes(node):
            look(child, inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))

    look(ast.parse(source), False)
    return tuple(set(names) - sys.stdlib_module_names - set(PACKAGES) for names in found)


def names_of(requirements):
    return {IMPORT_NAMES.get(name, name) for name in requirements}


def allowed_imports(path):
    """What a file may import (at once, in functions); an extra of another room's in functions."""
    core, widgets, course = (names_of(declared(*e)) for e in ((), ("widgets",), ("course",)))
    optional = names_of(declared("spark", "nbgrader"))
    if path.is_relative_to(PACKAGES["nbjudge"]):
        own = tomllib.loads((GRADER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        own = names_of(bounds(own["dependencies"]))
        with_numpy = {"numpy"} if path.name in TABLES else set()
        return own | with_numpy, own | {"nbgrader", "numpy", "pandas"}
    if path.is_relative_to(PACKAGES["dtcourse"]):
        return course, course | optional
    room = path.relative_to(PACKAGES["dtlab"]).parts[0]
    in_functions = widgets if room in ("widgets", "notebook") else core
    return widgets if room == "widgets" else core, in_functions | optional


def test_every_import_of_the_packages_is_declared():
    missing, used = {}, set()
    for path in [path for folder in PACKAGES.values() for path in folder.rglob("*.py")]:
        found = imports(path.read_text(encoding="utf-8"))
        used |= found[0] | found[1]
        undeclared = [names - may for names, may in zip(found, allowed_imports(path), strict=True)]
        if any(undeclared):
            missing[str(path.relative_to(ROOT))] = undeclared
    assert missing == {}
    assert names_of(declared("course")) - used == set(), "declared and never imported"


def test_imports_are_found_wherever_they_are():
    source = "import os, joblib.pool\nfrom ..a import b\nif 1:\n  import IPython as i\n"
    source += "if TYPE_CHECKING:\n  import nbformat\n"
    source += "def f():\n  if 1:\n    from pyspark.sql import g\n  import numpy\n"
    assert imports(source) == ({"joblib", "ipython"}, {"pyspark", "numpy"})


# ── nothing that works on one machine only ──────────────────────────────────────────────────────

# Put together from pieces, so that this file does not contain what it forbids.
HOSTS = ["py" + "pi.org", "python" + "hosted.org", "registry.np" + "mjs", "deb.deb" + "ian.org"]
PLACES = ["wor" + "k", "roo" + "t", "far" + "m", "tm" + "p", "hom" + "e", "opt/py" + "pi"]
FORBIDDEN = re.compile(
    "|".join([re.escape(host) for host in HOSTS])
    + r"|(?<![\w.])/(?:" + "|".join(PLACES) + ")/"  # dtlab has a room of such a name
    + "|" + re.escape(".." + "/shared")
)  # fmt: skip


def test_no_registry_host_and_no_path_of_a_machine():
    found = {name: FORBIDDEN.search(text) for name, text in text_files()}
    assert {name: match.group() for name, match in found.items() if match} == {}


# ── documents ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_every_make_command_in_the_documents_exists(document):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    text = (ROOT / document).read_text(encoding="utf-8")
    named = set(re.findall(r"(?:`|^\s*(?:\$ )?)make (?:-C \S+ )?([a-z-]+)", text, re.MULTILINE))
    assert named
    assert named <= targets


DOCUMENTS = [
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md"),
    *("packages/nbjudge/SECURITY.md", ".github/PULL_REQUEST_TEMPLATE.md"),
]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_in_the_documents_lead_somewhere(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert [link for link in links if not (ROOT / document).parent.joinpath(link).exists()] == []


TOPS = {"bench", "data", "docs", "dtcourse", "dtlab", "notebooks", "packages", "tests", "tools"}
WITH_PATHS = ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in ROOT.glob("docs/*.md"))]


def paths_in(text):
    """The paths of the repository in a document's code; not those with a part to fill in, NAME."""
    spans = re.findall(r"`[^`\n]+`", text) + re.findall(r"<!--[^>]*-->", text)
    words = re.findall(r"[^\s`'\"(),;|]+", " ".join(spans))
    paths = [word for word in words if "/" in word and word.split("/")[0] in TOPS]
    return [path for path in paths if "NAME" not in path]


@pytest.mark.parametrize("document", WITH_PATHS)
def test_every_path_in_the_documents_exists(document):
    paths = paths_in((ROOT / document).read_text(encoding="utf-8"))
    assert [path for path in paths if not any(ROOT.glob(path))] == []
    assert document != "CONTRIBUTING.md" or len(paths) > 40


def blocks_of_the_map():
    """The blocks of CONTRIBUTING's map: the packages, the rooms of each, and the tests."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    figure = re.search(r"\n## The map\n(.*?)\n## ", text, re.DOTALL).group(1)
    return re.findall(r"(?:^    .+\n)+", figure, re.MULTILINE)


def rooms_in(text):
    """The folders that a block, or a line of one, begins with, or has after a bar."""
    return re.findall(r"(?:^ +|\| +)([\w/]+)/ ", text, re.MULTILINE)


def folders(path):
    return {one.name for one in path.iterdir() if one.is_dir()} - {"__pycache__"}


def test_the_map_names_every_package_and_room_and_no_other():
    packages, *rooms, tests = blocks_of_the_map()
    assert rooms_in(packages) == ["dtlab", "dtcourse", "packages/nbjudge"]
    for folder, block in zip(PACKAGES.values(), rooms, strict=True):
        assert sorted(rooms_in(block)) == sorted(folders(folder))
        named = re.findall(r"\b\w+\.py\b", block)
        assert [name for name in named if not [*folder.rglob(name)]] == []
    assert sorted(rooms_in(tests)) == sorted(folders(ROOT / "tests"))
    assert tests.splitlines()[-1].split() == ["packages/nbjudge/tests/"]


def test_the_map_has_the_layers_that_import_linter_holds():
    contracts = {c["name"]: c for c in SETTINGS["tool"]["importlinter"]["contracts"]}
    layers = contracts["A room imports only more basic rooms"]["layers"]
    held = [set(re.findall(r"\w+", layer)) for layer in reversed(layers) if layer != "typing"]
    lines = re.sub(r"\n +\|", " |", blocks_of_the_map()[1]).splitlines()
    assert [set(rooms_in(line)) for line in lines if rooms_in(line)] == held


LAZY = [p.with_suffix(".py") for top in ("dtlab", "dtcourse") for p in ROOT.glob(f"{top}/**/*.pyi")]


@pytest.mark.parametrize("init", LAZY, ids=lambda path: path.parent.name)
def test_what_a_stub_offers_is_there(init):
    package = importlib.import_module(".".join(init.parent.relative_to(ROOT).parts))
    names = offered(init)
    assert sorted(name for name, place in names.items() if place) == package.__all__
    assert all(hasattr(package, name) for name in names)
    assert len(names) == init.with_suffix(".pyi").read_text(encoding="utf-8").count(" import ")


@pytest.mark.parametrize("init", LAZY, ids=lambda path: path.parent.name)
def test_no_module_has_the_name_of_something_that_its_folder_offers(init):
    """Once imported, the module would be found in place of the function."""
    names = {name for name, place in offered(init).items() if place}
    assert (
        names and names & {module.name for module in pkgutil.iter_modules([init.parent])} == set()
    )


def exists(name):
    """Whether a name is a public one, a module, a learned attribute, or scikit-learn's."""
    first, *rest = name.split(".")
    if first in PACKAGES:
        return resolves(name)
    golf = dtlab.load("play_golf")
    modules = ("dtlab", "dtlab.widgets", "dtcourse", "sklearn.model_selection")
    fitted = dtlab.ID3().fit(golf.X, golf.y)
    for place in [*map(importlib.import_module, modules), dtlab.Node, fitted]:
        if hasattr(place, first):
            return all(hasattr(getattr(place, first), attribute) for attribute in rest)
    return any(resolves(f"{package}.{name}") for package in PACKAGES)


def resolves(name):
    """Whether a name with dots leads to a module, or to something in one."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.parametrize(
    "name, there",
    [
        ("dtlab.entropy", True),
        ("dtlab.work.gain", True),
        ("dtcourse.spark.local_session", True),
        ("nbjudge.sandbox", True),
        ("explore_splits", True),
        ("check", True),
        ("measures", True),
        ("dtlab.exercises", False),
        ("dtlab.spark", False),
        ("nbjudge.entropy", False),
        ("no_such_name", False),
    ],
)
def test_a_name_is_looked_up_in_all_three_packages(name, there):
    assert exists(name) is there


def current(changelog):
    """What the newest version has added and changed: older ones name what existed at their time."""
    newest = changelog.split("\n## ")[1]
    parts = [part for part in newest.split("\n### ") if not part.startswith("Removed")]
    return "\n".join(parts)


@pytest.mark.parametrize("document", ["README.md", "CHANGELOG.md"])
def test_the_documents_name_only_what_exists(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    if document == "CHANGELOG.md":
        text = current(text)
    spans = re.findall(r"(?<!`)`([^`\n]+)`", text)
    named = {span for span in spans if re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", span)}
    assert named
    assert {name for name in named if not exists(name)} == set()
    imported = re.findall(r"from ((?:dtlab|dtcourse|nbjudge)[\w.]*) import ([\w, ]+)", text)
    for module, names in imported:
        offered = importlib.import_module(module)
        assert {n for n in re.findall(r"\w+", names) if not hasattr(offered, n)} == set()


def test_the_changelog_is_sorted_into_added_changed_and_removed():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for version in text.split("\n## ")[1:]:
        kinds = re.findall(r"^### (.+)$", version, re.MULTILINE)
        assert kinds == [kind for kind in ("Added", "Changed", "Removed") if kind in kinds] != []


def test_the_workflow_tries_the_oldest_python_and_the_oldest_versions():
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    test, oldest = workflow["jobs"]["test"], workflow["jobs"]["oldest"]
    assert ">=" + test["strategy"]["matrix"]["python"][0] == PROJECT["requires-python"]
    assert ">=" + oldest["steps"][1]["with"]["python-version"] == PROJECT["requires-python"]
    assert [job["steps"][-1]["run"] for job in (test, oldest)] == [".ci/run", "make test-oldest"]


WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_are_pinned_bounded_and_may_only_read(path):
    text = path.read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {"contents": "read"}
    assert all("timeout-minutes" in job or "uses" in job for job in workflow["jobs"].values())
    used = re.findall(r"uses: (?!\./)(.+)", text)
    assert [
        action for action in used if not re.fullmatch(r"\S+@[0-9a-f]{40}  # v[\d.]+", action)
    ] == []


def test_an_action_has_the_same_version_everywhere():
    texts = [path.read_text(encoding="utf-8") for path in WORKFLOWS]
    used = {action for text in texts for action in re.findall(r"uses: (?!\./)(.+)", text)}
    assert len(used) == len({action.split("@")[0] for action in used}) > 1


def test_the_classifiers_name_the_pythons_that_the_workflow_tries():
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert named == workflow["jobs"]["test"]["strategy"]["matrix"]["python"]


FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))


@pytest.mark.parametrize("path", [f for f in FORMS if f.stem != "config"], ids=lambda p: p.stem)
def test_issue_forms_have_what_github_wants(path):
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert form["name"] and form["description"]
    ids = [field["id"] for field in form["body"] if field["type"] != "markdown"]
    assert len(ids) == len(set(ids)) > 0
    for field in form["body"]:
        assert field["type"] in {"markdown", "input", "textarea", "dropdown", "checkboxes"}
        assert field["attributes"]["value" if field["type"] == "markdown" else "label"]


def test_help_names_every_target():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE).group(1).split())
    assert targets - {"help"} == set(re.findall(r"make ([\w-]+)  ", makefile))


def test_one_version_everywhere():
    assert "version" in PROJECT["dynamic"], "the build reads dtlab.__version__"
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == dtlab.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest, state = re.search(r"^## (\S+) \((.+)\)$", changelog, re.MULTILINE).groups()
    if ".dev" in dtlab.__version__:
        assert (newest, state) == (dtlab.__version__.split(".dev")[0], "unreleased")
    else:
        assert newest == dtlab.__version__
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", state)


CORE = ("algorithms", "measures", "pruning", "questions", "tree")


@pytest.mark.parametrize(
    "name", [n for n, place in offered(dtlab.__file__).items() if place.split(".")[0] in CORE]
)
def test_public_names_of_the_core_say_where_they_come_from(name):
    text = inspect.getdoc(getattr(dtlab, name))
    assert "Lecture 00" in text or "lecture 00" in text
    assert ">>>" in text
