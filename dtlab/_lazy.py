"""What is made when it is first used: the public names of a package, the entries of a sequence."""

import sys
from collections.abc import Sequence
from importlib import import_module

from .inputs.errors import NoSuchEntryError


def lazy(package, file):
    """The `__getattr__`, `__dir__` and `__all__` of a package, from the stub beside its `file`.

    No module may have the name of something that its package offers: once imported, the module
    would be found first.
    """
    place_of = offered(file)
    namespace = sys.modules[package].__dict__

    def get(name):
        if name not in place_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if not place_of[name]:
            return import_module(f".{name}", package)
        namespace[name] = getattr(import_module(f".{place_of[name]}", package), name)
        return namespace[name]  # the next access is direct

    names = sorted(name for name, place in place_of.items() if place)
    return get, lambda: [*namespace, *place_of], names


def offered(file):
    """{name: its module} of a package, by the lines `from .cart import CART as CART` of the stub
    that tells editors and mypy the same; a submodule (`from . import work as work`) has the module
    "".
    """
    with open(f"{file}i", encoding="utf-8") as stub:
        imports = [line.split() for line in stub if line.startswith("from .")]
    return {name: place[1:] for _, place, _, name, *_ in imports}


class LazySequence(Sequence):
    """n entries, called `things` in messages, each made by `make(i)` when it is first asked for.

    >>> squares = LazySequence(4, lambda i: i * i, "squares")
    >>> squares, squares[-1], squares[1:3]
    (<4 squares>, 9, [1, 4])
    """

    def __init__(self, n, make, things="entries"):
        self._n, self._make, self._things, self._made = n, make, things, {}

    def __getstate__(self):
        return vars(self) | {"_made": {}}

    def __len__(self):
        return self._n

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        if not -len(self) <= i < len(self):
            raise NoSuchEntryError(f"it has {len(self)} {self._things}, so there is no {i}")
        i = int(i) % len(self)
        if i not in self._made:
            self._made[i] = self._make(i)
        return self._made[i]

    def __repr__(self):
        return f"<{len(self)} {self._things}>"
