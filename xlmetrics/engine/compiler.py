"""The formulas of a workbook, compiled: those that differ only in where they refer, once.

A mend in formulas 1.3.4: an unknown function is found out only when it is called, and IFERROR
hides it. Here it is looked up before anything is computed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, cast

from xlmetrics.address import unquoted
from xlmetrics.engine.columns import together
from xlmetrics.engine.compiling import Compilation, Mode
from xlmetrics.engine.filling import FilledColumn
from xlmetrics.engine.lambdas import FORMS, Meaning
from xlmetrics.engine.parsing import parse
from xlmetrics.engine.spelling_out import INVOKE
from xlmetrics.engine.structured import Tables
from xlmetrics.engine.tree import Call
from xlmetrics.engine.values import Unchecked
from xlmetrics.formula import (
    THIS_WORKBOOK,
    FormulaFault,
    abstract,
    reference,
    tokens,
    without_structured,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlmetrics.address import Address, Range
    from xlmetrics.engine.columns import Together
    from xlmetrics.engine.scope import Evaluate
    from xlmetrics.engine.tree import Node
    from xlmetrics.formula import Reference
    from xlmetrics.model import Cell, Workbook

_OWN_PLACE = re.compile(r"\b(?:ROW|COLUMN)\(\s*\)", re.IGNORECASE)
_SUBTOTAL = re.compile(r"\b(?:SUBTOTAL|AGGREGATE)\(", re.IGNORECASE)
_DYNAMIC = frozenset(
    {"ARRAYFORMULA", "DROP", "FILTER", "LET", "SEQUENCE", "SORT", "SORTBY", "TAKE", "UNIQUE"}
    | {"CHOOSECOLS", "CHOOSEROWS", "HSTACK", "TOCOL", "TOROW", "VSTACK", INVOKE, *FORMS}
)


class _Places(dict[str, "Range"]):
    """What references mean to the formulas of one sheet; titles are found without case."""

    def __init__(self, sheet: str, spelt: Callable[[str], str]) -> None:
        super().__init__()
        self._sheet = sheet
        self._spelt = spelt

    def __missing__(self, text: str) -> Range:
        written = cast("Reference", reference(text))
        sheet = self._sheet if written.sheet is None else self._spelt(written.sheet)
        return self.setdefault(text, written.on(sheet))


class Compiler:
    """Compiles the formulas of one workbook, those that differ only in references once.

    ``sheet`` finds the title of a sheet, ``titles`` are those of the sheets in their order.
    ``subtotals`` are the compiled formulas that other subtotals pass over.
    """

    def __init__(
        self,
        sheet: Callable[[str], str],
        workbook: Workbook,
        titles: Sequence[str],
    ) -> None:
        self._sheet = sheet
        self._titles = titles
        self._tables = Tables(workbook.list_objects)
        self._names: dict[str | None, dict[str, str]] = {None: _upper(workbook.names)}
        self._names |= {sheet: _upper(names) for sheet, names in workbook.local_names.items()}
        self._meanings: dict[tuple[str | None, str], Meaning] = {}
        self._compiled: dict[tuple[str, bool, str | None], Evaluate | str] = {}
        self._places: dict[str, _Places] = {}
        self._columns: defaultdict[tuple[str, int], FilledColumn] = defaultdict(FilledColumn)
        self.subtotals: set[Evaluate] = set()
        self._trees: dict[Evaluate, tuple[Compilation, Node]] = {}
        self._together: dict[Evaluate, Together | None] = {}

    def compile(self, cell: Cell) -> tuple[Evaluate, tuple[Range, ...]]:
        """The formula as a function of its scope, and what its references mean.

        Raises Unchecked where the formula holds something that we cannot compute for certain.
        """
        formula, array, (sheet, row, at) = cell.formula or "", cell.array, cell.address
        column = self._columns[sheet, at]
        if array is None and (guessed := column.guess(formula, row)):
            return guessed
        if "[" in formula:
            formula = self._plain(formula, array.first if array else cell.address)
        pattern, found = abstract(formula)
        scope = sheet if sheet in self._names else None
        key = pattern, array is not None, scope
        compiled = self._compiled.get(key)
        if compiled is None:
            compiled = self._compiled[key] = self._try(formula, scope, array=array is not None)
            if _SUBTOTAL.search(formula) and not isinstance(compiled, str):
                self.subtotals.add(compiled)
        if isinstance(compiled, str):
            raise Unchecked(compiled)
        if array and array.shape != (1, 1) and _OWN_PLACE.search(formula):
            raise Unchecked("ROW() or COLUMN() of each cell of an array formula")
        read = compiled, tuple(map(self._seen_from(sheet).__getitem__, found))
        if array is None:
            column.learn(formula, row, read)
        return read

    def together(self, evaluate: Evaluate) -> Together | None:
        """A compiled formula for many cells at once; None where it is not computed so."""
        if evaluate not in self._together:
            try:
                self._together[evaluate] = together(*self._trees[evaluate])
            except RecursionError:
                self._together[evaluate] = None
        return self._together[evaluate]

    def _seen_from(self, sheet: str) -> _Places:
        """What references mean to the formulas of this sheet."""
        if sheet not in self._places:
            self._places[sheet] = _Places(sheet, self._sheet)
        return self._places[sheet]

    def named(self, name: str, scope: str | None) -> Meaning | None:
        """What a name stands for on a sheet; None where there is no such name.

        The sheet's own names come before those of the workbook; ``Sheet1!rate`` asks for those of
        that sheet, ``[0]!rate`` for those of the workbook.
        """
        asked, _, plain = name.rpartition("!")
        if asked:
            scope = None if asked == THIS_WORKBOOK else self._sheet(unquoted(asked))
        if plain not in self._names.get(scope, ()):
            scope = None
        if (scope, plain) in self._meanings:
            return self._meanings[scope, plain]
        if plain not in self._names[scope]:
            if plain in self._tables:
                raise Unchecked(f"the table {plain} stands without the brackets that files have")
            return None
        words = tokens(self._plain(self._names[scope][plain], None))
        held = [word.text for word in words if word.kind == "reference"]
        if not all(map(_stands_alone, held)):
            raise Unchecked(f"what the name {name} stands for depends on where it is used")
        ranges = [self._seen_from("")[text] for text in held]
        meaning = self._meanings[scope, plain] = Meaning(
            Compilation(_Seen(self, scope), Mode.ARRAY), parse(words), ranges
        )
        return meaning

    def through(self, written: str) -> list[Range]:
        """The ranges that ``Sheet1:Sheet3!A1`` stands for, one for each sheet."""
        titles, _, area = written.rpartition("!")
        ends = sorted(self._titles.index(self._sheet(end)) for end in unquoted(titles).split(":"))
        if len(ends) != 2 or reference(area) is None:
            raise Unchecked(f"{written} runs through sheets that are not there")
        first, last = ends
        return [self._seen_from(title)[area] for title in self._titles[first : last + 1]]

    def _plain(self, formula: str, address: Address | None) -> str:
        return without_structured(formula, lambda written: self._tables.plain(written, address))

    def _try(self, formula: str, scope: str | None, *, array: bool) -> Evaluate | str:
        """The compiled formula, or why there is none."""
        try:
            tree = parse(tokens(formula))
            mode = Mode.ARRAY if array or _is_dynamic(tree) else Mode.SINGLE
            compilation = Compilation(_Seen(self, scope), mode)
            evaluate = compilation.value(tree)
        except FormulaFault as fault:
            return f"cannot be read: {fault}"
        except Unchecked as unchecked:
            return str(unchecked)
        except RecursionError:
            return "nested too deeply"
        self._trees[evaluate] = compilation, tree
        return evaluate


def _upper(names: Mapping[str, str]) -> dict[str, str]:
    return {name.upper(): text for name, text in names.items()}


class _Seen:
    """The workbook as a formula sees it that stands on a sheet, or in a name of the workbook."""

    def __init__(self, compiler: Compiler, scope: str | None) -> None:
        self._compiler = compiler
        self._scope = scope
        self.through = compiler.through

    def named(self, name: str) -> Meaning | None:
        """What a name stands for there."""
        return self._compiler.named(name, self._scope)


def _stands_alone(text: str) -> bool:
    """Whether a reference means the same wherever it is used."""
    found = reference(text)
    return found is not None and found.sheet is not None and all(found.fixed)


def _is_dynamic(tree: Node) -> bool:
    """Whether only Excel with dynamic arrays knows the formula, where every formula is one."""
    return isinstance(tree, Call) and (
        tree.function in _DYNAMIC or any(map(_is_dynamic, tree.arguments))
    )
