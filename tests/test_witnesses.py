"""Our engine, LibreOffice and the file itself: whom a check believes, and when nobody."""

from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from tests.ods.convert import as_open_document
from xlmetrics.audit import Verdict, check
from xlmetrics.build import build
from xlmetrics.cli import main
from xlmetrics.engine import libreoffice
from xlmetrics.errors import XlmetricsError
from xlmetrics.witnesses import Engine


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "x.xlsx"
    build(["ndcg-mrr"], path)
    return path


@pytest.mark.libreoffice
@pytest.mark.parametrize("engine", [Engine.LIBREOFFICE, Engine.BOTH])
def test_on_what_we_build_they_agree(path: Path, engine: Engine) -> None:
    report = check(path, engine)
    assert report.findings == ()
    assert {cell.verdict for cell in report.cells} == {Verdict.OK}
    assert set(report.not_checked) == ({"other inputs"} if engine is Engine.LIBREOFFICE else set())


@pytest.mark.libreoffice
def test_libreoffice_alone_finds_a_wrong_formula(path: Path) -> None:
    book = openpyxl.load_workbook(path)
    book.worksheets[0]["B13"] = "=B11/5"
    book.save(path)
    report = check(path, Engine.LIBREOFFICE)
    assert [(find.code, find.address.a1) for find in report.mistakes] == [("XL100", "B13")]


@pytest.mark.libreoffice
def test_of_two_that_disagree_neither_is_believed(tmp_path: Path) -> None:
    """SUM of a text that TRUE stands in, and what LibreOffice does not know."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet["A1"] = True
    sheet["A2"] = "=SUMPRODUCT(A1:A1*1)"
    sheet["A3"] = "=COUNTIF(A1:A1,1)"
    sheet["A4"] = "=A3+1"
    book.save(tmp_path / "t.xlsx")
    alone = check(tmp_path / "t.xlsx")
    assert not any("disagree" in reason for reason in alone.not_checked.values())
    report = check(tmp_path / "t.xlsx", Engine.BOTH)
    reason = report.not_checked["Sheet!A3"]
    assert reason.startswith("witnesses disagree: formulas 0, LibreOffice 1, none is stored")
    assert "Sheet!A2" not in report.not_checked


def test_without_libreoffice_there_is_one_message(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libreoffice, "find_libreoffice", lambda: None)
    result = CliRunner().invoke(main, ["check", str(path), "--engine", "both"])
    assert result.exit_code == 2
    assert "LibreOffice is not installed" in result.output
    assert len(result.output.splitlines()) == 1


@pytest.mark.libreoffice
def test_other_formats_are_refused_by_what_they_are(path: Path, tmp_path: Path) -> None:
    (other,) = as_open_document([path], tmp_path / "ods", ".ods")
    named_otherwise = other.rename(other.with_suffix(".xlsx"))
    assert check(named_otherwise).cells
    with pytest.raises(XlmetricsError, match=r"Save it as \.xlsx"):
        check(named_otherwise, Engine.LIBREOFFICE)
