"""`import dtlab`, its models and its plots need no Jupyter; what does says how to get it."""

import subprocess
import sys

import pytest

BLOCK = "import sys; sys.modules.update(dict.fromkeys({blocked}))\n"  # None: it is missing
JUPYTER = {
    *("IPython", "anywidget", "ipykernel", "ipywidgets", "jupyter_client", "jupyter_core"),
    *("jupyterlab", "nbformat", "traitlets", "dtcourse", "nbjudge"),
}


def run(code, blocked=JUPYTER):
    """Run code in a Python in which these packages are missing."""
    code = BLOCK.format(blocked=blocked) + code
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


@pytest.mark.parametrize(
    "code",
    [
        "import dtlab; print(dtlab.gini([9, 5]))",
        "from dtlab import *",
        "from dtlab import CART, load, plot_tree; v = load('vegetation')\n"
        "plot_tree(CART().fit(v.X, v.y).tree_)",
        "from dtlab import RandomForest, load, plot_votes; v = load('vegetation')\n"
        "plot_votes(RandomForest(n_estimators=3, random_state=0).fit(v.X, v.y), v.X.iloc[[0]])",
        "from dtlab import work; print(work.entropy([9, 5]))",
        "from dtlab.textbook import id3",
    ],
)
def test_models_and_plots_work_without_jupyter(code):
    done = run(code)
    assert done.returncode == 0, done.stderr


def test_widgets_say_in_one_sentence_what_they_need():
    done = run("from dtlab.widgets import explore_splits")
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: ") and "dtlab[widgets]" in last


def test_the_old_name_of_the_exercises_says_where_they_are():
    done = run("from dtlab.exercises import check", blocked=set())
    assert "dtcourse" in done.stderr.strip().splitlines()[-1]
