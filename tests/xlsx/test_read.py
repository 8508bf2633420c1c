"""What stands in a workbook file is what is read, however another program spells it."""

from pathlib import Path

import pytest

from tests.xlsx.packages import (
    MAIN,
    RELATED,
    RELATIONS,
    SHEET,
    WORKBOOK,
    Parts,
    parts,
    relations,
    save,
    sheet,
    workbook,
)
from xlmetrics.address import Address, Range
from xlmetrics.errors import UnreadableFile
from xlmetrics.files import arrays, limits
from xlmetrics.layout import arrange
from xlmetrics.model import Cell, ErrorValue, Role, Value, Workbook
from xlmetrics.template.read import read_template, shipped_templates
from xlmetrics.xlsx import read
from xlmetrics.xlsx.read import read_workbook, saved_by
from xlmetrics.xlsx.write import write_workbook


@pytest.fixture
def opened(tmp_path: Path):
    def opened(rows: str = "", **kinds: str) -> Workbook:
        return read_workbook(save(tmp_path / "x.xlsx", parts(rows, **kinds)))

    return opened


def cells(workbook: Workbook) -> dict[str, Cell]:
    return {address.a1: cell for address, cell in workbook.cells.items()}


def values(workbook: Workbook) -> dict[str, Value]:
    return {a1: cell.value for a1, cell in cells(workbook).items()}


def formulas(workbook: Workbook) -> dict[str, str | None]:
    return {a1: cell.formula for a1, cell in cells(workbook).items()}


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("<c><v>3</v></c>", 3),
        ("<c><v>-3</v></c>", -3),
        ("<c><v>0.55</v></c>", 0.55),
        ("<c><v>1E-3</v></c>", 0.001),
        ("<c><v>123456789012345678</v></c>", 123456789012345678.0),
        ('<c t="n"><v> 7 </v></c>', 7),
        ("<c><v>45000</v></c>", 45000),
        ('<c t="b"><v>1</v></c>', True),
        ('<c t="b"><v>false</v></c>', False),
        ('<c t="e"><v>#N/A</v></c>', ErrorValue("#N/A")),
        ('<c t="str"><v>grade</v></c>', "grade"),
        ('<c t="str"><v/></c>', ""),
        ('<c t="inlineStr"><is><t>grade</t></is></c>', "grade"),
        ('<c t="inlineStr"><is><r><t>gra</t></r><r><rPr/><t>de</t></r></is></c>', "grade"),
        ('<c t="inlineStr"><is/></c>', ""),
        ('<c t="d"><v>2024-01-01T12:00:00</v></c>', 45292.5),
        ('<c t="d"><v>2024-01-01T12:00:00Z</v></c>', 45292.5),
        ("<c><v>1<!-- and -->2</v></c>", 12),
        ("<c><v><![CDATA[3]]></v></c>", 3),
    ],
)
def test_values(opened, cell: str, value: Value) -> None:
    found = values(opened(f"<row>{cell}</row>"))["A1"]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *(("n", text) for text in ("NaN", "1,5", "INF", "1_0", "1e999", "٣", "0x1F", "1\u00a0000")),
        ("b", "yes"),
        ("d", "yesterday"),
        ("unheard-of", "text"),
    ],
)
def test_a_value_that_is_not_of_its_type_stays_text(opened, kind: str, text: str) -> None:
    found = values(opened(f'<row><c t="{kind}"><v>{text}</v></c><c><v>1</v></c></row>'))
    assert found == {"A1": text, "B1": 1}


