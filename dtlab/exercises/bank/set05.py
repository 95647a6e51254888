"""The graded exercises of notebook 05: the space, order, greed, cost, rules."""

import math
from itertools import product

import dtlab
from dtlab import ask, best, information_gain, smallest_tree
from dtlab.exercises.comparing import as_list
from dtlab.exercises.exercise import Exercise
from dtlab.exercises.items import Case, mistakes

IMPORTS = """
import math
from itertools import product

import pandas as pd

from dtlab import ID3, information_gain, smallest_tree, tree_in_order
"""


# ── 05.1 rows of a truth table of one's own ─────────────────────────────────────────────────────


def seen_rows(chance):
    """Nine to eleven rows of a truth table of four features; some of them come twice."""
    import pandas as pd

    rows = chance.permutation(16)[: chance.randint(9, 12)]
    again = chance.choice(rows, size=chance.randint(2, 4), replace=False)
    outputs = chance.randint(2, size=16) == 1
    met = chance.permutation([*rows, *again])
    bits = {name: (met >> place & 1) == 1 for name, place in zip("abcd", (3, 2, 1, 0), strict=True)}
    return pd.DataFrame({**bits, "output": outputs[met]})


def missing(seen):
    """How many rows of the truth table were not seen."""
    return 16 - len(seen.drop_duplicates())


# ── 05.2 what a larger table costs ──────────────────────────────────────────────────────────────


def looks(m, n, log_of=lambda m, n: n):
    """m · n · log₂ n, or the logarithm of something else."""
    return m * n * math.log2(log_of(m, n))


# ── 05.3 an alarm to read ───────────────────────────────────────────────────────────────────────


def alarm():
    """A tree on five yes/no features."""
    dog = ask("dog", {"yes": "silent", "no": "rings"})
    motion = ask("motion", {"yes": dog, "no": "silent"})
    night = ask("door", {"yes": "rings", "no": motion})
    return ask("night", {"yes": night, "no": ask("smoke", {"yes": "rings", "no": "silent"})})


def ringing(rows_of=lambda depth: 2 ** (5 - depth), says="rings"):
    """The rows of all leaves that say so; a leaf after this many questions has `rows_of` rows."""
    leaves = alarm().rules()
    return sum(rows_of(len(rule.conditions)) for rule in leaves if rule.prediction == says)


# ── 05.4 leaves in an order ─────────────────────────────────────────────────────────────────────


def halves(outputs):
    """The outputs where the first feature is False, and where it is True."""
    half = len(outputs) // 2
    return outputs[:half], outputs[half:]


def count_leaves(outputs, parts=halves, skip=True):
    """The reference of 05.4; the last two arguments are slips to make."""
    if len(set(outputs)) == 1:
        return 1
    one, other = parts(outputs)
    sides = [one] if skip and one == other else [one, other]
    return sum(count_leaves(side, parts, skip) for side in sides)


def longest_path(outputs):
    """A mistake: the depth of the tree."""
    if len(set(outputs)) == 1:
        return 0
    one, other = halves(outputs)
    return (one != other) + max(longest_path(one), longest_path(other))


def one_leaf_if_same(outputs):
    """A mistake: two equal halves make a leaf."""
    one, other = halves(outputs)
    if len(set(outputs)) == 1 or one == other:
        return 1
    return one_leaf_if_same(one) + one_leaf_if_same(other)


def fewest_leaves(outputs):
    """A mistake: the smallest tree, whatever it asks first."""
    import pandas as pd

    rows = list(product([False, True], repeat=len(outputs).bit_length() - 1))
    return smallest_tree(pd.DataFrame(rows).add_prefix("x"), outputs).n_leaves


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


# ── 05.7 a trap for ID3 ─────────────────────────────────────────────────────────────────────────

ROWS = list(product([False, True], repeat=4))


def table():
    """The sixteen rows of four yes/no features."""
    import pandas as pd

    return pd.DataFrame(ROWS, columns=list("abcd"))


def is_trap(outputs):
    """True, or why this function is no trap for ID3."""
    outputs = as_list(outputs)
    if len(outputs) != 16 or any(bit not in (0, 1) for bit in outputs):
        return "give a list of 16 times True or False, one for each row of `four`."
    four, y = table(), [bool(bit) for bit in outputs]
    gains = [information_gain(four[name], y) for name in four]
    highest = [n for n, g in zip("abcd", gains, strict=True) if g > best(gains)[1] - 1e-9]
    greedy, least = dtlab.ID3().fit(four, y).get_n_leaves(), smallest_tree(four, y).n_leaves
    size = f"leaves of ID3's tree: {greedy}, of the smallest: {least}."
    if len(highest) > 1:
        return f"at the root {', '.join(highest)} share the highest gain. And {size}"
    return greedy - least >= 3 or f"{size} At least 3 more are wanted."


