"""What notebook 01 asks: the game, the parts of a tree, paths, rules, and which tree to take."""

from itertools import product

import dtlab
from dtcourse.judging.items import Check, Guess, Mistake, Question, Quiz
from dtlab import ask, load

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
    questions = [node.question for node in tree.walk() if not node.is_leaf]
    unknown = [asked.feature for asked in questions if asked.feature not in spam.features]
    if unknown:
        return f"there is no feature {unknown[0]!r}; write names as the table does."
    if tree.question.feature != "UNKNOWN SENDER":
        return f"the root asks about {tree.question.feature}."
    for asked in questions:
        answers = set(getattr(asked, "branch", ()))
        if any(isinstance(value, str) for value in answers):
            return "write the answers True and False without quotation marks."
        if answers != {True, False}:
            return f"each question needs the two answers True and False: see {asked.feature}."
    said = [str(name).strip().casefold() for name in tree.predict(spam.X)]
    wrong = [str(row) for row, name in zip(spam.y.index, said, strict=True) if name != spam.y[row]]
    get = "gets" if len(wrong) == 1 else "get"
    numbers = f"ID {', '.join(wrong)}"
    return not wrong or f"{len(wrong)} of the {len(said)} emails {get} a wrong class: {numbers}."


ITEMS = [
    Guess(
        "01.p1",
        "Which question would you ask first, to need as few questions as possible on average?",
        options=list(FIRST),
        answer=lambda: min(FIRST, key=lambda question: per_game(FIRST[question])),
        explanation=lambda: (
            "After either answer to *man?* two people are left, and one more question decides. "
            f"That makes {per_game('Man'):g} questions per game, against "
            f"{per_game('Glasses'):g} with glasses first."
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
        why={"died": "Follow the branches once more: 6 is below 9.5, and 0 is below 2.5."},
        items=("P03", "P04"),
    ),
    Guess(
        "01.p3",
        "On how many of the eight kinds of email will trees (a) and (b) *disagree*? Type a number.",
        answer=emails_in_dispute,
        explanation="Emails without images for which words and sender point in different "
        "directions: (a) listens to the sender, (b) to the words. No such email is in the table.",
        why={
            0: "They agree on the kinds that are in the table. Four other kinds are not.",
            4: "Four kinds are not in the table. There the trees may differ, but need not.",
        },
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
                    "after *glasses?* the game may take four questions",
                ],
                "the lucky answer is rare; after the other, three people are left",
                {
                    "the lucky answer is rare; after the other, three people are left": "All "
                    "answers count, each by how likely it is.",
                    "there are more men than glasses": "What counts is how the group is split: two "
                    "and two is better than one and three.",
                    "after *glasses?* the game may take four questions": "Three are enough for "
                    "everybody. The average decides.",
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
                    "both are right on new rows": "Where they differ, at least one is wrong.",
                },
            ),
            Question(
                "Occam's razor, for trees, says:",
                [
                    "the simplest tree is always right",
                    "among trees that fit equally well, prefer the simpler one",
                    "prefer the tree that fits the table best",
                ],
                "among trees that fit equally well, prefer the simpler one",
                {
                    "among trees that fit equally well, prefer the simpler one": "A preference for "
                    "the case in which the data cannot choose.",
                    "the simplest tree is always right": "It is a preference and not a proof.",
                    "prefer the tree that fits the table best": "That comes before the razor, "
                    "which chooses among those that fit equally well.",
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
        explanation="It works. But no tree with this root can do with one question, as tree (b) "
        "does.",
        points=2,
        minutes=8,
        items=("K10", "K13"),
    ),
]
