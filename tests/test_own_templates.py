"""Templates of one's own: a short form, grades in a file, and complaints that say how to mend."""

from pathlib import Path

import pytest

from xlmetrics.audit import check
from xlmetrics.build import build
from xlmetrics.errors import BadTemplate
from xlmetrics.layout import arrange
from xlmetrics.template.grades import read_grades
from xlmetrics.template.model import Course
from xlmetrics.template.read import read_template

SHORT = """\
title = "Our shop: search"
scale = { 0 = "no", 1 = "partly", 2 = "yes" }

[[tables]]
kind = "ranking"
returned = [2, 0, 1]
missed = [2]
"""


def read(folder: Path, source: str, grades: str | bytes | None = None) -> Course:
    if grades is not None:
        content = grades if isinstance(grades, bytes) else grades.encode()
        (folder / "grades.csv").write_bytes(content)
    (folder / "mine.toml").write_text(source, "utf-8")
    template = read_template(folder / "mine.toml")
    assert isinstance(template, Course)
    arrange(template)
    return template


def complaints(folder: Path, source: str, grades: str | bytes | None = None) -> list[str]:
    with pytest.raises(BadTemplate) as caught:
        read(folder, source, grades)
    return [each.removeprefix(f"{folder}/") for each in caught.value.complaints]


def test_a_title_a_scale_and_grades_are_enough(tmp_path: Path) -> None:
    [topic] = read(tmp_path, SHORT).topics
    assert topic.name == "Our shop search"
    assert topic.tables[0].given["judged"] == (2, 0, 1, 2)
    [path] = build([str(tmp_path / "mine.toml")], tmp_path)
    report = check(path)
    assert not report.findings
    assert not report.not_checked


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("A/B: old [new]", "A B old new"),
        ("How good is the search of our shop?", "How good is the search of our"),
        ("中" * 40, "中" * 31),
        ("History", "1"),
        ("???", "1"),
    ],
)
def test_a_sheet_without_a_name_has_what_it_can_hold_of_the_title(
    tmp_path: Path, title: str, name: str
) -> None:
    [topic] = read(tmp_path, SHORT.replace("Our shop: search", title)).topics
    assert topic.name == name
    assert topic.title == title


MORE = """\
documents = ["a", "b", "", "d"]
show = ["precision_at_rank", "P"]
headings = { P = "Share of good ones", grade = "Good?" }

[[tables.columns]]
heading = "Clicks"
values = [10, "", 3.5, 0]

[[tables.columns]]
heading = "Who judged"
values = ["Ann", "Ann", "Ben", "=1+1"]
"""


def test_columns_and_headings_of_ones_own(tmp_path: Path) -> None:
    course = read(tmp_path, SHORT + MORE)
    sheet = arrange(course).sheets[0]
    shown = {cell.address.a1: cell.value for cell in sheet.cells if cell.formula is None}
    top = next(a1 for a1, value in shown.items() if value == "Rank")[1:]
    row = [shown[f"{letter}{top}"] for letter in "ABCDE"]
    assert row == ["Rank", "Document", "Clicks", "Who judged", "Grade"]
    last = int(top) + 4
    assert [shown[f"{letter}{last}"] for letter in "ABCDE"] == ["missed", "d", 0, "=1+1", 2]
    assert "Share of good ones" in shown.values()


CHART = """
[[charts]]
kind = "line"
title = "T"
x = "rank"
series = ["discount"]
x_title = "Rank"
y_title = "Discount"
alt = "A line."
"""
TWO_SHEETS = """\
title = "T"
summary = "S"
scale = { 0 = "no", 1 = "yes" }

[[sheets]]
sheet = "One"
[[sheets.tables]]
kind = "ranking"
returned = [
  1,
  0,
]

[[sheets]]
sheet = "Two"
[[sheets.tables]]
kind = "ranking"
returned = [1]
"""

