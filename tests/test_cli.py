"""The command line as a user meets it: what it prints, where it writes, how it exits."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner, Result

import xlmetrics
from tests.support import write_template
from xlmetrics.cli import main, shared
from xlmetrics.template.read import shipped_templates
from xlmetrics.xlsx import save


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_build_writes_every_template_to_output() -> None:
    result = run("build")
    assert result.exit_code == 0
    names = {path.stem for path in Path("output").iterdir()}
    assert names == set(shipped_templates())
    assert {"ndcg-mrr", "five-documents", "four-documents"} <= names


@pytest.mark.parametrize(
    ("output", "written"),
    [
        ("here.xlsx", "here.xlsx"),
        ("folder", "folder/ndcg-mrr.xlsx"),
        ("new/folder/", "new/folder/ndcg-mrr.xlsx"),
        ("new/HERE.XLSX", "new/HERE.XLSX"),
    ],
)
def test_build_one_to_a_file_or_a_folder(output: str, written: str) -> None:
    result = run("build", "ndcg-mrr", "-o", output)
    assert result.exit_code == 0
    assert result.output.strip() == str(Path(written))
    assert Path(written).is_file()


def test_build_your_own_template_with_options() -> None:
    write_template(Path("mine.toml"), ["a", "b", "c"])
    assert run("build", "mine.toml", "--k", "2", "--gain", "exponential").exit_code == 0
    ws = openpyxl.load_workbook("output/mine.xlsx", data_only=True).worksheets[0]
    assert ws["B6"].value == 2
    assert ws["C7"].value == pytest.approx((1 + 1 / 2) / 3)
    run("build", "ndcg-mrr", "--gain", "exponential")
    ws = openpyxl.load_workbook("output/ndcg-mrr.xlsx").worksheets[0]
    assert "exponential" in {cell.value for row in ws for cell in row}


def test_templates_lists_each_with_a_line() -> None:
    lines = run("templates").output.splitlines()
    assert [line.split()[0] for line in lines] == list(shipped_templates())
    assert all(len(line.split()) > 4 for line in lines)


def test_in_a_terminal_the_list_keeps_to_its_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "get_terminal_size", lambda: os.terminal_size((80, 24)))
    as_it_was = run("templates").output.splitlines()
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    lines = run("templates").output.splitlines()
    assert len(lines) > len(as_it_was)
    assert max(map(len, lines)) <= 80
    assert " ".join(" ".join(lines).split()) == " ".join(" ".join(as_it_was).split())


def test_new_writes_a_start_and_overwrites_nothing() -> None:
    result = run("new", "mine.toml")
    assert result.exit_code == 0
    assert "xlmetrics build mine.toml" in result.output
    assert run("build", "mine.toml").exit_code == 0
    Path("mine.toml").write_text("mine")
    Path("link.toml").symlink_to("nowhere.toml")
    Path("a-file").write_text("")
    for name, said in (
        ("mine.toml", "mine.toml: is there already. Choose another name."),
        ("link.toml", "link.toml: is there already"),
        ("mine", "mine: a template is a .toml file. Name it mine.toml."),
        ("no/mine.toml", "no/mine.toml: there is no folder no. Make it first"),
        ("a-file/mine.toml", "there is no folder a-file"),
        ("a" * 300 + ".toml", "cannot be written: File name too long"),
        ("", "the name is empty"),
    ):
        result = run("new", name)
        assert result.exit_code == 2
        assert said in result.output
    assert Path("mine.toml").read_text() == "mine"
    assert not Path("nowhere.toml").exists()


BROKEN = """\
title = "x"
sumary = "y"
sheet = "a/b"
k = 0
gain = "exp"

[scale]
0 = "no"
3 = "yes"

[[tables]]
kind = "ndcg"
returned = [2, 0, "x"]

