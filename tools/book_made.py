"""Pages of the book, and parts of pages, that are made of what the package knows."""

import inspect
import re
from pathlib import Path

import dtcourse
import dtlab
from dtcourse.cards.course_map import EXTRAS, TITLES
from dtcourse.judging.items import now
from dtcourse.release import graded_sets, stem
from dtlab import textbook, widgets, work
from dtlab._lazy import offered
from dtlab.data import datasets, describe, load

ROOT = Path(__file__).resolve().parent.parent
TIME = re.compile(r"(?:\*Time:\* (?:about )?|About )(\d+) minutes")
SHORT = re.compile(r"About five hours lead through notebooks ([\d, and]+)")
LABS = sorted(path.stem for path in (ROOT / "notebooks" / "labs").glob("*.ipynb"))
LECTURES = sorted(path.stem for path in (ROOT / "notebooks" / "companion").glob("*.ipynb"))
ALGORITHMS = [name for name in textbook.__all__ if name != "weighted_vote"]  # a helper
ROOMS = {  # of the reference: page → (title, module, the rooms whose public names it shows)
    "trees": ("Trees", dtlab, ("algorithms", "engine", "questions", "tree")),
    "ensembles": ("Many trees", dtlab, ("ensembles",)),
    "measures": ("Measures", dtlab, ("measures",)),
    "pruning": ("Pruning", dtlab, ("pruning",)),
    "plots": ("Figures", dtlab, ("plots",)),
    "data": ("Data, other libraries, errors", dtlab, ("data", "bridges", "notebook", "inputs")),
    "work": ("Shown work", work, ()),
    "widgets": ("Widgets", widgets, ()),
    "exercises": ("Questions, exercises, environment", dtcourse, ()),
}


# ── whole pages ─────────────────────────────────────────────────────────────────────────────────


def data_page(name):
    """The card of a table, and its first rows."""
    table = load(name)
    card = table.card
    places = [f"../notebooks/{notebook_name(place)}.ipynb" for place in card["notebooks"]]
    used = ", ".join(f"[{n}]({place})" for n, place in zip(card["notebooks"], places, strict=True))
    columns = [f"| {column} | {describe(facts)} |" for column, facts in card["columns"].items()]
    return "\n".join([
        f"# {card['title']}", "",
        f'`load("{name}")`, {card["rows"]} rows. '
        f'<a href="{name}.csv" download>Download the table (CSV)</a>', "",
        f"- *Source:* {card['source']}", f"- *Licence:* {card['licence']}",
        f"- *Used for:* {card['use']}", f"- *Notebooks:* {used or 'none'}",
        f"- *Target:* {card['target']}", *(f"- *Note:* {note}" for note in card["errata"]), "",
        "## Columns", "", "| column | meaning |", "|---|---|", *columns, "",
        "## First rows", "", '<div class="rows" tabindex="0">',
        table.frame.head(10).to_html(border=0), "</div>", "",
    ])  # fmt: skip


def notebook_name(place):
    """The file of a notebook that a card names: "06", "extras/06_chaid", "labs/4_spark"."""
    return stem(place) if place in TITLES else place


def textbook_page(name):
    """The source of an algorithm, beside the lecture that it follows."""
    function = getattr(textbook, name)
    module = inspect.getmodule(function)
    said = " ".join(inspect.getdoc(function).split(">>>")[0].split())
    place = re.search(r"Lecture 00\d[^;]*", said)[0]
    lectures = [
        f'<a href="../notebooks/companion/lecture_{n}.html">the companion to lecture {n}</a>'
        for n in sorted(set(re.findall(r"\b00[0-4]\b", place)))
    ]
    twins = [
        f'<a href="../api/{room}.html#dtlab.{twin}"><code>{twin}</code></a>'
        for twin in re.findall(r"`(?:dtlab\.)?([A-Za-z_]\w*)", said)
        for room in ROOMS
        if ROOMS[room][1] is dtlab and twin in names_of(room)
    ]
    return "\n".join([
        f"# {name}", "", '<div class="beside"><div>', "",
        "```{code-block} python3", ":linenos:", "", inspect.getsource(module).strip(), "```", "",
        "</div><div>", "", f"**{place}**", "", "What the lecture says, figure by figure: ",
        ", ".join(lectures) + ".", "",
        f"The fast version, with the same result: {twins[0]}.", "",
        f"In a notebook, `textbook.{name}??` shows this page.", "", "</div></div>", "",
    ])  # fmt: skip


