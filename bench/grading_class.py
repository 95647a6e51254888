"""A class for the grader's bench: generated submissions to an assignment, with their fair marks.

Half of them are right, a quarter partly right, a fifth broken as students break them, and a
twentieth hostile. The same seed gives the same class.
"""

import io
import random
import re
import zipfile
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice

import nbformat
from nbformat.v4 import new_code_cell

from dtcourse import release

# ── submissions ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Submission:
    """What a student hands in.

    Parameters:
        student: a number, as platforms give it.
        kind: what it is like, such as "right" or "hostile: floods".
        content: the file's bytes.
        total: the points that it deserves.
    """

    student: str
    kind: str
    content: bytes
    total: float


class Draft:
    """A submission that is being written: right, until something is done to it."""

    def __init__(self, source, student):
        shown = nbformat.from_dict(source)
        for cell in shown.cells:
            cell.source = re.sub(r" *### (BEGIN|END) SOLUTION\n?", "", cell.source)
            cell.source = cell.source.replace('STUDENT = ""', f'STUDENT = "{student}"')
        self.notebook = release.learners(shown)
        self.notebook.metadata["student"] = student
        self.student, self.share = student, 1.0
        self.answers, points = [], []
        for cell in self.notebook.cells:
            about = cell.metadata.get("nbgrader", {})
            self.answers += [cell] if about.get("solution") else []
            points += [about["points"]] if about.get("grade") else []
        self.worth = dict(zip((cell.id for cell in self.answers), points, strict=True))

    def spoil(self, answer, value):
        """Give an answer this value, or make it a function that returns it; it earns nothing."""
        name = re.match(r"(?:def )?(\w+)", answer.source)[1]
        defined = answer.source.startswith("def ")
        head = f"def {name}(*args, **kwargs):\n    return" if defined else f"{name} ="
        answer.source = f"{head} {value}"
        self.worth[answer.id] = 0

    def add(self, source, place=1):
        """Put a cell of the student's own there."""
        self.notebook.cells.insert(place, new_code_cell(source, id="own"))

    def function(self):
        """The first answer that is a function."""
        return next(cell for cell in self.answers if cell.source.startswith("def "))

    def handed_in(self, kind):
        """The submission; one that was cut off earns nothing."""
        content = nbformat.writes(self.notebook).encode()
        whole = self.share == 1
        content = content if whole else content[: int(self.share * len(content))]
        return Submission(self.student, kind, content, whole * sum(self.worth.values()))


# ── what students do ────────────────────────────────────────────────────────────────────────────


def right(draft, rng):
    """Everything is right."""


def partly_right(draft, rng):
    """Some answers are wrong, but not all."""
    count = rng.randint(1, len(draft.answers) - 1)
    for answer in rng.sample(draft.answers, count):
        draft.spoil(answer, 0.123)


def syntax_error(draft, rng):
    """An answer does not compile."""
    answer = rng.choice(draft.answers)
    draft.spoil(answer, "(")


def missing_import(draft, rng):
    """A cell of the student's own uses what was never imported."""
    draft.add("plt.plot([1, 2])", place=-1)


def asks(draft, rng):
    """A cell waits for somebody at the keyboard."""
    draft.add('name = input("Who are you? ")')


def cut_off(draft, rng):
    """The file ends in the middle."""
    draft.share = 0.6


def copied_cells(draft, rng):
    """Some cells are there twice, tests among them."""
    for cell in draft.notebook.cells[-4:]:
        copy = nbformat.from_dict(cell)
        copy.id = f"{cell.id}-copy"
        draft.notebook.cells.append(copy)


def no_tests(draft, rng):
    """The tests were deleted, and all that nbgrader wrote about cells."""
    cells = [(cell.metadata.pop("nbgrader", {}), cell) for cell in draft.notebook.cells]
    draft.notebook.cells = [cell for about, cell in cells if not about.get("grade")]


def endless(draft, rng):
    """A function never returns."""
    answer = draft.function()
    draft.spoil(answer, "0")
    answer.source = answer.source.replace("return 0", "while True: pass")


def greedy(draft, rng):
    """A function takes all memory."""
    draft.spoil(draft.function(), "[bytearray(10**6) for _ in range(10**6)]")


