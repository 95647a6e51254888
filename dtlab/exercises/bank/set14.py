"""The graded exercises of notebook 14: what Spark's trees do, and choosing; none needs PySpark."""

from collections import Counter
from functools import cache, partial
from statistics import fmean, mode, stdev

import pandas as pd

from dtlab import entropy, gini
from dtlab.exercises.exercise import Exercise
from dtlab.exercises.items import Case, Mistake, one_wrong

IMPORTS = """
from collections import Counter

import pandas as pd

from dtlab import counts, entropy, gini
"""


# ── 14.1 what a machine sends ───────────────────────────────────────────────────────────────────

ROWS, FEATURES, BINS, KINDS, LEVEL = 2_000_000, 20, 32, 3, 4


def sent(nodes=2**LEVEL, bins=BINS, kinds=KINDS):
    """One count for every node of the level, feature, bin and class."""
    return nodes * FEATURES * bins * kinds


# ── 14.2 a leaf of Spark ────────────────────────────────────────────────────────────────────────

NAMES = ["tram", "walk", "bus", "car", "bike"]


def trips(chance):
    """How often each way to work occurs in the table, and the class counts of one leaf."""
    often = [int(n) for n in chance.choice(range(20, 90), size=5, replace=False)]
    leaf = [float(n) for n in chance.choice(range(1, 18), size=5, replace=False)]
    top = leaf.index(max(leaf))  # to the middle, where no other mistake looks
    leaf[2], leaf[top] = leaf[top], leaf[2]
    return {"rows": dict(zip(NAMES, often, strict=True)), "rawPrediction": leaf}


def by_frequency(trips):
    """The names, the most frequent first: Spark's numbers 0, 1, 2, 3, 4."""
    return sorted(trips["rows"], key=trips["rows"].get, reverse=True)


def bike(trips, order):
    """The share of bikes in the leaf, if the names were numbered in this order."""
    return trips["rawPrediction"][order.index("bike")] / sum(trips["rawPrediction"])


@cache
def measured(impurity, *counts):
    """An impurity of counts, computed once."""
    return float(impurity(counts))


# ── 14.3 histograms that add up ─────────────────────────────────────────────────────────────────


def edges(bins, weigh=True, impurity=gini):
    """The impurity left by each edge, and its place: both sides, weighted by their rows or not."""
    left, total = [0] * len(bins[0]), [sum(column) for column in zip(*bins, strict=True)]
    for place, here in enumerate(bins[:-1], start=1):
        left = [a + b for a, b in zip(left, here, strict=True)]
        right = [a - b for a, b in zip(total, left, strict=True)]
        share = sum(left) / sum(total) if weigh else 0.5
        yield share * measured(impurity, *left) + (1 - share) * measured(impurity, *right), place


def added(machines):
    """The histograms of all machines as one."""
    return [[sum(c) for c in zip(*b, strict=True)] for b in zip(*machines, strict=True)]


def best_edge(machines, **how):
    """The reference of 14.3: how many bins are left of the best edge."""
    return min(edges(added(machines), **how))[1]


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
    """The methods whose mean difference is not larger than its standard deviation."""
    return {name for name in OTHERS if fmean(behind(name)) <= stdev(behind(name))}


def overlapping():
    """A mistake: the methods whose mean ± spread overlaps with the forest's."""
    low = fmean(RIGHT["forest"]) - stdev(RIGHT["forest"])
    return {name for name in OTHERS if fmean(RIGHT[name]) + stdev(RIGHT[name]) >= low}


CLAIMS = [True, False, True, False, True]  # 14.5

# ── 14.6 numbers for words ──────────────────────────────────────────────────────────────────────


def encode(train, new, often=None, sign=-1):
    """The reference of 14.6: numbers by frequency in `train` (or `often`), ties by the alphabet."""
    often = Counter(train if often is None else often)
    order = sorted(often, key=lambda value: (sign * often[value], value))
    return [order.index(value) for value in new]


