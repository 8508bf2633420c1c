"""What a region says of a cell that breaks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from xlmetrics.address import Address, Range


class Deviant(NamedTuple):
    """A cell that is not like the region it stands in.

    ``like`` is a cell of the region, and ``alike`` says which cells of it are nearest, before and
    after; ``members`` is how many there are. ``instead`` is the formula that the region would have
    here; a cell is ``typed`` that holds a number, or arithmetic with no reference. ``sheets`` are
    the sheets that agree, where the others stand on sheets of their own.
    """

    address: Address
    formula: str | None
    instead: str
    like: Address
    alike: tuple[Range, ...]
    members: int
    typed: bool
    sheets: tuple[str, ...] = ()
