"""Place the table of MRR: several queries, each with the rank of its first relevant result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.ranks import rank_validation
from xlmetrics.model import Look, Table

if TYPE_CHECKING:
    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas, Panel
    from xlmetrics.layout.worked_example.shared import Shared
    from xlmetrics.template.model import ReciprocalRankTable
    from xlmetrics.template.words import Words

QUERY, FIRST_RANK, RECIPROCAL_RANK = range(1, 4)


def place_reciprocal_rank(
    canvas: Canvas,
    panel: Panel,
    shared: Shared,
    content: ReciprocalRankTable,
    top: int,
    number: int,
) -> tuple[Table, int]:
    """Place the table from row ``top`` down; gives the table and its last row."""
    first, last = top + 1, top + len(content.queries)
    words = shared.words
    titles = [words[key] for key in ("heading.query", "heading.first_rank", "figure.RR")]
    canvas.headings(top, QUERY, titles, numbers=2)
    for row, query in enumerate(content.queries, first):
        rank = query.first_relevant_rank
        canvas.label(row, QUERY, query.text, Look.NOTE)
        canvas.input(row, FIRST_RANK, words["value.none"] if rank is None else rank)
        canvas.formula(row, RECIPROCAL_RANK, f"=IFERROR(1/B{row},0)")
    canvas.validations.append(rank_validation(canvas.area(first, FIRST_RANK, last), words))
    k, row = shared.cutoff(canvas, last + 1 if shared.k else last + 2)
    fields = {
        "query": canvas.area(first, QUERY, last),
        "first_rank": canvas.area(first, FIRST_RANK, last),
        "RR": canvas.area(first, RECIPROCAL_RANK, last),
        "k": k,
    }
    _place_mean(canvas, words, fields, row)
    _place_counts(panel, words, fields)
    _place_highlights(canvas, fields)
    return Table("reciprocal_rank", number, fields), row


def _hits(fields: dict[str, Range]) -> str:
    """The conditions of a hit within the cut-off; a rank that is text or blank meets none."""
    ranks = fields["first_rank"].a1
    return f'{ranks},">=1",{ranks},"<="&{fields["k"].a1}'


def _place_mean(canvas: Canvas, words: Words, fields: dict[str, Range], row: int) -> None:
    """MRR@k over every query: one without a hit adds 0 and stays in the count."""
    scores = fields["RR"].a1
    canvas.label(row, 1, words["figure.MRR"])
    fields["MRR"] = canvas.formula(
        row, RECIPROCAL_RANK, f"=SUMIFS({scores},{_hits(fields)})/ROWS({scores})", look=Look.RESULT
    )


def _place_counts(panel: Panel, words: Words, fields: dict[str, Range]) -> None:
    hits = f"COUNTIFS({_hits(fields)})"
    panel.group(words.filled("heading.queries", cells=fields["query"].a1), "")
    fields["hit_count"] = panel.count(words["panel.hits"], f"={hits}")
    fields["miss_count"] = panel.count(words["panel.misses"], f"=ROWS({fields['RR'].a1})-{hits}")


def _place_highlights(canvas: Canvas, fields: dict[str, Range]) -> None:
    k, first = fields["k"].absolute, fields["first_rank"].first
    for part in (fields["query"], fields["RR"]):
        canvas.highlight(part, f"N(${first.a1})>{k}", "beyond")
    canvas.highlight(fields["MRR"], f'COUNTIF({k},">=1")=0', "invalid")
