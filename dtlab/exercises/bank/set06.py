"""The graded exercises of notebook 06: gain ratio, C4.5's rules, missing values, CHAID."""

import math
from functools import cache

import dtlab
from dtlab import chi_square, entropy, gain_ratio, information_gain, split_information
from dtlab.exercises.exercise import Exercise
from dtlab.exercises.items import Case, Mistake, one_wrong

IMPORTS = """
import math
from itertools import combinations

import pandas as pd

from dtlab import chi_square, entropy, gain_ratio, information_gain, split_information
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


# ── 06.6 chi-square ─────────────────────────────────────────────────────────────────────────────


FAULTY = """def chi_square_of(table):
    columns = [sum(column) for column in zip(*table)]
    total = 0.0
    for row in table:
        for observed, column in zip(row, columns):
            expected = column / len(table)
            total += (observed - expected) ** 2 / expected
    return total"""


def test_of(table):
    """dtlab's χ² test of a list of rows of counts."""
    cells = [(i, j) for i, row in enumerate(table) for j, _ in enumerate(row)]
    return chi_square(*zip(*cells, strict=True), [table[i][j] for i, j in cells])


def wrong_sum(expected=lambda row, c, n, _: row * c / n, term=lambda o, e: (o - e) ** 2 / e):
    """A χ² with another expected count or another term: (observed, expected) of each cell."""

    def statistic(table):
        sums = [sum(column) for column in zip(*table, strict=True)]
        cells = [(o, sum(row), c) for row in table for o, c in zip(row, sums, strict=True)]
        return sum(term(o, expected(row, c, sum(sums), table)) for o, row, c in cells)

    return statistic


def yates(table):
    """Yates's correction, for tables of two by two."""
    off = 0.5 if len(table) == len(table[0]) == 2 else 0.0
    return wrong_sum(term=lambda o, e: (abs(o - e) - off) ** 2 / e)(table)


# ── 06.7 four cafés ─────────────────────────────────────────────────────────────────────────────

CAFES = {"harbour": (28, 12), "market": (22, 8), "station": (21, 19), "park": (15, 15)}


TWO = ("harbour market", "station park")  # what CHAID makes of them


def table_of(*groups):
    """The counts of these groups of cafés (words in one text): who comes again, and who not."""
    each = [[CAFES[cafe] for cafe in group.split()] for group in groups]
    return [[sum(counts) for counts in zip(*group, strict=True)] for group in each]


def p_of(*groups):
    """The p-value of these groups against who comes again."""
    return test_of(table_of(*groups)).p_value


