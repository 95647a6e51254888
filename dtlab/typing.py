"""What the type hints of the public functions mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    import matplotlib.axes
    import numpy as np
    import pandas as pd

    from .algorithms.base import TreeModel
    from .data import Dataset
    from .tree.node import Node

Frame: TypeAlias = "pd.DataFrame | NDArray[Any]"  # features: a row per instance
Row: TypeAlias = "Mapping[str, Any] | pd.Series"  # one instance: the value of each feature
FrameOrDict: TypeAlias = "Frame | Mapping[str, Values]"  # or a dictionary of columns
Values: TypeAlias = "ArrayLike | pd.Series"  # one value per row
Counts: TypeAlias = ArrayLike  # how often each class occurs; of many nodes [..., class]
LabelsOrCounts: TypeAlias = "Values | Mapping[Any, float] | Dataset"  # of one set of rows
NamedColumns: TypeAlias = "pd.DataFrame | pd.Series | Mapping[str, Values] | Sequence[Values]"
Data: TypeAlias = "str | Dataset | pd.DataFrame"  # a name, or the table
Columns: TypeAlias = str | int | Sequence[str | int] | None  # names or positions
# A number, or an array for a batch. Any, because round() refuses what may be an array.
FloatOrArray: TypeAlias = Any
Impurity: TypeAlias = Callable[..., Any]  # of counts, or of numbers
Measure: TypeAlias = Callable[..., Any]  # of two columns
Samples: TypeAlias = "Sequence[Values] | NDArray[Any]"  # which rows each tree sees
Random: TypeAlias = "int | np.random.Generator | None"  # a seed
Axes: TypeAlias = "matplotlib.axes.Axes"
TreeOrModel: TypeAlias = "Node | TreeModel"  # a tree, or a fitted model that has one
