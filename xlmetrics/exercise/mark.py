"""Whose exercise a workbook is: the mark that it carries, from which its numbers follow."""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import normalize

_SIGN = "xlmetrics exercise"
_MARK = re.compile(rf"{_SIGN} ([^/]+)/([0-9]{{1,15}})(?:/(.*))?")


class Mark(NamedTuple):
    """The template an exercise was made from, the seed, and the student, who may be nameless."""

    template: str
    seed: int
    student: str = ""

    def __str__(self) -> str:
        student = f"/{self.student}" if self.student else ""
        return f"{_SIGN} {self.template}/{self.seed}{student}"

    @classmethod
    def parse(cls, text: str) -> Mark | None:
        """Read a mark as a cell holds it; None for any other text."""
        found = _MARK.fullmatch(text.strip())
        return cls(found[1], int(found[2]), found[3] or "") if found else None


def tidied(name: str) -> str:
    """A name with its letters and spaces in one form, whoever typed it: as exercises know it."""
    return " ".join(normalize("NFC", name).split())
