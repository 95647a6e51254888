"""What a test hands to a student's function: some of it is changed, and some should not be seen."""

KINDS = 5  # that a sentence names
IN_PLACE = {"builtins.list", "builtins.dict", "builtins.set", "numpy.ndarray"}
IN_PLACE |= {"pandas.DataFrame", "pandas.core.frame.DataFrame"}  # by version
IN_PLACE |= {"pandas.Series", "pandas.core.series.Series"}


def may_change(value):
    """Can a function change this argument, so that its caller sees it?"""
    return f"{type(value).__module__}.{type(value).__qualname__}" in IN_PLACE


def copy_into(old, new):
    """Give a test's own argument the content that a student's function has left in its copy."""
    if type(old) is not type(new):
        return
    if isinstance(old, list):
        old[:] = new
    elif isinstance(old, dict | set):
        old.clear()
        old.update(new)
    elif hasattr(old, "_update_inplace"):  # pandas
        old._update_inplace(new)
    elif old.shape == new.shape:
        old[...] = new


# ── what a student's object can see ─────────────────────────────────────────────────────────────


def note(handed, method, values):
    """Note the kinds of what a method of a student's object is handed.

    Parameters:
        handed: {method: the kinds of what it was handed} so far.
        method: its path.
        values: what it is handed now.
    """
    said = handed.setdefault(method, [])
    said += [text for text in map(_short, values) if text not in said]
    del said[KINDS + 1 :]


def handed_over(handed):
    """Sentences for the lecturer about what a student's objects can see.

    Parameters:
        handed: {method: the kinds of what it was handed} while the source was proved.
    """
    for path, kinds in handed.items():
        if kinds:
            more = ", …" if len(kinds) > KINDS else ""
            said = f"`{path}` is a method of the student's and receives {', '.join(kinds[:KINDS])}"
            yield f"{said}{more}: see that no expected value is among them"


def _short(value):
    """The kind of a value, in a few words."""
    kind = type(value).__name__
    if hasattr(value, "shape"):
        return f"{kind} of the shape {tuple(value.shape)}"
    if isinstance(value, list | tuple | dict | set | frozenset):
        return f"{kind} of length {len(value)}"
    return kind
