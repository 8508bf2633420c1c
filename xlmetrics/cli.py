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
@click.option("--force", is_flag=True, help="Overwrite workbooks that were worked on.")
def build(
    templates: tuple[str, ...],
    output: Path | None,
    k: int | None,
    gain: str | None,
    force: bool,  # noqa: FBT001
) -> None:
    """Write teaching workbooks: the templates named, or all of them.

    TEMPLATE is one of `xlmetrics templates`, or the path of your own .toml file.
    """
    from xlmetrics.build import build as build_workbooks

    overrides = {key: value for key, value in (("k", k), ("gain", gain)) if value is not None}
    for path in build_workbooks(templates, output, overrides, force=force):
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
@click.argument("file", type=_PATH)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="How to tell what was found.",
)
@click.option(
    "--engine",
    type=click.Choice(["formulas", "libreoffice", "both"]),
    default="formulas",
    show_default=True,
    help="Who recomputes; of two that disagree, neither is believed.",
)
def check(file: Path, form: str, engine: str) -> None:
    """Recompute a workbook and check every measure it holds.

    FILE is an .xlsx or .ods workbook. Exits with 1 if there is a mistake in it.
    """
    from xlmetrics.check import check as check_workbook
    from xlmetrics.witnesses import Engine

    report = check_workbook(file, Engine(engine))
    if form == "json":
        from xlmetrics.report.as_json import report_as_json

        click.echo(report_as_json(report))
    else:
        from xlmetrics.report.terminal import print_report

        try:
            print_report(report)
        except SystemExit:  # rich's way out of a closed pipe, with a code that means findings
            sys.exit(FAILED)
    sys.exit(FINDINGS if report.mistakes else 0)


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


@main.command()
@click.argument("file", metavar="IN", type=_PATH)
@click.argument("copy", metavar="OUT", type=_PATH)
@click.option("--to", metavar="FORMAT", help="The format of OUT, where its ending does not say it.")
@click.option("--from", "form", metavar="FORMAT", help="The format of IN, where it cannot be told.")
@click.option("--force", is_flag=True, help="Overwrite OUT.")
def convert(file: Path, copy: Path, to: str | None, form: str | None, force: bool) -> None:  # noqa: FBT001
    """Convert a run, judgments, queries or documents from one format into another.

    FORMAT is one of `xlmetrics formats`. Says what was made of IN, and what OUT cannot hold.
    """
    from xlmetrics.convert import convert as convert_file

    done = convert_file(file, copy, to, form, force=force)
    for remark in done.remarks:
        click.echo(f"{file}: {remark}", err=True)
    for dropped in done.dropped:
        click.echo(f"{copy}: dropped: {dropped}", err=True)
    what = f"{done.kind}, {done.rows:,} rows"
    click.echo(f"{copy}: {what}, from {done.source} to {done.target}")


@main.command()
def formats() -> None:
    """List the formats that are read and written, a line each."""
    from xlmetrics.formats import FORMATS

    width = max(map(len, FORMATS))
    for name, form in FORMATS.items():
        click.echo(f"{name:<{width}}  {form.DESCRIPTION} [{', '.join(form.HOLDS)}]")