@cache
def by_chaid():
    """The corrected p-value, by CHAID itself: its score is −ln of that."""
    import pandas as pd

    rows = [(cafe, k) for cafe, both in CAFES.items() for k in (0, 1) for _ in range(both[k])]
    cafe, again = zip(*rows, strict=True)
    model = dtlab.CHAID().fit(pd.DataFrame({"cafe": cafe}), list(again))
    return math.exp(-model.candidates()["score"].iloc[0])


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
                1,
                "Did you give `gain_ratio` the table as it is? It takes each line for one hat, and "
                "wants an entry for every hat.",
            ),
        ],
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
            "A cinema wrote down who bought popcorn. C4.5 made this of 24 visitors:\n\n"
            + "\n".join(f"    {line}" for line in str(cinema().tree_).splitlines())
            + "\n\nSomebody comes with friends. To which film they go, nobody has written down. "
            "What is the chance that they buy popcorn (*yes*), according to C4.5?"
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
        "4. p = 0.6 means: with a chance of 60 % the two groups do not differ.\n"
        "5. If the gain ratio keeps an id out of the root, the id stays out of the whole tree.",
        title="Five claims about prices and luck",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "Look for one example against each claim; one is enough.",
            "For 1, write the fraction with both logarithms. For 2, look at the seven regions. For "
            "5, ask how many rows a node deep in the tree has.",
            "Another base multiplies gain and price by the same number. And p is a share of "
            "shuffles, counted where there is no difference at all.",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1 again: gain and price both change by one factor. And the fraction?",
            "Look at 2 again: which of the seven regions' features gains most, and which has the "
            "best ratio?",
            "Look at 3 again: n rows give n answers at most, and equal shares cost most.",
            "Look at 4 again: p is counted in a world without any difference. It does not say how "
            "likely that world is.",
            "Look at 5 again: deep in the tree a node has few rows, and log₂ n is low.",
        ),
        solution="answer_5 = [True, False, True, False, False]",
        explanation="The zip codes of the Titanic show the last one.",
        items=("K41", "K42", "S23", "R33", "R53"),
        points=2,
        minutes=6,
    ),
    Exercise(
        "06.6",
        "`chi_square_of(table)` should return χ² = Σ (o − e)² / e of a table of counts, as in the "
        "notebook, without any correction. `table` is a list of rows, one for each value of the "
        "feature; a row has one count for each class. No row and no column adds up to 0.\n\n"
        "For groups of equal size the result is right, for others it is not. Find the fault "
        "and fix it.",
        title="What did we expect?",
        kind="bug",
        starter=FAULTY,
        answer=lambda table: test_of(table).statistic,
        tests=[
            Case([[12, 8], [4, 16]], says="two groups of equal size"),
            Case([[10, 30], [6, 4]], says="40 rows against 10"),
            Case([[5, 5], [10, 10], [2, 2]], says="the same shares everywhere: no difference"),
            Case([[8, 2, 4], [3, 3, 6]], says="three classes"),
        ],
        hidden=[
            Case([[0, 8], [6, 4]], says="a cell without rows"),
            Case([[9, 1], [20, 10], [3, 7], [1, 4]], says="four groups"),
            Case([[4, 9, 2]], says="one group only: nothing to differ from"),
        ],
        hints=(
            "What does the code expect in `[[5, 5], [10, 10], [2, 2]]`? Print `expected`.",
            "It gives every group the same share of each class, however large the group is.",
            "Row sum × column sum / all: which of the three is not in the faulty line?",
        ),
        mistakes=[
            Mistake(
                wrong_sum(lambda row, column, n, table: column / len(table)),
                "It still gives what it gave at first. Write down by hand what you expect in each "
                "cell of this table, then print `expected`.",
            ),
            Mistake(
                wrong_sum(lambda row, column, n, table: row / len(table[0])),
                "It expects all classes equally often: a class should get its share of all rows.",
            ),
            Mistake(
                wrong_sum(term=lambda o, e: (o - e) ** 2 / o),
                "It divides by the observed count: divide by the expected one.",
            ),
            Mistake(wrong_sum(term=lambda o, e: (o - e) ** 2), "The division by e is missing."),
            Mistake(
                wrong_sum(lambda row, column, n, table: row * column),
                "Row sum × column sum is right. The division by the number of all rows is missing.",
            ),
            Mistake(
                wrong_sum(lambda row, column, n, table: column / len(table[0])),
                "It divides by the number of classes: what share belongs to this group, by its "
                "size?",
            ),
            Mistake(lambda table: test_of(table).p_value, "That is the p-value: return χ² itself."),
            Mistake(
                yates,
                "It takes 0.5 off each distance of a 2 × 2 table. That is Yates's correction, "
                "which scipy makes by itself; here the plain sum is asked for.",
            ),
        ],
        solution=FAULTY.replace("column / len(table)", "sum(row) * column / sum(columns)"),
        explanation="Tests with groups of equal size would never have found it.",
        items=("R33",),
        points=2,
        minutes=8,
    ),
    Exercise(
        "06.7",
        "Guests of four cafés said whether they will come again. Do what CHAID does with the "
        "feature *cafe*: test every pair of values, merge the pair with the largest p if that is "
        "above 0.05, and test again, until no p is above 0.05. Then test the groups that are left, "
        "and correct the p-value for the choice: four values can form three groups in 6 ways and "
        "two groups in 7. What is the corrected p-value?",
        title="Four cafés, how many groups?",
        kind="harder",
        fresh=True,
        setup=f"cafes = {CAFES}".replace("'", '"')
        + """
guests = pd.DataFrame(
    [(cafe, again) for cafe, n in cafes.items() for again in n[0] * ["yes"] + n[1] * ["no"]],
    columns=["cafe", "again"],
)
pd.crosstab(guests["cafe"], guests["again"])""",
        answer=by_chaid,
        hints=(
            '`rows = guests["cafe"].isin([a, b])` keeps two cafés. Which two are most alike?',
            "Station and park: give both one name with `replace`. Then test all pairs of the three "
            "groups again.",
            "Harbour and market merge next. Test the two groups with `chi_square`, and multiply p "
            "by the number of ways to form two groups.",
        ),
        mistakes=[
            Mistake(
                lambda: p_of(*TWO),
                "The groups are right. They were chosen to differ, so p must be multiplied by the "
                "number of ways to choose them.",
            ),
            Mistake(
                lambda: 6 * p_of(*TWO),
                "The groups are right. Six is the number of ways to form *three* groups.",
            ),
            Mistake(
                lambda: p_of(*CAFES),
                "That is the p-value of four cafés, with none merged. (If you merged and then "
                "rounded to two decimals: three are wanted.)",
            ),
            Mistake(
                lambda: -math.log(by_chaid()),
                "That is CHAID's score: −ln of the p-value that you want.",
            ),
            Mistake(
                lambda: 6 * p_of("harbour", "market", "station park"),
                "You merged one pair and stopped. Two of the three groups are still alike.",
            ),
            Mistake(
                lambda: p_of("harbour", "market", "station park"),
                "You merged one pair and stopped, and the correction is missing. Two of the three "
                "groups are still alike.",
            ),
            Mistake(
                lambda: 7 * math.erfc(math.sqrt(yates(table_of(*TWO)) / 2)),
                "The groups and the 7 are right. But your χ² has Yates's correction, which scipy "
                "makes by itself: `chi_square` of dtlab does not.",
            ),
            Mistake(
                lambda: test_of(table_of(*TWO)).statistic,
                "The groups are right, and that is their χ². The question asks for its corrected "
                "p-value.",
            ),
            Mistake(
                lambda: 1 - (1 - p_of(*TWO)) ** 7,
                "The groups and the 7 are right. 1 − (1 − p)⁷ is Šidák's correction; CHAID makes "
                "Bonferroni's: p times 7.",
            ),
            Mistake(
                1,
                "You merged all four, because every pair of cafés has p above 0.05. After each "
                "merge the test is made again, with more guests in it.",
            ),
        ],
        solution='merged = guests["cafe"].replace({"park": "station", "market": "harbour"})\n'
        'answer_7 = 7 * chi_square(merged, guests["again"]).p_value',
        explanation=lambda: (
            f"Without the correction p is {p_of(*TWO):.3f}, below "
            "0.05. With it CHAID asks nothing here: if you look in seven ways, you find a "
            "difference more easily."
        ),
        items=("R33",),
        points=3,
        minutes=14,
    ),
]
