"""The workbook of common mistakes: the check names exactly those that stand in it."""

from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from xlmetrics.audit import Report, Verdict, check
from xlmetrics.build import build
from xlmetrics.cli import main
from xlmetrics.model import Finding, Severity

STANDING = {
    ("XL101", "Missed left out", "B26"): (0.690, 0.550),
    ("XL102", "Log2 of the rank", "B28"): (0.420, 0.550),
    ("XL103", "Misses dropped", "B17"): (0.708, 0.567),
    ("XL104", "Another cut-off", "B47"): (0.745, 0.503),
    ("XL105", "Another gain", "B42"): (0.518, 0.635),
    ("XL106", "Mean of DCG", "B33"): (2.728, 0.644),
    ("XL106", "Mean of DCG", "B57"): (2.472, 0.915),
    ("XL119", "Binary labels", "B28"): (0.655, 0.550),
    ("XL119", "Binary labels", "B46"): (0.655, 0.401),
}
"""Code, sheet and cell of each mistake; what it shows, and what is right."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    [path] = build(["common-mistakes"], tmp_path / "x.xlsx")
    return path


def typed(path: Path, sheet: str, **cells: object) -> Report:
    """Check the workbook after somebody typed into it."""
    book = openpyxl.load_workbook(path)
    for address, value in cells.items():
        book[sheet][address].value = value
    book.save(path)
    return check(path)


def place(finding: Finding) -> tuple[str, str, str]:
    return finding.code, finding.address.sheet, finding.address.a1


def at(report: Report, sheet: str, cell: str) -> list[Finding]:
    return [each for each in report.findings if place(each)[1:] == (sheet, cell)]


def test_exactly_the_mistakes_that_stand_there_are_found(path: Path) -> None:
    report = check(path)
    found = {place(each): each for each in report.findings}
    assert len(report.findings) == len(found)
    assert set(found) == set(STANDING)
    assert not report.not_checked
    for key, (shows, right) in STANDING.items():
        finding = found[key]
        assert finding.found == pytest.approx(shows, abs=0.0005)
        assert finding.expected == pytest.approx(right, abs=0.0005)
        assert finding.effect == pytest.approx(shows - right, abs=0.001)
        assert (finding.severity is Severity.NOTE) == (finding.code == "XL119")
    mistaken = {cell.address for cell in report.cells if cell.verdict is Verdict.MISTAKE}
    assert mistaken == {each.address for each in report.mistakes}
    [cell] = [cell for cell in report.cells if cell.address == found[min(found)].address]
    assert (cell.measure, round(cell.reference, 3)) == ("nDCG", 0.550)


@pytest.mark.parametrize("overrides", [{"k": 2}, {"k": 50}, {"gain": "exponential"}])
def test_the_same_cells_are_told_of_with_other_settings(
    tmp_path: Path, overrides: dict[str, int | str]
) -> None:
    [path] = build(["common-mistakes"], tmp_path / "x.xlsx", overrides)
    report = check(path)
    assert {place(each) for each in report.findings} == set(STANDING)


def test_the_report_says_where_what_and_what_instead(path: Path) -> None:
    result = CliRunner().invoke(main, ["check", str(path)])
    assert result.exit_code == 1
    [_, told] = result.output.split("XL101 ")
    first, second, *_ = told.splitlines()
    assert first.startswith("'Missed left out'!B26: nDCG: the ideal is built from the retrieved")
    assert "only: 0.690497, should be 0.550438: +0.140" in first
    assert second.strip() == "right: =IF($B$23>0,$B$22/$B$23,0)"


@pytest.mark.parametrize(("code", "sheet", "cell"), STANDING)
def test_a_formula_that_is_put_right_is_a_mistake_no_more(
    path: Path, code: str, sheet: str, cell: str
) -> None:
    [finding] = at(check(path), sheet, cell)
    report = typed(path, sheet, **{cell: finding.instead})
    assert code not in {each.code for each in at(report, sheet, cell)}
    assert not [each for each in at(report, sheet, cell) if each.severity is Severity.MISTAKE]
    [shown] = [
        each for each in report.cells if (each.address.sheet, each.address.a1) == (sheet, cell)
    ]
    assert shown.verdict is Verdict.OK
    assert shown.measure == finding.message.partition(":")[0]
    others = {place(each) for each in report.findings if each.code != "XL216"}
    assert others == set(STANDING) - {(code, sheet, cell)}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("=B22/(B23+1)", "XL100"),  # neither the mistake nor right
        ("=B22/5.6925042897101685", "XL100"),  # the mistake, on these inputs only
        ("=B22/7.1409951840957", "XL123"),  # right, on these inputs only
        (0.550438203183182, "XL202"),
        (0.690496557780532, "XL202"),
    ],
)
def test_what_is_put_there_instead_is_held_against_what_is_right(
    path: Path, content: object, code: str
) -> None:
    sheet, cell = "Missed left out", "B26"
    report = typed(path, sheet, B26=content)
    [finding] = at(report, sheet, cell)
    assert finding.code == code
    assert finding.message.startswith("nDCG: ")
    if code != "XL123":
        assert finding.expected == pytest.approx(0.550, abs=0.0005)


@pytest.mark.parametrize(
    ("code", "sheet", "cells"),
    [
        ("XL101", "Missed left out", {"B20": 0}),
        ("XL104", "Another cut-off", {"B8": 5}),
        ("XL103", "Misses dropped", {"B13": 1}),
        ("XL105", "Another gain", {"B9": "linear"}),
    ],
)
def test_where_it_makes_no_difference_it_is_only_noted(
    path: Path, code: str, sheet: str, cells: dict[str, object]
) -> None:
    report = typed(path, sheet, **cells)
    [finding] = [each for each in report.findings if each.code == code]
    assert finding.severity is Severity.NOTE
    assert finding.message.endswith("it makes no difference on these inputs")
    assert finding.effect == pytest.approx(0)


@pytest.mark.parametrize(
    ("sheet", "top", "inputs", "right", "wrong"),
    [
        ("Missed left out", 14, [3, 2, 2, 1, 0, 0, 3], 0.797, 1.0),
        ("Misses dropped", 10, [1, "none", 2, "none", 1], 0.500, 0.833),
        ("Log2 of the rank", 15, [3, 0, 3, 1, 0, 2, 2], 0.690, 0.420),
        ("Log2 of the rank", 15, [2, 3, 3, 2, 1, 0, 0], 0.930, 1.111),
    ],
)
def test_what_the_notes_say_to_try(
    path: Path, sheet: str, top: int, inputs: list[object], right: float, wrong: float
) -> None:
    report = typed(path, sheet, **{f"B{row}": value for row, value in enumerate(inputs, top)})
    [finding] = [each for each in report.mistakes if each.address.sheet == sheet]
    assert (finding.found, finding.expected) == (
        pytest.approx(wrong, abs=0.0005),
        pytest.approx(right, abs=0.0005),
    )
