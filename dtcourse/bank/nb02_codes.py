"""What the extra 02_codes asks: words for pairs of matches."""

from dtcourse.judging.items import Guess
from dtlab import block_counts, entropy, mean_code_length

MATCH = {"A": 3, "B": 1}  # team A wins three matches of four


def code_cost(n):
    """Bits per match of a Huffman code for blocks of n matches."""
    return mean_code_length(block_counts(MATCH, n)) / n


ITEMS = [
    Guess(
        "02.p3",
        "Now one code word stands for *two* uneven matches. How many bits per match will the best "
        "code need?",
        options=["still 1 bit", "between H and 1 bit", "less than H"],
        answer="between H and 1 bit",
        explanation=lambda: (
            f"{code_cost(2):.4f} bits per match: the pair in which team A wins twice gets the "
            f"shortest word. H = {entropy([3, 1]):.4f} is not reached yet."
        ),
        why={
            "still 1 bit": "One match cannot have less than one bit to itself. Two matches share "
            "a word, and the frequent pair gets a short one.",
            "less than H": "If words follow each other without a gap and can still be read back, "
            "their mean length is never below the entropy.",
        },
        items=("G07",),
    ),
]