COMPLAINTS = [
    (
        SHORT.replace("returned", "retruned"),
        [
            (4, "tables[1].returned: is missing; add it, or grades = a .csv file"),
            (6, "tables[1].retruned: is not a key here; did you mean returned?"),
        ],
    ),
    (SHORT.replace("[2]", "[3]"), [(7, "tables[1].missed[1]: 3 is not on the scale 0, 1, 2")]),
    (
        SHORT.replace('"ranking"', '"rankng"'),
        [(5, 'tables[1].kind: no kind is called "rankng"; did you mean ranking?')],
    ),
    (
        SHORT.replace('"ranking"', '"zzz"'),
        [(5, "tables[1].kind: needs a kind: ranking, first_ranks, lists")],
    ),
    (
        SHORT.replace("kind =", "kint ="),
        [(4, "tables[1].kind: is missing, and kint is not a key here; did you mean kind?")],
    ),
    (
        SHORT.replace('0 = "no", 1 = "partly", 2 = "yes"', ""),
        [(2, "scale: must be a table that gives each grade a meaning")],
    ),
    (
        SHORT.replace('kind = "ranking"', ""),
        [(4, "tables[1].kind: needs a kind: ranking, first_ranks, lists")],
    ),
    (
        SHORT + '[[tables]]\nkind = "ndcg"\nreturned = [1]\n',
        [(9, "tables[2].kind: ndcg and reciprocal_rank are tables of the published")],
    ),
    (
        SHORT + 'show = ["ndcg"]\n',
        [
            (
                8,
                (
                    "tables[1].show[1]: no quantity of a ranking table is called 'ndcg'; "
                    "did you mean nDCG?"
                ),
            )
        ],
    ),
    (
        SHORT + 'headings = { nDCG = "How good?", DCG = "How good?" }\nshow = ["nDCG", "DCG"]\n',
        [(8, "tables[1].headings.DCG: is the heading that nDCG has already; choose another")],
    ),
    (
        SHORT + 'headings = { document_gain = "Discount" }\n',
        [(8, "tables[1].headings.document_gain: is the heading that discount has already; choose")],
    ),
    (SHORT + "show = []\n", [(8, "tables[1].show: is empty; give at least 1")]),
    (SHORT + 'documents = ["a"]\n', [(8, "tables[1].documents: holds 1 and the table has 4 rows")]),
    (SHORT + 'headings = { nDGC = "x" }\n', [(8, "tables[1].headings.nDGC: is not shown in this")]),
    (
        SHORT + '[[tables.columns]]\nheading = "x"\nvalues = [1]\n',
        [(10, "tables[1].columns[1].values: holds 1 and the table has 4 rows; give one for each")],
    ),
    (
        SHORT + '[[tables.columns]]\nheading = "x"\nvalues = [nan, true]\n',
        [
            (10, "tables[1].columns[1].values[1]: must be text in quotes or a number, not nan"),
            (10, "tables[1].columns[1].values[2]: must be text in quotes or a number, not true"),
        ],
    ),
    (
        "k = 0\nrel = inf\np = 1\ngain = 'x'\nmax_grade = true\n" + SHORT,
        [
            (1, "k: must be a whole number from 1"),
            (2, "rel: must be a number above 0 and up to 1,000, not inf"),
            (3, "p: must be a number between 0 and 1, not 1"),
            (4, "gain: must be 'linear' or 'exponential', not \"x\""),
            (5, "max_grade: must be a number above 0 and up to 1,000, not true"),
        ],
    ),
    (
        "max_grade = 1\n" + SHORT + 'show = ["ERR"]\n',
        [(1, "max_grade: is 1 and the scale goes up to 2; give at least that")],
    ),
    (
        SHORT.replace(', 1 = "partly", 2 = "yes"', "")
        .replace("[2, 0, 1]", "[0]")
        .replace("[2]", "[0]")
        + 'show = ["ERR"]\n',
        [(2, "scale: has no grade above 0")],
    ),
    ("text = 'x'\n" + SHORT, [(1, 'text: must be a list in [ ], not "x"')]),
    ("text = [' ']\n" + SHORT, [(1, "text[1]: must not be blank")]),
    (
        "sheet = 'notes'\n" + SHORT,
        [(1, "sheet: is the title that the sheet of notes has already; choose another")],
    ),
    (
        SHORT + CHART.replace("discount", "discuont"),
        [(13, "charts[1].series[1]: no column of a ranking table is called 'discuont'; did")],
    ),
    (SHORT + CHART.replace('"rank"', '"DCG"'), [(12, "charts[1].x: DCG is a single figure")]),
    (
        SHORT + CHART.replace("discount", "relevant"),
        [(13, "charts[1].series[1]: relevant is not shown in this table; add it to its show")],
    ),
    (
        SHORT + CHART.replace("discount", "ideal_gain"),
        [(13, "charts[1].series[1]: has 4 rows and rank has 3; a chart needs as many of each")],
    ),
    (SHORT + CHART + "table = 2\n", [(17, "charts[1].table: is 2 and the sheet has 1 table")]),
    (SHORT + CHART + "rows = [3, 1]\n", [(17, "charts[1].rows: must be two rows of the 4")]),
    (
        SHORT + CHART + "y_min = 1\ny_max = 1\n",
        [(18, "charts[1].y_max: must be above y_min, which is 1")],
    ),
    (SHORT + CHART + "y_max = nan\n", [(17, "charts[1].y_max: must be a number from -1,000")]),
    (SHORT + CHART + "rows = [1]\n", [(17, "charts[1].rows: holds 1; give at least 2")]),
    (
        SHORT + '[[tables]]\nkind = "moves"\nmoves = [{ grade = 7, form = 1, to = 2 }]\n',
        [
            (10, "tables[2].moves[1].from: is missing; add it"),
            (10, "tables[2].moves[1].form: is not a key here; did you mean from?"),
            (10, "tables[2].moves[1].grade: 7 is not on the scale 0, 1, 2"),
        ],
    ),
    (
        SHORT + CHART + "table = true\n",
        [(17, "charts[1].table: must be a whole number from 1 to 10,000")],
    ),
    (SHORT + CHART.replace("A line.", " "), [(16, "charts[1].alt: must not be blank")]),
    (SHORT + "query = 'x'\n", [(8, "tables[1].query: chooses a query of a file of grades")]),
    (
        SHORT + "grades = 'x.xlsx'\n",
        [
            (8, 'tables[1].grades: must be the path of a .csv file, not "x.xlsx"'),
            (8, "tables[1].grades: stands in place of returned and missed; keep one"),
        ],
    ),
    (TWO_SHEETS.replace("Two", "ONE"), [(15, "sheets[2].sheet: is the title that sheets[1] has")]),
    (TWO_SHEETS.replace("Two", "contents"), [(15, "sheets[2].sheet: is the title that the")]),
    (
        TWO_SHEETS.replace("  0,", "  7,"),
        [(11, "sheets[1].tables[1].returned[2]: 7 is not on the scale 0, 1")],
    ),
    (TWO_SHEETS + "k = 0\n", [(19, "sheets[2].tables[1].k: is not a key here; there are")]),
    (
        TWO_SHEETS.replace("[1]", f"[{'1,' * 1001}]"),
        [(18, "sheets[2].tables[1].returned: holds 1,001; at most 1,000 are possible")],
    ),
    (
        TWO_SHEETS + f"[[sheets.tables]]\nkind = 'ranking'\nreturned = [{'1,' * 1000}]\n" * 24,
        [(5, "sheets: take 264,033 cells and at most 250,000 are possible")],
    ),
]


