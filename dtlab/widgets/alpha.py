"""Notebook 10: a slider for α, with the errors on training and validation rows and the tree."""

import ipywidgets as ipw

from .alpha_state import AlphaState
from .base.choices import Source
from .base.view import Explorer

SIZE = (8.0, 6.5)


def explore_alpha(data=None, target=None, alpha=0.003, noise=0.1):
    """Move the price α of a leaf: training error rises, validation error falls and rises again.

    Noise replaces that share of the training labels by another class. `data` is the name of a data
    set of the course, a `Dataset`, or your own DataFrame with the name of its target, a class;
    without it there are three to choose from: breast cancer and wine, both bundled with
    scikit-learn, and the lectures' titanic.

        explore_alpha()
        explore_alpha(frame, "label", noise=0.0)
    """
    sources = known_sources() if data is None else [Source.of(data, target)]
    controls = {
        "alpha": ipw.FloatLogSlider(alpha, min=-4, max=-0.4, step=0.05, description="α"),
        "noise": ipw.FloatSlider(noise, min=0, max=0.4, step=0.05, description="wrong labels"),
        "data": ipw.Dropdown(options=[(s.name, s) for s in sources], description="data"),
    }
    return Explorer(AlphaState(sources[0], alpha, noise), controls, SIZE)


def known_sources():
    """Two real data sets that scikit-learn brings along, and the passengers of the Titanic."""
    return [bundled("breast_cancer"), bundled("wine"), Source.of("titanic")]


def bundled(name):
    """A data set of scikit-learn, its classes by name."""
    from sklearn import datasets

    bunch = getattr(datasets, f"load_{name}")(as_frame=True)
    y = bunch.target.map(dict(enumerate(bunch.target_names)))
    return Source(name.replace("_", " "), bunch.data, y)
