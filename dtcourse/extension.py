"""What the course adds to `%load_ext dtlab`: cells that need Spark, and `%live` and `%fill`."""

from contextlib import contextmanager
from warnings import filterwarnings

from .fill import live_coding
from .spark import skip_without_spark


@contextmanager
def course_cells(shell):
    """From now on this shell knows the course's cells; dtlab enters it as an entry point."""
    filterwarnings("ignore", "PySpark does not yet fully support pandas")  # of it we use what works
    shell.input_transformers_cleanup.append(skip_without_spark)
    try:
        with live_coding(shell):
            yield
    finally:
        shell.input_transformers_cleanup.remove(skip_without_spark)
