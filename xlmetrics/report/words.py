"""What a check found, in the words and figures that every form of a report has."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from xlmetrics.audit import MEASURES, Verdict
from xlmetrics.model import NotChecked, Severity, is_number
from xlmetrics.roles.explain import places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.audit import MeasureCell, Report
    from xlmetrics.model import Finding, Result
    from xlmetrics.roles.model import Figure, Ranking

NOTHING_OPEN = "nothing: every formula and every measure was checked"
UNSURE = "not certain: the inputs in the file alone speak for it"
HEADINGS = {Severity.MISTAKE: "Mistakes", Severity.NOTE: "Notes"}
LONG = 60
"""Letters of a text that is shown where a figure stands."""

SHOWN, EACH = 8, 50
"""Places that a reason names, and findings of a rule that are told one by one."""

MANY = 60
"""Measure cells up to which all are shown; of more, those that are not right."""


def printable(text: str) -> str:
    """Text of a stranger, in which nothing moves the cursor, colours or reverses."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )


def figure(value: Result) -> str:
    """A value as a report shows it; a blank is nothing."""
    if isinstance(value, NotChecked):
        return "not checked"
    if is_number(value):
        return f"{value:.0f}" if float(value).is_integer() else f"{value:.6f}"
    text = "" if value is None else printable(str(value))
    return text if len(text) <= LONG else text[:LONG] + "…"


def place(finding: Finding) -> str:
    """The cell or the range of a finding, with its sheet."""
    return printable(str(finding.where or finding.address))


def comparison(finding: Finding) -> str:
    """What stands there against what should, and the effect: ``0.69, should be 0.55: +0.140``."""
    if finding.expected is not None and not isinstance(finding.expected, NotChecked):
        against = "should be" if finding.severity is Severity.MISTAKE else "against"
        said = f"{figure(finding.found) or 'blank'}, {against} {figure(finding.expected)}"
        return said if finding.effect is None else f"{said}: {finding.effect:+.3f}"
    return "" if finding.found is None else f"found {figure(finding.found)}"


def sentence(finding: Finding) -> str:
    """What is the matter and by how much, in a line."""
    against, said = comparison(finding), printable(finding.message)
    if finding.expected is not None and against:
        return f"{said}: {against}"
    return f"{said} ({against})" if against else said


def beside(finding: Finding) -> Iterator[tuple[str, str]]:
    """What else is to be said of a finding, each with what it is; formulas are marked so."""
    if finding.formula:
        yield "formula", finding.formula
    if finding.instead:
        yield "right", finding.instead
    if finding.origin is not None and finding.origin != finding.address:
        yield "made in", printable(str(finding.origin))
    if finding.affected:
        yield "affects", printable(places(finding.affected))
    if not finding.sure:
        yield "how sure", UNSURE


def cells_to_show(report: Report) -> tuple[MeasureCell, ...]:
    """All cells of a small workbook; of a large one, those that are not right."""
    if len(report.cells) <= MANY:
        return report.cells
    return tuple(cell for cell in report.cells if cell.verdict is not Verdict.OK)


def others(report: Report) -> str:
    """What is to be said of the cells that are not shown; nothing where all are."""
    left = len(report.cells) - len(cells_to_show(report))
    return f"{left:,} measure cells are right" if left else ""


def verdict(cell: MeasureCell) -> str:
    """What is said of a measure cell; of one that is no mistake, which variant it is too."""
    if cell.verdict is Verdict.MISTAKE or not cell.says:
        return cell.verdict.value
    return printable(f"{cell.verdict}: {'; '.join(cell.says)}")


def left_open(report: Report) -> list[str]:
    """What was not checked and why, a line for each reason; that there is nothing, if so."""
    by_reason: dict[str, list[str]] = {}
    for where, reason in report.not_checked.items():
        by_reason.setdefault(reason, []).append(where)
    lines = [f"{_first(named)}: {reason}" for reason, named in by_reason.items()]
    return [printable(line) for line in lines] or [NOTHING_OPEN]


def _first(named: Sequence[str]) -> str:
    more = f" and {len(named) - SHOWN:,} more" if len(named) > SHOWN else ""
    return ", ".join(named[:SHOWN]) + more


def first_of_each(findings: Sequence[Finding]) -> Iterator[tuple[Finding, int]]:
    """The findings that a line is given to: of each rule the first, with how many are left."""
    of_each = Counter(find.code for find in findings)
    told: Counter[str] = Counter()
    for find in findings:
        told[find.code] += 1
        if told[find.code] <= EACH:
            yield find, of_each[find.code] - EACH if told[find.code] == EACH else 0


def summary(report: Report) -> str:
    """The report in a line."""
    if not report.has_measures and not report.findings:
        return f"{report.not_checked[MEASURES]}: {_many(report.formulas, 'formula')}"
    cells, formulas = _many(len(report.cells), "measure cell"), _many(report.formulas, "formula")
    return f"{_mistakes(report)}: {cells} and {formulas}, {len(report.not_checked)} not checked"


def _mistakes(report: Report) -> str:
    """How many mistakes there are; of none, whether that says anything."""
    if report.mistakes:
        return _many(len(report.mistakes), "mistake")
    left = [cell.verdict is Verdict.NOT_CHECKED for cell in report.cells]
    if left and all(left):
        return "no measure could be checked"
    return "no mistake in what was checked" if any(left) else "no mistake"


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number:,} {what}s"


def mapping(report: Report) -> Iterator[str]:
    """What each figure of somebody else's sheet was taken for, a line each."""
    for each in report.reading.figures:
        yield printable(f"{each.address}: {_measure(each)}{_inputs(each)}")


def _measure(each: Figure) -> str:
    name = each.measure + (f"@{each.k}" if each.k else "") + (f", {each.gain}" if each.gain else "")
    return f"mean of {name}" if each.is_mean else name


def _inputs(each: Figure) -> str:
    if each.is_mean:
        return f" over {places(each.mean_of)}"
    if each.first_rank is not None:
        return f" of the first relevant rank in {each.first_rank.a1}"
    return "" if each.ranking is None else f" of {_list(each.ranking)}"


def _list(ranking: Ranking) -> str:
    parts = [f"grades {places(ranking.grades)}"]
    if ranking.judged != ranking.grades:
        parts.append(f"judged {places(ranking.judged)}")
    if ranking.k is not None:
        parts.append(f"k {ranking.k.a1}")
    if ranking.relevant is not None:
        parts.append(f"relevant {ranking.relevant.a1}")
    named = ", ".join(filter(None, (ranking.name, ranking.system)))
    return f"{named}: {', '.join(parts)}" if named else ", ".join(parts)
