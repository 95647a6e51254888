"""The command `feedback`: a page per student with what counts, what is wrong, what to repair.

Of a hidden test a page shows its name, its hint and its outcome, whatever else the result holds.
The file's name is a hash of the student's key; `index.csv` says whose page is which. Submissions
from Moodle also get `moodle.zip`: the same pages under names by which Moodle gives each to its
student.
"""

import hashlib
import re
from collections import Counter
from pathlib import Path

from ..files import write
from ..packing import zipped
from ..results import HIDDEN_SHARE, csv_text, waits, was_read
from .page import join, number, page, paragraphs, points, prose, table, tag

MOODLE = "_assignsubmission_"  # in the names of files that Moodle exports and takes back
STATUS = {  # what happened, and what it means for the student
    "timeout": ("Your notebook took too long.", "What was graded before that counts."),
    "crash": ("Your notebook stopped the program that ran it.", "What was graded counts."),
    "unreadable": ("Your notebook could not be read.", "0 points: hand it in again."),
    "tampered": (
        "Your notebook interfered with the grading, so it was stopped.",
        "If you did not intend that, ask your lecturer to look at it with you.",
    ),
    "ambiguous": (
        "It is not clear which of your notebooks is the right one.",
        "0 points: hand in one notebook, under the name that it had.",
    ),
    "missing": ("There is no notebook of yours.", "0 points: if you handed one in, say so."),
}
STATEMENT = re.compile(r"assert\b|[\w.]+\(|(if|for|with|while|try)\b.*:$")  # how code begins
SIGNS = {"passed": "✓", "partly": "◐", "manual": "✎"}
OUTCOMES = {
    "failed": "gives something else than expected",
    "error": "stops with an error",
    "late": "takes too long",
    "memory": "needs too much memory",
    "not run": "was not run",
}


def feedback(results, folder):
    """Write a page per result and `index.csv` into `folder`; return the paths, the index last."""
    results = list(results)
    if not results:
        raise ValueError("there are no results to write about: grade the class first")
    folder = Path(folder)
    paths = []
    for_moodle = {}
    index = [["student", "name", "file"]]
    for result in results:
        path = folder / f"{hashlib.sha256(result.student.encode()).hexdigest()[:16]}.html"
        text = feedback_page(result)
        write(path, text.encode())
        if MOODLE in result.file and result.student.isdecimal():
            for_moodle[f"student_{result.student}{MOODLE}file_feedback.html"] = text
        index.append([result.student, result.name, path.name])
        paths.append(path)
    write(folder / "index.csv", csv_text(index).encode())
    if for_moodle:
        write(folder / "moodle.zip", zipped(for_moodle))
    return [*paths, folder / "index.csv"]


def feedback_page(result):
    """The page of one result, as the text of an .html file."""
    title = f"Feedback: {result.assignment}" if result.assignment else "Feedback"
    by_hand = sum(cell.max for cell in result.cells if waits(cell))
    reached = f"{number(result.total)} of {points(result.max - by_hand)}"
    more = f", and up to {number(by_hand)} more that a person gives" if by_hand else ""
    content = [
        tag("h1", title),
        tag("p", whose(result), " · ", tag("b", reached), more),
        _status(result),
        tag("p", f"About your notebook: {result.note}", class_="soft") if result.note else "",
    ]
    if was_read(result):
        named = list(zip(titles(result.cells), result.cells, strict=True))
        content.append(_overview(named))
        content += [_exercise(place, *pair) for place, pair in enumerate(named)]
        if any(test.hidden for cell in result.cells for test in cell.tests):
            content.append(tag("p", HIDDEN, class_="soft"))
    return page(title, *content)


DELIVERED = "What the function passed as delivered earns nothing."
FURTHER = "A further test, which is not shown here, does not pass yet: try inputs of another kind."
HIDDEN = (
    "A hidden test tries your answer on further inputs. It shows its name and how it ended, "
    "never the input: an answer that is right for every input passes it."
)


def _status(result):
    """What happened to the whole notebook, in kind words; nothing if all went well."""
    if result.status == "ok":
        return ""
    happened, meaning = STATUS[result.status]
    said = [tag("b", happened), " ", prose(sentence(result.reason)), " ", meaning]
    return tag("div", tag("p", *said), class_="box wrong")


def _overview(named):
    """All exercises in a table, and with which to begin."""
    lost = [0 if waits(cell) else cell.max - cell.points for _, cell in named]
    most = max(lost, default=0)
    if most <= 0:
        return tag("p", "Every test passes.") if named else ""
    first = lost.index(most)
    link = tag("a", named[first][0], href=f"#e{first}")
    rows = [
        [
            join(sign(cell.outcome), " ", tag("a", title, href=f"#e{place}")),
            "a person" if waits(cell) else f"{number(cell.points)} of {number(cell.max)}",
        ]
        for place, (title, cell) in enumerate(named)
    ]
    begin = tag("p", "Begin with ", link, f": you can gain {points(most)} there.")
    return join(begin, table(["exercise", "points"], rows, ["points"]))


