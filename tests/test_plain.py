"""Tables in plain text, .xls files, and what is no workbook: read, or refused in a sentence."""

import subprocess
from pathlib import Path

import pytest

from tests.engine.sheets import place
from xlmetrics.audit import MEASURES, check
from xlmetrics.engine import libreoffice
from xlmetrics.errors import UnreadableFile, XlmetricsError
from xlmetrics.model import ErrorValue, Role, Sheet, Workbook
from xlmetrics.read import read_workbook
from xlmetrics.xlsx.write import write_workbook

ERROR = ErrorValue("#DIV/0!")

TABLES: list[tuple[str, list[list[object]], str]] = [
    ("a,b\n1,0.50\n", [["a", "b"], [1, 0.5]], "parted by commas; there are values only"),
    ("a;b\n1;0,5\n", [["a", "b"], [1, 0.5]], "parted by semicolons; 0,5 is 0.5"),
    ("a;b\nx;0.5\n", [["a", "b"], ["x", 0.5]], "parted by semicolons"),
    ('a,b\n1,"0,5"\n', [["a", "b"], [1, 0.5]], "parted by commas; 0,5 is 0.5"),
    ("a\tb\n1\t0,5\n", [["a", "b"], [1, 0.5]], "parted by tabs; 0,5 is 0.5"),
    ("a|b\n1|.5\n", [["a", "b"], [1, 0.5]], "parted by bars"),
    ("q;n;m\nx;0,5;0,3\ny;1,5;2,5\n", [["q", "n", "m"], ["x", 0.5, 0.3], ["y", 1.5, 2.5]], ""),
    ("sep=;\r\na;b\r\n1,5;2\r\n", [["a", "b"], [1.5, 2]], "parted by semicolons"),
    ("sep=^\n1^2\n", [[1, 2]], "parted by '^'"),
    ("a,b\r1,2\r", [["a", "b"], [1, 2]], "parted by commas"),
    ('q,n\n"a ""b"", c\nd",3\n', [["q", "n"], ['a "b", c\nd', 3]], ""),
    ('q\tn\n"a" b\t3\n', [["q", "n"], ['"a" b', 3]], "parted by tabs"),
    ("a,,b\n\n,2,\n", [["a", None, "b"], [], [None, 2]], ""),
    ("id,x\n04567,891e3\n", [["id", "x"], ["04567", "891e3"]], ""),
    ("x,1.5e-3\ny,1e-05\n", [["x", 0.0015], ["y", 1e-05]], ""),
    ('x,"1,234.5"\ny,"1,234"\n', [["x", 1234.5], ["y", 1234]], ""),
    ("x;1.234,5\ny;1.234\n", [["x", 1234.5], ["y", 1234]], "0,5 is 0.5"),
    ("x;1,234\n", [["x", 1.234]], "0,5 is 0.5"),
    ("x,83.33%\ny,80 %\n", [["x", 0.8333], ["y", 0.8]], ""),
    ("x,TRUE\ny,false\nz,#DIV/0!\n", [["x", True], ["y", False], ["z", ERROR]], ""),
    ("x,\u22120.5\ny,1\u202f000\n", [["x", -0.5], ["y", 1000]], ""),
    ("x,2/4\ny,2024-01-02\nz,1.2.3\n", [["x", "2/4"], ["y", "2024-01-02"], ["z", "1.2.3"]], ""),
    ('x,="0012"\ny,==\n', [["x", "0012"], ["y", "=="]], "there are values only"),
    ("x,12345678901234567890\n", [["x", "12345678901234567890"]], ""),
    ("x,-\ny,+\nz,.\n", [["x", "-"], ["y", "+"], ["z", "."]], ""),
]


def read(path: Path, content: str | bytes) -> Workbook:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_workbook(path)


@pytest.mark.parametrize(("text", "rows", "understood"), TABLES)
def test_a_table_is_read_as_typed_values(
    tmp_path: Path, text: str, rows: list[list[object]], understood: str
) -> None:
    workbook = read(tmp_path / "My data.xlsx", text)
    expected = {
        (row, column): value
        for row, values in enumerate(rows, 1)
        for column, value in enumerate(values, 1)
        if value is not None
    }
    found = {(at.row, at.column): cell.value for at, cell in workbook.cells.items()}
    assert found == expected
    assert {at: type(value) for at, value in found.items()} == {
        at: type(value) for at, value in expected.items()
    }
    assert {cell.address.sheet for cell in workbook.cells.values()} == {"My data"}
    assert understood in workbook.left_open["plain text"]


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        *[("utf-8", ""), ("utf-8-sig", "")],
        *[("utf-16", "UTF-16"), ("utf-32", "UTF-32"), ("cp1252", "Windows-1252")],
    ],
)
def test_encodings(tmp_path: Path, encoding: str, told: str) -> None:
    workbook = read(tmp_path / "x.csv", "Größe;Wert\nöde;0,5\n".encode(encoding))
    assert [cell.value for cell in workbook.cells.values()] == ["Größe", "Wert", "öde", 0.5]
    assert told in workbook.left_open["plain text"]


