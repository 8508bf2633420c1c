"""A workbook of ours that LibreOffice has opened and saved is still one that can be checked."""

from pathlib import Path

import pytest

from tests.saved import assert_nothing_changed, places
from xlmetrics.audit import check
from xlmetrics.build import build
from xlmetrics.engine.libreoffice import recalculate
from xlmetrics.errors import XlmetricsError
from xlmetrics.template.read import shipped_templates
from xlmetrics.xlsx.read import read_workbook, saved_by

pytestmark = pytest.mark.libreoffice


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    files = build(shipped_templates(), tmp_path_factory.mktemp("built"))
    return {path.stem: path for path in files}


@pytest.fixture(scope="module")
def saved(built: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    files = recalculate(list(built.values()), tmp_path_factory.mktemp("saved"))
    return {path.stem: path for path in files}


@pytest.mark.parametrize("name", shipped_templates())
def test_nothing_that_is_read_changes(
    built: dict[str, Path], saved: dict[str, Path], name: str
) -> None:
    before, after = read_workbook(built[name]), read_workbook(saved[name])
    assert_nothing_changed(before, after)


@pytest.mark.parametrize("name", shipped_templates())
def test_what_is_found_in_it_was_in_what_we_built(
    built: dict[str, Path], saved: dict[str, Path], name: str
) -> None:
    report = check(saved[name])
    assert report.cells
    assert places(report.mistakes) == places(check(built[name]).mistakes)
    assert report.not_checked == {}
    assert report.saved_by.startswith("LibreOffice/")


def test_it_counts_as_somebodys_work(built: dict[str, Path], saved: dict[str, Path]) -> None:
    name, path = next(iter(saved.items()))
    assert saved_by(built[name]) == "xlmetrics"
    with pytest.raises(XlmetricsError, match="is not as build wrote it"):
        build([name], path)
