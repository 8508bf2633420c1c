"""Lookups that take the nearest key, in keys that are not in order: any row may come out."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from xlmetrics.engine import recompute
from xlmetrics.formula import FormulaFault, function_name, reference, tokens
from xlmetrics.model import NotChecked, is_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlmetrics.address import Address, Range
    from xlmetrics.formula import Token
    from xlmetrics.model import Cell, Result, Workbook

_LOOKS = re.compile(r"\b[VH]LOOKUP\(|\bMATCH\(", re.IGNORECASE)
_NEAREST = {"VLOOKUP": (4, "FALSE"), "HLOOKUP": (4, "FALSE"), "MATCH": (3, "0")}
"""The argument that says how a key is looked for, and how it says that it must be the same."""

_ALSO_NEAREST = frozenset({"TRUE", "1"})
_MATCHES = re.compile(r"\bMATCH\(", re.IGNORECASE)
_LONGEST = 50
"""A list of results that is searched has no more than this."""

_MOST = 10_000
"""Keys that are looked at."""


def exact_lookups(workbook: Workbook) -> dict[Address, tuple[str, Result]]:
    """The formulas that look for the nearest of unordered keys: with the same key asked for.

    With each stands the value that it would then give.
    """
    meant = {
        cell.address: exact
        for cell in workbook.formulas()
        if _LOOKS.search(cell.formula or "") and (exact := _exact(workbook, cell))
    }
    if not meant:
        return {}
    values = recompute(_with_formulas(workbook, meant))
    return {
        at: (formula, value)
        for at, formula in meant.items()
        if not isinstance(value := values[at], NotChecked)
    }


def searched(workbook: Workbook) -> Iterator[tuple[Address, tuple[Address, ...]]]:
    """The texts that formulas look for in short lists: where each stands, and where the list."""
    for cell in workbook.formulas():
        if not _MATCHES.search(cell.formula or ""):
            continue
        try:
            words = tokens(cell.formula or "")
        except FormulaFault:
            continue
        for start, parts in _calls(words):
            key, within = (_place(cell, words, part) for part in parts[:2])
            if (
                function_name(words[start].text) == "MATCH"
                and key
                and within
                and key.shape == (1, 1)
            ):
                cells = tuple(within.addresses()) if max(within.shape) <= _LONGEST else ()
                if key.first not in cells and isinstance(workbook.value(key.first), str):
                    yield key.first, cells


def _place(cell: Cell, words: Sequence[Token], part: Sequence[int]) -> Range | None:
    """The range that an argument is, if it is nothing else."""
    read = reference(words[part[0]].text) if len(part) == 1 else None
    return read.range(cell.address.sheet) if read else None


def _with_formulas(workbook: Workbook, meant: Mapping[Address, str]) -> Workbook:
    sheets = tuple(
        replace(
            sheet,
            cells=tuple(
                cell._replace(formula=meant[cell.address]) if cell.address in meant else cell
                for cell in sheet.cells
            ),
        )
        for sheet in workbook.sheets
    )
    return replace(workbook, sheets=sheets)


def _exact(workbook: Workbook, cell: Cell) -> str | None:
    """The formula with every such lookup made exact; None where there is none."""
    formula = cell.formula or ""
    try:
        words = tokens(formula)
    except FormulaFault:
        return None
    changed = list(words)
    for start, parts in _calls(words):
        number, same = _NEAREST[function_name(words[start].text)]
        if len(parts) < number - 1 or not _is_unordered(workbook, cell.address.sheet, words, parts):
            continue
        how = [words[at].text.upper() for at in parts[number - 1]] if len(parts) == number else []
        if how and not (len(how) == 1 and how[0] in _ALSO_NEAREST):
            continue
        last = parts[-1][-1]
        text = same if how else f"{words[last].text},{same}"
        changed[last] = words[last]._replace(text=text)
    return None if changed == words else "=" + "".join(word.text for word in changed)


def _calls(words: Sequence[Token]) -> Iterator[tuple[int, list[list[int]]]]:
    """Where each lookup begins, and the places of the words of each of its arguments."""
    for start, word in enumerate(words):
        if word.kind == "function" and function_name(word.text) in _NEAREST:
            parts: list[list[int]] = [[]]
            depth = 0
            for at in range(start + 1, len(words)):
                kind = words[at].kind
                if kind == "close" and depth == 0:
                    break
                depth += (kind in ("open", "function", "brace")) - (kind in ("close", "end"))
                if kind == "comma" and depth == 0:
                    parts.append([])
                else:
                    parts[-1].append(at)
            if all(parts):
                yield start, parts


def _is_unordered(
    workbook: Workbook, title: str, words: Sequence[Token], parts: Sequence[Sequence[int]]
) -> bool:
    """Whether something is looked for in a range whose keys do not ascend."""
    looked, within = ([words[at] for at in part] for part in parts[:2])
    place = reference(within[0].text) if len(within) == 1 else None
    joined = any(word.text == "&" for word in looked)
    if place is None or not (joined or len(looked) == 1):
        return False
    what = "text" if joined else looked[0].kind
    if what not in ("reference", "number", "text"):
        return False
    keys = _keys(workbook, place.range(title))
    if what == "number" and not float(looked[0].text) <= max(keys[float], default=0):
        return False  # the last number of a range is looked for so
    kind = {"number": float, "text": str}.get(what)
    return any(
        one > other
        for each in ([kind] if kind else (float, str))
        for one, other in pairwise(keys[each])
    )


def _keys(workbook: Workbook, place: Range) -> dict[type, list[Any]]:
    """The keys of a table, texts and numbers: of its first column, or of its only row."""
    rows, _ = place.shape
    first = place._replace(right=place.left) if rows > 1 else place
    found: dict[type, list[Any]] = {float: [], str: []}
    if first.shape[0] * first.shape[1] > _MOST:
        return found
    for value in map(workbook.value, first.addresses()):
        if isinstance(value, str):
            found[str].append(value.strip().casefold())
        elif is_number(value):
            found[float].append(float(value))
    return found
