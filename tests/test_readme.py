"""What the README says is so."""

import doctest
import re
import runpy
from pathlib import Path

from click.testing import CliRunner

from xlmetrics.build import build
from xlmetrics.cli import main
from xlmetrics.template.read import shipped_templates

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
    mentioned = set(re.findall(r"xlmetrics (\w+)", README))
    for command in main.commands:
        assert command in mentioned
    for line in re.findall(r"^xlmetrics (\w+)", README, re.MULTILINE):
        assert CliRunner().invoke(main, [line, "--help"]).exit_code == 0


def test_its_template_builds(tmp_path: Path) -> None:
    [source] = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    (tmp_path / "mine.toml").write_text(source)
    assert build([str(tmp_path / "mine.toml")], tmp_path)


def test_the_gallery_shows_every_template() -> None:
    path = ROOT / "docs/gallery.py"
    made = runpy.run_path(str(path))["page"]()
    assert (ROOT / "docs/course.md").read_text("utf-8") == made, f"run python {path.name}"
    shown = re.findall(r"\]\(pictures/(.+)\.png\)", made)
    assert shown == list(shipped_templates())
    pictures = {path.stem: path.stat().st_size for path in (ROOT / "docs/pictures").glob("*.png")}
    assert set(pictures) == set(shown), "run python docs/render_pictures.py"
    assert max(pictures.values()) < 60_000


def test_the_page_on_templates_is_up_to_date() -> None:
    path = ROOT / "docs/template_format.py"
    made = runpy.run_path(str(path))["page"]()
    assert (ROOT / "docs/templates.md").read_text("utf-8") == made, f"run python {path.name}"
