"""The graded exercises of notebook 12: weights, confidence, votes, and how fast boosting learns."""

import math
from functools import cache, partial
from statistics import fmean
from textwrap import indent

import numpy as np
import pandas as pd

import dtlab
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong
from dtlab import work

IMPORTS = """
import math

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from dtlab import AdaBoost, work
"""


def confidence(error):
    """Equation 7: how much a model's word counts."""
    return math.log((1 - error) / error) / 2


# ── 12.1 seven parcels ──────────────────────────────────────────────────────────────────────────

PARCELS = [0.15, 0.05, 0.20, 0.10, 0.25, 0.10, 0.15]
SORTED = ["wrong", "wrong", "right", "wrong", "right", "right", "right"]
PARCEL_TABLE = f"""how = {SORTED}
weight = {PARCELS}
parcels = pd.DataFrame({{"weight": weight, "sorted": how}}, index=range(1, 8))
parcels"""
RIGHT = [how == "right" for how in SORTED]
LOST = sum(weight for weight, right in zip(PARCELS, RIGHT, strict=True) if not right)


# ── 12.2 mails of one's own ─────────────────────────────────────────────────────────────────────

DRAWS = 40


def mails(chance):
    """Eight mails whose weights are twentieths; the model is wrong on d5 and one or two more."""
    twentieths = 1 + chance.multinomial(12, [1 / 8] * 8)
    more = chance.choice([0, 1, 2, 3, 5, 6, 7], size=chance.randint(1, 3), replace=False)
    truth = [("spam", "ham")[i] for i in chance.randint(2, size=8)]
    other = {"spam": "ham", "ham": "spam"}
    said = [other[t] if i == 4 or i in more else t for i, t in enumerate(truth)]
    weights = [int(n) / 20 for n in twentieths]
    table = {"weight": weights, "truth": truth, "model says": said}
    table = pd.DataFrame(table, index=[f"d{i}" for i in range(1, 9)])
    return table if total_error(table) < 0.49 else mails(chance)


def copies(mails, divisor=lambda error: 2 * error, error=None):
    """How many copies of d5 to expect where its weight is divided by divisor(ε)."""
    return float(DRAWS * mails.at["d5", "weight"] / divisor(error or total_error(mails)))


def wrong_mails(mails):
    """Which rows the model gets wrong."""
    return mails["truth"] != mails["model says"]


def total_error(mails):
    """ε: the weight of the wrong rows."""
    return mails["weight"][wrong_mails(mails)].sum()


# ── 12.3 the vote ───────────────────────────────────────────────────────────────────────────────


def vote(alphas, said, total=sum):
    """The reference of 12.3: the class with the largest total of its α."""
    heard = {name: [a for a, s in zip(alphas, said, strict=True) if s == name] for name in said}
    return max(heard, key=lambda name: total(heard[name]))


# ── 12.4 a page without predictions ─────────────────────────────────────────────────────────────

TRUTH = [1] * 10
SAID = {"M0": [0, 0, 0] + [1] * 7, "M1": [0, 1, 1, 1, 1, 1, 1, 1, 1, 0]}


def page():
    """The two updates behind the page: what each model got wrong is known only here."""
    return work.adaboost(TRUTH, pd.DataFrame(SAID)).result


def page_text():
    """The weights before M0, before M1 and after M1, as fractions."""
    columns = [["1/10"] * 10, *([str(w) for w in update.weights] for update in page())]
    names = ["before M0", "before M1", "after M1"]
    table = pd.DataFrame(
        dict(zip(names, columns, strict=True)), index=[f"d{i + 1}" for i in range(10)]
    )
    return indent(table.to_string(), "    ")


CLAIMS = [True, False, True, False, False]  # 12.5

# ── 12.7 how many rounds ────────────────────────────────────────────────────────────────────────


def case(chance):
    """An error that every stump has, and this many training rows."""
    return {"error": int(chance.randint(15, 37)) / 100, "rows": int(chance.randint(300, 20000))}


def until(factor, case):
    """The first round after which factor^rounds is below one row in this many."""
    needed = 0
    while factor**needed >= 1 / case["rows"]:
        needed += 1
    return needed


def per_round(case):
    """What one round multiplies the mean exponential loss by."""
    return 2 * math.sqrt(case["error"] * (1 - case["error"]))


