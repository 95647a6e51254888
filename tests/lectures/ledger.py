"""The ledger: every figure of the five lectures, and the dtlab call that gives it.

One file per lecture (`figures_000.py` to `figures_004.py`) and one entry per figure: id, what it
is, what the slide prints, the exact value, the call. `test_figures.py` compares the call with the
exact value to 1e-9, and the exact value with the slide to its last digit. Statuses are explained
in `figure.STATUSES`; what `needs` Spark is asserted in `tests/dtlab/bridges/test_from_spark.py`.
"""

# fmt: off
from lectures import calculations as work
from lectures import figures_000, figures_001, figures_002, figures_003, figures_004
from lectures.figure import Figure as F
from lectures.figure import fit, of_feature, section, table, xy

import dtlab as dt

FIGURES = [
    *figures_000.FIGURES, *figures_001.FIGURES, *figures_002.FIGURES, *figures_003.FIGURES,
    *figures_004.FIGURES,
]

# --- Facts that are in no lecture but that the course teaches with -------------------------------

COURSE = section(
    "course", "What the algorithms do on the lectures' tables",
    F("C-01", "hours played, variance with n - 1: a gain may be negative", ("-8.87", "14.81"),
      [-4841 / 546, 20222 / 1365],
      lambda: [of_feature(fit(dt.RegressionTree(multiway=True, ddof=1), "hours_played"), "gain")[f]
               for f in ("Outlook", "Temp")]),
    F("C-02", "leaves of ID3 on the multiplexer with 2 and 3 address bits, where 8 and 16 do",
      ("18", "54"), [18, 54], lambda: [work.multiplexer_id3(2), work.multiplexer_id3(3)]),
    F("C-03", "gain of every feature of the exclusive or", ("0", "0", "0"), [0.0, 0.0, 0.0],
      lambda: [dt.information_gain(*xy("xor", f)) for f in ("a", "b", "c")]),
    F("C-04", "leaves of C4.5 on the vegetation: no feature has two branches of two rows", "1", 1,
      lambda: fit(dt.C45(), "vegetation").tree_.n_leaves),
    F("C-05", "root of C4.5 with RID among the features", "age", "age",
      lambda: fit(dt.C45(), "buys_computer", id_as_feature=True).tree_.question.feature),
    F("C-06", "golf with one unknown outlook: gain on the 13 known days times 13/14", "0.199",
      0.19904070834647855, work.golf_with_one_gap),
    F("C-07", "Titanic: p-value of 3rd against Crew, and among women of 2nd against Crew",
      ("0.56", "0.92"), [0.5623275566459129, 0.9181331122812846],
      lambda: [work.titanic_p_value("3rd", "Crew"),
               work.titanic_p_value("2nd", "Crew", sex="female")]),
    F("C-08", "buys_computer: p-value of age, youth and senior merged", "0.078",
      0.07775989643932942,
      lambda: dt.chi_square(table("buys_computer").X["age"] == "middle_aged",
                            table("buys_computer").y).p_value),
)
