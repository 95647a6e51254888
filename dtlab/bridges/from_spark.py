"""Trees that Spark ML learned: read from a saved model, which Spark keeps readable over versions.

A model saves its nodes as one table: prediction, impurity, statistics, gain, children and split.
Reading that needs no part of Spark that may change, and takes one job for a forest of any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..inputs.errors import InputError
from ..questions.question import Groups, Threshold
from ..tree.node import Node, unpack
from ..typing import Frame
from .imported import Imported

KINDS = {
    f"{family}{kind}Model"
    for family in ("DecisionTree", "RandomForest", "GBT")
    for kind in ("Classification", "Regression")
}


class Feature(NamedTuple):
    """A column of the feature vector: its name, and its categories (None for a number)."""

    name: str
    levels: tuple | None = None


def from_spark(
    model: Any, features: Sequence[str] | None = None, classes: Sequence[Any] | None = None,
    folder: str | None = None,
) -> Node | SparkEnsemble:  # fmt: skip
    """A fitted Spark ML tree as a `Node`; a random forest or GBT model as an ensemble of trees.

    Lecture 004, "Decision tree in Spark".

    Parameters:
        model: a fitted decision tree, random forest or GBT, or a `PipelineModel` with one of them.
        features: the names of the features, in the order of the feature vector; None (default)
            finds them in a pipeline with VectorAssembler, else they are x0, x1, …
        classes: the labels that 0, 1, … stand for; None (default) finds them in a pipeline with
            StringIndexer, else they are 0, 1, …
        folder: where the model is saved for a moment; None (default) for a temporary folder. On a
            cluster, an address that all of its machines see.

    In a running session (Spark needs Java, so the example is not tested here), of a DataFrame with
    the columns features and label:
    >>> from pyspark.ml.classification import DecisionTreeClassifier  # doctest: +SKIP
    >>> spark_model = DecisionTreeClassifier(maxDepth=2).fit(train)  # doctest: +SKIP
    >>> print(from_spark(spark_model, features=["age", "income"]))  # doctest: +SKIP
    """
    tree, names, labels = known_names(model)
    kind = type(tree).__name__
    if kind not in KINDS:
        raise InputError(
            f"from_spark cannot read a {kind}: it reads fitted Spark ML decision trees, random "
            "forests and GBTs, and pipelines with one of them; call fit first"
        )
    labels = _labels(tree, labels if classes is None else classes)
    trees = saved_nodes(tree, folder)
    columns = _features(tree, names if features is None else features, trees)
    adds_up = kind.startswith("GBT")
    nodes = [_node(rows, columns, None if adds_up else labels) for rows in trees]
    if kind.startswith("DecisionTree"):
        return nodes[0]
    return SparkEnsemble(
        kind,
        np.array([column.name for column in columns], object),
        None if labels is None else np.array(labels),
        np.array(tree.treeWeights, float),
        tree.featureImportances.toArray(),
        adds_up,
        nodes,
    )


def known_names(model):
    """(tree model, its `Feature`s or None, its class labels or None), from a pipeline's stages."""
    tree = model
    indexed: dict[str, Feature] = {}  # by the column of codes
    vectors: dict[str, list[Feature] | None] = {}  # by the column of vectors; None for unknown
    for stage in getattr(model, "stages", [model]):
        kind = type(stage).__name__
        if kind == "StringIndexerModel":  # text becomes the number of a label
            several = stage.isSet("inputCols")
            before = stage.getInputCols() if several else [stage.getInputCol()]
            after = stage.getOutputCols() if several else [stage.getOutputCol()]
            unknown = ("unknown",) if stage.getHandleInvalid() == "keep" else ()
            for name, code, known in zip(before, after, stage.labelsArray, strict=True):
                indexed[code] = Feature(name, (*known, *unknown))
        elif kind == "VectorAssembler":  # columns side by side
            names = stage.getInputCols()
            vectors[stage.getOutputCol()] = [indexed.get(name, Feature(name)) for name in names]
        elif kind == "VectorIndexerModel":  # numbers with few values become categories
            assembled = list(vectors.get(stage.getInputCol()) or ())
            for f, codes in stage.categoryMaps.items():
                if f < len(assembled):
                    assembled[f] = _with_levels(assembled[f], sorted(codes, key=codes.get))
            vectors[stage.getOutputCol()] = assembled or None
        elif hasattr(stage, "featureImportances"):
            tree = stage
    if not hasattr(tree, "featureImportances"):
        return model, None, None
    features = vectors.get(tree.getFeaturesCol())
    if features is not None and len(features) != tree.numFeatures:
        features = None  # one of the assembled columns was a vector itself
    label = indexed.get(tree.getLabelCol())
    return tree, features, label and label.levels


