"""Tables of judgments that stand apart from the lists, which look their grades up in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.grid import text_of
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.roles.formulas import Formulas
    from xlmetrics.roles.listed import Listed

_FEW = 50
"""Of more queries than this in one table only those of the same name are asked."""


def without_qrels(listed: Sequence[Listed], formulas: Formulas) -> list[Listed]:
    """The lists but for those that only judge the documents of others, which these then know."""
    tables: dict[int, list[Listed]] = {}
    for each in listed:
        if not each.ranks and _documents(each):
            tables.setdefault(id(each.table), []).append(each)
    used: set[Listed] = set()
    for each in listed:
        for table, pools in tables.items():
            if table != id(each.table):
                used.update(_judging(each, pools, formulas))
    return [each for each in listed if each not in used]


def _judging(listed: Listed, pools: Sequence[Listed], formulas: Formulas) -> Sequence[Listed]:
    """The lists of a table that judge the documents of another list, which then knows them."""
    near = pools if len(pools) <= _FEW else [pool for pool in pools if pool.name == listed.name]
    judging = [pool for pool in near if _judges(pool, listed, formulas)]
    named = [pool for pool in judging if pool.name == listed.name]
    if named or len(judging) == 1:
        listed.judged = list((named or judging)[0].judged)
    return judging


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