@pytest.mark.parametrize(("source", "said"), COMPLAINTS, ids=lambda value: str(value)[-60:])
def test_complaints_name_line_key_and_mend(tmp_path, source: str, said: list) -> None:
    found = complaints(tmp_path, source)
    assert len(found) == len(said), found
    for each, (line, text) in zip(found, said, strict=True):
        assert each.startswith(f"mine.toml, line {line}: {text}"), found


def test_the_good_ones_are_good(tmp_path: Path) -> None:
    """Negative control of the complaints above."""
    assert read(tmp_path, SHORT + CHART)
    assert len(read(tmp_path, TWO_SHEETS).topics) == 2


def test_a_chart_ends_where_the_template_says(tmp_path: Path) -> None:
    [chart] = arrange(read(tmp_path, SHORT + CHART)).sheets[0].charts
    assert (chart.y_min, chart.y_max) == (None, None)
    [chart] = arrange(read(tmp_path, SHORT + CHART + "y_min = 0\ny_max = 1\n")).sheets[0].charts
    assert (chart.y_min, chart.y_max) == (0, 1)


def test_charts_are_printed_wholly(tmp_path: Path) -> None:
    """With the frames at their right, and with the one above them on the same page."""
    for charts, is_long in ((2, False), (6, True)):
        [sheet, _] = arrange(read(tmp_path, SHORT + CHART * charts)).sheets
        assert sheet.print_area
        edge = sheet.charts[1].where.right
        assert sheet.print_area.right > edge
        assert sheet.breaks == ((sheet.charts[0].where.top - 1,) if is_long else ())