def _exercise(place, title, cell):
    """One exercise: its points, the mistakes that have a name, and every test."""
    head = tag("h2", sign(cell.outcome), " ", title, id=f"e{place}")
    whence = ", given by a person" if cell.by_hand else ""
    reached = tag("p", tag("b", f"{number(cell.points)} of {points(cell.max)}"), whence)
    if waits(cell):
        reached = tag("p", f"A person reads this answer and gives up to {points(cell.max)}.")
    if cell.comment:
        said = tag("p", tag("b", "Comment: ")), paragraphs(cell.comment)
        reached = join(reached, tag("div", *said, class_="box"))
    if waits(cell):
        return tag("section", head, reached)
    named = dict.fromkeys(test.mistake for test in cell.tests if test.mistake and not test.hidden)
    mistakes = [
        tag("div", tag("p", tag("b", "What went wrong: "), prose(text)), class_="box partly")
        for text in named
    ]
    hints = dict.fromkeys(t.hint for t in cell.tests if t.hint and t.outcome != "passed")
    advice = [tag("div", tag("p", tag("b", "Hint: "), prose(hint)), class_="box") for hint in hints]
    passed = bool(cell.tests) and all(test.outcome == "passed" for test in cell.tests)
    more = tag("p", FURTHER) if passed and cell.points < cell.max and not cell.manual else ""
    unpaid = any(t.outcome == "passed" and t.points < t.max - 1e-9 for t in cell.tests)
    if cell.by_hand:
        more = ""
    elif unpaid and not cell.manual:  # a function with a fault was to be repaired
        more = tag("p", DELIVERED)
    return tag("section", head, reached, *mistakes, *advice, _tests(cell.tests), more)


def _tests(tests):
    """A line per test, or one for all if none was run."""
    if tests and all(test.outcome == "not run" for test in tests):
        why = next((test.reason for test in tests if test.reason and not test.hidden), "")
        return tag("p", "No test was run", f": {why}" if why else ".")
    added = any(test.hidden and test.name == HIDDEN_SHARE for test in tests)
    apart = added or len({test.max for test in tests}) > 1  # else the cell's points say enough
    return tag("ul", *(tag("li", _test(test, apart)) for test in tests), class_="tests")


def _test(test, apart):
    """One line about a test; of a hidden one no value and no words of an error."""
    if test.hidden and test.name == HIDDEN_SHARE:
        words = f"hidden: {number(test.points)} of {points(test.max)}"
        return join(sign(test.outcome), " ", words)
    kind = " (hidden test)" if test.hidden and "hidden" not in test.name else ""
    name = join(shown_name(test.name), kind)
    worth = f" ({number(test.points)} of {number(test.max)})" if apart else ""
    if test.outcome == "passed":
        return join(sign("passed"), " ", name, worth)
    start = join(sign(test.outcome), " ", name, ": ")
    if test.hidden or test.reason in ("", test.mistake, test.hint):  # which stand above
        return join(start, OUTCOMES[test.outcome], worth)
    if "\n" in test.reason:
        return join(start, OUTCOMES[test.outcome], worth, paragraphs(test.reason))
    return join(start, prose(test.reason.rstrip(".: ")), worth)


def sign(outcome):
    """A sign with a colour, and its word for those who hear the page."""
    look = {"passed": "right", "partly": "partly", "manual": "soft"}.get(outcome, "wrong")
    return tag("span", SIGNS.get(outcome, "✗"), class_=look, role="img", aria_label=outcome)


def shown_name(name):
    """A test's name; a statement of a test cell is code.

    >>> shown_name("assert mean([4]) == 4")
    '<code>assert mean([4]) == 4</code>'
    """
    is_code = STATEMENT.match(name) and "`" not in name
    return tag("code", name.removesuffix(":")) if is_code else prose(name)


def whose(work):
    """The student of a result or a submission: the name, where there is one, and the key."""
    return f"{work.name} ({work.student})" if work.name not in ("", work.student) else work.student


def titles(cells):
    """Each exercise's heading, with the name of its cell where two have the same, or none."""
    counts = Counter(cell.title for cell in cells)

    def title(cell):
        if not cell.title:
            return cell.grade_id
        return cell.title if counts[cell.title] == 1 else f"{cell.title} ({cell.grade_id})"

    return [title(cell) for cell in cells]


def sentence(text):
    """Text that begins like a sentence and ends like one.

    >>> sentence("it is empty"), sentence("")
    ('It is empty.', '')
    """
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?…:" else ".")
