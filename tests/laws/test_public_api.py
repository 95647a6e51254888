"""Every public function and class documents each parameter, is typed and shows an example.

A docstring names its parameters in a section that Sphinx and editors understand:

    Parameters:
        counts: how often each class occurs, as a list or an array [..., class].
        base: of the logarithm; 2 (default) gives bits.
"""

import importlib
import inspect
import re

import pytest

ROOMS = ("dtlab", "dtcourse", "dtlab.textbook", "dtlab.widgets", "dtlab.work")
PUBLIC = {
    f"{room}.{name}": thing
    for room in ROOMS
    for name in importlib.import_module(room).__all__
    if callable(thing := getattr(importlib.import_module(room), name))
}


def own_methods(cls):
    """(name, function) of the public methods that dtlab defines for a class."""
    for name, member in inspect.getmembers(cls):
        function = inspect.unwrap(getattr(member, "__func__", member))
        if not inspect.isfunction(function) or name.startswith("_"):
            continue
        if function.__module__.startswith(("dtlab", "dtcourse")):
            yield name, function


METHODS = {
    function.__module__ + "." + function.__qualname__: function
    for thing in PUBLIC.values()
    if inspect.isclass(thing)
    for _, function in own_methods(thing)
}


def parameters(function):
    """The parameters of a callable, without self."""
    signature = inspect.signature(function)
    return [p for p in signature.parameters.values() if p.name not in ("self", "cls")]


def documented(function):
    """The names in the section Parameters of its docstring."""
    section = re.search(r"^Parameters:\n((?: {4}.*\n?|\n)+)", inspect.getdoc(function) or "", re.M)
    lines = re.findall(
        r"^ {4}((?:\*{0,2}\w+, )*\*{0,2}\w+): \S", section[1] if section else "", re.M
    )
    return [name.lstrip("*") for line in lines for name in line.split(", ")]


def is_exception(thing):
    """An exception takes a message, as all do: nothing to say about its parameters."""
    return inspect.isclass(thing) and issubclass(thing, Exception)


ALL = {name: f for name, f in (PUBLIC | METHODS).items() if not is_exception(f)}


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_parameter_has_a_line(name):
    function = ALL[name]
    assert sorted(documented(function)) == sorted(p.name for p in parameters(function))


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_parameter_and_result_has_a_type(name):
    function = ALL[name]
    signature = inspect.signature(function.__init__ if inspect.isclass(function) else function)
    bare = [p.name for p in parameters(function) if p.annotation is inspect.Parameter.empty]
    assert bare == []
    if getattr(function, "__init__", None) is not object.__init__:  # a NamedTuple has none
        assert signature.return_annotation is not inspect.Signature.empty


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_every_docstring_has_an_example(name):
    assert ">>> " in (inspect.getdoc(PUBLIC[name]) or "")


def test_the_check_reads_a_section():
    def function(x, y=1, *rest):
        """Add.

        Parameters:
            x, y: numbers, the second
                perhaps 1.
            *rest: more.

        >>> function(1)
        """

    assert documented(function) == ["x", "y", "rest"]
