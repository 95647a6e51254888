"""CHAID's merging against a plain twin, its Bonferroni factors against counting, known values."""

from itertools import combinations, product

import numpy as np
import pytest
import scipy.special
import scipy.stats

from dtlab.algorithms.chaid import bin_edges, bonferroni, log_p_value, merge_categories
from dtlab.algorithms.chaid_merging import Merging, most_different
from dtlab.data import load
from dtlab.measures import cross_table


def p_value(rows):
    """Pearson's p-value without empty rows and columns, from SciPy's own routine."""
    rows = np.array(rows)
    rows = rows[rows.any(axis=1)][:, rows.any(axis=0)]
    if min(rows.shape) < 2:
        return 1.0
    return scipy.stats.chi2_contingency(rows, correction=False).pvalue


def may_form(group, ordered, missing, present):
    """Whether a set of categories may be one group: neighbours, if there is an order."""
    rest = [i for i in present if i != missing]
    inside = [rest.index(i) for i in group if i != missing]
    return not ordered or not inside or inside[-1] - inside[0] == len(inside) - 1


def naive_merge(table, ordered, missing, alpha):
    """Kass's steps 2 and 3, trying everything."""
    present = [i for i in range(len(table)) if table[i].any()]
    groups, seen = [(i,) for i in present], []
    while True:
        while len(groups) > 2:
            pairs = [
                (p_value([table[list(g)].sum(0) for g in pair]), pair)
                for pair in combinations(sorted(groups), 2)
                if may_form(tuple(sorted(pair[0] + pair[1])), ordered, missing, present)
            ]
            p, pair = max(pairs, key=lambda found: found[0], default=(0, None))
            if p <= alpha:
                break
            groups = [g for g in groups if g not in pair] + [tuple(sorted(pair[0] + pair[1]))]
        state = sorted(groups)
        best = (1.0, None, None)
        for group in (g for g in groups if len(g) > 2):
            for size in range(1, len(group)):
                for left in combinations(group, size):
                    right = tuple(i for i in group if i not in left)
                    if all(may_form(side, ordered, missing, present) for side in (left, right)):
                        p = p_value([table[list(left)].sum(0), table[list(right)].sum(0)])
                        best = min(best, (p, left, right))
        if best[0] > alpha or state in seen:
            return state
        seen.append(state)
        groups = [g for g in groups if g[0] not in best[1] + best[2]] + [best[1], best[2]]


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("kind", ["nominal", "ordered", "floating"])
def test_merging_twin(seed, kind):
    rng = np.random.default_rng(seed)
    c, classes = int(rng.integers(2, 7)), int(rng.integers(2, 4))
    shares = rng.dirichlet(np.ones(classes) * rng.choice([1, 5]), c)
    table = np.array([rng.multinomial(rng.integers(0, 60), share) for share in shares])
    missing = int(rng.choice([0, c - 1])) if kind == "floating" else None
    merged = merge_categories(table, kind != "nominal", missing)
    assert list(merged.groups) == naive_merge(table, kind != "nominal", missing, 0.05)
    rows = [table[list(group)].sum(0) for group in merged.groups]
    assert merged.p_value == pytest.approx(p_value(rows) if len(rows) > 1 else 1.0, rel=1e-9)
    assert merged.adjusted_p == pytest.approx(min(1, merged.p_value * merged.multiplier))


def partitions(items):
    """All ways to put items into groups."""
    if not items:
        yield []
        return
    for rest in partitions(items[1:]):
        yield [[items[0]], *rest]
        for i, group in enumerate(rest):
            yield [*rest[:i], [items[0], *group], *rest[i + 1 :]]


@pytest.mark.parametrize("kind", ["nominal", "ordered", "floating"])
@pytest.mark.parametrize("c", range(1, 7))
def test_bonferroni_counts_the_ways(c, kind):
    ordered, missing = kind != "nominal", c - 1 if kind == "floating" else None
    everything = list(partitions(list(range(c))))
    for r in range(1, c + 1):
        ways = [
            groups
            for groups in everything
            if len(groups) == r
            and all(may_form(sorted(g), ordered, missing, range(c)) for g in groups)
        ]
        assert bonferroni(c, r, ordered, kind == "floating") == len(ways)


def test_titanic_classes():
    """At the root the third class and the crew merge, among women the second and the crew."""
    titanic = load("titanic")
    women = titanic.X["sex"] == "female"
    for rows, pair, p in ((women | True, ("3rd", "Crew"), 0.56), (women, ("2nd", "Crew"), 0.92)):
        table, levels, _ = cross_table(titanic.X["class"][rows], titanic.y[rows])
        merged = merge_categories(table)
        step = merged.steps[0]
        assert tuple(levels[i] for i in step.left + step.right) == pair
        assert round(step.p_value, 2) == p
        assert (len(merged.steps), len(merged.groups), merged.multiplier) == (1, 3, 6)


