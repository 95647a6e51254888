"""The graded exercises of the extra 02_codes: words, their mean length, and reading them back."""

import math

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake
from dtlab import counts, entropy, information, load, mean_code_length

IMPORTS = """
from dtlab import counts, entropy, huffman, load
"""

# ── 02.7 the ship ───────────────────────────────────────────────────────────────────────────────


def classes():
    """How many people of each class were on the Titanic."""
    return counts(load("titanic").X["class"])


def code_length():
    """The mean length of the best code for the four classes, in bits."""
    return mean_code_length(classes())


def rounded_up():
    """A mistake: a word for each class as long as its surprise, rounded up."""
    chances = classes() / classes().sum()
    return sum(p * math.ceil(information(p)) for p in chances)


# ── 02.9 letters of one's own ───────────────────────────────────────────────────────────────────


def letters(chance):
    """Counts of four letters, all different, so that Huffman's words have unequal lengths."""
    while True:
        drawn = sorted(int(n) for n in chance.choice(range(1, 30), size=4, replace=False))
        if sum(drawn[:2]) < drawn[3]:
            return dict(zip("abcd", reversed(drawn), strict=True))


def by_rank(letters):
    """A mistake: words of 1, 2, 3 and 4 bits."""
    return sum(n * (k + 1) for k, n in enumerate(letters.values())) / sum(letters.values())


# ── 02.10 reading back ──────────────────────────────────────────────────────────────────────────

CARDS = {"♥": "0", "♠": "10", "♦": "11"}
MATCHES = {"AA": "0", "AB": "10", "BA": "110", "BB": "111"}


def decode(bits, words):
    """The reference of 02.10: grow a word bit by bit until it is in the code."""
    symbols, word = [], ""
    for bit in bits:
        word += bit
        for symbol, own in words.items():
            if own == word:
                symbols.append(symbol)
                word = ""
                break
    return symbols


def in_steps(bits, words, step=2):
    """A mistake: every word is taken to have the same length."""
    names = {word: symbol for symbol, word in words.items()}
    pieces = [bits[i : i + step] for i in range(0, len(bits), step)]
    return [names[piece] for piece in pieces if piece in names]


