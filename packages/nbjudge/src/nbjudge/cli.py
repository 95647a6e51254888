"""The commands of a lecturer: release, grade, class, similar, manual, feedback, marks.

A course's own command line may offer them too (`add_commands`), under its own name (`program`).

A command prints sentences and returns its exit status: 0 when it did its work, whatever the marks;
1 with a sentence when something is in the way; 2, from argparse, for wrong usage. What a command
needs is imported when it runs.
"""

import argparse
import re
import signal
from functools import partial
from pathlib import Path

from . import __version__
from .commands import add_example_command, run_command, say
from .course import find_course
from .files import refuse_edited, remember
from .words import counted

MARKS = """marks results --moodle "Grades-Set 02.csv" --late 10%/day --overrides by_hand.csv

  by_hand.csv:   student,grade_id,points,comment
                 4711,essay,3.5,a good argument

the late rule:
  A submission that is D days late loses D times the share of the points that could be reached, but
  no more than it has: with 10%/day and 20 points, 2 points a day. A day that has begun counts.
  Moodle's grading worksheet says how late a submission is ("Submitted for grading - 1 day 2 hours
  late"), with the student's own extension; file times count for nothing. Canvas deducts by its own
  late policy when grades are imported, so --late goes with --moodle only."""


OVERVIEW = """\
Grade a class of Jupyter notebooks in nbgrader's format, each submission in a sandbox.

  release    write zips to hand out, without solutions and hidden tests
  grade      grade a class of submissions
  class      write a page about the class: what to talk about next week
  similar    list pairs of submissions with suspiciously similar answers
  manual     write all answers to each question that a person marks, and a table to fill in
  feedback   write a page of feedback per student
  marks      write a table of marks, also for Moodle and Canvas

`nbjudge COMMAND --help` explains a command and gives an example. Exit status: 0 done, 1 not done
(one sentence on stderr says why), 2 wrong usage.
"""


