"""The graded exercises of notebook 13: residuals, steps, leaks, and what one wrong row does."""

import math
from functools import cache, partial
from statistics import fmean, median
from textwrap import indent

import numpy as np
import pandas as pd

import dtlab
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong
from dtlab import load

IMPORTS = """
import math
from statistics import mean, median

import numpy as np
import pandas as pd
from sklearn.datasets import load_diabetes
from sklearn.model_selection import GridSearchCV, train_test_split

from dtlab import GradientBoosting, RegressionTree, work
"""


# ── 13.1 five days of a bakery ──────────────────────────────────────────────────────────────────

LOAVES, SLOW = [12, 14, 16, 33, 25], 0.3
START, THU_FRI, FRIDAY = fmean(LOAVES), fmean(LOAVES[3:]), LOAVES[4]


# ── 13.2 two steps of one's own ─────────────────────────────────────────────────────────────────


def garden(chance):
    """Six heights whose mean is a whole number, so that every step is a short decimal."""
    y = [int(n) for n in chance.randint(3, 40, size=6)]
    y[5] += -sum(y) % 6
    return pd.DataFrame({"x": range(1, 7), "y": y})


def plant(garden, rate=0.5, cuts=(2, 4), again=True):
    """What is left of plant 5 after one stump per cut; not again: all learn the first residuals."""
    first = left = [y - fmean(garden["y"]) for y in garden["y"]]
    for cut in cuts:
        taught = left if again else first
        low, high = fmean(taught[:cut]), fmean(taught[cut:])
        left = [r - rate * (low if i < cut else high) for i, r in enumerate(left)]
    return left[4]


def half_said(garden):
    """A mistake: steps of a half, but residuals as after full steps."""
    first = [y - fmean(garden["y"]) for y in garden["y"]]
    full = [r - fmean(first[:2] if i < 2 else first[2:]) for i, r in enumerate(first)]
    return first[4] - 0.5 * fmean(first[2:]) - 0.5 * fmean(full[4:])


# ── 13.3 can a stump say this? ──────────────────────────────────────────────────────────────────

BIKES = (4, 5, 7, 12, 18, 23, 27, 28, 32, 35)
LEAKED = (-460.9,) * 4 + (691.4,) * 4 + (-460.9,) * 2


def one_cut(x, answers):
    """The reference of 13.3: is there a cut with one answer on either side of it?"""
    pairs = list(zip(x, answers, strict=True))
    sides = [({a for v, a in pairs if v <= t}, {a for v, a in pairs if v > t}) for t in x]
    return any(len(low) <= 1 and len(high) <= 1 for low, high in sides)


def changes(x, answers, order=True):
    """How often the answer changes from row to row, sorted by x or as given."""
    rows = sorted(zip(x, answers, strict=True)) if order else list(zip(x, answers, strict=True))
    return sum(a != b for (_, a), (_, b) in zip(rows, rows[1:], strict=False))


# ── 13.4 three stumps on the Titanic ────────────────────────────────────────────────────────────

RATE = 0.5


@cache
def ship():
    """Three stumps for the survival on the Titanic, and how many survived."""
    titanic = load("titanic")
    model = dtlab.GradientBoostingClassifier(n_estimators=3, max_depth=1, learning_rate=RATE)
    return model.fit(titanic.X, titanic.y), titanic.y.value_counts()


def ship_text():
    """What the three stumps ask, and the steps in their leaves."""
    lines = []
    for i, tree in enumerate(ship()[0].trees_, start=1):
        node = tree.tree_
        leaves = [
            f"{node.question.label(k)}: {n.prediction:+.4f}" for k, n in enumerate(node.children)
        ]
        lines += [f"tree {i} asks {node.question.feature}?", *(f"    {leaf}" for leaf in leaves)]
    return indent("\n".join(lines), "    ").replace("-", "−")


