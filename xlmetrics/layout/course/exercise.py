"""Arrange exercises: numbers given, cells to work in, answers to type in, and what they are worth.

The right figures, and what known mistakes give, are live formulas on a sheet of their own, the
key. It is hidden from students; the teacher's version shows it, with working and answers filled in.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.course.exercise_answers import LABEL, STUDENT_ROW, VALUE, Answers
from xlmetrics.layout.course.exercise_canvas import ExerciseCanvas
from xlmetrics.layout.course.exercise_table import ExerciseTable, with_mistakes
from xlmetrics.layout.course.room import heights_of, spread_to, widths_of
from xlmetrics.layout.course.settings import Settings
from xlmetrics.layout.course.topic import place_lines
from xlmetrics.layout.fit import is_long
from xlmetrics.layout.values import with_values
from xlmetrics.model import Look, Sheet, Table, Workbook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.template.model import Course, Exercise, Topic

_PAGE_RIGHT = 9


class Copy(NamedTuple):
    """Whose copy of an exercise it is: the mark that it carries, and the student, if one is known.

    One that is ``answered`` is the teacher's.
    """

    mark: str
    student: str
    answered: bool


def arrange_exercise(course: Course, copy: Copy) -> Workbook:
    """The workbook of the topics that have an exercise."""
    numbers: Counter[str] = Counter()
    fronts: list[Sheet] = []
    keys: list[Sheet] = []
    tables: list[Table] = []
    titles = _key_titles(course)
    for topic in course.topics:
        if topic.exercise:
            front, key, found = _arrange(course, topic, topic.exercise, copy, next(titles), numbers)
            cells = with_values([*front.cells, *key.cells], found)
            front.cells, key.cells = (
                list(cells[: len(front.cells)]),
                list(cells[len(front.cells) :]),
            )
            fronts.append(_sheet(front))
            keys.append(_sheet(key) if copy.answered else _hidden(key))
            tables += found
    return Workbook((*fronts, *keys), tuple(tables), title=course.title)


def _key_titles(course: Course) -> Iterator[str]:
    """Titles for the keys, none of which a topic has."""
    taken = {topic.name.casefold() for topic in course.topics}
    title = course.words["sheet.key"]
    for number in range(1, 2 * len(taken) + 2):
        each = title if number == 1 else f"{title} {number}"
        if each.casefold() not in taken:
            yield each


def _arrange(
    course: Course,
    topic: Topic,
    exercise: Exercise,
    copy: Copy,
    title: str,
    numbers: Counter[str],
) -> tuple[Canvas, Canvas, list[Table]]:
    """What to work on, its key, and their tables, each after those that it looks at."""
    words = course.words
    front, key = ExerciseCanvas(topic.name, answered=copy.answered), Canvas(title)
    _place_heads(front, key, topic, copy, words["exercise.student"], words["exercise.teacher"])
    row = place_lines(front, exercise.text, 4) + 1
    asked = [
        [ask.figure for ask in exercise.ask if ask.table == number]
        for number in range(1, len(topic.tables) + 1)
    ]
    settings = Settings(front, words, course.scale, topic.settings)
    row = settings.place(list(map(with_mistakes, topic.tables, asked)), row) + 1
    parts: list[ExerciseTable] = []
    for content, names in zip(topic.tables, asked, strict=True):
        for canvas in (front, key) if content.title else ():
            canvas.label(row, 1, content.title, Look.SUBTITLE)
        row += bool(content.title)
        parts.append(ExerciseTable(front, key, settings, content, names, words, row))
        row = parts[-1].bottom + 2
    answers = Answers(front, key, words, row)
    for part in parts:
        row = part.place_key(row)
    keyed = []
    for part in parts:
        numbers[part.kind.name] += 1
        keyed.append(part.table(numbers[part.kind.name]))
    places = answers.place(topic, exercise, keyed, row, numbers)
    filled = []
    for part, place in zip(parts, places, strict=True):
        fields = part.place_front(place)
        if copy.answered:
            answers.fill_in(part.kind, place, fields)
            numbers[part.kind.name] += 1
            filled.append(Table(part.kind.name, numbers[part.kind.name], fields))
    front.label(answers.bottom + 2, 1, copy.mark, Look.INTRO)
    return front, key, [*keyed, *filled, *answers.tables]


def _place_heads(
    front: ExerciseCanvas, key: Canvas, topic: Topic, copy: Copy, student: str, teacher: str
) -> None:
    front.label(1, 1, topic.title, Look.TITLE)
    front.label(STUDENT_ROW, LABEL, student)
    if copy.answered or copy.student:
        front.label(STUDENT_ROW, VALUE, copy.student or teacher, Look.INTRO)
    else:
        front.answer(STUDENT_ROW, VALUE)
    key.label(1, 1, f"{key.title}: {topic.name}", Look.TITLE)
    key.label(2, 1, copy.mark, Look.INTRO)


def _sheet(canvas: Canvas) -> Sheet:
    widths = widths_of(canvas.cells)
    heights = heights_of(canvas.cells, widths)
    right = max(spread_to(canvas.cells, widths), _PAGE_RIGHT)
    return Sheet(
        canvas.title,
        tuple(canvas.cells),
        widths=widths,
        heights=heights,
        print_area=canvas.extent()._replace(right=right),
        highlights=tuple(canvas.highlights),
        long=is_long(canvas.cells, heights),
    )


def _hidden(canvas: Canvas) -> Sheet:
    return replace(_sheet(canvas), hidden=True, print_area=None)
