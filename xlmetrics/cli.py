"""The command line: arguments in, printing and exit codes out. Everything heavy loads late."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from xlmetrics.errors import XlmetricsError

FINDINGS, FAILED = 1, 2


class _Commands(click.Group):
    """Commands whose complaints come out as plain lines, with exit code 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except XlmetricsError as error:
            for complaint in error.complaints:
                click.echo(complaint, err=True)
            sys.exit(FAILED)


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
    type=click.Path(path_type=Path),
    help="The .xlsx file to write, or a folder. [default: output/]",
)
@click.option("--k", type=click.IntRange(min=1), help="The cut-off, in place of the template's.")
@click.option(
    "--gain",
    type=click.Choice(["linear", "exponential"]),
    help="The gain of a grade: the grade, or 2^grade - 1.",
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
def templates() -> None:
    """List the templates, a line each."""
    from xlmetrics.template.read import read_template, shipped_templates

    shipped = shipped_templates()
    width = max(map(len, shipped))
    for name, path in shipped.items():
        click.echo(f"{name:<{width}}  {read_template(path).summary}")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="How to tell what was found.",
)
def check(file: Path, form: str) -> None:
    """Recompute a workbook and check every measure it holds.

    FILE is an .xlsx workbook. Exits with 1 if there is a mistake in it.
    """
    from xlmetrics.check import check as check_workbook

    report = check_workbook(file)
    if form == "json":
        from xlmetrics.report.as_json import report_as_json

        click.echo(report_as_json(report))
    else:
        from xlmetrics.report.terminal import print_report

        print_report(report)
    sys.exit(FINDINGS if report.mistakes else 0)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", "copy", type=click.Path(path_type=Path), required=True, help="The new file."
)
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
