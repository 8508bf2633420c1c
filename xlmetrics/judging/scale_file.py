"""A scale of grades, from a TOML file or from how it is written on the command line.

words = "en"
rubric = "Judge as the person who searched."

[scale]
0 = "irrelevant"
1 = "relevant"

[examples]
1 = "The page answers the question."
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from xlmetrics.errors import XlmetricsError
from xlmetrics.judging.cells import bad_labels
from xlmetrics.judging.codes import code_words
from xlmetrics.judging.scale import Level, Scale
from xlmetrics.template.files import read_toml
from xlmetrics.template.model import as_grade
from xlmetrics.template.words import ENGLISH, read_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from xlmetrics.template.spelling import KeyPath
    from xlmetrics.template.words import Words

MAX_GRADES = 100
_RANGE = re.compile(r"\s*(\d{1,3})\s*(?:-|–|\.\.)\s*(\d{1,3})\s*")


def read_scale(path: Path) -> Scale:
    """Read a scale.

    Raises:
        BadTemplate: the file cannot be read, is not TOML, or says something that a scale cannot
            say; carries every complaint with file, line and key.
    """
    data, source = read_toml(path)
    from xlmetrics.judging.scale_schema import ScaleSchema
    from xlmetrics.template.schema.grades import bad_scale
    from xlmetrics.template.schema.validate import complain, complaints_of

    found = complaints_of(ScaleSchema, data)
    complain([*found, *bad_scale(data), *_examples_of_nothing(data)], path, source)
    examples = {as_grade(key): text for key, text in data.get("examples", {}).items()}
    levels = [
        Level(grade, label, examples.get(grade, ""))
        for grade, label in sorted((as_grade(key), label) for key, label in data["scale"].items())
    ]
    scale = Scale(tuple(levels), data.get("rubric", "").strip(), data.get("words", ENGLISH))
    codes = code_words(read_words(scale.words, path.parent))
    keys = {as_grade(key): key for key in data["scale"]}
    faults = bad_labels(scale, codes)
    complain([(("scale", keys[grade]), what) for grade, what in faults], path, source)
    return scale


def scale_of(grades: str) -> Scale:
    """The scale that ``0-3`` or ``0,1,2`` says: grades without a label.

    Raises:
        XlmetricsError: it says none.
    """
    match = _RANGE.fullmatch(grades)
    if match:
        first, last = int(match[1]), int(match[2])
        if not first < last <= MAX_GRADES:
            raise XlmetricsError(
                f"--grades {grades}: goes from the lowest to the highest of at most {MAX_GRADES}. "
                "Write 0-3."
            )
        return Scale(tuple(map(Level, range(first, last + 1))))
    try:
        found = sorted({as_grade(each.strip()) for each in grades.split(",")})
    except ValueError:
        found = []
    if len(found) < 2 or not 0 <= found[0] <= found[-1] <= MAX_GRADES:
        raise XlmetricsError(
            f"--grades {grades}: is no scale. Write 0-3, or 0,1,2, or give labels with --scale."
        )
    return Scale(tuple(map(Level, found)))


def usual_scale(words: Words) -> Scale:
    """The scale where nothing else is said: 0 to 3, in words that most teams use."""
    return Scale(
        tuple(
            Level(grade, words[f"scale.grade_{grade}"], words[f"working.example_{grade}"])
            for grade in range(4)
        )
    )


def _examples_of_nothing(data: dict[str, Any]) -> Iterator[tuple[KeyPath, str]]:
    """Examples of grades that the scale does not have."""
    scale, examples = data.get("scale"), data.get("examples")
    if not isinstance(scale, dict) or not isinstance(examples, dict):
        return
    known = _grades(scale)
    for key in examples:
        if not _grades([key]) & known:
            yield ("examples", key), "is no grade of the scale"


def _grades(keys: Any) -> set[float]:
    found: set[float] = set()
    for key in keys:
        try:
            found.add(as_grade(key))
        except ValueError:
            continue
    return found
