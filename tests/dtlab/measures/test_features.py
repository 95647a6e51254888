"""The measures against slow twins in exact or plain arithmetic."""

import math
from collections import Counter
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency

from dtlab.measures import (
    CONCAVE,
    chi_square,
    conditional_entropy,
    counts,
    cross_table,
    entropy,
    error,
    gain_ratio,
    gini,
    information,
    information_gain,
    mutual_information,
    remainder,
    split_information,
    twoing,
    variance,
)

close = partial(pytest.approx, rel=1e-12, abs=1e-12)

# ------------------------------------------------------------------ impurities and their twins

some_counts = st.lists(st.integers(0, 60), min_size=1, max_size=6)
filled_counts = some_counts.filter(any)


def naive_entropy(c):
    n = sum(c)
    return sum(k / n * math.log2(n / k) for k in c if k) if n else 0.0


def naive_gini(c):
    n = sum(c)
    return 1 - sum(Fraction(k, n) ** 2 for k in c) if n else Fraction(0)


def naive_error(c):
    return 1 - Fraction(max(c), sum(c)) if any(c) else Fraction(0)


TWINS = {entropy: naive_entropy, gini: naive_gini, error: naive_error}


@pytest.mark.parametrize("impurity", CONCAVE)
@given(c=some_counts)
def test_impurity_is_its_twin(impurity, c):
    assert impurity(c) == close(float(TWINS[impurity](c)))
    assert isinstance(impurity(c), float)


@given(filled_counts)
def test_bounds(c):
    assert 0 <= entropy(c) <= math.log2(len(c)) + 1e-12
    assert 0 <= gini(c) <= 1 - 1 / len(c) + 1e-12
    assert 0 <= error(c) <= 1 - 1 / len(c) + 1e-12


@pytest.mark.parametrize("impurity", CONCAVE)
@given(c=filled_counts, scale=st.floats(1e-150, 1e150))
def test_only_shares_matter(impurity, c, scale):
    assert impurity([k * scale for k in c]) == close(impurity(c))
    assert impurity(c[::-1] + [0]) == close(impurity(c))


@pytest.mark.parametrize("impurity", CONCAVE)
@given(weight=st.floats(1e-300, 1e300), position=st.integers(0, 4))
def test_pure_is_exactly_zero(impurity, weight, position):
    c = [0.0] * 5
    for node in (c, c[:position] + [weight] + c[position + 1 :]):
        assert impurity(node) == 0.0
        assert math.copysign(1, impurity(node)) == 1


@pytest.mark.parametrize("n_classes", [2, 4, 8])
def test_uniform_entropy_is_exact(n_classes):
    assert entropy([3] * n_classes) == math.log2(n_classes)


@given(filled_counts, st.floats(1.5, 20))
def test_base_change(c, base):
    assert entropy(c, base) == close(entropy(c) / math.log2(base))
    assert entropy(c, math.e) == close(entropy(c) * math.log(2))


@given(st.floats(1e-300, 1), st.floats(1e-3, 1))
def test_information_adds_up(p, q):
    assert information(p * q) == close(information(p) + information(q))
    assert information(p, 10) == close(-math.log10(p))


def test_information_at_the_ends():
    assert math.copysign(1, information(1)) == 1
    assert information([1, 0.5, 0]).tolist() == [0, 1, math.inf]


@pytest.mark.parametrize("impurity", CONCAVE)
@pytest.mark.parametrize("shape", [(0, 3), (7, 3), (2, 5, 3), (70_000, 3), (40_000, 2, 3)])
def test_batches_in_every_memory_order(impurity, shape):
    batch = np.random.default_rng(0).integers(0, 5, shape)
    flat = np.array([float(TWINS[impurity](c)) for c in batch.reshape(-1, 3)[:50].tolist()])
    class_first = np.moveaxis(np.moveaxis(batch, -1, 0).copy(), 0, -1)
    for view in (batch, class_first, batch.astype(np.float32), np.asfortranarray(batch)):
        result = impurity(view)
        assert result.shape == shape[:-1]
        assert result.ravel()[:50] == close(flat)
        assert np.array_equal(result[-1:], impurity(view[-1:]))


def test_counts():
    assert counts(["yes"] * 9 + ["no"] * 5).tolist() == [5, 9]
    assert counts([True, False, True]).tolist() == [1, 2]
    assert counts(["b", "a", "b"], weights=[0.5, 1, 2]).tolist() == [1, 2.5]
    assert entropy([Fraction(9, 14), Fraction(5, 14)]) == close(entropy([9, 5]))


numbers = st.lists(st.integers(-100, 100), min_size=1, max_size=12)


@given(numbers, st.integers(0, 1), st.data())
def test_variance_is_its_twin(y, ddof, data):
    w = data.draw(st.lists(st.integers(0, 3), min_size=len(y), max_size=len(y)).filter(any))
    rows = [v for v, times in zip(y, w, strict=True) for _ in range(times)]
    mean = Fraction(sum(rows), len(rows))
    squares = sum((v - mean) ** 2 for v in rows)
    twin = squares / (len(rows) - ddof) if len(rows) > ddof else 0
    assert variance(y, w, ddof) == close(float(twin))
    assert variance(rows, ddof=ddof) == close(float(twin))


