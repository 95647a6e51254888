"""How much time and memory a submission has, and what grading the source itself has shown."""

from dataclasses import dataclass, field

CALL, SUBMISSION, TEST, MEMORY = 5.0, 10.0, 5.0, 1_024
CLOCK = 1.3  # what only waits, for a file or in `sleep`, may take so many times as long
BUSIEST = 10  # seconds that may be waited for a processor, for each second of the limit
SHARES = 2  # cells have all of the time, and tests have it too
AGAIN = 0.2  # seconds for a function that was too late before


@dataclass(frozen=True)
class Limits:
    """What a submission may use; times are seconds of the processor.

    Parameters:
        call: for one call of a student's function, or one cell.
        submission: for all cells together, and again for all that the tests ask.
        test: for the judge's own work in a statement of a test.
        memory: megabytes.
        changes: {function: the arguments that the source's own solution changes}, by position or
            name; only these are copied back into a test.
        objects: the patterns of paths, such as "Stack()", where the source's own solution gave an
            object: all else must be plain data. None, before that is known, allows objects
            everywhere.
        silent: the cells that gave the source's own solution None, and with it all points. None,
            before that is known, stands for every cell.
        drained: the grader's names whose values hidden statements change, such as a list from which
            they take inputs: what uses these names after them has no first pass.
    """

    call: float = CALL
    submission: float = SUBMISSION
    test: float = TEST
    memory: int = MEMORY
    changes: dict = field(default_factory=dict)
    objects: list | None = None
    silent: list | None = None
    drained: list = field(default_factory=list)
