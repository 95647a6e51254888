"""`%live 04` and `%fill`, in a lecture copy: what the lecturer can type when the typing goes wrong.

`%live` stands in the first cell, which is run before the others. From then on `%fill` replaces the
cell it stands in, whatever else is in it, and a cell that needs a cue that was not run says so in
one sentence, instead of failing.
"""

import ast
import builtins
import os
import re
import warnings
from contextlib import contextmanager
from symtable import symtable
from textwrap import fill

from dtlab.plots.base.sizes import projector

# `%fill` with its words. A string or a comment that mentions it is passed over, but a string that
# nobody closed is none: that is how typing goes wrong.
FILL = re.compile(
    r"""
    \"{3} (?: \\. | [^\\] )*? \"{3} | \'{3} (?: \\. | [^\\] )*? \'{3}
    | " (?: \\. | [^"\\\n] )* " | ' (?: \\. | [^'\\\n] )* ' | \# [^\n]*
    | [ \t]* %fill\b (?P<words> [\w \t-]* )
    """,
    re.DOTALL | re.VERBOSE,
)
FILLING = "get_ipython().run_line_magic('fill', "


@contextmanager
def live_coding(shell):
    """From now on this shell knows `%live` and `%fill`."""
    lecture = Lecture(shell)
    transformers = shell.input_transformers_cleanup
    for magic in (lecture.live, lecture.fill):
        shell.register_magic_function(magic, "line", magic.__name__)
    transformers.insert(0, lecture.replace_cell)  # what is filled in may need Spark
    transformers.append(lecture.wait_for_cues)
    try:
        yield
    finally:
        transformers.remove(lecture.replace_cell)
        transformers.remove(lecture.wait_for_cues)
        for name in ("live", "fill"):
            del shell.magics_manager.magics["line"][name]


class Lecture:
    """The cues of the notebook that is being shown."""

    def __init__(self, shell):
        self.shell, self.cues, self.owners = shell, [], {}

    def live(self, line):
        """Show this notebook as a lecture copy: `%live 04`.

        Figures and tables get the sizes of a projector (`dtlab.projector(False)` undoes that), and
        what is guessed is kept in memory only: a rehearsal must not open the answers.
        """
        from .live import LiveError, cues, is_cue, notebook_of

        try:
            notebook = notebook_of(line.strip())
        except LiveError as error:
            raise usage_error(error) from None
        projector()
        os.environ["DTLAB_PROGRESS"] = ":memory:"
        self.cues = cues(notebook)
        others = [c.source for c in notebook.cells if c.cell_type == "code" and not is_cue(c)]
        elsewhere = {name for source in others for name in names(source)[0]}
        made = {name: cue for cue in reversed(self.cues) for name in names(cue.code)[0]}
        self.owners = {name: cue for name, cue in made.items() if name not in elsewhere}

    def fill(self, line):
        """Write the finished code into this cell: `%fill`, `%fill --run`, `%fill 3`.

        It finds the cue by the comment line of its cell, or by its number.
        """
        cue = cue_in(self.cues, "", line)
        if cue is None:
            known = (
                f"has cues 1 to {len(self.cues)}" if self.cues else "has none: run its first cell"
            )
            raise usage_error(
                "%fill needs the comment line of a cue in its cell, or a number as in %fill 3; "
                f"this notebook {known}."
            )
        self.shell.set_next_input(cue.finished, replace=True)

    def replace_cell(self, lines):
        """A cell with `%fill` in it does that and nothing else: the rest may not even be Python."""
        text, words = without_fill("".join(lines), self.cues)
        if words is None:
            return lines
        cue = cue_in(self.cues, text, words)
        if cue is None:
            return [f"%fill {words}\n"]
        code = [f"{line}\n" for line in cue.finished.splitlines()] if "--run" in words else []
        return [f"{FILLING}'{cue.number}')\n", *code]

    def wait_for_cues(self, lines):
        """A cell that needs what a cue defines, before that has been run, says which cue it is."""
        known = {*self.shell.user_ns, *dir(builtins)}
        missing = sorted(names("".join(lines))[1] & (set(self.owners) - known))
        if not missing:
            return lines
        cue = self.owners[missing[0]]
        sentence = (
            f"{missing[0]} is not defined yet. It is part of cue {cue.number} ({cue.title}): "
            "go there and use %fill --run."
        )
        said = fill(sentence, 70, break_on_hyphens=False)  # JupyterLab breaks lines within words
        return [*(line for line in lines if line.startswith(FILLING)), f"print({said!r})\n"]


def cue_in(cues, text, words):
    """The cue that a number among the words names, or else a comment line of the text, or None."""
    number = re.search(r"\d+", words)
    lines = [line.rstrip() for line in text.splitlines()]
    for cue in cues:
        if cue.number == int(number[0]) if number else cue.comment in lines:
            return cue
    return None


def without_fill(text, cues):
    """A cell without its `%fill`, and the words after the last one; None if it has none.

    It may stand anywhere: indented, after code, after the comment line of a cue. In a notebook
    without cues `a %fill` is arithmetic, so there it must begin a line.

    >>> without_fill("def f():\\n    %fill --run\\n    # not %fill 2", [])
    ('def f():\\n\\n    # not %fill 2', ' --run')
    >>> without_fill("print('%fill')", [])
    ("print('%fill')", None)
    """
    for cue in cues:  # which is a comment, but what is typed right behind it is meant
        text = re.sub(rf"^({re.escape(cue.comment)})(?=[ \t]*%fill\b)", r"\1\n", text, flags=re.M)
    found = [match for match in FILL.finditer(text) if match["words"] is not None]
    if not cues:
        found = [m for m in found if not m.start() or text[m.start() - 1] == "\n"]
    for match in reversed(found):
        text = text[: match.start()] + text[match.end() :]
    return text, found[-1]["words"] if found else None


def names(source):
    """The names that a cell defines, and those that it takes from elsewhere; not Python: none.

    >>> names("%time\\na = [b + i for i in c]") == ({"a"}, {"b", "c"})
    True
    >>> names("try:\\n    f()\\nexcept E as error:\\n    print(error)")[1] == {"f", "E", "print"}
    True
    """
    try:
        with warnings.catch_warnings(action="ignore"):  # Python itself warns when the cell runs
            defined, used = globals_of(source)
    except SyntaxError:
        return set(), set()
    return defined, used - defined


def globals_of(source):
    """The global names that a cell defines, and those that it uses.

    >>> globals_of("def f(a):\\n    return a + b\\nc = f(d)") == ({"f", "c"}, {"f", "b", "d"})
    True
    """
    source = re.sub(r"^[%!].*$", "", source, flags=re.MULTILINE)
    defined, used = set(), set()
    top = symtable(source, "cell", "exec")
    tables = [top]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        for symbol in table.get_symbols():
            if table is top and (symbol.is_assigned() or symbol.is_imported()):
                defined.add(symbol.get_name())
            if symbol.is_referenced() and (table is top or symbol.is_global()):
                used.add(symbol.get_name())
    # `import a.b` defines a; a symbol table of Python 3.11 knows comprehensions as children
    imports = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Import)]
    defined |= {a.asname or a.name.split(".")[0] for n in imports for a in n.names}
    return defined, used


def usage_error(sentence):
    """An error that IPython shows in one line."""
    from IPython.core.error import UsageError

    return UsageError(str(sentence))