@pytest.mark.parametrize(
    ("item", "text"),
    [
        ("<t>plain</t>", "plain"),
        ('<t xml:space="preserve"> spaced\n</t>', " spaced\n"),
        ("<r><t>in </t></r><r><rPr><b/></rPr><t>runs</t></r>", "in runs"),
        ("<t>東京</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh><phoneticPr fontId='1'/>", "東京"),
        ("<r><t>課</t></r><r><rPh sb='0' eb='1'><t>カ</t></rPh><t>題</t></r>", "課題"),
        ("<t>_x0033_ and _x005F_x0033_ and _x000D_</t>", "3 and _x0033_ and \r"),
        ("<t>_xD83D__xDE00_ _xD83D_</t>", "😀 \ufffd"),
        ("<t>_x33_ _xlfn. _xZZZZ_</t>", "_x33_ _xlfn. _xZZZZ_"),
        ("<t>=1+1</t>", "=1+1"),
        ("<t/>", ""),
        ("", ""),
    ],
)
def test_shared_texts(opened, item: str, text: str) -> None:
    strings = f"<si><t>first</t></si><si>{item}</si>"
    assert values(opened('<row><c t="s"><v>1</v></c></row>', strings=strings)) == {"A1": text}


def test_escapes_are_decoded_in_inline_and_cached_texts(opened) -> None:
    rows = '<row><c t="str"><v>_x0033_</v></c><c t="inlineStr"><is><t>_x0034_</t></is></c></row>'
    assert values(opened(rows)) == {"A1": "3", "B1": "4"}


@pytest.mark.parametrize("index", ["2", "-1", "1.0", "x", "9" * 5000])
@pytest.mark.parametrize("strings", ["<si><t>a</t></si>" * 2, None])
def test_a_shared_text_that_is_missing(opened, index: str, strings: str | None) -> None:
    with pytest.raises(UnreadableFile, match="damaged: S!C7 shows shared text "):
        opened(f'<row r="7"><c r="C7" t="s"><v>{index}</v></c></row>', strings=strings)


def test_formula_and_cached_value(opened) -> None:
    rows = (
        '<row><c><f>B1</f><v>2</v></c><c t="str"><f>C1&amp;""</f><v>x</v></c>'
        '<c t="b"><f>TRUE</f><v>1</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c>'
        "<c><f>=NaN</f><v>NaN</v></c></row>"
    )
    found = cells(opened(rows))
    assert [cell.role for cell in found.values()] == [Role.FORMULA] * 5
    assert [cell.calculated for cell in found.values()] == [True] * 5
    assert [cell.formula for cell in found.values()] == ["=B1", '=C1&""', "=TRUE", "=1/0", "=NaN"]
    assert [cell.value for cell in found.values()] == [2, "x", True, ErrorValue("#DIV/0!"), "NaN"]


@pytest.mark.parametrize(
    ("cell", "calculated", "value"),
    [
        ("<c><f>B1</f></c>", False, None),
        ("<c><f>B1</f><v/></c>", False, None),
        ("<c><f>B1</f><v></v></c>", False, None),
        ('<c t="e"><f>B1</f><v/></c>', False, None),
        ('<c t="str"><f>B1</f></c>', False, None),
        ('<c t="str"><f>B1</f><v/></c>', True, ""),
        ('<c t="str"><f>B1</f><v></v></c>', True, ""),
    ],
)
def test_no_cache_is_not_an_empty_text(opened, cell: str, calculated: bool, value: Value) -> None:
    found = cells(opened(f"<row>{cell}</row>"))["A1"]
    assert (found.calculated, found.value) == (calculated, value)


@pytest.mark.parametrize("content", ["", "<f/>", "<v/>", "<f/><v/>"])
def test_blank_cells_are_none(opened, content: str) -> None:
    assert values(opened(f"<row><c>{content}</c></row>")) == {}


