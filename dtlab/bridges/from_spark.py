"""Trees that Spark ML learned: read from a saved model, which Spark keeps readable over versions.

A model saves its nodes as one table: prediction, impurity, statistics, gain, children and split.
Reading that needs no part of Spark that may change, and takes one job for a forest of any size.
"""

from tempfile import TemporaryDirectory

import numpy as np

from ..engine.table import Column
from ..engine.to_node import from_node
from ..questions.question import Groups, Threshold
from ..tree.node import Node
from .imported import Constant, Imported, Summed, as_it_is, averaged, shares_of_half_odds


def known_names(model):
    """(tree model, its features as `Column`s or None, its class labels or None)."""
    tree, labels, vectors = model, {}, {}
    for stage in getattr(model, "stages", [model]):
        kind = type(stage).__name__
        if kind in STAGES:
            STAGES[kind](stage, labels, vectors)
        elif hasattr(stage, "featureImportances"):
            tree = stage
    if tree is model and not hasattr(model, "featureImportances"):
        return model, None, None
    features = vectors.get(tree.getFeaturesCol())
    if features is not None and len(features) != tree.numFeatures:
        features = None  # one of the assembled columns was a vector itself
    label = labels.get(tree.getLabelCol())
    return tree, features, label and label.levels


def _read_indexer(stage, labels, vectors):
    """StringIndexer: text becomes the number of a label."""
    for given, made, known in zip(_given(stage), _made(stage), stage.labelsArray, strict=True):
        unknown = ("unknown",) if stage.getHandleInvalid() == "keep" else ()
        labels[made] = Column(given, tuple(known) + unknown)


def _read_assembler(stage, labels, vectors):
    """VectorAssembler: columns side by side."""
    names = stage.getInputCols()
    vectors[stage.getOutputCol()] = [labels.get(name, Column(name)) for name in names]


def _read_vector_indexer(stage, labels, vectors):
    """VectorIndexer: numbers with few values become categories."""
    columns = list(vectors.get(stage.getInputCol(), ()))
    for f, numbers in stage.categoryMaps.items():
        if f < len(columns):
            values = sorted(numbers, key=numbers.get)
            known = columns[f].levels
            levels = [known[int(v)] if known else int(v) if v == int(v) else v for v in values]
            columns[f] = Column(columns[f].name, tuple(levels))
    vectors[stage.getOutputCol()] = columns or None


def _given(stage):
    return stage.getInputCols() if stage.isSet("inputCols") else [stage.getInputCol()]


def _made(stage):
    return stage.getOutputCols() if stage.isSet("outputCols") else [stage.getOutputCol()]


STAGES = {
    "StringIndexerModel": _read_indexer,
    "VectorAssembler": _read_assembler,
    "VectorIndexerModel": _read_vector_indexer,
}


def from_spark(model, features=None, classes=None, folder=None):
    """A fitted Spark ML tree as a `Node`; a random forest or GBT model as an ensemble of trees.

    features: the names of the features, in the order of the feature vector. classes: the labels
    that 0, 1, … stand for. Both are found in a `PipelineModel` with StringIndexer, VectorAssembler
    or VectorIndexer; of a model alone they are x0, x1, … and 0, 1, … if they are not given.
    folder: where the model is saved for a moment; on a cluster, an address that all of its
    machines see. Lecture 004, "Decision tree in Spark".

        from_spark(DecisionTreeClassifier().fit(train), features=["age", "income"])
        from_spark(pipeline_model).trees_[0]
    """
    tree, names, labels = known_names(model)
    kind = type(tree).__name__
    if kind not in READERS:
        raise ValueError(
            f"from_spark cannot read a {kind}: it reads fitted Spark ML decision trees, random "
            "forests and GBTs, and pipelines with one of them; call fit first"
        )
    labels = _labels(tree, labels if classes is None else classes)
    trees = saved_nodes(tree, folder)
    columns = _columns(tree, names if features is None else features, trees)
    return READERS[kind](tree, trees, columns, labels)


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
    trees = {}
    for row in sorted(rows, key=lambda row: (row.treeID, row.nodeData.id)):
        trees.setdefault(row.treeID, []).append(row.nodeData)
    return list(trees.values())


def _labels(model, classes):
    n = getattr(model, "numClasses", None)
    if n is None:
        return None
    if classes is None:
        return tuple(range(n))
    if len(classes) != n:
        raise ValueError(f"classes has {len(classes)} labels, and the model knows {n} classes")
    return tuple(classes)


def _columns(model, features, trees):
    n = model.numFeatures
    features = [f"x{f}" for f in range(n)] if features is None else features
    if len(features) != n:
        raise ValueError(f"features has {len(features)} names, and the model has {n} features")
    columns = [f if isinstance(f, Column) else Column(str(f)) for f in features]
    for split in (row.split for rows in trees for row in rows):
        f, n_levels = split.featureIndex, split.numCategories
        if n_levels >= 0 and columns[f].is_number:  # categories whose names nobody told
            columns[f] = Column(columns[f].name, tuple(range(n_levels)))
    return columns


def _node(rows, columns, classes):
    """The tree of one table of nodes; children come after their parents."""
    nodes = {}
    for row in reversed(rows):
        question, children, score = None, (), None
        if row.leftChild >= 0:
            question = _question(row.split, columns[row.split.featureIndex])
            children, score = (nodes[row.leftChild], nodes[row.rightChild]), row.gain
        if classes is None:  # Spark keeps (Σw, Σwy, Σwy²)
            prediction, stats = row.prediction, (row.impurityStats[0], row.prediction, row.impurity)
        else:
            prediction, stats = classes[int(row.prediction)], tuple(row.impurityStats)
        nodes[row.id] = Node(
            prediction, question, children, n_rows=row.rawCount, classes=classes, stats=stats,
            impurity=row.impurity, score=score,
        )  # fmt: skip
    return nodes[rows[0].id]


def _question(split, column):
    if split.numCategories < 0:  # NaN ≤ t is false in Java too: a missing value goes right
        return Threshold(column.name, split.leftCategoriesOrThreshold[0], missing=1)
    left = set(split.leftCategoriesOrThreshold)
    return Groups(column.name, {v: int(k not in left) for k, v in enumerate(column.levels)})


def _read_tree(model, trees, columns, classes):
    return _node(trees[0], columns, classes)


def _ensemble(model, trees, columns, classes, combine, has_numbers=False):
    labels = None if has_numbers else classes
    nodes = [_node(rows, columns, labels) for rows in trees]
    flats = [from_node(node, columns, labels) for node in nodes]
    known = None if classes is None else np.array(classes)
    return Imported(
        type(model).__name__, columns, flats, np.array(model.treeWeights, float), combine, known,
        has_numbers, model.featureImportances.toArray(), nodes,
    )  # fmt: skip


def _read_forest(*parts):
    return _ensemble(*parts, averaged)


def _read_boosting(model, trees, columns, classes):
    """The weighted sum of the trees; of two classes it is half of the log-odds of the second."""
    link = as_it_is if classes is None else shares_of_half_odds
    combine = Summed(Constant(np.zeros(1)), link)
    return _ensemble(model, trees, columns, classes, combine, has_numbers=True)


READERS = {
    f"{name}{kind}Model": reader
    for name, reader in (
        ("DecisionTree", _read_tree),
        ("RandomForest", _read_forest),
        ("GBT", _read_boosting),
    )
    for kind in ("Classification", "Regression")
}
