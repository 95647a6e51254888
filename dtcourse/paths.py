"""Where the notebooks and documents of the course are."""

from pathlib import Path


def notebooks() -> Path:
    """The folder of the notebooks: inside an installed package, or beside it in a source tree."""
    return _folder("notebooks")


def docs() -> Path:
    """The folder of the documents, found in the same way."""
    return _folder("docs")


def _folder(name):
    package = Path(__file__).parent
    installed = package / f"_{name}"
    return installed if installed.is_dir() else package.parent / name
