"""A course of real nbgrader, which runs in a process of its own: `Course` talks to it.

The process gets a job per line, a JSON list such as ["autograde", "set02", "ada"], and answers in a
line. Nothing is configured but the course's folder: all else is nbgrader's default, and the folder
for exchange does not exist. nbgrader is looked for in a folder inside the environment, where
`make test` puts it: only the processes started here have it on their path, because JupyterLab
must not find its extensions.
"""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import nbformat

from dtcourse import release

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = Path(sys.prefix) / "nbgrader"


def nbgrader_is_here():
    """Is nbgrader in its folder, or in the environment itself?"""
    return PACKAGES.is_dir() or find_spec("nbgrader") is not None


def environment():
    """The variables of a process that finds nbgrader and these sources."""
    modules = [str(ROOT), str(PACKAGES), os.environ.get("PYTHONPATH")]
    programs = [str(PACKAGES / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, modules)),
        "PATH": os.pathsep.join(programs),  # nbgrader calls the program `alembic`
    }


class Course:
    """A folder with assignments and submissions, and the process that grades them.

    Parameters:
        folder: an empty one.
        stem: from a set's number to the name of its notebook.
    """

    def __init__(self, folder, stem=release.stem):
        self.folder, self.stem = folder, stem
        self.said = open(folder / "said.txt", "w+", encoding="utf-8")  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, __file__, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.said,
            encoding="utf-8",
            env=environment(),
        )

    def ask(self, *job):
        """The answer to a job; it must have gone well."""
        print(json.dumps(job), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            self.said.seek(0)
            raise RuntimeError(f"nbgrader's process stopped:\n{self.said.read()[-3000:]}")
        answer = json.loads(line)
        assert answer.get("success", True), answer.get("log", "") + answer["error"]
        return answer

    def assign(self, name, number, source):
        """Enter a source as an assignment; return nbgrader's release version and its log."""
        self._put(f"source/{name}", number, source)
        log = self.ask("generate_assignment", name)["log"]
        return self._get(f"release/{name}", number), log

    def validate(self, name, number):
        """What `nbgrader validate` objects to in a source: nothing, if all is well."""
        return self.ask("validate", str(self._path(f"source/{name}", number)))

    def autograde(self, name, number, student, submission):
        """The marks of a submission, per test cell, and the notebook as nbgrader ran it."""
        self._put(f"submitted/{student}/{name}", number, submission)
        marks = self.ask("autograde", name, student)["marks"]
        return marks, self._get(f"autograded/{student}/{name}", number)

    def close(self):
        """End the process, which stops when nothing more can be asked."""
        self.process.stdin.close()
        self.process.wait(timeout=300)
        self.process.stdout.close()
        self.said.close()

    def _path(self, folder, number):
        return self.folder / folder / f"{self.stem(number)}.ipynb"

    def _put(self, folder, number, notebook):
        path = self._path(folder, number)
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)

    def _get(self, folder, number):
        return nbformat.read(self._path(folder, number), as_version=4)


# ── in the other process ────────────────────────────────────────────────────────────────────────


class Grader:
    """The steps of nbgrader, each with an answer that JSON can say."""

    def __init__(self, folder):
        from nbgrader.apps.api import NbGraderAPI
        from traitlets.config import Config

        config = Config()
        config.CourseDirectory.root = folder
        config.Exchange.root = os.path.join(folder, "an exchange that is not there")
        # Limits that only a hang reaches: the defaults are 30 s for a cell and 4 s for its output.
        config.Execute.timeout = 600
        config.Execute.startup_timeout = config.Execute.iopub_timeout = 300
        self.api = NbGraderAPI(config=config)

    def generate_assignment(self, assignment):
        """Write the release version, and enter the assignment into the gradebook."""
        return self.api.generate_assignment(assignment)

    def validate(self, path):
        """What `nbgrader validate` finds: an empty dict, if all is well."""
        from nbgrader.validator import Validator

        return Validator().validate(path)

    def autograde(self, assignment, student):
        """Grade a submission; `marks` says what each test cell got."""
        result = self.api.autograde(assignment, student)
        if not result["success"]:
            return result
        with self.api.gradebook as gradebook:
            notebooks = gradebook.find_submission(assignment, student).notebooks
            grades = [grade for notebook in notebooks for grade in notebook.grades]
            return result | {"marks": {grade.name: grade.score for grade in grades}}


def main(folder):
    """Answer the jobs on standard input until it ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what nbgrader and the kernels print must not come between the answers
    grader = Grader(folder)
    for line in sys.stdin:
        step, *arguments = json.loads(line)
        print(json.dumps(getattr(grader, step)(*arguments)), file=answers, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
