"""What notebook 12 asks: weights of rows, confidence of models, and what noise does."""

from functools import cache

import numpy as np

from dtcourse.judging.items import Case, Check, Guess, Mistake, Question, Quiz
from dtlab import load, work

NOTHING, ALIKE, NEGATIVE = "about 0", "about the same as the other two", "below 0"
FEWER, SHARE, NEARLY_HALF = "about 5%", "about 20%", "about 45%"


@cache
def rounds():
    """The three updates of Table 8."""
    days = load("bike_temp_classes").frame
    return work.adaboost(days["RENTALS"], days[["M0", "M1", "M2"]]).result


def new_weight(day, i):
    """What a day weighs after the update that follows model i."""
    return float(rounds()[i].weights[day - 1])


def wrong_days_hold():
    """The share of the weight that days 9 and 10 have after the first update."""
    return f"{new_weight(9, 0) + new_weight(10, 0):.0%}"


def reweigh(weights, wrong):
    """The reference of 12.t2."""
    error = weights[wrong].sum()
    return weights / np.where(wrong, 2 * error, 2 * (1 - error))


def by_count(weights, wrong):
    """A mistake: ε as the share of wrong rows."""
    return weights / np.where(wrong, 2 * wrong.mean(), 2 * (1 - wrong.mean()))


def exchanged(weights, wrong):
    """A mistake: the two divisors the other way round."""
    error = weights[wrong].sum()
    return weights / np.where(wrong, 2 * (1 - error), 2 * error)


def right_rows_left(weights, wrong):
    """A mistake: the right rows keep their weight, or ε is summed again after wrong rows gained."""
    return weights / np.where(wrong, 2 * weights[wrong].sum(), 1.0)


def unnormalised(weights, wrong):
    """A mistake: wrong rows × (1 − ε)/ε, without the division by the sum."""
    error = weights[wrong].sum()
    return weights * np.where(wrong, (1 - error) / error, 1.0)


def without_the_sum(weights, wrong):
    """A mistake: wrong rows × e^α, right rows × e^−α, without the division by the sum."""
    error = weights[wrong].sum()
    return weights * np.sqrt((1 - error) / error) ** np.where(wrong, 1, -1)


def twice(weights, wrong):
    """A mistake: both kinds of row change by (1 − ε)/ε, then the division by the sum."""
    error = weights[wrong].sum()
    raised = weights * ((1 - error) / error) ** np.where(wrong, 1.0, -1.0)
    return raised / raised.sum()


def doubled(weights, wrong):
    """A mistake: wrong rows × 2, then the division by the sum."""
    raised = weights * np.where(wrong, 2, 1)
    return raised / raised.sum()


UNEVEN = np.array([0.4, 0.3, 0.2, 0.1])

