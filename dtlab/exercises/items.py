"""What an item of the bank is: a Guess, a Quiz of Questions, or a Check with its Mistakes.

One definition per item, and the cell holds its id only. Each text, option list and answer may be a
function without arguments: it is called when the item is shown, so that a number comes from dtlab
and not from a keyboard. docs/writing_items.md shows how to write one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

LETTERS = "abcdefgh"


def now(thing):
    """The thing itself, or what it returns if it is a function: definitions may wait.

    >>> now("two"), now(lambda: 1 + 1)
    ('two', 2)
    """
    return thing() if callable(thing) else thing


def same(one, other):
    """Is this option that option? Compared as they are shown, so that 2 and "2" are one."""
    return str(one).strip().casefold() == str(other).strip().casefold()


def choice(options, said):
    """The option that somebody means by `said`: the option itself, or its letter; else None.

    >>> choice(["STREAM", "SLOPE"], "b"), choice(["STREAM", "SLOPE"], "stream")
    ('SLOPE', 'STREAM')
    """
    for option in options:
        if same(option, said):
            return option
    letters = dict(zip(LETTERS, options, strict=False))
    return letters.get(str(said).strip().casefold())


def need(right, whose, sentence):
    """Refuse a definition that is not `right`, in a sentence that says whose it is."""
    if not right:
        raise ValueError(f"{whose}: {sentence}")


class WithOptions:
    """What a guess and a question of a quiz share: `options` and `answer` may be functions."""

    def check_options(self, whose, reasons):
        """Refuse options that do not fit the answer or the reasons, as far as they are known."""
        options, answer = self.options, self.answer
        if options is None or callable(options) or callable(answer):
            return
        need(2 <= len(options) <= len(LETTERS), whose, f"give 2 to {len(LETTERS)} options")
        different = {str(option).casefold() for option in options}
        need(len(different) == len(options), whose, "two options are equal")
        need(any(same(o, answer) for o in options), whose, f"{answer!r} is not an option")
        for reason in reasons:
            known = any(same(option, reason) for option in options)
            need(known, whose, f"{reason!r} is explained, but is not an option")

    @cached_property
    def choices(self):
        """The options as a list, or None where the reader types."""
        return None if self.options is None else list(now(self.options))

    @cached_property
    def truth(self):
        """The answer, computed once."""
        return now(self.answer)


@dataclass(frozen=True)
class Guess(WithOptions):
    """A question that is asked before the cell that answers it; `reveal` answers it after.

    `options` None: the reader types a number or a word. A typed number is right within `tolerance`.
    `why` says, for a wrong option, what speaks for it and why it is not so.
    """

    id: str
    question: str | Callable
    answer: object
    explanation: str | Callable
    options: Sequence | Callable | None = None
    why: Mapping = field(default_factory=dict)
    tolerance: float = 0.0005
    items: tuple = ()

    def __post_init__(self):
        self.check_options(self.id, self.why)


@dataclass(frozen=True)
class Question(WithOptions):
    """One question of a quiz. `explanation`: one text for all, or {option: text}, which must
    explain the right option."""

    text: str | Callable
    options: Sequence | Callable
    answer: object
    explanation: str | Callable | Mapping

    def __post_init__(self):
        reasons = self.explanation if isinstance(self.explanation, Mapping) else {}
        self.check_options(f"question {str(self.text)[:40]!r}", reasons)

    def reason(self, option):
        """What to say to somebody who chose this option."""
        if not isinstance(self.explanation, Mapping):
            return now(self.explanation)
        told = {str(o).casefold(): text for o, text in self.explanation.items()}
        general = told.get(str(self.truth).casefold(), "")
        return now(told.get(str(option).casefold(), general))


@dataclass(frozen=True)
class Quiz:
    """The questions at the end of a notebook: `Quiz("03", [Question(...), ...])`."""

    id: str
    questions: Sequence[Question]

    def __post_init__(self):
        need(self.questions, f"quiz {self.id}", "it has no questions")


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that people really give, and the sentence that names what went wrong.

    `wrong` is a value, a function without arguments that computes it, or, where the exercise asks
    for a function, a wrong function.
    """

    wrong: object
    sentence: str | Callable


def mistakes(*pairs):
    """Mistakes from a wrong answer, what it means, the next wrong answer, what it means, ..."""
    return [Mistake(*pair) for pair in zip(pairs[::2], pairs[1::2], strict=True)]


def one_wrong(claims, *sentences):
    """A mistake for every claim: that one judged wrongly, and the others well."""
    turned = [[right != (i == n) for i, right in enumerate(claims)] for n in range(len(claims))]
    return [Mistake(*both) for both in zip(turned, sentences, strict=True)]


class Case:
    """One input on which a learner's function is tried: `Case([9, 5], says="two classes")`.

    `says` names the property in words. The expected value is what the reference returns.
    """

    def __init__(self, *args, says="", **kwargs):
        self.args, self.kwargs, self.says = args, kwargs, says

    def __repr__(self):
        inside = [repr(a) for a in self.args] + [f"{k}={v!r}" for k, v in self.kwargs.items()]
        return ", ".join(inside)


@dataclass(frozen=True)
class Check:
    """A task with an answer that is checked at once: "Your turn" (`03.t1`) or exercise (`03.1`).

    `answer` is a value (number, text, True/False, list, set, dict, tree), a function without
    arguments that computes it, or, with `tests`, the reference for the function that is asked for.
    `hints` grow stronger; `solution` is Python source. `printed` maps values that a lecture prints
    to a note: they pass. `percent`: the answer is asked for in percent. `accept(value)`, where more
    than one answer is right, returns True or a sentence that says what is missing.
    """

    id: str
    text: str | Callable
    answer: object
    hints: Sequence
    mistakes: Sequence[Mistake]
    solution: str
    tolerance: float = 0.0005
    explanation: str | Callable = ""
    starter: str = "answer = ..."
    tests: Sequence = ()
    hidden: Sequence = ()
    printed: Mapping = field(default_factory=dict)
    percent: bool = False
    accept: Callable | None = None
    seconds: float = 2.0
    points: int = 1
    minutes: int = 3
    items: tuple = ()

    def __post_init__(self):
        whose = f"check {self.id}"
        need(len(self.hints) == 3, whose, "give three hints, each stronger than the last")
        need(self.mistakes, whose, "name at least one mistake that people make here")
        need(not self.tests or callable(self.answer), whose, "tests need a function as answer")
        need(self.tests or not self.hidden, whose, "hidden tests need public ones")

    def of(self, student):
        """This task as the learner with this id gets it: the same for all (see Exercise)."""
        return self

    @cached_property
    def truth(self):
        """The expected value, computed once; the reference itself where a function is asked."""
        return self.answer if self.tests else now(self.answer)
