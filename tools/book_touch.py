"""The touchable parts of the book: pages that answer without a kernel.

    book_notebook(path, cache)   a stored notebook whose figures, guesses and quizzes work on a page
    book_assets()                the script and the style that such a page includes
    landing_figure(cache)        Split Studio, for the first page

Outputs stay as they are stored; beside each stands, as JSON, what book_touch.js makes of it. Only
the states of figures are computed, from the statements that a widget's cell needs, and kept in
`cache` until the notebook, the package or a library changes.
"""

import ast
import json
import re
from functools import cache as once
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import nbformat
from book_cards import ASKED, card_html
from book_figures import clicks, frames_of, packed_frames
from book_landing import MOST, Landing
from course_rules import sections

import dtlab
from dtcourse.fill import names
from dtlab.widgets.base import touch
from dtlab.widgets.base.drawing import Drawer
from dtlab.widgets.base.view import STILL

TOOLS = Path(__file__).resolve().parent
PACKAGE = Path(dtlab.__file__).parent
LIBRARIES = ("matplotlib", "numpy", "pandas", "scikit-learn", "scipy")  # that make a figure
MAGIC = re.compile(r"^[%!].*$", re.MULTILINE)
MODULE = "export default { render };"  # the end of touch.js
STATIC = "<p><em>(A still figure of the widget. In JupyterLab, run this cell to use it.)</em></p>"
TOUCHABLE = (
    "<p><em>(On this page, drag or click in the figure, or use Tab and the arrow keys. Controls "
    "that the text names, and parts that do not move here, work in JupyterLab.)</em></p>"
)
FIRST = (
    "<p><em>150 irises. Drag the line: counts, gain and tree follow. When the gain is at "
    "its highest, click the mixed leaf to go on.</em></p>"
)


def book_notebook(path, cache):
    """The stored notebook with what its page needs to answer.

    Parameters:
        path: the notebook.
        cache: a folder that keeps the states of figures.
    """
    notebook = nbformat.read(path, as_version=4)
    widgets = [cell for cell in notebook.cells if stored_widget(cell)]
    figures = {}
    if widgets:
        code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
        name = f"{Path(path).parent.name}-{Path(path).stem}"
        figures = kept(Path(cache), name, code, lambda: figures_of(notebook))
    for cell in widgets:
        [output] = cell.outputs
        output.data["text/html"] = figure_html(output.data["text/html"], figures.get(cell.id))
    for cell in notebook.cells:
        if cell.cell_type == "code" and (asked := ASKED.fullmatch(cell.source.strip())):
            [output] = cell.outputs
            output.data["text/html"] = card_html(*asked.groups(), output.data["text/html"])
    return notebook


def book_assets():
    """File name → text of the script and of the style."""
    widgets = Path(touch.__file__).parent
    module, style = ((widgets / name).read_text("utf-8") for name in ("touch.js", "touch.css"))
    page, own = ((TOOLS / name).read_text("utf-8") for name in ("book_touch.js", "book_touch.css"))
    script = module.replace(MODULE, "return { render, unpack };")  # a page cannot load a module
    return {
        "dtlab-book.js": page.replace("/* touch.js */", script),
        "dtlab-book.css": style + own,
    }


def landing_figure(cache):
    """Split Studio with few states as HTML: drag the cut, click the mixed leaf.

    Parameters:
        cache: a folder that keeps its states.
    """

    def make():
        frames = clicks(Landing.first(), None, Drawer(), MOST)
        return [frames[0].drawing.image, packed_frames(frames, 0)]

    image, figure = kept(Path(cache), "landing", [], make)
    return touchable(f'<div class="dtlab-still">{image}</div>', figure) + FIRST


# ── figures ─────────────────────────────────────────────────────────────────────────────────────


def stored_widget(cell):
    """The words of the widget that a cell shows, if it shows one."""
    data = [output.get("data", {}) for output in cell.get("outputs", ())]
    return "".join(d["text/plain"] for d in data if STILL in d.get("text/html", ""))


def figure_html(html, figure):
    """A stored widget for a page: its still, what can be done, and the packed frames, if any."""
    html = html.replace(STILL, "")
    if not figure:
        return html + STATIC
    return touchable(html, figure) + TOUCHABLE


def touchable(still, figure):
    """A still with the packed frames that the script shows instead of it."""
    data = f'<script type="application/json">{json.dumps(figure)}</script>'
    return f'<div class="dtlab-touch">{still}{data}</div>'


def figures_of(notebook):
    """Id of a cell → the packed frames of its widget, where they are few enough."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    figures = {}
    for _, cells in sections(notebook):
        before = [code[0]]
        for cell in cells:
            if words := stored_widget(cell):
                view = widget_of(cell, before)
                if view.state.words != words:
                    raise ValueError(f"{cell.source!r} is stored otherwise: run `make notebooks`")
                frames, at = frames_of(view.state, view.size_of(view.state))
                figures[cell.id] = packed_frames(frames, at) if frames else ""
            before += [cell] * (cell.cell_type == "code")
    return figures


def widget_of(cell, before):
    """The widget that a cell shows, made with those statements of earlier cells that it needs."""
    needed, run = names(cell.source)[1], []
    earlier = [statement for one in before for statement in statements(one)]
    for statement in reversed(earlier):
        defined, used = names(ast.unparse(statement))
        if defined & needed:
            run.insert(0, statement)
            needed |= used
    *own, last = statements(cell)
    space = {}
    exec(compile(ast.Module([*run, *own], []), cell.id, "exec"), space)
    return eval(compile(ast.Expression(last.value), cell.id, "eval"), space)


def statements(cell):
    """The Python statements of a cell."""
    return ast.parse(MAGIC.sub("", cell.source)).body


# ── the cache ───────────────────────────────────────────────────────────────────────────────────


def kept(cache, name, source, make):
    """What make() returns, kept in a file for as long as source, package and libraries stay."""
    key = sha256(json.dumps([source, drawn_by()]).encode()).hexdigest()[:16]
    file = cache / f"{name}-{key}.json"
    if not file.exists():
        made = json.dumps(make())
        cache.mkdir(parents=True, exist_ok=True)
        for old in cache.glob(f"{name}-*.json"):
            old.unlink(missing_ok=True)
        file.write_text(made, encoding="utf-8")
    return json.loads(file.read_text(encoding="utf-8"))


@once
def drawn_by():
    """The versions of the libraries, and a hash of what draws: the package, the data, two tools."""
    folders = (PACKAGE, PACKAGE.parent / "data")
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.is_file())
    digest = sha256()
    for file in (*files, TOOLS / "book_figures.py", TOOLS / "book_landing.py"):
        if "__pycache__" not in file.parts:
            digest.update(file.relative_to(PACKAGE.parent).as_posix().encode() + file.read_bytes())
    return [digest.hexdigest(), *map(version, LIBRARIES)]
