"""The graded exercises of notebook 10: overfitting, pruning, and an honest choice."""

import operator
from functools import cache

from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Case, Mistake, one_wrong
from dtlab import ask, leaf

IMPORTS = """
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.tree import DecisionTreeClassifier
"""


# ── 10.1 seven depths, three parts ──────────────────────────────────────────────────────────────


def seven_depths(chance):
    """Accuracies of seven tops of a tree: training rises, the other two have a top each.

    No wrong number of the table is the right one rounded to tenths, and none that a known mistake
    gives is the right one by chance: feedback would take the first for rounding, the second as
    right.
    """
    while True:
        table = any_seven_depths(chance)
        truth = at_best(table, "validation", "test")
        tempting = [at_best(table, "training", "test"), at_best(table, "validation", "training")]
        rounded = round(truth, 1) != truth and (table == round(truth, 1)).any(axis=None)
        if truth not in [*table.max(), *tempting] and not rounded:
            return table


def any_seven_depths(chance):
    """The first try of 10.1's table, whatever its numbers are."""
    import pandas as pd

    best, luckiest = chance.choice(range(2, 7), size=2, replace=False)
    steps = chance.randint(2, 7, size=7).cumsum()

    def hill(top, height):
        return [height - (d != top) * (2 * abs(d - top) - chance.randint(2)) for d in range(1, 8)]

    parts = {
        "training": 100 - steps[::-1] + steps[0],
        "validation": hill(best, chance.randint(77, 85)),
        "test": hill(luckiest, chance.randint(74, 82)),
    }
    return (pd.DataFrame(parts, index=range(1, 8)) / 100).rename_axis("depth")


def at_best(table, chooses, judges):
    """What one part says of the depth that another part likes best."""
    return table.loc[table[chooses].idxmax(), judges]


# ── 10.2 the cheapest tree ──────────────────────────────────────────────────────────────────────


def cheapest(subtrees, rows, alpha):
    """The reference of 10.2: the smaller of two equally cheap trees comes first."""
    return first_of_the_cheapest(sorted(subtrees), rows, alpha)


def largest_of_the_cheapest(subtrees, rows, alpha):
    """A mistake: of equally cheap trees the one with most leaves."""
    return first_of_the_cheapest(sorted(subtrees)[::-1], rows, alpha)


def first_of_the_cheapest(subtrees, rows, alpha):
    """A mistake: of equally cheap trees the first in the list."""
    return min(subtrees, key=lambda tree: tree[1] / rows + alpha * tree[0])[0]


# ── 10.3 the bus ────────────────────────────────────────────────────────────────────────────────

WAYS = ["rain, market day", "rain, no market", "snow, holiday", "snow, no holiday"]
WAYS += ["dry, school day", "dry, no school"]


def bus():
    """The tree that says whether the bus will be late."""

    def end(says, late, on_time):
        return leaf(says, {"late": late, "on time": on_time})

    market = ask("market day", {"yes": end("late", 9, 2), "no": end("on time", 3, 6)})
    holiday = ask("holiday", {"yes": end("on time", 2, 4), "no": end("late", 8, 1)})
    school = ask("school day", {"yes": end("late", 5, 4), "no": end("on time", 2, 30)})
    return ask("weather", {"rain": market, "snow": holiday, "dry": school})


def new_days(chance):
    """Validation days: how often the bus was late and on time, for each leaf.

    The three kinds of weather do not all have the same majority: then a learner who gives new
    leaves the majority of the new days gets the same numbers with and without a look at the root.
    """
    import pandas as pd

    while True:
        days = pd.DataFrame(chance.randint(0, 6, size=(6, 2)), WAYS, ["late", "on time"])
        more_late = (days["late"] - days["on time"]).to_numpy().reshape(3, 2).sum(axis=1)
        if min(more_late) < 0 < max(more_late):
            return days


