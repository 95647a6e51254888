"""Lab 2: prune and tune a tree that says whether it rained while the rain gauge was broken."""

from dtcourse.judging.labs import Lab

LAB = Lab(
    id="lab2",
    data="seattle_rain",
    reference=0.78,
    limit=16,
    counted="leaves",
    late={
        "temp_max_tomorrow": "nobody knows in the evening how warm it will be tomorrow",
        "weather": (
            "nobody is at the station to write that word: it comes into the archive later, from "
            "all that was recorded on the day"
        ),
    },
    solution="""
days = load("seattle_rain")
columns = ["month", "rain_yesterday", "temp_min", "temp_max", "wind"]
past, recent = days.X[columns][:800], days.X[columns][800:]
y_past, y_recent = days.y[:800], days.y[800:]
alphas = [0.001, 0.002, 0.003, 0.004, 0.005, 0.006, 0.008, 0.01, 0.02]
trees = {alpha: CART(ccp_alpha=alpha).fit(past, y_past) for alpha in alphas}
small = [alpha for alpha, tree in trees.items() if tree.get_n_leaves() <= 16]
search = GridSearchCV(CART(), {"ccp_alpha": small}, cv=10)
search.fit(past, y_past)
model = search.best_estimator_
reported = model.score(recent, y_recent)
""",
    explanation=(
        "Cross-validation on the past chose α among the trees that are small enough, and later "
        "days judged. The full tree has 163 leaves: 0.67 by cross-validation, 0.73 on the recent "
        "days. α = 0.002 leaves 40 leaves and is best by cross-validation, 0.73; α = 0.005 leaves "
        "11 and gets 0.71. That difference is less than a standard error (0.02), so the limit of "
        "16 leaves costs nothing that can be measured. A stump gets 0.71, too: cross-validation "
        "hardly tells it from 11 leaves. The recent days do, 0.72 against 0.76, and so does the "
        "year kept back, 0.71 against 0.78. *Like yesterday* gets 0.74 and 0.70 there. The tree "
        "has found what clouds do: mild nights and cool afternoons. (The recent days hold no "
        "January and no February. To judge on all of the third year is as good a choice.) With "
        "`weather` the recent days would have promised 0.85. The year kept back would have given "
        "0.79: in that year the archive has the word *rain* on five days only."
    ),
    wrong={
        """
days = load("seattle_rain")
X = days.X.drop(columns=["weather", "temp_max_tomorrow"])
model = CART().fit(X, days.y)
reported = cross_val_score(CART(), X, days.y, cv=10).mean()
""": "211 leaves",
        """
days = load("seattle_rain")
X = days.X.drop(columns="temp_max_tomorrow")
model = CART(max_depth=3).fit(X[:800], days.y[:800])
reported = model.score(X[800:], days.y[800:])
""": "uses weather",
        """
days = load("seattle_rain")
model = CART(ccp_alpha=0.005).fit(days.X[:800], days.y[:800])
reported = model.score(days.X[800:], days.y[800:])
""": "uses temp_max_tomorrow",
        """
days = load("seattle_rain")
past = days.X[:800].drop(columns=["weather", "temp_max_tomorrow"])
model = CART().fit(past, days.y[:800])
reported = model.score(past, days.y[:800])
""": "only on rows that it has learned from",
        """
days = load("seattle_rain")
X = days.X.drop(columns=["weather", "temp_max_tomorrow"])
model = CART(max_depth=4).fit(X, days.y)
reported = model.score(X, days.y)
""": "only on rows that it has learned from",
        """
days = load("seattle_rain")
X = days.X.drop(columns=["weather", "temp_max_tomorrow"])
model = CART(max_depth=1).fit(X[:800], days.y[:800])
reported = model.score(X[800:], days.y[800:])
""": "worse than our reference",
    },
)
