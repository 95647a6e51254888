"""What notebook 00 asks: the seven regions of the vegetation table, before any theory."""

from functools import cache

import dtlab
from dtlab import entropy, information_gain, load
from dtlab.exercises.items import Case, Check, Guess, Mistake, Question, Quiz


@cache
def gains():
    """What each question tells about the plants, in bits."""
    veg = load("vegetation")
    return {name: information_gain(veg.X[name], veg.y) for name in veg.features}


def new_region():
    """What ID3's tree says about high land with a stream and moderate slopes."""
    veg = load("vegetation")
    region = veg.X.iloc[:1].assign(STREAM=True, SLOPE="moderate", ELEVATION="high")
    return dtlab.ID3().fit(veg.X, veg.y).predict(region)[0]


def share(counts, wanted=0):
    """The reference of 00.t2: what share of all rows has the class number `wanted`?"""
    return counts[wanted] / sum(counts)


ITEMS = [
    Guess(
        "00.p1",
        "You may ask one question about a region that you have never seen. Whose answer tells "
        "most about the plants?",
        options=["STREAM", "SLOPE", "ELEVATION"],
        answer=lambda: max(gains(), key=gains().get),
        explanation=lambda: (
            f"ELEVATION tells {gains()['ELEVATION']:.4f} bits, STREAM {gains()['STREAM']:.4f} "
            f"and SLOPE {gains()['SLOPE']:.4f}. *Low* and *highest* settle the matter, and "
            "*medium* and *high* leave two kinds each. With a stream, or on steep slopes, all "
            "three kinds are still possible."
        ),
        why={
            "STREAM": "A good thought: two kinds of plants do live on one side of that answer. "
            "But on the side with a stream all three kinds remain.",
            "SLOPE": "Two of its three answers leave no doubt, but five of the seven regions give "
            "the third answer, steep.",
        },
    ),
    Guess(
        "00.p2",
        "A region with a stream, moderate slopes and high land: what will the tree say? No region "
        "of the table is like it. Type one word.",
        answer=new_region,
        explanation="The branch *moderate* is empty, so the tree answers with the most common "
        "plants among the high regions.",
    ),
    Quiz(
        "00",
        [
            Question(
                "How do you run a cell?",
                ["Shift and Enter together", "Escape", "It runs by itself"],
                "Shift and Enter together",
                {
                    "Shift and Enter together": "The page then moves on to the next cell.",
                    "Escape": "Escape leaves the cell, and runs nothing.",
                    "It runs by itself": "A cell waits until you run it, so guess first.",
                },
            ),
            Question(
                "When is the best time for a guess?",
                ["Before the cell that answers it", "After it"],
                "Before the cell that answers it",
                "A wrong guess that you remember teaches more than an answer that you only read.",
            ),
        ],
    ),
    Check(
        "00.t1",
        "How many regions does the vegetation table have?",
        answer=lambda: len(load("vegetation").frame),
        hints=(
            "`veg.frame` shows the table.",
            "Count its rows, not its columns.",
            "`len(veg.frame)` counts them.",
        ),
        mistakes=[
            Mistake(
                lambda: load("vegetation").frame.shape[1],
                "That is the number of columns: each region is a row.",
            ),
            Mistake(
                lambda: load("vegetation").frame.size,
                "That is the number of all entries: count each row once.",
            ),
            Mistake(
                lambda: len(load("vegetation").frame) - 1,
                "One is missing: ID begins at 1, and the last row counts too.",
            ),
        ],
        solution="answer = len(veg.frame)",
        tolerance=0,
        minutes=1,
    ),
    Check(
        "00.t2",
        "Write `share(counts)`: what share of all rows has the first class? `share([3, 2, 2])` is "
        "3/7.",
        answer=share,
        starter="def share(counts):\n    return ...",
        tests=[
            Case([3, 2, 2], says="the seven regions"),
            Case([1], says="one class only"),
        ],
        hidden=[Case([0, 4], says="a class without rows")],
        hints=(
            "A share is the count of the class, divided by the count of everything.",
            "`sum(counts)` counts everything.",
            "Divide `counts[0]` by `sum(counts)`.",
        ),
        mistakes=[
            Mistake(
                lambda counts: counts[0] / len(counts),
                "You divided by the number of classes: count the rows.",
            ),
            Mistake(lambda counts: counts[0], "That is the count: divide it by the sum."),
            Mistake(lambda counts: entropy(counts), "That is the entropy, not the share."),
        ],
        solution="def share(counts):\n    return counts[0] / sum(counts)",
    ),
]
