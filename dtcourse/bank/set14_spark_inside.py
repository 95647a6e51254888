"""The exercises of the extra on Spark's inside."""

from functools import cache, partial

import pandas as pd

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Mistake
from dtlab import entropy, gini

IMPORTS = """
import pandas as pd

from dtlab import counts, gini
"""


@cache
def measured(impurity, *counts):
    """An impurity of counts, computed once."""
    return float(impurity(counts))


# ── 14.7 what binning loses ─────────────────────────────────────────────────────────────────────


def waits(chance):
    """Twelve waiting times, dense at the low end; patience ends somewhere inside a bin."""
    seconds = sorted(int(n) ** 2 for n in chance.choice(range(2, 20), size=12, replace=False))
    end = int(chance.choice([4, 5, 7, 8]))
    left = ["yes" if (i >= end) != (chance.rand() < 0.15) else "no" for i in range(12)]
    return pd.DataFrame({"seconds": seconds, "hangs up": left})


def gain(waits, place, impurity=gini, weigh=True):
    """The gain of a cut after this many rows."""
    yes = [answer == "yes" for answer in waits["hangs up"]]
    both = [[sum(part), len(part) - sum(part)] for part in (yes, yes[:place], yes[place:])]
    share = place / len(yes) if weigh else 0.5
    whole, low, high = (measured(impurity, *part) for part in both)
    return whole - share * low - (1 - share) * high


def largest(waits, places, **how):
    """The largest gain of these cuts."""
    return max(gain(waits, place, **how) for place in places)


def lost(waits, places=(3, 6, 9), **how):
    """By how much the best of all cuts is better than the best of these."""
    return largest(waits, range(1, 12), **how) - largest(waits, places, **how)


def equally_wide(waits):
    """A mistake: edges at equal distances in seconds, in place of equal numbers of rows."""
    low, high = waits["seconds"].min(), waits["seconds"].max()
    marks = [low + (high - low) * k / 4 for k in (1, 2, 3)]
    return {int((waits["seconds"] <= mark).sum()) for mark in marks}


ITEMS = [
    Exercise(
        "14.7",
        "`waits` has your own twelve callers, sorted: how many seconds they waited, and whether "
        "they hung up. CART tries all eleven thresholds between two of them. Spark with "
        "`maxBins=4` makes four bins with three callers each, and tries only the three edges "
        "between bins. By how much is the best Gini gain of all thresholds larger than the best "
        "one that Spark can find?",
        title="What a bin hides",
        kind="harder",
        fresh=True,
        draw=waits,
        setup='waits = draw("14.7", STUDENT)\nwaits',
        answer=lost,
        hints=(
            "After which callers can Spark cut? After which ones can CART?",
            "Spark: after the 3rd, 6th or 9th caller. CART: after any but the last.",
            "The best of gain(k) for k = 1 … 11, minus the best of k = 3, 6, 9, where gain(k) is "
            "gini(all) − k/12 × gini(first k) − (12 − k)/12 × gini(rest).",
        ),
        mistakes=[
            Mistake(
                lambda waits: largest(waits, range(1, 12)),
                "That is the best gain of all thresholds. Subtract the best that Spark finds.",
            ),
            Mistake(
                lambda waits: largest(waits, (3, 6, 9)),
                "That is the best gain that Spark finds. How much better is CART's?",
            ),
            Mistake(
                0.0,
                "Something is lost here: the best threshold lies inside a bin. Try all eleven.",
            ),
            Mistake(partial(lost, impurity=entropy), "That is with entropy: use Gini."),
            Mistake(partial(lost, weigh=False), "Both sides count alike: weight each by its rows."),
            Mistake(
                lambda waits: lost(waits, equally_wide(waits)),
                "Your bins are equally wide in seconds. Spark's have equally many callers.",
            ),
            Mistake(
                partial(lost, places=(4, 8)),
                "Those are three bins of four callers. Four bins of three have their edges after "
                "the 3rd, the 6th and the 9th.",
            ),
        ],
        solution='y = waits["hangs up"]\n\n\n'
        "def gain(k):\n"
        "    first, rest = gini(counts(y[:k])), gini(counts(y[k:]))\n"
        "    return gini(counts(y)) - k / 12 * first - (12 - k) / 12 * rest\n\n\n"
        "answer_7 = max(map(gain, range(1, 12))) - max(map(gain, (3, 6, 9)))",
        explanation="More bins hide less. With `maxBins=12` nothing would be lost here.",
        items=("S34",),
        points=3,
        minutes=12,
    ),
]
