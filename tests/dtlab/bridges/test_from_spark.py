"""Spark for real: its trees as dtlab's, the lecture's names and defaults, and what happens without.

One session serves all tests; those that need it are skipped on a laptop without Spark.
"""

import os
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from lectures.figure import same
from lectures.ledger import FIGURES
from lectures.spark import estimator
from lectures.test_figures import by_id, exact_value

import dtlab as dt
from conftest import needs
from dtcourse import environment
from dtcourse import spark as module
from dtcourse.judging.labs import find_lab, submit
from dtcourse.spark import Missing, local_session, skip_without_spark, why_not
from dtlab.tree.node import Node

KINDS = ("DecisionTree", "RandomForest", "GBT")
FEWER = {"DecisionTree": {}, "RandomForest": {"numTrees": 4}, "GBT": {"maxIter": 4}}
NAMES = ["size", "weight", "colour"]


@pytest.fixture(scope="module")
def spark():
    needs("PySpark with Java 17 or later", why_not() is None, str(why_not()))
    session = local_session()
    yield session
    session.stop()


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(0)
    n = 200
    X = pd.DataFrame({"size": rng.normal(size=n).round(2), "weight": rng.normal(size=n).round(2)})
    X["colour"] = rng.choice(["red", "green", "blue", "grey"], n, p=[0.4, 0.3, 0.2, 0.1])
    score = X["size"] + np.where(X["colour"].isin(["red", "blue"]), 1, -1) * X["weight"]
    return X.assign(number=score + rng.normal(size=n) / 4, kind=np.where(score > 0, "up", "down"))


@pytest.fixture(scope="module")
def table(spark, frame):
    return spark.createDataFrame(frame.values.tolist(), list(frame.columns)).coalesce(1).cache()


@pytest.fixture(scope="module")
def stages():
    from pyspark.ml.feature import StringIndexer, VectorAssembler

    return [
        StringIndexer(inputCols=["colour", "kind"], outputCols=["colour code", "label"]),
        VectorAssembler(inputCols=["size", "weight", "colour code"], outputCol="features"),
    ]


@pytest.fixture(scope="module")
def prepared(table, stages):
    from pyspark.ml import Pipeline

    return Pipeline(stages=stages).fit(table).transform(table).cache()


@pytest.fixture(scope="module")
def columns(prepared):
    """The feature vectors as Spark sees them: colours are codes."""
    vectors = [row.features.toArray() for row in prepared.select("features").collect()]
    return pd.DataFrame(np.array(vectors), columns=NAMES)


def said(model, prepared, column):
    return [row[0] for row in model.transform(prepared).select(column).collect()]


# ------------------------------------------------------------------ the lecture's figures


@pytest.mark.parametrize("figure", **by_id([f for f in FIGURES if f.needs == "Spark"]))
def test_value(figure, spark):
    assert same(figure.value(), exact_value(figure)), figure.what


# ------------------------------------------------------------------ from_spark


@pytest.mark.parametrize("kind", KINDS)
def test_regressors_predict_as_spark_does(kind, prepared, columns):
    maker = estimator(f"{kind}Regressor", labelCol="number", seed=1, **FEWER[kind])
    model = maker.fit(prepared)
    ours = dt.from_spark(model, features=NAMES)
    expected = said(model, prepared, "prediction")
    np.testing.assert_allclose(ours.predict(columns), expected, rtol=1e-9, atol=1e-9)
    assert len(set(expected)) > 4


@pytest.mark.parametrize("kind", KINDS)
def test_classifiers_predict_as_spark_does(kind, prepared, columns):
    model = estimator(f"{kind}Classifier", seed=1, **FEWER[kind]).fit(prepared)
    ours = dt.from_spark(model, features=NAMES)
    assert list(ours.predict(columns)) == said(model, prepared, "prediction")
    if kind != "DecisionTree":
        expected = [p.toArray() for p in said(model, prepared, "probability")]
        np.testing.assert_allclose(ours.predict_proba(columns), expected, rtol=1e-9, atol=1e-9)
        assert len(ours.trees_) == 4
        assert ours.weights_.tolist() == model.treeWeights
        assert ours.feature_importances_.tolist() == model.featureImportances.toArray().tolist()


