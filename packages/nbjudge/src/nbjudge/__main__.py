"""`python -m nbjudge`."""

import sys

from .cli import main

sys.exit(main())
