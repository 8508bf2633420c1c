"""Place the table of NDCG: one query, its returned documents in rank order, its missed ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Range
from xlmetrics.model import Look, Table

if TYPE_CHECKING:
    from xlmetrics.layout.canvas import Canvas, Panel
    from xlmetrics.layout.worked_example.shared import Shared
    from xlmetrics.template.model import NdcgTable
    from xlmetrics.template.words import Words

RANK, GRADE, DISCOUNTED_GAIN, IDEAL_GRADE, IDEAL_DISCOUNTED_GAIN = range(1, 6)
_IDEAL = ("ideal_grade", "ideal_discounted_gain")


def place_ndcg(
    canvas: Canvas, panel: Panel, shared: Shared, content: NdcgTable, top: int, number: int
) -> tuple[Table, int]:
    """Place the table from row ``top`` down; gives the table and its last row."""
    first = top + 1
    last = top + len(content.returned)
    last_judged = last + len(content.missed)
    _place_documents(canvas, shared, content, top)
    canvas.validations.append(shared.grade_validation(canvas.area(first, GRADE, last_judged)))
    fields = {
        "rank": canvas.area(first, RANK, last),
        "grade": canvas.area(first, GRADE, last),
        "judged": canvas.area(first, GRADE, last_judged),
        "discounted_gain": canvas.area(first, DISCOUNTED_GAIN, last),
        "ideal_grade": canvas.area(first, IDEAL_GRADE, last),
        "ideal_discounted_gain": canvas.area(first, IDEAL_DISCOUNTED_GAIN, last),
        **shared.fields,
    }
    fields["k"], row = shared.cutoff(canvas, last_judged + 2)
    _place_ideal_steps(canvas, shared, fields)
    _place_further_ideal(canvas, panel, shared, fields, len(content.missed))
    _place_figures(canvas, shared.words, fields, row)
    _place_counts(canvas, panel, shared.words, fields)
    _place_highlights(canvas, fields)
    return Table("ndcg", number, fields), row + 2


def _place_documents(canvas: Canvas, shared: Shared, content: NdcgTable, top: int) -> None:
    words = shared.words
    titles = [words[f"figure.{name}"] for name in ("discounted_gain", *_IDEAL)]
    canvas.headings(top, RANK, [words["heading.rank"], shared.relevance_title, *titles], numbers=4)
    for rank, grade in enumerate(content.returned, 1):
        row = top + rank
        canvas.label(row, RANK, rank, Look.RANK)
        canvas.input(row, GRADE, grade)
        canvas.formula(row, DISCOUNTED_GAIN, f"={shared.gain_of(f'B{row}')}/LOG(A{row}+1,2)")
    for row, grade in enumerate(content.missed, top + len(content.returned) + 1):
        canvas.label(row, RANK, words["value.missed"])
        canvas.input(row, GRADE, grade)


def _place_ideal_steps(canvas: Canvas, shared: Shared, fields: dict[str, Range]) -> None:
    for address in fields["ideal_grade"].addresses():
        _place_ideal_step(
            canvas, shared, fields, (address.row, RANK, IDEAL_GRADE, IDEAL_DISCOUNTED_GAIN)
        )


def _place_ideal_step(
    canvas: Canvas, shared: Shared, fields: dict[str, Range], at: tuple[int, int, int, int]
) -> None:
    row, rank_column, grade_column, gain_column = at
    rank = canvas.at(row, rank_column).a1
    ideal = canvas.at(row, grade_column).a1
    canvas.formula(
        row, grade_column, f"=LARGE({fields['judged'].absolute},{rank})", number_format="General"
    )
    canvas.formula(row, gain_column, f"=IFERROR({shared.gain_of(ideal)}/LOG({rank}+1,2),0)")


def _place_further_ideal(
    canvas: Canvas, panel: Panel, shared: Shared, fields: dict[str, Range], missed: int
) -> None:
    """The ideal ranking goes on beyond the returned list, by one rank a missed document."""
    if not missed:
        return
    returned = fields["rank"].shape[0]
    words = shared.words
    titles = [words[f"figure.{name}"] for name in _IDEAL]
    panel.group(words.filled("heading.further_ideal", rank=returned), *titles, numbers=2)
    top, left = panel.row, panel.column
    for rank in range(returned + 1, returned + missed + 1):
        canvas.label(panel.row, left, rank, Look.RANK)
        _place_ideal_step(canvas, shared, fields, (panel.row, left, left + 1, left + 2))
        panel.row += 1
    bottom = panel.row - 1
    fields["further_rank"] = canvas.area(top, left, bottom)
    fields["further_ideal_grade"] = canvas.area(top, left + 1, bottom)
    fields["further_ideal_discounted_gain"] = canvas.area(top, left + 2, bottom)


def _place_figures(canvas: Canvas, words: Words, fields: dict[str, Range], row: int) -> None:
    """DCG@k, IDCG@k and NDCG@k.

    The condition ``">0"`` on the grade leaves out blanks and text, and with them the error that
    text makes of its row's discounted gain.
    """
    k = fields["k"].a1
    dcg = _sum_to_cutoff(k, fields["discounted_gain"], fields["rank"], fields["grade"])
    idcg = _sum_to_cutoff(k, fields["ideal_discounted_gain"], fields["rank"])
    if "further_rank" in fields:
        further = _sum_to_cutoff(k, fields["further_ideal_discounted_gain"], fields["further_rank"])
        idcg += f"+{further}"
    ratio = f"IF(B{row + 1}>0,B{row}/B{row + 1},0)"
    for field, formula in (("DCG", dcg), ("IDCG", idcg), ("nDCG", ratio)):
        canvas.label(row, 1, words[f"figure.{field}"])
        fields[field] = canvas.formula(row, 2, f"={formula}", look=Look.RESULT)
        row += 1


def _sum_to_cutoff(k: str, terms: Range, ranks: Range, grades: Range | None = None) -> str:
    positive = f',{grades.a1},">0"' if grades else ""
    return f'SUMIFS({terms.a1},{ranks.a1},"<="&{k}{positive})'


def _place_counts(canvas: Canvas, panel: Panel, words: Words, fields: dict[str, Range]) -> None:
    judged = fields["judged"].a1
    panel.group(words.filled("heading.documents", cells=judged), "")
    fields["judged_count"] = panel.count(words["panel.judged"], f"=COUNT({judged})")
    fields["blank_count"] = panel.count(words["panel.blank"], f"=ROWS({judged})-COUNTA({judged})")
    fields["text_count"] = panel.count(words["panel.text"], f"=COUNTA({judged})-COUNT({judged})")
    text_count = fields["text_count"]
    canvas.highlight(text_count, f"{text_count.absolute}>0", "warning")


def _place_highlights(canvas: Canvas, fields: dict[str, Range]) -> None:
    """Mark what is outside the cut-off; a grade there still counts in the ideal and stays as is."""
    k = fields["k"].absolute
    rank, steps = fields["rank"], fields["ideal_discounted_gain"]
    calculated = canvas.area(rank.top, DISCOUNTED_GAIN, rank.bottom, IDEAL_DISCOUNTED_GAIN)
    for part in (rank, calculated):
        canvas.highlight(part, f"$A{rank.top}>{k}", "beyond")
    if "further_rank" in fields:
        further, end = fields["further_rank"], fields["further_ideal_discounted_gain"]
        canvas.highlight(
            Range.between(further.first, end.last),
            f"${further.first.a1}>{k}",
            "beyond",
        )
    formulas = canvas.area(rank.top, DISCOUNTED_GAIN, steps.bottom, IDEAL_GRADE)
    canvas.highlight(formulas, f"ISERROR({formulas.first.a1})", "beyond")
    figures = Range.between(fields["DCG"].first, fields["nDCG"].last)
    canvas.highlight(figures, f'COUNTIF({k},">=1")=0', "invalid")
