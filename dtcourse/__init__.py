"""What runs the course: the questions and checks in its notebooks, and the command `dtlab`.

    from dtcourse import guess, reveal, quiz, check, hint, solution, progress

A cell names an item, `guess("03.p1")`; the bank holds what it says. Nothing here raises: what goes
wrong is said in a sentence. Answers stay in a file on this computer (see `record`).
"""

from dtlab._lazy import lazy

__getattr__, __dir__, __all__ = lazy(__name__, __file__)
