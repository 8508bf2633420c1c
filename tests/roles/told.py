"""Sheets as rows of values, and readings in the few words in which the cases state them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.roles.sheets import book
from xlmetrics.address import Address
from xlmetrics.model import Value
from xlmetrics.roles.explain import places

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.model import Workbook
    from xlmetrics.roles.model import Figure, Ranking, Reading

Rows = list[list[Value]]


def workbook(sheets: Mapping[str, Rows], at: str = "A1", *, turned: bool = False) -> Workbook:
    """A workbook of rows that begin at a cell; ``turned`` makes columns of them."""
    return book({title: _cells(rows, at, turned=turned) for title, rows in sheets.items()})


def _cells(rows: Rows, at: str, *, turned: bool) -> dict[str, Value]:
    start = Address.parse("S", at)
    found = {}
    for down, row in enumerate(rows):
        for across, value in enumerate(row):
            if value is not None:
                step = (across, down) if turned else (down, across)
                found[Address("S", start.row + step[0], start.column + step[1]).a1] = value
    return found


def told(reading: Reading) -> dict[str, object]:
    """The reading as a case states it."""
    return {
        "rankings": [_ranking(each) for each in reading.rankings],
        "figures": {
            _plain([figure.address]): _figure(figure)
            for figure in sorted(reading.figures, key=lambda each: each.address)
        },
    }


def _ranking(ranking: Ranking) -> str:
    parts = [_plain(ranking.grades)]
    if set(ranking.judged) != set(ranking.grades):
        parts.append(f"judged {_plain(ranking.judged)}")
    if ranking.ranks:
        parts.append(f"ranks {_plain(ranking.ranks)}")
    if ranking.relevant:
        parts.append(f"relevant {_plain([ranking.relevant])}")
    if ranking.k:
        parts.append(f"k {_plain([ranking.k])}")
    parts += [f"{line.meaning} {_plain(line.cells)}" for line in ranking.lines.values()]
    name = ", ".join(filter(None, (ranking.name, ranking.system)))
    return f"{name}: {'; '.join(parts)}"


def _figure(figure: Figure) -> str:
    cut = f"@{figure.k}" if figure.k else ""
    of: Sequence[Address] = figure.mean_of
    if figure.first_rank:
        of = [figure.first_rank]
    elif figure.ranking:
        of = figure.ranking.grades
    mean = "mean " if figure.is_mean else ""
    gain = f"{figure.gain} " if figure.gain else ""
    return f"{mean}{gain}{figure.measure}{cut} of {_plain(of) or 'nothing known'}"


def _plain(cells: Sequence[Address]) -> str:
    return places(cells).replace("S!", "")
