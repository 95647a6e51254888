"""The graded exercises of the extra on counting trees: what growing costs, and rules."""

import math

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, mistakes

IMPORTS = """
import math
"""


# ── 05.2 what a larger table costs ──────────────────────────────────────────────────────────────


def looks(m, n, log_of=lambda m, n: n):
    """m · n · log₂ n, or the logarithm of something else."""
    return m * n * math.log2(log_of(m, n))


# ── 05.6 tests of a rule set ────────────────────────────────────────────────────────────────────

TESTS = """\
def tests_needed(rules, row):
    tests = 0
    for conditions, answer in rules:
        holds = True
        for name, value in conditions:
            tests += 1
            if row[name] != value:
                holds = False
        if holds:
            return tests
    return tests"""
FIXED = TESTS.replace("= False", "= False\n                break")
RULES = [([("a", 1), ("b", 1)], "yes"), ([("c", 1), ("d", 1), ("e", 0)], "yes")]


def tester(old="", new=""):
    """`tests_needed` as it should be, perhaps with another piece in its code."""
    space = {}
    exec(FIXED.replace(old, new) if old else FIXED, space)
    return space["tests_needed"]


def rules_tried(rules, row):
    """A mistake: one test per rule."""
    holds = [all(row[name] == value for name, value in conditions) for conditions, _ in rules]
    return holds.index(True) + 1 if True in holds else len(rules)


ITEMS = [
    Exercise(
        "05.2",
        "One table has 10 features and 1,024 rows, a second one 20 features and 4,096 rows. On "
        "both, ID3 grows a balanced tree that gives each row its own leaf. By the count of the "
        "extra, *m* features and *n* rows take m · n · log₂ n looks. How many times as many "
        "looks does the second table take?",
        title="Twice the features, four times the rows",
        kind="number",
        answer=lambda: looks(20, 4096) / looks(10, 1024),
        hints=(
            "What happens to each of the three factors?",
            "m doubles and n is four times as large. And log₂ n? Both n are powers of 2.",
            "2 · 4 · (log₂ 4096 / log₂ 1024)",
        ),
        mistakes=mistakes(
            8,
            "You left out the logarithm: the second tree is deeper too.",
            lambda: looks(20, 4096, lambda m, n: m) / looks(10, 1024, lambda m, n: m),
            "You took the logarithm of the number of *features*. The depth depends on the rows.",
            lambda: looks(10, 4096) / looks(10, 1024),
            "You forgot the features: every row is looked at once for each of them.",
            lambda: math.log2(4096) / math.log2(1024),
            "That is how much deeper the second tree is. At every level more rows and features are "
            "looked at as well.",
            lambda: looks(20, 4096),
            "That is how many looks the second table takes. How many *times* as many as the first?",
            2 * 4 * 4,
            "The logarithm does not grow like n: four times the rows add only two levels.",
            2 * 4 * math.log2(4),
            "You took log₂ 4 = 2 as the third factor. log₂ n goes from 10 to 12: that is 12/10 "
            "times as much.",
            lambda: looks(10, 1024) / looks(20, 4096),
            "It is upside down: the second table takes *more* looks.",
        ),
        solution="answer_2 = (20 * 4096 * math.log2(4096)) / (10 * 1024 * math.log2(1024))",
        explanation="Eight times the cells, and a little more. That is what greed buys: an exact "
        "search would pay a factor of 3 for each of the ten new features.",
        items=("R26", "R27"),
        minutes=3,
    ),
    Exercise(
        "05.6",
        "`tests_needed(rules, row)` should count how many conditions are tested before a row has "
        "its answer. A rule is a pair: a list of conditions (feature, value), and its answer. "
        "Rules are tried from the first to the last, and so are the conditions of a rule. A rule "
        "is given up at its first condition that fails. The search ends at the first rule that "
        "holds, or when no rule is left.\n\n"
        "Example: for the row a = 0, b = 1 the rule *a = 1 AND b = 1* costs one test.\n\n"
        "The function counts too many. Find the fault and fix it.",
        title="Too many tests",
        kind="bug",
        fresh=True,
        starter=TESTS,
        answer=tester(),
        tests=[
            Case([RULES[0]], {"a": 0, "b": 1}, says="given up at once"),
            Case(RULES, {"a": 1, "b": 1, "c": 0, "d": 0, "e": 0}, says="the first rule holds"),
            Case(RULES, {"a": 0, "b": 0, "c": 1, "d": 1, "e": 0}, says="the second rule holds"),
            Case(RULES, {"a": 1, "b": 0, "c": 1, "d": 0, "e": 1}, says="no rule holds"),
            Case(RULES, {"a": 0, "b": 1, "c": 1, "d": 1, "e": 0}, says="b = 1 comes too late"),
        ],
        hidden=[
            Case([], {"a": 1}, says="no rules"),
            Case([RULES[0], ([], "no")], {"a": 0, "b": 0}, says="a last rule without conditions"),
            Case(RULES * 2, dict.fromkeys("abcde", 0), says="four rules"),
        ],
        hints=(
            "Take the row and the rule of the example: which condition does not need to be looked "
            "at?",
            "Once a condition has failed, the rule is lost. What does the inner loop do then?",
            "One word is missing after `holds = False`: the one that leaves a loop.",
        ),
        mistakes=mistakes(
            tester("\n                break", ""),
            "It goes on testing the conditions of a rule that has already failed.",
            tester("holds = True", "holds, tests = True, 0"),
            "It forgets the tests of earlier rules: the count must not start again at 0.",
            tester("= False\n                break", "= False\n                tests -= 1"),
            "It takes back the test that failed, and then goes on with a rule that is already "
            "lost. The failed test counts; the ones after it should not be made.",
            tester("tests += 1\n            if", "tests += row[name] == value\n            if"),
            "It does not count the test that fails. Looking is what costs.",
            rules_tried,
            "It counts the *rules* that are tried. Count their conditions.",
            tester("            return tests", "            pass"),
            "It goes on after a rule that holds: the row has its answer, so stop there.",
            tester("= False\n                break", "= False\n                return tests"),
            "It ends the whole search at the first condition that fails. Only this rule is lost; "
            "go on with the next.",
            tester("                break", "            break"),
            "It looks at the first condition of a rule only. `break` belongs inside the `if`, and "
            "a rule holds when *all* its conditions do.",
        ),
        solution=FIXED,
        explanation="`RuleSet.cost` of dtlab counts the same.",
        items=("R16", "R14"),
        points=2,
        minutes=7,
    ),
]
