"""The command for scores: measure runs, compare systems, say what other tools would print."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from xlmetrics.cli.group import main
from xlmetrics.cli.shared import PATH, shown_progress
from xlmetrics.errors import XlmetricsError
from xlmetrics.text import counted

if TYPE_CHECKING:
    from pathlib import Path


@main.command()
@click.argument("judgments", type=PATH)
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=PATH)
@click.option(
    "--qrels",
    type=PATH,
    multiple=True,
    help="More judgments, joined with the others, such as those left out of what was collected.",
)
@click.option(
    "-m",
    "--measures",
    default="nDCG@10 RR P@10 R@10 AP",
    show_default=True,
    help='Names, apart by spaces: "nDCG@10 P(rel=2)@5". Judged@k stands beside each k.',
)
@click.option("--baseline", metavar="NAME", help="The system to compare with. [default: the first]")
@click.option(
    "--like",
    type=click.Choice(["elasticsearch", "opensearch", "quepid", "rre", "trec_eval"]),
    help="Show what that tool would print for the same data, and why it differs.",
)
@click.option("--per-query", is_flag=True, help="Show the scores of each query too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "json", "markdown", "latex"]),
    help="How to tell it; a CSV has the scores alone. [default: table, or the ending of -o]",
)
@click.option(
    "-o", "--output", type=PATH, help="A .txt, .csv, .json, .md or .tex file, or a live .xlsx."
)
@click.option("--force", is_flag=True, help="Overwrite the file.")
def score(
    judgments: Path,
    runs: tuple[Path, ...],
    qrels: tuple[Path, ...],
    measures: str,
    baseline: str | None,
    like: str | None,
    per_query: bool,  # noqa: FBT001
    form: str | None,
    output: Path | None,
    force: bool,  # noqa: FBT001
) -> None:
    """Score runs against judgments, and compare the systems query by query.

    JUDGMENTS and each RUN are files in any of `xlmetrics formats`. Every judged query counts for
    every system; one that a run does not answer scores 0.
    """
    from xlmetrics.report.forms import form_of
    from xlmetrics.report.scores import FORMS, scores_as
    from xlmetrics.scorecard import save_text, score, write_workbook

    form = form or form_of(output, FORMS)
    scores_alone = form in ("csv", "xlsx")
    if like and scores_alone:
        raise XlmetricsError(f"--like {like}: is no part of .{form}. Leave one of the two out.")
    if output is not None and output.exists() and not force:
        raise XlmetricsError(f"{output}: is there already. Give another name, or --force.")
    with shown_progress("scoring") as progress:
        card = score(
            [judgments, *qrels],
            runs,
            measures,
            baseline=baseline,
            like=like,
            keep_lists=form == "xlsx",
            progress=progress,
        )
    if scores_alone:
        for remark in card.remarks:
            click.echo(remark, err=True)
    if output is None:
        coloured = sys.stdout.isatty()
        click.echo(scores_as(form, card, per_query=per_query, coloured=coloured), nl=False)
        return
    if form == "xlsx":
        for remark in write_workbook(card, output):
            click.echo(f"{output}: {remark}", err=True)
    else:
        save_text(scores_as(form, card, per_query=per_query), output)
    systems = counted(len(card.scores.systems), "system")
    queries = counted(len(card.scores.queries), "judged query", "judged queries")
    click.echo(f"{output}: {systems}, {queries}")
