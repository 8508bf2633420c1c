"""The formulas package as it comes, uncorrected, gives the reference's values on what we build.

Text that reads as a number, which it takes for a number, is left to our corrections, and so are
the rows of each of several lists, INDEX(…):INDEX(…), which it cannot follow. Large workbooks are
tried less often, since it takes milliseconds a formula.
"""

from pathlib import Path
from random import Random

import formulas
import pytest
from formulas.tokens.operand import XlError

from tests.support import with_inputs
from xlmetrics.address import Address
from xlmetrics.expected import expectations
from xlmetrics.layout import arrange
from xlmetrics.model import ErrorValue, Result, agree
from xlmetrics.rules.perturb import perturb
from xlmetrics.template.read import read_template, shipped_templates
from xlmetrics.xlsx.write import write_workbook

TRIALS = 8
FORMULAS = 300
"""So many formulas are compared of a workbook, though at least as it is built."""


def is_followed(name: str) -> bool:
    workbook = arrange(read_template(shipped_templates()[name]))
    return all(table.kind != "lists" for table in workbook.tables)


def recomputed(path: Path, address: Address, solution: dict) -> Result:
    value = solution[f"'[{path.name}]{address.sheet.upper()}'!{address.a1}"].value[0, 0]
    if isinstance(value, XlError):
        return ErrorValue(str(value))
    return str(value) if isinstance(value, str) else float(value)


@pytest.mark.parametrize("name", [*filter(is_followed, shipped_templates())])
@pytest.mark.parametrize("gain", ["linear", "exponential"])
def test_the_package_agrees_with_the_reference(tmp_path: Path, name: str, gain: str) -> None:
    built = arrange(read_template(shipped_templates()[name], {"gain": gain}))
    random = Random(11)
    compared = 0
    trials = max(1, min(TRIALS, FORMULAS // sum(1 for _ in built.formulas())))
    for trial in range(trials):
        changed = perturb(built, built.tables, random) if trial else {}
        workbook = with_inputs(built, changed)
        path = tmp_path / f"{trial}.xlsx"
        write_workbook(workbook, path)
        solution = formulas.ExcelModel().loads(str(path)).finish(complete=False).calculate()
        for table in workbook.tables:
            for each in expectations(table, workbook.value):
                assert agree(recomputed(path, each.address, solution), each.value), (each, changed)
                compared += 1
    assert compared >= trials * 15
