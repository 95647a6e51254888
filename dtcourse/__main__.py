"""`python -m dtcourse` is the command `dtlab`."""

import sys

from .cli import main

sys.exit(main())
