"""The corpus of the auditor is what it says: right where it is clean, mistaken where it is not."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.corpus import Case, Layout, layouts
from xlmetrics.engine import recompute
from xlmetrics.measures import parse_measure
from xlmetrics.model import ErrorValue, NotChecked, Workbook, agree, is_number
from xlmetrics.read import read_workbook
from xlmetrics.reference.binary import mean_reciprocal_rank

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from xlmetrics.address import Address
    from xlmetrics.model import Result

SHOWN = 2e-6
"""Facts are written with six decimals."""

LAYOUTS = layouts()
each_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)


def test_there_are_enough_layouts_and_mutants() -> None:
    assert len(LAYOUTS) >= 20
    assert sum(1 for layout in LAYOUTS for _ in layout.mutants()) >= 900


@each_layout
def test_no_two_cases_share_a_name(layout: Layout) -> None:
    names = Counter(case.name for case in [*layout.clean(), *layout.mutants()])
    assert [name for name, times in names.items() if times > 1] == []


@each_layout
def test_the_facts_hold_by_the_engine_and_by_the_reference(layout: Layout) -> None:
    for case in layout.clean():
        book = case.workbook()
        for at, fact in case.facts.items():
            shown = book.value(case.address(at))
            places = fact.get("decimals")
            close = SHOWN if places is None else 0.5 * 10**-places + 1e-9
            assert fact["value"] == pytest.approx(reference(case, book, at), abs=SHOWN), (case, at)
            assert shown == pytest.approx(fact["value"], abs=close), (case.name, at)


@each_layout
def test_clean_sheets_show_what_their_formulas_give_and_no_error(layout: Layout) -> None:
    for case in layout.clean():
        values = recompute(case.workbook())
        for cell in case.workbook().formulas():
            assert cell.calculated, (case.name, cell)
            assert not isinstance(cell.value, ErrorValue), (case.name, cell)
            assert agree(cell.value, values[cell.address]), (case.name, cell)


@each_layout
def test_a_mutant_has_the_effect_it_says(layout: Layout) -> None:
    right = {case.name: shown(case.workbook()) for case in layout.clean()}
    for case in layout.mutants():
        assert case.said["why"], case.name
        if case.code in HAS:
            assert HAS[case.code](case), case.name
        elif not case.latent:
            assert differs(right[case.of], shown(case.workbook())), case.name


def test_a_case_survives_being_written_and_read(tmp_path: Path) -> None:
    for layout in LAYOUTS:
        case, *_ = layout.clean()
        case.save(tmp_path / "it.xlsx")
        read = read_workbook(tmp_path / "it.xlsx")
        assert {at: cell.value for at, cell in read.cells.items() if cell.value is not None} == {
            at: pytest.approx(cell.value, abs=1e-12) if is_number(cell.value) else cell.value
            for at, cell in case.workbook().cells.items()
        }


def reference(case: Case, book: Workbook, at: str) -> float:
    """What a fact must be, from the inputs in the sheet."""
    fact = case.facts[at]
    if "mean" in fact:
        means = [reference(case, book, each) for each in fact["mean"]]
        return sum(means) / len(means)
    if "ranks" in fact:
        ranks = [book.value(each) for each in case.addresses(fact["ranks"])]
        return mean_reciprocal_rank(
            int(rank) if is_number(rank) and rank > 0 else None for rank in ranks
        )
    ranked = numbers(case, book, fact["ranked"])
    return parse_measure(fact["measure"])(ranked, judged(case, book, fact, ranked))


def judged(
    case: Case, book: Workbook, fact: Mapping[str, Any], ranked: list[float | None]
) -> list[float]:
    """The judgments of the query: of a range, or as many relevant ones as are stated."""
    known = numbers(case, book, fact.get("judged", fact["ranked"]))
    judgments = [grade for grade in known if grade is not None]
    if "relevant" in fact:
        (relevant,) = numbers(case, book, fact["relevant"])
        return judgments + [1] * int((relevant or 0) - sum(grade or 0 for grade in ranked))
    return judgments


def numbers(case: Case, book: Workbook, cells: str) -> list[float | None]:
    values = (book.value(each) for each in case.addresses(cells))
    return [value if is_number(value) else None for value in values]


def shown(book: Workbook) -> dict[Address, Result]:
    return {cell.address: cell.value for cell in book.cells.values() if cell.value is not None}


def differs(one: Mapping[Address, Result], other: Mapping[Address, Result]) -> bool:
    """Whether numbers or errors differ, not only words."""
    return any(
        not agree(one.get(at), other.get(at))
        and not (isinstance(one.get(at), str) and isinstance(other.get(at), str))
        for at in one.keys() | other.keys()
    )


def _says(case: Case, pattern: str) -> bool:
    return any(re.search(pattern, str(v)) for v in case.said["edits"].values())


def _results(case: Case) -> Mapping[Address, Result]:
    return recompute(case.workbook())


def _stale(case: Case) -> bool:
    values = _results(case)
    return any(not agree(v, values[case.address(at)]) for at, v in case.said["cached"].items())


def _same_ids(case: Case) -> bool:
    texts = [v for cells in case.sheets.values() for v in cells.values() if isinstance(v, str)]
    changed = [str(v) for v in case.said["edits"].values()]
    return any(sum(t.strip() == v.strip() for t in texts) > 1 for v in changed)


HAS = {
    "202": lambda case: any(is_number(v) for v in case.said["edits"].values()),
    "204": lambda case: any(
        isinstance(v, str) and is_number(_number(v)) for v in case.said["edits"].values()
    ),
    "205": _stale,
    "206": lambda case: any(isinstance(v, ErrorValue) for v in shown(case.workbook()).values()),
    "207": lambda case: bool(case.said["edits"]),
    "208": _same_ids,
    "209": lambda case: bool(case.said.get("hidden_rows")),
    "212": lambda case: _says(case, r"RAND|NOW|TODAY"),
    "213": lambda case: _says(case, "DUMMYFUNCTION"),
    "214": lambda case: any(
        isinstance(value, NotChecked) and "circular" in value.reason.lower()
        for value in _results(case).values()
    ),
    "215": lambda case: _says(case, r"\[[^\]]+\]"),
    "216": lambda case: any(not cell.calculated for cell in case.workbook().formulas()),
}
"""What a mutant of a spreadsheet's mistake must have; of all others numbers must differ."""


def _number(text: str) -> float | None:
    try:
        return float(text.strip().removesuffix("%").replace(",", "."))
    except ValueError:
        return None