SHARED = [
    ("A1+$A1+A$1+$A$1", "=B3+$A3+B$1+$A$1"),
    ("SUM(A1:B2,$A$1:A1)", "=SUM(B3:C4,$A$1:B3)"),
    ("SUM(A:A)+SUM(1:1)+SUM($A:A)+SUM($1:1)", "=SUM(B:B)+SUM(3:3)+SUM($A:B)+SUM($1:3)"),
    ('"A1"&A1&"""A1"', '="A1"&B3&"""A1"'),
    ("'A1 of it''s'!A1+Sheet1!A1+Q1x!A1", "='A1 of it''s'!B3+Sheet1!B3+Q1x!B3"),
    ("'[A1.xlsx]A1'!A1+[1]Sheet1!A1", "='[A1.xlsx]A1'!B3+[1]Sheet1!B3"),
    ("LOG10(A1)+DEC2BIN(A1)+A1_x+xxxxA1+A1.b", "=LOG10(B3)+DEC2BIN(B3)+A1_x+xxxxA1+A1.b"),
    ("T1[[#This Row],[A1]]+T1[A1]", "=T1[[#This Row],[A1]]+T1[A1]"),
    ("1E5+1.5+A1*2", "=1E5+1.5+B3*2"),
    ("_xlfn.XLOOKUP( A1 , B1#, A1:B1 )", "=_xlfn.XLOOKUP( B3 , C3#, B3:C3 )"),
    ("Jan:Mar!A1+größe1+ZZZ1", "=Jan:Mar!B3+größe1+ZZZ1"),
    ("IF(A1>0,#N/A,#REF!)", "=IF(B3>0,#N/A,#REF!)"),
    ("XFD1+A1048575+XFD1:A1", "=#REF!+#REF!+#REF!"),
    ("a1+{1,2;3,4}", "=B3+{1,2;3,4}"),
    ("A1 B1 \n", "=B3 C3 \n"),
    ("A1&\"never closed ['", "=B3&\"never closed ['"),
]


@pytest.mark.parametrize(("master", "there"), SHARED)
def test_shared_formulas_are_written_out(opened, master: str, there: str) -> None:
    text = master.replace("&", "&amp;").replace(">", "&gt;")
    rows = (
        f'<row r="1"><c r="D1"><f t="shared" ref="D1:E3" si="0">{text}</f><v>1</v></c></row>'
        '<row r="3"><c r="D3"><v>1</v></c><c r="E3"><f t="shared" si="0"/><v>1</v></c></row>'
    )
    assert formulas(opened(rows)) == {"D1": f"={master}", "D3": None, "E3": there}


def test_a_shared_formula_that_is_missing(opened) -> None:
    with pytest.raises(UnreadableFile, match="S!B2 shares a formula that is missing"):
        opened('<row r="2"><c r="B2"><f t="shared" si="4"/><v>1</v></c></row>')


