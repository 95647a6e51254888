"""What notebook 07 asks: Gini, error, subsets, CART."""

from dtcourse.judging.items import Case, Check, Guess, Mistake, Question, Quiz
from dtlab import entropy, error, gini, information_gain, load, work


def toy_gain(impurity):
    """What the first question of the toy table gains."""
    toy = load("toy_error_vs_entropy")
    return information_gain(toy.X["side"], toy.y, impurity)


def income():
    """Gini index of each split of income, by its subset."""
    buys = load("buys_computer")
    return {term.label: term.value for term in work.subsets(buys.X["income"], buys.y).terms}


def gini_of_split(left, right):
    """The reference of 07.t2."""
    n = sum(left) + sum(right)
    return sum(left) / n * gini(left) + sum(right) / n * gini(right)


ITEMS = [
    Guess(
        "07.p1",
        "Three chaparral, two riparian, two conifer; the labels are drawn by lottery. How often is "
        "a label wrong?",
        options=["less than half of the time", "about four times in seven", "about two in three"],
        answer="about two in three",
        explanation=lambda: (
            f"The label is wrong with chance {gini([3, 2, 2]):.4f}. Guessing by lottery is worse "
            "than always saying chaparral."
        ),
        why={
            "about four times in seven": "That is how often *always saying chaparral* is wrong. A "
            "lottery does worse: it often names the rarer classes, too.",
            "less than half of the time": "No class has half of the regions, so each label that "
            "is drawn is wrong more often than not.",
        },
        items=("K44",),
    ),
    Guess(
        "07.p2",
        "By entropy this split gained a little. How much does it gain by error?",
        options=["more than by entropy", "a little", "exactly nothing"],
        answer="exactly nothing",
        explanation=lambda: (
            f"The gain is {toy_gain(error):g}: both sides still predict B, so the same "
            "40 rows stay wrong."
        ),
        why={
            "more than by entropy": "Count the wrong rows: 40 before the split, 28 and 12 after. "
            "None has gone.",
            "a little": "It seems so, because one side is purer. But count the wrong rows: 28 and "
            "12 after the split, 40 before it.",
        },
        items=("R49",),
    ),
    Guess(
        "07.p3",
        "Which subset of income, set against the rest, leaves the smallest Gini index?",
        options=["{low, medium}", "{low, high}", "{medium, high}"],
        answer=lambda: min(income(), key=income().get),
        explanation=lambda: (
            f"It leaves {income()['{low, medium}']:.4f}. People with a high income buy least "
            "often here, and the split sets them apart. But all three numbers are close to the "
            "Gini index before the split: income tells little."
        ),
        why={
            "{low, high}": "The ends against the middle: that mixes the value with the most buyers "
            "and the one with the fewest.",
            "{medium, high}": "It sets the best buyers apart, those with a low income. Setting the "
            "rarest buyers apart leaves a little less.",
        },
        items=("S29",),
    ),
    Guess(
        "07.p5",
        "Everybody on the Titanic gets a ticket number of their own. CART's question has two "
        "branches only. Does it fall for the number?",
        options=["yes", "no"],
        answer="yes",
        explanation="The best two groups of ticket numbers are *all who survived* and *all who "
        "did not*: pure at once, and useless for somebody new, whose number has no branch. Drop "
        "such columns before you grow a tree.",
        why={
            "no": "Two branches look harmless. But the numbers can be split in countless ways, and "
            "one of them fits the training rows perfectly."
        },
        items=("R32",),
    ),
    Quiz(
        "07",
        [
            Question(
                "A Gini index of 0.4 means: on average, 40 % of the rows are",
                ["outside the largest class", "mislabelled by lottery", "in the largest class"],
                "mislabelled by lottery",
                {
                    "mislabelled by lottery": "One minus the chance that row and ticket agree.",
                    "outside the largest class": "That is the error, 1 − max p.",
                    "in the largest class": "Then the error would be 60 %; Gini is another number.",
                },
            ),
            Question(
                "After a split, both sides have the same majority class as before. By error, the "
                "gain is",
                ["0", "above 0", "below 0"],
                "0",
                {
                    "0": "No prediction changes, so no mistake goes away.",
                    "above 0": "True of entropy and Gini if the sides differ, not of error.",
                    "below 0": "No impurity of this notebook grows by a split.",
                },
            ),
            Question(
                "The entropy's curve is concave. So the weighted mean of the children is",
                ["always 0", "always above the parent", "never above the parent"],
                "never above the parent",
                {
                    "never above the parent": "Straight lines between points of the curve run "
                    "below it.",
                    "always above the parent": "It would be so on a convex curve.",
                    "always 0": "That is so only if both children are pure.",
                },
            ),
            Question(
                "In how many ways can CART split a feature with 5 values into two groups?",
                ["4", "15", "32"],
                lambda: str(2 ** (5 - 1) - 1),
                {
                    "4": "That many are enough if there are two classes, but there are more ways.",
                    "15": "2⁵ subsets, without the empty and the full one, halved.",
                    "32": "That counts the empty and the full subset, and each split twice.",
                },
            ),
            Question(
                "Why may CART ask about the same feature twice on a path, if its values are names?",
                [
                    "answers may be wrong",
                    "groups can be split again",
                    "it draws features at random",
                ],
                "groups can be split again",
                {
                    "groups can be split again": "The first question made two groups only; values "
                    "in one group can be told apart later.",
                    "answers may be wrong": "Answers are taken as they are.",
                    "it draws features at random": "CART looks at all features at every node.",
                },
            ),
        ],
    ),
    Check(
        "07.t2",
        "Write `gini_of_split(left, right)`: the weighted Gini index of a split with these class "
        "counts on its two sides. `gini(counts)` gives the index of one side.",
        answer=gini_of_split,
        starter="def gini_of_split(left, right):\n    return ...",
        tests=[
            Case([3, 7], [2, 2], says="income, {low, medium} against {high}"),
            Case([5, 5], [0, 4], says="age, {youth, senior} against {middle_aged}"),
            Case([1, 0, 0], [0, 4, 5], says="three classes, sides of 1 and 9 rows"),
        ],
        hidden=[Case([10, 20, 30], [3, 2, 1], says="three classes, unequal sides")],
        hints=(
            "The weighted mean of the two sides' Gini indexes.",
            "The weight of a side is its share of the rows: `sum(left) / n`.",
            "`n = sum(left) + sum(right)`, then `sum(left) / n * gini(left) + ...`.",
        ),
        mistakes=[
            Mistake(
                lambda left, right: (gini(left) + gini(right)) / 2,
                "Each side needs its weight: its share of the rows.",
            ),
            Mistake(
                lambda left, right: gini([a + b for a, b in zip(left, right, strict=True)]),
                "That is the Gini index *before* the split: take each side on its own.",
            ),
            Mistake(
                lambda left, right: gini([*left, *right]),
                "`left + right` joins two lists, it does not add counts. Take the Gini index of "
                "each side, with its weight.",
            ),
            Mistake(
                lambda left, right: (
                    (sum(left) * entropy(left) + sum(right) * entropy(right))
                    / (sum(left) + sum(right))
                ),
                "That is the remainder with *entropy*: call `gini` for each side.",
            ),
            Mistake(
                lambda left, right: gini(left) + gini(right),
                "A sum without weights: multiply each side by its share of the rows.",
            ),
            Mistake(
                lambda left, right: sum(left) * gini(left) + sum(right) * gini(right),
                "The weights are shares: divide by the number of all rows.",
            ),
            Mistake(
                lambda left, right: (
                    gini([a + b for a, b in zip(left, right, strict=True)])
                    - gini_of_split(left, right)
                ),
                "That is the reduction: what the split took away. Return what is left.",
            ),
        ],
        explanation="Each side counts with its share of the rows, as in the information gain.",
        solution="def gini_of_split(left, right):\n    n = sum(left) + sum(right)\n"
        "    return sum(left) / n * gini(left) + sum(right) / n * gini(right)",
        points=2,
        minutes=8,
        items=("S28",),
    ),
]
