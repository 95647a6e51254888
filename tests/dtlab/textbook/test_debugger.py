"""A learner can step from a cell into a page of the textbook, with JupyterLab's debugger.

JupyterLab sends these requests to the kernel when its buttons are pressed.
"""

from pathlib import Path

import pytest
from jupyter_client.manager import start_new_kernel

import dtlab.textbook

SECONDS = 120  # only a hang takes this long
CELL = "tree = textbook.id3(veg.X, veg.y)"


class Debugger:
    """A kernel, and the debugger's requests to it."""

    def __init__(self):
        self.kernel, self.client = start_new_kernel(kernel_name="python3")

    def request(self, command, **arguments):
        content = {"type": "request", "seq": 1, "command": command, "arguments": arguments}
        message = self.client.session.msg("debug_request", content)
        self.client.control_channel.send(message)
        while True:
            reply = self.client.control_channel.get_msg(timeout=SECONDS)
            if reply["parent_header"].get("msg_id") == message["header"]["msg_id"]:
                assert reply["content"]["success"], reply["content"]
                return reply["content"].get("body", {})

    def where(self):
        """The thread, and the frame where it stops next."""
        while True:
            message = self.client.iopub_channel.get_msg(timeout=SECONDS)
            content = message["content"]
            if message["msg_type"] == "debug_event" and content["event"] == "stopped":
                thread = content["body"]["threadId"]
                frame = self.request("stackTrace", threadId=thread)["stackFrames"][0]
                return thread, frame


@pytest.fixture
def debugger():
    debugger = Debugger()
    yield debugger
    debugger.client.stop_channels()
    debugger.kernel.shutdown_kernel(now=True)


def test_step_in_leads_from_the_cell_into_the_page(debugger):
    debugger.client.execute_interactive(
        "from dtlab import load, textbook\nveg = load('vegetation')", timeout=SECONDS
    )
    debugger.request("initialize", clientID="test", adapterID="", pathFormat="path")
    debugger.request("attach", justMyCode=False)  # as JupyterLab does
    cell = debugger.request("dumpCell", code=CELL)["sourcePath"]
    debugger.request("setBreakpoints", source={"path": cell}, breakpoints=[{"line": 1}])
    debugger.request("configurationDone")
    debugger.client.execute(CELL)
    thread, frame = debugger.where()
    assert frame["source"]["path"] == cell
    debugger.request("stepIn", threadId=thread)
    thread, frame = debugger.where()
    assert Path(frame["source"]["path"]) == Path(dtlab.textbook.__file__).with_name("id3.py")
    assert frame["name"] == "id3"
    locals_ = debugger.request("scopes", frameId=frame["id"])["scopes"][0]["variablesReference"]
    variables = debugger.request("variables", variablesReference=locals_)["variables"]
    assert {"X", "y"} <= {variable["name"] for variable in variables}
