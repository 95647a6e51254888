"""Lab 4: Spark from a CSV file to a saved model, for the price of diamonds."""

from dtlab.data import load
from dtlab.exercises.labs import Lab
from dtlab.spark import local_session


class Saved:
    """A saved pipeline that predicts from a pandas table, as the other labs' models do."""

    def __init__(self, folder):
        from pyspark.ml import PipelineModel

        self.spark = local_session()
        if not self.spark:
            raise RuntimeError(str(self.spark))
        self.pipeline = PipelineModel.load(str(folder))
        self.try_new_words(load("diamonds").X.head(1))

    def try_new_words(self, X):
        """Raise a sentence if a word that nobody has seen stops the pipeline, or loses the row."""
        words = X.select_dtypes(["category", "object", "string"]).columns
        try:
            answers = len(self.predict(X.assign(**dict.fromkeys(words, "a new word"))))
        except Exception as error:
            raise RuntimeError("a row with new words stops it: see handleInvalid") from error
        if answers != len(X):
            raise RuntimeError("it leaves out a row with new words: see handleInvalid")

    def predict(self, X):
        """The column `prediction` that the pipeline adds."""
        words = X.select_dtypes(["category", "object", "string"]).columns
        rows = X.astype(dict.fromkeys(words, str)).to_dict("records")
        table = self.spark.createDataFrame(rows)
        return [row.prediction for row in self.pipeline.transform(table).collect()]

    @property
    def trees_(self):
        """The trees of the last stage that has any."""
        return [tree for stage in self.pipeline.stages for tree in getattr(stage, "trees", ())]


LAB = Lab(
    id="lab4",
    data="diamonds",
    reference=755.7,
    limit=60,
    counted="trees",
    late={},
    read=Saved,
    solution="""
load("diamonds").frame.to_csv(f"{folder}/diamonds.csv", index=False)
spark = local_session()
table = spark.read.csv(f"{folder}/diamonds.csv", header=True, inferSchema=True)
train, test = table.randomSplit([0.75, 0.25], seed=1)
words = ["cut", "color", "clarity"]
codes = [f"{word} code" for word in words]
numbers = [name for name in load("diamonds").features if name not in words]
index = StringIndexer(inputCols=words, outputCols=codes, handleInvalid="keep")
assemble = VectorAssembler(inputCols=codes + numbers, outputCol="features")
forest = RandomForestRegressor(
    labelCol="price", numTrees=10, maxDepth=8, featureSubsetStrategy="0.6", seed=1
)
pipeline = Pipeline(stages=[index, assemble, forest]).fit(train)
judge = RegressionEvaluator(labelCol="price", metricName="rmse")
reported = judge.evaluate(pipeline.transform(test))
model = f"{folder}/model"
pipeline.write().overwrite().save(model)
""",
    explanation=(
        "The index is learned from the training rows only, `keep` gives a word that is new a "
        "number of its own, and the rows that judge were used once."
    ),
    wrong={
        """
load("diamonds").frame.to_csv(f"{folder}/diamonds.csv", index=False)
spark = local_session()
table = spark.read.csv(f"{folder}/diamonds.csv", header=True, inferSchema=True)
words = ["cut", "color", "clarity"]
codes = [f"{word} code" for word in words]
index = StringIndexer(inputCols=words, outputCols=codes, handleInvalid="keep")
assemble = VectorAssembler(inputCols=codes + ["carat"], outputCol="features")
forest = RandomForestRegressor(labelCol="price", numTrees=3, maxDepth=3, seed=1)
pipeline = Pipeline(stages=[index, assemble, forest]).fit(table)
judge = RegressionEvaluator(labelCol="price", metricName="rmse")
reported = judge.evaluate(pipeline.transform(table))
model = f"{folder}/model"
pipeline.write().overwrite().save(model)
""": "worse than our reference",
        """
load("diamonds").frame.to_csv(f"{folder}/diamonds.csv", index=False)
spark = local_session()
table = spark.read.csv(f"{folder}/diamonds.csv", header=True, inferSchema=True)
index = StringIndexer(inputCol="cut", outputCol="cut code")
assemble = VectorAssembler(inputCols=["cut code", "carat"], outputCol="features")
forest = RandomForestRegressor(labelCol="price", numTrees=2, maxDepth=2, seed=1)
pipeline = Pipeline(stages=[index, assemble, forest]).fit(table)
reported, model = 1500, f"{folder}/model"
pipeline.write().overwrite().save(model)
""": "new words stops it",
        """
spark = local_session()
reported, model = 500, f"{folder}/nothing"
""": "could not",
    },
)
