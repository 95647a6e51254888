"""What a test cannot do is said before a class is graded, with what to write in its place."""

import pytest
from judge_helpers.one_answer import assignment, proved
from nbjudge.judging.assignment import GradingError

BAG = """
class Bag:
    def __init__(self):
        self.items = []
    def __getitem__(self, place):
        return place
    def __str__(self):
        return "a bag"
    def __enter__(self):
        return self
    def __exit__(self, *_):
        self.items.append(1)
    def count(self):
        return len(self.items)
class Sack(Bag):
    pass
class Torn(Exception):
    pass
def tear():
    raise Torn("no bag")
def each():
    yield 1
    yield 2
def roll():
    import random
    return random.randint(1, 1000)
def stop():
    raise StopIteration
def compose(f, g):
    return lambda x: f(g(x))
async def wait(x):
    return x
def invert(x):
    import numpy as np
    return np.linalg.inv(x)
"""
CANNOT = {
    "assert isinstance(Sack(), Bag)": "cannot use `isinstance` with <Bag of the submission>",
    "assert issubclass(Sack, Bag)": "cannot use `issubclass` with <Bag of the submission>",
    "assert Bag()[1] == 1": r"cannot use `\[...\]` with <Bag .*: test what its methods give",
    "with Bag() as b:\n    pass\nassert b.count() == 1": "cannot use `with` with <Bag of",
    "assert next(each()) == 1": "cannot use `next` with <generator .*take `list` of it",
    "assert Bag() == Bag()": "cannot use `==` with <Bag of the submission>",
    "b = Bag()\nb.items.append(3)\nassert b.count() == 1": "is a copy: let a method change",
    "b = Bag()\nb.size = 3\nassert b.size == 3": "cannot change an object of the submission: let a",
    "assert str(Bag()) == 'a bag'": "name of its class: let a method return the text",
    "assert f'{Bag()!s}' == 'a bag'": "name of its class: let a method return the text",
    "import random\nrandom.seed(1)\nassert roll() == 138": "does not reach the answer.*take a seed",
    "import numpy as np, unittest\ncase = unittest.TestCase()\n"
    "case.assertRaises(np.linalg.LinAlgError, invert, np.zeros((2, 2)))": "such as ValueError",
    "try:\n    tear()\nexcept Torn:\n    pass": "expect that one, such as ValueError",
    "try:\n    stop()\nexcept StopIteration as e:\n    assert str(e) == ''": "expect an Exception",
    "assert await wait(3) == 3": "'await' outside .*let the answer be a function that does",
    "assert compose(len, str)(123) == 3": "class str cannot be handed to a student's function: "
    "hand over `lambda x: str",
    "assert compose(abs, abs)(-3) == 3\n### BEGIN HIDDEN TESTS\nassert compose(len, str)(1) == 1\n"
    "### END HIDDEN TESTS": "fails hidden test 1: The class str cannot be handed to",
    "import pandas as pd\nassert pd.DataFrame({'a': [1]}).apply(each)['a'] == 1": r"the test: `."
    r"apply\(lambda x: each\(x\)\)`",
    "import inspect\nassert str(inspect.signature(roll)) == '()'": "has no signature",
    "import json\nassert json.dumps(Bag())": "Object of type object of the submission is not JSON",
}


@pytest.mark.parametrize(("test", "said"), CANNOT.items())
def test_what_a_test_cannot_do_is_said_with_what_to_write_instead(test, said):
    with pytest.raises(GradingError, match=said) as refusal:
        proved(assignment(test, solution=BAG))
    assert "StudentObject" not in str(refusal.value) and "StudentFunction" not in str(refusal.value)


@pytest.mark.parametrize("name", ["unittest.main", "doctest.testmod"])
@pytest.mark.parametrize("locked", [False, True])
def test_what_would_find_no_test_is_refused(name, locked):
    cell = f"import unittest, doctest\nout = {name}()"
    tests = {"helper": cell} if locked else {}
    with pytest.raises(GradingError, match=f"calls {name}, which finds no test"):
        assignment(*([] if locked else [cell]), "assert f(1) == 1", **tests)


def test_a_students_own_module_may_end_in_unittest_main():
    assert assignment(
        "assert f(1) == 1", solution="import unittest\ndef f(x):\n    unittest.main()"
    )
