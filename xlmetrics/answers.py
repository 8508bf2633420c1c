"""Answers: mark the exercises that students returned.

What is right is drawn and computed anew from the mark that each workbook carries (template, seed,
student); nothing that stands in the file is believed but the answers. No file is written to.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from xlmetrics.errors import XlmetricsError
from xlmetrics.exercise.copies import has_exercise, student_copy
from xlmetrics.exercise.returned import Returned, as_number, first_few, told
from xlmetrics.exercise.students import file_names
from xlmetrics.expected.answers import Verdict, judge
from xlmetrics.inputs import shown
from xlmetrics.layout.course.exercise_class import asked
from xlmetrics.model import NotChecked, is_number
from xlmetrics.read import read_workbook
from xlmetrics.template.model import Course
from xlmetrics.template.read import find_template, read_template, shipped_templates

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from xlmetrics.exercise.mark import Mark
    from xlmetrics.model import Result, Table, Workbook

LEAST_COPIED = 2
"""So many answers must be right for another's numbers before it is told."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: the figure asked for, what was typed, what is right, and what it is worth.

    ``mistake`` says which known mistake gives it; ``formula`` is what was typed where it could not
    be computed.
    """

    figure: str
    answer: Result
    right: Result
    verdict: Verdict
    mistake: str = ""
    formula: str = ""


@dataclass(frozen=True, slots=True)
class Marked:
    """A returned workbook, marked, or the ``problem`` why it could not be; and what to look at.

    ``shared`` is what to look at in all files of the student, the same in each of them.
    """

    path: Path | None
    student: str = ""
    template: str = ""
    seed: int | None = None
    answers: tuple[Answer, ...] = ()
    notes: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    problem: str = ""

    @property
    def score(self) -> int:
        """How many answers are right."""
        return sum(answer.verdict is Verdict.RIGHT for answer in self.answers)


def mark_answers(
    paths: Iterable[Path],
    templates: Sequence[Path | str] = (),
    students: Sequence[str] = (),
    seed: int | None = None,
) -> list[Marked]:
    """Mark the files, and those in the folders, sorted by student.

    ``templates`` are those that exercises were made from, one's own or by a shipped name;
    ``students`` is the class, of which those who returned nothing are told. With a ``seed``, files
    of another are told and not marked. A file that cannot be marked stops none of the others.

    Raises:
        XlmetricsError: there is no such file or folder, or no file in it; a template is wrong.
    """
    marker = _Marker([find_template(str(each)) for each in templates], seed)
    marked = beside_others([marker.mark(path) for path in _files(paths)])
    returned = {each.student for each in marked}
    missing = [Marked(None, name, problem="returned nothing") for name in students]
    marked += [each for each in missing if each.student not in returned]
    if students:
        marked = [_held_against(each, students) for each in marked]
    return sorted(marked, key=lambda each: (each.student.casefold(), str(each.path)))


def _files(paths: Iterable[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(each for each in path.rglob("*") if each.is_file())
            found += [each for each in inside if not each.name.startswith((".", "~$"))]
        elif path.exists():
            found.append(path)
        else:
            raise XlmetricsError(f"{path}: there is no such file or folder")
    if not found:
        raise XlmetricsError("there is no file to mark. Name files, or a folder that holds some.")
    return list(dict.fromkeys(found))


class _Marker:
    """Marks files one by one; remembers the templates read and the exercises made."""

    def __init__(self, templates: Sequence[Path], seed: int | None) -> None:
        self._courses = {path.stem: _course(path) for path in templates}
        self._seed = seed
        self._given_out: dict[Mark, Workbook] = {}

    def mark(self, path: Path) -> Marked:
        try:
            returned = Returned(read_workbook(path))
            marks = returned.marks()
            if not marks:
                return Marked(path, problem="is no exercise, or has lost the mark of one")
            return self._marked(path, returned, marks)
        except XlmetricsError as error:
            return Marked(path, problem=str(error).removeprefix(f"{path}: "))

    def _marked(self, path: Path, returned: Returned, marks: Sequence[Mark]) -> Marked:
        found = {mark: self._exercise(mark) for mark in marks}
        differences = {mark: returned.differences(book) for mark, book in found.items()}
        mark = min(
            found,
            key=lambda each: (returned.is_another(found[each]), len(differences[each].told)),
        )
        book = found[mark]
        start = Marked(path, template=mark.template, seed=mark.seed)
        if returned.is_another(book):
            return replace(
                start,
                problem=f"its mark says {mark.template}, but another template made it",
            )
        if returned.is_filled_in(book):
            return replace(start, problem="is the teacher's version")
        student = mark.student or _name_typed(returned, book)
        if self._seed not in {None, mark.seed}:
            return replace(
                start, student=student, problem=f"is of seed {mark.seed}, not {self._seed}"
            )
        pairs = [_answer(returned, book, name, table) for name, table in asked(book)]
        others = [str(each) for each in marks if each != mark]
        notes = [
            *(f"carries the mark of another exercise too: {other}" for other in others),
            told(differences[mark]),
            *(note for _, note in pairs),
        ]
        return replace(
            start,
            student=student,
            answers=tuple(answer for answer, _ in pairs),
            notes=tuple(filter(None, notes)),
        )

    def _exercise(self, mark: Mark) -> Workbook:
        """The exercise as it was given out; raises XlmetricsError if its template is not here."""
        if mark not in self._given_out:
            self._given_out[mark] = student_copy(self._course(mark.template), mark)
        return self._given_out[mark]

    def _course(self, name: str) -> Course:
        if name not in self._courses:
            shipped = shipped_templates()
            if name not in shipped:
                raise XlmetricsError(
                    f"was made from the template {name}, which is not shipped; give its file with "
                    "--template"
                )
            self._courses[name] = _course(shipped[name])
        return self._courses[name]


def _course(path: Path) -> Course:
    course = read_template(path)
    if not isinstance(course, Course) or not has_exercise(course):
        raise XlmetricsError(f"the template {path.stem} has no exercise")
    return course


def _answer(returned: Returned, book: Workbook, name: str, table: Table) -> tuple[Answer, str]:
    """One answer, marked, and what to look at in it."""
    right = book.value(table["right"].first)
    place = returned.place(book, table, "answer")
    if place is None:
        return Answer(name, None, right, Verdict.GONE), f"{name}: the cell of the answer is gone"
    typed = returned.value(place)
    if isinstance(typed, NotChecked):
        formula = returned.formula(place)
        note = f"{name}: {shown(formula)} could not be computed: {typed.reason}"
        return Answer(name, typed, right, Verdict.NOT_COMPUTED, formula=formula), note
    answer, note = as_number(typed)
    mistakes = sum(field.startswith("wrong_") for field in table.fields)
    wrong = [book.value(table[f"wrong_{number}"].first) for number in range(1, mistakes + 1)]
    verdict, mistake = judge(answer, right, wrong)
    hint = ""
    if verdict is Verdict.MISTAKE:
        hint = str(book.value(table[f"says_{mistake + 1}"].first))
    elif verdict is Verdict.WRONG and is_number(answer):
        percent = judge(answer / 100, right, ()).verdict is Verdict.RIGHT
        note = note or ("a hundred times too large, perhaps in percent" if percent else "")
    return Answer(name, typed, right, verdict, hint), note and f"{name}: {note}"


def _name_typed(returned: Returned, book: Workbook) -> str:
    """The name on an exercise that was given out without one."""
    for table in book.tables:
        if table.kind == "exercise_score":
            place = returned.place(book, table, "student")
            name = returned.value(place) if place else None
            if isinstance(name, str | int | float) and str(name).strip():
                return " ".join(str(name).split())
    return ""


def beside_others(marked: Sequence[Marked]) -> list[Marked]:
    """The files with what strikes in each when the others are seen beside it."""
    done = [each for each in marked if not each.problem]
    seeds: dict[str, Counter[int | None]] = defaultdict(Counter)
    whose: dict[tuple[str, str], list[Marked]] = defaultdict(list)
    numbers: dict[str, dict[tuple[str, int | None], Marked]] = defaultdict(dict)
    for each in done:
        seeds[each.template][each.seed] += 1
        if each.student:
            whose[each.template, each.student].append(each)
            numbers[each.template].setdefault((each.student, each.seed), each)
    found = []
    for each in marked:
        if not each.problem:
            usual = seeds[each.template].most_common(1)[0][0]
            mixed = f"is of seed {each.seed}, others are of seed {usual}"
            copied = _copied(each, numbers[each.template].values())
            notes = [*each.notes, "" if each.seed == usual else mixed, copied]
            several = _several(whose[each.template, each.student])
            found.append(replace(each, notes=tuple(filter(None, notes)), shared=several))
        else:
            found.append(each)
    return found


def _several(files: Sequence[Marked]) -> tuple[str, ...]:
    """That one student returned several files, and which."""
    if len(files) < 2:
        return ()
    seeds = len({each.seed for each in files}) > 1
    names = [f"{each.path} (seed {each.seed})" if seeds else str(each.path) for each in files]
    return (f"{files[0].student} returned {len(files)} files: {first_few(names)}",)


def _copied(one: Marked, others: Iterable[Marked]) -> str:
    """For whose numbers answers are right that are wrong here; each name once."""
    counts: dict[str, int] = {}
    for other in others:
        if other.student != one.student:
            count = max(_right_for(one, other), counts.get(other.student, 0))
            if count >= LEAST_COPIED:
                counts[other.student] = count
    if not counts:
        return ""
    most = max(counts.values())
    names = sorted(counts, key=lambda name: (-counts[name], name))
    told = [name if counts[name] == most else f"{name} ({counts[name]})" for name in names]
    return f"{most} answers are right for the numbers of {first_few(told)}"


def _right_for(one: Marked, other: Marked) -> int:
    """How many answers are wrong here and would be right there."""
    return sum(
        mine.verdict is not Verdict.RIGHT
        and judge(as_number(mine.answer)[0], theirs.right, ()).verdict is Verdict.RIGHT
        for mine, theirs in zip(one.answers, other.answers, strict=True)
    )


def _held_against(one: Marked, students: Sequence[str]) -> Marked:
    """Tell of names that are not in the class, and of files named for somebody else."""
    if one.path is None or one.problem:
        return one
    notes = []
    if one.student not in students:
        notes.append("the name is not in the class")
    for student, name in zip(students, file_names(students), strict=True):
        if student != one.student and one.path.stem == f"{one.template}-{name}":
            notes.append(f"the file is named for {student}")
    return replace(one, notes=(*one.notes, *notes))


def not_used(templates: Sequence[Path | str], marked: Sequence[Marked]) -> list[str]:
    """The templates given that none of the files was made from."""
    used = {each.template for each in marked}
    return [str(each) for each in templates if find_template(str(each)).stem not in used]


def figures(marked: Sequence[Marked]) -> Mapping[str, list[str]]:
    """The figures asked for, by template, in their order."""
    found: dict[str, list[str]] = defaultdict(list)
    for each in marked:
        if each.answers:
            found[each.template] = [answer.figure for answer in each.answers]
    return found