def test_a_chart_is_labelled_with_headings_of_ones_own(tmp_path: Path) -> None:
    own = (
        SHORT
        + 'headings = { discount = "Mine" }\n'
        + CHART.replace("discount", 'grade", "discount')
    )
    [chart] = arrange(read(tmp_path, own)).sheets[0].charts
    assert [series.title for series in chart.series] == ["Grade", "Mine"]


FROM_FILE = """\
title = "T"
scale = { 0 = "no", "0.5" = "half", 1 = "yes" }
[[tables]]
kind = "ranking"
grades = "grades.csv"
"""
GRADES = "query,rank,document,grade\nshoes,1,a,1\nshoes,2,b,0.5\nshoes,,c,1\nshoes,3,d,\n"


@pytest.mark.parametrize(
    "grades",
    [
        GRADES,
        GRADES.replace(",", ";").replace("0.5", "0,5"),
        GRADES.replace(",", "\t").replace("0.5", "0,5"),
        "\ufeff" + GRADES.replace("\n", "\r\n"),
        GRADES.replace("0.5", '"0,5"').replace("shoes", '"shoes"'),
        "Rating,DocID,Position\n1,a,1\n1.0,c,\n,d,3\n0.5,b,2\n",
        "note,rank,document,grade\n,1,a,1\nx,2,b,0.5\n,,c,1\n,3,d,\n,,,\n\n",
    ],
    ids=["commas", "semicolons", "tabs", "mark and CRLF", "quotes", "other names", "more columns"],
)
def test_grades_in_a_file(tmp_path: Path, grades: str) -> None:
    [topic] = read(tmp_path, FROM_FILE, grades).topics
    assert topic.tables[0].given == {"judged": (1, 0.5, None, 1), "document": tuple("abdc")}
    assert topic.tables[0].rows == {"ranks": 3, "judged": 4}


def test_one_query_of_a_file(tmp_path: Path) -> None:
    grades = GRADES + "boots,1,x,0\n"
    [topic] = read(tmp_path, FROM_FILE + 'query = "boots"\n', grades).topics
    assert topic.tables[0].given["judged"] == (0,)


