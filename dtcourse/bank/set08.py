"""The graded exercises of notebook 08: where to cut a number, and what a cut can do."""

import json
import math
from functools import cache, partial
from statistics import median

import dtlab
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong
from dtlab import (
    Threshold,
    ask,
    counts,
    entropy,
    gain_ratio,
    gini,
    information_gain,
    load,
    remainder,
)

IMPORTS = """
import numpy as np
import pandas as pd

from sklearn.model_selection import train_test_split

from dtlab import CART, counts, entropy, information_gain, load, work
"""


def shown(name, table):
    """Code that makes a table of these columns and shows it."""
    columns = [f'    "{column}": {json.dumps(values)},\n' for column, values in table.items()]
    return f"{name} = pd.DataFrame({{\n{''.join(columns)}}})\n{name}".replace("null", "None")


def midpoints(x):
    """Half-way between each two neighbouring, different numbers."""
    values = sorted(set(x))
    return [(a + b) / 2 for a, b in zip(values, values[1:], strict=False)]


def gain(x, y, cut, impurity=entropy):
    """What x ≤ cut tells about y, in bits."""
    return information_gain([number <= cut for number in x], y, impurity)


GINI = partial(gain, impurity=gini)


def plain_mean_gain(x, y, cut):
    """A mistake: both sides count alike, however many rows they have."""
    sides = [[c for v, c in zip(x, y, strict=True) if (v <= cut) is low] for low in (True, False)]
    return entropy(counts(y)) - sum(entropy(counts(side)) for side in sides) / 2


# ── 08.1 a threshold that is a value ────────────────────────────────────────────────────────────

LOAVES: dict[str, list] = {
    "oven": [220, 180, 240, 200, 250, 190, 230, 210],
    "loaf": ["good", "bad", "bad", "good", "good", "good", "bad", "good"],
}


def loaves(measure=information_gain, **how):
    """A measure of the question oven ≤ 220."""
    return measure([oven <= 220 for oven in LOAVES["oven"]], LOAVES["loaf"], **how)


# ── 08.2 cups of one's own ──────────────────────────────────────────────────────────────────────

# Answers in the order of the minutes: one threshold is best, another if both sides count alike.
RUNS = ["aaaaababb", "aaaababbb", "aaaabbaab", "aaabbaaab", "aaabbaabb", "abbbaaaab"]


def cups(chance):
    """Nine cups in no order; sorted, *yes* and *no* meet three times."""
    import pandas as pd

    minutes = sorted(chance.choice(range(1, 30), size=9, replace=False).tolist())
    runs = RUNS[chance.randint(len(RUNS))][:: chance.choice([1, -1])]
    words = dict(zip("ab", chance.permutation(["yes", "no"]).tolist(), strict=True))
    table = pd.DataFrame({"minutes": minutes, "drunk": [words[letter] for letter in runs]})
    return table.iloc[chance.permutation(9)].reset_index(drop=True)


def best_cut(cups, score=gain):
    """The midpoint with the highest score."""
    return best_of(tuple(cups["minutes"]), tuple(cups["drunk"]), score)


@cache
def best_of(x, y, score):
    """The midpoint of x with the highest score; asked for often, computed once."""
    return max(midpoints(x), key=lambda cut: score(x, y, cut))


def left_behind(cups):
    """A mistake: the minutes are sorted, the answers stay where they were."""
    return best_cut(cups.assign(minutes=sorted(cups["minutes"])))


# ── 08.3 a best threshold with a rule ───────────────────────────────────────────────────────────


def best_threshold(x, y, least, above=None, cuts=midpoints, score=gain):
    """The best threshold with `least` rows up to it and as many (or `above`) above, or None."""
    low = {cut: sum(number <= cut for number in x) for cut in cuts(x)}
    above = least if above is None else above
    allowed = [cut for cut in low if low[cut] >= least and len(x) - low[cut] >= above]
    return max(allowed, key=lambda cut: score(x, y, cut), default=None)


