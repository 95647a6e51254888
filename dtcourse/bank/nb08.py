"""What notebook 08 asks."""

import dtlab
from dtcourse.judging.items import Case, Check, Guess, Mistake, Question, Quiz
from dtlab import load, work

WINES, COLUMNS, LOST = 124, 13, 0.2  # training rows, columns, chance that a value is lost
FOOT = 0.3048  # metres


def heights():
    """The gains of the four thresholds of ELEVATION."""
    land = load("vegetation_continuous")
    terms = work.thresholds(land.X["ELEVATION"], land.y).terms
    return {f"{term.label:g}": term.value for term in terms}


def metres():
    """The root's question when heights are in metres."""
    land = load("vegetation_continuous")
    X = land.X.assign(ELEVATION=land.X["ELEVATION"] * FOOT)
    return dtlab.ID3(numeric="threshold").fit(X, land.y).tree_.question.value


def whole_wines():
    """How many rows are expected to keep all their values."""
    return WINES * (1 - LOST) ** COLUMNS


def changes(rows):
    """The midpoints between neighbours of different class, in the order of the rows."""
    return [(a + b) / 2 for (a, ya), (b, yb) in zip(rows, rows[1:], strict=False) if ya != yb]


def boundaries(x, y):
    """What 08.t2 asks for."""
    return changes(sorted(zip(x, y, strict=True)))


def every_midpoint(x, y):
    """A mistake: the classes do not matter."""
    return changes([(number, i) for i, number in enumerate(sorted(x))])


def lower_neighbours(x, y):
    """A mistake: the value below the boundary, not the middle."""
    rows = sorted(zip(x, y, strict=True))
    return [a for (a, ya), (_, yb) in zip(rows, rows[1:], strict=False) if ya != yb]


def upper_neighbours(x, y):
    """A mistake: the value above the boundary, not the middle."""
    rows = sorted(zip(x, y, strict=True))
    return [b for (_, ya), (b, yb) in zip(rows, rows[1:], strict=False) if ya != yb]


def half_gaps(x, y):
    """A mistake: half of the distance, not the middle."""
    rows = sorted(zip(x, y, strict=True))
    return [(b - a) / 2 for (a, ya), (b, yb) in zip(rows, rows[1:], strict=False) if ya != yb]


