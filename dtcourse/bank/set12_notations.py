"""The graded exercises of the extra on AdaBoost's notations."""

import math

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake

IMPORTS = """
import math
"""

# ── 12.6 errors of many rounds ──────────────────────────────────────────────────────────────────


def rounds(wrong, factor=lambda odds, bad: odds if bad else 1.0, normal=True):
    """ε of every round, with weights × factor(odds, wrong?) that are then normalised, or not."""
    weights, found = [1 / len(wrong[0])] * len(wrong[0]), []
    for missed in wrong:
        error = sum(w for w, bad in zip(weights, missed, strict=True) if bad)
        found.append(error)
        odds = (1 - error) / error
        weights = [w * factor(odds, bad) for w, bad in zip(weights, missed, strict=True)]
        total = sum(weights) if normal else 1
        weights = [w / total for w in weights]
    return found


YES, NO = True, False
TABLE_8 = [[NO] * 8 + [YES] * 2, [YES] * 3 + [NO] * 7, [NO] * 3 + [YES] * 5 + [NO] * 2]
FAULTY = """def errors(wrong):
    n = len(wrong[0])
    weights = [1 / n] * n
    found = []
    for missed in wrong:
        error = sum(w for w, bad in zip(weights, missed) if bad)
        found.append(error)
        odds = (1 - error) / error
        weights = [w * odds if bad else w for w, bad in zip(weights, missed)]
    return found"""
NORMALISE = """        total = sum(weights)
        weights = [w / total for w in weights]
"""


# ── 12.9 back from a printed confidence ─────────────────────────────────────────────────────────

PRINTED = 1.2  # an α without the ½


ITEMS = [
    Exercise(
        "12.6",
        "`errors(wrong)` should give the list of ε of all rounds. `wrong` has one list per round, "
        "which says for every row whether that round's model got it wrong. All rows begin with "
        "the weight 1/n. The function multiplies the weight of wrong rows by (1 − ε)/ε and leaves "
        "the others alone; that is one way to write AdaBoost's update. Its first ε is right, the "
        "later ones are not. Find the fault and fix it.",
        title="Right only once",
        kind="bug",
        starter=FAULTY,
        answer=rounds,
        tests=[
            Case([[YES, NO, NO, NO]], says="one round"),
            Case([[YES, NO, NO, NO], [NO, YES, NO, NO]], says="another row is wrong"),
            Case([[YES, NO, NO, NO], [YES, NO, NO, NO]], says="the same row again: ½"),
        ],
        hidden=[
            Case(
                [[NO, NO, YES, YES, NO], [YES] + [NO] * 4, [NO, NO, NO, YES, YES]],
                says="three rounds",
            ),
            Case(TABLE_8, says="three rounds on ten days"),
        ],
        hints=(
            "Print `sum(weights)` at the end of each round. What should it be?",
            "ε is a *share* of all weight. Is it one here, in the second round?",
            "After the update, divide each weight by `sum(weights)`; or divide by it in ε.",
        ),
        mistakes=[
            Mistake(
                lambda wrong: rounds(wrong, normal=False),
                "After an update the weights no longer sum to 1, and ε is not divided by the sum.",
            ),
            Mistake(
                lambda wrong: [sum(missed) / len(missed) for missed in wrong],
                "It gives the share of wrong rows in every round: the weights do not change.",
            ),
            Mistake(
                lambda wrong: rounds(wrong, lambda odds, bad: 1.0 if bad else odds),
                "The other way round: it is the *wrong* rows whose weight goes up.",
            ),
            Mistake(
                lambda wrong: rounds(wrong, lambda odds, bad: math.sqrt(odds) if bad else 1.0),
                "Two recipes are mixed. With the ½ in e^α, the right rows must shrink by e^−α as "
                "well.",
            ),
            Mistake(
                lambda wrong: rounds(wrong, lambda odds, bad: odds if bad else 1 / odds),
                "Wrong rows times the odds *and* right rows divided by them: that is the step "
                "taken twice. One of the two is enough.",
            ),
        ],
        solution=FAULTY.replace("    return", f"{NORMALISE}    return"),
        explanation="Divided by their sum, these weights are the same as with 2ε and 2(1 − ε).",
        items=("S44", "S46", "E18", "X02"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "12.9",
        f"scikit-learn reports the confidence {PRINTED} for a stump (`estimator_weights_`; two "
        "classes, a learning rate of 1, no ½ before the logarithm). What was the error ε of this "
        "stump?",
        title="Back to the error",
        kind="number",
        fresh=True,
        answer=1 / (1 + math.exp(PRINTED)),
        hints=(
            "α = ln((1 − ε)/ε), without the ½. Solve it for ε.",
            "e^α = (1 − ε)/ε = 1/ε − 1.",
            "ε = 1 / (1 + e^α).",
        ),
        mistakes=[
            Mistake(
                1 / (1 + math.exp(2 * PRINTED)),
                "You solved the formula with the ½. scikit-learn leaves it out.",
            ),
            Mistake(
                1 / (1 + math.exp(-PRINTED)),
                "That is 1 − ε, the weight of the right rows. Mind the sign in the exponent.",
            ),
            Mistake(math.exp(-PRINTED), "That is ε/(1 − ε), the odds. One step more: ε itself."),
            Mistake(1 / (1 + PRINTED), "That is for α = (1 − ε)/ε, without the logarithm."),
            Mistake(
                1 / (1 + 2**PRINTED), "You took powers of 2. The logarithm is the natural one."
            ),
        ],
        solution=f"answer_9 = 1 / (1 + math.exp({PRINTED}))",
        explanation="By our formula this stump has half of that confidence, and the same error.",
        items=("S45", "X02"),
        minutes=5,
    ),
]
