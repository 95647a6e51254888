"""The graded exercises of notebook 14: what Spark's trees and pipelines do; PySpark is optional."""

from collections import Counter
from functools import cache, partial
from statistics import mode

from sklearn.model_selection import cross_val_score, train_test_split

import dtlab
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong
from dtlab import entropy, gini, load

IMPORTS = """
from collections import Counter

from sklearn.model_selection import cross_val_score, train_test_split

from dtlab import CART, gini, load
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


# ── 14.9 a depth that is cross-validated ────────────────────────────────────────────────────────

DEPTHS = (3, 6, 8)
BIRDS = """birds = load("penguins").frame.dropna()
X, y = birds.drop(columns=["sex", "year"]), birds["sex"]
old, new, y_old, y_new = train_test_split(X, y, test_size=0.3, random_state=3)
old.head()"""


@cache
def halves():
    """The penguins as the exercise's notebook splits them: old, new, y_old, y_new."""
    birds = load("penguins").frame.dropna()
    X, y = birds.drop(columns=["sex", "year"]), birds["sex"]
    return train_test_split(X, y, test_size=0.3, random_state=3)


@cache
def on_new(depth):
    """The accuracy on the new penguins of a tree of this depth, grown on the old ones."""
    old, new, y_old, y_new = halves()
    return dtlab.CART(max_depth=depth).fit(old, y_old).score(new, y_new)


@cache
def on_old(depth, folds=5):
    """The mean accuracy in cross-validation on the old penguins; without folds, of training."""
    old, _, y_old, _ = halves()
    model = dtlab.CART(max_depth=depth)
    if not folds:
        return model.fit(old, y_old).score(old, y_old)
    return cross_val_score(model, old, y_old, cv=folds).mean()


def tuned():
    """The depth that cross-validation on the old penguins chooses."""
    return max(DEPTHS, key=on_old)


# ── 14.10 the stages of a pipeline ──────────────────────────────────────────────────────────────

STAGES = ["StringIndexer", "StringIndexer", "Imputer", "VectorAssembler"]
STAGES += ["DecisionTreeClassifier", "IndexToString"]


def in_order(value):
    """Whether these stages can run one after the other, or the sentence that says why not."""
    if type(value).__name__ == "Pipeline":
        value = value.getStages()
    if not isinstance(value, list | tuple):
        return "A Pipeline, or a list of the names of its stages, is wanted."
    names = [one if isinstance(one, str) else type(one).__name__ for one in value]
    names = [name.removesuffix("Model") for name in names]
    for name in dict.fromkeys(STAGES):
        if names.count(name) < STAGES.count(name) and name != "StringIndexer":
            return f"There is no {name}."
    if "StringIndexer" not in names:
        return "There is no StringIndexer: who numbers the words?"
    places = [names.index(name) for name in dict.fromkeys(STAGES)]
    early = [names.index(name) for name in ("StringIndexer", "Imputer")]
    if max(early) > names.index("VectorAssembler"):
        return "VectorAssembler comes before a stage whose columns it needs."
    if places[2:] != sorted(places[2:]):
        return "A stage comes before the one whose column it reads."
    return True


