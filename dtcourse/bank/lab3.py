"""Lab 3: forests and boosting for the price of diamonds."""

from dtcourse.judging.labs import Lab

LAB = Lab(
    id="lab3",
    data="diamonds",
    reference=677.7,
    limit=200,
    counted="trees",
    late={},
    solution="""
stones = load("diamonds")
X_train, X_test, y_train, y_test = train_test_split(
    stones.X, stones.y, test_size=0.25, random_state=0
)
model = GradientBoosting(
    n_estimators=150, learning_rate=0.1, max_depth=5, bins=64, random_state=0
)
model.fit(X_train, y_train)
reported = root_mean_squared_error(y_test, model.predict(X_test))
""",
    explanation=(
        "One split, no tuning on the rows that judge. A lower rate with "
        "more trees gains little here."
    ),
    wrong={
        """
stones = load("diamonds")
model = RegressionForest(8, random_state=0).fit(stones.X, stones.y)
reported = root_mean_squared_error(stones.y, model.predict(stones.X))
""": "only on rows that it has learned from",
        """
stones = load("diamonds")
model = RegressionForest(5, max_depth=3, random_state=0).fit(stones.X, stones.y)
reported = 1500
""": "worse than our reference",
    },
)
