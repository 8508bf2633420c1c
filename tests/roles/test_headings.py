"""What headings and labels say, in the languages in which people write them."""

import json
from pathlib import Path

import pytest

from xlmetrics.roles.words import MEASURES, understand

HEADINGS = json.loads((Path(__file__).parent.parent / "data/headings.json").read_text("utf-8"))


@pytest.mark.parametrize("meaning", HEADINGS["say"])
def test_headings_say(meaning: str) -> None:
    headings = HEADINGS["say"][meaning]
    assert {heading: say(heading) for heading in headings} == dict.fromkeys(headings, meaning)


def test_headings_of_other_sheets_name_no_measure() -> None:
    understood = {heading: understand(heading) for heading in HEADINGS["name_no_measure"]}
    assert [heading for heading, said in understood.items() if said and said.what in MEASURES] == []


def say(heading: str) -> str:
    said = understand(heading)
    return f"{said.what} mean" if said and said.mean else str(said.what) if said else ""
