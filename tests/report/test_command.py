"""The command `check` as a user meets it: options, exit codes, many files, the rules' manuals."""

import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import yaml
from click.testing import CliRunner, Result

import xlmetrics
from xlmetrics.audits import ENDED, FEW, check_all
from xlmetrics.build import build
from xlmetrics.cli import main
from xlmetrics.errors import XlmetricsError
from xlmetrics.rules import RULES
from xlmetrics.rules.manual import codes, manual, manuals
from xlmetrics.testing import assert_clean

ROOT = Path(__file__).parents[2]


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``right.xlsx``, ``wrong.xlsx``, which is that with two cells changed, and ``plain.xlsx``."""
    folder = tmp_path_factory.mktemp("books")
    build(["ndcg-mrr"], folder / "right.xlsx")
    book = openpyxl.load_workbook(folder / "right.xlsx")
    book.worksheets[0]["C4"] = "=B4/LOG(A4,2)"
    book.worksheets[0]["B13"] = 0.69
    book.save(folder / "wrong.xlsx")
    book = openpyxl.Workbook()
    book["Sheet"].append(["a", 1, "=B1+1"])
    book.save(folder / "plain.xlsx")
    return folder


@pytest.fixture(autouse=True)
def there(books: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(books, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)


def found(*arguments: str) -> set[str]:
    told = json.loads(run("check", "wrong.xlsx", "--format", "json", *arguments).stdout)
    return {finding["code"] for finding in told["findings"]}


ALL = {"XL100", "XL202", "XL216"}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ALL),
        (["--select", "XL100"], {"XL100"}),
        (["--select", "XL100,xl216"], {"XL100", "XL216"}),
        (["--select", "XL2"], {"XL202", "XL216"}),
        (["--select", "20"], {"XL202"}),
        (["--select", "XL101"], set()),
        (["--ignore", "XL2"], {"XL100"}),
        (["--select", "XL2", "--ignore", "XL101, 216"], {"XL202"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_rules_are_selected_and_ignored(arguments: list[str], expected: set[str]) -> None:
    assert found(*arguments) == expected


def test_what_is_left_out_is_not_called_right() -> None:
    result = run("check", "wrong.xlsx", "--ignore", "XL10,XL20", "--format", "json")
    told = json.loads(result.stdout)
    assert result.exit_code == 0
    assert {cell["verdict"] for cell in told["cells"]} == {"ok", "left out"}
    assert {each["where"] for each in told["not_checked"]} == {"XL100", "XL202"}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["right.xlsx"], 0),
        (["plain.xlsx"], 0),
        (["plain.xlsx", "--all", "--fail-on", "note"], 1),
        (["wrong.xlsx"], 1),
        (["wrong.xlsx", "--fail-on", "never"], 0),
        (["wrong.xlsx", "--select", "XL216"], 0),
        (["wrong.xlsx", "--select", "XL216", "--fail-on", "note"], 1),
        (["right.xlsx", "wrong.xlsx"], 1),
        (["right.xlsx", "absent.xlsx"], 2),
        (["wrong.xlsx", "absent.xlsx", "--fail-on", "never"], 2),
        (["."], 1),
        (["wrong.xlsx", "--select", "XL9"], 2),
        (["wrong.xlsx", "--ignore", ""], 2),
        (["wrong.xlsx", "-o", "report.doc"], 2),
        (["wrong.xlsx", "--answers", "-o", "report.json"], 2),
        (["wrong.xlsx", "--template", "mine.toml"], 2),
        (["wrong.xlsx", "-o", "right.xlsx"], 2),
        (["wrong.xlsx", "-o", "right.xlsx", "--format", "json"], 2),
    ],
    ids=str,
)
def test_exit_codes(arguments: list[str], code: int) -> None:
    result = run("check", *arguments)
    assert result.exit_code == code
    assert "Traceback" not in result.output


def test_a_sheet_without_measures_is_left_alone() -> None:
    told = run("check", "plain.xlsx").output
    assert "no ranking measure found" in told
    assert "XL2" not in told
    assert "Not checked" in told
    assert "XL216" in run("check", "plain.xlsx", "--all").output


def test_one_bad_file_stops_none_of_the_others() -> None:
    """More files than are checked one after the other; lock files are told, others passed over."""
    inside = Path("more/deep")
    inside.mkdir(parents=True)
    for number in range(FEW):
        shutil.copy("right.xlsx", inside / f"{number}.xlsx")
    (inside / "bad.xlsx").write_bytes(b"PK nothing")
    (inside / "~$0.xlsx").write_bytes(b"x")
    (inside / "notes.txt").write_text("no workbook")
    result = run("check", "more", "wrong.xlsx")
    assert result.exit_code == 2
    assert "~$0.xlsx: a lock file, not checked" in result.stderr
    assert "bad.xlsx\nnot read: this workbook is damaged" in result.stdout
    table = result.stdout[result.stdout.rindex("file ") :].splitlines()
    assert [line.split()[0] for line in table[1:]] == [
        *(f"more/deep/{number}.xlsx" for number in range(FEW)),
        "more/deep/bad.xlsx",
        "wrong.xlsx",
    ]
    assert table[-1].split()[1:] == ["34", "3", "1", "0"]
    assert "XL100" in result.stdout


@pytest.fixture
def foreign() -> Path:
    """A sheet of somebody else: DCG of three grades, and a figure that does not say what it is."""
    book = openpyxl.Workbook()
    sheet = book["Sheet"]
    for row in (["Rank", "Relevance"], [1, 0], [2, 2], [3, 1]):
        sheet.append(row)
    sheet["D9"] = 0.5
    sheet["D10"] = "=SUMPRODUCT(B2:B4/LOG(A2:A4+1,2))"
    book.save("foreign.xlsx")
    return Path("foreign.xlsx")


def test_what_cells_were_taken_for_is_explained(foreign: Path) -> None:
    short, long = (run("check", foreign, *more).stdout for more in ([], ["--explain"]))
    assert "Taken for" in short
    assert "ranks Sheet!A2:A4" not in short
    assert "ranks Sheet!A2:A4" in long
    assert run("check", foreign, "--explain", "--format", "json").exit_code == 2


@pytest.mark.parametrize(
    "mapped",
    [
        ["--map", "rr=D9", "grade=B2:B4"],
        ["--map", "rr=D9 grade=B2:B4"],
        ["--map", "rr=D9", "--map", "grade=Sheet!B2:B4"],
        ["--map", "mine.toml"],
    ],
    ids=" ".join,
)
def test_what_cells_are_for_can_be_said(foreign: Path, mapped: list[str]) -> None:
    Path("mine.toml").write_text('rr = "D9"\ngrade = "B2:B4"\n')
    told = json.loads(run("check", foreign, "--format", "json", *mapped).stdout)
    assert {cell["cell"]: cell["measure"] for cell in told["cells"]} == {"D9": "RR", "D10": "DCG"}
    before = json.loads(run("check", foreign, "--format", "json").stdout)
    assert [cell["cell"] for cell in before["cells"]] == ["D10"]


@pytest.mark.parametrize(
    ("file", "entry", "message"),
    [
        ("foreign.xlsx", "ndgc=D9", "Did you mean ndcg?"),
        ("foreign.xlsx", "ndcg=Absent!D9", "there is no sheet 'Absent'"),
        ("foreign.xlsx", "absent.toml", "absent.toml: cannot be read"),
        ("right.xlsx", "ndcg=D9", "says itself where its measures stand"),
    ],
)
def test_what_cannot_be_so_is_told(foreign: Path, file: str, entry: str, message: str) -> None:
    result = run("check", file, "--map", entry)
    assert foreign.exists()
    assert result.exit_code == 2
    assert message in result.output


class Deadly(type(Path())):  # type: ignore[misc]
    """A path that ends the process that is asked to check it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (1,)


