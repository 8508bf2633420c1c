"""Every cell of every shipped workbook, as text: a wrong label passes every recomputation.

After a change that is meant, write the dumps anew and read the difference:

    python -m tests.test_golden
"""

from pathlib import Path

import pytest

from xlmetrics.layout import arrange
from xlmetrics.model import Workbook
from xlmetrics.template.read import read_template, shipped_templates

GOLDEN = Path(__file__).with_name("golden")


def dump(workbook: Workbook) -> str:
    """A line a cell, then what may be typed, what is highlighted, and the tables."""
    lines = [f"title: {workbook.title}"]
    for sheet in workbook.sheets:
        lines += ["", f"[{sheet.title}]"]
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


@pytest.mark.parametrize("name", shipped_templates())
def test_cells_are_as_they_were(name: str) -> None:
    built = dump(arrange(read_template(shipped_templates()[name])))
    assert built == (GOLDEN / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    for shipped, source in shipped_templates().items():
        (GOLDEN / f"{shipped}.txt").write_text(dump(arrange(read_template(source))), "utf-8")
