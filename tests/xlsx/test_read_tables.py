"""Excel's own tables, as files spell them, and those that make a file damaged."""

from pathlib import Path

import pytest

from tests.xlsx.packages import MAIN, parts, relations, save
from xlmetrics.address import Range
from xlmetrics.errors import UnreadableFile
from xlmetrics.model import ListObject
from xlmetrics.xlsx.read import read_workbook

SHEET_RELATIONS = "xl/worksheets/_rels/sheet1.xml.rels"
COLUMNS = '<tableColumn id="1" name="rank"/><tableColumn id="2" name="a_x000a_b"/>'


def table(attributes: str = 'displayName="T" ref="A1:B3"', columns: str = COLUMNS) -> str:
    return f'<table xmlns="{MAIN}" {attributes}><tableColumns>{columns}</tableColumns></table>'


def saved(path: Path, *tables: str) -> Path:
    names = [f"table{number}.xml" for number, _ in enumerate(tables, 1)]
    targets = {f"table_{number}": f"../tables/{name}" for number, name in enumerate(names)}
    made = parts() | {SHEET_RELATIONS: relations(**targets)}
    made |= {f"xl/tables/{name}": text for name, text in zip(names, tables, strict=True)}
    return save(path / "x.xlsx", made)


def test_name_place_and_columns(tmp_path: Path) -> None:
    [found] = read_workbook(saved(tmp_path, table())).list_objects
    assert found == ListObject("T", Range("S", 1, 1, 3, 2), ("rank", "a\nb"), headers=1, totals=0)
    assert found.data == Range("S", 2, 1, 3, 2)


def test_rows_of_headers_and_totals(tmp_path: Path) -> None:
    counts = 'headerRowCount="0" totalsRowCount="1"'
    text = table(f'name="x" displayName="T" ref="A1:B3" {counts}')
    [found] = read_workbook(saved(tmp_path, text)).list_objects
    assert (found.headers, found.totals, found.data.a1) == (0, 1, "A1:B2")


def test_a_workbook_without_tables(tmp_path: Path) -> None:
    assert read_workbook(saved(tmp_path)).list_objects == ()


@pytest.mark.parametrize(
    ("tables", "what"),
    [
        (["<table"], "xl/tables/table1.xml is no proper XML"),
        ([table('displayName="T"')], "the table 'T' has no place"),
        ([table('displayName="T" ref="A0:B3"')], "the table 'T' has no place"),
        ([table('displayName="T" ref="A1:B3" totalsRowCount="-1"')], "no count of its rows"),
        ([table('displayName="T" ref="A1:C3"')], "the table 'T' does not fit into A1:C3"),
        ([table('displayName="T" ref="A1:B1" totalsRowCount="1"')], "does not fit into A1:B1"),
        ([table(), table('displayName="t" ref="D1:E3"')], "two of its tables are called 't'"),
    ],
)
def test_a_damaged_table(tmp_path: Path, tables: list[str], what: str) -> None:
    with pytest.raises(UnreadableFile, match=f"this workbook is damaged: .*{what}"):
        read_workbook(saved(tmp_path, *tables))


def test_a_table_that_is_missing(tmp_path: Path) -> None:
    made = parts() | {SHEET_RELATIONS: relations(table="../tables/table1.xml")}
    with pytest.raises(UnreadableFile, match=r"xl/tables/table1\.xml is missing"):
        read_workbook(save(tmp_path / "x.xlsx", made))


def test_a_table_that_declares_entities(tmp_path: Path) -> None:
    text = f'<!DOCTYPE table [<!ENTITY x "y">]>{table()}'
    with pytest.raises(UnreadableFile, match="not safe to read"):
        read_workbook(saved(tmp_path, text))
