"""The graded exercises of notebook 09: variance, means in leaves, and groups."""

import math
from functools import cache, partial
from itertools import combinations
from statistics import fmean, median

import numpy as np

import dtlab
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong
from dtlab import variance

IMPORTS = """
import math

import numpy as np
from sklearn.datasets import load_diabetes
from sklearn.metrics import root_mean_squared_error
from sklearn.model_selection import train_test_split

from dtlab import RegressionTree, remainder, variance, work
"""


def parts(x, y):
    """The targets of each value of x."""
    return [[t for v, t in zip(x, y, strict=True) if v == value] for value in dict.fromkeys(x)]


def left_over(x, y, ddof=0, weighted=True):
    """The weighted variance of y once x is known."""
    shares = [len(part) / len(y) if weighted else 1 / len(parts(x, y)) for part in parts(x, y)]
    spreads = [variance(part, ddof=ddof) for part in parts(x, y)]
    return sum(s * v for s, v in zip(shares, spreads, strict=True))


# ── 09.1 a leaf ─────────────────────────────────────────────────────────────────────────────────

PARCELS = [18, 24, 25, 31, 42]


def parcels(error, leaf=fmean):
    """The error of each parcel, as a list, when the leaf says this."""
    return [error(minutes - leaf(PARCELS)) for minutes in PARCELS]


def square(number):
    """A number times itself."""
    return number * number


# ── 09.2 days of one's own ──────────────────────────────────────────────────────────────────────


def days(chance):
    """Eight days in no order, two or three of them with rain, and the guests of a café."""
    import pandas as pd

    wet = int(chance.choice([2, 3]))
    rain = np.array(["yes"] * wet + ["no"] * (8 - wet))
    guests = chance.randint(10, 35, size=8) + 20 * (rain == "no")
    order = chance.permutation(8)
    return pd.DataFrame({"rain": rain[order].tolist(), "guests": guests[order].tolist()})


def r_squared(days, root=lambda number: number, **how):
    """1 − what is left after asking for rain / what there was before."""
    x, y = list(days["rain"]), list(days["guests"])
    before = variance(y, ddof=how.get("ddof", 0))
    return 1 - root(left_over(x, y, **how)) / root(before)


# ── 09.3 two groups ─────────────────────────────────────────────────────────────────────────────


def lower_group(x, y):
    """The best of ALL groupings, by trying them: the group with the lower mean."""
    values = sorted(set(x))
    ways = [set(g) for size in range(1, len(values)) for g in combinations(values, size)]
    best = min(ways, key=lambda group: left_over([v in group for v in x], y))
    inside = [t for v, t in zip(x, y, strict=True) if v in best]
    outside = [t for v, t in zip(x, y, strict=True) if v not in best]
    return best if fmean(inside) < fmean(outside) else set(values) - best


def in_order(x, y, key=lambda value, targets: fmean(targets), choose=min, **how):
    """One cut through the values, sorted by a key: right by their means, wrong by others."""
    targets = dict(zip(dict.fromkeys(x), parts(x, y), strict=True))
    order = sorted(targets, key=lambda value: key(value, targets[value]))
    ways = [set(order[:size]) for size in range(1, len(order))]
    return choose(ways, key=lambda group: left_over([v in group for v in x], y, **how))


def means_of(x, y):
    """The mean target of each value."""
    return dict(zip(dict.fromkeys(x), map(fmean, parts(x, y)), strict=True))


def below_the_mean(x, y):
    """A mistake: the values whose mean is below the mean of all rows."""
    return {value for value, mean in means_of(x, y).items() if mean < fmean(y)}


def lowest_value(x, y):
    """A mistake: only the value with the lowest mean."""
    means = means_of(x, y)
    return {min(means, key=means.get)}


def one_against_all(x, y):
    """A mistake: each value against all others, no larger groups."""
    means = means_of(x, y)
    alone = min(means, key=lambda value: left_over([v == value for v in x], y))
    rest = [t for v, t in zip(x, y, strict=True) if v != alone]
    return {alone} if means[alone] < fmean(rest) else set(means) - {alone}


def widest_gap(x, y):
    """A mistake: cuts where two neighbouring means are furthest apart."""
    means = means_of(x, y)
    order = sorted(means, key=means.get)
    gaps = [means[b] - means[a] for a, b in zip(order, order[1:], strict=False)]
    return set(order[: gaps.index(max(gaps)) + 1])


# ── 09.5 claims ─────────────────────────────────────────────────────────────────────────────────

