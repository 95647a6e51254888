"""What notebook 04 asks: the vegetation tree, shuffled labels, a map, and ID3 itself."""

from functools import cache

import dtlab
from dtcourse.judging.items import Case, Check, Guess, Question, Quiz, mistakes
from dtlab import information_gain, load

GAPS = """\
def my_id3(X, y, default=None):
    return ...  # delete this line

    if len(y) == 0:
        return leaf(...)  # gap 1: what does an empty branch predict?
    majority = y.mode()[0]
    useful = [name for name in X if X[name].nunique() > 1]
    if ...:  # gap 2: the other two reasons to stop
        return leaf(majority)
    at, _ = best([information_gain(X[name], y) for name in useful])
    name = useful[at]
    branches = {}
    for value in X[name].cat.categories:
        # gap 3: the tree of the rows where X[name] == value
        branches[value] = ...
    return ask(name, branches, prediction=majority)"""

MY_ID3 = """\
def my_id3(X, y, default=None):
    if len(y) == 0:
        return leaf(default)
    majority = y.mode()[0]
    useful = [name for name in X if X[name].nunique() > 1]
    if y.nunique() == 1 or not useful:
        return leaf(majority)
    at, _ = best([information_gain(X[name], y) for name in useful])
    name = useful[at]
    branches = {}
    for value in X[name].cat.categories:
        rows = X[name] == value
        part = X[rows].drop(columns=name)
        branches[value] = my_id3(part, y[rows], majority)
    return ask(name, branches, prediction=majority)"""


def grower(old="", new=""):
    """`my_id3` as a learner writes it, perhaps with a slip in the code."""
    space = {name: getattr(dtlab, name) for name in ("ask", "best", "information_gain", "leaf")}
    exec(MY_ID3.replace(old, new) if old else MY_ID3, space)
    return space["my_id3"]


# No dry place lies in the shade: most plants are ferns, most plants on dry ground cacti. All salt
# places lie in the sun: a feature is left, but it divides nothing, and the classes are mixed.
PLANTS = {
    "GROUND": ["dry"] * 3 + ["wet"] * 4 + ["salt"] * 3,
    "LIGHT": ["sun", "sun", "half", "sun", "half", "shade", "shade", "sun", "sun", "sun"],
    "PLANT": ["cactus"] * 2 + ["grass"] + ["fern"] * 4 + ["grass"] * 2 + ["fern"],
}


class Table(Case):
    """A table on which `my_id3` is tried; pandas is loaded when it is needed."""

    def __init__(self, name, says, columns=None):
        self.name, self.says, self.columns, self.kwargs = name, says, columns, {}

    @property
    def args(self):
        """The features as categories, and the target."""
        if self.columns is None:
            table = load(self.name)
            return table.X.astype("category"), table.y
        import pandas as pd

        frame = pd.DataFrame(self.columns)
        return frame.iloc[:, :-1].astype("category"), frame.iloc[:, -1]

    def __repr__(self):
        return self.name


def pure_parts():
    """How many values of ELEVATION have regions of one class only."""
    regions = load("vegetation")
    return int((regions.y.groupby(regions.X["ELEVATION"], observed=True).nunique() == 1).sum())


def high_land():
    """What each feature gains among the high regions, in bits."""
    regions = load("vegetation")
    high = regions.X["ELEVATION"] == "high"
    return {n: information_gain(regions.X[n][high], regions.y[high]) for n in ("STREAM", "SLOPE")}


@cache
def noise():
    """(accuracy on the rows learned from, on the others) of ID3 with a shuffled target."""
    from sklearn.model_selection import train_test_split

    bits = load("multiplexer")
    y = bits.y.sample(frac=1, random_state=0).to_numpy()
    X_learn, X_new, y_learn, y_new = train_test_split(bits.X, y, test_size=0.5, random_state=0)
    model = dtlab.ID3().fit(X_learn, y_learn)
    return model.score(X_learn, y_learn), model.score(X_new, y_new)


