"""What an item of the bank is: a Guess, a Quiz of Questions, or a Check with its Mistakes.

One definition per item, and the cell holds its id only. Each text, option list and answer may be a
function without arguments: it is called when the item is shown, so that a number comes from dtlab
and is not typed in. docs/writing_items.md shows how to write one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self, TypeAlias

LETTERS = "abcdefgh"
Text: TypeAlias = str | Callable[..., str]  # or a function that gives it when it is shown


def now(thing):
    """The thing itself, or what it returns if it is a function, called only when needed.

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
    """Raise ValueError, naming the item, unless `right` is true."""
    if not right:
        raise ValueError(f"{whose}: {sentence}")


class WithOptions:
    """What a guess and a question of a quiz share: `options` and `answer` may be functions."""

    options: Sequence | Callable | None
    answer: Any

    def check_options(
        self, whose: str, reasons: Iterable[object], also: Iterable[object] = ()
    ) -> None:
        """Refuse options that do not fit the answer or the reasons, as far as they are known.

        Parameters:
            whose: what begins the sentence of the refusal.
            reasons: the options that are explained.
            also: further right options.
        """
        options, answer = self.options, self.answer
        if options is None or callable(options) or callable(answer):
            return
        need(2 <= len(options) <= len(LETTERS), whose, f"give 2 to {len(LETTERS)} options")
        different = {str(option).casefold() for option in options}
        need(len(different) == len(options), whose, "two options are equal")
        for right in (answer, *also):
            need(any(same(o, right) for o in options), whose, f"{right!r} is not an option")
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

    Each text, the options and the answers may be a function without arguments.

    Parameters:
        id: the number of the notebook, and p1, p2, ...: "03.p1".
        question: what is asked.
        answer: the right option, or the right number or word where the reader types.
        explanation: why it is right.
        options: 2 to 8 of them; None (default): the reader types a number or a word.
        why: {wrong option: why it is tempting and why it is wrong}; empty by default.
        tolerance: how far a typed number may be off, 0.0005 by default.
        items: the items of the lectures that it practises; empty by default.
        also: further answers that are right, where it is too close to call; empty by default.

    >>> item = Guess("03.p9", "Which side?", "left", "It is purer.", options=["left", "right"])
    >>> item.choices, item.truth
    (['left', 'right'], 'left')
    """

    id: str
    question: Text
    answer: Any
    explanation: Text
    options: Sequence | Callable | None = None
    why: Mapping[Any, Text] = field(default_factory=dict)
    tolerance: float = 0.0005
    items: tuple[str, ...] = ()
    also: Sequence | Callable = ()

    def __post_init__(self):
        self.check_options(self.id, self.why, () if callable(self.also) else self.also)

    @cached_property
    def truths(self):
        """All right answers, computed once; the first is the one to name."""
        return [self.truth, *now(self.also)]


@dataclass(frozen=True)
class Question(WithOptions):
    """One question of a quiz.

    Each text, the options and the answers may be a function without arguments.

    Parameters:
        text: what is asked.
        options: 2 to 8 of them.
        answer: the right one.
        explanation: one text for all, or {option: text}, which must explain the right option.

    >>> coin = {"1 bit": "log₂ 2.", "2 bits": "That would be four sides."}
    >>> Question("The entropy of a coin?", ["1 bit", "2 bits"], "1 bit", coin).reason("2 bits")
    'That would be four sides.'
    """

    text: Text
    options: Sequence | Callable
    answer: Any
    explanation: Text | Mapping[Any, Text]

    def __post_init__(self):
        reasons = self.explanation if isinstance(self.explanation, Mapping) else {}
        self.check_options(f"question {str(self.text)[:40]!r}", reasons)

    def reason(self, option: object) -> str:
        """What to say to somebody who chose this option.

        Parameters:
            option: one of the options.
        """
        if not isinstance(self.explanation, Mapping):
            return now(self.explanation)
        told = {str(o).casefold(): text for o, text in self.explanation.items()}
        general = told.get(str(self.truth).casefold(), "")
        return now(told.get(str(option).casefold(), general))


@dataclass(frozen=True)
class Quiz:
    """The questions at the end of a notebook.

    Parameters:
        id: the number of the notebook: "03".
        questions: at least one Question.

    >>> coin = Question("The entropy of a coin?", ["1 bit", "2 bits"], "1 bit", "log₂ 2.")
    >>> Quiz("02", [coin]).questions[0].truth
    '1 bit'
    """

    id: str
    questions: Sequence[Question]

    def __post_init__(self):
        need(self.questions, f"quiz {self.id}", "it has no questions")


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that people really give, and the sentence that names what went wrong.

    Parameters:
        wrong: a value, a function without arguments that computes it, or, where the exercise asks
            for a function, a wrong function.
        sentence: what went wrong; a text, or a function without arguments that gives it.

    >>> mistake = Mistake(0.5, "That is the Gini impurity: take the entropy.")
    >>> mistake.wrong
    0.5
    """

    wrong: Any
    sentence: Text


