"""OpenFormula as Excel writes it: ``of:=SUM([.B2:.B7];2)`` is ``=SUM(B2:B7,2)``.

What makes no sense in OpenFormula is left as it stands, for the engine to refuse.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial

from xlmetrics.address import MAX_COLUMN, MAX_ROW, column_letters, quote_title, unquoted
from xlmetrics.ods.functions import excel_name

_INTRO = re.compile(r"\s*(?:(?P<dialect>[A-Za-z][\w.-]*):)?={1,2}")
_EXCEL, _OLD, _OPEN_FORMULA = "msoxl", "oooc", ("of", "oooc", None)

_QUOTED = r"'(?:[^']|'')*+'"
_WORD = re.compile(
    rf"""
      (?P<sheet> {_QUOTED} ) \. (?=[^\W\d])
    | (?P<text> "(?:[^"]|"")*+" | \[[0-9]+\][\w.]*! | {_QUOTED}!? )
    | (?P<error> \#(?:NULL!|DIV/0!|VALUE!|REF!|NAME\?|NUM!|N/A) )
    | \[ (?P<reference> (?:{_QUOTED}|[^\[\]'])*+ ) \]
    | (?P<function> [^\W\d][\w.]* ) \s* \(
    | (?P<name> (?: \$\$ )? [^\W\d][\w.]* )
    | \$\$ (?P<quoted_name> {_QUOTED} )
    | (?P<mark> [;|~!(){{}}] )
    | (?P<other> [0-9.]+(?:E[+-]?[0-9]+)? | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_HARD = re.compile(r"[~!{}']|\$\$")
_EASY_WORD = re.compile(
    r"""(?P<text> "[^"]*" ) | \[ (?P<reference> [^\[\]]* ) \] | (?P<function> [^\W\d][\w.]* ) \s* \(
    | (?P<end> ; )""",
    re.VERBOSE,
)
_TITLE = rf"\$?(?P<title>{_QUOTED}|[^:'\#\[\]]+?)"
_PLACE = r"(?P<place>\$?[A-Za-z]{1,3}\$?[0-9]{1,7}|\$?[A-Za-z]{1,3}|\$?[0-9]{1,7})"
_CORNER = re.compile(rf"(?:{_TITLE})?\.{_PLACE}(?=:|$)")
_SOURCE = re.compile(rf"({_QUOTED}|[^'\#\[\]]+)\#(?!REF!)")
_OUTSIDE = re.compile(rf"(?:{_QUOTED}|[^'])*?\#REF!")
_WHOLE_COLUMNS = re.compile(rf"(\$?[A-Z]+)\$?1:(\$?[A-Z]+)\$?{MAX_ROW}")
_WHOLE_ROWS = re.compile(rf"\$?A(\$?[0-9]+):\$?{column_letters(MAX_COLUMN)}(\$?[0-9]+)")


def excel_formula(written: str) -> str:
    """A formula as Excel shows it, with its ``=``."""
    intro = _INTRO.match(written)
    dialect = intro["dialect"] if intro else None
    body = written[intro.end() :] if intro else written
    if dialect == _EXCEL:
        return f"={body}"
    if dialect not in _OPEN_FORMULA:
        return f"={written}"
    is_old = dialect == _OLD
    if not _HARD.search(body):
        return "=" + _EASY_WORD.sub(_easily_old if is_old else _easily, body)
    return "=" + _Translation(old=is_old).of(body)


def _easily(word: re.Match[str], *, old: bool = False) -> str:
    """A word of a formula that has neither arrays nor unions, which most are: much faster."""
    kind = word.lastgroup
    if kind == "reference":
        return excel_reference(word["reference"]) or word[0]
    if kind == "function":
        return excel_name(word["function"], old=old) + "("
    return "," if kind == "end" else word[0]


_easily_old = partial(_easily, old=True)


@lru_cache(maxsize=65_536)
def excel_reference(written: str) -> str | None:
    """A reference without its brackets: ``$'My sheet'.B2:.B7`` is ``'My sheet'!B2:B7``."""
    if _OUTSIDE.match(written):
        return "#REF!"
    source = _SOURCE.match(written)
    rest = written[source.end() :] if source else written
    first = _CORNER.match(rest)
    last = _CORNER.fullmatch(rest, first.end() + 1) if first and first.end() < len(rest) else first
    if not (first and last):
        return None
    titles = [unquoted(corner["title"]) for corner in (first, last) if corner["title"]]
    if last["title"] and not first["title"]:
        return None
    area = first["place"] if last is first else _area(first["place"], last["place"])
    if source and titles:
        return f"{_in_another_file(unquoted(source[1]), titles[0])}!{area}"
    if len(titles) == 2 and titles[0] != titles[1]:
        area = first["place"] if first["place"] == last["place"] else area
        return f"{_through(*titles)}!{area}"
    return f"{quote_title(titles[0])}!{area}" if titles else area


def _area(first: str, last: str) -> str:
    """A range; one as high or as wide as a sheet in the words for whole columns or rows."""
    area = f"{first}:{last}"
    whole = _WHOLE_COLUMNS.fullmatch(area) or _WHOLE_ROWS.fullmatch(area)
    return f"{whole[1]}:{whole[2]}" if whole else area


def _through(first: str, last: str) -> str:
    """The sheets from one to another."""
    if quote_title(first) == first and quote_title(last) == last:
        return f"{first}:{last}"
    return quote_title(f"{first}:{last}")


def _in_another_file(file: str, title: str) -> str:
    for character, code in (("[", "%5B"), ("]", "%5D"), ("'", "%27")):
        file = file.replace(character, code)
    folder, slash, name = file.rpartition("/")
    return "'" + f"{folder}{slash}[{name}]{title}".replace("'", "''") + "'"


class _Level:
    """A parenthesis, or the formula around all: where its argument starts, whether it unites."""

    def __init__(self, start: int, *, wraps: bool) -> None:
        self.start = start
        self.wraps = wraps
        self.unites = False


class _Translation:
    """Turns one formula from left to right."""

    def __init__(self, *, old: bool) -> None:
        self._old = old
        self._out: list[str] = []
        self._levels: list[_Level] = []
        self._in_array = False

    def of(self, formula: str) -> str:
        """The formula in Excel's words, both without ``=``."""
        self._open(wraps=True)
        for word in _WORD.finditer(formula):
            kind = word.lastgroup
            if kind == "mark":
                self._mark(word[0])
            elif kind == "function":
                self._out.append(excel_name(word["function"], old=self._old) + "(")
                self._open(wraps=True)
            elif kind == "reference":
                self._out.append(excel_reference(word["reference"]) or word[0])
            elif kind == "sheet":
                self._out.append(f"{word['sheet']}!")
            elif kind == "quoted_name":
                self._out.append(unquoted(word["quoted_name"]))
            else:
                self._out.append(word[0].removeprefix("$$"))
        self._end_argument()
        return "".join(self._out)

    def _mark(self, mark: str) -> None:
        if mark in "{}":
            self._in_array = mark == "{"
        elif self._in_array:
            mark = {";": ",", "|": ";"}.get(mark, mark)
        elif mark == ";":
            self._end_argument()
            self._out.append(",")
            self._start_argument()
            return
        elif mark == ")":
            self._end_argument()
            self._levels[1:] = self._levels[1:-1]
        elif mark == "~":
            self._levels[-1].unites = True
        self._out.append({"~": ",", "!": " "}.get(mark, mark))
        if mark == "(":
            self._open(wraps=False)

    def _open(self, *, wraps: bool) -> None:
        self._levels.append(_Level(0, wraps=wraps))
        self._start_argument()

    def _start_argument(self) -> None:
        """Leave room for a parenthesis, which Excel needs around a union."""
        self._levels[-1].start = len(self._out)
        self._levels[-1].unites = False
        self._out.append("")

    def _end_argument(self) -> None:
        level = self._levels[-1]
        if level.unites and level.wraps:
            self._out[level.start] = "("
            self._out.append(")")
