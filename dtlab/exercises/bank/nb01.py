"""What notebook 01 asks: the game, the parts of a tree, paths, rules, and which tree to take."""

from itertools import product

import dtlab
from dtlab import ask, load
from dtlab.exercises.items import Case, Check, Guess, Mistake, Question, Quiz

FIRST = {"Is it a man?": "Man", "Does the person wear glasses?": "Glasses"}


def average(*order):
    """Questions per game if the features are asked in this order."""
    people = load("guess_who")
    return float(dtlab.tree_in_order(people.X, people.y, order).questions(people.X).mean())


def per_game(first):
    """Questions per game after this first question, with the best second one."""
    others = [name for name in load("guess_who").features if name != first]
    return min(average(first, *others), average(first, *reversed(others)))


def titanic_tree():
    """The well-known tree of the passengers."""
    siblings = ask(dtlab.Threshold("siblings", 2.5), "survived", "died")
    boys = ask(dtlab.Threshold("age", 9.5), siblings, "died")
    return ask("sex", {"female": "survived", "male": boys})


def emails_in_dispute():
    """On how many of the eight kinds of email do trees (a) and (b) differ?"""
    names = load("spam").features
    emails = dict(zip(names, zip(*product([True, False], repeat=3), strict=True), strict=True))
    return int(sum(words_tree().predict(emails) != images_tree().predict(emails)))


def words_tree():
    """Tree (b) of the emails."""
    return ask("SUSPICIOUS WORDS", {True: "spam", False: "ham"})


def images_tree():
    """Tree (a) of the emails."""
    sender = ask("UNKNOWN SENDER", {True: "spam", False: "ham"})
    return ask("CONTAINS IMAGES", {True: words_tree(), False: sender})


def sender_tree():
    """The reference of 01.t3; other trees are right too."""
    return ask("UNKNOWN SENDER", {True: words_tree(), False: words_tree()})


def fits_the_emails(tree):
    """True, or what the tree of 01.t3 still lacks."""
    spam = load("spam")
    if not isinstance(tree, dtlab.Node) or tree.is_leaf:
        return 'write a tree, such as `ask("UNKNOWN SENDER", {True: ..., False: ...})`.'
    if tree.question.feature != "UNKNOWN SENDER":
        return f"the root asks about {tree.question.feature}."
    questions = [node.question for node in tree.walk() if not node.is_leaf]
    unknown = [asked.feature for asked in questions if asked.feature not in spam.features]
    if unknown:
        return f"there is no feature {unknown[0]!r}; write names as the table does."
    if any(isinstance(value, str) for asked in questions for value in asked.branch):
        return "write the answers True and False without quotation marks."
    wrong = int(sum(tree.predict(spam.X) != spam.y.to_numpy()))
    return wrong == 0 or f"{wrong} of the {len(spam.y)} emails get a wrong class."


def shop_tree():
    """The customers, and ID3's tree for them."""
    shop = load("buys_computer")
    return shop, dtlab.ID3().fit(shop.X, shop.y).tree_


def shop_questions():
    """Questions per customer in the order of the table."""
    shop, tree = shop_tree()
    return tree.questions(shop.X)


def mean_over_leaves():
    """The mistake of 01.t1: every leaf counts once, however many people it has."""
    rules = shop_tree()[1].rules()
    return sum(len(rule.conditions) for rule in rules) / len(rules)


def plan(work, outlook, busy):
    """The reference of 01.t2: the tree as nested if and else."""
    if work:
        return "Stay in"
    if outlook == "sunny":
        return "Go to the beach"
    if outlook == "overcast":
        return "Go running"
    return "Stay in" if busy == "yes" else "Go to the movies"