def test_shared_formulas_written_out_are_counted(opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xlmetrics.files.package.MAX_UNPACKED", 200_000)
    others = '<c><f t="shared" si="0"/></c>'
    first = f'<c><f t="shared" ref="A1:Z1" si="0">{"A1+" * 2000}1</f></c>'
    rows = f"<row>{first}{others * 100}</row>"
    with pytest.raises(UnreadableFile, match="not safe to read: it grows to more than"):
        opened(rows)


def test_members_of_an_array_formula_are_formulas(opened) -> None:
    rows = (
        '<row r="1"><c r="B1"><f t="array" ref="B1:B3">A1:A3*2</f><v>2</v></c></row>'
        '<row r="2"><c r="B2"><v>4</v></c><c r="C2"><v>9</v></c></row>'
        '<row r="3"><c r="B3"/></row>'
    )
    found = cells(opened(rows))
    for a1, value in (("B1", 2), ("B2", 4), ("B3", None)):
        assert found[a1].role is Role.FORMULA
        assert found[a1].formula == "=A1:A3*2"
        assert found[a1].array == Range("S", 1, 2, 3, 2)
        assert found[a1].value == value
        assert found[a1].calculated is (value is not None)
    assert found["C2"] == Cell(Address("S", 2, 3), Role.LABEL, 9)


def test_an_array_formula_of_one_cell(opened) -> None:
    found = cells(opened('<row><c><f t="array">SUM(A1:A3*2)</f><v>2</v></c></row>'))
    assert found["A1"].array == Range("S", 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("attributes", "formula"),
    [
        ('r1="D1"', "=TABLE(,D1)"),
        ('r1="D1" dtr="1"', "=TABLE(D1,)"),
        ('r1="D1" r2="D2" dt2D="1" dtr="1"', "=TABLE(D1,D2)"),
    ],
)
def test_data_tables_are_formulas_that_nothing_computes(
    opened, attributes: str, formula: str
) -> None:
    rows = (
        f'<row r="1"><c r="B1"><f t="dataTable" ref="B1:B2" {attributes}/><v>1</v></c></row>'
        '<row r="2"><c r="B2"><v>2</v></c></row>'
    )
    assert formulas(opened(rows)) == {"B1": formula, "B2": formula}


def test_a_range_as_large_as_a_sheet(opened, monkeypatch: pytest.MonkeyPatch) -> None:
    array = '<row><c><f t="array" ref="{}">1</f></c></row>'
    with pytest.raises(UnreadableFile, match="S!A1 fills A1:XFD1048576, which is too large"):
        opened(array.format("A1:XFD1048576"))
    with pytest.raises(UnreadableFile, match="S!A1 fills a range, but 'A0' lies outside"):
        opened(array.format("A0"))
    monkeypatch.setattr(arrays, "MAX_FILLED", 10)
    with pytest.raises(UnreadableFile, match="too large"):
        opened(array.format("A1:A9") * 2)


def test_a_formula_of_google_sheets_stays_as_it_is(opened) -> None:
    text = 'IFERROR(__xludf.DUMMYFUNCTION("SORT(A1:A3)"),1)'
    assert formulas(opened(f"<row><c><f>{text}</f><v>1</v></c></row>")) == {"A1": f"={text}"}


def test_addresses_may_be_left_out(opened) -> None:
    rows = (
        "<row><c><v>1</v></c><c><v>2</v></c></row><row><c r='C2'><v>3</v></c><c><v>4</v></c></row>"
        "<row r='9'><c><v>5</v></c></row><row><c r='b10'><v>6</v></c></row>"
    )
    assert values(opened(rows)) == {"A1": 1, "B1": 2, "C2": 3, "D2": 4, "A9": 5, "B10": 6}


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ('<row r="x"/>', "a row 'x'"),
        ('<row><c r="1A"><v>1</v></c></row>', "a cell '1A'"),
        ('<row><c r="A"><v>1</v></c></row>', "a cell 'A'"),
        ('<row><c r="XFE1"><v>1</v></c></row>', "a cell 'XFE1'"),
        ('<row><c r="Ａ1"><v>1</v></c></row>', "a cell 'Ａ1'"),
        ('<row><c r="A0"><v>1</v></c></row>', "cells outside a sheet"),
        ('<row><c r="A1048577"><v>1</v></c></row>', "cells outside a sheet"),
        (f"<row>{'<c/>' * 16_385}</row>", "cells outside a sheet"),
    ],
)
def test_addresses_that_are_none(opened, row: str, what: str) -> None:
    with pytest.raises(UnreadableFile, match=f"damaged: the sheet 'S' has {what}"):
        opened(row)


def test_a_wrong_dimension_and_a_touched_last_cell(tmp_path: Path) -> None:
    members = parts()
    rows = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>'
    last = '<row r="1048576"><c r="XFD1048576" s="1"/></row>'
    content = sheet(rows + last).replace("<sheetData>", '<dimension ref="A1"/><sheetData>')
    members["xl/worksheets/sheet1.xml"] = content
    assert values(read_workbook(save(tmp_path / "x.xlsx", members))) == {"A1": 1, "B1": 2}


def test_too_many_cells(opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "MAX_CELLS", 3)
    assert len(opened(f"<row>{'<c><v>1</v></c>' * 3}</row>").cells) == 3
    with pytest.raises(UnreadableFile, match="it has more than 3 cells"):
        opened(f"<row>{'<c><v>1</v></c>' * 4}</row>")


