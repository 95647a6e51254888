"""How AdaBoost weighs a learner and, after it, the rows: the lectures' update rules.

Each takes the weights w [n], which rows are wrong [n], their weight ε, the learning rate η and the
number of classes K; it gives the learner's α and new weights, which need not sum to one.
"""

import numpy as np


def confidence(error, n_classes=2):
    """ln((1 − ε)/ε) + ln(K − 1): 0 for a learner no better than chance (SAMME, Zhu et al. 2009).

    >>> round(confidence(0.2), 4)
    1.3863
    """
    return float(np.log((1 - error) / error) + np.log(max(n_classes, 2) - 1))


def kelleher(weight, wrong, error, learning_rate=1.0, n_classes=2):
    """Lecture 000: α = ½ ln((1−ε)/ε); wrong rows w/(2ε), right rows w/(2(1−ε)).

    Both factors are e^±α over their sum, which also holds for a learning rate and more classes.
    >>> alpha, w = kelleher(np.full(10, 0.1), np.arange(10) >= 8, 0.2)
    >>> round(alpha, 4), [round(float(x), 4) for x in w[7:9]]
    (0.6931, [0.0625, 0.25])
    """
    alpha = learning_rate * confidence(error, n_classes) / 2
    weight = weight * np.exp(np.where(wrong, alpha, -alpha))
    return alpha, weight / weight.sum()


def geron(weight, wrong, error, learning_rate=1.0, n_classes=2):
    """Lecture 004 with its logarithm restored: α = η ln((1−ε)/ε); wrong rows w e^α, right rows w.

    >>> alpha, w = geron(np.full(10, 0.1), np.arange(10) >= 8, 0.2)
    >>> round(alpha, 4), [round(float(x), 4) for x in w[7:9]]
    (1.3863, [0.1, 0.4])
    >>> [round(float(x), 4) for x in w[7:9] / w.sum()]
    [0.0625, 0.25]
    """
    alpha = learning_rate * confidence(error, n_classes)
    return alpha, weight * np.exp(alpha * wrong)


def geron_as_printed(weight, wrong, error, learning_rate=1.0, n_classes=2):
    """Lecture 004 as printed, α = η (1−ε)/ε: an erratum to look at, for a coin gets α = 1, not 0.

    >>> geron_as_printed(np.full(10, 0.1), np.arange(10) >= 8, 0.2)[0]
    4.0
    """
    alpha = learning_rate * (1 - error) / error
    return alpha, weight * np.exp(alpha * wrong)


UPDATES = {"kelleher": kelleher, "geron": geron}
