"""Lecture 003 (d'Avila Garcez): every figure, and the dtlab call that gives it."""

# fmt: off

from lectures import boosting
from lectures import calculations as work
from lectures.figure import Figure as F
from lectures.figure import fit, of_feature, section, table, xy

import dtlab as dt

GARCEZ = section(
    "003", "Entropy, gain, hours played, forests",
    F("F-G001", "H of a fair coin", "1", 1.0, lambda: dt.entropy([0.5, 0.5])),
    F("F-G002", "H of a coin that always falls the same way", "0", 0.0, lambda: dt.entropy([0, 1])),
    F("F-G003", "largest H of n messages is log2 n", "log n",
      {2: 1.0, 8: 3.0, 52: 5.700439718141092},
      lambda: {n: dt.entropy([1] * n) for n in (2, 8, 52)}),
    F("F-G004", "a link beside communication theory", "Shannon's MSc thesis", erratum="E16",
      reason="a link, and a right one; E16 adds where entropy is"),
    F("F-G005", "After(age) of buys_computer, After(Mut3) of the mutations", "formula",
      [0.6935361388961918, 0.46358749969093305],
      lambda: [dt.remainder(*xy("buys_computer", "age")), dt.remainder(*xy("mutations", "Mut3"))],
      status="derived"),
    F("F-G006", "hours played: rows, mean, standard deviation with n and with n - 1", "rows only",
      [14, 45.214285714285715, 10.738306406961756, 11.143667200761097],
      lambda: [len(y := table("hours_played").y), y.mean(), dt.variance(y) ** 0.5,
               dt.variance(y, ddof=1) ** 0.5],
      status="derived", erratum="E17"),
    F("F-G007", "hours played: remaining variance, drop of the standard deviation, means", None,
      {"Outlook": {"variance (n)": 105.33928571428571, "sd reduction": 0.6899193193916577,
                   "variance (n-1)": 133.04761904761904,
                   "means": {"Rainy": 41.4, "Overcast": 49.25, "Sunny": 45.8}},
       "Temp": {"variance (n)": 83.36309523809524, "sd reduction": 2.3273342341516052,
                "variance (n-1)": 109.36666666666666,
                "means": {"Hot": 39.25, "Mild": 310 / 6, "Cool": 41.5}},
       "Humidity": {"variance (n)": 113.06122448979592, "sd reduction": 0.1090277166302922,
                    "variance (n-1)": 131.9047619047619,
                    "means": {"High": 327 / 7, "Normal": 306 / 7}},
       "Windy": {"variance (n)": 110.44345238095238, "sd reduction": 0.4890135121428347,
                 "variance (n-1)": 130.31632653061226,
                 "means": {False: 47.125, True: 256 / 6}}},
      lambda: {f: work.hours_table("hours_played", f) for f in table("hours_played").features},
      status="derived", erratum="E17"),
    F("F-G008", "root of the regression tree with the lecture's rows and with the public ones",
      None,
      {"lecture": ["Temp", "Temp"], "public": ["Outlook", "Outlook"],
       "public variance (n)": {"Outlook": 105.05357142857143, "Temp": 123.64285714285714,
                               "Humidity": 130.6326530612245, "Windy": 130.38095238095238},
       "public sd reduction": {"Outlook": 1.8047628627591497, "Temp": 0.6514468241399705,
                               "Humidity": 0.1849045438300383, "Windy": 0.3020567811157093}},
      lambda: {
          **{kind: [fit(dt.RegressionTree(multiway=True), name).tree_.question.feature,
                    work.best_sd_reduction(name)]
             for kind, name in (("lecture", "hours_played"), ("public", "hours_played_public"))},
          "public variance (n)": of_feature(
              fit(dt.RegressionTree(multiway=True), "hours_played_public"), "remainder"),
          "public sd reduction": {f: work.sd_reduction("hours_played_public", f)
                                  for f in table("hours_played_public").features}},
      status="lost", erratum="E17"),
    F("F-G009", "Gaussian leaves: mean of the means against the mode of the sum", None,
      {"Outlook = Rainy": [41.4, 87.84], "Windy": [42.666666666666664, 167.22222222222223],
       "mean of means": 42.03333333333333, "mode": 41.748804304069914,
       "N(40, 100) and N(48, 9)": {"mean of means": 44.0, "mode": 47.84408689228448}},
      status="derived", value=lambda: boosting.gaussian_leaves()),
    F("F-G010", "rows below which a forest's tree stops", "20", 20,
      value=lambda: boosting.lecture_forest().trees_[0].min_samples_split),
)

FIGURES = [
    *GARCEZ,
]
