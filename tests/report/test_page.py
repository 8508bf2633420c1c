"""The web page, looked at in a real browser: wide, narrow, light, dark."""

import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.report import browser
from tests.report.samples import AUDITS, FINDINGS, WRONG
from xlmetrics.audits import Audited
from xlmetrics.report.as_html import audits_as_html
from xlmetrics.report.words import printable

pytestmark = pytest.mark.chromium
PAGE = audits_as_html(AUDITS, alone=False)
ONE = audits_as_html([Audited(WRONG.path, WRONG)], alone=True)
ENOUGH = 4.5
"""The contrast that WCAG 2 asks for at level AA."""


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return browser.measured(PAGE, tmp_path_factory.mktemp("narrow"), 400)


@pytest.fixture(scope="module")
def dark(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return browser.measured(PAGE, tmp_path_factory.mktemp("dark"), 1200, browser.DARK)


def test_nothing_is_wider_than_the_window(narrow: dict[str, Any], dark: dict[str, Any]) -> None:
    for found, width in ((narrow, 400), (dark, 1200)):
        assert found["width"] == width
        assert found["scrolls"] <= width


def test_every_text_stands_out_in_the_light_and_in_the_dark(
    narrow: dict[str, Any], dark: dict[str, Any]
) -> None:
    assert narrow["ground"] == "rgb(255, 255, 255)"
    assert dark["ground"] == "rgb(20, 23, 27)"
    assert min(narrow["contrast"], dark["contrast"]) >= ENOUGH


def test_all_findings_can_be_read(narrow: dict[str, Any]) -> None:
    text = re.sub(r"\s", "", narrow["text"])
    for finding in FINDINGS:
        for said in (finding.code, finding.message, finding.formula, finding.instead):
            assert re.sub(r"\s", "", printable(said or "")) in text
    assert text.count("Notchecked") == len(AUDITS) - 1
    assert "Notread:thisworkbookisdamaged" in text


def test_keys_reach_what_is_to_be_reached(narrow: dict[str, Any]) -> None:
    first, *others = narrow["stops"]
    assert 'href="#main"' in first
    assert sum('role="region"' in each for each in others) == PAGE.count("<table>") > 1
    assert narrow["scripts"] == 0


@pytest.mark.parametrize("html", [PAGE, ONE], ids=["several", "one"])
def test_the_browser_complains_of_nothing(tmp_path: Path, html: str) -> None:
    page = tmp_path / "page.html"
    page.write_text(html, "utf-8")
    assert browser.complaints(page) == []


def test_a_browser_does_complain_of_a_script(tmp_path: Path) -> None:
    """Negative control: what a script would do is forbidden, and the console says so."""
    page = tmp_path / "page.html"
    page.write_text(PAGE.replace("</body>", "<script>alert(1)</script></body>"), "utf-8")
    assert "Content Security Policy" in browser.complaints(page)[0]
    wide = browser.measured(PAGE.replace("<h1>", "<h1 style='width:900px'>"), tmp_path, 400)
    assert wide["scrolls"] > 400


def test_a_picture_of_it_shows_something(tmp_path: Path) -> None:
    page, picture = tmp_path / "page.html", tmp_path / "page.png"
    page.write_text(ONE, "utf-8")
    browser.run(page, f"--screenshot={picture}", "--window-size=1200,900", "--hide-scrollbars")
    with Image.open(picture) as image:
        assert image.size == (1200, 900)
        colours = {colour for _, colour in image.convert("RGB").getcolors(10**7) or ()}
    assert (179, 38, 30) in colours, "the edge of a mistake"
