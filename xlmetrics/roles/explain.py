"""A reading told in words: what each cell is taken for, why, and what is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.address import Address
    from xlmetrics.roles.model import Figure, Line, Ranking, Reading


def explain(reading: Reading) -> list[str]:
    """What is understood of a workbook, a line for each thing."""
    if not (reading.rankings or reading.figures or reading.lines):
        return ["no ranking measure found"]
    return list(_told(reading))


def _told(reading: Reading) -> Iterator[str]:
    for ranking in reading.rankings:
        yield from _ranking(ranking)
    for line in reading.lines:
        yield _line(line)
    for figure in reading.figures:
        yield _figure(figure)
    for place, why in reading.open.items():
        yield f"open: {place}: {why}"


def _ranking(ranking: Ranking) -> Iterator[str]:
    system = f" by {ranking.system}" if ranking.system else ""
    parts = [f"ranking {ranking.name!r}{system}: grades {places(ranking.grades)}"]
    if ranking.ranks:
        parts.append(f"ranks {places(ranking.ranks)}")
    if set(ranking.judged) != set(ranking.grades):
        parts.append(f"judged {places(ranking.judged)}")
    if ranking.relevant:
        parts.append(f"number of relevant documents {ranking.relevant}")
    if ranking.k:
        parts.append(f"k {ranking.k}")
    yield ", ".join(parts)
    for line in ranking.lines.values():
        yield f"  {_line(line)}"


def _line(line: Line) -> str:
    return f"{line.meaning} {places(line.cells)}{_because(line.why, line.label, line.label_at)}"


def _figure(figure: Figure) -> str:
    cut = f"@{figure.k}" if figure.k else ""
    gain = f" with {figure.gain} gain" if figure.gain else ""
    mean = "mean " if figure.is_mean else ""
    return (
        f"{figure.address}: {mean}{figure.measure}{cut}{gain}{_of(figure)}"
        f"{_because(figure.why, figure.label, figure.label_at)}"
    )


def _of(figure: Figure) -> str:
    if figure.mean_of:
        return f" of {places(figure.mean_of)}"
    if figure.first_rank:
        return f" of the first rank in {figure.first_rank}"
    if figure.ranking:
        return f" of {figure.ranking.name!r} ({places(figure.ranking.grades)})"
    return ""


def _because(why: str, label: str, label_at: Address | None) -> str:
    said = f"{label!r} in {label_at.a1}" if label and label_at else ""
    reasons = ": ".join(filter(None, (why, said)))
    return f" ({reasons})" if reasons else ""


def places(cells: Sequence[Address]) -> str:
    """Cells as ranges, the sheet named before the first: ``S!B2:B7, B9``."""
    told: list[str] = []
    sheet = None
    for first, last in _stretches(cells):
        name = first.a1 if first == last else f"{first.a1}:{last.a1}"
        told.append(name if first.sheet == sheet else f"{first}"[: -len(first.a1)] + name)
        sheet = first.sheet
    return ", ".join(told)


def _stretches(cells: Sequence[Address]) -> Iterator[tuple[Address, Address]]:
    """First and last of the cells that follow one upon another down a column or along a row."""
    start = last = None
    step = (0, 0)
    for cell in cells:
        if start is None or last is None:
            start = last = cell
            continue
        move = (cell.row - last.row, cell.column - last.column)
        goes_on = cell.sheet == last.sheet and move in ((1, 0), (0, 1))
        if goes_on and (last == start or move == step):
            step, last = move, cell
            continue
        yield start, last
        start = last = cell
    if start is not None and last is not None:
        yield start, last
