"""What is read from small sheets, wherever they stand and whichever way they lie."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.roles.told import Rows, told, workbook
from xlmetrics.address import Address, column_letters
from xlmetrics.roles import explain, read_roles
from xlmetrics.roles.model import Reading

if TYPE_CHECKING:
    from xlmetrics.model import Value

CASES = json.loads((Path(__file__).parent.parent / "data/roles.json").read_text("utf-8"))["cases"]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
plain_case = pytest.mark.parametrize(
    "case",
    [c for c in CASES if "=" not in json.dumps(c["sheets"], ensure_ascii=False)],
    ids=lambda case: case["name"],
)


@each_case
def test_what_is_read(case):
    reading = read_roles(workbook(case["sheets"], case.get("at", "A1")))
    assert told(reading) == {"rankings": case["rankings"], "figures": case["figures"]}


@each_case
def test_every_thing_read_is_explained_with_a_reason(case):
    reading = read_roles(workbook(case["sheets"], case.get("at", "A1")))
    lines = explain(reading)
    if reading == Reading():
        assert lines == ["no ranking measure found"]
    for figure in reading.figures:
        assert figure.why
        assert any(line.startswith(str(figure.address)) for line in lines)
    assert all(line.why for ranking in reading.rankings for line in ranking.lines.values())


@plain_case
def test_where_a_sheet_begins_makes_no_difference(case):
    here = workbook(case["sheets"])
    there = workbook(case["sheets"], "D6")
    assert shape(read_roles(here)) == shape(read_roles(there), down=-5, across=-3)


@plain_case
def test_a_sheet_on_its_side_says_the_same(case):
    upright = workbook(case["sheets"])
    turned = workbook(case["sheets"], turned=True)
    assert sorted(shape(read_roles(upright))) == sorted(shape(read_roles(turned), turned=True))


def shape(reading: Reading, down: int = 0, across: int = 0, *, turned: bool = False) -> list[str]:
    """All cells of a reading with what they are, moved and turned back."""

    def at(cell: Address | None) -> str:
        if cell is None:
            return ""
        row, column = (cell.column, cell.row) if turned else (cell.row, cell.column)
        return f"{cell.sheet}!{column_letters(column + across)}{row + down}"

    found = []
    for ranking in reading.rankings:
        found += [f"grades {' '.join(map(at, ranking.grades))}"]
        found += [f"judged {' '.join(sorted(map(at, ranking.judged)))}"]
        found += [f"given {at(ranking.k)} {at(ranking.relevant)}"]
        found += [f"{x.meaning} {' '.join(map(at, x.cells))}" for x in ranking.lines.values()]
    for figure in reading.figures:
        grades = figure.ranking.grades if figure.ranking else ()
        of = " ".join(map(at, grades or figure.mean_of))
        cut = f"{figure.measure}@{figure.k}"
        found += [f"{at(figure.address)} {cut} of {of} {at(figure.first_rank)}"]
    return found


def test_formulas_that_are_not_calculated_are_read_too():
    rows: Rows = [["Rank", "Rel"], [1, 3], [2, 0]]
    figures: list[list[Value]] = [["DCG", "=SUMPRODUCT(B2:B3/LOG(A2:A3+1,2))"]]
    assert told(read_roles(workbook({"S": rows + figures})))["figures"] == {"B4": "DCG of B2:B3"}


def test_defined_names_are_followed():
    rows: Rows = [["Rank", "Rel"], [1, 3], [2, 0], [3, 1], [None, None]]
    last: list[list[Value]] = [["here", "=SUMPRODUCT(rel/LOG(rank+1,2))"]]
    named = replace(
        workbook({"S": rows + last}), names={"rel": "S!$B$2:$B$4", "Rank": "S!$A$2:$A$4"}
    )
    assert told(read_roles(named))["figures"] == {"B6": "DCG of B2:B4"}
