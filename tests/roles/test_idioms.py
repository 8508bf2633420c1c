"""The sheets of idioms: the figure that each shows is found, with what it is a figure of."""

import json
from pathlib import Path

import pytest

from tests.roles.sheets import book
from xlmetrics.address import Address
from xlmetrics.roles import read_roles

SHEETS = json.loads((Path(__file__).parent.parent / "data/idioms.json").read_text("utf-8"))[
    "sheets"
]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet["idiom"])
def test_the_figure_of_each_idiom_is_found(sheet):
    reading = read_roles(book({"S": sheet["cells"]}))
    at = Address.parse("S", sheet["result_cell"])
    measure = sheet["metric"].split()[0].partition("@")[0]
    measure = {"NDCG": "nDCG", "MRR": "RR", "Recall": "R"}.get(measure, measure)
    shown = {figure.address: figure for figure in reading.figures}
    if at in shown:
        figure = shown[at]
        assert figure.measure == measure
        assert figure.is_mean == (sheet["metric"] == "MRR")
        assert figure.ranking or figure.first_rank or figure.mean_of
    else:
        steps = [line for ranking in reading.rankings for line in ranking.lines.values()]
        assert [step.meaning for step in steps if at in step.cells] == ["R at each rank"]
