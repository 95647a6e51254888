"""What notebook 14 asks: one pipeline in Spark, done right."""

from dtcourse.judging.items import Check, Guess, Mistake, Question, Quiz

NODE, ROWS, GAIN = 100, 1000, 0.2

ITEMS = [
    Guess(
        "14.p4",
        "Two machines hold half of the rows each. What is the least that each must send, so that "
        "the best question for all rows is found exactly?",
        options=["its rows", "its own best question", "its counts of each class in each branch"],
        answer="its counts of each class in each branch",
        explanation="Counts add up, and impurities are computed from counts. As long as few "
        "questions are tried, they stay small however many rows there are.",
        why={
            "its rows": "That would work, but then one machine has to hold the whole table.",
            "its own best question": "Two halves may disagree, and a vote is not the best for all.",
        },
        items=("S32",),
    ),
    Guess(
        "14.p5",
        "There are three species: Adelie, Chinstrap and Gentoo. Which number does StringIndexer "
        "give to Chinstrap?",
        options=["0", "1", "2"],
        answer="2",
        explanation="It numbers values by how often they occur, the most frequent first. Equally "
        "frequent ones go by the alphabet.",
        why={
            "0": "The most frequent value gets 0, and Chinstrap is the rarest of the three.",
            "1": 'That would be the alphabet. (`stringOrderType="alphabetAsc"` asks for it.)',
        },
        items=("S32", "S33"),
    ),
    Guess(
        "14.p6",
        "What will the loaded model do with an island that it has never seen and a missing mass?",
        options=["stop with an error", "leave these rows out", "answer for both"],
        answer="answer for both",
        explanation='`handleInvalid="keep"` has a number for words that are new, and the '
        "`Imputer` remembers the median. Without these two the job would stop.",
        why={
            "stop with an error": "It would, with the defaults of `StringIndexer` and "
            "`VectorAssembler`.",
            "leave these rows out": 'That is `handleInvalid="skip"`: rows vanish, and nobody '
            "is told.",
        },
        items=("S32",),
    ),
    Quiz(
        "14",
        [
            Question(
                "When do you split into training and test rows?",
                [
                    "before any stage is fitted",
                    "after indexing, before the tree",
                    "after cross-validation",
                ],
                "before any stage is fitted",
                {
                    "before any stage is fitted": "Numbers of words and medians are learned too.",
                    "after indexing, before the tree": "The indexer and the imputer have then "
                    "learned from the test rows.",
                    "after cross-validation": "Then the test rows took part in choosing.",
                },
            ),
            Question(
                "Which column does Spark's DecisionTreeRegressor add to a table by default?",
                ["rawPrediction", "prediction and probability", "prediction"],
                "prediction",
                {
                    "prediction": "A mean has no class counts.",
                    "prediction and probability": "Probabilities belong to classes.",
                    "rawPrediction": "That holds the class counts of a classifier's leaf.",
                },
            ),
            Question(
                "Your column of post codes has 900 values, and fitting stops with an error about "
                "maxBins. Which setting lets it run?",
                ["maxBins=1000", "maxDepth=10", 'handleInvalid="keep"'],
                "maxBins=1000",
                {
                    "maxBins=1000": "It must be at least the number of values. Merging rare post "
                    "codes would be the wiser cure.",
                    "maxDepth=10": "The depth has nothing to do with the number of values.",
                    'handleInvalid="keep"': "That is about values which are new after training.",
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
                "Your table has 50,000 rows and fits into memory. Which tool trains a tree "
                "fastest, as a rule?",
                ["Spark with two threads", "scikit-learn", "a Spark cluster"],
                "scikit-learn",
                {
                    "scikit-learn": "There is nothing to plan and nothing to send.",
                    "Spark with two threads": "Planning and sending work costs more than the work.",
                    "a Spark cluster": "It pays off when one machine is not enough.",
                },
            ),
        ],
    ),
    Check(
        "14.t1",
        "A node has 100 of 1000 training rows, and its best question a gain of 0.2. What is the "
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
        solution="answer = 100 / 1000 * 0.2",
        explanation="The deeper the node, the smaller its share, and the harder the rule.",
        points=1,
        minutes=3,
        items=("X26", "S35"),
    ),
]