def test_buys_computer_finds_nothing():
    """The best predictor is age, youth and senior merged: p = 0.078, and three ways to do it."""
    table, levels, _ = cross_table(load("buys_computer").X["age"], load("buys_computer").y)
    merged = merge_categories(table)
    assert [[levels[i] for i in group] for group in merged.groups] == [
        ["youth", "senior"],
        ["middle_aged"],
    ]
    assert (round(merged.p_value, 3), merged.multiplier) == (0.078, 3)
    assert merged.adjusted_p == pytest.approx(3 * merged.p_value)


@pytest.mark.parametrize(
    ("table", "ordered", "groups"),
    [
        ([[32, 22], [16, 20], [24, 26], [38, 34], [30, 15], [1, 90]], False, "04 123 5"),
        ([[5, 39], [25, 36], [13, 25], [11, 29], [7, 30]], True, "0 12 34"),
    ],
)
def test_a_merged_group_is_split_again(table, ordered, groups):
    """Merged pair by pair, a group may come to hold categories that differ after all."""
    merged = merge_categories(table, ordered)
    assert [step.action for step in merged.steps].count("split") == 1
    assert " ".join("".join(map(str, group)) for group in merged.groups) == groups


@pytest.mark.parametrize("seed", range(20))
def test_two_classes_need_only_one_order(seed):
    """The best split in two of a group is a cut of its order by class share."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(1, 30, (7, 2)).astype(float)
    masks = np.array(list(product([0, 1], repeat=7)))[1:-1]
    p, _ = most_different(masks @ rows, rows.sum(axis=0))
    assert Merging(rows, False, None).best_split(range(7))[0] == pytest.approx(p)


@pytest.mark.parametrize("df", [1, 2, 7, 40])
@pytest.mark.parametrize("statistic", [0, 3, 456.87])
def test_log_p_value(statistic, df):
    assert log_p_value(statistic, df) == pytest.approx(scipy.stats.chi2.logsf(statistic, df))


@pytest.mark.parametrize("statistic", [1400, 3000, 1e5])
def test_log_p_value_below_the_smallest_float(statistic):
    """Known sums: P(χ² > 2x) is e⁻ˣ for 2, e⁻ˣ (1 + x + x²/2) for 6 degrees of freedom."""
    x = statistic / 2
    assert log_p_value(statistic, 2) == pytest.approx(-x, rel=1e-12)
    assert log_p_value(statistic, 6) == pytest.approx(np.log(1 + x + x * x / 2) - x, rel=1e-12)
    normal = np.log(2) + scipy.special.log_ndtr(-np.sqrt(statistic))
    assert log_p_value(statistic, 1) == pytest.approx(normal, rel=1e-12)


def test_log_p_value_without_degrees_of_freedom():
    assert log_p_value(0.0, 0) == 0


def test_nothing_to_merge():
    empty = merge_categories(np.zeros((3, 2)))
    assert (empty.groups, empty.p_value, empty.adjusted_p, empty.multiplier) == ((), 1, 1, 1)
    one = merge_categories([[0, 0], [4, 2]])
    assert (one.groups, one.p_value, one.multiplier) == (((1,),), 1, 1)
    pure = merge_categories([[5, 0], [7, 0], [1, 0]])
    assert (len(pure.groups), pure.p_value, pure.adjusted_p) == (2, 1, 1)


@pytest.mark.parametrize("ordered", [False, True])
def test_ten_thousand_levels(ordered):
    rng = np.random.default_rng(0)
    high = np.arange(10_000) < 3000
    table = np.column_stack([rng.binomial(8, np.where(high, 0.9, 0.1)), np.full(10_000, 8)])
    table[:, 1] -= table[:, 0]
    merged = merge_categories(table, ordered, alpha_merge=1e-6)
    assert sorted(i for group in merged.groups for i in group) == list(range(10_000))
    assert 2 <= len(merged.groups) < 20
    assert merged.multiplier > 1
    assert -np.inf < merged.log_adjusted_p <= 0


def test_bin_edges():
    assert bin_edges([3, 1, 1, 2]).tolist() == [1, 2]  # few distinct values: each its own
    assert bin_edges([5, 5, 5]).tolist() == []
    assert bin_edges([]).tolist() == []
    assert bin_edges([1, 2, np.nan, 3], weights=[1, 1, 9, 0]).tolist() == [1]
    x = np.random.default_rng(1).normal(size=1000)
    sizes = np.bincount(np.searchsorted(bin_edges(x), x))
    assert len(sizes) == 10
    assert sizes.min() >= 99
    edges = bin_edges([0] * 90 + list(range(1, 21)), n_bins=4)
    assert (np.diff(edges) > 0).all()
    assert len(edges) <= 3