def test_numbers_keep_the_decimals_they_are_written_with(tmp_path: Path) -> None:
    workbook = read(tmp_path / "x.csv", "x,0.50\ny,80.00%\nz,3\n")
    formats = [cell.number_format for cell in workbook.cells.values() if cell.role is Role.INPUT]
    assert formats == ["0.00", "0.00%", "General"]


def test_a_formula_in_a_table_is_one(tmp_path: Path) -> None:
    workbook = read(tmp_path / "x.csv", "a,b\n1,=A2+1\n")
    (formula,) = workbook.formulas()
    assert (formula.formula, formula.calculated) == ("=A2+1", False)
    assert "values only" not in workbook.left_open["plain text"]


SCORES = """rank;grade;NDCG@3
1;2;{}
2;0;
3;1;
"""


@pytest.mark.parametrize(("typed", "mistakes"), [("0,950", 0), ("1,200", 1)])
def test_scores_in_a_table_are_checked(tmp_path: Path, typed: str, mistakes: int) -> None:
    path = tmp_path / "scores.csv"
    path.write_text(SCORES.format(typed), "utf-8")
    report = check(path, "both")
    assert len(report.mistakes) == mistakes
    assert [cell.measure for cell in report.cells] == ["nDCG@3"]
    assert "0,5 is 0.5" in report.not_checked["plain text"]


@pytest.mark.parametrize(
    ("content", "what", "mend"),
    [
        (b"some words\nand more\n", "no table", "saved as .csv"),
        (b'{"a": [1, 2],\n "b": 3}', "this is JSON", "saved as .csv"),
        (b'[{"a": 1}, {"a": 2}]', "this is JSON", "saved as .csv"),
        (
            b'{"url": "https://docs.google.com/open?id=1", "doc_id": "1"}',
            "a shortcut to a sheet of Google",
            "download it",
        ),
        (b'a,b\n"x,1\n', "quotes that do not match", "Close or double them"),
        (b"a,\xc3\xb6\nb,\xf6\n", "is not UTF-8, as other lines are", "Save the whole file"),
        (b'<?xml version="1.0"?>\n<a b="1,2">1,2</a>\n', "no table", "saved as .csv"),
    ],
)
def test_what_is_no_table_is_told(tmp_path: Path, content: bytes, what: str, mend: str) -> None:
    with pytest.raises(XlmetricsError) as caught:
        read(tmp_path / "x.csv", content)
    (told,) = caught.value.complaints
    assert what in told
    assert mend in told


@pytest.mark.libreoffice
def test_an_old_workbook_is_read_by_way_of_libreoffice(tmp_path: Path) -> None:
    contents = {"A1": "grade", "B1": "gain", "A2": 3, "B2": "=2^A2-1", "A3": 2, "B3": "=2^A3-1"}
    cells = tuple(place("S", at, content) for at, content in contents.items())
    new = tmp_path / "old.xlsx"
    write_workbook(Workbook((Sheet("S", cells),)), new)
    program = libreoffice.find_libreoffice()
    assert program
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [program, profile, "--headless", "--convert-to", "xls:MS Excel 97"]
    subprocess.run([*command, "--outdir", tmp_path, new], check=True, capture_output=True)
    workbook = read_workbook(tmp_path / "old.xls")
    assert {each.address.a1: each.formula or each.value for each in workbook.cells.values()} == (
        contents
    )
    report = check(tmp_path / "old.xls")
    assert report.not_checked[MEASURES]
    assert "by way of LibreOffice" in report.not_checked["Excel 97-2003"]


def test_an_old_workbook_without_libreoffice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libreoffice, "find_libreoffice", lambda: None)
    old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "Workbook".encode("utf-16-le")
    with pytest.raises(UnreadableFile, match=r"\(.xls\).*\(.xlsx\).*install LibreOffice"):
        read(tmp_path / "x.xls", old)
    locked = old + b"\x09\x08\x10\x00" + bytes(16) + b"\x2f\x00\x36\x00"
    with pytest.raises(UnreadableFile, match="encrypted"):
        read(tmp_path / "x.xls", locked)
