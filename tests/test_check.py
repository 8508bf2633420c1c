"""Check finds what was done to a workbook, names the cell, and says what it should be."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner
from openpyxl.workbook.defined_name import DefinedName

from xlmetrics import audit
from xlmetrics.address import quote_title
from xlmetrics.audit import Report, Verdict, check
from xlmetrics.build import build
from xlmetrics.cli import main
from xlmetrics.model import Severity
from xlmetrics.recalc import recalc
from xlmetrics.report.terminal import print_report
from xlmetrics.template.read import shipped_templates

NDCG = 0.550438203183182


@pytest.fixture(autouse=True, scope="module")
def all_trials() -> Iterator[None]:
    """Try as many other inputs as users do, since these tests are about what some of them show."""
    few, audit.TRIALS = audit.TRIALS, 40
    yield
    audit.TRIALS = few


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "x.xlsx"
    build(["ndcg-mrr"], path)
    return path


def tampered(path: Path, **cells: object) -> Report:
    """Change cells the way a script does, which leaves the file without stored values."""
    book = openpyxl.load_workbook(path)
    for address, value in cells.items():
        book.worksheets[0][address].value = value
    book.save(path)
    return check(path)


def mistakes(report: Report) -> dict[str, str]:
    return {find.address.a1: find.code for find in report.mistakes}


@pytest.mark.parametrize("name", sorted(set(shipped_templates()) - {"common-mistakes"}))
@pytest.mark.parametrize("overrides", [{}, {"k": 2}, {"k": 50}, {"gain": "exponential"}])
def test_what_we_build_passes_with_nothing_found(
    tmp_path: Path, name: str, overrides: dict
) -> None:
    build([name], tmp_path / "x.xlsx", overrides)
    report = check(tmp_path / "x.xlsx")
    assert report.findings == ()
    assert not report.not_checked
    assert {cell.verdict for cell in report.cells} == {Verdict.OK}
    assert len(report.cells) == report.formulas >= 15


def test_the_witnesses_are_told(path: Path) -> None:
    cell = next(cell for cell in check(path).cells if cell.address.a1 == "B13")
    assert cell.measure == "nDCG@5"
    assert cell.stored == cell.recomputed == cell.reference == pytest.approx(NDCG)


def test_saved_by_a_script_but_unchanged_is_no_mistake(path: Path) -> None:
    report = tampered(path)
    assert report.mistakes == ()
    assert [find.code for find in report.findings] == ["XL216"]


def test_other_inputs_are_no_mistake(path: Path) -> None:
    report = tampered(path, B2=3, B3=1, B8=None, B10=3, B16="none", B19=4)
    assert report.mistakes == ()
    cell = next(cell for cell in report.cells if cell.address.a1 == "B13")
    assert cell.measure == "nDCG@3"
    assert cell.reference == pytest.approx(cell.recomputed)
    assert cell.reference != pytest.approx(NDCG)


CHANGED_FORMULAS = [
    ("C4", "=B4/LOG(A4,2)", "XL100", 1.5),
    ("C2", "=B2/LOG(A2,2)", "XL206", 2.0),
    ("C16", "=1/B17", "XL100", 1.0),
    ("C19", "=1/B19", "XL206", 0.0),
    ("B11", "=SUM(C2:C7)", "XL100", 3.930676558073393),
    ("B12", '=SUMIFS(E2:E6,A2:A6,"<="&B10)/2', "XL100", 7.1409951840957),
    ("B13", "=B11/5.69253606521631", "XL100", NDCG),
    ("C21", '=AVERAGEIF(C16:C20,">0")', "XL100", 0.5666666666666667),
]


@pytest.mark.parametrize(("address", "formula", "code", "should"), CHANGED_FORMULAS)
def test_a_changed_formula(
    path: Path, address: str, formula: str, code: str, should: float
) -> None:
    report = tampered(path, **{address: formula})
    finding = next(find for find in report.mistakes if find.address.a1 == address)
    assert finding.code == code
    assert finding.expected == pytest.approx(should)
    assert finding.formula == formula


def test_what_only_follows_from_a_wrong_formula_says_so(path: Path) -> None:
    told = {find.address.a1: find.message for find in tampered(path, C4="=B4/LOG(A4,2)").mistakes}
    assert "follows from" not in told["C4"]
    assert told["B11"].endswith("this follows from C4")
    assert told["B13"].endswith("this follows from B11")


RIGHT_ON_THE_EXAMPLE_ONLY = [
    ("B11", "=SUM(C2:C6)"),
    ("B11", '=SUMIFS(C2:C7,A2:A7,"<=5")'),
    ("B12", '=SUMIFS(E2:E7,A2:A7,"<="&B10)'),
    ("B13", "=B11/B12"),
    ("C21", "=AVERAGE(C16:C20)"),
    ("C19", "=0"),
    ("D4", "=B2"),
]


@pytest.mark.parametrize(("address", "formula"), RIGHT_ON_THE_EXAMPLE_ONLY)
def test_a_formula_that_is_right_on_the_example_only(
    path: Path, address: str, formula: str
) -> None:
    report = tampered(path, **{address: formula})
    found = mistakes(report)
    assert found[address] == "XL123"
    verdicts = {cell.address.a1: cell.verdict for cell in report.cells}
    assert verdicts[address] is Verdict.MISTAKE


def test_another_formula_that_means_the_same_is_no_mistake(path: Path) -> None:
    report = tampered(
        path,
        C3="=B3/(LN(A3+1)/LN(2))",
        B11='=SUMIFS(C2:C7,B2:B7,">0",A2:A7,"<="&B10)+0',
        B13="=IF(B12=0,0,B11/B12)",
    )
    assert report.mistakes == ()


@pytest.mark.parametrize(
    ("address", "value", "should"),
    [("B13", NDCG, NDCG), ("B13", 0.69, NDCG), ("C17", 1 / 3, 1 / 3), ("C5", None, 0.43067655807)],
)
def test_a_value_typed_over_a_formula(
    path: Path, address: str, value: object, should: float
) -> None:
    report = tampered(path, **{address: value})
    finding = next(find for find in report.mistakes if find.address.a1 == address)
    assert finding.code == "XL202"
    assert finding.expected == pytest.approx(should)


def test_a_stale_value(path: Path, tmp_path: Path) -> None:
    stale = rewritten(path, tmp_path / "stale.xlsx", b"<v>0.550438203183182</v>", b"<v>0.7</v>")
    (finding,) = check(stale).findings
    assert (finding.code, finding.address.a1) == ("XL205", "B13")
    assert finding.found == 0.7
    assert finding.expected == pytest.approx(NDCG)


def test_an_input_changed_without_recalculating_makes_what_hangs_on_it_stale(
    path: Path, tmp_path: Path
) -> None:
    sheet = zipfile.ZipFile(path).read("xl/worksheets/sheet1.xml")
    start = sheet.index(b'<c r="B2"')
    old = sheet[start : sheet.index(b"</c>", start)]
    stale = rewritten(path, tmp_path / "stale.xlsx", old, old.replace(b"<v>2<", b"<v>3<"))
    found = mistakes(check(stale))
    assert {"C2", "D4", "E4", "B11", "B12", "B13"} <= set(found)
    assert set(found.values()) == {"XL205"}


def rewritten(path: Path, target: Path, old: bytes, new: bytes) -> Path:
    """The same workbook with bytes of its first sheet replaced."""
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w") as out:
        for name in source.namelist():
            content = source.read(name)
            if name == "xl/worksheets/sheet1.xml":
                assert content.count(old) >= 1
                content = content.replace(old, new)
            out.writestr(name, content)
    return target


@pytest.mark.parametrize(
    ("address", "value", "code", "severity"),
    [
        ("B2", 7, "XL210", Severity.MISTAKE),
        ("B2", 1.5, "XL210", Severity.MISTAKE),
        ("B2", -1, "XL210", Severity.MISTAKE),
        ("B2", "good", "XL210", Severity.NOTE),
        ("B3", "2", "XL204", Severity.MISTAKE),
        ("B17", "3 ", "XL204", Severity.MISTAKE),
        ("B10", None, "XL217", Severity.MISTAKE),
        ("B10", 0, "XL217", Severity.MISTAKE),
        ("B10", 2.5, "XL217", Severity.MISTAKE),
        ("B10", "five", "XL217", Severity.MISTAKE),
        ("B16", 0, "XL217", Severity.MISTAKE),
        ("B16", 1.5, "XL217", Severity.MISTAKE),
        ("B16", True, "XL217", Severity.MISTAKE),
    ],
)
def test_an_input_that_makes_no_sense(
    path: Path, address: str, value: object, code: str, severity: Severity
) -> None:
    report = tampered(path, **{address: value})
    findings = [
        (find.code, find.severity) for find in report.findings if find.address.a1 == address
    ]
    assert findings == [(code, severity)]


def test_figures_that_hang_on_an_unusable_input_are_not_checked(path: Path) -> None:
    report = tampered(path, B10=None)
    verdicts = {cell.address.a1: cell.verdict for cell in report.cells}
    assert {verdicts[a] for a in ("B11", "B12", "B13", "C21")} == {Verdict.NOT_CHECKED}
    assert verdicts["C4"] is Verdict.OK
    assert any("B13" in where for where in report.not_checked)


def test_an_unknown_function_is_not_checked_and_so_is_what_hangs_on_it(path: Path) -> None:
    report = tampered(path, C3="=IFERROR(FROBNICATE(B3),0)")
    verdicts = {cell.address.a1: cell.verdict for cell in report.cells}
    assert verdicts["C3"] is Verdict.NOT_CHECKED
    assert verdicts["B11"] is Verdict.NOT_CHECKED
    assert verdicts["B12"] is Verdict.OK
    assert any("FROBNICATE" in reason for reason in report.not_checked.values())


def test_a_workbook_that_is_not_ours_is_recomputed(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append([1, 2, "=A1+B1"])
    book.save(tmp_path / "theirs.xlsx")
    report = check(tmp_path / "theirs.xlsx")
    assert (report.formulas, report.cells, report.mistakes) == (1, (), ())


def test_exit_codes_and_the_table(path: Path) -> None:
    runner = CliRunner()
    clean = runner.invoke(main, ["check", str(path)])
    assert clean.exit_code == 0
    assert "B13" in clean.output
    assert "0.550438" in clean.output
    assert "no mistake" in clean.output
    tampered(path, B13=0.69)
    found = runner.invoke(main, ["check", str(path)])
    assert found.exit_code == 1
    assert "XL202" in found.output
    assert "should be 0.550438" in found.output


def without_name(path: Path, name: str) -> None:
    book = openpyxl.load_workbook(path)
    del book.defined_names[f"xlmetrics.{name}"]
    book.save(path)


@pytest.mark.parametrize(
    "name", ["ndcg_1.k", "ndcg_1.nDCG", "ndcg_1.further_rank", "ndcg_1.further_ideal_grade"]
)
def test_a_table_that_lost_a_name_is_a_mistake_and_not_a_clean_bill(path: Path, name: str) -> None:
    without_name(path, name)
    report = check(path)
    (finding,) = report.mistakes
    assert finding.code == "XL218"
    assert "ndcg 1 cannot be checked" in finding.message
    assert all(cell.measure.startswith(("RR", "MRR", "queries")) for cell in report.cells)


@pytest.mark.parametrize("place", ["$B$1:$B$1048576", "$A$1:$Z$9", "$B$2:$B$30000"])
@pytest.mark.parametrize("field", ["judged", "k", "scale", "grade"])
def test_a_name_that_covers_a_whole_column_cannot_keep_the_check_busy(
    path: Path, field: str, place: str
) -> None:
    book = openpyxl.load_workbook(path)
    book.defined_names[f"xlmetrics.ndcg_1.{field}"].attr_text = f"'NDCG and MRR'!{place}"
    book.save(path)
    assert "XL218" in mistakes(check(path)).values()


def test_a_sheet_that_was_copied_is_checked_too(path: Path) -> None:
    book = openpyxl.load_workbook(path)
    copy = book.copy_worksheet(book.worksheets[0])
    for name, defined in book.defined_names.items():  # as Excel does
        text = defined.attr_text.replace(f"{quote_title(book.worksheets[0].title)}!", "COPY!")
        copy.defined_names[name] = DefinedName(name, attr_text=text.replace("COPY", "'My copy'"))
    copy.title = "My copy"
    copy["B13"] = 0.6
    book.save(path)
    report = check(path)
    assert [(str(find.address), find.code) for find in report.mistakes] == [
        ("'My copy'!B13", "XL202")
    ]
    sheets = [cell.address.sheet for cell in report.cells]
    assert sheets.count("My copy") == len(sheets) / 2


def test_without_any_name_the_measures_are_found_by_what_the_sheet_says(path: Path) -> None:
    book = openpyxl.load_workbook(path)
    for name in list(book.defined_names):
        del book.defined_names[name]
    book.save(path)
    report = check(path)
    measures = {cell.address.a1: (cell.measure, str(cell.verdict)) for cell in report.cells}
    assert measures["B13"] == ("nDCG", "ok")
    assert measures["C21"] == ("mean RR", "ok")
    assert report.mistakes == ()


def test_formulas_outside_the_tables_are_told_apart(path: Path) -> None:
    report = tampered(path, L3="=B2+1", L4="=AVERAGE(C16:C17)")
    assert report.mistakes == ()
    ((where, reason),) = report.not_checked.items()
    assert "L3" in where
    assert "L4" in where
    assert "no table" in reason


def test_a_query_typed_below_the_last_is_found_although_nothing_counts_it(path: Path) -> None:
    report = tampered(path, A21="new query", B21="none")
    assert mistakes(report).get("B21") == "XL203"


def test_a_query_typed_below_mrr_is_found_too(path: Path) -> None:
    assert mistakes(tampered(path, A23="new query", B23=4)).get("B23") == "XL203"


@pytest.mark.parametrize("rank", [7, "7"])
def test_a_ranked_document_below_the_list_is_found(path: Path, rank: object) -> None:
    assert mistakes(tampered(path, A8=rank)).get("A8") == "XL203"


def test_a_grade_below_0_accuses_no_formula(path: Path) -> None:
    assert mistakes(tampered(path, B2=-1)) == {"B2": "XL210"}


def test_a_grade_without_a_gain_leaves_the_other_table_checked(tmp_path: Path) -> None:
    path = tmp_path / "x.xlsx"
    build(["ndcg-mrr"], path, {"gain": "exponential"})
    report = tampered(path, B2=2000)
    assert mistakes(report) == {"B2": "XL210"}
    verdicts = {cell.address.a1: cell.verdict for cell in report.cells}
    assert verdicts["B13"] is Verdict.NOT_CHECKED
    assert verdicts["C21"] is Verdict.OK


def test_judged_documents_that_do_not_hold_the_returned_ones(path: Path) -> None:
    book = openpyxl.load_workbook(path)
    book.defined_names["xlmetrics.ndcg_1.judged"].attr_text = "'NDCG and MRR'!$B$3:$B$8"
    book.save(path)
    assert "XL218" in mistakes(check(path)).values()


RIGHT_ONLY_WITHIN_LIMITS = [
    ("B11", "=SUMPRODUCT((A2:A7<=B10)*C2:C7)"),
    ("C16", '=IF(OR(B16="none",B16=""),0,1/B16)'),
    ("C16", "=IF(AND(ISNUMBER(B16),N(B16)<=20),1/B16,0)"),
    ("C21", '=SUMIFS(C16:C20,B16:B20,">=1",B16:B20,"<="&MIN(B10,100))/ROWS(C16:C20)'),
    ("B11", '=IF(B10>100,0,SUMIFS(C2:C7,A2:A7,"<="&B10,B2:B7,">0"))'),
]


@pytest.mark.parametrize(("address", "formula"), RIGHT_ONLY_WITHIN_LIMITS)
def test_a_formula_that_is_right_within_limits_only(path: Path, address: str, formula: str) -> None:
    assert mistakes(tampered(path, **{address: formula}))[address] == "XL123"


def test_a_formula_in_an_input_does_not_shield_what_hangs_on_it(path: Path) -> None:
    assert mistakes(tampered(path, B10="=5", B11="=SUM(C2:C6)"))["B11"] == "XL123"


def test_an_error_shown_as_a_blank_or_a_zero_is_no_mistake(path: Path) -> None:
    better = {f"D{row}": f"=IFERROR(LARGE($B$2:$B$8,A{row}),0)" for row in range(2, 8)}
    assert tampered(path, B2=None, B3=None, **better).mistakes == ()


def test_an_error_by_another_name_is_not_stale(path: Path, tmp_path: Path) -> None:
    """LibreOffice stores #VALUE! for LARGE beyond its numbers, Excel #NUM!."""
    tampered(path, B2=None)
    recalc(path, tmp_path / "ours.xlsx")
    theirs = rewritten(
        tmp_path / "ours.xlsx", tmp_path / "theirs.xlsx", b"<v>#NUM!</v>", b"<v>#VALUE!</v>"
    )
    assert check(theirs).findings == ()


