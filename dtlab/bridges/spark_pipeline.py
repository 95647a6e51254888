"""What the stages of a Spark pipeline know about names: of features, of categories, of classes."""

from ..engine.table import Column


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
