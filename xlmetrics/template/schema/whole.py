"""What the parts of a course, each right by itself, say of one another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlmetrics.quantities import KINDS, Given, is_grid
from xlmetrics.template.schema.validate import complain
from xlmetrics.template.spelling import hint
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from xlmetrics.quantities import Quantity
    from xlmetrics.template.model import CataloguedTable, ChartTemplate, Course, Exercise, Topic
    from xlmetrics.template.spelling import KeyPath

    Complaints = Iterator[tuple[KeyPath, str]]

MAX_CELLS = 250_000


def validate_course(course: Course, data: Mapping[str, Any], path: Path, source: str) -> None:
    """Hold the parts of a course against one another.

    Raises:
        BadTemplate: with all complaints, in the order of the file.
    """
    found = [*_sheet_titles(course, data), *_size(course)]
    for number, topic in enumerate(course.topics):
        place: KeyPath = ("sheets", number) if "sheets" in data else ()
        found += _about_topic(course, topic, place)
    complain(found, path, source)


def _sheet_titles(course: Course, data: Mapping[str, Any]) -> Complaints:
    """Two sheets of one title; capitals make no difference to Excel."""
    words = course.words
    kept = ["notes", *(["contents"] if len(course.topics) > 1 else [])]
    taken = {words[f"sheet.{key}"].casefold(): f"the sheet of {key} has" for key in kept}
    for number, topic in enumerate(course.topics):
        place: KeyPath = ("sheets", number, "sheet") if "sheets" in data else ("sheet",)
        other = taken.setdefault(topic.name.casefold(), f"sheets[{number + 1}] has")
        if other != f"sheets[{number + 1}] has":
            yield place, f"is the title that {other} already; choose another"


def _size(course: Course) -> Complaints:
    cells = sum(
        table.rows[part.rows] * KINDS[table.kind].width(part, table.rows)
        for topic in course.topics
        for table in topic.tables
        for part in _parts(table)
        if part.rows
    )
    if cells > MAX_CELLS:
        what = "sheets" if len(course.topics) > 1 else "tables"
        yield (what,), f"take {cells:,} cells and at most {MAX_CELLS:,} are possible; show less"


def _about_topic(course: Course, topic: Topic, place: KeyPath) -> Complaints:
    yield from _about_max_grade(course, topic, place)
    for number, table in enumerate(topic.tables):
        yield from _about_table(course, table, (*place, "tables", number))
    for number, chart in enumerate(topic.charts):
        yield from _about_chart(chart, topic.tables, (*place, "charts", number))
    if topic.exercise:
        yield from _about_exercise(topic.exercise, topic.tables, (*place, "exercise", "ask"))


def _about_max_grade(course: Course, topic: Topic, place: KeyPath) -> Complaints:
    if not any(part.name == "max_grade" for table in topic.tables for part in _parts(table)):
        return
    top, highest = topic.settings["max_grade"], max(course.scale)
    if not isinstance(top, int | float) or top < highest:
        yield (
            (*place, "max_grade"),
            f"is {top} and the scale goes up to {highest}; give at least that",
        )
    elif top == 0:
        yield ("scale",), "has no grade above 0, and what is shown needs one; add one"


def _about_table(course: Course, table: CataloguedTable, place: KeyPath) -> Complaints:
    kind = KINDS[table.kind]
    for name, values in table.given.items():
        needed = table.rows[kind.given[name].rows]
        if len(values) != needed:
            yield (*place, f"{name}s"), _wrong_count(len(values), needed)
    rows = max(table.rows.values())
    for number, column in enumerate(table.columns):
        if len(column.values) != rows:
            yield (*place, "columns", number, "values"), _wrong_count(len(column.values), rows)
    shown = [part.name for part in _parts(table)]
    for name in table.headings:
        if name not in shown:
            yield (*place, "headings", name), f"is not shown in this table; {hint(name, shown)}"
    yield from _about_headings(course, table, place)


def _about_headings(course: Course, table: CataloguedTable, place: KeyPath) -> Complaints:
    """Headings of a template's own that another figure, or a column beside it, has too."""
    parts = [part for part in _parts(table) if part.rows or not isinstance(part, Given)]
    sections = {part.name: "heading" if isinstance(part, Given) else "figure" for part in parts}
    taken = {
        (part.rows, course.words[f"{sections[part.name]}.{part.name}"]): part.name
        for part in parts
        if part.name not in table.headings
    }
    rows = {part.name: part.rows for part in parts}
    for name, heading in table.headings.items():
        other = taken.setdefault((rows.get(name, name), heading), name)
        if other != name:
            yield (
                (*place, "headings", name),
                f"is the heading that {other} has already; choose another",
            )


