"""What the README says is so."""

import doctest
import re
from pathlib import Path

from click.testing import CliRunner

from xlmetrics.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_its_python_examples_run() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 2
    assert results.failed == 0


def test_its_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert len(links) > 3
    for link in links:
        assert link.startswith("https://") or (ROOT / link).exists(), link


def test_its_commands_exist_and_every_command_is_in_it() -> None:
    mentioned = set(re.findall(r"xlmetrics (build|check|templates|\w+)", README))
    for command in main.commands:
        assert command in mentioned
    for line in re.findall(r"^xlmetrics (\w+)", README, re.MULTILINE):
        assert CliRunner().invoke(main, [line, "--help"]).exit_code == 0
