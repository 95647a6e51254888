"""What becomes of an answer to a guess or a quiz: it is recorded, and a card replies."""

from . import record
from .cards import Card
from .comparing import agrees, shown
from .items import LETTERS, choice, same


def note_guess(item, said):
    """Record a guess, and say so."""
    meant = choice(item.choices, said) if item.choices else said
    if meant is None or str(meant).strip() == "":
        letters = ", ".join(LETTERS[: len(item.choices or ())]) or "a number or a word"
        return Card("not yet", f"Not recorded: {shown(said)} is none of the options ({letters}).")
    stored = meant if isinstance(meant, bool | int | float | str) else str(meant)
    record.change("guesses", item.id, lambda _: {"choice": stored})
    body = ("You may change it until you run the cells below.", *record.notices())
    return Card("note", f"Your guess: {meant}", body)


def is_right(item, made):
    """Is this guess the answer? A typed number may be rounded."""
    if item.choices:
        return same(made, item.truth)
    return agrees(made, item.truth, item.tolerance)


def note_answer(item, number, said):
    """Record the answer to one question (counted from 0), and explain it."""
    question = item.questions[number]
    made = choice(question.choices, said)
    if made is None:
        return Card("not yet", f"{said!r} is none of the options.", ("",))
    right = same(made, question.truth)
    # The first answer is the one that counts.
    record.change("quizzes", item.id, lambda before: {str(number + 1): right, **before})
    head = f"{made}: right." if right else f"{made}: not this one."
    return Card("right" if right else "not yet", head, (question.reason(made), *record.notices()))
