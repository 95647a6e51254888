"""The bank: one file per notebook, found by the number that begins an id ("03.p1" is in nb03).

`nbNN.py` holds what a lecture notebook asks, `setNN.py` its graded exercises. Each defines ITEMS
(a set also IMPORTS, code of its notebook's first cell); a new file needs no entry anywhere else.
"""

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

KINDS = ("nb", "set")
ASKING = "from dtlab.exercises import check, draw, grade, hint, progress, solution"


class NoSuchItem(ValueError):
    """An id that the bank does not have; the message names the nearest one."""


def find(item_id, *kinds):
    """The item with this id, of one of these classes; NoSuchItem says what is nearest.

    >>> from dtlab.exercises.items import Guess
    >>> find("00.p1", Guess).id
    '00.p1'
    """
    item_id = str(item_id)
    there = [item for item in of_notebook(item_id[:2]) if isinstance(item, kinds or object)]
    for item in there:
        if item.id == item_id:
            return item
    names = [item.id for item in there]
    near = get_close_matches(item_id, names, n=1, cutoff=0.0)
    wanted = " or ".join(kind.__name__.lower() for kind in kinds) or "item"
    if near:
        advice = f"the nearest is {near[0]!r}"
    else:
        advice = f"notebook {item_id[:2]!r} has none" if item_id else "an id looks like '03.p1'"
    raise NoSuchItem(f"there is no {wanted} {item_id!r}: {advice}")


@cache
def of_notebook(number):
    """All items of a notebook, by its two digits: first the lecture's, then the exercises'."""
    modules = [f"{kind}{number}" for kind in KINDS if f"{kind}{number}" in _files()]
    return tuple(item for name in modules for item in import_module(f"{__name__}.{name}").ITEMS)


def imports(number):
    """What the notebook of a graded set imports: the set's IMPORTS, and what asks and answers."""
    own = import_module(f"{__name__}.set{number}").IMPORTS.strip()
    return f"%load_ext dtlab\n{own}\n{ASKING}"


def numbers():
    """The notebooks that have items, as two digits, in order."""
    return sorted({name[-2:] for name in _files()})


@cache
def _files():
    return {module.name for module in iter_modules(__path__) if module.name.startswith(KINDS)}