PIPELINES = [False, True, True, True, False]  # 14.8

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
            Mistake(
                lambda: sent() // FEATURES, "That is for one feature. There are counts for each."
            ),
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
            Mistake(
                lambda machines: best_edge(machines) + 1,
                "One too many: the edge lies *after* the bins that you count.",
            ),
            Mistake(
                lambda machines: max(edges(added(machines)))[1],
                "That is the edge with the *most* impurity left: take the smallest.",
            ),
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
            Case(["a", "b"], ["a", "z"], says="training has no z: a ValueError is wanted"),
        ],
        hidden=[
            Case(["a", "b"], ["z"], says="nothing but a new word: a ValueError is wanted"),
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
        "14.8",
        "True or false? Give a list of five, such as `[True, True, False, False, True]`.\n\n"
        "1. `StringIndexer` reads no target, so it may be fitted on all rows, before "
        "the split.\n"
        '2. With `handleInvalid="skip"`, a row with a new word gets no prediction, and no message '
        "says so.\n"
        "3. With `maxBins=32`, a column of words with 40 values stops the fit with an error.\n"
        "4. `CrossValidator` with a pipeline learns the medians of the `Imputer` again in each "
        "fold.\n"
        "5. `GBTClassifier` can tell three species apart.",
        title="Five claims about pipelines",
        kind="claim",
        fresh=True,
        answer=PIPELINES,
        hints=(
            "For each claim ask: what is learned, and from which rows?",
            "For 2: what does *skip* do with a row? For 4: what is the estimator that is fitted?",
            "A number for a word is learned too. `maxBins` must be at least the number of values.",
        ),
        mistakes=one_wrong(
            PIPELINES,
            "Look at 1 again: the numbers of words are learned. Which rows may teach?",
            "Look at 2 again: *skip* leaves the whole row out.",
            "Look at 3 again: each value of a word needs a bin of its own.",
            "Look at 4 again: the estimator of the search is the whole pipeline.",
            "Look at 5 again: how many classes does Spark's boosting know?",
        ),
        solution="answer_8 = [False, True, True, True, False]",
        explanation="What is learned, and from which rows: that question catches most leaks.",
        items=("S32", "S34", "S51"),
        minutes=5,
    ),
    Exercise(
        "14.9",
        "What `CrossValidator` does, without Spark: for each depth of 3, 6 and 8, take the mean "
        "accuracy of `CART(max_depth=depth)` in `cross_val_score` with `cv=5` on the `old` "
        "penguins. Fit the best depth on all `old` rows. Which share of the `new` penguins does it "
        "predict right?",
        title="A depth that is cross-validated",
        kind="model",
        fresh=True,
        setup=BIRDS,
        answer=lambda: on_new(tuned()),
        hints=(
            "Three means first. They need `old` and `y_old` only.",
            "`cross_val_score(CART(max_depth=depth), old, y_old, cv=5).mean()` for each depth.",
            "`CART(max_depth=best).fit(old, y_old).score(new, y_new)`.",
        ),
        mistakes=[
            Mistake(
                lambda: on_new(max(DEPTHS, key=lambda depth: on_old(depth, 0))),
                "That depth is the best on its own *training* rows: the deepest always is.",
            ),
            Mistake(
                lambda: on_old(tuned()),
                "That is the mean of cross-validation, which chose the depth. Judge on `new`.",
            ),
            Mistake(
                lambda: on_old(tuned(), 0),
                "That is the accuracy on the rows that the tree was grown on. Judge on `new`.",
            ),
            Mistake(lambda: on_new(3), "Depth 3 has not the highest mean in cross-validation."),
            Mistake(lambda: float(tuned()), "That is the depth. How good is it on `new`?"),
        ],
        solution="means = {}\n"
        "for depth in (3, 6, 8):\n"
        "    tree = CART(max_depth=depth)\n"
        "    means[depth] = cross_val_score(tree, old, y_old, cv=5).mean()\n"
        "best = max(means, key=means.get)\n"
        "answer_9 = CART(max_depth=best).fit(old, y_old).score(new, y_new)",
        explanation="The new rows judged once, a depth that other rows had chosen.",
        items=("S34", "S35"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "14.10",
        "Build a pipeline for a table with words, numbers (some missing) and a target of words: "
        "number the words and the target, fill the gaps, put all into one vector, grow a tree, and "
        "turn its predictions back into words. With Spark, give the unfitted `Pipeline` itself; "
        "without it, the names of the stages in order, such as "
        '`["StringIndexer", "VectorAssembler"]`.',
        title="Write a pipeline",
        kind="harder",
        answer=STAGES,
        accept=in_order,
        hints=(
            "Which stage makes the columns that another one reads?",
            "The vector comes after indexing and filling, the tree after the vector.",
            "The last stage reads `prediction`: IndexToString.",
        ),
        mistakes=[
            Mistake([n for n in STAGES if n != "Imputer"], "There is no Imputer."),
            Mistake([n for n in STAGES if n != "IndexToString"], "There is no IndexToString."),
            Mistake(
                ["VectorAssembler", *(n for n in STAGES if n != "VectorAssembler")],
                "VectorAssembler comes before a stage whose columns it needs.",
            ),
            Mistake(
                [*STAGES[:4], "IndexToString", "DecisionTreeClassifier"],
                "A stage comes before the one whose column it reads.",
            ),
        ],
        solution='answer_10 = ["StringIndexer", "StringIndexer", "Imputer", "VectorAssembler"]\n'
        'answer_10 += ["DecisionTreeClassifier", "IndexToString"]',
        explanation="Notebook 14 has it in code. The words and the target may share an indexer.",
        items=("S32", "S33"),
        points=2,
        minutes=8,
    ),
]
