"""Lab 4: Spark from a CSV file to a saved model, for the price of diamonds.

Where a class is graded, no Spark can run: what is handed in there is an answer in plain numbers,
which `submit(..., for_marks=True)` writes into the learner's notebook.
"""

import re

from dtcourse.judging.labs import Lab, Unusable
from dtcourse.spark import local_session
from dtlab.data import load


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
        rows = X.astype(dict.fromkeys(words, str)).to_numpy().tolist()
        types = [f"{name} {'string' if name in words else 'double'}" for name in X]
        table = self.spark.createDataFrame(rows, ", ".join(types), verifySchema=False)
        return [row.prediction for row in self.pipeline.transform(table).collect()]

    @property
    def trees_(self):
        """The trees of the last stage that has any."""
        return [tree for stage in self.pipeline.stages for tree in getattr(stage, "trees", ())]


NO_ANSWER = """Your answer is not what `submit("lab4", model, reported, for_marks=True)` writes: \
run that, then run the cell that it has replaced, and save."""
ANSWER = """\
# Your answer to lab 4: what your pipeline says about the diamonds kept back, in dollars.
# If you change the pipeline, run submit("lab4", model, reported, for_marks=True) here again.
answer = {{
    "reported": {reported!r},
    "trees": {trees!r},
    "rmse_on_given_rows": {learned!r},
    "prices": "{prices}",
}}"""


class Answer:
    """An answer in plain numbers; how many trees there are, it says itself."""

    def __init__(self, answer):
        match answer:
            case {
                "trees": int() | None as trees,
                "rmse_on_given_rows": float() as learned,
                "prices": str() as prices,
            }:
                self.n_iter_, self.score_on_given, self.prices = trees, learned, prices.split()
            case _:
                raise Unusable(NO_ANSWER)
        if odd := next((p for p in self.prices if not re.fullmatch(r"-?\d{1,12}", p, re.A)), None):
            raise Unusable(f"The prices must be whole dollars, and {odd[:20]!r} is not.")

    def predict(self, X):
        """The prices that were handed in."""
        if len(self.prices) != len(X):
            raise Unusable(f"{len(self.prices)} prices were handed in for {len(X)} diamonds.")
        return [int(price) for price in self.prices]


def answer(said, learned, trees, reported):
    """The cell that is handed in: the predictions in whole dollars, and what else is judged."""
    prices = " ".join(f"{price:.0f}" for price in said)
    return ANSWER.format(reported=reported, trees=trees, learned=learned, prices=prices)


LAB = Lab(
    id="lab4",
    data="diamonds",
    reference=755.7,
    limit=60,
    counted="trees",
    late={},
    read=lambda model: Answer(model) if isinstance(model, dict) else Saved(model),
    answer=answer,
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
