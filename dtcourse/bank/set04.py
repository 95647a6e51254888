"""The graded exercises of notebook 04: ID3, its three stops, hold-out and baseline."""

import math
from functools import cache
from itertools import product
from statistics import mode

import dtlab
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, mistakes
from dtlab import best, counts, entropy, information_gain, load, tree_in_order

IMPORTS = """
from itertools import product
from statistics import mode

import pandas as pd

from dtlab import ID3, entropy, information_gain, load, remainder, tree_in_order
from sklearn.model_selection import train_test_split
"""


def frame(rows, **names):
    """A DataFrame; pandas is loaded when it is needed, because the bank is imported often."""
    import pandas as pd

    return pd.DataFrame(rows, **names)


# ── 04.1 a node with an empty part ──────────────────────────────────────────────────────────────

MUSHROOMS = """\
caps = "flat round round flat round flat round flat cone round cone flat round"
kinds = "poisonous edible poisonous poisonous edible poisonous edible"
mushrooms = pd.DataFrame(
    {
        "HABITAT": ["wood"] * 7 + ["meadow"] * 3 + ["garden"] * 3,
        "CAP": caps.split(),
        "RING": "yes no yes no no no no no yes yes no yes no".split(),
        "KIND": kinds.split() + ["edible"] * 6,
    }
)
mushrooms"""


def mushrooms(rows=7):
    """The first rows of the table: the wood, or all thirteen."""
    exec("import pandas as pd\n" + MUSHROOMS, space := {})
    return space["mushrooms"][:rows]


def gain(name, rows=7):
    """What a feature tells about the kind of these mushrooms, in bits."""
    table = mushrooms(rows)
    return information_gain(table[name], table["KIND"])


def cap_gain(weight):
    """What CAP gains in the wood, where a part of n rows has this weight."""
    wood = mushrooms()
    parts = [part for _, part in wood["KIND"].groupby(wood["CAP"])]
    after = sum(weight(len(part)) * entropy(counts(part)) for part in parts)
    return entropy(counts(wood["KIND"])) - after


def whole_entropy():
    """How mixed all thirteen mushrooms are, in bits."""
    return entropy(counts(mushrooms(13)["KIND"]))


# ── 04.2 a confusion matrix of one's own ────────────────────────────────────────────────────────

FRUIT = ["apple", "pear", "plum"]


def fruit(chance):
    """Counts of a training set, and a confusion matrix in which another class is the largest."""
    sizes = chance.choice(range(40, 90), size=3, replace=False)
    rows = chance.randint(8, 13, size=3)
    first, second = sizes.argsort()[:0:-1]
    rows[first], rows[second] = chance.randint(13, 19), chance.randint(21, 28)
    cells = chance.randint(1, 4, size=(3, 3))
    for place in range(3):
        cells[place, place] += rows[place] - cells[place].sum()
    names = {"index": [f"is {name}" for name in FRUIT], "columns": [f"says {n}" for n in FRUIT]}
    return dict(zip(FRUIT, sizes.tolist(), strict=True)), frame(cells, **names)


def edge(data, vote=None, axis=1):
    """The tree's accuracy minus that of a baseline, which says `vote`."""
    training, cells = data[0], data[1].to_numpy()
    vote = FRUIT.index(vote or max(training, key=training.get))
    return (cells.trace() - cells.sum(axis=axis)[vote]) / cells.sum()


def right(data):
    """The share of right answers, and the mean of this share in each row."""
    cells = data[1].to_numpy()
    return cells.trace() / cells.sum(), (cells.diagonal() / cells.sum(axis=1)).mean()


def hit(data):
    """The share of all fruits that are of the training set's largest class and called so."""
    training, cells = data[0], data[1].to_numpy()
    return cells.diagonal()[FRUIT.index(max(training, key=training.get))] / cells.sum()


# ── 04.3 the next question ──────────────────────────────────────────────────────────────────────


def next_question(X, y, classes=2):
    """The reference of 04.3, which stops where there are fewer than two classes."""
    names = [name for name in X if len(set(X[name])) > 1]
    if len(set(y)) < classes or not names:
        return None
    return names[best([information_gain(X[name], y) for name in names])[0]]