# ── 12.8 when to stop ───────────────────────────────────────────────────────────────────────────

PARTS = """X, kind = load_breast_cancer(return_X_y=True, as_frame=True)
parts = train_test_split(X, kind, test_size=190, random_state=6)
X_rest, X_test, y_rest, y_test = parts
parts = train_test_split(X_rest, y_rest, test_size=0.5, random_state=6)
X_train, X_val, y_train, y_val = parts
flip = np.random.default_rng(6).random(len(y_train)) < 0.2
y_train = np.where(flip, 1 - y_train, y_train)
rows = {"training": len(X_train), "validation": len(X_val), "test": len(X_test)}
pd.Series(rows, name="rows")"""


def parts():
    """Training, validation and test rows, as PARTS makes them."""
    from sklearn.datasets import load_breast_cancer
    from sklearn.model_selection import train_test_split

    X, kind = load_breast_cancer(return_X_y=True, as_frame=True)
    X, X_test, y, y_test = train_test_split(X, kind, test_size=190, random_state=6)
    X, X_val, y, y_val = train_test_split(X, y, test_size=0.5, random_state=6)
    flip = np.random.default_rng(6).random(len(y)) < 0.2
    y = np.where(flip, 1 - y, y)
    return {"training": (X, y), "validation": (X_val, y_val), "test": (X_test, y_test)}


@cache
def stages(part):
    """The share of errors after each of the 100 rounds, on one of the three parts."""
    model = dtlab.AdaBoost(n_estimators=100).fit(*parts()["training"])
    X, y = parts()[part]
    return [float((y != said).mean()) for said in model.staged_predict(X)]


def chosen_by(part):
    """The test error after the round with the fewest errors on this part."""
    return stages("test")[int(np.argmin(stages(part)))]


