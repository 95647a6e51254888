"""What notebook 14 asks: Spark, strengths and weaknesses, choosing."""

from dtlab.exercises.items import Check, Guess, Mistake, Question, Quiz

NODE, ROWS, GAIN = 100, 1000, 0.05

ITEMS = [
    Guess(
        "14.p1",
        "One tree costs Spark a certain number of jobs. How many does a forest of ten trees cost?",
        options=["about ten times as many", "about as many", "about half as many"],
        answer="about as many",
        explanation="The trees of a forest do not wait for each other: one pass over the rows "
        "counts for all of them, while the counts fit into memory. Boosting has to finish a tree "
        "before it begins the next.",
        why={
            "about ten times as many": "That would be so if each tree had to wait for the one "
            "before it.",
            "about half as many": "Each level of a tree still needs its pass.",
        },
        items=("K83",),
    ),
    Quiz(
        "14",
        [
            Question(
                "Which column does Spark's DecisionTreeRegressor add to a table?",
                ["rawPrediction", "prediction and probability", "prediction"],
                "prediction",
                {
                    "prediction": "A mean has no class counts.",
                    "prediction and probability": "Probabilities belong to classes.",
                    "rawPrediction": "That holds the class counts of a classifier's leaf.",
                },
            ),
            Question(
                "Why is a forest easier to spread over machines than boosting?",
                [
                    "its trees do not wait for each other",
                    "its trees are smaller",
                    "it needs no labels",
                ],
                "its trees do not wait for each other",
                {
                    "its trees do not wait for each other": "A boosted tree needs the errors of "
                    "those before it.",
                    "its trees are smaller": "They are usually much larger.",
                    "it needs no labels": "It does, as every method of this course.",
                },
            ),
            Question(
                "Trees “cannot handle noise” and are “robust to noise”. What did we find?",
                [
                    "the first is right",
                    "the first holds for full trees, the second for pruned ones",
                    "the second is right",
                ],
                "the first holds for full trees, the second for pruned ones",
                {
                    "the first holds for full trees, the second for pruned ones": "The two "
                    "lectures speak of different trees.",
                    "the first is right": "The pruned tree stood many wrong labels.",
                    "the second is right": "The full tree fell with every wrong label.",
                },
            ),
            Question(
                "Method A has a mean accuracy of 0.93, method B of 0.92; split by split the "
                "difference is 0.01 ± 0.03. What follows?",
                ["A is better", "B is more stable", "these rows do not tell which is better"],
                "these rows do not tell which is better",
                {
                    "these rows do not tell which is better": "By our rough rule: the "
                    "difference is smaller than its spread.",
                    "A is better": "On other splits B is ahead.",
                    "B is more stable": "The spread of the difference says nothing about B alone.",
                },
            ),
            Question(
                "Your table has 50,000 rows and fits into memory. Which tool trains a tree "
                "fastest?",
                ["Spark with two threads", "a program on one machine", "a Spark cluster"],
                "a program on one machine",
                {
                    "a program on one machine": "There is nothing to plan and nothing to send.",
                    "Spark with two threads": "Planning and sending work costs more than the work.",
                    "a Spark cluster": "It pays off when one machine is not enough.",
                },
            ),
        ],
    ),
    Check(
        "14.t1",
        "A node has 100 of 1000 training rows, and its best question a gain of 0.05. What is the "
        "largest `min_impurity_decrease` with which scikit-learn still splits it?",
        answer=lambda: NODE / ROWS * GAIN,
        tolerance=0.0001,
        hints=(
            "scikit-learn does not compare the node's own gain.",
            "It multiplies the gain by the node's share of all rows.",
            "The share is 100/1000.",
        ),
        mistakes=[
            Mistake(lambda: GAIN, "That is the node's own gain, which Spark compares."),
            Mistake(lambda: GAIN * ROWS / NODE, "Multiply by the share of the rows, not divide."),
            Mistake(lambda: NODE / ROWS, "That is the share of the rows: the gain is missing."),
        ],
        solution="answer = 100 / 1000 * 0.05",
        explanation="The deeper the node, the smaller its share, and the harder the rule.",
        points=1,
        minutes=3,
        items=("X26", "S35"),
    ),
]
