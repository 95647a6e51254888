"""The command `similar`: pairs of students whose answers are more alike than those of the class.

What the source shows or solves is left out, and a fingerprint counts by how rare it is: 1 if two
students have it and nobody else, 0 if everybody has it. So a short answer that all write alike says
nothing. What is found is a reason to read two answers side by side, and proves nothing.
"""

import math
import multiprocessing
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..files import write
from ..judging.assignment import read_assignment
from ..judging.code_cells import shown_part
from ..progress import progress
from ..results import csv_text
from ..submissions import SubmissionsError
from .feedback import whose
from .fingerprints import BUILTINS, OTHER, grams, limit_memory, parsed, prints_of_notebook, tokens

LEAST = 6.0  # rare fingerprints that two answers must have in common to be named
SHARE = 0.7  # of the answer
LONG = 12  # fingerprints of an answer that is not the same as others by chance
SAME = 0.9  # of two answers that count as one
ELSEWHERE = "other cells"


@dataclass(frozen=True)
class Alike:
    """One exercise that several students answered alike."""

    exercise: str
    share: float  # of the answer; of a pair weighed by rarity
    rare: float  # fingerprints that a pair has in common, weighed in the same way


@dataclass(frozen=True)
class Match:
    """A pair or a group of students, and what of their work is alike, the most alike first."""

    students: tuple[str, ...]
    exercises: tuple[Alike, ...]


@dataclass(frozen=True)
class Comparison:
    """The pairs and groups that stand out, and which submissions could not be compared."""

    matches: tuple[Match, ...]
    compared: int
    left_out: tuple[tuple[str, str], ...]  # student and reason
    names: dict[str, str] = field(default_factory=dict)  # what to call a student

    def __str__(self):
        pairs = sum(len(match.students) == 2 for match in self.matches)
        counts = ((pairs, "pair"), (len(self.matches) - pairs, "group"))
        found = " and ".join(f"{n} {what}{'s' if n > 1 else ''}" for n, what in counts if n)
        head = f"{found} to look at" if found else "No pair stands out"
        lines = [f"{self.compared} submissions compared. {head}."]
        if found:
            lines += ["Alike is no proof: read the answers, and ask. The most alike first:", ""]
        for match in self.matches:
            *first, last = (self.names.get(one, one) for one in match.students)
            lines.append(f"{', '.join(first)} and {last}")
            lines += [f"    {one.exercise}: {one.share:.0%} alike" for one in match.exercises]
        for student, reason in self.left_out:
            lines.append(f"not compared: {self.names.get(student, student)}: {reason}")
        return "\n".join(lines)


def write_similar(comparison, path):
    """The pairs as a CSV file, a row per pair and exercise; of a group, the first with each."""
    rows = [["first", "second", "exercise", "alike", "rare fingerprints in common"]]
    for match in comparison.matches:
        first, *others = match.students
        for one in match.exercises:
            numbers = [f"{one.share:.2f}", f"{one.rare:.1f}"]
            rows += [[first, other, one.exercise, *numbers] for other in others]
    write(Path(path), csv_text(rows).encode())


def similar(submissions, source):
    """Compare all submissions with each other, exercise by exercise.

    Parameters:
        submissions: of class Submission.
        source: the path of the lecturer's notebook.
    """
    assignment = read_assignment(Path(source).read_bytes(), Path(source).stem)
    answers, kept, known = _of_source(assignment)
    prints, left_out = {}, []
    for student, found in _read_all(submissions, answers, kept):
        if isinstance(found, str):
            left_out.append((student, found))
        else:
            prints[student] = {name: ours - known for name, ours in found.items()}
    groups = sharing(prints)
    matches = [(students, [alike]) for students, alike in groups]
    for pair, alike in compare(prints):
        known = {same.exercise for students, same in groups if {*pair} <= {*students}}
        if rest := [one for one in alike if one.exercise not in known]:
            matches.append((pair, rest))
    cells = zip(assignment.cells, assignment.titles, strict=True)
    titles = {cell.grade_id: title or cell.grade_id for cell, title in cells} | {OTHER: ELSEWHERE}
    named = (
        Match(students, tuple(replace(one, exercise=titles[one.exercise]) for one in alike))
        for students, alike in matches
    )
    names = {one.student: whose(one) for one in submissions}
    return Comparison(tuple(named), len(prints), tuple(left_out), names)


