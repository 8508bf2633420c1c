"""Tables of judgments that stand apart from the lists, which look their grades up in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.grid import text_of
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.roles.formulas import Formulas
    from xlmetrics.roles.lists import Listed


def without_qrels(listed: Sequence[Listed], formulas: Formulas) -> list[Listed]:
    """The lists but for those that only judge the documents of others, which these then know."""
    pools = [each for each in listed if not each.ranks and _documents(each)]
    used: set[Listed] = set()
    for each in listed:
        others = [pool for pool in pools if pool is not each and pool.table is not each.table]
        judging = [pool for pool in others if _judges(pool, each, formulas)]
        named = [pool for pool in judging if pool.name == each.name]
        if len(judging) == 1 or named:
            each.judged = list((named or judging)[0].judged)
        used.update(judging)
    return [each for each in listed if each not in used]


def _judges(pool: Listed, listed: Listed, formulas: Formulas) -> bool:
    """Whether a list looks its grades up in a table, or has no document that is not in it."""
    written = formulas.at(listed.grades[0])
    if written is not None:
        first = pool.grades[0]
        return any(
            place.sheet == first.sheet
            and place.top <= first.row <= place.bottom
            and place.left <= first.column <= place.right
            for place in written.ranges
        )
    documents = _documents(listed)
    return bool(listed.ranks and documents) and documents < _documents(pool)


def _documents(listed: Listed) -> frozenset[str]:
    """The documents of a list, where they are named."""
    if listed.table is None or listed.table.ranks:
        return frozenset()
    grid = listed.table.grid
    columns = [run.column for run in listed.table.saying(Meaning.DOCUMENT)[:1]]
    return frozenset(
        text
        for column in columns
        for row in listed.span
        if (text := text_of(grid.get(row, column)))
    )