def wordy(draft, rng):
    """A cell prints 20 MB."""
    draft.add("print('x' * 20_000_000)")


BROKEN = (
    *(syntax_error, missing_import, asks, cut_off, copied_cells),
    *(no_tests, endless, greedy, syntax_error, wordy),
)
ATTACKS = {
    "patches": """
import builtins, numpy, numpy.testing as testing, nbjudge.judging.judge, dtcourse
for name in dir(testing):
    if name.startswith("assert"):
        setattr(testing, name, lambda *args, **kwargs: None)
builtins.abs = lambda *args: 0
nbjudge.judging.judge.points_of = lambda value, most: most
dtcourse.grade = lambda *args, **kwargs: 99
attack = lambda: 0.123
""",
    "equals everything": """
class Equal(float):
    __eq__ = __lt__ = __gt__ = __bool__ = lambda *args: True
    __ne__ = lambda *args: False
    __hash__ = lambda self: 1
attack = lambda: Equal(0.123)  # of which only the number arrives
""",
    "reads": """
import glob
def attack():
    found = [name for top in ("/course", "/home", "/proc", "/tmp", "..")
             for name in glob.glob(top + "/**/*[ks][0-9v]*", recursive=True)]
    return "".join(open(name, errors="replace").read(1000) for name in found[:1000])
""",
    "forges": """
import os, stat, struct
def attack():
    for n in range(3, 200):
        try:
            if stat.S_ISSOCK(os.fstat(n).st_mode):
                os.write(n, struct.pack(">I", 15) + b'[1,"value",0.5]')
        except OSError:
            pass
    return 0.123
""",
    "floods": """
import os, stat
def attack():
    for n in range(3, 200):
        try:
            while stat.S_ISSOCK(os.fstat(n).st_mode):
                os.write(n, b'{"end": 1}' * 100_000)
        except OSError:
            pass
""",
    "swallows interrupts": """
def attack():
    while True:
        try:
            while True: pass
        except BaseException: pass
""",
    "is deaf": """
import signal
for number in (14, 24, 27): signal.signal(number, signal.SIG_IGN)
def attack():
    return sum(range(10**15))
""",
    "ends its process": """
import os, signal
def attack():
    os.kill(os.getpid(), signal.SIGKILL)
""",
    "forks": """
import os
def attack():
    while True: os.fork()
""",
    "starts threads": """
import threading
def burn():
    while True: pass
def attack():
    for _ in range(20): threading.Thread(target=burn, daemon=True).start()
    return 0.123
""",
    "connects": """
import socket
def attack():
    return socket.create_connection(("192.0.2.1", 80), 2).recv(100)
""",
    "huge": "attack = lambda: [[0] * 10**7]",
}


def hostile(code, draft, rng):
    """Every answer is an attack."""
    for answer in draft.answers:
        draft.spoil(answer, "attack()")
    draft.add(code.strip())


# ── a class ─────────────────────────────────────────────────────────────────────────────────────


def submissions(source, count, seed=0):
    """A class of `count` submissions, in random order."""
    rng = random.Random(seed)
    attacks = [(f"hostile: {name}", partial(hostile, code)) for name, code in ATTACKS.items()]
    broken = [(f"broken: {what.__name__}", what) for what in BROKEN]
    kinds = [*islice(cycle(attacks), max(1, count // 20)), *islice(cycle(broken), count // 5)]
    kinds += [("partly right", partly_right)] * (count // 4)
    kinds += [("right", right)] * (count - len(kinds))
    rng.shuffle(kinds)
    made = []
    for number, (kind, what) in enumerate(kinds, start=4001):
        draft = Draft(source, str(number))
        what(draft, rng)
        made.append(draft.handed_in(kind))
    return made


def right_ones(source, count):
    """As many right submissions."""
    return [Draft(source, str(number)).handed_in("right") for number in range(1, count + 1)]


def moodle_zip(made, name):
    """The bytes of the zip that Moodle gives for these submissions."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in made:
            folder = f"Student_{one.student}_assignsubmission_file_"
            archive.writestr(f"{folder}/{name}.ipynb", one.content)
    return content.getvalue()
