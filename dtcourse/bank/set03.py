"""The graded exercises of notebook 03: one side, remainder, gain, and the best question."""

import math
import numbers
from functools import cache

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong
from dtlab import ask, counts, entropy, information, information_gain, leaf, load, remainder

IMPORTS = """
import pandas as pd

from dtlab import counts, entropy, information_gain, load, remainder
"""

# ── tables of counts: a row for each answer, a column for each class ────────────────────────────


def whole(table):
    """The counts of the classes, all answers together."""
    return [sum(column) for column in zip(*table, strict=True)]


def left(table):
    """The remainder: the entropies of the sides, each weighted by its share of the rows."""
    return sum(sum(side) / sum(whole(table)) * entropy(side) for side in table)


def told(table):
    """The information gain; the reference of 03.6."""
    return entropy(whole(table)) - left(table)


def plain_mean(table):
    """A mistake: every side counts alike."""
    return sum(map(entropy, table)) / len(table)


# ── 03.1 and 03.8 the ship ──────────────────────────────────────────────────────────────────────


@cache
def people():
    """[did not survive, survived] of the women and of the men on the Titanic."""
    ship = load("titanic")
    return [counts(ship.y[ship.X["sex"] == sex]).tolist() for sex in ("female", "male")]


@cache
def best_gain(sex, best=max):
    """What the better one of class and age tells within one side."""
    ship = load("titanic")
    rows = ship.X["sex"] == sex
    return best(information_gain(ship.X[name][rows], ship.y[rows]) for name in ("class", "age"))


def second_question(for_women=max, for_men=max):
    """The mean of the two best gains, weighted by the people on each side."""
    women, men = (sum(side) / sum(whole(people())) for side in people())
    return women * best_gain("female", for_women) + men * best_gain("male", for_men)


def weights_swapped():
    """A mistake: the women's gain has the men's weight, and the men's gain the women's."""
    women, men = (sum(side) / sum(whole(people())) for side in people())
    return men * best_gain("female") + women * best_gain("male")


def class_first():
    """What the class tells as the first question."""
    ship = load("titanic")
    return information_gain(ship.X["class"], ship.y)


def over_all():
    """A mistake: the counts of one side, divided by all people on board."""
    shares = [count / sum(whole(people())) for count in people()[0]]
    return sum(p * information(p) for p in shares)


# ── 03.2 a garden of one's own ──────────────────────────────────────────────────────────────────


def garden(chance):
    """Counts of tomatoes by place and ripeness; one of the six is zero."""
    import pandas as pd

    numbers = chance.randint(1, 9, size=6)
    numbers[chance.randint(6)] = 0
    places = ["sun", "half shade", "shade"]
    return pd.DataFrame(numbers.reshape(3, 2), index=places, columns=["green", "ripe"])


def rows_of(garden):
    """The garden as a list of rows."""
    return garden.to_numpy().tolist()


# ── 03.3 a tree to read ─────────────────────────────────────────────────────────────────────────

BRIGHT = [[7, 0], [1, 2]]
PLANTS = [whole(BRIGHT), [5, 1], [0, 4]]


def plants():
    """A tree of twenty plants, with the counts that the lists above have."""
    often, rarely, half, dark = ({"grows": a, "wilts": b} for a, b in [*BRIGHT, *PLANTS[1:]])
    water = ask("water", {"often": leaf("grows", often), "rarely": leaf("wilts", rarely)})
    return ask("light", {"bright": water, "half": leaf("grows", half), "dark": leaf("wilts", dark)})


# ── 03.4 claims ─────────────────────────────────────────────────────────────────────────────────

CLAIMS = [True, False, False, True, False]


# ── 03.5 the best question ──────────────────────────────────────────────────────────────────────

