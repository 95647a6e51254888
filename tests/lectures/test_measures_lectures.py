"""The numbers of the five lectures, computed by the measures."""

import math
from fractions import Fraction
from functools import partial

import pytest

from dtlab.measures import (
    chi_square,
    conditional_entropy,
    counts,
    entropy,
    error,
    gain_ratio,
    gini,
    information,
    information_gain,
    mutual_information,
    remainder,
    split_information,
    table_gain,
    table_remainder,
    variance,
)

close = partial(pytest.approx, rel=1e-12, abs=1e-12)

words = str.split
AGE = words("young young mid old old old mid young young old young mid mid old")
INCOME = words("high high high med low low low med low med med med high med")
STUDENT = words("no no no no yes yes yes no yes yes yes no yes no")
CREDIT = words("fair exc fair fair fair exc exc fair fair fair exc exc fair exc")
BUYS = words("no no yes yes yes no yes no yes yes yes yes yes no")

STREAM = [False, True, True, False, False, True, True]
SLOPE = words("steep moderate steep steep flat steep steep")
ELEVATION = words("high low medium medium high highest high")
PLANTS = words("chaparral riparian riparian chaparral conifer conifer chaparral")

CLASS = words("C C C C NC NC NC")
MUTATIONS = [list("1110001"), list("1101011"), list("1011000"), list("0110000")]

SEASON = [s for s in ("winter", "spring", "summer", "autumn") for _ in range(3)]
WORK_DAY = [i in (2, 4, 5, 7, 8, 11) for i in range(12)]
RENTALS = [800, 826, 900, 2100, 4740, 4900, 3000, 5800, 6200, 2910, 2880, 2820]

OUTLOOK = words("rain rain over sun sun sun over rain rain sun rain over over sun")
TEMP = words("hot hot hot mild cool cool cool mild cool mild mild mild hot mild")
HOURS = [35, 30, 48, 46, 62, 23, 43, 56, 38, 48, 48, 62, 44, 50]

TOY = [[28, 42], [12, 38]]
RAIN, CLOUD, DAYS = list("rrnn"), list("cdcd"), [24, 1, 25, 50]

n_minus_1 = partial(variance, ddof=1)

