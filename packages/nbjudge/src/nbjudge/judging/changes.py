"""What statements of the source may change, and what they use, also by calling its functions.

A statement that stops halfway leaves names unbound and lists half filled. A test that goes on with
those may pass for an answer that gives nothing: `all([])` is true. So what a failed statement may
have changed is lost, and what a hidden one may have changed waits for the second pass.

It is found by reading, and errs on the side of more; what hidden statements take from lists, files
or objects shows while the source is proved (`states`). A second name of a list is not followed.
"""

import ast

from .code_cells import read_code
from .graded_cells import SHOWN, is_test_call

FILLING = {
    *("add", "append", "appendleft", "clear", "difference_update", "discard", "extend", "fill"),
    *("extendleft", "insert", "intersection_update", "pop", "popitem", "popleft", "put", "remove"),
    *("reverse", "rotate", "setdefault", "setflags", "sort", "subtract"),
    *("symmetric_difference_update", "update", "write", "writelines"),
}
DRAWING = {  # a generator of random numbers gives another one next
    *("choice", "choices", "exponential", "gauss", "getrandbits", "integers", "lognormal"),
    *("multivariate_normal", "normal", "permutation", "permuted", "poisson", "rand", "randint"),
    *("randn", "random", "randrange", "sample", "shuffle", "standard_normal", "uniform"),
}
RANDOM = {"default_rng", "Random", "RandomState"}
MAKING = RANDOM | {"filter", "iter", "map", "zip"}  # of which frames have other ones
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Changes:
    """What the grader's code may change and use.

    Parameters:
        sources: the code of the grader's cells.
        helpers: functions that assert something: they are called to look at their arguments.

    >>> source = "seen = []\\ndef note(x):\\n    seen.append(x)"
    >>> changes = Changes([source])
    >>> names = changes.of(ast.parse("n = note(f(1))").body[0])
    >>> sorted(names)
    ['n', 'seen']
    """

    def __init__(self, sources, helpers=frozenset()):
        self.helpers = {*helpers, *SHOWN}
        self.fixed, self.own, self.uses, self.draws = set(), {}, {}, {}
        self.generators = set().union(*map(generators_of, sources))
        for source in sources:
            self.fixed |= read_code(source).imports
            for node in ast.parse(source).body:
                if isinstance(node, DEFINITIONS):
                    self.fixed.add(node.name)
                    self.own[node.name] = self._inside(node)
                    self.uses[node.name] = read_code(ast.unparse(node)).uses
                    self.draws[node.name] = drawn_by(node)

    def of(self, statement):
        """The names of what a statement may change."""
        code = read_code(ast.unparse(statement))
        if isinstance(statement, DEFINITIONS):
            return code.binds  # a definition changes nothing until it is called
        called = map(self.own.get, self._called(code.uses))
        return code.binds.union(self._filled(statement), *called)

    def used_by(self, statement):
        """The names that a statement uses, and those that the functions use which it mentions."""
        uses = read_code(ast.unparse(statement)).uses
        return uses.union(*map(self.uses.get, self._called(uses)))

    def drawn_by(self, statement):
        """The names of generators from which a statement draws, also by calling a function.

        What uses one that the source makes may draw from it in any way.

        >>> changes = Changes(["rng = np.random.default_rng(1)\\ndef draw(): return rng.gamma(2)"])
        >>> changes.drawn_by(ast.parse("x = draw()").body[0])
        {'rng'}
        """
        called = self._called(read_code(ast.unparse(statement)).uses)
        used = self.used_by(statement) & self.generators
        return drawn_by(statement).union(used, *map(self.draws.get, called))

    def _called(self, names):
        """The grader's functions among these names, and among those that one of them uses."""
        found, waiting = set(), [*names]
        while waiting:
            if (name := waiting.pop()) in self.own and name not in found:
                found.add(name)
                waiting += self.uses[name]
        return found

    def _inside(self, definition):
        """What a function or class changes outside of it."""
        outer = {name for node in ast.walk(definition) for name in _declared(node)}
        args = {node.arg for node in ast.walk(definition) if isinstance(node, ast.arg)}
        names = set().union(*(_binds(one) | self._filled(one) for one in definition.body))
        local = set().union(args, *map(_binds, definition.body)) - outer
        return names - local

    def _filled(self, statement):
        """The names of what a statement fills, or calls a function with for no other reason."""
        found = set()
        for node in ast.walk(statement):
            if isinstance(node, ast.Subscript | ast.Attribute):
                stored = not isinstance(node.ctx, ast.Load)
                if stored or getattr(node, "attr", "") in FILLING:
                    found |= _root(node)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
                found.add(node.id)
            elif isinstance(node, ast.Expr) and self._works_on(node.value):
                names = {n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)}
                found |= names - self.fixed
        return found

    def _works_on(self, call):
        """Is this a call that changes something, since its value is not used?"""
        return isinstance(call, ast.Call) and not is_test_call(call, self.helpers)


def generators_of(source):
    """The names to which a cell gives a generator of random numbers, or an iterator.

    >>> sorted(generators_of("rng = random.Random(1)\\nrows = (x for x in y)\\nn = list(rows)"))
    ['rng', 'rows']
    """
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr):
            function = getattr(node.value, "func", None)
            makes = getattr(function, "id", "") in MAKING or getattr(function, "attr", "") in RANDOM
            if makes or isinstance(node.value, ast.GeneratorExp):
                found |= {target.id for target in _targets(node) if isinstance(target, ast.Name)}
    return found


def _targets(node):
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def drawn_by(statement):
    """The names of generators that give something else after a statement has drawn from them.

    >>> sorted(drawn_by(ast.parse("x = [next(inputs), rng.integers(9)]")))
    ['inputs', 'rng']
    """
    drawn, frames = set(), set()
    for node in ast.walk(statement):  # a call comes before its function
        if isinstance(node, ast.Call) and _is_of_a_frame(node):
            frames.add(node.func)
        if isinstance(node, ast.Attribute) and node.attr in DRAWING and node not in frames:
            drawn |= _root(node)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "next":
            drawn |= set().union(*map(_root, node.args[:1]))
    return drawn


def _is_of_a_frame(call):
    """Is this `frame.sample(5)`, which leaves the frame as it was, and not `rng.sample(xs, 5)`?"""
    given = len(call.args) + any(one.arg == "k" for one in call.keywords)
    return getattr(call.func, "attr", "") == "sample" and given < 2


def _binds(statement):
    return read_code(ast.unparse(statement)).binds


def _declared(node):
    return node.names if isinstance(node, ast.Global | ast.Nonlocal) else ()


def _root(node):
    """The name that a chain of attributes and items begins with, if it is one."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()
