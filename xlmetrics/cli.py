"""The command line: arguments in, printing and exit codes out. Everything heavy loads late."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from xlmetrics.errors import XlmetricsError

if TYPE_CHECKING:
    from collections.abc import Iterator

FINDINGS, FAILED = 1, 2


class _Commands(click.Group):
    """Commands whose complaints come out as plain lines, with exit code 2."""

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        with _plainly():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _plainly():
            return super().invoke(ctx)


@contextmanager
def _plainly() -> Iterator[None]:
    """Tell what goes wrong in plain lines; a closed pipe or a full disk are among it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            yield
        except XlmetricsError as error:
            for complaint in error.complaints:
                click.echo(complaint, err=True)
            sys.exit(FAILED)
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        finally:
            _flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            with suppress(OSError):
                what = error.filename or "the output cannot be written"
                click.echo(f"{what}: {error.strerror}", err=True)
        _let_go()
        sys.exit(FAILED)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def _let_go() -> None:
    """Lead streams that cannot be written nowhere, else Python stumbles over them at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _cutoff(_context: click.Context, _option: click.Parameter, given: str | None) -> int | None:
    """Read a cut-off, bounded as in a template."""
    from xlmetrics.template.model import MAX_RANK, is_rank

    if given is None:
        return None
    with suppress(ValueError):
        if is_rank(int(given)):
            return int(given)
    raise click.BadParameter(f"{given} is not a whole number from 1 to {MAX_RANK:,}.")


class _Named(click.Path):
    """A path that is not empty, which would silently be the current folder."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        if value == "":
            self.fail("the name is empty; give the name of a file.", param, ctx)
        return super().convert(value, param, ctx)


_PATH = _Named(path_type=Path)


def _beside(text: str, column: int) -> str:
    """Text that begins at this column, in a terminal broken into lines that begin there too."""
    room = get_terminal_size().columns - column
    if not sys.stdout.isatty() or room < 20:
        return text
    return f"\n{' ' * column}".join(wrap(text, room))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="xlmetrics", message="%(package)s %(version)s")
def main() -> None:
    """Spreadsheets that measure rankings, live and proven right.

    Exit codes: 0 all is well, 1 a check found something, 2 it could not be done.
    """


@main.command()
@click.argument("templates", nargs=-1, metavar="[TEMPLATE]...")
@click.option(
    "-o",
    "--output",
    type=_PATH,
    help="The .xlsx file to write, or a folder. [default: output/]",
)
@click.option(
    "--k",
    metavar="INTEGER",
    callback=_cutoff,
    help="The cut-off, in place of the template's; leaves out the notes, which quote figures.",
)
@click.option(
    "--gain",
    type=click.Choice(["linear", "exponential"]),
    help="The gain of a grade: the grade, or 2^grade - 1; leaves out the notes likewise.",
)
@click.option(
    "--exercise",
    is_flag=True,
    help="Write exercises instead: a workbook to answer in, and the teacher's with the answers.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 999_999_999_999),
    metavar="INTEGER",
    help="Other numbers for an exercise. [default: 1]",
)
@click.option(
    "--students",
    type=_PATH,
    metavar="NAMES.csv",
    help="An exercise for each name of a file, a line a name; each has other numbers.",
)
@click.option("--force", is_flag=True, help="Overwrite workbooks that were worked on.")
def build(
    templates: tuple[str, ...],
    output: Path | None,
    k: int | None,
    gain: str | None,
    exercise: bool,  # noqa: FBT001
    seed: int | None,
    students: Path | None,
    force: bool,  # noqa: FBT001
) -> None:
    """Write teaching workbooks: the templates named, or all of them.

    TEMPLATE is one of `xlmetrics templates`, or the path of your own .toml file.
    """
    from xlmetrics.build import build as build_workbooks
    from xlmetrics.build import build_exercises

    overrides = {key: value for key, value in (("k", k), ("gain", gain)) if value is not None}
    if not exercise and (seed is not None or students):
        raise click.UsageError("--seed and --students are for exercises; add --exercise.")
    if exercise and overrides:
        raise click.UsageError("--k and --gain do not go with --exercise, which draws its numbers.")
    written = (
        build_exercises(
            templates, output, seed=1 if seed is None else seed, students=students, force=force
        )
        if exercise
        else build_workbooks(templates, output, overrides, force=force)
    )
    for path in written:
        click.echo(path)


@main.command()
@click.argument("name", required=False)
def templates(name: str | None) -> None:
    """List the templates, a line each; with a NAME, print that one, to copy and change."""
    from xlmetrics.template.files import source_of
    from xlmetrics.template.read import find_template, read_template, shipped_templates

    if name is not None:
        click.echo(source_of(find_template(name)), nl=False)
        return
    shipped = shipped_templates()
    width = max(map(len, shipped)) + 2
    for each, path in shipped.items():
        click.echo(f"{each:<{width}}{_beside(read_template(path).summary, width)}")


@main.command()
@click.argument("file", type=_PATH)
def new(file: Path) -> None:
    """Write the start of a template of your own, with each key explained.

    FILE is a .toml file that is not there yet. It builds as it stands.
    """
    from xlmetrics.template.start import write_start

    write_start(file)
    click.echo(f"{file}: change it, then run `xlmetrics build {file}`")


@main.command()
@click.argument("files", type=_PATH, nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="How to tell what was found; CSV for answers only.",
)
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
    type=_PATH,
    multiple=True,
    help="With --answers: your own template that the exercises were made from.",
)
@click.option(
    "--students",
    type=_PATH,
    metavar="NAMES.csv",
    help="With --answers: the class, to tell who returned nothing.",
)
def check(
    files: tuple[Path, ...],
    form: str,
    engine: str,
    answers: bool,  # noqa: FBT001
    templates: tuple[Path, ...],
    students: Path | None,
) -> None:
    """Recompute a workbook and check every measure it holds.

    FILE is an .xlsx or .ods workbook. Exits with 1 if there is a mistake in it.

    With --answers, mark the exercises that students returned, and exit with 1 if a file could not
    be marked. Nothing is written to the files.
    """
    if answers:
        _mark(files, form, templates, students)
        return
    if len(files) > 1 or form == "csv" or templates or students:
        raise click.UsageError(
            "several files, --format csv, --template and --students are for exercises; add "
            "--answers."
        )
    _check(files[0], form, engine)


def _check(file: Path, form: str, engine: str) -> None:
    from xlmetrics.check import check as check_workbook
    from xlmetrics.witnesses import Engine

    report = check_workbook(file, Engine(engine))
    if form == "json":
        from xlmetrics.report.as_json import report_as_json

        click.echo(report_as_json(report))
    else:
        from xlmetrics.report.terminal import print_report

        with _no_exit_of_rich():
            print_report(report)
    sys.exit(FINDINGS if report.mistakes else 0)


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


@main.command()
@click.argument("file", type=_PATH)
@click.option("-o", "--output", "copy", type=_PATH, required=True, help="The new file.")
def recalc(file: Path, copy: Path) -> None:
    """Copy a workbook and put the value beside each formula.

    For an .xlsx FILE that a program wrote without calculating, so that previews and pandas show
    nothing. Whatever else is in it stays as it was.
    """
    from xlmetrics.recalc import recalc as recalculate

    done = recalculate(file, copy)
    for address, value in done.not_checked.items():
        click.echo(f"{address}: {value.reason}; keeps what stood beside it", err=True)
    click.echo(f"{copy}: {done.filled} formulas carry their value")
