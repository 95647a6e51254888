"""What the extra of notebook 12 on notations asks."""

import numpy as np

from dtcourse.judging.items import Check, Guess, Mistake

from .nb12 import new_weight, rounds


def raw_weight():
    """What day 9 weighs after M0's update by e^α, before the division by the sum."""
    return f"{np.exp(2 * rounds()[0].alpha) / 10:.2f}"


ITEMS = [
    Guess(
        "12.p5",
        "M0 has an error of 1/5. In Géron's notation, what does day 9, which it gets wrong, weigh "
        "after the update, before the division by the sum? It weighed 1/10.",
        options=["0.10", "0.25", "0.40"],
        answer=raw_weight,
        explanation="α is ln 4, and e to the ln 4 is 4: four times as heavy. The weights sum to "
        "more than one then; divided by their sum, day 9 has its 0.25 again.",
        why={
            "0.25": "That is after the division by the sum, and in notebook 12.",
            "0.10": "Freund and Schapire leave the wrong rows alone; Géron the right ones.",
        },
        items=("S45", "S46", "X02"),
    ),
    Check(
        "12.t1",
        "In the other notation: what does day 4 weigh after M2's update?",
        answer=lambda: new_weight(4, 2),
        hints=(
            "e^α is (1 − r)/r here. Only the wrong days are multiplied by it.",
            "The wrong days weigh 5/26 × 21/5 = 21/26 then, and the right ones still 21/26.",
            "Day 4 has 1/26 × 21/5. Divide it by 42/26.",
        ),
        mistakes=[
            Mistake(lambda: new_weight(4, 1), "That is the weight before the update."),
            Mistake(
                lambda: new_weight(4, 1) / (2 * (1 - float(rounds()[2].error))),
                "You divided by 2(1 − ε): that is for right rows, and day 4 is wrong.",
            ),
            Mistake(
                lambda: new_weight(4, 1) / float(rounds()[2].error),
                "The factor 2 is missing: divide by 2ε.",
            ),
            Mistake(
                lambda: new_weight(4, 1) * np.exp(2 * rounds()[2].alpha),
                "That is e^α times the old weight. Divide by the sum of all new weights as well.",
            ),
        ],
        solution="r = 5 / 26\nraw = 1 / 26 * (1 - r) / r\nanswer = raw / (5 * raw + 21 / 26)",
        explanation="The five High days hold half of the weight now, a tenth each: the same as "
        "1/26 divided by 2r.",
        points=1,
        minutes=4,
        items=("K73", "K76"),
    ),
]
