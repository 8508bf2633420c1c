"""Native charts: what they refer to, what they show at once, and how their series differ."""

import zipfile
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import openpyxl
import pytest
from lxml import etree

from xlmetrics.address import Address, Range
from xlmetrics.audit import check
from xlmetrics.engine.libreoffice import recalculate
from xlmetrics.layout import arrange
from xlmetrics.model import Cell, Chart, ErrorValue, Role, Series, Sheet, Value, Workbook
from xlmetrics.recalc import recalc
from xlmetrics.template.read import find_template, read_template
from xlmetrics.xlsx.read import read_workbook
from xlmetrics.xlsx.write import workbook_bytes, write_workbook

TITLE = "Rank & cut"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
KINDS = ("line", "bar", "scatter")
ROWS: list[list[Value]] = [
    ["k", "=1+1", "_x0041_", "tied", "old"],
    [1, 1.0, 0.9, 0.1, -0.3],
    [2, 0.1 + 0.2, None, ErrorValue("#N/A"), 0.2],
    [3, 0.75, 0.5, True, 0.0],
]


def chart(kind: str, count: int, **keys: object) -> Chart:
    """A chart of the first columns; the second series is named by text, the others by cells."""
    names = [Range.parse(TITLE, f"{letter}1") for letter in "BCDE"]
    values = [Range.parse(TITLE, f"{letter}2:{letter}4") for letter in "BCDE"]
    series = [
        Series("_x0042_ & co" if name == names[1] else name, place)
        for name, place in zip(names, values, strict=True)
    ]
    where = Range.parse(TITLE, "G2:M18")
    given = {
        "kind": kind,
        "title": f"{kind} <of> {count}",
        "where": where,
        "categories": Range.parse(TITLE, "A2:A4"),
        "series": tuple(series[:count]),
        "x_title": "Cutoff & k",
        "y_title": "nDCG@k",
        "alt": f'A {kind} chart of {count}: "falls" & rises',
    }
    return Chart(**given | keys)  # type: ignore[arg-type]


def workbook(*charts: Chart) -> Workbook:
    cells = tuple(
        Cell(Address(TITLE, row, column), Role.LABEL, value)
        for row, values in enumerate(ROWS, 1)
        for column, value in enumerate(values, 1)
        if value is not None
    )
    return Workbook((Sheet(TITLE, cells, charts=charts),), title="T")


ALL = [chart(kind, count, y_min=0, y_max=1) for kind in KINDS for count in (1, 2, 3, 4)]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("charts") / "charts.xlsx"
    write_workbook(workbook(*ALL), path)
    return path


def tree(path: Path, part: str) -> etree._Element:
    with zipfile.ZipFile(path) as archive:
        return etree.fromstring(archive.read(part))


def chart_xml(path: Path, made: Chart) -> etree._Element:
    return tree(path, f"xl/charts/chart{ALL.index(made) + 1}.xml")


def cached(reference: etree._Element) -> tuple[str, int, dict[int, str]]:
    """What a reference names, how many values it has, and those that stand beside it."""
    points = {int(point.get("idx")): point.findtext(f"{C}v") for point in reference.iter(f"{C}pt")}
    count = next(reference.iter(f"{C}ptCount")).get("val")
    return reference.findtext(f"{C}f"), int(count), points


@pytest.mark.parametrize("made", ALL, ids=lambda made: made.title)
def test_openpyxl_reads_it_again(path: Path, made: Chart) -> None:
    read = openpyxl.load_workbook(path).worksheets[0]._charts
    assert len(read) == len(ALL)
    again = read[ALL.index(made)]
    assert again.tagname == f"{made.kind}Chart"
    texts = [again.title, again.x_axis.title, again.y_axis.title]
    assert [text.tx.rich.p[0].r[0].t for text in texts] == [made.title, "Cutoff & k", "nDCG@k"]
    assert [text.overlay for text in texts] == [False] * 3
    assert (again.x_axis.delete, again.y_axis.delete) == (False, False)
    assert (again.y_axis.scaling.min, again.y_axis.scaling.max) == (0, 1)
    assert again.display_blanks == "gap"
    assert (again.legend.legendPos if again.legend else None) == (
        "b" if len(made.series) > 1 else None
    )
    corners = again.anchor._from, again.anchor.to
    assert [(corner.row, corner.col) for corner in corners] == [(1, 6), (18, 13)]


