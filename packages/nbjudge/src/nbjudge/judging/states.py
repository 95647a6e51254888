"""What a value is now, so that a change shows: to find out from what hidden statements take."""

import io
import pickle
from itertools import count
from types import FunctionType, ModuleType

from ..protocol.proxies import StudentObject

NUMBERS = count()


class _Writer(pickle.Pickler):
    """Writes objects of any class; what only gives its next item is another one each time."""

    def persistent_id(self, thing):
        if isinstance(thing, type | FunctionType | ModuleType | StudentObject):
            return id(thing)
        return f"next {next(NUMBERS)}" if hasattr(type(thing), "__next__") else None


def state_of(value):
    """Bytes that differ when a value has changed; none where nobody can say.

    >>> pool, stream = [1, 2], iter("ab")
    >>> state_of(pool) == state_of(pool), state_of(stream) == state_of(stream)
    (True, False)
    """
    written = io.BytesIO()
    try:
        _Writer(written).dump(value)
    except Exception:
        return b""
    return written.getvalue()
