"""The book: built once; every link of it, and a browser that reads, searches and prints it."""

import doctest
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urldefrag

import book
import book_pages
import book_sphinx
import pytest
import yaml
from axe_playwright_python.base import AXE_SCRIPT
from helpers.browser import browser as find_browser
from helpers.browser import wait_until
from playwright.sync_api import sync_playwright

import dtlab
from conftest import needs
from dtcourse.cards.course_map import TITLES
from dtcourse.release import exercises, graded_sets, stem
from dtlab import textbook
from dtlab.data import datasets

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
CORE = [f"notebooks/{stem(number)}" for number in TITLES]
KINDS = [
    *("index", "course", "more", "exercises", "textbook", "lookup", "teach", "about", "search"),
    *("notebooks/10_overfitting_and_pruning", "notebooks/extras/07_notations"),
    *("notebooks/labs/1_first_honest_tree", "notebooks/companion/lecture_001"),
    *("notebooks/exercises/04_id3", "data/titanic", "data/README", "textbook/chaid"),
    *("api/measures", "api/trees", "docs/glossary", "docs/errata", "docs/reading"),
    *("docs/for_lecturers", "docs/writing_items", "_modules/dtlab/measures/impurity", "genindex"),
]
TAG = re.compile(r"<(\w+)((?:\s+[\w:-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'>]+))?)*)\s*/?>")
ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("book")
    assert book.build(folder) == 0
    return (folder / "html").resolve()