def as_they_come(train, new):
    """A mistake: by frequency, and ties in the order of the column."""
    order = [value for value, _ in Counter(train).most_common()]
    return [order.index(value) for value in new]


FAULTY = """def encode(train, new):
    often = Counter(new)
    order = sorted(often, key=lambda value: (-often[value], value))
    return [order.index(value) for value in new]"""


# ── 14.7 what binning loses ─────────────────────────────────────────────────────────────────────


def waits(chance):
    """Twelve waiting times, dense at the low end; patience ends somewhere inside a bin."""
    seconds = sorted(int(n) ** 2 for n in chance.choice(range(2, 20), size=12, replace=False))
    end = int(chance.choice([4, 5, 7, 8]))
    left = ["yes" if (i >= end) != (chance.rand() < 0.15) else "no" for i in range(12)]
    return pd.DataFrame({"seconds": seconds, "hangs up": left})


def gain(waits, place, impurity=gini, weigh=True):
    """The gain of a cut after this many rows."""
    yes = [answer == "yes" for answer in waits["hangs up"]]
    both = [[sum(part), len(part) - sum(part)] for part in (yes, yes[:place], yes[place:])]
    share = place / len(yes) if weigh else 0.5
    whole, low, high = (measured(impurity, *part) for part in both)
    return whole - share * low - (1 - share) * high


def largest(waits, places, **how):
    """The largest gain of these cuts."""
    return max(gain(waits, place, **how) for place in places)


def lost(waits, places=(3, 6, 9), **how):
    """By how much the best of all cuts is better than the best of these."""
    return largest(waits, range(1, 12), **how) - largest(waits, places, **how)


def equally_wide(waits):
    """A mistake: edges at equal distances in seconds, in place of equal numbers of rows."""
    low, high = waits["seconds"].min(), waits["seconds"].max()
    marks = [low + (high - low) * k / 4 for k in (1, 2, 3)]
    return {int((waits["seconds"] <= mark).sum()) for mark in marks}


