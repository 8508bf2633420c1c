"""Where most of what stands there is not understood, the reading is doubted and not the sheet."""

from tests.roles.sheets import Cells, book
from xlmetrics.audit import Report, Verdict, check_workbook
from xlmetrics.model import Finding, Severity
from xlmetrics.report.words import summary

GRADES = {2: (3, 2, 0), 3: (0, 3, 1), 4: (1, 0, 3), 5: (2, 3, 3)}
DCG = "=B{0}+C{0}/LOG(3,2)+D{0}/LOG(4,2)"
IDEAL = "=LARGE(B{0}:D{0},1)+LARGE(B{0}:D{0},2)/LOG(3,2)+LARGE(B{0}:D{0},3)/LOG(4,2)"
RIGHT = "=E{0}/F{0}"
OWN = "=(B{0}+2*C{0}+5*D{0})/F{0}/11"
"""A formula that no one else would take for nDCG."""


def sheet(**ndcg: str) -> Cells:
    """Four lists; the nDCG of a row is told by that row's name, ``r2``."""
    cells: Cells = dict(
        zip("ABCDEFG", ["query", 1, 2, 3, "DCG@3", "IDCG@3", "nDCG@3"], strict=True)
    )
    found = {f"{column}1": value for column, value in cells.items()}
    for row, grades in GRADES.items():
        found[f"A{row}"] = f"q{row}"
        found |= dict(zip([f"{column}{row}" for column in "BCD"], grades, strict=True))
        for column, formula in zip("EFG", [DCG, IDEAL, ndcg.get(f"r{row}", RIGHT)], strict=True):
            found[f"{column}{row}"] = formula.format(row)
    return found


def checked(cells: Cells) -> Report:
    return check_workbook(book({"S": cells}))


def told(report: Report, severity: Severity) -> dict[str, Finding]:
    return {
        finding.address.a1: finding
        for finding in report.findings
        if finding.severity is severity and finding.code.startswith("XL1")
    }


def test_one_that_is_unlike_its_kind_is_a_mistake() -> None:
    report = checked(sheet(r4=OWN))
    assert [finding.address.a1 for finding in report.mistakes] == ["G4"]


def test_a_formula_that_nobody_knows_and_several_follow_is_noted() -> None:
    report = checked(sheet(r2=OWN, r3=OWN))
    note = told(report, Severity.NOTE)["G2"]
    assert report.mistakes == ()
    assert "it was not understood how this is computed; as the sheet was read" in note.message
    assert {at.a1 for at in note.cells} == {"G2", "G3"}
    assert summary(report).startswith("no mistake in what was checked: 12 measure cells")
    verdicts = {cell.address.a1: cell.verdict for cell in report.cells}
    assert verdicts["G2"] is Verdict.NOT_CHECKED
    assert verdicts["G4"] is Verdict.OK


def test_another_cut_off_makes_no_kind_of_its_own_right() -> None:
    first: Cells = {f"B{row}": at for row, at in enumerate((1, 2, 7, "-", 3, 1, 12, 4, "-", 2), 2)}
    first |= {f"A{row}": f"q{row}" for row in range(2, 12)}
    first |= {f"C{row}": f"=IFERROR(1/B{row},0)" for row in range(2, 12)}
    first |= {"A1": "query", "B1": "first hit", "C1": "1/rank", "A12": "MRR"}
    first |= {"C12": "=AVERAGE(C2:C11)"}
    for row, k in ((14, 1), (15, 3), (16, 5), (17, 10)):
        first |= {f"A{row}": f"Hit rate@{k}", f"C{row}": f'=COUNTIF($B$2:$B$11,"<={k}")/10'}
    assert checked(first).mistakes == ()
    report = checked(first | {"C15": first["C16"]})
    assert [finding.address.a1 for finding in report.mistakes] == ["C15"]


def test_a_known_mistake_that_all_make_is_told_of() -> None:
    report = checked(sheet(**{f"r{row}": "=F{0}/E{0}" for row in GRADES}))
    assert report.mistakes


def test_in_a_sheet_that_was_not_understood_nothing_is_a_mistake() -> None:
    strange: Cells = {
        f"{column}{row}": formula.format(row)
        for row in GRADES
        for column, formula in zip(
            "EFG", ["=B{0}*7-D{0}", "=5+C{0}*2", "=F{0}-B{0}/9"], strict=True
        )
    }
    report = checked(sheet() | strange | {"A6": "mean", "G6": "=SUM(G2:G5)/3"})
    assert report.mistakes == ()
    assert "not understood" in report.not_checked["sheet S"]
    assert summary(report).startswith("no measure could be checked: 13 measure cells")
    assert "sheet S" not in checked(sheet()).not_checked
