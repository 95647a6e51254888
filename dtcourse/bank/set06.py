"""The graded exercises of notebook 06: gain ratio, C4.5's rules, missing values."""

import math
from functools import cache

import dtlab
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong
from dtlab import entropy, gain_ratio, information_gain, load, split_information

IMPORTS = """
import math

import numpy as np
from sklearn.model_selection import train_test_split

from dtlab import C45, entropy, gain_ratio, information_gain, load, split_information
"""
PATIENTS, FLU = range(32), ["yes", "no"] * 16  # 06.1


# ── 06.2 a shop of one's own ────────────────────────────────────────────────────────────────────


def shop(chance):
    """Hats sold and kept, of three colours with unlike numbers of hats."""
    import pandas as pd

    while True:
        hats = chance.randint(0, 7, size=(3, 2))
        sizes = sorted(hats.sum(axis=1))
        if sizes[0] >= 2 and sizes[2] >= sizes[0] + 3 and 10 <= hats.sum() <= 16:
            return pd.DataFrame(hats, index=["red", "green", "blue"], columns=["sold", "kept"])


def of_colour(measure, shop):
    """A measure of dtlab, for the colour of the hats and what became of them."""
    hats = shop.stack()
    return measure(*zip(*hats.index, strict=True), weights=hats.tolist())


def gain(shop):
    """What the colour tells about a hat, in bits."""
    return of_colour(information_gain, shop)


def bits(shop, axis):
    """The entropy of the colour (axis 1: its split information), or of the class (axis 0)."""
    return entropy(shop.sum(axis=axis).tolist())


def unweighted(shop):
    """A mistake: the gain if every colour counts alike, however many hats it has."""
    return bits(shop, 0) - sum(entropy(row) for row in shop.to_numpy().tolist()) / 3


# ── 06.3 C4.5's choice ──────────────────────────────────────────────────────────────────────────


def case(says, **features):
    """An input for `c45_choice`, from (gain, split information) of each feature."""
    return Case(*({name: pair[k] for name, pair in features.items()} for k in (0, 1)), says=says)


def kept(gains):
    """The features that gain at least the average."""
    return [name for name in gains if gains[name] >= sum(gains.values()) / len(gains)]


def c45_choice(gains, infos, kept=kept):
    """The reference of 06.3; with another `kept`, a mistake."""
    return max(kept(gains), key=lambda name: gains[name] / infos[name])


def above(gains):
    """A mistake: what gains exactly the average is dropped."""
    return [name for name in kept(gains) if gains[name] > sum(gains.values()) / len(gains)]


# ── 06.4 the cinema ─────────────────────────────────────────────────────────────────────────────

NO, YES = ["no"], ["yes"]
VISITORS = {  # who bought popcorn
    ("cartoon", "alone"): YES,
    ("cartoon", "friends"): NO + YES * 6,
    ("drama", "alone"): NO * 4,
    ("drama", "friends"): NO + YES * 5,
    ("horror", "alone"): YES,
    ("horror", "friends"): NO * 4 + YES,
}


@cache
def cinema():
    """C4.5 without pruning, grown on the visitors."""
    import pandas as pd

    rows = [who for who, bought in VISITORS.items() for _ in bought]
    model = dtlab.C45(prune=False, collapse=False)
    return model.fit(pd.DataFrame(rows, columns=["film", "company"]), sum(VISITORS.values(), []))


def films():
    """(visitors of the branch, visitors of the leaf, share of *yes* there) with friends."""
    ends = [(one, one if one.is_leaf else one.children[1]) for one in cinema().tree_.children]
    return [(branch.weight, end.weight, end.probabilities["yes"]) for branch, end in ends]


def mean_of_films(weights, shares=None):
    """The mean of what the three films say."""
    shares = shares or [share for *_, share in films()]
    return sum(w * s for w, s in zip(weights, shares, strict=True)) / sum(weights)


def chance_of_popcorn():
    """What C4.5 says about somebody with friends, at a film that nobody wrote down."""
    import pandas as pd

    somebody = pd.DataFrame([{"film": None, "company": "friends"}])
    return float(cinema().predict_proba(somebody)[0][1])


# ── 06.5 claims ─────────────────────────────────────────────────────────────────────────────────

CLAIMS = [True, False, True, False, False]


# ── 06.8 may C4.5 ask? ──────────────────────────────────────────────────────────────────────────

ALL_OF_THEM = """def allowed(column, least=2):
    counts = [column.count(value) for value in set(column)]
    return len(counts) >= 2 and min(counts) >= least"""


