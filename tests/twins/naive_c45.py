"""C4.5 written plainly: one row at a time, recursive. The slow twin of `dtlab.C45`.

A node's entries are pairs (row, weight): a row whose value is missing goes down every branch with a
part of its weight. On 2600 tables and settings this twin grew and pruned what J48 of Weka 3.6.14
did; the only differences were predictions where two classes were equally probable.
"""

from math import inf, log2, sqrt
from statistics import NormalDist
from types import SimpleNamespace

import pandas as pd

ZERO = 1e-12


def xlogx(x):
    return x * log2(x) if x > ZERO else 0.0


def bits(counts):
    """n H: the entropy of counts times their sum."""
    return xlogx(sum(counts)) - sum(map(xlogx, counts))


def extra_errors(n, e, confidence):
    """Errors that a leaf of n cases and e errors is expected to make beyond e (AddErrs)."""
    if e < 1:
        none = n * (1 - confidence ** (1 / n))
        return none if e <= ZERO else none + e * (extra_errors(n, 1, confidence) - none)
    if e + 0.5 >= n:
        return max(n - e, 0.0)
    z, f = NormalDist().inv_cdf(1 - confidence), (e + 0.5) / n
    upper = f + z * z / (2 * n) + z * sqrt(f / n - f * f / n + z * z / (4 * n * n))
    return n * upper / (1 + z * z / n) - e


def column_of(series):
    """(levels or None, values): values are numbers or level numbers, None where missing."""
    missing = series.isna()
    if pd.api.types.is_numeric_dtype(series) and not pd.api.types.is_bool_dtype(series):
        return None, [None if gone else float(v) for v, gone in zip(series, missing, strict=True)]
    present = set(series[~missing])
    ordered = isinstance(series.dtype, pd.CategoricalDtype) and series.dtype.ordered
    levels = [v for v in series.cat.categories if v in present] if ordered else sorted(present)
    return levels, [
        None if gone else levels.index(v) for v, gone in zip(series, missing, strict=True)
    ]


