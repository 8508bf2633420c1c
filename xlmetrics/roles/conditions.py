"""What AVERAGEIF and its kin take: the range they ask, for which text, and what they sum."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.engine.tree import Call, Constant, Node, Referred

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from xlmetrics.address import Address, Range

_FIRST = frozenset({"AVERAGEIF", "SUMIF"})
"""These are asked before they are told what to sum, the others after."""

_LAST = frozenset({"AVERAGEIFS", "SUMIFS"})
_ONE = 3
"""Arguments of a call with one condition."""


class Condition(NamedTuple):
    """A range that is asked for a text, and the range of which the same places are summed."""

    asked: Range
    text: str
    summed: Range


def conditions(
    node: Node, ranges: Sequence[Range], text_at: Callable[[Address], str]
) -> Iterator[Condition]:
    """The conditions in a formula that ask for one text."""
    if not isinstance(node, Call):
        return
    if node.function in _FIRST | _LAST and len(node.arguments) == _ONE:
        asked, wanted, summed = node.arguments
        if node.function in _LAST:
            summed, asked, wanted = node.arguments
        if isinstance(asked, Referred) and isinstance(summed, Referred):
            text = _text(wanted, ranges, text_at)
            if text and ranges[asked.number].shape == ranges[summed.number].shape:
                yield Condition(ranges[asked.number], text, ranges[summed.number])
    for argument in node.arguments:
        yield from conditions(argument, ranges, text_at)


def _text(node: Node, ranges: Sequence[Range], text_at: Callable[[Address], str]) -> str:
    """The text that a condition names, itself or by a cell."""
    if isinstance(node, Constant) and isinstance(node.value, str):
        return node.value.casefold()
    if isinstance(node, Referred) and ranges[node.number].shape == (1, 1):
        return text_at(ranges[node.number].first)
    return ""
