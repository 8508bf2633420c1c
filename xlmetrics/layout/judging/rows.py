"""The sheet to judge on: a row for each query and document, and how far the work has come."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from xlmetrics.address import Address, column_letters, quote_title
from xlmetrics.layout.canvas import TEXT, Canvas
from xlmetrics.layout.fit import TITLE_HEIGHT, at_most, row_height
from xlmetrics.layout.judging.items import MAX_LINKS, is_safe_link, shown
from xlmetrics.layout.values import with_values
from xlmetrics.model import Cell, Look, Role, Sheet, Table, Validation
from xlmetrics.quantities import ALL_KINDS, in_a1
from xlmetrics.text import display_width, wrapped_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.address import Range
    from xlmetrics.judging.scale import Scale
    from xlmetrics.layout.judging.items import Item
    from xlmetrics.layout.judging.rubric import Rubric
    from xlmetrics.template.words import Words

HEADER = 4
MAX_SHOWN_LINES = 12
"""Lines of a row, beyond which its text is cut off from view; who wants more makes it higher."""

_LETTERS = 1.15
"""Letters of running text that fit where the width counts one digit."""

_TITLE_LETTER = 1.8
"""The width of a letter of the title, which is large and bold."""

_WITHOUT_SNIPPET = {"query": 32, "title": 56}
_WIDTHS = {"query": 22, "need": 30, "title": 32, "snippet": 62, "url": 20, "said": 36}
_TYPED = {"grade": 9, "code": 18, "note": 28}
_IDS = ("query_id", "doc_id", "row_key")
_FIELDS = {name: name for name in _TYPED} | {"query": "query_id", "doc": "doc_id", "key": "row_key"}
_KIND = ALL_KINDS["packet"]
_FIGURES = ("judged_count", "cannot_count", "left_count", "done_share")


def headings(words: Words) -> dict[str, str]:
    """What stands over the columns that are read back, by field of the table."""
    return {field: words[f"heading.{name}"] for field, name in _FIELDS.items()}


class _Shown(NamedTuple):
    """A column: its name, and the text of each row."""

    name: str
    texts: list[str]


class JudgeSheet:
    """Places the rows, the three yellow columns beside them, and the ids out of sight."""

    def __init__(
        self,
        title: str,
        items: Sequence[Item],
        scale: Scale,
        rubric: Rubric,
        words: Words,
    ) -> None:
        self._title = title
        self._items = items
        self._scale = scale
        self._rubric = rubric
        self._words = words
        self._canvas = Canvas(words["sheet.judge"])
        self._top, self._bottom = HEADER + 1, HEADER + len(items)
        self._columns: dict[str, int] = {}
        self._widths: dict[int, float] = {}

    def place(self) -> tuple[Sheet, Table]:
        """The sheet and the table that names its columns and its figures."""
        texts = self._texts()
        names = [column.name for column in texts]
        widths = _WIDTHS | _TYPED | ({} if "snippet" in names else _WITHOUT_SNIPPET)
        for column, name in enumerate([*names, *_TYPED, *_IDS], 1):
            self._columns[name] = column
            self._widths[column] = widths.get(name, 12)
        before_figures = sum(self._widths[column] for column in range(1, len(names)))
        self._widths[1] += max(0, _TITLE_LETTER * display_width(self._title) - before_figures)
        fields = {field: self._column(name) for field, name in _FIELDS.items()}
        self._place_head(fields)
        table = Table(_KIND.name, 1, fields)
        self._place_rows(texts)
        last = self._columns["note"]
        canvas = self._canvas
        return Sheet(
            canvas.title,
            with_values(canvas.cells, [table]),
            self._widths,
            {1: TITLE_HEIGHT} | self._heights(texts),
            freeze=canvas.at(self._top, 1),
            print_area=canvas.area(1, 1, self._bottom, last),
            validations=tuple(self._validations(fields)),
            highlights=tuple(canvas.highlights),
            hidden_columns=tuple(self._columns[name] for name in _IDS),
            # the ids too: who sorts by its arrows sorts what lies within, and nothing else
            filtered=canvas.area(HEADER, 1, self._bottom, self._columns[_IDS[-1]]),
            cursor=canvas.at(self._top, self._columns["grade"]),
            long=True,
        ), table

    def _column(self, name: str) -> Range:
        return self._canvas.area(self._top, self._columns[name], self._bottom)

    def _texts(self) -> list[_Shown]:
        """The columns that say something."""
        cut, items = self._words["value.cut"], self._items
        found = [
            _Shown("query", [item.text or item.query for item in items]),
            _Shown("need", [item.need for item in items]),
            _Shown("title", [item.heading for item in items]),
            _Shown("snippet", [item.snippet for item in items]),
            _Shown("url", [item.url for item in items]),
            _Shown("said", [item.said for item in items]),
        ]
        return [
            _Shown(name, [shown(text, cut) for text in texts])
            for name, texts in found
            if any(texts)
        ]

    def _place_head(self, fields: dict[str, Range]) -> None:
        """The title, how far the work has come, and the headings; adds the figures' places."""
        canvas, words, columns = self._canvas, self._words, self._columns
        canvas.label(1, 1, self._title, Look.TITLE)
        hint = words.filled("working.hint", rubric=self._rubric.sheet.title)
        canvas.label(HEADER - 1, 1, hint, Look.INTRO)  # alone in its row, through which it runs
        places = [(row, columns[name]) for name in ("grade", "note") for row in (1, 2)]
        for (row, column), name in zip(places, _FIGURES, strict=True):
            canvas.label(row, column - 1, words[f"figure.{name}"], Look.FIGURE_LABEL)
            fields[name] = canvas.area(row, column, row)
        for (row, column), name in zip(places, _FIGURES, strict=True):
            quantity = _KIND.quantities[name]
            formula = in_a1(quantity.formula, fields, canvas.at(row, column))
            canvas.formula(
                row, column, formula, look=Look.FIGURE, number_format=quantity.number_format
            )
        for name, column in columns.items():
            canvas.label(HEADER, column, words[f"heading.{name}"], Look.HEADING)

    def _place_rows(self, texts: list[_Shown]) -> None:
        """The cells of the rows; none of them can become a formula."""
        title, columns = self._canvas.title, self._columns
        add = self._canvas.cells.append
        links = MAX_LINKS
        for row, item in enumerate(self._items, self._top):
            at = row - self._top
            for name, column_texts in texts:
                text, column = column_texts[at], columns[name]
                place = Address(title, row, column)
                if name == "url" and links and is_safe_link(item.url):
                    links -= 1
                    add(Cell(place, Role.LABEL, _host(text), look=Look.WRAPPED_LINK, link=item.url))
                else:
                    add(Cell(place, Role.LABEL, text or None, look=Look.NOTE))
            for name, look, value in (
                ("grade", Look.INPUT, item.grade),
                ("code", Look.WORDS_INPUT, None),
                ("note", Look.WORDS_INPUT, None),
            ):
                add(Cell(Address(title, row, columns[name]), Role.INPUT, value, look=look))
            for name, text in zip(_IDS, (item.query, item.doc, item.key), strict=True):
                place = Address(title, row, columns[name])
                add(Cell(place, Role.LABEL, text, look=Look.LABEL, number_format=TEXT))
        self._highlight()

    def _highlight(self) -> None:
        """Draw a line where a query begins, and mark a grade that is none of the scale."""
        canvas, columns = self._canvas, self._columns
        query, grade = column_letters(columns["query_id"]), column_letters(columns["grade"])
        rows = canvas.area(self._top, 1, self._bottom, columns["grade"] - 1)
        canvas.highlight(rows, f"${query}{self._top}<>${query}{self._top - 1}", "group")
        cell = f"${grade}{self._top}"
        scale = self._rubric.grades
        canvas.highlight(
            self._column("grade"),
            f'AND({cell}<>"",ISNA(MATCH({cell},{quote_title(scale.sheet)}!{scale.absolute},0)))',
            "warning",
        )

    def _heights(self, texts: list[_Shown]) -> dict[int, float]:
        """The heights of the rows, as their text needs, up to a bound."""
        lines = [1] * len(self._items)
        for name, column in texts:
            width = self._widths[self._columns[name]]
            room = int(width * _LETTERS) * MAX_SHOWN_LINES
            for at, text in enumerate(column):
                if name != "url" and ("\n" in text or len(text) >= width / 2):
                    needed = wrapped_lines(text[:room], width * _LETTERS)
                    lines[at] = max(lines[at], min(needed, MAX_SHOWN_LINES))
        return {row: row_height(count) for row, count in enumerate(lines, self._top)}

    def _validations(self, fields: dict[str, Range]) -> list[Validation]:
        words, scale = self._words, self._scale
        levels = [(f"{level.grade:g}", level.label) for level in scale.levels]
        grades = ", ".join(grade for grade, _ in levels)
        meanings = ", ".join(" ".join(filter(None, level)) for level in levels)
        rubric = self._rubric
        sheet = quote_title(rubric.sheet.title)
        return [
            Validation(
                fields["grade"],
                "list",
                f"{sheet}!{rubric.grades.absolute}",
                words["prompt.grade_title"],
                at_most(
                    words.filled("prompt.grade", meanings=meanings), words["prompt.grade_short"]
                ),
                at_most(words.filled("error.grade", grades=grades), words["error.grade_short"]),
            ),
            Validation(
                fields["code"],
                "list",
                f"{sheet}!{rubric.codes.absolute}",
                words["prompt.code_title"],
                words.filled("prompt.code", rubric=rubric.sheet.title),
                words["error.code"],
            ),
        ]


def _host(url: str) -> str:
    """Where a link leads, in short."""
    return (urlsplit(url).hostname or url).removeprefix("www.")