class NaiveC45:
    def __init__(
        self, X, y, min_cases=2, confidence=0.25, prune=True, raising=True, collapse=True,
        numeric_correction=True,
    ):  # fmt: skip
        self.min_cases, self.confidence, self.raising = min_cases, confidence, raising
        self.numeric_correction = numeric_correction
        self.columns = [column_of(X[name]) for name in X]
        self.classes = sorted(set(y))
        self.y = [self.classes.index(v) for v in y]
        self.root = self.grow([(i, 1.0) for i in range(len(self.y))])
        if collapse:
            self.collapse(self.root)
        if prune:
            self.prune(self.root)

    # ---- growing

    def counts(self, entries):
        counts = [0.0] * len(self.classes)
        for row, weight in entries:
            counts[self.y[row]] += weight
        return counts

    def grow(self, entries):
        node = SimpleNamespace(entries=entries, counts=self.counts(entries), children=[])
        total = sum(node.counts)
        if total >= 2 * self.min_cases - ZERO and total - max(node.counts) > ZERO:
            test = self.choose(entries, total)
            if test is not None:
                node.question = test.question
                node.shares, parts = self.divide(node.question, entries)
                node.children = [self.grow(part) for part in parts]
        return node

    def choose(self, entries, total):
        """The best gain ratio among tests of at least average gain."""
        few = [levels is None or len(levels) < 0.3 * len(self.y) for levels, _ in self.columns]
        tests = [self.test(f, entries, total) for f in range(len(self.columns))]
        in_mean = few if any(few) else [True] * len(few)
        gains = [t.gain for t, use in zip(tests, in_mean, strict=True) if t and use]
        if not gains:
            return None
        least = sum(gains) / len(gains) - 1e-3
        best, ratio = None, ZERO
        for test in tests:
            if test and test.gain >= least and test.ratio > ratio * (1 + ZERO):
                best, ratio = test, test.ratio
        return best

    def test(self, feature, entries, total):
        levels, values = self.columns[feature]
        known = [(row, weight) for row, weight in entries if values[row] is not None]
        if levels is None:
            return self.numeric_test(feature, known, total)
        _, parts = self.divide((feature, None), known)
        tables = [self.counts(part) for part in parts]
        if sum(sum(counts) >= self.min_cases - ZERO for counts in tables) < 2:
            return None
        return self.scored((feature, None), tables, total)

    def scored(self, question, tables, total, cost=0.0):
        """Gain × known fraction, less the cost; the unknowns count as one more branch."""
        whole = [sum(column) for column in zip(*tables, strict=True)]
        gain = (bits(whole) - sum(map(bits, tables))) / total - cost
        split = bits([*map(sum, tables), total - sum(whole)]) / total
        ratio = gain / split if split > ZERO else 0.0
        return SimpleNamespace(question=question, gain=gain, ratio=ratio)

    def numeric_test(self, feature, known, total):
        values = self.columns[feature][1]
        known.sort(key=lambda entry: values[entry[0]])
        counts = self.counts(known)
        least = min(max(0.1 * sum(counts) / len(self.classes), self.min_cases), 25) - ZERO
        cuts = []
        for i in range(1, len(known)):
            low, high = values[known[i - 1][0]], values[known[i][0]]
            tables = [self.counts(known[:i]), self.counts(known[i:])] if low < high else [[0]]
            if min(map(sum, tables)) >= least:
                cuts.append(
                    self.scored((feature, self.threshold(values, low, high)), tables, total)
                )
        if not cuts:
            return None
        best = cuts[0]
        for cut in cuts:
            if cut.gain > best.gain + ZERO:
                best = cut
        if not self.numeric_correction:
            return best if best.gain > ZERO else None
        cost = log2(len(cuts)) / total
        corrected = best.gain - cost
        split = best.gain / best.ratio if best.ratio else inf
        best.gain, best.ratio = corrected, corrected / split
        return best if best.gain > ZERO else None

    def threshold(self, values, low, high):
        """Quinlan's: the largest value of the whole training set at or below the midpoint."""
        return max(v for v in values if v is not None and v <= (low + high) / 2)

    def divide(self, question, entries):
        """The shares and the entries of the branches; a missing value goes to all of them."""
        feature, threshold = question
        levels, values = self.columns[feature]
        parts = [[] for _ in (levels if threshold is None else "<>")]
        for row, weight in entries:
            if values[row] is not None:
                parts[self.branch(question, values[row])].append((row, weight))
        weights = [sum(weight for _, weight in part) for part in parts]
        total = sum(weights)
        shares = [w / total if total > ZERO else 1 / len(parts) for w in weights]
        for row, weight in entries:
            if values[row] is None:
                for part, share in zip(parts, shares, strict=True):
                    if share > ZERO:
                        part.append((row, weight * share))
        return shares, parts

    def branch(self, question, value):
        return value if question[1] is None else int(value > question[1])

    # ---- cutting back

    def leaf_errors(self, counts):
        return sum(counts) - max(counts)

    def collapse(self, node):
        """A subtree that makes no fewer training errors than a leaf becomes that leaf."""
        errors = sum(self.leaf_errors(leaf.counts) for leaf in leaves(node))
        if errors >= self.leaf_errors(node.counts) - 1e-3:
            node.children = []
        for child in node.children:
            self.collapse(child)

    def estimate(self, counts):
        n, e = sum(counts), self.leaf_errors(counts)
        return e + extra_errors(n, e, self.confidence) if n > ZERO else 0.0

    def estimate_of(self, node, entries):
        """Estimated errors of the node's subtree, should these entries go down it."""
        if not node.children:
            return self.estimate(self.counts(entries))
        _, parts = self.divide(node.question, entries)
        return sum(map(self.estimate_of, node.children, parts))

    def prune(self, node):
        if not node.children:
            return
        for child in node.children:
            self.prune(child)
        sizes = [sum(child.counts) for child in node.children]
        largest = node.children[max(i for i, n in enumerate(sizes) if n >= max(sizes) - ZERO)]
        raised = self.estimate_of(largest, node.entries) + 0.1 if self.raising else inf
        tree = sum(self.estimate(leaf.counts) for leaf in leaves(node)) + 0.1
        leaf = self.estimate(node.counts)
        if leaf <= tree + ZERO and leaf <= raised + ZERO:
            node.children = []
        elif raised - 0.1 <= tree + ZERO:
            node.__dict__.update({k: v for k, v in vars(largest).items() if k != "entries"})
            self.refill(node, node.entries)
            self.prune(node)

    def refill(self, node, entries):
        node.entries, node.counts = entries, self.counts(entries)
        if node.children:
            node.shares, parts = self.divide(node.question, entries)
            for child, part in zip(node.children, parts, strict=True):
                self.refill(child, part)

    # ---- using

    def probabilities(self, node, row):
        if node.children:
            value = self.columns[node.question[0]][1][row]
            if value is None:
                shared = zip(node.children, node.shares, strict=True)
                parts = [[s * p for p in self.probabilities(c, row)] for c, s in shared if s > 0]
                return [sum(column) for column in zip(*parts, strict=True)]
            child = node.children[self.branch(node.question, value)]
            if sum(child.counts) > ZERO:
                return self.probabilities(child, row)
        return [count / sum(node.counts) for count in node.counts]

    def predict(self):
        """Class numbers of the training rows; equally probable classes: the first."""
        table = [self.probabilities(self.root, row) for row in range(len(self.y))]
        return [next(k for k, p in enumerate(ps) if p >= max(ps) - 1e-9) for ps in table]

    def hits(self):
        return sum(a == b for a, b in zip(self.predict(), self.y, strict=True))


def leaves(node):
    return [leaf for child in node.children for leaf in leaves(child)] or [node]
