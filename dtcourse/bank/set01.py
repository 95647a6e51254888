"""The graded exercises of notebook 01: questions, paths, votes, rules, and short games."""

import json
from functools import cache

import dtlab
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong
from dtlab import Threshold, ask, counts, load, tree_in_order

IMPORTS = """
import pandas as pd

from dtlab import ask, load, tree_in_order
"""


def cell(name, columns):
    """Code that makes a table of these columns and shows it."""
    lines = [f'        "{column}": {json.dumps(values)},' for column, values in columns.items()]
    table = "\n".join(["pd.DataFrame(", "    {", *lines, "    }", ")"])
    return f"{name} = {table}\n{name}"


# ── 01.1 one's own guests ───────────────────────────────────────────────────────────────────────


def guests(chance):
    """How many guests came in each of three ways; no two alike."""
    sizes = chance.choice(range(2, 14), size=3, replace=False)
    return dict(zip(("bus", "bike", "on foot"), map(int, sizes), strict=True))


def left_on_average(came):
    """The mean size of the group after the answer, each weighted by how likely it is."""
    total = sum(came.values())
    return sum(size / total * size for size in came.values())


# ── 01.2 a tree to read ─────────────────────────────────────────────────────────────────────────

PARCELS = {
    "weight": [2, 0.5, 25, 20, 1, 20.5],
    "abroad": ["no", "yes", "yes", "no", "no", "no"],
    "express": ["yes", "no", "yes", "yes", "no", "no"],
}


def office(light=2, heavy=20, quick="counter", slow="letterbox"):
    """Where a parcel goes; with other borders or words, a mistake in reading."""
    small = ask("express", {"yes": quick, "no": slow})
    at_home = ask(Threshold("weight", heavy), "locker", "truck")
    return ask(Threshold("weight", light), small, ask("abroad", {"yes": "customs", "no": at_home}))


def places(tree):
    """What a tree says about the six parcels."""
    return tree.predict(PARCELS).tolist()


# ── 01.3 leaves that vote ───────────────────────────────────────────────────────────────────────


@cache
def fates():
    """(did not survive, survived) for each class on the Titanic."""
    ship = load("titanic")
    groups = ship.y.groupby(ship.X["class"].astype(str))
    return [tuple(map(int, counts(part))) for _, part in groups]


# ── 01.4 a path to follow ───────────────────────────────────────────────────────────────────────

RAIN = ("rain", {"yes": "bus", "no": "bike"})
TRIP = ("far", {"yes": RAIN, "no": "walk"})
DEEP = ("work", {True: TRIP, False: ("friends", {0: "sea", 1: ("tired", {0: "run"})})})


def follow(tree, query):
    """The reference of 01.4: down, one question after the other."""
    while not isinstance(tree, str):
        feature, below = tree
        tree = below[query[feature]]
    return tree


def once_through_the_query(tree, query):
    """A mistake: the query leads, and what comes too early in it is lost."""
    for feature, value in query.items():
        tree = tree[1][value] if tree[0] == feature else tree
    return tree


def every_value_of_the_query(tree, query):
    """A mistake: the query leads, and it leads on below a leaf."""
    for value in query.values():
        tree = tree[1][value]
    return tree


# ── 01.5 claims ─────────────────────────────────────────────────────────────────────────────────

CLAIMS = [True, False, True, False, False]


# ── 01.6 rules ──────────────────────────────────────────────────────────────────────────────────

BEACH = [{"wind": "strong"}, {"wind": "calm", "fog": "yes"}]


def flag(rules, day, rule_holds=all, rules_join=any):
    """The reference of 01.6: AND within a rule, OR between rules."""
    held = [rule_holds(day[name] == value for name, value in rule.items()) for rule in rules]
    return "red" if rules_join(held) else "green"


# ── 01.7 a short game ───────────────────────────────────────────────────────────────────────────

KEYS = {
    "key": ["attic", "cellar", "garage", "gate", "kitchen", "office", "shed"],
    "long": ["no", "no", "yes", "no", "no", "no", "yes"],
    "brass": ["yes", "no", "no", "no", "yes", "no", "no"],
    "round": ["yes", "yes", "no", "yes", "no", "no", "yes"],
    "worn": ["no", "no", "yes", "yes", "no", "yes", "no"],
}
DOORS = KEYS["key"]
FEATURES = [name for name in KEYS if name != "key"]
ALL = frozenset(range(len(DOORS)))


