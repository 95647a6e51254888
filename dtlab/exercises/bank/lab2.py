"""Lab 2: prune and tune a tree for the rain of tomorrow."""

from dtlab.exercises.labs import Lab

LAB = Lab(
    id="lab2",
    data="seattle_rain",
    reference=0.717,
    limit=16,
    counted="leaves",
    late={"temp_max_tomorrow": "nobody knows today how warm it will be tomorrow"},
    solution="""
days = load("seattle_rain")
past, recent = days.X[:800], days.X[800:]
y_past, y_recent = days.y[:800], days.y[800:]
alphas = [0.001, 0.002, 0.003, 0.005, 0.01, 0.02]
search = GridSearchCV(CART(), {"ccp_alpha": alphas}, cv=10)
search.fit(past, y_past)
model = search.best_estimator_
reported = model.score(recent, y_recent)
""",
    explanation=(
        "Cross-validation on the past chose α, and later days judged: the order of time was kept. "
        "One question is left, about the rain today. That is nearly the rule *tomorrow is like "
        "today*, and no better: an honest answer to what these columns can tell."
    ),
    wrong={
        """
days = load("seattle_rain")
model = CART().fit(days.X, days.y)
reported = cross_val_score(CART(), days.X, days.y, cv=10).mean()
""": "239 leaves",
        """
days = load("seattle_rain")
table = days.frame.drop(columns="tomorrow")
model = CART(max_depth=4).fit(table, days.y)
reported = 0.76
""": "temp_max_tomorrow",
        """
days = load("seattle_rain")
past, y_past = days.X[:800], days.y[:800]
model = CART(max_depth=6).fit(past, y_past)
reported = model.score(past, y_past)
""": "only on rows that it has learned from",
        """
days = load("seattle_rain")
trees = [CART(max_depth=d).fit(days.X, days.y) for d in range(1, 5)]
model = trees[-1]
reported = model.score(days.X, days.y)
""": "only on rows that it has learned from",
    },
)
