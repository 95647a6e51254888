"""How a test comes to a value: its path, and where the source's own values allow an object.

"fit()[0].predict()" is what the method gives of the first part of what `fit` gives, and
"walk(0)()[0]" what a function that was handed to `walk` is called with first. A path may end in a
kind of plain value (":category"). In a pattern "[]" stands for any part, and ".." for any steps.

A student's tree may be deeper than the source's, and a list longer: where some parts are objects
in the source, others may be, as long as no such part was ever plain in it.
"""

import re
from itertools import product

PART = re.compile(r"\[\w*\]")
EXACT = 3  # parts at the end of a path that are told from others beside them
REST = re.compile(r"(?:\[\w*\])*(?::\w+)?")


def shortened(path):
    """A path without its loops: a step that repeats leads where it led before.

    >>> shortened("fit().left.right.left.label"), shortened("Stack().push().push().pop()")
    ('fit().left.label', 'Stack().push().pop()')
    """
    head, *steps = path.split(".")
    kept, names = [], []
    for step in steps:
        name = PART.sub("", step)
        if name in names:
            del kept[names.index(name) :], names[names.index(name) :]
        kept.append(step)
        names.append(name)
    return ".".join([head, *kept])


def shared(path):
    """A path that all parts of a value have in common.

    >>> shared("models()[3].fit")
    'models()[].fit'
    """
    return PART.sub("[]", shortened(path))


def patterns(path):
    """The patterns of a path: first itself, then those that it has in common with others.

    >>> patterns("fit()[0]"), patterns("fit().root.left")
    (['fit()[0]', 'fit()[]'], ['fit().root.left', 'fit()..left'])
    """
    path = shortened(path)
    between, parts = PART.split(path), PART.findall(path)
    ways = [["[]"]] * (len(parts) - EXACT) + [[part, "[]"] for part in parts[-EXACT:]]
    found = []
    for way in product(*ways):
        one = "".join(f"{text}{part}" for text, part in zip(between, [*way, ""], strict=True))
        head, *steps = one.split(".")
        found += [one, f"{head}..{steps[-1]}"] if steps else [one]
    return list(dict.fromkeys(found))


def is_pattern(path):
    """May this stand for several paths?"""
    return "[]" in path or ".." in path


def allowed(objects, plain):
    """The patterns of where a student's value may be an object, or of a kind.

    Parameters:
        objects: the paths at which the source's own values were.
        plain: the patterns of paths at which they were not.

    >>> allowed({"fit()[0]"}, {"fit()[]"}), allowed({"f().left"}, ())
    (['fit()[0]'], ['f()..left', 'f().left'])
    """
    plain = {*plain}
    found = (patterns(path) for path in objects)
    return sorted({one for path, *more in found for one in [path, *({*more} - plain)]})


def within(path, allowed):
    """What of the value at a path may be an object: the ends of those patterns that begin there.

    >>> within("fit()", ["fit()", "fit()[0]", "fit()[0].tree"])
    ['', '[0]']
    """
    ends = (one.removeprefix(begin) for begin in patterns(path) for one in allowed
            if one.startswith(begin))  # fmt: skip
    return sorted({end for end in ends if REST.fullmatch(end)})


def matching(allowed):
    """A regular expression of the paths that have one of these patterns, not shortened.

    >>> bool(re.fullmatch(matching(["f()..left"]), "f().left.right.left"))
    True
    """
    found = map(re.escape, allowed)
    return "|".join(one.replace(r"\.\.", r"(?:\.[^.]*)*\.") for one in found)