@cache
def steps(place):
    """The full steps of all trees for a woman of this class."""
    her = pd.DataFrame([{"class": place, "sex": "female", "age": "adult"}])
    return sum(float(tree.predict(her)[0]) for tree in ship()[0].trees_)


def log_odds(rate=RATE, place="3rd", died="no", start=1):
    """Her log-odds: the start, and rate × steps."""
    people = dict(ship()[1], all=sum(ship()[1]))
    return start * math.log(people["yes"] / people[died]) + rate * steps(place)


def chance_of(log_odds):
    """From log-odds to a chance."""
    return 1 / (1 + math.exp(-log_odds))


CLAIMS = [True, False, False, True, True]  # 13.5

# ── 13.6 a step that is forgotten ───────────────────────────────────────────────────────────────


def stump(x, r):
    """The cut and the two means with the smallest squared error."""
    cuts = [(a + b) / 2 for a, b in zip(sorted(x), sorted(x)[1:], strict=False)]

    def answers(cut):
        sides = [[b for a, b in zip(x, r, strict=True) if (a <= cut) == low] for low in (1, 0)]
        return sum(sum((v - fmean(s)) ** 2 for v in s) for s in sides), cut, *map(fmean, sides)

    return min(answers(cut) for cut in cuts)[1:]


def boost(x, y, new, n, rate, taught=None, told=None, start=1):
    """The reference of 13.6; `taught` and `told`: the rate in the residuals, in the answers."""
    taught, told = taught or rate, told or rate
    left, said = [v - fmean(y) for v in y], [start * fmean(y)] * len(new)
    for _ in range(n):
        cut, low, high = stump(x, left)
        left = [r - taught * (low if v <= cut else high) for r, v in zip(left, x, strict=True)]
        said = [s + told * (low if v <= cut else high) for s, v in zip(said, new, strict=True)]
    return np.array(said)


def shrunk_again(x, y, new, n, rate):
    """A mistake: rate × (left − answer) in place of left − rate × answer."""
    left, said = [v - fmean(y) for v in y], [fmean(y)] * len(new)
    for _ in range(n):
        cut, low, high = stump(x, left)
        left = [rate * (r - (low if v <= cut else high)) for r, v in zip(left, x, strict=True)]
        said = [s + rate * (low if v <= cut else high) for s, v in zip(said, new, strict=True)]
    return np.array(said)


FAULTY = """def boost(x, y, new, n, rate):
    X, X_new = np.array(x)[:, None], np.array(new)[:, None]
    left = np.array(y) - np.mean(y)
    said = np.full(len(new), np.mean(y))
    for _ in range(n):
        tree = RegressionTree(max_depth=1).fit(X, left)
        left = left - tree.predict(X)
        said = said + rate * tree.predict(X_new)
    return said"""
X, Y = [1, 2, 3, 4, 5, 6], [2.0, 3.0, 3.0, 10.0, 12.0, 6.0]


# ── 13.7 a typing error ─────────────────────────────────────────────────────────────────────────


def shop(chance):
    """Nine days, more customers from the sixth on; on one of those a digit too many was typed."""
    y = [int(n) for n in (*chance.randint(10, 30, size=5), *chance.randint(30, 60, size=4))]
    y[int(chance.randint(5, 9))] *= 10
    return pd.DataFrame({"day": range(1, 10), "customers": y})


def says(shop, middle, leaf=None, rate=0.5, side=slice(0, 5)):
    """One step from the middle of all days: mean or median there, mean or median in the leaf."""
    y = list(shop["customers"])
    return middle(y) + rate * (leaf or middle)([v - middle(y) for v in y[side]])


def sign(residuals):
    """A mistake: the leaf answers the middle one of the signs."""
    return median([(r > 0) - (r < 0) for r in residuals])


def drag(shop, **how):
    """How much more the squared error's model says on day 1."""
    return says(shop, fmean, **how) - says(shop, median, **how)


# ── 13.8 tuning ─────────────────────────────────────────────────────────────────────────────────