ITEMS = [
    Exercise(
        "02.7",
        "The Titanic carried people of four classes (`people`: first, second, third and crew). "
        "Somebody radios the class of every person on board, one after the other, in the best code "
        "of whole bits (Huffman's). How many bits per person is that more than the entropy?",
        title="The price of whole bits",
        kind="harder",
        fresh=True,
        setup='people = counts(load("titanic").X["class"])\npeople',
        answer=lambda: code_length() - entropy(classes()),
        hints=(
            "Two numbers, and their difference: the mean length of the code, and the entropy.",
            "`huffman(people)` gives each class its word of zeros and ones.",
            "Mean length: each length times the share of its class, added up. Then subtract "
            "`entropy(people)`.",
        ),
        mistakes=[
            Mistake(
                lambda: 2 - entropy(classes()),
                "That is the price of two bits for everybody; Huffman's code gives the largest "
                "class a shorter word.",
            ),
            Mistake(code_length, "That is the mean length of the code: subtract the entropy."),
            Mistake(
                lambda: entropy(classes()) - code_length(),
                "The size is right, and the sign is not: the code is never shorter.",
            ),
            Mistake(
                lambda: 9 / 4 - entropy(classes()),
                "That counts the four words alike (1, 2, 3 and 3 bits): weight them by people.",
            ),
            Mistake(lambda: entropy(classes()), "That is the entropy: what does the code need?"),
            Mistake(
                lambda: rounded_up() - entropy(classes()),
                "You rounded each surprise up to whole bits. Huffman finds shorter words.",
            ),
            Mistake(
                lambda: (code_length() - entropy(classes())) * sum(classes()),
                "That is for all people together: the question asks for bits *per person*.",
            ),
        ],
        solution="lengths = [len(word) for word in huffman(people).values()]\n"
        "mean = sum(n * length for n, length in zip(people, lengths)) / sum(people)\n"
        "answer_7 = mean - entropy(people)",
        explanation="Whole bits cost a little. Coding many people at once would bring the price "
        "down towards 0.",
        items=("R41", "G07"),
        points=3,
        minutes=10,
    ),
    Exercise(
        "02.9",
        "`letters` counts four letters in a text of your own. How many bits per letter does "
        "Huffman's code need on average? Do it on paper: join the two rarest, again and again.",
        title="Your own letters",
        kind="number",
        fresh=True,
        draw=letters,
        setup='letters = draw("02.9", STUDENT)\nletters',
        answer=lambda letters: mean_code_length(letters),
        hints=(
            "Join the two rarest letters into a pair. What are the three counts now?",
            "The most frequent letter gets 1 bit, the next one 2, the two rarest 3 each.",
            "Add count × length over the four letters, and divide by all letters.",
        ),
        mistakes=[
            Mistake(2, "That is the code with two bits for every letter. Huffman's is shorter."),
            Mistake(
                lambda letters: 9 / 4,
                "That is the plain mean of 1, 2, 3 and 3 bits: weight each by its letter's count.",
            ),
            Mistake(
                lambda letters: entropy([*letters.values()]),
                "That is the entropy. The code of whole bits needs a little more.",
            ),
            Mistake(
                by_rank,
                "You gave the rarest letter 4 bits. The two rarest are joined first: 3 bits each.",
            ),
            Mistake(
                lambda letters: mean_code_length(letters) * sum(letters.values()),
                "That is for the whole text: divide by the number of letters.",
            ),
        ],
        explanation=(
            "Rare letters get long words and frequent ones short words; no code with a "
            "word for each letter needs fewer bits."
        ),
        solution="words = huffman(letters)\n"
        "bits = sum(letters[name] * len(words[name]) for name in letters)\n"
        "answer_9 = bits / sum(letters.values())",
        items=("G07",),
        minutes=6,
    ),
    Exercise(
        "02.10",
        "Write `decode(bits, words)`: read a text of zeros and ones back. `words` gives each "
        "symbol its word, and no word is the beginning of another one. Return the list of the "
        'symbols: `decode("01011", {"♥": "0", "♠": "10", "♦": "11"})` is `["♥", "♠", "♦"]`.',
        title="Reading it back",
        kind="function",
        starter="def decode(bits, words):\n    return ...",
        answer=decode,
        tests=[
            Case("01011", CARDS, says="the example"),
            Case("1110010", CARDS, says="four cards"),
            Case("0110111010", MATCHES, says="pairs of matches"),
        ],
        hidden=[
            Case("", CARDS, says="an empty text"),
            Case("111111", MATCHES, says="the same word twice"),
        ],
        hints=(
            "Read one bit after the other, and remember what you have read since the last symbol.",
            "As soon as what you remember is a word, note its symbol and forget the bits.",
            "`names = {word: symbol for symbol, word in words.items()}` finds a word's symbol.",
        ),
        mistakes=[
            Mistake(in_steps, "It cuts the text into words of two bits. Words differ in length."),
            Mistake(
                lambda bits, words: "".join(decode(bits, words)),
                "It returns one text. Return a list with an entry for each symbol.",
            ),
            Mistake(
                lambda bits, words: decode(bits, words)[:1],
                "It finds the first symbol only. Is `return` inside the loop? Or does it not "
                "forget the bits of a symbol that it has found?",
            ),
            Mistake(
                lambda bits, words: list(reversed(decode(bits, words))),
                "The symbols come out in reverse: read from the left.",
            ),
        ],
        explanation=(
            "No word is the beginning of another one: as soon as the bits read so far "
            "are a word, no longer word can be meant."
        ),
        solution="def decode(bits, words):\n"
        "    names = {word: symbol for symbol, word in words.items()}\n"
        '    symbols, word = [], ""\n'
        "    for bit in bits:\n"
        "        word += bit\n"
        "        if word in names:\n"
        "            symbols.append(names[word])\n"
        '            word = ""\n'
        "    return symbols",
        items=("G07",),
        points=2,
        minutes=8,
    ),
]
