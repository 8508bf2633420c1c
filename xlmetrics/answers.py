"""Answers: mark the exercises that students returned.

What is right is drawn and computed anew from the mark that each workbook carries (template, seed,
student); nothing that stands in the file is believed but the answers. No file is written to.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from xlmetrics.errors import XlmetricsError
from xlmetrics.exercise.copies import has_exercise, student_copy
from xlmetrics.exercise.returned import Returned, as_number, told
from xlmetrics.exercise.students import file_names
from xlmetrics.expected.answers import Verdict, judge
from xlmetrics.layout.course.exercise_class import asked
from xlmetrics.model import is_number
from xlmetrics.read import read_workbook
from xlmetrics.template.model import Course
from xlmetrics.template.read import read_template, shipped_templates

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from xlmetrics.exercise.mark import Mark
    from xlmetrics.model import Result, Table, Workbook

LEAST_COPIED = 2
"""So many answers must be right for another's numbers before it is told."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: the figure asked for, what was typed, what is right, and what it is worth.

    ``mistake`` says which known mistake gives it.
    """

    figure: str
    answer: Result
    right: Result
    verdict: Verdict
    mistake: str = ""


@dataclass(frozen=True, slots=True)
class Marked:
    """A returned workbook, marked, or the ``problem`` why it could not be; and what to look at."""

    path: Path | None
    student: str = ""
    template: str = ""
    seed: int | None = None
    answers: tuple[Answer, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""

    @property
    def score(self) -> int:
        """How many answers are right."""
        return sum(answer.verdict is Verdict.RIGHT for answer in self.answers)


def mark_answers(
    paths: Iterable[Path], templates: Sequence[Path] = (), students: Sequence[str] = ()
) -> list[Marked]:
    """Mark the files, and those in the folders, sorted by student.

    ``templates`` are one's own that exercises were made from; ``students`` is the class, of which
    those who returned nothing are told. A file that cannot be marked stops none of the others.

    Raises:
        XlmetricsError: there is no such file or folder, or no file in it; a template is wrong.
    """
    marker = _Marker([*shipped_templates().values(), *templates])
    marked = [marker.mark(path) for path in _files(paths)]
    marked = [replace(each, notes=(*each.notes, *_beside_others(each, marked))) for each in marked]
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

    def __init__(self, templates: Sequence[Path]) -> None:
        self._templates = {path.stem: path for path in templates}
        self._courses: dict[str, Course] = {}
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
        mark = min(found, key=lambda each: len(returned.differences(found[each])[0]))
        book = found[mark]
        if returned.is_filled_in(book):
            return Marked(path, problem="is the teacher's version")
        pairs = [_answer(returned, book, name, table) for name, table in asked(book)]
        others = [str(each) for each in marks if each != mark]
        notes = [
            *(f"carries the mark of another exercise too: {other}" for other in others),
            told(*returned.differences(book)),
            *(note for _, note in pairs),
        ]
        return Marked(
            path,
            mark.student or _name_typed(returned, book),
            mark.template,
            mark.seed,
            tuple(answer for answer, _ in pairs),
            tuple(filter(None, notes)),
        )

    def _exercise(self, mark: Mark) -> Workbook:
        """The exercise as it was given out; raises XlmetricsError if its template is not here."""
        if mark not in self._given_out:
            self._given_out[mark] = student_copy(self._course(mark.template), mark)
        return self._given_out[mark]

    def _course(self, name: str) -> Course:
        if name not in self._courses:
            if name not in self._templates:
                raise XlmetricsError(
                    f"was made from the template {name}, which is not shipped; give its file with "
                    "--template"
                )
            course = read_template(self._templates[name])
            if not isinstance(course, Course) or not has_exercise(course):
                raise XlmetricsError(f"was made from {name}, which has no exercise any more")
            self._courses[name] = course
        return self._courses[name]


def _answer(returned: Returned, book: Workbook, name: str, table: Table) -> tuple[Answer, str]:
    """One answer, marked, and what to look at in it."""
    right = book.value(table["right"].first)
    place = returned.place(book, table, "answer")
    if place is None:
        return Answer(name, None, right, Verdict.BLANK), f"{name}: the cell of the answer is gone"
    typed = returned.value(place)
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
            if name is not None and str(name).strip():
                return " ".join(str(name).split())
    return ""


def _beside_others(one: Marked, marked: Sequence[Marked]) -> Iterator[str]:
    """What strikes in a file when the others are seen beside it."""
    others = [each for each in marked if each is not one and not each.problem]
    if one.problem:
        return
    for other in others:
        same = (other.template, other.seed) == (one.template, one.seed)
        if same and one.student and other.student == one.student:
            yield f"{other.path} is of the same student"
        elif same and other.student:
            count = _right_for(one, other)
            if count >= LEAST_COPIED:
                yield f"{count} answers are right for the numbers of {other.student}"


def _right_for(one: Marked, other: Marked) -> int:
    """How many answers are wrong here and would be right there."""
    pairs = zip(one.answers, other.answers, strict=True)
    return sum(
        mine.verdict is not Verdict.RIGHT
        and judge(as_number(mine.answer)[0], theirs.right, ()).verdict is Verdict.RIGHT
        for mine, theirs in pairs
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


def figures(marked: Sequence[Marked]) -> Mapping[str, list[str]]:
    """The figures asked for, by template, in their order."""
    found: dict[str, list[str]] = defaultdict(list)
    for each in marked:
        if each.answers:
            found[each.template] = [answer.figure for answer in each.answers]
    return found
