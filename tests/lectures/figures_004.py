"""Lecture 004 (Payberah): every figure, and the dtlab call that gives it."""

# fmt: off

from lectures import boosting, spark
from lectures import calculations as work
from lectures import hand_drawn_trees as trees
from lectures.figure import Figure as F
from lectures.figure import counts, fit, rows, section, table, xy

import dtlab as dt

BUYS = section(
    "004", "ID3: buys_computer",
    F("F-S001", "entropy(D)", "0.94", 0.9402859586706311,
      lambda: dt.entropy(counts("buys_computer"))),
    F("F-S002", "entropy(age, D)", "0.694", 0.6935361388961918,
      lambda: dt.conditional_entropy(*xy("buys_computer", "age"))),
    F("F-S003", "Gain(age): 0.940 - 0.694", "0.246", 0.24674981977443933,
      lambda: dt.information_gain(*xy("buys_computer", "age")), status="rounding"),
    F("F-S004", "Gain(income)", "0.029", 0.02922256565895487,
      lambda: dt.information_gain(*xy("buys_computer", "income"))),
    F("F-S005", "Gain(student), cut off", "0.151", 0.15183550136234159,
      lambda: dt.information_gain(*xy("buys_computer", "student")), status="rounding"),
    F("F-S006", "Gain(credit_rating)", "0.048", 0.04812703040826949,
      lambda: dt.information_gain(*xy("buys_computer", "credit_rating"))),
    F("F-S007", "feature at the root", "age", "age",
      lambda: fit(dt.ID3(), "buys_computer").tree_.question.feature),
    F("F-S008", "customers who are middle_aged", ("3", "7", "12", "13"), [3, 7, 12, 13],
      lambda: rows("buys_computer", age="middle_aged").index.tolist()),
    F("F-S009", "complete tree", None, trees.buys_id3, lambda: fit(dt.ID3(), "buys_computer").tree_,
      status="lost"),
    F("F-S010", "answer to senior, medium, no, fair", "y = ?", "yes",
      lambda: str(fit(dt.ID3(), "buys_computer").predict(table("buys_computer").X.loc[[4]])[0]),
      status="derived"),
)

RID = section(
    "004", "Bias of information gain, C4.5",
    F("F-S011", "entropy(RID, D)", "0", 0.0, lambda: work.with_rid(dt.conditional_entropy)),
    F("F-S012", "Gain(RID)", None, 0.9402859586706311, lambda: work.with_rid(dt.information_gain),
      status="derived"),
    F("F-S013", "SplitInfo and GainRatio of RID: still above every real feature", None,
      [3.8073549220576055, 0.24696566984684296],
      lambda: [work.with_rid(lambda x, y: dt.split_information(x)), work.with_rid(dt.gain_ratio)],
      status="derived", erratum="E20"),
    F("F-S014", "SplitInfo(income)", "1.557", 1.5566567074628228,
      lambda: dt.split_information(table("buys_computer").X["income"])),
    F("F-S015", "GainRatio(income)", "0.019", 0.018772646222418813,
      lambda: dt.gain_ratio(*xy("buys_computer", "income"))),
    F("F-S016", "SplitInfo and GainRatio of every feature", None,
      {"age": [1.5774062828523454, 0.15642756242117528],
          "income": [1.5566567074628228, 0.018772646222418813],
       "student": [1.0, 0.15183550136234159],
       "credit_rating": [0.9852281360342515, 0.048848615511520824]},
      lambda: {f: [dt.split_information(table("buys_computer").X[f]),
                   dt.gain_ratio(*xy("buys_computer",
                       f))] for f in table("buys_computer").features},
      status="derived", erratum="E20"),
)

