"""Questions, quizzes and checks inside the notebooks, and the memory of what was answered.

    from dtlab.exercises import guess, reveal, quiz, check, hint, solution, progress

A cell names an item, `guess("03.p1")`; the bank holds what it says. Nothing here raises: what goes
wrong is said in a sentence. Answers stay in a file on this computer (see `record`).
"""

from importlib import import_module

_PLACES = {
    "asking": ("guess", "quiz", "reveal"),
    "checking": ("check", "draw", "grade", "hint", "solution"),
    "course_map": ("progress",),
    "exercise": ("Exercise",),
    "items": ("Case", "Check", "Guess", "Mistake", "Question", "Quiz"),
}
_PLACE_OF = {name: module for module, names in _PLACES.items() for name in names}
__all__ = sorted(_PLACE_OF)


def __getattr__(name):
    if name not in _PLACE_OF:
        raise AttributeError(f"module 'dtlab.exercises' has no attribute {name!r}")
    value = getattr(import_module(f".{_PLACE_OF[name]}", __name__), name)
    globals()[name] = value  # so that the next access is direct
    return value


def __dir__():
    return [*globals(), *__all__]