STYLES = (
    '<numFmts><numFmt numFmtId="164" formatCode="0.000"/></numFmts>'
    '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="49">'
    '<protection locked="0"/></xf><xf numFmtId="999"><protection locked="1"/></xf></cellXfs>'
)


def test_number_formats_and_unlocked_cells(opened) -> None:
    rows = "".join(f'<c s="{style}"><v>1</v></c>' for style in range(6))
    found = list(
        cells(opened(f'<row><c><v>1</v></c>{rows}<c s="3"/></row>', styles=STYLES)).values()
    )
    assert [cell.number_format for cell in found] == [
        *("General", "General", "0.000", "0.00%", "@", "General", "General", "@")
    ]
    assert [cell.role is Role.INPUT for cell in found] == [*[False] * 4, True, False, False, True]
    assert found[-1].value is None


def several_sheets() -> Parts:
    members = parts('<row><c t="str"><v>here</v></c></row>')
    listed = ["worksheet", "worksheet_2", "worksheet_3", "chartsheet", "dialogsheet"]
    members[WORKBOOK] = workbook(
        "".join(
            f'<sheet name="{name} &amp; co" sheetId="{number}" r:id="{name}" {state}/>'
            for number, (name, state) in enumerate(
                zip(listed, ["", "state='hidden'", "state='veryHidden'", "", ""], strict=True), 1
            )
        )
    )
    members[RELATIONS] = relations(
        worksheet="/xl/worksheets/sheet1.xml",
        worksheet_2="../xl/./worksheets/sheet1.xml",
        worksheet_3="WORKSHEETS/Sheet1.xml",
        chartsheet="chartsheets/sheet1.xml",
        dialogsheet="dialogsheets/sheet1.xml",
    )
    return members


def test_sheets_shown_hidden_and_without_cells(tmp_path: Path) -> None:
    book = read_workbook(save(tmp_path / "x.xlsx", several_sheets()))
    assert [(sheet.title, sheet.hidden) for sheet in book.sheets] == [
        ("worksheet & co", False),
        ("worksheet_2 & co", True),
        ("worksheet_3 & co", True),
    ]
    assert all(sheet.cells[0].value == "here" for sheet in book.sheets)


@pytest.mark.parametrize(
    "rows",
    [
        '<row r="2"><c r="B2"><v>1</v></c><c r="B2"><v>2</v></c></row>',
        '<row r="2"><c r="B2"><v>1</v></c></row><row r="2"><c r="B2"><v>1</v></c></row>',
        '<row r="2"><c r="B2"><v>1</v></c><c r="A2"><v>0</v></c><c><f>1</f></c></row>',
    ],
)
def test_two_cells_in_one_place(opened, rows: str) -> None:
    with pytest.raises(UnreadableFile, match="this workbook is damaged: S!B2 stands in it twice"):
        opened(rows)


def test_cells_out_of_order(opened) -> None:
    rows = (
        '<row r="9"><c r="B9"><v>1</v></c><c r="A9"><v>2</v></c></row>'
        '<row r="2"><c><v>3</v></c></row>'
    )
    assert values(opened(rows)) == {"B9": 1, "A9": 2, "A2": 3}


def test_two_sheets_of_one_title_and_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = several_sheets()
    listed = str(members[WORKBOOK])
    members[WORKBOOK] = listed.replace("worksheet_2 &amp;", "WorkSheet &amp;")
    with pytest.raises(UnreadableFile, match="two of its sheets are called 'WorkSheet & co'"):
        read_workbook(save(tmp_path / "x.xlsx", members))
    monkeypatch.setattr(limits, "MAX_SHEETS", 4)
    members[WORKBOOK] = listed
    with pytest.raises(UnreadableFile, match="it has more than 4 sheets"):
        read_workbook(save(tmp_path / "x.xlsx", members))


