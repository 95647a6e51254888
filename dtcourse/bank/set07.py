"""The graded exercises of notebook 07: Gini as a lottery, groups of values, error, CART."""

from functools import cache
from itertools import combinations

import dtlab
from dtcourse.judging.comparing import as_list, is_number
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong
from dtlab import entropy, error, gini, load

IMPORTS = """
from sklearn.model_selection import train_test_split

from dtlab import CART, entropy, error, gini, load
"""
SOCKS = [5, 3, 2]  # 07.1


# ── splits, as lists of class counts ────────────────────────────────────────────────────────────


def together(branches):
    """The class counts of several branches in one."""
    return [int(sum(column)) for column in zip(*branches, strict=True)]


def left_over(branches, impurity=gini):
    """What a split leaves: the mean impurity of its branches, weighted by their rows."""
    n = sum(map(sum, branches))
    return sum(sum(branch) / n * impurity(branch) for branch in branches)


def plain_mean(branches, impurity=gini):
    """A mistake: the branches count alike, however many rows they have."""
    return sum(map(impurity, branches)) / len(branches)


def drop(branches, impurity=gini, left=left_over):
    """How much a split lowers the impurity."""
    return impurity(together(branches)) - left(branches, impurity)


# ── 07.2 a library of one's own ─────────────────────────────────────────────────────────────────


def library(chance):
    """Books that came back late and in time, of three kinds with unlike numbers of books."""
    import pandas as pd

    while True:
        books = chance.randint(0, 8, size=(3, 2))
        sizes = books.sum(axis=1)
        if 2 <= min(sizes) < max(sizes) and 12 <= sum(sizes) <= 18:
            kinds = ["novel", "comic", "travel"]
            return pd.DataFrame(books, index=kinds, columns=["late", "in time"])


def each_against_the_others(books):
    """The three splits of three kinds into two groups."""
    rows = books.to_numpy().tolist()
    return [[one, together(row for row in rows if row is not one)] for one in rows]


def best_drop(books, **options):
    """The largest drop of the three."""
    return max(drop(split, **options) for split in each_against_the_others(books))


# ── 07.3 last year's tickets ────────────────────────────────────────────────────────────────────


def agree(rows, tickets):
    """How often a row and a ticket are of one class."""
    pairs = zip(rows, tickets, strict=True)
    return sum(r / sum(rows) * t / sum(tickets) for r, t in pairs)


# ── 07.4 the ice-cream stall ────────────────────────────────────────────────────────────────────

DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
STALL = [  # (sun, what the stall was, days on which it was so, how often each)
    ("yes", "busy", "Wed Fri Sat Sun", 3),
    ("yes", "busy", "Thu", 1),
    ("yes", "quiet", "Mon Tue", 2),
    ("no", "busy", "Wed Sat", 2),
    ("no", "quiet", "Fri Sun", 1),
    ("no", "quiet", "Mon Tue", 2),
    ("no", "quiet", "Thu", 3),
]


@cache
def stall():
    """CART, grown on thirty days of the stall."""
    import pandas as pd

    rows = [
        (day, sun, was) for sun, was, days, n in STALL for day in days.split() for _ in range(n)
    ]
    table = pd.DataFrame(rows, columns=["day", "sun", "stall"])
    return dtlab.CART().fit(table[["day", "sun"]], table["stall"])


def busy(sun):
    """The days on which the tree says *busy*, with or without sun."""
    import pandas as pd

    says = stall().predict(pd.DataFrame({"day": DAYS, "sun": sun}))
    return {day for day, said in zip(DAYS, says, strict=True) if said == "busy"}


# ── 07.5 claims ─────────────────────────────────────────────────────────────────────────────────

CLAIMS = [False, False, True, False, True]


# ── 07.6 sorted, but by what? ───────────────────────────────────────────────────────────────────

FAULTY = """def smallest_gini(table):
    order = sorted(table, key=lambda value: table[value][1])
    n = sum(sum(counts) for counts in table.values())
    left_over = []
    for cut in range(1, len(order)):
        total = 0.0
        for side in (order[:cut], order[cut:]):
            no = sum(table[value][0] for value in side)
            yes = sum(table[value][1] for value in side)
            total += (no + yes) / n * gini([no, yes])
        left_over.append(total)
    return min(left_over)"""


