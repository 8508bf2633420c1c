"""The sheets by which the auditor of foreign sheets is measured.

Each file of ``tests/data/check`` is one way in which people lay such sheets out:

- ``sheets``: what stands in each cell, ``=`` for a formula; with ``merged``, ``hidden_rows``,
  ``formats``, ``arrays`` (cells entered as array formulas) and ``tables`` (Excel's own) where there
  are any.
- ``facts``: the right value of some figures, and by which measure of which cells. They hold for
  the sheet as it is; a style may have its own.
- ``styles``: the same sheet as others would rightly write it. ``notes`` are codes of notes that
  name what is peculiar; no mistake may be found.
- ``mutants``: the sheet with one mistake. ``code`` names it, ``or`` are codes that name the same
  mistake as well, ``also`` may rightly come with it. One that is ``latent`` has no effect on the
  numbers in the file. ``of`` is the style that the mistake was made in, if not the sheet as it is.

Styles and mutants say how they depart from the sheet: ``edits`` (None empties a cell), or other
``formats``, ``arrays``, ``merged`` or ``hidden_rows``. ``cached`` are values stored beside formulas
in place of those they give, ``uncalculated`` are formulas stored without one, ``*`` for all. A
reference without a sheet is on the first.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.engine.sheets import place
from xlmetrics.address import Address, Range
from xlmetrics.engine import recompute
from xlmetrics.model import Cell, Hiding, ListObject, NotChecked, Role, Sheet, Workbook
from xlmetrics.xlsx.write import write_workbook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from xlmetrics.model import Result, Value

AS_IT_IS = "as it is"
DATA = Path(__file__).parent / "data" / "check"
BY_OTHERS = DATA.with_name("check_by_others")
"""Layouts by people who had not seen the program when they made them."""


@dataclass(frozen=True)
class Case:
    """A layout as it is, in another style, or with a mistake."""

    layout: str
    name: str
    sheets: Mapping[str, Mapping[str, Value]]
    said: Mapping[str, Any]
    facts: Mapping[str, Mapping[str, Any]]

    @property
    def code(self) -> str | None:
        """The mistake; None for a clean sheet."""
        return self.said.get("code")

    @property
    def named_by(self) -> frozenset[str]:
        """The codes any of which names the mistake."""
        return frozenset([self.said["code"], *self.said.get("or", ())] if self.code else ())

    @property
    def allowed(self) -> frozenset[str]:
        """The codes of mistakes that may rightly be found."""
        return self.named_by | frozenset(self.said.get("also", ()))

    @property
    def notes(self) -> tuple[str, ...]:
        """The codes of what is peculiar to a clean sheet."""
        return tuple(self.said.get("notes", ()))

    @property
    def of(self) -> str:
        """The clean sheet in which the mistake was made."""
        return self.said.get("of", AS_IT_IS)

    @property
    def latent(self) -> bool:
        """Whether the mistake has no effect on the numbers in the file."""
        return bool(self.said.get("latent"))

    @property
    def first(self) -> str:
        """The title of the first sheet."""
        return next(iter(self.sheets))

    def address(self, reference: str) -> Address:
        """Where a reference is, which names no sheet on the first."""
        return _address(reference, self.first)

    def addresses(self, references: str) -> list[Address]:
        """The cells of ranges with commas between them."""
        found: list[Address] = []
        for each in references.split(","):
            title, a1 = _split(each, self.first)
            found += Range.parse(title, a1).addresses()
        return found

    def workbook(self) -> Workbook:
        """The workbook, each formula with the value that the file holds beside it."""
        bare = self._bare()
        computed: dict[Address, Result] = dict(recompute(bare))
        cached = {self.address(at): value for at, value in self.said.get("cached", {}).items()}
        unknown = {at for at in cached if isinstance(computed.get(at), NotChecked)}
        if unknown:
            given = {at: cached[at] for at in unknown}
            computed |= recompute(_with_constants(bare, given)) | given
        return _with_values(bare, computed | cached, self._uncalculated(bare))

    def save(self, path: Path) -> None:
        """Write the workbook as a file, array formulas as ordinary ones."""
        write_workbook(self.workbook(), path)

    def _uncalculated(self, bare: Workbook) -> set[Address]:
        said = self.said.get("uncalculated", ())
        if "*" in said:
            return {cell.address for cell in bare.formulas()}
        return {self.address(at) for at in said}

    def _bare(self) -> Workbook:
        return Workbook(
            tuple(self._sheet(title, cells) for title, cells in self.sheets.items()),
            list_objects=tuple(
                ListObject(name, Range.parse(self.first, said["where"]), tuple(said["columns"]))
                for name, said in self.said.get("tables", {}).items()
            ),
        )

    def _sheet(self, title: str, cells: Mapping[str, Value]) -> Sheet:
        formats = self._by_address("formats")
        arrays = {self.address(at) for at in self.said.get("arrays", ())}
        placed = []
        for a1, content in cells.items():
            cell = place(title, a1, content)
            at = cell.address
            array = Range.between(at, at) if at in arrays else None
            placed.append(cell._replace(number_format=formats.get(at, "General"), array=array))
        return Sheet(
            title,
            tuple(placed),
            merged=tuple(
                Range.parse(title, each) for each in self.said.get("merged", {}).get(title, ())
            ),
            hidden_rows={
                int(row): Hiding(how)
                for row, how in self.said.get("hidden_rows", {}).get(title, {}).items()
            },
        )

    def _by_address(self, key: str) -> dict[Address, Any]:
        return {self.address(at): value for at, value in self.said.get(key, {}).items()}


@dataclass(frozen=True)
class Layout:
    """One file of the corpus."""

    name: str
    data: Mapping[str, Any]

    def clean(self) -> Iterator[Case]:
        """The sheet as it is, and in its other styles."""
        yield self._case({"name": AS_IT_IS})
        for style in self.data["styles"]:
            yield self._case(style)

    def mutants(self) -> Iterator[Case]:
        """The sheet with each of its mistakes."""
        styles = {style["name"]: style["edits"] for style in self.data["styles"]}
        for mutant in self.data["mutants"]:
            edits = {**styles.get(mutant.get("of", AS_IT_IS), {}), **mutant.get("edits", {})}
            yield self._case({"facts": {}} | mutant | {"edits": edits})

    def _case(self, said: Mapping[str, Any]) -> Case:
        sheets = {title: dict(cells) for title, cells in self.data["sheets"].items()}
        first = next(iter(sheets))
        for at, content in said.get("edits", {}).items():
            title, a1 = _split(at, first)
            cells = sheets.setdefault(title, {})
            if content is None:
                del cells[a1]
            else:
                cells[a1] = content
        whole = {
            key: self.data[key]
            for key in ("formats", "arrays", "tables", "merged", "hidden_rows", "facts")
            if key in self.data
        } | dict(said)
        return Case(self.name, said["name"], sheets, whole, whole["facts"])


def layouts(folder: Path = DATA) -> list[Layout]:
    """Every layout of the corpus, or of another one."""
    return [
        Layout(path.stem, json.loads(path.read_text("utf-8"))) for path in sorted(folder.glob("*"))
    ]


def _split(reference: str, first: str) -> tuple[str, str]:
    title, mark, a1 = reference.rpartition("!")
    return (title, a1) if mark else (first, a1)


def _address(reference: str, first: str) -> Address:
    return Address.parse(*_split(reference, first))


def _with_constants(workbook: Workbook, values: Mapping[Address, Value]) -> Workbook:
    return _each(
        workbook,
        lambda cell: (
            Cell(cell.address, Role.INPUT, values[cell.address]) if cell.address in values else cell
        ),
    )


def _with_values(
    workbook: Workbook, values: Mapping[Address, Result], uncalculated: set[Address]
) -> Workbook:
    def valued(cell: Cell) -> Cell:
        value = values.get(cell.address)
        if cell.formula is None or cell.address in uncalculated or isinstance(value, NotChecked):
            return cell
        return cell._replace(value=value, calculated=True)

    return _each(workbook, valued)


def _each(workbook: Workbook, change: Callable[[Cell], Cell]) -> Workbook:
    return replace(
        workbook,
        sheets=tuple(
            replace(sheet, cells=tuple(change(cell) for cell in sheet.cells))
            for sheet in workbook.sheets
        ),
    )
