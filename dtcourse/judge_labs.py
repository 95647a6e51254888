"""dtlab's labs in the judge: a model by its predictions, its size by a tree that is rebuilt.

What a submission says about its model is a claim. The predictions are made by the student's code,
but scored here, on rows that the sandbox does not have. Leaves are counted in a tree that is built
here from the model's own data, and only if that tree predicts what the model predicts. How many
trees an ensemble has is the one number that is taken as it is said.

Of lab 4, predictions and numbers are handed in, not the model: see `dtcourse.bank.lab4`.
"""

from nbjudge.protocol.proxies import StudentObject, objects_of_any_kind
from nbjudge.results import CaseResult

# what a report says, line by line
LINES = ("beats the baseline", "as good as our reference", "the number reported holds", "its size")


class Believed:
    """A student's model, as far as it can be believed; `labs` takes it for a fitted model.

    Parameters:
        proxy: the model.
        X: rows on which a rebuilt tree must agree with it.
    """

    def __init__(self, proxy, X):
        self.proxy, self.rows = proxy, X
        with objects_of_any_kind(proxy):
            self.feature_names_in_ = list(getattr(proxy, "feature_names_in_", ()))
            trees = getattr(getattr(proxy, "best_estimator_", proxy), "n_estimators", None)
        if type(trees) is int:
            self.n_iter_ = trees

    def predict(self, X):
        """What the student's model says about these rows."""
        return self.proxy.predict(X)

    def get_n_leaves(self):
        """The leaves of a tree that predicts the same as the model; None if there is none."""
        try:
            with objects_of_any_kind(self.proxy):
                return self.counted_leaves()
        except Exception:  # whatever a student's object answers
            return None

    def counted_leaves(self):
        import numpy as np

        model = getattr(self.proxy, "best_estimator_", self.proxy)
        X = self.rows
        X = X[[*self.feature_names_in_]] if self.feature_names_in_ else X
        said = np.asarray(self.predict(X))
        for _, step in getattr(model, "steps", [])[:-1]:  # of a pipeline
            X = step.transform(X)
        model = model.steps[-1][1] if hasattr(model, "steps") else model
        tree = model.tree_
        if isinstance(tree, StudentObject):
            leaves, mine = rebuilt(tree, getattr(model, "classes_", None), X)
        else:
            leaves = tree.n_leaves
            mine = tree.predict(X)
        return leaves if same_predictions(mine, said) else None


def rebuilt(tree, classes, X):
    """The leaves of a tree of scikit-learn and what it predicts, from its arrays."""
    import numpy as np

    X = np.asarray(X, dtype=np.float32)
    left, right, feature, threshold, value = (
        np.asarray(getattr(tree, name))
        for name in ("children_left", "children_right", "feature", "threshold", "value")
    )
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
    return labs.report_on(lab_id, model, reported)


def line_results(report, most):
    """What the report says, line by line, as results that share the points of the cell."""
    lines = [line for line in report.body if line[:1] in ("✓", "○")]
    if not lines:
        outcome = "not run" if report.tone == "note" else "failed"
        yield CaseResult("your answer", 0.0, most, outcome, report.head)
        return
    share = most / len(LINES)
    for name, line in zip(LINES, lines, strict=True):
        good = line[0] == "✓"
        yield CaseResult(name, share * good, share, "passed" if good else "failed", line[2:])
