"""The form of the rules: a code and a name in the file's name, a manual in its docstring."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from xlmetrics import rules

SECTIONS = ["What it does: ", "Why it is bad: ", "Example: ", "Use instead: "]


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.CODE)
def test_a_rule_is_its_own_manual(rule: ModuleType) -> None:
    code, name = re.fullmatch(r"xlmetrics\.rules\.(xl\d{3})_(\w+)", rule.__name__).groups()
    manual = rule.__doc__ or ""
    assert code.upper() == rule.CODE
    assert manual.startswith(f"{rule.CODE} {name.replace('_', ' ')}: ")
    places = [manual.index(section) for section in SECTIONS]
    assert places == sorted(places)


def test_every_rule_is_in_force_and_codes_are_unique() -> None:
    files = {path.stem for path in Path(rules.__file__).parent.glob("xl*.py")}
    assert files == {rule.__name__.rpartition(".")[2] for rule in rules.RULES}
    assert len({rule.CODE for rule in rules.RULES}) == len(rules.RULES)
