"""Pictures of partitions and scores, and what all pictures of measures do with strange input."""

import math

import matplotlib
import numpy as np
import pandas as pd
import pytest
from helpers.picture_words import smallest_letters, texts
from matplotlib.colors import to_rgba

matplotlib.use("agg")

from dtlab import Groups, Threshold, entropy, error, gini, information_gain, load
from dtlab.plots import plot_bag, plot_code, plot_partitions, plot_scores
from dtlab.plots.base.sizes import PAGE
from dtlab.plots.base.style import COLOURS

SPAM, BUYS, BITS = load("spam"), load("buys_computer"), load("multiplexer")
STRANGE = ["n" * 60, "שלום", "🙂🎉", "$a$", "_hidden"]


# ------------------------------------------------------------------ partitions


def test_partitions_of_the_spam_table():
    ax = plot_partitions(SPAM, "UNKNOWN SENDER")
    words = texts(ax)
    assert words.count("H = 0.9183") == 2 and "H = 1" in words
    assert {"d376", "d489", "all 6", "False (3/6)", "3 ham"} <= set(words)
    assert "gain 0.0817 bits" in ax.get_title("left")
    assert sum(len(line.get_xdata()) for line in ax.lines if line.get_marker() in "os") == 12
    assert "False has 2 ham, 1 spam, H = 0.9183" in ax.description


@pytest.mark.parametrize(
    ("data", "question", "impurity", "gain"),
    [
        (BUYS, "age", entropy, "0.2467"),
        (BUYS, Groups("income", {"low": 0, "medium": 0, "high": 1}), gini, "0.0163"),
        (load("vegetation_continuous"), Threshold("ELEVATION", 4175), entropy, "0.8631"),
        (load("titanic"), "sex", entropy, "0.1424"),
        ((BUYS.X, BUYS.y), "student", entropy, "0.1518"),
        ((BUYS.X["student"], BUYS.y), None, entropy, "0.1518"),
        ((["a", "b", "a"], ["x", "y", "x"]), None, entropy, "0.9183"),
        (({"f": [1, 2]}, [0, 1]), "f", error, "0.5"),
    ],
)  # fmt: skip
def test_every_form_of_data_and_question(data, question, impurity, gain):
    ax = plot_partitions(data, question, impurity)
    assert f"gain {gain}" in ax.get_title("left") and f"the gain {gain}" in ax.description
    assert smallest_letters(ax) >= PAGE.small


def test_the_gain_can_be_left_to_the_reader():
    ax = plot_partitions(SPAM, "UNKNOWN SENDER", gain=False)
    assert ax.get_title("left") == "UNKNOWN SENDER" and ax.get_xlabel() == ""
    assert "H = 0.9183" in texts(ax)
    assert not any(word in ax.description for word in ("gain", "remainder"))


def test_a_number_and_its_share_do_not_read_as_one_number():
    assert {"0 (4/7)", "1 (3/7)"} <= set(texts(plot_partitions(load("mutations"), "Mut3")))


def test_many_rows_become_bars_whose_lengths_are_the_counts():
    ax = plot_partitions(load("titanic"), "class")
    lengths = sorted(bar.get_width() for bar in ax.patches)
    assert len(lengths) == 10 and lengths[-1] == 1490 and 203 in lengths
    assert len({bar.get_facecolor() for bar in ax.patches}) == 2


def test_many_parts_are_summed_up():
    x = np.arange(400) % 40
    ax = plot_partitions((x, np.arange(400) % 3))
    assert "25 more" in texts(ax) and "25 smaller parts" in ax.description


@pytest.mark.parametrize(
    ("data", "question", "words"),
    [
        ((pd.DataFrame({"f": []}), pd.Series([], dtype=object)), "f", "column .f. is empty"),
        (([], []), None, "feature is empty"),
        (BUYS, None, "name the feature"),
        (BUYS, "wind", "there is no 'wind'"),
        ("spam", "x", "data must be"),
        (([1, 2], [1]), None, "belong together"),
        (BUYS, Groups("income", {"low": 0, "high": 1}), "6 rows have no branch"),
        (([1, None], [1, 2]), None, "missing"),
    ],
)  # fmt: skip
def test_partitions_refuse(data, question, words):
    with pytest.raises(ValueError, match=words):
        plot_partitions(data, question)