ITEMS = [
    Exercise(
        "14.1",
        f"A table has {ROWS:,} rows, {FEATURES} features (all numbers) and {KINDS} classes. Spark "
        f"grows one tree with `maxBins={BINS}`, level by level. Now it is on level {LEVEL} (the "
        "root is level 0), and no branch has ended before. In this pass each machine counts its "
        "rows: one count for every node of the level, every feature, every bin and every class. "
        "How many counts does each machine send?",
        title="What a machine sends",
        kind="number",
        fresh=True,
        answer=sent,
        tolerance=0,
        hints=(
            "How many nodes are on this level? The root alone is level 0.",
            "Each level has twice as many nodes as the one above. Then multiply four numbers.",
            "2⁴ nodes × features × bins × classes.",
        ),
        mistakes=[
            Mistake(lambda: sent(nodes=1), "That is for one node. How many nodes are on level 4?"),
            Mistake(
                lambda: sent(nodes=LEVEL),
                "You took 4 nodes. Each level has twice as many as the one above: 1, 2, 4, …",
            ),
            Mistake(lambda: sent(nodes=2 ** (LEVEL - 1)), "Those are the nodes of level 3."),
            Mistake(lambda: sent(nodes=2 ** (LEVEL + 1)), "Those are the nodes of level 5."),
            Mistake(
                lambda: sent(nodes=2 ** (LEVEL + 1) - 1),
                "Those are all nodes down to level 4. The levels above are done already.",
            ),
            Mistake(lambda: sent(bins=BINS - 1), "Those are edges. Each *bin* has counts."),
            Mistake(lambda: sent(kinds=1), "In each bin a split needs the count of *every* class."),
            Mistake(lambda: ROWS * FEATURES, "That is the table itself: only counts travel."),
        ],
        solution="answer_1 = 2**4 * 20 * 32 * 3",
        explanation="The number of rows is not in it: a longer table costs no more sending.",
        items=("S32", "S34"),
        minutes=4,
    ),
    Exercise(
        "14.2",
        "`trips` is your own case. `rows` says how often each way to work occurs in the column of "
        "classes. Spark's `StringIndexer` numbers the values 0, 1, 2, 3, 4 by how often they "
        "occur, the most frequent first. `rawPrediction` is what a tree says for one person: the "
        "class counts of the leaf, in the order of these numbers. Which `probability` does Spark "
        "give to *bike*?",
        title="Which number is the bike?",
        kind="reading",
        fresh=True,
        draw=trips,
        setup='trips = draw("14.2", STUDENT)\ntrips',
        answer=lambda trips: bike(trips, by_frequency(trips)),
        hints=(
            "Which number does StringIndexer give to *bike*?",
            "Sort the five by `rows`, largest first: the place of *bike*, from 0, is its number.",
            "rawPrediction[number of bike] / sum of rawPrediction.",
        ),
        mistakes=[
            Mistake(
                lambda trips: bike(trips, NAMES),
                "You took the names in the order in which `rows` lists them. Sort them first.",
            ),
            Mistake(
                lambda trips: bike(trips, sorted(NAMES)),
                "You numbered the names by the alphabet. StringIndexer goes by frequency.",
            ),
            Mistake(
                lambda trips: bike(trips, by_frequency(trips)[::-1]),
                "You began with the rarest. The most frequent value gets the number 0.",
            ),
            Mistake(
                lambda trips: max(trips["rawPrediction"]) / sum(trips["rawPrediction"]),
                "That is the largest share in the leaf. Is it the share of *bike*?",
            ),
            Mistake(
                lambda trips: trips["rows"]["bike"] / sum(trips["rows"].values()),
                "That is the share of bikes in the whole table. The leaf has shares of its own.",
            ),
            Mistake(
                lambda trips: bike(trips, by_frequency(trips)) * sum(trips["rawPrediction"]),
                "That is the count in the leaf. A probability is the count over their sum.",
            ),
        ],
        solution='order = sorted(trips["rows"], key=trips["rows"].get, reverse=True)\n'
        'leaf = trips["rawPrediction"]\n'
        'answer_2 = leaf[order.index("bike")] / sum(leaf)',
        explanation="`from_spark` does this for you: it gives the numbers their names back.",
        items=("S33",),
        minutes=4,
    ),
    Exercise(
        "14.3",
        "Write `best_edge(machines)`. Every machine has sent its histogram of one feature: a list "
        "of bins, from low to high, and for each bin its counts of two classes, such as `[3, 1]`. "
        "All machines have the same bins. Add the histograms up, and find the edge between two "
        "bins with the smallest Gini impurity left (both sides weighted by their rows). Return how "
        "many bins lie to the left of it. For example, `best_edge([[[3, 0], [0, 1], [0, 2]]])` is "
        "1. (No bin is empty on all machines; no two edges are equally good. `gini([3, 1])` of "
        "dtlab takes counts.)",
        title="Histograms that add up",
        kind="function",
        fresh=True,
        starter="def best_edge(machines):\n    return ...",
        answer=best_edge,
        tests=[
            Case([[[3, 0], [0, 1], [0, 2]]], says="one machine"),
            Case(
                [[[0, 2], [0, 1], [1, 1]], [[6, 0], [7, 7], [0, 4]], [[1, 0], [0, 3], [2, 2]]],
                says="most rows are on the second machine",
            ),
            Case(
                [[[0, 2], [3, 0], [2, 0]], [[6, 8], [9, 0], [1, 7]], [[0, 2], [1, 3], [2, 1]]],
                says="machines that disagree",
            ),
            Case([[[2, 9], [1, 9], [8, 2]], [[2, 2], [3, 0], [1, 2]]], says="large and small"),
            Case([[[0, 5], [1, 7], [3, 0]], [[0, 2], [2, 3], [2, 3]]], says="uneven sides"),
            Case([[[9, 0], [4, 2], [0, 2]]], says="Gini and entropy differ"),
        ],
        hidden=[
            Case([[[1, 9], [2, 8], [8, 2], [9, 1], [9, 0]]], says="five bins"),
            Case([[[0, 7], [0, 0], [2, 0]], [[0, 0], [3, 4], [0, 1]]], says="empty here and there"),
            Case(
                [[[0, 0], [0, 0], [6, 1]], [[1, 5], [2, 9], [0, 0]]], says="each has its own bins"
            ),
        ],
        hints=(
            "What would one machine do that had all the rows?",
            "First one list of bins, summed over machines. Then for each edge both sides, summed.",
            "For edge k: left = sums over bins[:k], right = sums over bins[k:]; compare "
            "rows left × gini(left) + rows right × gini(right).",
        ),
        mistakes=[
            Mistake(lambda machines: best_edge(machines[:1]), "It looks at one machine only."),
            Mistake(partial(best_edge, impurity=entropy), "That is entropy: take Gini."),
            Mistake(
                lambda machines: mode(best_edge([machine]) for machine in machines),
                "The machines search alone, and vote. Add up their counts first, then search once.",
            ),
            Mistake(
                lambda machines: best_edge(
                    [[[c / sum(map(sum, m)) for c in b] for b in m] for m in machines]
                ),
                "Every machine counts alike, however many rows it has. Add counts, not shares.",
            ),
            Mistake(partial(best_edge, weigh=False), "Weight the Gini of each side by its rows."),
            Mistake(lambda machines: best_edge(machines) - 1, "One too few: count from 1."),
        ],
        solution="def best_edge(machines):\n"
        "    bins = [[sum(c) for c in zip(*same)] for same in zip(*machines)]\n\n"
        "    def impurity(k):\n"
        "        sides = [[sum(c) for c in zip(*part)] for part in (bins[:k], bins[k:])]\n"
        "        return sum(sum(side) * gini(side) for side in sides)\n\n"
        "    return min(range(1, len(bins)), key=impurity)",
        explanation="Counts add up exactly: one machine with all rows would find the same edge.",
        items=("S32", "S34"),
        points=2,
        minutes=12,
    ),
    Exercise(
        "14.4",
        "Five methods were judged on the same six splits; the table shows how many of 100 rows "
        "left out each got right. The forest has the best mean. We call a method *clearly behind* "
        "if the mean of the differences to the forest, split by split, is larger than their "
        "standard deviation (n − 1, as pandas' `std` has it). Which methods are **not** clearly "
        "behind the forest? Give a set of names, written as in the table and without the forest "
        'itself, such as `{"stump", "full tree"}`.',
        title="Who may be handed over?",
        kind="reading",
        fresh=True,
        setup=SCORES,
        answer=not_clearly_behind,
        hints=(
            "The same split is the same row: how far is each method from the forest *there*?",
            "Forest minus method, six numbers. Then their mean and their standard deviation.",
            '`(right["forest"] - right[name]).mean()` against `.std()`, for each name.',
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
        "    if difference.mean() <= difference.std():\n"
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
            "Look at 4 again: with 300 such columns the full tree got a little worse. Why?",
            "Look at 5 again: a chance is a share of the rows in the leaf. Which shares are there?",
        ),
        solution="answer_5 = [True, False, True, False, True]",
        explanation="Claims about methods hold under conditions. Ask for them.",
        items=("S34", "R70", "K83", "K92", "G31"),
        minutes=5,
    ),
    Exercise(
        "14.6",
        "`encode(train, new)` should number the words of `new` as `StringIndexer` does: it learns "
        "from the *training* column, where the most frequent word gets 0, the next one 1, and so "
        "on; words that are equally frequent go by the alphabet. A word that the training column "
        "does not have stops it with a ValueError. (Spark stops there too, unless it is told "
        "otherwise.) The code has a fault; find it and fix it.",
        title="The same word, another number",
        kind="bug",
        fresh=True,
        starter=FAULTY,
        answer=encode,
        tests=[
            Case(["b", "a", "b"], ["a", "a", "b"], says="b is more frequent in training"),
            Case([*"bcbcba"], ["c", "c", "b", "a"], says="three, two and one"),
            Case(["y", "x", "y", "x", "w"], ["w", "y"], says="x and y are equally frequent"),
        ],
        hidden=[
            Case(["a", "b"], ["a", "z"], says="a word that training does not have"),
            Case(["q", "p", "q"], [], says="nothing new"),
            Case(["3rd", "Crew", "1st", "Crew"], ["1st", "Crew"], says="words of the ship"),
        ],
        hints=(
            'Call `encode(["b", "a", "b"], ["a", "a", "b"])` by hand. Which word should be 0?',
            "The tree knows the numbers of the training rows. Where do the numbers come from here?",
            "`often` counts the wrong column.",
        ),
        mistakes=[
            Mistake(
                lambda train, new: encode(train, new, often=new),
                "The new rows decide the numbers: a word may get a different number than in "
                "training.",
            ),
            Mistake(
                lambda train, new: encode(train, new, often=[*train, *new]),
                "Both columns decide the numbers. New rows must not change them.",
            ),
            Mistake(
                lambda train, new: encode(train, new, often=set(train)),
                "The words are numbered by the alphabet. Frequency comes first.",
            ),
            Mistake(partial(encode, sign=1), "Now the rarest word gets 0: turn the order round."),
            Mistake(
                as_they_come,
                "Equally frequent words do not go by the alphabet here. (`most_common` leaves them "
                "as they come, and `reverse=True` turns the alphabet round as well.)",
            ),
        ],
        solution=FAULTY.replace("Counter(new)", "Counter(train)"),
        explanation="What is learned comes from training rows; a fitted Pipeline remembers it.",
        items=("S32", "S33"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "14.7",
        "`waits` has your own twelve callers, sorted: how many seconds they waited, and whether "
        "they hung up. CART tries all eleven thresholds between two of them. Spark with "
        "`maxBins=4` makes four bins with three callers each, and tries only the three edges "
        "between bins. By how much is the best Gini gain of all thresholds larger than the best "
        "one that Spark can find?",
        title="What a bin hides",
        kind="harder",
        fresh=True,
        draw=waits,
        setup='waits = draw("14.7", STUDENT)\nwaits',
        answer=lost,
        hints=(
            "After which callers can Spark cut? After which ones can CART?",
            "Spark: after the 3rd, 6th or 9th caller. CART: after any but the last.",
            "The best of gain(k) for k = 1 … 11, minus the best of k = 3, 6, 9, where gain(k) is "
            "gini(all) − k/12 × gini(first k) − (12 − k)/12 × gini(rest).",
        ),
        mistakes=[
            Mistake(
                lambda waits: largest(waits, range(1, 12)),
                "That is the best gain of all thresholds. Subtract the best that Spark finds.",
            ),
            Mistake(
                lambda waits: largest(waits, (3, 6, 9)),
                "That is the best gain that Spark finds. How much better is CART's?",
            ),
            Mistake(
                0.0,
                "Something is lost here: the best threshold lies inside a bin. Try all eleven.",
            ),
            Mistake(partial(lost, impurity=entropy), "That is with entropy: use Gini."),
            Mistake(partial(lost, weigh=False), "Both sides count alike: weight each by its rows."),
            Mistake(
                lambda waits: lost(waits, equally_wide(waits)),
                "Your bins are equally wide in seconds. Spark's have equally many callers.",
            ),
            Mistake(
                partial(lost, places=(4, 8)),
                "Those are three bins of four callers. Four bins of three have their edges after "
                "the 3rd, the 6th and the 9th.",
            ),
        ],
        solution='y = waits["hangs up"]\n\n\n'
        "def gain(k):\n"
        "    first, rest = gini(counts(y[:k])), gini(counts(y[k:]))\n"
        "    return gini(counts(y)) - k / 12 * first - (12 - k) / 12 * rest\n\n\n"
        "answer_7 = max(map(gain, range(1, 12))) - max(map(gain, (3, 6, 9)))",
        explanation="More bins hide less. With `maxBins=12` nothing would be lost here.",
        items=("S34",),
        points=3,
        minutes=12,
    ),
]
