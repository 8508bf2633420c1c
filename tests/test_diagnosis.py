"""What the figures of foreign sheets are found to compute, and the formulas to paste there."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.corpus import Case, layouts
from tests.engine.sheets import workbook
from xlmetrics.audit import check_workbook
from xlmetrics.diagnosis.choices import ANY_ERROR, MISTAKE
from xlmetrics.diagnosis.graded import ndcg_recipes
from xlmetrics.diagnosis.matching import half_up, same
from xlmetrics.diagnosis.observed import Observed
from xlmetrics.engine import recompute
from xlmetrics.model import ErrorValue, Finding, Severity, Workbook, agree, is_number
from xlmetrics.reference import ndcg

DATA = Path(__file__).parent / "data"
IDIOMS = json.loads((DATA / "idioms.json").read_text("utf-8"))["sheets"]
NAMED = {
    "ROW()-off-by-one: LOG(ROW(B2:B7)+1,2)": "XL116",
    "LN(rank+1) as the discount": "XL108",
    "ideal by sorting the wrong way: SMALL instead of LARGE": "XL110",
    'IF(B2=0,"",1/B2) then AVERAGE (blank text is skipped)': "XL103",
    "SUMPRODUCT(..)/COUNTIF hits": "XL114",
    "=COUNTIF(B$2:B2,1)/A2 labelled Recall": "XL113",
}
"""The mistakes of the idioms; what else is noted of them makes no difference to the figure."""


@pytest.mark.parametrize("idiom", IDIOMS, ids=lambda idiom: idiom["idiom"])
def test_idioms_are_read_and_their_mistakes_named(idiom: dict[str, Any]) -> None:
    report = check_workbook(workbook({"Sheet1": idiom["cells"]}))
    code = NAMED.get(idiom["idiom"])
    mistakes = {finding.code for finding in report.mistakes}
    assert (code in mistakes) if code else not mistakes
    assert report.has_measures
    told = [
        cell
        for cell in report.cells
        if cell.address.a1 == idiom["result_cell"] and is_number(cell.reference)
    ]
    for cell in told:
        assert cell.reference == pytest.approx(idiom["correct_value"], abs=1e-6)


def every(step: int) -> Iterator[Case]:
    mutants = [mutant for layout in layouts() for mutant in layout.mutants()]
    yield from mutants[::step]


def test_the_formula_to_paste_gives_what_should_stand_there() -> None:
    pasted = 0
    for case in every(7):
        book = case.workbook()
        for finding in check_workbook(book).findings:
            if is_to_paste(finding):
                pasted += 1
                gives = with_formula(book, finding)
                assert agree(gives, finding.expected), (case.layout, case.name, finding)
    assert pasted > 30, "few formulas to paste prove little"


def is_to_paste(finding: Finding) -> bool:
    metric = finding.code.startswith("XL1") and finding.severity is Severity.MISTAKE
    return metric and finding.instead is not None and is_number(finding.expected)


def with_formula(book: Workbook, finding: Finding) -> object:
    sheets = tuple(
        replace(
            sheet,
            cells=tuple(
                cell._replace(formula=finding.instead, array=None)
                if cell.address == finding.address
                else cell
                for cell in sheet.cells
            ),
        )
        for sheet in book.sheets
    )
    return recompute(replace(book, sheets=sheets))[finding.address]


def test_the_first_recipe_is_the_reference() -> None:
    ranked, judged = (2.0, 0.0, 3.0, 1.0, 0.0, 2.0), (2.0, 0.0, 3.0, 1.0, 0.0, 2.0, 3.0)
    first = ndcg_recipes(stated=True)[0]
    (value,) = first.values(Observed(ranked, judged, None, 5))
    assert value == pytest.approx(ndcg(ranked, judged, k=5), abs=1e-12)
    assert first.weight == 0
    assert not first.codes


def test_mistakes_mended_are_sound_and_what_is_unusual_stays() -> None:
    for recipe in ndcg_recipes(stated=True):
        mended = recipe.mended
        assert not mended.mistakes
        kept = {choice for choice in recipe.choices if choice.weight < MISTAKE}
        assert kept <= set(mended.choices)


@pytest.mark.parametrize(
    ("shown", "expected", "places", "alike"),
    [
        (0.55, 0.5504, 2, True),
        (0.55, 0.5551, 2, True),  # cut off, not rounded
        (0.56, 0.5504, 2, False),
        (0.5504, 0.5504382, None, False),
        (0.5504382, 0.5504382, None, True),
        (ErrorValue("#DIV/0!"), ErrorValue("#N/A"), None, False),
        (ErrorValue("#N/A"), ANY_ERROR, None, True),
        (ErrorValue("#DIV/0!"), 0.0, None, False),
        ("", None, None, True),
        ("n/a", "", None, True),
        (0.0, None, None, True),
        (0.1, None, None, False),
    ],
)
def test_values_are_compared_as_they_are_written(
    shown: Any, expected: Any, places: int | None, alike: bool
) -> None:
    assert same(shown, expected, places) is alike


@pytest.mark.parametrize(
    ("value", "places", "gives"), [(0.125, 2, 0.13), (-0.125, 2, -0.13), (2.345, 2, 2.35)]
)
def test_halves_are_rounded_away_from_zero(value: float, places: int, gives: float) -> None:
    assert half_up(value, places) == pytest.approx(gives)


def test_what_cannot_be_computed_is_neither_right_nor_wrong() -> None:
    cells = {"A1": "Rank", "B1": "Relevance", "D1": "DCG@3", "D2": "=UNHEARDOF(B2:B4)"}
    for rank, grade in enumerate((3, 0, 2), 1):
        cells |= {f"A{rank + 1}": rank, f"B{rank + 1}": grade}
    report = check_workbook(workbook({"Sheet1": cells}))
    assert not report.mistakes
    assert any("UNHEARDOF" in reason for reason in report.not_checked.values())


def test_typed_figures_below_the_grades_are_figures() -> None:
    cells: dict[str, object] = {"A1": "rank", "B1": "relevance", "A8": "DCG@6", "A9": "nDCG@6"}
    for rank, grade in enumerate((3, 2, 3, 0, 1, 2), 1):
        cells |= {f"A{rank + 1}": rank, f"B{rank + 1}": grade}
    right = check_workbook(workbook({"S": cells | {"B8": 6.861, "B9": 0.961}}))
    assert [(cell.address.a1, str(cell.verdict)) for cell in right.cells] == [
        ("B8", "ok"),
        ("B9", "ok"),
    ]
    assert not right.mistakes
    wrong = check_workbook(workbook({"S": cells | {"B8": 6.861, "B9": 0.785}}))
    assert [finding.address.a1 for finding in wrong.mistakes] == ["B9"]