def two_groups(table, sizes=None):
    """Every way to split the values into two groups; with `sizes`, one has this many values."""
    for size in sizes or range(1, len(table)):
        for group in combinations(table, size):
            rest = [table[value] for value in table if value not in group]
            yield [together(table[value] for value in group), together(rest)]


def smallest_gini(table, sizes=None):
    """The reference of 07.6: try all of them."""
    return min(map(left_over, two_groups(table, sizes)))


def cuts(table, key):
    """A mistake: cut the values in another order than that of their shares."""
    rows = [table[value] for value in sorted(table, key=key)]
    ways = range(1, len(rows))
    return min(left_over([together(rows[:cut]), together(rows[cut:])]) for cut in ways)


# ── 07.7 what error cannot see ──────────────────────────────────────────────────────────────────


def node(chance):
    """A node with fewer A than B, both even."""
    a = 2 * int(chance.randint(4, 16))
    return {"A": a, "B": a + 2 * int(chance.randint(2, 13))}


def sides(node, a, b):
    """A split of the node: a of the A and b of the B go left."""
    return [[a, b], [node["A"] - a, node["B"] - b]]


def unseen_by_error(node, said):
    """True if nothing of the best is missing; otherwise words for what is."""
    left = as_list(said)
    if len(left) != 2 or not all(is_number(n) and float(n).is_integer() for n in left):
        return "give two whole numbers, such as [3, 1]: how many A and how many B go left."
    if not (0 <= left[0] <= node["A"] and 0 <= left[1] <= node["B"]):
        return f"there are {node['A']} A and {node['B']} B in all: no side can have your counts."
    split = sides(node, *map(int, left))
    if not all(map(sum, split)):
        return "all rows go to one side, so nothing is split."
    wrong = sum(map(min, split))
    if wrong < node["A"]:
        return f"error sees your split: {node['A']} rows are wrong before it, {wrong} after it."
    if drop(split) < drop(sides(node, node["A"], node["A"])) - 1e-9:
        return f"by error it gains 0, good; by Gini {drop(split):.4f}, and more is possible."
    return True


# ── 07.8 a tree that counts mistakes ────────────────────────────────────────────────────────────

PEOPLE = """ship = load("titanic")
X_train, X_test, y_train, y_test = train_test_split(
    ship.X, ship.y, test_size=0.3, random_state=0
)"""


@cache
def people_right():
    """{impurity: (training rows, held-out rows) that its tree gets right}."""
    from sklearn.model_selection import train_test_split

    space = {"load": load, "train_test_split": train_test_split}
    exec(PEOPLE, space)
    found = {}
    for impurity in (gini, error):
        model = dtlab.CART(impurity, min_impurity_decrease=1e-9)
        model.fit(space["X_train"], space["y_train"])
        said = [model.predict(space[f"X_{part}"]) for part in ("train", "test")]
        true = [space[f"y_{part}"] for part in ("train", "test")]
        found[impurity] = [int((s == t).sum()) for s, t in zip(said, true, strict=True)]
    return found


