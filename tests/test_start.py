"""The start of a template of one's own builds, and so does every key that it offers."""

import re
from pathlib import Path

import pytest

from xlmetrics.audit import check
from xlmetrics.build import build
from xlmetrics.layout import arrange
from xlmetrics.template.files import shipped_folder
from xlmetrics.template.read import read_template
from xlmetrics.template.schema.course import SingleSheetSchema
from xlmetrics.template.schema.tables import TableSchema

START = (shipped_folder() / "start/start.toml").read_text("utf-8")
OFFERED = re.compile(r"(?:^#(?! ).+\n(?:^#  .+\n|^#\].*\n)*)+", re.MULTILINE)
BLOCKS = OFFERED.findall(START)
GRADES = "query,rank,document,grade\nreset password,1,a,2\nexport,1,b,1\nreset password,,c,3\n"


def used(block: str) -> str:
    return re.sub("^#", "", block, flags=re.MULTILINE)


def written(folder: Path, source: str) -> Path:
    (folder / "mine.toml").write_text(source, "utf-8")
    (folder / "grades.csv").write_text(GRADES, "utf-8")
    return folder / "mine.toml"


def test_it_builds_and_checks_clean(tmp_path: Path) -> None:
    [path] = build([str(written(tmp_path, START))], tmp_path)
    report = check(path)
    assert not report.findings
    assert not report.not_checked


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0])
def test_each_key_that_it_offers_can_be_used(tmp_path: Path, block: str) -> None:
    before = arrange(read_template(written(tmp_path, START)))
    after = arrange(read_template(written(tmp_path, START.replace(block, used(block)))))
    assert before.sheets
    assert after.sheets


def test_all_that_it_offers_can_be_used_together(tmp_path: Path) -> None:
    [path] = build(
        [str(written(tmp_path, OFFERED.sub(lambda each: used(each[0]), START)))], tmp_path
    )
    report = check(path)
    assert not report.findings
    assert not report.not_checked


def test_it_offers_every_key() -> None:
    assert len(BLOCKS) > 15
    named = set(re.findall(r"^#?(\w+) =|^#?\[+(?:\w+\.)*(\w+)\]", START, re.MULTILINE))
    keys = {*SingleSheetSchema.model_fields, *TableSchema.model_fields}
    assert keys <= {name for pair in named for name in pair}