[[tables]]
kind = "reciprocal_rank"
queries = [{ query = 5, first_relevant_rank = 1.5 }]
"""

COMPLAINTS = [
    ("", "summary: is missing"),
    (", line 2", "sumary: is not a key here; did you mean summary?"),
    (", line 3", "sheet: holds '/'"),
    (", line 4", "k: must be a whole number from 1"),
    (", line 5", "gain: must be 'linear' or 'exponential'"),
    (", line 13", "tables[1].returned[3]: must be a grade of the scale"),
    (", line 13", "tables[1].returned[1]: 2 is not on the scale 0, 3"),
    (", line 17", "tables[2].queries[1].query: must be text in quotes, not 5"),
    (", line 17", "tables[2].queries[1].first_relevant_rank: must be a whole number"),
]


def test_a_broken_template_gives_all_complaints_at_once() -> None:
    Path("bad.toml").write_text(BROKEN)
    result = run("build", "bad.toml")
    assert result.exit_code == 2
    lines = result.output.splitlines()
    assert len(lines) == len(COMPLAINTS)
    for line, text in COMPLAINTS:
        assert any(said.startswith(f"bad.toml{line}: {text}") for said in lines), text
    assert not Path("output").exists()


MISUSE = [
    (["build", "ndgc-mrr"], "Did you mean ndcg-mrr?"),
    (["build", "/dev/zero"], "is no file"),
    (["templates", "/dev/zero"], "/dev/zero: there is no template of this name"),
    (["templates", "../../etc/passwd"], "`xlmetrics templates` lists them"),
    (["templates", "syntax.toml"], "there is no template of this name"),
    (["templates", "NDCG-mrr.toml"], "Did you mean ndcg-mrr?"),
    (["build", "zzz"], "`xlmetrics templates` lists them"),
    (["build", "none.toml"], "none.toml: there is no such file"),
    (["build", "."], "is no file"),
    (["build", "syntax.toml"], "syntax.toml: this is not TOML"),
    (["build", "latin.toml"], "not UTF-8"),
    (["build", "off-scale.toml"], "line 10: tables[1].missed[1]: 7 is not on the scale 0, 1"),
    (["build", "--k", "0"], "0 is not a whole number from 1 to 1,000,000"),
    (["build", "--k", "1000001"], "1000001 is not a whole number from 1 to 1,000,000"),
    (["build", "--k", "2.5"], "2.5 is not a whole number from 1 to 1,000,000"),
    (["build", "a" * 300], "there is no template of this name"),
    (["build", "a" * 300 + ".toml"], "cannot be read: File name too long"),
    (["build", "-o", "a" * 300], "cannot be written: File name too long"),
    (["build", "-o", "a" * 300 + ".xlsx"], "do not fit one file"),
    (["build", "ndcg-mrr", "-o", "a" * 300 + ".xlsx"], "cannot be written: File name too long"),
    (["build", "many-digits.toml"], "many-digits.toml, line 2: a number has too many digits"),
    (["build", "-o", "in-the-way"], "ndcg-mrr.xlsx: is a folder"),
    (["build", "ndcg-mrr", "-o", "pipe.xlsx"], "a device or a pipe is in the way"),
    (["build", "ndcg-mrr", "-o", "circle.xlsx"], "circle.xlsx: cannot be written"),
    (["templates", "ndgc-mrr"], "Did you mean ndcg-mrr?"),
    (["build", "--gain", "log"], "'log' is not one of"),
    (["build", "-o", "a-file/x"], "cannot be written"),
    (["build", "ndcg-mrr", "-o", "a-file/x.xlsx"], "cannot be written"),
    (["build", "-o", ""], "the name is empty"),
    (["build", "-o", "-"], "- is no file or folder, and pipes are not used"),
    (["recalc", "x.xlsx", "-o", ""], "the name is empty"),
    (["build", "-o", "one.xlsx"], "do not fit one file"),
    (["build", "ndcg-mrr", "-o", "one.ods"], "Name it one.xlsx"),
    (["build", "-o", "lesson.txt"], "Name it lesson.xlsx, or make the folder of this name first"),
    (["build", "ndcg-mrr", "-o", "lesson.docx"], "Name it lesson.xlsx"),
    (["build", "ndcg-mrr", "four-documents", "ndcg-mrr"], "same name"),
    (["check", "absent.xlsx"], "absent.xlsx"),
    (["check", "latin.toml"], "latin.toml"),
    (["check", "latin.toml"], "latin.toml"),
    (["check", "."], "."),
]


@pytest.mark.parametrize(("arguments", "message"), MISUSE, ids=lambda value: str(value)[:60])
def test_misuse_gives_one_message_and_exit_code_2(arguments: list[str], message: str) -> None:
    Path("a-file").write_text("query,rank\nreset,1\n")
    Path("in-the-way/ndcg-mrr.xlsx").mkdir(parents=True)
    os.mkfifo("pipe.xlsx")
    Path("circle.xlsx").symlink_to("circle.xlsx")
    Path("many-digits.toml").write_text(f'title = "T"\nk = {"9" * 5000}\n')
    Path("syntax.toml").write_text('title = "x\n')
    Path("latin.toml").write_bytes('title = "é"'.encode("latin-1"))
    Path("off-scale.toml").write_text(
        'title = "T"\nsummary = "S"\nsheet = "S"\nk = 1\ngain = "linear"\n'
        'scale = { 0 = "no", 1 = "yes" }\n[[tables]]\nkind = "ndcg"\nreturned = [1]\nmissed = [7]\n'
    )
    before = sorted(Path().rglob("*"))
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output
    assert sorted(Path().rglob("*")) == before, "something was written"


def test_one_bad_template_among_good_ones_writes_nothing() -> None:
    Path("bad.toml").write_text("k = 0")
    assert run("build", "ndcg-mrr", "bad.toml", "-o", "out").exit_code == 2
    assert not Path("out").exists()


def test_a_workbook_that_somebody_saved_is_not_overwritten() -> None:
    run("build", "ndcg-mrr", "-o", "x.xlsx")
    assert run("build", "ndcg-mrr", "-o", "x.xlsx", "--k", "3").exit_code == 0, "ours, untouched"
    book = openpyxl.load_workbook("x.xlsx")
    book.worksheets[0]["B2"] = 3
    book.save("x.xlsx")
    worked_on = Path("x.xlsx").read_bytes()
    result = run("build", "ndcg-mrr", "-o", "x.xlsx")
    assert result.exit_code == 2
    assert "is there already and is not as build wrote it" in result.output
    assert "--force" in result.output
    assert Path("x.xlsx").read_bytes() == worked_on
    assert run("build", "ndcg-mrr", "-o", "x.xlsx", "--force").exit_code == 0
    assert Path("x.xlsx").read_bytes() != worked_on


def test_a_file_of_another_kind_is_not_overwritten() -> None:
    Path("x.xlsx").write_text("my notes")
    assert run("build", "ndcg-mrr", "-o", "x.xlsx").exit_code == 2
    assert Path("x.xlsx").read_text() == "my notes"


def test_a_symbolic_link_stays_one() -> None:
    run("build", "ndcg-mrr", "-o", "real.xlsx")
    before = Path("real.xlsx").read_bytes()
    Path("link.xlsx").symlink_to("real.xlsx")
    assert run("build", "ndcg-mrr", "-o", "link.xlsx", "--k", "3").exit_code == 0
    assert Path("link.xlsx").is_symlink()
    assert Path("real.xlsx").read_bytes() != before


def test_two_workbooks_do_not_go_to_one_file_by_a_link() -> None:
    Path("out").mkdir()
    Path("out/ndcg-mrr.xlsx").symlink_to("five-documents.xlsx")
    result = run("build", "-o", "out")
    assert result.exit_code == 2
    assert "two of these files are one" in result.output
    assert [path.name for path in Path("out").iterdir()] == ["ndcg-mrr.xlsx"]


def test_what_cannot_be_reached_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a folder that is not one's own; whoever tests as root may go anywhere."""

    def denied(path: Path, *_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    for name in ("stat", "lstat", "read_bytes"):
        original = getattr(Path, name)

        def guarded(path: Path, *rest: Any, _original: Any = original, **extra: Any) -> Any:
            return (denied if "theirs" in path.parts else _original)(path, *rest, **extra)

        monkeypatch.setattr(Path, name, guarded)
    for arguments in (["ndcg-mrr", "-o", "theirs"], ["ndcg-mrr", "-o", "theirs/x.xlsx"]):
        result = run("build", *arguments)
        assert "cannot be written: Permission denied" in result.output
    for source in ("theirs/mine", "theirs/mine.toml"):
        result = run("build", source)
        assert result.output == f"{source}: cannot be read: Permission denied\n"


def test_a_disk_that_fills_up_leaves_what_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    run("build")
    before = {path: path.read_bytes() for path in Path("output").iterdir()}
    stage = save._stage

    def full(place: Path, *rest: Any) -> None:
        stage(place, *rest)
        if place.name == "ndcg-mrr.xlsx":
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(save, "_stage", full)
    result = run("build", "--k", "3")
    assert result.exit_code == 2
    assert "ndcg-mrr.xlsx: cannot be written: No space left on device" in result.output
    assert {path: path.read_bytes() for path in Path("output").iterdir()} == before


def test_templates_prints_one_to_copy_and_change() -> None:
    result = run("templates", "ndcg-mrr")
    assert result.stdout_bytes == shipped_templates()["ndcg-mrr"].read_bytes()
    Path("mine.toml").write_bytes(result.stdout_bytes)
    assert run("build", "mine.toml").exit_code == 0


MODULE = [sys.executable, "-m", "xlmetrics"]
EVERY_OUTPUT = [["--help"], ["build", "--help"], ["build"], ["templates"], ["check", "x.xlsx"]]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("arguments", EVERY_OUTPUT, ids=str)
def test_output_that_cannot_be_written_is_told_in_a_line(arguments: list[str]) -> None:
    run("build", "ndcg-mrr", "-o", "x.xlsx")
    with Path("/dev/full").open("w") as full:
        process = subprocess.run(
            [*MODULE, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert process.returncode == 2
    assert process.stderr == "the output cannot be written: No space left on device\n"


@pytest.mark.parametrize("arguments", EVERY_OUTPUT, ids=str)
def test_a_closed_pipe_ends_it_silently(arguments: list[str]) -> None:
    run("build", "ndcg-mrr", "-o", "x.xlsx")
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        [*MODULE, *arguments], stdout=writer, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writer)
    assert (process.returncode, process.stderr) == (2, "")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_characters_that_the_output_lacks(encoding: str) -> None:
    for arguments in (["build", "ndcg-mrr", "-o", "中.xlsx"], ["check", "中.xlsx"]):
        process = subprocess.run(
            [*MODULE, *arguments],
            env=os.environ | {"PYTHONIOENCODING": encoding},
            capture_output=True,
            check=False,
        )
        assert process.returncode == 0, process.stderr
        assert b"Traceback" not in process.stderr


HEAVY = ["openpyxl", "numpy", "pydantic", "formulas", "lxml", "rich", "pandas"]


def loaded_by(*arguments: str, package: Path | None = None) -> set[str]:
    """The heavy modules that a whole process of the command line loads."""
    code = (
        "import sys\nsys.argv = ['xlmetrics', *sys.argv[1:]]\n"
        "from xlmetrics.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        f"print('LOADED', *[name for name in {HEAVY} if name in sys.modules])"
    )
    process = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | ({"PYTHONPATH": str(package)} if package else {}),
    )
    return set(process.stdout.splitlines()[-1].split()[1:])


def test_help_is_light() -> None:
    assert loaded_by("--help") == set()


def test_importing_the_package_is_light() -> None:
    heavy = [*HEAVY, "polars", "click"]
    code = f"import sys, xlmetrics\nprint([name for name in {heavy} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


def test_build_loads_no_engine_and_no_validator(tmp_path: Path) -> None:
    """As installed from a wheel, which holds the templates in the package."""
    package = tmp_path / "copy"
    shutil.copytree(Path(xlmetrics.__file__).parent, package / "xlmetrics")
    shutil.copytree(shipped_templates()["ndcg-mrr"].parent, package / "templates")
    loaded = loaded_by("build", "ndcg-mrr", "--force", package=package)
    assert "pydantic" in loaded, "negative control: in the sources, templates are validated"
    (package / "templates").rename(package / "xlmetrics/templates")
    loaded = loaded_by("build", "ndcg-mrr", "--force", package=package)
    assert "openpyxl" in loaded, "negative control"
    assert not loaded & {"formulas", "pydantic", "rich", "pandas"}


def test_the_installed_command_runs() -> None:
    program = Path(sys.executable).with_name("xlmetrics")
    command = str(program) if program.exists() else shutil.which("xlmetrics")
    assert command
    process = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert process.stdout.startswith("xlmetrics ")


def test_check_as_json() -> None:
    run("build", "ndcg-mrr", "-o", "x.xlsx")
    result = run("check", "x.xlsx", "--format", "json")
    assert result.exit_code == 0
    told = json.loads(result.output)
    assert told["schema"] == "xlmetrics.check/1"
    assert told["findings"] == told["not_checked"] == []
    cells = {cell["cell"]: cell for cell in told["cells"]}
    assert cells["B13"]["measure"] == "nDCG@5"
    for witness in ("in_file", "recomputed", "reference"):
        assert cells["B13"][witness] == pytest.approx(0.550438203183182, abs=1e-9)