WALK = {"rain": list("yynn"), "dog": list("ynyn"), "walk": list("nnyy")}
TRAIN = {"monday": list("ynnnnnnn"), "rain": list("yyyyynnn"), "late": list("yyynnnnn")}
TRAIN |= {"line": list("11212322")}
SHOP = {"buys": list("yyynnn"), "hungry": list("nnnyyy"), "holiday": list("nynnnn")}
FRUIT = {"weight": list("123123"), "soft": list("yyynny"), "ripe": list("yyynnn")}


def best_by(score, any_column=False):
    """A function that returns the best column by this score; the reference is by gain."""

    def best_question(table, target):
        names = [name for name in table if any_column or name != target]
        return max(names, key=lambda name: score(table[name], table[target]))

    return best_question


best_question = best_by(information_gain)


def last_that_tells(table, target):
    """A mistake: the largest gain so far is not remembered."""
    names = [name for name in table if name != target]
    return [name for name in names if information_gain(table[name], table[target]) > 0][-1]


def unweighted(x, y):
    """A mistake: the score without the weights of the sides."""
    pairs = list(zip(x, y, strict=True))
    return -plain_mean([counts([b for a, b in pairs if a == value]) for value in set(x)])


# ── 03.7 a table to invent ──────────────────────────────────────────────────────────────────────


def is_riddle(table):
    """True, or what the table of 03.7 still lacks."""
    sides = table if hasattr(table, "__len__") else []
    table = [list(side) if hasattr(side, "__len__") else [side] for side in sides]
    if list(map(len, table)) != [2, 2]:
        return "write two lists with two counts each, such as `[[1, 2], [3, 4]]`."
    if not all(isinstance(n, numbers.Real) for side in table for n in side):
        return "counts are whole numbers, such as 3, without quotation marks."
    if any(n != int(n) or n < 0 for side in table for n in side) or not all(map(sum, table)):
        return "counts are whole numbers from 0 up, and each answer needs at least one row."
    if sum(map(sum, table)) != 12:
        return f"it has {sum(map(sum, table)):g} rows, not 12."
    before, gain = entropy(whole(table)), told(table)
    first, second = map(entropy, table)
    if first <= before + 1e-9:
        other = " The second answer does that: let it be the first." if second > before else ""
        after = f"{first:.4f} after the first answer: not less sure.{other}"
        return f"{before:.4f} bits before, and {after}"
    return bool(gain >= 0.3) or f"the first side is fine, but the gain is {gain:.4f} bits only."


