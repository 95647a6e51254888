"""The command `class`: how the class did, as a page with two charts: what to talk about next week.

The page is the lecturer's: it names students and hidden tests.
"""

from collections import Counter
from pathlib import Path
from statistics import mean, median

from ..files import write
from ..results import cautions, mean_of, reachable, waits, was_read
from .feedback import sentence, shown_name, titles, whose
from .markup import without_marks
from .page import join, number, page, prose, table, tag

MOST = 10  # lines of a table
WAYS = {
    "failed": "wrong",
    "error": "with an error",
    "late": "too slow",
    "memory": "out of memory",
    "not run": "not tried",
}
STEPS = (0.5, 1, 2, 5, 10)  # points that a bar stands for
MOST_BARS = 25
FEW_BARS = 15  # as many have room for their counts on a phone
MOST_LABELS = 11


def class_page(results, path):
    """Write the page about these results; return its path."""
    results = list(results)
    if not results:
        raise ValueError("there are no results to show: grade the class first")
    read = list(filter(was_read, results))
    exercises = [Exercise(*pair) for pair in by_title(read)]
    name = results[0].assignment
    title = f"The class: {name}" if name else "The class"
    content = [tag("h1", title), _in_short(results, read), _talk_about(exercises)]
    content.append(_look_at(results))
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
        self.failed, self.ways, self.tests = Counter(), {}, {}
        for cell in cells:
            met = Counter()
            for test in cell.tests:
                met[test.name] += 1
                if test.outcome != "passed":
                    key = test.name, test.hidden, met[test.name]
                    self.failed[key] += 1
                    self.ways.setdefault(key, Counter())[test.outcome] += 1
                    self.tests[key] = test

    def how(self, key):
        """In which ways a test did not pass, such as "1 wrong, 1 not tried"."""
        ways = self.ways[key].most_common()
        return ", ".join(f"{count} {WAYS[outcome]}" for outcome, count in ways)

    def what(self, key):
        """A test's name; of a hidden one also what it says, since the page is the lecturer's."""
        name, hidden, which = key
        kind = " (hidden)" if hidden and "hidden" not in name else ""
        again = f" (number {which})" if which > 1 else ""
        said = join(": ", tag("code", self.tests[key].code)) if self.tests[key].code else ""
        return join(shown_name(name), said, tag("span", kind, again, class_="soft"))

    @property
    def share(self):
        """The mean as a share of the points."""
        return self.mean / self.max if self.max else 0.0


def students(n):
    """How many students, in words.

    >>> students(1), students(2)
    ('1 student', '2 students')
    """
    return f"{n} student{'' if n == 1 else 's'}"


# ── what is said ────────────────────────────────────────────────────────────────────────────────


def _in_short(results, read):
    said = [students(len(results))]
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
            said += [f" {students(count)} made this mistake: ", tag("i", prose(mistake))]
        elif exercise.failed:
            (key, _), *_ = exercise.failed.most_common(1)
            said += [" The test ", tag("i", exercise.what(key)), f": {exercise.how(key)}."]
        items.append(tag("li", *said))
    if not items:
        return ""
    return join(tag("h2", "What to talk about next week"), tag("ul", *items))


def _look_at(results):
    """Submissions that did not end as usual, and what is odd about all of them together."""
    odd = [result for result in results if result.status != "ok"]
    rows = [
        [whose(result), result.status, prose(sentence(result.reason))]
        for result in sorted(odd, key=lambda result: result.status)
    ]
    content = [tag("p", sentence(text)) for text in cautions(results)]
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
    tests = [(n, e, key) for e in exercises for key, n in e.failed.items()]
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
    """How many submissions have about how many points; a dashed line marks the mean."""
    totals = [result.total for result in results]
    most = max(reachable(results[0]), *totals)
    step = next((step for step in STEPS if most <= MOST_BARS * step), most / MOST_BARS)
    places = [step * k for k in range(round(most / step) + 1)]
    bars = Counter(min(round(total / step), len(places) - 1) for total in totals)
    highest = max(bars.values())
    labelled = labelled_places(len(places))
    columns = [
        tag(
            "div",
            tag("span", bars[k], class_="count top" if bars[k] == highest else "count")
            if bars[k]
            else "",
            tag("span", class_="bar", style=f"height: {7 * bars[k] / highest:.2f}rem"),
            tag("span", number(points), class_="place") if k in labelled else "",
        )
        for k, points in enumerate(places)
    ]
    share = (mean(totals) / step + 0.5) / len(places)
    said = f"mean {number(mean(totals))}"
    side = "mean before" if share > 0.5 else "mean"  # where the words are
    line = tag("div", tag("span", said), class_=side, style=f"left: {share:.2%}")
    words = ", ".join(
        f"about {number(points)} points: {bars[k]}" for k, points in enumerate(places) if bars[k]
    )
    label = f"Submissions by points. {words}. Mean {number(mean(totals))}."
    looks = "columns many" if len(places) > FEW_BARS else "columns"
    chart = tag("div", *columns, line, class_=looks, role="img", aria_label=label)
    return join(chart, tag("p", "points of a submission, and how many have them", class_="soft"))


def labelled_places(count):
    """Which bars have their points below them, so that the numbers have room on a phone.

    >>> labelled_places(7), labelled_places(25)
    ([0, 1, 2, 3, 4, 5, 6], [0, 5, 10, 15, 20, 24])
    """
    every = next(step for step in (1, 2, 5, 10) if count <= MOST_LABELS * step)
    labelled = list(range(0, count, every))
    last = count - 1
    if last - labelled[-1] > every / 2:
        labelled.append(last)
    return labelled


def exercises_chart(exercises):
    """A bar per exercise: its mean as a share of its points, and how many solved it."""
    rows = []
    for one in exercises:
        words = f"{100 * one.share:.0f} %, {one.solved} of {one.n} solved it"
        bar = tag("span", class_="bar", style=f"width: {one.share:.2%}")
        track = tag("span", bar, class_="track", aria_hidden="true")
        rows.append(tag("li", tag("span", prose(one.title)), track, tag("span", words)))
    return tag("ul", *rows, class_="shares")
