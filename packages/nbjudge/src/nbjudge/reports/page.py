"""Self-contained HTML pages: all text is escaped, nothing is loaded, and no script can run.

A page is made of `tag`s. What is `Html` stays as it is, and any other text is escaped, so one
cannot forget to escape. The content policy in the head of every page forbids scripts, forms and
whatever comes from elsewhere, should escaping ever fail. Pages follow the reader's light or dark
theme, fit a phone, and print.
"""

from html import escape

from ..words import counted
from .markup import as_html, inline_html

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
STYLE = """
:root { color-scheme: light dark; --text: #1a1a1a; --back: #ffffff; --soft: #5e5e5e;
  --line: #d0d0d0; --box: #f4f6f8; --link: #005a8e; --bar: #56a8d8;
  --right: #00704f; --partly: #8a5a00; --wrong: #a83c00; }
@media (prefers-color-scheme: dark) { :root { --text: #ececec; --back: #17191c; --soft: #b4b4b4;
  --line: #44484d; --box: #22262b; --link: #7cc4f5; --bar: #3d86b4;
  --right: #4fd1a5; --partly: #f0b840; --wrong: #ff9a5c; } }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
  max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.25; margin: 2rem 0 0.5rem; }
h1 { font-size: 1.6rem; margin-top: 0; } h2 { font-size: 1.25rem; } h3 { font-size: 1.05rem; }
a { color: var(--link); }
p, ul { margin: 0.5rem 0; } ul { padding-left: 1.4rem; }
code { font: 0.92em ui-monospace, monospace; background: var(--box); padding: 0 0.2em; }
pre { background: var(--box); padding: 0.5rem; white-space: pre-wrap; }
.soft { color: var(--soft); }
.right { color: var(--right); } .partly { color: var(--partly); } .wrong { color: var(--wrong); }
.box { background: var(--box); border-left: 0.3rem solid var(--line); padding: 0.5rem 0.8rem;
  margin: 0.8rem 0; }
.box.wrong, .box.partly { color: inherit; }
.box.wrong { border-color: var(--wrong); } .box.partly { border-color: var(--partly); }
.box > :first-child { margin-top: 0; } .box > :last-child { margin-bottom: 0; }
ul.tests { list-style: none; padding-left: 0; } ul.tests p { padding-left: 1.2rem; }
ul.tests pre { margin-left: 1.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.95rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.9rem 0.35rem 0;
  border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
td.number, th.number { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
.bar { display: block; background: var(--bar); print-color-adjust: exact; }
ul.shares { list-style: none; padding: 0; }
.shares li { display: grid; grid-template-columns: 3fr 4fr 13rem; gap: 0.2rem 0.9rem;
  align-items: center; padding: 0.35rem 0; border-bottom: 1px solid var(--line); }
.track { background: var(--box); border: 1px solid var(--line); height: 1.2rem; }
.track .bar { height: 100%; }
@media (max-width: 36rem) {
  .shares li { grid-template-columns: 1fr auto; font-size: 0.95rem; }
  .shares .track { grid-row: 2; grid-column: 1 / 3; } }
@media (forced-colors: active) { .bar { background: CanvasText; forced-color-adjust: none; } }
section { break-inside: avoid; }
@media print { body { max-width: none; padding: 0; } a { color: inherit; } }
"""


class Html(str):
    """Text that is HTML already."""


def tag(name, /, *content, **attributes):
    """An element: its content and its attributes are escaped unless they are `Html`.

    >>> tag("p", "1 < 2, ", tag("b", "really"), class_="soft")
    '<p class="soft">1 &lt; 2, <b>really</b></p>'
    """
    names = [key.rstrip("_").replace("_", "-") for key in attributes]  # class_, aria_label
    pairs = zip(names, attributes.values(), strict=True)
    about = "".join(f' {key}="{_safe(text)}"' for key, text in pairs)
    if name in ("img", "meta", "source"):
        return Html(f"<{name}{about}>")
    return Html(f"<{name}{about}>{join(*content)}</{name}>")


def join(*content):
    """Several pieces, one after the other."""
    return Html("".join(map(_safe, content)))


def _safe(piece):
    return piece if isinstance(piece, Html) else escape(str(piece))


def prose(text):
    """A sentence in which `code`, **bold** and *emphasis* are marked.

    >>> prose("Is `a < b`?")
    'Is <code>a &lt; b</code>?'
    """
    return Html(inline_html(text))


def paragraphs(text):
    """Several lines of the same kind; those that are indented stay as they are."""
    return Html(as_html(text))


def table(head, rows, numbers=()):
    """A table; the columns named in `numbers` are aligned on the right.

    >>> table(["exercise", "mean"], [["02.1", "0.5"]], ["mean"]).count('class="number"')
    2
    """
    looks = [{"class_": "number"} if name in numbers else {} for name in head]

    def line(kind, cells):
        pairs = zip(cells, looks, strict=True)
        return tag("tr", *(tag(kind, cell, **look) for cell, look in pairs))

    body = tag("tbody", *(line("td", row) for row in rows))
    return tag("div", tag("table", tag("thead", line("th", head)), body), class_="wide")


def page(title, *content):
    """A whole page: the text of an .html file."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", title),
        tag("style", Html(STYLE)),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', *content), lang='en')}\n"


def points(value):
    """Points with their word.

    >>> points(1), points(2.5)
    ('1 point', '2.5 points')
    """
    return counted(number(value), "point")


def number(value):
    """Points as people write them: at most two decimals.

    >>> number(2.0), number(1.5), number(1 / 3)
    ('2', '1.5', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