def as_errors(days, own_majority=False):
    """The bus tree in errors on these days, in the form of 10.6."""
    late, fine = days["late"].tolist(), days["on time"].tolist()
    leaves = [[fine[0], late[1]], [late[2], fine[3]], [fine[4], late[5]]]
    top, as_leaf = sum(late), [sum(fine[:2]), sum(fine[2:4]), sum(late[4:])]
    if own_majority:
        top = min(top, sum(fine))
        as_leaf = [min(sum(late[k : k + 2]), sum(fine[k : k + 2])) for k in (0, 2, 4)]
    return top, list(zip(as_leaf, leaves, strict=True))


def boxes(days):
    """A mistake: errors and all nodes of the pruned tree, which has three branches at the top."""
    errors, leaves = pruned(as_errors(days))
    return errors, leaves + 1 + (leaves - 3)


# ── 10.5 folds ──────────────────────────────────────────────────────────────────────────────────


def most_frequent(labels):
    """The most frequent label, of equal ones the first in the alphabet."""
    return max(sorted(set(labels)), key=labels.count)


def turns(labels, k):
    """(teachers, judges) of each turn: row i is in fold i % k."""
    for fold in range(k):
        yield [label for i, label in enumerate(labels) if i % k != fold], labels[fold::k]


def cv_error(labels, k, taught_by=0):
    """The reference of 10.5: the share of rows that are judged wrongly; 1: by their own fold."""
    wrong = [x != most_frequent(turn[taught_by]) for turn in turns(labels, k) for x in turn[1]]
    return sum(wrong) / len(wrong)


def without_one_row(labels, k):
    """A mistake: row number `fold` is left out, not the whole fold."""
    says = [most_frequent(labels[:fold] + labels[fold + 1 :]) for fold in range(k)]
    return sum(label != says[i % k] for i, label in enumerate(labels)) / len(labels)


def mean_of_folds(labels, k):
    """Another convention: the mean over the folds."""
    return sum(sum(j != most_frequent(t) for j in js) / len(js) for t, js in turns(labels, k)) / k


# ── 10.6 pruning by errors ──────────────────────────────────────────────────────────────────────


def pruned(node, cut=operator.le):
    """The reference of 10.6: (errors, leaves) after reduced-error pruning from the bottom up."""
    if isinstance(node, int):
        return node, 1
    below = added(pruned(branch, cut) for branch in node[1])
    return (node[0], 1) if cut(node[0], below[0]) else below


def added(pairs):
    """Errors and leaves of branches together."""
    return tuple(map(sum, zip(*pairs, strict=True)))


def full(node):
    """A mistake: nothing is cut."""
    return pruned(node, cut=lambda *errors: False)


def beside(node):
    """A mistake: branches are counted, not their leaves."""
    errors, leaves = pruned(node)
    return errors, leaves if leaves == 1 else len(node[1])


def one_level(node):
    """A mistake: the nodes right below are taken for leaves."""
    if isinstance(node, int):
        return node, 1
    errors = sum(branch if isinstance(branch, int) else branch[0] for branch in node[1])
    return (node[0], 1) if node[0] <= errors else (errors, len(node[1]))


def from_the_top(node):
    """A mistake: a node is compared with what is below it before anything there is cut."""
    if isinstance(node, int):
        return node, 1
    return (node[0], 1) if node[0] <= full(node)[0] else added(map(from_the_top, node[1]))


# ── 10.7 claims ─────────────────────────────────────────────────────────────────────────────────

CLAIMS = [False, True, True, False, True]


# ── 10.8 tumours ────────────────────────────────────────────────────────────────────────────────

PRICES = [0, 0.005, 0.01, 0.02, 0.05]
TUMOURS = """
X, y = load_breast_cancer(return_X_y=True, as_frame=True)
old, new, y_old, y_new = train_test_split(
    X, y, test_size=0.5, random_state=12
)
"""


