"""The annotated copy: what is marked in it, and that nothing else has changed."""

import re
import shutil
from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pytest
from click.testing import CliRunner
from lxml import etree
from openpyxl.comments import Comment

from tests.corpus import layouts
from tests.ods.documents import document, number, row
from xlmetrics.address import Address, Range
from xlmetrics.audit import check
from xlmetrics.build import build
from xlmetrics.cli import main
from xlmetrics.engine.libreoffice import recalculate
from xlmetrics.model import Severity
from xlmetrics.read import read_workbook
from xlmetrics.report.annotated import annotate
from xlmetrics.xlsx.added_styles import FILLS
from xlmetrics.xlsx.annotate import Listing, Note, annotated

SHEET = "NDCG and MRR"
NOTHING = Listing("Findings", ["cell"], [20], [])


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("wrong") / "wrong.xlsx"
    build(["ndcg-mrr"], path)
    book = openpyxl.load_workbook(path)
    book.worksheets[0]["C4"] = "=B4/LOG(A4,2)"
    book.worksheets[0]["B13"] = 0.69
    book.worksheets[0]["A2"].comment = Comment("the first", "somebody")
    book.worksheets[0]["C4"].comment = Comment("is this right?", "somebody")
    book.save(path)
    return path


@pytest.fixture(scope="module")
def copied(wrong: Path) -> Path:
    copy = wrong.with_name("copy.xlsx")
    annotate(check(wrong), copy)
    return copy


def test_the_sheet_of_findings_is_not_checked(tmp_path: Path) -> None:
    [layout] = [each for each in layouts() if each.name == "plain_columns"]
    [case] = [each for each in layout.mutants() if each.name == "ideal from the retrieved"]
    theirs, copy = tmp_path / "theirs.xlsx", tmp_path / "copy.xlsx"
    case.save(theirs)
    annotate(check(theirs), copy)
    found = [(find.code, find.address) for find in check(theirs).mistakes]
    assert [code for code, _ in found] == ["XL101"]
    assert [(find.code, find.address) for find in check(copy).mistakes] == found


def test_each_finding_is_marked_where_it_is(wrong: Path, copied: Path) -> None:
    sheet = openpyxl.load_workbook(copied)[SHEET]
    for finding in check(wrong).findings:
        cell = sheet[finding.address.a1]
        assert cell.fill.fgColor.rgb == FILLS[finding.severity]
        assert f"{finding.code}: " in cell.comment.text
    before = openpyxl.load_workbook(wrong)[SHEET]
    assert sheet["B13"].number_format == before["B13"].number_format
    assert str(sheet["B13"].font) == str(before["B13"].font)
    assert str(sheet["C5"].fill) == str(before["C5"].fill)
    assert "should be 0.550438: +0.140" in sheet["B13"].comment.text


def test_comments_that_were_there_stay(copied: Path) -> None:
    sheet = openpyxl.load_workbook(copied)[SHEET]
    assert sheet["A2"].comment.text == "the first"
    assert sheet["C4"].comment.text.startswith("is this right?\n\nXL100: ")


def test_findings_are_listed_with_links(wrong: Path, copied: Path) -> None:
    book = openpyxl.load_workbook(copied)
    assert book.sheetnames == [SHEET, *book.sheetnames[1:-1], "Findings"]
    assert book.active.title == SHEET, "the copy opens where the workbook did"
    listed = book["Findings"]
    rows = list(listed.iter_rows(min_row=2))
    findings = check(wrong).findings
    for cells, finding in zip(rows, findings, strict=False):
        assert cells[0].hyperlink.location == str(finding.address)
        assert cells[1].value == finding.code
        assert cells[7].value == finding.formula
    assert rows[2][6].value == pytest.approx(0.13956, abs=1e-4)
    assert rows[-1][3].value.startswith("not checked: ")


def test_nothing_is_a_formula_that_was_none(wrong: Path, copied: Path) -> None:
    with ZipFile(copied) as new, ZipFile(wrong) as old:
        added = set(new.namelist()) - set(old.namelist())
        assert added
        for part in added:
            assert not re.search(rb"<f[ >]", new.read(part))
    listed = openpyxl.load_workbook(copied)["Findings"]
    assert listed["H2"].value == "=B4/LOG(A4,2)"
    assert listed["H2"].data_type != "f"
    assert listed["H2"].quotePrefix, "and stays text when somebody edits it"


def test_everything_else_is_as_it_was(wrong: Path, copied: Path) -> None:
    before = wrong.read_bytes()
    changed = set()
    with ZipFile(copied) as new, ZipFile(wrong) as old:
        assert new.namelist()[: len(old.namelist())] == old.namelist()
        changed = {part for part in old.namelist() if new.read(part) != old.read(part)}
        sheet = "xl/worksheets/sheet1.xml"
        assert bare(new.read(sheet)) == bare(old.read(sheet))
    touched = ("[Content_Types].xml", "sheet1.xml", "styles.xml", "workbook.xml", ".rels")
    touched += ("comment1.xml", ".vml")
    assert {part for part in changed if not part.endswith(touched)} == set()
    assert wrong.read_bytes() == before
    assert check(copied).findings == check(wrong).findings
    assert check(copied).cells == check(wrong).cells


