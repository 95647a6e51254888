"""dtlab's labs in the judge: a model by its predictions, its size by a tree that is rebuilt.

What a submission says about its model is a claim. The predictions are made by the student's code,
once, but scored here, on rows that the sandbox does not have. Leaves are counted in a tree that is
built here from the model's own data, and only if that tree makes the predictions that were scored.
A question that names single numbers counts like the thresholds that it stands for. Steps before
the tree may scale, encode and combine columns; a step that could hold another model leaves nothing
to count. How many trees an ensemble has is the one number that is taken as it is
said.

What students read repeats no number of theirs: they may have chosen it by the rows kept back.

Of lab 4, predictions and numbers are handed in, not the model: see `dtcourse.bank.lab4`.
"""

from itertools import combinations, groupby

from nbjudge.protocol.proxies import StudentObject, objects_of_any_kind
from nbjudge.results import CaseResult

from dtlab.questions.question import Groups

# what a report says, line by line
LINES = ("beats the baseline", "as good as our reference", "the number reported holds", "its size")
FEW = 50  # different values of a number that may be codes of categories


class Believed:
    """A student's model, as far as it can be believed; `labs` takes it for a fitted model.

    Parameters:
        proxy: the model.
        X: rows on which a rebuilt tree must agree with it.
    """

    def __init__(self, proxy, X):
        self.proxy, self.rows, self.predicted = proxy, X, []
        with objects_of_any_kind(proxy):
            self.feature_names_in_ = list(getattr(proxy, "feature_names_in_", ()))
            trees = getattr(getattr(proxy, "best_estimator_", proxy), "n_estimators", None)
        if type(trees) is int:
            self.n_iter_ = trees

    def predict(self, X):
        """What the student's model says about these rows; it is asked once about each table."""
        for rows, said in self.predicted:
            if rows.equals(X):
                return said
        said = self.proxy.predict(X)
        self.predicted.append((X, said))
        return said

    def get_n_leaves(self):
        """The leaves of a tree that predicts the same as the model; None if there is none."""
        try:
            with objects_of_any_kind(self.proxy):
                return self.counted_leaves()
        except Exception:  # whatever a student's object answers
            return None

    def counted_leaves(self):
        from .judging.labs import predicted

        said = predicted(self, self.rows)
        model = getattr(self.proxy, "best_estimator_", self.proxy)
        X = self.rows[[*self.feature_names_in_]] if self.feature_names_in_ else self.rows
        steps = getattr(model, "steps", [])
        for _, step in steps[:-1]:  # of a pipeline
            X = step.transform(X)
            X = X.toarray() if isinstance(X, StudentObject) else X  # of a sparse matrix
        if steps and not made_of_columns(X, self.rows):
            return None
        model = steps[-1][1] if steps else model
        tree = model.tree_
        if isinstance(tree, StudentObject):
            leaves, mine = rebuilt(tree, getattr(model, "classes_", None), X)
        else:
            leaves = leaves_of(tree, categories(X, self.rows))
            mine = tree.predict(X)
        return leaves if same_predictions(mine, said) else None


# ── a tree, from its data ───────────────────────────────────────────────────────────────────────


def rebuilt(tree, classes, X):
    """The leaves of a tree of scikit-learn and what it predicts, from its arrays."""
    import numpy as np

    X = np.asarray(X, dtype=np.float32)
    left, right, feature, threshold, value = (
        np.asarray(getattr(tree, name))
        for name in ("children_left", "children_right", "feature", "threshold", "value")
    )
    check_tree(left, right)
    if threshold.shape != left.shape or feature.shape != left.shape or value.ndim != 3:
        raise ValueError
    node = np.zeros(len(X), dtype=int)
    for _ in range(len(left)):
        inner = left[node] >= 0
        if not inner.any():
            break
        below = X[np.arange(len(X)), np.maximum(feature[node], 0)] <= threshold[node]
        node = np.where(inner, np.where(below, left[node], right[node]), node)
    said = value[node, 0, :]
    said = said[:, 0] if classes is None else np.asarray(classes)[said.argmax(axis=1)]
    return int((left < 0).sum()), said


def leaves_of(tree, free):
    """The leaves of a tree of dtlab, as many as it needs if it asks for numbers by thresholds.

    A question that names single values could tell apart all rows that are kept back.

    Parameters:
        tree: a Node.
        free: the columns of which a question may name single values, see `categories`.
    """
    if tree.question is None:
        return 1
    runs = [1] * len(tree.children)
    if isinstance(tree.question, Groups) and tree.question.feature not in free:
        branch = tree.question.branch
        ordered = [child for child, _ in groupby(branch[value] for value in sorted(branch))]
        runs = [max(1, ordered.count(child)) for child in range(len(tree.children))]
    pairs = zip(runs, tree.children, strict=True)
    return sum(run * leaves_of(child, free) for run, child in pairs)


