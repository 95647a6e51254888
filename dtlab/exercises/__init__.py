"""Questions, quizzes and checks inside the notebooks, and the memory of what was answered.

    from dtlab.exercises import guess, reveal, quiz, check, hint, solution, progress

A cell names an item, `guess("03.p1")`; the bank holds what it says. Nothing here raises: what goes
wrong is said in a sentence. Answers stay in a file on this computer (see `record`).
"""

from .._lazy import lazy

__getattr__, __dir__, __all__ = lazy(__name__, __file__)
