"""Lab 1: a first honest tree on websites, honest or not."""

from dtcourse.judging.labs import Lab

LAB = Lab(
    id="lab1",
    data="phishing",
    reference=0.89,
    limit=20,
    counted="leaves",
    late={},
    solution="""
sites = load("phishing")
X_train, X_test, y_train, y_test = train_test_split(
    sites.X, sites.y, test_size=0.3, random_state=0
)
model = ID3(max_depth=3).fit(X_train, y_train)
reported = model.score(X_test, y_test)
""",
    explanation=(
        "The depth was chosen before the rows held out were asked, and they were asked once."
    ),
    wrong={
        """
sites = load("phishing")
model = ID3().fit(sites.X, sites.y)
reported = model.score(sites.X, sites.y)
""": "only on rows that it has learned from",
        """
sites = load("phishing")
model = ID3(max_depth=0).fit(sites.X, sites.y)
reported = 0.58
""": "does not beat the baseline",
    },
)
