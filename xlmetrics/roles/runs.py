"""Runs of cells under a heading: the columns of what may be a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.model import ErrorValue, is_number
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.grid import is_figure, number_of, text_of
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import MEASURES, NOTHING, Said, is_ideal, understand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from xlmetrics.address import Address
    from xlmetrics.model import Cell
    from xlmetrics.roles.grid import Grid

NAMES = frozenset({Meaning.QUERY, Meaning.SYSTEM, Meaning.DOCUMENT})
"""Meanings of lines that hold text."""

_GRADED = frozenset({Meaning.GRADE, Meaning.JUDGED, Meaning.IDEAL_GRADE})

_GAP = 2
"""Blank rows that may stand between a heading and what it is for."""

_WIDEST = 1000
"""What spreads over more cells is no heading."""

_MOST_HITS = 50
"""A share of 100 percent may stand under the same heading."""

_HEADINGS = 3
"""Rows that a heading may take."""

_ROW = 3
"""So many texts in a row may be headings."""


class Run(NamedTuple):
    """Cells under a heading: rows in use of one column.

    ``heading`` is the row of the lowest text above them, ``label`` what is read there, and
    ``above`` the text over that.
    """

    column: int
    heading: int
    label: str
    said: Said
    rows: Sequence[int]
    above: str = ""


def runs(grid: Grid, headed: AbstractSet[Address] = frozenset()) -> Iterator[Run]:
    """Every run of a grid that has a heading, column by column.

    None goes over a gap to cells that are ``headed`` from elsewhere.
    """
    spanned = _spanning(grid)
    headings = frozenset(_rows_of_headings(grid))
    for column, rows in grid.columns.items():
        for run in _down(grid, column, rows, spanned, headings):
            yield run._replace(rows=[*_before_headed(grid, run, headed)])


def _rows_of_headings(grid: Grid) -> Iterator[int]:
    """The rows of several texts and nothing else, the first of which says what is named below."""
    for row, columns in grid.rows.items():
        first = text_of(grid.get(row, columns[0])) if len(columns) >= _ROW else ""
        texts = (text_of(grid.get(row, at)) for at in columns)
        if first and _names_what_is_below(first) and all(texts):
            yield row


def _names_what_is_below(text: str) -> bool:
    said = understand(text)
    return said is not None and said.whole and said.what in (*NAMES, Meaning.RANK)


def _before_headed(grid: Grid, run: Run, headed: AbstractSet[Address]) -> Iterator[int]:
    last = run.rows[0] if run.rows else 0
    for row in run.rows:
        if row - last > 1 and grid.address(row, run.column) in headed:
            return
        yield row
        last = row


def _down(
    grid: Grid,
    column: int,
    rows: list[int],
    spanned: dict[tuple[int, int], str],
    headings: AbstractSet[int],
) -> Iterator[Run]:
    at = 0
    starts = _starts(grid, rows)
    while at < len(rows) - 1:
        label = text_of(grid.get(rows[at], column))
        start = starts[at]
        if not label or start == len(rows) or _is_no_heading(grid, rows[at], column, label):
            at += 1
            continue
        own, above = _above(grid, rows[at], column, spanned)
        said, full = _heading(label, own, above)
        far = rows[start] - rows[at] > _GAP + start - at and not _may_be_far(said)
        end = start if far else _end(grid, column, rows, start, said, label, headings)
        if end > start:
            held = [row for row in rows[start:end] if not _is_aside(grid, row, column)]
            said = _by_values(grid, column, said, held)
            if grid.turned and _is_of_block(grid, column, rows[at], held):
                said = NOTHING
            yield Run(column, rows[at], full, said, held, above[0] if above else "")
        at = max(end, at + 1) if end > start else at + 1


def _is_of_block(grid: Grid, column: int, heading: int, rows: Sequence[int]) -> bool:
    """Whether the text at the left of a row is that of a block: rows follow that have none.

    The same cells are in use in each of the two next rows.
    """
    return all(
        grid.get(heading, column + step) is None
        and all(grid.get(row, column + step) is not None for row in rows)
        for step in (1, 2)
    )


def _may_be_far(said: Said) -> bool:
    """Whether blanks may stand first under a heading: figures of some, grades where few are any."""
    return bool(said.measure) or (said.what == Meaning.GRADE and said.whole)


def _starts(grid: Grid, rows: list[int]) -> list[int]:
    """For each of these rows which one comes next that is no line of text alone."""
    starts = []
    start = len(rows)
    for place in range(len(rows) - 1, -1, -1):
        starts.append(start)
        start = start if rows[place] in grid.alone else place
    return starts[::-1]


def _is_no_heading(grid: Grid, row: int, column: int, label: str) -> bool:
    return _is_grade(grid, row, column, label) or _is_of_total(grid, row, column)


def _is_aside(grid: Grid, row: int, column: int) -> bool:
    """Whether what stands here parts a run and is none of it."""
    return row in grid.alone or _is_of_total(grid, row, column)


def _is_of_total(grid: Grid, row: int, column: int) -> bool:
    """Whether a text under a figure is the label of the figure after it: a total of those above."""
    text = text_of(grid.get(row, column))
    if not text or not (
        is_figure(grid.get(row - 1, column)) and is_figure(grid.get(row, column + 1))
    ):
        return False
    said = understand(text)
    return said is not None and said.what in MEASURES


def _is_grade(grid: Grid, row: int, column: int, label: str) -> bool:
    """Whether a word for a grade, such as R, is no heading, since no other stands beside it."""
    if read_grade(label) is None or len(label) > 1:
        return False
    return not _is_headed_beside(grid, row, column)


def _is_headed_beside(grid: Grid, row: int, column: int) -> bool:
    """Whether a heading stands on either side of a place."""
    beside = [text_of(grid.get(row, column + step)) for step in (-1, 1)]
    return any(understand(text) for text in beside if text and read_grade(text) is None)


def _end(
    grid: Grid,
    column: int,
    rows: list[int],
    start: int,
    said: Said,
    label: str,
    headings: AbstractSet[int],
) -> int:
    """Where the run stops that starts here; ``start`` itself where none does.

    Texts that stand alone in their rows part a run and do not end it. Its own heading, which stands
    there once more, does, and so do other ``headings``.
    """
    cell = grid.get(rows[start], column)
    if said.what not in NAMES and not _is_value(cell, said):
        return start
    in_words = said.what in _GRADED and bool(text_of(cell))
    for at in range(start, len(rows)):
        text = text_of(grid.get(rows[at], column))
        if (text == label or rows[at] in headings) and not in_words and said.what not in NAMES:
            return at
        aside = not text or _is_aside(grid, rows[at], column)
        none = read_grade(text) == 0 and not _is_headed_beside(grid, rows[at], column)
        if not aside and not none and not _belongs(text, said, in_words=in_words):
            return at
    return len(rows)


def _is_value(cell: Cell | None, said: Said) -> bool:
    if cell is None:
        return False
    if (
        cell.formula is not None
        or isinstance(cell.value, bool | ErrorValue)
        or is_number(cell.value)
    ):
        return True
    return bool(said.what) and _stands_for_value(text_of(cell))


def _stands_for_value(text: str) -> bool:
    """Whether a text can be a value: a grade in words, or that there is none."""
    known = understand(text)
    if known is not None and known.what == "missed":
        return True
    return read_grade(text) is not None


def _belongs(text: str, said: Said, *, in_words: bool) -> bool:
    """Whether a text within a run is one of its values, and not the heading of what follows.

    Grades are written ``in_words`` from the first on, or not at all.
    """
    if in_words and read_grade(text) is not None:
        return True
    known = understand(text)
    if known is None or known.what == "missed":
        return True
    return said.what in NAMES and not known.whole


def _heading(label: str, own: int, above: Sequence[str]) -> tuple[Said, str]:
    """What the heading of a column says: its lowest row, or that with those above it.

    Of the texts ``above``, the first ``own`` stand in the column itself.
    """
    said = understand(label)
    if said is not None and said.what in NAMES:
        return said, label
    for count in range(1, len(above) + 1):
        full = " ".join([*reversed(above[:count]), label])
        together = understand(full)
        if together is not None and _says_more(together, said, above[0]):
            return together, full
    higher = understand(above[0]) if said is None and above else None
    if higher is not None and (own or higher.measure):
        return higher, f"{above[0]} {label}"
    return said or NOTHING, label


def _above(
    grid: Grid, row: int, column: int, spanned: dict[tuple[int, int], str]
) -> tuple[int, list[str]]:
    """The texts right above a heading, the nearest first; and how many are of its column."""
    found: list[str] = []
    own = 0
    for up in range(1, _HEADINGS):
        text = text_of(grid.get(row - up, column))
        own += bool(text)
        text = text or spanned.get((row - up, column), "")
        if not text:
            break
        found.append(text)
    return own, found


def _by_values(grid: Grid, column: int, said: Said, rows: Sequence[int]) -> Said:
    """What a heading says whose word has two meanings, by the numbers that stand under it.

    ``R`` over whole numbers counts the relevant documents; ``Query 2`` over 1, 2, 3 is the name of
    what is ranked there; grades that are put in order by ``LARGE`` are the ideal;
    what ``engine A`` has in its rows are documents.
    """
    if said.what == Meaning.GRADE and _are_ordered(grid, column, rows):
        return Said(Meaning.IDEAL_GRADE)
    if said.what == "Success" and _counts_hits(grid, column, rows):
        return Said(Meaning.HITS_SO_FAR, said.k)
    if said.what == Meaning.SYSTEM and not said.whole and _mostly_differ(grid, column, rows):
        return Said(Meaning.DOCUMENT)
    lone = said.what == "R" and said.k is None and said.whole
    named = said.what == Meaning.QUERY and not said.whole
    numbers = _whole_numbers(grid, column, rows)
    if not numbers or not (lone or named or said.what in (Meaning.DOCUMENT, "relevant")):
        return said
    return _by_numbers(said, numbers)


def _by_numbers(said: Said, numbers: Sequence[float]) -> Said:
    """What R, a query or a document says over nothing but whole numbers."""
    if said.what == "relevant":
        return Said(Meaning.RANK) if numbers == [*range(1, len(numbers) + 1)] else said
    if said.what == Meaning.DOCUMENT:
        return Said(Meaning.GRADE) if set(numbers) == {0, 1} else said
    if said.what == Meaning.QUERY:
        ranks = numbers == list(range(1, len(numbers) + 1))
        return Said(Meaning.RANK) if ranks else said
    return Said("relevant") if max(numbers) > 1 else said


def _whole_numbers(grid: Grid, column: int, rows: Sequence[int]) -> list[float]:
    """The typed whole numbers of a run; none if it holds anything else."""
    cells = [cell for row in rows if (cell := grid.get(row, column))]
    typed = [number_of(cell) for cell in cells if cell.formula is None]
    numbers = [number for number in typed if number is not None and number == int(number)]
    return numbers if len(numbers) == len(cells) > 1 else []


def _mostly_differ(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    """Whether under ``engine A``, the name of one system, nearly every row has another text."""
    texts = [text_of(grid.get(row, column)) for row in rows]
    return len(texts) > 2 and all(texts) and 4 * len(set(texts)) >= 3 * len(texts)


def _counts_hits(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    """Whether under ``hits@5`` hits are counted, and not told whether there is any."""
    shown = [number_of(grid.get(row, column)) for row in rows]
    numbers = [number for number in shown if number is not None]
    whole = all(number == int(number) for number in numbers)
    return whole and 1 < max(numbers, default=0) <= _MOST_HITS


def _are_ordered(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    """Whether every cell of a run takes the next largest of others."""
    written = [cell.formula or "" for row in rows if (cell := grid.get(row, column))]
    return len(written) > 1 and all(each.upper().startswith("=LARGE(") for each in written)


def _says_more(together: Said, alone: Said | None, above: str) -> bool:
    """Whether a heading, read with what stands above it, says the same and more of it.

    Under ``Ideal`` it says another thing: what is ideal.
    """
    if not together.whole or together == alone:
        return False
    return alone is None or together.what == alone.what or is_ideal(above)


def _spanning(grid: Grid) -> dict[tuple[int, int], str]:
    """The text of merged headings at each place that they cover."""
    found: dict[tuple[int, int], str] = {}
    for top, left, bottom, right in grid.merged:
        text = text_of(grid.get(top, left))
        if text and (bottom - top + 1) * (right - left + 1) <= _WIDEST:
            for row in range(top, bottom + 1):
                found |= {(row, column): text for column in range(left, right + 1)}
    for row, columns in grid.rows.items():
        if len(columns) > 1 and all(text_of(grid.get(row, at)) for at in columns):
            found |= _spread(grid, row, columns)
    return found


def _spread(grid: Grid, row: int, columns: list[int]) -> dict[tuple[int, int], str]:
    """The headings of a row each at the places after it too, over the headings of the next row."""
    below = grid.rows.get(row + 1, [])
    lower = [at for at in below if text_of(grid.get(row + 1, at))]
    if not len(columns) < len(lower) <= _WIDEST:
        return {}
    starts = iter([*columns[1:], lower[-1] + 1])
    return {
        (row, at): text_of(grid.get(row, first))
        for first, end in zip(columns, starts, strict=True)
        for at in lower
        if first < at < end
    }
