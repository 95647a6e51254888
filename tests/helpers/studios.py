"""States of Split Studio for the tests."""

import numpy as np
import pandas as pd

from dtlab.widgets.base.measures import CLASS_MEASURES
from dtlab.widgets.studio.lesson import CLASSIFIERS, KINDS, lesson
from dtlab.widgets.studio.state import Studio

ALL = {"measures": tuple(CLASS_MEASURES), "kinds": KINDS, "algorithms": tuple(CLASSIFIERS)}


def studio(data="vegetation", target=None, **rules):
    return Studio.start(lesson(data, target, **rules))


def frame(n=40, seed=0):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "size": rng.choice(["small", "large"], n),
            "x": rng.normal(size=n),
            "kind": rng.choice(list("abcd"), n),
            "label": rng.choice(["yes", "no"], n),
        }
    )