GUESSES = [
    Guess(
        "04.p1",
        "ELEVATION has the four branches low, medium, high and highest. How many of them need no "
        "further question?",
        options=["0", "1", "2", "3", "4"],
        answer=lambda: str(pure_parts()),
        explanation="Low is all riparian and highest all conifer; medium and high are mixed.",
        items=("K32", "K33"),
    ),
    Guess(
        "04.p2",
        "Among the high regions (1 and 7 chaparral, 5 conifer), which question is best?",
        options=["STREAM", "SLOPE", "ELEVATION"],
        answer=lambda: max(high_land(), key=high_land().get),
        explanation=lambda: (
            f"SLOPE gains {high_land()['SLOPE']:.4f} bits, all there is to know here; STREAM gains "
            f"{high_land()['STREAM']:.4f}, because regions 1 and 5 stay together."
        ),
        why={"ELEVATION": "It is used up on this path: all three regions are high."},
        items=("K35",),
    ),
    Guess(
        "04.p4",
        "The target is shuffled. What share of the 32 rows that it *learned from* will ID3's tree "
        "get right?",
        options=["about a half", "about three quarters", "all of them"],
        answer="all of them",
        explanation=lambda: (
            f"It gets {noise()[0]:.0%} of the rows it learned from right, and {noise()[1]:.0%} of "
            "the others: about as good as tossing a coin."
        ),
        why={
            "about a half": "That is what it reaches on rows it has not seen.",
            "about three quarters": "No two of these rows have the same answers to all questions. "
            "So ID3 can ask on until every leaf is pure.",
        },
    ),
    Guess(
        "04.p5",
        "A map with flipper length to the right and bill length upwards. What can the borders look "
        "like that ID3's tree draws between the species?",
        options=[
            "slanting lines",
            "curves around each group",
            "only horizontal and vertical lines",
        ],
        answer="only horizontal and vertical lines",
        explanation="Each question is about one feature: is it at most this number? That is a "
        "horizontal or a vertical line. A slanting border would need both features in one "
        "question.",
        why={
            "slanting lines": "For that, one question would have to weigh both lengths together.",
            "curves around each group": "A curve would need both lengths in one question. A tree "
            "can come close to it, in steps.",
        },
    ),
]