def main(arguments=None):
    """Run the command line `nbjudge` and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="nbjudge",
        usage="nbjudge COMMAND ...",
        description=OVERVIEW,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"nbjudge {__version__}")
    commands = parser.add_subparsers(dest="command", prog="nbjudge", help=argparse.SUPPRESS)
    add_release(commands)
    add_commands(commands, "nbjudge")
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        return 0
    return run_command(options)


def add_release(commands):
    """Add the command `release`; a course may have one of its own."""
    release = add_example_command(
        commands,
        "nbjudge",
        "release",
        "Write a zip per assignment for learners: the notebook without solutions and hidden tests, "
        "proved to hold no line of them, and a README.",
        "release source/fractions.ipynb -o handouts",
    )
    release.add_argument(
        "sources", nargs="*", metavar="SOURCE", help="your notebook, or a name of the course's own"
    )
    release.add_argument(
        "-o", "--dir", type=Path, default=Path(), help="where the zips go; default: here"
    )
    _course_argument(release)
    release.set_defaults(run=run_release, wrong=release.error)


def add_commands(commands, program):
    """Add the lecturer's commands to the command line of this program."""
    add_command = partial(add_example_command, commands, program)
    grade = add_command(
        "grade",
        "Grade all submissions to an assignment in nbgrader's format, each in its own sandbox. "
        "The source's own solution is graded first: every test must pass. Writes RESULTS/marks.csv "
        "and one file per student; the same command grades again after you changed a test.",
        "grade source/set02.ipynb moodle.zip -o results -j 4",
    )
    grade.add_argument("source", type=Path, metavar="SOURCE", help="your notebook, with solutions")
    grade.add_argument(
        "submissions",
        type=Path,
        metavar="SUBMISSIONS",
        help="a folder per student, a flat folder, nbgrader's `submitted`, or a zip of Moodle or "
        "Canvas",
    )
    _out_argument(grade, "RESULTS", "folder of the results", required=True)
    grade.add_argument(
        "-j", dest="jobs", type=_count, default=1, metavar="N", help="how many at once (default: 1)"
    )
    grade.add_argument(
        "--timeout",
        type=_seconds,
        metavar="S",
        help="CPU seconds of a call; by default 5, or ten times what your solution needs",
    )
    grade.add_argument("--memory", type=_count, metavar="MB", help="memory of a submission; 1024")
    grade.add_argument(
        "--files",
        type=Path,
        metavar="FOLDER",
        help="what the cells read, such as tables: every submission finds it where it runs",
    )
    grade.add_argument(
        "--resume", action="store_true", help="keep results whose source, file and limits agree"
    )
    grade.add_argument(
        "--shard", type=_shard, metavar="I/N", help="grade the I-th of N parts of the class"
    )
    grade.add_argument(
        "--unsafe",
        action="store_true",
        help="without a sandbox: submissions run with your rights, and can do what you can",
    )
    _course_argument(grade)
    grade.set_defaults(run=run_grade)

    marks = add_command(
        "marks",
        "Join the results of one or more folders, apply a late rule and points given by hand, and "
        "write a table, or fill in the list that Moodle or Canvas exported.",
        MARKS,
    )
    _results_argument(marks, "default: marks.csv, moodle.csv or canvas.csv in RESULTS", "CSV")
    platform = marks.add_mutually_exclusive_group()
    platform.add_argument(
        "--moodle", type=Path, metavar="WORKSHEET", help="grading worksheet, exported in English"
    )
    platform.add_argument("--canvas", type=Path, metavar="GRADEBOOK", help="exported gradebook")
    platform.add_argument("--nbgrader", type=Path, metavar="DB", help="gradebook.db of nbgrader")
    marks.add_argument("--column", help="title of the assignment's column in Canvas' gradebook")
    marks.add_argument("--assignment", metavar="NAME", help="nbgrader's name of the assignment")
    marks.add_argument("--late", type=_late, metavar="RULE", help="such as 10%%/day, see below")
    marks.add_argument("--overrides", type=Path, metavar="CSV", help="points by hand, see below")
    marks.set_defaults(run=run_marks, wrong=marks.error)

    feedback = add_command(
        "feedback",
        "Write one HTML page per student: points, tests, the named mistake; of hidden tests only "
        "name, hint and outcome. index.csv says whose page is which.",
        "feedback results",
    )
    _results_argument(feedback, "default: RESULTS/feedback", "FOLDER")
    feedback.add_argument("--overrides", type=Path, metavar="CSV", help="as for marks")
    feedback.set_defaults(run=run_feedback)

    by_hand = add_command(
        "manual",
        "For cells that a person marks: write an HTML page per question with the answers of all "
        "students, and by_hand.csv, a table with a row per answer. Fill in points and comments, "
        "and give the table to `marks` and `feedback` as --overrides.",
        "manual results --anonymous",
    )
    _results_argument(by_hand, "default: RESULTS/manual", "FOLDER")
    by_hand.add_argument(
        "--anonymous", action="store_true", help="a pseudonym in the place of each student"
    )
    by_hand.add_argument(
        "--overrides", type=Path, metavar="CSV", help="points that were given before, to go on from"
    )
    by_hand.set_defaults(run=run_manual)

    page = add_command(
        "class",
        "Write one HTML page: how each exercise went and the commonest mistakes.",
        "class results",
    )
    _results_argument(page, "default: RESULTS/class.html", "HTML")
    page.set_defaults(run=run_class, overrides=None)

    similar = add_command(
        "similar",
        "List pairs of submissions that share more than chance explains, ignoring names, "
        "comments and layout.",
        "similar moodle.zip --source source/set02.ipynb",
    )
    similar.add_argument("submissions", type=Path, metavar="SUBMISSIONS", help="as for grade")
    similar.add_argument("--source", type=Path, required=True, help="your notebook")
    _out_argument(similar, "CSV", "also write a table")
    similar.set_defaults(run=run_similar)


def _course_argument(parser):
    parser.add_argument(
        "--course",
        default="",
        metavar="NAME",
        help="whose packages and exercises the source uses: by default the one that is installed; "
        "`none` for none",
    )


def _results_argument(parser, default, what):
    parser.add_argument(
        "results", type=Path, nargs="+", metavar="RESULTS", help="folders that `grade` wrote"
    )
    _out_argument(parser, what, default)


def _out_argument(parser, what, about, **how):
    """Where a command writes: `-o`, or `--dir` as in other commands."""
    parser.add_argument("-o", "--dir", dest="out", type=Path, metavar=what, help=about, **how)


# ── options ─────────────────────────────────────────────────────────────────────────────────────