ITEMS = [
    Exercise(
        "12.1",
        "In some round of AdaBoost a stump has sorted seven parcels. The table has the weight of "
        "each parcel in this round, and how the stump did. Which confidence α does this "
        "stump get? (The natural logarithm, and the factor ½.)",
        title="Seven parcels",
        kind="number",
        fresh=True,
        setup=PARCEL_TABLE,
        answer=lambda: work.adaboost_update(PARCELS, RIGHT).result.alpha,
        hints=(
            "Before α you need ε. Do all parcels count alike for it?",
            "ε is the sum of the wrong parcels' weights. α is ½ ln of right over wrong.",
            "½ ln((1 − ε)/ε) with ε = 0.15 + 0.05 + 0.10.",
        ),
        mistakes=[
            Mistake(confidence(3 / 7), "You counted the wrong parcels. ε adds up their *weights*."),
            Mistake(
                2 * confidence(LOST),
                "The ½ is missing. scikit-learn leaves it out too, which is fine for a vote; here "
                "α is asked for with the ½.",
            ),
            Mistake(confidence(LOST) / math.log(2), "That is to base 2. Take `math.log`."),
            Mistake(
                confidence(LOST) / math.log(10),
                "That is to base 10. Take the natural logarithm, `math.log`.",
            ),
            Mistake((1 - LOST) / LOST, "The logarithm (and the ½) is missing."),
            Mistake(LOST, "That is ε. One step more: ½ ln((1 − ε)/ε)."),
        ],
        solution='error = parcels.loc[parcels["sorted"] == "wrong", "weight"].sum()\n'
        "answer_1 = math.log((1 - error) / error) / 2",
        explanation="Three of seven are wrong, but together they weigh less than a third.",
        items=("K73", "K74", "S44"),
        minutes=4,
    ),
    Exercise(
        "12.2",
        "`mails` holds your own eight mails: their weights in this round, the truth, and what the "
        "model says. Update the weights as AdaBoost does. Then "
        f"{DRAWS} rows are drawn with replacement, by the new weights, to teach the next model. "
        "How many copies of row d5 do you expect among them, on average? (Do not round to whole "
        "copies.)",
        title="Copies of a mail",
        kind="number",
        fresh=True,
        draw=mails,
        setup='mails = draw("12.2", STUDENT)\nmails',
        answer=lambda mails: float(
            DRAWS * work.adaboost_update(mails["weight"], ~wrong_mails(mails)).result.weights[4]
        ),
        hints=(
            "Compare the two last columns: on which rows is the model wrong? Is d5 one of them?",
            "ε is the weight of the wrong rows. A wrong row is divided by 2ε. The new weight is "
            "the chance that one draw gives d5.",
            f"{DRAWS} × (weight of d5) / (2ε).",
        ),
        mistakes=[
            Mistake(
                lambda mails: copies(mails, lambda error: 1),
                "That is by the old weights. The model was wrong on d5: first its weight goes up.",
            ),
            Mistake(
                lambda mails: copies(mails) / DRAWS,
                f"That is the new weight of d5, the chance in one draw. There are {DRAWS} draws.",
            ),
            Mistake(
                lambda mails: copies(mails, lambda error: 2 * (1 - error)),
                "You divided by 2(1 − ε), which is for right rows. The model is wrong on d5.",
            ),
            Mistake(
                lambda mails: copies(mails, error=wrong_mails(mails).mean()),
                "For ε you counted the wrong rows. Add up their weights instead.",
            ),
            Mistake(
                lambda mails: copies(mails, lambda error: error),
                "The 2 is missing: divide by 2ε, so that all weights sum to 1 again.",
            ),
            Mistake(
                lambda mails: copies(mails, lambda error: error / (1 - error)),
                "You multiplied by (1 − ε)/ε. Then all weights must be divided by their sum.",
            ),
            Mistake(
                lambda mails: copies(mails, lambda error: math.sqrt(error / (1 - error))),
                "You multiplied by e^α. That wants right rows times e^−α, and then all weights "
                "divided by their sum.",
            ),
            Mistake(
                lambda mails: float(round(copies(mails))),
                "That is the answer rounded to whole copies. It is a mean: give its decimals.",
            ),
            Mistake(
                lambda mails: copies(mails, lambda error: 1 / (2 * error)),
                "You multiplied by 2ε, so that d5 got lighter. Divide by 2ε.",
            ),
            Mistake(
                lambda mails: copies(mails) * len(mails) / DRAWS,
                f"That is for a sample as large as the table. Here {DRAWS} rows are drawn.",
            ),
        ],
        solution='wrong = mails["truth"] != mails["model says"]\n'
        'error = mails.loc[wrong, "weight"].sum()\n'
        f'answer_2 = {DRAWS} * mails.at["d5", "weight"] / (2 * error)',
        explanation="One draw gives whole copies, sometimes none; this is the mean of many draws.",
        items=("K72", "K73", "S43"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "12.3",
        "Write `vote(alphas, said)`, the answer of the ensemble for one row. `alphas` has the "
        "confidence of each model (all above 0), `said` the class that each model names, in the "
        'same order. For example, `vote([0.9, 0.5, 0.6], ["Low", "High", "High"])` is `"High"`, '
        "because 0.5 + 0.6 is more than 0.9. (No test has a tie.)",
        title="Who wins the vote?",
        kind="function",
        starter="def vote(alphas, said):\n    return ...",
        answer=vote,
        tests=[
            Case([0.9, 0.5, 0.6], ["Low", "High", "High"], says="two against one"),
            Case([1.5, 0.4, 0.5], ["Low", "High", "High"], says="one who knows more than two"),
            Case([1.0, 0.2, 0.9], ["a", "a", "b"], says="a strong friend and a weak one"),
            Case([0.2, 1.0, 0.9], ["a", "a", "b"], says="the same in another order"),
        ],
        hidden=[
            Case([0.3], ["only"], says="a single model"),
            Case(
                [0.5, 0.9, 0.4, 0.3, 0.6],
                ["red", "blue", "pink", "red", "pink"],
                says="three classes",
            ),
            Case([0.7, 0.1, 0.1, 0.1, 0.1], [0, 1, 1, 1, 1], says="classes that are numbers"),
        ],
        hints=(
            "How would you do it by hand, with one column for each class?",
            "A dict from class to its sum of α. Go through both lists at once with `zip`.",
            "`sums[name] = sums.get(name, 0) + alpha`, and at the end `max(sums, key=sums.get)`.",
        ),
        mistakes=[
            Mistake(partial(vote, total=len), "It counts heads. Here each vote weighs its α."),
            Mistake(partial(vote, total=max), "The most confident one alone: let the others vote."),
            Mistake(partial(vote, total=fmean), "It takes the mean α of each class: take the sum."),
            Mistake(
                partial(vote, total=lambda alphas: alphas[-1]),
                "A class keeps only the α of its last model: add, do not overwrite.",
            ),
        ],
        solution="def vote(alphas, said):\n"
        "    sums = {}\n"
        "    for alpha, name in zip(alphas, said):\n"
        "        sums[name] = sums.get(name, 0) + alpha\n"
        "    return max(sums, key=sums.get)",
        explanation="`AdaBoost(...).votes(X)` gives these sums for every row and class.",
        items=("K75", "S47"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "12.4",
        lambda: (
            "A page of somebody's AdaBoost has lost the predictions. Only the weights of ten rows "
            "can still be read (each column sums to 1):\n\n"
            + page_text()
            + "\n\nWhat was the ε of M1? (M1 is the model between the last two columns.)"
        ),
        title="A page with a hole",
        kind="reading",
        fresh=True,
        answer=lambda: float(page()[1].error),
        hints=(
            "What happens to the weight of a row that a model gets wrong? And of a right one?",
            "Compare the last two columns: which rows gained weight? M1 got them wrong.",
            "ε is what these rows weighed *before* M1's update: add up the middle column there.",
        ),
        mistakes=[
            Mistake(
                lambda: float(page()[0].error),
                "That is the ε of M0, whose work is between the first two columns.",
            ),
            Mistake(
                lambda: SAID["M1"].count(0) / len(TRUTH),
                "You found the right rows and counted them. ε adds up their weights.",
            ),
            Mistake(0.5, "That is what the wrong rows weigh *after* any update. And before it?"),
            Mistake(
                lambda: 1 - float(page()[1].error),
                "That is the weight of the rows that M1 got right. A right row *loses* weight.",
            ),
            Mistake(
                lambda: 1 / (2 * float(page()[1].error)),
                "That is the factor by which a wrong row grew, 1/(2ε). Solve it for ε.",
            ),
            Mistake(
                1 / 6, "That is what d1 weighed. Look further down: one more row gained weight."
            ),
            Mistake(
                1 / 14, "That is what d10 weighed. Look further up: one more row gained weight."
            ),
            Mistake(
                lambda: confidence(float(page()[1].error)),
                "That is α of M1. You had ε on the way: give that.",
            ),
        ],
        solution="answer_4 = 1 / 6 + 1 / 14  # d1 and d10 gained weight",
        explanation="The weights remember everything: M0's mistakes can be read off too.",
        items=("K73", "K76", "K78"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "12.5",
        "True or false? Two classes, and wrong rows divided by 2ε. Give a list of five, such as "
        "`[True, False, True, False, True]`.\n\n"
        "1. A model that is wrong on 6 of 10 rows can have a positive α.\n"
        "2. Right after an update, one single row can hold more than half of all weight.\n"
        "3. If every α is multiplied by 3, no vote changes.\n"
        "4. A full tree without a training error is the best model to boost.\n"
        "5. After a few rounds, a row whose label is wrong usually weighs less than at the start.",
        title="Five claims about boosting",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "For each claim, ask what it says about *weights*, not about numbers of rows.",
            "For 2: what do all wrong rows hold together after the update? For 4: what is ε then?",
            "Six light rows may weigh less than ½. After an update the wrong rows hold ½ together, "
            "and so do the right ones. With ε = 0 nothing is left to correct.",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1 again: what if the six wrong rows are light ones?",
            "Look at 2 again: wrong rows share one half, right rows the other. Can one get more?",
            "Look at 3 again: which of two sums is larger, if both are three times as large?",
            "Look at 4 again: such a tree has ε = 0. Which rows should the next one attend to?",
            "Look at 5 again: the first models get that row wrong. What happens to its weight?",
        ),
        solution="answer_5 = [True, False, True, False, False]",
        explanation="Wrong rows hold one half, right rows the other half: so no row ever has more, "
        "and the next model must find something new.",
        items=("K72", "K73", "K74", "K75"),
        minutes=5,
    ),
    Exercise(
        "12.7",
        "`case` says how many training rows you have, and the ε that *every* stump of your "
        "ensemble reaches, round after round. After how many rounds can you be certain that the "
        "vote makes no error at all on the training rows? Give the smallest number for which the "
        "mean exponential loss proves it. (Notebook 12 says by what each round multiplies that "
        "loss, and how it is tied to the share of errors, where it asks why the logarithm. Before "
        "the first round the loss is 1.)",
        title="How many rounds are enough?",
        kind="harder",
        fresh=True,
        draw=case,
        setup='case = draw("12.7", STUDENT)\ncase',
        answer=lambda case: math.floor(math.log(case["rows"]) / -math.log(per_round(case))) + 1,
        tolerance=0,
        hints=(
            "If there is any error at all, how small can the share of errors be?",
            "At least 1/n. The mean loss is never below the share of errors; each round multiplies "
            "it by 2√(ε(1 − ε)).",
            "The smallest whole number T with (2√(ε(1 − ε)))^T < 1/n: a loop, or two logarithms.",
        ),
        mistakes=[
            Mistake(
                lambda case: until(per_round(case) / 2, case),
                "The 2 before the root is missing: a round multiplies the loss by 2√(ε(1 − ε)).",
            ),
            Mistake(
                lambda case: until(per_round(case) ** 2 / 2, case),
                "The root is missing: a round multiplies the loss by 2√(ε(1 − ε)).",
            ),
            Mistake(lambda case: until(case["error"], case), "The loss is not multiplied by ε."),
            Mistake(
                lambda case: until(per_round(case), case) + 1,
                "One round too many: one round earlier the loss leaves no room for an error.",
            ),
            Mistake(
                lambda case: until(per_round(case), case) - 1,
                "One round too few: there the loss still leaves room for one wrong row.",
            ),
            Mistake(
                lambda case: math.log(case["rows"]) / -math.log(per_round(case)),
                "There the loss reaches 1/n. Rounds are whole: take the next whole number.",
            ),
        ],
        solution='factor = 2 * math.sqrt(case["error"] * (1 - case["error"]))\n'
        "answer_7 = 0\n"
        'while factor**answer_7 >= 1 / case["rows"]:\n'
        "    answer_7 += 1",
        explanation="The rows stand under a logarithm: a hundred times as many do not need a "
        "hundred times as many rounds. About *new* rows this proves nothing.",
        items=("K71", "K74"),
        points=3,
        minutes=12,
    ),
    Exercise(
        "12.8",
        "The tumours of notebook 12, in three parts; one in five labels of the training part is "
        "wrong. Boost 100 stumps on the training rows, with `AdaBoost(n_estimators=100)`. Choose "
        "the number of rounds on the *validation* rows: the one with the fewest errors there; on "
        "a tie, the smallest. Which share of the *test* rows does the vote of these rounds get "
        "wrong? (`staged_predict(X)` gives the answers after each round.)",
        title="When to stop",
        kind="model",
        setup=PARTS,
        answer=lambda: chosen_by("validation"),
        hints=(
            "A list of errors on the validation rows, one per round. Where is it lowest?",
            "`(y_val != said).mean()` for every `said` of `model.staged_predict(X_val)`; then "
            "`np.argmin`, which takes the first one on a tie.",
            "The same list for the test rows, at the *same* place. `np.argmin` counts from 0, and "
            "so does a list.",
        ),
        mistakes=[
            Mistake(
                lambda: chosen_by("test"),
                "You chose the rounds on the test rows. Then they are no longer new, and the error "
                "looks better than it is.",
            ),
            Mistake(
                lambda: chosen_by("training"),
                "You chose the rounds on the training rows, where more is nearly always better; a "
                "fifth of their labels is wrong.",
            ),
            Mistake(lambda: stages("test")[-1], "That is after all 100 rounds. Choose first."),
            Mistake(
                lambda: min(stages("validation")),
                "That is the error on the validation rows, by which you chose. Report the test's.",
            ),
            Mistake(
                lambda: 1 - chosen_by("validation"),
                "That is the share of *right* answers.",
            ),
        ],
        solution="model = AdaBoost(n_estimators=100).fit(X_train, y_train)\n"
        "val = [(y_val != said).mean() for said in model.staged_predict(X_val)]\n"
        "test = [(y_test != said).mean() for said in model.staged_predict(X_test)]\n"
        "answer_8 = test[np.argmin(val)]",
        explanation="The validation rows were used to choose, so their error is too good to "
        "report; the test rows were used for nothing.",
        items=("S42", "K71"),
        points=2,
        minutes=10,
    ),
]
