"""JupyterLab as `dtlab lab` starts it: it says where it answers, and when its port was not free.

Jupyter says the first only if it made up a token, and the second never, at the level of messages
that we show. What is overridden here are public methods of Jupyter.
"""

from jupyterlab.labapp import LabApp


class CourseServer(LabApp.serverapp_class):
    """A server that says where it answers as soon as it does."""

    def init_httpserver(self):
        """Choose a port; what the loop calls first binds it, and next it is said."""
        asked = self.port
        super().init_httpserver()
        self.io_loop.add_callback(self.say_where, asked)

    def say_where(self, asked):
        """Say the address, and which port was asked for if it was not free."""
        if asked not in (0, self.port):
            print(f"dtlab: port {asked} is not free, so JupyterLab uses {self.port}", flush=True)
        print(f"dtlab: JupyterLab answers at {self.public_url}", flush=True)


class CourseLab(LabApp):
    """JupyterLab on such a server."""

    serverapp_class = CourseServer

    @classmethod
    def get_extension_package(cls):
        """The package that holds JupyterLab, whose name is not ours."""
        return LabApp.get_extension_package()
