"""A scorecard as tables in the terminal."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from xlmetrics.report.scores_tables import score_tables
from xlmetrics.report.words import printable

if TYPE_CHECKING:
    from xlmetrics.report.scores_tables import ScoreTable
    from xlmetrics.scorecard import Scorecard

_WIDEST = 10_000


def scores_as_table(card: Scorecard, *, per_query: bool, coloured: bool) -> str:
    """The scorecard as text, in which no line is broken; coloured for a terminal."""
    stream = StringIO()
    console = Console(
        file=stream,
        width=_WIDEST,
        highlight=False,
        force_terminal=coloured,
        color_system="standard" if coloured else None,
    )
    for number, each in enumerate(score_tables(card, per_query=per_query)):
        if number:
            console.print()
        console.print(Text(printable(each.caption), "bold"))
        console.print(_drawn(each))
        for note in each.notes:
            console.print(Text(printable(f"  {note}"), "dim"))
    return stream.getvalue()


def _drawn(given: ScoreTable) -> Table:
    table = Table(box=None, pad_edge=False)
    for at, heading in enumerate(given.header):
        justify = "left" if at < given.texts else "right"
        table.add_column(Text(printable(heading)), justify=justify, no_wrap=True)  # type: ignore[arg-type]
    for row in given.rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    return table
