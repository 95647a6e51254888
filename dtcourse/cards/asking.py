"""`guess` before the cell that answers, `reveal` after it, and the `quiz` at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..bank import find
from ..judging.comparing import NotComparable, agrees, as_number, is_number, shown
from ..judging.items import LETTERS, Guess, Quiz, choice, now, same
from . import record
from .card import Card, calm, paragraphs, views
from .markup import inline_html
from .recording import recorded

# ── guess and reveal ────────────────────────────────────────────────────────────────────────────


@recorded
@calm
def guess(item_id: str, said: object = ...) -> Card:
    """Ask for a guess; with a second argument, record it without a mouse.

    Parameters:
        item_id: the id of a guess, such as "03.p1".
        said: the letter of an option or the option itself; where there are no options, a number or
            a word. Left out (default), the question is asked.

    >>> guess("03.p1", "b")
    • Your guess: UNKNOWN SENDER
      You may change it until you run the cells below.
    """
    item = find(item_id, Guess)
    if said is not ...:
        return note_guess(item, said)
    example = '"a"' if item.choices else "..."
    how = f'Run this cell to answer, or write `guess("{item.id}", {example})`.'
    body = (now(item.question), *lettered(item.choices), how)
    return Card("guess", f"Your guess · {item.id}", body, live=lambda: views().live_guess(item))


def note_guess(item, said):
    """Record a guess, and say so."""
    typed = said.strip() if isinstance(said, str) else said
    meant = choice(item.choices, typed) if item.choices else typed
    if meant is None or meant == "":
        letters = ", ".join(LETTERS[: len(item.choices or ())]) or "a number or a word"
        head = f"Not recorded: {shown(said)} is not one of the options ({letters})."
        return Card("not yet", head)
    if is_number(item.truth) and not item.choices and not _reads_as_number(meant):
        return Card("not yet", f"Not recorded: type a number in digits, not {shown(said)}.")
    stored = meant if isinstance(meant, bool | int | float | str) else str(meant)
    record.change("guesses", item.id, lambda _: {"choice": stored})
    then = "You may change it until you run the cells below."
    if opens := _waiting.get(item.id):
        opens()
        then = "The answer below is open now."
    return Card("note", f"Your guess: {meant}", (then, *record.notices()))


def _reads_as_number(said):
    try:
        return as_number(said) is not None
    except NotComparable:
        return False


@recorded
@calm
def reveal(item_id: str) -> Card:
    """Answer the guess: what was guessed, what is right, and why.

    Without a guess it is a closed box, which opens by itself as soon as the guess is made.

    Parameters:
        item_id: the id of the guess, such as "03.p1".

    >>> mine = guess("03.p1", "b")
    >>> reveal("03.p1").body[1]
    'The answer: SUSPICIOUS WORDS.'
    """
    item = find(item_id, Guess)
    made = record.about("guesses", item.id).get("choice")
    if made is None:
        how = f'Run `guess("{item.id}")` above and choose: this card opens by itself.'
        again = "(After a restart of the kernel, run this cell again.)"
        return closed_answer(item, f"{how}\n{again}", *record.notices())
    # What is guessed after looking does not count.
    right = is_right(item, made)
    record.change("guesses", item.id, lambda before: {"right": right, **before})
    return answer_to(item, made, right, *record.notices())


_waiting: dict[str, Callable[[], None]] = {}  # guess: what opens its answer, which is on the page


@dataclass(frozen=True, repr=False)
class ClosedAnswer(Card):
    """An answer that waits for its guess."""

    item_id: str = ""

    def _ipython_display_(self):
        from IPython.display import display

        def bundle(card):
            return {"text/plain": str(card), "text/html": card._repr_html_()}

        shown = display(bundle(self), raw=True, display_id=True)
        _waiting[self.item_id] = lambda: shown.update(bundle(reveal(self.item_id)), raw=True)


def closed_answer(item, *body):
    """The answer of a guess in a box that opens by itself, or on a click."""
    told = f"{paragraphs(_truth(item))}{paragraphs(now(item.explanation))}"
    extra = f"<details><summary>Open without a guess</summary>{told}</details>"
    return ClosedAnswer("closed", "Guess first", body, extra=extra, item_id=item.id)


def answer_to(item, made, right, *notices):
    """What was guessed, whether it is right, and why."""
    said = f"You guessed {_sentence(made)}"
    explanation = now(item.explanation)
    if right:
        return Card("right", f"{said} Right.", (explanation, *notices))
    why = [now(sentence) for option, sentence in item.why.items() if same(option, made)]
    return Card("not yet", said, (*why[:1], _truth(item), explanation, *notices))


def _truth(item):
    first, *others = item.truths
    also = f" Also right: {_sentence(', '.join(map(_shown, others)))}" if others else ""
    return f"The answer: {_sentence(first)}{also}"


def is_right(item, made):
    """Is this guess an answer? A typed number may be rounded."""
    if item.choices:
        return any(same(made, truth) for truth in item.truths)
    return any(agrees(made, truth, item.tolerance) for truth in item.truths)


def _shown(value):
    return shown(value) if is_number(value) else str(value)


def _sentence(value):
    text = _shown(value)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def lettered(options):
    """Options under letters, as one paragraph."""
    if not options:
        return ()
    return ("\n".join(f"{a}) {o}" for a, o in zip(LETTERS, options, strict=False)),)


# ── quiz ────────────────────────────────────────────────────────────────────────────────────────


@recorded
@calm
def quiz(item_id: str, answers: str = "") -> Card:
    """Ask the questions at the end of a notebook; with letters, answer them without a mouse.

    Parameters:
        item_id: the number of the notebook, such as "03".
        answers: a letter for each question, such as "bacda"; empty (default), they are asked.

    >>> quiz("00", "ab").head
    '1 of 2 right'
    """
    item = find(item_id, Quiz)
    if answers:
        return _marked(item, str(answers))
    dots = "." * len(item.questions)  # letters would look like the answers
    how = f'Run this cell to answer, or put a letter for each dot: `quiz("{item.id}", "{dots}")`.'
    body = tuple(
        "\n".join([f"**{n}.** {now(q.text)}", *lettered(q.choices), ""])
        for n, q in enumerate(item.questions, start=1)
    )
    head = f"Quiz · {item.id}"
    extra = _folded_answers(item)
    return Card("quiz", head, (*body, how), extra=extra, live=lambda: views().live_quiz(item))


def _folded_answers(item):
    """The answers for a page without a kernel, behind a click that needs no script."""
    told = "".join(
        f"<li><b>{inline_html(str(q.truth))}</b> {inline_html(q.reason(q.truth))}</li>"
        for q in item.questions
    )
    return f"<details><summary>Answers</summary><ol>{told}</ol></details>"


def _marked(item, answers):
    letters = [letter for letter in answers if letter.isalnum()]
    if len(letters) != len(item.questions):
        return Card("not yet", f"Give {len(item.questions)} letters, one for each question.")
    replies = [note_answer(item, n, letter) for n, letter in enumerate(letters)]
    body = tuple(f"**{n}.** {card.head}\n{card.body[0]}" for n, card in enumerate(replies, start=1))
    right = sum(card.tone == "right" for card in replies)
    tone = "right" if right == len(replies) else "not yet"
    return Card(tone, f"{right} of {len(replies)} right", (*body, *record.notices()))


def note_answer(item, number, said):
    """Record the answer to one question (counted from 0), and explain it."""
    question = item.questions[number]
    made = choice(question.choices, said)
    if made is None:
        return Card("not yet", f"{said!r} is not one of the options.", ("",))
    right = same(made, question.truth)
    # The first answer is the one that counts.
    record.change("quizzes", item.id, lambda before: {str(number + 1): right, **before})
    return reply_to(question, made, *record.notices())


def reply_to(question, made, *notices):
    """Whether an option of a question is right, and why."""
    right = same(made, question.truth)
    head = f"{made}: right." if right else f"{made}: not this one."
    return Card("right" if right else "not yet", head, (question.reason(made), *notices))
