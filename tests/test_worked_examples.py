"""The published worked examples: the same labels, at the same addresses, with the same figures."""

import json
from pathlib import Path

import openpyxl
import pytest

from xlmetrics.build import build

DATA = json.loads((Path(__file__).parent / "data/worked_examples.json").read_text("utf-8"))
PRINTED = 0.0005 + 1e-9
FILLED_DOWN = {"C2": range(2, 8), "D2": range(2, 8), "C16": range(16, 21)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build(out=folder)
    return folder


def first_sheet(path: Path, *, values: bool):
    return openpyxl.load_workbook(path, data_only=values).worksheets[0]


def test_the_grid_of_ndcg_and_mrr(folder: Path) -> None:
    published = DATA["ndcg_and_mrr"]
    shown = first_sheet(folder / "ndcg-mrr.xlsx", values=True)
    grid = published["grid"] + [[]] * (21 - len(published["grid"]))
    for row, cells in enumerate(grid, 1):
        for column in range(1, 6):
            should = cells[column - 1] if column <= len(cells) else None
            found = shown.cell(row, column).value
            if isinstance(should, float):
                assert found == pytest.approx(should, abs=PRINTED), (row, column)
            else:
                assert found == should, (row, column)


def test_figures_to_full_precision(folder: Path) -> None:
    shown = first_sheet(folder / "ndcg-mrr.xlsx", values=True)
    for address, figure in DATA["ndcg_and_mrr"]["exact"].items():
        assert shown[address].value == pytest.approx(figure, abs=1e-12)


def test_the_given_formulas_to_the_letter_and_filled_down(folder: Path) -> None:
    live = first_sheet(folder / "ndcg-mrr.xlsx", values=False)
    for first, formula in DATA["ndcg_and_mrr"]["formulas_given"].items():
        assert live[first].value == formula
        top = int(first[1:])
        for row in FILLED_DOWN[first]:
            relative = formula.replace(f"A{top}", f"A{row}")
            expected = relative.replace(f"B{top}/", f"B{row}/").replace(f"1/B{top}", f"1/B{row}")
            assert live[f"{first[0]}{row}"].value == expected


def test_every_other_figure_is_a_formula_that_follows_the_cutoff(folder: Path) -> None:
    live = first_sheet(folder / "ndcg-mrr.xlsx", values=False)
    for address in (*(f"E{row}" for row in range(2, 8)), "B11", "B12", "B13", "C21"):
        assert str(live[address].value).startswith("="), address
    for address in ("B11", "B12", "C21"):
        assert "B10" in live[address].value
    assert live["B13"].value == "=IF(B12>0,B11/B12,0)"


@pytest.mark.parametrize(
    ("name", "example"),
    [("five-documents", "five_documents"), ("four-documents", "four_documents")],
)
def test_the_other_two_examples(folder: Path, name: str, example: str) -> None:
    published = DATA[example]
    shown = first_sheet(folder / f"{name}.xlsx", values=True)
    n = len(published["returned"])
    assert [shown.cell(row, 2).value for row in range(2, n + 2)] == published["returned"]
    assert shown.cell(n + 3, 2).value == published["k"]
    for offset, (figure, tolerance) in enumerate(
        ((published["DCG"], 1e-12), (published["IDCG"], 1e-12), (published["NDCG"], PRINTED)), 4
    ):
        assert shown.cell(n + offset, 2).value == pytest.approx(figure, abs=tolerance)
    for column, key in ((3, "row_values_dcg"), (4, "ideal"), (5, "row_values_idcg")):
        for row, value in enumerate(published.get(key, []), 2):
            assert shown.cell(row, column).value == pytest.approx(value, abs=PRINTED)


@pytest.mark.parametrize(
    ("overrides", "address", "figure"),
    [
        ({"gain": "exponential"}, "B13", "exponential gain 2^rel-1, all judged"),
        ({"k": 2}, "C21", "MRR@2 (the rank-3 hit scores 0)"),
    ],
)
def test_variations(tmp_path: Path, overrides: dict, address: str, figure: str) -> None:
    build(["ndcg-mrr"], tmp_path / "v.xlsx", overrides)
    shown = first_sheet(tmp_path / "v.xlsx", values=True)
    expected = DATA["ndcg_and_mrr"]["variations"][figure]
    assert shown[address].value == pytest.approx(expected, abs=1e-12)
