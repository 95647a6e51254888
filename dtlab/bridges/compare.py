"""Several methods on the same rows: what each asks, how large it grows, how well it does, and how
much that varies from one split of the rows to the next."""

from collections import Counter
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Comparison:
    """The answer of `compare`, which prints as its table.

    `table` has a row per method: the feature it asks first (in most splits) and how many others
    came first in some split, and the means over the splits of the number of trees, of their leaves
    and of their depth; then the mean accuracy (R² for numbers) and its standard deviation.
    `scores` has a row per split and a column per method: the same split is the same row.
    """

    table: object  # DataFrame
    scores: object  # DataFrame

    def difference(self, one, other):
        """(mean, standard deviation) of `one` minus `other`, split by split."""
        gap = self.scores[one] - self.scores[other]
        return float(gap.mean()), float(gap.std())

    def and_also(self, more):
        """This comparison with the methods of another on the same splits."""
        import pandas as pd

        return Comparison(
            pd.concat([self.table, more.table]), pd.concat([self.scores, more.scores], axis=1)
        )

    def __repr__(self):
        return repr(self._shown())

    def _repr_html_(self):
        return self._shown().to_html()

    def _shown(self):
        """The table as text: whole numbers of trees, and a dash where there is nothing to tell."""
        formats = {"trees": "{:g}", "leaves": "{:.1f}", "depth": "{:.1f}"}
        formats |= {"accuracy": "{:.4f}", "spread": "{:.4f}"}
        shown = {n: self.table[n].map(f.format).replace("nan", "–") for n, f in formats.items()}
        return self.table.assign(**shown)


def compare(models, X, y, splits=10, test_size=0.3, label_noise=0.0, random_state=0):
    """Train every model on the same random splits of the rows and judge it on the rows left out.

    models: a dictionary name → estimator of dtlab or scikit-learn; classes keep their shares in
    both parts of a split. label_noise: this share of the training rows gets another class, drawn at
    random; the rows left out stay as they are. A spread over splits says how far to trust a
    difference; it is not a standard error, since the training parts overlap.
    >>> from dtlab import CART, ID3, load
    >>> people = load("titanic")
    >>> compare({"ID3": ID3(), "CART": CART()}, people.X, people.y, splits=3).table["asks first"]
    ID3     sex
    CART    sex
    Name: asks first, dtype: ...
    """
    import pandas as pd

    if not models:
        raise ValueError("there is nothing to compare: give a dictionary from names to models")
    parts = list(_splits(X, y, splits, test_size, random_state))
    noisy = [_with_noise(y, label_noise, [random_state, i]) for i in range(splits)]
    runs = {
        name: [_run(model, X, y, *part, known) for part, known in zip(parts, noisy, strict=True)]
        for name, model in models.items()
    }
    table = pd.DataFrame.from_dict({n: _summary(found) for n, found in runs.items()}, "index")
    scores = pd.DataFrame({name: [run["score"] for run in found] for name, found in runs.items()})
    return Comparison(table, scores.rename_axis("split"))


def _splits(X, y, splits, test_size, random_state):
    from sklearn.model_selection import ShuffleSplit, StratifiedShuffleSplit
    from sklearn.utils.multiclass import type_of_target

    numbers = type_of_target(y).startswith("continuous")
    counts = {} if numbers else Counter(np.asarray(y).tolist())
    alone = [label for label, n in counts.items() if n == 1]
    if alone:
        raise ValueError(
            f"the class {alone[0]!r} has a single row, and both parts of a split want one: "
            "drop it, or join it with another class"
        )
    Splitter = ShuffleSplit if numbers else StratifiedShuffleSplit
    return Splitter(splits, test_size=test_size, random_state=random_state).split(X, y)


def _with_noise(y, share, seed):
    """The target with a share of its labels replaced by one of the other classes."""
    if not 0 <= share <= 1:
        raise ValueError(f"label_noise={share!r} is a share of the rows: give 0 to 1")
    if share == 0:
        return y
    rng, known = np.random.default_rng(seed), np.array(y)
    classes, codes = np.unique(known, return_inverse=True)
    rows = rng.permutation(len(known))[: round(share * len(known))]
    known[rows] = classes[(codes[rows] + rng.integers(1, len(classes), len(rows))) % len(classes)]
    return known


def _run(model, X, y, train, test, known):
    from sklearn.base import clone

    fitted = clone(model).fit(_rows(X, train), _rows(known, train))
    trees = trees_of(fitted)
    asked = trees[0].question if trees else None
    return {
        "score": fitted.score(_rows(X, test), _rows(y, test)),
        "first": "–" if asked is None else str(asked.feature),
        "trees": len(trees),
        "leaves": sum(tree.n_leaves for tree in trees) if trees else np.nan,
        "depth": max(tree.depth for tree in trees) if trees else np.nan,
    }


def _rows(table, rows):
    return table.iloc[rows] if hasattr(table, "iloc") else np.asarray(table)[rows]


def _summary(runs):
    first = Counter(run["first"] for run in runs)
    scores = np.array([run["score"] for run in runs])
    means = {key: round(float(np.mean([run[key] for run in runs])), 1) for key in SIZES}
    return {
        "asks first": first.most_common(1)[0][0],
        "others": len(first) - 1,
        **means,
        "accuracy": round(float(scores.mean()), 4),
        "spread": round(float(scores.std(ddof=1)), 4) if len(scores) > 1 else np.nan,
    }


SIZES = ("trees", "leaves", "depth")


def trees_of(model):
    """The trees of a fitted model as a list of `Node`; empty if it has none that dtlab can read."""
    from ..tree.node import Node
    from .from_sklearn import from_sklearn

    model = getattr(model, "best_estimator_", model)  # of a search for the best parameters
    if hasattr(model, "steps"):
        model = model.steps[-1][1]
    if not hasattr(model, "trees_") and not isinstance(getattr(model, "tree_", None), Node):
        try:
            model = from_sklearn(model)
        except ValueError:
            return []
    trees = getattr(model, "trees_", None) or [model]
    return [getattr(tree, "tree_", tree) for tree in trees]