NAMES = {
    "Cutoff": "S!$B$10",
    "xlmetrics.ndcg_2.k": "S!$B$10",
    "xlmetrics.ndcg_1.grade": "'S'!$B$2:$B$7",
    "xlmetrics.ndcg_1.k": "S!$B$8",
    "xlmetrics.ndcg_10.lost": "S!#REF!",
    "xlmetrics.reciprocal_rank_1.first_rank": "S!$C$1",
    "xlmetrics.ndcg_1.moved": "Elsewhere!$B$8",
    "xlmetrics.ndcg_1.two": "S!$B$8,S!$B$9",
    "xlmetrics.ndcg_1.whole": "S!$A$1:$XFD$1048576",
    "xlmetrics.ndcg.k": "S!$B$8",
    "xlmetrics.ndcg_1": "S!$B$8",
}


def test_names_and_tables(opened) -> None:
    names = "".join(
        f'<definedName name="{name}">{text}</definedName>' for name, text in NAMES.items()
    )
    local = (
        '<definedName name="xlmetrics.ndcg_1.k" localSheetId="0">S!$A$1</definedName>'
        '<definedName name="_xlnm.Print_Area" localSheetId="0">S!$A$1</definedName>'
        '<definedName name="nowhere" localSheetId="7">S!$A$1</definedName>'
    )
    book = opened(names=names + local)
    assert book.names == NAMES
    assert book.local_names == {"S": {"xlmetrics.ndcg_1.k": "S!$A$1"}}
    assert [(table.kind, table.number, dict(table.fields)) for table in book.tables] == [
        ("ndcg", 1, {"grade": Range("S", 2, 2, 7, 2), "k": Range("S", 8, 2, 8, 2)}),
        ("ndcg", 1, {"k": Range("S", 1, 1, 1, 1)}),
        ("ndcg", 2, {"k": Range("S", 10, 2, 10, 2)}),
        ("ndcg", 10, {}),
        ("reciprocal_rank", 1, {"first_rank": Range("S", 1, 3, 1, 3)}),
    ]


@pytest.mark.parametrize(
    ("application", "version", "program"),
    [
        ("LibreOffice/7.4.7.2$Linux_X86_64 LibreOffice_project/40", "15.0", "LibreOffice/7.4.7.2"),
        ("Microsoft Excel", "16.0300", "Microsoft Excel 16.0300"),
        ("xlmetrics", "", "xlmetrics"),
        ("", "", ""),
    ],
)
def test_saved_by(tmp_path: Path, application: str, version: str, program: str) -> None:
    members = parts()
    members["_rels/.rels"] = str(members["_rels/.rels"]).replace(
        "</Relationships>",
        f'<Relationship Id="p" Type="{RELATED}/extended-properties" Target="docProps/app.xml"/>'
        "</Relationships>",
    )
    path = save(tmp_path / "x.xlsx", members)
    assert read_workbook(path).saved_by == saved_by(path) == ""
    members["docProps/app.xml"] = "<Properties><Application>broken"
    path = save(tmp_path / "x.xlsx", members)
    assert read_workbook(path).saved_by == saved_by(path) == "", "nothing hangs on it"
    members["docProps/app.xml"] = (
        f'<Properties xmlns="{RELATED.replace("relationships", "extended-properties")}">'
        f"<Application>{application}</Application><AppVersion>{version}</AppVersion></Properties>"
    )
    path = save(tmp_path / "x.xlsx", members)
    assert read_workbook(path).saved_by == saved_by(path) == program


def test_nobody_is_known_to_have_saved_what_is_no_workbook(tmp_path: Path) -> None:
    assert saved_by(tmp_path / "none.xlsx") == ""


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "iso-8859-1"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    members = parts()
    declared = encoding.removesuffix("-sig")
    content = sheet('<row><c t="str"><v>für</v></c></row>')
    members["xl/worksheets/sheet1.xml"] = (
        f'<?xml version="1.0" encoding="{declared}"?>{content}'.encode(encoding)
    )
    assert values(read_workbook(save(tmp_path / "x.xlsx", members))) == {"A1": "für"}


