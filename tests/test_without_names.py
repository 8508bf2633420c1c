"""Our own workbooks without their names: what anybody's sheet would be read for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from xlmetrics.audit import Report, Verdict, check_workbook
from xlmetrics.layout import arrange
from xlmetrics.template.read import read_template, shipped_templates

TYPICAL = {
    "average-precision": 5, "cg-to-ndcg": 3, "discount": 100, "five-documents": 3,
    "four-documents": 3, "gains": 23, "known-item": 16, "mrr": 22, "ndcg-mrr": 9,
    "precision-recall": 3, "rag": 16, "shop": 9,
}  # fmt: skip
"""How many figures at least are read right; the other templates have no measure that is read."""


@cache
def without_names(name: str) -> Report:
    """The report on a workbook whose tables are forgotten."""
    workbook = arrange(read_template(shipped_templates()[name]))
    return check_workbook(replace(workbook, tables=()))


@pytest.mark.parametrize("name", sorted(set(shipped_templates()) - {"common-mistakes"}))
def test_no_mistake_is_found_where_none_is_and_the_figures_are_read(name: str) -> None:
    report = without_names(name)
    assert report.mistakes == ()
    right = [cell for cell in report.cells if cell.verdict is Verdict.OK]
    assert len(right) >= TYPICAL.get(name, 0)


def test_of_the_common_mistakes_only_what_is_called_wrong_is_told_of() -> None:
    """A mean that is said to be one of DCG, beside that of nDCG, is no mistake of a stranger."""
    workbook = arrange(read_template(shipped_templates()["common-mistakes"]))
    wrong = {
        cell.address._replace(column=2)
        for cell in workbook.cells.values()
        if isinstance(cell.value, str) and cell.value.startswith("Wrong")
    }
    found = without_names("common-mistakes").mistakes
    assert {finding.code for finding in found} == {"XL101", "XL102", "XL111"}
    assert {finding.address for finding in found} <= wrong