SHOWN = [
    {0: 1, 1: 0.1 + 0.2, 2: 0.75},
    {0: 0.9, 2: 0.5},
    {0: 0.1},
    {0: -0.3, 1: 0.2, 2: 0},
]


@pytest.mark.parametrize("made", ALL, ids=lambda made: made.title)
def test_numbers_stand_beside_the_references(path: Path, made: Chart) -> None:
    y, x = ("yVal", "xVal") if made.kind == "scatter" else ("val", "cat")
    drawn = list(chart_xml(path, made).iter(f"{C}ser"))
    assert len(drawn) == len(made.series)
    for letter, series, points in zip("BCDE", drawn, SHOWN, strict=False):
        where, count, texts = cached(series.find(f"{C}{y}/{C}numRef"))
        assert (where, count) == (f"'{TITLE}'!${letter}$2:${letter}$4", 3)
        assert {i: float(text) for i, text in texts.items()} == pytest.approx(points, rel=1e-15)
        categories = cached(series.find(f"{C}{x}/{C}numRef"))
        assert categories == (f"'{TITLE}'!$A$2:$A$4", 3, {0: "1", 1: "2", 2: "3"})


def test_text_stands_beside_the_references_whatever_it_looks_like(tmp_path: Path) -> None:
    across = [Range.parse(TITLE, f"B{row}:D{row}") for row in (1, 2, 3)]
    titles = [series.title for series in ALL[1].series]
    named = tuple(Series(*pair) for pair in zip(titles, across[1:], strict=True))
    made = chart("bar", 2, categories=across[0], series=named)
    write_workbook(workbook(made), tmp_path / "x.xlsx")
    xml = tree(tmp_path / "x.xlsx", "xl/charts/chart1.xml")
    first, second = xml.iter(f"{C}ser")
    assert cached(first.find(f"{C}tx/{C}strRef")) == (f"'{TITLE}'!$B$1", 1, {0: "=1+1"})
    assert second.findtext(f"{C}tx/{C}v") == "_x005F_x0042_ & co"
    names = {0: "=1+1", 1: "_x005F_x0041_", 2: "tied"}
    assert cached(first.find(f"{C}cat/{C}strRef")) == (f"'{TITLE}'!$B$1:$D$1", 3, names)


