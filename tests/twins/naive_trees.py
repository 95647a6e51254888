"""ID3, CART and the regression tree as plain recursions over rows: the engine's slow, obvious twin.

A table is {name: list of values}, None missing; ints and floats are numbers, all else categories.
Ties follow the rules: within 1e-12 the earlier column, then the smaller value. Where the rules do
not say which of several equally good groupings is taken, the node is marked `open`.
"""

from dataclasses import dataclass, field
from itertools import combinations
from math import inf, log2

TIE = 1e-12


@dataclass
class Twin:
    """A node: what it holds, and if it is split the question and its children."""

    rows: list
    weight: float
    impurity: float
    prediction: object
    score: float | None = None
    feature: str | None = None
    answer: object = None  # threshold, or the set of values of every child
    missing: int | None = None
    children: list = field(default_factory=list)
    open: bool = False


@dataclass
class Data:
    """Columns, target and weights of a training table."""

    columns: dict
    y: list
    w: list

    def weight(self, rows):
        return sum(self.w[i] for i in rows)

    def counts(self, rows):
        total = dict.fromkeys(sorted(set(self.y)), 0.0)
        for i in rows:
            total[self.y[i]] += self.w[i]
        return total

    def is_number(self, name):
        known = [v for v in self.columns[name] if v is not None]
        return bool(known) and all(type(v) in (int, float) for v in known)


def entropy(data, rows):
    n = data.weight(rows)
    return -sum(c / n * log2(c / n) for c in data.counts(rows).values() if c > 0)


def gini(data, rows):
    n = data.weight(rows)
    return 1 - sum((c / n) ** 2 for c in data.counts(rows).values())


def error(data, rows):
    return 1 - max(data.counts(rows).values()) / data.weight(rows)


def variance(data, rows, ddof=0):
    n = data.weight(rows)
    if n <= ddof:
        return 0.0
    mean = sum(data.w[i] * data.y[i] for i in rows) / n
    return sum(data.w[i] * (data.y[i] - mean) ** 2 for i in rows) / (n - ddof)


def sample_variance(data, rows):
    return variance(data, rows, 1)


def gain(data, rows, parts, impurity):
    n = data.weight(rows)
    rest = sum(data.weight(part) / n * impurity(data, part) for part in parts if part)
    return impurity(data, rows) - rest


def first_best(scores):
    """The position of the first score that ties with the highest."""
    top = max(scores)
    return next(i for i, s in enumerate(scores) if s >= top - TIE * max(1, abs(top)))


def leaf(data, rows, impurity):
    weight, of_numbers = data.weight(rows), impurity in (variance, sample_variance)
    if of_numbers:
        prediction = sum(data.w[i] * data.y[i] for i in rows) / weight
    else:
        counts = data.counts(rows)
        prediction = list(counts)[first_best(list(counts.values()))]
    return Twin(rows, weight, impurity(data, rows), prediction)


def is_pure(data, rows):
    return len({data.y[i] for i in rows}) == 1


# ------------------------------------------------------------------ ID3


def id3(data, rows=None, left=None, stop_at_zero_gain=False):
    """One branch per level of the training data; a feature is asked once on a path."""
    rows = list(range(len(data.y))) if rows is None else rows
    left = list(data.columns) if left is None else left
    node = leaf(data, rows, entropy)
    splits = {name: by_value(data, rows, name) for name in left}
    left = [name for name in left if sum(map(bool, splits[name].values())) > 1]  # a real question
    if is_pure(data, rows) or not left:
        return node
    scores = [gain(data, rows, list(splits[name].values()), entropy) for name in left]
    at = first_best(scores)
    if stop_at_zero_gain and scores[at] <= TIE:
        return node
    node.score, node.feature = scores[at], left[at]
    node.answer = [{value} for value in splits[left[at]]]
    others = [name for name in left if name != left[at]]
    for part in splits[left[at]].values():
        empty = Twin([], 0.0, 0.0, node.prediction)
        node.children.append(id3(data, part, others, stop_at_zero_gain) if part else empty)
    return node


def by_value(data, rows, name):
    values = data.columns[name]
    return {v: [i for i in rows if values[i] == v] for v in sorted(set(values))}


# ------------------------------------------------------------------ CART and regression


@dataclass
class Split:
    """One way to split a node in two."""

    score: float
    feature: str
    answer: object
    missing: int | None
    parts: tuple


def cart(data, impurity, rows=None, depth=0, **limits):
    """Two branches: thresholds, all ways to form two groups; missing values on the better side.

    The last split to be tried is known values against missing ones.
    """
    rows = list(range(len(data.y))) if rows is None else rows
    node = leaf(data, rows, impurity)
    too_deep = depth >= limits.get("max_depth", 10**9)
    done = is_pure(data, rows) or (impurity is sample_variance and node.impurity == 0)
    if too_deep or done or len(rows) < limits.get("min_samples_split", 2):
        return node
    per_feature = [best_splits(data, rows, f, impurity, limits) for f in data.columns]
    per_feature = [splits for splits in per_feature if splits]
    if not per_feature:
        return node
    chosen = per_feature[first_best([splits[0].score for splits in per_feature])]
    least = limits.get("min_impurity_decrease", 0)
    if least > 0 and chosen[0].score * node.weight / sum(data.w) < least - 1e-12:
        return node
    split = chosen[0]
    node.score, node.feature, node.answer = split.score, split.feature, split.answer
    node.missing, node.open = split.missing, len(chosen) > 1
    if not node.open:
        node.children = [cart(data, impurity, p, depth + 1, **limits) for p in split.parts]
    return node


def best_splits(data, rows, name, impurity, limits):
    """The best split on a feature; several if the rules leave open which one."""
    x = data.columns[name]
    unknown = [i for i in rows if x[i] is None]
    values = sorted({x[i] for i in rows if x[i] is not None})
    find = thresholds if data.is_number(name) else groups
    found, least = [], limits.get("min_samples_leaf", 1)
    for answer, is_left in find(values):
        sides = [
            [i for i in rows if x[i] is not None and is_left(x[i]) == b] for b in (True, False)
        ]
        both = [split_with_missing(data, name, answer, sides, unknown, k, impurity) for k in (0, 1)]
        both = both if unknown else both[:1]
        both = [s for s in both if min(map(len, s.parts)) >= least]
        if both:
            found.append([s for s in both if s.score >= max(b.score for b in both) - 1e-9])
    if unknown and values and min(len(unknown), len(rows) - len(unknown)) >= least:
        parts = tuple([i for i in rows if (x[i] is None) == b] for b in (False, True))
        answer = inf if data.is_number(name) else [set(values), set()]
        found.append([Split(gain(data, rows, parts, impurity), name, answer, 1, parts)])
    if not found:
        return []
    at = first_best([splits[0].score for splits in found])
    if data.is_number(name):
        return found[at]
    return [s for splits in found for s in splits if s.score >= found[at][0].score - 1e-9]


def split_with_missing(data, name, answer, sides, unknown, k, impurity):
    parts = [sorted(side + unknown) if i == k else side for i, side in enumerate(sides)]
    rows = parts[0] + parts[1]
    score = gain(data, rows, parts, impurity)
    return Split(score, name, answer, k if unknown else None, tuple(parts))


def thresholds(values):
    for below, above in zip(values, values[1:], strict=False):
        yield below / 2 + above / 2, lambda v, b=below: v <= b


def groups(values):
    """Every way to form two groups; the first value is in the first."""
    for size in range(len(values) - 1):
        for others in combinations(values[1:], size):
            first = {values[0], *others}
            yield [first, set(values) - first], lambda v, first=first: v in first