LECTURE = {
    "000 cards": (entropy([1] * 52), 5.700439718141092),
    "000 log_5 25": (information(1 / 25, 5), 2),
    "000 log_5 32": (information(1 / 32, 5), 2.1533827903669653),
    "000 Guess-Who, Man": (information_gain(list("yynn"), list("abcd")), 1),
    "000 H(VEGETATION)": (entropy(counts(PLANTS)), 1.5566567074628228),
    "000 rem(STREAM)": (remainder(STREAM, PLANTS), 4 / 7 * 1.5 + 3 / 7 * 0.9182958340544896),
    "000 IG(ELEVATION)": (information_gain(ELEVATION, PLANTS), 0.8773870642966131),
    "000 split(STREAM)": (split_information(STREAM), 0.9852281360342515),
    "000 split(SLOPE)": (split_information(SLOPE), 1.1488348542809166),
    "000 split(ELEVATION)": (split_information(ELEVATION), 1.8423709931771084),
    "000 GR(STREAM)": (gain_ratio(STREAM, PLANTS), 0.310545833678267),
    "000 GR(SLOPE)": (gain_ratio(SLOPE, PLANTS), 0.5026016408718359),
    "000 GR(ELEVATION)": (gain_ratio(ELEVATION, PLANTS), 0.4762271375015451),
    "000 Gini(VEGETATION)": (gini(counts(PLANTS)), Fraction(32, 49)),
    "000 Gini gain": (information_gain(ELEVATION, PLANTS, gini), Fraction(47, 147)),
    "000 var(autumn)": (variance(RENTALS[9:], ddof=1), 2100),
    "000 var SEASON": (remainder(SEASON, RENTALS, n_minus_1), Fraction(4137994, 3)),
    "000 var WORK DAY": (remainder(WORK_DAY, RENTALS, n_minus_1), Fraction(7655440, 3)),
    "000 var SEASON, n": (remainder(SEASON, RENTALS, variance), 919554.2222222222),
    "000 var root, n": (variance(RENTALS), 3272124.5555555555),
    "001 team 1 wins": (information(0.5), 1),
    "001 soccer": (entropy([0.75, 0.25]), 0.8112781244591328),
    "001 ten classes": (entropy([1] * 10), 3.321928094887362),
    "001 toy, left": (entropy(TOY[0]), 0.9709505944546686),
    "001 toy, right": (entropy(TOY[1]), 0.7950402793845223),
    "001 toy, entropy": (table_gain(TOY), 0.020641204212381914),
    "001 toy, error": (table_gain(TOY, error), 0),
    "001 toy, gini": (table_gain(TOY, gini), Fraction(14, 1125)),
    "002 cars": (entropy([23, 24]), 0.9996734260048917),
    "002 mutations": (entropy(counts(CLASS)), 0.9852281360342515),
    "002 Mut1": (information_gain(MUTATIONS[0], CLASS), 0.12808527889139443),
    "002 Mut2": (information_gain(MUTATIONS[1], CLASS), 0.0059777114237740125),
    "002 Mut3": (information_gain(MUTATIONS[2], CLASS), 0.5216406363433185),
    "002 Mut4": (information_gain(MUTATIONS[3], CLASS), 0.2916919971380597),
    "002 H(cloud|rain)": (entropy([24, 1]), 0.24229218908241482),
    "002 H(Y|X)": (conditional_entropy(RAIN, CLOUD, weights=DAYS), 0.7492949228114709),
    "002 rain, gain": (mutual_information(RAIN, CLOUD, weights=DAYS), 0.250416518941339),
    "003 hours, sd": (math.sqrt(variance(HOURS)), 10.738306406961756),
    "003 hours, Temp": (remainder(TEMP, HOURS, variance), 83.36309523809524),
    "003 Outlook, n-1": (remainder(OUTLOOK, HOURS, n_minus_1), 133.04761904761904),
    "004 entropy(D)": (entropy([9, 5]), 0.9402859586706311),
    "004 entropy(age)": (remainder(AGE, BUYS), 0.6935361388961918),
    "004 Gain(age)": (information_gain(AGE, BUYS), 0.24674981977443933),
    "004 Gain(income)": (information_gain(INCOME, BUYS), 0.02922256565895487),
    "004 Gain(student)": (information_gain(STUDENT, BUYS), 0.15183550136234159),
    "004 Gain(credit)": (information_gain(CREDIT, BUYS), 0.04812703040826949),
    "004 Gain(RID)": (information_gain(range(14), BUYS), 0.9402859586706311),
    "004 SplitInfo(RID)": (split_information(range(14)), 3.8073549220576055),
    "004 GainRatio(RID)": (gain_ratio(range(14), BUYS), 0.24696566984684296),
    "004 SplitInfo(income)": (split_information(INCOME), 1.5566567074628228),
    "004 GainRatio(age)": (gain_ratio(AGE, BUYS), 0.15642756242117528),
    "004 GainRatio(income)": (gain_ratio(INCOME, BUYS), 0.018772646222418813),
    "004 Gini(D)": (gini([9, 5]), Fraction(45, 98)),
    "004 Gini(income)": (table_remainder([[7, 3], [2, 2]], gini), Fraction(31, 70)),
    "004 dGini(student)": (information_gain(STUDENT, BUYS, gini), Fraction(9, 98)),
}


@pytest.mark.parametrize("name", LECTURE)
def test_lecture_number(name):
    ours, theirs = LECTURE[name]
    assert ours == close(float(theirs))


def test_variance_with_n_minus_1_can_lose():
    """Lecture 003: splitting the hours played by Outlook makes the n − 1 variance larger."""
    assert information_gain(OUTLOOK, HOURS, n_minus_1) == pytest.approx(-8.87, abs=0.005)
    assert information_gain(TEMP, HOURS, n_minus_1) == pytest.approx(14.81, abs=0.005)


def test_chaid_finds_nothing_in_buys_computer():
    merged = [a == "mid" for a in AGE]
    assert chi_square(merged, BUYS).p_value == pytest.approx(0.078, abs=5e-4)
