"""Commands for workbooks of measures: build them, check them, make templates."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from xlmetrics.cli.group import main
from xlmetrics.cli.shared import FAILED, FINDINGS, PATH, beside

if TYPE_CHECKING:
    from pathlib import Path


def _cutoff(_context: click.Context, _option: click.Parameter, given: str | None) -> int | None:
    """Read a cut-off, bounded as in a template."""
    from xlmetrics.template.model import MAX_RANK, is_rank

    if given is None:
        return None
    with suppress(ValueError):
        if is_rank(int(given)):
            return int(given)
    raise click.BadParameter(f"{given} is not a whole number from 1 to {MAX_RANK:,}.")


@main.command()
@click.argument("templates", nargs=-1, metavar="[TEMPLATE]...")
@click.option(
    "-o",
    "--output",
    type=PATH,
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
        click.echo(f"{each:<{width}}{beside(read_template(path).summary, width)}")


@main.command()
@click.argument("file", type=PATH)
def new(file: Path) -> None:
    """Write the start of a template of your own, with each key explained.

    FILE is a .toml file that is not there yet. It builds as it stands.
    """
    from xlmetrics.template.start import write_start

    write_start(file)
    click.echo(f"{file}: change it, then run `xlmetrics build {file}`")


@main.command()
@click.argument("file", type=PATH)
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
@click.argument("file", type=PATH)
@click.option("-o", "--output", "copy", type=PATH, required=True, help="The new file.")
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
