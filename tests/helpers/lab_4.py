"""Answers to lab 4 that need no Spark."""

import numpy as np

from dtcourse.judging.labs import find_lab, kept_back


def plain_answer(error=750, learned=700.0, trees=10, reported=750.0):
    """The cell that `submit` writes for a pipeline with this RMSE on the rows kept back."""
    _, y = kept_back("diamonds")
    said = y + np.random.default_rng(0).normal(0, error, len(y))
    return find_lab("lab4").answer(said, learned, trees, reported)
