"""Commands for runs and judgments: give out what to judge, collect it, convert between formats."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import click

from xlmetrics.cli.group import main
from xlmetrics.cli.shared import FINDINGS, PATH, shown_progress
from xlmetrics.text import counted

if TYPE_CHECKING:
    from pathlib import Path

_SHARE = re.compile(r"\s*(\d{1,3}(?:[.,]\d+)?)\s*%\s*|\s*([01](?:\.\d+)?|\.\d+)\s*")


def _share(_context: click.Context, _option: click.Parameter, given: str) -> float:
    """Read a share: 20%, or 0.2."""
    match = _SHARE.fullmatch(given)
    if match:
        share = float(match[1].replace(",", ".")) / 100 if match[1] else float(match[2])
        if share <= 1:
            return share
    raise click.BadParameter(f"{given} is no share. Write 20%, or 0.2.")


def _names(_context: click.Context, _option: click.Parameter, given: str) -> tuple[str, ...]:
    """Read names with commas between them."""
    names = tuple(name.strip() for name in given.split(","))
    if "" in names:
        raise click.BadParameter("a name is empty. Write ann,bo.")
    return names


@main.command()
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=PATH)
@click.option("--queries", type=PATH, help="What the queries say, and what is wanted.")
@click.option("--docs", type=PATH, help="Title, text and link of the documents.")
@click.option("--qrels", type=PATH, multiple=True, help="Old judgments, to judge only the holes.")
@click.option(
    "--depth",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="So many documents of each list are pooled.",
)
@click.option(
    "--raters",
    default="rater",
    callback=_names,
    metavar="NAME,...",
    help="Who judges; each gets equal work.",
)
@click.option(
    "--overlap",
    default="0%",
    callback=_share,
    metavar="SHARE",
    show_default=True,
    help="The share of the documents that two raters judge.",
)
@click.option(
    "--calibrate",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="So many documents, the same for all, that everyone judges first.",
)
@click.option("--scale", type=PATH, help="A TOML file of grades, labels, examples and rubric.")
@click.option("--grades", metavar="0-3", help="Grades without labels, in place of a --scale.")
@click.option(
    "--order",
    type=click.Choice(["blind", "prioritised"]),
    default="blind",
    show_default=True,
    help="Documents of a query by lot, or those that weigh most in the runs first.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of all lots.")
@click.option(
    "--size",
    type=click.IntRange(1, 100_000),
    default=200,
    show_default=True,
    help="So many rows a packet has at most.",
)
@click.option(
    "--solo", is_flag=True, help="One workbook that shows the measures as it is filled in."
)
@click.option("-o", "--output", "folder", type=PATH, help="The folder. [default: packets/]")
@click.option("--force", is_flag=True, help="Overwrite packets that nobody worked on.")
def judge(
    runs: tuple[Path, ...],
    queries: Path | None,
    docs: Path | None,
    qrels: tuple[Path, ...],
    scale: Path | None,
    grades: str | None,
    folder: Path | None,
    solo: bool,  # noqa: FBT001
    force: bool,  # noqa: FBT001
    **plan: Any,
) -> None:
    """Write workbooks in which raters judge what systems returned, and a manifest of them.

    RUN is a file of any of `xlmetrics formats` that holds runs. A table with columns such as
    query, doc, rank, title, snippet and url says all that is needed.
    """
    from xlmetrics.prepare import FOLDER, Plan
    from xlmetrics.prepare import judge as write_packets

    if scale and grades:
        raise click.UsageError("--grades stands in place of --scale. Give one of them.")
    with shown_progress("packets") as progress:
        done = write_packets(
            runs,
            Plan(**plan),
            queries=queries,
            documents=docs,
            judged=qrels,
            scale=scale or grades,
            folder=folder or FOLDER,
            solo=solo,
            force=force,
            progress=progress,
        )
    for remark in done.remarks:
        click.echo(remark, err=True)
    for path in done.paths:
        click.echo(path)
    rows = sum(len(packet.rows) for packet in done.manifest.packets)
    documents = sum(query.given for query in done.manifest.queries)
    queries_given = sum(query.given > 0 for query in done.manifest.queries)
    click.echo(
        f"{counted(documents, 'document')} of {counted(queries_given, 'query', 'queries')} to "
        f"judge, in {counted(rows, 'row')} of {counted(len(done.manifest.packets), 'packet')}; "
        f"seed {done.manifest.seed}"
    )


@main.command()
@click.argument("packets", nargs=-1, required=True, metavar="PACKETS...", type=PATH)
@click.option("--manifest", type=PATH, help="The manifest. [default: beside the packets]")
@click.option(
    "--merge",
    "policy",
    type=click.Choice(["adjudicate", "majority", "median", "maximum"]),
    default="adjudicate",
    show_default=True,
    help="What becomes of different grades; `adjudicate` leaves them open, to be decided.",
)
@click.option("-o", "--output", "out", type=PATH, help="The folder to write to; else none is.")
@click.option(
    "--to",
    metavar="FORMAT",
    help="The format of the merged grades: one of `xlmetrics formats`. [default: csv]",
)
@click.option("--named", is_flag=True, help="Show raters' names where disagreements are decided.")
@click.option("--force", is_flag=True, help="Overwrite files that are not of collecting.")
def collect(
    packets: tuple[Path, ...],
    manifest: Path | None,
    policy: Any,
    out: Path | None,
    to: str | None,
    named: bool,  # noqa: FBT001
    force: bool,  # noqa: FBT001
) -> None:
    """Collect packets that came back: judgments, agreement, one grade each.

    PACKETS are workbooks, or folders of them, and are never written to. Says what has become of
    every row that was given out. With -o, writes the judgments of all raters, the merged grades, a
    record, and a workbook of the disagreements; give that back with the packets once it is filled.
    Exits with 1 if there are findings.
    """
    from xlmetrics.gather import collect as collect_packets
    from xlmetrics.gather import write_collection
    from xlmetrics.report.collection import print_collection

    with shown_progress("packets") as progress:
        found = collect_packets(packets, manifest, policy, progress)
    print_collection(found)
    if out is not None:
        written = write_collection(found, out, to or "csv", named=named, force=force)
        for path in written.paths:
            click.echo(path)
        for dropped in written.dropped if to else ():
            click.echo(f"{written.merged}: dropped: {dropped}", err=True)
        for told in written.told:
            click.echo(told, err=True)
    sys.exit(FINDINGS if found.findings else 0)


@main.command()
@click.argument("file", metavar="IN", type=PATH)
@click.argument("copy", metavar="OUT", type=PATH)
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
    what = f"{done.kind}, {counted(done.rows, 'row')}"
    click.echo(f"{copy}: {what}, from {done.source} to {done.target}")


@main.command()
def formats() -> None:
    """List the formats that are read and written, a line each."""
    from xlmetrics.formats import FORMATS

    width = max(map(len, FORMATS))
    for name, form in FORMATS.items():
        click.echo(f"{name:<{width}}  {form.DESCRIPTION} [{', '.join(form.HOLDS)}]")
