"""The command `dtlab`, also `python -m dtcourse`."""

import argparse
import os
import re
import sys
from functools import partial
from importlib import import_module
from pathlib import Path

from dtlab import __version__

from .commands import add_example_command, run_command

OVERVIEW = """\
A course on decision trees: notebooks in JupyterLab, and the package that they import.

for learners:
  lab        open the course in JupyterLab, in your working copy of it
  progress   show what you answered and solved, or export it for a lecturer
  doctor     check this computer: what the course uses, and how to get what is missing

for lecturers:
  live       write lecture copies for live coding, with notes
  release    write the exercise sets, or zips to hand out
  grade      grade a class of submissions, each in a sandbox
  class      write a page about the class: what to talk about next week
  similar    list pairs of submissions with suspiciously similar answers
  manual     write all answers to each question that a person marks, and a table to fill in
  feedback   write a page of feedback per student
  marks      write a table of marks, also for Moodle and Canvas

`dtlab COMMAND --help` explains a command and gives an example. Exit status: 0 done, 1 not done (one
sentence on stderr says why), 2 wrong usage.
"""

GRADING = ("grade", "class", "similar", "manual", "feedback", "marks")
NO_NBJUDGE = (
    "this needs nbjudge, which is not installed here: run  python -m pip install "
    "./packages/nbjudge  in a copy of the course"
)


