"""The manuals of the rules, which are their docstrings, and which rules a code stands for."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.errors import XlmetricsError
from xlmetrics.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import ModuleType

SECTIONS = ("What it does", "Why it is bad", "Example", "Use instead")
_HEAD = re.compile(r"(?P<code>XL\d{3}) (?P<name>[^:]+): (?P<summary>.+)")


class Manual(NamedTuple):
    """What a rule is about, why that is bad, and what to do; each section by its heading."""

    code: str
    name: str
    summary: str
    sections: Mapping[str, str]


@cache
def manuals() -> Mapping[str, Manual]:
    """The manual of each rule, by its code, in their order."""
    return {each.code: each for each in sorted(map(_manual, RULES))}


def manual(code: str) -> Manual:
    """The manual of the rule with this code: ``XL101``, ``xl101`` or ``101``.

    Raises:
        XlmetricsError: there is none.
    """
    found = manuals().get(_spelled(code))
    if found is None:
        raise _unknown(code)
    return found


def codes(given: Iterable[str]) -> frozenset[str]:
    """The rules whose code begins with one of these: ``XL2`` stands for all of XL200 to XL299.

    Raises:
        XlmetricsError: none begins with it.
    """
    found: set[str] = set()
    for each in given:
        some = {code for code in manuals() if code.startswith(_spelled(each))}
        if not some or not each.strip():
            raise _unknown(each)
        found |= some
    return frozenset(found)


def _manual(rule: ModuleType) -> Manual:
    head, *paragraphs = (" ".join(part.split()) for part in (rule.__doc__ or "").split("\n\n"))
    found = _HEAD.fullmatch(head.removesuffix("."))
    if found is None:
        raise ValueError(f"{rule.__name__}: the manual begins with its code, its name and a colon")
    sections: dict[str, str] = {}
    for paragraph in filter(None, paragraphs):
        heading, _, text = paragraph.partition(": ")
        if heading in SECTIONS:
            sections[heading] = text
        else:
            last = next(reversed(sections))
            sections[last] = f"{sections[last]}\n\n{paragraph}"
    return Manual(found["code"], found["name"], found["summary"], sections)


def _spelled(code: str) -> str:
    code = code.strip().upper()
    return code if code.startswith("X") else f"XL{code}"


def _unknown(code: str) -> XlmetricsError:
    near = get_close_matches(_spelled(code), manuals(), n=1)
    hint = f"Did you mean {near[0]}? " if near else ""
    return XlmetricsError(f"{code}: there is no such rule. {hint}`xlmetrics rules` lists them.")
