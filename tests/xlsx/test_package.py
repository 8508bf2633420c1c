"""Files that are something else, damaged, or made to do harm: each gets one sentence."""

import os
import warnings
import zipfile
from itertools import islice
from pathlib import Path

import pytest

from tests.xlsx.packages import (
    MAIN,
    RELATIONS,
    SHEET,
    STRINGS,
    WORKBOOK,
    Parts,
    parts,
    relations,
    save,
    sheet,
)
from xlmetrics.address import MAX_ROW
from xlmetrics.errors import UnreadableFile
from xlmetrics.files import limits, package, xml
from xlmetrics.files.xml import CHILD, TURN
from xlmetrics.xlsx.parts import SPREADSHEET
from xlmetrics.xlsx.read import read_workbook

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
SAVE_AS = "save it as Excel Workbook (.xlsx)"


def complaint(path: Path) -> str:
    with pytest.raises(UnreadableFile) as caught:
        read_workbook(path)
    (text,) = caught.value.complaints
    assert text.startswith(f"{path}: ")
    assert "\n" not in text
    return text


def utf16(text: str) -> bytes:
    return text.encode("utf-16-le")


@pytest.mark.parametrize(
    ("content", "what", "mend"),
    [
        (b"", "the file is empty", "Copy or download it again."),
        (OLE + utf16("Workbook"), "workbook of Excel 97-2003 (.xls)", SAVE_AS),
        (OLE + utf16("Book\0"), "workbook of Excel 97-2003 (.xls)", SAVE_AS),
        (OLE + utf16("EncryptedPackage"), "this workbook is encrypted", "take the password away"),
        (OLE + utf16("WordDocument"), "an old Office document", "Give a workbook"),
        (b"%PDF-1.7\n", "a PDF document", "Give the workbook it came from"),
        (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS pointer", "git lfs pull"),
        (b"\xef\xbb\xbf<!DOCTYPE html><html>", "a web page", SAVE_AS),
        (b"\n<table><tr><td>1</td></tr></table>", "a web page", SAVE_AS),
        (b'<?xml version="1.0"?>\n<html xmlns="x">', "a web page", SAVE_AS),
        (
            b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
            "an XML spreadsheet of Excel 2003",
            SAVE_AS,
        ),
        (b'<?xml version="1.0"?>\n<office:document xmlns', "OpenDocument", SAVE_AS),
        (b"query,grade\nfox,3\n", "plain text", SAVE_AS),
        ("query;grade\nöde;3\n".encode("latin-1"), "plain text", SAVE_AS),
        ("query\tgrade\n".encode("utf-16"), "plain text", SAVE_AS),
        (b"\x89PNG\r\n\x1a\n\0\0", "no workbook", "saved as .xlsx or .ods"),
    ],
)
def test_says_what_a_file_is_and_how_to_convert_it(
    tmp_path: Path, content: bytes, what: str, mend: str
) -> None:
    path = tmp_path / "x.xlsx"
    path.write_bytes(content)
    text = complaint(path)
    assert what in text
    assert mend in text


@pytest.mark.parametrize(
    ("members", "what"),
    [
        ({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}, "OpenDocument"),
        ({"xl/workbook.bin": b"\x83"}, "binary Excel workbook (.xlsb)"),
        ({"word/document.xml": "<d/>"}, "Word document"),
        ({"ppt/presentation.xml": "<p/>"}, "PowerPoint"),
        ({"Index/Document.iwa": b"\0"}, "Apple Numbers"),
        ({"readme.txt": "hello"}, "a zip archive that holds no workbook"),
        ({}, "a zip archive that holds no workbook"),
    ],
)
def test_says_what_an_archive_is(tmp_path: Path, members: dict[str, str], what: str) -> None:
    assert what in complaint(save(tmp_path / "x.xlsx", members))


def test_a_binary_workbook_names_its_main_part(tmp_path: Path) -> None:
    main = "xl/workbook.bin"
    members = {"_rels/.rels": relations(officeDocument=main), main: b"\x83\x01\0"}
    assert ".xlsb" in complaint(save(tmp_path / "x.xlsx", members))


def test_strict_open_xml(tmp_path: Path) -> None:
    members = parts()
    strict = "http://purl.oclc.org/ooxml/spreadsheetml/main"
    members[WORKBOOK] = str(members[WORKBOOK]).replace(MAIN, strict)
    text = complaint(save(tmp_path / "x.xlsx", members))
    assert "Strict Open XML" in text
    assert "not as Strict" in text


@pytest.mark.parametrize("name", ["~$grades.xlsx", ".~lock.grades.xlsx#"])
def test_lock_files(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"\x05maria" + b" " * 159)
    assert "lock file" in complaint(path)


def test_no_file_a_folder_a_pipe(tmp_path: Path) -> None:
    assert "there is no such file" in complaint(tmp_path / "none.xlsx")
    assert "this is a folder" in complaint(tmp_path)
    assert "cannot be read" in complaint(tmp_path / ("x" * 300))
    os.mkfifo(tmp_path / "pipe")
    assert "a device or a pipe" in complaint(tmp_path / "pipe")


@pytest.mark.parametrize("kept", [3, 30, 0.3, 0.9, 0.99])
def test_cut_short(tmp_path: Path, kept: float) -> None:
    path = save(tmp_path / "x.xlsx", parts("<row><c><v>1</v></c></row>"))
    content = path.read_bytes()
    path.write_bytes(content[: int(kept if kept > 1 else kept * len(content))])
    assert "cut short or corrupt" in complaint(path)


def test_corrupt_deflate_stream(tmp_path: Path) -> None:
    path = save(
        tmp_path / "x.xlsx", parts("".join(f"<row><c><v>{n}</v></c></row>" for n in range(999)))
    )
    with zipfile.ZipFile(path) as archive:
        start = archive.getinfo(SHEET).header_offset + 100
    content = bytearray(path.read_bytes())
    content[start : start + 40] = bytes(40)
    path.write_bytes(content)
    assert f"{SHEET} cannot be unpacked" in complaint(path)


def test_a_missing_part(tmp_path: Path) -> None:
    members = parts()
    del members[SHEET]
    assert f"{SHEET} is missing" in complaint(save(tmp_path / "x.xlsx", members))


def test_a_part_that_unpacks_to_a_hundred_times_its_size(tmp_path: Path) -> None:
    members = parts()
    members[SHEET] = sheet(" " * 6 * 2**20)
    text = complaint(save(tmp_path / "x.xlsx", members))
    assert "unpacks to more than 100 times its size" in text


def test_too_much_in_total(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(tmp_path / "x.xlsx", parts(" " * 2**20))
    monkeypatch.setattr(package, "MAX_UNPACKED", 2**20)
    assert "grows to more than 1 MiB when read" in complaint(path)
    monkeypatch.setattr(package, "MAX_UNPACKED", 1000)
    assert "larger than 0 MiB" in complaint(path)


def test_declared_sizes_are_not_believed(tmp_path: Path) -> None:
    path = save(tmp_path / "x.xlsx", parts(" " * 6 * 2**20))
    with zipfile.ZipFile(path) as archive:
        size = archive.getinfo(SHEET).file_size
    content = path.read_bytes()
    path.write_bytes(content.replace(size.to_bytes(4, "little"), (400).to_bytes(4, "little")))
    assert "damaged" in complaint(path)
    path.write_bytes(content.replace(size.to_bytes(4, "little"), (2**31).to_bytes(4, "little")))
    assert "more than 100 times" in complaint(path)


def test_a_part_without_rows_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    members = parts()
    monkeypatch.setattr(package, "MAX_PIECE", 2**20)
    members[SHEET] = sheet("<row/>" * 2**18)
    assert read_workbook(save(tmp_path / "x.xlsx", members)).sheets
    members[SHEET] = sheet("<trow/>" * 2**18)
    assert "not made as the parts of a workbook are" in complaint(
        save(tmp_path / "x.xlsx", members)
    )


def test_what_was_read_is_forgotten(tmp_path: Path) -> None:
    content = "<x><row><c/></row></x><y/><row><c/></row>" * 10_000
    opened = package.Package(save(tmp_path / "x.xlsx", parts(content)))
    rows = xml.elements(opened, SHEET, SPREADSHEET + "row")
    for row in islice(rows, 0, None, 1000):
        held = sum(1 for _ in row.getroottree().iter())
        assert held < 10_000, "a piece of the file at a time, not its 60,000 elements"


def test_too_many_entries(tmp_path: Path) -> None:
    members = {f"{number}": "" for number in range(package.MAX_MEMBERS + 1)}
    assert "more than 10,000 parts" in complaint(save(tmp_path / "x.xlsx", members))


@pytest.mark.parametrize("twin", [SHEET, SHEET.upper(), SHEET.replace("/", "\\"), f"/{SHEET}"])
def test_two_parts_of_one_name(tmp_path: Path, twin: str) -> None:
    path = save(tmp_path / "x.xlsx", parts())
    with warnings.catch_warnings(), zipfile.ZipFile(path, "a") as archive:
        warnings.simplefilter("ignore")
        archive.writestr(twin, sheet("<row><c><v>2</v></c></row>"))
    assert "two of its parts are called" in complaint(path)


def test_encrypted_members(tmp_path: Path) -> None:
    path = save(tmp_path / "x.xlsx", parts())
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    assert "is encrypted within the zip archive" in complaint(path)


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_packings(tmp_path: Path, packing: int) -> None:
    assert "packed as no workbook is" in complaint(save(tmp_path / "x.xlsx", parts(), packing))


LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a "ha">'
    + "".join(
        f'<!ENTITY {name} "{f"&{inner};" * 10}">'
        for inner, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]>"
)


@pytest.mark.parametrize("name", [WORKBOOK, RELATIONS, SHEET, STRINGS, "_rels/.rels"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities(tmp_path: Path, name: str, encoding: str) -> None:
    members = parts(strings="")
    comment = f"<!--{'x' * 40_000}-->"
    members[name] = (comment + LAUGHS + str(members[name])).encode(encoding)
    text = complaint(save(tmp_path / "x.xlsx", members))
    assert f"{name} declares a document type (DOCTYPE)" in text


def test_an_outside_document_type_is_not_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret.dtd"
    os.mkfifo(secret)  # whoever opens it waits for ever
    members = parts()
    members[SHEET] = f'<!DOCTYPE worksheet SYSTEM "{secret.as_uri()}">{members[SHEET]}'
    assert "DOCTYPE" in complaint(save(tmp_path / "x.xlsx", members))


@pytest.mark.parametrize(
    "content",
    ["", "no XML", "<worksheet>", "<worksheet>&nbsp;</worksheet>", "<a:b/>", b"\xff\xfe\0"],
)
def test_a_part_that_is_no_xml(tmp_path: Path, content: str | bytes) -> None:
    members = parts()
    members[SHEET] = content
    assert f"{SHEET} is no proper XML" in complaint(save(tmp_path / "x.xlsx", members))


def test_links_to_other_files_are_never_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.xml"
    os.mkfifo(outside)
    members = parts()
    members[RELATIONS] = relations(mode="External", worksheet=outside.as_uri())
    assert "the sheet 'S' is missing" in complaint(save(tmp_path / "x.xlsx", members))
    members[RELATIONS] = relations(worksheet=f"../../../../../..{outside}")
    assert "is missing" in complaint(save(tmp_path / "x.xlsx", members))


@pytest.mark.parametrize("quoted", ["a\nb", "\x1b[31m", "\u202e", "long " * 999])
def test_what_a_message_quotes_is_short_and_printable(tmp_path: Path, quoted: str) -> None:
    path = save(tmp_path / "x.xlsx", parts() | {f"{quoted[:999]}/x": "", f"/{quoted[:999]}/x": ""})
    text = complaint(path)
    assert "two of its parts are called" in text
    assert text.isprintable()
    assert len(text) < 1000


@pytest.mark.parametrize(
    "target",
    [
        "worksheets/sheet1.xml",
        "./worksheets/sheet1.xml",
        "../xl/worksheets/sheet1.xml",
        "../../../xl/worksheets/sheet1.xml",
        "/xl/worksheets/sheet1.xml",
        "Worksheets/SHEET1.xml",
    ],
)
def test_where_a_relation_points(tmp_path: Path, target: str) -> None:
    members = parts("<row><c><v>1</v></c></row>") | {RELATIONS: relations(worksheet=target)}
    assert len(read_workbook(save(tmp_path / "x.xlsx", members)).cells) == 1
    backwards = {name.replace("/", "\\"): content for name, content in members.items()}
    assert len(read_workbook(save(tmp_path / "x.xlsx", backwards)).cells) == 1


BLANKS = f"<row>{'<c/>' * 1000}</row>"
SHARED = f'<row><c><f t="shared" si="0">{"A1+" * 1000}1</f></c></row>'
FILLED = '<row><c><f t="array" ref="A1:A5000">1</f></c></row>'


@pytest.mark.parametrize(
    "rows", [SHARED + '<row><c><f t="shared" si="0"/></c></row>' * 100, FILLED * 2]
)
def test_what_takes_long_counts_for_more_than_its_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: str
) -> None:
    monkeypatch.setattr(package, "MAX_UNPACKED", 2**20)
    assert len(rows) < 2**17
    assert "grows to more than 1 MiB when read" in complaint(save(tmp_path / "x.xlsx", parts(rows)))


LONG = f'<row><c><f t="shared" si="0">{"A1+" * 1000}1</f></c></row>'
FILLED_RIGHT = "<row>" + '<c><f t="shared" si="0"/></c>' * 3 + "</row>"


@pytest.mark.parametrize(
    "made",
    [
        parts(BLANKS * 2),
        parts("<row/>" * 1000),
        parts("", strings="<si><t>a</t></si>" * 500),
        parts(LONG + FILLED_RIGHT),
        parts(LONG + '<row><c><f t="shared" si="0"/></c></row>' * 8),
    ],
)
def test_work_is_counted_as_well_as_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: Parts
) -> None:
    monkeypatch.setattr(package, "MAX_TOIL", 2000)
    monkeypatch.setattr(package, "MOST_TOIL", 2000)
    assert "would take too long to read" in complaint(save(tmp_path / "x.xlsx", made))


def test_a_large_file_may_take_more_work_but_not_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(package, "MAX_TOIL", 2000)
    monkeypatch.setattr(package, "MOST_TOIL", 4000)
    large = {"large.bin": os.urandom(10_000)}
    read_workbook(save(tmp_path / "x.xlsx", parts("<row/>" * 1000) | large))
    longer = save(tmp_path / "y.xlsx", parts("<row/>" * 1500) | large)
    assert "would take too long to read" in complaint(longer)


def test_a_million_cells_in_rows_and_as_many_texts_are_not_too_much() -> None:
    turns = 100_000 + 1_000_000
    assert TURN * turns + CHILD * (1_000_000 + 1_000_000) < package.MAX_TOIL
    assert limits.MAX_CELLS > MAX_ROW
