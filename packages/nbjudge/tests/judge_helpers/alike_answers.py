"""A class for `nbjudge similar`: an assignment, independent right answers, and disguised copies."""

import ast
import itertools
import random

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, writes

# Every learner chooses a way for each step; all of them are right.
HELPERS = [
    "",
    """
def impurity(group):
    if not group:
        return 0.0
    share = sum(group) / len(group)
    return 2 * share * (1 - share)
""",
    """
def gini_of(ys):
    counts = {}
    for y in ys:
        counts[y] = counts.get(y, 0) + 1
    return 1 - sum((c / len(ys)) ** 2 for c in counts.values())
""",
    """
from collections import Counter
def mixed(part):
    n = len(part)
    return sum(k / n * (1 - k / n) for k in Counter(part).values())
""",
]
USES = ["{0}", "impurity({0})", "gini_of({0})", "mixed({0})"]
INLINE = "(2 * sum({0}) / len({0}) * (1 - sum({0}) / len({0})))"
CANDIDATES = [
    """
    ordered = sorted(set(values))
    cuts = [(low + high) / 2 for low, high in zip(ordered, ordered[1:])]
""",
    """
    cuts = []
    seen = sorted(set(values))
    for i in range(len(seen) - 1):
        cuts.append(0.5 * (seen[i] + seen[i + 1]))
""",
    """
    points = np.unique(values)
    cuts = ((points[:-1] + points[1:]) / 2).tolist()
""",
    """
    rows = sorted(zip(values, labels))
    cuts = set()
    for before, after in zip(rows[:-1], rows[1:]):
        if before[0] != after[0]:
            cuts.add((before[0] + after[0]) / 2)
""",
]
PARTS = [
    """
        left = [y for x, y in zip(values, labels) if x < cut]
        right = [y for x, y in zip(values, labels) if x >= cut]
""",
    """
        left, right = [], []
        for x, y in zip(values, labels):
            if x < cut:
                left.append(y)
            else:
                right.append(y)
""",
    """
        mask = np.array(values) < cut
        left = np.array(labels)[mask].tolist()
        right = np.array(labels)[~mask].tolist()
""",
    """
        left = [labels[i] for i in range(len(values)) if values[i] < cut]
        right = [labels[i] for i in range(len(values)) if not values[i] < cut]
""",
]
SCORES = [
    "        score = (len(left) * {left} + len(right) * {right}) / len(labels)\n",
    "        a, b = len(left) / len(labels), len(right) / len(labels)\n"
    "        score = a * {left} + b * {right}\n",
    "        score = 0.0\n        for group in (left, right):\n"
    "            score += len(group) * {group}\n        score = score / len(values)\n",
]
BEST = [
    (
        "    best, smallest = None, float('inf')\n",
        "        if score < smallest:\n            best, smallest = cut, score\n",
        "    return best\n",
    ),
    (
        "    scores = {}\n",
        "        scores[cut] = score\n",
        "    return min(scores, key=scores.get)\n",
    ),
    (
        "    found = []\n",
        "        found.append((score, cut))\n",
        "    found.sort()\n    return found[0][1]\n",
    ),
]
REFERENCE = "".join(
    [
        HELPERS[1],
        "\ndef best_threshold(values, labels):",
        CANDIDATES[0].rstrip(),
        "\n    return min(cuts, key=lambda cut: impurity([y for x, y in zip(values, labels)",
        " if x < cut]) + impurity([y for x, y in zip(values, labels) if x >= cut]))\n",
    ]
)


def source():
    """The lecturer's notebook: one long exercise, and a short one that all answer alike."""

    def cell(text, name, **about):
        rest = {"grade": False, "locked": False, "solution": False, "schema_version": 3}
        return new_code_cell(text, metadata={"nbgrader": {"grade_id": name, **rest, **about}})

    marked = "### BEGIN SOLUTION\n{}\n### END SOLUTION"
    short = "def mean(x):\n    ### BEGIN SOLUTION\n    return sum(x) / len(x)\n    ### END SOLUTION"
    return new_notebook(
        cells=[
            cell("import numpy as np", "imports", locked=True),
            new_markdown_cell("## 1 The best threshold"),
            cell(marked.format(REFERENCE), "threshold", solution=True),
            cell("assert best_threshold([1, 2], [0, 1]) == 1.5", "test", grade=True, points=2),
            new_markdown_cell("## 2 A mean"),
            cell(short, "mean", solution=True),
            cell("assert mean([1, 3]) == 2", "test-2", grade=True, points=1),
        ]
    )


