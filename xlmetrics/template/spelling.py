"""What a complaint quotes: a value as TOML spells it, the path of a key, what a validator means."""

from __future__ import annotations

import json
from datetime import date, time
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

KeyPath = tuple[str | int, ...]

SHOWN = 40
"""Characters of a value that a complaint quotes."""

_LONG = 10**SHOWN

_PLAIN_WORDS = {
    "missing": "is missing; add it",
    "string_type": "must be text in quotes, not {given}",
    "list_type": "must be a list in [ ], not {given}",
    "dict_type": "must be a table of keys, not {given}",
    "model_type": "must be a table of keys, not {given}",
    "model_attributes_type": "must be a table of keys, not {given}",
    "literal_error": "must be {expected}, not {given}",
    "too_short": "holds {count:,}; give at least {min_length}",
    "empty": "is empty; give at least {min_length}",
    "too_long": "holds {count:,}; at most {max_length:,} are possible",
}


def in_plain_words(detail: Mapping[str, Any]) -> str:
    """A complaint of the validator, in words that need no knowledge of it."""
    given, known = detail["input"], detail.get("ctx", {})
    kind = "empty" if detail["type"] == "too_short" and not given else detail["type"]
    words = _PLAIN_WORDS.get(kind, "is not what a template can hold: {given}")
    count = len(given) if isinstance(given, list) else 0
    return words.format_map({**known, "given": spelled_value(given), "count": count})


def nearest(name: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known name that is most like this one, whatever their capitals; None if none is."""
    by_plain = {each.casefold(): each for each in reversed([*known])}
    found = get_close_matches(name.casefold(), by_plain, n=1, cutoff=cutoff)
    return by_plain[found[0]] if found else None


def hint(name: str, known: Iterable[str]) -> str:
    """What to write in place of a name that is not known."""
    names = [*known]
    near = nearest(name, names)
    return f"did you mean {near}?" if near else f"there are {', '.join(names)}"


def spelled_path(keys: KeyPath) -> str:
    """The path of a key: ``tables[1].queries[2].query``, counted from 1."""
    spelled = ""
    for key in keys:
        if isinstance(key, int):
            spelled += f"[{key + 1}]"
        else:
            name = shortened(key or '""')
            spelled += f".{name}" if spelled else name
    return spelled


def spelled_value(value: object) -> str:
    """A value as TOML spells it, shortened."""
    return shortened(_spelled(value))


def shortened(text: str) -> str:
    """The text, or its beginning if it is long."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def _spelled(value: object) -> str:
    match value:
        case str():
            spelled = json.dumps(value[: SHOWN + 1], ensure_ascii=False)
        case bool() | float():
            spelled = str(value).lower()
        case int() if abs(value) >= _LONG:
            spelled = f"a number of over {SHOWN} digits"
        case date() | time():
            spelled = value.isoformat()
        case list():
            spelled = f"[{', '.join(map(_spelled, value[:SHOWN]))}]"
        case dict():
            pairs = [f"{key} = {_spelled(item)}" for key, item in list(value.items())[:SHOWN]]
            spelled = f"{{ {', '.join(pairs)} }}"
        case _:
            spelled = str(value)
    return spelled
