"""Names for screen readers, given by a script in the browser where ipywidgets gives none.

Handles of sliders have no name there, their value is spoken as an index or an exponent, and of
buttons in a group nothing says which is chosen. Where no script may run all else works as before.
"""

from pathlib import Path

import ipywidgets as ipw

SCRIPT = Path(__file__).with_name("names.js").read_text(encoding="utf-8")
ROW, CHOICE = "dtlab-controls", "dtlab-choice"  # as the script knows them


def name_controls(row):
    """A box of controls whose sliders and groups the script will name by their labels."""
    data = {"application/javascript": SCRIPT, "text/plain": ""}
    output = {"output_type": "display_data", "data": data, "metadata": {}}
    row.children = [*row.children, ipw.Output(outputs=(output,), layout={"display": "none"})]
    return row.add_class(ROW)
