"""The texts of a workbook: every heading, label, note and message, by its key, in any language.

They stand in ``templates/words``, a TOML file a language. ``en.toml`` holds every key there is; a
translation, shipped or one's own, may leave keys out, and their texts are then English.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from xlmetrics.template.files import is_installed, read_toml, shipped_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

ENGLISH = "en"
SUFFIX = ".toml"
PLACE = re.compile(r"\{([^{}]*)\}")
"""A place of a text, to be filled in: ``{scale}``."""

_FOLDER = shipped_folder() / "words"


@dataclass(frozen=True, slots=True)
class Words:
    """Texts by dotted key: ``words["heading.rank"]`` is "Rank"."""

    texts: Mapping[str, str]

    def __getitem__(self, key: str) -> str:
        """The text of a key, which has no places; KeyError if there is no such key."""
        return self.texts[key]

    def filled(self, key: str, **values: object) -> str:
        """The text of a key, its places filled in: ``filled("error.grade", grades="0, 1")``.

        Raises:
            KeyError: there is no such key, or the text has a place that is given no value.
        """
        return PLACE.sub(lambda place: str(values[place[1]]), self.texts[key])


def shipped_words() -> dict[str, Path]:
    """The files of the languages that come with the package, by name."""
    return {path.stem: path for path in sorted(_FOLDER.glob(f"*{SUFFIX}"))}


@cache
def english() -> Words:
    """The words as they are shipped; the tests vouch for them."""
    data, _ = read_toml(_FOLDER / f"{ENGLISH}{SUFFIX}")
    return Words(dict(_texts(data)))


def read_words(name: str, beside: Path) -> Words:
    """The words of a language that is shipped (``de``) or of one's own file (``mine.toml``).

    ``beside`` is the folder from which the path of one's own file is counted.

    Raises:
        BadTemplate: the file cannot be read, or says something that words cannot say; carries
            every complaint with file, line and key.
    """
    if name == ENGLISH:
        return english()
    path = beside / name if name.lower().endswith(SUFFIX) else _FOLDER / f"{name}{SUFFIX}"
    data, source = read_toml(path)
    if not is_installed(path):
        from xlmetrics.template.words_schema import validate_words

        validate_words(data, path, source)
    return Words({**english().texts, **dict(_texts(data))})


def _texts(data: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _texts(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value
