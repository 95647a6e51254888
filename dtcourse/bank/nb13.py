"""What notebook 13 asks: residuals, shrinkage, and a table that leaks."""

from functools import cache

import numpy as np

import dtlab
from dtcourse.judging.items import Case, Check, Guess, Mistake, Question, Quiz
from dtlab import load

BEFORE, BETTER = "the one with η = 1", "the one with η = 0.1"


@cache
def bikes(n=3, rate=1.0):
    """Stumps on the temperature, and the days."""
    data = load("bike_temp_rentals")
    model = dtlab.GradientBoosting(n_estimators=n, max_depth=1, learning_rate=rate, bins=None)
    return model.fit(data.X, data.y), data


def first_cut():
    """Where the first stump cuts."""
    return bikes()[0].trees_[0].tree_.question.value


def residual(stages, day=10):
    """What is left of a day after this many stumps."""
    model, data = bikes()
    said = [data.y.mean(), *(stage[day - 1] for stage in model.staged_predict(data.X))]
    return float(data.y[day] - said[stages])


def boost(X, y, n, rate):
    """The reference of 13.t2."""
    M = np.full(len(y), np.mean(y))
    for _ in range(n):
        M = M + rate * dtlab.RegressionTree(max_depth=1).fit(X, y - M).predict(X)
    return M


def on_the_target(X, y, n, rate):
    """A mistake: every tree learns y again."""
    tree = dtlab.RegressionTree(max_depth=1).fit(X, y)
    return np.mean(y) + n * rate * tree.predict(X)


def from_zero(X, y, n, rate):
    """A mistake: it starts from 0."""
    M = np.zeros(len(y))
    for _ in range(n):
        M = M + rate * dtlab.RegressionTree(max_depth=1).fit(X, y - M).predict(X)
    return M


def wrong_way(X, y, n, rate):
    """A mistake: the residuals have the wrong sign."""
    M = np.full(len(y), np.mean(y))
    for _ in range(n):
        M = M + rate * dtlab.RegressionTree(max_depth=1).fit(X, M - y).predict(X)
    return M


def full_trees(X, y, n, rate):
    """A mistake: the trees have no limit on their depth."""
    M = np.full(len(y), np.mean(y))
    for _ in range(n):
        M = M + rate * dtlab.RegressionTree().fit(X, y - M).predict(X)
    return M


def too_deep(X, y, n, rate):
    """A mistake: trees with two questions on a path."""
    M = np.full(len(y), np.mean(y))
    for _ in range(n):
        M = M + rate * dtlab.RegressionTree(max_depth=2).fit(X, y - M).predict(X)
    return M


def one_number(X, y, n, rate):
    """A mistake: without a tree it returns the mean itself, not one prediction per row."""
    return boost(X, y, n, rate) if n else float(np.mean(y))


def last_tree_alone(X, y, n, rate):
    """A mistake: the prediction is the new tree's answer, the mean and the other trees are lost."""
    M = np.full(len(y), np.mean(y))
    for _ in range(n):
        M = rate * dtlab.RegressionTree(max_depth=1).fit(X, y - M).predict(X)
    return M


def overwritten(X, y, n, rate):
    """A mistake: each tree replaces the sum so far."""
    M = np.full(len(y), np.mean(y))
    for _ in range(n):
        M = np.mean(y) + rate * dtlab.RegressionTree(max_depth=1).fit(X, y - M).predict(X)
    return M


def same_residuals(X, y, n, rate):
    """A mistake: the residuals are computed once, before the loop."""
    tree = dtlab.RegressionTree(max_depth=1).fit(X, y - np.mean(y))
    return np.mean(y) + n * rate * tree.predict(X)


def whole_stumps_left(X, y, n, rate):
    """A mistake: the residuals shrink by the whole stump, the sum grows by rate × stump."""
    M, left = np.full(len(y), np.mean(y)), y - np.mean(y)
    for _ in range(n):
        said = dtlab.RegressionTree(max_depth=1).fit(X, left).predict(X)
        M, left = M + rate * said, left - said
    return M


X = np.array([[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]])
Y = np.array([1.0, 1.0, 4.0, 9.0, 5.0, 2.0])

