"""Whatever stands on a sheet, it is read without an exception, and in order of no dictionary."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus import layouts
from tests.roles.sheets import Cells, book
from xlmetrics.address import Address
from xlmetrics.model import ErrorValue, Sheet, Workbook
from xlmetrics.roles import explain, read_roles

LABELS = [
    "Query",
    "Rank",
    "Relevance",
    "Grade",
    "nDCG@3",
    "DCG",
    "IDCG",
    "MRR",
    "RR",
    "P@2",
    "Recall",
    "AP",
    "MAP",
    "Mean",
    "Sum",
    "k",
    "relevant docs",
    "Ideal",
    "Gain",
    "Discount",
    "DG",
    "R",
    "N",
    "x",
    "-",
    "cats",
    "Query: dogs",
    "not returned",
    "judged",
    "System",
    "1 ",
    "83.33%",
    "2/4",
    "",
    " ",
    "平均",
    "First relevant rank",
    "Precision",
    "F1",
    "Top 10",
    "Rank 1",
    "Σ",
    "@",
    "2^rel-1",
    "nDCG @ 0",
    "Rank 99999999999999999999",
]
FORMULAS = [
    "=1/B2",
    "=AVERAGE(C2:C5)",
    "=SUM(A1:D4)",
    "=B2/LOG(A2+1,2)",
    "=LARGE(B$2:B$5,A2)",
    "=A1",
    "=C2+B3",
    "=B3+C2",
    "=(",
    "=1:1",
    "=SUMPRODUCT(B2:B5/LOG(A2:A5+1,2))",
    "=MATCH(TRUE,INDEX(B2:D2>0,0),0)",
    "=IF(B2=0,1,1/B2)",
    "=T[x]",
    "=x*2",
    "=COUNTIF(B:B,1)/3",
    "=LET(x,B2:B4,SUM(x/LOG(x+1)))",
    "=Nope!A1/Z9",
    "=A1:XFD1048576",
    "=LN(2)/LN(3)",
    "=",
    "=SUMPRODUCT(B2:B5,C2:C5)/SUM(B2:B5)",
    "=POWER(2)",
    "=LOG()",
    "=SUM()",
    "=IF()",
    "=2^",
    "=LARGE()",
    "=SUMIF(B2:B4)",
]
VALUES = st.one_of(
    st.sampled_from([*LABELS, *FORMULAS]),
    st.integers(-1, 6),
    st.sampled_from([0.5, 1e300, -0.25, float("nan"), True, False, ErrorValue("#N/A"), 45_000]),
    st.text(max_size=4),
)
PLACES = st.builds(
    lambda row, column: Address("S", row, column).a1, st.integers(1, 8), st.integers(1, 6)
)
SHEETS = st.dictionaries(PLACES, VALUES, max_size=40)


@given(first=SHEETS, second=SHEETS, merged=st.lists(st.tuples(PLACES, PLACES), max_size=2))
@settings(max_examples=150, deadline=None)
def test_random_sheets_are_read(first: Cells, second: Cells, merged: list[tuple[str, str]]) -> None:
    workbook = book({"S": first, "Other": second}, [f"{one}:{other}" for one, other in merged])
    reading = read_roles(workbook)
    assert explain(reading)
    for figure in reading.figures:
        assert figure.address in workbook.cells
    for ranking in reading.rankings:
        assert ranking.grades
        assert len(set(ranking.grades)) == len(ranking.grades)
        assert len(set(ranking.judged)) == len(ranking.judged)


def test_layouts_with_cells_moved_about_are_read() -> None:
    draw = random.Random(0)
    for layout in layouts():
        workbook = next(layout.clean()).workbook()
        for _ in range(3):
            read_roles(shaken(workbook, draw))


def shaken(workbook: Workbook, draw: random.Random) -> Workbook:
    """The workbook with some cells gone and some in the places of others."""
    sheets = []
    for sheet in workbook.sheets:
        cells = [cell for cell in sheet.cells if draw.random() > 0.15]
        places = [cell.address for cell in cells]
        moved = draw.sample(range(len(cells)), min(len(cells), 4))
        for one, other in zip(moved[::2], moved[1::2], strict=False):
            places[one], places[other] = places[other], places[one]
        kept = tuple(c._replace(address=at) for c, at in zip(cells, places, strict=True))
        sheets.append(Sheet(sheet.title, kept, merged=sheet.merged))
    return Workbook(tuple(sheets))


def test_an_empty_workbook_is_read() -> None:
    assert explain(read_roles(Workbook(()))) == ["no ranking measure found"]
    assert explain(read_roles(book({"S": {}}))) == ["no ranking measure found"]