TRUTH = [False, True, False, True, False]


# ── 09.6 a gain that is always 0 ────────────────────────────────────────────────────────────────

FAULTY = """def variance_gain(x, y):
    mean = sum(y) / len(y)
    before = sum((t - mean) ** 2 for t in y) / len(y)
    after = 0
    for value in set(x):
        part = [t for v, t in zip(x, y) if v == value]
        spread = sum((t - mean) ** 2 for t in part) / len(part)
        after += len(part) / len(y) * spread
    return before - after"""
PART = "        part = [t for v, t in zip(x, y) if v == value]\n"
FIXED = PART + "        mean = sum(part) / len(part)\n"


def variance_gain(x, y, **how):
    """The variance before minus the weighted variance after."""
    return variance(y, ddof=how.get("ddof", 0)) - left_over(x, y, **how)


# ── 09.8 choose here, judge there ───────────────────────────────────────────────────────────────

PATIENTS = """
data = load_diabetes(as_frame=True, scaled=False)
rest, test, y_rest, y_test = train_test_split(
    data.data, data.target, test_size=100, random_state=7
)
train, valid, y_train, y_valid = train_test_split(
    rest, y_rest, test_size=100, random_state=7
)
print(len(train), "training,", len(valid), "validation,", len(test), "test rows")
"""


@cache
def judged_patients(choose="valid", judge="test"):
    """The RMSE of the depth that one part chooses, on another part."""
    from sklearn.datasets import load_diabetes
    from sklearn.model_selection import train_test_split

    data = load_diabetes(as_frame=True, scaled=False)
    rest, test, y_rest, y_test = train_test_split(
        data.data, data.target, test_size=100, random_state=7
    )
    train, valid, y_train, y_valid = train_test_split(rest, y_rest, test_size=100, random_state=7)
    rows = {"train": (train, y_train), "valid": (valid, y_valid), "test": (test, y_test)}

    def rmse(tree, part):
        X, y = rows[part]
        return math.sqrt(((y - tree.predict(X)) ** 2).mean())

    trees = [dtlab.RegressionTree(max_depth=d).fit(train, y_train) for d in range(1, 9)]
    return rmse(min(trees, key=lambda tree: rmse(tree, choose)), judge)


