"""The command that checks: workbooks, many or one, and the answers of students."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xlmetrics.cli.group import main
from xlmetrics.cli.shared import FAILED, FINDINGS, PATH, shown_progress
from xlmetrics.errors import XlmetricsError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.audits import Audited
    from xlmetrics.roles import Overrides

_ENTRY = re.compile(r"[\w@]+=")
_BETWEEN = re.compile(r"\s+(?=[\w@]+=)")


def _codes(_context: click.Context, _option: click.Parameter, given: str | None) -> list[str]:
    """Rules named with commas between; an unknown one is told before anything is read."""
    if given is None:
        return []
    from xlmetrics.rules.manual import codes

    named = given.split(",")
    codes(named)
    return named


@main.command()
@click.argument("files", type=PATH, nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "sarif", "markdown", "html", "csv"]),
    help="How to tell what was found; CSV for answers only. [default: table, or the ending of -o]",
)
@click.option("-o", "--output", type=PATH, help="A .txt, .json, .sarif, .md or .html file.")
@click.option("--force", is_flag=True, help="Overwrite the file of -o.")
@click.option(
    "--annotate",
    type=PATH,
    metavar="COPY.xlsx",
    help="Write a copy of the workbook in which each finding is marked, explained and listed.",
)
@click.option(
    "--select",
    metavar="CODES",
    callback=_codes,
    help="These rules only: XL101,XL2 (XL2 is all that begin with it).",
)
@click.option("--ignore", metavar="CODES", callback=_codes, help="All rules but these.")
@click.option(
    "--fail-on",
    type=click.Choice(["mistake", "note", "never"]),
    default="mistake",
    show_default=True,
    help="What makes the exit code 1.",
)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Use the rules about spreadsheets (XL2) where there is no ranking measure too.",
)
@click.option(
    "--map",
    "mapped",
    multiple=True,
    metavar="KEY=CELLS|FILE.toml",
    help='What cells are for: "ndcg=B13 grade=B2:B7 judged=B2:B8 k=B10", or a file that says it.',
)
@click.option("--explain", is_flag=True, help="Tell what each cell was taken for, and why.")
@click.option(
    "--engine",
    type=click.Choice(["formulas", "libreoffice", "both"]),
    default="formulas",
    show_default=True,
    help="Who recomputes; of two that disagree, neither is believed.",
)
@click.option(
    "--answers", is_flag=True, help="Mark exercises that students returned: files, or folders."
)
@click.option(
    "--template",
    "templates",
    type=PATH,
    multiple=True,
    help="With --answers: your own template that the exercises were made from.",
)
@click.option(
    "--students",
    type=PATH,
    metavar="NAMES.csv",
    help="With --answers: the class, to tell who returned nothing.",
)
def check(
    files: tuple[Path, ...],
    form: str | None,
    output: Path | None,
    force: bool,  # noqa: FBT001
    annotate: Path | None,
    select: list[str],
    ignore: list[str],
    fail_on: str,
    everything: bool,  # noqa: FBT001
    mapped: tuple[str, ...],
    explain: bool,  # noqa: FBT001
    engine: str,
    answers: bool,  # noqa: FBT001
    templates: tuple[Path, ...],
    students: Path | None,
) -> None:
    """Recompute workbooks and check every measure that they hold.

    FILE is a workbook (.xlsx, .ods, .xls), a table (.csv, .tsv), or a folder of workbooks. Exits
    with 1 if there is a mistake, and with 2 if a file cannot be read, which stops none of the
    others.

    With --answers, mark the exercises that students returned, and exit with 1 if a file could not
    be marked. Nothing is written to the files.
    """
    if answers:
        if output or annotate or select or ignore or mapped or explain or everything:
            raise click.UsageError("with --answers go --format, --template and --students only.")
        _mark(files, form or "table", templates, students)
        return
    if form == "csv" or templates or students:
        raise click.UsageError(
            "--format csv, --template and --students are for exercises; add --answers."
        )
    from xlmetrics.report.audits import FORMS
    from xlmetrics.report.forms import form_of

    form = form or form_of(output, FORMS)
    if explain and form != "table":
        raise click.UsageError("--explain goes with the table; the other forms tell enough.")
    if output is not None and output.exists() and not force:
        raise XlmetricsError(f"{output}: is there already. Give another name, or --force.")
    if annotate is not None:
        _can_annotate(files, annotate)
    files, overrides = _overrides(files, mapped)
    audits = _audits(files, engine, select, ignore, overrides, everything=everything)
    _tell(audits, form, output, alone=_alone(files), explained=explain)
    if annotate is not None and (report := audits[0].report):
        from xlmetrics.report.annotated import annotate as annotate_copy

        annotate_copy(report, annotate)
        click.echo(f"{annotate}: a copy with the findings", err=True)
    sys.exit(_exit_code(audits, fail_on))


def _can_annotate(files: Sequence[Path], copy: Path) -> None:
    from xlmetrics.report.annotated import refuse

    if not _alone(files):
        raise click.UsageError("--annotate takes one workbook.")
    refuse(files[0], copy)


def _audits(
    files: Sequence[Path],
    engine: str,
    select: list[str],
    ignore: list[str],
    overrides: Overrides,
    *,
    everything: bool,
) -> list[Audited]:
    """Check what is named; a file that is named alone is checked, whatever it is."""
    from xlmetrics.audits import Audited, check_all, workbooks
    from xlmetrics.witnesses import Engine

    found, locks = (list(files), []) if _alone(files) else workbooks(files)
    for lock in locks:
        click.echo(f"{lock}: a lock file, not checked; its workbook is open elsewhere", err=True)
    with shown_progress("checking") as progress:
        audits = check_all(
            found,
            Engine(engine),
            everything=everything,
            overrides=overrides,
            progress=progress,
        )
    return [
        Audited(each.path, each.report and each.report.only(select, ignore), each.problem)
        for each in audits
    ]


def _overrides(files: Sequence[Path], mapped: Sequence[str]) -> tuple[tuple[Path, ...], Overrides]:
    """What cells are said to be for; what follows --map as ``key=cells`` is no file."""
    from xlmetrics.roles import parse_map, read_map

    if not mapped:
        return tuple(files), ()
    more = [file for file in files if _ENTRY.match(str(file)) and not file.exists()]
    named = [each for each in mapped if not _ENTRY.match(each)]
    entries = [part for each in mapped if each not in named for part in _BETWEEN.split(each)]
    found = [each for file in named for each in read_map(Path(file))]
    return (
        tuple(file for file in files if file not in more),
        (*found, *parse_map([*entries, *map(str, more)])),
    )


def _alone(files: Sequence[Path]) -> bool:
    return len(files) == 1 and not files[0].is_dir()


def _tell(
    audits: Sequence[Audited], form: str, output: Path | None, *, alone: bool, explained: bool
) -> None:
    """Print the reports, or write them; what was not read is told where that does not do it."""
    if form != "table" or output is not None or alone:
        for each in audits:
            if each.problem:
                click.echo(f"{each.path}: {each.problem}", err=True)
    if form == "table" and output is None and alone and audits[0].report is None:
        return
    from xlmetrics.report.audits import audits_as

    if output is not None:
        from xlmetrics.xlsx.save import replace_file

        replace_file(output, audits_as(form, audits, alone=alone, explained=explained).encode())
        mistakes = sum(len(each.report.mistakes) for each in audits if each.report)
        click.echo(f"{output}: mistakes: {mistakes}, files: {len(audits)}")
    elif form == "table":
        from xlmetrics.report.terminal import print_audits

        with _no_exit_of_rich():
            print_audits(audits, alone=alone, explained=explained)
    else:
        click.echo(audits_as(form, audits, alone=alone, explained=explained), nl=False)


def _exit_code(audits: Sequence[Audited], fail_on: str) -> int:
    reports = [each.report for each in audits if each.report]
    if len(reports) < len(audits):
        return FAILED
    counted = {
        "mistake": [each.mistakes for each in reports],
        "note": [each.findings for each in reports],
        "never": [],
    }
    return FINDINGS if any(counted[fail_on]) else 0


def _mark(
    files: tuple[Path, ...], form: str, templates: tuple[Path, ...], students: Path | None
) -> None:
    from xlmetrics.answers import mark_answers
    from xlmetrics.exercise.students import read_students
    from xlmetrics.report.marks import marks_as_csv, marks_as_json, print_marks

    marked = mark_answers(files, templates, read_students(students) if students else ())
    if form == "table":
        with _no_exit_of_rich():
            print_marks(marked)
    else:
        told = marks_as_csv(marked) if form == "csv" else marks_as_json(marked)
        click.echo(told.removesuffix("\n"))
    sys.exit(FINDINGS if any(each.problem for each in marked) else 0)


@contextmanager
def _no_exit_of_rich() -> Iterator[None]:
    """Turn rich's way out of a closed pipe, with a code that means findings, into our own."""
    try:
        yield
    except SystemExit:
        sys.exit(FAILED)
