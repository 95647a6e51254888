"""The live views: radio buttons or a field of a guess and a quiz, buttons for help with a task.

The only file of the machinery that imports ipywidgets. Each view is a thin layer: `note_guess` and
`note_answer` and `solution` decide and record, and the tests drive the buttons from Python.
"""

from functools import partial
from html import escape

import ipywidgets as widgets

from ..judging.comparing import is_number
from ..judging.items import now, same
from . import record
from .asking import note_answer, note_guess
from .card import BLUE, GREY, INK, PAPER, Card, calm, heading, mixed, paragraphs, plain, surface
from .checking import hint_card, solution

# Long options wrap, and the middle of a radio button is that of its option's first line.
STYLE = f"""<style>
.dtlab-card {{overflow: visible; font-size: var(--jp-content-font-size1, 14px)}}
.dtlab-card .widget-radio, .dtlab-card .widget-radio-box {{width: auto; height: auto; margin: 0}}
.dtlab-card .widget-radio-box {{gap: 2px; padding: 2px 0}}
.dtlab-card .widget-radio-box label {{display: flex; gap: 8px; align-items: flex-start;
  height: auto; white-space: normal; line-height: 20px; padding: 4px 8px; margin: 0;
  width: fit-content; max-width: 36em; border-radius: 6px; cursor: pointer;
  font-size: var(--jp-content-font-size1, 14px); color: {INK}}}
.dtlab-card .widget-radio-box label:hover {{background: {mixed(BLUE, 10, PAPER)}}}
.dtlab-card .widget-radio-box label:has(:checked) {{background: {mixed(BLUE, 16, PAPER)}}}
.dtlab-card .widget-radio-box input {{order: -1; flex: none; float: none; width: 14px; height: 14px;
  margin: 3px 0; line-height: 20px; accent-color: {BLUE}; cursor: pointer}}
.dtlab-card .widget-html, .dtlab-card .widget-html-content {{margin: 0; line-height: 1.5;
  font-size: var(--jp-content-font-size1, 14px); color: inherit; overflow: visible}}
.dtlab-card .widget-html-content p {{margin: 0.4em 0}}
.dtlab-card .widget-html-content pre {{line-height: 1.3; color: inherit; background: none}}
.dtlab-card .dtlab-below {{margin-left: 34px; overflow: visible}}
.dtlab-card .dtlab-row {{gap: 8px; align-items: center; overflow: visible; margin: 4px 0}}
.dtlab-card .jupyter-button {{height: 30px; line-height: 28px; width: auto; padding: 0 14px;
  margin: 0; border: 1px solid {mixed(BLUE, 45, PAPER)}; border-radius: 15px; box-shadow: none;
  background: {PAPER}; color: {mixed(BLUE, 55, INK)}; font-weight: 600; opacity: 1}}
.dtlab-card .jupyter-button:hover:enabled {{background: {mixed(BLUE, 14, PAPER)}; box-shadow: none}}
.dtlab-card .jupyter-button:disabled {{border-style: dashed; opacity: 1; cursor: default;
  color: {mixed(GREY, 70, INK)}; background: none}}
.dtlab-card .widget-text {{width: auto; margin: 0}}
.dtlab-card .widget-text label {{width: auto; color: {INK}}}
.dtlab-card .widget-text input {{width: 11em !important; height: 30px; border-radius: 6px;
  color: {INK}; background: {PAPER}}}
</style>"""


def live_guess(item):
    """The question, its radio buttons or its field, and what was recorded."""
    ask = _html(paragraphs(now(item.question)))
    made = record.about("guesses", item.id).get("choice")
    reply = _html("" if made is None else _status(f"<p>Your guess so far: {escape(str(made))}</p>"))

    def record_it(said):
        reply.value = _status(calm(note_guess)(item, said)._repr_html_())

    entry = _radio(item.choices, record_it, made) if item.choices else _field(item, record_it, made)
    return _view("guess", heading("guess", f"Your guess · {item.id}"), [ask, entry, reply])


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
            tone = "right" if all(first.values()) else "note"
            tally.value = _status(Card(tone, score)._repr_html_())

    parts = []
    for number, question in enumerate(item.questions):
        ask = _html(paragraphs(f"**{number + 1}.** {now(question.text)}"))
        reply = _html("")
        parts += ask, _radio(question.choices, partial(answer, number, reply)), reply
    return _view("quiz", heading("quiz", f"Quiz · {item.id}"), [*parts, tally])


def live_help(card, item):
    """What `check` says of an open task, a button for the next hint and one for the solution."""
    hints, solved = _html(""), _html("")
    last = len(item.hints)
    about = record.about("checks", item.id)
    seen = min(record.count(about, "hints"), last)
    ask, show = widgets.Button(), widgets.Button(description="Solution")

    def label():
        ask.description = f"Hint {seen + 1} of {last}" if seen < last else f"The {last} hints again"

    def next_hint(_):
        nonlocal seen
        seen = min(seen + 1, last)
        record.change("checks", item.id, lambda _: {"hints": seen})
        cards = [calm(hint_card)(item, number) for number in range(seen)]
        hints.value = _status("".join(card._repr_html_() for card in cards))
        label()
        if seen == last:
            ask.description, ask.disabled = "No more hints", True

    def show_solution(_):
        solved.value = _status(solution(item.id)._repr_html_())
        show.disabled = True

    label()
    ask.on_click(next_hint)
    show.on_click(show_solution)
    buttons = [ask, show] if record.count(about, "tries") else [ask]
    return _view(card.tone, card.inside, [_row(*buttons), hints, solved])


def _view(tone, head, parts):
    """A card of this kind; what stands under its first line is indented."""
    style = f"{STYLE}<style>.dtlab-{tone.replace(' ', '-')} {{{surface(tone)}}}</style>"
    below = widgets.VBox(parts).add_class("dtlab-below")
    view = widgets.VBox([_html(style + head), below])
    return view.add_class("dtlab-card").add_class(f"dtlab-{tone.replace(' ', '-')}")


def _html(value):
    return widgets.HTML(value, layout={"width": "auto"})


def _row(*parts):
    return widgets.HBox(parts).add_class("dtlab-row")


def _radio(options, chosen, made=None):
    """Radio buttons that call `chosen` with the option; none is chosen before a click."""
    index = next((i for i, option in enumerate(options) if same(option, made)), None)
    labels = list(map(plain, options))
    buttons = widgets.RadioButtons(options=labels, index=index, layout={"width": "auto"})
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
    return _row(field, button)


def _status(html):
    """HTML that a screen reader announces when it appears."""
    return f'<div role="status">{html}</div>'