def highest(X, y):
    """A mistake: nothing stops it."""
    return max(X, key=lambda name: information_gain(X[name], y))


XOR = {"a": [0, 0, 1, 1], "b": [0, 1, 0, 1]}


def stops_at_zero_gain(X, y):
    """Another rule: a node without a positive gain is a leaf."""
    name = next_question(X, y)
    return name if name and information_gain(X[name], y) > 1e-12 else None


def misplaced(X, y):
    """A mistake: the place of the best useful feature is looked up among all features."""
    useful = {name: values for name, values in X.items() if len(set(values)) > 1}
    name = next_question(X, y)
    return list(X)[list(useful).index(name)] if name else None


# ── 04.4 a tree with votes ──────────────────────────────────────────────────────────────────────

VISITORS = [  # age, day, and how many of them borrow a book, a film, a game
    ("adult", "weekday", 9, 0, 0),
    ("adult", "weekend", 3, 6, 1),
    ("child", "weekday", 6, 0, 2),
    ("child", "weekend", 0, 0, 8),
    ("senior", "weekday", 5, 1, 0),
]
LEAVES = [(max(row[2:]), sum(row[2:])) for row in VISITORS]
RIGHT, ROWS = map(sum, zip(*LEAVES, strict=True))


@cache
def library():
    """ID3's tree of the visitors."""
    rows = [
        (*who, what)
        for *who, book, film, game in VISITORS
        for what in ["book"] * book + ["film"] * film + ["game"] * game
    ]
    table = frame(rows, columns=["AGE", "DAY", "TAKES"])
    return dtlab.ID3().fit(table[["AGE", "DAY"]], table["TAKES"]).tree_


def one_question():
    """How many rows are right if the tree ends after its first question."""
    return sum(max(node.counts.values()) for node in library().children)


# ── 04.6 the empty branch ───────────────────────────────────────────────────────────────────────

GROW = """\
def grow(rows, values, default=None):
    if not rows:
        return default
    classes = [row[-1] for row in rows]
    vote = mode(classes)
    if len(set(classes)) == 1 or not values:
        return vote
    branches = {}
    for value in values[0]:
        part = [row[1:] for row in rows if row[0] == value]
        branches[value] = grow(part, values[1:], default or vote)
    return branches"""
FIXED = GROW.replace("default or vote", "vote")


def grower(old="", new=""):
    """`grow` as it should be, perhaps with another piece in its code."""
    exec(FIXED.replace(old, new) if old else FIXED, space := {"mode": mode})
    return space["grow"]


SUMMER = [("summer", "cloud", "read"), *[("summer", "sun", "swim")] * 2]
YEAR = [*SUMMER, ("winter", "cloud", "read"), *[("winter", "snow", "ski")] * 3]
SEASONS, SKIES = ["summer", "winter"], ["sun", "cloud", "snow"]


# ── 04.7 two trees that fit ─────────────────────────────────────────────────────────────────────


@cache
def days():
    """(new days on which the two trees disagree, new days, all days)."""
    golf = load("play_golf")
    every = list(product(*(golf.X[name].unique() for name in golf.features)))
    seen = set(golf.X.itertuples(index=False, name=None))
    new = frame([day for day in every if day not in seen], columns=golf.features)
    rival = tree_in_order(golf.X, golf.y, ["humidity", "temperature", "windy", "outlook"])
    disagree = rival.predict(new) != dtlab.ID3().fit(golf.X, golf.y).predict(new)
    return int(disagree.sum()), len(new), len(every)


# ── 04.8 a hold-out of one's own ────────────────────────────────────────────────────────────────

BIRDS = """\
birds = load("penguins").frame.dropna(subset=["sex"])
X = birds[["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]]
y = birds["sex"]
seed = draw("04.8", STUDENT)
print("birds:", len(birds), "and your random_state:", seed)
X.head()"""