def outputs_of(function):
    """What a function of four bits says to the sixteen rows."""
    return [bool(function(*row)) for row in ROWS]


ITEMS = [
    Exercise(
        "05.1",
        "The output is a Boolean function of the four features a, b, c and d. `seen` holds the "
        "rows that we have met. How many Boolean functions of a, b, c and d agree with all of "
        "them?",
        title="What still fits",
        kind="number",
        fresh=True,
        draw=seen_rows,
        setup='seen = draw("05.1", STUDENT)\nseen',
        answer=lambda seen: 2 ** missing(seen),
        tolerance=0,
        hints=(
            "How many rows does the whole truth table have, and which of them are new?",
            "A row that was met has one output. A row that was not met may have either. Mind rows "
            "that were met twice.",
            "2 × 2 × …: a factor 2 for each of the 16 rows that is not in `seen`.",
        ),
        mistakes=mistakes(
            lambda seen: 2 ** (16 - len(seen)),
            "You counted some rows twice: look for repeated rows, they tell nothing new.",
            lambda seen: 2**16,
            "Those are all functions of four features. The rows that we met rule most of them out.",
            lambda seen: 2 ** (16 - missing(seen)),
            "You gave a free choice to the rows that we *met*. Their outputs are known; the others "
            "are free.",
            missing,
            "That is the number of free rows. Each of them can be True or False: how many ways is "
            "that together?",
            lambda seen: 2 * missing(seen),
            "Two outputs for each free row, yes, but choices multiply: 2 × 2 × …, not 2 + 2 + …",
            lambda seen: missing(seen) ** 2,
            "Turn it around: each free row has 2 outputs, so it is 2 to the power of the rows.",
            lambda seen: 2 ** len(seen),
            "You gave a free choice to every row of `seen`. Those outputs are known (and some rows "
            "come twice); the rows that are *not* in it are free.",
            lambda seen: 16 - len(seen),
            "That would be the number of free rows if no row came twice. Find the repeated ones; "
            "then count functions, not rows.",
        ),
        solution="answer_1 = 2 ** (16 - len(seen.drop_duplicates()))",
        explanation="The data cannot choose among these: each missing row doubles their number.",
        items=("R02", "R03", "R04"),
        minutes=4,
    ),
    Exercise(
        "05.2",
        "One table has 10 features and 1,024 rows, a second one 20 features and 4,096 rows. On "
        "both, ID3 grows a balanced tree that gives each row its own leaf. By the count of the "
        "notebook, *m* features and *n* rows take m · n · log₂ n looks. How many times as many "
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
        "05.3",
        lambda: (
            "An alarm decides by five yes/no features:\n\n"
            + "\n".join(f"    {line}" for line in str(alarm()).splitlines())
            + "\n\nIn how many of the 32 rows of its truth table does it ring?"
        ),
        title="When the alarm rings",
        kind="reading",
        fresh=True,
        answer=ringing,
        tolerance=0,
        hints=(
            "Which leaves say *rings*, and how many rows reach each of them?",
            "A path fixes the features that it asks. The others are free, and each free feature "
            "doubles the rows.",
            "After q questions a leaf holds 2 to the power 5 − q rows. Add up three leaves.",
        ),
        mistakes=mistakes(
            lambda: ringing(lambda depth: 1),
            "That is how many *leaves* ring. Most leaves stand for several rows.",
            lambda: ringing(says="silent"),
            "That is the number of rows where it stays silent. Count the others.",
            lambda: ringing(lambda depth: 32 / alarm().n_leaves),
            "A third leaf rings, deep down below *dog*: did you miss it? (Or did you count all "
            "six leaves alike? A leaf near the root holds more rows.)",
            lambda: ringing(lambda depth: 2 ** (5 - depth) if depth < 4 else 1),
            "The leaf below *dog* stands for two rows: nobody asked about smoke there.",
            lambda: ringing() - 8,
            "One leaf is missing: right below the second question it rings twice, once at night "
            "and once by day.",
            lambda: ringing(lambda depth: 2 ** (4 - depth)),
            "You halved once too often: five features make 32 rows, and a leaf after two questions "
            "holds a quarter of them.",
            lambda: ringing(lambda depth: 2**depth),
            "You doubled for every question *asked*. Questions halve the rows; it is the features "
            "not asked that double them.",
            lambda: ringing() / 32,
            "That is the share of the rows. How many rows is that?",
        ),
        solution="answer_3 = 2 ** (5 - 2) + 2 ** (5 - 4) + 2 ** (5 - 2)",
        explanation=lambda: (
            f"As logic: {alarm().rules().formula('rings').replace(' = ', ' is ')}. The brackets "
            "exclude each other, so their rows can be added."
        ),
        items=("R02", "R14", "G32"),
        points=2,
        minutes=5,
    ),
    Exercise(
        "05.4",
        "Write `count_leaves(outputs)`: how many leaves does the tree of a Boolean function have "
        "that asks about the features *in their order*?\n\n"
        "`outputs` is the last column of the truth table, from top to bottom, as a list. The first "
        "feature changes slowest: in the first half of the list it is False, in the second half "
        "True. The tree stops where all outputs are equal. It passes over a feature that makes "
        "no difference: then both halves are the same list.\n\n"
        "Examples: `count_leaves([False, False, False, True])` (*a AND b*) is 3; "
        "`count_leaves([False, True, False, True])` (just *b*) is 2.",
        title="Counting leaves",
        kind="function",
        starter="def count_leaves(outputs):\n    return ...",
        answer=lambda outputs: count_leaves(outputs),
        tests=[
            Case([False, False, False, True], says="a AND b"),
            Case([False, True, False, True], says="the first feature makes no difference"),
            Case([False, True, True, False], says="XOR"),
            Case([True, True], says="always true"),
            Case([0, 0, 0, 1, 1, 0, 1, 1], says="a switch that asks about the data first"),
            Case([0, 0, 0, 1, 1, 1, 0, 1], says="a switch with its address in the middle"),
        ],
        hidden=[
            Case([True], says="no feature at all"),
            Case([0, 0, 1, 1, 0, 0, 1, 1], says="only the second of three features counts"),
            Case([sum(row) % 2 for row in ROWS], says="the parity of four features"),
            Case([0, 1, 0, 0] + [0, 1, 0, 1] * 3, says="sixteen rows"),
        ],
        hints=(
            "Divide and conquer: what are the two halves, and when is a half small enough?",
            "All outputs equal: one leaf. Otherwise cut the list in the middle and call the "
            "function for the halves. What do you do if they are the same?",
            "With `half = len(outputs) // 2` the halves are `outputs[:half]` and `outputs[half:]`. "
            "If they are equal, the leaves of one of them; otherwise add both.",
        ),
        mistakes=mistakes(
            lambda outputs: count_leaves(outputs, skip=False),
            "It asks about features that make no difference: if both halves are the same list, "
            "count only one.",
            len,
            "It counts rows. A leaf may hold many: stop as soon as all outputs are equal.",
            lambda outputs: 2 * count_leaves(outputs) - 1,
            "It counts all nodes, questions and leaves. A question adds nothing of its own.",
            lambda outputs: count_leaves(outputs) - 1,
            "It counts the questions. One leaf counts 1, and a question adds up its two sides.",
            lambda outputs: count_leaves(outputs, lambda rows: (rows[::2], rows[1::2])),
            "It takes every second output, so it asks the *last* feature first. Cut in the middle.",
            longest_path,
            "It measures the depth, the longest path. Add the two sides instead.",
            fewest_leaves,
            "That is the *smallest* tree, in any order. Here the order is given: the first feature "
            "comes first.",
            lambda outputs: 0,
            "It gives 0 every time. Where does the count begin? A half with equal outputs is one "
            "leaf: 1.",
            one_leaf_if_same,
            "Where both halves are the same list it counts one leaf. The feature is passed over, "
            "but such a half may still need questions.",
        ),
        solution="def count_leaves(outputs):\n"
        "    half = len(outputs) // 2\n"
        "    if len(set(outputs)) == 1:\n"
        "        return 1\n"
        "    if outputs[:half] == outputs[half:]:\n"
        "        return count_leaves(outputs[:half])\n"
        "    return count_leaves(outputs[:half]) + count_leaves(outputs[half:])",
        explanation="`tree_in_order` grows this tree. Reorder the features, and the same function "
        "may need far more leaves.",
        items=("P08", "P09", "R06"),
        points=3,
        minutes=12,
    ),
    Exercise(
        "05.5",
        "True or false? Give a list of five, such as `[True, False, True, False, True]`.\n\n"
        "1. Two trees with different numbers of leaves can be the same function.\n"
        "2. For the parity of six features, a clever order of the questions saves leaves.\n"
        "3. Some Boolean functions can be written as rules but not as a tree.\n"
        "4. A balanced tree gives each row its own leaf. For twice as many rows, a prediction "
        "takes one question more.\n"
        "5. If only the *rows* of the table are shuffled, ID3 grows the same tree.",
        title="Five claims about the search",
        kind="claim",
        answer=[True, False, False, True, True],
        hints=(
            "Each claim has its section in the notebook: 3, 3, 7, 6 and 8.",
            "For 2: can a path of the parity tree stop early? For 3: which functions can a tree "
            "represent? For 4: log₂ of 2n.",
            "Parity stays open until the last feature is known; trees represent every Boolean "
            "function; log₂(2n) = 1 + log₂ n; a gain only counts rows.",
        ),
        mistakes=mistakes(
            [False, False, False, True, True],
            "Look at 1 again: the switch had a tree of 4 leaves and one of 6.",
            [True, True, False, True, True],
            "Look at 2 again: while one feature is unknown, parity is open. Can any path be short?",
            [True, False, True, True, True],
            "Look at 3 again: rules may be shorter, but is there a function that no tree has?",
            [True, False, False, False, True],
            "Look at 4 again: how deep is the tree for 8 rows, and how deep for 16?",
            [True, False, False, True, False],
            "Look at 5 again: does a gain depend on the order in which the rows are counted?",
        ),
        solution="answer_5 = [True, False, False, True, True]",
        explanation="Shuffle the *columns*, and the tree may change, where gains tie.",
        items=("P08", "P09", "R17", "R26", "R11"),
        points=2,
        minutes=5,
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
    Exercise(
        "05.7",
        "Set a trap for ID3. Give the outputs of a Boolean function of four features, a list of "
        "16 times True or False in the order of the rows of `four`, such that\n\n"
        "- at the root one feature has a higher gain than each of the others (so it is no tie "
        "that misleads ID3), and\n"
        "- ID3's tree has at least 3 leaves more than the smallest tree.\n\n"
        "Many functions will do. You may find one by thinking, or by trying.",
        title="A trap for ID3",
        kind="harder",
        fresh=True,
        setup="four = pd.DataFrame(list(product([False, True], repeat=4)), columns=list('abcd'))\n"
        "four".replace("'", '"'),
        answer=lambda: outputs_of(lambda a, b, c, d: b if a else c and d),
        accept=is_trap,
        hints=(
            "On which function of the notebook did ID3 ask a bit that looked good, where another "
            "one was the key?",
            "Start from the switch *if a then b else c*. There b and c tie. How could d weaken one "
            "of them?",
            "In the switch, put a combination of two features in the place of c. Or let the "
            "computer try: draw 16 random bits, compare `ID3().fit(four, bits).get_n_leaves()` "
            "with `smallest_tree(four, bits).n_leaves`, and look at the gains.",
        ),
        mistakes=mistakes(
            lambda: outputs_of(lambda a, b, c, d: (a + b + c + d) % 2),
            "That is parity. No order helps there, so ID3 cannot do worse than the best.",
            lambda: outputs_of(lambda a, b, c, d: c != d),
            "XOR of c and d: the tie sends ID3 astray. Find a function where it is *sure*, and "
            "wrong.",
            lambda: outputs_of(lambda a, b, c, d: b if a else c),
            "The switch is a good start. Let d play a role, so that one data bit tells more than "
            "the other.",
            lambda: outputs_of(lambda a, b, c, d: a and b and c and d),
            "For AND every order is equally good. A trap needs a feature that is the key to the "
            "others.",
            lambda: outputs_of(lambda a, b, c, d: (a and b) or (c and d)),
            "All four features play the same role here. A trap needs one that is the key to the "
            "others, like the address of the switch.",
        ),
        solution="answer_7 = [b if a else (c and d) for a, b, c, d in "
        "product([False, True], repeat=4)]",
        explanation="The highest gain led away from the smallest tree, and ID3 never goes back: a "
        "local optimum.",
        items=("R05", "G02", "G03", "P11"),
        points=3,
        minutes=15,
    ),
]
