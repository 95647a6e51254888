"""Grading a class: a source in nbgrader's format, a folder or zip of submissions, fair marks.

Three processes, each in files of its own: the parent finds submissions and writes results (`run`),
the judge reads one submission and runs the source's tests (`judge`), and the worker runs the
student's cells (`worker`). Judge and worker are forked in bubblewrap (`sandbox`) by a `server` that
has imported what both need, and speak the protocol of `wire`. Tests never share a process with a
student's code.
"""
