"""The live views: radio buttons or a field of a guess and a quiz, buttons for help with a task.

The only file of the machinery that imports ipywidgets. Each view is a thin layer: `note_guess` and
`note_answer`, `hint` and `solution` decide and record, and the tests drive the buttons from Python.
"""

from functools import partial
from html import escape

import ipywidgets as widgets

from ..judging.comparing import is_number
from ..judging.items import now, same
from . import record
from .asking import note_answer, note_guess
from .card import COLOURS, calm, plain
from .checking import hint, solution
from .markup import as_html

# Long options wrap, and the reply is announced by screen readers.
STYLE = """<style>
.dtlab-card .widget-radio, .dtlab-card .widget-radio-box {width: auto; height: auto}
.dtlab-card .widget-radio-box label {display: flex; gap: 6px; align-items: flex-start; height: auto;
  white-space: normal; line-height: 1.5; padding: 2px 0; margin: 0; width: auto;
  font-size: var(--jp-content-font-size1, 14px)}
.dtlab-card .widget-radio-box input {order: -1; flex: none; float: none; margin: 0.15em 0 0 2px}
.dtlab-card .widget-html-content {line-height: 1.5; font-size: var(--jp-content-font-size1, 14px)}
.dtlab-card .widget-html-content p {margin: 0.3em 0}
.dtlab-card .widget-html-content pre {line-height: 1.3}
</style>"""
WIDE = {"width": "auto", "max_width": "60em"}


def live_guess(item):
    """The question, its radio buttons or its field, and what was recorded."""
    head = _html(f"{STYLE}<p><b>?</b> Your guess · {item.id}</p>")
    ask = _html(as_html(now(item.question)))
    made = record.about("guesses", item.id).get("choice")
    reply = _html("" if made is None else _status(f"<p>Your guess so far: {escape(str(made))}</p>"))

    def record_it(said):
        reply.value = _status(calm(note_guess)(item, said)._repr_html_())

    entry = _radio(item.choices, record_it, made) if item.choices else _field(item, record_it, made)
    return _view([head, ask, entry, reply])


def live_quiz(item):
    """All questions, each with its radio buttons and its explanation as soon as one is chosen."""
    tally = _html("")
    first = {}  # question: was the first answer right?

    def answer(number, reply, said):
        card = calm(note_answer)(item, number, said)
        reply.value = _status(card._repr_html_())
        first.setdefault(number, card.tone == "right")
        if len(first) == len(item.questions):
            score = f"{sum(first.values())} of {len(first)} right at the first try."
            tally.value = _status(f"<p>{score}</p>")

    parts = [_html(f"{STYLE}<p><b>?</b> Quiz · {item.id}</p>")]
    for number, question in enumerate(item.questions):
        ask = _html(as_html(f"**{number + 1}.** {now(question.text)}"))
        reply = _html("")
        parts += ask, _radio(question.choices, partial(answer, number, reply)), reply
    return _view([*parts, tally])


def live_help(card, item):
    """What `check` says of an open task, a button for the next hint and one for the solution."""
    reply = _html("")
    told = {}  # first line: HTML; hints that repeat stand there already

    def tell(ask):
        answer = ask(item.id)
        told[answer.head] = answer._repr_html_()
        reply.value = _status("".join(told.values()))

    asks = {"Hint": hint}
    if record.count(record.about("checks", item.id), "tries"):
        asks["Solution"] = solution
    buttons = [widgets.Button(description=name) for name in asks]
    for button, ask in zip(buttons, asks.values(), strict=True):
        button.on_click(lambda _, ask=ask: tell(ask))
    said = _html(f"{STYLE}{card.inside}")
    return _view([said, widgets.HBox(buttons), reply], card.tone)


def _view(parts, tone="ask"):
    edge = {"border_left": f"4px solid {COLOURS[tone]}", "padding": "0 0 0 12px"}
    return widgets.VBox(parts, layout={"max_width": "60em", **edge}).add_class("dtlab-card")


def _html(value):
    return widgets.HTML(value, layout=WIDE)


def _radio(options, chosen, made=None):
    """Radio buttons that call `chosen` with the option; none is chosen before a click."""
    index = next((i for i, option in enumerate(options) if same(option, made)), None)
    labels = list(map(plain, options))
    buttons = widgets.RadioButtons(options=labels, index=index, layout=WIDE)
    buttons.observe(lambda change: chosen(options[change.new]), names="index")
    return buttons


def _field(item, typed, made=None):
    """A field that counts when Enter is pressed or the button is."""
    field = widgets.Text("" if made is None else str(made), description="Your guess")
    field.placeholder = "a number" if is_number(item.truth) else "a word"
    field.continuous_update = False
    button = widgets.Button(description="Record it")
    field.observe(lambda change: typed(change.new), names="value")
    button.on_click(lambda _: typed(field.value))
    return widgets.HBox([field, button])


def _status(html):
    """HTML that a screen reader announces when it appears."""
    return f'<div role="status">{html}</div>'
