"""What C5.0 has beyond a C4.5 tree (the lectures only name it), put together from what is here:
boosting, rule sets (C4.5 has them too), misclassification costs, winnowing.

It is a simplification: the source of Quinlan's own program (GPL) is at rulequest.com.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin, clone
from sklearn.utils.validation import check_is_fitted

from ..algorithms.base import TableModel
from ..algorithms.c45 import C45
from ..inputs.columns import chosen_columns, names_of
from ..inputs.errors import InputError
from ..inputs.estimators import check_features, read_classes
from ..kernels import TIE
from ..measures.features import best
from ..pruning.rules import prune_rules
from ..typing import Columns, Frame, Random
from .adaboost import AdaBoost
from .learners import repeat_rows


@dataclass(eq=False, repr=False)
class C45Rules(ClassifierMixin, TableModel):
    """A C4.5 tree as rules, each shortened on its own: `rules_`, a RuleSet, answers.

    Rules count rows, so there is no sample_weight. `estimator` is the C45 to start from.

    >>> from dtlab import load
    >>> golf = load("play_golf")
    >>> print(C45Rules().fit(golf.X, golf.y).rules_)
    IF outlook = overcast THEN yes
    IF humidity = normal THEN yes
    IF outlook = rain AND windy = False THEN yes
    IF outlook = sunny AND humidity = high THEN no
    IF outlook = rain AND windy = True THEN no
    ELSE yes
    """

    estimator: C45 | None = None

    def fit(self, X, y):  # type: ignore[override]  # AdaBoost must see that it takes no weights
        """Grow the tree, take its rules, prune them on the same rows."""
        return super().fit(X, y)

    def _fit(self, X, y, weight, present):
        codes, self.classes_ = read_classes(y)
        base = C45() if self.estimator is None else clone(self.estimator)
        self.tree_ = base.fit(X, y).tree_
        frame = _with_names(self, X)
        labels = np.array(self.classes_.tolist(), object)[codes]  # plain values, as in the tree
        self.rules_ = prune_rules(self.tree_, frame, labels, confidence=base.confidence)
        shares = np.zeros((len(self.rules_) + 1, len(self.classes_)))
        np.add.at(shares, (self.rules_.first(frame), codes), 1)  # rule −1 is the default
        empty = shares.sum(axis=1) == 0
        shares[empty] = np.bincount(codes, minlength=len(self.classes_))
        self._shares = shares / shares.sum(axis=1, keepdims=True)

    def predict(self, X):
        """The class of the first rule that matches."""
        code = {label: k for k, label in enumerate(self.classes_.tolist())}
        said = [*(rule.prediction for rule in self.rules_), self.rules_.default]
        first = self.rules_.first(_read(self, X))  # −1 is the default
        return self.classes_[[code[label] for label in said]][first]

    def predict_proba(self, X):
        """[n, K] class shares of the training rows that the same rule was the first to match."""
        rows = _read(self, X)
        return self._shares[self.rules_.first(rows)]


@dataclass(eq=False, repr=False)
class C50(ClassifierMixin, TableModel):
    """C4.5 with what C5.0 offers: boosting, rules, misclassification costs, winnowing.

    Winnowing: of the columns that trees on two halves of the rows ask about, one after the other is
    dropped while the error on the other half does not rise. After `fit`: `trees_` the trees or rule
    sets that vote, `features_` the columns that they were given.

    Parameters:
        trials: the number of trees that vote, by AdaBoost; 1 by default.
        rules: whether trees become rule sets. Rules count rows, so boosting then draws rows, and a
            sample_weight is the number of copies of a row. False by default.
        costs: {(true class, predicted class): cost}, 1 for a mistake not listed: the class of least
            expected cost is predicted; None (default) for equal costs.
        winnow: whether columns that a tree does not need are left out first; False by default.
        min_cases: the weight that two branches must have, and both sides of a threshold; 2 by
            default.
        confidence: of the pessimistic error, above 0 and at most 0.5; smaller prunes more. 0.25 by
            default.
        categorical: names or positions of columns that are categories whatever they hold; None
            (default) goes by their type.
        random_state: seed of the draws, a whole number or a numpy Generator; None (default) draws
            differently every time.

    >>> from dtlab import load
    >>> ship = load("titanic")
    >>> plain, careful = C50(), C50(costs={("yes", "no"): 3})
    >>> [int((m.fit(ship.X, ship.y).predict(ship.X) == "yes").sum()) for m in (plain, careful)]
    [290, 661]
    """

    trials: int = 1
    rules: bool = False
    costs: dict[tuple[Any, Any], float] | None = None
    winnow: bool = False
    min_cases: float = 2
    confidence: float = 0.25
    categorical: Columns = None
    random_state: Random = None

    def _fit(self, X, y, weight, present):
        """Winnow, then fit the tree, the rules or the boosted ensemble: `model_`."""
        if self.rules and weight is not None:
            if (weight % 1).any():
                raise InputError("rules count rows: give whole weights, or use rules=False")
            X, y = repeat_rows(X, y, weight)
            weight = None
        codes, self.classes_ = read_classes(y)
        self._costs = cost_matrix(self.costs, self.classes_)
        rng = np.random.default_rng(self.random_state)
        X = _with_names(self, X)
        self.features_ = list(X.columns)
        if self.winnow:
            self.features_ = needed_columns(self._tree, X, codes, weight, rng)
        self.model_ = self._tree(self.features_)
        if self.rules:
            self.model_ = C45Rules(self.model_)
        if self.trials > 1:
            method = "resample" if self.rules else "reweight"
            seed = int(rng.integers(2**31))
            self.model_ = AdaBoost(self.model_, self.trials, method=method, random_state=seed)
        weights = {} if weight is None else {"sample_weight": weight}
        self.model_.fit(X[self.features_], y, **weights)

    def _tree(self, features):
        """C4.5 for some of the columns."""
        wanted = chosen_columns(self.categorical, self._names)
        chosen = [name for name in wanted if name in features]
        return C45(self.min_cases, self.confidence, categorical=chosen)

    @property
    def trees_(self) -> list[Any]:
        """The trees, or the rule sets, that vote."""
        check_is_fitted(self)
        return [self.model_] if self.trials == 1 else self.model_.trees_

    def predict(self, X: Frame) -> NDArray[Any]:
        """The class that gets the vote, or with costs the class of least expected cost.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        X = _read(self, X)[self.features_]
        if self.costs is None:
            return self.model_.predict(X)
        expected = self._shares(X) @ self._costs
        return self.classes_[best(-expected, axis=1)[0]]

    def predict_proba(self, X: Frame) -> NDArray[np.float64]:
        """[n, K] class shares where the row ends; of several trials, their shares of the vote.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        X = _read(self, X)[self.features_]
        return self._shares(X)

    def _shares(self, X):
        if self.trials == 1:
            return self.model_.predict_proba(X)
        votes = self.model_.votes(X)
        return votes / votes.sum(axis=1, keepdims=True)


def needed_columns(tree_for, X, codes, weight, rng):
    """The columns that a tree needs: dropping any other does not raise the error on unseen rows.

    Rows are halved at random, class by class; `tree_for(columns)` learns one half and is tested on
    the other, both ways round. The columns are tried from the last to the first.
    """
    half = np.empty(len(codes), int)
    half[np.lexsort((rng.random(len(codes)), codes))] = np.arange(len(codes)) % 2
    weight = np.ones(len(codes)) if weight is None else weight
    if not all(weight[half == side].any() for side in (0, 1)):
        return list(X.columns)

    def tree_on(features, side):
        rows = half == side
        return tree_for(features).fit(X.loc[rows, features], codes[rows], weight[rows])

    def error(features):
        answer = np.empty(len(codes), int)
        for side in (0, 1):
            answer[half != side] = tree_on(features, side).predict(X.loc[half != side, features])
        return weight @ (answer != codes)

    nodes = [node for side in (0, 1) for node in tree_on(list(X.columns), side).tree_.walk()]
    asked = {node.question.feature for node in nodes if not node.is_leaf}
    kept = [name for name in X.columns if name in asked] or list(X.columns)
    least = error(kept)
    for name in reversed(kept[:]):
        rest = [other for other in kept if other != name]
        if rest and (trial := error(rest)) <= least + TIE * weight.sum():
            kept, least = rest, trial
    return kept


def cost_matrix(costs, classes):
    """[K, K] the cost of predicting the second class where the first is true.

    >>> cost_matrix({("ill", "well"): 10}, ["ill", "well"]).tolist()
    [[0.0, 10.0], [1.0, 0.0]]
    """
    labels = np.asarray(classes).tolist()
    matrix = 1.0 - np.eye(len(labels))
    if costs is not None and not hasattr(costs, "items"):
        raise InputError(
            "costs must be a dictionary {(true class, predicted class): cost}, "
            f"not a {type(costs).__name__}"
        )
    for pair, cost in (costs or {}).items():
        if not (isinstance(pair, tuple) and len(pair) == 2 and set(pair) <= set(labels)):
            raise InputError(f"costs: {pair!r} is not a pair of classes; the classes are {labels}")
        is_cost = isinstance(cost, Real) and 0 <= float(cost) < np.inf
        if not is_cost or (pair[0] == pair[1] and cost):
            raise InputError(
                f"costs: {pair!r} must cost a number from 0 up, 0 if it is correct, not {cost!r}"
            )
        matrix[labels.index(pair[0]), labels.index(pair[1])] = cost
    return matrix


def _read(model, X):
    """The rows to predict, checked and named."""
    import pandas as pd

    check_is_fitted(model)
    X = check_features(model, X, reset=False)
    return pd.DataFrame(X).set_axis(model._names, axis=1)  # an array's columns are known by place


def _with_names(model, X):
    """A DataFrame whose columns have the names that the model's trees use, `_names`."""
    import pandas as pd

    model._names = names_of(X)
    return pd.DataFrame(X).set_axis(model._names, axis=1)
