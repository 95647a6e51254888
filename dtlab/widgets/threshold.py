"""Notebook 08: move a threshold along a number; gain curve, both sides and measures follow."""

import ipywidgets as ipw

from .base.choices import Chooser, Source
from .threshold_state import ThresholdState

SHIPPED = ("vegetation_continuous", "play_golf_numeric", "bike_temp_classes", "bike_temp_rentals")


def explore_threshold(data="vegetation_continuous", feature=None, target=None):
    """Slide a threshold over a number and see the two sides, every measure, and the best cut.

    `data` is the name of a data set, a Dataset, or your own DataFrame with the name of its target;
    `feature` is the number to start with, the first one if None. The target may be classes, or
    numbers (then the measure is the variance). The arrow keys move the slider.

        explore_threshold()
        explore_threshold("play_golf_numeric", "humidity")
        explore_threshold(frame, target="species")
    """
    first = Source.of(data, target)
    state = ThresholdState(first, feature)
    if feature not in (None, state.feature):
        raise ValueError(f"{feature!r} is no number of {first.name}: {', '.join(state.features)}")
    others = [Source.of(name) for name in SHIPPED if name != first.name]
    sources = [(source.name, source) for source in (first, *others)]
    offered = state.options
    controls = {
        "source": ipw.Dropdown(options=sources, value=first, description="data set"),
        "feature": ipw.Dropdown(options=offered["feature"], description="number"),
        "measure": ipw.Dropdown(options=offered["measure"], description="measure"),
        "threshold": ipw.SelectionSlider(
            options=offered["threshold"],
            description="threshold",
            layout={"width": "100%", "max_width": "8in"},
        ),
    }
    return Chooser(state, controls, (8.0, 6.8))
