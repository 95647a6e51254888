"""What to do about a test that the source's own solution fails, where it tries what no test can."""

import builtins
import re

CANNOT = {  # by how a test tries it
    r"stdout|capsys": "what an answer prints cannot be tested: let it return a text",
    r"seed\(": "a seed that a test sets does not reach the answer, which draws its numbers in "
    "another process: let it take a seed",
    r"inspect\.": "a function of the submission has no signature and no source: call it",
    r"\.\w+\.(append|add|extend|insert|pop|remove|update|clear|sort)\(|\w\.\w+\[.*\] *=[^=]": (
        "what an attribute of an object gives is a copy: let a method change the object"
    ),
    r"\b(str|repr|format)\(|![rs]": "str and repr of an object of the submission give no more than "
    "the name of its class: let a method return the text",
}
SAID = {  # by what is said about it
    r"raised StopIteration": "a StopIteration of the submission would end a loop of the test, so "
    "it arrives as another error: expect an Exception",
    r"'await' outside": "a test cannot wait: let the answer be a function that does, as with "
    "asyncio.run",
}
APPLIED = re.compile(r"\.(apply|agg|aggregate|transform|map)\((\w+)\s*[,)]")
EXPECTED = (
    "an error of the submission has the name of its class, but only Python's own class above it: "
    "expect that one, such as ValueError, or look at type(error).__name__"
)


def advice(source, reason):
    """A sentence in brackets, "" where none is known.

    Parameters:
        source: the code of the test's cell.
        reason: what is said about it.

    >>> advice("random.seed(1)\\nassert roll() == 6", "roll() gave 2")
    ' (a seed that a test sets does not reach the answer, ...)'
    >>> advice("case.assertRaises(np.linalg.LinAlgError, f)", "LinAlgError: Singular matrix")
    " (an error of the submission has the name of its class, ...)"
    """
    for said, why in SAID.items():
        if re.search(said, reason):
            return f" ({why})"
    if "is not iterable" in reason and (found := APPLIED.search(source)):
        method, function = found.groups()
        return f" (hand over a function of the test: `.{method}(lambda x: {function}(x))`)"
    name = (re.match(r"\w*(Error|Exception)(?=:)", reason) or [""])[0]
    own = name and name not in dir(builtins) and name in source
    if own or re.search("catching classes|exception type", reason):
        return f" ({EXPECTED})"
    if name or ("of the submission" in reason and "inspect." not in source):
        return ""  # Python's own words, or ours
    return next((f" ({why})" for how, why in CANNOT.items() if re.search(how, source)), "")
