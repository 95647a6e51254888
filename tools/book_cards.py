"""Guesses, their answers and quizzes as cards of a page that needs no kernel.

The page holds, as JSON, every reply that Python would give; book_touch.js shows the one asked for.
"""

import json
import re

from dtcourse.bank import find
from dtcourse.cards.asking import answer_to, closed_answer, is_right, reply_to
from dtcourse.cards.card import Card, heading, paragraphs, plain, surface
from dtcourse.judging.comparing import is_number
from dtcourse.judging.items import Guess, Quiz, now, same

ASKED = re.compile(r'(guess|reveal|quiz)\("([\w.]+)"\)')  # the source of a cell that asks
TYPED = "⟦typed⟧"  # where the script writes what a reader has typed


def card_html(function, item_id, html):
    """The output of a cell that asks or answers, for a page; `html` is the stored one."""
    if function == "reveal":
        box = closed_answer(find(item_id, Guess), "Choose above: the answer opens here by itself.")
        return f'<div class="dtlab-answer" id="answer-{item_id}">{box._repr_html_()}</div>'
    item = find(item_id, Quiz if function == "quiz" else Guess)
    about = quiz_card(item) if function == "quiz" else guess_card(item)
    # What stands between the tags of a script ends at the first "</".
    name = f"{'Your guess' if function == 'guess' else 'Quiz'} · {item.id}"
    look = {"head": heading(function, name), "style": surface(function)}
    data = json.dumps({"kind": function, "id": item.id, **look, **about}).replace("</", "<\\/")
    return f'<div class="dtlab-ask">{html}<script type="application/json">{data}</script></div>'


def quiz_card(item):
    """The questions of a quiz, and what is said to each option."""
    questions = [
        {
            "text": paragraphs(f"**{number}.** {now(question.text)}"),
            "options": list(map(plain, question.choices)),
            "right": [same(option, question.truth) for option in question.choices],
            "replies": [html(reply_to(question, option)) for option in question.choices],
        }
        for number, question in enumerate(item.questions, start=1)
    ]
    return {"questions": questions}


def guess_card(item):
    """A guess, what is said to each option or to what is typed, and the answer to it."""
    about = {"text": paragraphs(now(item.question))}
    if item.choices:
        answers = [answer_to(item, option, is_right(item, option)) for option in item.choices]
        replies = [html(noted(item, plain(option))) for option in item.choices]
        labels = list(map(plain, item.choices))
        return {**about, "options": labels, "replies": replies, "answers": list(map(html, answers))}
    numeric = is_number(item.truth)
    refused = "Type a number in digits" if numeric else "Type a word"
    return {
        **about,
        "placeholder": "a number" if numeric else "a word",
        "truths": [truth if numeric else truth.strip().casefold() for truth in item.truths],
        "tolerance": item.tolerance,
        "reply": html(noted(item, TYPED)),
        "refusal": html(Card("not yet", f"{refused}.")),
        "right": html(answer_to(item, TYPED, True)),
        "wrong": html(answer_to(item, TYPED, False)),
        "why": {str(o).casefold(): html(answer_to(item, o, False)) for o in item.why},
    }


def noted(item, said):
    """What is said to a guess."""
    link = f'<p style="margin: 0.4em 0"><a href="#answer-{item.id}">To the answer, below</a></p>'
    return Card("note", f"Your guess: {said}", extra=link)


def html(card):
    """A card as HTML."""
    return card._repr_html_()
