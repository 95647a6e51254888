"""Two assignments in nbgrader's format: a small one that needs numpy only, and our set 04."""

from nbformat.v4 import new_code_cell, new_notebook

from dtcourse import release

GINI = """def gini(labels):
    ### BEGIN SOLUTION
    _, counts = np.unique(labels, return_counts=True)
    return 1 - ((counts / counts.sum()) ** 2).sum()
    ### END SOLUTION"""
GINI_TEST = """assert abs(gini(np.array([0, 1])) - 0.5) < 1e-9
assert abs(gini(np.array([0, 0, 1, 1, 2, 2])) - 2 / 3) < 1e-9
### BEGIN HIDDEN TESTS
assert gini(np.array([1, 1, 1])) == 0
assert abs(gini(np.arange(10)) - 0.9) < 1e-9
### END HIDDEN TESTS"""
CENTRED = """def centred(table):
    ### BEGIN SOLUTION
    return table - table.mean(axis=0)
    ### END SOLUTION"""
CENTRED_TEST = """table = np.random.default_rng(0).normal(size=(200, 5))
np.testing.assert_allclose(centred(table), table - table.mean(axis=0))
### BEGIN HIDDEN TESTS
np.testing.assert_allclose(centred(table[:1]), np.zeros((1, 5)))
### END HIDDEN TESTS"""
STUMP = """def best_threshold(x, labels):
    ### BEGIN SOLUTION
    values = np.unique(x)
    thresholds = (values[1:] + values[:-1]) / 2
    errors = [min(((x > t) != labels).sum(), ((x > t) == labels).sum()) for t in thresholds]
    return thresholds[np.argmin(errors)]
    ### END SOLUTION"""
STUMP_TEST = """x, labels = np.arange(100.0), np.arange(100) > 62
assert best_threshold(x, labels) == 62.5
assert best_threshold(x, ~labels) == 62.5
### BEGIN HIDDEN TESTS
assert best_threshold(np.array([1.0, 2.0]), np.array([False, True])) == 1.5
### END HIDDEN TESTS"""


def numpy_assignment():
    """The source of a small assignment."""
    cells = [_cell("imports", "import numpy as np", locked=True)]
    for name, answer, test, points in (
        ("gini", GINI, GINI_TEST, 4),
        ("centred", CENTRED, CENTRED_TEST, 2),
        ("stump", STUMP, STUMP_TEST, 3),
    ):
        cells.append(_cell(name, answer, solution=True))
        cells.append(_cell(f"{name}-test", test, locked=True, grade=True, points=points))
    return new_notebook(cells=cells, metadata=release.METADATA)


def _cell(name, source, **about):
    usual = {"schema_version": 3, "grade": False, "locked": False, "solution": False, "task": False}
    metadata = {"nbgrader": usual | {"grade_id": name} | about}
    return new_code_cell(source, id=name, metadata=metadata)


def set_04():
    """The source of our set 04."""
    return release.source_notebook("04")
