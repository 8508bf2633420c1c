"""One name for each query: some files know it by its id, and others by its words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import polars as pl

from xlmetrics.collection import Judgments, Run
from xlmetrics.errors import XlmetricsError
from xlmetrics.formats.complaints import excerpt
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from xlmetrics.collection import Queries

IDS_OR_WORDS = "Does one name queries by their ids, and another by their words?"

_Rows = TypeVar("_Rows", Run, Judgments)


def ids_by_words(queries: Queries) -> dict[str, str]:
    """The ids of queries by their words, where these mean one query and are no id of another."""
    named = queries.rows.filter((pl.col("text") != "") & (pl.col("text") != pl.col("query")))
    known = named.filter(
        pl.col("text").is_unique() & ~pl.col("text").is_in(named["query"].implode())
    )
    return dict(known.select("text", "query").iter_rows())


def named_by_id(held: _Rows, ids: Mapping[str, str]) -> _Rows:
    """The rows with the ids of those queries that they name by their words, which is told.

    Raises:
        XlmetricsError: a run names a query by both, so that two lists of it would be one.
    """
    names = held.rows["query"].unique(maintain_order=True)
    known = {name: ids[name] for name in names if name in ids}
    if not known:
        return held
    if isinstance(held, Run) and (both := set(known.values()) & set(names)):
        words = next(words for words, query in known.items() if query in both)
        raise XlmetricsError(
            f"the run {excerpt(held.name)}: names the query {excerpt(known[words])} by its id and "
            f"by its words, {excerpt(words)}. Keep one of the two lists."
        )
    words, query = next(iter(known.items()))
    remark = (
        f"{counted(len(known), 'query is', 'queries are')} named by words and taken for the "
        f"known ids, such as {excerpt(words)} for {excerpt(query)}"
    )
    rows = held.rows.with_columns(pl.col("query").replace(known))
    return replace(held, rows=rows, remarks=(*held.remarks, remark))


def said_of_shared(runs: Sequence[tuple[str, Collection[str]]]) -> str | None:
    """What to say where runs, each given as its name and its queries, do not have the same."""
    sets = [(name, set(queries)) for name, queries in runs]
    every = dict.fromkeys(query for _, queries in runs for query in queries)
    apart = [query for query in every if not all(query in own for _, own in sets)]
    if not apart:
        return None
    has = next(name for name, own in sets if apart[0] in own)
    lacks = next(name for name, own in sets if apart[0] not in own)
    said = (
        f"the runs share {len(every) - len(apart):,} of {counted(len(every), 'query', 'queries')}: "
        f"{excerpt(apart[0])} is in {has} and not in {lacks}"
    )
    return said if len(apart) < len(every) else f"{said}. {IDS_OR_WORDS}"
