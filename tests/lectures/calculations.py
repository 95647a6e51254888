"""The longer calculations of the ledger, each through dtlab's public functions."""

from itertools import combinations, pairwise, product

import numpy as np
import pandas as pd
from lectures import hand_drawn_trees as trees
from lectures.figure import counts, fit, of_feature, rows, table, xy

import dtlab as dt


def at_threshold(measure, threshold):
    """A measure of the split ELEVATION >= threshold of the vegetation."""
    x, y = xy("vegetation_continuous", "ELEVATION")
    return measure(x >= threshold, y)


def side_entropy(threshold, above):
    x, y = xy("vegetation_continuous", "ELEVATION")
    return dt.entropy(dt.counts(y[(x >= threshold) == above]))


def class_boundaries(x, y):
    """Midpoints between neighbours of different class."""
    order = np.argsort(x.to_numpy())
    pairs = pairwise(zip(x.iloc[order], y.iloc[order], strict=True))
    return [(low + high) / 2 for (low, a), (high, b) in pairs if a != b]


def two_groups(levels):
    """Every way to part the levels in two groups, as the group without the first level."""
    rest = sorted(levels)[1:]
    return [group for size in range(1, len(rest) + 1) for group in combinations(rest, size)]


def gini_of_group(feature, group):
    """Remaining Gini impurity of buys_computer after asking whether the feature is in the group."""
    x, y = xy("buys_computer", feature)
    return dt.remainder(x.isin(group), y, dt.gini)


def best_gini(feature):
    return min(
        gini_of_group(feature, group) for group in two_groups(set(xy("buys_computer", feature)[0]))
    )


def gini_drop(feature):
    return dt.gini(counts("buys_computer")) - best_gini(feature)


def sd_reduction(name, feature):
    """Standard deviation of the target minus its weighted mean within the levels."""
    x, y = xy(name, feature)
    within = sum(np.mean(x == level) * dt.variance(y[x == level]) ** 0.5 for level in set(x))
    return dt.variance(y) ** 0.5 - within


def hours_table(name, feature):
    """The figures of one feature of the hours-played table, with n and n - 1 as divisor."""
    model = {ddof: dt.RegressionTree(multiway=True, ddof=ddof) for ddof in (0, 1)}
    remainder = {ddof: of_feature(fit(model[ddof], name), "remainder") for ddof in (0, 1)}
    return {
        "variance (n)": remainder[0][feature],
        "sd reduction": sd_reduction(name, feature),
        "variance (n-1)": remainder[1][feature],
        "means": table(name).y.groupby(table(name).X[feature], observed=True).mean().to_dict(),
    }


def best_sd_reduction(name):
    return max(table(name).features, key=lambda feature: sd_reduction(name, feature))


def questions_asked(tree, name):
    """Average number of questions on the way to a leaf."""
    paths = [tree.path(row) for _, row in table(name).X.iterrows()]
    return np.mean([len(path) - 1 for path in paths])  # the last step is the leaf


def errors(tree, frame, target):
    return int(np.sum(tree.predict(frame) != frame[target].to_numpy()))


def two_spam_trees():
    """The tree that ID3 finds, the errors of the larger one, and both answers to all true."""
    X, query = table("spam").X, dict.fromkeys(table("spam").features, True)
    small, large = fit(dt.ID3(), "spam").tree_, trees.spam_tree()
    return {
        "smaller": small,
        "errors of the larger": errors(large, table("spam").frame, "CLASS"),
        "answers": [str(tree.predict(X.iloc[:1].assign(**query))[0]) for tree in (small, large)],
    }


def postop_pruned():
    """The post-operative tree after reduced-error pruning on the lecture's validation set."""
    patients = table("postop_validation")
    return dt.reduced_error(trees.postop_tree(), patients.X, patients.y).tree


def postop_errors():
    """Validation errors at each step of reduced-error pruning, bottom up."""
    tree, frame = trees.postop_tree(), table("postop_validation").frame
    low, high = frame[frame["CORE-TEMP"] == "low"], frame[frame["CORE-TEMP"] == "high"]
    (gender, stable), wrong = tree.children, lambda node, part: errors(node, part, "DECISION")
    pruned = tree.replace(children=(gender.as_leaf(), stable))
    return {
        "GENDER, male": wrong(gender, low[low["GENDER"] == "male"]),
        "GENDER, female": wrong(gender, low[low["GENDER"] == "female"]),
        "GENDER as a leaf": wrong(gender.as_leaf(), low),
        "STABLE-TEMP, true": wrong(stable, high[high["STABLE-TEMP"]]),
        "STABLE-TEMP, false": wrong(stable, high[~high["STABLE-TEMP"]]),
        "STABLE-TEMP as a leaf": wrong(stable.as_leaf(), high),
        "CORE-TEMP with GENDER pruned": wrong(pruned, frame),
        "CORE-TEMP as a leaf": wrong(tree.as_leaf(), frame),
    }


