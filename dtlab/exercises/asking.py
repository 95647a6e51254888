"""`guess` before the cell that answers, `reveal` after it, and the `quiz` at the end."""

from . import record
from .bank import find
from .cards import Card, calm, inline_html
from .comparing import agrees, is_number, shown
from .items import LETTERS, Guess, Quiz, choice, now, same

# ── guess and reveal ────────────────────────────────────────────────────────────────────────────


@calm
def guess(item_id, said=...):
    """Ask for a guess; with a second argument, record it without a mouse: `guess("03.p1", "b")`."""
    item = find(item_id, Guess)
    if said is not ...:
        return note_guess(item, said)
    example = '"a"' if item.choices else "..."
    how = f'Run this cell to answer, or write `guess("{item.id}", {example})`.'
    body = (now(item.question), *lettered(item.choices), how)
    return Card("ask", f"Your guess · {item.id}", body, live=lambda: _views().live_guess(item))


def note_guess(item, said):
    """Record a guess, and say so."""
    meant = choice(item.choices, said) if item.choices else said
    if meant is None or str(meant).strip() == "":
        letters = ", ".join(LETTERS[: len(item.choices or ())]) or "a number or a word"
        head = f"Not recorded: {shown(said)} is not one of the options ({letters})."
        return Card("not yet", head)
    stored = meant if isinstance(meant, bool | int | float | str) else str(meant)
    record.change("guesses", item.id, lambda _: {"choice": stored})
    body = ("You may change it until you run the cells below.", *record.notices())
    return Card("note", f"Your guess: {meant}", body)


@calm
def reveal(item_id):
    """Answer the guess: what was guessed, what is right, and why."""
    item = find(item_id, Guess)
    made, explanation = record.about("guesses", item.id).get("choice"), now(item.explanation)
    truth = f"The answer: {_sentence(item.truth)}"
    if made is None:
        note = f'(No guess recorded: run `guess("{item.id}")` above, and choose before you look.)'
        return Card("told", truth, (explanation, note, *record.notices()))
    right = is_right(item, made)
    # What is guessed after looking does not count.
    record.change("guesses", item.id, lambda before: {"right": right, **before})
    said = f"You guessed {_sentence(made)}"
    if right:
        return Card("right", f"{said} Right.", (explanation, *record.notices()))
    why = [now(sentence) for option, sentence in item.why.items() if same(option, made)]
    return Card("not yet", said, (*why[:1], truth, explanation, *record.notices()))


def is_right(item, made):
    """Is this guess the answer? A typed number may be rounded."""
    if item.choices:
        return same(made, item.truth)
    return agrees(made, item.truth, item.tolerance)


def _sentence(value):
    text = shown(value) if is_number(value) else str(value)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def lettered(options):
    """Options under letters, as one paragraph."""
    if not options:
        return ()
    return ("\n".join(f"{a}) {o}" for a, o in zip(LETTERS, options, strict=False)),)


# ── quiz ────────────────────────────────────────────────────────────────────────────────────────


@calm
def quiz(item_id, answers=""):
    """Ask the questions; with letters, answer them without a mouse: `quiz("03", "bacda")`."""
    item = find(item_id, Quiz)
    if answers:
        return _marked(item, str(answers))
    dots = "." * len(item.questions)  # letters would look like the answers
    how = f'Run this cell to answer, or put a letter for each dot: `quiz("{item.id}", "{dots}")`.'
    body = tuple(
        "\n".join([f"**{n}.** {now(q.text)}", *lettered(q.choices), ""])
        for n, q in enumerate(item.questions, start=1)
    )
    head, extra = f"Quiz · {item.id}", _folded_answers(item)
    return Card("ask", head, (*body, how), extra=extra, live=lambda: _views().live_quiz(item))


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
    head = f"{made}: right." if right else f"{made}: not this one."
    return Card("right" if right else "not yet", head, (question.reason(made), *record.notices()))


def _views():
    """The module of live views; only a notebook needs ipywidgets."""
    from . import live

    return live