@cache
def birds(seed, depth=3):
    """(errors in training, errors on new birds, errors of the baseline, new birds, all birds)."""
    from sklearn.model_selection import train_test_split

    known = load("penguins").frame.dropna(subset=["sex"])
    X = known[["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]]
    X_old, X_new, y_old, y_new = train_test_split(X, known["sex"], test_size=0.4, random_state=seed)
    model = dtlab.ID3(numeric="threshold", max_depth=depth).fit(X_old, y_old)
    wrong = [int((model.predict(X) != y).sum()) for X, y in ((X_old, y_old), (X_new, y_new))]
    return *wrong, int((y_new != mode(y_old)).sum()), len(y_new), len(known)


def fitted_on_all(seed):
    """The errors on the new birds of a tree that has learned from them as well."""
    from sklearn.model_selection import train_test_split

    known = load("penguins").frame.dropna(subset=["sex"])
    X = known[["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]]
    model = dtlab.ID3(numeric="threshold", max_depth=3).fit(X, known["sex"])
    _, X_new, _, y_new = train_test_split(X, known["sex"], test_size=0.4, random_state=seed)
    return int((model.predict(X_new) != y_new).sum())


ITEMS = [
    Exercise(
        "04.1",
        "Thirteen mushrooms. ID3 asks about HABITAT first: all mushrooms from the meadow and the "
        "garden are edible, those from the wood are mixed. How large, in bits, is the gain of the "
        "question that ID3 asks next, *in the branch wood*?",
        title="In the wood",
        kind="number",
        fresh=True,
        setup=MUSHROOMS,
        answer=lambda: max(gain("CAP"), gain("RING")),
        tolerance=0.001,  # two rounded numbers may be subtracted
        hints=(
            "Which rows does this branch hold, and which features may it still ask?",
            "Seven rows: what do CAP and RING gain among these seven? Take the larger gain.",
            "H(4, 3) minus 4/7 times H(1, 3): only the four round caps are mixed.",
        ),
        mistakes=mistakes(
            lambda: gain("CAP", rows=13),
            "That is what CAP gains in the whole table: a branch counts its own rows only.",
            lambda: gain("RING"),
            "That is RING in the wood. Another feature gains more.",
            lambda: gain("HABITAT", rows=13),
            "That is what HABITAT gains at the root. Which question comes *after* it, in the wood?",
            lambda: cap_gain(lambda n: 0) - gain("CAP"),
            "That is what *remains* after CAP. The gain is the entropy of the wood minus this.",
            lambda: gain("CAP") + whole_entropy() - cap_gain(lambda n: 0),
            "You began from the entropy of all thirteen. In a branch, begin from its own.",
            lambda: cap_gain(lambda n: 0),
            "That is the entropy of the branch. Subtract what remains after the question.",
            lambda: cap_gain(lambda n: n / 13),
            "You divided by all thirteen: the shares are shares of the seven in the wood.",
            lambda: cap_gain(lambda n: 1 / 2),
            "That is the plain mean of two groups: weigh each by its share of the rows.",
            lambda: gain("CAP") * math.log(2),
            "That is in nats: use the log to base 2.",
        ),
        solution='wood = mushrooms[mushrooms["HABITAT"] == "wood"]\n'
        'gains = [information_gain(wood[name], wood["KIND"]) for name in ("CAP", "RING")]\n'
        "answer_1 = max(gains)",
        explanation="It is CAP. No cone grows in the wood: that branch stays empty.",
        items=("K29", "K34", "S19"),
        minutes=6,
    ),
    Exercise(
        "04.2",
        "A tree tells fruit apart. `training` says how many rows of each class it learned from. "
        "`matrix` is its confusion matrix on the *test set*: a row for what the fruit is, a column "
        "for what the tree says.\n\n"
        "On the test set, how much higher is the accuracy of the tree than the accuracy of the "
        "majority baseline? (Accuracies 0.8 and 0.55 would give 0.25.)",
        title="Better than no question",
        kind="number",
        fresh=True,
        draw=fruit,
        setup='training, matrix = draw("04.2", STUDENT)\nprint("training set:", training)\nmatrix',
        answer=edge,
        tolerance=0.001,
        hints=(
            "Where in the matrix are the right answers? And what does the baseline always say?",
            "The baseline says the *training* set's largest class. Which test rows *are* that?",
            "(sum of the diagonal − sum of the row of that class) / sum of all cells",
        ),
        mistakes=mistakes(
            lambda data: right(data)[0],
            "That is the accuracy of the tree. Subtract what the baseline reaches.",
            lambda data: right(data)[0] - max(data[0].values()) / sum(data[0].values()),
            "You took the baseline's share in the training set. Compare both on the test set.",
            lambda data: edge(data, FRUIT[data[1].to_numpy().sum(axis=1).argmax()]),
            "Your baseline says the *test* set's largest class. It learns from the training set.",
            lambda data: right(data)[0] - edge(data),
            "That is the baseline's accuracy. How much higher is the tree's?",
            lambda data: edge(data, axis=0),
            "You added up a column: what the *tree* says. What the fruit *is* stands in the row.",
            lambda data: edge(data) - right(data)[0] + right(data)[1],
            "You took the mean of three rows' shares. Accuracy counts fruits, not classes.",
            lambda data: right(data)[0] - 1 / 3,
            "Your baseline draws one of three classes at random. The majority baseline always says "
            "the same class.",
            lambda data: right(data)[0] - hit(data),
            "You gave the baseline one cell of the diagonal: there *the tree* is right. The "
            "baseline says its class every time, so all fruits of that row count.",
            lambda data: edge(data) * data[1].to_numpy().sum(),
            "That is how many more fruits the tree gets right. Divide by all fruits of the test "
            "set.",
        ),
        solution="cells = matrix.to_numpy()\n"
        "vote = list(training).index(max(training, key=training.get))\n"
        "answer_2 = (cells.trace() - cells[vote].sum()) / cells.sum()",
        explanation="In your test set another class is the largest. The baseline cannot know that.",
        items=("K38", "R21"),
        points=2,
        minutes=7,
    ),
    Exercise(
        "04.3",
        "Write `next_question(X, y)`, one step of ID3. `X` is a dictionary with a list of values "
        "for each feature, `y` the list of the rows' classes. It returns the name of the feature "
        "that the node asks, or `None` if the node becomes a leaf.\n\n"
        "- It is a leaf if all rows have one class, or if no feature divides them. A feature "
        "divides them if it has more than one value here.\n"
        "- Otherwise it asks, of the features that divide the rows, the one with the highest "
        "information gain; of equal ones the first. A gain of 0 is no reason to stop.\n\n"
        'Example: `next_question({"sky": ["sun", "rain"]}, ["go", "stay"])` is `"sky"`. You may '
        "call `information_gain(X[name], y)`.",
        title="One step of ID3",
        kind="function",
        starter="def next_question(X, y):\n    return ...",
        answer=lambda X, y: next_question(X, y),
        tests=[
            Case({"a": [1, 1, 0, 0, 1], "b": [1, 1, 1, 0, 0]}, [1, 1, 1, 0, 0], says="b is best"),
            Case(XOR, ["no", "yes", "yes", "no"], says="all gains are 0"),
            Case(XOR, ["yes"] * 4, says="one class only"),
            Case({"a": [1, 1, 1]}, ["yes", "no", "yes"], says="nothing divides the rows"),
            Case({"b": [0, 0, 1, 1], "a": [1, 1, 0, 0]}, [0, 0, 1, 1], says="equal gains"),
            Case({"c": [5] * 4, **XOR}, [0, 1, 0, 1], says="b is best, and one value in c"),
        ],
        hidden=[
            Case({}, ["yes", "no", "maybe"], says="no feature is left"),
            Case({"c": [5] * 4, **XOR}, [0, 1, 1, 0], says="all gains are 0, and one value in c"),
        ],
        hints=(
            "Settle the leaves first, then compare gains. What tells you that a node is a leaf?",
            "`len(set(values)) > 1`: more than one value. Use it for features and for classes.",
            "None if no name is useful or `len(set(y)) < 2`; else `max(useful, key=...)`, by gain.",
        ),
        mistakes=mistakes(
            stops_at_zero_gain,
            "It stops where no gain is positive. That is a rule too (`stop_at_zero_gain`), but "
            "this ID3 goes on as long as a feature divides the rows.",
            lambda X, y: next_question(dict(reversed(X.items())), y),
            "Of equal gains it takes the last feature: take the first.",
            lambda X, y: next_question(X, y, classes=0),
            "Stop 1 is missing: where all rows have one class there is nothing to ask.",
            lambda X, y: highest(X, y) if len(set(y)) > 1 else None,
            "It also asks about features that divide no rows: leave out those with a single value.",
            highest,
            "It always asks. When is a node a leaf? One class only, or nothing that divides.",
            lambda X, y: None if any(len(set(X[n])) < 2 for n in X) else next_question(X, y),
            "It stops as soon as *one* feature has a single value. Leave that one out, and ask "
            "the others.",
            misplaced,
            "It counts the place of the best gain among the features that divide the rows, and "
            "looks it up among *all* features. Use one list for both.",
            lambda X, y: (name := next_question(X, y)) and information_gain(X[name], y),
            "It returns the gain. Return the *name* of the feature.",
            lambda X, y: next_question(X, y) or mode(y),
            "At a leaf it returns a class. Here a leaf is `None`: only the question is wanted.",
        ),
        explanation=(
            "A pure node has nothing left to ask, and a feature with one value divides "
            "nothing; of the rest, the highest gain is asked first."
        ),
        solution="def next_question(X, y):\n"
        "    useful = [name for name in X if len(set(X[name])) > 1]\n"
        "    if len(set(y)) < 2 or not useful:\n"
        "        return None\n"
        "    return max(useful, key=lambda name: information_gain(X[name], y))",
        items=("K29", "K30", "S07", "S09", "R20"),
        points=3,
        minutes=12,
    ),
    Exercise(
        "04.4",
        lambda: (
            "A library asked what its visitors borrow, and ID3 grew this tree. [...] counts the "
            "rows of each class at a node, (...) the rows of a leaf with one class only.\n\n"
            + "\n".join(f"    {line}" for line in str(library()).splitlines())
            + "\n\nWhat is its accuracy on the rows it was grown on?"
        ),
        title="What the leaves get right",
        kind="reading",
        fresh=True,
        answer=RIGHT / ROWS,
        hints=(
            "A leaf tells all its rows the same. For how many of them is that right?",
            "A leaf is right for its largest count. Nodes that ask a question answer nobody.",
            "Add the largest counts of the five leaves. Divide by the three counts of the root.",
        ),
        mistakes=mistakes(
            sum(right / rows for right, rows in LEAVES) / len(LEAVES),
            "That is the plain mean of the five leaves: a leaf with more rows counts more.",
            sum(rows for right, rows in LEAVES if right == rows) / ROWS,
            "You counted pure leaves only. A mixed leaf is right for its largest class.",
            lambda: max(library().counts.values()) / ROWS,
            "That is the majority at the root: the baseline, before any question.",
            1 - RIGHT / ROWS,
            "That is the share of errors. The rest is right.",
            RIGHT,
            "That is how many rows are right. Divide by the number of all rows.",
            sum(right for right, _ in LEAVES[:-1]) / sum(rows for _, rows in LEAVES[:-1]),
            "You left out *senior*. It is a leaf too, right below the root.",
            sum(right for right, _ in LEAVES[:-1]) / ROWS,
            "You counted the rows of *senior*, but not those that it gets right.",
            lambda: one_question() / ROWS,
            "You stopped after AGE. The nodes that ask about DAY answer nobody: go on to the "
            "leaves.",
            1,
            "Some leaves are mixed, because nothing was left to ask. They are wrong for some rows.",
        ),
        solution="answer_4 = (9 + 6 + 6 + 8 + 5) / (23 + 7 + 11)",
        explanation="For new visitors this number says little: these are the training rows.",
        items=("K36", "R21", "S10"),
        points=2,
        minutes=5,
    ),
    Exercise(
        "04.5",
        "True or false? ID3 has the three stops only, as in the notebook. Give a list of five, "
        "such as `[True, False, True, False, True]`.\n\n"
        "1. Two branches of one node may both ask about the same feature next.\n"
        "2. The leaf of an empty branch can be wrong on a training row.\n"
        "3. If ID3's tree is wrong on a training row, then another training row has the same "
        "value in every feature, and another class.\n"
        "4. Of all trees that fit a table without error, ID3 finds one with the fewest leaves.\n"
        "5. On a test set, ID3's tree is never worse than the majority baseline.",
        title="Five claims about ID3",
        kind="claim",
        answer=[True, False, True, False, False],
        hints=(
            "Look for one small table that breaks a claim.",
            "2: which rows reach that leaf? 3: when does a leaf stay mixed? 5: recall the noise.",
            "A leaf is mixed only where no feature divides its rows. And ID3 never looks back.",
        ),
        mistakes=mistakes(
            [False, False, True, False, False],
            "Look at 1 again: a feature is used up *below* the node that asks it, and only there.",
            [True, True, True, False, False],
            "Look at 2 again: how many training rows reach that leaf?",
            [True, False, False, False, False],
            "Look at 3 again: that row's leaf is mixed. Why did ID3 not divide it further?",
            [True, False, True, True, False],
            "Look at 4 again: ID3 takes one question at a time and never looks back.",
            [True, False, True, False, True],
            "Look at 5 again: that is so on the training set. What if it learned noise by heart?",
        ),
        solution="answer_5 = [True, False, True, False, False]",
        explanation="So ID3 fits every table without contradictions. That is no praise yet.",
        items=("K28", "K30", "R23", "G33"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "04.6",
        "`grow` makes a tree of nested dictionaries. A row is a tuple: its values, then its class. "
        "`values` lists the possible values of each feature. To keep it short there are no gains: "
        "the features are asked in their order. A branch without rows should get the most common "
        "class of its *parent's* rows (of equal ones the first, as `mode` does). Example:\n\n"
        '    grow([("sun", "go"), ("rain", "stay"), ("sun", "go")], [["sun", "rain", "fog"]])\n'
        '    {"sun": "go", "rain": "stay", "fog": "go"}\n\n'
        "This works; deeper trees come out wrong. Find the fault and fix it.",
        title="Who votes for an empty branch?",
        kind="bug",
        fresh=True,
        starter=GROW,
        answer=grower(),
        tests=[
            Case([("sun", "go"), ("rain", "stay")], [["sun", "rain", "fog"]], says="one question"),
            Case(YEAR, [SEASONS, SKIES], says="no row has snow in summer"),
        ],
        hidden=[
            Case(SUMMER, [SEASONS, SKIES], says="no row has winter"),
            Case([(1, *row) for row in YEAR], [[0, 1], SEASONS, SKIES], says="three questions"),
            Case([("x", 1), ("x", 0), ("x", 0)], [["x", "y"]], says="a mixed leaf, and 0 a class"),
        ],
        hints=(
            "No row has snow in summer. What does `grow` say there, and whose vote is that?",
            "`default` goes down the tree. What is it at the root, in *summer*, in *snow*?",
            "`default or vote` keeps the first vote for ever. A node should hand down its own.",
        ),
        mistakes=mistakes(
            grower("], vote)", "], default or vote)"),
            "An empty branch gets the majority of the *whole table*. Whose rows should vote?",
            grower("], vote)", "], default)"),
            "An empty branch gets None: nobody hands a vote down to it.",
            grower("in values[0]", "in dict.fromkeys(r[0] for r in rows)"),
            "Empty branches are missing. A new row may have that value, and wants an answer.",
            grower("], vote)", "], classes[0])"),
            "An empty branch gets the class of its parent's *first* row: let all of them vote.",
        ),
        solution=FIXED,
        explanation="Skiing is most common over the whole year, but not in summer.",
        items=("K30", "K37", "R23", "S10"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "04.7",
        "Weather, and whether somebody played. `tree` is ID3's; `rival` asks the features in a "
        "fixed order. Both are right on all 14 days.\n\n"
        "Now take every day that the values allow, each outlook with each temperature and so on, "
        "and leave out the 14. On which *share of these new days* do the two trees disagree? Both "
        "trees have `predict`, which takes a table.",
        title="What the data cannot decide",
        kind="harder",
        fresh=True,
        setup='golf = load("play_golf")\ntree = ID3().fit(golf.X, golf.y).tree_\n'
        'order = ["humidity", "temperature", "windy", "outlook"]\n'
        "rival = tree_in_order(golf.X, golf.y, order)\n"
        'print("leaves of ID3:", tree.n_leaves, "and of the rival:", rival.n_leaves)\ngolf.frame',
        answer=lambda: days()[0] / days()[1],
        hints=(
            "How many days can there be, and how many of them does the table have?",
            "`product(*lists)` gives all days; `golf.X.itertuples(index=False)` those known.",
            "`new = pd.DataFrame([...], columns=golf.features)`, then the mean of "
            "`tree.predict(new) != rival.predict(new)`.",
        ),
        mistakes=mistakes(
            lambda: days()[0] / days()[2],
            "That is a share of *all* days: leave out the 14 of the table, where both are right.",
            lambda: days()[0],
            "That is the number of days. Divide by the number of new days.",
            lambda: 1 - days()[0] / days()[1],
            "That is where the two trees *agree*.",
            0,
            "So it is on the 14 days of the table. Ask both about the *other* days.",
            lambda: days()[0] / 14,
            "You divided by the 14 days of the table. How many days are *new*?",
        ),
        solution="days = product(*(golf.X[name].unique() for name in golf.features))\n"
        "seen = set(golf.X.itertuples(index=False, name=None))\n"
        "new = pd.DataFrame([day for day in days if day not in seen], columns=golf.features)\n"
        "answer_7 = (tree.predict(new) != rival.predict(new)).mean()",
        explanation="Only the inductive bias prefers one tree: fewer leaves, high gains first.",
        items=("K38", "G04", "G33"),
        points=3,
        minutes=12,
    ),
    Exercise(
        "04.8",
        "Can the body of a penguin tell its sex? Hold out four tenths of the birds with "
        "`train_test_split(X, y, test_size=0.4, random_state=seed)`; the seed is your own. Grow "
        '`ID3(numeric="threshold", max_depth=3)` on the others. How many of the held-out birds '
        "does it get wrong?",
        title="Penguins held out",
        kind="model",
        fresh=True,
        draw=lambda chance: int(chance.randint(1, 1000)),
        setup=BIRDS,
        answer=lambda seed: birds(seed)[1],
        tolerance=0,
        hints=(
            "Which rows may the tree learn from, and on which rows do you count?",
            "`train_test_split` gives four parts: X_train, X_test, y_train, y_test. Fit on the "
            "training parts.",
            "`(model.predict(X_test) != y_test).sum()`",
        ),
        mistakes=mistakes(
            lambda seed: birds(seed)[0],
            "Those are its errors on the birds it learned from. Count on the others.",
            lambda seed: birds(seed)[0] + birds(seed)[1],
            "You counted on all birds. The tree knows most of them: use the held-out ones only.",
            lambda seed: birds(seed)[3] - birds(seed)[1],
            "That is how many it gets *right*.",
            lambda seed: birds(seed)[1] / birds(seed)[3],
            "That is the share of errors. How many birds is that?",
            lambda seed: 1 - birds(seed)[1] / birds(seed)[3],
            "That is the accuracy. How many birds are wrong?",
            lambda seed: birds(seed, None)[1],
            "That tree was grown to the end: set `max_depth=3`.",
            fitted_on_all,
            "This tree has learned from the held-out birds as well: fit it on the training part.",
            lambda seed: birds(seed)[2],
            "That is how many are wrong if you always say the more common sex: the baseline.",
        ),
        solution="X_train, X_test, y_train, y_test = train_test_split(\n"
        "    X, y, test_size=0.4, random_state=seed\n"
        ")\n"
        'model = ID3(numeric="threshold", max_depth=3).fit(X_train, y_train)\n'
        "answer_8 = int((model.predict(X_test) != y_test).sum())",
        explanation="About half of the birds are male, so guessing would miss about half of them.",
        items=("K38", "S08"),
        points=2,
        minutes=8,
    ),
]