def allowed(column, least=2, branches=2):
    """The reference of 06.8; with other numbers, a mistake."""
    return sum(column.count(value) >= least for value in set(column)) >= branches


# ── 06.9 how many rows should a branch have? ────────────────────────────────────────────────────

CABINS = """ship = load("titanic")
cabin = np.random.default_rng(0).integers(100, size=len(ship.y))
X = ship.X.assign(cabin=[f"c{number}" for number in cabin])
X_train, X_rest, y_train, y_rest = train_test_split(
    X, ship.y, test_size=0.5, random_state=0
)
X_valid, X_test, y_valid, y_test = train_test_split(
    X_rest, y_rest, test_size=0.5, random_state=0
)
settings = [2, 4, 8, 16, 32, 64]"""


@cache
def by_setting():
    """{min_cases: (accuracy on training, validation and test rows)} of unpruned C4.5."""
    import numpy as np
    from sklearn.model_selection import train_test_split

    space = {"load": load, "np": np, "train_test_split": train_test_split}
    exec(CABINS, space)
    found = {}
    for least in space["settings"]:
        model = dtlab.C45(min_cases=least, prune=False, collapse=False)
        model.fit(space["X_train"], space["y_train"])
        parts = ("train", "valid", "test")
        found[least] = tuple(model.score(space[f"X_{p}"], space[f"y_{p}"]) for p in parts)
    return found


def chosen(part):
    """The smallest setting that is best on these rows: 0 training, 1 validation, 2 test."""
    return max(by_setting(), key=lambda least: (by_setting()[least][part], -least))


