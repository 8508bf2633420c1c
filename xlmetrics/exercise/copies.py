"""The workbooks of an exercise: one for each student, and the teacher's, which has them all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from xlmetrics.exercise.draw import draw
from xlmetrics.layout.course.exercise import Copy, arrange_exercise
from xlmetrics.layout.course.exercise_class import arrange_class
from xlmetrics.template.model import Course

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.exercise.mark import Mark
    from xlmetrics.model import Workbook
    from xlmetrics.template.model import Template


def has_exercise(template: Template) -> bool:
    """Whether a template has a sheet with an exercise."""
    return isinstance(template, Course) and any(topic.exercise for topic in template.topics)


def student_copy(course: Course, mark: Mark) -> Workbook:
    """What one student works on."""
    return arrange_exercise(draw(course, mark), Copy(str(mark), mark.student, answered=False))


def teacher_copy(course: Course, mark: Mark, students: Sequence[str]) -> Workbook:
    """The exercise with its answers, and on a sheet of their own those of every student."""
    book = arrange_exercise(draw(course, mark), Copy(str(mark), "", answered=True))
    if not students:
        return book
    copies = [(name, student_copy(course, mark._replace(student=name))) for name in students]
    return replace(book, sheets=(arrange_class(course, copies), *book.sheets))
