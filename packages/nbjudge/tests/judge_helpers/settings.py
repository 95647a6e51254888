"""What all tests share, as a plugin of pytest (`-p judge_helpers.settings` in pyproject.toml).

Not a conftest.py: the repository around this package has one, and of two modules with one name only
the last can be imported. There the settings are the repository's own.
"""

import os
import signal

from hypothesis import settings

from judge_helpers.needs import IN_CI

# One thread each: the tests share the processors, and threads would wait for one another.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# No progress bars: no output may depend on the speed of the machine.
os.environ["TQDM_DISABLE"] = "1"

# What a shell starts in the background ignores Ctrl+C, and tests of Ctrl+C would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# On a laptop every run tries new examples; in CI a failure must come back when it is run again.
settings.register_profile("nbjudge", deadline=None, print_blob=True, derandomize=IN_CI)
settings.load_profile("nbjudge")
