"""What the book adds to Sphinx: formulas as MathML, and our docstrings as Sphinx reads them.

Every current browser draws MathML without a script; MathJax would add 1.2 MB to each page.
"""

import re

from docutils import nodes
from latex2mathml.converter import convert

NAMES = {"Σ": r"\sum", "√": r"\sqrt", "−": "-", "·": r"\cdot ", "×": r"\times ", "|": r"\vert "}
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑₒₓₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ₊", "0123456789aeoxklmnpstijruv+", strict=True))
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True))
FUNCTIONS = {"log", "max", "min", "ln"}
# "Entropy H = −Σₖ pₖ log pₖ: the mean information": a name, its formula, and what it is.
NAME = r"^([A-Z][\w']+(?: [a-z]{4,})*)"
FORMULA = re.compile(
    NAME + r" (?=[^`:]*[Σ=−])((?:[^a-z`:]|[a-z]{1,3}[(_ₖ])[^`:]*?)(?=: | of (?!s\|)|, |\.$)"
)


def setup(app):
    """Formulas become MathML, docstrings become what Sphinx reads."""
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    app.connect("autodoc-process-docstring", as_rst, priority=100)  # before napoleon
    app.connect("autodoc-skip-member", elsewhere)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


# ── formulas ────────────────────────────────────────────────────────────────────────────────────


def mathml(tex, display="inline"):
    r"""A formula in TeX as MathML.

    >>> mathml("n").partition("<mi>")[2]
    'n</mi></mrow></math>'
    """
    tex = re.sub(r"\\\\\[[\d.]+ex\]", r"\\\\", tex)  # book.css sets the distance of lines
    return convert(tex.replace("aligned}", "align*}"), display=display)


def inline(writer, node):
    """A formula in a line of text."""
    writer.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def block(writer, node):
    """A formula on lines of its own, which scrolls where it is wider than the page."""
    formula = mathml(node.astext(), "block")
    writer.body.append(f'<div class="formula" tabindex="0">{formula}</div>')
    raise nodes.SkipNode


def as_tex(formula):
    r"""A formula of a docstring, in Unicode, as TeX.

    >>> as_tex("H = −Σₖ pₖ log pₖ")
    'H = -\\sum_{k} p_{k} \\log p_{k}'
    >>> as_tex("rem(x) = Σⱼ nⱼ/n · I(yⱼ)")
    '\\mathrm{rem}(x) = \\sum_{j} n_{j}/n \\cdot I(y_{j})'
    """
    for signs, mark in ((LOWERED, "_"), (RAISED, "^")):
        run = re.compile(f"[{''.join(signs)}]+")
        formula = run.sub(lambda m, s=signs, k=mark: f"{k}{{{''.join(map(s.get, m[0]))}}}", formula)
    formula = re.sub(r"(\w)[\u0304\u0305]", r"\\bar{\1}", formula).replace("ȳ", r"\bar{y}")
    formula = re.sub(
        r"(?<![\\{A-Za-z])[A-Za-z]{2,}",
        lambda m: rf"\{m[0]}" if m[0] in FUNCTIONS else rf"\mathrm{{{m[0]}}}",
        formula,
    )
    formula = re.sub(r"[Σ√−·×|]", lambda m: NAMES[m[0]], formula)
    return re.sub(" +", " ", formula).strip()


# ── docstrings ──────────────────────────────────────────────────────────────────────────────────


def elsewhere(_app, _what, _name, thing, _skip, _options):
    """Leave out what a class inherits from another library."""
    module = getattr(thing, "__module__", None) or "dtlab"
    return True if not module.startswith(("dtlab", "dtcourse")) else None


def as_rst(_app, _what, _name, _thing, _options, lines):
    """Rewrite the lines of a docstring in place, before napoleon reads its sections."""
    done, in_example = [], False
    for number, line in enumerate(lines):
        starts = line.lstrip().startswith(">>>")
        if starts and not in_example and done and done[-1].strip():
            done.append("")
        in_example = starts or (in_example and bool(line.strip()))
        done.append(line if in_example else prose(line, number == 0))
    lines[:] = done


def prose(line, first):
    r"""A line of text: code in double backticks, signs that mean something to Sphinx escaped.

    >>> prose("Entropy H = −Σₖ pₖ log pₖ: the mean information.", True)
    'Entropy :math:`H = -\\sum_{k} p_{k} \\log p_{k}`: the mean information.'
    >>> prose("|a| of `f(*b)`", False)
    '\\|a\\| of ``f(*b)``'
    """
    formula = FORMULA.match(line) if first else None
    head = rf"{formula[1]} :math:`{as_tex(formula[2])}`" if formula else ""
    parts = re.split(r"`([^`]+)`", line[formula.end() :] if formula else line)
    parts[::2] = [re.sub(r"([|*])", r"\\\1", part) for part in parts[::2]]
    parts[1::2] = [f"``{part}``" for part in parts[1::2]]
    return head + "".join(parts)
