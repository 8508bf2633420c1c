"""OpenFormula in Excel's words."""

import time

import pytest

from tests.engine.sheets import workbook
from xlmetrics.address import Address
from xlmetrics.engine import recompute
from xlmetrics.model import NotChecked
from xlmetrics.ods.formula import excel_formula, excel_reference

TRANSLATED = [
    ("of:=[.B2]/LOG([.$A2]+1;2)", "=B2/LOG($A2+1,2)"),
    ("of:=SUM([.B2:.B7])", "=SUM(B2:B7)"),
    ("of:=SUM([.A:.A];[.$A:.$B];[.1:.$3])", "=SUM(A:A,$A:$B,1:$3)"),
    ("of:=SUM([.$A$1:.$A$1048576];[.A3:.XFD3])", "=SUM($A:$A,3:3)"),
    ("of:=[$Sheet.A1]+[Sheet.A1]", "=Sheet!A1+Sheet!A1"),
    ("of:=SUM([$'My ''odd'' sheet'.$A$1:.B2])", "=SUM('My ''odd'' sheet'!$A$1:B2)"),
    ("of:=[$'x.y'.A1]+[$x.y.A1]+[$Größe.A1]", "='x.y'!A1+'x.y'!A1+'Größe'!A1"),
    ("of:=SUM([$Sheet.A1:$Sheet.B2])", "=SUM(Sheet!A1:B2)"),
    ("of:=SUM([$Jan.A1:$Mar.A1])", "=SUM(Jan:Mar!A1)"),
    ("of:=SUM([$Jan.A1:$'My Mar'.B2])", "=SUM('Jan:My Mar'!A1:B2)"),
    ("of:=[.#REF!]+[.A#REF!]+[#REF!.A1]+[.B2:.#REF!#REF!]+#REF!", "=#REF!+#REF!+#REF!+#REF!+#REF!"),
    ("of:=[$'#REF!'.A1]", "='#REF!'!A1"),
    ("of:=IF([.A1]<>2;;-1E-3%)", "=IF(A1<>2,,-1E-3%)"),
    ("of:={1;2|3;4}", "={1,2;3,4}"),
    ('of:=SUM({1.5;"x;y|""~"|-2;TRUE()};[.A1])', '=SUM({1.5,"x;y|""~";-2,TRUE()},A1)'),
    ('of:="a""b;[.B2]!~"&[.A1]', '="a""b;[.B2]!~"&A1'),
    ("of:=IFERROR(1/0;#N/A)", "=IFERROR(1/0,#N/A)"),
    ("of:=SUM([.A1:.B3]![.B2:.C5])", "=SUM(A1:B3 B2:C5)"),
    ("of:=SUM(([.A1]~[.B1:.B2]);3)", "=SUM((A1,B1:B2),3)"),
    ("of:=RANK(3;[.A1]~[.B1];1)", "=RANK(3,(A1,B1),1)"),
    ("of:=[.A1]:INDEX([.A:.A];3)", "=A1:INDEX(A:A,3)"),
    ("of:='My copy'.rate*'it''s'.x", "='My copy'!rate*'it''s'!x"),
    ("of:=nm*xlmetrics.ndcg_1.k+$$other+$$'one more'", "=nm*xlmetrics.ndcg_1.k+other+one more"),
    ("of:=COM.MICROSOFT.STDEV.S([.A1])", "=STDEV.S(A1)"),
    ("of:=com.microsoft.ifs([.A1];1)", "=ifs(A1,1)"),
    ("of:=LEGACY.FDIST(1;2;3)+FDIST(1;2;3)", "=FDIST(1,2,3)+F.DIST(1,2,3)"),
    ("of:=COM.MICROSOFT.CEILING(1;2)+CEILING(1;2)", "=CEILING(1,2)+CEILING.MATH(1,2)"),
    ("of:=ORG.LIBREOFFICE.RAWSUBTRACT(1;2)", "=ORG.LIBREOFFICE.RAWSUBTRACT(1,2)"),
    ("of:==SUM ([.A1] ; 2 )", "=SUM(A1 , 2 )"),
    ("oooc:=SUM([.A1:.B1];[S.A1])+FDIST(1;2;3)", "=SUM(A1:B1,S!A1)+FDIST(1,2,3)"),
    ("oooc:=COM.SUN.STAR.SHEET.ADDIN.ANALYSIS.GETIMLOG2(8)", "=IMLOG2(8)"),
    ("msoxl:=SUM(A1:B1,S!A1)", "=SUM(A1:B1,S!A1)"),
    ("=SUM([.A1];1)", "=SUM(A1,1)"),
    ("of:=['file:///tmp/a b.ods'#$S.A1]*2", "='file:///tmp/[a b.ods]S'!A1*2"),
    ("of:=['file:///x/i''m[1].ods'#$'a''b'.A1:.B2]", "='file:///x/[i%27m%5B1%5D.ods]a''b'!A1:B2"),
    ("of:=[1]sheet1!$a$1+'[1]my sheet'!a1", "=[1]sheet1!$a$1+'[1]my sheet'!a1"),
    ("of:=[.A1:$B.B2]", "=[.A1:$B.B2]"),
    ("of:=))", "=))"),
    ("of:=IF(1;;3", "=IF(1,,3"),
    ("of:=", "="),
    ("", "="),
    ("ooow:=sum <A1:B2>", "=ooow:=sum <A1:B2>"),
]


@pytest.mark.parametrize(("written", "excel"), TRANSLATED)
def test_a_formula_in_excels_words(written: str, excel: str) -> None:
    assert excel_formula(written) == excel


@pytest.mark.parametrize(
    ("written", "excel"),
    [
        ("$Sheet.$A$1", "Sheet!$A$1"),
        ("Sheet.K1:Sheet.L3", "Sheet!K1:L3"),
        ("$'a b'.$A$1:.$A$5", "'a b'!$A$1:$A$5"),
        ("", None),
        ("A1", None),
        ("$Sheet.", None),
        ("$Sheet.A1:.B2:.C3", None),
    ],
)
def test_an_address_in_excels_words(written: str, excel: str | None) -> None:
    assert excel_reference(written) == excel


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("of:=['file:///tmp/a.ods'#$S.A1]", "another workbook, which is never opened"),
        ("of:=SUM(['file:///tmp/a.ods'#$'S 1'.A1:.B2])", "another workbook"),
        ("of:=[1]sheet1!$a$1", "another workbook"),
        ("of:=SUM([$Jan.A1:$Mar.A1])", "there is no sheet 'Jan'"),
        ("of:=ORG.LIBREOFFICE.RAWSUBTRACT(1;2)", "RAWSUBTRACT is not known"),
        ("of:=MULTIPLE.OPERATIONS([.A1];[.B1];1)", "MULTIPLE.OPERATIONS is not known"),
        ("of:=[.A1:$B.B2]", ""),
        ("ooow:=sum <A1:B2>", "cannot be read"),
        ("of:=IF(1;;3", "cannot be read"),
    ],
)
def test_what_cannot_be_followed_is_not_checked(written: str, reason: str) -> None:
    book = workbook({"S": {"A1": excel_formula(written)}})
    found = recompute(book)[Address("S", 1, 1)]
    assert isinstance(found, NotChecked)
    assert reason in found.reason


@pytest.mark.parametrize(
    "written", ["'" * 50_001, "['" * 20_000, "[" + "''" * 20_001, '"a' * 20_001, "(~" * 20_000]
)
def test_a_formula_made_to_take_long_does_not(written: str) -> None:
    start = time.monotonic()
    excel_formula(f"of:={written}")
    excel_reference(written)
    assert time.monotonic() - start < 2
