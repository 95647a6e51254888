"""The graded exercises of notebook 11: crowds, bootstrap samples, votes, importances."""

import math
from collections import Counter
from functools import cache
from statistics import mean

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong
from dtlab import ask

IMPORTS = """
import numpy as np

from dtlab import RandomForest, load
"""


# ── 11.1 three trees ────────────────────────────────────────────────────────────────────────────


def three_chances(chance):
    """How often each of three trees is right, better than a coin."""
    return [int(n) / 100 for n in chance.choice(range(55, 96, 5), size=3, replace=False)]


def exactly_two(chances):
    """The chance that two of three independent trees are right and one is wrong."""
    a, b, c = chances
    return a * b * (1 - c) + a * (1 - b) * c + (1 - a) * b * c


# ── 11.2 the answer of a forest ─────────────────────────────────────────────────────────────────


def forest_answer(leaves, weigh=lambda leaf: 1):
    """The reference of 11.2: the class with the highest average share."""
    return max(by_class(leaves), key=lambda c: sum(weigh(f) * of_leaf(f, c) for f in leaves))


def by_class(leaves):
    """All classes, by alphabet."""
    return sorted(set().union(*leaves))


def of_leaf(leaf, name):
    """The share of a class in a leaf."""
    return leaf.get(name, 0) / sum(leaf.values())


def vote(leaves):
    """A mistake: each tree has one vote."""
    return Counter(max(leaf, key=leaf.get) for leaf in leaves).most_common(1)[0][0]


def where_present(leaves):
    """A mistake: leaves without a class are left out of its average."""

    def mean(name):
        return sum(of_leaf(f, name) for f in leaves) / sum(name in f for f in leaves)

    return max(by_class(leaves), key=mean)


# ── 11.3 a shuffled column ──────────────────────────────────────────────────────────────────────


def evening():
    """The forest of 11.3 is one tree, to keep it short."""
    friends = ask("friends call", {"yes": "out", "no": "in"})
    return ask("weather", {"dry": "out", "rain": friends})


def shuffled(chance):
    """Twelve new evenings, with the column weather once as it was and once shuffled."""
    import pandas as pd

    columns = {
        "weather": chance.permutation(["dry", "rain"] * 6),
        "shuffled": chance.permutation(["dry", "rain"] * 6),
        "friends call": chance.choice(["yes", "no"], size=12, p=[0.25, 0.75]),
    }
    table = pd.DataFrame(columns, index=range(1, 13)).rename_axis("evening")
    pairs = zip(said(table), chance.permutation(12) < chance.randint(1, 4), strict=True)
    table["truth"] = [{"in": "out", "out": "in"}[a] if flip else a for a, flip in pairs]
    return table if drop(table) > 0 else shuffled(chance)


def said(table, weather="weather"):
    """What the tree answers when it is given this column as the weather."""
    pairs = zip(table[weather], table["friends call"], strict=True)
    return ["in" if pair == ("rain", "no") else "out" for pair in pairs]


def right(table, weather="weather"):
    """The evenings on which the tree is right, as a set of row numbers."""
    pairs = zip(said(table, weather), table["truth"], strict=True)
    return {row for row, (answer, truth) in enumerate(pairs) if answer == truth}


def drop(table):
    """The reference of 11.3: by how much the accuracy falls."""
    return (len(right(table)) - len(right(table, "shuffled"))) / len(table)


# ── 11.4 claims ─────────────────────────────────────────────────────────────────────────────────

CLAIMS = [False, True, True, False, False]


# ── 11.5 bags ───────────────────────────────────────────────────────────────────────────────────


def bags(n, trees, chance):
    """The reference of 11.5: each tree takes the next n numbers."""
    return [[int(u * n) for u in chance[t * n : (t + 1) * n]] for t in range(trees)]


def without_replacement(n, trees, chance):
    """A mistake: a row that was drawn is not put back."""
    numbers, samples = iter(chance), []
    for _ in range(trees):
        left = list(range(n))
        samples.append([left.pop(int(next(numbers) * len(left))) for _ in range(n)])
    return samples


# ── 11.7 two columns that say the same ──────────────────────────────────────────────────────────

