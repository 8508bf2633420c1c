"""Every cell of every shipped workbook, as text: a wrong label passes every recomputation.

After a change that is meant, write the dumps anew and read the difference:

    python -m tests.test_golden
"""

from pathlib import Path

import pytest

from xlmetrics.exercise.copies import student_copy, teacher_copy
from xlmetrics.exercise.mark import Mark
from xlmetrics.layout import arrange
from xlmetrics.model import Workbook
from xlmetrics.template.model import Course
from xlmetrics.template.read import read_template, shipped_templates

GOLDEN = Path(__file__).with_name("golden")
EXERCISE = "known-item"


def dump(workbook: Workbook) -> str:
    """A line a cell, then what may be typed, what is highlighted, and the tables."""
    lines = [f"title: {workbook.title}"]
    for sheet in workbook.sheets:
        lines += ["", f"[{sheet.title}]{' hidden' if sheet.hidden else ''}"]
        for cell in sorted(sheet.cells, key=lambda cell: cell.address):
            shown = f"{cell.value:.6f}" if isinstance(cell.value, float) else str(cell.value)
            content = f"{cell.formula}  ->  {shown}" if cell.formula else shown
            link = f"  <{cell.link}>" if cell.link else ""
            lines.append(
                f"{cell.address.a1:<5}{cell.look:<15} {cell.number_format:<8} {content}{link}"
            )
        lines += [
            f"validation {rule.where.a1}: {rule.kind} {rule.operator or ''} {rule.formula} | "
            f"{rule.prompt_title}: {rule.prompt} | {rule.error}"
            for rule in sheet.validations
        ]
        lines += [
            f"highlight {mark.where.a1}: {mark.kind} if {mark.formula}" for mark in sheet.highlights
        ]
        lines += [f"merged {where.a1}" for where in sheet.merged]
    for table in workbook.tables:
        lines += ["", f"table {table.kind} {table.number}"]
        lines += [f"{field}: {place}" for field, place in table.fields.items()]
    return "\n".join(lines) + "\n"


def built() -> dict[str, Workbook]:
    """Every shipped workbook, and an exercise as a student and as the teacher has it."""
    books = {name: arrange(read_template(path)) for name, path in shipped_templates().items()}
    course = read_template(shipped_templates()[EXERCISE])
    assert isinstance(course, Course)
    mark = Mark(EXERCISE, 1, "Anna")
    books[f"{EXERCISE}-student"] = student_copy(course, mark)
    books[f"{EXERCISE}-teacher"] = teacher_copy(course, mark._replace(student=""), ["Anna", "Ben"])
    return books


BOOKS = built()


@pytest.mark.parametrize("name", BOOKS)
def test_cells_are_as_they_were(name: str) -> None:
    assert dump(BOOKS[name]) == (GOLDEN / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    for book, workbook in BOOKS.items():
        (GOLDEN / f"{book}.txt").write_text(dump(workbook), "utf-8")
