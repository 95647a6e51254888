"""The graded exercise of the extra on random thresholds: leaves as bell curves."""

from statistics import mean

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Mistake
from dtlab import variance
from dtlab.ensembles.gaussians import mode_of_gaussians

IMPORTS = """
import numpy as np

from dtlab import variance
"""


# ── 11.6 bells ──────────────────────────────────────────────────────────────────────────────────


def three_leaves(chance):
    """Training values in the leaves of three trees, not all alike in any of them."""
    while True:
        sizes, centres = chance.permutation([3, 5, 8]), chance.permutation([34, 38, 42])
        parts = zip(sizes, centres, chance.randint(3, 9, size=3), strict=True)
        leaves = [sorted((c + chance.randint(-w, w + 1, size=n)).tolist()) for n, c, w in parts]
        if all(variance(leaf) for leaf in leaves):
            return leaves


def means(leaves):
    """The mean of each leaf."""
    return [sum(leaf) / len(leaf) for leaf in leaves]


def highest(leaves, power=1, height=1, fewer=0, weigh=0):
    """Where the bells add up to most, with a fault: variance², one height, n − 1, or weights."""
    import numpy as np

    r, total = np.arange(20, 60, 0.01), 0
    for leaf, mu in zip(leaves, means(leaves), strict=True):
        v = (variance(leaf) * len(leaf) / (len(leaf) - fewer)) ** power
        bell = np.exp(-((r - mu) ** 2) / (2 * v)) / v ** (height / 2)
        total = total + bell * len(leaf) ** weigh
    return float(r[total.argmax()])


ITEMS = [
    Exercise(
        "11.6",
        "Three trees send a new row to three leaves; `leaves` has the training values in each. "
        "Each leaf becomes a Gaussian with its mean and variance (divide by n), "
        "and the forest answers with the number at which the sum of the three is highest. Which "
        "number? Two decimals, do not round before the end.\n\n"
        "The height of a Gaussian with mean m and variance v at r is, up to a factor that is the "
        "same for all, exp(−(r − m)² / (2v)) / √v.",
        title="The highest bell",
        kind="harder",
        fresh=True,
        draw=three_leaves,
        setup='leaves = draw("11.6", STUDENT)\nleaves',
        answer=lambda leaves: mode_of_gaussians(means(leaves), [variance(f) for f in leaves]),
        tolerance=0.02,
        hints=(
            "You need not solve an equation. How else can one find the highest point of a curve?",
            "Try many r, such as `np.arange(20, 60, 0.01)`: add the three heights at each and look "
            "where the sum is largest.",
            "`heights = sum(np.exp(-((r - m) ** 2) / (2 * v)) / np.sqrt(v) for ...)`, then "
            "`r[heights.argmax()]`; `variance(leaf)` divides by n.",
        ),
        mistakes=[
            Mistake(
                lambda leaves: mean(means(leaves)),
                "That is the mean of the means, the other rule, and what libraries do. "
                "Here you want the highest point of the sum.",
            ),
            Mistake(
                lambda leaves: mean(value for leaf in leaves for value in leaf),
                "That is the mean of all training values together. Each leaf is a bell of its own.",
            ),
            Mistake(
                lambda leaves: mean(min(leaves, key=variance)),
                "That is the mean of the surest leaf. The other bells pull the top towards them.",
            ),
            Mistake(
                lambda leaves: highest(leaves, fewer=1),
                "Right with variances that divide by n − 1; here they divide by n.",
            ),
            Mistake(
                lambda leaves: highest(leaves, power=2),
                "You took the variance for the standard deviation, so it was squared once more.",
            ),
            Mistake(
                lambda leaves: highest(leaves, power=0.5),
                "You put the standard deviation where the variance v belongs: v is its square.",
            ),
            Mistake(
                lambda leaves: highest(leaves, height=2),
                "You divided the heights by v: divide by √v, the standard deviation.",
            ),
            Mistake(
                lambda leaves: highest(leaves, weigh=1),
                "You weighed each bell by the rows of its leaf: here every tree counts alike.",
            ),
            Mistake(
                lambda leaves: highest(leaves, height=0),
                "Your bells are all of one height: divide by √v, for a narrow bell is a high one.",
            ),
        ],
        solution="r, heights = np.arange(20, 60, 0.01), 0\n"
        "for leaf in leaves:\n"
        "    m, v = np.mean(leaf), variance(leaf)\n"
        "    heights = heights + np.exp(-((r - m) ** 2) / (2 * v)) / np.sqrt(v)\n"
        "answer_6 = r[heights.argmax()]",
        explanation="A sure leaf has a narrow, high bell: the forest listens to it more.",
        items=("G27", "G29"),
        points=3,
        minutes=12,
    ),
]