def main(arguments=None):
    """Run the command line and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="dtlab",
        usage="dtlab COMMAND ...",
        description=OVERVIEW,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"dtlab {__version__}")
    commands = parser.add_subparsers(dest="command", prog="dtlab", help=argparse.SUPPRESS)
    add_our_commands(commands)
    add_grading_commands(commands)
    options, rest = parser.parse_known_args(arguments)
    if options.command is None and not rest:
        parser.print_help()
        return 0
    if rest and options.command not in ("lab", *GRADING):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    options.for_jupyter = rest
    return run_command(options)


def add_grading_commands(commands):
    """Add the commands of nbjudge; where it is missing, each says so."""
    try:
        from nbjudge.cli import add_commands
    except ImportError:
        for name in GRADING:
            command = commands.add_parser(name, add_help=False)
            command.add_argument("rest", nargs=argparse.REMAINDER)
            command.set_defaults(run=run_without_nbjudge, program="dtlab")
    else:
        add_commands(commands, "dtlab")
        commands.choices["grade"].set_defaults(run=run_grade)


def run_grade(options):
    """Grade a class, unless the source asks for an exercise that the course no longer has."""
    from nbjudge.cli import run_grade

    from .bank import refuse_retired

    if options.source.is_file():
        text = options.source.read_text(encoding="utf-8", errors="replace")
        refuse_retired(re.findall(r"\b(?:grade|draw)\(\\?[\"'](\d\d\.\d+)", text))
    return run_grade(options)


def run_without_nbjudge(options):
    """What every grading command says where nbjudge is missing."""
    raise ValueError(NO_NBJUDGE)


def add_our_commands(commands):
    """Add the commands around the notebooks to the command line."""
    add_command = partial(add_example_command, commands, "dtlab")
    lab = add_command(
        "lab",
        "Make or update your working copy of the notebooks and open it in JupyterLab. What you "
        "edited is never overwritten. Other options are passed on to JupyterLab.",
        "lab --dir my_course --port 9000",
    )
    lab.add_argument("--dir", type=Path, help="folder of your working copy")
    lab.add_argument(
        "--no-start", action="store_true", help="only make or update the copy, as on a JupyterHub"
    )
    lab.set_defaults(run=run_lab)

    progress = add_command(
        "progress",
        "Show what you answered and solved; with --export, write it into a file to show to a "
        "lecturer, who sees it with `dtlab progress FILE`. It is self-reported: no mark.",
        "progress --export ada.json",
    )
    one = progress.add_mutually_exclusive_group()
    one.add_argument("file", type=Path, nargs="?", help="what somebody exported")
    one.add_argument("-o", "--export", type=Path, metavar="FILE", help="where to write it")
    progress.set_defaults(run=run_progress)

    doctor = add_command(
        "doctor",
        "Look for everything the course uses: Python, packages, the Jupyter kernel, write access, "
        "a free port; for some notebooks and for lecturers Java, bubblewrap and Chromium. Says "
        "what each is for and how to get it. Exit status 1 if the course lacks something.",
        "doctor",
    )
    doctor.set_defaults(run=run_doctor)

    live = add_command(
        "live",
        "Write NN_live.ipynb, a lecture copy of a notebook in which the cells that you type are "
        "reduced to one line, and NN_notes.html, the finished cells with a clock, for a second "
        "screen or a phone. Or, with --export, write what was typed in a lecture copy as a "
        "notebook for the class. A file that you edited is never overwritten.",
        "live 04 -o lecture\n  dtlab live --export lecture/04_live.ipynb -o 04_typed.ipynb",
    )
    live.add_argument("numbers", nargs="*", metavar="NN", help="a notebook, such as 04")
    live.add_argument("--all", action="store_true", help="every notebook")
    live.add_argument(
        "--export", type=Path, metavar="COPY", help="a lecture copy, after the lecture"
    )
    live.add_argument(
        *("-o", "--dir"),
        type=Path,
        help="folder (default: dtlab-live); of --export the file (default: NN_typed.ipynb beside "
        "the copy)",
    )
    live.set_defaults(run=run_live, wrong=live.error)

    release = add_command(
        "release",
        "Write the notebooks of all exercise sets: with solutions, in nbgrader's format, into the "
        "folder solutions; the learners' versions into exercises. Or write zips to hand out.",
        "release --zip 02 -o handouts",
    )
    release.add_argument(
        "-o",
        "--dir",
        type=Path,
        help="where the two folders, or the zips, go; by default the folders go into the course "
        "itself and are overwritten without asking, and the zips into the current folder",
    )
    release.add_argument(
        "--zip",
        nargs="*",
        metavar="SET",
        help="a zip per set: of all sets, of those named (02), or of a source notebook of your own",
    )
    release.set_defaults(run=run_release)


def run_lab(options):
    """Deliver the working copy and open JupyterLab on its first notebook."""
    from .workcopy import START, default_folder, deliver

    folder = Path(options.dir or default_folder()).absolute()
    for sentence in deliver(folder):
        print(f"dtlab: {sentence}")
    print(f"dtlab: your notebooks are in {folder}", flush=True)
    if options.no_start:
        return
    where = "starts" if "--no-browser" in options.for_jupyter else "opens in your browser"
    print(f"dtlab: JupyterLab {where}; press Ctrl-C here to stop", flush=True)
    # These settings make the first screen and the terminal quiet: no question about news, no notes
    # on how the server starts, kernels that encrypt instead of warning that they do not. They hold
    # for this start only; options of the command line, such as --debug, overrule them.
    ours = str(Path(__file__).with_name("jupyter"))
    paths = [ours, *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(paths)
    from .lab_server import CourseLab

    settings = [f"--ServerApp.root_dir={folder}", f"--LabApp.default_url=/lab/tree/{START}"]
    if import_module("zmq").has("curve"):  # which comes with JupyterLab, nearly always with this
        settings.append("--KernelManager.transport_encryption=auto")
    CourseLab.launch_instance([*settings, *options.for_jupyter])


def run_progress(options):
    """Show one's own progress or an exported one, or export one's own."""
    from .cards import course_map, record
    from .files import refuse_edited, remember

    if options.export:
        refuse_edited([options.export])
        record.export(options.export)
        remember([options.export])
        print(f"dtlab: wrote {options.export}, marked as self-reported")
        return
    if options.file:
        head = "A learner's way through the course, self-reported"
        shown = course_map.chart(record.exported(options.file), head, record.SELF_REPORTED)
    else:
        shown = course_map.progress()
    show(shown)


def run_doctor(options):
    """Print what the course uses and what of it is here; 1 if something needed is missing."""
    from .environment import check_environment

    environment = check_environment()
    show(environment)
    return 1 if environment.missing else 0


def run_live(options):
    """Write lecture copies, or what was typed in one, and say where they are."""
    from .live import with_cues, write_live
    from .typed import write_typed

    if sum(map(bool, (options.all, options.numbers, options.export))) != 1:
        options.wrong("say which notebook, such as 04, or --all, or --export and a lecture copy")
    if options.export:
        said = write_typed(options.export, options.dir)
    else:
        numbers = [number.zfill(2) for number in options.numbers] or with_cues()
        said = [f"wrote {path}" for path in write_live(numbers, options.dir or Path("dtlab-live"))]
    for sentence in said:
        print(f"dtlab: {sentence}")


def run_release(options):
    """Write zips to hand out, or the exercise notebooks, and say which changed."""
    if options.zip is not None:
        try:
            from nbjudge.release import hand_out
        except ImportError:
            raise ValueError(NO_NBJUDGE) from None
        from .judge_plugin import COURSE

        sets = [name.zfill(2) if name.isdigit() else name for name in options.zip]
        changed = hand_out(sets, options.dir or Path(), COURSE)
    else:
        from .release import release

        changed = release(options.dir)
    for path in changed:
        print(f"dtlab: wrote {path}")
    if not changed:
        print("dtlab: the notebooks are up to date, nothing to write")


def show(text):
    """Print a text; a terminal that lacks its signs shows question marks."""
    sys.stdout.reconfigure(errors="replace")
    print(text)
