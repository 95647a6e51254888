"""The graded exercises of notebook 05: the space, order, greed."""

from functools import lru_cache
from itertools import product

import dtlab
from dtcourse.judging.comparing import as_list
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, mistakes
from dtlab import ask, best, information_gain, load, smallest_tree

IMPORTS = """
from itertools import product

import pandas as pd

from dtlab import ID3, information_gain, load, smallest_tree, tree_in_order
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
    size = f"ID3's tree has {greedy} leaves, the smallest {least}."
    if len(highest) > 1:
        return f"at the root {', '.join(highest)} share the highest gain. {size}"
    return greedy - least >= 3 or f"{size} At least 3 more are wanted."


def outputs_of(function):
    """What a function of four bits says to the sixteen rows."""
    return [bool(function(*row)) for row in ROWS]


# ── 05.8 a walk in fog ──────────────────────────────────────────────────────────────────────────

CLIMB = """\
def climb(heights, at):
    while True:
        steps = [i for i in (at - 1, at + 1) if 0 <= i < len(heights)]
        higher = [i for i in steps if heights[i] > heights[at]]
        if not higher:
            return at
        at = higher[0]"""
STEEPEST = CLIMB.replace("higher[0]", "max(higher, key=lambda i: heights[i])")


def climber(old="", new=""):
    """`climb` as it should be, perhaps with another piece in its code."""
    exec(STEEPEST.replace(old, new) if old else STEEPEST, space := {})
    return space["climb"]


# ── 05.9 greedy and exact on rows of one's own ──────────────────────────────────────────────────


def unseen(rows):
    """(accuracy of ID3 on the rows not seen, of the smallest tree, how many these rows are)."""
    return _unseen(tuple(rows))


@lru_cache(maxsize=1)  # every mistake asks for the same rows
def _unseen(rows):
    rows = list(rows)
    bits = load("multiplexer")
    X, y, others = bits.X.loc[rows], bits.y.loc[rows], bits.X.drop(rows)
    truth = bits.y.loc[others.index]
    greedy, exact = dtlab.ID3().fit(X, y).predict(others), smallest_tree(X, y).predict(others)
    return (greedy == truth).mean(), (exact == truth).mean(), len(others)


def ahead(rows):
    """How far the smallest tree is ahead of ID3's."""
    greedy, exact, _ = unseen(rows)
    return exact - greedy


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
            "Try each claim on a small example: the switch, parity, a tree for eight rows.",
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
        "05.7",
        "Set a trap for ID3. Give the outputs of a Boolean function of four features, a list of "
        "16 times True or False in the order of the rows of `four`, such that\n\n"
        "- at the root one feature has a higher gain than each of the others (so it is no tie "
        "that misleads ID3), and\n"
        "- ID3's tree has at least 3 more leaves than the smallest tree.\n\n"
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
    Exercise(
        "05.8",
        "`climb(heights, at)` should be a walk in fog. `heights` lists how high the ground is at "
        "the places 0, 1, 2, …, and the walk starts at place `at`. In every step it goes to the "
        "higher of the two neighbours, if that one is higher than where it stands (of two equal "
        "ones to the left). Where no neighbour is higher, it stops and returns the place.\n\n"
        "Example: `climb([1, 2, 5, 3], 0)` is 2.\n\n"
        "Some walks end on the wrong hill. Find the fault and fix it.",
        title="A walk in fog",
        kind="bug",
        fresh=True,
        starter=CLIMB,
        answer=climber(),
        tests=[
            Case([1, 2, 5, 3], 0, says="up to the right"),
            Case([1, 3, 2, 5, 9, 4], 2, says="both neighbours are higher"),
            Case([9, 2, 5, 3], 1, says="the left one is higher still"),
            Case([4, 6, 2, 1, 8], 0, says="another hill is higher, but far away"),
        ],
        hidden=[
            Case([7], 0, says="a single place"),
            Case([3, 3, 3], 1, says="flat ground"),
            Case([5, 1, 5], 1, says="two equal neighbours"),
            Case(list(range(50)), 3, says="a long way"),
        ],
        hints=(
            "In `[1, 3, 2, 5, 9, 4]` start at place 2, by hand. Which neighbours are higher, and "
            "which of them does the function choose?",
            "`higher` holds one or two places, the left one first. What does `higher[0]` choose?",
            "Take the place of `higher` where `heights` is largest: `max(higher, key=...)`.",
        ),
        mistakes=mistakes(
            climber("max(higher, key=lambda i: heights[i])", "higher[0]"),
            "It takes the *left* neighbour whenever that one is higher. Compare the two.",
            climber("max(higher, key=lambda i: heights[i])", "higher[-1]"),
            "It takes the *right* neighbour whenever that one is higher. Compare the heights of "
            "the two (`max(higher)` compares their places).",
            climber("max(higher", "min(higher"),
            "It takes the lower of two higher neighbours. Take the higher one.",
            lambda heights, at: heights.index(max(heights)),
            "It finds the highest place of all. In fog only the two neighbours can be seen.",
            lambda heights, at: heights[climber()(heights, at)],
            "It returns the height. Return the place.",
            climber("        at = max", "        return max"),
            "It stops after one step. Go on until no neighbour is higher.",
        ),
        solution=STEEPEST,
        explanation="Even without the fault it need not find the highest place: that is greed.",
        items=("G02", "G03", "R05"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "05.9",
        "`seen` holds 32 rows of the multiplexer, half of its truth table. Grow ID3's tree and "
        "the smallest tree on them, and judge both on the 32 rows that are *not* in `seen`. How "
        "much higher is the accuracy of the smallest tree there? (Negative if it is lower; "
        "accuracies 0.95 and 0.6 would give 0.35.)",
        title="Greedy and exact, on new rows",
        kind="model",
        fresh=True,
        draw=lambda chance: sorted(chance.permutation(load("multiplexer").X.index)[:32].tolist()),
        setup='bits = load("multiplexer")\nseen = bits.frame.loc[draw("05.9", STUDENT)]\n'
        "seen.head()",
        answer=ahead,
        hints=(
            "Which rows may the trees learn from, and which rows judge them?",
            "`X, y = seen[bits.features], seen[bits.target]`; the others are "
            "`bits.frame.drop(seen.index)`.",
            "Both `ID3().fit(X, y)` and `smallest_tree(X, y)` have `predict`. Compare with the "
            "target of the others and take the mean.",
        ),
        mistakes=mistakes(
            lambda rows: -ahead(rows),
            "The sign is turned round: take the smallest tree's accuracy minus ID3's.",
            lambda rows: ahead(rows) / 2,
            "You judged on all 64 rows. On those they learned from both are right, and that "
            "waters the difference down.",
            lambda rows: unseen(rows)[0],
            "That is ID3's accuracy. How much higher is the other one?",
            lambda rows: unseen(rows)[1],
            "That is the accuracy of the smallest tree. Subtract ID3's.",
            lambda rows: ahead(rows) * unseen(rows)[2],
            "That is a number of rows. Divide by the number of rows that judge.",
            0,
            "So it is on the rows they learned from: both are right on all of them. Use the "
            "others.",
        ),
        solution="X, y = seen[bits.features], seen[bits.target]\n"
        "others = bits.frame.drop(seen.index)\n"
        "truth = others[bits.target]\n"
        "greedy = ID3().fit(X, y).predict(others[bits.features]) == truth\n"
        "exact = smallest_tree(X, y).predict(others[bits.features]) == truth\n"
        "answer_9 = exact.mean() - greedy.mean()",
        explanation="The multiplexer has a small tree, so looking for a small one pays. For a "
        "function without a small tree it would not.",
        items=("R03", "R05"),
        points=2,
        minutes=8,
    ),
]
