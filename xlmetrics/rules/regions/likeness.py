"""How like two shapes of formulas are, and what a shape looks at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.grid import Place

_NUMBER = re.compile(r"(?<![\w.\[])\d+(?:\.\d+)?(?![\w.\]])")
_AT = r"R(?:\[-?\d+\]|\d+)C(?:\[-?\d+\]|\d+)"
_PLACE = re.compile(rf"(?:[^\s(),;&=<>*/+^-]+!)?{_AT}(?::{_AT})?")


def skeleton(mark: str) -> str:
    """A shape without its references and numbers: functions and operators."""
    return _NUMBER.sub("0", _PLACE.sub("A1", mark))


def kin(one: str, other: str) -> bool:
    """Whether two shapes have their functions, or a reference that moves, in common."""
    return skeleton(one) == skeleton(other) or bool(_moving(one) & _moving(other))


def close_kin(one: str, other: str) -> bool:
    """Whether two shapes have all their functions, or all their references, in common."""
    return skeleton(one) == skeleton(other) or set(_PLACE.findall(one)) == set(
        _PLACE.findall(other)
    )


def _moving(shape: str) -> set[str]:
    return {found for found in _PLACE.findall(shape) if "[" in found}


def looks_back(shape: str, down: bool) -> bool:  # noqa: FBT001 # which of two axes
    """Whether formulas of this shape refer to the one before them in their line."""
    if down:
        return any("R[-1]C[0]" in found for found in _PLACE.findall(shape))
    return any("R[0]C[-1]" in found for found in _PLACE.findall(shape))


def places_seen(shape: str, row: int, column: int) -> Iterator[tuple[int, int, int, int]]:
    """Top, left, bottom and right of what a shape refers to on its own sheet."""
    for found in _PLACE.findall(shape):
        if "!" in found:
            continue
        corners = [_corner(corner, row, column) for corner in found.split(":")]
        (top, left), (bottom, right) = corners[0], corners[-1]
        yield min(top, bottom), min(left, right), max(top, bottom), max(left, right)


def _corner(text: str, row: int, column: int) -> Place:
    down, across = text[1:].split("C")
    return (
        row + int(down[1:-1]) if down[0] == "[" else int(down),
        column + int(across[1:-1]) if across[0] == "[" else int(across),
    )
