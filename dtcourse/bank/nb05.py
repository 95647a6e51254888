"""What notebook 05 asks: order, what is hard, greed."""

import dtlab
from dtcourse.judging.items import Check, Guess, Mistake, Question, Quiz
from dtlab import information_gain, load, smallest_tree, tree_in_order


def truth_table(names):
    """Columns of a truth table, the first feature changing slowest."""
    n = len(names)
    rows = range(2**n)
    return {name: [bool(row >> (n - 1 - i) & 1) for row in rows] for i, name in enumerate(names)}


def n_root_questions():
    """How many features ID3 compares at the root of the multiplexer."""
    bits = load("multiplexer")
    return dtlab.ID3().fit(bits.X, bits.y).candidates()["feature"].nunique()


def switch_leaves():
    """Leaves of 'if a0 then d1 else d0' when the data bits are asked first."""
    X = truth_table(["a0", "d0", "d1"])
    y = [d1 if a0 else d0 for a0, d0, d1 in zip(*X.values(), strict=True)]
    return tree_in_order(X, y, ["d0", "d1", "a0"]).n_leaves


def bit_gain(name):
    """What one feature of the multiplexer tells about its output, in bits."""
    bits = load("multiplexer")
    return information_gain(bits.X[name], bits.y)


def parity_leaves(m):
    """Leaves of the smallest tree for the parity of m features."""
    X = truth_table([f"x{i}" for i in range(m)])
    return smallest_tree(X, [sum(row) % 2 for row in zip(*X.values(), strict=True)]).n_leaves


ITEMS = [
    Guess(
        "05.p1",
        "A tree on six yes/no features: how many different questions can its root ask?",
        options=["6", "64", "more than a billion"],
        answer=lambda: str(n_root_questions()),
        explanation="A question names one feature, and there are six.",
        why={
            "64": "That is 2^6, the number of rows of the truth table. A node asks about one "
            "feature, not about a row.",
            "more than a billion": "There are that many functions, and more. But a tree takes one "
            "small decision at a time.",
        },
        items=("R04", "E09"),
    ),
    Guess(
        "05.p2",
        "The same switch, but the tree asks about the data bits first and the address last: how "
        "many leaves does it have?",
        options=["4", "6", "8"],
        answer=lambda: str(switch_leaves()),
        explanation="Where both data bits agree, the address is not needed: two leaves. Where they "
        "differ, twice, it is: four more.",
        why={
            "4": "That is the tree with the address first. Here both data bits are asked on every "
            "path, before anybody knows which one counts.",
            "8": "One for each row of the truth table. Nearly: where both data bits agree, nobody "
            "needs the address.",
        },
        items=("P08", "R06"),
    ),
    Guess(
        "05.p3",
        "Which feature of the multiplexer does ID3 ask first?",
        options=["an address bit", "a data bit", "any: all gains are equal"],
        answer=lambda: "a data bit" if bit_gain("d0") > bit_gain("a1") else "an address bit",
        explanation=lambda: (
            f"A data bit tells {bit_gain('d0'):.4f} bits, an address bit {bit_gain('a1'):g}. "
            "ID3 sees one step ahead, and there the address looks useless."
        ),
        why={
            "an address bit": "The best start, as the trees above showed. But you know the trick; "
            "ID3 knows the gain of one question at a time.",
            "any: all gains are equal": "Equal among the data bits, yes. A data bit is the output "
            "in one of four cases, so it tells a little.",
        },
        items=("G02", "G03"),
    ),
    Quiz(
        "05",
        [
            Question(
                "How many Boolean functions of three features are there?",
                ["8", "9", "256"],
                "256",
                {
                    "256": "Eight rows, and each output is free: 2^8.",
                    "8": "That is the number of rows: 2^3.",
                    "9": "Count the rows first: 2^3. Then each row's output is free.",
                },
            ),
            Question(
                "Two trees ask about the same features in different orders and agree on every row "
                "of the truth table. Then",
                [
                    "they have the same number of leaves",
                    "they are the same function",
                    "one of them is wrong",
                ],
                "they are the same function",
                {
                    "they are the same function": "Order changes the size, not the answers.",
                    "they have the same number of leaves": "The multiplexer's trees do not.",
                    "one of them is wrong": "They agree everywhere: both right, or both wrong.",
                },
            ),
            Question(
                "A feature has gain 0 at the root. You may conclude that",
                [
                    "it is useless",
                    "alone it tells nothing about the target here",
                    "the smallest tree does not ask it",
                ],
                "alone it tells nothing about the target here",
                {
                    "alone it tells nothing about the target here": "Together with others it may "
                    "tell everything, as in XOR.",
                    "it is useless": "XOR and the address bits show the contrary.",
                    "the smallest tree does not ask it": "The multiplexer's smallest tree starts "
                    "with such a feature.",
                },
            ),
            Question(
                "Which of these is NP-hard?",
                [
                    "the smallest tree for the whole truth table of six features",
                    "the best tree with two questions on each path, for 30 features",
                    "the smallest tree that fits a table of few rows and many features",
                ],
                "the smallest tree that fits a table of few rows and many features",
                {
                    "the smallest tree that fits a table of few rows and many features": "Every "
                    "known method has such tables on which its work explodes. A whole truth table "
                    "is different: it has exploded itself.",
                    "the smallest tree for the whole truth table of six features": "Its 64 rows "
                    "have 729 parts: much for a hand, little for a computer.",
                    "the best tree with two questions on each path, for 30 features": "Thirty "
                    "roots, and for each side thirty second questions: soon tried.",
                },
            ),
            Question(
                "An exact search finds a tree that is right on one training row more than ID3's "
                "tree of the same depth. Which of the two should you use?",
                [
                    "the exact one: it fits better",
                    "ID3's: greedy trees overfit less",
                    "that is open: compare them on held-out rows",
                ],
                "that is open: compare them on held-out rows",
                {
                    "that is open: compare them on held-out rows": "Rows that a tree learned from "
                    "do not tell how it does on others.",
                    "the exact one: it fits better": "On the training rows, by one. On new rows "
                    "that says little.",
                    "ID3's: greedy trees overfit less": "That is no law. Look at rows that neither "
                    "of them has seen.",
                },
            ),
        ],
    ),
    Check(
        "05.t1",
        "How many leaves does the smallest tree for the parity of five yes/no features have?",
        answer=lambda: parity_leaves(5),
        tolerance=0,
        hints=(
            "When can a path stop? Only when the rest does not matter.",
            "One unknown feature reverses the answer: no path may stop early.",
            "Every path asks all five features, and each question doubles the paths.",
        ),
        mistakes=[
            Mistake(5, "That is the depth: the questions on a path. How many paths are there?"),
            Mistake(10, "Two leaves per feature are too few: here no path may stop early."),
            Mistake(25, "Each question doubles the number of paths: 2 × 2 × …, not 5 × 5."),
            Mistake(64, "That is one question more on each path: these are *five* features."),
            Mistake(63, "That counts the questions as well: 31 of them. Count the leaves only."),
            Mistake(31, "That is the number of questions in the tree; the leaves are one more."),
            Mistake(16, "Only the leaves for *odd* (or only for *even*): count both kinds."),
        ],
        solution="answer = 2**5  # every path asks all five features",
        explanation="No order helps: some functions have no small tree.",
        points=1,
        minutes=3,
        items=("P09", "R06"),
    ),
]