def _with_levels(feature, values):
    """A feature whose codes 0, 1, … stand for these numbers, or for the labels they stand for."""
    if feature.levels:
        return Feature(feature.name, tuple(feature.levels[int(v)] for v in values))
    return Feature(feature.name, tuple(int(v) if v == int(v) else v for v in values))


def saved_nodes(model, folder=None):
    """The nodes of every tree as Spark saves them, each tree in pre-order."""
    from pyspark.sql import SparkSession

    spark = SparkSession.getActiveSession()
    with TemporaryDirectory() as here:
        place = f"{folder or 'file://' + here}/{model.uid}"
        model.write().overwrite().save(place)
        rows = spark.read.parquet(f"{place}/data").collect()
    if not hasattr(model, "trees"):
        return [sorted(rows, key=lambda row: row.id)]
    trees: dict[int, list[Any]] = {}
    for row in sorted(rows, key=lambda row: (row.treeID, row.nodeData.id)):
        trees.setdefault(row.treeID, []).append(row.nodeData)
    return list(trees.values())


def _labels(model, classes):
    n = getattr(model, "numClasses", None)
    if n is None or classes is None:
        return None if n is None else tuple(range(n))
    if len(classes) != n:
        raise InputError(f"classes has {len(classes)} labels, but the model has {n} classes")
    return tuple(classes)


def _features(model, given, trees):
    n = model.numFeatures
    given = [f"x{f}" for f in range(n)] if given is None else given
    if len(given) != n:
        raise InputError(f"features has {len(given)} names, but the model has {n} features")
    features = [f if isinstance(f, Feature) else Feature(str(f)) for f in given]
    for split in (row.split for rows in trees for row in rows):
        f, n_levels = split.featureIndex, split.numCategories
        if n_levels >= 0 and features[f].levels is None:  # categories without known names
            features[f] = Feature(features[f].name, tuple(range(n_levels)))
    return features


def _node(rows, features, classes):
    """The tree of one table of nodes in pre-order."""
    records = []
    for row in rows:
        question, score = None, None
        if row.leftChild >= 0:
            question = _question(row.split, features[row.split.featureIndex])
            score = row.gain
        if classes is None:  # Spark keeps (Σw, Σwy, Σwy²)
            prediction = row.prediction
            stats = (row.impurityStats[0], row.prediction, row.impurity)
        else:
            prediction = classes[int(row.prediction)]
            stats = row.impurityStats
        counted = row.rawCount, classes, stats, row.impurity, score
        records.append((prediction, question, *counted))
    return unpack(records)


def _question(split, feature):
    if split.numCategories < 0:  # NaN ≤ t is false in Java too: a missing value goes right
        return Threshold(feature.name, split.leftCategoriesOrThreshold[0], missing=1)
    left = set(split.leftCategoriesOrThreshold)
    return Groups(feature.name, {v: int(k not in left) for k, v in enumerate(feature.levels)})


@dataclass(eq=False)
class SparkEnsemble(Imported):
    """A forest of Spark, whose answer is the mean of its trees', or boosting, whose is their sum.

    Of two classes, the sum is half of the log-odds of the second.
    """

    trees_: list[Node] = field(repr=False)

    def predict(self, X: Frame) -> NDArray[Any]:
        """The number, or the most probable class, of every row."""
        if self.classes_ is None:
            return self._numbers(X)[-1]
        return self.classes_[self.predict_proba(X).argmax(axis=1)]

    def predict_proba(self, X: Frame) -> NDArray[np.float64]:
        """[n, classes] the probability of each class."""
        self.check_has("probabilities")
        if self.adds_up:
            second = 1 / (1 + np.exp(-2 * self._numbers(X)[-1]))
            return np.column_stack((1 - second, second))
        rows = self.read_rows(X)
        return np.mean([tree.predict_proba(rows) for tree in self.trees_], axis=0)

    def staged_predict(self, X: Frame) -> Iterator[NDArray[Any]]:
        """The predictions of boosting after every stage."""
        self.check_has("stages")
        for numbers in self._numbers(X):
            yield numbers if self.classes_ is None else self.classes_[(numbers > 0).astype(int)]

    def _numbers(self, X):
        """[T, n] sums of the first trees' numbers; of a forest, divided by the number of trees."""
        rows = self.read_rows(X)
        answers = np.array([tree.predict(rows) for tree in self.trees_], float)
        sums = np.cumsum(self.weights_[:, None] * answers, axis=0)
        return sums if self.adds_up else sums / len(sums)