ITEMS = [
    Guess(
        "01.p1",
        "Which question would you ask first, to need as few questions as possible on average?",
        options=list(FIRST),
        answer=lambda: min(FIRST, key=lambda question: per_game(FIRST[question])),
        explanation=lambda: (
            f"With it you need {per_game('Man'):g} questions per game, with glasses first "
            f"{per_game('Glasses'):g}: two people are left after either answer."
        ),
        why={
            "Does the person wear glasses?": "You may be lucky and win at once, but in three games "
            "of four you are not, and then three people are left.",
        },
        items=("K03", "K04", "K05"),
    ),
    Guess(
        "01.p2",
        "What does the tree say about a boy of six without siblings?",
        options=["survived", "died"],
        answer=lambda: titanic_tree().predict({"sex": ["male"], "age": [6], "siblings": [0]})[0],
        explanation="Male, at most 9.5 years old, at most 2.5 siblings: three questions, and the "
        "leaf says *survived*.",
        why={
            "died": "That is what lecture 002 says. Follow the branches once more: 6 is below 9.5."
        },
        items=("P03", "P04"),
    ),
    Guess(
        "01.p3",
        "On how many of the eight kinds of email will trees (a) and (b) *disagree*? Type a number.",
        answer=emails_in_dispute,
        explanation="Emails without images for which words and sender point in different "
        "directions: (a) listens to the sender, (b) to the words. No such email is in the table.",
        items=("K11",),
    ),
    Quiz(
        "01",
        [
            Question(
                "*Glasses?* can end the game after one question. Why is *man?* still better?",
                [
                    "there are more men than glasses",
                    "the lucky answer is rare; after the other, three people are left",
                    "a question about people must come first",
                ],
                "the lucky answer is rare; after the other, three people are left",
                {
                    "the lucky answer is rare; after the other, three people are left": "All "
                    "answers count, each by how likely it is.",
                    "there are more men than glasses": "What counts is how the group is split: two "
                    "and two is better than one and three.",
                    "a question about people must come first": "The meaning of the words does not "
                    "matter, only how the answers split the group.",
                },
            ),
            Question(
                "Three rows of class *yes* and five of class *no* end in one leaf. What "
                "does the leaf predict?",
                ["yes", "no", "nothing, because it is not pure"],
                "no",
                {
                    "no": "The majority of its rows.",
                    "yes": "Only three of eight rows say so: the majority decides.",
                    "nothing, because it is not pure": "A mixed leaf predicts too: the majority of "
                    "its rows.",
                },
            ),
            Question(
                "Two trees are consistent with the same table. Then",
                [
                    "they are the same tree",
                    "both are right on new rows",
                    "they may differ on rows that are not in the table",
                ],
                "they may differ on rows that are not in the table",
                {
                    "they may differ on rows that are not in the table": "As trees (a) and (b) do.",
                    "they are the same tree": "Trees (a) and (b) ask quite different questions.",
                    "both are right on new rows": "Where they differ, one of them is wrong.",
                },
            ),
            Question(
                "Occam's razor, for trees, says:",
                [
                    "the simplest tree is always right",
                    "among trees that fit equally well, prefer the simpler one",
                    "every tree must have depth 1",
                ],
                "among trees that fit equally well, prefer the simpler one",
                {
                    "among trees that fit equally well, prefer the simpler one": "A preference for "
                    "the case in which the data cannot choose.",
                    "the simplest tree is always right": "It is a preference and not a proof.",
                    "every tree must have depth 1": "If one question does not fit the data, more "
                    "are needed.",
                },
            ),
            Question(
                "A tree has five leaves, two of them for the class *Stay in*. Written as rules:",
                [
                    "five rules; two of them, joined by OR, give Stay in",
                    "five rules; two of them, joined by AND, give Stay in",
                    "two rules, one per class",
                ],
                "five rules; two of them, joined by OR, give Stay in",
                {
                    "five rules; two of them, joined by OR, give Stay in": "AND along a path, "
                    "OR between leaves.",
                    "five rules; two of them, joined by AND, give Stay in": "Nobody can be in "
                    "two leaves at once: between leaves it is OR.",
                    "two rules, one per class": "Each leaf is a rule of its own.",
                },
            ),
        ],
    ),
    Check(
        "01.t1",
        "How many questions does ID3's tree ask on average, over the 14 customers?",
        answer=lambda: float(shop_questions().mean()),
        hints=(
            "Each person has a number of questions: one if middle-aged, else two.",
            "Add up the 14 numbers and divide by 14. How many people are middle-aged?",
            "`buyers.questions(shop.X)` gives the 14 numbers; `.mean()` their average.",
        ),
        mistakes=[
            Mistake(
                mean_over_leaves,
                "You averaged over the five leaves. Leaves hold different numbers of people: "
                "average over the 14 people.",
            ),
            Mistake(
                lambda: float(shop_questions().sum()),
                "That is the number of questions for all 14 people together: divide it by 14.",
            ),
            Mistake(
                lambda: shop_tree()[1].depth,
                "That is the longest path. Some people are done after one question.",
            ),
        ],
        solution="answer = buyers.questions(shop.X).mean()",
        items=("S03", "K04"),
    ),
    Check(
        "01.t2",
        "Write `plan(work, outlook, busy)`: the tree as nested `if` and `else`. It returns one of "
        '"Stay in", "Go to the beach", "Go running", "Go to the movies".',
        answer=plan,
        starter="def plan(work, outlook, busy):\n    return ...",
        tests=[
            Case(True, "sunny", "no", says="work to do on a sunny day"),
            Case(False, "sunny", "yes", says="a free, sunny day"),
            Case(False, "overcast", "no", says="a free day with clouds"),
            Case(False, "rainy", "yes", says="a free day of rain, friends busy"),
            Case(False, "rainy", "no", says="a free day of rain, friends free"),
        ],
        hidden=[
            Case(True, "rainy", "no", says="work to do on a rainy day"),
            Case(False, "overcast", "yes", says="a free day with clouds, friends busy"),
        ],
        hints=(
            "Begin with the root: `if work:` and what to return then.",
            "Below it come three cases of `outlook`; only one of them looks at `busy`.",
            '`if outlook == "rainy":` holds another `if busy == "yes":` inside.',
        ),
        mistakes=[
            Mistake(
                lambda work, outlook, busy: plan(False, outlook, busy),
                "With work to do your function goes out. Is `work` the first thing that it tests, "
                "with `if work:`? (`work` is True or False, not a text.)",
            ),
            Mistake(
                lambda work, outlook, busy: plan(work, outlook, "yes"),
                'On a rainy day it depends on the friends: compare there, `if busy == "yes"`. (The '
                'text "no" counts as true in a bare `if busy`.)',
            ),
            Mistake(
                lambda work, outlook, busy: (
                    "Stay in" if busy == "yes" else plan(work, outlook, busy)
                ),
                "`busy` matters on free, rainy days only: ask about it inside that branch.",
            ),
        ],
        solution='def plan(work, outlook, busy):\n    if work:\n        return "Stay in"\n'
        '    if outlook == "sunny":\n        return "Go to the beach"\n'
        '    if outlook == "overcast":\n        return "Go running"\n'
        '    if busy == "yes":\n        return "Stay in"\n    return "Go to the movies"',
        points=2,
        minutes=8,
        items=("R12",),
    ),
    Check(
        "01.t3",
        "Write a tree that begins with UNKNOWN SENDER and gives all six emails their right class.",
        answer=sender_tree,
        accept=fits_the_emails,
        hints=(
            "Both answers leave mixed groups, so each needs another `ask`.",
            "Within each group, SUSPICIOUS WORDS tells spam from ham.",
            'Begin: `ask("UNKNOWN SENDER", {True: ask("SUSPICIOUS WORDS", ...), False: ...})`.',
        ),
        mistakes=[
            Mistake(
                words_tree,
                "That is tree (b). Here the first question must be another one.",
            ),
            Mistake(
                lambda: ask("UNKNOWN SENDER", {True: "spam", False: "ham"}),
                "After one question both groups are still mixed: ask again in each of them.",
            ),
        ],
        solution='words = ask("SUSPICIOUS WORDS", {True: "spam", False: "ham"})\n'
        'answer = ask("UNKNOWN SENDER", {True: words, False: words})',
        explanation=lambda: (
            f"It works, and it needs up to {sender_tree().depth} questions where tree (b) needs "
            f"{words_tree().depth}."
        ),
        points=2,
        minutes=8,
        items=("K10", "K13"),
    ),
]
