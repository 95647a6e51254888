"""Ensembles that were trained elsewhere, under the names of dtlab's own: `trees_`, `vote`, …"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.errors import InputError, NotOfferedError
from ..typing import Frame, Values

if TYPE_CHECKING:
    import pandas as pd


@dataclass(eq=False)
class Imported:
    """What every imported ensemble knows; its subclasses add the trees and the predictions."""

    kind: str  # name of the original's class
    feature_names_in_: np.ndarray  # columns of an array are x0, x1, …
    classes_: np.ndarray | None = field(repr=False)  # None for a numeric target
    weights_: np.ndarray = field(repr=False)  # [T] what each tree counts
    feature_importances_: np.ndarray | None = field(repr=False)  # the original's own
    adds_up: bool = field(repr=False)  # boosting; the trees of forests and bagging vote

    @property
    def n_features_in_(self) -> int:
        """Number of columns that the trees may ask about."""
        return len(self.feature_names_in_)

    @property
    def vote(self) -> str:
        """How the trees of a forest or of bagging vote, in the words of dtlab's own."""
        if self.adds_up:
            raise NotOfferedError(f"the trees of this {self.kind} do not vote: they are summed")
        return "mean" if self.classes_ is None else "average"

    def read_rows(self, X: Frame) -> pd.DataFrame:
        """X as a DataFrame with the columns of training in their order."""
        import pandas as pd

        names = list(self.feature_names_in_)
        if hasattr(X, "columns") and set(names) <= set(X.columns):
            return X[names]
        if np.ndim(X) != 2 or np.shape(X)[1] != len(names):
            raise InputError(f"X must have the {len(names)} columns of training: {names}")
        return pd.DataFrame(X).set_axis(names, axis=1)

    def predict(self, X: Frame) -> NDArray[Any]:
        """The number, or the most probable class, of every row."""
        raise NotImplementedError

    def score(self, X: Frame, y: Values) -> float:
        """Accuracy for classes, R² for numbers."""
        from sklearn.metrics import accuracy_score, r2_score

        return (r2_score if self.classes_ is None else accuracy_score)(y, self.predict(X))

    def check_has(self, what: str) -> None:
        """Raise NotOfferedError if this ensemble has no "probabilities" or no "stages"."""
        if what == "probabilities" and self.classes_ is None:
            raise NotOfferedError(f"this {self.kind} predicts numbers: it has no predict_proba")
        if what == "stages" and not self.adds_up:
            raise NotOfferedError(f"this {self.kind} has no stages: only boosting has them")