ITEMS = [
    Exercise(
        "03.1",
        "The table counts who of the people on the Titanic survived. How many bits of uncertainty "
        "about *survived* are there among the women and girls alone, "
        "H(survived | sex = female)?",
        title="One side alone",
        kind="number",
        fresh=True,
        setup='ship = load("titanic")\npd.crosstab(ship.X["sex"], ship.y)',
        answer=lambda: entropy(people()[0]),
        hints=(
            "Which row of the table do you need, and what is its sum?",
            "Divide the row by its own sum: these are the chances on that side. Then the entropy.",
            "−p log₂ p − q log₂ q with p = 126/470 and q = 344/470.",
        ),
        mistakes=[
            Mistake(over_all, "You divided by all people. On this side only its own 470 count."),
            Mistake(lambda: entropy(people()[1]), "That is the other side, the men and boys."),
            Mistake(lambda: entropy(whole(people())), "That is before the question, for all."),
            Mistake(
                lambda: left(people()),
                "That is the remainder, the weighted mean of both sides. The question asks for "
                "one.",
            ),
            Mistake(lambda: entropy(people()[0], base=math.e), "That is in nats: use log₂."),
            Mistake(lambda: people()[0][0] / sum(people()[0]), "One of the two chances: go on."),
            Mistake(
                lambda: people()[0][1] / sum(people()[0]),
                "That is the share of those who survived. The entropy needs both shares.",
            ),
            Mistake(
                lambda: sum(people()[0]) / sum(whole(people())) * entropy(people()[0]),
                "You weighted it by the share of this side. That comes when both sides are added.",
            ),
            Mistake(
                lambda: entropy([yes for _, yes in people()]),
                "You took a column, the survivors. The women and girls are a row.",
            ),
            Mistake(lambda: told(people()), "That is the gain of *sex*. You need one side only."),
        ],
        solution="answer_1 = entropy([126, 344])",
        explanation="Nearly three of four survived, and yet that is far from certain, in bits.",
        items=("P24", "R44"),
        minutes=3,
    ),
    Exercise(
        "03.2",
        "`garden` counts your own tomatoes by place and ripeness. How many bits does the *place* "
        "tell about the ripeness?",
        title="Your own tomatoes",
        kind="number",
        fresh=True,
        draw=garden,
        setup='garden = draw("03.2", STUDENT)\ngarden',
        answer=lambda garden: told(rows_of(garden)),
        hints=(
            "What did you not know before? What do you not know once the place is known?",
            "Entropy of all green and all ripe ones, minus the weighted mean of the three rows.",
            "Weight each row's entropy by the tomatoes in the row over all tomatoes.",
        ),
        mistakes=[
            Mistake(
                lambda garden: entropy(whole(rows_of(garden))) - plain_mean(rows_of(garden)),
                "You took the plain mean of the three places: weight each by its tomatoes.",
            ),
            Mistake(
                lambda garden: left(rows_of(garden)),
                "That is the remainder, what is still unknown: subtract it from what was before.",
            ),
            Mistake(
                lambda garden: entropy(whole(rows_of(garden))),
                "That is the uncertainty before the question: subtract what is left after it.",
            ),
            Mistake(
                lambda garden: entropy(list(map(sum, rows_of(garden)))) - left(rows_of(garden)),
                "You began with the entropy of the *places*. The target is the ripeness.",
            ),
            Mistake(lambda garden: told(rows_of(garden)) * math.log(2), "In nats: use log₂."),
            Mistake(
                lambda garden: entropy(whole(rows_of(garden))) - 3 * plain_mean(rows_of(garden)),
                "You subtracted all three entropies whole: weight each by its tomatoes.",
            ),
            Mistake(
                lambda garden: (
                    entropy(whole(rows_of(garden))) - left([*zip(*rows_of(garden), strict=True)])
                ),
                "You took the two columns as sides. The question is the *place*: three rows.",
            ),
            Mistake(
                lambda garden: 1 - left(rows_of(garden)),
                "You began with 1 bit. Are half of all your tomatoes ripe?",
            ),
        ],
        explanation=(
            "It is the entropy of the ripeness before, less the mean entropy within the "
            "places, each with its share of the tomatoes."
        ),
        solution="rows = garden.to_numpy()\n"
        "left = sum(row.sum() / rows.sum() * entropy(row) for row in rows)\n"
        "answer_2 = entropy(rows.sum(axis=0)) - left  # axis=0: down each column",
        items=("K24", "P26", "G13"),
        minutes=6,
    ),
    Exercise(
        "03.3",
        lambda: (
            "A tree of twenty plants. The brackets show how many grow and how many wilt at a "
            "node; a leaf whose plants are all alike shows only how many.\n\n"
            + "\n".join(f"    {line}" for line in str(plants()).splitlines())
            + "\n\nHow many bits does its first question, *light?*, tell about the plants?"
        ),
        title="What the root told",
        kind="reading",
        fresh=True,
        answer=lambda: told(PLANTS),
        hints=(
            "Into how many groups does the first question cut the twenty plants? Not four.",
            "Three groups: bright, half, dark. The brackets behind *water?* are those of *bright*.",
            "H of 13 and 7, minus 10/20 × H(8, 2) + 6/20 × H(5, 1) + 4/20 × H(0, 4).",
        ),
        mistakes=[
            Mistake(
                lambda: told([*BRIGHT, *PLANTS[1:]]),
                "That is what the whole tree tells, all four leaves. The root makes three groups.",
            ),
            Mistake(
                lambda: entropy(whole(PLANTS)) - plain_mean(PLANTS),
                "You took the plain mean of the three groups: weight them by 10, 6 and 4 plants.",
            ),
            Mistake(
                lambda: entropy(whole(PLANTS)) - left(PLANTS[:2]),
                "The weights must be shares of all twenty plants: those in the dark count too.",
            ),
            Mistake(lambda: left(PLANTS), "That is the remainder: subtract it from H at the root."),
            Mistake(lambda: told(BRIGHT), "That is what *water?* tells, among ten plants."),
            Mistake(
                lambda: entropy(whole(PLANTS)),
                "That is H at the root, before the question: subtract what is left after it.",
            ),
            Mistake(
                lambda: entropy(whole(PLANTS)) - 3 * plain_mean(PLANTS),
                "You subtracted the entropies whole: weight each by its share of the plants.",
            ),
            Mistake(
                lambda: entropy(list(map(sum, PLANTS))) - left(PLANTS),
                "You began with the sizes of the groups. What we do not know is whether a plant "
                "grows.",
            ),
            Mistake(lambda: told(PLANTS) * math.log(2), "That is in nats: use log₂."),
        ],
        explanation=(
            "Two of the groups stay mixed. The dark one is pure, so it adds nothing to "
            "the entropy that is left."
        ),
        solution="left = 10 / 20 * entropy([8, 2]) + 6 / 20 * entropy([5, 1])  # dark is pure: 0\n"
        "answer_3 = entropy([13, 7]) - left",
        items=("R44", "G12", "S14"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "03.4",
        "True or false? Give a list of five, such as `[True, False, True, False, True]`.\n\n"
        "1. An answer can leave us less sure of the class than we were before.\n"
        "2. The gain of an unlucky question can be below 0.\n"
        "3. A question that makes one side pure always tells more than one that makes none pure.\n"
        "4. Rain tells as many bits about clouds as clouds tell about rain.\n"
        "5. CONTAINS IMAGES tells 0 bits about the six emails, so no tree of them can use it.",
        title="Five claims about gain",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "Each claim has an example in notebook 03, or in a table of your own with few rows.",
            "For 3 let the pure side hold one row of a hundred. For 4 swap `x` and `y`.",
            "For 5 take the emails of unknown senders alone: how do images split those three?",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1: how mixed are the two samples without Mut2?",
            "Look at 2: one side may get worse. Can the weighted mean of all?",
            "Look at 3: what if the pure side holds one row only?",
            "Look at 4: swap `x` and `y` in `information_gain`, and compare.",
            "Look at 5: among the unknown senders, what do images tell?",
        ),
        solution="answer_4 = [True, False, False, True, False]",
        explanation="Gain is mutual: it belongs to two columns, and to the rows that are left.",
        items=("P27", "R36", "K27", "P29"),
        minutes=6,
    ),
    Exercise(
        "03.5",
        "Write `best_question(table, target)`. `table` is a dict of columns, each a list; `target` "
        "is the name of one of them. Return the name of the *other* column that tells most about "
        "the target. `information_gain(x, y)` may do the counting, and no two columns tell equally "
        "much.\n\n"
        'With `table = {"rain": ["y", "n"], "dog": ["y", "y"], "walk": ["n", "y"]}`, '
        '`best_question(table, "walk")` returns `"rain"`.',
        title="The best question",
        kind="function",
        fresh=True,
        starter="def best_question(table, target):\n    return ...",
        answer=best_question,
        tests=[
            Case(WALK, "walk", says="a perfect question"),
            Case(TRAIN, "late", says="sides of unequal size"),
            Case(FRUIT, "ripe", says="a question with three answers"),
            Case(SHOP, "buys", says="the target is the first column"),
        ],
        hidden=[
            Case(TRAIN, "monday", says="another target"),
            Case({"y": [1, 2, 3, 1], "a": [0, 1, 1, 1], "b": [0, 1, 2, 0]}, "y", says="numbers"),
            Case({"only": [True, False], "y": [1, 0]}, "y", says="one question only"),
        ],
        hints=(
            "Which columns may you ask about? One of them must stay out.",
            "A gain for each name but the target; then the name that has the largest.",
            "`max(names, key=...)`, where the key of a name is the gain of `table[name]`.",
        ),
        mistakes=[
            Mistake(
                best_by(information_gain, any_column=True),
                "The target tells all about itself, but it is what we do not know: leave it out.",
            ),
            Mistake(best_by(remainder), "It returns the question that tells *least*."),
            Mistake(
                lambda table, target: max(name for name in table if name != target),
                "It takes the last *name* of the alphabet: `max` of a dict needs a `key`.",
            ),
            Mistake(
                best_by(unweighted),
                "Does it weight each side by its rows? A pure side may hold one row only.",
            ),
            Mistake(
                best_by(lambda x, y: -entropy(counts(x))),
                "It seems to take the column that is least mixed itself. Does it use the target?",
            ),
            Mistake(best_by(lambda x, y: len(set(x))), "It takes the column with most answers."),
            Mistake(
                last_that_tells, "It keeps the last gain above 0. Remember the largest so far, too."
            ),
            Mistake(
                lambda table, target: max(
                    information_gain(table[name], table[target]) for name in table if name != target
                ),
                "It returns how *much* the best column tells. Return its name.",
            ),
        ],
        solution="def best_question(table, target):\n"
        "    names = [name for name in table if name != target]\n"
        "    return max(names, key=lambda name: information_gain(table[name], table[target]))",
        explanation="This line, used again and again, is the heart of the next notebook.",
        items=("P29", "G13", "S14", "P23"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "03.6",
        "`told(table)` should return the information gain in bits. `table` has a list of class "
        "counts for each answer: `[[3, 1], [0, 2]]` has 3 rows of the first class and 1 of the "
        "second under one answer, 0 and 2 under the other. But for `[[2, 2], [1, 1]]` it says that "
        "the question tells less than nothing. Find the fault and fix it.",
        title="Less than nothing",
        kind="bug",
        starter="def told(table):\n"
        "    before = [sum(side) for side in table]\n"
        "    rows = sum(before)\n"
        "    left = sum(sum(side) / rows * entropy(side) for side in table)\n"
        "    return entropy(before) - left",
        answer=told,
        tests=[
            Case([[2, 2], [1, 1]], says="a useless question"),
            Case([[4, 0], [0, 2]], says="a perfect question"),
            Case([[3, 1], [0, 2]], says="one side is pure"),
        ],
        hidden=[
            Case([[1, 2, 3], [3, 0, 0]], says="three classes"),
            Case([[3, 5]], says="one answer only"),
            Case([[1, 0], [0, 3], [2, 2]], says="three answers"),
        ],
        hints=(
            "What should `before` be for `[[2, 2], [1, 1]]`? Print it.",
            "Before the question we do not know the *class*. `before` counts rows per answer.",
            "`zip(*table)` gives the columns of the table: one for each class.",
        ),
        mistakes=[
            Mistake(
                lambda table: entropy(whole(table)) - plain_mean(table),
                "Now the sides have lost their weights, sum(side) / rows.",
            ),
            Mistake(
                lambda table: max(0, entropy([sum(side) for side in table]) - left(table)),
                "It hides what is below 0, and the fault is still there: what is `before`?",
            ),
            Mistake(
                lambda table: abs(entropy([sum(side) for side in table]) - left(table)),
                "It drops the minus, and the fault is still there: what is `before`?",
            ),
            Mistake(
                lambda table: left(table) - entropy([sum(side) for side in table]),
                "Now it subtracts the other way round. The order was right: what is `before`?",
            ),
        ],
        explanation=(
            "Each side counts with its share of the rows; then what is left is never "
            "more than the entropy before."
        ),
        solution="def told(table):\n"
        "    before = [sum(column) for column in zip(*table)]\n"
        "    rows = sum(before)\n"
        "    left = sum(sum(side) / rows * entropy(side) for side in table)\n"
        "    return entropy(before) - left",
        items=("K24", "G11", "G12"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "03.7",
        "Invent a table of 12 rows, two answers and two classes, as `[[a, b], [c, d]]`: a and b "
        "count the classes under the first answer, c and d under the second. After the *first* "
        "answer we are less sure of the class than before the question; and yet the question tells "
        "at least 0.3 bits. (There is more than one such table.)",
        title="Less sure, and yet wiser",
        kind="harder",
        fresh=True,
        answer=[[3, 3], [6, 0]],
        accept=is_riddle,
        hints=(
            "How mixed can a side be at most? And how mixed may the whole be, then?",
            "Make the first side half and half. The second must be pure, and large enough.",
            "`[[n, n], [12 - 2 * n, 0]]`: try a few n.",
        ),
        mistakes=[
            Mistake([[6, 0], [0, 6]], "This question tells all: no side is unsure after it."),
            Mistake([[3, 3], [3, 3]], "Both sides are mixed like the whole: nothing is told."),
            Mistake([[1, 1], [10, 0]], "The pure side is so large that little was unknown before."),
        ],
        solution="answer_7 = [[3, 3], [6, 0]]",
        explanation="The gain is a mean over all answers; a single answer may disappoint.",
        items=("P27", "P29", "G12"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "03.8",
        "On the Titanic, *sex* tells most about *survived*, so we ask it first. Then each side "
        "asks its own second question: that one of *class* and *age* which tells more there. How "
        "many bits does the second question tell on average, over all people?",
        title="The second question",
        kind="harder",
        fresh=True,
        setup='ship = load("titanic")\nship.frame.sample(5, random_state=0)',
        answer=second_question,
        hints=(
            "How many gains do you need, and among which people?",
            "On each side the larger of two gains. Then a mean, in which men count more. Why?",
            "`rows = ship.X['sex'] == 'female'` keeps one side; `rows.mean()` is its weight.",
        ),
        mistakes=[
            Mistake(
                class_first,
                "That is what *class* tells as the first question. Look at each side alone.",
            ),
            Mistake(
                lambda: (best_gain("female") + best_gain("male")) / 2,
                "You took the plain mean of the two sides. There were far more men on board.",
            ),
            Mistake(
                weights_swapped,
                "The two weights have changed places: the women's gain has the share of the men.",
            ),
            Mistake(
                lambda: left(people()) - second_question(),
                "That is what is left after both questions. How much less is it than before the "
                "second one?",
            ),
            Mistake(lambda: best_gain("female"), "That is the women's side. The men are missing."),
            Mistake(lambda: best_gain("male"), "That is the men's side. The women are missing."),
            Mistake(
                lambda: second_question(for_men=min),
                "For the men you took *age*. Which of the two tells more among them?",
            ),
            Mistake(
                lambda: second_question(min, min),
                "On both sides you took the question that tells *less*.",
            ),
            Mistake(lambda: told(people()), "That is the first question, *sex*. And the second?"),
            Mistake(lambda: second_question() * math.log(2), "That is in nats: use log₂."),
            Mistake(
                lambda: best_gain("female") + best_gain("male"),
                "You added the two gains as they are: weight each by the people on its side.",
            ),
            Mistake(
                lambda: told(people()) + second_question(),
                "That is what both questions tell together. The question asks for the second one "
                "alone.",
            ),
        ],
        solution="answer_8 = 0\n"
        'for sex in ["female", "male"]:\n'
        '    rows = ship.X["sex"] == sex\n'
        '    names, target = ["class", "age"], ship.y[rows]\n'
        "    gains = [information_gain(ship.X[name][rows], target) for name in names]\n"
        "    answer_8 += rows.mean() * max(gains)",
        explanation=lambda: (
            f"Both ask about the class. Asked first, it tells {class_first():.4f} bits: sex "
            "has already told part of that."
        ),
        items=("P30", "P31", "P26", "P24"),
        points=3,
        minutes=12,
    ),
]
