"""The graded exercises of notebook 15: choosing a method."""

from functools import cache
from statistics import fmean, pstdev, stdev

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

import dtlab
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong

IMPORTS = """
from statistics import fmean, stdev

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from dtlab import CART, RandomForest
"""


# ── 14.4 a table of splits ──────────────────────────────────────────────────────────────────────

RIGHT = {
    "stump": [75, 69, 73, 66, 74, 70],
    "full tree": [88, 82, 85, 78, 87, 83],
    "pruned tree": [90, 81, 88, 82, 86, 83],
    "forest": [91, 84, 88, 80, 90, 85],
    "boosting": [89, 87, 85, 83, 88, 84],
}
LINES = "".join(f'        "{name}": {values},\n' for name, values in RIGHT.items())
SCORES = f"right = pd.DataFrame(\n    {{\n{LINES}    }},\n    index=range(1, 7),\n)\nright"
OTHERS = [name for name in RIGHT if name != "forest"]


def behind(name):
    """By how much it is behind the forest, split by split."""
    return [best - own for best, own in zip(RIGHT["forest"], RIGHT[name], strict=True)]


def not_clearly_behind():
    """The methods whose mean difference is at most twice its standard deviation."""
    return {name for name in OTHERS if fmean(behind(name)) <= 2 * stdev(behind(name))}


def overlapping():
    """A mistake: the methods whose mean ± spread overlaps with the forest's."""
    low = fmean(RIGHT["forest"]) - stdev(RIGHT["forest"])
    return {name for name in OTHERS if fmean(RIGHT[name]) + stdev(RIGHT[name]) >= low}


CLAIMS = [True, False, True, False, True]  # 14.5


# ── 15.1 what a model adds to the baseline ──────────────────────────────────────────────────────


def orders(chance):
    """How many of the kept orders are of each kind, and how many a model gets right."""
    kinds = [int(n) for n in chance.choice(range(20, 90), size=3, replace=False)]
    total = sum(kinds)
    right = int(max(kinds) + (total - max(kinds)) * chance.uniform(0.35, 0.85))
    return {"kinds": dict(zip(["in time", "late", "lost"], kinds, strict=True)), "right": right}


def shares(orders):
    """(accuracy of the model, accuracy of the baseline)."""
    total = sum(orders["kinds"].values())
    return orders["right"] / total, max(orders["kinds"].values()) / total


def removed(orders):
    """The share of the baseline's errors that the model removes."""
    model, baseline = shares(orders)
    return (model - baseline) / (1 - baseline)


# ── 15.2 who is ahead ───────────────────────────────────────────────────────────────────────────


def ahead(a, b, spread=stdev, shrink=1.0):
    """The reference of 15.2: "a", "b" or "neither", split by split."""
    differences = [left - right for left, right in zip(a, b, strict=True)]
    mean, limit = fmean(differences), spread(differences) * shrink
    return "neither" if abs(mean) <= limit else "a" if mean > 0 else "b"


def of_means(a, b):
    """A mistake: the larger mean wins, whatever the spread."""
    return "a" if fmean(a) > fmean(b) else "b" if fmean(b) > fmean(a) else "neither"


def of_two_spreads(a, b):
    """A mistake: ahead only if the bands of the two models do not overlap."""
    gap, wide = fmean(a) - fmean(b), stdev(a) + stdev(b)
    return "neither" if abs(gap) <= wide else "a" if gap > 0 else "b"


def one_sided(a, b):
    """A mistake: b is never seen ahead."""
    said = ahead(a, b)
    return "neither" if said == "b" else said


# ── 15.3 chosen on the kept rows ────────────────────────────────────────────────────────────────

FAULTY = """def choose(splits, kept):
    name = max(kept, key=kept.get)
    return name, kept[name]"""


def choose(splits, kept):
    """The reference of 15.3: chosen by the splits, reported on the kept rows."""
    name = max(splits, key=lambda name: fmean(splits[name]))
    return name, kept[name]


def mean_reported(splits, kept):
    """A mistake: the mean over the splits is reported."""
    name, _ = choose(splits, kept)
    return name, fmean(splits[name])


def best_split(splits, kept):
    """A mistake: the best single split decides."""
    name = max(splits, key=lambda name: max(splits[name]))
    return name, kept[name]