def bare(sheet: bytes) -> bytes:
    """A sheet without the looks of its cells."""
    root = etree.fromstring(sheet)
    for cell in root.iter("{*}c"):
        cell.attrib.pop("s", "")
    return etree.tostring(root, method="c14n")


@pytest.mark.libreoffice
def test_libreoffice_opens_it(copied: Path, tmp_path: Path) -> None:
    [saved] = recalculate([copied], tmp_path)
    book = openpyxl.load_workbook(saved, data_only=True)
    assert book["Findings"]["B2"].value == "XL100"
    assert book[SHEET]["B11"].value == pytest.approx(4.323465818787765)
    assert "XL202: " in book[SHEET]["B13"].comment.text
    assert book[SHEET]["B13"].fill.fgColor.rgb == FILLS[Severity.MISTAKE]
    assert book[SHEET]["A2"].comment.text == "the first"


def with_notes(path: Path, *places: str, title: str = "Sheet") -> Path:
    notes = [Note(Range.parse(title, each), f"at {each}", Severity.NOTE) for each in places]
    copy = path.with_name("annotated.xlsx")
    copy.write_bytes(annotated(path, notes, NOTHING))
    return copy


def test_cells_that_are_not_there_are_made(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book["Sheet"]["B2"], book["Sheet"]["D4"] = 1, 2
    book.save(tmp_path / "x.xlsx")
    places = ("A1", "C2", "E2", "A3", "B9", "C4:F6")
    sheet = openpyxl.load_workbook(with_notes(tmp_path / "x.xlsx", *places))["Sheet"]
    marked = {c.coordinate for row in sheet for c in row if c.fill.fgColor.rgb != "00000000"}
    assert marked == {"A1", "C2", "E2", "A3", "B9", "C4", "D4"}, "of a range what is there"
    assert sheet["C2"].comment.text == "at C2"
    root = etree.fromstring(ZipFile(tmp_path / "annotated.xlsx").read("xl/worksheets/sheet1.xml"))
    found = [cell.get("r") for cell in root.iter("{*}c")]
    assert found == ["A1", "B2", "C2", "E2", "A3", "C4", "D4", "B9"]


@pytest.mark.parametrize("name", ["common-mistakes", "compare-systems", "which-measure"])
def test_workbooks_with_charts_links_and_lists_keep_them(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.xlsx"
    build([name], path)
    before = read_workbook(path)
    notes = [
        Note(Range.between(sheet.cells[at].address, sheet.cells[at].address), "!", Severity.NOTE)
        for sheet in before.sheets
        for at in (0, -1)
    ]
    copy = tmp_path / "c.xlsx"
    copy.write_bytes(annotated(path, notes, NOTHING))
    after = read_workbook(copy)
    assert after.sheets[:-1] == before.sheets
    assert (after.tables, after.names) == (before.tables, before.names)
    with ZipFile(copy) as new, ZipFile(path) as old:
        for part in old.namelist():
            if "chart" in part or "drawing" in part:
                assert new.read(part) == old.read(part)
    assert openpyxl.load_workbook(copy).sheetnames[-1] == "Findings"


def test_a_conversation_is_not_added_to(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book["Sheet"]["A1"].comment = Comment("[Threaded comment]", "tc={1-2-3}")
    book.save(tmp_path / "x.xlsx")
    sheet = openpyxl.load_workbook(with_notes(tmp_path / "x.xlsx", "A1", "B1"))["Sheet"]
    assert sheet["A1"].comment.text == "[Threaded comment]"
    assert sheet["B1"].comment.text == "at B1"
    assert sheet["A1"].fill.fgColor.rgb == FILLS[Severity.NOTE]


def test_a_sheet_of_that_name_stays(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book["Sheet"].title = "FINDINGS"
    book.create_sheet("Findings (2)")
    book.save(tmp_path / "x.xlsx")
    copy = with_notes(tmp_path / "x.xlsx", "A1", title="FINDINGS")
    names = ["FINDINGS", "Findings (2)", "Findings (3)"]
    assert openpyxl.load_workbook(copy).sheetnames == names


def test_no_copy_takes_the_place_of_a_file_or_is_of_another_kind(
    wrong: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(wrong, "x.xlsx")
    document(Path("y.ods"), row(number(1)))
    before = Path("x.xlsx").read_bytes()
    for arguments, told in (
        (["x.xlsx", "--annotate", "x.xlsx"], "x.xlsx: is there already"),
        (["x.xlsx", "--annotate", "c.xlsm"], "Name it c.xlsx"),
        (["y.ods", "--annotate", "c.xlsx"], "y.ods: only .xlsx workbooks are annotated"),
        ([".", "--annotate", "c.xlsx"], "--annotate takes one workbook"),
        (["x.xlsx", "y.ods", "--annotate", "c.xlsx"], "--annotate takes one workbook"),
    ):
        result = CliRunner().invoke(main, ["check", *arguments])
        assert result.exit_code == 2
        assert told in result.output
    assert sorted(path.name for path in Path().iterdir()) == ["x.xlsx", "y.ods"]
    assert Path("x.xlsx").read_bytes() == before
    result = CliRunner().invoke(main, ["check", "x.xlsx", "--annotate", "c.xlsx"])
    assert result.exit_code == 1
    assert Path("c.xlsx").exists()


def test_addresses_lead_to_quoted_sheets() -> None:
    assert str(Address("a'b c", 1, 1)) == "'a''b c'!A1"
