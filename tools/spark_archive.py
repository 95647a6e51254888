"""Record the classes that Spark loads, so that it starts seconds sooner: `make spark` does it once.

Java calls this class-data sharing. `dtlab.spark` works without the archive too.
"""

import os
from tempfile import TemporaryDirectory

from dtlab import load, spark


def small_lesson(session, folder):
    """What the course does with Spark: from a file to predictions, and to a saved pipeline."""
    from pyspark.ml import Pipeline, PipelineModel
    from pyspark.ml.classification import RandomForestClassifier
    from pyspark.ml.evaluation import MulticlassClassificationEvaluator
    from pyspark.ml.feature import StringIndexer, VectorAssembler

    load("titanic").frame.to_csv(f"{folder}/titanic.csv")
    table = session.read.csv(f"file://{folder}/titanic.csv", header=True, inferSchema=True)
    code = StringIndexer(inputCols=["sex", "survived"], outputCols=["code", "label"])
    vector = VectorAssembler(inputCols=["code"], outputCol="features")
    model = Pipeline(stages=[code, vector, RandomForestClassifier(numTrees=2)]).fit(table.cache())
    MulticlassClassificationEvaluator().evaluate(model.transform(table))
    model.write().save(f"file://{folder}/model")
    PipelineModel.load(f"file://{folder}/model").transform(table).collect()


if os.path.exists(spark.ARCHIVE):
    os.remove(spark.ARCHIVE)
with TemporaryDirectory(dir=os.path.dirname(spark.ARCHIVE)) as folder:
    spark.QUICK += f' "-XX:ArchiveClassesAtExit={folder}/new.jsa"'
    session = spark.local_session()
    if not session:
        raise SystemExit(print(session))
    small_lesson(session, folder)
    java = session.sparkContext._gateway.proc
    session.stop()
    java.stdin.close()  # Java ends, and writes the archive
    if java.wait():
        raise SystemExit("Java could not write the archive of Spark's classes; Spark works without")
    os.replace(f"{folder}/new.jsa", spark.ARCHIVE)