ITEMS = [
    Exercise(
        "07.1",
        "In a drawer are 5 black, 3 white and 2 grey socks. You take out a sock without looking, "
        "note its colour and put it back. Then you take out a sock again. How often do the two "
        "colours differ?",
        title="Two socks",
        kind="number",
        fresh=True,
        answer=lambda: gini(SOCKS),
        hints=(
            "It is a lottery: the first sock is the row, the second is the ticket.",
            "Both are black with chance 5/10 × 5/10. When do the colours agree, all in all?",
            "1 − ((5/10)² + (3/10)² + (2/10)²)",
        ),
        mistakes=[
            Mistake(
                lambda: 1 - gini(SOCKS),
                "That is how often the colours *agree*: the rest of the time they differ.",
            ),
            Mistake(
                lambda: gini(SOCKS) * 10 / 9,
                "That is right if the first sock stays out. Here it is put back: ten socks again.",
            ),
            Mistake(
                lambda: error(SOCKS),
                "That is the error of always saying black. Here both socks are drawn.",
            ),
            Mistake(
                lambda: entropy(SOCKS),
                "That is the entropy, in bits: square the shares instead of taking logarithms.",
            ),
            Mistake(2 / 3, "That is for three colours equally often. Here half are black."),
            Mistake(
                lambda: gini(SOCKS) / 2,
                "You counted each pair of colours once: black, then white differs as well as "
                "white, then black.",
            ),
        ],
        solution="answer_1 = 1 - ((5 / 10) ** 2 + (3 / 10) ** 2 + (2 / 10) ** 2)",
        explanation="It is the Gini index of the drawer: 0 if all socks are alike.",
        items=("K43", "K44", "S25"),
        minutes=3,
    ),
    Exercise(
        "07.2",
        "`books` holds your own library: for each kind of book, how many came back late and how "
        "many in time. CART asks about the kind, in two groups. By how much does its best question "
        "lower the Gini index?",
        title="Your own library",
        kind="number",
        fresh=True,
        draw=library,
        setup='books = draw("07.2", STUDENT)\nbooks',
        answer=best_drop,
        hints=(
            "In how many ways can three kinds form two groups?",
            "In three: each kind against the two others together. Work out what each leaves.",
            "Gini of all books, minus the smallest of the three values of "
            "|D₁|/|D| · Gini(D₁) + |D₂|/|D| · Gini(D₂).",
        ),
        mistakes=[
            Mistake(
                lambda books: min(map(left_over, each_against_the_others(books))),
                "That is what the best question leaves: subtract it from the Gini index before.",
            ),
            Mistake(
                lambda books: drop(books.to_numpy().tolist()),
                "That is a question with three branches, as ID3 asks it: CART's has two.",
            ),
            Mistake(
                lambda books: min(map(drop, each_against_the_others(books))),
                "That is the worst of the three questions: the largest drop wins.",
            ),
            Mistake(
                lambda books: best_drop(books, left=plain_mean),
                "The two groups count alike in it: weigh each by its share of the books.",
            ),
            Mistake(
                lambda books: best_drop(books, impurity=entropy),
                "That is the information gain of the best question, in bits: take Gini for H.",
            ),
            Mistake(
                lambda books: sorted(map(drop, each_against_the_others(books)))[1],
                "That question is possible, and another one lowers the Gini index more.",
            ),
            Mistake(
                lambda books: gini(together(books.to_numpy().tolist())),
                "That is the Gini index before the question: by how much does it drop?",
            ),
        ],
        explanation=(
            "It is the Gini index before, less the weighted one after the best way to "
            "make two groups of kinds."
        ),
        solution="""def left_by(one, other):
    n = one.sum() + other.sum()
    return one.sum() / n * gini(one) + other.sum() / n * gini(other)

left = [left_by(books.loc[kind], books.drop(kind).sum()) for kind in books.index]
answer_2 = gini(books.sum()) - min(left)""",
        items=("S26", "S28", "S29", "S30"),
        points=2,
        minutes=9,
    ),
    Exercise(
        "07.3",
        "The Gini index draws its tickets from the rows themselves. Now the tickets are last "
        "year's. `rows` and `tickets` are lists of counts, of the same classes in the same order. "
        "For each row a ticket is drawn, read out as its label, and put back.\n\n"
        "Write `wrong_label(rows, tickets)`: how often is the label wrong? For example, "
        "`wrong_label([1, 1], [5, 0])` is 0.5: every label is the first class, and half of the "
        "rows are of the second. Compute it, do not draw at random.",
        title="Last year's tickets",
        kind="function",
        fresh=True,
        starter="def wrong_label(rows, tickets):\n    return ...",
        answer=lambda rows, tickets: 1 - agree(rows, tickets),
        tests=[
            Case([1, 1], [5, 0], says="all tickets say the same"),
            Case([3, 1], [1, 3], says="a year later it is the other way round"),
            Case([5, 3, 2], [5, 3, 2], says="nothing has changed: the Gini index"),
            Case([6, 2, 2], [1, 1, 3], says="three classes, more rows than tickets"),
        ],
        hidden=[
            Case([4, 0], [0, 9], says="no ticket for the class that there is"),
            Case([7], [3], says="one class only"),
            Case([1, 2, 3, 4], [4, 3, 2, 1], says="four classes"),
        ],
        hints=(
            "When is a label right? Row and ticket must be of one class.",
            "Both are of the first class with chance p × q: p is its share among the rows, q its "
            "share among the tickets. Add this up over the classes.",
            "`1 - sum(r / sum(rows) * ... for r, t in zip(rows, tickets))`",
        ),
        mistakes=[
            Mistake(agree, "It says how often the label is *right*: subtract that from 1."),
            Mistake(
                lambda rows, tickets: gini(rows),
                "It is the Gini index of the rows: the tickets do not come into it.",
            ),
            Mistake(
                lambda rows, tickets: gini(tickets),
                "It is the Gini index of the tickets: the rows do not come into it.",
            ),
            Mistake(
                lambda rows, tickets: gini(together([rows, tickets])),
                "It puts rows and tickets into one bag: each has shares of its own.",
            ),
            Mistake(
                lambda rows, tickets: 1 - rows[tickets.index(max(tickets))] / sum(rows),
                "It always says last year's most common class: the label is drawn, not voted.",
            ),
            Mistake(
                lambda rows, tickets: 1 - agree(rows, tickets) * sum(tickets) / sum(rows),
                "It divides the tickets by the number of rows: they have a sum of their own.",
            ),
            Mistake(
                lambda rows, tickets: sum(rows) * (1 - agree(rows, tickets)),
                "It gives a number of rows; what is wanted is their share.",
            ),
        ],
        solution="def wrong_label(rows, tickets):\n"
        "    pairs = zip(rows, tickets)\n"
        "    return 1 - sum(r / sum(rows) * t / sum(tickets) for r, t in pairs)",
        explanation="With equal shares it is 1 − Σ p², the Gini index.",
        items=("K43", "K44"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "07.4",
        lambda: (
            "CART grew this tree on thirty days of an ice-cream stall:\n\n"
            + "\n".join(f"    {line}" for line in str(stall().tree_).splitlines())
            + "\n\nOn which days of the week does the tree's answer depend on the sun? Give a set "
            'such as `{"Mon", "Sat"}`.'
        ),
        title="Does the sun matter?",
        kind="reading",
        fresh=True,
        answer=lambda: busy("yes") - busy("no"),
        hints=(
            "Send one day down twice: with sun and without. Do both end in the same class?",
            "A question about the sun does not decide alone: see where both of its branches end.",
            "The sun is asked in two places, one under each of the root's branches. In the first, "
            "two of the four days end in *busy* either way.",
        ),
        mistakes=[
            Mistake(
                {"Wed", "Fri", "Sat", "Sun"},
                "On some of these days the stall is busy without sun, too: follow *no* to its end. "
                "And the sun is asked in one more place.",
            ),
            Mistake(
                {"Wed", "Thu", "Fri", "Sat", "Sun"},
                "On all these days the sun is asked, and on some the answer is *busy* either way.",
            ),
            Mistake(
                {"Thursday", "Friday", "Sunday"},
                "The days are right. Write them as the tree does, such as `Fri`.",
            ),
            Mistake({"Fri", "Sun"}, "These are right. The sun is asked in one more place below."),
            Mistake({"Thu"}, "That is right, and there are more, in the upper half of the tree."),
            Mistake(
                lambda: busy("no"),
                "On these days the stall is busy even without sun: here the sun does not matter.",
            ),
            Mistake(
                lambda: (set(DAYS) - busy("yes")) | busy("no"),
                "On these days the answer is the same with and without sun: you want the others.",
            ),
        ],
        solution='answer_4 = {"Thu", "Fri", "Sun"}',
        explanation="The day is asked twice on a path: each question of CART only splits the days "
        "into two groups.",
        items=("R32", "S12"),
        points=2,
        minutes=5,
    ),
    Exercise(
        "07.5",
        "True or false? Give a list of five, such as `[True, True, False, True, False]`.\n\n"
        "1. The Gini index of a set is never above 0.5.\n"
        "2. A split that gains nothing by error gains nothing by Gini either.\n"
        "3. A split that gains nothing by entropy gains nothing by Gini either.\n"
        "4. A feature has four values, which we write as 0, 1, 2 and 3. By cutting this order "
        "once, every split into two groups can be made.\n"
        "5. There are two classes, and a feature has 6 values. CART need not compare more than "
        "5 questions about it.",
        title="Five claims about rulers and groups",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "Look for one example against each claim; one is enough.",
            "For 1, take more than two classes. For 2, the toy example of 40 and 80. For 4, count "
            "the cuts of 0, 1, 2, 3 and the ways to form two groups of four values.",
            "Gini and entropy both bend everywhere, so both gain unless the shares are equal; the "
            "error's tent has straight sides. Sorted by share, k values leave k − 1 cuts.",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1 again: that is so for two classes. What does a lottery with four equal "
            "classes get wrong?",
            "Look at 2 again: if the majority stays the same on both sides, error gains nothing. "
            "Can the sides still be purer?",
            "Look at 3 again: entropy gains nothing only if all branches have the shares of the "
            "parent. What does Gini say then?",
            "Look at 4 again: which cut would set 0 and 2 against 1 and 3?",
            "Look at 5 again: sort the six values by their share of one class. How many places to "
            "cut are there?",
        ),
        solution=f"answer_5 = {CLAIMS}",
        explanation="Error sees only which class is ahead; Gini and entropy see the shares.",
        items=("S25", "R47", "R49", "R50", "R51", "R32"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "07.6",
        "`table` says for each value of a feature how many rows are *no* and how many *yes*, as in"
        ' `{"red": (4, 1), "blue": (1, 5)}`. There are two values at least, each with rows. '
        "`smallest_gini(table)` should return the smallest Gini index, weighted as usual, that a "
        "split of the values into two groups can leave. It uses the trick for two classes: sort "
        "the values, then cut. Sometimes the result is too large. Find the fault and fix it.",
        title="Sorted, but by what?",
        kind="bug",
        starter=FAULTY,
        answer=smallest_gini,
        tests=[
            Case({"red": (4, 1), "green": (2, 2), "blue": (1, 5)}, says="here it works"),
            Case({"tea": (1, 5), "milk": (0, 2), "water": (8, 3)}, says="few rows, high share"),
            Case({"a": (4, 7), "b": (0, 5), "c": (2, 2), "d": (0, 2)}, says="four values"),
            Case({"p": (2, 3), "q": (2, 0), "r": (2, 5), "s": (8, 4)}, says="two against two"),
        ],
        hidden=[
            Case({"on": (3, 3), "off": (7, 1)}, says="two values"),
            Case({"p": (3, 1), "q": (1, 3), "r": (6, 2), "s": (2, 6)}, says="equal shares"),
            Case({1: (0, 2), 2: (9, 8), 3: (5, 0), 4: (1, 4), 5: (20, 7)}, says="five values"),
        ],
        hints=(
            'Print `order` for `{"tea": (1, 5), "milk": (0, 2), "water": (8, 3)}`. Which drink is '
            "*yes* most often, in percent?",
            "A value with many rows may have many *yes* and yet a low share of *yes*.",
            "The `key` of `sorted` should divide by `sum(table[value])`.",
        ),
        mistakes=[
            Mistake(
                lambda table: cuts(table, lambda value: table[value][1]),
                "It still gives what it gave at first. Into which order would you put these "
                "values by hand, and which one does the code make?",
            ),
            Mistake(
                lambda table: cuts(table, lambda value: table[value][0]),
                "It sorts by the number of *no*: a number still grows with the rows of a value.",
            ),
            Mistake(
                lambda table: cuts(table, lambda value: 0),
                "It cuts the values in the order in which they come, or in that of their names: "
                "sort them by the share of *yes*.",
            ),
            Mistake(
                lambda table: cuts(table, lambda value: sum(table[value])),
                "It sorts by the number of rows: sort by the share of *yes* among them.",
            ),
            Mistake(
                lambda table: smallest_gini(table, sizes=[1]),
                "It sets one value against the rest: a group may have more values on both sides.",
            ),
            Mistake(
                lambda table: min(map(plain_mean, two_groups(table))),
                "The two sides count alike in it: keep their weights.",
            ),
            Mistake(
                lambda table: max(map(drop, two_groups(table))),
                "It returns how much the Gini index drops: return what is left.",
            ),
            Mistake(
                lambda table: cuts(table, lambda value: table[value][1] - table[value][0]),
                "It sorts by *yes* minus *no*: that difference grows with the rows, too.",
            ),
            Mistake(
                lambda table: cuts(table, lambda value: gini(table[value])),
                "It sorts by how pure the values are: all *no* and all *yes* then stand side by "
                "side.",
            ),
            Mistake(
                lambda table: cuts(table, lambda value: table[value][1] / table[value][0]),
                "It divides *yes* by *no*, and a value may have 0 of those. A share divides by all "
                "rows of the value.",
            ),
            Mistake(
                lambda table: cuts(table, lambda value: table[value][0] / table[value][1]),
                "It divides *no* by *yes*, and a value may have 0 of those. A share divides by all "
                "rows of the value.",
            ),
        ],
        solution=FAULTY.replace("table[value][1])\n", "table[value][1] / sum(table[value]))\n", 1),
        explanation="Sorted by share, the k − 1 cuts always hold the best of all 2ᵏ⁻¹ − 1 ways.",
        items=("R32", "S26", "S28"),
        points=2,
        minutes=9,
    ),
    Exercise(
        "07.7",
        "`rows` says how many rows of class A and of class B your own node has. You may send any "
        "of them left; the others go right. Find the split that error cannot see (by error it "
        "gains exactly 0) and that gains most by Gini. Give `[a, b]`: how many A and how many B "
        "are on one of the two sides, no matter which.",
        title="What error cannot see",
        kind="harder",
        fresh=True,
        draw=node,
        setup='rows = draw("07.7", STUDENT)\nrows',
        answer=lambda node: [node["A"], node["A"]],
        accept=unseen_by_error,
        hints=(
            "Error gains nothing as long as A is nowhere ahead. Which side can be made pure then?",
            "Draw the tent: both sides must be on the same straight piece, as far apart as can be. "
            "Where does this piece begin and end? Or try all splits with two loops.",
            "One end is the foot, where all rows are B; the other is the tip, where there are as "
            "many A as B.",
        ),
        mistakes=[
            Mistake(
                lambda node: [node["A"], 0],
                "That is the perfect split, and error sees it too: after it no row is wrong.",
            ),
            Mistake(
                lambda node: [node["A"] // 2, node["B"] // 2],
                "Both sides have the shares of the whole node, so no ruler gains anything.",
            ),
            Mistake(
                lambda node: [node["A"], node["A"] + 1],
                "Nearly. You kept B ahead on both sides: count the wrong rows of a tie, too.",
            ),
            Mistake(  # the other side of the perfect split
                lambda node: [0, node["B"]],
                "It is the perfect split, and error sees that, too: after it no row is wrong.",
            ),
            Mistake(  # the other side of the one that is nearly right
                lambda node: [0, node["B"] - node["A"] - 1],
                "Nearly. The other side keeps one B more than A: count the wrong rows of a tie.",
            ),
        ],
        solution="# All A with as many B: a tie. The other side is then pure.\n"
        'answer_7 = [rows["A"], rows["A"]]',
        explanation="One side is at the tip of the tent, the other at its foot. Between them the "
        "tent is straight, and Gini's arch is far above the line.",
        items=("R46", "R49", "R50"),
        points=3,
        minutes=12,
    ),
    Exercise(
        "07.8",
        "Grow two trees on the training rows of the Titanic, one by Gini and one by error: "
        "`CART(impurity, min_impurity_decrease=1e-9)`. The second argument makes a tree stop where "
        "no question gains anything. How many *more* of the held-out people does the tree by Gini "
        "get right? Give a whole number.",
        title="A tree that counts mistakes",
        kind="model",
        fresh=True,
        setup=PEOPLE,
        tolerance=0,
        answer=lambda: people_right()[gini][1] - people_right()[error][1],
        hints=(
            "Fit on `X_train, y_train`, predict `X_test`, compare with `y_test`.",
            "`(model.predict(X_test) == y_test).sum()` counts the right ones.",
            "One count with `CART(gini, min_impurity_decrease=1e-9)`, one with `error` in the "
            "place of `gini`; subtract.",
        ),
        mistakes=[
            Mistake(
                lambda: people_right()[gini][0] - people_right()[error][0],
                "You counted the training rows: count the held-out people.",
            ),
            Mistake(
                lambda: people_right()[gini][1],
                "That is how many the tree by Gini gets right. How many *more* than by error?",
            ),
            Mistake(
                lambda: people_right()[error][1],
                "That is how many the tree by error gets right. How many more has the one by Gini?",
            ),
            Mistake(
                0,
                "Without `min_impurity_decrease` both trees grow to the end, and here they agree. "
                "Did you give it to both?",
            ),
            Mistake(
                lambda: sum(people_right()[gini]) - sum(people_right()[error]),
                "You counted all people, the training rows too: count the held-out ones.",
            ),
        ],
        solution="right = []\n"
        "for impurity in (gini, error):\n"
        "    model = CART(impurity, min_impurity_decrease=1e-9).fit(X_train, y_train)\n"
        "    right.append(int((model.predict(X_test) == y_test).sum()))\n"
        "answer_8 = right[0] - right[1]",
        explanation="Few, on this table. The tree by error stops early, because most questions "
        "correct no prediction at once; those below them would.",
        items=("R49", "R32"),
        points=2,
        minutes=8,
    ),
]
