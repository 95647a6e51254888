"""The command `dtlab`, also `python -m dtlab`."""

import argparse
import sys
from pathlib import Path

from . import __version__


def main(arguments=None):
    """Run the command line and return its exit code."""
    parser = argparse.ArgumentParser(prog="dtlab", description="A course on decision trees.")
    parser.add_argument("--version", action="version", version=f"dtlab {__version__}")
    commands = parser.add_subparsers(dest="command")
    lab_parser = commands.add_parser(
        "lab",
        help="open the course in JupyterLab",
        description="Make or update your working copy of the notebooks and open it in JupyterLab. "
        "Other options, such as --no-browser or --port, are passed on to JupyterLab.",
    )
    lab_parser.add_argument("--dir", type=Path, help="folder of your working copy")
    release_parser = commands.add_parser(
        "release",
        help="write the exercise notebooks from the bank",
        description="Write the notebooks of all exercise sets: with solutions, in nbgrader's "
        "format, into solutions; the learners' versions into exercises.",
    )
    release_parser.add_argument("--dir", type=Path, help="where the two folders go")
    live_parser = commands.add_parser(
        "live",
        help="write lecture copies for live coding, with notes",
        description="Write NN_live.ipynb, a lecture copy of a notebook in which the cells that you "
        "type are emptied to one line, and NN_notes.html, the finished cells with a clock, for a "
        "second screen or a phone. A copy that you edited is never overwritten.",
        epilog="example: dtlab live 04 -o lecture",
    )
    live_parser.add_argument("numbers", nargs="*", metavar="NN", help="a notebook, such as 04")
    live_parser.add_argument("--all", action="store_true", help="every notebook that has cues")
    live_parser.add_argument(
        "-o", "--dir", type=Path, default=Path("dtlab-live"), help="folder (default: dtlab-live)"
    )
    options, rest = parser.parse_known_args(arguments)
    if options.command == "lab":
        return lab(options.dir, rest)
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if options.command == "release":
        return release_sets(options.dir)
    if options.command == "live":
        if options.all == bool(options.numbers):
            live_parser.error("say which notebook, such as 04, or --all")
        return live(options.numbers, options.dir)
    parser.print_help()
    return 0


def release_sets(folder=None):
    """Write the exercise notebooks, and say which changed."""
    from .exercises.release import release

    try:
        changed = release(folder)
    except OSError as error:
        print(f"dtlab: cannot write the notebooks ({error}); name a folder with --dir")
        return 1
    for path in changed:
        print(f"dtlab: wrote {path}")
    if not changed:
        print("dtlab: nothing to write, the notebooks say what the bank says")
    return 0


def live(numbers, folder):
    """Write lecture copies of these notebooks, or of all that have cues, and say where they are."""
    from .course.live import LiveError, with_cues, write_live

    try:
        paths = write_live([number.zfill(2) for number in numbers] or with_cues(), folder)
    except LiveError as error:
        print(f"dtlab: {error}", file=sys.stderr)
        return 1
    for path in paths:
        print(f"dtlab: wrote {path}")
    return 0


def lab(folder=None, jupyter_options=()):
    """Deliver the working copy and open JupyterLab on its first notebook."""
    from .course.workcopy import START, WorkCopyError, default_folder, deliver

    folder = Path(folder or default_folder()).absolute()
    try:
        news = deliver(folder)
    except WorkCopyError as error:
        print(f"dtlab: {error}", file=sys.stderr)
        return 1
    for sentence in news:
        print(f"dtlab: {sentence}")
    print(f"dtlab: your notebooks are in {folder}; press Ctrl-C here to stop", flush=True)
    from jupyterlab.labapp import LabApp

    where = [f"--ServerApp.root_dir={folder}", f"--LabApp.default_url=/lab/tree/{START}"]
    LabApp.launch_instance([*where, *jupyter_options])
    return 0


if __name__ == "__main__":
    sys.exit(main())
