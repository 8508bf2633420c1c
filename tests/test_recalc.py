"""A copy with the value beside each formula, and no other change."""

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner
from openpyxl.worksheet.formula import ArrayFormula

from tests.engine.sheets import same
from xlmetrics.build import build
from xlmetrics.cli import main
from xlmetrics.errors import XlmetricsError
from xlmetrics.model import ErrorValue, NotChecked
from xlmetrics.recalc import recalc, recompute
from xlmetrics.xlsx.fill import fill_values
from xlmetrics.xlsx.read import read_workbook, sheet_parts

SHEET = "xl/worksheets/sheet1.xml"


@pytest.fixture
def written_by_openpyxl(tmp_path: Path) -> Path:
    path = tmp_path / "in.xlsx"
    build(["ndcg-mrr"], path)
    openpyxl.load_workbook(path).save(path)
    return path


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_every_formula_carries_its_value(written_by_openpyxl: Path, tmp_path: Path) -> None:
    copy = tmp_path / "out.xlsx"
    bare = openpyxl.load_workbook(written_by_openpyxl, data_only=True).worksheets[0]
    assert bare["B13"].value is None, "negative control"
    done = recalc(written_by_openpyxl, copy)
    assert not done.not_checked
    shown = openpyxl.load_workbook(copy, data_only=True).worksheets[0]
    assert shown["B13"].value == pytest.approx(0.550438203183182)
    workbook = read_workbook(copy)
    values = recompute(copy)
    assert done.filled == len(values) > 30
    for address, value in values.items():
        assert same(workbook.value(address), value)


def test_nothing_else_is_changed(written_by_openpyxl: Path, tmp_path: Path) -> None:
    copy = tmp_path / "out.xlsx"
    recalc(written_by_openpyxl, copy)
    before, after = parts(written_by_openpyxl), parts(copy)
    assert list(before) == list(after)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {SHEET}

    def without_values(sheet: bytes) -> bytes:
        cell = rb"(<c [^>]*?)(?: t=\"\w+\")?(>\s*<f>[^<]*</f>)<v>[^<]*</v>|(<f>[^<]*</f>)<v\s*/>"
        return re.sub(cell, rb"\1\2\3", sheet)

    assert without_values(before[SHEET]) == without_values(after[SHEET])


def test_filling_again_changes_nothing(written_by_openpyxl: Path, tmp_path: Path) -> None:
    recalc(written_by_openpyxl, tmp_path / "one.xlsx")
    recalc(tmp_path / "one.xlsx", tmp_path / "two.xlsx")
    assert parts(tmp_path / "one.xlsx") == parts(tmp_path / "two.xlsx")


SPELLINGS = [
    '<c r="B1"><f>A1*2</f></c>',
    '<c r="B1" s="0"><f>A1*2</f><v/></c>',
    '<c r="B1"><f>A1*2</f><v></v></c>',
    '<c r="B1" t="str"><f>A1*2</f><v>old</v></c>',
    "<c t='e' r='B1'><f>A1*2</f><v>#N/A</v></c>",
    '<c r="B1" t="inlineStr"><f>A1*2</f><is><t>old</t></is></c>',
    "<c><f>A1*2</f><v>1</v></c>",
    (
        '<c r="B1"><f t="shared" ref="B1:B2" si="0">A1*2</f><v>1</v>'
        '<extLst><ext uri="x"/></extLst></c>'
    ),
]


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("prefix", ["", "x:"])
def test_however_the_cell_is_spelled(tmp_path: Path, spelling: str, prefix: str) -> None:
    book = openpyxl.Workbook()
    book.save(tmp_path / "plain.xlsx")
    row = f'<row r="1"><c r="A1"><v>21</v></c>{spelling}</row>'
    if prefix:
        row = re.sub(r"<(/?)(\w+)", rf"<\1{prefix}\2", row)
    sheet = (
        f"<{prefix}worksheet xmlns{':x' if prefix else ''}="
        '"http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"<{prefix}sheetData>{row}</{prefix}sheetData></{prefix}worksheet>"
    )
    source = tmp_path / "in.xlsx"
    with zipfile.ZipFile(source, "w") as archive:
        for name, content in parts(tmp_path / "plain.xlsx").items():
            archive.writestr(name, sheet if name == SHEET else content)
    recalc(source, tmp_path / "out.xlsx")
    (cell,) = read_workbook(tmp_path / "out.xlsx").formulas()
    assert (cell.address.a1, cell.value) == ("B1", 42)
    assert ("extLst" in spelling) == (b"extLst" in parts(tmp_path / "out.xlsx")[SHEET])


