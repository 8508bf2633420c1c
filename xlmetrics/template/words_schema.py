"""What a file of words may say: the keys of the English words, each with text that has room."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from xlmetrics.errors import BadTemplate
from xlmetrics.template.spelling import KeyPath, spelled_path, spelled_value
from xlmetrics.template.toml_lines import line_of
from xlmetrics.template.words import PLACE, english
from xlmetrics.text import (
    complaint_about_line,
    complaint_about_note,
    complaint_about_title,
    display_width,
    length,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_LABEL = 32
"""Letters of a label, which stands in one line beside other cells, or over a message."""


def validate_words(data: dict[str, Any], path: Path, source: str) -> None:
    """Hold parsed TOML against the keys of the English words.

    Raises:
        BadTemplate: with all complaints, in the order of the file.
    """
    found = [*_bad_keys(data), *_same_titles(data)]
    complaints = [(line_of(source, keys) or 0, keys, complaint) for keys, complaint in found]
    if complaints:
        complaints.sort(key=lambda complaint: complaint[0])
        raise BadTemplate(
            [
                f"{path}, line {line}: {spelled_path(keys)}: {complaint}"
                for line, keys, complaint in complaints
            ]
        )


def _bad_keys(data: dict[str, Any], above: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    known = english().texts
    for name, value in data.items():
        keys = (*above, name)
        key = ".".join(map(str, keys))
        if key in known:
            complaint = _about(key, value, known[key])
            if complaint:
                yield keys, complaint
        elif not _below(keys):
            beside = {each.split(".")[len(above)] for each in _below(above)}
            nearest = get_close_matches(name, beside, n=1)
            hint = f"did you mean {nearest[0]}?" if nearest else "remove it"
            yield keys, f"is not a key of words; {hint}"
        elif isinstance(value, dict):
            yield from _bad_keys(value, keys)
        else:
            yield keys, f"must be a table of keys, not {spelled_value(value)}"


def _below(keys: KeyPath) -> list[str]:
    """The keys of the English words that begin with these."""
    above = "".join(f"{key}." for key in keys)
    return [each for each in english().texts if each.startswith(above)]


def _about(key: str, text: object, in_english: str) -> str | None:
    """Why this cannot be the text of a key, or None if it can."""
    if not isinstance(text, str):
        return f"must be text in quotes, not {spelled_value(text)}"
    if text != text.strip():
        return "must not begin or end with a space"
    return _about_text(key, text) or _about_places(text, in_english)


def _about_places(text: str, in_english: str) -> str | None:
    places, needed = set(PLACE.findall(text)), set(PLACE.findall(in_english))
    for place in sorted(places - needed):
        possible = " and ".join(f"{{{each}}}" for each in sorted(needed))
        return f"has no place {{{place}}}; {f'it has {possible}' if needed else 'remove it'}"
    for place in sorted(needed - places):
        return f"needs the place {{{place}}}, which is filled in: {spelled_value(in_english)}"
    return None


def _about_text(key: str, text: str) -> str | None:
    section, _, name = key.rpartition(".")
    if section == "sheet":
        return complaint_about_title(text)
    if section in ("meaning", "working") or name in ("meaning", "work"):
        return complaint_about_note(text) if text else "must not be blank"
    if name == "link":
        return _about_link(text)
    message = section in ("prompt", "error", "mistake") and not name.endswith("_title")
    return (
        complaint_about_line(text)
        or (None if message else _about_room(text))
        or (_about_no_rank(text) if key == "value.none" else None)
    )


def _about_room(text: str) -> str | None:
    size = max(display_width(text), length(text))
    if size > MAX_LABEL:
        return f"is {size} letters wide and at most {MAX_LABEL} fit; shorten it"
    return None


def _about_no_rank(text: str) -> str | None:
    """No program may take the word for a query without a hit for a number or a date."""
    if not text[0].isalpha() or any(map(str.isdigit, text)):
        return "must begin with a letter and hold no digit, so that nobody reads it as a number"
    return None


def _about_link(text: str) -> str | None:
    if not text.startswith(("https://", "http://")) or text.split() != [text]:
        return "must be the address of a page, such as https://doi.org/10.1145/582415.582418"
    return complaint_about_line(text)


def _same_titles(data: dict[str, Any]) -> Iterator[tuple[KeyPath, str]]:
    """A sheet of notes needs a second title for where the first is taken."""
    sheet = data.get("sheet")
    if not isinstance(sheet, dict):
        return
    titles = [sheet.get(name, english()[f"sheet.{name}"]) for name in ("notes", "about")]
    if len({str(title).casefold() for title in titles}) == 1:
        name = next(reversed([name for name in ("notes", "about") if name in sheet]))
        yield ("sheet", name), "is the other title too; the two must differ"
