"""A generated workbook is right on any input that it allows, not on its example only."""

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.support import with_inputs, write_template
from xlmetrics.address import Address
from xlmetrics.engine import Calculation
from xlmetrics.engine.libreoffice import recalculate
from xlmetrics.expected import Expectation, expectations
from xlmetrics.layout import arrange
from xlmetrics.model import ErrorValue, NotChecked, Result, Value, Workbook, agree
from xlmetrics.quantities import KINDS
from xlmetrics.rules.perturb import perturb
from xlmetrics.template.course import SETTINGS
from xlmetrics.template.model import Course
from xlmetrics.template.read import read_template, shipped_templates
from xlmetrics.xlsx.read import read_workbook
from xlmetrics.xlsx.write import write_workbook

TRIALS = 120
SEVERAL_MISSED = """
title = "Several missed documents, two tables of grades, one of ranks"
summary = "S"
sheet = "1 it has spaces & more"
k = 4
gain = "linear"
[scale]
0 = "no"
"0.5" = "hardly"
1 = "yes"
4 = "very"
[[tables]]
kind = "ndcg"
returned = [1, 0.5, 0]
missed = [4, "", 4, 1]
[[tables]]
kind = "reciprocal_rank"
queries = [{ query = "=1+1", first_relevant_rank = "none" }]
[[tables]]
kind = "ndcg"
returned = [""]
"""


def templates(folder: Path) -> dict[str, Path]:
    (folder / "several-missed.toml").write_text(SEVERAL_MISSED)
    write_template(folder / "ranks-only.toml", ["a", "b", "c"])
    own = {path.stem: path for path in folder.glob("*.toml")}
    return shipped_templates() | own


@pytest.fixture(
    params=[*shipped_templates(), "several-missed", "ranks-only"],
)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["linear", "exponential"])
def workbook(request: pytest.FixtureRequest, name: str, tmp_path: Path) -> Workbook:
    return arrange(read_template(templates(tmp_path)[name], {"gain": request.param}))


def trials(workbook: Workbook) -> int:
    """Fewer where there is much to compute; each quantity is tried often on its own."""
    return max(20, min(TRIALS, 10_000 // len(list(workbook.formulas()))))


def expected(
    workbook: Workbook, changed: dict[Address, Value], recomputed: dict[Address, Result]
) -> Iterator[Expectation]:
    values = recomputed | changed

    def value(address: Address) -> Result:
        return values[address] if address in values else workbook.value(address)

    for table in workbook.tables:
        yield from expectations(table, value)


def test_every_formula_has_an_expectation(workbook: Workbook) -> None:
    formulas = {cell.address for cell in workbook.formulas()}
    assert {each.address for each in expected(workbook, {}, {})} == formulas


def test_right_on_random_inputs(workbook: Workbook) -> None:
    calculation = Calculation(workbook)
    random = Random(7)
    for _ in range(trials(workbook)):
        changed = perturb(workbook, workbook.tables, random)
        recomputed = calculation.values(changed)
        for each in expected(workbook, changed, recomputed):
            assert not isinstance(each.value, NotChecked)
            assert agree(recomputed[each.address], each.value), (each, changed)


def test_text_in_place_of_grades_and_ranks_never_makes_a_figure_wrong(workbook: Workbook) -> None:
    calculation = Calculation(workbook)
    random = Random(8)
    figures = {
        table[field].first
        for table in workbook.tables
        for field in ("DCG", "IDCG", "nDCG", "MRR", "hit_count", "text_count")
        if field in table.fields
    }
    for _ in range(trials(workbook)):
        changed = perturb(workbook, workbook.tables, random)
        for address in changed:
            if random.random() < 0.3 and not is_setting(workbook, address):
                changed[address] = random.choice(["good", "n/a", "3", " 2 ", "", "=1", "nan"])
        recomputed = calculation.values(changed)
        wanted = {each.address: each.value for each in expected(workbook, changed, recomputed)}
        for figure in figures:
            assert not isinstance(wanted[figure], NotChecked)
            assert agree(recomputed[figure], wanted[figure]), (figure, changed)


def is_setting(workbook: Workbook, address: Address) -> bool:
    settings = {"k"}.union(*(SETTINGS for table in workbook.tables if table.kind in KINDS))
    return any(
        table[name].first == address
        for table in workbook.tables
        for name in settings
        if name in table.fields
    )


def test_the_ideal_goes_on_beyond_the_list() -> None:
    """Six rows and one missed document: at k = 7 the ideal has seven."""
    workbook = arrange(read_template(shipped_templates()["ndcg-mrr"], {"k": 7}))
    title = workbook.sheets[0].title
    idcg = workbook.value(Address.parse(title, "B12"))
    assert idcg == pytest.approx(7.1409951840957)
    all_perfect = {Address.parse(title, f"B{row}"): 3 for row in range(2, 9)}
    recomputed = Calculation(workbook).values(all_perfect)
    seven = sum(3 / math.log2(rank + 1) for rank in range(1, 8))
    assert recomputed[Address.parse(title, "B12")] == pytest.approx(seven)


def test_a_wrong_formula_would_be_seen(workbook: Workbook) -> None:
    """Negative control: the comparison above can fail."""
    *_, last = expectations(workbook.tables[0], workbook.value)
    figure = last.address
    sheets = tuple(
        replace(
            sheet,
            cells=tuple(
                cell._replace(formula=f"=({cell.formula[1:]})*1.000001")
                if cell.address == figure and cell.formula
                else cell
                for cell in sheet.cells
            ),
        )
        for sheet in workbook.sheets
    )
    broken = replace(workbook, sheets=sheets)
    random = Random(7)
    calculation = Calculation(broken)
    assert any(
        not agree(calculation.values(changed)[figure], each.value)
        for changed in (perturb(broken, broken.tables, random) for _ in range(20))
        for each in expected(broken, changed, {})
        if each.address == figure
    )


@pytest.mark.libreoffice
def test_libreoffice_agrees(tmp_path: Path) -> None:
    """As built, and on a batch of random inputs: every formula, within 1e-9.

    An error is an error: LibreOffice calls LARGE beyond its numbers #VALUE!, Excel #NUM!.
    """
    random = Random(9)
    paths: list[Path] = []
    for name, source in templates(tmp_path).items():
        course = isinstance(read_template(source), Course)  # whose gain is one of its inputs
        for gain in ("linear",) if course else ("linear", "exponential"):
            workbook = arrange(read_template(source, {"gain": gain}))
            for trial in range(3 if course else 6):
                changed = perturb(workbook, workbook.tables, random) if trial else {}
                paths.append(tmp_path / f"{name}-{gain}-{trial}.xlsx")
                write_workbook(with_inputs(workbook, changed), paths[-1])
    compared = 0
    for path, recalculated in zip(paths, recalculate(paths, tmp_path / "out"), strict=True):
        theirs = read_workbook(recalculated)
        ours = Calculation(read_workbook(path)).values()
        for address, value in ours.items():
            witness = theirs.value(address)
            both_errors = isinstance(witness, ErrorValue) and isinstance(value, ErrorValue)
            assert both_errors or agree(witness, value), (path.name, address)
            compared += 1
    assert compared > 1000
