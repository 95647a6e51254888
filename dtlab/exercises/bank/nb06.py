"""What notebook 06 asks: the id trap, gain ratio, C4.5's rules, chi-square and CHAID."""

import math

from dtlab import chi_square, counts, entropy, gain_ratio, information_gain, load
from dtlab.exercises.items import Case, Check, Guess, Mistake, Question, Quiz


def ratios(name, **options):
    """The gain ratio of each feature of a data set."""
    data = load(name, **options)
    return {feature: gain_ratio(data.X[feature], data.y) for feature in data.features}


def winner(name, **options):
    """The feature with the highest gain ratio."""
    found = ratios(name, **options)
    return max(found, key=found.get)


def steep(measure):
    """A measure of ELEVATION and VEGETATION among the steep regions."""
    land = load("vegetation")
    rows = land.X["SLOPE"] == "steep"
    return measure(land.X["ELEVATION"][rows], land.y[rows])


def pair_p(a, b):
    """The p-value of two ticket classes of the Titanic against survival."""
    ship = load("titanic")
    rows = ship.X["class"].isin([a, b])
    return chi_square(ship.X["class"][rows], ship.y[rows]).p_value


def third_class():
    """(people of the third class, survivors among them, share of survivors among all people)."""
    ship = load("titanic")
    third, saved = ship.X["class"] == "3rd", ship.y == "yes"
    return int(third.sum()), int((third & saved).sum()), float(saved.mean())


def whole_table():
    """What chi-square says about all four ticket classes, in words."""
    ship = load("titanic")
    test = chi_square(ship.X["class"], ship.y)
    p = f"p = {test.p_value:.4f}" if test.p_value >= 0.0001 else "p < 0.0001"
    return f"χ² = {test.statistic:.1f} with {test.df} degrees of freedom, and {p}"


def split_info(x):
    """The reference of 06.t2, in the plainest way."""
    shares = [list(x).count(value) / len(x) for value in set(x)]
    return -sum(share * math.log2(share) for share in shares)


