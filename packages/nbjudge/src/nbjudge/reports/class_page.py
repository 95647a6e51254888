"""The command `class`: how the class did, as a page with two charts: what to talk about next week.

The page is the lecturer's: it names students and hidden tests.
"""

from collections import Counter
from pathlib import Path
from statistics import mean, median

from ..files import write
from ..results import cautions, mean_of, reachable, waits, was_read
from ..words import counted
from .feedback import sentence, shown_name, titles, whose
from .markup import without_marks
from .page import join, number, page, points, prose, table, tag

MOST = 10  # lines of a table
WAYS = {
    "failed": "wrong",
    "error": "with an error",
    "late": "too slow",
    "memory": "out of memory",
    "not run": "not tried",
}
STEPS = (0.5, 1, 2, 5, 10)  # points that a bar stands for
MOST_BARS = 10


def class_page(results, path, sentences=()):
    """Write the page about these results, with sentences about what is missing; return its path."""
    results = list(results)
    if not results:
        raise ValueError("there are no results to show: grade the class first")
    read = list(filter(was_read, results))
    exercises = [Exercise(*pair) for pair in by_title(read)]
    name = results[0].assignment
    title = f"The class: {name}" if name else "The class"
    content = [tag("h1", title), _in_short(results, read), _talk_about(exercises)]
    content.append(_look_at(results, sentences))
    if read:
        content += [tag("h2", "Points"), totals_chart(read)]
    automatic = [exercise for exercise in exercises if not exercise.waits]
    if automatic:
        content += [
            tag("h2", "Exercises"),
            tag("p", "The mean share of each exercise's points, and how many solved it."),
            exercises_chart(automatic),
            *_failed_tests(automatic),
        ]
    path = Path(path)
    write(path, page(title, *content).encode())
    return path


# ── what is counted ─────────────────────────────────────────────────────────────────────────────


def by_title(results):
    """Every exercise's title, no two of them alike, with what each submission has there."""
    found, named = {}, {}
    for result in results:
        for title, cell in zip(titles(result.cells), result.cells, strict=True):
            found.setdefault(cell.grade_id, []).append(cell)
            named[cell.grade_id] = title
    looks = Counter(map(_looks, named.values()))
    for grade_id, cells in found.items():
        title = named[grade_id]
        twins = looks[_looks(title)] > 1 and title != grade_id
        yield f"{title} ({grade_id})" if twins else title, cells


def _looks(title):
    """What of a title can be told apart at a glance."""
    return " ".join(without_marks(title).replace("`", "").lower().split())


class Exercise:
    """One exercise over the whole class."""

    def __init__(self, title, cells):
        self.title = title
        self.max = cells[0].max
        self.waits = any(map(waits, cells))
        self.n = len(cells)
        self.mean = mean(cell.points for cell in cells)
        self.solved = sum(cell.outcome == "passed" for cell in cells)
        # once per submission, however many of its tests show the same mistake
        self.mistakes = Counter(
            mistake
            for cell in cells
            for mistake in {test.mistake for test in cell.tests if test.mistake}
        )
        # A test that did not pass is counted under its name; two in a cell may have the same one.
        self.failed = {}
        for cell in cells:
            met = Counter()
            for test in cell.tests:
                met[test.name] += 1
                if test.outcome != "passed":
                    key = test.name, test.hidden, met[test.name]
                    self.failed.setdefault(key, []).append(test)

    def how(self, key):
        """In which ways a test did not pass, such as "1 wrong, 1 not tried"."""
        ways = Counter(test.outcome for test in self.failed[key]).most_common()
        return ", ".join(f"{count} {WAYS[outcome]}" for outcome, count in ways)

    def what(self, key):
        """A test's name; of a hidden one also what it says, since the page is the lecturer's."""
        name, hidden, which = key
        kind = " (hidden)" if hidden and "hidden" not in name else ""
        again = f" (number {which})" if which > 1 else ""
        code = self.failed[key][0].code
        said = join(": ", tag("code", code)) if code else ""
        return join(shown_name(name), said, tag("span", kind, again, class_="soft"))

    @property
    def share(self):
        """The mean as a share of the points."""
        return self.mean / self.max if self.max else 0.0