def boundaries(x, y):
    """The midpoints between neighbours that are not of one class; a mixed block counts."""
    at = {number: {c for v, c in zip(x, y, strict=True) if v == number} for number in sorted(x)}
    pairs = zip(at, list(at)[1:], strict=False)
    return [(a + b) / 2 for a, b in pairs if len(at[a] | at[b]) > 1]


def a_value(x, y, least):
    """A mistake: the number below the threshold instead of the middle."""
    cut = best_threshold(x, y, least)
    return None if cut is None else max(number for number in x if number <= cut)


def best_or_nothing(x, y, least):
    """A mistake: first the best of all thresholds, then a look at the rule."""
    cut = best_threshold(x, y, 1)
    allowed = best_threshold(x, y, least, cuts=lambda x: [] if cut is None else [cut])
    return allowed


def highest_gain(x, y, least):
    """A mistake: how good the best threshold is, not where it is."""
    cut = best_threshold(x, y, least)
    return None if cut is None else gain(x, y, cut)


def only_above_zero(x, y, least):
    """A mistake: a threshold without a gain counts as none."""
    cut = best_threshold(x, y, least)
    return cut if cut is not None and gain(x, y, cut) > 1e-12 else None


# ── 08.4 a field ────────────────────────────────────────────────────────────────────────────────


def field():
    """Which seed goes where."""
    south = ask(Threshold("north", 5), ask(Threshold("east", 2), "clover", "wheat"), "clover")
    return ask(Threshold("east", 6), south, ask(Threshold("north", 2), "clover", "wheat"))


def wheat(west=2, east=6):
    """The two boxes of wheat, in square metres; the first lies between `west` and `east`."""
    return (east - west) * 5 + (10 - 6) * (8 - 2)


# ── 08.5 claims ─────────────────────────────────────────────────────────────────────────────────

TRUTH = [True, False, True, False, True]


# ── 08.6 equal numbers ──────────────────────────────────────────────────────────────────────────


FAULTY = """def best_gain(x, y):
    rows = sorted(zip(x, y))
    classes = [label for number, label in rows]
    gains = [0.0]
    for i in range(1, len(rows)):
        left, right = classes[:i], classes[i:]
        after = len(left) * entropy(counts(left))
        after += len(right) * entropy(counts(right))
        gains.append(entropy(counts(classes)) - after / len(rows))
    return max(gains)"""
LOOP = "    for i in range(1, len(rows)):\n"
FIXED = LOOP + "        if rows[i - 1][0] == rows[i][0]:\n            continue\n"


def best_gain(x, y):
    """The highest gain of any threshold; 0 where there is none."""
    return max([gain(x, y, cut) for cut in midpoints(x)], default=0.0)


def swept(x, y, cuts=lambda before, after: True, stop=False):
    """The code of the exercise; `cuts` says between which two rows it cuts."""
    rows = sorted(zip(x, y, strict=True))
    labels, gains = [label for _, label in rows], [0.0]
    for i in range(1, len(rows)):
        if cuts(rows[i - 1], rows[i]):
            gains.append(information_gain([k < i for k in range(len(rows))], labels))
        elif stop:
            break
    return max(gains)


def one_row_a_number(x, y):
    """A mistake: of equal numbers only one row is kept."""
    rows = dict(sorted(zip(x, y, strict=True)))
    return best_gain(list(rows), list(rows.values()))


# ── 08.7 two numbers are missing ────────────────────────────────────────────────────────────────

PULSE: dict[str, list] = {
    "pulse": [76, None, 59, 88, 65, None, 80, 54, 70],
    "ill": ["no", "yes", "yes", "no", "no", "yes", "no", "yes", "yes"],
}


