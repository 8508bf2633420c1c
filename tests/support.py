"""Templates and workbooks made for a test."""

import json
from dataclasses import replace
from pathlib import Path

from xlmetrics.address import Address
from xlmetrics.model import Value, Workbook


def write_template(path: Path, queries: list[str], **settings: object) -> Path:
    """A template of one table of reciprocal ranks with these queries; ``settings`` replace keys."""
    keys = {"title": "T", "summary": "S", "sheet": "Queries", "k": 3, "gain": "linear"} | settings
    rows = ",\n".join(
        f"  {{ query = {spelled(query)}, first_relevant_rank = {rank} }}"
        for rank, query in enumerate(queries, 1)
    )
    path.write_text(
        "\n".join(f"{key} = {spelled(value)}" for key, value in keys.items())
        + '\n[scale]\n0 = "no"\n1 = "yes"\n'
        + f'[[tables]]\nkind = "reciprocal_rank"\nqueries = [\n{rows}\n]\n',
        "utf-8",
    )
    return path


def spelled(value: object) -> str:
    """A value as TOML spells it, which for text is as JSON does."""
    return json.dumps(value, ensure_ascii=False)


def with_inputs(workbook: Workbook, changed: dict[Address, Value]) -> Workbook:
    """The workbook with other values in its inputs; what its formulas show stays as it was."""
    sheets = tuple(
        replace(
            sheet,
            cells=tuple(
                cell._replace(value=changed.get(cell.address, cell.value)) for cell in sheet.cells
            ),
        )
        for sheet in workbook.sheets
    )
    return replace(workbook, sheets=sheets)
