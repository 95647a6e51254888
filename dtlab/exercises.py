"""The exercises of the course are in the package dtcourse: importing this one says so."""

raise ImportError(
    "dtlab.exercises is now dtcourse: write  from dtcourse import check, hint, solution  and so on"
)
