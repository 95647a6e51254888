"""`%load_ext dtlab`: trees and models draw themselves, plots print nothing, errors are short."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient
from sklearn.exceptions import NotFittedError

from dtlab import CART, ID3, ask, describe, leaf, load, plot_tree
from dtlab.notebook.errors import refused_calls
from dtlab.notebook.trees import model_bundle, tree_bundle, tree_figure
from dtlab.plots.base.sizes import PROJECTOR, sizes
from dtlab.plots.base.style import SIZE

VEGETATION = load("vegetation")
FITTED = ID3().fit(VEGETATION.X, VEGETATION.y)


class Page(HTMLParser):
    """The texts of a page, and the alternative texts of its images."""

    def __init__(self, html):
        super().__init__()
        self.text, self.alts = "", []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag == "img":
            self.alts.append(dict(attrs)["alt"])

    def handle_data(self, data):
        self.text += data


# ── what is drawn ───────────────────────────────────────────────────────────────────────────────


def test_a_tree_is_an_image_with_a_description_and_its_text():
    bundle = tree_bundle(FITTED.tree_)
    assert bundle["text/plain"] == FITTED.tree_.text()
    page = Page(bundle["text/html"])
    assert page.alts == [describe(FITTED.tree_)]
    assert page.text == ""


def test_a_tree_looks_as_plot_tree_draws_it():
    tree = FITTED.tree_
    drawn = plot_tree(tree)
    (own,) = tree_figure(tree, tree.depth).axes
    assert own.description == drawn.description
    texts = [[text.get_text() for text in ax.texts] for ax in (own, drawn)]
    assert texts[0] == texts[1]
    assert {text.get_fontsize() for text in own.texts} == {SIZE}  # nothing had to shrink


def test_a_drawn_tree_stays_unknown_to_pyplot():
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    tree_bundle(FITTED.tree_)
    assert plt.get_fignums() == before


def test_a_fitted_model_says_what_it_is_above_its_tree():
    bundle = model_bundle(FITTED)
    assert bundle["text/plain"] == f"ID3()\n{FITTED.tree_}"
    page = Page(bundle["text/html"])
    assert (page.text, page.alts) == ("ID3()", [describe(FITTED)])


def test_a_model_that_is_not_fitted_shows_as_in_scikit_learn():
    bundle = model_bundle(ID3())
    assert bundle["text/plain"] == "ID3()"
    assert "sk-container" in bundle["text/html"]


def test_of_a_large_tree_the_top_is_drawn_and_a_sentence_says_so():
    rng = np.random.default_rng(0)
    tree = CART().fit(rng.normal(size=(300, 5)), rng.integers(0, 3, 300)).tree_
    bundle = tree_bundle(tree)
    page = Page(bundle["text/html"])
    shown = int(re.search(r"max_depth=(\d+)", page.text).group(1)) - 1
    assert 2 <= shown < tree.depth
    assert f"with {tree.n_leaves} leaves and depth {tree.depth}" in page.text
    assert "Not drawn: " in page.alts[0]
    assert bundle["text/plain"] == tree.text(shown)
    assert all(tree_figure(tree, shown).get_size_inches() <= sizes().tree)


@pytest.mark.parametrize("tree", [leaf("spam"), leaf(2.5), ask("a < b & c", {True: "<", None: 1})])
def test_small_and_odd_trees_are_drawn(tree):
    bundle = tree_bundle(tree)
    assert bundle["text/plain"] == str(tree)
    assert Page(bundle["text/html"]).alts == [describe(tree)]


def test_a_question_with_very_many_answers_is_text():
    tree = ask("town", {f"town {i}": i % 2 for i in range(60)})
    assert tree_bundle(tree) == {"text/plain": str(tree)}


# ── which errors are short ──────────────────────────────────────────────────────────────────────


def lines_shown(code):
    """The line numbers of the cell that a short error may show; none if it is shown in full."""
    cell = {"VEGETATION": VEGETATION}
    with pytest.raises(Exception) as caught:
        exec(compile("from dtlab import *\n" + code, "<cell>", "exec"), cell)
    error = caught.value
    return [line - 1 for _, line in refused_calls(error, error.__traceback__, cell)]


@pytest.mark.parametrize(
    "code",
    [
        "load('vegetatio')",
        "gini('a')",
        "plot_tree(3)",
        "ask('x', 3)",
        "CART(max_depth=-1).fit(VEGETATION.X, VEGETATION.y)",
        "CART().fit(VEGETATION.X, VEGETATION.y[:3])",
        "CART().predict(VEGETATION.X)",
        "ID3().tree_",
        "ID3().fit(VEGETATION.X, VEGETATION.y).predict(VEGETATION.X[['SLOPE']])",
        "RandomForest(n_estimators=2).fit(VEGETATION.X, VEGETATION.y).trees_[2]",
        "GradientBoosting().fit(VEGETATION.X, VEGETATION.y)",
        "from sklearn.pipeline import make_pipeline as p; p(CART(max_depth=-1)).fit([[1]], [1])",
    ],
)
def test_what_dtlab_refuses_on_purpose_is_short(code):
    assert lines_shown(code) == [1]


def test_a_function_of_the_user_is_a_line_too():
    assert lines_shown("def own(depth):\n    CART(max_depth=depth).fit([[1]], [1])\nown(-1)") == [
        3,
        2,
    ]


@pytest.mark.parametrize(
    "code",
    [
        "1 / 0",
        "raise ValueError('my own')",
        "VEGETATION.X['NO COLUMN']",
        "entropy()",
        "ID3(measure=lambda a, b: [][1]).fit(VEGETATION.X, VEGETATION.y)",
        "from dtlab._lazy import LazySequence as S; S(2, lambda i: [][i])[0]",
        # an operation of dtlab that fails is a bug
        "from dtlab._lazy import LazySequence as S; S(2, None)[0]",
        "try:\n    1 / 0\nexcept ZeroDivisionError:\n    load('vegetatio')",
    ],
)
def test_errors_of_the_user_and_bugs_keep_their_traceback(code):
    assert lines_shown(code) == []


def test_an_error_that_dtlab_did_not_raise_on_purpose_is_a_bug():
    cell = {}
    ours = {"__name__": "dtlab.somewhere"}
    exec("def checks(x):\n    assert x", ours)
    cell["checks"] = ours["checks"]
    with pytest.raises(AssertionError) as caught:
        exec("checks(0)", cell)
    assert refused_calls(caught.value, caught.tb, cell) == []


# ── in a kernel ─────────────────────────────────────────────────────────────────────────────────

LOOK = "[matplotlib.rcParams[n] for n in ('axes.titlesize', 'axes.titlelocation', 'font.size')]"
CELLS = {
    "look before": f"import matplotlib\n{LOOK}",
    "load": "%load_ext dtlab\nfrom dtlab import *\nveg = load('vegetation')",
    "look": LOOK,
    "tree": "ID3().fit(veg.X, veg.y).tree_",
    "model": "model = ID3().fit(veg.X, veg.y)\nmodel",
    "unfitted": "ID3()",
    "forest": "RandomForest(n_estimators=2).fit(veg.X, veg.y)",
    "list": "[model, model]",
    "axes": "ax = plot_tree(model)\nax",
    "axes again": "ax",
    "pandas": "veg.X.STREAM.astype(int).plot()",
    "semicolon": "model;",
    "table": "veg.frame",
    "projector": "projector()",
    "larger table": "veg.frame",
    "larger data set": "veg",
    "larger figure": "plot_tree(model);",
    "page": "projector(False)",
    "table again": "veg.frame",
    "error": "depth = -1\nCART(max_depth=depth).fit(veg.X, veg.y)",
    "tb": "%tb",
    "not fitted": "ID3().predict(veg.X)",
    "timed": "%%time\ndepth = -1\nCART(max_depth=depth).fit(veg.X, veg.y)",
    "async": "import asyncio\nawait asyncio.sleep(0)\nload('vegetatio')",
    "function": "def own(depth):\n    return CART(max_depth=depth).fit(veg.X, veg.y)\n\nown(-1)",
    "other cell": "own(-2)",
    "own error": "{}['key']",
    "verbose": "%xmode Verbose\nload('vegetatio')",
    "autoreload": "%xmode Context\n"
    "from IPython.extensions.autoreload import superreload\n"
    "from dtlab.notebook import errors, extension, figures, trees\n"
    "for module in (errors, extension, figures, trees):\n"
    "    superreload(module)  # as %autoreload does when a file has changed",
    "error after autoreload": "load('vegetatio')",
    "tree after autoreload": "ID3().fit(veg.X, veg.y).tree_",
    "reload": "%reload_ext dtlab",
    "tree after reload": "model.tree_",
    "unload": "%unload_ext dtlab",
    "look unloaded": LOOK,
    "tree unloaded": "model.tree_",
    "model unloaded": "model",
    "axes unloaded": "ax",
    "figure unloaded": "plot_tree(model);",
    "error unloaded": "load('vegetatio')",
}


@pytest.fixture(scope="module")
def shown():
    """{name of a cell: its outputs}, after running all of them in one kernel."""
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS.values()]
    notebook = nbformat.v4.new_notebook(cells=cells)
    options = {"allow_errors": True, "kernel_name": "python3", "startup_timeout": 300}
    NotebookClient(notebook, timeout=600, iopub_timeout=300, **options).execute()
    return dict(zip(CELLS, (cell.outputs for cell in notebook.cells), strict=True))


def data(outputs):
    (output,) = outputs
    return output["data"]


def lines(outputs):
    """An error without colours, as lines."""
    *_, error = outputs
    assert error.output_type == "error"
    text = re.sub(r"\x1b\[[\d;]*m", "", "\n".join(error.traceback))
    return text.splitlines()


@pytest.mark.slow
def test_a_notebook_draws_trees_and_fitted_models(shown):
    assert data(shown["tree"]) == tree_bundle(FITTED.tree_)
    assert data(shown["model"]) == model_bundle(FITTED)
    assert shown["model"][0].output_type == "execute_result"
    for name in ("unfitted", "forest"):
        assert "sk-container" in data(shown[name])["text/html"]
    assert data(shown["list"]) == {"text/plain": "[ID3(), ID3()]"}
    assert shown["semicolon"] == []


@pytest.mark.slow
def test_a_plot_as_the_last_line_shows_its_figure_once_and_prints_nothing(shown):
    for name in ("axes", "axes again"):
        (figure,) = shown[name]
        assert figure.output_type == "display_data"
        assert Page(figure.data["text/html"]).alts == [describe(FITTED)]
    drawn = data(shown["pandas"])
    assert "<img" in drawn["text/html"] and drawn["text/plain"].startswith("A line chart: STREAM:")


@pytest.mark.slow
def test_an_error_of_dtlab_is_its_sentence_and_the_line_of_the_cell(shown):
    count = list(CELLS).index("error") + 1
    assert lines(shown["error"]) == [
        f"Cell In[{count}], line 2",
        "----> 2 CART(max_depth=depth).fit(veg.X, veg.y)",
        "",
        f"InputError: {shown['error'][0].evalue}",
        "(%tb shows the full traceback)",
    ]
    assert shown["error"][0].evalue.startswith("max_depth of CART must be")
    assert lines(shown["tb"])[1].startswith("InputError") and len(lines(shown["tb"])) > 15
    assert NotFittedError.__name__ in lines(shown["not fitted"])[3]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "of", "line"),
    [
        ("timed", "timed", "3 CART(max_depth=depth).fit(veg.X, veg.y)"),
        ("async", "async", "3 load('vegetatio')"),
        ("function", "function", "2 return CART(max_depth=depth).fit(veg.X, veg.y)"),
        ("other cell", "function", "2 return CART(max_depth=depth).fit(veg.X, veg.y)"),
        ("error after autoreload", "error after autoreload", "1 load('vegetatio')"),
    ],
)
def test_short_errors_find_the_line(shown, name, of, line):
    cell = list(CELLS).index(of) + 1
    first, second, *rest = lines(shown[name])
    assert (first, second) == (f"Cell In[{cell}], line {line[0]}", f"----> {line}")
    assert len(rest) == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["own error", "verbose", "error unloaded"])
def test_other_errors_are_shown_in_full(shown, name):
    assert set(lines(shown[name])[0]) == {"-"}


@pytest.mark.slow
def test_tables_and_figures_are_larger_for_a_projector(shown):
    plain, larger = data(shown["table"])["text/html"], data(shown["larger table"])["text/html"]
    assert larger == f'<div style="zoom: {PROJECTOR.table}">{plain}</div>'
    assert data(shown["table again"]) == data(shown["table"])
    assert data(shown["larger data set"])["text/html"].startswith("<div style=")
    assert data(shown["larger figure"])["text/html"] != data(shown["axes"])["text/html"]
    assert shown["projector"] == shown["page"] == []


@pytest.mark.slow
def test_reloading_keeps_and_unloading_undoes_it_all(shown):
    for name in ("tree after autoreload", "tree after reload"):
        assert data(shown[name]) == tree_bundle(FITTED.tree_)
    assert data(shown["look"]) == {"text/plain": "[13.0, 'left', 11.0]"}
    assert data(shown["look unloaded"]) == data(shown["look before"]) != data(shown["look"])
    assert data(shown["tree unloaded"]) == {"text/plain": str(FITTED.tree_)}
    assert "sk-container" in data(shown["model unloaded"])["text/html"]
    assert data(shown["axes unloaded"]) == {"text/plain": "<Axes: >"}
    assert set(data(shown["figure unloaded"])) == {"text/plain", "image/png"}


# ── without a kernel ────────────────────────────────────────────────────────────────────────────

TERMINAL = """
%load_ext dtlab
from dtlab import *
ask("rain", {True: "stay", False: "go"})
plot_tree(leaf("a"))
load("vegetatio")
import sys; print("pyplot" if "matplotlib.pyplot" in sys.modules else "no pyplot")
%unload_ext dtlab
load("vegetatio")
"""


@pytest.mark.slow
def test_ipython_in_a_terminal_shows_text_and_short_errors(tmp_path):
    script = tmp_path / "session.py"
    script.write_text(
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance(colors='nocolor', history_length=0)\n"
        "shell.history_manager.enabled = False\n"
        f"for line in {TERMINAL.strip().splitlines()!r}:\n"
        "    print('>>>', line); shell.run_cell(line, store_history=True)\n"
    )
    environment = {"MPLBACKEND": "Agg", "IPYTHONDIR": str(tmp_path)}
    said = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, env={**os.environ, **environment}
    ).stdout
    _, _, _, tree, axes, short, _, _, full = re.split(r"(?m)^>>> .*\n", said)
    assert "rain?\n├─ True: stay\n└─ False: go" in tree
    assert "<Axes: >" in axes
    assert len(short.strip().splitlines()) == 5
    assert len(full.strip().splitlines()) > 10
