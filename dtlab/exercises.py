"""The exercises of the course are in the package dtcourse: importing this module says so."""

from .inputs.errors import MovedError

raise MovedError(
    "dtlab.exercises is now dtcourse: write  from dtcourse import check, hint, solution  and so on"
)