ITEMS = [
    Exercise(
        "06.1",
        "A hospital has a table of 32 patients. 16 of them have the flu, 16 do not, and every "
        "patient has a number of their own. The class is *flu or not*. What is the gain ratio of "
        "the patient's number?",
        title="The patients' numbers",
        kind="number",
        fresh=True,
        answer=lambda: gain_ratio(PATIENTS, FLU),
        hints=(
            "Two numbers are needed: what the number tells, and what it costs.",
            "Every branch is pure, so the gain is the whole entropy of the class. The cost is the "
            "entropy of 32 equal shares.",
            "H(16/32, 16/32) divided by log₂ 32.",
        ),
        mistakes=[
            Mistake(
                lambda: information_gain(PATIENTS, FLU),
                "That is the gain: all there is to know. Divide it by what the answer costs.",
            ),
            Mistake(
                lambda: split_information(PATIENTS),
                "That is the split information, what the answer costs: it is the denominator.",
            ),
            Mistake(1 / 32, "You divided by the number of branches: the price is its logarithm."),
            Mistake(0, "For a new patient, true: but it is measured on these 32, and tells all."),
            Mistake(lambda: 1 / math.log(32), "The gain is in bits, and your price in nats."),
        ],
        solution="answer_1 = entropy([16, 16]) / math.log2(32)",
        explanation="The price log₂ n grows with the table; the gain stays at 1 bit. With a "
        "thousand patients the ratio would be about a tenth.",
        items=("S22", "S23", "R53"),
        minutes=4,
    ),
    Exercise(
        "06.2",
        "`shop` holds the hats of your own shop: for each colour, how many were sold and how many "
        "were kept. What is the gain ratio of the colour, for the class *sold or kept*?",
        title="Your own hat shop",
        kind="number",
        fresh=True,
        draw=shop,
        setup='shop = draw("06.2", STUDENT)\nshop',
        answer=lambda shop: of_colour(gain_ratio, shop),
        hints=(
            "Above the line stands a gain, below it an entropy without the class.",
            "Above: the entropy of sold and kept, less the weighted entropies of the three rows. "
            "Below: the entropy of the three row sums.",
            "(H(sums of the columns) − Σ row sum / all × H(row)) / H(sums of the rows)",
        ),
        mistakes=[
            Mistake(gain, "That is the gain of the colour: now divide it by its price."),
            Mistake(
                lambda shop: bits(shop, 1),
                "That is the split information of the colour: it is the denominator.",
            ),
            Mistake(
                lambda shop: gain(shop) / math.log2(3),
                "You divided by log₂ 3, as if there were as many hats of each colour. Are there?",
            ),
            Mistake(
                lambda shop: gain(shop) / bits(shop, 0),
                "You divided by the entropy of sold and kept: take that of the colour.",
            ),
            Mistake(
                lambda shop: unweighted(shop) / bits(shop, 1),
                "The colours count alike in your gain: weigh each by its share of the hats.",
            ),
            Mistake(
                lambda shop: bits(shop, 0) / bits(shop, 1) - of_colour(gain_ratio, shop),
                "Above the line you have what the colour leaves open: the gain is the entropy "
                "before, less that.",
            ),
            Mistake(
                lambda shop: bits(shop, 1) / max(gain(shop), 1e-9),
                "It is upside down: the gain stands above the line, its price below.",
            ),
            Mistake(
                lambda shop: gain_ratio(shop["sold"], shop["kept"]),
                "You gave `gain_ratio` two columns of counts, as if they were values. It wants one "
                "entry for every hat: its colour, and what became of it.",
            ),
            Mistake(
                1,
                "Did you give `gain_ratio` the table as it is? It takes each line for one hat, and "
                "wants an entry for every hat.",
            ),
        ],
        explanation=(
            "It is the gain of the colour, divided by the entropy of the colours themselves."
        ),
        solution="hats = shop.sum(axis=1)\n"
        "left = sum(hats[c] / hats.sum() * entropy(shop.loc[c]) for c in shop.index)\n"
        "answer_2 = (entropy(shop.sum()) - left) / entropy(hats)",
        items=("K41", "R53", "S23"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "06.3",
        "Write `c45_choice(gains, infos)`: the name of the feature that C4.5 asks about. Both are "
        "dicts with the same features: `gains` has the information gain of each, `infos` its split "
        "information, which is above 0. All have passed rule 1. Follow rule 2 (only features with "
        "at least the average gain stay) and rule 3 (of those, the best gain ratio).\n\n"
        'For example, `c45_choice({"size": 0.4, "colour": 0.1}, {"size": 2.0, "colour": 0.25})` '
        'is `"size"`: the average gain is 0.25, and colour is below it.',
        title="C4.5 makes up its mind",
        kind="function",
        starter="def c45_choice(gains, infos):\n    return ...",
        answer=c45_choice,
        tests=[
            case("the better ratio gains too little", size=(0.4, 2.0), colour=(0.1, 0.25)),
            case("three stay", hat=(0.1, 0.1), team=(0.45, 1.0), town=(0.5, 2.0), shoe=(0.4, 2.5)),
            case("the highest gain, the best ratio", x=(0.6, 1.2), y=(0.5, 1.1), z=(0.1, 1.0)),
            case("equal gains: each is exactly average", left=(0.25, 1.0), right=(0.25, 0.5)),
        ],
        hidden=[
            case("one feature only", only=(0.3, 1.5)),
            Case({"a": 0.5, "b": 0.5}, {"b": 0.25, "a": 1.5}, says="infos in another order"),
            case("one large gain", p=(0.9, 2.0), q=(0.3, 0.5), r=(0.2, 0.1), s=(0.1, 0.2)),
        ],
        hints=(
            "Which features may still win once you know the average gain?",
            "First a list of the names whose gain is at least the average; then the largest "
            "`gains[name] / infos[name]` among them.",
            "`average = sum(gains.values()) / len(gains)`, then `max(kept, key=lambda name: ...)`.",
        ),
        mistakes=[
            Mistake(
                lambda gains, infos: c45_choice(gains, infos, kept=list),
                "It takes the best ratio of all: rule 2 first drops what gains too little.",
            ),
            Mistake(
                lambda gains, infos: max(gains, key=gains.get),
                "It takes the highest gain, as ID3 does: take the best ratio of those that stay.",
            ),
            Mistake(
                lambda gains, infos: c45_choice(gains, infos, kept=above),
                "It keeps only what is above the average: *at least* lets an equal gain stay.",
            ),
            Mistake(
                lambda gains, infos: max(kept(gains), key=lambda name: infos[name] / gains[name]),
                "It divides the wrong way round: the gain stands above the line.",
            ),
            Mistake(
                lambda gains, infos: max(gains[name] / infos[name] for name in kept(gains)),
                "It returns the best ratio itself: return the name of the feature that has it.",
            ),
            Mistake(
                lambda gains, infos: [c45_choice(gains, infos)],
                "It returns a list: return the name that is in it.",
            ),
            Mistake(
                lambda gains, infos: kept(gains)[0],
                "It takes the first feature that stays: of all that stay, take the best ratio.",
            ),
            Mistake(
                lambda gains, infos: min(kept(gains), key=infos.get),
                "It takes the cheapest that stays: a ratio needs the gain, too.",
            ),
        ],
        solution="def c45_choice(gains, infos):\n"
        "    average = sum(gains.values()) / len(gains)\n"
        "    kept = [name for name in gains if gains[name] >= average]\n"
        "    return max(kept, key=lambda name: gains[name] / infos[name])",
        explanation="The gain keeps cheap but empty questions out, the ratio expensive ones: each "
        "guards against the other's weakness.",
        items=("R31", "S15", "K41"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "06.4",
        lambda: (
            "A cinema wrote down who bought popcorn. C4.5 grew this tree from 24 visitors:\n\n"
            + "\n".join(f"    {line}" for line in str(cinema().tree_).splitlines())
            + "\n\nSomebody comes with friends. We do not know which film they are going to see. "
            "With what probability do they buy popcorn (*yes*), according to C4.5?"
        ),
        title="Popcorn at an unknown film",
        kind="reading",
        fresh=True,
        answer=chance_of_popcorn,
        hints=(
            "A value is missing. Which branches does such a visitor go down?",
            "Down all three, in fractions: each film answers, weighed by its share of the 24.",
            "8/24 × (share of *yes* at the cartoon) + 10/24 × (share of *yes* at the drama, with "
            "friends) + 6/24 × (share of *yes* at the horror film).",
        ),
        mistakes=[
            Mistake(
                lambda: mean_of_films([1, 1, 1]),
                "Your three films count alike: weigh each by its share of the visitors.",
            ),
            Mistake(
                lambda: mean_of_films([end for _, end, _ in films()]),
                "You weighed by the visitors of each leaf: take those of the film's whole branch.",
            ),
            Mistake(
                lambda: max(films())[2],
                "That is the largest branch alone: C4.5 does not pretend to know the film.",
            ),
            Mistake(
                lambda: mean_of_films([n for n, *_ in films()], [round(s) for *_, s in films()]),
                "You let each film say yes or no outright: let it say its share of *yes*.",
            ),
            Mistake(
                lambda: cinema().tree_.probabilities["yes"],
                "That is the share among all 24: this visitor comes with friends, so follow them.",
            ),
            Mistake(lambda: 1 - chance_of_popcorn(), "That is the chance of *no*."),
            Mistake(
                2 / 3,
                "Two of the three films say yes. Each should say its share of *yes*, and count as "
                "much as it has visitors.",
            ),
            Mistake(1, "*Yes* is what C4.5 predicts in the end. Give the chance behind it."),
        ],
        solution="answer_4 = 8 / 24 * 7 / 8 + 10 / 24 * 5 / 6 + 6 / 24 * 2 / 6",
        explanation="The visitor is cut into three fractions, and each follows its branch.",
        items=("R31",),
        points=2,
        minutes=7,
    ),
    Exercise(
        "06.5",
        "True or false? Give a list of five, such as `[True, True, False, True, False]`.\n\n"
        "1. Measured in nats instead of bits, every gain ratio stays as it is.\n"
        "2. Of two features, the one with the higher gain also has the higher gain ratio.\n"
        "3. No column of n rows has more split information than an id (a new value in each row).\n"
        "4. C4.5 can choose a question that gains less than the average, if its ratio is best.\n"
        "5. If the gain ratio keeps an id out of the root, the id stays out of the whole tree.",
        title="Five claims about prices and luck",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "Look for one example against each claim; one is enough.",
            "For 1, write the fraction with both logarithms. For 2, look at the men on the "
            "*Titanic*. For 5, ask how many rows a node deep in the tree has.",
            "Another base multiplies gain and price by the same number. For 4, read C4.5's rules "
            "again, in their order.",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1 again: gain and price both change by one factor. And the fraction?",
            "Look at 2 again: which of class and age gains more among the men on the Titanic, and "
            "which has the better ratio?",
            "Look at 3 again: n rows give n answers at most, and equal shares cost most.",
            "Look at 4 again: rule 2 comes before rule 3. What does it drop?",
            "Look at 5 again: deep in the tree a node has few rows, and log₂ n is low.",
        ),
        solution="answer_5 = [True, False, True, False, False]",
        explanation="The zip codes of the Titanic show the last one.",
        items=("K41", "S23", "R31", "R53"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "06.8",
        "C4.5's rule 1: a question is allowed only if at least two of its branches hold at least "
        "two rows. `allowed(column)` should say whether C4.5 may ask about a column, given as a "
        "list of values, one per row: True or False. (`least` is the number of rows that a branch "
        "must hold.) For some columns the result is wrong. Find the fault and fix it.",
        title="May C4.5 ask?",
        kind="bug",
        fresh=True,
        starter=ALL_OF_THEM,
        answer=allowed,
        tests=[
            Case(["a", "a", "b", "b"], says="two branches of two rows"),
            Case(["a", "a", "b", "b", "c"], says="a third branch holds one row only"),
            Case(["a", "a", "a", "b"], says="only one branch holds two rows"),
            Case(["a", "a", "a", "b", "b", "b"], 3, says="three rows are wanted"),
            Case(["a", "a", "a", "b", "b"], 3, says="three rows are wanted, one branch has two"),
            Case([1, 2, 3, 4, 5], says="an id column"),
        ],
        hidden=[
            Case(["x", "x", "x"], says="one value only"),
            Case(list("aabbccde"), says="three large branches and two small ones"),
            Case([0, 0, 0, 1, 1, 2], 2, says="values that are numbers"),
        ],
        hints=(
            'Try `allowed(["a", "a", "b", "b", "c"])`. Which branches hold two rows?',
            "How many branches must be large enough: all of them, or two?",
            "Count the branches with `count >= least`, and compare that number with 2.",
        ),
        mistakes=[
            Mistake(
                lambda column, least=2: (
                    len(set(column)) >= 2
                    and min(column.count(value) for value in set(column)) >= least
                ),
                "It still gives what it gave at first. Must *every* branch hold two rows?",
            ),
            Mistake(
                lambda column, least=2: len(set(column)) >= 2,
                "It counts the branches, however small they are.",
            ),
            Mistake(
                lambda column, least=2: allowed(column, least, branches=1),
                "One large branch is enough for it: the rule wants two.",
            ),
            Mistake(
                lambda column, least=2: allowed(column, least + 1),
                "It wants more than `least` rows: *at least* lets `least` rows pass.",
            ),
            Mistake(
                lambda column, least=2: allowed(column, 2),
                "It always wants two rows: use `least`.",
            ),
            Mistake(
                lambda column, least=2: allowed(column, least, branches=least),
                "`least` is the number of *rows*. The number of branches is always two.",
            ),
        ],
        solution="def allowed(column, least=2):\n"
        "    counts = [column.count(value) for value in set(column)]\n"
        "    return sum(count >= least for count in counts) >= 2",
        explanation="If every branch had to hold two rows, one rare value would forbid a question.",
        items=("R31", "E20"),
        points=2,
        minutes=7,
    ),
    Exercise(
        "06.9",
        "Everybody on the Titanic has one of a hundred cabins, drawn at random. Rule 1 of C4.5 "
        "does not stop questions about them, because a cabin holds many people. But its number of "
        "rows is a setting: `C45(min_cases=..., prune=False, collapse=False)`.\n\n"
        "Fit one tree for each of the `settings` on the training rows. Choose the setting with the "
        "validation rows (of equally good ones the smallest). What is the accuracy of that tree on "
        "the test rows?",
        title="How many rows should a branch have?",
        kind="model",
        fresh=True,
        setup=CABINS,
        answer=lambda: by_setting()[chosen(1)][2],
        hints=(
            "Three kinds of rows, three uses: to fit, to choose, to judge.",
            "In a loop over `settings`, fit a `C45` on `X_train, y_train` and note its score on "
            "`X_valid, y_valid`. Keep the tree with the best one.",
            "`max` takes the first of equal scores, and the settings rise: so it keeps the "
            "smallest. Then `score(X_test, y_test)` of that tree alone.",
        ),
        mistakes=[
            Mistake(
                lambda: by_setting()[chosen(1)][1],
                "That is the accuracy on the validation rows. They chose the setting, so they "
                "flatter it: judge on the test rows.",
            ),
            Mistake(
                lambda: by_setting()[chosen(1)][0],
                "The setting may be right, but that is the accuracy on the training rows.",
            ),
            Mistake(
                lambda: by_setting()[chosen(0)][2],
                "You chose by the training rows, or took the default of 2: training rows like "
                "small branches best. Choose with the validation rows.",
            ),
            Mistake(
                lambda: by_setting()[chosen(0)][0],
                "Fitted, chosen and judged on the training rows: that is memory.",
            ),
            Mistake(
                lambda: by_setting()[8][2],
                "That is the tree with `min_cases=8`. Another setting does better on the "
                "validation rows.",
            ),
        ],
        solution="trees = [\n"
        "    C45(min_cases=least, prune=False, collapse=False).fit(X_train, y_train)\n"
        "    for least in settings\n"
        "]\n"
        "best = max(trees, key=lambda tree: tree.score(X_valid, y_valid))\n"
        "answer_9 = best.score(X_test, y_test)",
        explanation=lambda: (
            f"The validation rows choose `min_cases={chosen(1)}`. With the default of 2 the test "
            f"rows would give {by_setting()[2][2]:.4f}: that tree asks about cabins."
        ),
        items=("R31", "R24"),
        points=3,
        minutes=12,
    ),
]
