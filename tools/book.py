"""Build the book: the whole course as a site that needs neither a server nor the network.

python tools/book.py              into build/book/html (this is `make book`)
python tools/book.py --measure    and print its size and how fast a core page appears
"""

import argparse
import re
import shutil
import sys
import threading
from contextlib import contextmanager
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

from book_pages import ROOT, assemble
from fontTools import subset
from playwright.sync_api import sync_playwright
from sphinx.cmd.build import main as sphinx

sys.path.insert(0, str(ROOT / "tests"))
from helpers.browser import browser as find_browser

BUILD = ROOT / "build" / "book"
FORMULA = re.compile("<math.*?</math>", re.DOTALL)


def main(arguments=None):
    """Run the command line; return Sphinx's exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=BUILD)
    parser.add_argument("--measure", action="store_true", help="print size and speed")
    options = parser.parse_args(arguments)
    failed = build(options.folder)
    if options.measure and not failed:
        measure(options.folder / "html")
    return failed


def build(folder, states=BUILD / "states"):
    """Write the pages into folder/source and the site into folder/html; return the exit code.

    Parameters:
        folder: where to build.
        states: the folder that keeps the states of figures from build to build.
    """
    source, html = folder / "source", folder / "html"
    assemble(source, states)
    shutil.rmtree(html, ignore_errors=True)
    code = sphinx(
        [
            "-q",
            "-W",
            "--keep-going",
            "-j",
            "2",
            "-d",
            str(folder / "doctrees"),
            str(source),
            str(html),
        ]
    )
    if not code:
        for unread in (*html.rglob("*.map"), html / "_static" / "webpack-macros.html"):
            unread.unlink()  # for those who develop the theme: 3.5 MB
        cut_font(html)
        print(f"The book is in {html / 'index.html'}")
    return code


def cut_font(html):
    """Cut the characters that the book's formulas use out of STIX Two Math: 60 of 1,500 kB."""
    formulas = [
        m for page in html.rglob("*.html") for m in FORMULA.findall(page.read_text("utf-8"))
    ]
    used = set(unescape("".join(formulas)))
    font = Path(find_spec("ziamath").origin).parent / "fonts" / "STIXTwoMath-Regular.ttf"
    place = html / "_static" / "math.woff"
    subset.main(
        [str(font), f"--text={''.join(sorted(used))}", "--flavor=woff", f"--output-file={place}"]
    )


def measure(html):
    """Print the size of the site, and of each core page its bytes and its first paint, cold."""
    files = [path for path in html.rglob("*") if path.is_file()]
    print(f"{sum(path.stat().st_size for path in files) / 1e6:.1f} MB in {len(files)} files")
    with served(html) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser())
        for path in sorted((html / "notebooks").glob("*.html")):
            page = browser.new_page()  # with an empty cache of its own
            page.goto(f"{address}/notebooks/{path.name}", wait_until="networkidle")
            paint, bytes_ = page.evaluate(
                "[performance.getEntriesByName('first-contentful-paint')[0].startTime,"
                " performance.getEntries().reduce((n, e) => n + (e.transferSize || 0), 0)]"
            )
            print(f"{path.stem}: {paint:.0f} ms to the first paint, {bytes_ / 1e6:.2f} MB in all")
            page.close()
        browser.close()


@contextmanager
def served(folder):
    """The address under which a folder is served on this computer."""
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.handle_error = lambda *_: None  # a page was left before it had come
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """A server that does not report what it is asked for."""

    def log_message(self, *_):
        """Say nothing."""


if __name__ == "__main__":
    sys.exit(main())