def test_a_finding_on_an_input_that_tables_share_is_told_once(path: Path) -> None:
    report = tampered(path, B10="5")
    codes = [find.code for find in report.findings if find.address.a1 == "B10"]
    assert codes == ["XL204", "XL217"]


def test_the_trial_that_is_told_is_of_the_table_it_concerns(path: Path) -> None:
    (finding,) = tampered(path, C21="=AVERAGE(C16:C20)").mistakes
    assert "B20 = " in finding.message
    assert "B2 = " not in finding.message


def test_a_strangers_text_moves_no_cursor(path: Path) -> None:
    report = tampered(path, B2="x_x001B_[2J_x001B_[31m\u202eoops")
    assert any("\x1b" in str(find.found) for find in report.findings), "negative control"
    output = CliRunner().invoke(main, ["check", str(path)]).output
    assert "\x1b" not in output
    assert "\u202e" not in output
    assert r"\x1b[2J" in output


def test_a_narrow_terminal_keeps_the_names_of_cells(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = CliRunner().invoke(main, ["check", str(path)]).output.splitlines()
    (line,) = [line for line in lines if line.startswith("B13 ")]
    assert line.split() == ["B13", "nDCG@5", *["0.550438"] * 3, "ok"]
    assert any(line.rstrip().endswith("verdict") for line in lines)


def test_of_a_large_workbook_the_terminal_shows_what_is_not_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [path] = build(["common-mistakes"], tmp_path)
    report = check(path)
    print_report(report)
    printed = capsys.readouterr().out
    assert f"{len(report.cells) - len(report.mistakes)} measure cells are right" in printed
    assert all(finding.address.a1 in printed for finding in report.mistakes)
    assert " ok" not in printed
