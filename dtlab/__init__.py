"""dtlab: decision trees that show their work.

Public names are listed in __init__.pyi and load when they are first used.
"""

from ._lazy import lazy

__version__ = "0.3.0.dev0"
__getattr__, __dir__, __all__ = lazy(__name__, __file__)
