"""`progress()`: the map of the course, with what is done, tried and untouched."""

from __future__ import annotations

from dataclasses import dataclass

from .. import bank
from ..judging.exercise import Exercise
from ..judging.items import Check, Guess, Quiz
from ..judging.labs import LABS
from . import course_path, record
from .card import Card, calm, heading
from .recording import recorded

TITLES = {
    "00": "start here",
    "01": "asking good questions",
    "02": "entropy",
    "03": "information gain",
    "04": "ID3",
    "05": "searching for trees",
    "06": "gain ratio and C4.5",
    "07": "Gini and CART",
    "08": "continuous features",
    "09": "regression trees",
    "10": "overfitting and pruning",
    "11": "random forests",
    "12": "AdaBoost",
    "13": "gradient boosting",
    "14": "Spark",
    "15": "choosing",
}
EXTRAS = {
    "02_codes": "codes",
    "05_counting_trees": "counting trees",
    "06_c50_and_the_family": "C5.0 and the family",
    "06_chaid": "CHAID",
    "07_notations": "notations of impurity",
    "08_diagonals_and_bins": "diagonals and bins",
    "09_variance_and_mars": "variance and MARS",
    "10_more_pruning": "more pruning",
    "11_random_thresholds": "random thresholds",
    "12_notations": "notations of AdaBoost",
    "13_interval_hypothesis": "interval hypothesis",
    "14_spark_inside": "inside Spark",
    "15_claims_put_to_the_test": "claims put to the test",
}
RUNGS: dict[str, str] = {}  # notebook: what it puts onto the ladder, once it is done
HEADINGS = ("notebook", "guesses", "quiz", "tasks", "exercises")
HERE = "← here"


@dataclass(frozen=True)
class Share:
    """So many of the guesses, questions, tasks or exercises of a page are done."""

    done: int = 0
    whole: int = 0
    touched: int = 0  # answered or tried, right or not
    words: str = ""

    @property
    def sign(self):
        """✓ all, ○ some, · none."""
        return "✓" if self.done >= self.whole else "○" if self.touched else "·"

    def __str__(self):
        return f"{self.sign} {self.words}" if self.whole else ""


@dataclass(frozen=True)
class Page:
    """A notebook, an extra or the labs, and what became of it."""

    name: str  # such as "03"
    title: str
    guesses: Share = Share()
    quiz: Share = Share()
    tasks: Share = Share()
    exercises: Share = Share()

    @property
    def own(self):
        """What the page itself asks: guesses, quiz and tasks together."""
        parts = self.guesses, self.quiz, self.tasks
        return Share(
            *(sum(getattr(p, name) for p in parts) for name in ("done", "whole", "touched"))
        )

    @property
    def begun(self):
        """Was anything answered or tried?"""
        return self.own.touched + self.exercises.touched > 0

    @property
    def finished(self):
        """Was everything that the page itself asks done?"""
        return self.own.done >= self.own.whole

    @property
    def cells(self):
        """Its row in a terminal."""
        parts = self.guesses, self.quiz, self.tasks, self.exercises
        return (f"{self.name} {self.title}".strip(), *map(str, parts))


@dataclass(frozen=True, repr=False)
class Map(Card):
    """The map as aligned text, and as a drawn path in a notebook."""

    pages: tuple[Page, ...] = ()  # the notebooks
    more: tuple[Page, ...] = ()  # extras and labs that were begun
    here: str = ""  # the notebook to do next

    @property
    def inside(self):
        """The head, what comes next, and the path."""
        return course_path.path_html(self, heading(self.tone, self.head), RUNGS)


@recorded
@calm
def progress() -> Map:
    """What you guessed, answered and solved in every notebook; it stays on this computer.

    >>> progress().head, progress().pages[2].title
    ('Your way through the course', 'entropy')
    """
    known = record.state()  # it may leave a notice
    return chart(known, "Your way through the course", *record.notices())


def chart(known, head, *notes):
    """The map of what is known of somebody."""
    pages = tuple(_page(name, TITLES[name], known) for name in sorted(TITLES))
    extras = [_page(name, f"extra: {EXTRAS[name]}", known) for name in sorted(EXTRAS)]
    labs = Page("", "labs", tasks=_tasks([known["checks"].get(lab, {}) for lab in LABS]))
    more = tuple(page for page in (*extras, labs) if page.begun)
    here = _here(pages)
    rows = [HEADINGS, *(page.cells for page in (*pages, *more))]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADINGS))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
    marks = ["", *(HERE if page.name == here else "" for page in pages), *("" for _ in more)]
    text = "\n".join(f"{a}  {b}".rstrip() for a, b in zip(lines, marks, strict=True))
    return Map("map", head, (text, *notes), pages=pages, more=more, here=here)


def _here(pages):
    """The notebook to do next: the last one begun, or the first after it that is not finished.

    A learner who skips notebooks, as on the short path, is not sent back before the end.
    """
    begun = [i for i, page in enumerate(pages) if page.begun]
    at = begun[-1] if begun else 0
    return next((page.name for page in pages[at:] + pages[:at] if not page.finished), "")


def _page(name, title, known):
    items = bank.of_notebook(name)
    guesses = [i for i in items if isinstance(i, Guess)]
    guessed = [known["guesses"].get(i.id, {}) for i in guesses]
    guessed = [facts.get("right") for facts in guessed if "choice" in facts]
    quizzes = [i for i in items if isinstance(i, Quiz)]
    answered = [right for i in quizzes for right in known["quizzes"].get(i.id, {}).values()]
    return Page(
        name[:2],
        title,
        _answers(guessed, len(guesses)),
        _answers(answered, sum(len(quiz.questions) for quiz in quizzes)),
        _tasks([known["checks"].get(i.id, {}) for i in items if type(i) is Check]),
        _tasks([known["checks"].get(i.id, {}) for i in items if isinstance(i, Exercise)]),
    )


def _answers(rights, whole):
    n = min(len(rights), whole)  # the file may have been edited by hand
    right = sum(value is True for value in rights)
    return Share(n, whole, n, f"{n} of {whole}, {right} right")


def _tasks(records):
    done = sum(facts.get("done") is True for facts in records)
    tried = sum(bool(facts.get("tries")) for facts in records)
    more = tried - done
    words = f"{done} of {len(records)} done" + (f", {more} tried" if more > 0 else "")
    return Share(done, len(records), max(done, tried), words)