# ── 15.4 labels that lie ────────────────────────────────────────────────────────────────────────

LIES = """X, y = load_breast_cancer(return_X_y=True, as_frame=True)
old, new, y_old, y_new = train_test_split(X, y, test_size=0.3, random_state=0)
wrong = np.random.default_rng(0).random(len(y_old)) < 0.3
told = y_old.where(~wrong, 1 - y_old)  # three of ten labels are wrong"""


@cache
def right(which, judged_on, leaf=10):
    """How many rows a model gets right that was told the wrong labels."""
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    old, new, y_old, y_new = train_test_split(X, y, test_size=0.3, random_state=0)
    told = y_old.where(np.random.default_rng(0).random(len(y_old)) >= 0.3, 1 - y_old)
    forest = dtlab.RandomForest(50, min_samples_leaf=leaf, random_state=0)
    model = (forest if which == "forest" else dtlab.CART()).fit(old, told)
    rows, labels = {"new": (new, y_new), "told": (old, told), "old": (old, y_old)}[judged_on]
    return int((model.predict(rows) == labels).sum())


def more(judged_on="new", leaf=10):
    """By how many rows the forest is ahead of the full tree."""
    return right("forest", judged_on, leaf) - right("tree", judged_on)


ITEMS = [
    Exercise(
        "14.4",
        "Five methods were judged on the same six splits; the table shows how many of 100 rows "
        "left out each got right. The forest has the best mean. We call a method *clearly behind* "
        "if the mean of the differences to the forest, split by split, is larger than twice their "
        "standard deviation (n − 1, as pandas' `std` has it). Which methods are **not** clearly "
        "behind the forest? Give a set of names, written as in the table and without the forest "
        'itself, such as `{"stump", "full tree"}`.',
        title="Which methods keep up with the forest?",
        kind="reading",
        fresh=True,
        setup=SCORES,
        answer=not_clearly_behind,
        hints=(
            "The same split is the same row: how far is each method from the forest *there*?",
            "Forest minus method, six numbers. Then their mean and their standard deviation.",
            '`(right["forest"] - right[name]).mean()` against twice its `.std()`, for each name.',
        ),
        mistakes=[
            Mistake(overlapping, "The spreads overlap, yes. But compare split by split."),
            Mistake(lambda: set(OTHERS) - not_clearly_behind(), "Those *are* clearly behind."),
            Mistake(
                lambda: {name for name in OTHERS if fmean(behind(name)) < 1},
                "The pruned tree's mean is lower, but not by more than the differences vary.",
            ),
        ],
        solution="answer_4 = set()\n"
        'for name in ["stump", "full tree", "pruned tree", "boosting"]:\n'
        '    difference = right["forest"] - right[name]\n'
        "    if difference.mean() <= 2 * difference.std():\n"
        "        answer_4.add(name)",
        explanation="The full tree is behind in *every* split, so it is clearly behind, although "
        "the spreads overlap. Of the rest the pruned tree is the one that can be explained.",
        items=("K86", "K90", "S52"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "14.5",
        "True or false? Give a list of five, such as `[True, True, False, False, True]`.\n\n"
        "1. If a column has at most `maxBins` different values, binning takes no threshold away.\n"
        "2. A forest of regression trees can predict more than the largest target it was taught.\n"
        "3. With twice as many trees, a GBT needs about twice as many passes over the rows; a "
        "forest hardly more, while the counts of all its trees fit into memory.\n"
        "4. A tree never asks about a column of pure noise, so 300 of them do no harm.\n"
        "5. A tree whose leaves all have one class gives chances of 0 and 1 only.",
        title="Five claims about scale and judgement",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "For each claim think of the smallest case in which it could fail.",
            "For 2: what is in a leaf, what does a forest do with it? For 3: who waits for whom?",
            "Means never leave the range of what they are taken from. Among hundreds of columns "
            "some look useful by chance. A leaf's chances are its shares.",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1 again: with a bin for each value, where are the edges between bins?",
            "Look at 2 again: leaves hold means, and a forest their mean. Can that go beyond?",
            "Look at 3 again: a forest counts for all trees in one pass. Can a boosted tree begin?",
            "Look at 4 again: among 300 such columns, may one look useful by chance?",
            "Look at 5 again: a chance is a share of the rows in the leaf. Which shares are there?",
        ),
        solution="answer_5 = [True, False, True, False, True]",
        explanation="Claims about methods hold under conditions. Ask for them.",
        items=("S34", "R70", "K83", "K92", "G31"),
        minutes=5,
    ),
    Exercise(
        "15.1",
        "`orders` are your own orders, kept back from training: how many there are of each kind, "
        "and how many of them a model gets `right`. The baseline always says the most frequent "
        "kind. Which share of the baseline's errors does the model remove?",
        title="What a model adds",
        kind="number",
        fresh=True,
        draw=orders,
        setup='orders = draw("15.1", STUDENT)\norders',
        answer=removed,
        hints=(
            "How many orders does the baseline get wrong? How many does the model?",
            "Errors of the baseline: all orders but those of the most frequent kind.",
            "(errors of the baseline − errors of the model) / errors of the baseline.",
        ),
        mistakes=[
            Mistake(lambda o: shares(o)[0], "That is the accuracy of the model."),
            Mistake(lambda o: shares(o)[1], "That is the accuracy of the baseline."),
            Mistake(
                lambda o: shares(o)[0] - shares(o)[1],
                "That is the difference of the accuracies. Divide by the errors that there were.",
            ),
            Mistake(
                lambda o: (shares(o)[0] - shares(o)[1]) / shares(o)[1],
                "You divided by what the baseline gets right. Divide by what it gets wrong.",
            ),
            Mistake(lambda o: 1 - removed(o), "That is the share of the errors that remain."),
        ],
        solution='total = sum(orders["kinds"].values())\n'
        'wrong = total - max(orders["kinds"].values())\n'
        'answer_1 = (wrong - (total - orders["right"])) / wrong',
        explanation="0 means: nothing learned. 1 means: no error left.",
        items=("K86",),
        minutes=4,
    ),
    Exercise(
        "15.2",
        "Write `who(a, b)`. It takes the accuracies of two models on the same splits, and returns "
        '`"a"` or `"b"` if that model is probably ahead, else `"neither"`. Probably ahead: the '
        "mean of the differences, split by split, is larger than their standard deviation (divided "
        "by n − 1).",
        title="Who is probably ahead?",
        kind="function",
        fresh=True,
        starter="def who(a, b):\n    return ...",
        answer=ahead,
        tests=[
            Case([0.9, 0.8, 0.7], [0.85, 0.76, 0.66], says="a ahead, hard and easy splits"),
            Case([0.85, 0.76, 0.66], [0.9, 0.8, 0.7], says="b ahead"),
            Case([0.9, 0.8, 0.85], [0.8, 0.9, 0.8], says="now a, now b"),
            Case([0.9, 0.8, 0.82, 0.8], [0.8, 0.8, 0.8, 0.8], says="one lucky split"),
            Case([0.93, 0.9, 0.9], [0.9, 0.9, 0.88], says="ahead, but not by much"),
            Case([0.92, 0.85], [0.85, 0.84], says="two splits"),
        ],
        hidden=[
            Case([0.7, 0.7, 0.7], [0.7, 0.7, 0.7], says="no difference at all"),
            Case([0.95, 0.6, 0.8, 0.7], [0.9, 0.57, 0.76, 0.65], says="always a little ahead"),
        ],
        hints=(
            "Which accuracies belong together?",
            "One list of differences, its mean and its standard deviation. Mind both signs.",
            "`abs(mean) <= stdev(differences)` is *neither*; else the sign decides.",
        ),
        mistakes=[
            Mistake(of_means, "The larger mean wins always. How large is the spread?"),
            Mistake(
                of_two_spreads,
                "The two spreads are added. Take the differences first: what is hard for both "
                "cancels.",
            ),
            Mistake(one_sided, "b is never found ahead: look at negative means too."),
            Mistake(
                lambda a, b: ahead(a, b, spread=pstdev),
                "Your standard deviation divides by n: divide by n − 1.",
            ),
            Mistake(
                lambda a, b: ahead(a, b, shrink=len(a) ** -0.5),
                "You divided the spread by √n, as for independent splits. These share rows.",
            ),
        ],
        solution="def who(a, b):\n"
        "    differences = [left - right for left, right in zip(a, b)]\n"
        "    mean, spread = fmean(differences), stdev(differences)\n"
        "    if abs(mean) <= spread:\n"
        '        return "neither"\n'
        '    return "a" if mean > 0 else "b"',
        explanation="A rough rule, but it asks the right question: ahead *on the same split*?",
        items=("K86",),
        points=2,
        minutes=8,
    ),
    Exercise(
        "15.3",
        "`choose(splits, kept)` should choose a model and report a number that one may bet on. "
        "`splits` has the accuracies of each model on splits of the learning rows, `kept` its "
        "accuracy on the rows kept back. It returns the name of the model and the number to "
        "report. The code has a fault; find it and fix it. (No two models are equally good.)",
        title="A number that flatters",
        kind="bug",
        fresh=True,
        starter=FAULTY,
        answer=choose,
        tests=[
            Case(
                {"tree": [0.8, 0.9], "forest": [0.9, 0.92]},
                {"tree": 0.93, "forest": 0.9},
                says="the tree is lucky on the kept rows",
            ),
            Case(
                {"tree": [0.7, 0.95, 0.7], "forest": [0.8, 0.81, 0.82], "stump": [0.6, 0.6, 0.6]},
                {"tree": 0.7, "forest": 0.75, "stump": 0.8},
                says="three models",
            ),
        ],
        hidden=[Case({"tree": [0.5]}, {"tree": 0.4}, says="one model")],
        hints=(
            "Which rows may choose, and which may only judge?",
            "Choose by the mean over the splits.",
            "`max(splits, key=lambda name: fmean(splits[name]))`, then its number in `kept`.",
        ),
        mistakes=[
            Mistake(
                lambda splits, kept: max(kept.items(), key=lambda pair: pair[1]),
                "The kept rows choose, and then judge their own choice: that number is too high.",
            ),
            Mistake(
                mean_reported,
                "The splits choose, and the same splits are reported. Report the kept rows.",
            ),
            Mistake(best_split, "The best single split decides: take the mean of the splits."),
        ],
        solution="def choose(splits, kept):\n"
        "    name = max(splits, key=lambda name: fmean(splits[name]))\n"
        "    return name, kept[name]",
        explanation="Rows that choose cannot judge.",
        items=("K86",),
        points=2,
        minutes=6,
    ),
    Exercise(
        "15.4",
        "The labels `told` are wrong for three of ten training rows. Fit `CART()` and "
        "`RandomForest(50, min_samples_leaf=10, random_state=0)` on `old` and `told`. How many "
        "*more* of the `new` tumours, with their true labels `y_new`, does the forest get right "
        "than the tree? (A count of rows.)",
        title="Labels that lie",
        kind="model",
        fresh=True,
        setup=LIES,
        starter="more = ...",
        answer=more,
        tolerance=0,
        hints=(
            "Two models, fitted on the same rows. Two counts on `new`.",
            "`(model.predict(new) == y_new).sum()` counts the rows that a model gets right.",
            "Forest minus tree.",
        ),
        mistakes=[
            Mistake(
                lambda: more("told"),
                "You judged on the training rows and their wrong labels, where a full tree is "
                "always right. Judge on `new` and `y_new`.",
            ),
            Mistake(lambda: more("old"), "You judged on the training rows: judge on `new`."),
            Mistake(
                lambda: more(leaf=1),
                "That forest has full trees: set `min_samples_leaf=10`.",
            ),
            Mistake(lambda: -more(), "That is tree minus forest."),
            Mistake(lambda: right("forest", "new"), "That is the forest's count alone."),
            Mistake(lambda: more() / 171, "That is a share of the new rows: a count is wanted."),
        ],
        solution="tree = CART().fit(old, told)\n"
        "forest = RandomForest(50, min_samples_leaf=10, random_state=0).fit(old, told)\n"
        "more = (forest.predict(new) == y_new).sum() - (tree.predict(new) == y_new).sum()",
        explanation="Ten rows in a leaf outvote a lie. One row cannot.",
        items=("K90", "P35"),
        points=2,
        minutes=8,
    ),
]