@pytest.mark.parametrize(
    "value", [1.5, -3, 1e300, True, False, "", " a <&> b\r", "_x0041_", ErrorValue("#N/A")]
)
def test_values_of_every_kind(written_by_openpyxl: Path, tmp_path: Path, value: object) -> None:
    values = dict.fromkeys(recompute(written_by_openpyxl), value)
    out = tmp_path / "out.xlsx"
    content, written = fill_values(written_by_openpyxl, sheet_parts(written_by_openpyxl), values)
    out.write_bytes(content)
    assert written == values.keys()
    assert {cell.value for cell in read_workbook(out).formulas()} == {value}


def test_what_is_not_checked_keeps_what_stood_beside_it(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = "=FROBNICATE(1)"
    book.active["A2"] = "=1+1"
    book.save(tmp_path / "in.xlsx")
    done = recalc(tmp_path / "in.xlsx", tmp_path / "out.xlsx")
    assert done.filled == 1
    assert [type(value) for value in done.not_checked.values()] == [NotChecked]
    shown = openpyxl.load_workbook(tmp_path / "out.xlsx", data_only=True).active
    assert (shown["A1"].value, shown["A2"].value) == (None, 2)


def test_no_file_is_overwritten(written_by_openpyxl: Path) -> None:
    before = written_by_openpyxl.read_bytes()
    with pytest.raises(XlmetricsError, match="is there already"):
        recalc(written_by_openpyxl, written_by_openpyxl)
    assert written_by_openpyxl.read_bytes() == before


def test_the_command(written_by_openpyxl: Path, tmp_path: Path) -> None:
    command = ["recalc", str(written_by_openpyxl), "-o", str(tmp_path / "out.xlsx")]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0
    assert "34 formulas carry their value" in result.output
    assert CliRunner().invoke(main, command).exit_code == 2


def test_members_of_an_array_formula_get_their_values_where_there_is_a_cell(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in range(1, 6):
        sheet[f"A{row}"] = row
    sheet["B1"] = ArrayFormula("B1:B5", "=A1:A5*2")
    sheet["B2"] = 99
    sheet["C1"] = "=SUM(B1:B5)"
    book.save(tmp_path / "in.xlsx")
    done = recalc(tmp_path / "in.xlsx", tmp_path / "out.xlsx")
    shown = openpyxl.load_workbook(tmp_path / "out.xlsx", data_only=True).active
    assert [shown[at].value for at in ("B1", "B2", "C1")] == [2, 4, 30]
    assert done.filled == 3
    assert {address.a1 for address in done.not_checked} == {"B3", "B4", "B5"}


def rewritten(path: Path, target: Path, change: Callable[[bytes], bytes]) -> Path:
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in parts(path).items():
            archive.writestr(name, change(content) if name == SHEET else content)
    return target


def test_an_extension_and_a_greater_sign_are_left_as_they_are(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = "=1+1"
    book.save(tmp_path / "plain.xlsx")
    odd = b'<c r="A1" x="a>b"><f>1+1</f><v/><extLst><ext><v>k</v></ext></extLst></c>'
    source = rewritten(
        tmp_path / "plain.xlsx",
        tmp_path / "in.xlsx",
        lambda sheet: re.sub(rb"<c r=.A1.*?</c>", odd, sheet),
    )
    recalc(source, tmp_path / "out.xlsx")
    expected = odd.replace(b"<v/>", b"<v>2</v>")
    assert expected in parts(tmp_path / "out.xlsx")[SHEET]


@pytest.mark.parametrize(
    "change",
    [
        lambda sheet: sheet.replace(b"</sheetData>", b"</sheetData><!-- <c><f>1</f></c> -->"),
        lambda sheet: sheet.replace(b"<f>", b"<f><![CDATA[").replace(b"</f>", b"]]></f>"),
        lambda sheet: b"<?xml version='1.0' encoding='ISO-8859-1'?>" + sheet,
        lambda sheet: sheet.decode().encode("utf-16"),
    ],
)
def test_what_cannot_be_edited_without_loss_is_refused(
    written_by_openpyxl: Path, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    source = rewritten(written_by_openpyxl, tmp_path / "odd.xlsx", change)
    with pytest.raises(XlmetricsError, match="values cannot be put into"):
        recalc(source, tmp_path / "out.xlsx")
    assert not (tmp_path / "out.xlsx").exists()


def test_a_copy_of_another_kind_is_refused(written_by_openpyxl: Path, tmp_path: Path) -> None:
    with pytest.raises(XlmetricsError, match=r"Name it out\.xlsx"):
        recalc(written_by_openpyxl, tmp_path / "out.ods")