def test_a_file_that_ends_its_process_is_told_and_the_others_checked() -> None:
    good = Path("right.xlsx")
    found = check_all([good, good, Deadly("wrong.xlsx"), good, good])
    assert [each.problem for each in found] == ["", "", ENDED, "", ""]
    assert all(each.report for each in found if not each.problem)


def test_what_starts_processes_is_loaded_for_many_files_only() -> None:
    code = (
        "import sys; sys.argv = ['xlmetrics', 'check', 'right.xlsx']\n"
        "from xlmetrics.cli import main\n"
        "try: main()\nexcept SystemExit: print('joblib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_no_figure_is_cut_where_a_line_is_long() -> None:
    book = openpyxl.load_workbook("right.xlsx")
    book.worksheets[0].title = "a sheet with a title of 31 ltrs"
    book.create_sheet("other")["A1"] = "=1"
    book.save("long.xlsx")
    assert "…" not in run("check", "long.xlsx").stdout


def test_a_folder_without_workbooks_is_told() -> None:
    Path("empty").mkdir()
    result = run("check", "empty")
    assert (result.exit_code, result.output) == (
        2,
        "there is no workbook to check. Name files, or a folder that holds some.\n",
    )


def test_the_output_is_written_as_its_ending_says_and_never_over_another() -> None:
    assert run("check", "wrong.xlsx", "-o", "r.json").exit_code == 1
    assert json.loads(Path("r.json").read_text())["mistakes"] == 3
    again = run("check", "right.xlsx", "-o", "r.json")
    assert again.exit_code == 2
    assert "is there already" in again.output
    assert run("check", "right.xlsx", "-o", "r.json", "--force").exit_code == 0
    assert json.loads(Path("r.json").read_text())["mistakes"] == 0


def test_the_manual_of_a_rule() -> None:
    told = run("rule", "xl101").output
    assert told.startswith("XL101 ideal from retrieved: ")
    for heading in ("What it does: ", "Why it is bad: ", "Example: ", "Use instead: "):
        assert f"\n{heading}" in told
    assert run("rule", "101").output == told
    unknown = run("rule", "XL19")
    assert unknown.exit_code == 2
    assert "`xlmetrics rules` lists them" in unknown.output
    lines = run("rules").output.splitlines()
    assert [line.split()[0] for line in lines] == sorted(rule.CODE for rule in RULES)


def test_every_rule_has_all_sections() -> None:
    for each in manuals().values():
        assert list(each.sections) == ["What it does", "Why it is bad", "Example", "Use instead"]
        assert all(each.sections.values())
        assert manual(each.code) is each
    assert codes(["XL"]) == set(manuals())


def test_the_page_of_the_rules_is_up_to_date() -> None:
    path = ROOT / "docs/rule_pages.py"
    made = runpy.run_path(str(path))["page"]()
    assert (ROOT / "docs/rules.md").read_text("utf-8") == made, f"run python docs/{path.name}"
    anchors = {
        re.sub(r" ", "-", head.lower()) for head in re.findall(r"^## (.+)$", made, re.MULTILINE)
    }
    assert set(re.findall(r"\(#(.+?)\)", made)) == anchors


def test_in_python() -> None:
    report = xlmetrics.check("wrong.xlsx")
    assert isinstance(report, xlmetrics.Report)
    assert len(report.mistakes) == 3
    assert {find.code for find in report.only(["XL100"]).findings} == {"XL100"}
    with pytest.raises(XlmetricsError, match="no such rule"):
        report.only(["XL9"])


def test_a_sheet_is_held_to_being_right() -> None:
    assert assert_clean("right.xlsx").findings == ()
    assert_clean(Path("wrong.xlsx"), ignore=["XL10", "XL202"])
    with pytest.raises(AssertionError) as failed:
        assert_clean("wrong.xlsx", select=["XL202"])
    told = str(failed.value)
    assert told.startswith("wrong.xlsx: 1 finding\nXL202 'NDCG and MRR'!B13: nDCG@5: ")
    assert "0.690000, should be 0.550438: +0.140" in told
    with pytest.raises(AssertionError, match="XL216"):
        assert_clean("wrong.xlsx", ignore=["XL10", "XL202"], notes=True)


def test_the_hook_runs() -> None:
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert {"id", "name", "entry", "language", "files"} <= set(hook)
    takes = re.compile(hook["files"])
    assert takes.search("a/b.xlsx")
    assert takes.search("b.ods")
    assert not takes.search("b.xlsx.txt")
    assert re.search(hook["exclude"], "a/~$b.xlsx")
    assert not re.search(hook["exclude"], "a/b~$.xlsx")
    bin_folder = str(Path(sys.executable).parent)
    environment = os.environ | {"PATH": os.pathsep.join([bin_folder, os.environ["PATH"]])}
    for file, code in (("right.xlsx", 0), ("wrong.xlsx", 1)):
        command = [*shlex.split(hook["entry"]), file]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        assert done.returncode == code, done.stderr
