"""Checks made up for the tests of their reports, with everything that a report may have to tell."""

from pathlib import Path

from xlmetrics.address import Address, Range
from xlmetrics.audit import MEASURES, MeasureCell, Report, Verdict
from xlmetrics.audit import NO_MEASURE as NOTHING
from xlmetrics.audits import Audited
from xlmetrics.model import ErrorValue, Finding, NotChecked, Severity
from xlmetrics.roles.model import Figure, Ranking, Reading

HOSTILE = "<script>alert('x')</script> & \"q\" *a* [b](c) `d` |e| \u202eoverride\x1b[31m"
SHEET = "Q1 <b>'s\u202e"
LONG = "=" + "+".join(f"SUMPRODUCT(Sheet{n}!$B$2:$B$7/LOG($A$2:$A$7+1,2))" for n in range(20))


def at(a1: str, sheet: str = SHEET) -> Address:
    return Address.parse(sheet, a1)


FINDINGS = (
    Finding("XL101", at("B13"), "nDCG@5: the ideal leaves out", 0.69, 0.55, "=B1/B2", instead=LONG),
    Finding("XL102", at("C4"), HOSTILE, 1.5, 2.0, LONG, sure=False, origin=at("C2")),
    Finding("XL100", at("B14"), "text", "0,5", 0.5, affected=tuple(map(at, ("B15", "B16")))),
    Finding("XL206", at("D4", "Other"), "an error", ErrorValue("#DIV/0!"), NotChecked("cycle")),
    Finding("XL203", at("B9"), "rows left out", where=Range.parse(SHEET, "B9:B11")),
    Finding("XL119", at("B20"), "binary", 0.5, 0.4, severity=Severity.NOTE, origin=at("B20")),
    Finding("XL216", at("A1"), "never", severity=Severity.NOTE, affected=(at("A1"), at("A1"))),
)
CELLS = (
    MeasureCell(at("B13"), "nDCG@5", 0.69, 0.69, 0.55, Verdict.MISTAKE),
    MeasureCell(at("B14"), HOSTILE, None, NotChecked("cycle"), ErrorValue("#N/A"), Verdict.OK),
    MeasureCell(at("B15"), "a" * 60, True, "text", 3, Verdict.NOT_CHECKED, ("says", HOSTILE)),
    MeasureCell(at("B16"), "MRR", 0.5, 0.5, 0.4, Verdict.LEFT_OUT),
)
RANKING = Ranking("q1", tuple(map(at, ("B2", "B3", "B4"))), tuple(map(at, ("B2", "B3", "B5"))))
READING = Reading((RANKING,), (Figure(at("B13"), "nDCG", 5, "linear", RANKING),))

WRONG = Report(
    Path(f"folder/{HOSTILE.replace('/', '_')}.xlsx"),
    HOSTILE,
    12,
    CELLS,
    FINDINGS,
    {"'S'!A1": "the function FOO is not known", HOSTILE: HOSTILE},
    READING,
)
CLEAN = Report(Path("clean.xlsx"), "", 1, CELLS[1:2], (), {})
NO_MEASURE = Report(Path("/tmp/none.ods"), "", 3, (), (), {MEASURES: NOTHING})  # noqa: S108
AUDITS = [
    Audited(WRONG.path, WRONG),
    Audited(CLEAN.path, CLEAN),
    Audited(Path("bad.xlsx"), problem="this workbook is damaged"),
    Audited(NO_MEASURE.path, NO_MEASURE),
]
