"""A student's own measure of two columns in place of information gain."""

from dataclasses import dataclass

import numpy as np

from ..measures.features import best


@dataclass(slots=True)
class OwnMeasure:
    """Calls the measure for every feature and node with its x and y."""

    measure: object

    def __post_init__(self):
        if not callable(self.measure):
            raise ValueError(
                "measure must be a function of two columns such as information_gain, "
                f"not {self.measure!r}"
            )

    def search(self, level, table, target, features, options):
        rows = np.split(level.row, np.cumsum(level.n_entries)[:-1])
        for f in features:
            if not table.is_number[f]:
                V = table.sizes[f]
                options.branch[f] = np.broadcast_to(np.arange(V), (level.m, V))
            for node, row in enumerate(rows):
                self._record(
                    f, node, table.codes[f][row], table, target.labels[target.codes[row]], options
                )

    def _record(self, f, node, codes, table, y, options):
        seen = np.unique(codes)
        if len(seen) < 2:  # one value is no question
            return
        if not table.is_number[f]:
            x = np.array(table.columns[f].levels, dtype=object)[codes]
            options.score[f, node] = options.gain[f, node] = self.score(x, y, table.names[f])
            return
        scores = [self.score(codes <= below, y, table.names[f]) for below in seen[:-1]]
        if scores:
            i, top = best(scores)
            options.score[f, node] = options.gain[f, node] = top
            options.below[f, node], options.above[f, node] = seen[i], seen[i + 1]

    def score(self, x, y, name):
        """What the measure says of feature `name`, which must be one finite number."""
        score = np.asarray(self.measure(x, y))
        if score.size != 1 or score.dtype.kind not in "biuf" or not np.isfinite(score).all():
            measure = getattr(self.measure, "__name__", repr(self.measure))
            raise ValueError(
                f"measure {measure} must give one finite number for two columns: "
                f"for {name!r} it gave {score.tolist()!r}"
            )
        return float(score.item())