ITEMS = [
    Guess(
        "08.p1",
        "Which threshold of ELEVATION will have the highest gain?",
        options=["750", "1350", "2250", "4175"],
        answer=lambda: max(heights(), key=heights().get),
        explanation=lambda: (
            f"Its gain is {heights()['4175']:.4f} bits. Above 4175 all is conifer, below it there "
            "is no conifer: one class is completely separated from the other two."
        ),
        why={
            "750": "It makes one side pure, but only one region lies there.",
            "1350": "Both sides stay mixed.",
            "2250": "It splits the regions more evenly, but both sides stay mixed.",
        },
        items=("K47", "K50"),
    ),
    Guess(
        "08.p2",
        "The heights come in metres instead of feet. What happens to the tree?",
        options=[
            "same tree, other thresholds",
            "another feature becomes the root",
            "the thresholds stay, so rows change sides",
        ],
        answer="same tree, other thresholds",
        explanation=lambda: (
            f"The root now cuts at {metres():.2f} metres, which are {metres() / FOOT:.0f} feet. "
            "The same regions lie on the same sides, so all gains are the same."
        ),
        why={
            "another feature becomes the root": "The gain looks at who is on which side, never at "
            "the size of the numbers.",
            "the thresholds stay, so rows change sides": "Thresholds are learned from the numbers, "
            "so they shrink along with them.",
        },
        items=("R07",),
    ),
    Guess(
        "08.p4",
        f"Of {WINES} training wines, how many will still have all {COLUMNS} values?",
        options=["about 100", "about 40", "about 7"],
        answer=lambda: f"about {whole_wines():.0f}",
        explanation=lambda: (
            f"A row stays whole if all {COLUMNS} values survive: 0.8 multiplied by itself "
            f"{COLUMNS} times is {(1 - LOST) ** COLUMNS:.3f}. We expect {whole_wines():.1f} whole "
            "rows; the first line of the table counts them."
        ),
        why={
            "about 100": "That is the share of *values* that survive. A row needs all of its own.",
            "about 40": "That would be right for five columns. There are thirteen.",
        },
    ),
    Guess(
        "08.p5",
        "Both columns are pure noise. Which will look better, on average?",
        options=["the yes or no", "the number, a little", "the number, more than twice as good"],
        answer="the number, more than twice as good",
        explanation="The best of thirteen tries is better than one try, although there is nothing "
        "to find. A tree that compares the two fairly must know how many tries each one had.",
        why={
            "the yes or no": "It has one try. The number has thirteen, and keeps the best.",
            "the number, a little": "The direction is right; look at the table for the size.",
        },
        items=("R28",),
    ),
    Quiz(
        "08",
        [
            Question(
                "Sorted by a number, the classes are a a b b a. How many thresholds need trying to "
                "find the highest information gain?",
                ["4", "1", "2"],
                "2",
                {
                    "2": "The class changes twice. The two other gaps lie within a class.",
                    "4": "Those are all gaps. Two of them lie within a class and cannot win.",
                    "1": "One is the best in the end, but you must compare both class changes.",
                },
            ),
            Question(
                "Why do ≤, < and ≥ give the same gains when thresholds lie half-way?",
                [
                    "new rows never hit a threshold",
                    "no training row lies on the threshold",
                    "the gain is rounded",
                ],
                "no training row lies on the threshold",
                "No training row lies half-way between two neighbours, so each stays on its side, "
                "whatever the sign. A new row may hit the threshold, and then the sign decides.",
            ),
            Question(
                "A tree has asked whether ELEVATION ≤ 4175. May it ask about ELEVATION again "
                "below?",
                [
                    "yes, at another threshold",
                    "no, a feature is used once on a path",
                    "yes, but only at 4175",
                ],
                "yes, at another threshold",
                {
                    "yes, at another threshold": "Each question cuts out a smaller interval.",
                    "no, a feature is used once on a path": "That holds for categories, where "
                    "a second time would tell nothing.",
                    "yes, but only at 4175": "At 4175 all rows of the node lie on the same side.",
                },
            ),
            Question(
                "When can a threshold within one class be the best allowed one?",
                [
                    "when entropy is used",
                    "when there are three classes",
                    "when each leaf must keep at least three rows",
                ],
                "when each leaf must keep at least three rows",
                "At least three rows in a leaf may forbid every boundary. Entropy is concave, so "
                "as long as every threshold is allowed a boundary wins, for three classes too.",
            ),
            Question(
                "You replace missing ages by −1. What does a tree make of it?",
                ["an unknown age", "a very low age", "it leaves the row out"],
                "a very low age",
                {
                    "a very low age": "To see that it is *unknown*, the tree must spend one more "
                    "question, between −1 and the lowest real age.",
                    "an unknown age": "Only if it spends a question between −1 and the lowest real "
                    "age. By itself, −1 is just the lowest number.",
                    "it leaves the row out": "The row has a number now, so it stays.",
                },
            ),
        ],
    ),
    Check(
        "08.t2",
        "Write `boundaries(x, y)`: the list of thresholds of the lists `x` (numbers, all "
        "different) and `y` (classes), in rising order: half-way between neighbours of different "
        "class.",
        answer=boundaries,
        starter="def boundaries(x, y):\n    return ...",
        tests=[
            Case([1, 2, 3, 4], ["a", "a", "b", "b"], says="one change"),
            Case([30, 10, 20, 50], ["a", "b", "a", "b"], says="a table that is not sorted"),
            Case([5, 1, 3], ["a", "a", "a"], says="one class: nothing to cut"),
        ],
        hidden=[
            Case(
                [3900, 300, 1500, 1200, 4450, 5000, 3000],
                list("crrcffc"),
                says="the seven regions",
            )
        ],
        hints=(
            "`sorted(zip(x, y))` sorts the numbers and takes the classes along.",
            "`zip(rows, rows[1:])` walks over all pairs of neighbours.",
            "For each pair (a, ya), (b, yb): if ya != yb, the threshold is (a + b) / 2.",
        ),
        mistakes=[
            Mistake(every_midpoint, "These are all midpoints: keep those where the class changes."),
            Mistake(
                lambda x, y: changes(list(zip(x, y, strict=True))),
                "Sort the rows by the number first.",
            ),
            Mistake(
                lambda x, y: changes(list(zip(sorted(x), y, strict=True))),
                "The classes must move along when the numbers are sorted.",
            ),
            Mistake(lower_neighbours, "Go half-way: (a + b) / 2."),
            Mistake(upper_neighbours, "That is the neighbour above: go half-way, (a + b) / 2."),
            Mistake(
                half_gaps,
                "That is half of the gap, (b − a) / 2. The middle is (a + b) / 2.",
            ),
            Mistake(
                lambda x, y: [cut // 1 for cut in boundaries(x, y)],
                "`//` rounds down: divide with `/`.",
            ),
        ],
        explanation=(
            "Between two neighbours of one class the gain is never highest, so no other "
            "thresholds need to be tried."
        ),
        solution="def boundaries(x, y):\n    rows = sorted(zip(x, y))\n"
        "    return [(a + b) / 2 for (a, ya), (b, yb) in zip(rows, rows[1:]) if ya != yb]",
        points=2,
        minutes=8,
        items=("K47",),
    ),
]
