"""Several systems over one pool of judged documents: live measures of each query and system.

The rows of ``pool`` are the documents to judge, those of a query together; ``pool_first`` and
``pool_last`` say which. The rows of ``places`` are the lists of the systems, in rank order from
rank 1, each with the ``pool_row`` in which its document is judged; documents that nobody judged
may be left out below the first. The rows of ``lists`` are one for each query and system;
``list_first`` and ``list_last`` say where its places are, and are 0 where the system returned
nothing, as are ``list_pool_first`` and ``list_pool_last`` where nobody did; ``list_returned`` is
how many documents it returned. All of these are known when the workbook is built, so that each
formula looks at no more than its own query.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics import reference
from xlmetrics.inputs import (
    as_it_stands,
    read_cutoff,
    read_gain,
    read_grade,
    read_threshold,
)
from xlmetrics.quantities.quantity import MAX_JUDGED_ROWS, WHOLE, Given, Kind, Quantity

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from xlmetrics.quantities.quantity import Seen

POOL, PLACES, LISTS, SYSTEMS = "pool", "places", "lists", "systems"

MEASURES = ("nDCG", "RR_at_k", "P", "R", "AP", "Judged")
"""What each list comes to, cut at k, in the order in which it is shown."""

UNCUT = {"RR_at_k": "RR_uncut", "AP": "AP_uncut"}
"""What sees the whole list, by what is cut at k."""

KEY_END = 8
"""Characters at the end of a key by which a row is known within its workbook.

