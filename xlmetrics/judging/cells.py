"""What a rater wrote into the yellow cells of a row: a grade, why there is none, or neither.

People type more than digits: ``3`` with a space behind it, ``3 perfect``, ``perfect``, ``three``.
All that can mean but one thing is taken for it. What can mean two, or nothing, is never guessed.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.model import is_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from xlmetrics.judging.manifest import Code
    from xlmetrics.judging.scale import Scale
    from xlmetrics.model import Cell, Value

_NUMBER_WORDS = {
    word: number
    for number, words in enumerate(
        (
            "zero",  # not null, which in English is no number
            "one eins",
            "two zwei zwo",
            "three drei",
            "four vier",
            "five fünf fuenf",
            "six sechs",
            "seven sieben",
            "eight acht",
            "nine neun",
            "ten zehn",
        )
    )
    for word in words.split()
}
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,9}(?:[.,][0-9]{0,9})?|[.,][0-9]{1,9})")
_BESIDE = " \t-:=()[].,;"
"""What people put between a grade and its label, or around it."""

_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_SHOWN = 40


class Unclear(ValueError):
    """What stands in a row that cannot be taken for a judgment, and how to mend it."""

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(what, mend)
        self.what = what
        self.mend = mend


class Said(NamedTuple):
    """The judgment of a row: a grade, or the code of why there is none, or neither (blank)."""

    grade: float | None = None
    code: str = ""


BLANK = Said()


class CellReader:
    """Reads the grade and the code of rows, given the scale and the words for the codes."""

    def __init__(self, scale: Scale, codes: Mapping[Code, str]) -> None:
        self._grades = {float(level.grade): float(level.grade) for level in scale.levels}
        self._choose = "Choose one of " + ", ".join(f"{grade:g}" for grade in self._grades) + "."
        self._labels = _unambiguous(scale)
        self._codes = {
            _plain(word): code for code, words in codes.items() for word in (code, words)
        }
        listed = ", ".join(dict.fromkeys(self._codes))
        self._choose_code = f"Choose one of the list: {listed}; or clear the cell."
        self._meant: dict[str, Said | None] = {}

    def read(self, grade: Cell | None, code: Cell | None) -> Said:
        """What a row says.

        Raises:
            Unclear: it says two things, or one that is not on the scale or no code.
        """
        graded = self._grade(grade) if grade is not None else BLANK
        coded = self._code(code) if code is not None else ""
        if graded.grade is not None and coded:
            raise Unclear(
                f"has the grade {graded.grade:g} and the reason {coded!r} why there is none",
                "Clear one of the two.",
            )
        if graded.code and coded and graded.code != coded:
            raise Unclear(f"gives two reasons, {graded.code!r} and {coded!r}", "Clear one of them.")
        return Said(graded.grade, graded.code or coded)

    def is_grade(self, text: str) -> bool:
        """Whether a text would be a grade, if it stood in the column of grades."""
        said = self._text(_plain(text))
        return said is not None and said.grade is not None

    def _grade(self, cell: Cell) -> Said:
        value = cell.value
        if is_number(value):
            grade = self._grades.get(value)
            if grade is None:
                raise Unclear(_off_the_scale(value, cell.number_format), self._choose)
            return Said(grade)
        if value is None:
            if cell.formula is not None:
                raise Unclear("has a formula without a value", self._choose)
            return BLANK
        if not isinstance(value, str):
            raise Unclear(f"has the grade {shown(value)}", self._choose)
        if value not in self._meant:
            self._meant[value] = self._text(_plain(value))
        said = self._meant[value]
        if said is None:
            raise Unclear(f"has the grade {shown(value)}, which is not on the scale", self._choose)
        return said

    def _text(self, text: str) -> Said | None:
        """What a text says in the place of a grade; None where that is not clear."""
        if not text:
            return BLANK
        if text in self._codes:
            return Said(code=self._codes[text])
        words = text.strip(_BESIDE)
        for spelled in (text, words):
            grade = self._labels.get(spelled, _number(spelled))
            if grade in self._grades:
                return Said(grade)
        return self._with_label(words)

    def _with_label(self, text: str) -> Said | None:
        """``3 perfect`` and ``perfect (3)``, where the number and the label are of one grade."""
        for label, grade in self._labels.items():
            for rest in (text.removeprefix(label), text.removesuffix(label)):
                if rest != text and _number(rest.strip(_BESIDE)) == grade:
                    return Said(grade)
        return None

    def _code(self, cell: Cell) -> str:
        value = cell.value
        text = _plain(value) if isinstance(value, str) else ""
        if value is None and cell.formula is not None:
            raise Unclear(
                "has a formula without a value as the reason why there is no grade",
                self._choose_code,
            )
        if value is None or (isinstance(value, str) and not text):
            return ""
        if text in self._codes:
            return self._codes[text]
        raise Unclear(
            f"gives {shown(value)} as the reason why there is no grade", self._choose_code
        )


def bad_labels(scale: Scale, codes: Mapping[Code, str]) -> Iterator[tuple[float, str]]:
    """The grades whose label, typed by a rater, could mean something else; and what is wrong."""
    reasons = {_plain(word) for code, words in codes.items() for word in (code, words)}
    known: dict[str, float] = {}
    for level in scale.levels:
        label = _plain(level.label).strip(_BESIDE)
        number = _NUMBER_WORDS.get(label, _number(label))
        if number not in (None, level.grade):
            fault = f"which reads as the grade {number:g}; give it another"
        elif label in reasons:
            fault = "which says why there is no grade; give it another"
        elif label in known:
            fault = f"as {known[label]:g} is; tell them apart"
        else:
            if label:
                known[label] = level.grade
            continue
        yield level.grade, f"is labelled {level.label!r}, {fault}"


def text_of(value: Value) -> str:
    """A value as the text that a cell shows, near enough: a note, or an id."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case float():
            return f"{value:.15g}"
        case _:
            return str(value)