def lightness(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_series_differ_without_colour(path: Path) -> None:
    lines, bars, points = (
        list(chart_xml(path, made).iter(f"{C}ser")) for made in ALL if len(made.series) == 4
    )
    dashes = {series.find(f"{C}spPr/{A}ln/{A}prstDash").get("val") for series in lines}
    assert len(dashes) == 4
    for drawn in (lines, points):
        assert len({series.find(f"{C}marker/{C}symbol").get("val") for series in drawn}) == 4
    fills = [bar.find(f"{C}spPr/{A}solidFill/{A}srgbClr").get("val") for bar in bars]
    shades = sorted(lightness(fill) for fill in fills)
    assert all(darker + 0.1 < lighter for darker, lighter in pairwise(shades))
    outlines = {bar.find(f"{C}spPr/{A}ln/{A}solidFill/{A}srgbClr").get("val") for bar in bars}
    assert all(lightness(outline) < 0.2 for outline in outlines)
    assert all(series.find(f"{C}spPr/{A}ln/{A}noFill") is not None for series in points)


def test_each_has_a_name_and_a_text_that_stands_for_it(path: Path) -> None:
    frames = list(tree(path, "xl/drawings/drawing1.xml").iter("{*}cNvPr"))
    assert [frame.get("name") for frame in frames] == [made.title for made in ALL]
    assert [frame.get("descr") for frame in frames] == [made.alt for made in ALL]
    assert len({frame.get("id") for frame in frames}) == len(ALL)


def test_a_value_that_is_not_available_is_a_gap(path: Path) -> None:
    assert next(chart_xml(path, ALL[0]).iter("{*}dispNaAsBlank")).get("val") == "1"


def test_an_axis_of_percentages_says_so() -> None:
    one = workbook(chart("line", 1))
    cells = tuple(cell._replace(number_format="0.0%") for cell in one.sheets[0].cells)
    two = replace(one, sheets=(replace(one.sheets[0], cells=cells),))
    formats = [
        archive.read("xl/charts/chart1.xml").count(b'<numFmt formatCode="0%"')
        for archive in (zipfile.ZipFile(BytesIO(workbook_bytes(book))) for book in (one, two))
    ]
    assert formats == [0, 1]


def test_charts_of_several_sheets_stay_apart(tmp_path: Path) -> None:
    first = workbook(chart("line", 1, alt="one")).sheets[0]
    bare = Sheet("Bare", ())
    last = Sheet("Last", (), charts=(chart("bar", 2, alt="two"), chart("scatter", 1, alt="three")))
    write_workbook(Workbook((first, bare, last), title="T"), tmp_path / "x.xlsx")
    read = openpyxl.load_workbook(tmp_path / "x.xlsx")
    assert [len(sheet._charts) for sheet in read] == [1, 0, 2]
    described = [
        [frame.get("descr") for frame in tree(tmp_path / "x.xlsx", part).iter("{*}cNvPr")]
        for part in ("xl/drawings/drawing1.xml", "xl/drawings/drawing2.xml")
    ]
    assert described == [["one"], ["two", "three"]]


def test_the_same_bytes_always() -> None:
    assert workbook_bytes(workbook(*ALL)) == workbook_bytes(workbook(*ALL))
    assert workbook_bytes(workbook(*ALL)) != workbook_bytes(workbook(*ALL[1:]))


@pytest.mark.parametrize(
    "keys",
    [
        {"series": ()},
        {"series": chart("bar", 4).series + chart("bar", 1).series},
        {"categories": Range.parse(TITLE, "A2:A5")},
        {"alt": " "},
    ],
)
def test_what_nobody_could_read_is_no_chart(keys: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="chart 'line <of> 1'"):
        chart("line", 1, **keys)


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    """The worked example with a chart of its gains."""
    built = arrange(read_template(find_template("ndcg-mrr")))
    first, *others = built.sheets
    gains = Chart(
        "bar",
        "Gains by rank",
        Range.parse(first.title, "K2:R18"),
        Range.parse(first.title, "A2:A7"),
        (Series("Gain", Range.parse(first.title, "B2:B7")),),
        "Rank",
        "Gain",
        "The gains fall with the rank.",
    )
    path = tmp_path / "measured.xlsx"
    sheets = (replace(first, charts=(gains,)), *others)
    write_workbook(replace(built, sheets=sheets), path)
    return path


def test_a_workbook_with_a_chart_is_checked(measured: Path) -> None:
    report = check(measured)
    assert report.cells
    assert report.mistakes == ()
    assert report.not_checked == {}


def test_a_recalculated_copy_keeps_the_chart(measured: Path, tmp_path: Path) -> None:
    recalc(measured, tmp_path / "copy.xlsx")
    with zipfile.ZipFile(measured) as before, zipfile.ZipFile(tmp_path / "copy.xlsx") as after:
        assert before.namelist() == after.namelist()
        kept = [name for name in before.namelist() if not name.startswith("xl/worksheets/sheet")]
        assert {"xl/charts/chart1.xml", "xl/drawings/drawing1.xml"} < set(kept)
        assert all(before.read(name) == after.read(name) for name in kept)


@pytest.mark.libreoffice
def test_libreoffice_takes_every_chart_over(path: Path, tmp_path: Path) -> None:
    (saved,) = recalculate([path], tmp_path)
    again = openpyxl.load_workbook(saved).worksheets[0]._charts
    drawn = sorted((one.tagname, len(one.series)) for one in again)
    assert drawn == sorted((f"{made.kind}Chart", len(made.series)) for made in ALL)
    assert read_workbook(saved).sheets[0].title == TITLE
