"""Commands of a command line: their help, their messages, and what is in the way of one.

A command prints sentences and returns its exit status: 0 when it did its work; 1 with a sentence
when something is in the way; 2, from argparse, for wrong usage. nbjudge and dtcourse each have a
copy of this file, because neither may need the other; a test compares them.
"""

import argparse
import sys
import textwrap


def add_example_command(commands, program, name, about, example):
    """Add a command with its description and an example, and return its parser."""
    parser = commands.add_parser(
        name,
        description=textwrap.fill(about, 79),
        epilog=f"example:\n  {program} {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(program=program)
    return parser


def say(options, sentence):
    """Print a sentence under the name of the program."""
    print(f"{options.program}: {sentence}", flush=True)


def run_command(options):
    """Run the command that the options name; a sentence and 1 for what is in the way."""
    try:
        return options.run(options) or 0
    except KeyboardInterrupt:
        print(f"{options.program}: interrupted", file=sys.stderr)
        return 130
    except OSError as error:
        what = f"{error.filename}: {error.strerror}" if error.filename else error
        print(f"{options.program}: {what}", file=sys.stderr)
    except ValueError as error:
        print(f"{options.program}: {error}", file=sys.stderr)
    return 1