@pytest.fixture(scope="module")
def chromium():
    needs("Chromium", find_browser(), "install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser())
        yield browser
        browser.close()


def tags(html):
    """(name, {attribute: value}) of every element."""
    for name, attributes in TAG.findall(html):
        yield name, {key: unescape(a or b) for key, a, b in ATTRIBUTE.findall(attributes)}


def test_examples_in_the_tools():
    for module in (book_sphinx, book_pages):
        failed, tried = doctest.testmod(module)
        assert tried and not failed


# ── files ───────────────────────────────────────────────────────────────────────────────────────


def test_everything_has_a_page(site):
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    stored = {path.relative_to(ROOT) for path in ROOT.glob("notebooks/**/*.ipynb")}
    stored = {path for path in stored if "solutions" not in path.parts}
    assert len(stored) > 60
    assert {path.with_suffix(".html").as_posix() for path in stored} - pages == set()
    documents = {f"docs/{path.stem}.html" for path in ROOT.glob("docs/*.md")}
    assert documents | {f"data/{name}.html" for name in datasets()} <= pages
    assert {f"textbook/{name}.html" for name in textbook.__all__[:-1]} <= pages


def test_every_link_image_and_anchor_leads_somewhere_and_nothing_is_fetched_from_outside(site):
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    found = {path: list(tags(html)) for path, html in pages.items()}
    ids = {path: {facts[key] for _, facts in all_ for key in ("id", "name") if key in facts}
           for path, all_ in found.items()}  # fmt: skip
    wrong, outside, seen = [], [], 0
    for path, elements in found.items():
        for name, facts in elements:
            link = facts.get("href" if name in ("a", "link") else "src", "")
            if name != "a" and re.match(r"\w+:(?!//)|$", link):
                continue  # nothing, or an image in the page itself
            if re.match(r"(\w+:)?//|mailto:", link):
                outside += [(path.name, link)] * (name != "a")
                continue
            seen += 1
            place, anchor = urldefrag(link.partition("?")[0] if "#" not in link else link)
            goal = (path.parent / unquote(place.partition("?")[0])).resolve() if place else path
            if not goal.is_file() or (anchor and goal in ids and unquote(anchor) not in ids[goal]):
                wrong.append((path.relative_to(site).as_posix(), link))
    assert seen > 5000
    assert (wrong, outside) == ([], [])
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert re.findall(r"url\(['\"]?(?:https?:)?//[^)]*|@import[^;]*//[^;]*", styles) == []


def test_solutions_and_hints_are_closed(site):
    for number in graded_sets():
        html = (site / "notebooks" / "exercises" / f"{stem(number)}.html").read_text("utf-8")
        assert html.count('<details class="help"><summary>') == 4 * len(exercises(number))
        shown = re.sub(r"<details.*?</details>", "", html, flags=re.DOTALL)
        assert "BEGIN SOLUTION" not in html and "Hint" not in re.sub("<[^>]+>", "", shown)
    for path in site.rglob("*.html"):
        article = path.read_text("utf-8").partition("<article")[2].partition("</article>")[0]
        assert not re.search("<details[^>]* open", article), path.name


def test_the_reference_has_every_public_name_a_typeset_formula_and_its_source(site):
    api = "".join(path.read_text(encoding="utf-8") for path in site.glob("api/*.html"))
    assert {name for name in dtlab.__all__ if f'id="dtlab.{name}"' not in api} == set()
    entropy = re.search(r'id="dtlab\.entropy".*?</dd>', api, re.DOTALL)[0]
    assert "<math" in entropy and "∑" in unescape(entropy)
    assert "_modules/dtlab/measures/impurity.html#entropy" in entropy


def test_the_site_is_small(site):
    sizes = [path.stat().st_size for path in site.rglob("*") if path.is_file()]
    assert sum(sizes) < 60e6


def test_a_fork_publishes_what_make_book_builds():
    workflow = yaml.safe_load((ROOT / ".github/workflows/book.yml").read_text(encoding="utf-8"))
    steps = workflow["jobs"]["publish"]["steps"]
    assert "make book" in [step.get("run") for step in steps]
    assert "build/book/html" in [step.get("with", {}).get("path") for step in steps]


# ── the browser ─────────────────────────────────────────────────────────────────────────────────


class Watch:
    """What a page complains about, and what it asks for elsewhere."""

    def __init__(self, page, address):
        self.complaints = []
        page.on("console", lambda said: self.note(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.note(str(error)))
        page.on("request", lambda asked: self.asked(asked.url, address))

    def note(self, text):
        self.complaints.append(text)

    def asked(self, url, address):
        if not url.startswith((address, "data:", "blob:")):
            self.note(f"asks for {url}")


# Mark one of all texts that look the same: the same colours, size, weight and classes, on the same
# backgrounds. A text that may cover others is marked always.
MARK_LOOKS = """() => {
    const paths = new Map([[null, ""]]), seen = new Set();
    const path = e => {
        if (!paths.has(e)) {
            const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(e);
            const covers = ["absolute", "fixed"].includes(position) && paths.size;
            paths.set(e, [path(e.parentElement), e.tagName, e.className, backgroundColor,
                          backgroundImage, opacity, covers].join());
        }
        return paths.get(e);
    };
    document.querySelectorAll("[data-look]").forEach(e => e.removeAttribute("data-look"));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const e = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !e.checkVisibility()) continue;
        const { color, fontSize, fontWeight } = getComputedStyle(e);
        const look = [path(e), color, fontSize, fontWeight].join();
        if (!seen.has(look)) e.dataset.look = "";
        seen.add(look);
    }
}"""
# axe-core looks at the colours of what is marked only.
SET_AXE = "() => axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-look]' }] })"
RUN_AXE = "rules => axe.run({ resultTypes: ['violations'], preload: false, ...rules })"


def serious(page, scheme, **rules):
    """What axe-core finds serious or critical in a colour scheme; the page follows the device."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function(f"document.documentElement.dataset.theme === '{scheme}'")
    page.evaluate(MARK_LOOKS)
    return [
        (scheme, rule["id"], node["target"], node["failureSummary"][:200])
        for rule in page.evaluate(RUN_AXE, rules)["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"][:3]
    ]


def test_every_kind_of_page_is_accessible_quiet_and_narrow(site, chromium):
    page = chromium.new_page(viewport={"width": 360, "height": 800})
    watch = Watch(page, site.as_uri())
    faults = {}
    for kind in KINDS:
        page.goto(f"{site.as_uri()}/{kind}.html")
        page.evaluate(AXE_SCRIPT)
        page.evaluate(SET_AXE)
        faults[kind] = serious(page, "light")
        faults[kind] += serious(page, "dark", runOnly=["color-contrast"])  # only colours differ
        width = page.evaluate("document.documentElement.scrollWidth")
        faults[kind] += [f"{width} px wide"] * (width > 360)
    page.close()
    assert {kind: found for kind, found in faults.items() if found} == {}
    assert watch.complaints == []


def test_core_pages_are_light_quiet_and_narrow_from_a_server(site, chromium):
    with book.served(site) as address:
        for name in CORE:
            page = chromium.new_page(viewport={"width": 360, "height": 800})
            watch = Watch(page, address)
            page.goto(f"{address}/{name}.html", wait_until="networkidle")
            assert watch.complaints == []
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
            loaded = "performance.getEntries().reduce((n, e) => n + (e.transferSize || 0), 0)"
            assert 1e5 < page.evaluate(loaded) < 1.5e6
            assert page.evaluate("[...document.images].every(i => i.complete && i.naturalWidth)")
            page.close()


def test_the_first_screen_has_a_figure_to_drag(site, chromium):
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    watch = Watch(page, site.as_uri())
    page.goto(f"{site.as_uri()}/index.html")
    slider = page.get_by_role("slider").first
    slider.wait_for()
    bottom = page.locator(".studio").bounding_box()
    assert bottom["y"] + bottom["height"] < 800
    doors = page.locator(".doors a")
    assert doors.count() == 3 and all(d.bounding_box()["y"] < 800 for d in doors.all())
    before = slider.get_attribute("aria-valuenow")
    slider.press("ArrowRight")
    assert wait_until(
        page, lambda: page.get_by_role("slider").first.get_attribute("aria-valuenow") != before
    )
    page.close()
    assert watch.complaints == []


SOUGHT = {"gain ratio": "06_gain_ratio_and_c45", "pruning": "10_overfitting", "α": "glossary"}


@pytest.mark.parametrize("where", ["file", "server"])
def test_search_finds(site, chromium, where):
    with book.served(site) as served:
        address = site.as_uri() if where == "file" else served
        page = chromium.new_page()
        watch = Watch(page, address)
        for words, goal in SOUGHT.items():
            page.goto(f"{address}/search.html?q={words}")
            page.locator(f"#search-results li a[href*='{goal}']").first.wait_for(timeout=120_000)
        page.close()
    assert watch.complaints == []


def test_a_chapter_prints_without_cut_figures(site, chromium):
    page = chromium.new_page(viewport={"width": 718, "height": 1047})  # A4 less its margins
    page.goto(f"{site.as_uri()}/notebooks/04_id3.html")
    page.emulate_media(media="print")
    figures = page.locator(".cell_output img, .dtlab-touch").evaluate_all(
        "all => all.map(e => [e.getBoundingClientRect().right, e.getBoundingClientRect().height,"
        " getComputedStyle(e).breakInside])"
    )
    assert len(figures) > 6
    assert all(right <= 718 and height < 1047 for right, height, _ in figures)
    assert {inside for *_, inside in figures} == {"avoid"}
    assert page.pdf(format="A4").count(b"/Type /Page\n") > 5
    page.close()