def test_a_tree_has_names_counts_impurities_and_gains(prepared, frame):
    model = estimator("DecisionTreeClassifier", maxDepth=3, maxBins=300).fit(prepared)
    node = dt.from_spark(model, features=NAMES, classes=["up or down", "other"])
    assert isinstance(node, Node)
    assert (node.depth, node.n_nodes) == (model.depth, model.numNodes)
    assert node.n_rows == 200
    assert sorted(node.counts.values()) == sorted(frame["kind"].value_counts())
    for v in node.walk():
        assert v.question is None or v.question.feature in NAMES
        assert v.impurity == pytest.approx(float(dt.gini(v.stats)))
        assert sum(v.counts.values()) == v.n_rows
        if not v.is_leaf:
            below = sum(c.n_rows * c.impurity for c in v.children) / v.n_rows
            assert v.score == pytest.approx(v.impurity - below)


def test_entropy_is_in_bits_and_numbers_have_mean_and_variance(prepared, frame):
    bits = estimator("DecisionTreeClassifier", impurity="entropy", maxDepth=1).fit(prepared)
    expected = float(dt.entropy(dt.counts(frame["kind"])))
    assert dt.from_spark(bits).impurity == pytest.approx(expected)
    root = dt.from_spark(estimator("DecisionTreeRegressor", labelCol="number").fit(prepared))
    expected = (200, frame["number"].mean(), frame["number"].var(ddof=0))
    assert root.stats == pytest.approx(expected)
    assert root.prediction == pytest.approx(expected[1])


def test_a_pipeline_tells_the_names_of_features_levels_and_classes(table, stages, frame):
    from pyspark.ml import Pipeline
    from pyspark.ml.feature import IndexToString

    tree = estimator("RandomForestClassifier", numTrees=3, featureSubsetStrategy="all", seed=1)
    words = IndexToString(inputCol="prediction", outputCol="said", labels=["down", "up"])
    model = Pipeline(stages=[*stages, tree, words]).fit(table)
    ours = dt.from_spark(model)
    labels = model.stages[0].labelsArray[1]
    expected = [labels[int(code)] for code in said(model, table, "prediction")]
    assert list(ours.predict(frame[NAMES])) == expected  # colours as words
    questions = [v.question for t in ours.trees_ for v in t.walk() if v.question]
    assert {q.feature for q in questions} == set(NAMES)
    colours = next(q for q in questions if q.feature == "colour")
    assert set(colours.branch) == {"red", "green", "blue", "grey"}


def test_a_vector_indexer_tells_the_values_of_few_valued_numbers(spark):
    from pyspark.ml import Pipeline
    from pyspark.ml.feature import VectorAssembler, VectorIndexer

    rows = [(float(i % 3) * 5 + 10, float(i), float(i % 3 == 1)) for i in range(30)]
    table = spark.createDataFrame(rows, ["size", "number", "label"]).coalesce(1)
    steps = [
        VectorAssembler(inputCols=["number", "size"], outputCol="raw"),
        VectorIndexer(inputCol="raw", outputCol="features", maxCategories=4),
        estimator("DecisionTreeClassifier"),
    ]
    node = dt.from_spark(Pipeline(stages=steps).fit(table))
    assert node.question.feature == "size"
    assert dict(node.question.branch) == {10: 0, 15: 1, 20: 0}
    assert node.predict(pd.DataFrame({"number": [0, 0], "size": [15, 20]})).tolist() == [1, 0]


def test_a_missing_number_goes_right_as_in_spark(spark, prepared):
    from pyspark.ml.linalg import Vectors

    model = estimator("DecisionTreeRegressor", labelCol="number", maxDepth=3).fit(prepared)
    gaps = [(np.nan, 0.5, 0.0), (0.5, np.nan, 1.0), (np.nan, np.nan, 2.0)]
    table = spark.createDataFrame([(Vectors.dense(row),) for row in gaps], ["features"])
    ours = dt.from_spark(model, features=NAMES).predict(pd.DataFrame(gaps, columns=NAMES))
    assert ours.tolist() == pytest.approx(said(model, table, "prediction"))


def test_on_spark_names_the_columns_of_an_array(spark):
    from pyspark.ml.classification import DecisionTreeClassifier

    X = np.array([[0.0, 5.0], [1.0, 5.0], [2.0, 5.0], [3.0, 5.0]])
    model = dt.OnSpark(DecisionTreeClassifier()).fit(X, ["a", "a", "b", "b"])
    assert model.trees_[0].question.feature == "x0"
    assert model.predict(X).tolist() == ["a", "a", "b", "b"]


