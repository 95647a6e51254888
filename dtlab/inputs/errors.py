"""The errors that dtlab raises when it refuses what a user handed over or asked for."""


class InputError(ValueError):
    """Input that dtlab cannot use: its message says what, where, and what to do about it.

    `%load_ext dtlab` shows it in a few lines, without a traceback.

    >>> from dtlab import load
    >>> try:
    ...     load("play_gulf")
    ... except InputError as error:
    ...     print(error)
    there is no data set 'play_gulf': did you mean 'play_golf'?
    """


class InputTypeError(InputError, TypeError):
    """A value of a type that dtlab cannot use, where Python and scikit-learn expect a TypeError."""


class NotOfferedError(InputError, AttributeError):
    """Something that this kind of model does not have; `hasattr` is then False."""


class NoSuchEntryError(InputError, IndexError):
    """An index beyond the end of a sequence; a loop over the sequence ends there."""


class MovedError(InputError, ImportError):
    """A module that has another name now."""
