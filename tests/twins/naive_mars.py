"""MARS the slow and obvious way: every candidate, every removal by least squares from scratch."""

import numpy as np

from dtlab.algorithms.mars.terms import design


def rss(terms, table, y, weight):
    """The weighted residual sum of squares of the best combination of the terms."""
    B, root = design(terms, table), np.sqrt(weight)
    B = B / np.abs(B).max(axis=0) * root[:, None]
    residual = y * root - B @ np.linalg.lstsq(B, y * root)[0]
    return residual @ residual


def drops(forward, search, table, y, weight):
    """What each candidate of a search would take from the RSS of the model so far."""
    before = rss(forward.terms, table, y, weight)
    first = 1 if forward.options.step else 0  # a step has no candidate without a knot
    after = [
        rss([*forward.terms, *search.terms(i, table)], table, y, weight)
        for i in range(first, 1 + len(search.at))
    ]
    return np.append(np.zeros(first), before - np.array(after))


def backward(terms, table, y, weight):
    """[(terms, RSS)] when the term that is missed least goes, again and again."""
    kept = list(terms)
    path = [(tuple(kept), rss(kept, table, y, weight))]
    while len(kept) > 1:
        without = [kept[:j] + kept[j + 1 :] for j in range(1, len(kept))]
        costs = [rss(fewer, table, y, weight) for fewer in without]
        kept = without[int(np.argmin(costs))]
        path.append((tuple(kept), min(costs)))
    return path


def knots(x, weight, minspan, endspan, step):
    """Values of x where a knot may be, from the largest down."""
    chosen, last = [], -np.inf
    for t in sorted(set(x[weight > 0]), reverse=True):
        above = weight[x > t].sum()
        below = weight[x <= t].sum() if step else weight[x < t].sum()
        if min(above, below) >= endspan and above >= last + minspan:
            chosen.append(t)
            last = above
    return chosen
