"""Tables on which C4.5 was compared with J48: lecture tables, scikit-learn's, generated ones."""

import numpy as np
import pandas as pd
import sklearn.datasets

from dtlab.data import load


def lecture(name, **options):
    data = load(name, **options)
    return data.X, data.y


def holes(table, share, seed):
    """The table with a share of its cells missing, drawn by a seeded generator."""
    X, y = table
    return X.mask(np.random.default_rng(seed).random(X.shape) < share), y


def golf_one_missing():
    """Quinlan's example (1993, chapter 3): the outlook of the case 72, 90, true is not known."""
    X, y = lecture("play_golf_numeric")
    unknown = (X["temperature"] == 72) & (X["humidity"] == 90)
    return X.assign(outlook=X["outlook"].mask(unknown)), y


def bundled(name, columns):
    """Some columns of a data set that comes with scikit-learn, the class as its name."""
    data = getattr(sklearn.datasets, f"load_{name}")(as_frame=True)
    return data.data.iloc[:, columns], data.target.map(lambda k: str(data.target_names[k]))


def mixed(seed, n=200, missing=0.0, classes=3):
    """Two numbers and two categories, a rule of three conditions, one label in five at random."""
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, 40, n), rng.integers(0, 400, n) / 8
    c, d = rng.integers(0, 3, n), rng.integers(0, 5, n)
    rule = (a > 18) * 1 + (c == 1) * 1 + ((b > 20) & (d > 2)) * 1
    y = np.where(rng.random(n) < 0.2, rng.integers(0, classes, n), rule % classes)
    X = pd.DataFrame({"a": a, "b": b, "c": np.array(["p", "q", "r"])[c], "d": d.astype(str)})
    return X.mask(rng.random((n, 4)) < missing), pd.Series(y, name="y").map("class {}".format)


def many_levels(seed, n=120, levels=40, missing=0.0):
    """A category with more than 0.3 n levels, which the mean gain leaves out, and two others."""
    rng = np.random.default_rng(seed)
    y, other = rng.integers(0, 2, n), rng.integers(0, 2, n)
    name = np.where(rng.random(n) < 0.5, 20 * y, 0) + rng.integers(0, levels - 20, n)
    X = pd.DataFrame({"name": name, "x": y + rng.integers(0, 3, n), "z": other ^ (name % 3 == 0)})
    X = X.astype({"name": str, "z": str}).mask(rng.random((n, 3)) < missing)
    return X, pd.Series(y, name="y").map({0: "no", 1: "yes"})


TABLES = {
    "golf": lambda: lecture("play_golf"),
    "golf numeric": lambda: lecture("play_golf_numeric"),
    "golf, one outlook missing": golf_one_missing,
    "golf, holes": lambda: holes(lecture("play_golf"), 0.15, 1),
    "golf numeric, holes": lambda: holes(lecture("play_golf_numeric"), 0.15, 2),
    "titanic": lambda: lecture("titanic"),
    "titanic, holes": lambda: holes(lecture("titanic"), 0.1, 3),
    "buys computer": lambda: lecture("buys_computer"),
    "buys computer, RID": lambda: lecture("buys_computer", id_as_feature=True),
    "vegetation": lambda: lecture("vegetation"),
    "vegetation continuous": lambda: lecture("vegetation_continuous"),
    "spam": lambda: lecture("spam"),
    "multiplexer": lambda: lecture("multiplexer"),
    "iris": lambda: bundled("iris", range(4)),
    "iris, holes": lambda: holes(bundled("iris", range(4)), 0.2, 11),
    "wine": lambda: bundled("wine", range(13)),
    "wine, holes": lambda: holes(bundled("wine", range(13)), 0.1, 5),
    "breast cancer": lambda: bundled("breast_cancer", [0, 1, 2, 3, 20, 21, 22, 23]),
    "breast cancer, holes": lambda: holes(
        bundled("breast_cancer", [0, 1, 2, 3, 20, 21, 22, 23]), 0.3, 6
    ),
    "digits": lambda: bundled("digits", range(20, 44)),
}
TABLES |= {
    f"mixed {seed} {n} {missing} {classes}": lambda args=(seed, n, missing, classes): mixed(*args)
    for seed, n, missing, classes in [
        (2, 300, 0.0, 3),
        (3, 150, 0.1, 3),
        (5, 800, 0.05, 2),
        (24, 100, 0.0, 2),
        (30, 100, 0.1, 2),
        (32, 300, 0.0, 4),
        (43, 200, 0.2, 3),
        (51, 100, 0.2, 2),
        (71, 300, 0.2, 4),
        (88, 200, 0.0, 3),
    ]
}
TABLES |= {
    f"many levels {seed} {missing}": lambda args=(seed, missing): many_levels(
        args[0], missing=args[1]
    )
    for seed, missing in [(1, 0.0), (2, 0.1), (3, 0.0)]
}


