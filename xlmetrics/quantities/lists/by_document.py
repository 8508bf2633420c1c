"""What each judged document adds: gain and discount, hits so far, its place in the ideal order."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from xlmetrics import reference
from xlmetrics.quantities.lists.blocks import Block, by_document
from xlmetrics.quantities.quantity import GENERAL, SCORE, WHOLE, Quantity, Seen

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

DOCUMENTS = "documents"

_OWN_ROWS = "INDEX([judged],[@first_row]):INDEX([judged],MATCH([@first_row],[first_row]))"
_ROWS_SO_FAR = "INDEX([judged],[@first_row]):[@judged]"


def _gains(seen: Seen, block: Block) -> list[float]:
    return [reference.gain(grade, seen.one("gain")) for grade in block.grades]


def _discounts(_: Seen, block: Block) -> list[Any]:
    return ["" if rank is None else reference.discount(rank) for rank in block.ranks]


def _discounted_gains(seen: Seen, block: Block) -> list[float]:
    return [
        0 if rank is None else reference.discounted_gain(grade, rank, seen.one("gain"))
        for rank, grade in zip(block.ranks, block.grades, strict=True)
    ]


def _relevant(seen: Seen, block: Block) -> list[int]:
    return [int(grade is not None and grade >= seen.one("rel")) for grade in block.grades]


def _hits_so_far(seen: Seen, block: Block) -> list[int]:
    hits = zip(block.ranks, _relevant(seen, block), strict=True)
    return list(accumulate(hit if rank is not None else 0 for rank, hit in hits))


def _precisions(seen: Seen, block: Block) -> list[float]:
    rows = zip(block.ranks, _relevant(seen, block), _hits_so_far(seen, block), strict=True)
    return [0 if rank is None else hit * hits / rank for rank, hit, hits in rows]


def _ideal_ranks(_: Seen, block: Block) -> list[Any]:
    """Counted down from the highest grade; of equal grades, the one further up comes first."""
    judged = [row for row, grade in enumerate(block.grades) if grade is not None]
    order = sorted(judged, key=lambda row: (-(block.grades[row] or 0), row))
    return [order.index(row) + 1 if row in judged else "" for row in range(len(block.grades))]


def _ideal_discounted_gains(seen: Seen, block: Block) -> list[float]:
    gain = seen.one("gain")
    return [
        0 if rank == "" else reference.discounted_gain(grade, rank, gain)
        for rank, grade in zip(_ideal_ranks(seen, block), block.grades, strict=True)
    ]


def _column(
    name: str,
    formula: str,
    values: Callable[[Seen, Block], list[Any]],
    number_format: str = SCORE,
    *,
    first: str = "",
    aid: bool = False,
) -> Quantity:
    value = by_document(values)
    return Quantity(name, DOCUMENTS, formula, value, number_format, first=first, aid=aid)


BY_DOCUMENT = (
    _column(
        "first_row",
        "=IF([@query]=[<query],[<first_row],ROWS([:@query]))",
        lambda _, block: [block.first] * len(block.ranks),
        WHOLE,
        first="=1",
        aid=True,
    ),
    _column(
        "document_gain",
        '=IF(ISNUMBER([@judged]),IF([gain]="exponential",2^MAX([@judged],0)-1,MAX([@judged],0)),0)',
        _gains,
        GENERAL,
    ),
    _column("discount", '=IF(ISNUMBER([@rank]),LOG([@rank]+1,2),"")', _discounts),
    _column(
        "discounted_gain",
        "=IF(ISNUMBER([@rank]),[@document_gain]/[@discount],0)",
        _discounted_gains,
    ),
    _column("relevant", "=IF(ISNUMBER([@judged]),IF([@judged]>=[rel],1,0),0)", _relevant, WHOLE),
    _column(
        "hits_so_far",
        "=IF([@first_row]=[<first_row],[<hits_so_far],0)+IF(ISNUMBER([@rank]),[@relevant],0)",
        _hits_so_far,
        WHOLE,
        first="=IF(ISNUMBER([@rank]),[@relevant],0)",
    ),
    _column(
        "precision_at_hit",
        "=IF(ISNUMBER([@rank]),[@relevant]*[@hits_so_far]/[@rank],0)",
        _precisions,
    ),
    _column(
        "ideal_rank",
        f'=IF(ISNUMBER([@judged]),COUNTIF({_OWN_ROWS},">"&[@judged])'
        f'+COUNTIFS({_ROWS_SO_FAR},">="&[@judged],{_ROWS_SO_FAR},"<="&[@judged]),"")',
        _ideal_ranks,
        WHOLE,
    ),
    _column(
        "ideal_discounted_gain",
        "=IF(ISNUMBER([@ideal_rank]),[@document_gain]/LOG([@ideal_rank]+1,2),0)",
        _ideal_discounted_gains,
    ),
)