SHIP = """
ship = load("titanic").frame.sample(frac=1, random_state=1)
X, y = ship[["class", "sex", "age"]], ship["survived"]
X = X.assign(sex_again=X["sex"])
old, new, y_old, y_new = X[:1100], X[1100:], y[:1100], y[1100:]
order = np.random.RandomState(0).permutation(len(new))
"""


@cache
def passengers():
    """The forest of 11.7, and its new passengers."""
    import numpy as np

    import dtlab

    ship = dtlab.load("titanic").frame.sample(frac=1, random_state=1)
    X, y = ship[["class", "sex", "age"]], ship["survived"]
    X = X.assign(sex_again=X["sex"])
    forest = dtlab.RandomForest(30, max_features=2, random_state=0).fit(X[:1100], y[:1100])
    order = np.random.RandomState(0).permutation(len(X) - 1100)
    return forest, X[1100:], y[1100:], order


def lost(*columns):
    """By how much the accuracy falls if these columns are shuffled together."""
    forest, X, y, order = passengers()
    shuffled = X.assign(**{name: X[name].to_numpy()[order] for name in columns})
    return forest.score(X, y) - forest.score(shuffled, y)


ITEMS = [
    Exercise(
        "11.1",
        "Three trees vote on a question with two answers. `chances` says how often each of them is "
        "right; they err independently of each other. How often is the majority right?",
        title="Three trees",
        kind="number",
        fresh=True,
        draw=three_chances,
        setup='chances = draw("11.1", STUDENT)\nchances',
        answer=lambda chances: math.prod(chances) + exactly_two(chances),
        hints=(
            "In which cases is the majority right? Write them all down.",
            "All three are right, or two are and one is wrong. There are three ways for that.",
            "a·b·c + a·b·(1 − c) + a·(1 − b)·c + (1 − a)·b·c",
        ),
        mistakes=[
            Mistake(math.prod, "That is all three at once: two of three are a majority, too."),
            Mistake(exactly_two, "That is exactly two: all three together are a majority, too."),
            Mistake(
                lambda chances: sum(chances) / 3,
                "That is how often one of the trees is right on average. A vote is more than that.",
            ),
            Mistake(
                lambda chances: exactly_two(chances) + 3 * math.prod(chances),
                "You added a·b, a·c and b·c: the case that all three are right is in each of them.",
            ),
            Mistake(
                lambda chances: 1 - math.prod(1 - p for p in chances),
                "That is at least one of the three: a single right tree is outvoted.",
            ),
            Mistake(
                lambda chances: mean(chances) ** 2 * (3 - 2 * mean(chances)),
                "You gave all three the same chance, the average one: take each tree's own.",
            ),
            Mistake(max, "That is the best tree alone: what happens when it is outvoted?"),
        ],
        solution="a, b, c = chances\n"
        "answer_1 = a * b * c + a * b * (1 - c) + a * (1 - b) * c + (1 - a) * b * c",
        explanation="Compare it with your best tree. A vote beats the average member; to beat the "
        "best one, the members should be about equally good, or many.",
        items=("S36", "S37", "K65"),
        minutes=4,
    ),
    Exercise(
        "11.2",
        "A row falls into one leaf of each tree. `leaves` is a list of these leaves; each is a "
        "dict that says how many training rows of each class are in it, such as "
        "`{'A': 3, 'B': 1}`. A class that a leaf does not name has none there.\n\n"
        "Write `forest_answer(leaves)`: the class with the highest share on average over the "
        "trees, every tree counting alike. `forest_answer([{'A': 3, 'B': 1}, {'A': 1, 'B': 9}])` "
        "is 'B': its shares are 1/4 and 9/10. (No two classes are equally high in the tests.)",
        title="What the forest says",
        kind="function",
        starter="def forest_answer(leaves):\n    return ...",
        answer=forest_answer,
        tests=[
            Case([{"A": 9, "B": 1}, {"A": 2, "B": 3}, {"A": 2, "B": 3}], says="one is very sure"),
            Case([{"A": 30, "B": 20}, {"A": 1, "B": 3}, {"A": 1, "B": 3}], says="a large leaf"),
            Case([{"B": 2}, {"A": 4, "B": 1}, {"A": 4, "B": 1}], says="the surest is alone"),
            Case([{"A": 4, "B": 1}, {"A": 4, "B": 1}, {"B": 2}], says="the surest comes last"),
            Case([{"C": 1}, *[{"A": 3, "B": 1}] * 2, {"A": 2, "B": 3}], says="a rare class"),
        ],
        hidden=[
            Case([{"no": 2, "yes": 5}], says="a single tree"),
            Case([*[{"A": 6, "C": 5}] * 2, {"B": 8, "C": 5}], says="nobody's first choice"),
            Case([{"x": 1, "y": 0}, {"y": 70, "x": 30}, {"x": 3, "y": 2}], says="all sizes"),
        ],
        hints=(
            "From counts to shares first, leaf by leaf.",
            "For each class, add up its shares over the leaves; a class that a leaf does not name "
            "adds 0. Which class has most?",
            "The share of a class: `leaf.get(name, 0) / sum(leaf.values())`. All classes: "
            "`set().union(*leaves)`.",
        ),
        mistakes=[
            Mistake(
                vote,
                "That is the majority vote: a tree with 60 % counts as much as one with 100 %. "
                "Here the shares are averaged.",
            ),
            Mistake(
                lambda leaves: forest_answer(leaves, weigh=lambda leaf: sum(leaf.values())),
                "It adds the rows of all leaves, so a large leaf has more to say. Turn each leaf "
                "into shares first: every tree counts alike.",
            ),
            Mistake(
                lambda leaves: max((of_leaf(f, c), c) for f in leaves for c in f)[1],
                "It listens only to the surest tree: average over all of them.",
            ),
            Mistake(
                lambda leaves: max(
                    leaves[0], key=lambda name: sum(of_leaf(leaf, name) for leaf in leaves)
                ),
                "It tries only the classes that the first leaf names: others may come later.",
            ),
            Mistake(
                lambda leaves: sum(of_leaf(f, forest_answer(leaves)) for f in leaves) / len(leaves),
                "That is the highest average share: return the class that has it.",
            ),
            Mistake(
                where_present,
                "It averages a class only over the leaves that name it: the others say 0, and "
                "that counts.",
            ),
        ],
        solution="def forest_answer(leaves):\n"
        "    def total(name):\n"
        "        return sum(leaf.get(name, 0) / sum(leaf.values()) for leaf in leaves)\n\n"
        "    return max(set().union(*leaves), key=total)",
        explanation="The largest sum is the largest average, too. A class can win that no tree "
        "puts first.",
        items=("G20", "G27", "G28"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "11.3",
        lambda: (
            "Will somebody go out in the evening or stay in? One tree stands for the forest, to "
            "keep it short:\n\n"
            + "\n".join(f"    {line}" for line in str(evening()).splitlines())
            + "\n\n`evenings` has twelve new evenings, and in `shuffled` the same column *weather* "
            "once more, in another order. What is the permutation importance of *weather* with "
            "this one shuffle: by how much does the accuracy fall?"
        ),
        title="A shuffled sky",
        kind="reading",
        fresh=True,
        draw=shuffled,
        setup='evenings = draw("11.3", STUDENT)\nevenings',
        answer=drop,
        hints=(
            "You need the accuracy twice. What changes in between, and what does not?",
            "Send each evening down the tree, once with its weather, once with the shuffled one. "
            "Compare both with `truth`.",
            "Importance = accuracy before − accuracy after; each is right evenings / twelve.",
        ),
        mistakes=[
            Mistake(
                lambda table: len(right(table, "shuffled")) / len(table),
                "That is the accuracy after the shuffle: by how much has it fallen?",
            ),
            Mistake(
                lambda table: len(right(table)) / len(table),
                "That is the accuracy before the shuffle: how much of it is lost?",
            ),
            Mistake(
                lambda table: -drop(table),
                "That is after minus before: importance is what is lost, before minus after.",
            ),
            Mistake(
                lambda table: len(right(table) - right(table, "shuffled")) / len(table),
                "You counted the evenings that were right and are wrong now. Some were wrong and "
                "are right now, by luck: they count against it.",
            ),
            Mistake(
                lambda table: len(right(table) ^ right(table, "shuffled")) / len(table),
                "That is how often the *answer* changes. Some of the old answers were wrong: "
                "compare with the truth.",
            ),
            Mistake(lambda table: len(table) * drop(table), "That is in evenings: divide by 12."),
            Mistake(
                lambda table: drop(table) * len(table) / len(right(table)),
                "That is the loss as a share of the accuracy before: importance is the difference "
                "itself.",
            ),
        ],
        solution="def accuracy(weather):\n"
        '    inside = (evenings[weather] == "rain") & (evenings["friends call"] == "no")\n'
        '    return np.mean(np.where(inside, "in", "out") == evenings["truth"])\n\n\n'
        'answer_3 = accuracy("weather") - accuracy("shuffled")',
        explanation="One shuffle of twelve rows says little: the next gives another number. So "
        "one takes many rows, and the mean of several shuffles.",
        items=("G17", "K69"),
        points=2,
        minutes=7,
    ),
    Exercise(
        "11.4",
        "True or false? Give a list of five, such as `[True, False, True, False, True]`.\n\n"
        "1. The majority of three trees is right at least as often as the worst of the three.\n"
        "2. For numbers, the squared error of the average of the trees is never larger than their "
        "squared errors on average.\n"
        "3. In a forest of 100 trees on many rows, about 37 trees have never seen a given row.\n"
        "4. One tree has variance 10, and two trees have correlation 0.3. With enough trees, the "
        "variance of their average falls below 2.\n"
        '5. With `subspace="tree"`, a feature that a tree was not given may still be asked in one '
        "of its lower nodes.",
        title="Five claims about crowds",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "Claims about *never* and *at least* need one counterexample only. Try to build one.",
            "For 1, take three rows and let each tree be right on a row of its own. For 4, put the "
            "numbers into the formula for the variance of T trees, with a very large T.",
            "2: error of the average = average error − disagreement. 3: each tree misses a row "
            "with a chance of about 1/e. 5: once per tree, or at each node?",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1 again: three rows, and each tree is right on another one of them. What does "
            "the majority say?",
            "Look at 2 again: what is subtracted is a variance. Can it be negative?",
            "Look at 3 again: what share of the rows does one sample miss? It is the same share "
            "of the trees.",
            "Look at 4 again: one term of the formula does not become smaller with more trees.",
            "Look at 5 again: here the features are drawn once, for the whole tree.",
        ),
        solution="answer_4 = [False, True, True, False, False]",
        explanation="On 1: each of three trees right on one of three rows, always another one. On "
        "every row two of three are wrong, so the majority is never right. Members must differ, "
        "and they must be better than a coin.",
        items=("K65", "K67", "K68", "S37"),
        minutes=6,
    ),
    Exercise(
        "11.5",
        "`bags(n, trees, chance)` should draw a bootstrap sample for each tree: n rows, numbered "
        "from 0, with replacement. `chance` is a list of n × trees random numbers, from 0 to below "
        "1. Each draw takes the next number u and picks row `int(u * n)`: first all draws of the "
        "first tree, then those of the second, and so on. Somebody grew a forest with it and found "
        "that it was no better than one tree. Find the fault and fix it.",
        title="A forest of copies",
        kind="bug",
        starter="def bags(n, trees, chance):\n"
        "    samples = []\n"
        "    for tree in range(trees):\n"
        "        numbers = iter(chance)\n"
        "        samples.append([int(next(numbers) * n) for draw in range(n)])\n"
        "    return samples",
        answer=bags,
        tests=[
            Case(2, 2, [0.1, 0.7, 0.9, 0.6], says="two trees, two rows"),
            Case(3, 2, [0.9, 0.1, 0.5, 0.4, 0.5, 0.2], says="three rows"),
            Case(2, 3, [0.2, 0.6, 0.6, 0.9, 0.1, 0.3], says="three trees"),
        ],
        hidden=[
            Case(4, 1, [0.99, 0.0, 0.5, 0.25], says="one tree"),
            Case(1, 3, [0.3, 0.8, 0.5], says="one row"),
            Case(4, 3, [k / 12 for k in (5, 11, 2, 2, 0, 7, 9, 4, 1, 10, 3, 8)], says="more"),
        ],
        hints=(
            "Call it with `bags(2, 2, [0.1, 0.7, 0.9, 0.6])`. What do the two trees get?",
            "Which of the random numbers does the second tree use? Where does `iter` start?",
            "`iter(chance)` begins at the first number. It should begin once, not once per tree.",
        ),
        mistakes=[
            Mistake(
                lambda n, trees, chance: [bags(n, 1, chance[:n])[0]] * trees,
                "The fault is still there. Compare the samples of the first tree and the second.",
            ),
            Mistake(
                lambda n, trees, chance: [bags(n, 1, chance[t : t + n])[0] for t in range(trees)],
                "The second tree starts only one number later, so the samples share most of their "
                "draws. It should start after all n numbers of the first.",
            ),
            Mistake(
                lambda n, trees, chance: [bags(n, 1, chance[t::trees])[0] for t in range(trees)],
                "The trees take turns with the numbers. That makes good samples, too, but here a "
                "tree takes all its n numbers before the next one.",
            ),
            Mistake(
                without_replacement,
                "It draws without replacement, so each tree gets every row: put a row back before "
                "the next draw.",
            ),
            Mistake(
                lambda n, trees, chance: [int(u * n) for u in chance],
                "The draws are right. Now give each tree a list of its own.",
            ),
            Mistake(
                lambda n, trees, chance: [sorted(set(bag)) for bag in bags(n, trees, chance)],
                "It drops the rows that come twice: a bootstrap sample keeps them, and has n rows.",
            ),
        ],
        solution="def bags(n, trees, chance):\n"
        "    samples = []\n"
        "    numbers = iter(chance)\n"
        "    for tree in range(trees):\n"
        "        samples.append([int(next(numbers) * n) for draw in range(n)])\n"
        "    return samples",
        explanation="In real code it looks like this: a random generator with a fixed seed is made "
        "inside the loop. Every tree then draws the same rows, and nothing complains.",
        items=("K65", "K67", "G19"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "11.7",
        "The Titanic's passengers, with the column *sex* twice. Fit `RandomForest(30, "
        "max_features=2, random_state=0)` on the `old` passengers. What are the two copies worth "
        "*together*? Put both columns of the `new` passengers into the order `order` (the same for "
        "both), and report by how much the accuracy falls.",
        title="Two copies at once",
        kind="model",
        setup=SHIP.strip(),
        answer=lambda: lost("sex", "sex_again"),
        hints=(
            "You need the accuracy on new passengers twice: as they are, and shuffled.",
            "`shuffled = new.copy()`, then change *both* columns of it. Mind the index: work with "
            '`new["sex"].to_numpy()[order]`.',
            "`forest.score(new, y_new) - forest.score(shuffled, y_new)`.",
        ),
        mistakes=[
            Mistake(
                lambda: lost("sex"),
                "You shuffled *sex* alone: its copy still answers. Shuffle both.",
            ),
            Mistake(
                lambda: lost("sex_again"),
                "You shuffled *sex_again* alone: *sex* still answers. Shuffle both.",
            ),
            Mistake(
                lambda: lost("sex") + lost("sex_again"),
                "You shuffled one column after the other and added up. Shuffle both at once.",
            ),
            Mistake(
                lambda: -lost("sex", "sex_again"),
                "That is after minus before: importance is what is lost, before minus after.",
            ),
            Mistake(
                lambda: passengers()[0].score(*passengers()[1:3]) - lost("sex", "sex_again"),
                "That is the accuracy after the shuffle: by how much has it fallen?",
            ),
            Mistake(
                lambda: 0.0,
                "No loss at all. Has pandas put the rows back into their old order? Assign plain "
                "arrays: `.to_numpy()[order]`.",
            ),
        ],
        solution="forest = RandomForest(30, max_features=2, random_state=0)\n"
        "forest.fit(old, y_old)\n"
        "shuffled = new.copy()\n"
        'shuffled["sex"] = new["sex"].to_numpy()[order]\n'
        'shuffled["sex_again"] = new["sex_again"].to_numpy()[order]\n'
        "answer_7 = forest.score(new, y_new) - forest.score(shuffled, y_new)",
        explanation="Alone, each copy looks much less important than both are together.",
        items=("G17", "K69"),
        points=2,
        minutes=8,
    ),
]