ITEMS = [
    Exercise(
        "09.1",
        "Five parcels have ended in one leaf of a regression tree. They took 18, 24, 25, 31 and 42 "
        "minutes. The leaf says what such a leaf says. What is its mean squared error on these "
        "five parcels?",
        title="Five parcels",
        kind="number",
        fresh=True,
        tolerance=0.01,
        answer=lambda: variance(PARCELS),
        hints=(
            "Which single number does the leaf say?",
            "The mean. Take the distance of each parcel from it, and square the distances.",
            "((18 − mean)² + (24 − mean)² + (25 − mean)² + (31 − mean)² + (42 − mean)²) / 5",
        ),
        mistakes=[
            Mistake(
                lambda: variance(PARCELS, ddof=1),
                "You divided by n − 1, as for a sample. A *mean* squared error divides by n.",
            ),
            Mistake(
                lambda: math.sqrt(variance(PARCELS)),
                "That is its root, the RMSE, in minutes. The question asks for the MSE, in squared "
                "minutes.",
            ),
            Mistake(lambda: fmean(parcels(abs)), "These are plain distances: square them."),
            Mistake(
                lambda: fmean(parcels(square, median)),
                "Your leaf says the median: the leaf of a regression tree says the mean.",
            ),
            Mistake(
                lambda: fmean(parcels(float)),
                "Above and below the mean cancel out: square the distances before you add them.",
            ),
            Mistake(lambda: fmean(PARCELS), "That is what the leaf says: how wrong is it?"),
            Mistake(lambda: sum(parcels(square)), "That is the sum: divide by the parcels."),
        ],
        solution="answer_1 = variance([18, 24, 25, 31, 42])",
        explanation="The MSE of a leaf is the variance of its rows, with n.",
        items=("R68", "K53"),
        minutes=4,
    ),
    Exercise(
        "09.2",
        "`days` holds your own eight days of a café: did it rain, and how many guests came? A "
        "regression tree asks one question, *rain?*. What is its R² on these eight days? Divide by "
        "n in every variance.",
        title="Your own eight days",
        kind="number",
        fresh=True,
        draw=days,
        setup='days = draw("09.2", STUDENT)\ndays',
        answer=r_squared,
        hints=(
            "R² compares two errors. Which ones?",
            "The MSE of the tree is what is left after the question: the variances of both groups, "
            "weighted by their days. The MSE of the mean is the variance of all eight.",
            "1 − (weighted variance after *rain?*) / (variance of all guests)",
        ),
        mistakes=[
            Mistake(
                lambda days: 1 - r_squared(days),
                "That is the share of the variance that is left: subtract it from 1.",
            ),
            Mistake(
                partial(r_squared, weighted=False),
                "You took the plain mean of the two groups: weight them by their days.",
            ),
            Mistake(partial(r_squared, ddof=1), "That is with n − 1: divide by n here."),
            Mistake(
                lambda days: 1 - (1 - r_squared(days)) * 7 / 8,
                "You divided by n after the question, and by n − 1 before it (as pandas' `var`).",
            ),
            Mistake(
                lambda days: left_over(list(days["rain"]), list(days["guests"])),
                "That is the MSE of the tree: compare it with the MSE of the mean.",
            ),
            Mistake(
                partial(r_squared, root=math.sqrt),
                "You compared the roots, the RMSEs: R² compares the mean squared errors.",
            ),
            Mistake(
                lambda days: variance_gain(list(days["rain"]), list(days["guests"])),
                "That is the gain, in squared guests: divide it by the variance before.",
            ),
        ],
        solution='left = remainder(days["rain"], days["guests"], variance)\n'
        'answer_2 = 1 - left / variance(days["guests"])',
        explanation="On its own training rows R² is the gain as a share of the variance before.",
        items=("K54", "R68"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "09.3",
        "CART puts the values of a category into two groups, so that the weighted variance (with "
        "n) is as small as it can be. Write `lower_group(x, y)` for a list of values and a list of "
        "numbers: it returns the set of values in the group with the lower mean. `x` has at least "
        "two different values, and in the tests no two groupings are equally good.\n\n"
        'For example, `lower_group(["a", "b", "c", "a"], [1, 9, 2, 3])` is `{"a", "c"}`. '
        "`remainder(answers, y, variance)` takes a list of True and False.",
        title="Two groups",
        kind="function",
        starter="def lower_group(x, y):\n    return ...",
        answer=lower_group,
        tests=[
            Case([*"abca"], [1, 9, 2, 3], says="the example"),
            Case([*"bacaabcd"], [20, 11, 8, 1, 21, 23, 23, 6], says="four values, eight rows"),
            Case([*"cadabdcdad"], [2, 10, 23, 28, 20, 19, 19, 13, 21, 6], says="ten rows"),
            Case([*"ddbaccba"], [9, 12, 18, 54, 7, 4, 20, 22], says="one value far above"),
            Case([*"adacdbcb"], [23, 10, 17, 12, 3, 7, 4, 22], says="two values in each group"),
        ],
        hidden=[
            Case([*"yxyx"], [-3, -8, -1, -6], says="two values, numbers below zero"),
            Case([3, 1, 2, 3, 1, 2], [5, 1, 30, 7, 2, 31], says="values that are numbers"),
            Case([*"aaabbbccc"], [8, 6, 11, -5, 8, 8, -4, 4, 4], says="one wild number"),
            Case([*"dbaccbad"], [5, 10, 4, 5, 0, 11, 25, 46], says="one value far above"),
        ],
        hints=(
            "Four values have seven groupings. Which three of them need trying?",
            "Sort the values by the mean of their numbers. The lower group is the beginning of "
            "that order, up to some place.",
            "`min(groups, key=lambda group: remainder([v in group for v in x], y, variance))`, "
            "where `groups` holds the first value, the first two, and so on.",
        ),
        mistakes=[
            Mistake(
                partial(in_order, key=lambda value, targets: value),
                "It cuts the values in the order of their names: sort them by their means.",
            ),
            Mistake(
                partial(in_order, key=lambda value, targets: sum(targets)),
                "It sorts the values by their sums: a value with many rows is not a high one.",
            ),
            Mistake(
                partial(in_order, weighted=False),
                "It lets both groups count alike: weight their variances by their rows.",
            ),
            Mistake(
                widest_gap,
                "It cuts at the widest gap between two means: the rows in the groups count too.",
            ),
            Mistake(
                lambda x, y: set(x) - lower_group(x, y),
                "It returns the group with the higher mean.",
            ),
            Mistake(
                below_the_mean,
                "It takes all values below the common mean: try the other cuts too.",
            ),
            Mistake(one_against_all, "It tries one value against the rest: a group may have more."),
            Mistake(
                lowest_value, "It returns the value with the lowest mean: its group may have more."
            ),
            Mistake(
                partial(in_order, choose=max), "It keeps the largest remainder: keep the smallest."
            ),
            Mistake(partial(in_order, ddof=1), "It divides by n − 1: with n, as asked."),
        ],
        solution="def lower_group(x, y):\n"
        "    means = {value: np.mean([t for v, t in zip(x, y) if v == value]) for value in x}\n"
        "    order = sorted(means, key=means.get)\n"
        "    groups = [set(order[:size]) for size in range(1, len(order))]\n"
        "    left = [remainder([v in group for v in x], y, variance) for group in groups]\n"
        "    return groups[left.index(min(left))]",
        explanation="The check has tried all groupings: no other is better.",
        items=("K54", "K52"),
        points=2,
        minutes=12,
    ),
    Exercise(
        "09.4",
        "A regression tree says how many cups a café sells in an hour. Coffee has run over the "
        "printout, and two numbers cannot be read:\n\n"
        "    hour?  [20 rows, mean 31]\n"
        "    ├─ ≤ 10.5: 21 (8)\n"
        "    └─ > 10.5: rain?  [12 rows, mean ▒▒]\n"
        "       ├─ no: 40 (5)\n"
        "       └─ yes: ▒▒ (7)\n\n"
        "What does the last leaf say?",
        title="Coffee on the printout",
        kind="reading",
        fresh=True,
        tolerance=0.01,
        answer=(20 * 31 - 8 * 21 - 5 * 40) / 7,
        hints=(
            "How many cups were sold in all twenty hours together?",
            "A leaf says the mean of its rows, so mean times rows is a sum of cups. The sums of "
            "the three leaves make the sum of the root.",
            "(20 · 31 − 8 · 21 − 5 · 40) / 7",
        ),
        mistakes=[
            Mistake(
                3 * 31 - 21 - 40,
                "You let the three leaves count alike: weight each by its rows, 8, 5 and 7.",
            ),
            Mistake(
                2 * (2 * 31 - 21) - 40,
                "You let both branches count alike at each question: weight them by their rows.",
            ),
            Mistake(
                (20 * 31 - 8 * 21) / 12, "That is the mean of the node *rain?*: go one step on."
            ),
            Mistake(20 * 31 - 8 * 21 - 5 * 40, "That is the sum of its cups: divide by its rows."),
            Mistake(
                2 * (20 * 31 - 8 * 21) / 12 - 40,
                "Up to *rain?* all is right; there the leaves have 5 and 7 rows, so weight them.",
            ),
            Mistake(31, "That is the mean of all hours: this leaf has its own."),
        ],
        solution="answer_4 = (20 * 31 - 8 * 21 - 5 * 40) / 7",
        explanation="The mean of a node is the mean of its leaves, weighted by their rows.",
        items=("K58",),
        points=2,
        minutes=6,
    ),
    Exercise(
        "09.5",
        "True or false? Give a list of five, such as `[True, True, False, False, False]`. Flats of "
        "20 to 90 m² cost between 300 and 900 a month. A regression tree has learned from them.\n\n"
        "1. For a very large flat the tree can say 950.\n"
        "2. With `max_depth=3` and two branches per question it can say at most eight rents.\n"
        "3. If its leaves said the median, its MSE on the training rows could become smaller.\n"
        "4. For a target of zeros and ones, variance (with n) chooses the same question as Gini.\n"
        "5. A question can make the weighted variance (with n) larger than it was before.",
        title="Five claims about numbers",
        kind="claim",
        answer=TRUTH,
        hints=(
            "For 1 and 2: each leaf says one number, a mean of training rents.",
            "For 2, count the leaves of the largest such tree. For 3: which single answer has the "
            "smallest MSE?",
            "With a share p of ones the variance is p(1 − p). What is Gini for the shares p and "
            "1 − p? For 5: can one common mean fit better than a mean for each group?",
        ),
        mistakes=one_wrong(
            TRUTH,
            "Look at 1 again: is a mean ever larger than the largest rent?",
            "Look at 2 again: how many leaves has a tree with two branches and depth 3 at most?",
            "Look at 3 again: of all single answers, which has the smallest mean squared error?",
            "Look at 4 again: compare p(1 − p) with 1 − p² − (1 − p)².",
            "Look at 5 again: that happens with n − 1. And with n?",
        ),
        solution="answer_5 = [False, True, False, True, False]",
        explanation="For zeros and ones Gini is twice the variance: both rank questions alike.",
        items=("R68", "K52"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "09.6",
        "`variance_gain(x, y)` should say how much variance (with n) asking about `x` takes away: "
        "the variance before minus the weighted variance after. But it finds every question "
        "useless. Find the fault and fix it.",
        title="No question helps",
        kind="bug",
        starter=FAULTY,
        answer=variance_gain,
        tests=[
            Case([*"aabb"], [1, 3, 7, 9], says="two equal groups"),
            Case([*"abbb"], [10, 1, 2, 6], says="groups of one and three"),
            Case([*"abcabc"], [5, 8, 0, 7, 8, 3], says="three values"),
        ],
        hidden=[
            Case([*"aaa"], [1, 5, 9], says="one value only: nothing is gained"),
            Case([1, 2, 3], [-4, 0, 10], says="every row has a value of its own"),
        ],
        hints=(
            "Call it with `list('aabb')` and `[1, 3, 7, 9]`: what is `spread` for the group 1, 3?",
            "A leaf answers with its own mean. From which mean does `spread` measure?",
            "Inside the loop the distances must be taken from `sum(part) / len(part)`.",
        ),
        mistakes=[
            Mistake(
                lambda x, y: 0.0,
                "It measures each group from the mean of all rows, so nothing is ever gained.",
            ),
            Mistake(
                partial(variance_gain, weighted=False),
                "The groups now count alike: keep the weights `len(part) / len(y)`.",
            ),
            Mistake(
                partial(variance_gain, ddof=1),
                "It divides by n − 1: with n, as asked, no gain is negative.",
            ),
            Mistake(
                lambda x, y: variance(y) - sum(variance(part) for part in parts(x, y)),
                "It adds the spreads without weights: keep `len(part) / len(y)`.",
            ),
            Mistake(
                lambda x, y: variance(y) - left_over(x, y, ddof=1),
                "After the question it divides by n − 1: divide by n, as before it.",
            ),
            Mistake(
                lambda x, y: (
                    variance(y)
                    - sum((len(part) / len(y)) ** 2 * variance(part) for part in parts(x, y))
                ),
                "It divides the spread of a group by all rows: divide by `len(part)`.",
            ),
            Mistake(left_over, "It returns what is left: subtract that from `before`."),
        ],
        solution=FAULTY.replace(PART, FIXED),
        explanation="The gain is exactly what each group saves by having a mean of its own.",
        items=("K52", "K54", "R68"),
        points=2,
        minutes=7,
    ),
    Exercise(
        "09.8",
        "The diabetes patients in three parts. Which of the depths 1 to 8 has the smallest RMSE on "
        "the *validation* rows? Take that tree, learned from the training rows, and report its "
        "RMSE on the *test* rows.",
        title="Choose here, judge there",
        kind="model",
        fresh=True,
        setup=PATIENTS,
        answer=lambda: judged_patients(),
        tolerance=0.01,
        hints=(
            "`RegressionTree(max_depth=d).fit(train, y_train)` for each d; what does it predict?",
            "`root_mean_squared_error(y_valid, tree.predict(valid))` for each depth; keep the "
            "depth with the smallest.",
            "For that depth alone: `root_mean_squared_error(y_test, tree.predict(test))`.",
        ),
        mistakes=[
            Mistake(
                lambda: judged_patients(judge="valid"),
                "That is the RMSE on the validation rows, which chose the depth: it looks too "
                "good. Judge on the test rows.",
            ),
            Mistake(
                lambda: judged_patients(choose="test"),
                "That depth was chosen on the test rows themselves: choose on the validation rows.",
            ),
            Mistake(
                lambda: judged_patients(choose="train"),
                "That depth is the best on the training rows: they always prefer the deepest tree.",
            ),
            Mistake(lambda: judged_patients() ** 2, "That is the MSE: take its square root."),
        ],
        solution="""
best, best_error = None, np.inf
for depth in range(1, 9):
    tree = RegressionTree(max_depth=depth).fit(train, y_train)
    error = root_mean_squared_error(y_valid, tree.predict(valid))
    if error < best_error:
        best, best_error = tree, error
answer_8 = root_mean_squared_error(y_test, best.predict(test))
""",
        explanation="Rows that chose the depth cannot judge it fairly as well.",
        items=("R68", "K58"),
        points=2,
        minutes=10,
    ),
]
