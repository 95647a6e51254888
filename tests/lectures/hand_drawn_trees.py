"""The lectures' trees, written by hand."""

import dtlab as dt


def guess_who(first):
    """The lecture's question diagrams: Glasses first, then Man or LongHair; or Man first."""
    ask = dt.ask
    if first == "Man":
        return ask("Man", {"Yes": ask("Glasses", {"Yes": "Brian", "No": "John"}),
                           "No": ask("LongHair", {"Yes": "Aphra", "No": "Aoife"})})  # fmt: skip
    long_hair = ask("LongHair", {"Yes": "Aphra", "No": "Aoife"})
    if first == "Glasses, Man":
        return ask("Glasses", {"Yes": "Brian", "No": ask("Man", {"Yes": "John", "No": long_hair})})
    man = ask("Man", {"Yes": "John", "No": "Aoife"})
    return ask("Glasses", {"Yes": "Brian", "No": ask("LongHair", {"Yes": "Aphra", "No": man})})


def spam_tree():
    """The larger of the two spam trees, with images at the root."""
    words = dt.ask("SUSPICIOUS WORDS", {True: "spam", False: "ham"})
    sender = dt.ask("UNKNOWN SENDER", {True: "spam", False: "ham"})
    return dt.ask("CONTAINS IMAGES", {True: words, False: sender})


def postop_tree():
    """Where to send a patient: the tree before pruning, with majority classes inside."""
    gender = dt.ask("GENDER", {"male": "icu", "female": "gen"}, prediction="icu")
    stable = dt.ask("STABLE-TEMP", {True: "gen", False: "icu"}, prediction="gen")
    return dt.ask("CORE-TEMP", {"low": gender, "high": stable}, prediction="icu")


def stay_in_tree():
    """What to do today: work, then the weather, then the friends."""
    friends = dt.ask("Friends busy?", {"Yes": "Stay in", "No": "Go to movies"})
    outlook = dt.ask(
        "Outlook", {"Rainy": friends, "Sunny": "Go to beach", "Overcast": "Go running"}
    )
    return dt.ask("Work to do?", {True: "Stay in", False: outlook})


def id3_tree():
    return dt.ask(
        "ELEVATION",
        {
            "low": "riparian",
            "medium": dt.ask("STREAM", {False: "chaparral", True: "riparian"}),
            "high": dt.ask(
                "SLOPE", {"flat": "conifer", "moderate": "chaparral", "steep": "chaparral"}
            ),
            "highest": "conifer",
        },
    )


def gain_ratio_tree():
    return dt.ask(
        "SLOPE",
        {
            "flat": "conifer",
            "moderate": "riparian",
            "steep": dt.ask(
                "ELEVATION",
                {
                    "low": "chaparral",
                    "medium": dt.ask("STREAM", {False: "chaparral", True: "riparian"}),
                    "high": "chaparral",
                    "highest": "conifer",
                },
            ),
        },
    )


def threshold_tree():
    low = dt.ask(dt.Threshold("ELEVATION", 2250), "riparian", "chaparral")
    stream = dt.ask("STREAM", {False: "chaparral", True: low})
    return dt.ask(dt.Threshold("ELEVATION", 4175), stream, "conifer")


def rentals_tree():
    def work_day(false, true):
        return dt.ask("WORK DAY", {False: false, True: true})

    return dt.ask(
        "SEASON",
        {
            "winter": work_day(813.0, 900.0),
            "spring": work_day(2100.0, 4820.0),
            "summer": work_day(3000.0, 6000.0),
            "autumn": work_day(2895.0, 2820.0),
        },
    )


def buys_id3():
    return dt.ask(
        "age",
        {
            "youth": dt.ask("student", {"no": "no", "yes": "yes"}),
            "middle_aged": "yes",
            "senior": dt.ask("credit_rating", {"fair": "yes", "excellent": "no"}),
        },
    )


def buys_cart():
    credit = {"fair": "yes", "excellent": "no"}
    no_student = dt.ask("age", {"youth": "no", "senior": dt.ask("credit_rating", credit)})
    student = dt.ask(
        "credit_rating", credit | {"excellent": dt.ask("age", {"youth": "yes", "senior": "no"})}
    )
    rest = dt.ask("student", {"no": no_student, "yes": student})
    return dt.ask("age", {("youth", "senior"): rest, "middle_aged": "yes"})
