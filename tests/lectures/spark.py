"""What Spark ML itself says about the names and defaults that lecture 004 lists."""


def estimator(name, **parameters):
    from pyspark.ml import classification, regression

    return (getattr(classification, name, None) or getattr(regression, name))(**parameters)


def default(name, parameter):
    made = estimator(name)
    return made.getOrDefault(made.getParam(parameter))


def small_table():
    from pyspark.ml.linalg import Vectors

    from dtcourse.spark import local_session

    rows = [(Vectors.dense(float(i), float(i % 3)), float(i > 3)) for i in range(8)]
    return local_session().createDataFrame(rows, ["features", "label"]).coalesce(1)


def regressor_columns():
    """What a fitted DecisionTreeRegressor adds to its table."""
    table = small_table()
    made = estimator("DecisionTreeRegressor").fit(table).transform(table).columns
    return [name for name in made if name not in table.columns]


def subset_strategies():
    """The words that Spark lists, and the kinds of numbers that it takes too."""
    from pyspark.ml.classification import RandomForestClassifier

    kinds = {"(0.0-1.0]": ("0.3", "1.0"), "[1-n]": ("1", "2")}
    taken = [kind for kind, numbers in kinds.items() if all(map(is_taken, numbers))]
    return [*RandomForestClassifier.supportedFeatureSubsetStrategies, *taken]


def is_taken(strategy):
    """Does a forest of one tree grow with this featureSubsetStrategy?"""
    from pyspark.errors import IllegalArgumentException

    forest = estimator("RandomForestClassifier", numTrees=1, featureSubsetStrategy=strategy)
    try:
        return forest.fit(small_table()).getNumTrees == 1
    except IllegalArgumentException:
        return False


def defaults():
    tree = {p: default("DecisionTreeClassifier", p) for p in ("maxBins", "maxDepth")}
    tree |= {p: default("DecisionTreeRegressor", p) for p in ("minInstancesPerNode", "minInfoGain")}
    kinds = ("DecisionTreeClassifier", "DecisionTreeRegressor")
    named = ("numTrees", "subsamplingRate", "featureSubsetStrategy")
    return {
        **tree,
        "impurity": [default(kind, "impurity") for kind in kinds],
        **{name: default("RandomForestClassifier", name) for name in named},
        "GBT maxIter": default("GBTRegressor", "maxIter"),
        "GBT stepSize": default("GBTClassifier", "stepSize"),
    }


def tree_estimators():
    """The estimators of Spark ML that grow trees: all that have the parameter maxBins."""
    from pyspark.ml import classification, regression

    return sorted(
        name
        for module in (classification, regression)
        for name in module.__all__
        if hasattr(getattr(module, name), "fit") and hasattr(getattr(module, name), "setMaxBins")
    )