def said_so(name, answer, group=ALL):
    """The keys of a group that give this answer to a question."""
    return frozenset(i for i in group if KEYS[name][i] == answer)


@cache
def fewest(group=ALL, first=None):
    """The least number of questions for all keys of a group together, tried out in full."""
    if len(group) == 1:
        return 0
    totals = []
    for name in [first] if first else FEATURES:
        yes = said_so(name, "yes", group)
        if 0 < len(yes) < len(group):
            totals.append(len(group) + fewest(yes) + fewest(group - yes))
    return min(totals)


def game(*order):
    """The tree that asks in this order."""
    return tree_in_order({name: KEYS[name] for name in FEATURES}, DOORS, order)


def is_short_game(tree):
    """True, or what the tree of 01.7 still lacks."""
    if not isinstance(tree, dtlab.Node) or tree.is_leaf:
        return 'write a tree, such as `ask("long", {"yes": ..., "no": ...})`.'
    for question in [node.question for node in tree.walk() if not node.is_leaf]:
        if question.feature not in FEATURES:
            return f"there is no question {question.feature!r}; write the names as the table does."
        if set(getattr(question, "branch", ())) != {"yes", "no"}:
            return f'each question needs the two answers "yes" and "no": see {question.feature}.'
    for name, said in zip(DOORS, tree.predict(KEYS), strict=True):
        if name != str(said).strip().casefold():
            return f"the key of the {name} ends in the leaf {said!r}."
    total = int(tree.questions(KEYS).sum())
    return total == fewest() or too_long(tree.question.feature, total)


def too_long(first, total):
    """Where a game that works wastes questions: at the root, or below it."""
    mean = f"every key is found, with {total}/{len(DOORS)} = {total / len(DOORS):.3f} questions"
    if fewest(first=first) == fewest():
        return f"{mean} on average. *{first}* is a good start: look at what comes after it."
    answer = max(("yes", "no"), key=KEYS[first].count)
    more = f"{fewest(said_so(first, answer))} more questions together"
    why = f"the {KEYS[first].count(answer)} keys with {first} = {answer} need at least {more}"
    return f"{mean} on average. Fewer will do, but not with *{first}* first: {why}."


