"""JupyterLab in a real browser: a server of its own, a notebook opened, run and looked at.

    with Lab(folder) as lab, lab.page() as page:
        notebook = lab.open(page, "some.ipynb")
        notebook.run()

Known traps: a cell that is run before the kernel is connected is lost; JupyterLab asks about news
in a popup; and it draws only the cells in view, so the window is made tall enough to hold all.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import nbformat

from dtcourse.environment import BROWSERS

OVERRIDES = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}
# What the browser says that is no fault of ours; the last while a kernel is restarted.
HARMLESS = re.compile(
    r"favicon|Failed to load resource.*40[34]|preload|deprecat|lsp|Kernel message validation",
    re.IGNORECASE,
)


SECONDS = 120  # until a change must have arrived: only what hangs takes so long


def browser():
    """The browser's executable, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def wait_until(page, condition):
    """Wait for a change to arrive; return whether it did."""
    end = time.monotonic() + SECONDS
    while not condition() and time.monotonic() < end:
        page.wait_for_timeout(50)
    return condition()


class Lab:
    """A JupyterLab server on a free port, with its settings in a folder of its own."""

    def __init__(self, folder, dark=False):
        self.folder, self.dark = Path(folder), dark

    def __enter__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        settings = self.folder / ".lab"
        theme = {"theme": "JupyterLab Dark" if self.dark else "JupyterLab Light"}
        overrides = {**OVERRIDES, "@jupyterlab/apputils-extension:themes": theme}
        (settings / "settings").mkdir(parents=True, exist_ok=True)
        (settings / "settings" / "overrides.json").write_text(json.dumps(overrides))
        self.log = open(self.folder / ".lab" / "log.txt", "wb")
        self.server = subprocess.Popen(
            self._command(settings),
            env=self._env(settings),
            stdout=self.log,
            stderr=self.log,
            cwd=self.folder,
        )
        self._wait()
        return self

    def _command(self, settings):
        options = {
            "ServerApp.port": self.port, "ServerApp.ip": "127.0.0.1", "IdentityProvider.token": "",
            "ServerApp.password": "", "ServerApp.open_browser": False,
            "ServerApp.root_dir": self.folder, "ServerApp.allow_root": True,
            "LabServerApp.app_settings_dir": settings / "settings",
            "LabApp.app_settings_dir": settings / "settings",
        }  # fmt: skip
        return [sys.executable, "-m", "jupyterlab", *(f"--{k}={v}" for k, v in options.items())]

    def _env(self, settings):
        own = {
            "JUPYTER_CONFIG_DIR": str(settings / "config"),
            "JUPYTERLAB_SETTINGS_DIR": str(settings / "user"),
            "JUPYTERLAB_WORKSPACES_DIR": str(settings / "workspaces"),
            "DTLAB_PROGRESS": str(settings / "progress.json"),
        }
        return {**os.environ, **own}

    def _wait(self):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api", timeout=5).close()
                return
            except OSError:
                time.sleep(0.2)
        raise RuntimeError(
            f"JupyterLab did not start: {(self.folder / '.lab/log.txt').read_text()}"
        )

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait(SECONDS)
        self.log.close()

    @contextmanager
    def page(self, width=1400, height=1000):
        """A new page of a headless browser."""
        from playwright.sync_api import sync_playwright

        with sync_playwright() as play:
            limit = 1000 * SECONDS
            chrome = play.chromium.launch(
                executable_path=browser(), args=["--no-sandbox"], timeout=limit
            )
            page = chrome.new_page(viewport={"width": width, "height": height})
            page.set_default_timeout(limit)
            yield page
            chrome.close()

    def write(self, name, *cells):
        """A notebook of code cells in the server's folder."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(notebook, self.folder / name)
        return name

    def open(self, page, name):
        """Open a notebook of the folder and wait for its kernel."""
        return OpenNotebook(page, f"http://127.0.0.1:{self.port}/lab/tree/{name}?reset")


class OpenNotebook:
    """A notebook that is open in a page; `complaints` collects what the browser's console says."""

    def __init__(self, page, url):
        self.page, self.complaints = page, []
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.on("pageerror", lambda error: self._hear("error", str(error)))
        page.goto(url)
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        self.wait_for_kernel()

    def _hear(self, kind, text):
        if kind == "error" and not HARMLESS.search(text):
            self.complaints.append(text)

    def wait_for_kernel(self):
        """Wait until the kernel has nothing more to do."""
        self.page.locator("#jp-main-statusbar").get_by_text("| Idle").wait_for()

    def run(self, seconds=300):
        """Run all cells and wait until the kernel has done them, or until one fails."""
        cells = self.page.locator(".jp-CodeCell").count()
        self.page.keyboard.press("Escape")
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        end = time.monotonic() + seconds
        while not self._done(cells):
            if time.monotonic() > end:
                raise RuntimeError(f"the cells are not done after {seconds} seconds")
            self._choose_kernel()
            self.page.wait_for_timeout(100)
        return self

    def _done(self, cells):
        """Whether each cell has its number and none waits; after an error the rest has none."""
        prompts = self.page.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()
        numbered = all(re.search(r"\d", prompt) for prompt in prompts)
        waiting = any("*" in prompt for prompt in prompts)
        return len(prompts) >= cells and not waiting and bool(numbered or self.errors)

    def _choose_kernel(self):
        """A slow machine makes JupyterLab ask for a kernel that it is about to know."""
        asked = self.page.locator(".jp-Dialog .jp-mod-accept")
        if asked.count():
            asked.click()

    @property
    def errors(self):
        """What went wrong in the kernel, as the outputs show it."""
        shown = self.page.locator(".jp-OutputArea-output[data-mime-type*='error'], "
                                  ".jp-OutputArea-output[data-mime-type*='stderr']")  # fmt: skip
        return shown.all_inner_texts()
