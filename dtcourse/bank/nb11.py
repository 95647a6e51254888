"""What notebook 11 asks: crowds, bootstrap samples, forests, importances."""

import math
from collections import Counter

from dtcourse.judging.items import Case, Check, Guess, Mistake, Question, Quiz

FLAT, OVERFIT, PERFECT = "falls and levels off", "falls and rises again", "falls to zero"


def majority_is_right(people=101, chance=0.6):
    """How often more than half of independent people are right."""
    return sum(
        math.comb(people, k) * chance**k * (1 - chance) ** (people - k)
        for k in range(people // 2 + 1, people + 1)
    )


def share_in_bag(n):
    """The share of n rows that n draws with replacement hold, on average."""
    return 1 - (1 - 1 / n) ** n


def out_of_bag_vote(row, samples, votes):
    """The reference of 11.t2."""
    pairs = zip(samples, votes, strict=True)
    return Counter(vote for sample, vote in pairs if row not in sample).most_common(1)[0][0]


def everybody_votes(row, samples, votes):
    """A mistake: the trees that know the row vote too."""
    return Counter(votes).most_common(1)[0][0]


def who_knows_it_votes(row, samples, votes):
    """A mistake: the wrong trees are asked."""
    pairs = zip(samples, votes, strict=True)
    return Counter(vote for sample, vote in pairs if row in sample).most_common(1)[0][0]


def first_to_vote(row, samples, votes):
    """A mistake: one tree out of the bag answers for all of them."""
    pairs = zip(samples, votes, strict=True)
    return next(vote for sample, vote in pairs if row not in sample)


def how_many_votes(row, samples, votes):
    """A mistake: the number of votes in place of the answer."""
    pairs = zip(samples, votes, strict=True)
    return Counter(vote for sample, vote in pairs if row not in sample).most_common(1)[0][1]


ITEMS = [
    Guess(
        "11.p1",
        "101 people, each right with chance 0.6, vote without a word to each other. How often is "
        "the majority right?",
        options=["about 60%", "about 75%", "about 98%"],
        answer="about 98%",
        explanation=lambda: (
            f"Exactly {majority_is_right():.1%} of the time: single errors point in both "
            "directions and cancel out, while the small lean to the right answer adds up."
        ),
        why={
            "about 60%": "That is one person. Among 101 it takes 51 wrong ones, and on average "
            "only 40 are.",
        },
        items=("S36", "S37"),
    ),
    Guess(
        "11.p2",
        "n rows, n draws with replacement. What share of the rows is never drawn, on average?",
        options=["about 10%", "about 25%", "about 37%", "about 50%"],
        answer="about 37%",
        explanation=lambda: (
            f"Of 10 rows {1 - share_in_bag(10):.1%} are left out, of 1000 rows "
            f"{1 - share_in_bag(1000):.1%}: from six rows on it is always more than a third."
        ),
        items=("K67",),
    ),
    Guess(
        "11.p3",
        "We add more and more trees to a forest. Its error on new rows",
        options=[FLAT, OVERFIT, PERFECT],
        answer=FLAT,
        explanation="A further tree is one more vote of the same kind. It makes the average "
        "steadier, not more complicated. What can still overfit are the single trees.",
        why={
            OVERFIT: "That is what a deeper tree does, and what boosting can do. In a forest the "
            "number of trees is only the size of the crowd.",
            PERFECT: "What all trees have in common is not averaged away, and neither is noise in "
            "the new rows.",
        },
        items=("K69",),
    ),
    Guess(
        "11.p4",
        "Class, sex, age, and a ticket number drawn by chance. Where does the ticket rank in "
        "impurity importance?",
        options=["last", "third", "first"],
        answer="first",
        explanation="Class, sex and age together make only a few groups. Within a group only the "
        "ticket still tells passengers apart, and with hundreds of thresholds some cut always "
        "fits the training rows. All of it is chance.",
        why={"last": "That is what it deserves. But importance counts training rows only."},
        items=("K69",),
    ),
    Quiz(
        "11",
        [
            Question(
                "Fifty trees, all grown on all rows with all features, vote. They are",
                ["better than one tree", "no better than one tree", "worse than one tree"],
                "no better than one tree",
                {
                    "no better than one tree": "They are fifty copies: members must differ.",
                    "better than one tree": "Only if they differ. These are copies.",
                    "worse than one tree": "They give the same answers as one.",
                },
            ),
            Question(
                "The out-of-bag score of a forest asks, for each row,",
                ["all trees", "the trees that drew it", "the trees that did not draw it"],
                "the trees that did not draw it",
                {
                    "the trees that did not draw it": "To them the row is new.",
                    "all trees": "Most of them know the row by heart.",
                    "the trees that drew it": "Those know the row by heart.",
                },
            ),
            Question(
                "Many more trees lower",
                ["the variance, down to a floor", "the bias", "both to zero"],
                "the variance, down to a floor",
                {
                    "the variance, down to a floor": "The floor is what the trees have in common.",
                    "the bias": "An average of equally biased trees is as biased as they are.",
                    "both to zero": "Only independent trees without bias would do that.",
                },
            ),
            Question(
                "Each node chooses among fewer random features. Then the trees become",
                [
                    "more alike, and each stronger",
                    "less alike, and each stronger",
                    "less alike, and each weaker",
                ],
                "less alike, and each weaker",
                {
                    "less alike, and each weaker": "The best number of features balances the two.",
                    "more alike, and each stronger": "That is what more features do.",
                    "less alike, and each stronger": "A tree that may ask less is usually weaker.",
                },
            ),
            Question(
                "Two columns are copies of each other, and the permutation importance of each is "
                "close to zero. What follows?",
                [
                    "the forest does not use what they say",
                    "nothing yet: while one is shuffled, the other still answers",
                    "the forest has learned noise from them",
                ],
                "nothing yet: while one is shuffled, the other still answers",
                {
                    "nothing yet: while one is shuffled, the other still answers": "Shuffle both "
                    "together, and you see what they are worth.",
                    "the forest does not use what they say": "It may use both all the time: each "
                    "stands in for the other.",
                    "the forest has learned noise from them": "Perhaps, perhaps not: the number "
                    "cannot tell, because it shuffles one column alone.",
                },
            ),
        ],
    ),
    Check(
        "11.t2",
        "Write `out_of_bag_vote(row, samples, votes)`: the most frequent answer of the trees "
        "that have not seen the row.",
        answer=out_of_bag_vote,
        starter="def out_of_bag_vote(row, samples, votes):\n    return ...",
        tests=[
            Case(1, [[0, 0, 2], [1, 1, 2], [0, 2, 2]], ["yes", "no", "yes"], says="three trees"),
            Case(
                0,
                [[0, 0, 2], [0, 1, 2], [1, 2, 2]],
                ["yes", "yes", "no"],
                says="most trees know the row",
            ),
            Case(
                1,
                [[0, 2, 2], [0, 0, 0], [1, 1, 2], [2, 2, 0], [1, 0, 0]],
                ["no", "yes", "no", "yes", "no"],
                says="the first is outvoted",
            ),
        ],
        hidden=[
            Case(
                2,
                [[0, 1, 1], [2, 2, 2], [1, 1, 1], [0, 0, 1], [2, 0, 1], [2, 1, 0]],
                ["b", "a", "b", "a", "a", "a"],
                says="six trees",
            )
        ],
        hints=(
            "Go through samples and votes together with `zip`.",
            "Keep a vote only if `row not in sample`.",
            "The most frequent of a list: `max(set(kept), key=kept.count)`.",
        ),
        mistakes=[
            Mistake(everybody_votes, "All trees voted: leave out those that drew the row."),
            Mistake(who_knows_it_votes, "You asked the trees that drew the row: ask the others."),
            Mistake(
                first_to_vote, "The first tree that has not seen the row answers: let all vote."
            ),
            Mistake(
                lambda *given: (out_of_bag_vote(*given), how_many_votes(*given)),
                "`most_common` gives pairs of answer and number: return the answer alone.",
            ),
            Mistake(
                lambda row, samples, votes: [
                    vote for sample, vote in zip(samples, votes, strict=True) if row not in sample
                ],
                "Those are the votes that count: return the most frequent of them.",
            ),
            Mistake(how_many_votes, "That is the number of votes: return the answer itself."),
        ],
        explanation=(
            "Only trees that have not learned from the row may vote: for them it is a new one."
        ),
        solution="def out_of_bag_vote(row, samples, votes):\n"
        "    pairs = zip(samples, votes)\n"
        "    kept = [vote for sample, vote in pairs if row not in sample]\n"
        "    return max(set(kept), key=kept.count)",
        points=2,
        minutes=8,
        items=("G19",),
    ),
]