def random_table(seed):
    """A small table of any shape: numbers and categories, few or many levels, missing values."""
    rng = np.random.default_rng(seed)
    n, classes, width = (int(rng.integers(*span)) for span in ((10, 120), (2, 5), (1, 6)))
    hidden = rng.integers(0, classes, n)
    columns = {}
    for j in range(width):
        noise = rng.integers(0, 1 + rng.integers(1, 30), n)
        numeric = hidden * rng.integers(0, 8) + noise
        levels = int(rng.choice([2, 3, 5, max(2, int(0.29 * n)), max(2, int(0.35 * n))]))
        label = np.where(rng.random(n) < 0.5, hidden % levels, rng.integers(0, levels, n))
        columns[f"x{j}"] = numeric.astype(float) if rng.random() < 0.5 else label.astype(str)
    X = pd.DataFrame(columns)
    X = X.mask(rng.random(X.shape) < rng.choice([0, 0.05, 0.3]))
    y = np.where(rng.random(n) < rng.random() / 2, rng.integers(0, classes, n), hidden)
    return X.loc[:, X.notna().any()], pd.Series(y).map("class {}".format)


# What J48 makes of each table: (leaves, training hits), in the order of OPTIONS in
# test_c45_oracle.py.
J48 = {
    "golf": [(5, 14), (5, 14), (5, 14), (1, 9)],
    "golf numeric": [(5, 14), (5, 14), (5, 14), (1, 9)],
    "golf, one outlook missing": [(5, 13), (5, 13), (5, 13), (1, 9)],
    "golf, holes": [(4, 12), (1, 9), (1, 9), (1, 9)],
    "golf numeric, holes": [(5, 13), (5, 13), (5, 13), (1, 9)],
    "titanic": [(10, 1740), (10, 1740), (10, 1740), (5, 1724)],
    "titanic, holes": [(10, 1712), (9, 1709), (9, 1709), (9, 1709)],
    "buys computer": [(5, 14), (5, 14), (5, 14), (1, 9)],
    "buys computer, RID": [(5, 14), (5, 14), (5, 14), (1, 9)],
    "vegetation": [(4, 5), (1, 3), (1, 3), (1, 3)],
    "vegetation continuous": [(3, 6), (3, 6), (3, 6), (1, 3)],
    "spam": [(2, 6), (2, 6), (2, 6), (1, 3)],
    "multiplexer": [(18, 64), (18, 64), (8, 56), (6, 48)],
    "iris": [(5, 147), (5, 147), (5, 147), (4, 146)],
    "iris, holes": [(10, 145), (8, 143), (8, 143), (4, 135)],
    "wine": [(5, 176), (5, 176), (5, 176), (5, 175)],
    "wine, holes": [(11, 176), (11, 176), (11, 176), (5, 169)],
    "breast cancer": [(12, 556), (12, 556), (12, 556), (6, 543)],
    "breast cancer, holes": [(15, 540), (12, 534), (12, 534), (8, 522)],
    "digits": [(125, 1725), (112, 1718), (111, 1719), (67, 1646)],
    "mixed 2 300 0.0 3": [(43, 266), (43, 266), (43, 266), (10, 214)],
    "mixed 3 150 0.1 3": [(31, 114), (15, 106), (12, 106), (8, 99)],
    "mixed 5 800 0.05 2": [(44, 695), (44, 695), (44, 695), (41, 687)],
    "mixed 24 100 0.0 2": [(26, 88), (26, 88), (23, 86), (1, 51)],
    "mixed 30 100 0.1 2": [(20, 75), (8, 67), (6, 69), (7, 72)],
    "mixed 32 300 0.0 4": [(48, 271), (37, 264), (39, 266), (11, 229)],
    "mixed 43 200 0.2 3": [(41, 150), (11, 131), (7, 125), (4, 112)],
    "mixed 51 100 0.2 2": [(22, 79), (1, 56), (4, 64), (1, 56)],
    "mixed 71 300 0.2 4": [(43, 214), (24, 203), (14, 187), (8, 177)],
    "mixed 88 200 0.0 3": [(45, 179), (31, 167), (33, 169), (10, 141)],
    "many levels 1 0.0": [(41, 105), (41, 105), (41, 105), (1, 61)],
    "many levels 2 0.1": [(39, 97), (35, 97), (2, 80), (1, 62)],
    "many levels 3 0.0": [(38, 107), (2, 81), (2, 81), (2, 81)],
}