def stay_in_rules():
    days = pd.DataFrame(
        product([True, False], ["Rainy", "Sunny", "Overcast"], ["Yes", "No"]),
        columns=["Work to do?", "Outlook", "Friends busy?"],
    )
    stays = trees.stay_in_tree().rules().predict(days) == "Stay in"
    rule = days["Work to do?"] | ((days["Outlook"] == "Rainy") & (days["Friends busy?"] == "Yes"))
    return {"rules": sum(r.prediction == "Stay in" for r in trees.stay_in_tree().rules()),
            "days on which both agree": int(np.sum(stays == rule))}  # fmt: skip


def titanic_boy():
    """The well-known tree of sex, age and siblings, asked about a boy of 6 without siblings."""
    siblings = dt.ask(dt.Threshold("sibsp", 2.5), "survived", "died")
    male = dt.ask(dt.Threshold("age", 9.5), siblings, "died")
    tree = dt.ask("sex", {"female": "survived", "male": male})
    return str(tree.predict(pd.DataFrame({"sex": ["male"], "age": [6], "sibsp": [0]}))[0])


def bits(n):
    return list(product([False, True], repeat=n))


def multiplexer(address_bits):
    """All inputs, address first, and the data bit that the address names."""
    k, names = 2**address_bits, [f"a{i}" for i in range(address_bits)]
    frame = pd.DataFrame(bits(address_bits + k), columns=names + [f"d{i}" for i in range(k)])
    address = frame[names].to_numpy() @ (2 ** np.arange(address_bits)[::-1])
    return frame, frame.to_numpy()[np.arange(len(frame)), address_bits + address]


def multiplexer_leaves(address_bits):
    """Leaves of the multiplexer's tree with the address asked first, and with the data first."""
    frame, y = multiplexer(address_bits)
    address, data = list(frame.columns[:address_bits]), list(frame.columns[address_bits:])
    return [
        dt.tree_in_order(frame, y, order).n_leaves for order in (address + data, data + address)
    ]


def multiplexer_id3(address_bits):
    return dt.ID3().fit(*multiplexer(address_bits)).tree_.n_leaves


def pairs_leaves(order):
    """Leaves of x1 y1 or x2 y2 or x3 y3 with the features in a given order."""
    frame = pd.DataFrame(bits(6), columns=["x1", "x2", "x3", "y1", "y2", "y3"])
    y = (frame.x1 & frame.y1) | (frame.x2 & frame.y2) | (frame.x3 & frame.y3)
    return dt.tree_in_order(frame, y, order.split()).n_leaves


def array_length(array):
    return 0 if not array else 1 + array_length(array[1:])


def quicksort(array):
    if len(array) < 2:
        return array
    pivot, *rest = array
    small, large = [x for x in rest if x < pivot], [x for x in rest if x >= pivot]
    return [*quicksort(small), pivot, *quicksort(large)]


def ask_query(model):
    """The lecture's query about the vegetation: a combination that no region has."""
    query = {"STREAM": [True], "SLOPE": ["moderate"], "ELEVATION": ["high"]}
    return str(fit(model, "vegetation").predict(pd.DataFrame(query))[0])


def below_4175():
    frame = table("vegetation_continuous").frame
    part = frame[frame["ELEVATION"] < 4175]
    y, height = part["VEGETATION"], part["ELEVATION"]
    questions = {"STREAM": part["STREAM"], "SLOPE": part["SLOPE"]}
    questions |= {f"ELEVATION>={t}": height >= t for t in (750, 1350, 2250)}
    return {name: dt.information_gain(x, y) for name, x in questions.items()}


def with_rid(measure):
    return measure(table("buys_computer", id_as_feature=True).X["RID"], table("buys_computer").y)


def best_group(feature):
    x = set(xy("buys_computer", feature)[0])
    best = min(two_groups(x), key=lambda group: gini_of_group(feature, group))
    return sorted([sorted(best), sorted(x - set(best))])


def golf_with_one_gap():
    """Quinlan's example of 1993: the outlook of the overcast day of 72 degrees is unknown."""
    golf = table("play_golf_numeric")
    known = ~((golf.X["outlook"] == "overcast") & (golf.X["temperature"] == 72))
    return known.mean() * dt.information_gain(golf.X["outlook"][known], golf.y[known])


def titanic_p_value(*classes, **where):
    frame = rows("titanic", **where)
    pair = frame[frame["class"].isin(classes)]
    return dt.chi_square(pair["class"], pair["survived"]).p_value
