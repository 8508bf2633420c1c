"""Files that are something else, damaged, or made to do harm; and the one door for all of them."""

import time
import zipfile
from pathlib import Path

import pytest

from tests.ods.documents import (
    ODS,
    cell,
    content,
    document,
    manifest,
    members,
    number,
    row,
    spreadsheet,
    table,
    text,
)
from tests.xlsx.packages import parts, save
from xlmetrics.errors import UnreadableFile
from xlmetrics.files import package
from xlmetrics.ods.read import read_workbook as read_ods
from xlmetrics.read import read_workbook
from xlmetrics.xlsx.read import read_workbook as read_xlsx


def complaint(path: Path) -> str:
    with pytest.raises(UnreadableFile) as caught:
        read_workbook(path)
    (text,) = caught.value.complaints
    assert text.startswith(f"{path}: ")
    assert "\n" not in text
    return text


@pytest.mark.parametrize("name", ["x.ods", "x.xlsx", "x.zip", "x"])
def test_what_a_file_is_called_says_nothing(tmp_path: Path, name: str) -> None:
    for made in (members(row(number(1))), parts("<row><c><v>1</v></c></row>")):
        book = read_workbook(save(tmp_path / name, made))
        assert [each.value for each in book.cells.values()] == [1]


def test_an_archive_that_does_not_say_its_type(tmp_path: Path) -> None:
    made = members(row(number(1)))
    del made["mimetype"]
    assert read_workbook(save(tmp_path / "x.ods", made)).cells
    made["mimetype"] = f"{ODS}-template"
    assert read_workbook(save(tmp_path / "x.ods", made)).cells


def test_each_reader_says_what_it_does_not_read(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"OpenDocument spreadsheet \(\.ods\)"):
        read_xlsx(document(tmp_path / "x.ods", row(number(1))))
    with pytest.raises(UnreadableFile, match="holds no workbook"):
        read_ods(save(tmp_path / "x.xlsx", {"readme.txt": ""}))


@pytest.mark.parametrize(
    "made",
    [
        {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<x/>"},
        {"mimetype": ODS, "content.xml": content("<office:text/>")},
        {"mimetype": ODS, "content.xml": content(spreadsheet())},
        {"content.xml": "<x/>"},
    ],
)
def test_an_open_document_that_is_no_spreadsheet(tmp_path: Path, made: dict[str, str]) -> None:
    assert "OpenDocument file, but no spreadsheet" in complaint(save(tmp_path / "x.odt", made))


def test_a_flat_document_that_is_no_spreadsheet(tmp_path: Path) -> None:
    path = tmp_path / "x.fodt"
    path.write_text(content("<office:text/>", root="document"), "utf-8")
    assert "OpenDocument file, but no spreadsheet" in complaint(path)


def test_a_spreadsheet_of_openoffice_1(tmp_path: Path) -> None:
    made = {"mimetype": "application/vnd.sun.xml.calc", "content.xml": "<x/>"}
    assert "OpenOffice 1 (.sxc). Open it" in complaint(save(tmp_path / "x.sxc", made))


def test_a_workbook_with_a_password(tmp_path: Path) -> None:
    made = members()
    entry = '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/>'
    made["META-INF/manifest.xml"] = manifest(f"{entry}</manifest:file-entry>")
    made["content.xml"] = b"\x8f\x00random"
    told = complaint(save(tmp_path / "x.ods", made))
    assert "this workbook is encrypted. Open it in LibreOffice" in told


def test_a_missing_part(tmp_path: Path) -> None:
    assert "content.xml is missing" in complaint(save(tmp_path / "x.ods", {"mimetype": ODS}))


@pytest.mark.parametrize("part", ["content.xml", "META-INF/manifest.xml", "styles.xml"])
@pytest.mark.parametrize(
    ("broken", "what"),
    [
        (b"<a><b></a>", "is no proper XML"),
        (b"", "is no proper XML"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "declares a document type (DOCTYPE)"),
    ],
)
def test_a_part_that_cannot_be_parsed(tmp_path: Path, part: str, broken: bytes, what: str) -> None:
    made = members(row(number(1))) | {part: broken}
    told = complaint(save(tmp_path / "x.ods", made))
    assert f"{part} {what}" in told


def test_a_flat_document_with_entities(tmp_path: Path) -> None:
    path = tmp_path / "x.fods"
    flat = content(spreadsheet(table(row(text("&b;")))), root="document")
    path.write_text(flat.replace("?>\n", '?>\n<!DOCTYPE x [<!ENTITY b "c">]>', 1), "utf-8")
    assert "declares a document type" in complaint(path)


@pytest.mark.parametrize("kept", [0.3, 0.9, 0.99])
def test_cut_short(tmp_path: Path, kept: float) -> None:
    path = document(tmp_path / "x.ods", row(number(1)))
    whole = path.read_bytes()
    path.write_bytes(whole[: int(kept * len(whole))])
    assert "cut short or corrupt" in complaint(path)


def test_two_parts_of_one_name(tmp_path: Path) -> None:
    path = document(tmp_path / "x.ods", row(number(1)))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("Content.xml", content(spreadsheet(table(row(number(2))))))
    assert "two of its parts are called Content.xml" in complaint(path)


def test_a_part_that_unpacks_to_a_hundred_times_its_size(tmp_path: Path) -> None:
    path = document(tmp_path / "x.ods", "<table:table-row/>" * 2**19)
    assert "unpacks to more than 100 times its size" in complaint(path)


def test_a_part_without_rows_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "MAX_PIECE", 2**20)
    path = tmp_path / "x.fods"
    for tag, read in (("row", True), ("rows", False)):
        rows = f"<table:table-{tag}/>" * 2**17
        path.write_text(content(spreadsheet(table(rows)), root="document"), "utf-8")
        if read:
            assert read_workbook(path).sheets
        else:
            assert "not made as the parts of a workbook are" in complaint(path)


def test_a_sheet_of_blank_rows_costs_nothing(tmp_path: Path) -> None:
    styled = cell(style_name="ce1", number_columns_repeated=16_384)
    empty = cell("<text:p/>", number_columns_repeated=16_384)
    rows = [row(number(1)), row(styled, times=500_000), row(empty, times=548_575)]
    path = document(tmp_path / "x.ods", *rows)
    start = time.monotonic()
    assert len(read_workbook(path).cells) == 1
    assert time.monotonic() - start < 0.5
