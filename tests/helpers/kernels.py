"""Kernels that start sooner: forked from a process that has imported the large libraries.

Each kernel is a process of its own, as ever; only what nearly every notebook imports is in memory
already. That saves a second or more of processor time for each notebook, on Linux.
"""

import json
import os
import select
import signal
import subprocess
import sys

# Not matplotlib.pyplot: it must find the kernel's shell when it is imported.
IMPORTS = (
    "ipykernel.ipkernel",
    "ipywidgets",
    "anywidget",
    "matplotlib.figure",
    "matplotlib.font_manager",
    "pandas",
    "sklearn.datasets",
    "sklearn.model_selection",
    "sklearn.tree",
)


class Kernel:
    """A kernel's process, as far as Jupyter asks for it, of which this one is not the parent."""

    stdin = stdout = stderr = None

    def __init__(self, pid):
        self.pid, self.ended = pid, os.pidfd_open(pid)

    def poll(self, seconds=0):
        """None while it runs."""
        return 0 if select.select([self.ended], [], [], seconds)[0] else None

    def wait(self, timeout=None):
        """Wait for its end."""
        return self.poll(timeout)

    def send_signal(self, number):
        """Send a signal."""
        signal.pidfd_send_signal(self.ended, number)

    def kill(self):
        """End it."""
        self.send_signal(signal.SIGKILL)

    terminate = kill


class Nursery:
    """Starts kernels as `jupyter_client.launcher.launch_kernel` does, by forks."""

    def __init__(self):
        self.process = None

    def launch(self, cmd, env, cwd=None, **_):
        """A kernel with this command, environment and folder."""
        if self.process is None:
            # it ends with this process, when its input does
            self.process = subprocess.Popen(
                [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        order = {"argv": cmd[cmd.index("-f") :], "env": env, "cwd": str(cwd or os.getcwd())}
        self.process.stdin.write(json.dumps(order).encode() + b"\n")
        self.process.stdin.flush()
        return Kernel(int(self.process.stdout.readline()))


def main():
    """Fork a kernel for each line of the input, and say its number."""
    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    del sys.path[0]  # this folder
    for name in IMPORTS:
        __import__(name)
    sys.modules["pandas"].set_option("display.max_columns", 20)  # as it is in Jupyter
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody else waits for a kernel
    for line in iter(sys.stdin.buffer.readline, b""):
        if not os.fork():
            begin(**json.loads(line))


def begin(argv, env, cwd):
    """Become a kernel."""
    from ipykernel.kernelapp import IPKernelApp

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()  # before anybody knows its number, and ends its group
    print(os.getpid(), flush=True)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env, JPY_PARENT_PID=str(os.getppid()))
    sys.argv = ["ipykernel_launcher", *argv]
    try:
        IPKernelApp.launch_instance()
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