def _of_source(assignment):
    """What each answer binds, which names are not a student's own, what all students have."""
    answers, kept, known = {}, BUILTINS, set()
    for cell, code in zip(assignment.cells, assignment.codes, strict=True):
        is_answer = cell.kind == "code" and cell.solution
        kept |= code.imports if is_answer else code.binds
        if is_answer:
            answers[cell.grade_id] = code.binds - code.imports
    shown = [cell.source for cell in assignment.cells if cell.kind == "code"]
    for source in (*shown, *map(shown_part, shown)):
        for tree in parsed(source):
            known |= set(grams(tokens(tree, kept)))
    return answers, kept, known


# ── the submissions ─────────────────────────────────────────────────────────────────────────────


def _read_all(submissions, answers, kept):
    """Each student's fingerprints, or a sentence, read in a process that may die."""
    pool = None
    try:
        for one in progress(submissions, len(submissions), "reading submissions"):
            if one.status:
                yield one.student, one.reason
                continue
            pool = pool or _new_pool()
            try:
                content = one.read()
                yield one.student, pool.submit(prints_of_notebook, content, answers, kept).result()
            except SubmissionsError as reason:
                yield one.student, str(reason)
            except BrokenProcessPool:
                pool.shutdown()
                pool = None
                yield one.student, "reading it took too much time or memory"
    finally:
        if pool:
            pool.shutdown()


def _new_pool():
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=spawn, initializer=limit_memory)


# ── comparing ───────────────────────────────────────────────────────────────────────────────────


def compare(prints):
    """The pairs that stand out, the most alike first: ((student, student), list of Alike).

    Parameters:
        prints: {student: {exercise: set of fingerprints}}.
    """
    whole = {student: set().union(*parts.values()) for student, parts in prints.items()}
    holders = {}
    for student, ours in whole.items():
        for one in ours:
            holders.setdefault(one, []).append(student)
    weights = {one: rarity(len(who), len(whole)) for one, who in holders.items()}
    common = Counter()
    for one, who in holders.items():
        if weights[one] > 0:
            for i, a in enumerate(who):
                for b in who[i + 1 :]:
                    common[a, b] += weights[one]
    found = []
    for (a, b), rare in common.items():
        if rare >= LEAST:
            alike = _alike(prints[a], prints[b], whole[a] & whole[b], weights)
            if alike:
                found.append(((a, b), alike))
    return sorted(found, key=lambda pair: -sum(one.rare for one in pair[1]))


def sharing(prints):
    """Groups of students who have the same answer, or nearly so: (students, Alike).

    What many have is not rare, so that no pair of them stands out.

    Parameters:
        prints: {student: {exercise: set of fingerprints}}.
    """
    found = []
    for exercise in dict.fromkeys(name for ours in prints.values() for name in ours):
        answers = {student: ours.get(exercise, ()) for student, ours in prints.items()}
        waiting = [student for student, ours in answers.items() if len(ours) >= LONG]
        while waiting:
            first, *waiting = waiting
            shares = {other: _share(answers[first], answers[other]) for other in waiting}
            group = [other for other in waiting if shares[other] >= SAME]
            if len(group) > 1:
                alike = Alike(exercise, min(map(shares.get, group)), 0.0)
                found.append(((first, *group), alike))
                waiting = [other for other in waiting if other not in group]
    return sorted(found, key=lambda one: -len(one[0]))


def _share(first, second):
    """How much of the longer of two answers is in the other."""
    return len(first & second) / max(len(first), len(second))


def rarity(holders, n):
    """What a fingerprint is worth that this many of n students have.

    >>> rarity(2, 100), round(rarity(12, 100), 2), rarity(100, 100)
    (1.0, 0.48, 0.0)
    """
    if holders <= 2:
        return 1.0
    return 1 - math.log(holders - 1) / math.log(n - 1)


def _alike(first, second, common, weights):
    """The exercises in which enough of one student's answer is the other's, wherever it stands."""

    def weight(these):
        return sum(weights[one] for one in these)

    found = []
    for exercise in dict.fromkeys([*first, *second]):
        sides = [side[exercise] for side in (first, second) if side.get(exercise)]
        rare = max(weight(ours & common) for ours in sides) if sides else 0.0
        share = max((weight(ours & common) / (weight(ours) or 1) for ours in sides), default=0.0)
        if rare >= LEAST and share >= SHARE:
            found.append(Alike(exercise, share, rare))
    return sorted(found, key=lambda one: -one.rare)
