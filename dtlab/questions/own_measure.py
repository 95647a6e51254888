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
            name, levels, V = table.columns[f].name, table.columns[f].levels, table.sizes[f]
            if levels is not None:
                options.branch[f] = np.broadcast_to(np.arange(V), (level.m, V))
            for node, row in enumerate(rows):
                codes, y = table.codes[f][row], target.labels[target.codes[row]]
                seen = np.unique(codes)
                if len(seen) < 2:  # one value is no question
                    continue
                if levels is None:
                    i, score = best([self.score(codes <= below, y, name) for below in seen[:-1]])
                    options.below[f, node], options.above[f, node] = seen[i], seen[i + 1]
                else:
                    score = self.score(np.array(levels, dtype=object)[codes], y, name)
                options.score[f, node] = options.gain[f, node] = score

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