def names_of(room):
    """The public names on a page of the reference."""
    _, module, rooms = ROOMS[room]
    places = offered(module.__file__)
    return [n for n, p in places.items() if p and (not rooms or p.split(".")[0] in rooms)]


def reference_page(room):
    """The reference of a room: every public name from its docstring."""
    title, module, _ = ROOMS[room]
    lines = [f"# {title}", "", "```{eval-rst}"]
    for name in names_of(room):
        thing = getattr(module, name)
        kind = "autoclass" if inspect.isclass(thing) else "autofunction"
        if not callable(thing):
            kind = "autodata"
        lines += [f".. {kind}:: {module.__name__}.{name}"]
        lines += ["   :members:", "   :inherited-members: object, dict, float"] * inspect.isclass(
            thing
        )
        lines += [""]
    return "\n".join([*lines, "```", ""])


# ── parts of pages ──────────────────────────────────────────────────────────────────────────────


def minutes(notebook):
    """The minutes in the head of a notebook, or 0."""
    said = TIME.search(notebook.cells[0].source)
    return int(said[1]) if said else 0


def strip(path, head):
    """The line below the title of a notebook: where in the course, how long, how to run it."""
    folder, name = path.removeprefix("notebooks/").removesuffix(".ipynb").rpartition("/")[::2]
    time = TIME.search(head)
    facts = [f"{time[1]} minutes"] if time else []
    up = "../" if folder else ""
    if name[:2] in TITLES and not folder:
        at = list(TITLES).index(name[:2]) + 1
        facts.insert(0, f'<progress value="{at}" max="{len(TITLES)}" aria-label="Place in the '
                     f'course"></progress> notebook {name[:2]}')  # fmt: skip
    elif folder == "extras":
        facts.insert(0, f'an extra of <a href="../{stem(name[:2])}.html">notebook {name[:2]}</a>')
    if name in [stem(number) for number in graded_sets()]:
        facts.append(f'<a href="{up}exercises/{name}.html">exercises</a>')
    facts.append(
        f"to run it: <code>{path.partition('/')[2]}</code> in "
        f'<a href="../{up}course.html#on-your-own-computer">JupyterLab</a>'
    )
    return f'<p class="strip">{" · ".join(facts)}</p>'


def help_for(item):
    """The three hints and the solution of an exercise, each closed until asked for."""
    folded = {f"Hint {i}": now(hint) for i, hint in enumerate(item.hints, 1)}
    folded["Solution"] = f"```python\n{item.solution.strip()}\n```"
    return "\n".join(
        f'<details class="help"><summary>{title}</summary>\n\n{text}\n\n</details>\n'
        for title, text in folded.items()
    )


def tree(entries, caption=""):
    """A hidden toctree: (title, page) pairs."""
    lines = [f"{title} <{page}>" if title else page for title, page in entries]
    head = ["```{toctree}", ":hidden:", *([f":caption: {caption}"] if caption else []), ""]
    return "\n".join([*head, *lines, "```", ""])


def titled(names, titles, folder):
    """(title, page) pairs of notebooks."""
    return [(f"{n[:2]} {titles[n][0].upper()}{titles[n][1:]}", f"{folder}{stem(n)}") for n in names]


def heading(notebook):
    """The title of a notebook."""
    return re.search("^# (.*)", notebook.cells[0].source, re.MULTILINE)[1]


def listed(notebooks, folder, names):
    """Notebooks of a folder as a list with minutes, and their toctree."""
    books = {name: notebooks[f"notebooks/{folder}/{name}.ipynb"] for name in names}
    time = {
        name: f", {minutes(book)} minutes" if minutes(book) else "" for name, book in books.items()
    }
    lines = [f"- [{heading(books[n])}](notebooks/{folder}/{n}.ipynb){time[n]}" for n in names]
    return "\n".join(lines) + "\n\n" + tree([("", f"notebooks/{folder}/{name}") for name in names])