HALVES = """X, y = load_diabetes(return_X_y=True, as_frame=True, scaled=False)
halves = train_test_split(X, y, test_size=0.5, random_state=1)
X_train, X_test, y_train, y_test = halves
X_train.head()"""
DEPTHS = (1, 2, 3)


def halves():
    """The two halves of the patients, as HALVES makes them."""
    from sklearn.datasets import load_diabetes
    from sklearn.model_selection import train_test_split

    X, y = load_diabetes(return_X_y=True, as_frame=True, scaled=False)
    return train_test_split(X, y, test_size=0.5, random_state=1)


def of_depth(depth):
    """The model that is tuned."""
    return dtlab.GradientBoosting(n_estimators=60, max_depth=depth)


@cache
def crossed():
    """The mean squared error of each depth in cross-validation on the training half."""
    from sklearn.model_selection import cross_val_score

    X, _, y, _ = halves()
    how = {"cv": 5, "scoring": "neg_mean_squared_error"}
    return {d: -float(cross_val_score(of_depth(d), X, y, **how).mean()) for d in DEPTHS}


@cache
def tested():
    """The mean squared error of each depth on the test half."""
    X, X_test, y, y_test = halves()
    said = {d: of_depth(d).fit(X, y).predict(X_test) for d in DEPTHS}
    return {d: float(((y_test - answers) ** 2).mean()) for d, answers in said.items()}


def chosen():
    """The depth that cross-validation chooses."""
    return min(crossed(), key=crossed().get)


