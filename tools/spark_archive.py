"""Record the classes that Spark loads, so that it starts seconds sooner: `make spark` does it once.

Java calls this class-data sharing. `dtcourse.spark` works without the archive too.
"""

import os

from sklearn.datasets import load_iris

from dtcourse import spark

new = f"{spark.ARCHIVE}.new"
spark.QUICK += f' "-XX:ArchiveClassesAtExit={new}"'
if os.path.exists(spark.ARCHIVE):
    os.remove(spark.ARCHIVE)
session = spark.local_session()
if session:
    from pyspark.ml.classification import RandomForestClassifier

    spark.OnSpark(RandomForestClassifier(numTrees=2)).fit(*load_iris(return_X_y=True))
    java = session.sparkContext._gateway.proc
    session.stop()
    java.stdin.close()  # Java ends, and writes the archive
    if java.wait():
        raise SystemExit("Java did not record Spark's classes; Spark works without them.")
    os.replace(new, spark.ARCHIVE)
else:
    print(session)
