"""How a package loads its public names when they are first used, so that importing is quick."""

import sys
from importlib import import_module


def lazy(package, places, modules=()):
    """The `__getattr__`, `__dir__` and `__all__` of a package, from {module: names that it offers}.

    `modules` are submodules that are offered by their own name (`dtlab.work`). No module may have
    the name of something that its package offers: once imported, the module would be found first.
    """
    place_of = {name: module for module, names in places.items() for name in names}
    namespace = sys.modules[package].__dict__

    def get(name):
        if name in modules:
            return import_module(f".{name}", package)
        if name not in place_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        namespace[name] = getattr(import_module(f".{place_of[name]}", package), name)
        return namespace[name]  # the next access is direct

    return get, lambda: [*namespace, *place_of], sorted(place_of)
