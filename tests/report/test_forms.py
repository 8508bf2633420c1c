"""JSON, SARIF, Markdown and the table: what each tells, and that strangers' text stays text."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.report.samples import AUDITS, CLEAN, FINDINGS, HOSTILE, LONG, NO_MEASURE, WRONG
from xlmetrics.address import Address
from xlmetrics.audits import Audited
from xlmetrics.model import Finding, Severity
from xlmetrics.report.audits import FORMS as ENDINGS
from xlmetrics.report.audits import audits_as
from xlmetrics.report.forms import form_of
from xlmetrics.report.words import figure, printable
from xlmetrics.rules.manual import manuals

ROOT = Path(__file__).parents[2]
FORMS = ["table", "json", "sarif", "markdown", "html"]


def told(form: str, *audits: Audited) -> str:
    return audits_as(form, audits or AUDITS, alone=len(audits) == 1)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_tells_everything(form: str) -> None:
    text = plain(form, told(form))
    for finding in FINDINGS:
        assert finding.code in text
        assert re.sub(r"\s", "", printable(finding.message)) in text
        for formula in (finding.formula, finding.instead):
            assert re.sub(r"\s", "", formula or "") in text
    for each in ("ThefunctionFOOisnotknown", "B9:B11", "thisworkbookisdamaged", "bad.xlsx"):
        assert each.lower() in text.lower()
    assert "notchecked" in text.replace("_", "").lower()


def plain(form: str, text: str) -> str:
    """The text without what the form puts around it, and without spaces."""
    if form in ("json", "sarif"):
        text = "".join(map(str, leaves(json.loads(text)))) + text
        text = printable(text)
    elif form == "markdown":
        text = re.sub(r"\\(.)", lambda match: match[1], text)
        text = text.replace("\\u202e", "\u202e").replace("\u202e", "\\u202e")
    elif form == "html":
        import html

        text = html.unescape(re.sub(r"<[^>]+>", "", text))
    return re.sub(r"\s", "", text)


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for key, each in value.items() for leaf in [key, *leaves(each)]]
    return [leaf for each in value for leaf in leaves(each)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("report", [WRONG, CLEAN, NO_MEASURE], ids=["wrong", "clean", "none"])
def test_what_was_not_checked_is_always_told(form: str, report: Any) -> None:
    text = told(form, Audited(report.path, report))
    if form == "json":
        assert len(json.loads(text)["not_checked"]) == len(report.not_checked)
    elif form == "sarif":
        [run] = json.loads(text)["runs"]
        told_of = run["invocations"][0]["toolExecutionNotifications"]
        assert len(told_of) == len(report.not_checked)
    if form in ("table", "markdown", "html"):
        assert "Not checked" in text
        assert ("no ranking measure found" in text) == (report is NO_MEASURE)


@pytest.mark.parametrize("form", ["table", "html"])
def test_nothing_reverses_or_colours(form: str) -> None:
    assert not re.search("[\u202e\x1b]", told(form))


SCHEMA = json.loads((ROOT / "docs/check.schema.json").read_text("utf-8"))
SARIF = json.loads((ROOT / "tests/data/sarif_essentials.schema.json").read_text("utf-8"))


@pytest.mark.parametrize("audits", [AUDITS, *([each] for each in AUDITS)], ids=len)
def test_json_is_as_its_schema_says(audits: list[Audited]) -> None:
    found = json.loads(told("json", *audits))
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    page = (ROOT / "docs/reports.md").read_text("utf-8")
    for key in SCHEMA["$defs"]["report"]["properties"]:
        assert f"`{key}`" in page


def test_the_schema_refuses_what_is_not_so() -> None:
    found = json.loads(told("json", AUDITS[0]))
    for path, value in (("findings", [{}]), ("formulas", -1), ("schema", "other"), ("cells", 1)):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.Draft202012Validator(SCHEMA).validate(found | {path: value})


@pytest.mark.parametrize("audits", [AUDITS, *([each] for each in AUDITS)], ids=len)
def test_sarif_is_as_the_standard_says(audits: list[Audited]) -> None:
    found = json.loads(told("sarif", *audits))
    jsonschema.Draft7Validator(
        SARIF, format_checker=jsonschema.Draft7Validator.FORMAT_CHECKER
    ).validate(found)
    [run] = found["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(manuals())
    assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    paths = {artifact["location"]["uri"] for artifact in run["artifacts"]}
    assert len(paths) == len(audits)
    assert all(not re.search(r"[ <>\"|]", path) for path in paths)


def test_sarif_says_where_and_how_bad() -> None:
    [run] = json.loads(told("sarif"))["runs"]
    by_rule = {result["ruleId"]: result for result in run["results"]}
    assert [by_rule[code]["level"] for code in ("XL101", "XL119")] == ["error", "note"]
    [location] = by_rule["XL203"]["locations"]
    assert location["physicalLocation"]["region"] == {"startLine": 9, "startColumn": 2}
    assert location["logicalLocations"][0]["name"] == "B9:B11"
    assert by_rule["XL101"]["properties"]["effect"] == pytest.approx(0.14)
    assert len(by_rule["XL216"]["relatedLocations"]) == 1, "no two alike"
    [invocation] = run["invocations"]
    assert not invocation["executionSuccessful"]
    levels = [each["level"] for each in invocation["toolExecutionNotifications"]]
    assert levels.count("error") == 1
    assert levels.count("note") == 3


def test_markdown_formats_nothing_of_a_strangers() -> None:
    text = told("markdown")
    for line in text.splitlines():
        bare = re.sub(r"`+.*?`+", "", re.sub(r"\\.", "", line))
        assert not re.search(r"<|\]\(", bare), line
    rows = [line for line in text.splitlines() if line.startswith("| ") and "nDCG" in line]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 7 for row in rows)
    assert f"`{LONG}`" in text


def test_of_thousands_alike_some_are_told_and_all_counted() -> None:
    places = [Address("S", row, 1) for row in range(1, 5001)]
    stale = tuple(Finding("XL205", each, "stale", severity=Severity.NOTE) for each in places)
    unknown = {str(each): "the function FOO is not known" for each in places}
    many = replace(CLEAN, findings=stale, not_checked=unknown)
    for form in ("table", "markdown"):
        text = told(form, Audited(many.path, many)).replace("\\", "")
        assert "4,950 more" in text
        assert "S!A8 and 4,992 more: the function FOO is not known" in text
        assert len(text) < 10_000
    assert told("html", Audited(many.path, many)).count('class="finding note"') == 5000


def test_the_table_of_several_ends_with_a_line_a_file() -> None:
    table = told("table")
    *_, clean, bad, none = table.splitlines()
    assert clean.split() == ["clean.xlsx", "1", "0", "0", "0"]
    assert bad.split() == ["bad.xlsx", "not", "read"]
    assert none.split() == [str(NO_MEASURE.path), "0", "0", "0", "1"]


def test_numbers_of_cells_are_told_in_words_that_agree() -> None:
    clean = Audited(CLEAN.path, CLEAN)
    assert "no mistake: 1 measure cell and 1 formula, 0 not checked" in told("table", clean)


def test_a_blank_is_nothing_and_a_whole_number_whole() -> None:
    assert [figure(each) for each in (None, 3.0, 0.25, True)] == ["", "3", "0.250000", "True"]
    assert HOSTILE not in printable(HOSTILE)


def test_endings_say_the_form() -> None:
    names = ["r.txt", "r.json", "r.SARIF", "r.md", "r.html"]
    assert [form_of(Path(name), ENDINGS) for name in names] == FORMS
