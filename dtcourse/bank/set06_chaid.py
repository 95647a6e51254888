"""The graded exercises of the extra on CHAID: chi-square, merging, p-values."""

import math
from functools import cache

import dtlab
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong
from dtlab import chi_square

IMPORTS = """
from itertools import combinations

import pandas as pd

from dtlab import chi_square
"""


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


# ── 06.10 claims ────────────────────────────────────────────────────────────────────────────────

CLAIMS = [False, True, False, False, True]


ITEMS = [
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
    [
        (cafe, again)
        for cafe, (yes, no) in cafes.items()
        for again in yes * ["yes"] + no * ["no"]
    ],
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
    Exercise(
        "06.10",
        "True or false? Give a list of five, such as `[True, True, False, True, False]`.\n\n"
        "1. p = 0.6 means: with a chance of 60 % the two groups do not differ.\n"
        "2. If every count of a table is doubled, χ² doubles.\n"
        "3. A smaller p always means a larger difference between the shares.\n"
        "4. CHAID merges two values if their p is below 0.05.\n"
        "5. If you test a hundred columns of noise at the level 0.05, without a correction, you "
        "must expect about five to look significant.",
        title="Five claims about luck",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "For 1, ask in which world p is counted. For 2, write down one term of the sum.",
            "For 3, think of the same shares with ten times as many rows. For 4, ask what a small "
            "p says about two values.",
            "(2o − 2e)² / 2e = 2 (o − e)² / e. And at the level 0.05 luck alone passes in one "
            "case of twenty.",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1 again: p is counted in a world without any difference. It does not say how "
            "likely that world is.",
            "Look at 2 again: what happens to (o − e)² / e if both are doubled?",
            "Look at 3 again: with more rows, the same shares give a smaller p.",
            "Look at 4 again: a small p means that the values differ.",
            "Look at 5 again: at this level luck alone passes in one case of twenty.",
        ),
        solution=f"answer_10 = {CLAIMS}",
        explanation="That is why CHAID multiplies its p-values.",
        items=("R33",),
        points=2,
        minutes=5,
    ),
]