def best_with(hole, score=gain):
    """The highest gain when the holes are filled with this number; None leaves them out."""
    known = [pulse for pulse in PULSE["pulse"] if pulse]
    rows = [(p or hole, ill) for p, ill in zip(PULSE["pulse"], PULSE["ill"], strict=True)]
    x, y = zip(*[row for row in rows if row[0] is not None], strict=True)
    return max(score(x, y, cut) for cut in midpoints(known))


# ── 08.8 penguins with gaps ─────────────────────────────────────────────────────────────────────

PENGUINS = """
penguins = load("penguins")
old, new, y_old, y_new = train_test_split(
    penguins.X, penguins.y, test_size=0.4, random_state=2
)
print(len(old), "training rows with", old.isna().sum().sum(), "missing values")
"""


@cache
def share_of_penguins(depth=2, learn="old", judge="new", drop=False):
    """How many penguins a tree gets right, in the way asked for or in a wrong one."""
    from sklearn.model_selection import train_test_split

    penguins = load("penguins")
    old, new, y_old, y_new = train_test_split(penguins.X, penguins.y, test_size=0.4, random_state=2)
    rows = {"old": (old, y_old), "new": (new, y_new)}
    X, y = rows[learn]
    kept = X.notna().all(axis=1) | (not drop)
    return dtlab.CART(max_depth=depth).fit(X[kept], y[kept]).score(*rows[judge])


