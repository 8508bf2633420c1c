"""What must hold of a workbook of ours that another program has saved."""

from collections.abc import Callable, Collection, Sequence

import pytest

from xlmetrics.address import Address
from xlmetrics.model import Cell, Finding, Role, Value, Workbook, is_number


def assert_nothing_changed(
    before: Workbook,
    after: Workbook,
    number_format: Callable[[str], str] = str,
    blank: Collection[Value] = ("",),
) -> None:
    """Hold what is read of a saved workbook against the one that was built.

    ``number_format`` says what becomes of the format of a cell; labels that hold what is ``blank``
    are passed over, since the program keeps the look of them only.
    """
    assert after.tables == before.tables != ()
    assert [sheet.title for sheet in after.sheets] == [sheet.title for sheet in before.sheets]
    cells = _filled(before, blank)
    assert _filled(after, blank).keys() == cells.keys()
    for address, cell in cells.items():
        again = after.cells[address]
        assert (again.role, again.calculated) == (cell.role, True)
        assert again.number_format == number_format(cell.number_format)
        if is_number(cell.value):
            assert again.value == pytest.approx(cell.value, rel=1e-12, abs=1e-12)
        else:
            assert (again.value, type(again.value)) == (cell.value, type(cell.value))


def _filled(workbook: Workbook, blank: Collection[Value]) -> dict[Address, Cell]:
    return {
        address: cell
        for address, cell in workbook.cells.items()
        if cell.role is not Role.LABEL or cell.value not in blank
    }


def places(findings: Sequence[Finding]) -> list[tuple[str, Address]]:
    """What was found, and where."""
    return [(finding.code, finding.address) for finding in findings]
