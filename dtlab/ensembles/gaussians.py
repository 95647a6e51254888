"""The most likely number under a sum of Gaussians, one from each tree's leaf.

Lecture 003, Random Forest Prediction (2). The mean of the leaves' means is another rule of the same
lecture; the two differ unless the leaves agree.

x  where we are, in standard deviations of the narrowest Gaussian       μ  the means
p  precisions 1/σ²                            w  densities σ⁻¹ exp(−p (μ − x)² / 2)
"""

import numpy as np

from ..inputs.errors import InputError

CLIMB = 30  # steps from every mean
POLISH = 100  # steps from where the best of them led
BLOCK = 1 << 20  # densities computed at once


def mode_of_gaussians(means, variances):
    """r* = argmax Σₜ N(r; μₜ, σₜ²) along the last axis, searched from every mean.

    A Gaussian of infinite variance is left out; NaN if all are.
    Lecture 003: two leaves of the hours-played table, whose means average to 42.033.
    >>> round(mode_of_gaussians([41.4, 128 / 3], [87.84, 1505 / 9]), 6)
    41.748804
    """
    means, variances = np.broadcast_arrays(np.asarray(means, float), np.asarray(variances, float))
    if not (variances > 0).all():
        raise InputError("every Gaussian needs a variance above 0: give the leaves a floor")
    counts = np.isfinite(variances)
    narrowest = variances.argmin(axis=-1)[..., None]
    centre, least = (np.take_along_axis(a, narrowest, axis=-1) for a in (means, variances))
    scale = np.sqrt(np.where(np.isfinite(least), least, 1.0))
    mu = np.where(counts, means - centre, 0.0) / scale  # 0 is a start that does no harm
    known = counts.any(axis=-1, keepdims=True)
    p = np.where(counts, scale * scale / variances, ~known)  # 0 where left out, unless all are
    T = means.shape[-1]
    mu = mu.reshape(-1, T)
    p = p.reshape(-1, T)
    step = max(1, BLOCK // (T * T))
    blocks = [_mode(mu[i : i + step], p[i : i + step]) for i in range(0, len(mu), step)]
    x = np.concatenate(blocks or [np.zeros(0)]).reshape(known.shape)
    mode = np.where(known, x * scale + centre, np.nan)[..., 0]
    return mode if mode.ndim else float(mode)


def _mode(mu, p):
    """[n] the mode of each row of means and precisions [n, T]."""
    x = mu.copy()  # every mean is a start
    for _ in range(CLIMB):  # each step climbs: an EM step, to the weighted mean of the means
        w = _densities(x[:, :, None], mu[:, None], p[:, None]) * p[:, None]
        x = (w * mu[:, None]).sum(axis=2) / w.sum(axis=2)
    height = _densities(x[:, :, None], mu[:, None], p[:, None]).sum(axis=2)
    x = x[np.arange(len(x)), height.argmax(axis=1)]
    for _ in range(POLISH):  # a Newton step where it leads higher, else an EM step
        d = mu - x[:, None]
        w = _densities(x[:, None], mu, p)
        slope = (w * p * d).sum(axis=1)
        curve = (w * p * (p * d * d - 1)).sum(axis=1)
        newton = x - slope / np.where(curve < 0, curve, -np.inf)
        higher = _densities(newton[:, None], mu, p).sum(axis=1) > w.sum(axis=1)
        moved = np.where((curve < 0) & higher, newton, x + slope / (w * p).sum(axis=1))
        if np.abs(moved - x).max() < 1e-14:
            break
        x = moved
    return x


def _densities(x, mu, p):
    return np.sqrt(p) * np.exp(-0.5 * p * (mu - x) ** 2)
