"""What the user says of cells takes the place of what is inferred, or is refused in one line."""

from pathlib import Path

import pytest

from tests.roles.told import Rows, told, workbook
from xlmetrics.errors import XlmetricsError
from xlmetrics.model import Workbook
from xlmetrics.roles import explain, parse_map, read_map, read_roles

ROWS: Rows = [
    ["Rank", "Rel", "Other"],
    [1, 3, 1],
    [2, 0, 0],
    [3, 2, 1],
    ["missed", 1, 1],
    ["nDCG", 0.9, 0.8],
    ["what", 0.7, 0.5],
]


@pytest.fixture
def sheet() -> Workbook:
    return workbook({"First": ROWS, "Second": ROWS})


def test_an_override_replaces_what_was_inferred_and_leaves_the_rest(sheet):
    before = told(read_roles(sheet))
    after = told(read_roles(sheet, parse_map(["sheet=first", "grade=B2:B3", "ndcg@2=B7", "k=B2"])))
    assert before["figures"].items() >= {"First!B6": "nDCG of First!B2:B4"}.items()
    assert after["figures"]["First!B7"] == "nDCG@2 of First!B2:B3"
    assert after["figures"]["First!B6"] == "nDCG of First!B2:B3"
    assert after["figures"]["Second!B6"] == before["figures"]["Second!B6"]
    assert "First: First!B2:B3; k First!B2" in after["rankings"]


def test_a_sheet_of_which_nothing_is_understood_is_read_by_its_overrides():
    rows: Rows = [["a", "b"], [1, 3], [1, 0], [0.5, 2], [0.83, 2.5]]
    reading = read_roles(
        workbook({"S": rows}), parse_map(["first_rank=B2:B4", "rr=A2:A4", "mrr=A5"])
    )
    assert told(reading)["figures"] == {
        "A2": "RR of B2",
        "A3": "RR of B3",
        "A4": "RR of B4",
        "A5": "mean RR of A2:A4",
    }
    assert all("the mapping given" in line for line in explain(reading))


def test_several_tables_are_read_from_a_file(sheet, tmp_path: Path):
    path = tmp_path / "map.toml"
    path.write_text(
        '[[table]]\nsheet = "First"\ngrade = "B2:B4"\njudged = "B2:B5"\nndcg = "B7"\nk = 2\n'
        '[[table]]\nsheet = "Second"\ngrade = "C2:C4"\ndcg = "C7"\n',
        "utf-8",
    )
    figures = told(read_roles(sheet, read_map(path)))["figures"]
    assert figures["First!B7"] == "nDCG@2 of First!B2:B4"
    assert figures["Second!C7"] == "DCG of Second!C2:C4"


def test_entries_and_a_file_say_the_same(tmp_path: Path):
    path = tmp_path / "map.toml"
    path.write_text('sheet = "First"\ngrade = "B2:B4"\n"ndcg@5" = "B7"\nk = "B9"\n', "utf-8")
    assert read_map(path) == parse_map(["sheet=First", "grade=B2:B4", "ndcg@5=B7", "k=B9"])


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        (["grade"], "'grade': is no key=cells"),
        (["gade=B2:B4"], "no key 'gade'. Did you mean grade?"),
        (["grade=B0"], "grade is 'B0', which is no cell or range"),
        (["grade=A1:XFD1048576"], "which is no cell or range"),
        (["k=B2:B3"], "k is 'B2:B3'. Write one cell"),
        (["ndcg=B2", "ndcg=B3"], "ndcg is given twice"),
        (["sheet=Nope", "ndcg=B2"], "there is no sheet 'Nope'. The sheets are 'First', 'Second'"),
        (["ndcg@0=B2"], "there is no key 'ndcg@0'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(sheet, entries, says):
    with pytest.raises(XlmetricsError) as refused:
        read_roles(sheet, parse_map(entries))
    assert says in str(refused.value)
    assert len(refused.value.complaints) == 1
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("grade = ", "is no TOML"),
        ("", "says nothing"),
        ("grade = 3", "grade is 3, which is no cell or range"),
        ("sheet = 3\nndcg = 'B2'", "sheet is 3"),
        ("table = 3", "table is no list of tables"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_with_its_name(tmp_path: Path, text, says):
    path = tmp_path / "map.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(XlmetricsError, match=r"map\.toml") as refused:
        read_map(path)
    assert says in str(refused.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path):
    with pytest.raises(XlmetricsError, match="cannot be read"):
        read_map(tmp_path / "none.toml")
