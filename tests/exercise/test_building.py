"""The command line that gives exercises out: what it writes, for whom, and what it refuses."""

from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner, Result

from tests.exercise.support import COURSES
from xlmetrics.cli import main
from xlmetrics.errors import BadTemplate, XlmetricsError
from xlmetrics.exercise.students import file_names, read_students
from xlmetrics.template.read import read_template, shipped_templates


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_template_with_an_exercise_gives_two_workbooks() -> None:
    result = run("build", "--exercise")
    assert result.exit_code == 0
    names = {path.name for path in Path("output").iterdir()}
    assert names == {f"{name}-{part}.xlsx" for name in COURSES for part in ("student", "teacher")}
    assert set(result.output.split()) == {f"output/{name}" for name in names}


def test_a_class_gives_a_workbook_a_name_and_one_for_the_teacher() -> None:
    Path("names.csv").write_text("Anna\nBen\nAnna\n")
    assert run("build", "cg-to-ndcg", "--exercise", "--students", "names.csv").exit_code == 0
    names = {path.name.removeprefix("cg-to-ndcg-") for path in Path("output").iterdir()}
    assert names == {"Anna.xlsx", "Anna (2).xlsx", "Ben.xlsx", "teacher.xlsx"}
    sheet = openpyxl.load_workbook("output/cg-to-ndcg-teacher.xlsx").worksheets[0]
    assert [sheet.cell(row, 1).value for row in range(4, 7)] == ["Anna", "Ben", "Anna (2)"]
    assert [cell.value for cell in sheet[3]] == ["Student", "CG@k", "DCG@k", "IDCG@k", "NDCG@k"]


def test_numbers_stay_when_names_are_added_or_sorted() -> None:
    contents = []
    for folder, names in (("one", "Anna\nBen\n"), ("other", "Zoe\nBen\nMia\nAnna\n")):
        Path("names.csv").write_text(names)
        run("build", "cg-to-ndcg", "--exercise", "--students", "names.csv", "-o", folder)
        contents.append(
            [Path(f"{folder}/cg-to-ndcg-{n}.xlsx").read_bytes() for n in ("Anna", "Ben")]
        )
    assert contents[0] == contents[1]
    assert contents[0][0] != contents[0][1]


def test_what_a_student_worked_on_is_not_overwritten() -> None:
    run("build", "cg-to-ndcg", "--exercise")
    book = openpyxl.load_workbook("output/cg-to-ndcg-student.xlsx")
    book.save("output/cg-to-ndcg-student.xlsx")
    result = run("build", "cg-to-ndcg", "--exercise")
    assert result.exit_code == 2
    assert "may hold somebody's work" in result.output


NAMES = [
    (b"Anna\nBen\n", ["Anna", "Ben"]),
    (b"\xef\xbb\xbfAnna\r\n\r\n  Ben  Lee \r\n", ["Anna", "Ben Lee"]),
    ("M\u00fcller;Anna\nJos\u00e9;Zo\u00eb\n".encode("cp1252"), ["Müller Anna", "José Zoë"]),
    ("Anna\tM\u00fcller\n".encode("utf-16"), ["Anna Müller"]),
    (b"mail;Name\na@x;Anna\nb@x;Ben\n;\n", ["Anna", "Ben"]),
    (b'"M, Anna",\nBen\n', ["M, Anna", "Ben"]),
    (b"name\nO'Brien; Pat\nBen\n", ["O'Brien Pat", "Ben"]),
    (b"name;\nO'Brien; Pat\n", ["O'Brien Pat"]),
    (b"Ben\nO'Brien; Pat\n", ["Ben", "O'Brien Pat"]),
    (b"Name,mail\nAnna,a@x,,\n", ["Anna"]),
    ("Zoe\u0301\n=1+1\n".encode(), ["Zoé", "=1+1"]),
    (b"Anna\nAnna\nAnna\n", ["Anna", "Anna (2)", "Anna (3)"]),
]


@pytest.mark.parametrize(("content", "names"), NAMES, ids=range(len(NAMES)))
def test_names_are_read_however_they_were_saved(content: bytes, names: list[str]) -> None:
    Path("names.csv").write_bytes(content)
    assert read_students(Path("names.csv")) == names