def _wrong_count(given: int, needed: int) -> str:
    rows = counted(needed, "row")
    return f'holds {given:,} and the table has {rows}; give one for each, "" for a blank'


def _about_chart(
    chart: ChartTemplate, tables: Sequence[CataloguedTable], place: KeyPath
) -> Complaints:
    if chart.table > len(tables):
        count = counted(len(tables), "table")
        yield (*place, "table"), f"is {chart.table} and the sheet has {count}"
        return
    table = tables[chart.table - 1]
    parts = [part for part in _parts(table) if part.rows and not is_grid(part)]
    rows = {part.name: table.rows[part.rows] for part in parts}
    length = max(table.rows.values())
    if chart.rows and not chart.rows[0] < chart.rows[1] <= length:
        yield (
            (*place, "rows"),
            f"must be two rows of the {length:,} of the table, one after another",
        )
    series: list[tuple[KeyPath, str]] = [
        (("series", at), name) for at, name in enumerate(chart.series)
    ]
    if chart.y_min is not None and chart.y_max is not None and chart.y_min >= chart.y_max:
        yield (*place, "y_max"), f"must be above y_min, which is {chart.y_min:g}"
    for key, name in [(("x",), chart.x), *series]:
        if name not in rows:
            yield (*place, *key), _no_column(name, table, rows)
        elif chart.x in rows and rows[name] != rows[chart.x]:
            both = f"has {counted(rows[name], 'row')} and {chart.x} has {rows[chart.x]:,}"
            yield (*place, *key), f"{both}; a chart needs as many of each"


def _about_exercise(
    exercise: Exercise, tables: Sequence[CataloguedTable], place: KeyPath
) -> Complaints:
    """Figures that are asked for twice, or that no table has."""
    for at, ask in enumerate(exercise.ask):
        if not 1 <= ask.table <= len(tables):
            yield (*place, at), f"there is no table {ask.table} on this sheet"
            continue
        kind = KINDS[tables[ask.table - 1].kind]
        figures = [
            each.name
            for each in kind.quantities.values()
            if not (each.rows or each.instead_of or each.is_text)
        ]
        if ask.figure not in figures:
            mend = hint(ask.figure, figures) if figures else "it has none"
            yield (*place, at), f"no figure of a {kind.name} table is called {ask.figure!r}; {mend}"
        elif ask in exercise.ask[:at]:
            yield (*place, at), f"{ask.figure} is asked for already; remove it"


def _no_column(name: str, table: CataloguedTable, shown: Iterable[str]) -> str:
    kind = KINDS[table.kind]
    if name not in {part.name for part in kind.parts}:
        return f"no column of a {kind.name} table is called {name!r}; {hint(name, shown)}"
    if not kind[name].rows:
        return f"{name} is a single figure and no column; {hint(name, shown)}"
    if is_grid(kind[name]):
        return f"{name} is a grid and no column; {hint(name, shown)}"
    return f"{name} is not shown in this table; add it to its show"


def _parts(table: CataloguedTable) -> list[Given | Quantity]:
    return KINDS[table.kind].needed([*table.given, *table.show])
