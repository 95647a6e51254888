"""A Spark ML estimator that is used like one of scikit-learn, so that it can be compared."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin

from ..typing import Frame, Values
from .from_spark import from_spark


class OnSpark(ClassifierMixin, BaseEstimator):
    """A Spark classifier of numbers with scikit-learn's fit and predict, in the running session.

    fit sends the rows to Spark and brings the model back by `from_spark`; `spark_model_` is
    Spark's own. Rows are one partition, so that their order, and with it the result, is fixed.

    Parameters:
        estimator: a classifier of `pyspark.ml.classification`: tree, random forest or GBT.

    In a running session (Spark needs Java, so the example is not tested here):
    >>> from pyspark.ml.classification import DecisionTreeClassifier  # doctest: +SKIP
    >>> OnSpark(DecisionTreeClassifier(maxDepth=5)).fit(X, y).predict(X_test)  # doctest: +SKIP
    """

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator

    def fit(self, X: Frame, y: Values) -> Self:
        """Train on Spark, and bring the model back.

        Parameters:
            X: the features, numbers only, a row per instance (DataFrame or 2-D array).
            y: the target, one class per row (list, array or Series).
        """
        from pyspark.ml.linalg import Vectors
        from pyspark.sql import SparkSession

        self.classes_, codes = np.unique(np.asarray(y), return_inverse=True)
        rows = zip(np.asarray(X, float).tolist(), codes.astype(float).tolist(), strict=True)
        # Spark's estimators exist only in a session
        table = SparkSession.getActiveSession().createDataFrame(  # type: ignore[union-attr]
            [(Vectors.dense(row), code) for row, code in rows], ["features", "label"]
        )
        self.spark_model_ = self.estimator.fit(table.coalesce(1))
        names = [str(name) for name in X.columns] if hasattr(X, "columns") else None
        self.model_ = from_spark(self.spark_model_, names, self.classes_.tolist())
        self.trees_ = getattr(self.model_, "trees_", [self.model_])
        return self

    def predict(self, X: Frame) -> NDArray[Any]:
        """The class of every row.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        return np.asarray(self.model_.predict(X))

    def __sklearn_clone__(self):
        return OnSpark(self.estimator)  # Spark's estimators learn nothing: fit returns a model
