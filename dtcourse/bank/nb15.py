"""What notebook 15 asks: a procedure for choosing, and where the usual choice fails."""

from statistics import fmean, pstdev, stdev

from dtcourse.judging.items import Case, Check, Guess, Mistake, Question, Quiz


def ahead(a, b, spread=stdev):
    """The reference of 15.t1: mean and spread of the differences, pair by pair."""
    differences = [left - right for left, right in zip(a, b, strict=True)]
    return fmean(differences), spread(differences)


def apart(a, b):
    """A mistake: each model's own spread, as if the splits were not the same."""
    return fmean(a) - fmean(b), (stdev(a) ** 2 + stdev(b) ** 2) ** 0.5


ITEMS = [
    Guess(
        "15.p1",
        "The pruned tree asks three questions. Of a hundred new patients, about how many more does "
        "a forest of a hundred trees get right?",
        options=["about as many", "about three more", "about ten more"],
        answer="about three more",
        explanation="Most patients are easy, and three questions find them. The forest is better "
        "on the few that are not.",
        why={
            "about as many": "On some tables it is so. Here the lines of the next figure tell them "
            "apart.",
            "about ten more": "There is not so much to gain: the tree is right for more than nine "
            "of ten.",
        },
        items=("K86", "R69"),
    ),
    Guess(
        "15.p2",
        "Three columns with a few values each. Which model is ahead of a single tree, by our rule?",
        options=["the forest", "boosting", "neither of them"],
        answer="neither of them",
        explanation="No mean difference is larger than its spread. A tree can give every kind of "
        "person a leaf of its own.",
        why={
            "the forest": "It averages trees that all know the same few kinds of people.",
            "boosting": "It corrects errors, but nothing can tell people of one kind apart.",
        },
        items=("K86",),
    ),
    Guess(
        "15.p3",
        "Three of ten training labels are wrong. Which model is best on clean rows?",
        options=[
            "the full tree",
            "the forest of full trees",
            "the forest with at least ten rows a leaf",
        ],
        answer="the forest with at least ten rows a leaf",
        explanation="A leaf with ten rows outvotes a wrong label, and then the trees vote too.",
        why={
            "the full tree": "It learns the wrong labels by heart: it is the worst of all.",
            "the forest of full trees": "A good guess: it is far better than a full tree, but each "
            "of its trees has learned wrong labels by heart, and part of that stays.",
        },
        items=("K90", "P35"),
    ),
    Quiz(
        "15",
        [
            Question(
                "Your tree is right in 0.91 of the kept rows. What do you need to know first?",
                [
                    "how often the most frequent class occurs",
                    "how many leaves the tree has",
                    "which impurity it was grown with",
                ],
                "how often the most frequent class occurs",
                {
                    "how often the most frequent class occurs": "If it is 0.91 too, the tree has "
                    "learned nothing.",
                    "how many leaves the tree has": "That tells how well it explains. Whether "
                    "0.91 is good depends on the baseline.",
                    "which impurity it was grown with": "That hardly changes the accuracy.",
                },
            ),
            Question(
                "Method A has a mean accuracy of 0.93, method B of 0.92; split by split the "
                "difference is 0.01 ± 0.03. What follows, by our rough rule?",
                ["A is better", "B is more stable", "these rows do not tell which is better"],
                "these rows do not tell which is better",
                {
                    "these rows do not tell which is better": "The mean of the differences is "
                    "smaller than their spread.",
                    "A is better": "On other splits B is ahead.",
                    "B is more stable": "The spread of the difference says nothing about B alone.",
                },
            ),
            Question(
                "You judged three models on the kept rows and report the best of the three "
                "numbers. That number is",
                ["too high on average", "too low on average", "right on average"],
                "too high on average",
                {
                    "too high on average": "The best of three was also the luckiest of three. "
                    "Choose on other rows.",
                    "too low on average": "Choosing the best pushes it up, not down.",
                    "right on average": "It would be, for a model chosen before you looked.",
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
                    "sentences speak of different trees.",
                    "the first is right": "The pruned tree held up with many wrong labels.",
                    "the second is right": "The full tree fell with every wrong label.",
                },
            ),
            Question(
                "A tree and a forest are equally accurate on your table. Which one do our steps "
                "choose?",
                ["the forest", "the tree", "both, and average them"],
                "the tree",
                {
                    "the tree": "It explains itself, and nothing is lost.",
                    "the forest": "It costs the explanation and gives nothing for it.",
                    "both, and average them": "That costs the explanation as well.",
                },
            ),
        ],
    ),
    Check(
        "15.t1",
        "Write `ahead(a, b)` for two lists: the mean of the differences a − b, split by split, and "
        "their standard deviation (divided by n − 1). Both are returned, in this order.",
        answer=ahead,
        starter="def ahead(a, b):\n    return ...",
        tests=[
            Case([0.9, 0.8, 0.95], [0.85, 0.8, 0.9], says="three splits"),
            Case([0.9, 0.7, 0.8, 0.6], [0.8, 0.6, 0.7, 0.5], says="always ahead by as much"),
            Case([0.6, 0.7], [0.7, 0.9], says="behind"),
        ],
        hidden=[Case([0.5, 0.5, 0.5], [0.5, 0.5, 0.5], says="no difference")],
        hints=(
            "Which accuracies belong together?",
            "First a list of differences, one per split. Then two numbers about that list.",
            "`pd.Series(a) - pd.Series(b)` has `mean()` and `std()`.",
        ),
        mistakes=[
            Mistake(lambda a, b: ahead(b, a), "That is b − a: by how much the *second* is ahead."),
            Mistake(
                lambda a, b: ahead(a, b, pstdev),
                "Your standard deviation divides by n (NumPy's default). Divide by n − 1.",
            ),
            Mistake(
                apart,
                "Those are the spreads of the two models. Take the differences first: the same "
                "split is hard for both.",
            ),
            Mistake(
                lambda a, b: (ahead(a, b)[0], stdev(a) - stdev(b)),
                "Those are the two models' spreads, one minus the other. Take the differences "
                "first, then *their* standard deviation.",
            ),
            Mistake(
                lambda a, b: (ahead(a, b)[0], ahead(a, b)[1] ** 2),
                "The second number is the variance: take its square root.",
            ),
            Mistake(
                lambda a, b: (ahead(a, b)[0], ahead(a, b)[1] / len(a) ** 0.5),
                "That is divided by √n, as for independent splits. These share rows.",
            ),
            Mistake(lambda a, b: ahead(a, b)[0], "That is the mean alone: return both numbers."),
            Mistake(lambda a, b: ahead(a, b)[::-1], "The mean comes first, then the spread."),
            Mistake(
                lambda a, b: (fmean(abs(x - y) for x, y in zip(a, b, strict=True)), ahead(a, b)[1]),
                "The signs are lost: where a is behind, the difference is negative.",
            ),
        ],
        solution="def ahead(a, b):\n"
        "    difference = pd.Series(a) - pd.Series(b)\n"
        "    return difference.mean(), difference.std()",
        explanation="What is hard for both models cancels in the difference.",
        points=1,
        minutes=5,
        items=("K86",),
    ),
]
