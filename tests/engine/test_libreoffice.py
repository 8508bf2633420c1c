"""LibreOffice as a witness: over a matrix of nasty inputs, and when it fails."""

from __future__ import annotations

import re
import sys
import zipfile
from itertools import product
from typing import TYPE_CHECKING

import openpyxl
import pytest
from lxml import etree

from tests.engine.sheets import same, save, workbook
from xlmetrics.engine import libreoffice as module
from xlmetrics.engine import recompute
from xlmetrics.engine.libreoffice import LibreOfficeFailed, recalculate, strip_cached_values
from xlmetrics.model import ErrorValue, NotChecked

if TYPE_CHECKING:
    from pathlib import Path

# Logical values, and texts that read as one, are left out: they are numbers to LibreOffice.
INPUTS = [None, 0, 1, 2.5, -1, 3, "2", " 3 ", "none", '=""', "#N/A", "#DIV/0!", "a*", "50%"]
OF_ONE = """
    1/A A+1 -A A*2 A^2 A&"x" A=0 A>1 A="" A<"b" IFERROR(1/A,0) IF(A>0,1,2) N(A) ISNUMBER(A)
    AND(ISNUMBER(A),A<=2) SUM(A) COUNT(A) COUNTA(A) AVERAGE(A) MAX(A) MIN(A) ROUND(A,1) LOG(A,2)
    LN(A) LOG(8,A) COUNTIF($H$1:$H$9,A) COUNTIF($H$1:$H$9,"<="&A) COUNTIF($H$1:$H$9,"<>"&A)
    SUMIF($H$1:$H$9,">"&A,$I$1:$I$9) SUMIFS($I$1:$I$9,$H$1:$H$9,A) A SUM(A,1) IFERROR(A,7)
    COUNTIFS($H$1:$H$9,">="&A,$I$1:$I$9,">0") COUNTIF(A,">0") COUNTIF(A,"<>0") COUNTIF(A,"")
    COUNTIF(A,"<>") COUNTIF(A,"=") INT(A) ROUNDUP(A,0) MOD(A,2) LARGE($J$1:$J$5,A)
"""
OF_TWO = """
    A+B A/B A=B A<B A>=B A&B SUM(A:B) COUNT(A:B) AVERAGE(A:B) MAX(A:B) LARGE(A:B,1) LARGE(A:B,2)
    AND(A:B) COUNTA(A:B) SUMIF(A:B,">0") COUNTIF(A:B,"<>0") IF(A>B,A,B) ROUND(A,B)
"""
BESIDE = {
    **{f"H{n}": v for n, v in enumerate([3, 0, "none", "x", None, 2, "NONE", 1, 2.5], 1)},
    **{f"I{n}": v for n, v in enumerate([1, 2, "#DIV/0!", 4, 5, 6, "x", 8, 9], 1)},
    **{f"J{n}": v for n, v in enumerate([1, 5, "x", None, 3], 1)},
}
NUM = ErrorValue("#NUM!")


