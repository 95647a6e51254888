"""What the extra on claims about trees asks."""

from dtcourse.judging.items import Guess

ITEMS = [
    Guess(
        "14.p3",
        "We add 300 columns of pure noise. Which model loses most accuracy?",
        options=["the full tree", "the forest", "nearest neighbours"],
        answer="nearest neighbours",
        explanation="Neighbours take every column as equally important, so the noise drowns the "
        "rest. A tree chooses its columns, and is fooled now and then.",
        why={
            "the full tree": "It loses some: among so many columns a few look useful by chance.",
            "the forest": "It loses some: most nodes draw nothing but noise to choose from.",
        },
        items=("K89", "K92", "X04"),
    ),
]
