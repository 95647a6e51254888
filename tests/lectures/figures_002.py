"""Lecture 002 (Pearson): every figure, and the dtlab call that gives it."""

# fmt: off
import math

from lectures import calculations as work
from lectures.figure import Figure as F
from lectures.figure import counts, fit, rows, section, xy

import dtlab as dt

PEARSON = section(
    "002", "Titanic, logarithms, coins",
    F("F-P001", "a boy of 6 without siblings, in the well-known tree", "died", "survived",
      work.titanic_boy,
      status="erratum", erratum="E14"),
    F("F-P002", "log2 4", "2", 2.0, lambda: dt.information(1 / 4)),
    F("F-P003", "log2 1", "0", 0.0, lambda: dt.information(1)),
    F("F-P004", "2K against 1K: ratio of the capacities, digits of the numbers of states",
      "2^2048 and 2^1024", [2.0, 617, 309],
      lambda: [math.log2(2**2048) / dt.information(2.0**-1024), len(str(2**2048)),
               len(str(2**1024))]),
    F("F-P005", "I(pq) and I(p) + I(q) for 1/2 and 1/8", "equal", [4.0, 4.0],
      lambda: [dt.information(1 / 16), dt.information(1 / 2) + dt.information(1 / 8)]),
    F("F-P006", "H of a fair coin; the printed formula has one minus too many", "1", 1.0,
      lambda: dt.entropy([1, 1]), erratum="E15"),
    F("F-P007", "H of 23 with and 24 without a car", "0.9997", 0.9996734260048917,
      lambda: dt.entropy(counts("cars47"))),
)

MUTATIONS = section(
    "002", "Running example: mutations",
    F("F-P008", "H(Class)", "0.985", 0.9852281360342515, lambda: dt.entropy(counts("mutations"))),
    F("F-P009", "H(Class | Mut1 = 0), on a slide titled relative entropy", "0.918",
      0.9182958340544896,
      lambda: dt.entropy(counts("mutations", Mut1=0)), erratum="E15"),
    F("F-P010", "H(Class | Mut1 = 1)", "0.811", 0.8112781244591328,
      lambda: dt.entropy(counts("mutations", Mut1=1)), erratum="E15"),
    F("F-P011", "gain of Mut1", "0.128", 0.12808527889139443,
      lambda: dt.information_gain(*xy("mutations", "Mut1"))),
    F("F-P012", "gain of Mut2", "0.006", 0.0059777114237740125,
      lambda: dt.information_gain(*xy("mutations", "Mut2"))),
    F("F-P013", "gain of Mut3: 0.985 - 0.464", "0.521", 0.5216406363433185,
      lambda: dt.information_gain(*xy("mutations", "Mut3")), status="rounding"),
    F("F-P014", "gain of Mut4", "0.292", 0.2916919971380597,
      lambda: dt.information_gain(*xy("mutations", "Mut4"))),
    F("F-P015", "feature at the root", "Mut3", "Mut3",
      lambda: fit(dt.ID3(), "mutations").tree_.question.feature),
    F("F-P016", "gains where Mut3 = 0", "Mut4 best",
      {"Mut1": 0.31127812445913283, "Mut2": 0.12255624891826566, "Mut4": 0.8112781244591328},
      lambda: {f: dt.information_gain(*xy("mutations", f, Mut3=0))
               for f in ("Mut1", "Mut2", "Mut4")}),
    F("F-P017", "final tree", None,
      lambda: dt.ask("Mut3", {0: dt.ask("Mut4", {0: "NC", 1: "C"}), 1: "C"}),
      lambda: fit(dt.ID3(), "mutations").tree_, status="lost"),
)

RAIN = section(
    "002", "Conditional entropy: rain and clouds; order of the features",
    F("F-P018", "P(cloudy | rain)", "24/25", 24 / 25,
      lambda: rows("rain_cloud", rain=True)["cloudy"].mean()),
    F("F-P019", "H(cloudy | rain)", "0.24", 0.24229218908241482,
      lambda: dt.entropy(counts("rain_cloud", rain=True))),
    F("F-P020", "H(Y), H(Y | no rain), H(Y | X), gain", None,
      [0.9997114417528099, 0.9182958340544896, 0.7492949228114709, 0.250416518941339],
      lambda: [dt.entropy(counts("rain_cloud")), dt.entropy(counts("rain_cloud", rain=False)),
               dt.conditional_entropy(*xy("rain_cloud", "rain")),
               dt.mutual_information(*xy("rain_cloud", "rain"))],
      status="derived"),
    F("F-P021", "leaves of the multiplexer, 1 to 3 address bits (address or data first), and of "
      "x1 y1 or x2 y2 or x3 y3 in two orders", "two trees",
      [[4, 6], [8, 42], [16, 1302], [15, 20]],
      lambda: [*(work.multiplexer_leaves(k) for k in (1, 2, 3)),
               [work.pairs_leaves("x1 y1 x2 y2 x3 y3"), work.pairs_leaves("x1 x2 x3 y1 y2 y3")]],
      status="derived"),
)

FIGURES = [
    *PEARSON, *MUTATIONS, *RAIN,
]