def test_what_from_spark_refuses(prepared):
    model = estimator("DecisionTreeClassifier", maxDepth=1).fit(prepared)
    for arguments in ({"features": ["a"]}, {"classes": ["a", "b", "c"]}):
        with pytest.raises(ValueError, match="but the model has"):
            dt.from_spark(model, **arguments)
    for thing in (estimator("DecisionTreeClassifier"), 5, None):
        with pytest.raises(ValueError, match="call fit first"):
            dt.from_spark(thing)


# ------------------------------------------------------------------ the session


@pytest.mark.slow
def test_lab_4_judges_a_saved_pipeline_and_writes_the_answer_for_marks(spark, tmp_path):
    from pyspark.ml import Pipeline
    from pyspark.ml.evaluation import RegressionEvaluator
    from pyspark.ml.feature import StringIndexer, VectorAssembler
    from pyspark.ml.regression import RandomForestRegressor

    names = (Pipeline, RegressionEvaluator, StringIndexer, VectorAssembler, RandomForestRegressor)
    space = {thing.__name__: thing for thing in (*names, local_session, dt.load)}
    lab, space = find_lab("lab4"), space | {"folder": tmp_path}
    exec(lab.solution, space)
    report = submit(lab.id, space["model"], space["reported"])
    assert report.points == 4, str(report)
    assert report.score == pytest.approx(lab.reference, rel=0.002)
    exec(report.answer, space)  # as the class run does, without Spark
    assert str(submit(lab.id, space["answer"])) == str(report)
    for code, said in lab.wrong.items():
        exec(code, space)
        assert said in str(submit(lab.id, space["model"], space["reported"]))


def test_the_session_is_quiet_local_and_given_again(spark):
    conf = spark.sparkContext.getConf()
    assert spark.sparkContext.master == "local[2]"
    assert conf.get("spark.driver.bindAddress") == conf.get("spark.driver.host") == "127.0.0.1"
    assert spark.sparkContext.uiWebUrl is None
    assert local_session() is spark


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="only Linux tells")
@pytest.mark.skipif(not os.path.exists(module.ARCHIVE), reason="this Java records no classes")
def test_java_takes_spark_s_classes_from_the_archive(spark):
    java = spark.sparkContext._jvm.ProcessHandle.current().pid()
    with open(f"/proc/{java}/maps") as mapped:
        assert module.ARCHIVE in mapped.read(), "Java has changed: remove .venv/.spark, make spark"


def test_without_pyspark_one_sentence_says_what_to_do(monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    session = local_session()
    assert isinstance(session, Missing) and not session
    assert "make spark" in repr(session) and repr(session).count("\n") == 0
    session.stop()


@pytest.mark.parametrize(
    ("found", "words"), [((None, None), "no Java was found"), (("java", "11.0.2"), "is 11.0.2")]
)
def test_without_a_java_that_serves_one_sentence_says_what_to_do(found, words, monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda name: True)
    monkeypatch.setattr(module, "find_java", lambda: found)
    assert words in local_session()
    assert "openjdk" in local_session()


def test_a_marked_cell_is_replaced_only_where_spark_is_missing(monkeypatch):
    cell = ["# needs Spark\n", "spark.range(3).count()\n"]
    monkeypatch.setattr(module, "why_not", lambda: None)
    assert skip_without_spark(cell) == cell
    monkeypatch.setattr(module, "why_not", lambda: Missing("No Spark."))
    assert skip_without_spark(["1 + 1"]) == ["1 + 1"]
    assert skip_without_spark([]) == []
    (line,) = skip_without_spark(cell)
    assert eval(line) == "No Spark."
    assert skip_without_spark(["1\n", *cell]) == ["1\n", line]


def test_a_failed_start_is_remembered(monkeypatch):
    needs("PySpark with Java 17 or later", why_not() is None, str(why_not()))
    code = (
        "import os; from dtcourse import spark; os.environ['SPARK_HOME'] = os.devnull\n"
        "print(repr(spark.local_session())); print(spark.why_not())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first.startswith("Spark did not start: ")
    assert second == first


def test_the_environment_check_knows_pyspark_and_java():
    names = {check.name: check for check in environment.check_environment().checks}
    assert names["pyspark"].at_least == "4.0"
    assert names["pyspark"].optional and names["Java"].optional
