"""What notebook 00 asks: the seven regions of the vegetation table, before any theory."""

from functools import cache

import dtlab
from dtcourse.judging.items import Check, Guess, Mistake, Question, Quiz
from dtlab import information_gain, load


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


ITEMS = [
    Guess(
        "00.p1",
        "You may ask one question about a region that you have never seen. Which answer would tell "
        "you most about the plants?",
        options=["STREAM", "SLOPE", "ELEVATION"],
        answer=lambda: max(gains(), key=gains().get),
        explanation=lambda: (
            f"ELEVATION tells {gains()['ELEVATION']:.4f} bits, STREAM {gains()['STREAM']:.4f} "
            f"and SLOPE {gains()['SLOPE']:.4f}. *Low* and *highest* settle the matter, and "
            "*medium* and *high* leave two kinds each. With a stream, or on steep slopes, all "
            "three kinds are still possible."
        ),
        why={
            "STREAM": "A good thought: without a stream, riparian plants are ruled out. "
            "But with a stream all three kinds remain.",
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
        why={
            "conifer": "That is the branch *flat*. Of the three high regions one has conifers.",
            "riparian": "The stream suggests it. But below *high* the tree asks only about SLOPE.",
        },
    ),
    Quiz(
        "00",
        [
            Question(
                "One leaf of the tree has no region of the table in it. Which one?",
                [
                    "high land, moderate slopes",
                    "high land, steep slopes",
                    "medium land without a stream",
                ],
                "high land, moderate slopes",
                {
                    "high land, moderate slopes": "Its box shows no region. The tree still has to "
                    "answer, and takes the majority of the high regions.",
                    "high land, steep slopes": "Two regions of the table are there.",
                    "medium land without a stream": "One region of the table is there.",
                },
            ),
            Question(
                "Why does the tree ask about ELEVATION first?",
                [
                    "it is the last column of the table",
                    "each of its answers leads straight to a leaf",
                    "its answers leave the least doubt, on average",
                ],
                "its answers leave the least doubt, on average",
                {
                    "its answers leave the least doubt, on average": "That is what the bars "
                    "measure.",
                    "it is the last column of the table": "The order of the columns decides only "
                    "between equally good questions.",
                    "each of its answers leads straight to a leaf": "Two of them do; *medium* and "
                    "*high* need another question.",
                },
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
        explanation="Each row of the table is a region, so counting rows counts regions.",
        solution="answer = len(veg.frame)",
        tolerance=0,
        minutes=1,
    ),
]