# ------------------------------------------------------------------ scores


def test_the_best_score_is_marked_by_word_and_weight():
    ax = plot_scores({f: information_gain(BUYS.X[f], BUYS.y) for f in BUYS.X}, chosen="student")
    assert {"0.2467 best", "0.1518 (chosen)"} <= set(texts(ax))
    dark = [bar.get_facecolor() == to_rgba(COLOURS[0]) for bar in ax.patches]
    assert dark == [True, False, False, False]
    assert [t.get_weight() for t in ax.texts] == ["bold", *["normal"] * 3]
    assert "age 0.2467 best" in ax.description


def test_a_tie_goes_to_the_first_and_is_said():
    gains = {name: information_gain(BITS.X[name], BITS.y) for name in BITS.features}
    ax = plot_scores(gains)
    assert texts(ax).count("0.0456 best") == 1 and texts(ax).count("0.0456 tied") == 3
    assert ax.get_xlabel() == "information gain (a tie goes to the first)"
    assert "d0 0.0456 best; d1 0.0456 tied" in ax.description
    assert ax.description.endswith("A tie goes to the first.")
    lowest = plot_scores({"a": 0.5, "b": 0.3, "c": 0.3, "d": math.nan}, lowest=True)
    assert {"0.3 best", "0.3 tied", "0.5"} <= set(texts(lowest))


def test_lowest_and_not_allowed_scores():
    ax = plot_scores(pd.Series({"a": 0.4, "b": math.nan, "c": 0.3}), "Gini index", lowest=True)
    assert {"0.3 best", "not allowed", "Gini index"} <= set(texts(ax))
    nothing = plot_scores({"a": math.nan})
    assert not any("best" in word for word in texts(nothing))


def test_only_the_best_of_many_scores_are_drawn():
    ax = plot_scores({i: i / 100 for i in range(60)})
    assert len(ax.patches) == 16 and "44 more are not drawn" in ax.description
    assert "0.59 best" in texts(ax)


def test_no_scores_are_refused():
    with pytest.raises(ValueError, match="no scores"):
        plot_scores({})


# ------------------------------------------------------------------ bad input for all


def test_strange_names():
    y = STRANGE * 2
    axes = [
        plot_bag(dict.fromkeys(STRANGE, 2)),
        plot_code(dict.fromkeys(STRANGE, 2)),
        plot_partitions((pd.Series(y, name=STRANGE[0]), y)),
        plot_scores(dict.fromkeys(STRANGE, 1)),
    ]
    for ax in axes:
        assert "n" * 60 in ax.description and "🙂🎉" in ax.description
        assert max(map(len, texts(ax))) < 60
        assert not any("n" * 23 in word for word in texts(ax))


def test_one_class_and_forty_classes():
    assert "gain 0 bits" in plot_partitions((["a", "b"], ["x", "x"])).get_title("left")
    y = [f"class {i}" for i in range(40)]
    few, many = plot_partitions((y, y)), plot_partitions((y * 3, y * 3))
    assert {"35 more", "36 more"} & set(texts(few)) & set(texts(many))
    assert {"1 class 0", "1 class 1", "1 class 10"} <= set(texts(few))
    assert "5.322 bits" in many.description


def test_a_hundred_thousand_rows_are_summarised():
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 5, 100_000), rng.integers(0, 3, 100_000)
    ax = plot_partitions((x, y))
    assert len(ax.patches) == 18 and "100000 rows" in ax.description
    ids = plot_partitions((np.arange(100_000), y))
    assert "99985 more" in texts(ids) and len(ids.patches) == 48
    assert "100000" in plot_bag(pd.Series(y)).description
