"""The common currency: a workbook of placed cells, and the tables of measures that stand in it.

Templates become workbooks, files become workbooks, and everything downstream (recomputing,
checking, reporting) sees only these types, so that our own workbooks and other people's go
through the same door.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Literal, TypeGuard

    from xlmetrics.address import Address, Range


@dataclass(frozen=True, slots=True)
class ErrorValue:
    """An error a cell shows, by Excel's name: ``#N/A``, ``#DIV/0!``."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class NotChecked:
    """No value, and why: an unknown function, a cycle, a limit passed. Never a guess."""

    reason: str

    def __str__(self) -> str:
        return f"not checked: {self.reason}"


Value = float | int | str | bool | ErrorValue | None
"""What a cell holds or shows; None is a blank cell."""

Result = Value | NotChecked
"""What recomputing a cell gives."""


TOLERANCE = 1e-9

_NUMBERS = (float, int)  # asked of millions of values: to join types takes longer than to ask


def is_number(value: Result) -> TypeGuard[int | float]:
    """Whether a value is a number; in a spreadsheet TRUE and FALSE are none."""
    return isinstance(value, _NUMBERS) and not isinstance(value, bool)


def agree(one: Result, other: Result) -> bool:
    """Whether two values are the same, numbers to 1e-9; a blank and a 0 are not."""
    if is_number(one) and is_number(other):
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return type(one) is type(other) and one == other


class Role(StrEnum):
    """What a cell is for."""

    LABEL = "label"
    INPUT = "input"
    FORMULA = "formula"


class Look(StrEnum):
    """How a cell of ours is drawn; the writer alone knows what that means in fonts and fills."""

    PLAIN = "plain"
    TITLE = "title"
    SUBTITLE = "subtitle"
    INTRO = "intro"
    ASIDE = "aside"
    HEADING = "heading"
    NUMBER_HEADING = "number heading"
    LABEL = "label"
    INPUT = "input"
    WORKING = "working"
    GIVEN = "given"
    WORDS_INPUT = "words input"
    RANK = "rank"
    STEP = "step"
    RESULT = "result"
    NOTE = "note"
    VERDICT = "verdict"
    REASON = "reason"
    FIGURE_LABEL = "figure label"
    FIGURE = "figure"
    LINK = "link"
    WRAPPED_LINK = "wrapped link"
    WRONG = "wrong"
    WRONG_HEADING = "wrong heading"


@dataclass(frozen=True, slots=True)
class Validation:
    """What may be typed into the inputs of a range, and what the program says about it.

    ``formula`` is written for the top left cell. ``kind`` and ``operator`` are Excel's words
    (``list``, ``whole``, ``custom``; ``greaterThanOrEqual``).
    """

    where: Range
    kind: str
    formula: str
    prompt_title: str
    prompt: str
    error: str
    operator: str | None = None


class Cell(NamedTuple):
    """A placed cell.

    ``value`` is what stands in it; for a formula, the value cached beside it (``calculated`` is
    False where there is none, which is not the same as a cached empty text).
    ``formula`` starts with ``=``; ``array`` is the range it was entered into as an array formula,
    or, if it is ``dynamic``, over which its values spill. ``link`` is an address on the web, or,
    after a ``#``, a place in the workbook: ``#'Sheet name'!A1``.
    """

    address: Address
    role: Role
    value: Value = None
    formula: str | None = None
    calculated: bool = True
    array: Range | None = None
    look: Look = Look.PLAIN
    number_format: str = "General"
    link: str | None = None
    dynamic: bool = False


@dataclass(frozen=True, slots=True)
class Highlight:
    """Draw the cells of a range as ``kind`` wherever ``formula`` holds (conditional format)."""

    where: Range
    formula: str
    kind: str


