"""Sheets of the tests of rules, written short: ranges that a formula is filled over, blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.engine.sheets import place
from xlmetrics.address import Address, Range
from xlmetrics.engine import Calculation
from xlmetrics.model import Hiding, Sheet, Workbook
from xlmetrics.roles.model import Line, Meaning, Ranking, Reading
from xlmetrics.rules.evidence import Evidence
from xlmetrics.xlsx.shared_formula import SharedFormula

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlmetrics.model import Cell, Value


def cells(title: str, written: Mapping[str, Any]) -> dict[Address, Cell]:
    """The cells of a sheet; what is written later stands over what came before.

    ``"C2:C7": "=B2*2"`` fills a formula, ``"A1": [["Rank", "Rel"], [1, 3]]`` is a block, and null
    clears a cell.
    """
    found: dict[Address, Cell] = {}
    for where, content in written.items():
        for address, value in _spread(title, where, content):
            found.pop(address, None)
            if value is not None:
                found[address] = place(title, address.a1, value)
    return found


def _spread(title: str, where: str, content: Any) -> Iterator[tuple[Address, Value]]:
    area = Range.parse(title, where)
    if isinstance(content, list):
        for down, row in enumerate(content):
            for across, value in enumerate(row):
                yield Address(title, area.top + down, area.left + across), value
        return
    is_formula = isinstance(content, str) and content.startswith("=")
    filled = SharedFormula(content, area.top, area.left) if is_formula else None
    for address in area.addresses():
        yield address, filled.at(address.row, address.column) if filled else content


def workbook(case: Mapping[str, Any]) -> Workbook:
    hidden = {int(row): Hiding(how) for row, how in case.get("hidden_rows", {}).items()}
    formats = case.get("formats", {})
    return Workbook(
        tuple(
            Sheet(
                title,
                tuple(
                    cell._replace(number_format=formats.get(at.a1, "General"))
                    for at, cell in cells(title, written).items()
                ),
                hidden_rows=hidden,
            )
            for title, written in case["sheets"].items()
        ),
        names=case.get("names", {}),
    )


def reading(case: Mapping[str, Any]) -> Reading:
    """What ``lines`` (grade, rank, query, document) say of the first sheet; all one ranking."""
    if "lines" not in case:
        return Reading()
    title = next(iter(case["sheets"]))
    lines = {
        Meaning(name): Line(Meaning(name), tuple(Range.parse(title, where).addresses()))
        for name, where in case["lines"].items()
    }
    if Meaning.GRADE not in lines:
        return Reading(lines=tuple(lines.values()))
    grades = lines[Meaning.GRADE].cells
    ranks = lines[Meaning.RANK].cells if Meaning.RANK in lines else ()
    k = Address.parse(title, case["k"]) if "k" in case else None
    return Reading((Ranking("q", grades, grades, ranks, k=k, lines=lines),))


def evidence(case: Mapping[str, Any]) -> Evidence:
    book = workbook(case)
    calculation = Calculation(book)
    return Evidence(
        book, (), (), 0, calculation.values(), (), calculation.values, reading=reading(case)
    )
