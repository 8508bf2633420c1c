"""The answers of an exercise: a cell for each figure asked for, what it is worth, and the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.expected.answers import SAYS, SCORE, Verdict, feedback
from xlmetrics.model import Look, Table
from xlmetrics.quantities import KINDS, in_a1

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.layout.course.exercise_canvas import ExerciseCanvas
    from xlmetrics.quantities import Kind
    from xlmetrics.template.model import Asked, Exercise, Topic
    from xlmetrics.template.words import Words

LABEL, VALUE, SAID = 1, 2, 3
STUDENT_ROW = 2


class Answers:
    """Places the answers of a sheet from row ``top`` down, and on the key the texts to say."""

    def __init__(self, front: ExerciseCanvas, key: Canvas, words: Words, top: int) -> None:
        self._front = front
        self._key = key
        self._words = words
        self._top = top
        self.bottom = top
        self.tables: list[Table] = []

    def place(
        self,
        topic: Topic,
        exercise: Exercise,
        tables: Sequence[Table],
        row: int,
        numbers: Counter[str],
    ) -> list[dict[str, Range]]:
        """Place them; the texts stand from this row of the key down.

        Gives, table by table, where the answer to each figure stands.
        """
        front, words = self._front, self._words
        front.headings(self._top, LABEL, (words["exercise.answers"], ""))
        says = {}
        for verdict, field in SAYS.items():
            says[field] = self._key.label(row, VALUE, words[f"exercise.{_KEYS[verdict]}"])
            row += 1
        places: list[dict[str, Range]] = [{} for _ in tables]
        for at, ask in enumerate(exercise.ask, self._top + 1):
            table = tables[ask.table - 1]
            front.label(at, LABEL, self.name(topic, ask))
            fields = {"answer": front.answer(at, VALUE), "right": table[ask.figure], **says}
            places[ask.table - 1][ask.figure] = fields["answer"]
            mistakes = KINDS[table.kind].mistakes(ask.figure)
            for number, mistake in enumerate(mistakes, 1):
                row += 1
                self._key.label(row, LABEL, words[f"figure.{mistake.name}"])
                fields[f"wrong_{number}"] = table[mistake.name]
                fields[f"says_{number}"] = self._key.label(
                    row, VALUE, words[f"mistake.{mistake.name}"], Look.INTRO
                )
                row += 1
            fields["feedback"] = front.area(at, SAID, at)
            self._place_feedback(fields, len(mistakes))
            numbers["exercise"] += 1
            self.tables.append(Table("exercise", numbers["exercise"], fields))
        self._place_score(says["is_right"], len(exercise.ask), numbers)
        return places

    def name(self, topic: Topic, ask: Asked) -> str:
        """What an answer is called: as the figure, with its table where there are several."""
        table = topic.tables[ask.table - 1]
        figure = table.headings.get(ask.figure) or self._words[f"figure.{ask.figure}"]
        if len(topic.tables) == 1:
            return figure
        return f"{table.title or ask.table}: {figure}"

    def fill_in(self, kind: Kind, places: Mapping[str, Range], fields: Mapping[str, Range]) -> None:
        """Put the formula of each figure into its answer."""
        for name, place in places.items():
            figure = kind.quantities[name]
            formula = in_a1(figure.formula, fields, place.first)
            self._front.fill_in(place.first, formula, figure.number_format)

    def _place_feedback(self, fields: Mapping[str, Range], mistakes: int) -> None:
        place = fields["feedback"]
        formula = in_a1(feedback(mistakes), fields, place.first)
        self._front.feedback(place.top, SAID, formula, Look.ASIDE, "General")
        right = f"{place.first.absolute}={fields['is_right'].first}"
        self._front.highlight(place, right, "right")

    def _place_score(self, is_right: Range, answers: int, numbers: Counter[str]) -> None:
        row = self.bottom = self._top + answers + 1
        fields = {
            "feedback": self._front.area(self._top + 1, SAID, self._top + answers),
            "is_right": is_right,
            "score": self._front.area(row, VALUE, row),
            "student": self._front.area(STUDENT_ROW, VALUE, STUDENT_ROW),
        }
        formula = in_a1(SCORE, fields, fields["score"].first)
        self._front.label(row, LABEL, self._words["exercise.score"])
        self._front.feedback(row, VALUE, formula, Look.RESULT, "0")
        of = self._words.filled("exercise.of", count=answers)
        self._front.label(row, SAID, of, Look.ASIDE)
        numbers["exercise_score"] += 1
        self.tables.append(Table("exercise_score", numbers["exercise_score"], fields))


_KEYS = {
    Verdict.RIGHT: "right",
    Verdict.NEAR: "near",
    Verdict.WRONG: "not_yet",
    Verdict.NO_NUMBER: "no_number",
}
