"""The names of a class, read from a file that a spreadsheet or an editor wrote."""

from __future__ import annotations

import csv
import io
from hashlib import sha256
from typing import TYPE_CHECKING

from xlmetrics.errors import XlmetricsError
from xlmetrics.exercise.mark import tidied
from xlmetrics.text import complaint_about_line, counted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MAX_STUDENTS = 2_000
MAX_BYTES = 1_000_000
TEACHER = "teacher"
_MAX_FILE_NAME = 120
_HEADINGS = {"name", "student"}
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}


def read_students(path: Path) -> list[str]:
    """The names, a line each; of two that are alike the second is called ``Anna (2)``.

    A line may have several cells, divided by commas, semicolons or tabs, which together are the
    name. Where the first line has a cell ``name`` or ``student``, the names stand below it; below
    a single heading each line is a name as a whole.

    Raises:
        XlmetricsError: the file cannot be read, holds no name or one that no cell can hold, or a
            line with more cells than there are headings.
    """
    text = _text(path)
    rows = list(csv.reader(io.StringIO(text), delimiter=max(";\t,", key=text.count)))
    headings = [cell.strip().casefold() for cell in rows[0]] if rows else []
    column = next((at for at, heading in enumerate(headings) if heading in _HEADINGS), None)
    complaints = []
    if column is not None:
        several = len("".join(headings)) > len(headings[column])
        complaints = [
            f"{path}, line {line}: has {len(row)} cells and the first line {len(headings)}; "
            "put a name that holds the separator in quotes"
            for line, row in enumerate(rows[1:], 2)
            if several and any(map(str.strip, row[len(headings) :]))
        ]
        rows = [row[column : column + 1] if several else row for row in rows[1:]]
    names = [tidied(" ".join(row)) for row in rows]
    complaints += [
        f"{path}, line {line}: the name {complaint}"
        for line, name in enumerate(names, 1 if column is None else 2)
        if name and (complaint := complaint_about_line(name))
    ]
    if complaints:
        raise XlmetricsError(*complaints)
    found = _distinct([name for name in names if name])
    if not found or len(found) > MAX_STUDENTS:
        raise XlmetricsError(
            f"{path}: holds {counted(len(found), 'name') if found else 'no names'}. Write one name "
            f"a line, at most {MAX_STUDENTS:,}."
        )
    return found


def file_names(students: Sequence[str]) -> list[str]:
    """A name for the file of each student, which every system can store, none twice.

    It depends on the name alone, whoever else is in the class. Names that differ in capitals only
    would be one file on many systems: the one with a capital at the head of each word stays as it
    is, and every other, as one that had to be changed, ends with letters made from it.
    """
    return [_file_name(name) for name in students]


def _file_name(student: str) -> str:
    plain, usual = _safe(student), student.casefold().title()
    if plain == student == usual and student.casefold() != TEACHER:
        return plain
    return f"{plain}-{_letters(student)}"


def _safe(name: str) -> str:
    kept = "".join(each if each.isalnum() or each in " -_'()" else "_" for each in name)
    while len(kept.encode()) > _MAX_FILE_NAME:
        kept = kept[:-1]
    return kept.strip() or "_"


def _letters(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:6]


def _distinct(names: Sequence[str]) -> list[str]:
    taken: set[str] = set()
    found = []
    for name in names:
        number, each = 1, name
        while each in taken:
            number += 1
            each = f"{name} ({number})"
        taken.add(each)
        found.append(each)
    return found


def _text(path: Path) -> str:
    try:
        content = path.read_bytes() if path.stat().st_size <= MAX_BYTES else b""
    except OSError as error:
        raise XlmetricsError(f"{path}: cannot be read: {error.strerror}") from None
    encoding = next((name for mark, name in _MARKS.items() if content.startswith(mark)), "utf-8")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
