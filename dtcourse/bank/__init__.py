"""The bank: what each notebook asks, in files named after it.

`nb03.py` holds what notebook 03 asks, `set03.py` its graded exercises; `nb02_codes.py` and
`set02_codes.py` belong to the extra `02_codes`. Each defines ITEMS (a set also IMPORTS, code of its
notebook's first cell); a new file needs no entry here. An id stays with its exercise for ever: one
that has moved to another notebook keeps its old number, and one that was taken out is entered in
RETIRED. So an id in a notebook that was handed out long ago means what it meant then, or nothing.
"""

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from string import digits

KINDS = ("nb", "set")
# Exercises that were taken out: {id: (the last version that has it, its title)}.
RETIRED: dict[str, tuple[str, str]] = {}
ASKING = "from dtcourse import check, draw, grade, hint, progress, solution"


class NoSuchItem(ValueError):
    """An id that the bank does not have; the message names the nearest one, or its last version."""


def find(item_id, *kinds):
    """The item with this id, of one of these classes; NoSuchItem says what is nearest.

    >>> from dtcourse.judging.items import Guess
    >>> find("00.p1", Guess).id
    '00.p1'
    """
    item_id = str(item_id)
    refuse_retired([item_id])
    likely = [page for page in pages() if page[:2] == item_id[:2]]
    near = []
    for page in [*likely, *(page for page in pages() if page not in likely)]:
        there = [item for item in of_notebook(page) if isinstance(item, kinds or object)]
        for item in there:
            if item.id == item_id:
                return item
        near += [item.id for item in there if page in likely]
    alike = [other for other in near if other.rstrip(digits) == item_id.rstrip(digits)]
    near = get_close_matches(item_id, alike or near, n=1, cutoff=0.0)
    wanted = " or ".join(kind.__name__.lower() for kind in kinds) or "item"
    if near:
        advice = f"the nearest is {near[0]!r}"
    else:
        advice = f"notebook {item_id[:2]!r} has none" if item_id else "an id looks like '03.p1'"
    raise NoSuchItem(f"there is no {wanted} {item_id!r}: {advice}")


def refuse_retired(ids):
    """NoSuchItem if one of these ids was retired."""
    for item_id in RETIRED.keys() & set(ids):
        version, title = RETIRED[item_id]
        raise NoSuchItem(
            f"exercise {item_id} ({title}) was taken out after dtlab {version}, and its id is "
            f"given to no other: grade with dtlab {version}, or release the set again"
        )


@cache
def of_notebook(page):
    """All items of a notebook, "03" or "02_codes": first its own, then the exercises."""
    modules = [f"{kind}{page}" for kind in KINDS if f"{kind}{page}" in _files()]
    return tuple(item for name in modules for item in import_module(f"{__name__}.{name}").ITEMS)


def imports(page):
    """What the notebook of a graded set imports: the set's IMPORTS, and what asks and answers."""
    own = import_module(f"{__name__}.set{page}").IMPORTS.strip()
    return f"%load_ext dtlab\n{own}\n{ASKING}"


def names_of(item_id):
    """What the notebook of this exercise has imported before its cell, by name."""
    likely = [page for page in pages() if page[:2] == item_id[:2]]
    for page in [*likely, *pages()]:
        if any(item.id == item_id for item in of_notebook(page)):
            space = {}
            exec(import_module(f"{__name__}.set{page}").IMPORTS, space)
            return space
    return {}


@cache
def pages():
    """The notebooks that have items, in order: "02", "02_codes", "03", ..."""
    return sorted({name.removeprefix("nb").removeprefix("set") for name in _files()})


@cache
def _files():
    return {module.name for module in iter_modules(__path__) if module.name.startswith(KINDS)}
