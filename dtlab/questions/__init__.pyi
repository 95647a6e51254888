# The public names and their modules: for _lazy.py, editors and mypy.
from ..inputs.values import Interval as Interval
from .criteria import Decrease as Decrease
from .question import Groups as Groups
from .question import Threshold as Threshold
from .search import OneBranchPerValue as OneBranchPerValue
from .search import Thresholds as Thresholds
from .two_groups import TwoGroups as TwoGroups
