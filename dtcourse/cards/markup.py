"""The few marks in a sentence for learners, `code`, **bold** and *emphasis*, as HTML or plain text.

nbjudge and dtcourse each have a copy of this file, because neither may need the other; a test
compares them.
"""

import re
from html import escape
from itertools import groupby

BOLD = re.compile(r"\*\*(\S(?:[^*\n]*\S)?)\*\*")
EMPHASIS = re.compile(r"(?<![*\w])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![*\w])")  # not 2*3*4
P = '<p style="margin: 0.4em 0">'


def without_marks(text):
    """Text for a terminal: without the stars of **bold** and *emphasis*.

    >>> without_marks("**Not** *this* `a*b*c`")
    'Not this `a*b*c`'
    """
    pieces = re.split(r"(`[^`\n]+`|^    .*$)", text, flags=re.MULTILINE)
    pieces[::2] = [EMPHASIS.sub(r"\1", BOLD.sub(r"\1", piece)) for piece in pieces[::2]]
    return "".join(pieces)


def as_html(text):
    """Paragraphs as HTML; indented lines stay as they are.

    >>> as_html("A tree:" + chr(10) + "    STREAM?").split("</p>")
    ['<p style="margin: 0.4em 0">A tree:', '<pre>STREAM?</pre>']
    """
    pieces = []
    for kind, lines in groupby(text.split("\n"), _kind_of_line):
        if kind == "as it is":
            pieces.append(f"<pre>{escape(chr(10).join(line[4:] for line in lines))}</pre>")
        elif kind == "words":
            pieces.append(P + inline_html("\n".join(lines)).replace("\n", "<br>") + "</p>")
    return "".join(pieces)


def _kind_of_line(line):
    if not line.strip():
        return "nothing"
    return "as it is" if line.startswith("    ") else "words"


def inline_html(text):
    """`code`, **bold** and *emphasis* as HTML.

    >>> inline_html("Is `a < b`?")
    'Is <code>a &lt; b</code>?'
    """
    pieces = re.split(r"`([^`\n]+)`", escape(text, quote=False))
    pieces[1::2] = [f"<code>{piece}</code>" for piece in pieces[1::2]]
    pieces[::2] = [
        EMPHASIS.sub(r"<em>\1</em>", BOLD.sub(r"<b>\1</b>", piece)) for piece in pieces[::2]
    ]
    return "".join(pieces)