The whole key stands in one place alone, so that nobody takes another sheet for the packet.
"""

_GAIN = 'IF([gain]="exponential",2^MAX({grade},0)-1,MAX({grade},0))'
_POOL = "INDEX([judged],[@pool_first]):INDEX([judged],[@pool_last])"
_JUDGED = "INDEX([judged],[@pool_row])"
_IF_HIT = "IF(ISNUMBER([@place_grade]),IF([@place_grade]>=[rel],{value},0),0)"
_HIT = _IF_HIT.format(value="1")


def _rows(name: str) -> str:
    return f"INDEX([{name}],[@list_first]):INDEX([{name}],[@list_last])"


def _pool_rows(name: str) -> str:
    return f"INDEX([{name}],[@list_pool_first]):INDEX([{name}],[@list_pool_last])"


_FIRST_HIT = f"INDEX([rank],[@list_first]-1+MATCH(1,{_rows('hits_so_far')},0))"


def _sum_to_k(name: str) -> str:
    return f'IF([@list_first]=0,0,SUMIFS({_rows(name)},{_rows("rank")},"<="&[k]))'


class _List(NamedTuple):
    """The grades of a list in rank order, and those of all judged documents of its query.

    ``ranked`` goes down to the last place there is, ``returned`` is how far the list goes.
    """

    ranked: list[float | None]
    pool: list[float]
    returned: int


def _lists(seen: Seen) -> list[_List]:
    grades = seen.column("judged")
    rows, ranks = seen.column("pool_row"), seen.column("rank")
    bounds = ("list_first", "list_last", "list_pool_first", "list_pool_last", "list_returned")
    found = []
    for first, last, top, bottom, returned in zip(*map(seen.column, bounds), strict=True):
        ranked: list[float | None] = [None] * (ranks[last - 1] if first else 0)
        for place in range(first - 1, last) if first else ():
            ranked[ranks[place] - 1] = grades[rows[place] - 1]
        pool = grades[top - 1 : bottom] if top else []
        found.append(_List(ranked, [grade for grade in pool if grade is not None], returned))
    return found


def _by_list(value: Callable[[Seen, _List], Any]) -> Callable[[Seen], list[Any]]:
    return lambda seen: [value(seen, each) for each in _lists(seen)]


def _mean(name: str, value: Callable[[Seen, _List], Any]) -> Quantity:
    def means(seen: Seen) -> list[float]:
        values = _by_list(value)(seen)
        of: dict[Any, list[float]] = {}
        for system, each in zip(seen.column("list_system"), values, strict=True):
            of.setdefault(system, []).append(each)
        return [reference.mean(of[system]) for system in seen.column("system_number")]

    formula = f"=AVERAGEIFS([{name}],[list_system],[@system_number])"
    return Quantity(f"mean_{name}", SYSTEMS, formula, means)


def _graded(measure: Callable[..., float]) -> Callable[[Seen, _List], float]:
    return lambda seen, each: measure(
        each.ranked, each.pool, k=seen.one("k"), gain=seen.one("gain")
    )


def _binary(measure: Callable[..., float], *, cut: bool = True) -> Callable[[Seen, _List], float]:
    def value(seen: Seen, each: _List) -> float:
        return measure(each.ranked, each.pool, k=_k(seen, cut=cut), rel=seen.one("rel"))

    return value


def _of_ranked(
    measure: Callable[..., float], *, cut: bool = True
) -> Callable[[Seen, _List], float]:
    return lambda seen, each: measure(each.ranked, k=_k(seen, cut=cut), rel=seen.one("rel"))


def _k(seen: Seen, *, cut: bool) -> int | None:
    return seen.one("k") if cut else None


def _dcg(seen: Seen, each: _List) -> float:
    return reference.dcg(each.ranked, k=seen.one("k"), gain=seen.one("gain"))


def _idcg(seen: Seen, each: _List) -> float:
    return reference.idcg(each.pool, k=seen.one("k"), gain=seen.one("gain"))


def _relevant_count(seen: Seen, each: _List) -> int:
    return sum(grade >= seen.one("rel") for grade in each.pool)


def _hits(seen: Seen, each: _List) -> int:
    top = each.ranked[: seen.one("k")]
    return sum(grade is not None and grade >= seen.one("rel") for grade in top)


def _judged_share(seen: Seen, each: _List) -> float:
    k = seen.one("k")
    below: list[float | None] = [None] * (min(k, each.returned) - len(each.ranked))
    return reference.judged_fraction(each.ranked + below, k=k)


def _grades_listed(seen: Seen) -> list[float | None]:
    grades = seen.column("judged")
    return [grades[row - 1] for row in seen.column("pool_row")]


def _relevant(seen: Seen) -> list[int]:
    rel = seen.one("rel")
    return [int(grade is not None and grade >= rel) for grade in _grades_listed(seen)]


def _hits_so_far(seen: Seen) -> list[int]:
    hits: list[int] = []
    for rank, relevant in zip(seen.column("rank"), _relevant(seen), strict=True):
        hits.append(relevant + (hits[-1] if rank > 1 else 0))
    return hits


def _precisions(seen: Seen) -> list[float]:
    rows = zip(seen.column("rank"), _relevant(seen), _hits_so_far(seen), strict=True)
    return [relevant * hits / rank for rank, relevant, hits in rows]


def _discounted_gains(seen: Seen) -> list[float]:
    gain = seen.one("gain")
    rows = zip(_grades_listed(seen), seen.column("rank"), strict=True)
    return [reference.discounted_gain(grade, rank, gain) for grade, rank in rows]


def _ideal_grades(seen: Seen) -> list[Any]:
    grades, places = seen.column("judged"), seen.column("pool_place")
    found: list[Any] = []
    for at, (first, last) in enumerate(
        zip(seen.column("pool_first"), seen.column("pool_last"), strict=True)
    ):
        if first == at + 1:
            ideal = reference.ideal_ranking(
                [grade for grade in grades[first - 1 : last] if grade is not None]
            )
        found.append(ideal[places[at] - 1] if places[at] <= len(ideal) else "")
    return found


def _ideal_gains(seen: Seen) -> list[float]:
    gain = seen.one("gain")
    rows = zip(_ideal_grades(seen), seen.column("pool_place"), strict=True)
    return [
        0 if grade == "" else reference.discounted_gain(grade, place, gain) for grade, place in rows
    ]


def _moved(seen: Seen) -> int:
    keys = zip(seen.column("key"), seen.column("pool_key"), strict=True)
    return sum(str(key)[-KEY_END:].casefold() != str(known).casefold() for key, known in keys)


def _fixed(name: str, rows: str) -> Given:
    return Given(name, rows, as_it_stands, fixed=True)


def _by_place(
    name: str, formula: str, values: Callable[[Seen], list[Any]], **more: Any
) -> Quantity:
    return Quantity(name, PLACES, formula, values, **more)


_NDCG, _RR = _graded(reference.ndcg), _of_ranked(reference.reciprocal_rank)
_P = _of_ranked(reference.precision)
_R, _AP = _binary(reference.recall), _binary(reference.average_precision)
_RR_UNCUT = _of_ranked(reference.reciprocal_rank, cut=False)
_AP_UNCUT = _binary(reference.average_precision, cut=False)

POOLED = Kind(
    "pooled",
    (
        Given("k", "", read_cutoff),
        Given("gain", "", read_gain, usual=("linear", "exponential")),
        Given("rel", "", read_threshold, usual=(1, 2, 3)),
        Given("judged", POOL, read_grade, graded=True),
        *(_fixed(name, POOL) for name in ("key", "pool_key")),
        *(_fixed(name, POOL) for name in ("pool_place", "pool_first", "pool_last")),
        Quantity(
            "ideal_grade",
            POOL,
            f'=IF([@pool_place]<=COUNT({_POOL}),LARGE({_POOL},[@pool_place]),"")',
            _ideal_grades,
            "General",
        ),
        Quantity(
            "ideal_discounted_gain",
            POOL,
            f"=IF(ISNUMBER([@ideal_grade]),{_GAIN.format(grade='[@ideal_grade]')}"
            "/LOG([@pool_place]+1,2),0)",
            _ideal_gains,
        ),
        Quantity(
            "moved_count", "", f"=SUMPRODUCT(--(RIGHT([key],{KEY_END})<>[pool_key]))", _moved, WHOLE
        ),
        *(_fixed(name, PLACES) for name in ("rank", "pool_row")),
        _by_place(
            "place_grade",
            f'=IF(ISNUMBER({_JUDGED}),{_JUDGED},"")',
            lambda seen: ["" if grade is None else grade for grade in _grades_listed(seen)],
            number_format="General",
        ),
        _by_place(
            "discounted_gain",
            f"=IF(ISNUMBER([@place_grade]),{_GAIN.format(grade='[@place_grade]')}"
            "/LOG([@rank]+1,2),0)",
            _discounted_gains,
        ),
        _by_place(
            "hits_so_far",
            f"=IF([@rank]=1,0,[<hits_so_far])+{_HIT}",
            _hits_so_far,
            number_format=WHOLE,
            first=f"={_HIT}",
        ),
        _by_place(
            "precision_at_hit", f"={_IF_HIT.format(value='[@hits_so_far]/[@rank]')}", _precisions
        ),
        *(_fixed(name, LISTS) for name in ("list_system", "list_first", "list_last")),
        *(_fixed(name, LISTS) for name in ("list_pool_first", "list_pool_last", "list_returned")),
        Quantity("DCG", LISTS, f"={_sum_to_k('discounted_gain')}", _by_list(_dcg)),
        Quantity(
            "IDCG",
            LISTS,
            f"=IF([@list_pool_first]=0,0,SUMIFS({_pool_rows('ideal_discounted_gain')},"
            f'{_pool_rows("pool_place")},"<="&[k]))',
            _by_list(_idcg),
        ),
        Quantity(
            "relevant_count",
            LISTS,
            f'=IF([@list_pool_first]=0,0,COUNTIF({_pool_rows("judged")},">="&[rel]))',
            _by_list(_relevant_count),
            WHOLE,
        ),
        Quantity(
            "true_positives",
            LISTS,
            f'=IF([@list_first]=0,0,COUNTIFS({_rows("place_grade")},">="&[rel],'
            f'{_rows("rank")},"<="&[k]))',
            _by_list(_hits),
            WHOLE,
        ),
        Quantity("nDCG", LISTS, "=IF([@IDCG]>0,[@DCG]/[@IDCG],0)", _by_list(_NDCG)),
        Quantity(
            "RR_at_k",
            LISTS,
            f"=IF([@true_positives]>0,1/{_FIRST_HIT},0)",
            _by_list(_RR),
        ),
        Quantity(
            "RR_uncut",
            LISTS,
            f"=IF([@list_first]=0,0,IF(INDEX([hits_so_far],[@list_last])>0,1/{_FIRST_HIT},0))",
            _by_list(_RR_UNCUT),
        ),
        Quantity("P", LISTS, "=[@true_positives]/[k]", _by_list(_P)),
        Quantity(
            "R",
            LISTS,
            "=IF([@relevant_count]>0,[@true_positives]/[@relevant_count],0)",
            _by_list(_R),
        ),
        Quantity(
            "AP",
            LISTS,
            f"=IF([@relevant_count]>0,{_sum_to_k('precision_at_hit')}/[@relevant_count],0)",
            _by_list(_AP),
        ),
        Quantity(
            "AP_uncut",
            LISTS,
            "=IF([@list_first]=0,0,IF([@relevant_count]>0,"
            f"SUM({_rows('precision_at_hit')})/[@relevant_count],0))",
            _by_list(_AP_UNCUT),
        ),
        Quantity(
            "Judged",
            LISTS,
            f'=IF([@list_first]=0,0,COUNTIFS({_rows("place_grade")},">-1E+99",'
            f'{_rows("rank")},"<="&[k])/MIN([k],[@list_returned]))',
            _by_list(_judged_share),
        ),
        Given("system_number", SYSTEMS, as_it_stands, fixed=True, counted=True),
        _mean("nDCG", _NDCG),
        _mean("RR_at_k", _RR),
        _mean("P", _P),
        _mean("R", _R),
        _mean("AP", _AP),
        _mean("RR_uncut", _RR_UNCUT),
        _mean("AP_uncut", _AP_UNCUT),
        _mean("Judged", _judged_share),
    ),
    most_rows=MAX_JUDGED_ROWS,
)