IN_FILES = [
    ("", ["line 1, column grade: no column is called grade", "line 1, column rank: no column"]),
    ("1,a,1\n", ["line 1, column grade: no column", "line 1, column rank: no column is called"]),
    ("rank,grade\n", ["line 1: no row stands below the names of the columns"]),
    ("rank,rang,grade\n1,1,1\n", ["line 1, column rank: rank and rang are both the rank"]),
    ("rank,grade\n1,2\n", ["line 2, column grade: 2 is not on the scale 0, 0.5, 1; leave it"]),
    ("rank,grade\n1,good\n", ["line 2, column grade: good is not on the scale"]),
    ("rank,grade\n1,-1\n", ["line 2, column grade: -1 is not on the scale"]),
    ("rank,grade\n0,1\n1,1\n", ["line 2, column rank: must be a whole number from 1 to 1,000"]),
    ("rank,grade\n1.5,1\n1,1\n", ["line 2, column rank: must be a whole number"]),
    ("rank,grade\n1,1\n1,1\n", ["line 3, column rank: rank 1 stands on line 2 too"]),
    ("rank,grade\n1,1\n3,1\n", ["line 3, column rank: rank 2 is missing above rank 3"]),
    ("rank,grade\n,1\n", ["line 2, column rank: no document has a rank"]),
    ("rank,grade\n1,1,1\n", ["line 2: has 3 cells and the first row 2"]),
    ('rank,grade\n1,1\n2,"1\n', ["line 3: cannot be read from here on"]),
    ('rank,grade,note\n1,1,"two\nlines"\n2,5,\n', ["line 4, column grade: 5 is not on"]),
    ("query,rank,grade\na,1,1\nb,1,1\n", ['holds 2 queries (a, b); choose one: query = "a"']),
    (
        "rank,grade\n" + "1,9\n" * 50,
        ["column grade: 9 is not on"] * 20 + ["grades.csv: and 79 more"],
    ),
    ("rank,document,grade\n1,\x01,1\n", ["line 2, column document: holds the control character"]),
    (
        "query,rank,document,grade\nq,1,a,1\nq,2,b,0\nq,,a,1\n",
        ["line 4: document a of query q stands on line 2 too; keep one line for each document"],
    ),
    (
        "rank,document,grade\n2,a,1\n,,1\n1,a,1\n,,1\n",
        ["line 4: document a stands on line 2 too; keep one line for each document"],
    ),
    (
        "query,rank,grade\nShoes,1,1\n shoes ,2,1\n",
        [
            "line 3, column query: shoes and Shoes on line 2 differ in capitals only",
            "line 3, column rank: rank 1 of shoes is missing",
        ],
    ),
    ("rank,grade\n1,é\n".encode("latin-1"), ["is not UTF-8 text; save it as CSV UTF-8"]),
    ("rank,grade\n1,1\n" + ",1\n" * 1000, ["line 2: more than 1,000"]),
]


@pytest.mark.parametrize(("grades", "said"), IN_FILES, ids=lambda value: repr(value)[:50])
def test_complaints_about_a_file_name_line_and_column(
    tmp_path: Path, grades: str | bytes, said: list[str]
) -> None:
    found = complaints(tmp_path, FROM_FILE, grades)
    assert len(found) == len(said), found
    for each, text in zip(found, said, strict=True):
        assert each.startswith("grades.csv")
        assert text in each, found


def test_all_queries_of_a_file(tmp_path: Path) -> None:
    grades = GRADES + "boots,1,a,0\n shoes ,,e,0\nhats,,y,1\n"
    lists = FROM_FILE.replace('"ranking"', '"lists"')
    [topic] = read(tmp_path, lists, grades).topics
    assert topic.tables[0].rows == {"documents": 7, "lists": 3}
    assert topic.tables[0].given["query"] == (*["shoes"] * 5, "boots", "hats")
    assert topic.tables[0].given["document"] == (*"abdceay",)


def test_a_query_that_the_file_has_not(tmp_path: Path) -> None:
    grades = "query,rank,grade\nshoes,1,1\nboots,1,1\n"
    for query, hint in (("shoe", "did you mean shoes?"), ("x", "there are shoes, boots")):
        [said] = complaints(tmp_path, FROM_FILE + f'query = "{query}"\n', grades)
        assert hint in said


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    [said] = complaints(tmp_path, FROM_FILE)
    assert said == "grades.csv: there is no such file; check the spelling and the folder"


def test_a_file_of_many_queries_is_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    path.write_text("qid,rank,rel\nb,2,0\na,1,1\nb,1,1\n")
    queries = read_grades(path, [0, 1])
    assert list(queries) == ["b", "a"]
    assert [each.grade for each in queries["b"]] == [1, 0]