@cache
def tumours():
    """What every honest and dishonest way to the number of 10.8 gives, by name."""
    from sklearn.datasets import load_breast_cancer
    from sklearn.model_selection import GridSearchCV, train_test_split
    from sklearn.tree import DecisionTreeClassifier

    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    old, new, y_old, y_new = train_test_split(X, y, test_size=0.5, random_state=12)
    grid, tree = {"ccp_alpha": PRICES}, DecisionTreeClassifier(random_state=0)
    search = GridSearchCV(tree, grid, cv=5).fit(old, y_old)
    tried = [DecisionTreeClassifier(random_state=0, ccp_alpha=price) for price in PRICES]
    return {
        "honest": search.score(new, y_new),
        "folds": search.best_score_,
        "training": search.score(old, y_old),
        "best": max(model.fit(old, y_old).score(new, y_new) for model in tried),
        "full": tree.fit(old, y_old).score(new, y_new),
        "all rows": GridSearchCV(tree, grid, cv=5).fit(X, y).best_score_,
        "price": search.best_params_["ccp_alpha"],
    }


ITEMS = [
    Exercise(
        "10.1",
        "A tree should tell which apples keep until spring. It was grown on training rows, and "
        "`table` has the accuracy of its tops: at most one question on a path, at most two, and "
        "so on to seven.\n\n"
        "You submit one of the seven, and one number that says how often it will be right on "
        "new apples. Which number do you submit?",
        title="An honest number",
        kind="number",
        fresh=True,
        draw=seven_depths,
        setup='table = draw("10.1", STUDENT)\ntable',
        answer=lambda table: at_best(table, "validation", "test"),
        hints=(
            "Three columns, three jobs: one grows, one chooses, one judges. Which is which?",
            "Look for the best depth in the column that may choose, then change the column.",
            "The line with the highest *validation*; in that line, *test*.",
        ),
        mistakes=[
            Mistake(
                lambda table: table["test"].max(),
                "That depth was chosen on the test rows: what has chosen cannot judge any more.",
            ),
            Mistake(
                lambda table: table["validation"].max(),
                "The depth is well chosen, but the rows that chose it praise it too much. Let rows "
                "judge that were never asked.",
            ),
            Mistake(
                lambda table: at_best(table, "training", "test"),
                "You chose by the training rows: they like the deepest tree, noise and all.",
            ),
            Mistake(
                lambda table: table["training"].max(),
                "That is the deepest tree on the rows it grew from: it knows them by heart. Say "
                "how often it is right on *new* apples.",
            ),
            Mistake(
                lambda table: at_best(table, "validation", "training"),
                "The depth is well chosen, but these rows taught the tree. Let rows judge that it "
                "has never seen.",
            ),
            Mistake(
                lambda table: table["validation"].idxmax(),
                "That is the depth, and well chosen. How often will that tree be right?",
            ),
        ],
        solution='depth = table["validation"].idxmax()\nanswer_1 = table.loc[depth, "test"]',
        explanation="Validation rows choose, test rows judge, once.",
        items=("R55", "R60", "R65"),
        minutes=4,
    ),
    Exercise(
        "10.2",
        "Cost-complexity pruning puts a price on every leaf. Write `cheapest(subtrees, rows, "
        "alpha)`. `subtrees` is a list of pairs (leaves, errors), in any order: how many leaves a "
        "tree has, and how many of the `rows` training rows it gets wrong. Return the number of "
        "leaves of the tree with the lowest cost; of equally cheap trees, of the smallest.\n\n"
        "`cheapest([(4, 1), (1, 3)], 10, 0.1)` is 1: four leaves cost 0.1 + 0.4, one costs "
        "0.3 + 0.1.",
        title="The cheapest tree",
        kind="function",
        starter="def cheapest(subtrees, rows, alpha):\n    return ...",
        answer=cheapest,
        tests=[
            Case([(4, 1), (1, 3)], 10, 0.1, says="the example"),
            Case([(6, 0), (3, 2), (1, 9)], 20, 0.1, says="the middle one"),
            Case([(6, 0), (3, 4), (1, 9)], 20, 0.01, says="leaves are almost free"),
            Case([(9, 1), (1, 2)], 10, 0.5, says="leaves are dear"),
            Case([(5, 0), (3, 2), (1, 8)], 16, 0.0625, says="two are equally cheap"),
            Case([(3, 2), (5, 0), (1, 8)], 16, 0.0625, says="the same two, turned round"),
        ],
        hidden=[
            Case([(5, 2), (9, 1), (2, 4)], 8, 0, says="leaves for nothing"),
            Case([(4, 3)], 12, 0.5, says="one tree only"),
            Case([(2, 40), (7, 10), (1, 70), (12, 0)], 160, 0.03125, says="in any order"),
        ],
        hints=(
            "What does one tree cost? Write that line first.",
            "R(T) is a *share* of the rows: cost = errors / rows + alpha · leaves.",
            "Make a list of pairs (cost, leaves): the smallest pair has what you want.",
        ),
        mistakes=[
            Mistake(
                lambda subtrees, rows, alpha: cheapest(subtrees, 1, alpha),
                "It counts whole errors: R is a share, so divide the errors by the rows.",
            ),
            Mistake(
                first_of_the_cheapest,
                "Right but for one thing: of equally cheap trees it takes the first in the list.",
            ),
            Mistake(
                largest_of_the_cheapest,
                "Right but for one thing: of equally cheap trees it takes the largest.",
            ),
            Mistake(
                lambda subtrees, rows, alpha: min(e / rows + alpha * n for n, e in subtrees),
                "That is the cost of the cheapest tree: return its number of leaves.",
            ),
            Mistake(
                lambda subtrees, rows, alpha: min(
                    (e / rows + alpha * n, n, (n, e)) for n, e in subtrees
                )[-1],
                "That is the pair of the cheapest tree: return its number of leaves alone.",
            ),
            Mistake(
                lambda subtrees, rows, alpha: min((n / rows + alpha * e, n) for n, e in subtrees)[
                    1
                ],
                "Leaves and errors have changed places: a pair is (leaves, errors).",
            ),
            Mistake(
                lambda subtrees, rows, alpha: cheapest(subtrees, rows, 2 * alpha),
                "It pays for every node, 2 · leaves − 1 of them: here the price is per leaf.",
            ),
            Mistake(
                lambda subtrees, rows, alpha: cheapest(subtrees, rows, 0),
                "It takes the tree with the fewest errors: add the price of its leaves.",
            ),
        ],
        explanation=(
            "The cost is the share of errors plus α for each leaf; of equal costs, the "
            "pair with fewer leaves is the smaller one."
        ),
        solution="def cheapest(subtrees, rows, alpha):\n"
        "    costs = [(errors / rows + alpha * leaves, leaves) for leaves, errors in subtrees]\n"
        "    return min(costs)[1]",
        items=("R61", "R59"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "10.3",
        lambda: (
            "This tree says whether the bus will be late. The brackets count *training* days.\n\n"
            + "\n".join(f"    {line}" for line in str(bus()).splitlines())
            + "\n\n`days` has new days, for validation: for each way down the tree, on how many of "
            "them the bus was late and on time. Prune by reduced error, once from the bottom up. "
            "How many of the new days does the pruned tree get wrong, and how many leaves does it "
            "have? "
            "Give a list of the two, such as `[7, 5]`."
        ),
        title="Waiting for the bus",
        kind="reading",
        fresh=True,
        draw=new_days,
        setup='days = draw("10.3", STUDENT)\ndays',
        answer=lambda days: pruned(as_errors(days)),
        hints=(
            "What would each of the lower nodes say as a leaf? The brackets tell.",
            "Two numbers for each node: errors on the new days with its question, and as a leaf. "
            "No more errors as a leaf: cut. The weather comes last.",
            "As a leaf, the nodes below rain and snow say *late*, the one below dry *on time*: "
            "only the leaves that say something else can change their errors.",
        ),
        mistakes=[
            Mistake(
                lambda days: pruned(as_errors(days), operator.lt),
                "A question stayed that makes as many errors as its node would as a leaf. No worse "
                "is enough: the smaller tree wins.",
            ),
            Mistake(
                lambda days: full(as_errors(days)),
                "That is the tree as it is. Compare each question with a leaf in its place.",
            ),
            Mistake(
                lambda days: [as_errors(days)[0], 1],
                "That is one leaf for all days. Compare it with the tree after the lower cuts.",
            ),
            Mistake(
                lambda days: pruned(as_errors(days, own_majority=True)),
                "Your new leaves say what most of the *new* days say. They should say what most of "
                "the training days say; new days only count the errors.",
            ),
            Mistake(
                boxes,
                "The errors are right. You counted the questions that stay, too: count the leaves.",
            ),
            Mistake(
                lambda days: pruned(as_errors(days))[::-1],
                "The two are the wrong way round: errors first, then leaves.",
            ),
        ],
        solution='late, on_time = days["late"].tolist(), days["on time"].tolist()\n'
        "asked = [on_time[0] + late[1], late[2] + on_time[3], on_time[4] + late[5]]\n"
        "as_leaf = [on_time[0] + on_time[1], on_time[2] + on_time[3], late[4] + late[5]]\n"
        "leaves = sum(1 if one <= two else 2 for one, two in zip(as_leaf, asked))\n"
        "errors = sum(min(one, two) for one, two in zip(as_leaf, asked))\n"
        "answer_3 = [sum(late), 1] if sum(late) <= errors else [errors, leaves]",
        explanation="What changes nothing on new days goes too: it only makes a tree longer.",
        items=("K62", "K63", "R65"),
        points=2,
        minutes=10,
    ),
    Exercise(
        "10.5",
        "`cv_error(labels, k)` should cross-validate the simplest model of all, which always "
        "says the most frequent class of the rows that taught it (of equally frequent ones, the "
        "first in the alphabet). Row i, counted from 0, is in fold i % k. The result is the share "
        "of all rows that are judged wrongly.\n\n"
        "`cv_error(['a', 'b', 'b'], 3)` should be 1: without the a, two b teach, and the a is "
        "wrong; without a b, one a and one b teach, the model says a, and the b is wrong. Find the "
        "fault and fix it.",
        title="Who taught whom?",
        kind="bug",
        fresh=True,
        starter="def cv_error(labels, k):\n"
        "    says = max(sorted(set(labels)), key=labels.count)\n"
        "    wrong = 0\n"
        "    for fold in range(k):\n"
        "        judges = labels[fold::k]\n"
        "        wrong += sum(label != says for label in judges)\n"
        "    return wrong / len(labels)",
        answer=cv_error,
        tests=[
            Case([*"aaabbb"], 6, says="one row in each fold"),
            Case([*"abbabbb"], 3, says="folds of unequal size"),
            Case([*"aabab"], 2, says="two folds"),
        ],
        hidden=[
            Case([*"zzzz"], 2, says="one class only"),
            Case([*"cabcabaac"], 4, says="three classes"),
            Case([*"ba"], 2, says="two rows"),
        ],
        hints=(
            "Which rows teach the model that judges the first fold? Which should?",
            "The model is made once, from all rows. So each row judges what it has taught.",
            "In the loop: `teachers = [label for i, label in enumerate(labels) if i % k != fold]`, "
            "and `says` from those.",
        ),
        mistakes=[
            Mistake(
                lambda labels, k: sum(x != most_frequent(labels) for x in labels) / len(labels),
                "The fault is still there. Take three a and three b, six folds: which rows taught "
                "the model that the first row judges?",
            ),
            Mistake(
                lambda labels, k: cv_error(labels, k, taught_by=1),
                "Now the fold that judges is the one that teaches. It should be all the others.",
            ),
            Mistake(
                lambda labels, k: 1 - cv_error(labels, k),
                "That is the share that is judged rightly: the question asks for the wrong ones.",
            ),
            Mistake(
                mean_of_folds,
                "That is the mean over the folds, which many libraries report. Here the share of "
                "all rows is asked for: a small fold should not count as much as a large one.",
            ),
            Mistake(
                without_one_row,
                "Only one row stays away from the teaching, and the fold may have more of them.",
            ),
        ],
        solution="def cv_error(labels, k):\n"
        "    wrong = 0\n"
        "    for fold in range(k):\n"
        "        teachers = [label for i, label in enumerate(labels) if i % k != fold]\n"
        "        says = max(sorted(set(teachers)), key=teachers.count)\n"
        "        judges = labels[fold::k]\n"
        "        wrong += sum(label != says for label in judges)\n"
        "    return wrong / len(labels)",
        explanation="Three a and three b, one row in each fold: the row left out belongs to "
        "the minority of the rest, so all six are wrong. A leak would have told you one half.",
        items=("R65", "R55"),
        points=2,
        minutes=8,
    ),
    Exercise(
        "10.6",
        "Write reduced-error pruning itself. A leaf is a whole number: its errors on validation "
        "rows. A node is a pair `(as_leaf, branches)`: its errors if it were a leaf, and a list of "
        "what is below it, leaves and nodes. Write `pruned(node)`: the pair (errors, leaves) after "
        "one pass from the bottom up. `node` may also be a leaf.\n\n"
        "`pruned((1, [0, 2]))` is `(1, 1)`: as a leaf 1 error, with its branches 2, so it is cut. "
        "`pruned((3, [0, 2]))` is `(2, 2)`: it stays.",
        title="From the bottom up",
        kind="harder",
        starter="def pruned(node):\n    return ...",
        answer=pruned,
        tests=[
            Case((1, [0, 2]), says="cut"),
            Case((3, [0, 2]), says="stays"),
            Case((2, [1, 1]), says="as many errors either way"),
            Case((3, [(0, [2, 2]), 0]), says="below, something was better as a leaf"),
            Case((9, [(4, [1, 1, 1]), (0, [1, 0])]), says="one stays, one goes"),
        ],
        hidden=[
            Case(7, says="a leaf alone"),
            Case((0, [(0, [0, 0]), 0]), says="no validation row comes here"),
            Case((8, [(5, [(1, [2, 0]), (4, [1, 1])]), (3, [(2, [3, 3]), 2])]), says="3 levels"),
            Case((2, [(3, [(1, [1, 1]), 1]), (1, [2, 5])]), says="everything goes at the end"),
        ],
        hints=(
            "A branch is a tree of its own: who could prune it for you?",
            "Prune every branch first, add up errors and leaves, then compare with `as_leaf`.",
            "`parts = [pruned(branch) for branch in branches]`. If `as_leaf` is at most the sum of "
            "their errors: `(as_leaf, 1)`, else the two sums. A whole number: `(node, 1)`.",
        ),
        mistakes=[
            Mistake(
                lambda node: pruned(node, operator.lt),
                "It cuts only where the leaf is better: no worse is enough, so ≤.",
            ),
            Mistake(
                from_the_top,
                "It compares a node with branches that have not been pruned yet. Prune them first: "
                "a branch that looks bad may be corrected there.",
            ),
            Mistake(
                beside,
                "The errors are right. For the leaves, add up those that are left in the branches: "
                "a branch may have more than one.",
            ),
            Mistake(
                one_level,
                "It looks at one level only: a branch that is a node must be pruned itself first.",
            ),
            Mistake(
                lambda node: pruned(node)[0], "Those are the errors alone: give the leaves, too."
            ),
            Mistake(
                lambda node: pruned(node)[::-1],
                "The two are the wrong way round: errors first, then leaves.",
            ),
            Mistake(full, "It adds up what is there and cuts nothing: compare with `as_leaf`."),
            Mistake(
                lambda node: (pruned(node)[0], full(node)[1]),
                "The errors are right; the leaves are not. A node that is cut is one leaf.",
            ),
        ],
        solution="def pruned(node):\n"
        "    if isinstance(node, int):\n"
        "        return node, 1\n"
        "    as_leaf, branches = node\n"
        "    parts = [pruned(branch) for branch in branches]\n"
        "    errors = sum(errors for errors, leaves in parts)\n"
        "    leaves = sum(leaves for errors, leaves in parts)\n"
        "    return (as_leaf, 1) if as_leaf <= errors else (errors, leaves)",
        explanation="Every node takes the better of two numbers, and the numbers below are already "
        "the best there are. So no other way of cutting makes fewer errors on these rows.",
        items=("K61", "K62", "R66"),
        points=3,
        minutes=12,
    ),
    Exercise(
        "10.7",
        "True or false? Give a list of five, such as `[True, False, True, False, True]`.\n\n"
        "1. A tree that makes no error on its training rows overfits, whatever the data.\n"
        "2. In ten-fold cross-validation, each tree grows on nine tenths of the rows.\n"
        "3. Reduced-error pruning never leaves a tree with more errors on the validation rows than "
        "it had before.\n"
        "4. While the price α of a leaf rises, the cheapest subtree can get more leaves.\n"
        "5. Of many settings you keep the one with the best validation score. On average, that "
        "score is higher than the one on new rows.",
        title="Five claims about an honest tree",
        kind="claim",
        answer=CLAIMS,
        hints=(
            "Claims with *whatever* and *never* need one counterexample only. Is there one?",
            "For 1, think of data without noise and Mitchell's two trees. For 5, think of the "
            "twelve shuffles in notebook 10.",
            "2: how many folds judge at a time? 3: when is a node cut? 4: can a higher price make "
            "a branch worth its leaves again?",
        ),
        mistakes=one_wrong(
            CLAIMS,
            "Look at 1 again: without noise the perfect tree may be the right one. It takes "
            "another tree that is better on new rows.",
            "Look at 2 again: ten folds, and one of them judges. Who teaches?",
            "Look at 3 again: a node is cut only if that makes no more errors.",
            "Look at 4 again: branches fall off as the price rises. Can one grow back?",
            "Look at 5 again: the best of many has some luck in it. Does the luck come along?",
        ),
        solution="answer_7 = [False, True, True, False, True]",
        explanation="On 5: that is why rows that have chosen cannot judge.",
        items=("R56", "R61", "R65", "R66"),
        minutes=5,
    ),
    Exercise(
        "10.8",
        "Half of the tumours are `old`, half are `new`. Choose the price `ccp_alpha` for "
        "`DecisionTreeClassifier(random_state=0)` by five-fold cross-validation (`cv=5`) with "
        "`GridSearchCV`; try 0, 0.005, 0.01, 0.02 and 0.05. Then report one number that you would "
        "bet on: which share of new tumours will the chosen tree get right?",
        title="A number you would bet on",
        kind="model",
        fresh=True,
        setup=TUMOURS.strip(),
        answer=lambda: tumours()["honest"],
        hints=(
            "Which rows may the search see? Which rows give the number?",
            '`search = GridSearchCV(tree, grid, cv=5)` with `grid = {"ccp_alpha": [...]}`; fit it '
            "on `old` and `y_old` alone.",
            "After `fit`, `search.score(new, y_new)` asks the chosen tree, grown on all old rows.",
        ),
        mistakes=[
            Mistake(
                lambda: tumours()["folds"],
                "That is `best_score_`, what the folds said of the best setting. They have chosen: "
                "let the new rows judge.",
            ),
            Mistake(
                lambda: tumours()["best"],
                "That is the best of five on the new rows: then they have chosen, and cannot judge "
                "any more. Choose by the folds of `old`.",
            ),
            Mistake(
                lambda: tumours()["training"],
                "That is the chosen tree on its own training rows: judge on `new`.",
            ),
            Mistake(
                lambda: tumours()["full"],
                "That is the full tree, without a price: ask the one that the search has chosen.",
            ),
            Mistake(
                lambda: tumours()["all rows"],
                "The search has seen all rows, so none are left to judge: fit it on `old` alone.",
            ),
            Mistake(
                lambda: tumours()["price"],
                "That is the price, and well chosen. How often is its tree right on new rows?",
            ),
        ],
        solution='grid = {"ccp_alpha": [0, 0.005, 0.01, 0.02, 0.05]}\n'
        "search = GridSearchCV(DecisionTreeClassifier(random_state=0), grid, cv=5)\n"
        "search.fit(old, y_old)\n"
        "answer_8 = search.score(new, y_new)",
        explanation="The folds chose, the new rows judged once. That number you can report.",
        items=("R61", "R65"),
        points=2,
        minutes=8,
    ),
]