def mistakes(*pairs):
    """Mistakes from a wrong answer, what it means, the next wrong answer, what it means, ..."""
    return [Mistake(*pair) for pair in zip(pairs[::2], pairs[1::2], strict=True)]


def one_wrong(claims, *sentences):
    """A mistake for every claim: that claim judged wrongly, the others correctly."""
    turned = [[right != (i == n) for i, right in enumerate(claims)] for n in range(len(claims))]
    return [Mistake(*both) for both in zip(turned, sentences, strict=True)]


class Case:
    """One input on which a learner's function is tried; the reference says what is expected.

    Parameters:
        *args, **kwargs: what the function is called with.
        says: the property of this input in words, empty by default.

    >>> Case([9, 5], base=2, says="two classes")
    [9, 5], base=2
    """

    def __init__(self, *args: Any, says: str = "", **kwargs: Any) -> None:
        self.args, self.kwargs, self.says = args, kwargs, says

    def __repr__(self):
        inside = [repr(a) for a in self.args] + [f"{k}={v!r}" for k, v in self.kwargs.items()]
        return ", ".join(inside)


@dataclass(frozen=True)
class Check:
    """A task with an answer that is checked at once: "Your turn" (`03.t1`) or exercise (`03.1`).

    Parameters:
        id: the number of the notebook, and t1, t2, ... (a task) or 1, 2, ... (an exercise).
        text: what is asked; like every text, it may be a function without arguments.
        answer: a value (number, text, True/False, list, set, dict, tree), a function without
            arguments that computes it, or, with tests, the reference for the function that is
            asked for.
        hints: three texts, each stronger than the last.
        mistakes: at least one Mistake.
        solution: one way to solve it, as Python source.
        tolerance: how far a number may be off, 0.0005 by default.
        explanation: what is said to a right answer; empty by default.
        starter: the code that the learner completes, "answer = ..." by default.
        tests: the inputs on which a function is tried, each a Case; empty by default.
        hidden: more of them, which the learner's notebook does not show; empty by default.
        printed: {value that a lecture prints: note}, values that pass as well; empty by default.
        percent: True if the answer is asked for in percent; False by default.
        accept: where more than one answer is right, a function of the answer that returns True or a
            sentence that says what is missing; None by default.
        forbidden: names of dtlab's functions and classes that the learner's function must not
            call; empty by default.
        seconds: the time for all tries of a function, 2 by default.
        points: what it is worth, 1 by default.
        minutes: how long it takes, about 3 by default.
        items: the items of the lectures that it practises; empty by default.

    >>> from dtcourse.judging.judge import judge
    >>> hints = ["Two equal shares.", "Use −Σ p log₂ p.", "It is log₂ 2."]
    >>> gini = Mistake(0.5, "That is the Gini impurity: take the entropy.")
    >>> item = Check("02.t9", "The entropy of a coin?", 1, hints, [gini], "answer = log2(2)")
    >>> judge(item, 0.5)
    ○ Not yet: you have 0.5.
      That is the Gini impurity: take the entropy.
    """

    id: str
    text: Text
    answer: Any
    hints: Sequence[Text]
    mistakes: Sequence[Mistake]
    solution: str
    tolerance: float = 0.0005
    explanation: Text = ""
    starter: str = "answer = ..."
    tests: Sequence[Case] = ()
    hidden: Sequence[Case] = ()
    printed: Mapping[Any, Text] = field(default_factory=dict)
    percent: bool = False
    accept: Callable | None = None
    forbidden: tuple[str, ...] = ()
    seconds: float = 2.0
    points: int = 1
    minutes: int = 3
    items: tuple[str, ...] = ()

    def __post_init__(self):
        whose = f"check {self.id}"
        need(len(self.hints) == 3, whose, "give three hints, each stronger than the last")
        need(self.mistakes, whose, "name at least one mistake that people make here")
        need(not self.tests or callable(self.answer), whose, "tests need a function as answer")
        need(self.tests or not self.hidden, whose, "hidden tests need public ones")

    def of(self, student: str) -> Self:
        """This task as the learner with this id gets it: the same for all (see Exercise).

        Parameters:
            student: the learner's name or number.
        """
        return self

    @cached_property
    def truth(self):
        """The expected value, computed once; the reference itself where a function is asked."""
        return self.answer if self.tests else now(self.answer)
