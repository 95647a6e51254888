"""The map of the course as a page shows it: a path of sixteen stops with bars.

It is one table without a script. Where its styles are lost, numbers, titles and counts remain.
"""

from html import escape

from .card import BLUE, GREEN, GREY, INK, PAPER, mixed, paragraphs

FAINT, LINE = mixed(GREY, 28, PAPER), mixed(GREY, 45, PAPER)
CELL = (
    "padding: 0 12px 0 0; text-align: left; vertical-align: middle; height: 25px; "
    "line-height: 20px; white-space: nowrap; border: 0"
)
QUIET = f"color: {mixed(INK, 78, PAPER)}; font-size: 0.92em"
DOT = (
    "box-sizing: border-box; display: block; width: 18px; height: 18px; border-radius: 50%; "
    "text-align: center; line-height: 14px; font-size: 11px; font-weight: 700; color: #fff"
)


def path_html(chart, head, rungs):
    """The map as HTML.

    Parameters:
        chart: the Map.
        head: its first line as HTML.
        rungs: notebook → what it puts onto the ladder; lit once it is finished.
    """
    done = sum(page.own.whole > 0 and page.finished for page in chart.pages)
    here = next((page for page in chart.pages if page.name == chart.here), None)
    then = f"Next: <b>{here.name} {escape(here.title)}</b>." if here else "You have done them all."
    begun = f"{done} of {len(chart.pages)} notebooks done. " if done or here is None else ""
    rows = "".join(_row(page, page is here, rungs) for page in chart.pages)
    said = f'<p style="margin: 4px 0 8px 34px">{begun}{then}</p>'
    notes = map(paragraphs, chart.body[1:])
    return "".join([head, said, _table(rows, rungs), _folded(chart.more), *notes])


def _table(rows, rungs=()):
    names = (
        "",
        "notebook",
        "questions and tasks",
        "exercises",
        *(["on the ladder"] if rungs else []),
    )
    head = "".join(
        f'<th scope="col" style="{CELL}; {QUIET}; font-weight: 400">{n}</th>' for n in names
    )
    style = "border-collapse: collapse; border: 0; margin: 0; font: inherit; color: inherit"
    return (
        f'<table style="{style}"><thead style="border: 0"><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _row(page, here, rungs):
    """A stop of the path: its dot, its title, two bars and, if there are rungs, its own."""
    line = f"linear-gradient({LINE}, {LINE}) 8px 0 / 2px 100% no-repeat"
    pill = (
        f"background: {BLUE}; color: #fff; border-radius: 10px; padding: 1px 9px; font-size: 11px"
    )
    mark = f' <b style="{pill}">you are here</b>' if here else ""
    number = f'<span style="{QUIET}">{escape(page.name)}</span> ' if page.name else ""
    name = escape(page.title)
    title = f"{number}<b>{name}</b>{mark}" if here else f"{number}{name}"
    cells = [
        f'<td style="{CELL}; background: {line}">{_dot(page, here)}</td>',
        f'<td style="{CELL}; min-width: 308px">{title}</td>',
        f'<td style="{CELL}; min-width: 160px">{_bar(page.own, 100)}</td>',
        f'<td style="{CELL}; min-width: 110px">{_bar(page.exercises, 60)}</td>',
    ]
    if rungs:
        lit = page.begun and page.finished
        ink = f"color: {mixed(GREEN, 70, INK)}; font-weight: 600" if lit else QUIET
        cells.append(f'<td style="{CELL}; {ink}">{escape(rungs.get(page.name, ""))}</td>')
    return f'<tr style="background: none">{"".join(cells)}</tr>'


def _dot(page, here):
    """A stop: ticked where the page is done, full where one is, a ring in colour if begun."""
    done = page.begun and page.finished
    colour = GREEN if done else BLUE if here or page.begun else GREY
    ground = colour if done or here else PAPER
    sign = "✓" if done else ""
    return f'<span style="{DOT}; border: 2px solid {colour}; background: {ground}">{sign}</span>'


def _bar(share, width):
    """How many are done, with a bar that is paler where something was only tried."""
    if not share.whole:
        return ""
    ends = [round(100 * n / share.whole) for n in (share.done, max(share.done, share.touched))]
    full = GREEN if share.done >= share.whole else BLUE
    stops = f"{full} {ends[0]}%, {mixed(full, 45, PAPER)} {ends[0]}% {ends[1]}%, {FAINT} {ends[1]}%"
    style = (
        f"display: inline-block; width: {width}px; height: 8px; border-radius: 4px; "
        f"vertical-align: middle; margin-right: 8px; background: linear-gradient(90deg, {stops})"
    )
    said = f'<span style="{QUIET}">{share.done} of {share.whole}</span>'
    return f'<span aria-hidden="true" style="{style}"></span>{said}'


def _folded(pages):
    """Extras and labs that were begun, behind a click."""
    if not pages:
        return ""
    rows = "".join(_row(page, False, ()) for page in pages)
    said = f"Extras and labs that you have begun ({len(pages)})"
    return f"<details><summary>{said}</summary>{_table(rows)}</details>"
