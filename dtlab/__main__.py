"""The command `dtlab`, also `python -m dtlab`."""

import argparse
import sys
from pathlib import Path

from . import __version__
from .grading.commands import add_commands, run_command


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
    release_parser.add_argument("--dir", type=Path, help="where the two folders, or the zips, go")
    release_parser.set_defaults(run=hand_out_sets)
    release_parser.add_argument(
        "--zip",
        nargs="*",
        metavar="SET",
        help="instead, write a zip per set to hand out: of all sets, of those named (02), or of a "
        "source notebook of your own",
    )
    progress_parser = commands.add_parser(
        "progress",
        help="show what you answered and solved, or export it for a lecturer",
        description="Show what you answered and solved; with --export, write it into a file to "
        "show to a lecturer, who sees it with `dtlab progress FILE`. It is self-reported: no mark.",
    )
    progress_parser.add_argument("file", type=Path, nargs="?", help="what somebody exported")
    progress_parser.add_argument("--export", type=Path, metavar="FILE", help="where to write it")
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
    add_commands(commands)
    options, rest = parser.parse_known_args(arguments)
    if options.command == "lab":
        return lab(options.dir, rest)
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if options.command == "release":
        return release_sets(options.dir) if options.zip is None else run_command(options)
    if options.command == "progress":
        return progress(options.file, options.export)
    if options.command == "live":
        if options.all == bool(options.numbers):
            live_parser.error("say which notebook, such as 04, or --all")
        return live(options.numbers, options.dir)
    if options.command:
        return run_command(options)
    parser.print_help()
    return 0


def hand_out_sets(options):
    """Write zips to hand out."""
    from .grading.handout import hand_out

    for path in hand_out(options.zip, options.dir or Path()):
        print(f"dtlab: wrote {path}")


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


def progress(file=None, export=None):
    """Show one's own progress or an exported one, or export one's own."""
    from .exercises import course_map, record

    try:
        if export:
            record.export(export)
            print(f"dtlab: wrote {export}, marked as self-reported")
            return 0
        if file:
            head = "A learner's way through the course, self-reported"
            shown = course_map.chart(record.exported(file), head, record.SELF_REPORTED)
        else:
            shown = course_map.progress()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        print(f"dtlab: {export or file}: {reason}", file=sys.stderr)
        return 1
    sys.stdout.reconfigure(errors="replace")  # a terminal may lack the signs
    print(shown)
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
