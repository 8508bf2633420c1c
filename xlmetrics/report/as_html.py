"""Checks as one web page: no script, nothing loaded, for keyboards, narrow screens and the dark."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from xlmetrics.report.words import (
    HEADINGS,
    beside,
    cells_to_show,
    comparison,
    figure,
    left_open,
    mapping,
    others,
    place,
    printable,
    summary,
    verdict,
)
from xlmetrics.rules.manual import manual

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from xlmetrics.audit import MeasureCell, Report
    from xlmetrics.audits import Audited
    from xlmetrics.model import Finding

STYLE = """
:root { color-scheme: light dark;
  --ground: #ffffff; --ink: #1b1f24; --faint: #57606a; --line: #d0d7de; --panel: #f6f8fa;
  --mistake: #b3261e; --note: #7a4f00; --ok: #1a6b33; --link: #0b57b0 }
@media (prefers-color-scheme: dark) { :root {
  --ground: #14171b; --ink: #e6e8eb; --faint: #a3abb5; --line: #3b434c; --panel: #1e2329;
  --mistake: #ff9d96; --note: #f0c05a; --ok: #7fd496; --link: #8ab8ff } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 70rem; padding: 1rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.6rem } h2 { font-size: 1.3rem; margin-top: 2.5rem } h3 { font-size: 1.1rem }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.skip { position: absolute; left: -100rem } .skip:focus { position: static }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem }
table { border-collapse: collapse; width: 100% }
caption { text-align: left; padding: .5rem .7rem; color: var(--faint) }
th, td { padding: .35rem .7rem; border-top: 1px solid var(--line); text-align: left;
  white-space: nowrap; font-weight: normal }
thead th { color: var(--faint) }
.number { text-align: right; font-variant-numeric: tabular-nums }
.finding { list-style: none; margin: 0 0 1rem; padding: .7rem 1rem; background: var(--panel);
  border-left: .3rem solid var(--note) }
.finding.mistake { border-color: var(--mistake) }
.finding p { margin: 0 0 .3rem }
ol { padding: 0 } dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: .1rem .8rem }
dt { color: var(--faint) } dd { margin: 0 }
code { font-family: ui-monospace, monospace; font-size: .95em }
.verdict.mistake { color: var(--mistake); font-weight: bold }
.verdict.note, .verdict.not-checked, .verdict.left-out { color: var(--note) }
.verdict.ok { color: var(--ok) }
@media print { .finding { break-inside: avoid } .wide { overflow: visible } }
"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_FORMULAS = ("formula", "right")


def audits_as_html(audits: Sequence[Audited], *, alone: bool) -> str:
    """The page, complete in itself."""
    title = f"Check of {audits[0].path.name}" if alone else f"Check of {len(audits)} workbooks"
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{_text(title)}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        '<a class="skip" href="#main">Skip to what was found</a>',
        f"<header><h1>{_text(title)}</h1></header>",
        '<main id="main">',
        *([] if alone else _table_of(audits)),
        *(line for number, each in enumerate(audits, 1) for line in _section(number, each)),
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(parts) + "\n"


def _table_of(audits: Sequence[Audited]) -> Iterator[str]:
    rows = []
    for number, each in enumerate(audits, 1):
        name = f'<th scope="row"><a href="#file-{number}">{_text(str(each.path))}</a></th>'
        if each.report is None:
            rows.append(f'{name}<td colspan="4" class="verdict mistake">not read</td>')
            continue
        found = each.report
        counts = (found.cells, found.mistakes, found.notes, found.not_checked)
        rows.append(name + "".join(f'<td class="number">{len(count):,}</td>' for count in counts))
    headings = ("file", "measures", "mistakes", "notes", "not checked")
    yield from _table("All files", headings, rows, numbers=range(1, 5))


def _section(number: int, each: Audited) -> Iterator[str]:
    yield f'<section id="file-{number}" aria-labelledby="title-{number}">'
    yield f'<h2 id="title-{number}">{_text(str(each.path))}</h2>'
    if each.report is None:
        yield f'<p class="verdict mistake">Not read: {_text(each.problem)}</p>'
    else:
        yield from _report(each.report)
    yield "</section>"


def _report(report: Report) -> Iterator[str]:
    verdict = "mistake" if report.mistakes else "ok"
    yield f'<p class="verdict {verdict}">{_text(summary(report))}</p>'
    if report.saved_by:
        yield f"<p>Last saved by {_text(report.saved_by)}</p>"
    for severity, heading in HEADINGS.items():
        chosen = [each for each in report.findings if each.severity is severity]
        if chosen:
            yield f"<h3>{heading}</h3>"
            yield f"<ol>{''.join(map(_finding, chosen))}</ol>"
    yield from _list("Taken for", mapping(report))
    yield from _list("Not checked", left_open(report))
    yield from _measures(report)


def _measures(report: Report) -> Iterator[str]:
    if report.cells:
        yield "<h3>Measures</h3>"
    if shown := cells_to_show(report):
        headings = ("cell", "measure", "in the file", "recomputed", "reference", "verdict")
        caption = f"Measure cells of {report.path.name}"
        yield from _table(caption, headings, map(_row, shown), numbers=range(2, 5))
    if more := others(report):
        yield f"<p>{more}</p>"


def _finding(finding: Finding) -> str:
    rule = manual(finding.code)
    why = rule.sections["Why it is bad"]
    details = [("shows", comparison(finding)), *beside(finding), ("why", why)]
    told = "".join(
        f"<dt>{what}</dt><dd>{_detail(what, text)}</dd>" for what, text in details if text
    )
    return (
        f'<li class="finding {finding.severity}"><p><strong>{finding.code} {rule.name}</strong>, '
        f"<code>{_text(place(finding))}</code></p>"
        f"<p>{_text(finding.message)}</p><dl>{told}</dl></li>"
    )


def _detail(what: str, text: str) -> str:
    return f"<code>{_text(text)}</code>" if what in _FORMULAS else _text(text)


def _row(cell: MeasureCell) -> str:
    figures = (cell.stored, cell.recomputed, cell.reference)
    return (
        f'<th scope="row">{_text(str(cell.address))}</th><td>{_text(cell.measure)}</td>'
        + "".join(f'<td class="number">{_text(figure(each))}</td>' for each in figures)
        + f'<td class="verdict {cell.verdict.replace(" ", "-")}">{_text(verdict(cell))}</td>'
    )


def _table(
    caption: str, headings: Sequence[str], rows: Iterable[str], numbers: Sequence[int]
) -> Iterator[str]:
    """A table that is scrolled, by keys too, where it is wider than the page."""
    heads = "".join(
        f'<th scope="col"{" class=number" if at in numbers else ""}>{heading}</th>'
        for at, heading in enumerate(headings)
    )
    yield f'<div class="wide" role="region" aria-label="{_text(caption)}" tabindex="0">'
    yield f"<table><caption>{_text(caption)}</caption><thead><tr>{heads}</tr></thead><tbody>"
    yield from (f"<tr>{row}</tr>" for row in rows)
    yield "</tbody></table></div>"


def _list(heading: str, lines: Iterable[str]) -> Iterator[str]:
    items = "".join(f"<li>{_text(line)}</li>" for line in lines)
    if items:
        yield f"<h3>{heading}</h3><ul>{items}</ul>"


def _text(text: str) -> str:
    return escape(printable(text))
