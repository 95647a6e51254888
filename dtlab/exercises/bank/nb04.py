"""What notebook 04 asks: the vegetation tree, shuffled labels, a map, and ID3 itself."""

import ast
import inspect
from functools import cache
from itertools import zip_longest

import dtlab
from dtlab import information_gain, load, textbook
from dtlab.exercises.items import Check, Guess, Mistake, Question, Quiz


def page_of(function):
    """The source of a function of the textbook, without its docstring and its type hints."""
    parameters = inspect.signature(function).parameters.values()
    plain = ", ".join(
        str(parameter.replace(annotation=parameter.empty)) for parameter in parameters
    )
    source = inspect.getsource(function)
    docstring = ast.parse(source).body[0].body[0]
    lines = source.splitlines()[docstring.end_lineno :]
    return "\n".join([f"def {function.__name__}({plain}):", *lines])


# What a learner may write is what the notebook then reads.
MY_ID3 = page_of(textbook.id3).replace("id3(", "my_id3(")
MY_ID3 = f"from dtlab.textbook.rows import categories\n\n\n{MY_ID3}\n"
WITHOUT_COUNTS = MY_ID3.replace(", counts)", ")").replace(", {})", ")")


def vegetation_tree(old="", new=""):
    """The tree of the seven regions as a learner grows it, perhaps with a slip in the code."""
    names = ("ask", "best", "information_gain", "leaf")
    space = {name: getattr(dtlab, name) for name in names}
    exec(WITHOUT_COUNTS.replace(old, new) if old else WITHOUT_COUNTS, space)
    regions = load("vegetation")
    return space["my_id3"](regions.X, regions.y)


def said(tree):
    """Every line and rule of a tree, whatever the order of its branches."""
    return sorted(line.strip("│├└─ ") for line in f"{tree}\n{tree.rules()}".splitlines())


def grows_the_tree(tree):
    """True, or where a learner's tree leaves that of 04.t1."""
    if not isinstance(tree, dtlab.Node):
        return "the answer must be a tree. Leave the last two lines of the cell as they were."
    if tree.impurity is not None:
        return "this is the tree of a fitted model: grow your own with `my_id3`."
    if said(tree.bare()) == said(wanted := vegetation_tree()):
        return True
    pairs = zip_longest(str(tree.bare()).splitlines(), str(wanted).splitlines())
    lines = [f"line {n} of `print(answer)`" for n, (a, b) in enumerate(pairs, 1) if a != b]
    return f"{lines[0]} differs from ID3's tree." if lines else "its rules differ from ID3's."


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
            f"On the rows it learned from it is right in {noise()[0]:.0%}, on the others in "
            f"{noise()[1]:.0%}: no better than tossing a coin."
        ),
        why={"about a half": "That is what it reaches on rows it has not seen."},
    ),
    Guess(
        "04.p5",
        "A map with flipper length to the right and bill length upwards. What can the borders look "
        "like that ID3's tree draws between the species?",
        options=["slanting lines", "curves around each group", "only level and upright lines"],
        answer="only level and upright lines",
        explanation="Each question is about one feature: is it at most this number? That is a "
        "level or an upright line. A slanting border would need both features in one question.",
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
        "Write `my_id3(X, y, default)` so that it grows the vegetation tree.",
        answer=vegetation_tree,
        accept=grows_the_tree,
        hints=(
            "Gap 1: an empty branch predicts what its parent handed down, in the third argument "
            "of `my_id3`.",
            "Gap 2: `y.nunique() == 1` says that there is one class; `not useful` says that "
            "no column divides the rows.",
            "Gap 3: with `rows = X[name] == value`, call `my_id3` on `X[rows]` and `y[rows]`; "
            "leave the column out with `.drop(columns=name)`, and hand the majority down.",
        ),
        mistakes=[
            Mistake(
                lambda: vegetation_tree("X[A].cat.categories", "sorted(X[A].unique())"),
                "The empty branch is missing: high land has no branch for a moderate slope. Go "
                "through `.cat.categories`, not only through the values that these rows have.",
            ),
            Mistake(
                lambda: vegetation_tree(", prediction=majority", ""),
                "Questions and leaves are right. Inner nodes forget their majority: end in "
                "`ask(name, branches, prediction=majority)`.",
            ),
            Mistake(
                lambda: vegetation_tree("leaf(default)", "leaf(None)"),
                "The empty branch predicts nothing: hand the majority of these rows down, as the "
                "third argument of `my_id3`.",
            ),
            Mistake(
                lambda: vegetation_tree("[information_gain", "[-information_gain"),
                "This tree asks the question with the *lowest* gain first: take the highest.",
            ),
        ],
        solution=MY_ID3
        + '\n\nveg = load("vegetation")\nanswer = my_id3(veg.X.astype("category"), veg.y)',
        explanation="It grows ID3's tree. In these seven regions some feature always divides a "
        "mixed part; the next cell tries tables where that is not so.",
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
            "High gains near the root, and so short trees: an assumption. The accuracy on the "
            "training rows is the same for both, and the new row came too late.",
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