ITEMS = [
    Exercise(
        "08.1",
        "Eight loaves: how hot was the oven, and how did the loaf turn out? C4.5 names its "
        "thresholds by a number of the table. What is the information gain, in bits, of its "
        "question `oven ≤ 220`?",
        title="Exactly 220 degrees",
        kind="number",
        fresh=True,
        setup=shown("loaves", LOAVES),
        answer=loaves,
        hints=(
            "One loaf was baked at exactly 220. On which side is it?",
            "Up to 220: five loaves. Above: three. Count good and bad on each side.",
            "H(5 good, 3 bad) − (5/8 · H(up to 220) + 3/8 · H(above)), all with log₂.",
        ),
        mistakes=[
            Mistake(
                lambda: information_gain([oven < 220 for oven in LOAVES["oven"]], LOAVES["loaf"]),
                "That is `oven < 220`: with ≤ the loaf at exactly 220 is on the lower side.",
            ),
            Mistake(
                lambda: loaves(remainder), "That is what is left: subtract it from the entropy."
            ),
            Mistake(
                lambda: plain_mean_gain(LOAVES["oven"], LOAVES["loaf"], 220),
                "You took the plain mean of the two sides: weight them by 5/8 and 3/8.",
            ),
            Mistake(
                lambda: loaves(gain_ratio),
                "That is the gain ratio, which C4.5 compares: the question here is for the gain.",
            ),
            Mistake(lambda: loaves() * math.log(2), "That is in nats: take log₂."),
            Mistake(lambda: loaves(impurity=gini), "That is Gini's gain: take the entropy."),
            Mistake(
                lambda: entropy(counts(LOAVES["loaf"])),
                "That is the entropy before the question: subtract what is left after it.",
            ),
            Mistake(
                lambda: gain(sorted(LOAVES["oven"]), LOAVES["loaf"], 220),
                "Sorted the ovens alone? Each loaf moves with its oven.",
            ),
        ],
        solution='answer_1 = information_gain(loaves["oven"] <= 220, loaves["loaf"])',
        explanation="Half-way, at 225, the sign would not matter for these loaves.",
        items=("S13", "K50"),
        minutes=5,
    ),
    Exercise(
        "08.2",
        "`cups` holds your own nine cups of tea: how many minutes the tea stood, and whether the "
        "guest drank it up. Which threshold of `minutes` has the highest information gain? "
        "Thresholds lie half-way between neighbours.",
        title="Your own nine cups",
        kind="number",
        fresh=True,
        draw=cups,
        setup='cups = draw("08.2", STUDENT)\ncups',
        answer=best_cut,
        hints=(
            "In which order must the cups stand before you look for places to cut?",
            "Only where *yes* meets *no* can the best threshold be. Those few you compute.",
            "For each of them, add the entropies of both sides, weighted by their cups. Keep the "
            "place with the smallest sum: its threshold is (a + b) / 2 of the neighbours.",
        ),
        mistakes=[
            Mistake(left_behind, "Sorted the minutes alone? Each answer moves with its cup."),
            Mistake(
                lambda cups: max(m for m in cups["minutes"] if m <= best_cut(cups)),
                "The place is right, named as C4.5 would. Here we go half-way to the number above.",
            ),
            Mistake(
                lambda cups: min(m for m in cups["minutes"] if m > best_cut(cups)),
                "The place is right, but that is the number above it: go half-way between the two.",
            ),
            Mistake(
                partial(best_cut, score=plain_mean_gain),
                "One way to get this: both sides count alike. Weight each side by its cups, "
                "and take the entropy.",
            ),
            Mistake(
                lambda cups: gain(list(cups["minutes"]), list(cups["drunk"]), best_cut(cups)),
                "That is the gain of the best threshold. The question asks for the threshold, in "
                "minutes.",
            ),
        ],
        explanation=(
            "Of all thresholds half-way between neighbours, this one leaves the least entropy."
        ),
        solution='answer_2 = work.thresholds(cups["minutes"], cups["drunk"]).result',
        items=("K47", "K50", "R28"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "08.3",
        "Some trees may not make small leaves. Write `best_threshold(x, y, least)` for a list of "
        "numbers and a list of classes. A threshold lies half-way between two neighbouring, "
        "different numbers. It is allowed if at least `least` rows have x ≤ threshold and at "
        "least `least` rows have x > threshold. Return the allowed threshold with the highest "
        "information gain (in the tests no two are equally good), or None if none is allowed.\n\n"
        'For example, `best_threshold([1, 2, 3, 4], ["a", "b", "b", "b"], 2)` is 2.5. '
        "`information_gain(answers, y)` takes a list of True and False.",
        title="No small leaves",
        kind="function",
        starter="def best_threshold(x, y, least):\n    return ...",
        answer=best_threshold,
        tests=[
            Case([1, 2, 3, 4], list("abbb"), 2, says="the example"),
            Case([7, 1, 9, 4, 12, 2], list("bababb"), 1, says="a table that is not sorted"),
            Case([1, 2, 3, 4, 5, 6, 7], list("bbbbbaa"), 3, says="the class changes too late"),
            Case([1, 2, 3, 4, 5, 6, 7, 8], list("abbaabaa"), 2, says="many class changes"),
            Case([1, 2, 3, 4, 5, 6, 7], list("aaabaab"), 2, says="the best of all is forbidden"),
            Case([1, 2, 3], list("abb"), 2, says="nothing is allowed"),
            Case([5, 6], list("aa"), 1, says="one class, and one threshold"),
        ],
        hidden=[
            Case([4, 4, 4, 6, 6, 9], list("aabbcc"), 2, says="equal numbers, three classes"),
            Case([-5, -1, -3, -2, -4, -6], list("abbaba"), 2, says="numbers below zero"),
            Case([3, 3, 3, 3], list("abab"), 1, says="all numbers are equal"),
        ],
        hints=(
            "Is it enough to try the places where the class changes, if some are forbidden?",
            "`sorted(set(x))` gives the different numbers in order. Try every midpoint: count the "
            "rows on both sides first, and forget those that are not allowed.",
            "`max(allowed, key=lambda cut: information_gain([v <= cut for v in x], y), "
            "default=None)`, where `allowed` is a list of thresholds.",
        ),
        mistakes=[
            Mistake(
                lambda x, y, least: best_threshold(x, y, least, cuts=lambda x: boundaries(x, y)),
                "It tries only class changes: they win for sure only if every cut is allowed.",
            ),
            Mistake(
                best_or_nothing,
                "It takes the best of all thresholds and gives up if that one is not allowed: "
                "choose among the allowed ones.",
            ),
            Mistake(
                lambda x, y, least: best_threshold(sorted(x), y, least),
                "It sorts the numbers and leaves the classes where they were.",
            ),
            Mistake(
                highest_gain,
                "It returns the highest gain: return the threshold that has it.",
            ),
            Mistake(
                lambda x, y, least: best_threshold(x, y, least) or 0,
                "It returns 0 where nothing is allowed: return None, 0 could be a threshold.",
            ),
            Mistake(
                only_above_zero,
                "It returns None where no gain is above 0: an allowed threshold is still allowed.",
            ),
            Mistake(lambda x, y, least: best_threshold(x, y, 1), "It does not look at `least`."),
            Mistake(
                lambda x, y, least: best_threshold(x, y, least + 1), "`least` rows are enough."
            ),
            Mistake(
                lambda x, y, least: best_threshold(x, y, least, above=1),
                "It counts the rows up to the threshold, and forgets those above.",
            ),
            Mistake(
                partial(best_threshold, score=GINI),
                "It takes Gini; the question asks for information gain.",
            ),
            Mistake(a_value, "It returns a number of the table: go half-way to the next one."),
        ],
        solution="def best_threshold(x, y, least):\n"
        "    values = sorted(set(x))\n"
        "    cuts = [(a + b) / 2 for a, b in zip(values, values[1:])]\n"
        "    asked = {cut: [v <= cut for v in x] for cut in cuts}\n"
        "    allowed = [cut for cut in cuts if least <= sum(asked[cut]) <= len(x) - least]\n"
        "    gains = {cut: information_gain(asked[cut], y) for cut in allowed}\n"
        "    return max(gains, key=gains.get, default=None)",
        explanation="Class changes are enough only while every threshold is allowed.",
        items=("K47", "R28"),
        points=2,
        minutes=12,
    ),
    Exercise(
        "08.4",
        lambda: (
            "A field goes 10 metres from west to east and 8 metres from south to north. `east` and "
            "`north` are measured from its south-west corner. A tree says what to sow:\n\n"
            + "\n".join(f"    {line}" for line in str(field()).splitlines())
            + "\n\nOn how many square metres do we sow wheat?"
        ),
        title="A field of boxes",
        kind="reading",
        fresh=True,
        answer=wheat,
        tolerance=0,
        hints=(
            "Draw the field, and one straight line for each question.",
            "Each leaf is a box, and a question cuts only the box that it stands in.",
            "One box of wheat lies between the two thresholds of *east*, in the south. The other "
            "is in the north-east. Add width times height of both.",
        ),
        mistakes=[
            Mistake(
                lambda: 10 * 8 - wheat(), "That is the clover; the question asks for the wheat."
            ),
            Mistake(10 * 8 * 2 / 5, "Leaves are not equally large: find the box of each."),
            Mistake(lambda: wheat(west=0), "Your western box goes too far west: clover is there."),
            Mistake(lambda: wheat(east=10), "The first question ends your western box, at east 6."),
            Mistake(
                (6 - 2) * 5 + (10 - 6) * 8,
                "Your eastern box goes down to the southern edge: clover is there, up to north 2.",
            ),
            Mistake(
                (6 - 2) * 5 + (10 - 6) * 2,
                "In the east you took the box up to north 2: that is clover, wheat is above.",
            ),
            Mistake((6 - 2) * 5, "There is another box of wheat, in the north-east."),
            Mistake((10 - 6) * (8 - 2), "There is another box of wheat, three questions down."),
        ],
        solution="answer_4 = (6 - 2) * 5 + (10 - 6) * (8 - 2)",
        explanation="Two answers about *east* on one path give an interval: one side of a box.",
        items=("R52", "K51"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "08.5",
        "True or false? Give a list of five, such as `[True, True, False, False, False]`. The "
        "measure is information gain, and every threshold is allowed.\n\n"
        "1. Degrees Celsius become Fahrenheit: the best gain of that feature stays the same.\n"
        "2. Each number from −3 to 3 is replaced by its square: the best gain is sure to stay the "
        "same.\n"
        "3. Each number x is replaced by −x: the best gain stays the same.\n"
        "4. A node asks whether `x ≤ 10`. Among the rows that said yes, `x ≤ 12` can still have a "
        "gain above 0.\n"
        "5. A node further down can use a threshold that was not a midpoint at the root.",
        title="Five claims about thresholds",
        kind="claim",
        answer=TRUTH,
        hints=(
            "For the first three: who has changed places with whom in the order?",
            "Turning the order round swaps the two sides; folding it in the middle mixes them.",
            "4: does a row of that branch lie above 12? 5: when a row leaves, who are neighbours?",
        ),
        mistakes=one_wrong(
            TRUTH,
            "Look at 1 again: does Fahrenheit change which day is warmer?",
            "Look at 2 again: −3 and 3 were the two ends. Where are they now?",
            "Look at 3 again: turned round, which groups can a threshold make?",
            "Look at 4 again: which rows with x ≤ 10 say no to x ≤ 12?",
            "Look at 5 again: in notebook 08, 900 came up below the root.",
        ),
        solution="answer_5 = [True, False, True, False, True]",
        explanation="Only the order counts: turned round it serves as well, folded it does not.",
        items=("R07", "K48", "K51"),
        minutes=5,
    ),
    Exercise(
        "08.6",
        "`best_gain(x, y)` should return the highest information gain that a question `x ≤ "
        "threshold` can have, and 0 if no threshold splits the rows. It walks through the sorted "
        "rows and moves one after the other to the left side. On some tables it promises more "
        "than any threshold can keep. Find the fault and fix it.",
        title="Too good to be true",
        kind="bug",
        starter=FAULTY,
        answer=best_gain,
        tests=[
            Case([1, 2, 3, 4], list("aabb"), says="all numbers differ"),
            Case([1, 1, 2], list("abb"), says="a number that two rows share"),
            Case([5, 3, 3, 8, 3], list("babab"), says="a number that three rows share"),
            Case([2, 2, 6, 7, 9], list("aabba"), says="two equal rows first"),
        ],
        hidden=[
            Case([4, 4, 4], list("aba"), says="one number only"),
            Case([1, 1, 2, 2, 3, 3], list("abbabb"), says="every number twice"),
            Case([0.5, -0.5, 0.5, 1.5], list("xyzx"), says="three classes"),
        ],
        hints=(
            "Call it with `[1, 1, 2]` and `list('abb')`. What is left and right in every round?",
            "For i = 1 one of two equal numbers is left, one right. Which threshold can do that?",
            "Compare `rows[i - 1][0]` with `rows[i][0]`: if they are equal, go on to the next i.",
        ),
        mistakes=[
            Mistake(swept, "It separates rows that have the same number: no threshold can."),
            Mistake(
                partial(swept, cuts=lambda a, b: a[0] != b[0] and a[1] != b[1]),
                "It leaves out too much: beside equal numbers of both classes you can always cut.",
            ),
            Mistake(
                lambda x, y: swept(*zip(*set(zip(x, y, strict=True)), strict=True)),
                "It keeps one of several equal rows, and still separates rows with the same "
                "number.",
            ),
            Mistake(one_row_a_number, "It keeps one of several equal numbers: all rows count."),
            Mistake(
                partial(swept, cuts=lambda a, b: a[0] != b[0], stop=True),
                "It stops at the first two equal numbers: skip that place and go on.",
            ),
        ],
        solution=FAULTY.replace(LOOP, FIXED),
        explanation="Equal numbers are one block: they go to the left together or not at all.",
        items=("K47", "R28"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "08.7",
        "Nine patients; nobody wrote down the pulse of two of them. A tree may *choose a side*: "
        "for each threshold it tries the rows without a number all on the left, then all on the "
        "right, and keeps what is better. Thresholds lie half-way between two known numbers. What "
        "is the information gain, in bits and on all nine rows, of the best question?",
        title="The better side",
        kind="harder",
        fresh=True,
        setup=shown("patients", PULSE),
        answer=lambda: max(best_with(-1), best_with(999)),
        hints=(
            "Both patients without a number are ill. Are the ill ones more often low or high?",
            "Filled with a very low number, the holes are left of every threshold; and high?",
            '`information_gain(patients["pulse"].fillna(hole) <= cut, patients["ill"])` for a very '
            "low and a very high hole, with each of the six thresholds. Keep the largest.",
        ),
        mistakes=[
            Mistake(
                lambda: best_with(999),
                "That is with the holes on the right. (`NaN <= cut` is False, so pandas puts them "
                "there by itself.) Try both sides.",
            ),
            Mistake(lambda: best_with(-1, GINI), "That is Gini's gain: take the entropy."),
            Mistake(
                (59 + 65) / 2,
                "That is the threshold of the best question; what is wanted is its gain.",
            ),
            Mistake(lambda: best_with(None), "That is without the two rows: they count too."),
            Mistake(
                lambda: best_with(median(pulse for pulse in PULSE["pulse"] if pulse)),
                "That is at 73, the best threshold without the holes (filling with the median ends "
                "there too). With the holes on a side, try every threshold again.",
            ),
            Mistake(
                lambda: entropy(counts(PULSE["ill"])) - max(best_with(-1), best_with(999)),
                "That is what is left: subtract it from the entropy of all nine.",
            ),
            Mistake(
                lambda: 7 / 9 * best_with(None), "That is C4.5's way. Here all nine rows count."
            ),
        ],
        solution='known = np.sort(patients["pulse"].dropna())\n'
        "answer_7 = max(\n"
        '    information_gain(patients["pulse"].fillna(hole) <= cut, patients["ill"])\n'
        "    for hole in (-1, 999)\n"
        "    for cut in (known[1:] + known[:-1]) / 2\n"
        ")",
        explanation="The holes go with the low numbers: both patients with a hole are ill.",
        items=("K47", "S13"),
        points=3,
        minutes=12,
    ),
    Exercise(
        "08.8",
        "Some of the penguins were not measured completely. Let CART choose the sides: fit "
        "`CART(max_depth=2)` on the training rows `old`, with their missing values as they are. "
        "Which share of the `new` penguins does it predict right?",
        title="Penguins with gaps",
        kind="model",
        fresh=True,
        setup=PENGUINS,
        answer=lambda: share_of_penguins(),
        hints=(
            "`model.fit(X, y)` learns, `model.score(X, y)` gives the share of rows it gets right.",
            "Learn from `old` and `y_old`, judge on `new` and `y_new`.",
            "`CART(max_depth=2).fit(old, y_old).score(...)`.",
        ),
        mistakes=[
            Mistake(
                lambda: share_of_penguins(judge="old"),
                "That is the share of the *training* penguins: judge on `new`.",
            ),
            Mistake(
                lambda: share_of_penguins(drop=True),
                "That is without the incomplete training rows: leave the gaps as they are.",
            ),
            Mistake(
                lambda: share_of_penguins(depth=None), "That is a full tree: set `max_depth=2`."
            ),
            Mistake(lambda: 1 - share_of_penguins(), "That is the share of wrong predictions."),
            Mistake(
                lambda: share_of_penguins(learn="new"),
                "That tree has learned from the rows that judge it: learn from `old`.",
            ),
        ],
        solution="answer_8 = CART(max_depth=2).fit(old, y_old).score(new, y_new)",
        explanation="A gap costs no row here: each threshold remembers the side for gaps.",
        items=("K47",),
        points=2,
        minutes=6,
    ),
]
