"""What stands in the cells of an OpenDocument sheet, and what the file says about it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ods.documents import (
    META,
    cell,
    content,
    document,
    members,
    number,
    row,
    spreadsheet,
    styles,
    table,
    text,
)
from tests.xlsx.packages import save
from xlmetrics.address import Range
from xlmetrics.errors import UnreadableFile
from xlmetrics.files import arrays, limits
from xlmetrics.model import Cell, ErrorValue, Role, Table, Value, Workbook
from xlmetrics.read import read_workbook

Opened = Callable[..., Workbook]


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    def read(*rows: str, **rest: str) -> Workbook:
        return read_workbook(document(tmp_path / "x.ods", *rows, **rest))

    return read


def cells(book: Workbook) -> dict[str, Cell]:
    return {each.address.a1: each for each in book.sheets[0].cells}


def values(book: Workbook) -> dict[str, Value]:
    return {a1: each.value for a1, each in cells(book).items()}


def formulas(book: Workbook) -> dict[str, str | None]:
    return {a1: each.formula for a1, each in cells(book).items()}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (number("1"), 1),
        (number("-0.5"), -0.5),
        (number("1E+300"), 1e300),
        (number("1,5"), "1,5"),
        (number("NaN"), "NaN"),
        (cell("<text:p>7</text:p>", value_type="float"), 7),
        (cell(value_type="percentage", value="0.25"), 0.25),
        (cell(value_type="currency", value="5"), 5),
        (cell(value_type="boolean", boolean_value="true"), True),
        (cell(value_type="boolean", boolean_value="false"), False),
        (cell(value_type="boolean", boolean_value="ja"), "ja"),
        (cell(value_type="date", date_value="2024-01-02"), 45293),
        (cell(value_type="date", date_value="2024-01-02T12:00:00"), 45293.5),
        (cell(value_type="date", date_value="1900-03-01"), 61),
        (cell(value_type="date", date_value="2024-02-30"), "2024-02-30"),
        (cell(value_type="time", time_value="PT06H00M00S"), 0.25),
        (cell(value_type="time", time_value="PT36H00M00.000S"), 1.5),
        (cell(value_type="time", time_value="-P1DT12H"), -1.5),
        (cell(value_type="time", time_value="PT"), "PT"),
        (cell(value_type="time", time_value="noon"), "noon"),
        (text("good"), "good"),
        (text("#N/A"), "#N/A"),
        (text("04567"), "04567"),
        (text("shown", string_value="stored"), "stored"),
        (cell(value_type="string"), ""),
        (cell("<text:p>no type</text:p>"), "no type"),
        (cell(value_type="colour", value="3"), 3),
    ],
)
def test_values(opened: Opened, written: str, value: Value) -> None:
    found = cells(opened(row(written)))["A1"]
    assert (found.value, type(found.value) is bool) == (value, type(value) is bool)
    assert found.role is Role.LABEL


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("<text:p>one</text:p><text:p/><text:p>two</text:p>", "one\n\ntwo"),
        ("<text:p>a<text:s/>b<text:s text:c='3'/>c</text:p>", "a b   c"),
        ("<text:p>a<text:tab/>b<text:line-break/>c</text:p>", "a\tb\nc"),
        ("<text:p>a<text:span>b<text:span>c</text:span>d</text:span>e</text:p>", "abcde"),
        (
            "<text:p><text:a>link</text:a> &amp; <text:date>today</text:date></text:p>",
            "link & today",
        ),
        ("<text:p>a  b</text:p>", "a  b"),
        ("<text:p>a<!-- b -->c<?d e?></text:p>", "ac"),
        ("<text:p>字<text:ruby><text:ruby-text>zi</text:ruby-text></text:ruby></text:p>", "字"),
        ("<office:annotation><text:p>note</text:p></office:annotation><text:p>x</text:p>", "x"),
        ("<drawing:frame><text:p>in a shape</text:p></drawing:frame><text:p>x</text:p>", "x"),
        ("<text:p>x<office:annotation><text:p>note</text:p></office:annotation>y</text:p>", "xy"),
    ],
)
def test_texts(opened: Opened, shown: str, value: str) -> None:
    assert values(opened(row(cell(shown, value_type="string")))) == {"A1": value}


def test_a_million_spaces_are_counted(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xlmetrics.files.package.MAX_UNPACKED", 2**20)
    with pytest.raises(UnreadableFile, match="grows to more than 1 MiB"):
        opened(row(text("<text:s text:c='999999999'/>")))


ERROR = '<table:table-cell table:formula="of:=1/0" office:value-type="{}" {}>{}</table:table-cell>'


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        ("#DIV/0!", "#DIV/0!"),
        ("#N/A", "#N/A"),
        ("#NAME?", "#NAME?"),
        ("Err:502", "#VALUE!"),
        ("Err:503", "#NUM!"),
        ("Err:522", "Err:522"),
    ],
)
@pytest.mark.parametrize(
    ("kind", "attributes"),
    [
        ("string", 'office:string-value="" calcext:value-type="error"'),
        ("float", 'office:value="0"'),
        ("string", ""),
    ],
)
def test_errors(opened: Opened, shown: str, name: str, kind: str, attributes: str) -> None:
    found = cells(opened(row(ERROR.format(kind, attributes, f"<text:p>{shown}</text:p>"))))["A1"]
    assert (found.value, found.calculated) == (ErrorValue(name), True)


def test_an_error_in_another_language(opened: Opened) -> None:
    attributes = 'office:string-value="" calcext:value-type="error"'
    written = ERROR.format("string", attributes, "<text:p>#NV</text:p>")
    assert values(opened(row(written))) == {"A1": ErrorValue("#NV")}


def shown(words: str, value: str) -> str:
    return cell(f"<text:p>{words}</text:p>", formula="of:=A", value_type="float", value=value)


@pytest.mark.parametrize(
    ("written", "calculated", "value"),
    [
        (cell(formula="of:=1+1"), False, None),
        (cell(formula="of:=1+1", value_type="float", value="2"), True, 2),
        (cell("<text:p/>", formula="of:=&quot;&quot;"), True, ""),
        (cell(formula="of:=A", value_type="string"), True, ""),
        (cell(formula="of:=A", value_type="string", string_value=""), True, ""),
        (
            cell("<text:p>TRUE</text:p>", formula="of:=1=1", value_type="float", value="1"),
            True,
            True,
        ),
        (
            cell("<text:p>FALSCH</text:p>", formula="of:=1=2", value_type="float", value="0"),
            True,
            False,
        ),
        (cell("<text:p>1</text:p>", formula="of:=1", value_type="float", value="1"), True, 1),
        (cell("<text:p>x</text:p>", formula="of:=2", value_type="float", value="2"), True, 2),
    ],
)
def test_stored_values_of_formulas(
    opened: Opened, written: str, calculated: bool, value: Value
) -> None:
    found = cells(opened(row(written)))["A1"]
    assert found.role is Role.FORMULA
    assert (found.calculated, found.value) == (calculated, value)
    assert type(found.value) is type(value)


def test_repeated_cells(opened: Opened) -> None:
    repeated = {"number_columns_repeated": 2}
    found = opened(
        row(cell(**repeated), number(1, **repeated), text("x")),
        row(cell(number_columns_repeated=16384), times=3),
        row(number(2), cell(), number(3), times=2),
        row(number(4)),
        row(cell(number_columns_repeated=99_999), times=9_999_999),
    )
    assert values(found) == {
        "C1": 1,
        "D1": 1,
        "E1": "x",
        "A5": 2,
        "C5": 3,
        "A6": 2,
        "C6": 3,
        "A7": 4,
    }


def test_a_repeated_formula_is_the_same_in_each_cell(opened: Opened) -> None:
    once = cell(formula="of:=[.D1]", value_type="float", value=1, number_columns_repeated=2)
    found = opened(row(once, times=2))
    assert formulas(found) == dict.fromkeys(("A1", "B1", "A2", "B2"), "=D1")
    assert set(values(found).values()) == {1}


def test_covered_and_merged_cells(opened: Opened) -> None:
    covered = number(2).replace("table-cell", "covered-table-cell")
    found = opened(row(number(1, number_columns_spanned=2), covered, number(3)))
    assert values(found) == {"A1": 1, "B1": 2, "C1": 3}


def test_groups_and_headings(opened: Opened) -> None:
    found = opened(
        f"<table:table-header-rows>{row(text('h'))}</table:table-header-rows>",
        f"<table:table-row-group><table:table-row-group>{row(number(1))}</table:table-row-group>"
        f"{row(number(2))}</table:table-row-group>",
        f"<table:table-rows>{row(number(3))}</table:table-rows>",
    )
    assert values(found) == {"A1": "h", "A2": 1, "A3": 2, "A4": 3}


def test_what_stands_in_a_sheet_but_not_in_its_cells(opened: Opened) -> None:
    chart = (
        "<drawing:object><office:document><office:body><office:spreadsheet>"
        f"{table('<table:table-column/>', row(number(8)), name='local')}"
        "</office:spreadsheet></office:body></office:document></drawing:object>"
    )
    found = opened(
        f"<table:shapes>{chart}</table:shapes>",
        row(number(1), cell(chart + table(row(number(9)), name="sub")), number(2)),
        row(number(3)),
    )
    assert values(found) == {"A1": 1, "C1": 2, "A2": 3}
    assert [sheet.title for sheet in found.sheets] == ["S"]


def test_members_of_an_array_formula_are_formulas(opened: Opened) -> None:
    spanned = {"number_matrix_rows_spanned": 3, "number_matrix_columns_spanned": 1}
    first = cell(formula="of:=[.A1:.A3]*2", value_type="float", value=2, **spanned)
    found = cells(
        opened(row(cell(), first), row(cell(), number(4), number(9)), row(cell(), cell()))
    )
    for a1, value in (("B1", 2), ("B2", 4), ("B3", None)):
        assert found[a1].role is Role.FORMULA
        assert found[a1].formula == "=A1:A3*2"
        assert found[a1].array == Range("S", 1, 2, 3, 2)
        assert (found[a1].value, found[a1].calculated) == (value, value is not None)
    assert found["C2"].formula is None


def test_an_array_formula_as_large_as_a_sheet(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def filled(rows: int, columns: int) -> str:
        spanned = {"number_matrix_rows_spanned": rows, "number_matrix_columns_spanned": columns}
        return row(cell(formula="of:=1", **spanned))

    with pytest.raises(UnreadableFile, match="S!A1 fills A1:XFD1048576, which is too large"):
        opened(filled(2**20, 2**14))
    with pytest.raises(UnreadableFile, match="the sheet 'S' has cells outside a sheet"):
        opened(filled(2**20 + 1, 1))
    monkeypatch.setattr(arrays, "MAX_FILLED", 10)
    with pytest.raises(UnreadableFile, match="too large"):
        opened(filled(1, 9), filled(1, 9))


STYLES = (
    '<number:number-style style:name="N1"><number:number number:decimal-places="3"'
    ' number:min-integer-digits="1"/></number:number-style>'
    '<style:style style:name="open" style:family="table-cell"><style:table-cell-properties'
    ' style:cell-protect="none"/></style:style>'
    '<style:style style:name="score" style:family="table-cell" style:parent-style-name="open"'
    ' style:data-style-name="N1"/>'
    '<style:style style:name="gone" style:family="table"><style:table-properties'
    ' table:display="false"/></style:style>'
    '<style:style style:name="loop" style:family="table-cell" style:parent-style-name="loop"/>'
)


def test_styles_say_what_may_be_typed_in_and_how_it_is_shown(opened: Opened) -> None:
    columns = (
        '<table:table-column table:number-columns-repeated="2"/>'
        '<table:table-column table:default-cell-style-name="open"/>'
    )
    found = cells(
        opened(
            columns,
            row(number(1, style_name="score"), number(2, style_name="loop"), number(3), number(4)),
            row(cell(style_name="open"), cell(style_name="open", number_columns_repeated=9_999)),
            own_styles=STYLES,
        )
    )
    assert {a1: (each.role, each.number_format, each.value) for a1, each in found.items()} == {
        "A1": (Role.INPUT, "0.000", 1),
        "B1": (Role.LABEL, "General", 2),
        "C1": (Role.INPUT, "General", 3),
        "D1": (Role.LABEL, "General", 4),
        "A2": (Role.INPUT, "General", None),
    }


def test_long_runs_of_blank_cells_are_but_a_look(opened: Opened) -> None:
    spanned = {"number_matrix_rows_spanned": 2, "number_matrix_columns_spanned": 1}
    first = cell(formula="of:=[.B1:.B2]", value_type="float", value=2, **spanned)
    unlocked = cell(style_name="open", number_columns_repeated=101)
    rows = [row(first), row(cell("<text:p/>"), cell(number_columns_repeated=990))]
    rows += [row(unlocked, unlocked)] * 9
    rows += [row(cell(number_columns_repeated=16_380), cell(style_name="open") * 9)]
    found = cells(opened(*rows, own_styles=STYLES))
    assert sorted(found) == ["A1", "A2", "XFA12", "XFB12", "XFC12", "XFD12"]
    assert (found["A2"].value, found["A2"].calculated) == ("", True)


def test_styles_of_the_document_are_parents_of_those_of_its_cells(tmp_path: Path) -> None:
    own = (
        '<style:style style:name="ce1" style:family="table-cell" style:parent-style-name="score"/>'
    )
    made = members(row(number(1, style_name="ce1")), own_styles=own.format("score"))
    made["styles.xml"] = styles(STYLES)
    found = cells(read_workbook(save(tmp_path / "x.ods", made)))["A1"]
    assert (found.role, found.number_format) == (Role.INPUT, "0.000")


TEXT = "<number:text>{}</number:text>".format
PLACES = '<number:number number:decimal-places="{}"/>'.format
SYMBOL = "<number:currency-symbol>EUR</number:currency-symbol>"
MONTH = '<number:month number:textual="true"/>'
YEAR, HOURS = (f'<number:{name} number:style="long"/>' for name in ("year", "hours"))


@pytest.mark.parametrize(
    ("kind", "inside", "code"),
    [
        ("number", '<number:number number:min-integer-digits="1"/>', "General"),
        ("number", PLACES("0"), "0"),
        ("number", PLACES('2" number:grouping="true'), "#,##0.00"),
        ("number", PLACES('3" number:min-decimal-places="1'), "0.0##"),
        ("number", PLACES("2").replace(":number ", ":scientific-number "), "0.00E+00"),
        ("number", PLACES("999999999"), "General"),
        ("percentage", PLACES("1") + TEXT("%"), "0.0%"),
        ("currency", PLACES("2") + TEXT(" ") + SYMBOL, '0.00 "EUR"'),
        ("date", YEAR + TEXT("-") + MONTH + TEXT("-") + "<number:day/>", "yyyy-mmm-d"),
        ("time", HOURS + TEXT(":") + "<number:am-pm/>", "hh:AM/PM"),
        ("text", "<number:text-content/>", "@"),
        ("boolean", "<number:boolean/>", "General"),
    ],
)
def test_number_formats(opened: Opened, kind: str, inside: str, code: str) -> None:
    own = (
        f'<number:{kind}-style style:name="N1">{inside}</number:{kind}-style>'
        '<style:style style:name="c" style:family="table-cell" style:data-style-name="N1"/>'
    )
    found = opened(row(number(1, style_name="c")), own_styles=own)
    assert cells(found)["A1"].number_format == code


def test_sheets_hidden_and_not(tmp_path: Path) -> None:
    made = members()
    tables = (
        table(row(number(1)), name="a & b".replace("&", "&amp;")),
        table(name="x", style="gone"),
    )
    made["content.xml"] = content(spreadsheet(*tables), STYLES)
    found = read_workbook(save(tmp_path / "x.ods", made))
    assert [(sheet.title, sheet.hidden) for sheet in found.sheets] == [
        ("a & b", False),
        ("x", True),
    ]


def test_what_is_kept_of_another_file_is_no_sheet(tmp_path: Path) -> None:
    made = members()
    copy = table(row(number(1)), name="'file:///tmp/it''s.ods'#Sheet1")
    made["content.xml"] = content(spreadsheet(copy, table(row(number(2)))))
    found = read_workbook(save(tmp_path / "x.ods", made))
    assert [sheet.title for sheet in found.sheets] == ["S"]
    assert values(found) == {"A1": 2}


def named(name: str, place: str) -> str:
    return (
        f'<table:named-range table:name="{name}" table:base-cell-address="$S.$A$1"'
        f' table:cell-range-address="{place}"/>'
    )


def test_names_and_tables(opened: Opened) -> None:
    own = named("local", "$S.$A$1") + named("xlmetrics.ndcg_1.k", "$S.$A$2")
    names = (
        named("xlmetrics.ndcg_1.grade", "$S.$B$2:.$B$7")
        + named("xlmetrics.ndcg_1.k", "$S.$B$10")
        + named("xlmetrics.ndcg_1.gone", "$S.#REF!")
        + named("xlmetrics.ndcg_1.astray", "$T.$B$10")
        + '<table:named-expression table:name="half" table:expression="of:=[$S.$B$2]/2"/>'
        + '<table:named-expression table:name="two" table:expression="[$S.$A$1];[$S.$B$1]"/>'
    )
    found = opened(f"<table:named-expressions>{own}</table:named-expressions>", names=names)
    assert found.names == {
        "xlmetrics.ndcg_1.grade": "S!$B$2:$B$7",
        "xlmetrics.ndcg_1.k": "S!$B$10",
        "xlmetrics.ndcg_1.gone": "#REF!",
        "xlmetrics.ndcg_1.astray": "T!$B$10",
        "half": "S!$B$2/2",
        "two": "S!$A$1,S!$B$1",
        "S.local": "S!$A$1",
        "S.xlmetrics.ndcg_1.k": "S!$A$2",
    }
    assert found.local_names == {"S": {"local": "S!$A$1", "xlmetrics.ndcg_1.k": "S!$A$2"}}
    fields = {"grade": Range("S", 2, 2, 7, 2), "k": Range("S", 10, 2, 10, 2)}
    copied = {"k": Range("S", 2, 1, 2, 1)}
    assert found.tables == (Table("ndcg", 1, fields), Table("ndcg", 1, copied))


def test_who_saved_it(tmp_path: Path) -> None:
    made = members(row(number(1)))
    assert read_workbook(save(tmp_path / "x.ods", made)).saved_by == "LibreOffice/24.2.1.2"
    broken = made | {"meta.xml": b"<a><b></a>"}
    assert read_workbook(save(tmp_path / "x.ods", broken)).saved_by == "", "nothing hangs on it"
    del made["meta.xml"]
    assert read_workbook(save(tmp_path / "x.ods", made)).saved_by == ""


def test_a_flat_document(tmp_path: Path) -> None:
    path = tmp_path / "x.fods"
    flat = content(spreadsheet(table(row(number(1)))), root="document")
    meta = META[META.index("<office:meta>") : META.index("</office:document-meta>")]
    path.write_text(flat.replace("<office:automatic", meta + "<office:automatic", 1), "utf-8")
    found = read_workbook(path)
    assert values(found) == {"A1": 1}
    assert found.saved_by == "LibreOffice/24.2.1.2"


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        ([row(cell(number_columns_repeated="x"))], "repeats a part 'x' times"),
        ([row(cell(number_columns_repeated="-1"))], "repeats a part '-1' times"),
        ([row(cell(number_columns_repeated="9" * 50))], "repeats a part '9999"),
        ([row(cell(number_columns_repeated=16_384), number(1))], "has cells outside a sheet"),
        ([row(number(1, number_columns_repeated=16_385))], "has cells outside a sheet"),
        ([row(cell(), times=1_048_576), row(number(1))], "has cells outside a sheet"),
        ([row(number(1), times=1_048_577)], "has cells outside a sheet"),
    ],
)
def test_cells_that_fit_no_sheet(opened: Opened, rows: list[str], what: str) -> None:
    with pytest.raises(UnreadableFile, match=f"damaged: the sheet 'S' {what}"):
        opened(*rows)


def test_cells_repeated_too_often(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnreadableFile, match="not safe to read: it grows to more than 512 MiB"):
        opened(row(number(1, number_columns_repeated=16_384), times=1_048_576))
    monkeypatch.setattr(limits, "MAX_CELLS", 3)
    assert len(opened(row(number(1), times=3)).cells) == 3
    with pytest.raises(UnreadableFile, match="it has more than 3 cells"):
        opened(row(number(1, number_columns_repeated=2), times=2))


def test_too_many_sheets_and_two_of_one_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = members()
    made["content.xml"] = content(spreadsheet(table(), table(name="s")))
    with pytest.raises(UnreadableFile, match="two of its sheets are called 's'"):
        read_workbook(save(tmp_path / "x.ods", made))
    monkeypatch.setattr(limits, "MAX_SHEETS", 1)
    with pytest.raises(UnreadableFile, match="it has more than 1 sheets"):
        read_workbook(save(tmp_path / "x.ods", made))
