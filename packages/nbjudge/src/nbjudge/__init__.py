"""nbjudge grades a class of notebooks: a source in nbgrader's format, submissions, fair marks.

Three processes, each in files of its own: the parent finds submissions and writes results (`run`),
the judge reads one submission and runs the source's tests (`judging.judge`), and the worker runs
the student's cells (`judging.worker`). Judge and worker are forked in bubblewrap (`sandbox`) by a
server that has imported what both need, and speak a protocol (`protocol.wire`). Tests never share a
process with a student's code.
"""

__version__ = "0.1.0.dev0"