def shown(value: Any) -> str:
    """A value as a message quotes it."""
    text = text_of(value)
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…")


def _unambiguous(scale: Scale) -> dict[str, float]:
    """The labels, and words for numbers, that mean one grade each."""
    labels: dict[str, float] = {}
    twice = set()
    for level in scale.levels:
        label = _plain(level.label)
        if label in labels:
            twice.add(label)
        labels[label] = float(level.grade)
    known = {label: grade for label, grade in labels.items() if label and label not in twice}
    clear = {label: grade for label, grade in known.items() if _number(label) in (None, grade)}
    return {word: float(number) for word, number in _NUMBER_WORDS.items()} | clear


def _plain(text: str) -> str:
    """A text without what the eye does not see: case, width, spaces, marks of direction."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("−", "-").replace("–", "-")
    visible = "".join(each for each in folded if unicodedata.category(each) not in ("Cf", "Cc"))
    return " ".join(visible.strip("'\"").split())


def _number(text: str) -> float | None:
    if not _NUMBER.fullmatch(text):
        return None
    with suppress(ValueError):
        return float(text.replace(",", "."))
    return None


def _off_the_scale(value: float, number_format: str) -> str:
    """A number that is no grade, and what a spreadsheet may have made it of."""
    letters = set(_QUOTED.sub("", number_format).casefold())
    what = f"has the grade {_exactly(value)}, which is not on the scale"
    if number_format.casefold() in ("general", "standard", "@"):
        return what
    if letters & set("dmyhs"):
        return f"{what}: a date, which spreadsheets make of entries such as 1/2 or 1-2"
    if "%" in letters:
        percent = (Decimal(_exactly(value)) * 100).normalize()
        return f"{what}: a percentage, {percent:f}%"
    return what


def _exactly(value: float) -> str:
    """A number with as many digits as tell it from every other."""
    short = f"{value:.15g}"
    return short if float(short) == value else repr(value)