@pytest.mark.parametrize("content", [b"", b"\n;;\n", b"name\n", b"A\x07\n", b"A\n" * 2001])
def test_names_that_are_none(content: bytes) -> None:
    Path("names.csv").write_bytes(content)
    with pytest.raises(XlmetricsError, match=r"names\.csv"):
        read_students(Path("names.csv"))


def test_a_line_of_more_cells_than_headings_is_told() -> None:
    Path("names.csv").write_text("name,mail\nAnna,a@x\nO'Brien,Pat,p@x\n")
    with pytest.raises(XlmetricsError, match=r"names\.csv, line 3: has 3 cells and the"):
        read_students(Path("names.csv"))


def test_a_file_name_depends_on_the_name_alone() -> None:
    names = ["Anna", "anna", "ANNA", "a/b", "a_b", "Teacher", "Zoë Müller", "O'Brien Pat"]
    together = file_names(names)
    assert [name for each in names for name in file_names([each])] == together
    assert len({name.casefold() for name in together}) == len(names)
    assert together[0] == "Anna"
    assert together[1].startswith("anna-")
    assert together[-2:] == names[-2:]


def test_file_names_are_safe_and_differ() -> None:
    names = ["a/b", "a\\b", "../x", "Teacher", "anna", "Anna", "x" * 300, "=1", "中", "O'Neil", "."]
    found = file_names(names)
    assert len({name.casefold() for name in found}) == len(names)
    for name in found:
        assert not set(name) & set('/\\:*?"<>|.=')
        assert 0 < len(name.encode()) < 150
    assert found[8:10] == ["中", "O'Neil"]


MISUSE = [
    (["build", "ndcg-mrr", "--exercise"], "has no exercise"),
    (["build", "--seed", "3"], "add --exercise"),
    (["build", "--students", "n.csv"], "add --exercise"),
    (["build", "--exercise", "--k", "3"], "--k and --gain do not go with --exercise"),
    (["build", "--exercise", "--seed", "-1"], "-1 is not in the range"),
    (["build", "--exercise", "-o", "x.xlsx"], "Give a folder with -o"),
    (["build", "--exercise", "--students", "n.csv"], "n.csv: cannot be read"),
]


@pytest.mark.parametrize(("arguments", "message"), MISUSE, ids=lambda value: str(value)[:60])
def test_misuse_gives_one_message(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert not list(Path().iterdir())


WRONG = [
    (
        '"IDCG", "nDCG"]',
        '"IDCG", "nDGC"]',
        "sheets[1].exercise.ask[4]: no figure of a ranking table is called 'nDGC'; did you mean",
    ),
    (
        '"IDCG", "nDCG"]',
        '"IDCG", "2.nDCG"]',
        "sheets[1].exercise.ask[4]: there is no table 2 on this sheet",
    ),
    ('"IDCG", "nDCG"]', '"IDCG", "discount"]', "exercise.ask[4]: no figure"),
    ('"IDCG", "nDCG"]', '"IDCG", "DCG"]', "exercise.ask[4]: DCG is asked for already"),
    ('ask = ["CG"', 'asks = ["CG"', "ask: is missing"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG, ids=lambda value: str(value)[:20])
def test_a_template_that_asks_for_what_is_not_there(old: str, new: str, said: str) -> None:
    source = shipped_templates()["cg-to-ndcg"].read_text("utf-8")
    assert old in source
    Path("mine.toml").write_text(source.replace(old, new), "utf-8")
    with pytest.raises(BadTemplate) as caught:
        read_template(Path("mine.toml"))
    assert any(said in complaint for complaint in caught.value.complaints)


def test_ones_own_template_may_ask_by_table() -> None:
    source = shipped_templates()["cg-to-ndcg"].read_text("utf-8")
    Path("mine.toml").write_text(source.replace('"IDCG", "nDCG"]', '"IDCG", "1.nDCG"]'), "utf-8")
    assert run("build", "mine.toml", "--exercise").exit_code == 0
