"""What a newcomer sees: `dtlab lab` with an empty home, in a real browser."""

import json
import re
import sys
import time
import urllib.request

import pytest
from helpers.browser import SECONDS, Lab, browser

from conftest import needs
from dtcourse.workcopy import START

NEWS = "@jupyterlab/apputils-extension:announcements"


class FreshLab(Lab):
    """The course as the command starts it, with nobody's settings."""

    def _command(self, settings):
        options = ["--no-browser", "--allow-root", f"--port={self.port}", "--ip=127.0.0.1"]
        options += ["--IdentityProvider.token=", "--ServerApp.port_retries=0"]
        return [sys.executable, "-m", "dtcourse", "lab", "--dir", self.folder / "course", *options]

    def _env(self, settings):
        return super()._env(settings) | {"HOME": str(self.folder), "JUPYTER_CONFIG_PATH": ""}


@pytest.mark.slow
def test_no_question_about_news_no_unsaved_notebook_no_chatter(tmp_path):
    needs("Chromium", browser(), "install chromium")
    with FreshLab(tmp_path) as lab, lab.page() as page:
        opened = lab.open(page, START)  # when its kernel has answered
        settings = json.loads(page.locator("#jupyter-config-data").inner_text())
        assert NEWS in settings["disabledExtensions"]
        assert page.locator(".Toastify__toast").count() == 0
        assert page.locator(".lm-DockPanel-tabBar .jp-mod-current").inner_text() == START
        assert page.locator(".jp-mod-dirty").count() == 0
        assert opened.complaints == []
    log = (tmp_path / ".lab" / "log.txt").read_text()
    assert log.startswith("dtlab: your notebooks are in")
    assert "[I " not in log and "without encryption" not in log


class SecondLab(FreshLab):
    """One that asks for the port of another, and makes up a token."""

    def __init__(self, folder, port):
        super().__init__(folder)
        self.taken = port

    def _command(self, settings):
        words = [word for word in super()._command(settings) if "=" not in str(word)]
        return [*words, f"--port={self.taken}", "--ip=127.0.0.1"]

    def _wait(self):
        """Until it says where it answers."""


def said(lab):
    """What the command says, once it has said where JupyterLab answers: the lines, the address."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and lab.server.poll() is None:
        text = (lab.folder / ".lab" / "log.txt").read_text()
        if found := re.search(r"^dtlab: JupyterLab answers at (http://\S+)\n", text, re.MULTILINE):
            return text, found[1]
        time.sleep(0.1)
    raise AssertionError(text)


@pytest.mark.slow
def test_the_command_says_where_it_answers_and_that_a_port_was_not_free(tmp_path):
    (tmp_path / "second").mkdir()
    with FreshLab(tmp_path) as first:
        text, address = said(first)
        assert f":{first.port}/lab/tree/{START}" in address and "not free" not in text
        with SecondLab(tmp_path / "second", first.port) as second:
            text, address = said(second)
            port = re.search(r":(\d+)/lab/tree/.*\?token=\w+$", address)[1]
            sentence = f"dtlab: port {first.port} is not free, so JupyterLab uses {port}\n"
            assert int(port) != first.port and text.count(sentence) == 1
            with urllib.request.urlopen(address) as page:
                assert page.status == 200
