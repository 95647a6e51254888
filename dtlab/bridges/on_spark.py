"""A Spark ML estimator that is used like one of scikit-learn, so that it can be compared."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from .from_spark import from_spark


class OnSpark(ClassifierMixin, BaseEstimator):
    """A Spark classifier of numbers with scikit-learn's fit and predict, in the running session.

    fit sends the rows to Spark and brings the model back by `from_spark`; `spark_model_` is
    Spark's own. Rows are one partition, so that their order, and with it the result, is fixed.

        OnSpark(DecisionTreeClassifier(maxDepth=5)).fit(X, y).predict(X_test)
    """

    def __init__(self, estimator):
        self.estimator = estimator

    def fit(self, X, y):
        from pyspark.ml.linalg import Vectors
        from pyspark.sql import SparkSession

        self.classes_, codes = np.unique(np.asarray(y), return_inverse=True)
        rows = zip(np.asarray(X, float).tolist(), codes.astype(float).tolist(), strict=True)
        table = SparkSession.getActiveSession().createDataFrame(
            [(Vectors.dense(row), code) for row, code in rows], ["features", "label"]
        )
        self.spark_model_ = self.estimator.fit(table.coalesce(1))
        names = [str(name) for name in getattr(X, "columns", range(np.shape(X)[1]))]
        self.model_ = from_spark(self.spark_model_, names, self.classes_.tolist())
        self.trees_ = getattr(self.model_, "trees_", [self.model_])
        return self

    def predict(self, X):
        return np.asarray(self.model_.predict(X))

    def __sklearn_clone__(self):
        return OnSpark(self.estimator)  # Spark's estimators learn nothing: fit returns a model