def course_map(notebooks):
    """The map of notebook 00."""
    cells = notebooks["notebooks/00_start_here.ipynb"].cells
    text = next(cell.source for cell in cells if cell.source.startswith("## The map"))
    table = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    return table.replace("](", "](notebooks/") + "\n\n" + tree(titled(TITLES, TITLES, "notebooks/"))


def short_path(notebooks):
    """The notebooks of the short path, in order, as links."""
    text = "\n".join(cell.source for cell in notebooks["notebooks/00_start_here.ipynb"].cells)
    numbers = re.findall(r"\d\d", SHORT.search(text)[1])
    pairs = titled(numbers, TITLES, "notebooks/")
    return "\n".join(f"1. [{title}]({page}.ipynb)" for title, page in pairs)


def hours(notebooks):
    """The hours of the core path."""
    total = sum(minutes(notebooks[f"notebooks/{stem(number)}.ipynb"]) for number in TITLES)
    return f"{total / 60:.0f}"


def exercise_sets(notebooks):
    """The sets of exercises, and their toctree."""
    titles = TITLES | {name: f"{title} (extra)" for name, title in EXTRAS.items()}
    pairs = titled(graded_sets(), titles, "notebooks/exercises/")
    return "\n".join(f"- [{t}]({p}.ipynb)" for t, p in pairs) + "\n\n" + tree(pairs)


def textbook_files(notebooks):
    """The files of the textbook room, and their toctree."""
    about = [
        inspect.getmodule(getattr(textbook, name)).__doc__.splitlines()[0] for name in ALGORITHMS
    ]
    lines = [
        f'- <a href="textbook/{name}.html"><code>{name}</code></a>: {line}'
        for name, line in zip(ALGORITHMS, about, strict=True)
    ]
    pages = [("", f"textbook/{name}") for name in ALGORITHMS]
    return "\n".join(lines) + "\n\n" + tree([*pages, ("", "docs/reading")])


def reference(notebooks):
    """The pages of the reference."""
    lines = [f'- <a href="api/{room}.html">{ROOMS[room][0]}</a>: ' + ", ".join(
        f'<a href="api/{room}.html#{ROOMS[room][1].__name__}.{name}"><code>{name}</code></a>'
        for name in names_of(room)) for room in ROOMS]  # fmt: skip
    return "\n".join(lines) + "\n\n" + tree([("", f"api/{room}") for room in ROOMS])


def tables():
    """The toctree of the tables, for the page in their folder."""
    return "\n" + tree([("", name) for name in datasets()])


def lecturers_pages(notebooks):
    """The documents for lecturers that exist, and the companion."""
    names = [
        n
        for n in ("for_lecturers", "lesson_plans", "writing_items")
        if (ROOT / "docs" / f"{n}.md").exists()
    ]
    titles = {n: heading_of(n) for n in names}
    return "\n".join(f"- [{titles[n]}](docs/{n}.md)" for n in names) + "\n\n" + tree(
        [("", f"docs/{n}") for n in names])  # fmt: skip


def heading_of(document):
    """The title of a document."""
    return (
        (ROOT / "docs" / f"{document}.md")
        .read_text(encoding="utf-8")
        .partition("\n")[0]
        .lstrip("# ")
    )


def credits(notebooks):
    """What README says of licences, authors and lectures."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return text.partition("## Licences and credits")[2]


PARTS = {
    "course_map": course_map,
    "short_path": short_path,
    "hours": hours,
    "extras": lambda notebooks: listed(notebooks, "extras", list(EXTRAS)),
    "labs": lambda notebooks: listed(notebooks, "labs", LABS),
    "companion": lambda notebooks: listed(notebooks, "companion", LECTURES),
    "exercise_sets": exercise_sets,
    "textbook_files": textbook_files,
    "reference": reference,
    "lecturers_pages": lecturers_pages,
    "credits": credits,
}
