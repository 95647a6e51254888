# The public names and their modules: for _lazy.py, editors and mypy.
from .c45 import C45 as C45
from .cart import CART as CART
from .chaid import CHAID as CHAID
from .id3 import ID3 as ID3
from .mars.model import MARS as MARS
from .regression import RegressionTree as RegressionTree
from .tree import Tree as Tree