# ── what is said ────────────────────────────────────────────────────────────────────────────────


def _in_short(results, read):
    said = [counted(len(results), "student")]
    if read:
        middle = median(result.total for result in read)
        said += [mean_of(results), f"median {number(middle)}"]
    if not all(result.sandboxed for result in results):
        said.insert(0, "UNSANDBOXED")
    if any(waits(cell) for result in read for cell in result.cells):
        said.append("without what a person grades")
    return tag("p", " · ".join(said))


def _talk_about(exercises):
    """The exercises that cost the class most, each with its commonest mistake."""
    hard = [e for e in exercises if not e.waits and e.solved < e.n]
    hard.sort(key=lambda exercise: exercise.mean - exercise.max)
    items = []
    for exercise in hard[:3]:
        said = [tag("b", exercise.title), f": {exercise.solved} of {exercise.n} solved it."]
        if exercise.mistakes:
            (mistake, count), *_ = exercise.mistakes.most_common(1)
            said += [f" {counted(count, 'student')} made this mistake: ", tag("i", prose(mistake))]
        elif exercise.failed:
            key = max(exercise.failed, key=lambda key: len(exercise.failed[key]))
            said += [" The test ", tag("i", exercise.what(key)), f": {exercise.how(key)}."]
        items.append(tag("li", *said))
    if not items:
        return ""
    return join(tag("h2", "What to talk about next week"), tag("ul", *items))


def _look_at(results, sentences):
    """Submissions that did not end as usual, and what is odd about all of them together."""
    odd = [result for result in results if result.status != "ok"]
    rows = [
        [whose(result), result.status, prose(sentence(result.reason))]
        for result in sorted(odd, key=lambda result: result.status)
    ]
    content = [tag("p", sentence(text)) for text in (*sentences, *cautions(results))]
    content += [table(["student", "status", "reason"], rows)] if rows else []
    return join(tag("h2", "Submissions to look at"), *content) if content else ""


def _failed_tests(exercises):
    """Tables of the commonest named mistakes, and of the tests that passed least often."""
    named = [(n, e, mistake) for e in exercises for mistake, n in e.mistakes.items()]
    named.sort(key=lambda row: -row[0])
    if named:
        rows = [[str(n), e.title, prose(mistake)] for n, e, mistake in named[:MOST]]
        yield tag("h2", "The commonest mistakes")
        yield table(["students", "exercise", "mistake"], rows, ["students"])
    tests = [(len(tests), e, key) for e in exercises for key, tests in e.failed.items()]
    tests.sort(key=lambda row: -row[0] / row[1].n)
    if tests:
        rows = []
        for n, exercise, key in tests[:MOST]:
            count = f"{n} of {exercise.n}"
            rows.append([count, exercise.title, exercise.what(key), exercise.how(key)])
        yield tag("h2", "The tests that passed least often")
        yield table(["students", "exercise", "test", "how"], rows, ["students"])


# ── charts ──────────────────────────────────────────────────────────────────────────────────────


def totals_chart(results):
    """A bar per number of points: how many submissions have about as many."""
    totals = [result.total for result in results]
    most = max(reachable(results[0]), *totals)
    step = next((step for step in STEPS if most <= MOST_BARS * step), most / MOST_BARS)
    counts = Counter(round(total / step) for total in totals)
    shown = [(points(step * place), counts[place]) for place in range(round(most / step) + 1)]
    return bars((f"about {p}", n / len(totals), counted(n, "student")) for p, n in shown)


def exercises_chart(exercises):
    """A bar per exercise: its mean as a share of its points, and how many solved it."""
    return bars(
        (prose(one.title), one.share, f"{100 * one.share:.0f} %, {one.solved} of {one.n} solved it")
        for one in exercises
    )


def bars(rows):
    """A list of bars: of each its label, its length as a share, and what it says."""
    items = []
    for label, share, words in rows:
        bar = tag("span", class_="bar", style=f"width: {share:.2%}")
        track = tag("span", bar, class_="track", aria_hidden="true")
        items.append(tag("li", tag("span", label), track, tag("span", words)))
    return tag("ul", *items, class_="shares")
