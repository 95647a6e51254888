"""The graded exercises of the extra on C5.0 and the family: a missing value, costs."""

from functools import cache

import dtlab
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake
from dtlab import entropy

IMPORTS = """
import math

import pandas as pd

from dtlab import entropy, gain_ratio, information_gain, split_information
"""


# ── 06.11 the dogs ──────────────────────────────────────────────────────────────────────────────

DOGS = {"short": (7, 1), "long": (1, 3), None: (2, 2)}  # coat: who likes water, who does not
SHORT, LONG = DOGS["short"], DOGS["long"]


def gain_of_known():
    """What the coat tells among the dogs whose coat is known."""
    left = sum(sum(part) * entropy(part) for part in (SHORT, LONG)) / 12
    return entropy([8, 4]) - left


@cache
def by_c45():
    """The gain ratio of the coat, by C4.5 itself."""
    import pandas as pd

    rows = [(coat, k) for coat, both in DOGS.items() for k in (0, 1) for _ in range(both[k])]
    coat, water = zip(*rows, strict=True)
    model = dtlab.C45(prune=False, collapse=False).fit(pd.DataFrame({"coat": coat}), list(water))
    return float(model.candidates()["score"].iloc[0])


def missing_as_a_value():
    """A mistake: *missing* is a third coat like the others."""
    left = sum(sum(part) * entropy(part) for part in DOGS.values()) / 16
    return (entropy([10, 6]) - left) / entropy([8, 4, 4])


# ── 06.12 the cheapest answer ───────────────────────────────────────────────────────────────────


def cheapest(shares, costs, default=1, swap=False, right=0, choose=min):
    """The reference of 06.12; with other arguments, a mistake."""

    def expected(said):
        pairs = {true: (said, true) if swap else (true, said) for true in shares}
        return sum(
            share * (right if true == said else costs.get(pairs[true], default))
            for true, share in shares.items()
        )

    return choose(shares, key=expected)


ITEMS = [
    Exercise(
        "06.11",
        "Sixteen dogs; the class is whether they like water. 8 have a short coat (7 like water), "
        "4 have a long coat (1 likes water), and of 4 the coat is not known (2 like water). What "
        "is C4.5's gain ratio of the coat?",
        title="Four unknown coats",
        kind="number",
        fresh=True,
        answer=by_c45,
        hints=(
            "Three steps: the gain among the known dogs, the known share, the price.",
            "Gain among the 12 known: H(8, 4) − 8/12 · H(7, 1) − 4/12 · H(1, 3). Multiply it by "
            "12/16.",
            "The price is the entropy of three branches: 8, 4 and 4 of 16.",
        ),
        mistakes=[
            Mistake(
                lambda: gain_of_known() / entropy([8, 4, 4]),
                "The price is right. The gain must be multiplied by the known share, 12 of 16.",
            ),
            Mistake(
                lambda: 12 / 16 * gain_of_known() / entropy([8, 4]),
                "The gain is right. In the price, *missing* counts as a third branch.",
            ),
            Mistake(
                lambda: gain_of_known() / entropy([8, 4]),
                "That is the ratio of the twelve known dogs alone, as if there were no others.",
            ),
            Mistake(
                lambda: 12 / 16 * gain_of_known(),
                "That is the gain, with the known share: now divide it by the price.",
            ),
            Mistake(
                missing_as_a_value,
                "You took *missing* for a third kind of coat in the gain, too. The gain looks at "
                "the known dogs only.",
            ),
        ],
        solution="known = entropy([8, 4]) - 8 / 12 * entropy([7, 1]) - 4 / 12 * entropy([1, 3])\n"
        "answer_11 = 12 / 16 * known / entropy([8, 4, 4])",
        explanation="A feature with many holes gains less and costs more.",
        items=("R31",),
        points=2,
        minutes=7,
    ),
    Exercise(
        "06.12",
        "Write `cheapest(shares, costs)`: what a leaf should say. `shares` is a dict from class to "
        "share of the leaf's rows. `costs` is a dict {(what is true, what is said): cost}; an "
        "error that is not in it costs 1, and a right answer costs 0. Return the class with the "
        "smallest expected cost.\n\n"
        'For example, `cheapest({"no": 0.7, "yes": 0.3}, {("yes", "no"): 3})` is `"yes"`: saying '
        "no costs 0.3 × 3 on average, saying yes 0.7 × 1.",
        title="The cheapest answer",
        kind="function",
        fresh=True,
        starter="def cheapest(shares, costs):\n    return ...",
        answer=cheapest,
        tests=[
            Case({"no": 0.7, "yes": 0.3}, {("yes", "no"): 3}, says="a missed yes is expensive"),
            Case({"no": 0.7, "yes": 0.3}, {}, says="all errors cost the same"),
            Case({"no": 0.8, "yes": 0.2}, {("yes", "no"): 3}, says="too few yes, even so"),
            Case({"no": 0.6, "yes": 0.4}, {("no", "yes"): 4}, says="a false yes is expensive"),
            Case(
                {"a": 0.5, "b": 0.3, "c": 0.2},
                {("c", "a"): 6, ("a", "c"): 0.5},
                says="three classes",
            ),
            Case(
                {"low": 0.45, "high": 0.55},
                {("low", "high"): 2},
                says="the majority is too expensive",
            ),
        ],
        hidden=[
            Case({"only": 1.0}, {}, says="one class only"),
            Case({"x": 0.2, "y": 0.8}, {("x", "y"): 10, ("y", "x"): 3}, says="two costs"),
            Case({1: 0.3, 2: 0.3, 3: 0.4}, {(3, 1): 0.1}, says="classes that are numbers"),
        ],
        hints=(
            "Try every class as the answer. What does it cost on average?",
            "Saying `said` costs the sum of share × cost over all classes that are not `said`.",
            "`costs.get((true, said), 1)` for each `true != said`; then `min(shares, key=...)`.",
        ),
        mistakes=[
            Mistake(
                lambda shares, costs: max(shares, key=shares.get),
                "It says the majority: the costs do not come into it.",
            ),
            Mistake(
                lambda shares, costs: cheapest(shares, costs, swap=True),
                "The pair is the other way round: first what is true, then what is said.",
            ),
            Mistake(
                lambda shares, costs: cheapest(shares, costs, default=0),
                "An error that is not in `costs` costs 1; for you it is free.",
            ),
            Mistake(
                lambda shares, costs: cheapest(shares, costs, right=1),
                "A right answer costs nothing: leave out the class that is said.",
            ),
            Mistake(
                lambda shares, costs: cheapest(shares, costs, choose=max),
                "It takes the most expensive answer: the smallest expected cost wins.",
            ),
        ],
        solution="def cheapest(shares, costs):\n"
        "    def expected(said):\n"
        "        wrong = [true for true in shares if true != said]\n"
        "        return sum(shares[true] * costs.get((true, said), 1) for true in wrong)\n\n"
        "    return min(shares, key=expected)",
        explanation="With equal costs it is the majority; costs move the border.",
        items=("R35",),
        points=2,
        minutes=9,
    ),
]