ITEMS = [
    Exercise(
        "13.1",
        f"A bakery sold {', '.join(map(str, LOAVES[:4]))} and {LOAVES[4]} loaves on the five days "
        "from Monday to Friday. Gradient boosting with squared error starts from the mean. Its "
        "first stump splits Monday, Tuesday and Wednesday from Thursday and Friday. The learning "
        f"rate is {SLOW}. What does the model say about Friday after this stump?",
        title="Loaves on Friday",
        kind="number",
        fresh=True,
        answer=START + SLOW * (THU_FRI - START),
        hints=(
            "What is the stump taught: the loaves, or something else?",
            "It is taught loaves minus mean, and a leaf answers the mean of what it was taught.",
            "mean of all + rate × mean of (residual of Thursday, residual of Friday).",
        ),
        mistakes=[
            Mistake(
                THU_FRI,
                f"That is a full step. With a rate of {SLOW} you take only a fraction of it.",
            ),
            Mistake(SLOW * (THU_FRI - START), "That is what the stump *adds* to the mean."),
            Mistake(START, "That is the mean, the model before this stump."),
            Mistake(
                SLOW * THU_FRI,
                "That is the rate times the mean of the leaf. The model says the mean of all days, "
                "plus the rate times the mean *residual* of the leaf.",
            ),
            Mistake(
                THU_FRI - START,
                f"That is what the leaf answers. The model says the mean plus {SLOW} times that.",
            ),
            Mistake(
                START + SLOW * (fmean(LOAVES[:3]) - START),
                "That is for Monday to Wednesday. Friday is in the other leaf.",
            ),
            Mistake(START + SLOW * THU_FRI, "Your stump learned the loaves: teach it residuals."),
            Mistake(
                START + SLOW * (FRIDAY - START),
                "You took Friday's own residual. Thursday is in the same leaf: take their mean.",
            ),
        ],
        solution=f"loaves = {LOAVES}\n"
        "residuals = [n - mean(loaves) for n in loaves]\n"
        f"answer_1 = mean(loaves) + {SLOW} * mean(residuals[3:])",
        explanation="Three tenths of the way from the mean to the mean of the leaf.",
        items=("K79", "K82"),
        minutes=4,
    ),
    Exercise(
        "13.2",
        "`garden` holds your own six plants. Boosting with squared error starts from the mean of "
        "y. The first stump asks `x <= 2`, the second `x <= 4` (take these questions as given). "
        "The learning rate is 0.5. What is the residual of the plant with x = 5, truth minus "
        "prediction, after both stumps?",
        title="Two half steps",
        kind="number",
        fresh=True,
        draw=garden,
        setup='garden = draw("13.2", STUDENT)\ngarden',
        answer=plant,
        hints=(
            "Make a column of residuals. Which rows share a leaf with x = 5, each time?",
            "After the first stump, subtract half of its answers from *all* residuals. The second "
            "one is taught what is left.",
            "r1 = y − mean; r2 = r1 − 0.5 × (leaf mean of r1); r3 = r2 − 0.5 × (leaf mean of r2).",
        ),
        mistakes=[
            Mistake(partial(plant, rate=1), "These are full steps: add half of each answer."),
            Mistake(partial(plant, again=False), "Teach the second stump what the first one left."),
            Mistake(partial(plant, cuts=(2,)), "That is after one stump. A second one follows."),
            Mistake(
                lambda garden: float(round(plant(garden))),
                "That is the answer rounded to a whole number: give all its decimals.",
            ),
            Mistake(
                half_said,
                "Your second stump learned what a *full* first step leaves. Only half of it was "
                "taken, so more is left.",
            ),
            Mistake(
                lambda garden: float(garden["y"][4]) - plant(garden),
                "That is the prediction. The residual is truth minus prediction.",
            ),
        ],
        explanation=(
            "After each stump a part of its answer, the learning rate, is taken off; the "
            "second stump learns from what is left."
        ),
        solution='r1 = garden["y"] - garden["y"].mean()\n'
        "r2 = r1 - 0.5 * np.where(garden['x'] <= 2, r1[:2].mean(), r1[2:].mean())\n"
        "r3 = r2 - 0.5 * np.where(garden['x'] <= 4, r2[:4].mean(), r2[4:].mean())\n"
        "answer_2 = r3[4]",
        items=("K79", "K82", "S48"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "13.3",
        "Be a detective: write `one_cut(x, answers)`. A model has given the rows these answers. "
        "Return True if a stump with one question `x <= t` can have given them, else False. A "
        "stump has one answer for each side; the two may be the same. Rows with the same x are "
        "always on the same side. For example, `one_cut([4, 7, 5], [8, -2, 8])` is True: 4 and 5 "
        "on one side, 7 on the other.",
        title="Can a stump say this?",
        kind="function",
        starter="def one_cut(x, answers):\n    return ...",
        answer=one_cut,
        tests=[
            Case([4, 7, 5], [8, -2, 8], says="a cut between 5 and 7"),
            Case([1, 2, 3, 4], [5, 9, 9, 5], says="low, high, low again"),
            Case([1, 2, 3], [1, 2, 3], says="three answers"),
            Case([1, 2, 3], [4, 4, 4], says="one answer for all"),
            Case([1, 2, 2, 3], [0, 0, 6, 6], says="two rows with x = 2"),
        ],
        hidden=[
            Case(list(BIKES), list(LEAKED), says="ten days, four of them in the middle"),
            Case([3], [7], says="a single row"),
            Case([2, 1, 2, 1], [8, 3, 8, 3], says="rows that come twice"),
        ],
        hints=(
            "Write the answers on the line of x, from left to right. What must you see?",
            "Try every value of x as t. How many different answers are on each side?",
            "`low = {a for v, a in zip(x, answers) if v <= t}` and `high` alike: at most one each.",
        ),
        mistakes=[
            Mistake(
                lambda x, answers: len(set(answers)) <= 2,
                "Two different answers are not enough: they must not come low, high, low along x.",
            ),
            Mistake(
                lambda x, answers: len(set(answers)) == 2,
                "It counts different answers. One answer for all is fine too, and two are not "
                "enough: they must not come low, high, low along x.",
            ),
            Mistake(
                lambda x, answers: changes(x, answers, order=False) <= 1,
                "It looks at the rows in the order of the list: sort them by x first.",
            ),
            Mistake(
                lambda x, answers: one_cut(x, answers) and len(set(answers)) == 2,
                "It wants two different answers; a stump may say the same on both sides.",
            ),
            Mistake(
                lambda x, answers: changes(x, answers) <= 1,
                "It cuts between two rows with the same x, which no question about x can do.",
            ),
        ],
        solution="def one_cut(x, answers):\n"
        "    for t in x:\n"
        "        low = {a for v, a in zip(x, answers) if v <= t}\n"
        "        high = {a for v, a in zip(x, answers) if v > t}\n"
        "        if len(low) <= 1 and len(high) <= 1:\n"
        "            return True\n"
        "    return False",
        explanation="Try it on the stump of notebook 13 that was too good: False by TEMP, True by "
        "RENTALS. That is the leak.",
        items=("K80", "E02"),
        points=2,
        minutes=10,
    ),
    Exercise(
        "13.4",
        lambda: (
            f"Of the {sum(ship()[1])} people on the Titanic, {ship()[1]['yes']} survived. Boosting "
            f"with log-loss, a learning rate of {RATE} and three stumps learned this (the leaves "
            "hold full steps, not yet shrunk):\n\n"
            + ship_text()
            + "\n\nThe start M0 is the log-odds, ln(survived / not survived). A sum M becomes a "
            "chance by 1 / (1 + e^−M). What chance of survival does the model give a woman in the "
            "3rd class?"
        ),
        title="A woman in the third class",
        kind="reading",
        fresh=True,
        answer=lambda: chance_of(log_odds()),
        hints=(
            "Which leaf does she reach in each of the three trees?",
            "Log-odds add up: the start, then each leaf times the rate. The chance comes last.",
            "M = ln(711/1490) + 0.5 × (the sum of her three leaves), then 1 / (1 + e^−M).",
        ),
        mistakes=[
            Mistake(
                lambda: chance_of(log_odds(start=0)),
                "The start is missing: before any tree the model knows that most people died.",
            ),
            Mistake(
                lambda: chance_of(log_odds(rate=1)),
                "These are full steps: multiply each leaf by the rate before you add it.",
            ),
            Mistake(log_odds, "That is the sum M, the log-odds. Turn it into a chance."),
            Mistake(lambda: 1 - chance_of(log_odds()), "That is the chance to die: mind e^−M."),
            Mistake(
                lambda: math.exp(log_odds()),
                "Those are the odds, e^M: survived against not. A chance is odds / (1 + odds).",
            ),
            Mistake(
                lambda: chance_of(ship()[1]["yes"] / ship()[1]["no"] + RATE * steps("3rd")),
                "Your start has the odds themselves. Take their ln first.",
            ),
            Mistake(
                lambda: chance_of(log_odds(died="all")),
                "Your start has survivors over *all* people. Odds are over those who did not.",
            ),
            Mistake(
                lambda: chance_of(log_odds(place="1st")),
                "In the third tree she went to the leaf of the 1st class. Where is the 3rd?",
            ),
            Mistake(
                lambda: chance_of(RATE * log_odds(rate=1)),
                "The rate shrinks the trees only. The start is taken whole.",
            ),
        ],
        solution="M = math.log(711 / 1490) + 0.5 * (1.8697 + 0.7403 - 0.2078)\n"
        "answer_4 = 1 / (1 + math.exp(-M))",
        explanation="Her class lowers the sum a little; being a woman raised it twice.",
        items=("K79", "K82", "S50"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "13.5",
        "True or false? Squared error, and a start from the mean if nothing else is said. Give a "
        "list of five, such as `[True, True, False, False, True]`.\n\n"
        "1. The residuals that the first tree is taught sum to 0.\n"
        "2. At the end the trees vote, and each has its own confidence, as in AdaBoost.\n"
        "3. With a rate of 0.1 it makes no difference whether we start from the mean or from 0.\n"
        "4. One more tree can make the error on new rows larger.\n"
        "5. If no two rows have the same x, one full tree with rate 1 leaves only residuals of 0.",
        title="Five claims about residuals",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "Try claims 1 and 5 on a table of three rows.",
            "For 2: what is done with the answers of the trees? For 3: three short steps from 0.",
            "Rows above and below the mean balance. Answers are added. A full tree fits all rows.",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1 again: take 1, 2 and 6. How far are they from their mean, with sign?",
            "Look at 2 again: the model is a *sum*. What a tree adds is part of the answer.",
            "Look at 3 again: from 0, the first tree too counts a tenth. Where do few steps end?",
            "Look at 4 again: think of the full steps on the patients. What did late trees learn?",
            "Look at 5 again: a full tree has pure leaves. What does it answer for its own rows?",
        ),
        solution="answer_5 = [True, False, False, True, True]",
        explanation="Boosting adds; and a tree that explains all, noise too, leaves nothing.",
        items=("K79", "K82", "S50", "X24"),
        minutes=5,
    ),
    Exercise(
        "13.6",
        "`boost(x, y, new, n, rate)` should train gradient boosting with `n` stumps on the rows "
        "`x`, `y` and return its predictions for the values in `new`. It starts from the mean and "
        "takes each stump times `rate`. With one stump all is well, and with rate 1 too. With "
        "small steps it stays too far from the data, however many stumps it gets. Find the fault "
        "and fix it.",
        title="Steps that never arrive",
        kind="bug",
        starter=FAULTY,
        answer=boost,
        tests=[
            Case(X, Y, [2, 4, 6], 1, 0.5, says="one half step"),
            Case(X, Y, [2, 4, 6], 3, 1.0, says="three full steps"),
            Case(X, Y, [2, 4, 6], 3, 0.5, says="three half steps"),
        ],
        hidden=[
            Case(X, Y, [0, 2.2, 9], 5, 0.2, says="five small steps, new values"),
            Case(X, Y, [3], 0, 0.5, says="no stump: the mean"),
        ],
        hints=(
            "After the first stump: what has the model really said, and what does `left` believe?",
            "`left` must be truth minus prediction in every round. How far did that one move?",
            "`said` grows by rate × answer. By how much must `left` shrink?",
        ),
        mistakes=[
            Mistake(
                partial(boost, taught=1),
                "`left` shrinks by the whole stump, `said` grows by a fraction of it. The rest is "
                "lost.",
            ),
            Mistake(
                partial(boost, taught=1, told=1),
                "Now the rate is used nowhere: these are full steps.",
            ),
            Mistake(partial(boost, told=1), "Now `said` grows by the whole stump: too far."),
            Mistake(
                shrunk_again,
                "Now the whole rest shrinks by the rate. What is left is the old rest minus rate "
                "× answer.",
            ),
            Mistake(
                lambda x, y, new, n, rate: boost(x, y, new, n, rate, start=rate),
                "The start is shrunk as well. Only the stumps are; the mean is taken whole.",
            ),
        ],
        solution=FAULTY.replace("left - tree", "left - rate * tree"),
        explanation="The next stump must see all that is missing, even what the last one left.",
        seconds=5.0,
        items=("K82", "S49"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "13.7",
        "`shop` has the customers of your own nine days; on one of the last four days somebody "
        "typed a zero too many. Take *one* step of boosting twice, with a learning rate of 0.5. "
        "Once for the squared error: start from the mean, and a leaf answers the mean of its "
        "residuals. Once for the absolute error: start from the median, and a leaf answers the "
        "median of its residuals. Both stumps ask `day <= 5`. How much more does the first model "
        "say for day 1 than the second?",
        title="A zero too many",
        kind="harder",
        fresh=True,
        draw=shop,
        setup='shop = draw("13.7", STUDENT)\nshop',
        answer=drag,
        hints=(
            "Day 1 shares its leaf with days 2 to 5. Do the two starts see the typing error?",
            "Each model has its own start, its own residuals, its own leaf: start + 0.5 × leaf.",
            "(mean + 0.5 × mean of (y − mean) over days 1 to 5) − (median + 0.5 × median of "
            "(y − median) over days 1 to 5).",
        ),
        mistakes=[
            Mistake(
                lambda shop: drag(shop) + drag(shop, rate=0) / 2,
                "Your stumps were taught the customers themselves. Teach them the residuals.",
            ),
            Mistake(partial(drag, rate=1), "These are full steps: take half of each leaf."),
            Mistake(partial(drag, rate=0), "Those are the starts. Now let both stumps step."),
            Mistake(
                partial(drag, side=slice(5, 9)),
                "That is for the last four days. Day 1 is in the leaf of days 1 to 5.",
            ),
            Mistake(partial(says, middle=fmean), "That is the first model. And the second?"),
            Mistake(
                lambda shop: says(shop, fmean) - says(shop, median, leaf=sign),
                "The signs only decide where a tree cuts, and the cut is given. The leaf answers "
                "the median of its residuals.",
            ),
            Mistake(
                lambda shop: says(shop, fmean, leaf=median) - says(shop, median, leaf=median),
                "Both of your leaves lie on the same number of customers. One answers the *mean* "
                "of its five residuals, the other the *median* of its own.",
            ),
        ],
        solution='y = list(shop["customers"])\n'
        "squared = mean(y) + 0.5 * mean([v - mean(y) for v in y[:5]])\n"
        "absolute = median(y) + 0.5 * median([v - median(y) for v in y[:5]])\n"
        "answer_7 = squared - absolute",
        explanation="Day 1 is far from the typing error, and yet the mean drags it along until "
        "more steps have corrected that. The median hardly moves.",
        items=("K79", "K82"),
        points=3,
        minutes=12,
    ),
    Exercise(
        "13.8",
        "The patients of notebook 13, in two halves. Choose `max_depth` from 1, 2 and 3 for "
        "`GradientBoosting(n_estimators=60)` (rate 0.1): by cross-validation with five folds on "
        "the *training* half, and by the mean squared error. Fit the chosen model to the whole "
        "training half. What is its mean squared error on the test half?",
        title="Choose a depth, then judge it",
        kind="model",
        setup=HALVES,
        answer=lambda: tested()[chosen()],
        tolerance=0.5,
        hints=(
            "`GridSearchCV(model, {...}, cv=5, scoring=...)` does the choosing and the last fit.",
            '`scoring="neg_mean_squared_error"`: it wants what is larger to be better. Fit it to '
            "`X_train`, `y_train`.",
            "`((y_test - search.predict(X_test)) ** 2).mean()`.",
        ),
        mistakes=[
            Mistake(
                lambda: min(tested().values()),
                "You chose the depth on the test half. Then it is no longer new, and its error "
                "looks better than it is.",
            ),
            Mistake(
                lambda: min(crossed().values()),
                "That is the error in cross-validation, by which you chose. Now the test half.",
            ),
            Mistake(lambda: tested()[3], "That is depth 3, the default. Which depth wins?"),
            Mistake(
                lambda: math.sqrt(tested()[chosen()]),
                "That is the root of it. The mean squared error is asked for.",
            ),
            Mistake(lambda: -tested()[chosen()], "That is scikit-learn's score: minus the error."),
        ],
        solution='depths = {"max_depth": [1, 2, 3]}\n'
        'how = {"cv": 5, "scoring": "neg_mean_squared_error"}\n'
        "search = GridSearchCV(GradientBoosting(n_estimators=60), depths, **how)\n"
        "search.fit(X_train, y_train)\n"
        "answer_8 = ((y_test - search.predict(X_test)) ** 2).mean()",
        explanation="Another depth is a little better on the test half. You could not know that "
        "without looking; and once you have looked, you must not report that number.",
        items=("K82",),
        points=2,
        minutes=10,
    ),
]
