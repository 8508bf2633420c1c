"""Commands for workbooks of measures: build them, make templates, put in values."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from xlmetrics.cli.group import main
from xlmetrics.cli.shared import PATH, beside
from xlmetrics.text import counted

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
    type=PATH,
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
    from xlmetrics.template.read import read_template, shipped_template, shipped_templates

    if name is not None:
        click.echo(source_of(shipped_template(name)), nl=False)
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
    click.echo(
        f"{copy}: {counted(done.filled, 'formula carries its', 'formulas carry their')} value"
    )
