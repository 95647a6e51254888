"""A small bank for the tests of the machinery, as notebook 99."""

import math

from dtcourse.judging.items import Case, Check, Guess, Mistake, Question, Quiz

HINTS = ("first", "second", "third")


def surprise(p):
    if p <= 0:
        raise ValueError("no chance")
    return -math.log2(p)


NUMBER = Check(
    "99.t1",
    "The gain of *age*?",
    answer=lambda: 0.24675,
    hints=HINTS,
    mistakes=[
        Mistake(0.171, "That is in nats."),
        Mistake(lambda: 0.694, lambda: "That is the remainder, not the gain."),
        Mistake(0.94, "That is the entropy before the split."),
    ],
    solution="answer = 0.24675",
    explanation="A quarter of a bit.",
    printed={0.246: "The lecture prints 0.246, from rounded parts."},
)
FUNCTION = Check(
    "99.1",
    "Write `surprise(p)`.",
    answer=surprise,
    starter="def surprise(p):\n    return ...",
    tests=[Case(0.5, says="a coin"), Case(0.25), Case(0.0, says="what cannot be")],
    hidden=[Case(1 / 6, says="a die")],
    hints=HINTS,
    mistakes=[
        Mistake(lambda p: -math.log(p), "That is the natural logarithm."),
        Mistake(lambda p: math.log2(p), "The minus is missing."),
        Mistake(lambda p: -p * math.log2(p), "That is a term of the entropy."),
    ],
    solution="def surprise(p):\n    return -math.log2(p)",
    seconds=0.4,
    points=3,
)
LABEL = Check("99.t2", "Which one?", "ELEVATION", HINTS, [Mistake("SLOPE", "Not steep.")], "")
ANY = Check(
    "99.t3",
    "An even number?",
    2,
    HINTS,
    [Mistake(3, "")],
    "",
    accept=lambda value: value % 2 == 0 or "it is odd.",
)
CHOICE = Guess(
    "99.p1",
    "Is `a < b` & why?",
    options=["yes", "no", "<b>maybe</b>"],
    answer="yes",
    explanation=lambda: f"{1 + 1} reasons.",
    why={"no": "A fair thought."},
)
TYPED = Guess("99.p2", "How much?", answer=lambda: 0.25, explanation="A quarter.", tolerance=0.01)
QUIZ = Quiz(
    "99",
    [
        Question("One?", ["a cat", "a dog"], "a dog", {"a dog": "It barks.", "a cat": "It purrs."}),
        Question(lambda: "Two?", lambda: [1, 2], lambda: 2, lambda: "Because."),
    ],
)
ITEMS = (NUMBER, FUNCTION, LABEL, ANY, CHOICE, TYPED, QUIZ)