ITEMS = [
    Guess(
        "12.p1",
        "M0 is wrong on days 9 and 10, which weigh 0.1 each. After the update, how much of all "
        "weight will these two days hold together?",
        options=["20%", "40%", "50%", "80%"],
        answer=wrong_days_hold,
        explanation="Half of it. Two wrong days weigh as much as the eight right ones.",
        why={
            "20%": "That is what they held before. Wrong rows must gain.",
            "40%": "A good thought, twice as much as before. The update goes further.",
            "80%": "More than the update does: the right rows keep a say too.",
        },
        items=("K73", "K78"),
    ),
    Guess(
        "12.p2",
        "M2 says Low for every day and is wrong on five of ten. What confidence α will it get?",
        options=[NOTHING, ALIKE, NEGATIVE],
        answer=ALIKE,
        explanation=lambda: (
            f"α = {rounds()[2].alpha:.3f}, beside {rounds()[0].alpha:.3f} and "
            f"{rounds()[1].alpha:.3f}. Its five wrong days are the light ones: together they weigh "
            f"{float(rounds()[2].error):.3f}."
        ),
        why={
            NOTHING: "Five of ten would be a coin if all rows weighed the same. They do not.",
            NEGATIVE: "For that its wrong rows would have to hold more than half of the weight.",
        },
        items=("K74", "K76"),
    ),
    Guess(
        "12.p3",
        "Without the logarithm, α would be (1 − ε)/ε. Which α does a coin get then, with ε = ½?",
        options=["0", "0.5", "1"],
        answer="1",
        explanation="½ divided by ½ is 1: that formula lets a coin vote, and it can never be "
        "negative. A logarithm makes 1 into 0.",
        why={
            "0": "That is what it *should* be. Put ½ into the formula without ln.",
            "0.5": "(1 − ½) is ½, but it is still divided by ε.",
        },
        items=("S45", "E18"),
    ),
    Guess(
        "12.p4",
        "One in five training labels is wrong. After 50 stumps, what share of all weight do the "
        "spoiled rows hold?",
        options=[FEWER, SHARE, NEARLY_HALF],
        answer=NEARLY_HALF,
        explanation="AdaBoost cannot tell a wrong label from a hard row. The first stumps get both "
        "wrong, so both gain weight.",
        why={
            SHARE: "That is their share at the start. They are the rows that stumps get wrong.",
            FEWER: "If only it knew which ones they are.",
        },
        items=("S42",),
    ),
    Quiz(
        "12",
        [
            Question(
                "A model's ε is",
                [
                    "the number of wrong rows over n",
                    "the share of wrong rows in the drawn sample",
                    "the weight of its wrong rows, among all rows",
                ],
                "the weight of its wrong rows, among all rows",
                {
                    "the weight of its wrong rows, among all rows": "Weights, and every row.",
                    "the share of wrong rows in the drawn sample": "The sample only teaches the "
                    "model; it is judged on all rows.",
                    "the number of wrong rows over n": "Only in the first round, when all rows "
                    "weigh the same.",
                },
            ),
            Question(
                "With two classes, judged with the weights after its own update, a model has an "
                "error of",
                ["0", "exactly ½", "the same ε as before"],
                "exactly ½",
                "Its wrong rows weigh ε/(2ε) = ½ then: for the next round it is a coin.",
            ),
            Question(
                "With two classes, a model with ε = ½ gets",
                ["α = 0", "α = 1", "α = ½"],
                "α = 0",
                {
                    "α = 0": "ln 1 = 0: a coin has no vote.",
                    "α = 1": "That is (1 − ε)/ε: the logarithm is missing.",
                    "α = ½": "The ½ stands before a logarithm, and ln 1 is 0.",
                },
            ),
            Question(
                "A library makes every α twice as large as ours. The votes",
                ["need twice as many models", "change for close rows", "stay the same"],
                "stay the same",
                "Both sums double, so the larger one stays the larger one.",
            ),
            Question(
                "Your labels are often wrong. AdaBoost will",
                [
                    "give the wrong labels less weight",
                    "give the wrong labels far more than their share of the weight",
                    "stop by itself",
                ],
                "give the wrong labels far more than their share of the weight",
                {
                    "give the wrong labels far more than their share of the weight": "They look "
                    "like hard rows. Use few rounds, or better a forest with several rows in "
                    "each leaf.",
                    "give the wrong labels less weight": "It does not know which ones are wrong.",
                    "stop by itself": "Only when a model is perfect or no better than chance.",
                },
            ),
        ],
    ),
    Check(
        "12.t2",
        "Write `reweigh(weights, wrong)`: the weights after AdaBoost's update, as an array.",
        answer=reweigh,
        starter="def reweigh(weights, wrong):\n    return ...",
        tests=[
            Case(np.full(10, 0.1), np.arange(10) >= 8, says="the first round of the ten days"),
            Case(UNEVEN, np.array([False, True, False, False]), says="weights that differ"),
        ],
        hidden=[Case(UNEVEN[::-1].copy(), np.array([True, True, False, False]), says="two wrong")],
        hints=(
            "First ε: add up the weights where `wrong` is True, `weights[wrong].sum()`.",
            "Wrong rows are divided by 2ε, right rows by 2(1 − ε).",
            "`np.where(wrong, a, b)` takes a where `wrong` is True, and b elsewhere.",
        ),
        mistakes=[
            Mistake(
                by_count,
                "ε is the *weight* of the wrong rows; you took how many of them there are.",
            ),
            Mistake(
                exchanged,
                "Right and wrong are exchanged: wrong rows are divided by 2ε.",
            ),
            Mistake(
                lambda weights, wrong: 2 * reweigh(weights, wrong),
                "The factor 2 is missing: the new weights should sum to 1.",
            ),
            Mistake(
                right_rows_left,
                "The rows that the model got right kept their weight. Divide them by 2(1 − ε), "
                "with the ε from *before* any weight changed.",
            ),
            Mistake(
                unnormalised,
                "You raised the wrong rows: now divide all weights by their sum.",
            ),
            Mistake(
                without_the_sum,
                "e^α for wrong rows and e^−α for right ones: now divide all by their sum.",
            ),
            Mistake(
                twice,
                "That is the step taken twice: raise the wrong rows by (1 − ε)/ε *or* lower the "
                "right ones by it, then divide by the sum.",
            ),
            Mistake(
                lambda weights, wrong: weights / (2 * weights[wrong].sum()),
                "You divided all rows by 2ε. That is for the wrong ones; right rows: 2(1 − ε).",
            ),
            Mistake(
                doubled,
                "You doubled the wrong rows. How much they gain depends on ε: divide them by 2ε.",
            ),
        ],
        explanation=(
            "Afterwards the wrong rows have half of the weight together, and the right "
            "ones the other half."
        ),
        solution="def reweigh(weights, wrong):\n    error = weights[wrong].sum()\n"
        "    return weights / np.where(wrong, 2 * error, 2 * (1 - error))",
        points=2,
        minutes=8,
        items=("K73",),
    ),
]
