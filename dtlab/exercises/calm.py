"""Nothing that a learner calls raises: an unknown id or a fault of ours becomes a sentence."""

from functools import wraps

from .bank import NoSuchItem
from .cards import Card


def calm(function):
    """Turn what `function` raises into a card, so that the notebook goes on."""

    @wraps(function)
    def calmly(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except NoSuchItem as error:
            return Card("not yet", f"{str(error)[0].upper()}{str(error)[1:]}.")
        except Exception as error:
            return Card(
                "not yet",
                f"`{function.__name__}` could not do this; the fault is in the course, not in "
                f"your work ({type(error).__name__}: {str(error)[:200]}).",
            )

    return calmly