ITEMS = [
    Guess(
        "06.p1",
        "How much of what there is to know about the 14 customers does their row number tell?",
        options=["nothing", "about a quarter", "all of it"],
        answer="all of it",
        explanation=lambda: (
            f"All {entropy(counts(load('buys_computer').y)):.4f} bits: each number belongs to one "
            "customer, so each branch is pure. It says nothing about anybody else."
        ),
        why={
            "nothing": "For the next customer that is true. But the gain is measured on the "
            "customers that we have, and among them the number names the answer.",
            "about a quarter": "That is what age tells. The number leaves no branch mixed.",
        },
        items=("S22", "K40"),
    ),
    Guess(
        "06.p2",
        "Which feature of the 14 customers has the highest gain ratio?",
        options=["RID", "age", "student"],
        answer=lambda: winner("buys_computer", id_as_feature=True),
        explanation=lambda: (
            f"RID keeps {ratios('buys_computer', id_as_feature=True)['RID']:.4f}, age has "
            f"{ratios('buys_computer')['age']:.4f}: with 14 rows the price of log₂ 14 bits is too "
            "low."
        ),
        why={
            "age": "The lecture suggests so. Age is the best of the real features only.",
            "student": "Its answer is cheap, one bit, but it also tells less.",
        },
        items=("S23", "E20"),
    ),
    Guess(
        "06.p3",
        "Which feature of the seven regions has the highest gain ratio?",
        options=["STREAM", "SLOPE", "ELEVATION"],
        answer=lambda: winner("vegetation"),
        explanation=lambda: (
            f"SLOPE has {ratios('vegetation')['SLOPE']:.4f}, ELEVATION "
            f"{ratios('vegetation')['ELEVATION']:.4f}. ELEVATION tells more, but spreads seven "
            "regions over four branches: its answer costs more than it tells in addition."
        ),
        why={
            "ELEVATION": "It has the highest gain, and also the most expensive answer.",
            "STREAM": "Its answer is the cheapest, but it tells least.",
        },
        items=("K42",),
    ),
    Guess(
        "06.p4",
        "Which two classes of people on the Titanic will CHAID merge first?",
        options=["1st and 2nd", "2nd and 3rd", "3rd and Crew"],
        answer="3rd and Crew",
        explanation=lambda: (
            f"Their p-value is {pair_p('3rd', 'Crew'):.2f}, the only one above 0.05 among all "
            "people: about one in four survived in both groups."
        ),
        why={
            "1st and 2nd": "Neighbours on the ship, but far apart in survival.",
            "2nd and 3rd": "In the second class many more survived than in the third.",
        },
        items=("R33",),
    ),
    Quiz(
        "06",
        [
            Question(
                "Split information of a feature is",
                ["the remainder", "the entropy of the feature", "the number of its values"],
                "the entropy of the feature",
                {
                    "the entropy of the feature": "The class does not come into it.",
                    "the remainder": "That is the entropy of the class after the split.",
                    "the number of its values": "It also matters how the rows are spread.",
                },
            ),
            Question(
                "An id column on n rows has a split information of",
                ["0 bits", "n bits", "log₂ n bits"],
                "log₂ n bits",
                {
                    "log₂ n bits": "n answers, all equally likely.",
                    "n bits": "n equally likely answers need log₂ n bits, not n.",
                    "0 bits": "That is its remainder: nothing is left to learn about the class.",
                },
            ),
            Question(
                "Which rule of C4.5 keeps it from asking about the row id of 14 customers?",
                ["two branches need two rows", "the gain ratio", "the average gain"],
                "two branches need two rows",
                {
                    "two branches need two rows": "No branch of an id has two rows.",
                    "the gain ratio": "After the division the id is still the best.",
                    "the average gain": "An id has the highest gain of all.",
                },
            ),
            Question(
                "A training row lacks the value that a C4.5 node asks about. The row",
                ["is thrown away", "goes down every branch", "goes down the largest branch"],
                "goes down every branch",
                {
                    "goes down every branch": "In fractions: the branch's share of known rows.",
                    "is thrown away": "It is left out of the gain only, and then it goes on.",
                    "goes down the largest branch": "That would pretend to know the value.",
                },
            ),
            Question(
                "p = 0.56 for two values of a feature. CHAID",
                ["drops the feature", "keeps them apart", "puts them into one branch"],
                "puts them into one branch",
                {
                    "puts them into one branch": "Luck alone looks like this more often than not.",
                    "keeps them apart": "It does that when p is small: then they differ.",
                    "drops the feature": "Other values of the same feature may still differ.",
                },
            ),
        ],
    ),
    Check(
        "06.t1",
        "What is the gain ratio of ELEVATION among the five steep regions?",
        answer=lambda: steep(gain_ratio),
        hints=(
            "Keep the rows with SLOPE = steep. Which heights do they have, and how often?",
            "Gain: the entropy of 3, 1 and 1, minus 2/5 of one bit. Split information: the heights "
            "come 2, 2 and 1 times.",
            "`rows = land.X['SLOPE'] == 'steep'`, then `gain_ratio(land.X['ELEVATION'][rows], "
            "land.y[rows])`.",
        ),
        mistakes=[
            Mistake(lambda: steep(information_gain), "That is the gain: now divide it."),
            Mistake(lambda: steep(lambda x, y: entropy(counts(x))), "That is only the divisor."),
            Mistake(
                lambda: steep(information_gain) / math.log2(3),
                "You divided by log₂ 3, as if the three heights were equally frequent.",
            ),
            Mistake(
                lambda: steep(lambda x, y: information_gain(x, y) / entropy(counts(y))),
                "You divided by the entropy of the class: take that of ELEVATION.",
            ),
            Mistake(lambda: ratios("vegetation")["ELEVATION"], "Keep the five steep regions only."),
        ],
        solution="rows = land.X['SLOPE'] == 'steep'\n"
        "answer = gain_ratio(land.X['ELEVATION'][rows], land.y[rows])",
        explanation="STREAM has less, so ELEVATION is asked next, as in the figure above.",
        points=1,
        minutes=5,
        items=("K42",),
    ),
    Check(
        "06.t2",
        "Write `split_info(x)`: the split information, in bits, of the list `x`.",
        answer=split_info,
        starter="def split_info(x):\n    return ...",
        tests=[
            Case(["a", "a", "b", "b"], says="two equal branches"),
            Case(["a", "b", "b", "b"], says="branches of 1 and 3 rows"),
            Case(["a", "a", "a"], says="one value only"),
            Case([1, 2, 3, 4, 5], says="an id column"),
        ],
        hidden=[Case(list("aabbbc"), says="three answers of unequal size")],
        hints=(
            "It is the entropy of the column: no class is needed.",
            "The share of each value in `set(x)`: `x.count(value) / len(x)`.",
            "−Σ share × log₂ share; or `entropy(counts(x))`.",
        ),
        mistakes=[
            Mistake(lambda x: math.log2(len(set(x))), "That forgets how the rows are spread."),
            Mistake(lambda x: split_info(x) * math.log(2), "That is in nats: use log₂."),
            Mistake(lambda x: float(len(set(x))), "That is the number of values, not bits."),
            Mistake(lambda x: math.log2(len(x)), "That is the price of an id: one branch per row."),
            Mistake(lambda x: -split_info(x), "The sign is missing: log₂ of a share is negative."),
            Mistake(
                lambda x: sum(-x.count(v) / len(x) * math.log2(x.count(v) / len(x)) for v in x),
                "You count a value once for each of its rows: go over `set(x)`.",
            ),
        ],
        solution="def split_info(x):\n"
        "    shares = [x.count(value) / len(x) for value in set(x)]\n"
        "    return -sum(share * math.log2(share) for share in shares)",
        points=2,
        minutes=6,
        items=("R53", "S23"),
    ),
    Check(
        "06.t3",
        "If the class made no difference: how many of the 706 people of the third class would be "
        "expected to survive?",
        answer=lambda: third_class()[0] * third_class()[2],
        tolerance=0.1,
        hints=(
            "Without any difference, each group has the same share of survivors.",
            "That share is 711 of 2201.",
            "Row sum × column sum / all: 706 × 711 / 2201.",
        ),
        mistakes=[
            Mistake(lambda: third_class()[1], "That is how many did survive: the observed count."),
            Mistake(lambda: third_class()[0] / 2, "Half is right if half of all had survived."),
            Mistake(
                lambda: third_class()[2], "That is the share of survivors: times how many people?"
            ),
            Mistake(
                lambda: third_class()[0] * (1 - third_class()[2]),
                "That is how many would be expected to die.",
            ),
            Mistake(
                lambda: 706 * 390 / 1591,
                "That is the table of 3rd class and crew only: now take all 2201 people.",
            ),
        ],
        solution="answer = 706 * 711 / 2201",
        explanation=lambda: (
            f"Only {third_class()[1]} did. Is that more than luck? For the whole table of class "
            f"and survival {whole_table()}."
        ),
        points=1,
        minutes=3,
        items=("R33",),
    ),
]
