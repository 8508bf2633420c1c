"""What leads from sheet to sheet, which of them are hidden, and how mistakes are told."""

from pathlib import Path

import openpyxl
import pytest

from xlmetrics.address import Address
from xlmetrics.engine.libreoffice import recalculate
from xlmetrics.model import Cell, Look, Role, Sheet, Workbook
from xlmetrics.xlsx.read import read_workbook
from xlmetrics.xlsx.write import write_workbook

TITLES = ("Kept away", "Start here", "Notes & more")
WEB = "https://example.org/a?b=c#d"
PLACE = Address("Notes & more", 3, 2)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    hidden, start, notes = (
        Sheet(title, (Cell(Address(title, 1, 1), Role.LABEL, title),), hidden=title == TITLES[0])
        for title in TITLES
    )
    links = [
        Cell(Address(start.title, row, 1), Role.LABEL, "see", look=Look.LINK, link=link)
        for row, link in enumerate((f"#{PLACE}", WEB), 2)
    ]
    start = Sheet(start.title, (*start.cells, *links))
    path = tmp_path_factory.mktemp("sheets") / "sheets.xlsx"
    write_workbook(Workbook((hidden, start, notes), title="T"), path)
    return path


def links(path: Path) -> list[tuple[str | None, str | None]]:
    sheet = openpyxl.load_workbook(path)[TITLES[1]]
    found = [sheet[address].hyperlink for address in ("A2", "A3")]
    return [(link.location, link.target) for link in found]


def test_links_lead_into_the_workbook_or_out_of_it(path: Path) -> None:
    assert links(path) == [("'Notes & more'!B3", None), (None, WEB)]
    assert openpyxl.load_workbook(path)[TITLES[1]]["A2"].value == "see"


@pytest.mark.libreoffice
def test_libreoffice_follows_them(path: Path, tmp_path: Path) -> None:
    (saved,) = recalculate([path], tmp_path)
    (inside, _), (fragment, target) = links(saved)
    assert inside.replace(".", "!") == "'Notes & more'!B3"
    assert (target, fragment) in ((WEB, None), (WEB.partition("#")[0], "d"))


def test_a_hidden_sheet_is_hidden_and_another_one_is_shown(path: Path) -> None:
    read = openpyxl.load_workbook(path)
    assert [sheet.sheet_state for sheet in read] == ["hidden", "visible", "visible"]
    assert read.active.title == TITLES[1]
    assert [sheet.hidden for sheet in read_workbook(path).sheets] == [True, False, False]


def test_a_mistake_is_told_by_more_than_its_colour(tmp_path: Path) -> None:
    looks = (Look.STEP, Look.WRONG, Look.NUMBER_HEADING, Look.WRONG_HEADING)
    cells = tuple(
        Cell(Address("S", row, 1), Role.LABEL, 1, look=look) for row, look in enumerate(looks, 1)
    )
    write_workbook(Workbook((Sheet("S", cells),), title="T"), tmp_path / "x.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "x.xlsx")["S"]
    drawn = [(cell.font.italic, cell.fill.patternType) for (cell,) in sheet["A1:A4"]]
    assert drawn == [
        (False, None),
        (True, "lightUp"),
        (False, "solid"),
        (True, "lightUp"),
    ]
