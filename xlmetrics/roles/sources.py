"""What grades are computed from: words for them, or the grades of several raters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.address import Address
    from xlmetrics.roles.formulas import Formulas
    from xlmetrics.roles.listed import Listed

_MOST = 6
"""A grade is computed from no more cells beside it than this."""


def read_sources(listed: Listed, formulas: Formulas) -> None:
    """Note the typed cells in the row, or the column, of each grade that its formula reads.

    The name of a document, for which a grade is looked up, is none.
    """
    table = listed.table
    names = table.saying(Meaning.DOCUMENT) if table and not table.ranks else ()
    named = {run.column for run in names}
    for cell in dict.fromkeys((*listed.grades, *listed.judged)):
        for at in _beside(cell, formulas):
            of_document = table is not None and table.grid.place(at)[1] in named
            if formulas.at(at) is None and not of_document:
                listed.sources.append(at)


def _beside(cell: Address, formulas: Formulas) -> Iterator[Address]:
    written = formulas.at(cell)
    for place in written.ranges if written else ():
        rows, columns = place.shape
        in_row = rows == 1 and place.top == cell.row
        in_column = columns == 1 and place.left == cell.column
        if place.sheet == cell.sheet and (in_row or in_column) and rows * columns <= _MOST:
            yield from place.addresses()


def without_sources(listed: Sequence[Listed]) -> list[Listed]:
    """The lists but those of words, or codes, from which the grades of others are computed."""
    own = {cell: each for each in listed for cell in each.sources}
    return [each for each in listed if any(own.get(cell, each) is each for cell in each.grades)]