def test_prefixed_xml(tmp_path: Path) -> None:
    members = parts()
    members["xl/worksheets/sheet1.xml"] = (
        f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData><x:row><x:c><x:f>B1</x:f><x:v>1</x:v></x:c>'
        "</x:row></x:sheetData></x:worksheet>"
    )
    assert formulas(read_workbook(save(tmp_path / "x.xlsx", members))) == {"A1": "=B1"}


@pytest.mark.parametrize("name", shipped_templates())
def test_what_we_write_is_what_we_read(tmp_path: Path, name: str) -> None:
    made = arrange(read_template(shipped_templates()[name]))
    write_workbook(made, tmp_path / "x.xlsx")
    back = read_workbook(tmp_path / "x.xlsx")
    assert sorted(back.tables, key=str) == sorted(made.tables, key=str)
    assert back.saved_by == "xlmetrics"
    assert [sheet.title for sheet in back.sheets] == [sheet.title for sheet in made.sheets]
    assert set(back.cells) == {
        at
        for at, cell in made.cells.items()
        if cell.value is not None or cell.role is not Role.LABEL
    }
    for address, cell in back.cells.items():
        there = made.cells[address]
        for aspect in ("role", "value", "formula", "calculated", "array", "number_format"):
            assert getattr(cell, aspect) == getattr(there, aspect), (address, aspect)


@pytest.mark.parametrize(
    ("attributes", "dynamic"), [(' cm="1"', True), ("", False), (' cm="0"', False)]
)
def test_the_values_of_a_dynamic_array_spill(opened, attributes: str, dynamic: bool) -> None:
    rows = (
        f'<row><c r="A1"{attributes}><f t="array" ref="A1:A2">SORT(C1:C2)</f><v>1</v></c></row>'
        '<row><c r="A2"><v>2</v></c></row>'
    )
    found = cells(opened(rows))
    assert (found["A1"].dynamic, found["A2"].dynamic) == (dynamic, False)
    assert found["A2"].array == Range("S", 1, 1, 2, 1)


CRITERIA = '<filterColumn colId="0"><filters><filter val="1"/></filters></filterColumn>'
HIDDEN = [
    ("", "", "by hand"),
    ("", f'<autoFilter ref="A1:B9">{CRITERIA}</autoFilter>', "by filter"),
    ("", f'<autoFilter ref="A2:B9">{CRITERIA}</autoFilter>', "unknown"),
    ("", '<autoFilter ref="A1:B9"/>', "unknown"),
    ("", '<autoFilter ref="A1:B9"><filterColumn colId="0"/></autoFilter>', "unknown"),
    ("", '<autoFilter ref="A2:B9"/>', "by hand"),
    ("", f'<autoFilter ref="nowhere">{CRITERIA}</autoFilter>', "by hand"),
    ('<sheetPr filterMode="1"/>', "", "unknown"),
    ('<sheetPr filterMode="0"/>', "", "by hand"),
]


@pytest.mark.parametrize(("before", "after", "how"), HIDDEN)
@pytest.mark.parametrize("in_table", [False, True])
def test_how_rows_have_come_to_be_hidden(
    tmp_path: Path, before: str, after: str, how: str, in_table: bool
) -> None:
    members = parts('<row r="2" hidden="1"><c><v>1</v></c></row><row hidden="0"><c/></row>')
    filters = "" if in_table else after
    members[SHEET] = (
        str(members[SHEET])
        .replace("<sheetData>", f"{before}<sheetData>")
        .replace("</sheetData>", f"</sheetData>{filters}")
    )
    if in_table:
        members["xl/worksheets/_rels/sheet1.xml.rels"] = relations(table="../tables/t.xml")
        members["xl/tables/t.xml"] = (
            f'<table xmlns="{MAIN}" displayName="T" ref="A1:B9">{after}<tableColumns>'
            '<tableColumn name="a"/><tableColumn name="b"/></tableColumns></table>'
        )
    book = read_workbook(save(tmp_path / "x.xlsx", members))
    assert book.sheets[0].hidden_rows == {2: how}