def matrix() -> dict[str, object]:
    """Each formula over each input, and over each pair of inputs."""
    cells: dict[str, object] = dict(BESIDE)
    pairs = [(one, None, OF_ONE.split()) for one in INPUTS]
    pairs += [(one, other, OF_TWO.split()) for one, other in product(INPUTS, INPUTS)]
    for row, (one, other, formulas) in enumerate(pairs, 20):
        if {one, other} == {"#N/A", "#DIV/0!"}:
            continue  # which of two errors comes first is nobody's rule
        cells |= {f"A{row}": one, f"B{row}": other}
        for column, formula in enumerate(formulas):
            letters = chr(ord("A") + column // 26) + chr(ord("A") + column % 26)
            cells[f"{letters}{row}"] = "=" + re.sub(r"\b([AB])\b(?!\()", rf"\g<1>{row}", formula)
    return cells


@pytest.mark.libreoffice
def test_matrix_of_nasty_inputs(tmp_path: Path) -> None:
    book = workbook({"Sheet1": matrix()})  # type: ignore[dict-item]
    save(book, tmp_path / "matrix.xlsx")
    [copy] = recalculate([tmp_path / "matrix.xlsx"], tmp_path / "out")
    shown = openpyxl.load_workbook(copy, data_only=True)["Sheet1"]
    checked = 0
    for address, ours in recompute(book).items():
        theirs = shown[address.a1].value
        theirs = "" if theirs is None else theirs
        if isinstance(theirs, str) and theirs.startswith("#"):
            theirs = ErrorValue(theirs)
        checked += not isinstance(ours, NotChecked)
        assert same(ours, theirs) or excused(book.cells[address].formula or "", ours, theirs), (
            address,
            book.cells[address].formula,
            ours,
            theirs,
        )
    assert checked > 3500


def excused(formula: str, ours: object, theirs: object) -> bool:
    """Where LibreOffice is known to differ from Excel, or we do not say."""
    return (
        isinstance(ours, NotChecked)
        or (theirs == ErrorValue("#VALUE!") and ours in (NUM, ErrorValue("#DIV/0!")))  # its names
        or (formula.startswith("=LARGE(") and theirs == ErrorValue("#VALUE!"))  # text is no rank
        or (formula.startswith(("=COUNTIF", "=SUMIF")) and isinstance(theirs, ErrorValue))
    )


SHEET = """<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
<row><c r="A1"><v>1</v></c><c r="A2" t="str"><f>A1&amp;"x"</f>{}</c>
<c r="A3">{}<f t="shared" si="0"/></c></row></sheetData></worksheet>"""


@pytest.mark.parametrize("name", ["xl/worksheets/sheet1.xml", "xl/tabelle.xml"])
def test_cached_values_are_taken_out_and_nothing_else(tmp_path: Path, name: str) -> None:
    source, target = tmp_path / "with.xlsx", tmp_path / "without.xlsx"
    with zipfile.ZipFile(source, "w") as archive:
        archive.writestr(name, SHEET.format("<!-- x --><v>1x</v>", "<v>2</v>"))
        archive.writestr("xl/styles.xml", b"<f/><v>1</v>")
    strip_cached_values(source, target)
    with zipfile.ZipFile(target) as archive:
        assert archive.read("xl/styles.xml") == b"<f/><v>1</v>"
        bare = SHEET.format("<!-- x -->", "")
        assert canonical(archive.read(name)) == canonical(bare.encode())


def canonical(xml: bytes) -> bytes:
    return etree.tostring(etree.fromstring(xml), method="c14n")


@pytest.mark.libreoffice
def test_a_stale_cached_value_does_not_survive(tmp_path: Path) -> None:
    source = tmp_path / "stale.xlsx"
    save(workbook({"Sheet1": {"A1": 2, "A2": "=A1*3"}}), tmp_path / "fresh.xlsx")
    with zipfile.ZipFile(tmp_path / "fresh.xlsx") as old, zipfile.ZipFile(source, "w") as new:
        for name in old.namelist():
            new.writestr(
                name, re.sub(rb"</f><v ?/>|</f><v></v>", b"</f><v>999</v>", old.read(name))
            )
    assert b"999" in zipfile.ZipFile(source).read("xl/worksheets/sheet1.xml")
    copies = recalculate([source, tmp_path / "fresh.xlsx"], tmp_path / "out")
    pages = [openpyxl.load_workbook(copy, data_only=True)["Sheet1"] for copy in copies]
    assert [page["A2"].value for page in pages] == [6, 6]


def test_missing_libreoffice_is_one_message(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "find_libreoffice", lambda: None)
    with pytest.raises(LibreOfficeFailed, match="not installed"):
        recalculate([], tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for LibreOffice")
@pytest.mark.parametrize(
    ("script", "message"), [("sleep 60", "took more"), ("exit 1", "could not")]
)
def test_a_program_that_hangs_or_fails_is_one_message(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, message: str
) -> None:
    program = tmp_path / "soffice"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr(module, "find_libreoffice", lambda: str(program))
    save(workbook({"Sheet1": {"A1": 1}}), tmp_path / "in.xlsx")
    with pytest.raises(LibreOfficeFailed, match=message):
        recalculate([tmp_path / "in.xlsx"], tmp_path / "out", timeout=0.3)