def test_variance_is_stable_and_zero_for_constants():
    assert variance([1e9 + 1, 1e9 + 2, 1e9 + 3], ddof=1) == close(1)
    assert variance([0.1] * 7) == 0
    assert variance([5], ddof=1) == 0
    assert variance([5, 9], weights=[0.5, 0.5], ddof=1) == 0


# ------------------------------------------------------------------ two columns and their twins

rows_of = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("pqr")), min_size=1)
rows = rows_of.map(lambda pairs: tuple(map(list, zip(*pairs, strict=True))))


def groups_of(x, y):
    parts = {}
    for a, b in zip(x, y, strict=True):
        parts.setdefault(a, []).append(b)
    return parts


def naive_remainder(x, y, twin):
    parts = groups_of(x, y).values()
    return sum(len(part) * twin(list(Counter(part).values())) for part in parts) / len(y)


@pytest.mark.parametrize("impurity", CONCAVE)
@given(xy=rows)
def test_remainder_and_gain_are_their_twins(impurity, xy):
    x, y = xy
    left = float(naive_remainder(x, y, TWINS[impurity]))
    start = float(TWINS[impurity](list(Counter(y).values())))
    assert remainder(x, y, impurity) == close(left)
    assert information_gain(x, y, impurity) == close(start - left)
    assert information_gain(x, y, impurity) >= 0


@given(rows)
def test_mutual_information_is_symmetric(xy):
    x, y = xy
    joint = entropy(counts([a + b for a, b in zip(x, y, strict=True)]))
    assert mutual_information(x, y) == close(entropy(counts(x)) + entropy(counts(y)) - joint)
    assert mutual_information(x, y) == close(mutual_information(y, x))
    assert conditional_entropy(x, y) == close(joint - entropy(counts(x)))
    assert conditional_entropy(x, y, base=math.e) == close(conditional_entropy(x, y) * math.log(2))


@given(rows)
def test_gain_ratio_is_its_twin(xy):
    x, y = xy
    split = naive_entropy(list(Counter(x).values()))
    gain = naive_entropy(list(Counter(y).values())) - naive_remainder(x, y, naive_entropy)
    assert split_information(x) == close(split)
    assert gain_ratio(x, y) == close(gain / split if len(set(x)) > 1 else 0)


@given(rows)
def test_twoing_is_its_twin(xy):
    x, y = ["l" if a < "c" else "r" for a in xy[0]], xy[1]
    table = Counter(zip(x, y, strict=True))
    left, right = x.count("l"), x.count("r")
    apart = sum(
        abs(Fraction(table["l", k], left or 1) - Fraction(table["r", k], right or 1)) for k in "pqr"
    )
    twin = Fraction(left, len(x)) * Fraction(right, len(x)) / 4 * apart**2
    assert twoing(x, y) == close(float(twin))


@given(rows)
def test_chi_square_is_scipys(xy):
    x, y = xy
    theirs = chi2_contingency(cross_table(x, y)[0], correction=False)
    ours = chi_square(x, y)
    assert ours.statistic == close(theirs.statistic)
    assert ours.df == theirs.dof
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)


def measured(x, y, weights=None):
    """Every measure that does not depend on the amount of weight."""
    yield from (remainder(x, y, f, weights) for f in CONCAVE)
    yield from (information_gain(x, y, f, weights) for f in CONCAVE)
    yield split_information(x, weights=weights)
    yield gain_ratio(x, y, weights)
    yield twoing([a < "c" for a in x], y, weights)


@given(rows, st.data())
def test_weights_are_repeated_rows(xy, data):
    x, y = xy
    w = data.draw(st.lists(st.integers(0, 3), min_size=len(x), max_size=len(x)).filter(any))
    long = [[v for v, times in zip(c, w, strict=True) for _ in range(times)] for c in (x, y)]
    assert list(measured(x, y, w)) == close(list(measured(*long)))
    assert chi_square(x, y, w) == close(chi_square(*long))
    double = [2 * v for v in w]
    assert list(measured(x, y, double)) == close(list(measured(x, y, w)))
    assert chi_square(x, y, double).statistic == close(2 * chi_square(x, y, w).statistic)


@given(rows, st.randoms(use_true_random=False))
def test_names_and_order_do_not_matter(xy, random):
    x, y = xy
    names = dict(zip("pqr", random.sample("pqr", 3), strict=True))
    order = random.sample(range(len(x)), len(x))
    shuffled = [x[i] for i in order], [names[y[i]] for i in order]
    assert list(measured(*shuffled)) == close(list(measured(x, y)))
    assert chi_square(*shuffled) == close(chi_square(x, y))


@given(rows, st.data())
def test_remainder_of_numbers_is_its_twin(xy, data):
    x = xy[0]
    y = data.draw(st.lists(st.integers(-50, 50), min_size=len(x), max_size=len(x)))
    w = data.draw(st.lists(st.integers(0, 3), min_size=len(x), max_size=len(x)).filter(any))
    parts = groups_of(x, list(zip(y, w, strict=True))).values()
    for f in (variance, partial(variance, ddof=1)):
        twin = sum(
            sum(w for _, w in part) * f([v for v, _ in part], [w for _, w in part])
            for part in parts
            if any(w for _, w in part)
        ) / sum(w)
        assert remainder(x, y, f, w) == close(twin)
        assert information_gain(x, y, f, w) == close(f(y, w) - twin)
    assert information_gain(x, y, variance, w) >= -1e-9
