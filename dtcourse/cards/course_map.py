"""`progress()`: the map of the course, with what is done, tried and untouched."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from .. import bank
from ..judging.exercise import Exercise
from ..judging.items import Check, Guess, Quiz
from ..judging.labs import LABS
from . import record
from .card import Card, calm
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
HEADINGS = ("notebook", "guesses", "quiz", "tasks", "exercises")


@dataclass(frozen=True, repr=False)
class Map(Card):
    """The map as aligned text, and as a table in a notebook."""

    rows: tuple[tuple[str, ...], ...] = ()

    def _repr_html_(self):
        return Card(self.tone, self.head, self.body[1:], _table(self.rows))._repr_html_()


@recorded
@calm
def progress() -> Map:
    """What you guessed, answered and solved in every notebook; it stays on this computer.

    >>> progress().head, progress().rows[2][0]
    ('Your way through the course', '02 entropy')
    """
    known = record.state()  # it may leave a notice
    return chart(known, "Your way through the course", *record.notices())


def chart(known, head, *notes):
    """The map of what is known of somebody."""
    pages = {**TITLES, **{page: f"extra: {EXTRAS[page]}" for page in EXTRAS}}
    asking = [page for page in sorted(pages) if page in TITLES or bank.of_notebook(page)]
    rows = tuple(_row(page, f"{page[:2]} {pages[page]}", known) for page in asking)
    tried = [known["checks"].get(lab, {}) for lab in LABS]
    rows += (("labs", "", "", "", _tasks(tried)),)
    widths = [max(len(row[i]) for row in (HEADINGS, *rows)) for i in range(len(HEADINGS))]
    text = "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (HEADINGS, *rows)
    )
    return Map("note", head, (text, *notes), rows=rows)


def _row(page, title, known):
    items = bank.of_notebook(page)
    guesses = [i for i in items if isinstance(i, Guess)]
    guessed = [known["guesses"].get(i.id, {}) for i in guesses]
    guessed = [facts.get("right") for facts in guessed if "choice" in facts]
    quizzes = [i for i in items if isinstance(i, Quiz)]
    answered = [right for i in quizzes for right in known["quizzes"].get(i.id, {}).values()]
    return (
        title,
        _answers(guessed, len(guesses)),
        _answers(answered, sum(len(quiz.questions) for quiz in quizzes)),
        _tasks([known["checks"].get(i.id, {}) for i in items if type(i) is Check]),
        _tasks([known["checks"].get(i.id, {}) for i in items if isinstance(i, Exercise)]),
    )


def _answers(rights, whole):
    n = len(rights)
    right = sum(value is True for value in rights)
    return f"{_sign(n, whole, n)} {n} of {whole}, {right} right" if whole else ""


def _tasks(records):
    if not records:
        return ""
    done = sum(facts.get("done") is True for facts in records)
    tried = sum(bool(facts.get("tries")) for facts in records) - done
    words = f"{done} of {len(records)} done" + (f", {tried} tried" if tried > 0 else "")
    return f"{_sign(done, len(records), done + tried)} {words}"


def _sign(done, whole, touched):
    return "✓" if done >= whole else "○" if touched else "·"


def _table(rows):
    head = "".join(f'<th scope="col" style="text-align:left">{name}</th>' for name in HEADINGS)
    body = "".join(
        "<tr>" + "".join(f'<td style="text-align:left">{escape(cell)}</td>' for cell in row)
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
