"""Trees for the tests: those of the lectures, a staircase, and a hypothesis strategy."""

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from dtlab.questions import Groups, Interval, Threshold
from dtlab.tree import Node, ask, leaf

# F-K005: two trees that agree with the six emails
SPAM_A = ask(
    "CONTAINS IMAGES",
    {
        True: ask("SUSPICIOUS WORDS", {True: "spam", False: "ham"}),
        False: ask("UNKNOWN SENDER", {True: "spam", False: "ham"}),
    },
)
SPAM_B = ask("SUSPICIOUS WORDS", {True: "spam", False: "ham"})
SPAM = pd.DataFrame(
    [
        (True, False, True, "spam"),
        (True, True, False, "spam"),
        (True, True, False, "spam"),
        (False, True, True, "ham"),
        (False, False, False, "ham"),
        (False, False, False, "ham"),
    ],
    columns=["SUSPICIOUS WORDS", "UNKNOWN SENDER", "CONTAINS IMAGES", "CLASS"],
)

# F-K062: ID3's vegetation tree; SLOPE = moderate is the empty partition
VEGETATION = ask(
    "ELEVATION",
    {
        "low": leaf("riparian", {"riparian": 1}),
        "medium": ask(
            "STREAM",
            {True: leaf("riparian", {"riparian": 1}), False: leaf("chaparral", {"chaparral": 1})},
        ),
        "high": ask(
            "SLOPE",
            {
                "flat": leaf("conifer", {"conifer": 1}),
                "moderate": leaf("chaparral", {"chaparral": 0}),
                "steep": leaf("chaparral", {"chaparral": 2}),
            },
        ),
        "highest": leaf("conifer", {"conifer": 1}),
    },
)

# F-P001: the well-known tree on the passengers of the Titanic
TITANIC = ask(
    "sex",
    {
        "female": "survived",
        "male": ask(
            Threshold("age", 9.5), ask(Threshold("sibsp", 2.5), "survived", "died"), "died"
        ),
    },
)

# F-R029
STAY_IN = ask(
    "Work to do?",
    {
        True: "Stay in",
        False: ask(
            "Outlook",
            {
                "Sunny": "Go to the beach",
                "Overcast": "Go running",
                "Rainy": ask("Friends busy?", {"Yes": "Stay in", "No": "Go to the movies"}),
            },
        ),
    },
)

# F-K128: the class of an inner node in brackets, no counts
POST_OPERATIVE = ask(
    "CORE-TEMP",
    {
        "low": ask("GENDER", {"male": "icu", "female": "gen"}, prediction="icu"),
        "high": ask("STABLE-TEMP", {True: "gen", False: "icu"}, prediction="gen"),
    },
    prediction="icu",
)

LECTURE_TREES = {
    "spam (a)": SPAM_A,
    "spam (b)": SPAM_B,
    "vegetation": VEGETATION,
    "titanic": TITANIC,
    "stay in": STAY_IN,
    "post-operative": POST_OPERATIVE,
}

NAMES = {"ask": ask, "leaf": leaf, "Threshold": Threshold, "Groups": Groups, "Interval": Interval}


def staircase(levels):
    """x ≤ 1 → 1, x ≤ 2 → 2, ...: a tree as deep as it has questions."""
    tree = leaf(levels)
    for value in range(levels - 1, -1, -1):
        tree = ask(Threshold("x", value), leaf(value), tree, prediction=-1)
    return tree


FEATURES = "abc"
LEVELS = ["low", "high", True, False, 3, 2.5, "quo'te", 'quo"te', "new\nline", "ünï"]
LABELS = [
    "yes",
    "no",
    "",
    "it's",
    '\u2264 "x"\n',
    True,
    False,
    0,
    1,
    -7,
    0.5,
    -1e-300,
    1e22,
    np.inf,
]
# Drawn as a whole: a draw per number would make big trees slow to invent.
STATISTICS = [
    {},
    {"n_rows": 7},
    {"n_rows": 3, "impurity": 0.1 + 0.2, "score": -8.87},
    {"n_rows": 3, "stats": (1, 2), "impurity": 0.9182958340544896, "score": 0.0},
    {"n_rows": 0, "stats": (0, 0), "impurity": 0.0},
    {"stats": (0.1, 1e22), "score": np.inf},
]


@st.composite
def intervals(draw):
    """Two to four disjoint intervals, with or without open ends."""
    cuts = draw(st.lists(st.integers(-20, 20), min_size=2, max_size=4, unique=True))
    ends = [-np.inf, *sorted(cuts), np.inf] if draw(st.booleans()) else sorted(cuts)
    return [Interval(low, high) for low, high in zip(ends, ends[1:], strict=False)]


@st.composite
def questions(draw, on_numbers=None):
    """A question on one of a few features; numbers and categories have features of their own."""
    feature = draw(st.sampled_from(FEATURES))
    if on_numbers is None:
        on_numbers = draw(st.booleans())
    if on_numbers and draw(st.booleans()):
        value = draw(st.integers(-20, 20) | st.floats(-20, 20))
        return Threshold("n" + feature, value, draw(st.sampled_from([None, 0, 1])))
    if on_numbers:
        values = draw(intervals())
    else:
        values = draw(st.lists(st.sampled_from(LEVELS), min_size=1, max_size=4, unique=True))
    group = draw(st.lists(st.integers(0, 3), min_size=len(values), max_size=len(values)))
    number = {old: new for new, old in enumerate(dict.fromkeys(group))}
    branch = {value: number[g] for value, g in zip(values, group, strict=True)}
    # The child after the last is one for missing values alone.
    missing = draw(st.none() | st.integers(0, len(number)))
    return Groups(("n" if on_numbers else "") + feature, branch, missing)


@st.composite
def trees(draw, max_depth=3, with_statistics=True):
    """Random trees with all kinds of questions and values, with statistics or without."""
    classes = ("no", "yes") if with_statistics and draw(st.booleans()) else None

    def node(children=(), question=None):
        statistics = dict(draw(st.sampled_from(STATISTICS))) if with_statistics else {}
        if classes is None:
            statistics.pop("stats", None)
        prediction = draw(st.sampled_from(LABELS if question is None else [None, *LABELS]))
        return Node(prediction, question, children, classes=classes, **statistics)

    def grow(depth):
        if depth == 0 or draw(st.integers(0, 3)) == 0:
            return node()
        question = draw(questions())
        return node([grow(depth - 1) for _ in range(question.n_children)], question)

    return grow(max_depth)


def random_rows(n, seed=0):
    """Columns for the features of random trees, with unseen and missing values."""
    rng = np.random.default_rng(seed)
    frame = {}
    for feature in FEATURES:
        frame["n" + feature] = np.where(rng.random(n) < 0.1, np.nan, rng.integers(-25, 25, n))
        values = [*LEVELS, "unseen", None]
        frame[feature] = [values[i] for i in rng.integers(0, len(values), n)]
    return frame


def counted(values, seed):
    """A random binary tree on the column x, with class counts below some number."""
    rng = np.random.default_rng(seed)

    def grow(low, high, depth):
        if depth == 0 or high - low < 2:
            return leaf("a", {"a": int(rng.integers(0, values)), "b": int(rng.integers(0, values))})
        at = int(rng.integers(low + 1, high))
        return ask(Threshold("x", at), grow(low, at, depth - 1), grow(at, high, depth - 1))

    return grow(0, 20, 4)