def categories(made, X):
    """The names of those columns that say no more than a category among the given columns.

    A number that was cut into classes, or written as text, is a number.

    Parameters:
        made: what the steps of a pipeline made of X, or some columns of it.
        X: the given columns.
    """
    given = [X[name] for name in X.columns if not is_a_number(X[name])]
    return {name for name in made.columns if any(follows(made[name], x) for x in given)}


def check_tree(left, right):
    """ValueError unless every node but the first is a child of exactly one before it.

    Where branches share their leaves, there are few of these, however large the tree is.
    """
    import numpy as np

    if left.shape != right.shape or left.ndim != 1 or {left.dtype.kind, right.dtype.kind} != {"i"}:
        raise ValueError
    (inner,) = np.nonzero(left >= 0)
    children = np.concatenate([left[inner], right[inner]])
    if (children <= np.concatenate([inner, inner])).any():
        raise ValueError
    if sorted(children.tolist()) != [*range(1, len(left))]:
        raise ValueError


# ── the steps before it ─────────────────────────────────────────────────────────────────────────


def made_of_columns(made, X):
    """Does every column that was made say no more than a question about the given ones could?

    It keeps or reverses the order of one column, or gives a value to each category of one, or is
    the sum, difference, product or ratio of two. The predictions of another tree are none of these.

    Parameters:
        made: what the steps of a pipeline made of X.
        X: the given columns.
    """
    import numpy as np
    import pandas as pd

    made = pd.DataFrame(made)
    given = [X[name] for name in X.columns]
    numbers = [x.to_numpy(float) for x in given if x.dtype.kind in "iufb"]
    with np.errstate(all="ignore"):
        pairs = [
            both
            for a, b in combinations(numbers, 2)
            for both in (a + b, a - b, b - a, a * b, a / b, b / a)
        ]
    return len(made) == len(X) and all(
        any(follows(made.iloc[:, i], x) for x in (*given, *map(pd.Series, pairs)))
        for i in range(made.shape[1])
    )


def follows(made, x):
    """Is a column that was made a function of x: of its order, or of its few values?"""
    import numpy as np
    import pandas as pd

    codes, values = pd.factorize(x.to_numpy(), sort=x.dtype.kind in "iufb")
    known = codes >= 0
    said, _ = pd.factorize(made.to_numpy(), use_na_sentinel=False)
    if len({*zip(codes.tolist(), said.tolist(), strict=True)}) > len(values) + (not known.all()):
        return False  # two answers for one value
    if not is_a_number(x):
        return True
    if made.infer_objects().dtype.kind not in "iufb":
        return False  # texts of which several may be the same number
    order = np.argsort(codes[known], kind="stable")
    steps = np.diff(made.to_numpy(float)[known][order])
    return bool((steps >= 0).all() or (steps <= 0).all())


def is_a_number(x):
    """Has a column numbers, and more than there may be codes of categories?"""
    return x.dtype.kind in "iufb" and x.nunique() > FEW


def same_predictions(mine, said):
    """Do two predictions agree, as classes or as numbers?"""
    import numpy as np

    mine, said = np.asarray(mine).ravel(), np.asarray(said).ravel()
    if mine.dtype.kind == "f" and said.dtype.kind == "f":
        return mine.shape == said.shape and np.allclose(mine, said)
    return mine.shape == said.shape and bool((mine.astype(str) == said.astype(str)).all())


def report_on(lab_id, model=..., reported=...):
    """What `submit` says about a student's model."""
    from .judging import labs

    if lab_id == "lab4" and type(model) is not dict and model is not ...:
        model = {}  # no answer in plain numbers; a folder would start Java
    if isinstance(model, StudentObject):
        lab = labs.find_lab(lab_id)
        rows, _ = labs.kept_back(lab.data)
        model = Believed(model, lab.in_time(rows))
    return labs.report_on(lab_id, model, reported, quotes=not isinstance(model, Believed))


def line_results(report, most, is_model):
    """What the report says, line by line, as results that share the points of the cell.

    Parameters:
        report: what `submit` says.
        most: the points of the cell.
        is_model: whether it is about a model, and not about numbers that were handed in.
    """
    lines = [line for line in report.body if line[:1] in ("✓", "○")]
    share = most / len(LINES)
    if not lines:
        if not is_model:
            outcome = "not run" if report.tone == "note" else "failed"
            yield CaseResult("your answer", 0.0, most, outcome, report.head)
        elif report.tone == "note":  # it waits for the second pass
            yield from (CaseResult(name, 0.0, share, "not run") for name in LINES)
        else:
            yield from (CaseResult(name, 0.0, share, "failed", report.head) for name in LINES)
        return
    for name, line in zip(LINES, lines, strict=True):
        good = line[0] == "✓"
        yield CaseResult(name, share * good, share, "passed" if good else "failed", line[2:])