def _count(text):
    if not re.fullmatch("[1-9][0-9]{0,5}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def _seconds(text):
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value


def _shard(text):
    found = re.fullmatch("([0-9]{1,5})/([0-9]{1,5})", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise argparse.ArgumentTypeError(f"{text!r}: write 3/10 for the third of ten parts")
    return int(found[1]), int(found[2])


def _late(text):
    from .reports.marks import late_rule

    try:
        return late_rule(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


# ── what the commands do ────────────────────────────────────────────────────────────────────────


def run_release(options):
    """The command `release`."""
    from .release import hand_out

    course = find_course(options.course)
    if not options.sources and not course.releases():
        options.wrong("name a source notebook")
    for path in hand_out(options.sources, options.dir, course, partial(say, options)):
        say(options, f"wrote {path}")


def run_grade(options):
    """The command `grade`."""
    from .run import run

    # A batch system ends a job with SIGTERM: what was graded is kept, as after Ctrl+C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    table = options.out / "marks.csv"
    refuse_edited([table])
    if not options.source.is_file():
        raise ValueError(f"{options.source} is not a file: name your source notebook")
    end = run(
        options.source,
        options.submissions,
        options.out,
        timeout=options.timeout,
        memory=options.memory,
        unsafe=options.unsafe,
        files=options.files,
        course=find_course(options.course),
        say=partial(say, options),
        jobs=options.jobs,
        resume=options.resume,
        shard=options.shard,
    )
    remember([table])
    return end


def run_marks(options):
    """The command `marks`."""
    from .reports import marks
    from .results import cautions, save_marks

    if options.late is not None and not options.moodle:
        options.wrong("--late needs --moodle: only its worksheet says who is late")
    if options.nbgrader and not options.assignment:
        options.wrong("--nbgrader needs --assignment, nbgrader's name of the assignment")
    results = _results(options)
    if options.late is not None:
        results = list(marks.deduct(results, options.late, marks.late_days(options.moodle)))
    for sentence in (*cautions(results), *marks.waiting(results)):
        say(options, sentence)
    if options.nbgrader:
        from .reports.gradebook import into_gradebook

        count = into_gradebook(results, options.nbgrader, options.assignment)
        say(options, f"entered {counted(count, 'submission')} into {options.nbgrader}")
        return
    name = "moodle.csv" if options.moodle else "canvas.csv" if options.canvas else "marks.csv"
    out = options.out or options.results[0] / name
    refuse_edited([out])
    sentences = ()
    if options.moodle:
        sentences = marks.fill_moodle(results, options.moodle, out)
    elif options.canvas:
        sentences = marks.fill_canvas(results, options.canvas, out, options.column)
    else:
        save_marks(out, results)
    remember([out])
    for sentence in (*sentences, f"wrote {out}"):
        say(options, sentence)


def _results(options):
    """The results, with points that were given by hand; a sentence if some are not there yet."""
    from .reports.marks import override
    from .results import load, ungraded

    results = load(*options.results)
    for sentence in ungraded(results, *options.results):
        say(options, sentence)
    return override(results, options.overrides) if options.overrides else results


def run_feedback(options):
    """The command `feedback`."""
    from .reports.feedback import feedback

    folder = options.out or options.results[0] / "feedback"
    results = _results(options)
    refuse_edited([*folder.glob("*.html"), folder / "index.csv", folder / "moodle.zip"])
    paths = feedback(results, folder)
    remember([*paths, folder / "moodle.zip"])
    pages = counted(len(paths) - 1, "page")
    say(options, f"wrote {pages} into {folder}; index.csv says whose page is which")


def run_manual(options):
    """The command `manual`."""
    from .reports.manual import TABLE, manual_files, write_files

    folder = options.out or options.results[0] / "manual"
    files = manual_files(_results(options), options.anonymous)
    refuse_edited(folder / name for name in files)
    remember(write_files(files, folder))
    pages = counted(len(files) - 1, "page")
    say(options, f"wrote {pages} of answers and {folder / TABLE}: fill in points and comments")


def run_class(options):
    """The command `class`."""
    from .reports.class_page import class_page
    from .results import ungraded

    out = options.out or options.results[0] / "class.html"
    results = _results(options)
    refuse_edited([out])
    remember([class_page(results, out, ungraded(results, *options.results))])
    say(options, f"wrote {out}")


def run_similar(options):
    """The command `similar`."""
    from .reports.similar import similar, write_similar
    from .submissions import find_submissions

    if options.out:
        refuse_edited([options.out])
    found = find_submissions(options.submissions, options.source.stem)
    comparison = similar(found.submissions, options.source)
    print(comparison)
    if options.out:
        write_similar(comparison, options.out)
        remember([options.out])
        say(options, f"wrote {options.out}")
