"""Cells that compare two figures, one with the other, and are none themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.engine.tree import Call, Constant, Node, Referred

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.address import Address, Range
    from xlmetrics.roles.claims import Claims
    from xlmetrics.roles.sheets import Sheets

_AROUND = frozenset({"ROUND", "IFERROR", "ABS", "TEXT"})


def drop_differences(sheets: Sheets, claims: Claims) -> None:
    """Take back what is said of cells that show the difference of two figures, or their ratio."""
    claims.drop([claim for claim in claims.all() if _compares(sheets, claims, claim.address)])


def _compares(sheets: Sheets, claims: Claims, at: Address) -> bool:
    parsed = sheets.formulas.parsed(at)
    return parsed is not None and _is_one(claims, parsed[1], parsed[0].ranges)


def _is_one(claims: Claims, node: Node, ranges: Sequence[Range]) -> bool:
    """Whether a formula takes one figure from another, or 1 from the ratio of two."""
    if not isinstance(node, Call) or not node.arguments:
        return False
    if node.function in _AROUND:
        return _is_one(claims, node.arguments[0], ranges)
    if node.function == "/" and len(node.arguments) == 2:
        above, below = node.arguments
        return _is_one(claims, above, ranges) and _is_figure(claims, below, ranges)
    if node.function != "-" or len(node.arguments) != 2:
        return False
    one, other = node.arguments
    if isinstance(other, Constant) and isinstance(one, Call) and one.function == "/":
        return all(_is_figure(claims, each, ranges) for each in one.arguments)
    return _is_figure(claims, one, ranges) and _is_figure(claims, other, ranges)


def _is_figure(claims: Claims, node: Node, ranges: Sequence[Range]) -> bool:
    if not isinstance(node, Referred):
        return False
    place = ranges[node.number]
    return place.shape == (1, 1) and claims.of(place.first)