class Hiding(StrEnum):
    """How a row has come to be hidden, on which totals of what is shown depend."""

    BY_HAND = "by hand"
    BY_FILTER = "by filter"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Series:
    """One line, group of bars or cloud of points: a row or column of numbers, and its name.

    The name is text, or the cell in which it stands.
    """

    title: Range | str
    values: Range


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart over the cells of ``where``: one to four series over the same categories.

    ``kind`` is ``line``, ``bar`` (upright, side by side) or ``scatter`` (points; the categories
    are the numbers of the x axis). Blanks and ``#N/A`` are gaps; text, the empty one too, is drawn
    as 0. ``alt`` says in words what the chart shows, for those who do not see it. Where ``y_min``
    or ``y_max`` are None, the program chooses, and not always 0 for bars.

    Raises:
        ValueError: there is no series, there are more than four, or one has not as many values as
            there are categories; or nothing says what the chart shows.
    """

    kind: Literal["line", "bar", "scatter"]
    title: str
    where: Range
    categories: Range
    series: tuple[Series, ...]
    x_title: str
    y_title: str
    alt: str
    y_min: float | None = None
    y_max: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.series) <= 4:
            raise ValueError(f"chart {self.title!r}: {len(self.series)} series; 1 to 4 can be told")
        if any(series.values.shape != self.categories.shape for series in self.series):
            raise ValueError(f"chart {self.title!r}: a series is not as long as the categories")
        if not self.alt.strip():
            raise ValueError(f"chart {self.title!r}: says nothing to those who do not see it")


@dataclass(frozen=True, slots=True)
class Sheet:
    """Cells, in any order, and how the sheet is shown and printed.

    ``filtered`` is a range, headings first, whose rows can be filtered; ``hidden_columns`` are not
    shown. ``cursor`` is the cell selected when the file is opened. Each range of ``merged`` is
    shown as one cell, its first. A sheet that is ``long`` is printed over several pages, its frozen
    rows, or the row ``repeated``, on each. A new page begins at the rows ``breaks``.
    """

    title: str
    cells: tuple[Cell, ...]
    widths: Mapping[int, float] = field(default_factory=dict)
    heights: Mapping[int, float] = field(default_factory=dict)
    freeze: Address | None = None
    print_area: Range | None = None
    validations: tuple[Validation, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    merged: tuple[Range, ...] = ()
    charts: tuple[Chart, ...] = ()
    hidden: bool = False
    hidden_columns: tuple[int, ...] = ()
    filtered: Range | None = None
    cursor: Address | None = None
    long: bool = False
    repeated: int | None = None
    breaks: tuple[int, ...] = ()
    hidden_rows: Mapping[int, Hiding] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """Where the inputs and the figures of one calculation stand, field by field.

    A ``ndcg`` table, for example, has the fields ``grade`` (B2:B7), ``judged`` (B2:B8), ``k``
    (B10) and ``nDCG`` (B13). Written into a file as defined names, which move with the cells.
    """

    kind: str
    number: int
    fields: Mapping[str, Range]

    def __getitem__(self, name: str) -> Range:
        return self.fields[name]


@dataclass(frozen=True, slots=True)
class ListObject:
    """A table of Excel's own, as its object model calls it, by which formulas name columns.

    ``where`` includes the rows of headers and totals, of which there are one or none.
    """

    name: str
    where: Range
    columns: tuple[str, ...]
    headers: int = 1
    totals: int = 0

    @property
    def data(self) -> Range:
        """The rows between headers and totals."""
        top, bottom = self.where.top + self.headers, self.where.bottom - self.totals
        return self.where._replace(top=top, bottom=bottom)


@dataclass(frozen=True)
class Workbook:
    """Sheets of cells, the tables of measures known to stand in them, and who saved the file.

    ``names`` are defined names and what they stand for, ``local_names`` those that belong to one
    sheet, by its title; ``list_objects`` are Excel's own tables. A
    file that ``has_prefixes`` writes newer functions with one, ``_xlfn.``. ``left_open`` tells, by
    what, how a file was understood that does not say all of a workbook.
    """

    sheets: tuple[Sheet, ...]
    tables: tuple[Table, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    saved_by: str = ""
    list_objects: tuple[ListObject, ...] = ()
    local_names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    has_prefixes: bool = False
    left_open: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def cells(self) -> Mapping[Address, Cell]:
        """Every cell by its address."""
        return {cell.address: cell for sheet in self.sheets for cell in sheet.cells}

    def formulas(self) -> Iterator[Cell]:
        """The cells that hold a formula."""
        return (cell for cell in self.cells.values() if cell.formula is not None)

    def value(self, address: Address) -> Value:
        """What stands in a cell; None where there is none."""
        cell = self.cells.get(address)
        return None if cell is None else cell.value


class Severity(StrEnum):
    """How a finding weighs: a mistake makes ``check`` exit with 1, a note does not."""

    MISTAKE = "mistake"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong *in* a workbook: where, what it says, what it should say.

    ``code`` is stable and never reused (XL1xx about measures, XL2xx about spreadsheets).
    ``formula`` is what stands in the cell, ``instead`` what to paste there. ``where`` is all of
    what is spoken of, where that is more than the cell; ``origin`` the cell in which the mistake
    is made, where it only shows here, and ``affected`` those that follow from this one. Where it
    is not ``sure``, the inputs in the file alone speak for it.
    """

    code: str
    address: Address
    message: str
    found: Result = None
    expected: Result = None
    formula: str | None = None
    severity: Severity = Severity.MISTAKE
    instead: str | None = None
    where: Range | None = None
    origin: Address | None = None
    affected: tuple[Address, ...] = ()
    sure: bool = True

    @property
    def cells(self) -> tuple[Address, ...]:
        """The cells in which it shows."""
        return self.address, *self.affected

    @property
    def effect(self) -> float | None:
        """How many points a figure is off; None where there is none to compare."""
        if is_number(self.found) and is_number(self.expected):
            return self.found - self.expected
        return None