ITEMS = [
    Exercise(
        "01.1",
        "After your party a strange coat hangs in the hall. Each guest is equally likely to be "
        "its owner. You may ask one question: *how did the owner come here?* `came` says how many "
        "guests came by bus, by bike and on foot.\n\n"
        "After the answer, how many guests may still be the owner, on average?",
        title="The strange coat",
        kind="number",
        fresh=True,
        draw=guests,
        setup='came = draw("01.1", STUDENT)\ncame',
        answer=left_on_average,
        hints=(
            "Which of the three answers is the most likely one?",
            "Each answer leaves a group. Weight the size of the group by the chance of the answer.",
            "The sum of size / all × size, over the three groups.",
        ),
        mistakes=[
            Mistake(
                lambda came: sum(came.values()) / len(came),
                "That is the plain mean of the sizes. Large groups are likelier: weight each.",
            ),
            Mistake(lambda came: min(came.values()), "That is the lucky answer: weight all three."),
            Mistake(lambda came: max(came.values()), "That is the worst answer: weight all three."),
            Mistake(
                lambda came: sum(came.values()) - left_on_average(came),
                "These are the guests whom the answer rules out. The question asks for the others.",
            ),
            Mistake(
                lambda came: left_on_average(came) / sum(came.values()),
                "That is the share of the guests that is left. The question asks how many guests.",
            ),
            Mistake(
                lambda came: left_on_average(came) * sum(came.values()),
                "You added size × size. The chance of an answer is its size *divided by all*.",
            ),
        ],
        solution="total = sum(came.values())\n"
        "answer_1 = sum(size / total * size for size in came.values())",
        explanation="More than the plain mean: the larger a group, the likelier you end in it.",
        items=("K06", "K07"),
        minutes=4,
    ),
    Exercise(
        "01.2",
        lambda: (
            "A post office sorts parcels with this tree (weights in kg):\n\n"
            + "\n".join(f"    {line}" for line in str(office()).splitlines())
            + "\n\nWhere do the six parcels of the table below go? Give a list of six strings, "
            'from the top row to the bottom row, such as `["truck", "customs", ...]`.'
        ),
        title="Where does the parcel go?",
        kind="reading",
        fresh=True,
        setup=cell("parcels", PARCELS),
        answer=lambda: places(office()),
        hints=(
            "Begin at the top each time. Which answer does this parcel give there?",
            "Look only at what the path asks about. Which of the three values does it never need?",
            "≤ includes the border: exactly 2 kg goes the way of `≤ 2`, and 20 kg that of `≤ 20`.",
        ),
        mistakes=[
            Mistake(
                lambda: places(office(light=1.9, heavy=19.9)),
                "Look at the borders: ≤ 2 holds for 2 kg itself, and ≤ 20 for 20 kg.",
            ),
            Mistake(
                lambda: places(office(light=1.9)), "Look at the parcel of 2 kg: ≤ 2 holds for it."
            ),
            Mistake(
                lambda: places(office(heavy=19.9)),
                "Look at the parcel of 20 kg: ≤ 20 holds for it.",
            ),
            Mistake(
                lambda: [*places(office())[:2], "truck", *places(office())[3:]],
                "Look at the parcel of 25 kg: it is heavy, but *abroad?* is asked before the "
                "second *weight?*",
            ),
            Mistake(
                lambda: places(ask("abroad", {"yes": "customs", "no": office()})),
                "You sent all parcels for abroad to customs. What is asked before *abroad?*",
            ),
            Mistake(
                lambda: places(ask("express", {"yes": "counter", "no": office()})),
                "You sent all express parcels to the counter. Which ones reach that question?",
            ),
            Mistake(
                lambda: places(office(quick="letterbox", slow="counter")),
                "You changed the two answers to *express?*: yes leads to the counter.",
            ),
        ],
        solution='answer_2 = ["counter", "letterbox", "customs", "locker", "letterbox", "truck"]',
        explanation="One path each. What the path does not ask about changes nothing.",
        items=("P03", "S03", "K08"),
        minutes=5,
    ),
    Exercise(
        "01.3",
        "A tree asks everybody on the Titanic one question, *which class?*, and has four leaves. "
        "The table counts who did not survive (no) and who did (yes). Each leaf takes a majority "
        "vote.\n\nHow many of these people get a wrong prediction?",
        title="Four leaves vote",
        kind="number",
        fresh=True,
        setup='ship = load("titanic")\npd.crosstab(ship.X["class"], ship.y)',
        answer=lambda: sum(map(min, fates())),
        tolerance=0,
        hints=(
            "What does each of the four leaves predict? Not all four say the same.",
            "A leaf is wrong for everybody in it who is not of its majority.",
            "Add up the *smaller* number of each row.",
        ),
        mistakes=[
            Mistake(
                lambda: sum(yes for _, yes in fates()),
                "That lets all four leaves say *no*. In the first class most people survived.",
            ),
            Mistake(
                lambda: sum(no for no, _ in fates()),
                "That is everybody who did not survive. A leaf is wrong for its *minority*.",
            ),
            Mistake(lambda: sum(map(max, fates())), "These are the people whom it gets right."),
            Mistake(
                lambda: sum(yes for no, yes in fates() if no > yes),
                "The first class is missing: its leaf says *yes*, and not all of them survived.",
            ),
            Mistake(
                lambda: sum(map(min, fates())) / sum(map(sum, fates())),
                "That is the share of all people. The question asks how many people.",
            ),
        ],
        solution='answer_3 = pd.crosstab(ship.X["class"], ship.y).min(axis="columns").sum()',
        explanation="*No* for everybody would be wrong for each survivor: the tree helps.",
        items=("R09",),
        minutes=4,
    ),
    Exercise(
        "01.4",
        "In this exercise a tree is one of two things. A leaf is a text, its class. Any other tree "
        "is a pair: the feature that it asks about, and a dict that has a tree for each answer. A "
        "query is a dict with a value for each feature.\n\n"
        "Write `follow(tree, query)`, which returns the class at the end of the query's path. With "
        '`tree = ("rain", {"yes": "bus", "no": "bike"})`, `follow(tree, {"rain": "no"})` returns '
        '`"bike"`.',
        title="Follow the path",
        kind="function",
        fresh=True,
        starter="def follow(tree, query):\n    return ...",
        answer=follow,
        tests=[
            Case(RAIN, {"rain": "no"}, says="one question"),
            Case(TRIP, {"far": "yes", "rain": "yes"}, says="two questions"),
            Case(TRIP, {"rain": "no", "far": "yes"}, says="a query in another order"),
            Case(TRIP, {"far": "no", "rain": "yes"}, says="a short path"),
        ],
        hidden=[
            Case("sleep", {"rain": "yes"}, says="a tree that is one leaf"),
            Case(("rain", {"yes": "go"}), {"rain": "yes"}, says="a class of two letters"),
            Case(DEEP, {"tired": 0, "work": False, "friends": 1}, says="answers that are not text"),
            Case(DEEP, {"rain": "no", "far": "yes", "tired": 0, "work": True}, says="a long query"),
        ],
        hints=(
            "When are you at the end? What do you do as long as you are not?",
            "While the tree is not a text: look up the query's value, and go on with the tree "
            "below.",
            "`while not isinstance(tree, str):` and `feature, below = tree`. What is `tree` then?",
        ),
        mistakes=[
            Mistake(
                lambda tree, query: tree if isinstance(tree, str) else tree[1][query[tree[0]]],
                "It stops after one question. Below may be another tree: go on until a text comes.",
            ),
            Mistake(
                lambda tree, query: follow(tree, {"rain": "yes", "far": "yes"}),
                "It always takes the first branch. The query's value chooses the branch.",
            ),
            Mistake(
                once_through_the_query,
                "It goes through the query once, in its order. Let the tree say what comes next.",
            ),
            Mistake(
                every_value_of_the_query,
                "It uses every value of the query, in its order, and asks on below a leaf. Let the "
                "tree say what comes next, and stop at a text.",
            ),
            Mistake(
                lambda tree, query: tree if isinstance(tree, str) else None,
                "Does it call itself? Then hand on what comes back: `return follow(...)`.",
            ),
        ],
        explanation="Each round goes one question down, until what is left is a text: the class.",
        solution="def follow(tree, query):\n"
        "    while not isinstance(tree, str):\n"
        "        feature, below = tree\n"
        "        tree = below[query[feature]]\n"
        "    return tree",
        items=("P03", "S03", "K08", "S04"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "01.5",
        "True or false? Give a list of five, such as `[True, False, True, False, True]`.\n\n"
        "1. Two leaves of one tree may predict the same class.\n"
        "2. Two trees that are right on every row of a table agree on every new row, too.\n"
        "3. If the path of a query does not ask about *age*, another age changes nothing for it.\n"
        "4. A first question that can end the game at once is always better than one that cannot.\n"
        "5. A tree of depth 3 with yes/no questions can have 9 leaves.",
        title="Five claims about trees",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "For each claim, draw the smallest tree that you can think of.",
            "For the fourth think of *glasses?* and *man?*; for the fifth count the ends.",
            "Unseen rows bind no tree; one more level of yes/no at most doubles the leaves.",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1: how many leaves of the tree about today say *Stay in*?",
            "Look at 2: they agree on the table. Must they agree elsewhere?",
            "Look at 3: follow the query with another age. Does it turn off?",
            "Look at 4: how often does luck come? What is left without it?",
            "Look at 5: one question has 2 ends. Two in a row have 4. And three?",
        ),
        solution="answer_5 = [True, False, True, False, False]",
        explanation="Only its own path decides about a query: that is why a path is a reason.",
        items=("K11", "K06", "P06", "R08"),
        minutes=5,
    ),
    Exercise(
        "01.6",
        "A lifeguard has rules for the red flag: a list of dicts, each a rule with its conditions. "
        '`{"wind": "calm", "fog": "yes"}` says: IF wind = calm AND fog = yes THEN red. '
        '`flag(rules, day)` should return `"red"` if at least one rule holds, else `"green"`. A '
        "rule without conditions always holds.\n\nThe function has a fault: the flag is red too "
        "often. Find the fault and fix it.",
        title="Red too often",
        kind="bug",
        fresh=True,
        starter="def flag(rules, day):\n"
        "    for rule in rules:\n"
        "        if any(day[feature] == value for feature, value in rule.items()):\n"
        '            return "red"\n'
        '    return "green"',
        answer=flag,
        tests=[
            Case(BEACH, {"wind": "calm", "fog": "no"}, says="a fine day"),
            Case(BEACH, {"wind": "strong", "fog": "no"}, says="the first rule holds"),
            Case(BEACH, {"wind": "calm", "fog": "yes"}, says="the second rule holds"),
            Case(BEACH[::-1], {"wind": "strong", "fog": "no"}, says="the rules in another order"),
            Case(
                [{"wind": "calm"}, {"fog": "yes"}], {"wind": "calm", "fog": "yes"}, says="both hold"
            ),
        ],
        hidden=[
            Case([], {"wind": "strong"}, says="no rules"),
            Case([{}], {"wind": "calm"}, says="a rule without conditions"),
            Case([{"a": 1, "b": 2, "c": 3}], {"a": 1, "b": 2, "c": 0}, says="two of three hold"),
        ],
        hints=(
            "Try it on a calm day without fog. Which rule lets the flag be red, and should it?",
            "Within a rule the conditions are joined by AND; the rules are joined by OR.",
            "`any(...)` is True if one of its values is; `all(...)` only if every value is.",
        ),
        mistakes=[
            Mistake(
                lambda rules, day: flag(rules, day, rules_join=all),
                "It says red only where every rule holds. Between rules it is OR: one is enough.",
            ),
            Mistake(
                lambda rules, day: "green",
                "It says green every time, even where a rule holds. What does it compare?",
            ),
            Mistake(
                lambda rules, day: flag(rules[-1:], day),
                "Only the last rule counts in it: a rule that held earlier is forgotten.",
            ),
            Mistake(
                lambda rules, day: flag(rules[:1], day) if rules else None,
                "It decides after the first rule. Only when no rule is left may it say green.",
            ),
            Mistake(
                lambda rules, day: "red" if day in rules else "green",
                "It compares the whole day with a rule. What a rule does not name is free.",
            ),
        ],
        solution="def flag(rules, day):\n"
        "    for rule in rules:\n"
        "        if all(day[feature] == value for feature, value in rule.items()):\n"
        '            return "red"\n'
        '    return "green"',
        explanation="AND within a rule, OR between the rules for one class.",
        items=("R12", "R13"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "01.7",
        "I hold one of seven keys behind my back, each equally likely. You ask yes/no questions "
        "about it: *long?*, *brass?*, *round?*, *worn?*\n\n"
        "Write a tree with `ask` (or find one with `tree_in_order`) that names every key and needs "
        'as few questions as possible on average. Names and answers as in the table: `ask("long", '
        '{"yes": ..., "no": ...})`. `tree.questions(keys).mean()` is the average of a tree.',
        title="The shortest game",
        kind="harder",
        fresh=True,
        setup=cell("keys", KEYS),
        answer=lambda: game("worn", "brass", "long", "round"),
        accept=is_short_game,
        hints=(
            "Which questions cut the seven keys most evenly? There are two. Do not stop there.",
            "Four keys need 8 more questions together if the next cuts them 2 and 2, and else 9.",
            "Begin with *worn*. Which question cuts the four keys that are not worn 2 and 2?",
        ),
        mistakes=[
            Mistake(
                lambda: game("round", "long", "worn", "brass"),
                "*round* cuts evenly. But no question cuts the four round keys into two and two.",
            ),
            Mistake(
                lambda: game("long", "brass", "round", "worn"),
                "You asked in the order of the table. *long* mostly leaves five keys.",
            ),
            Mistake(
                lambda: ask("worn", {"yes": "gate", "no": "attic"}),
                "One question cannot tell seven keys apart: ask again in both groups.",
            ),
        ],
        solution='brass = ask("round", {"yes": "attic", "no": "kitchen"})\n'
        'other = ask("long", {"yes": "shed", "no": "cellar"})\n'
        'edged = ask("long", {"yes": "garage", "no": "office"})\n'
        'worn = ask("round", {"yes": "gate", "no": edged})\n'
        'new = ask("brass", {"yes": brass, "no": other})\n'
        'answer_7 = ask("worn", {"yes": worn, "no": new})',
        explanation=lambda: (
            f"{fewest()}/{len(DOORS)} = {fewest() / len(DOORS):.3f} questions. Two first questions "
            "cut equally well; only what follows tells which is better."
        ),
        items=("K03", "K04", "K05", "K07"),
        points=3,
        minutes=12,
    ),
]