def submission(answer, mean="def mean(x):\n    return sum(x) / len(x)", labelled=True):
    """A learner's notebook as bytes."""
    notebook = source()
    notebook.cells[2].source, notebook.cells[5].source = answer, mean
    if not labelled:
        for cell in notebook.cells:
            cell.metadata.clear()
    return writes(notebook).encode()


def independent_answers(n, seed):
    """n different right answers; many share a step with some of the others, as in a real class."""
    ways = itertools.product(range(4), range(4), range(4), range(3), range(3))
    chance = random.Random(seed)
    found = [ast.parse(_answer(*way)) for way in chance.sample(list(ways), n)]
    return [ast.unparse(ast.fix_missing_locations(Habits(chance).visit(tree))) for tree in found]


class Habits(ast.NodeTransformer):
    """What people write differently without thinking: the same program in a learner's own way."""

    def __init__(self, chance):
        self.chance = chance

    def visit(self, node):
        """Each place is changed, or left as it is, by chance."""
        node = self.generic_visit(node)
        change = getattr(self, f"change_{type(node).__name__}", None)
        return change(node) if change and self.chance.random() < 0.5 else node

    def change_Compare(self, node):
        """a < b as b > a."""
        turned = {ast.Lt: ast.Gt, ast.GtE: ast.LtE, ast.NotEq: ast.NotEq}
        sign = turned[type(node.ops[0])]()
        return ast.Compare(node.comparators[0], [sign], [node.left])

    def change_BinOp(self, node):
        """a * b as b * a, and a / b with b as a float."""
        if isinstance(node.op, (ast.Add, ast.Mult)):
            return ast.BinOp(node.right, node.op, node.left)
        if isinstance(node.op, ast.Div):
            bottom = ast.Call(ast.Name("float", ast.Load()), [node.right], [])
            return ast.BinOp(node.left, node.op, bottom)
        return node

    def change_Return(self, node):
        """return x as result = x; return result."""
        keep = ast.Assign([ast.Name("result", ast.Store())], node.value)
        return [keep, ast.Return(ast.Name("result", ast.Load()))]

    def change_For(self, node):
        """for x in y as for x in list(y)."""
        node.iter = ast.Call(ast.Name("list", ast.Load()), [node.iter], [])
        return node

    def change_Assign(self, node):
        """x = value as new = value; x = new."""
        keep = ast.Assign([ast.Name("new", ast.Store())], node.value)
        return [keep, ast.Assign(node.targets, ast.Name("new", ast.Load()))]


def _answer(helper, cuts, parts, score, best):
    use = INLINE if helper == 0 else USES[helper]
    start, step, end = BEST[best]
    body = [start, "    for cut in cuts:", PARTS[parts].rstrip(), "\n", SCORES[score], step, end]
    text = "".join(body)
    for side in ("left", "right", "group"):
        text = text.replace(f"{{{side}}}", use.format(side))
    return (
        f"{HELPERS[helper]}\ndef best_threshold(values, labels):{CANDIDATES[cuts].rstrip()}\n{text}"
    )


def disguised(answer):
    """The same answer with other names, a docstring, comments, annotations and another layout."""
    tree = ast.parse(answer)
    own = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    own |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    own |= {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)} - {"best_threshold"}
    new = {name: f"meine_{i}" for i, name in enumerate(sorted(own))}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = new.get(node.id, node.id)
        elif isinstance(node, ast.arg):
            node.arg = new[node.arg]
            node.annotation = ast.Name("list", ast.Load())
        elif isinstance(node, ast.FunctionDef):
            node.name = new.get(node.name, node.name)
            node.body.insert(0, ast.Expr(ast.Constant("All my own work.")))
    lines = ast.unparse(ast.fix_missing_locations(tree)).split("\n")
    return "\n".join(f"{line}  # step {i}\n" for i, line in enumerate(lines))