CART = section(
    "004", "CART: Gini",
    F("F-S017", "Gini(D)", "0.459", 45 / 98, lambda: dt.gini(counts("buys_computer"))),
    F("F-S018", "Gini of income in {low, medium}; the printed line has a stray Gini(", "0.443",
      31 / 70,
      lambda: work.gini_of_group("income", ["low", "medium"]), erratum="E21"),
    F("F-S019", "Gini of income in {low, high}", "0.458", 11 / 24,
      lambda: work.gini_of_group("income", ["low", "high"])),
    F("F-S020", "Gini of income in {medium, high}", "0.450", 9 / 20,
      lambda: work.gini_of_group("income", ["medium", "high"])),
    F("F-S021", "subsets of income, and splits among them; one copy on the slides lacks {high}",
      "8 subsets", {"subsets": 8, "splits": 3},
      lambda: {"subsets": 2 ** len(set(table("buys_computer").X["income"])),
               "splits": len(work.two_groups(set(table("buys_computer").X["income"])))},
               erratum="E21"),
    F("F-S022", "best groups of income", "{low, medium}", [["high"], ["low", "medium"]],
      lambda: work.best_group("income")),
    F("F-S023", "drop in Gini by income", "0.016", 4 / 245, lambda: work.gini_drop("income")),
    F("F-S024", "Gini of age in {youth, senior}", "0.357", 5 / 14, lambda: work.best_gini("age")),
    F("F-S025", "drop in Gini by age", "0.102", 5 / 49, lambda: work.gini_drop("age")),
    F("F-S026", "Gini of student", "0.367", 18 / 49, lambda: work.best_gini("student")),
    F("F-S027", "drop in Gini by student", "0.092", 9 / 98, lambda: work.gini_drop("student")),
    F("F-S028", "Gini of credit_rating", "0.429", 3 / 7, lambda: work.best_gini("credit_rating")),
    F("F-S029", "drop in Gini by credit_rating: 0.459 - 0.429", "0.03", 3 / 98,
      lambda: work.gini_drop("credit_rating")),
    F("F-S030", "best split of all; the slide calls the drop an information gain",
      "age in {youth, senior}", ["age", [["middle_aged"], ["senior", "youth"]]],
      lambda: [(question := fit(dt.CART(impurity=dt.gini), "buys_computer").tree_.question).feature,
               sorted(sorted(question.values(child)) for child in (0, 1))],
      erratum="E21"),
    F("F-S031", "complete binary tree", None, trees.buys_cart,
      lambda: fit(dt.CART(impurity=dt.gini), "buys_computer").tree_, status="derived"),
)

PAYBERAH = section(
    "004", "AdaBoost and gradient boosting",
    F("F-S032", "estimator weight at r = 0.2: as printed, with the logarithm, and half of that",
      "formula",
      [4.0, 1.3862943611198906, 0.6931471805599453], status="erratum", erratum="E18",
      value=lambda: [alpha for alpha, _ in boosting.updates()]),
    F("F-S033", "weight of a wrong row of Table 8 after the update", None,
      {"as printed": 5.459815003314424, "as printed, normalised": 0.46586922967928573,
       "with the logarithm": 0.4, "with the logarithm, normalised": 0.25, "lecture 000": 0.25},
      status="derived", erratum="E18", value=lambda: boosting.updated_weights()),
    F("F-S034", "what each estimator is trained on", "a random subset, drawn by weight",
      erratum="E22", reason="a description; E22 is withdrawn"),
    F("F-S035", "sum of three trees at 0.8, and squared errors after 1, 2, 3 trees", "code only",
      {"at 0.8": 0.750267810685574,
       "squared errors": [1.3303033484734628, 0.6143093718386408, 0.5038058938993282]},
      boosting.three_trees, status="lost"),
)

SPARK = section(
    "004", "Spark ML",
    F("F-S036", "output columns of a regressor; the code selects two of a classifier",
      "prediction, rawPrediction, probability", ["prediction"], spark.regressor_columns,
      status="erratum", erratum="E19", needs="Spark"),
    F("F-S037", "default of subsamplingRate", "1.0", 1.0,
      lambda: spark.default("RandomForestRegressor", "subsamplingRate"), needs="Spark"),
    F("F-S038", "values of featureSubsetStrategy", "auto, all, onethird, sqrt, log2, n",
      ["auto", "all", "onethird", "sqrt", "log2", "(0.0-1.0]", "[1-n]"],
      spark.subset_strategies, needs="Spark"),
    F("F-S039", "defaults of the named parameters", "names only",
      {"maxBins": 32, "impurity": ["gini", "variance"], "maxDepth": 5, "minInstancesPerNode": 1,
       "minInfoGain": 0.0, "numTrees": 20, "subsamplingRate": 1.0, "featureSubsetStrategy": "auto",
       "GBT maxIter": 20, "GBT stepSize": 0.1}, spark.defaults, status="lost",
      needs="Spark"),
    F("F-S040", "the six estimators", "six names",
      ["DecisionTreeClassifier", "DecisionTreeRegressor", "GBTClassifier", "GBTRegressor",
       "RandomForestClassifier", "RandomForestRegressor"],
      spark.tree_estimators, needs="Spark"),
)

FIGURES = [
    *BUYS, *RID, *CART, *PAYBERAH, *SPARK,
]