CHECKS = [
    Check(
        "04.t1",
        "Write `my_id3(X, y, default)` so that it grows ID3's tree: of the vegetation, and of two "
        "more small tables.",
        answer=grower(),
        starter=GAPS,
        tests=[
            Table("vegetation", says="seven regions"),
            Table("soccer", says="some matches differ in nothing but their winner"),
            Table(
                "plants",
                says="no row is dry and in the shade; dry ground grows mostly cacti, the whole "
                "table mostly ferns; all salt ground lies in the sun",
                columns=PLANTS,
            ),
        ],
        seconds=10,
        hints=(
            "Gap 1: an empty branch predicts what its parent handed down, in the third argument "
            "of `my_id3`.",
            "Gap 2: `y.nunique() == 1` says that there is one class; `not useful` says that "
            "no column divides the rows.",
            "Gap 3: with `rows = X[name] == value`, call `my_id3` on `X[rows]` and `y[rows]`; "
            "leave the column out with `.drop(columns=name)`, and hand the majority down.",
        ),
        mistakes=mistakes(
            grower("y.nunique() == 1 or not useful", "..."),
            "Gap 2 is still open. Python takes `...` for true, so the root becomes a leaf.",
            grower("y.nunique() == 1 or not useful", "y.nunique() == 1"),
            "Gap 2 misses a reason to stop. Some rows differ in nothing but their class: then "
            "`useful` is empty, there is nothing to ask, and the majority decides.",
            grower("not useful", "X.shape[1] == 0"),
            "Gap 2: a feature may be left and still divide nothing, because all these rows have "
            "the same value. So ask whether `useful` is empty, not whether columns are left.",
            grower("y.nunique() == 1 or not useful", "not useful"),
            "Gap 2 misses a reason to stop: where all rows have one class, nothing is left to ask.",
            grower("1 or not", "1 and not"),
            "Gap 2: each of the two reasons is enough alone. Join them with `or`.",
            grower("leaf(default)", "leaf(y.mode()[0])"),
            "Gap 1: an empty branch has no rows, so `y` has no most common class. The parent's "
            "majority arrives in `default`.",
            grower("leaf(default)", "leaf(majority)"),
            "Gap 1: `majority` is not known yet in that line, and an empty branch has no rows to "
            "count. The parent's majority arrives in `default`.",
            grower(", majority)", ")"),
            "The empty branch predicts nothing: hand the majority of these rows down, as the "
            "third argument of `my_id3`.",
            grower(", majority)", ", default or majority)"),
            "An empty branch gets the majority of the *whole table*. Each node must hand down the "
            "majority of its own rows.",
            grower(
                "my_id3(part, y[rows], majority)", "leaf((y[rows] if any(rows) else y).mode()[0])"
            ),
            "Every branch ends after one question. Gap 3 must call `my_id3` again, on the rows of "
            "the branch.",
            grower("X[name].cat.categories", "X[name].unique()"),
            "The empty branch is missing: high land has no branch for a moderate slope. Go "
            "through `.cat.categories`, not only through the values that these rows have.",
            grower(", prediction=majority", ""),
            "Questions and leaves are right. Inner nodes forget their majority: end in "
            "`ask(name, branches, prediction=majority)`.",
            grower("[information_gain", "[-information_gain"),
            "This tree asks the question with the *lowest* gain first: take the highest.",
        ),
        solution=MY_ID3,
        explanation="It grows ID3's tree, also where a branch is empty and where rows differ in "
        "nothing but their class.",
        minutes=15,
        items=("K29", "K30"),
    ),
]

QUIZ = Quiz(
    "04",
    [
        Question(
            "A branch has no training rows. What does ID3 predict there?",
            ["the majority of the whole table", "the majority of the parent", "nothing"],
            "the majority of the parent",
            {
                "the majority of the parent": "The rows of the node above vote: stop 3.",
                "the majority of the whole table": "That forgets all answers given so far.",
                "nothing": "A tree answers every row that has known values.",
            },
        ),
        Question(
            "After a node asks about STREAM, where may STREAM not be asked about again?",
            ["anywhere in the tree", "in the branch beside it", "below that node"],
            "below that node",
            "Below the node the answer is known. Another branch has not asked it yet, and there "
            "it may be the best question.",
        ),
        Question(
            "A node holds 3 yes and 2 no, and no feature divides its rows. What becomes of it?",
            ["a leaf that says yes", "a leaf that says no", "a node that asks again"],
            "a leaf that says yes",
            "The majority votes, and the counts are kept. A question that sends all rows one way "
            "would change nothing.",
        ),
        Question(
            "Two trees fit all training rows and disagree about a new one. What decided which of "
            "them ID3 grows?",
            ["the new row", "its inductive bias", "the accuracy on the training rows"],
            "its inductive bias",
            "High gains near the root, and so, mostly, short trees: an assumption. The accuracy on "
            "the training rows is the same for both, and the new row came too late.",
        ),
        Question(
            "A test set has 95 rows of one class and 5 of another. A tree reaches accuracy 0.95 "
            "there. This is",
            [
                "a good result, because only 5 rows are wrong",
                "no more than always saying the larger class would reach",
                "proof that the tree is wrong on all rows of the smaller class",
            ],
            "no more than always saying the larger class would reach",
            {
                "no more than always saying the larger class would reach": "An accuracy says "
                "something only beside its baseline.",
                "a good result, because only 5 rows are wrong": "Always saying the larger class "
                "gets 95 of 100 rows right too, without any question.",
                "proof that the tree is wrong on all rows of the smaller class": "That is one way "
                "to have 5 errors, not the only one. The confusion matrix would tell.",
            },
        ),
    ],
)

ITEMS = [*GUESSES, *CHECKS, QUIZ]
