"""How much time and memory a submission has, and what grading the source itself has shown."""

from dataclasses import asdict, dataclass, field

CALL, SUBMISSION, TEST, MEMORY = 5.0, 10.0, 5.0, 1_024
WALL = 2.5  # on the clock, a call may take so many times as long: the machine may be busy
WALL_IN_ALL = 3.0  # and a submission
AGAIN = 0.2  # seconds for a function that was too late before


@dataclass(frozen=True)
class Limits:
    """What a submission may use; times are seconds of the processor.

    Parameters:
        call: for one call of a student's function, or one cell.
        submission: for all of them.
        test: for the judge's own work in a statement of a test.
        memory: megabytes.
        changes: {function: the arguments that the source's own solution changes}, by position or
            name; only these are copied back into a test.
    """

    call: float = CALL
    submission: float = SUBMISSION
    test: float = TEST
    memory: int = MEMORY
    changes: dict = field(default_factory=dict)

    def as_dict(self):
        """The limits as JSON has them."""
        return asdict(self)
