"""What a newcomer sees: `dtlab lab` with an empty home, in a real browser."""

import json
import sys

import pytest
from helpers.browser import Lab, browser

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