ITEMS = [
    Guess(
        "13.p1",
        "The first stump learns the residuals, truth minus mean. Where on TEMP will it cut?",
        options=["between 7 and 12", "between 12 and 18", "between 28 and 32"],
        answer="between 7 and 12",
        explanation=lambda: (
            f"At {first_cut():g}: the three coldest days lie far below the mean, and cutting them "
            "off leaves the smallest squared error."
        ),
        why={
            "between 28 and 32": "The two hottest days are as slow, but they are only two; the "
            "next stump takes them.",
            "between 12 and 18": "Day 4, with 12 degrees, is close to the mean: it does not belong "
            "to the slow ones.",
        },
        items=("K79",),
    ),
    Guess(
        "13.p2",
        "Can one question TEMP ≤ t give these answers?",
        options=["yes", "no, it takes two cuts", "no tree on TEMP can"],
        answer="no, it takes two cuts",
        explanation="On TEMP the four days with the high answer lie in the middle: low, high, low "
        "again. One cut makes two groups, never three. Sorted by RENTALS, one cut is enough.",
        why={
            "yes": "From cold to hot the answer changes twice; one question changes it once.",
            "no tree on TEMP can": "A tree with two questions can. A stump asks one.",
        },
        items=("K80", "E02"),
    ),
    Guess(
        "13.p3",
        "Twenty stumps on the ten days, once with η = 1 and once with η = 0.1. Which has the "
        "smaller squared error on these ten days?",
        options=[BEFORE, BETTER],
        answer=BEFORE,
        explanation="Twenty full steps go nearly all the way to the data; twenty tenths of a step "
        "do not. Whether going all the way is wise is the next question.",
        why={
            BETTER: "You think ahead: on rows that it has not seen, the slow one will often win. "
            "But here we count the days it was taught."
        },
        items=("K82",),
    ),
    Quiz(
        "13",
        [
            Question(
                "What is the next tree taught?",
                ["the rows with high weights", "the target again", "the residuals"],
                "the residuals",
                {
                    "the residuals": "What is still missing, row by row.",
                    "the rows with high weights": "That is AdaBoost.",
                    "the target again": "Then all trees would say the same.",
                },
            ),
            Question(
                "You halve the learning rate. To get about as far you need",
                ["deeper trees", "about twice as many trees", "half as many trees"],
                "about twice as many trees",
                {
                    "about twice as many trees": "Shorter steps, more of them.",
                    "half as many trees": "Shorter steps get less far, not further.",
                    "deeper trees": "Depth changes what a tree can say, not how much is added.",
                },
            ),
            Question(
                "A model is perfect on rows that it has never seen. First you ask",
                ["is the rate too small?", "could it see the target?", "how many trees has it?"],
                "could it see the target?",
                {
                    "could it see the target?": "A leak is the most common reason.",
                    "how many trees has it?": "Many trees can be perfect on *training* rows. On "
                    "new rows, suspect a leak first.",
                    "is the rate too small?": "A rate that is too small leaves errors.",
                },
            ),
            Question(
                "With squared error, the residual is",
                ["minus the slope of the loss", "the slope of the loss", "the loss itself"],
                "minus the slope of the loss",
                {
                    "minus the slope of the loss": "The slope of half the squared error is M − t; "
                    "downhill is t − M.",
                    "the slope of the loss": "The slope is M − t: it points uphill.",
                    "the loss itself": "The loss is a square; the residual has a sign.",
                },
            ),
            Question(
                "What does early stopping watch?",
                ["the training error", "the number of leaves", "rows that no tree learns from"],
                "rows that no tree learns from",
                {
                    "rows that no tree learns from": "Only they can tell when noise is learned.",
                    "the training error": "It keeps falling, even while noise is learned.",
                    "the number of leaves": "The depth limits it. It says nothing about new rows.",
                },
            ),
        ],
    ),
    Check(
        "13.t1",
        "After two stumps with rate 1: what is the residual of day 10, truth minus prediction?",
        answer=lambda: residual(2),
        tolerance=0.1,
        hints=(
            "Day 10 has 35 degrees. Which answer does each of the two stumps give it?",
            "Prediction: the mean, plus the first stump's answer, plus the second one's.",
            "Then subtract the prediction from 625.",
        ),
        mistakes=[
            Mistake(lambda: residual(0), "That is from the mean alone: add both stumps' answers."),
            Mistake(lambda: residual(1), "That is after one stump: add the second one's answer."),
            Mistake(
                lambda: residual(1) - bikes()[0].trees_[1].tree_.children[0].prediction,
                "35 degrees is more than 30: the second stump gives its other answer.",
            ),
            Mistake(lambda: residual(3), "That is after three stumps: stop after the second."),
            Mistake(lambda: -residual(2), "The other way round: truth minus prediction."),
            Mistake(
                lambda: 625 - residual(2), "That is the prediction: subtract it from the truth."
            ),
            Mistake(
                lambda: residual(2) - residual(1) + residual(0),
                "The first stump's answer is missing: mean, plus first answer, plus second.",
            ),
            Mistake(
                lambda: residual(2) + bikes()[1].y.mean(),
                "The mean is missing: the stumps only correct it.",
            ),
        ],
        explanation=(
            "The prediction is the mean plus what each stump adds; the residual is what "
            "is still missing."
        ),
        solution="answer = 625 - (bikes.y.mean() + 228.0 - 783.6)",
        points=1,
        minutes=5,
        items=("K79", "E02"),
    ),
    Check(
        "13.t2",
        "Write `boost(X, y, n, rate)`: the predictions of gradient boosting with `n` stumps.",
        answer=boost,
        starter="def boost(X, y, n, rate):\n    return ...",
        tests=[
            Case(X, Y, 1, 1.0, says="one stump"),
            Case(X, Y, 3, 0.5, says="three half steps"),
            Case(X, Y, 0, 1.0, says="no tree: the mean"),
        ],
        hidden=[Case(X, Y[::-1].copy(), 5, 0.1, says="five small steps")],
        forbidden=("GradientBoosting", "gradient_boosting"),
        hints=(
            "Keep one array with the predictions so far. It starts as the mean.",
            "In a loop: residuals = y − predictions; fit a stump to them.",
            "Then add rate × (what the stump predicts for X) to the predictions.",
        ),
        mistakes=[
            Mistake(on_the_target, "Every tree learned `y` itself: teach it `y` minus M."),
            Mistake(from_zero, "Start from the mean of `y`, not from 0."),
            Mistake(full_trees, "Your trees are full ones: give them max_depth=1."),
            Mistake(too_deep, "Your trees ask two questions on a path: give them max_depth=1."),
            Mistake(
                one_number,
                "One prediction per row, also without a tree: start from "
                "`np.full(len(y), np.mean(y))`.",
            ),
            Mistake(
                lambda X, y, n, rate: boost(X, y, 1, rate) if n else None,
                "`return` stands inside the loop: it ends after the first round.",
            ),
            Mistake(
                last_tree_alone,
                "Your prediction is the last tree alone: add it to the predictions so far.",
            ),
            Mistake(
                overwritten, "Each tree replaces the one before: add it to the predictions so far."
            ),
            Mistake(
                same_residuals,
                "All stumps learn the same residuals: compute them again in every round.",
            ),
            Mistake(
                whole_stumps_left,
                "Your residuals shrink by the whole stump, but only rate × stump was added. Take "
                "y minus the predictions so far.",
            ),
            Mistake(wrong_way, "The residual is truth minus prediction; yours has the other sign."),
            Mistake(
                lambda X, y, n, rate: boost(X, y, n, 1.0),
                "The rate is missing: multiply each tree's answers by it.",
            ),
        ],
        explanation=(
            "Each stump learns what is still missing, and the prediction goes a step of "
            "`rate` towards it."
        ),
        solution="def boost(X, y, n, rate):\n    M = np.full(len(y), np.mean(y))\n"
        "    for _ in range(n):\n"
        "        tree = RegressionTree(max_depth=1).fit(X, y - M)\n"
        "        M = M + rate * tree.predict(X)\n    return M",
        points=2,
        minutes=12,
        seconds=5.0,
        items=("K79", "K82"),
    ),
]
