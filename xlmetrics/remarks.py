"""What there is to say of queries, runs and old judgments beside each other, before work begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from xlmetrics.formats.complaints import excerpt
from xlmetrics.formats.given import said_of
from xlmetrics.formats.query_names import IDS_OR_WORDS
from xlmetrics.text import MAX_LENGTH, counted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from xlmetrics.collection import Judgments, Queries
    from xlmetrics.judging.pool import Pool
    from xlmetrics.judging.scale import Scale
    from xlmetrics.layout.judging.items import Items

_SHOWN = 3


def about_strangers(
    queries: Collection[str], sources: Sequence[Any], judged: Sequence[Judgments]
) -> Iterator[str]:
    """Say which judgments are of none of the queries that runs answer, each with its source."""
    for source, held in zip(sources, judged, strict=True):
        names = held.rows["query"].unique(maintain_order=True)
        if len(names) and not any(name in queries for name in names):
            which = counted(len(names), "query", "queries")
            yield said_of(
                source,
                f"judges {which}, such as {excerpt(names[0])}, and none that the runs answer. "
                f"{IDS_OR_WORDS}",
            )


def about_pool(found: Pool, queries: Queries) -> Iterator[str]:
    """Say what the runs return nothing for, whose words are unknown, and what is left out."""
    empty = [query for query, count in found.pooled.items() if not count]
    if empty:
        yield f"no run returns anything for {_named(empty, 'query', 'queries')}"
    known = set(queries.rows["query"])
    unknown = [query for query in found.pairs if query not in known] if known else []
    if unknown:
        yield f"nothing tells the words of {_named(unknown, 'query', 'queries')}"
    if found.left_out:
        left = counted(len(found.left_out), "document is", "documents are")
        yield f"{left} judged already and left out"


def about_items(items: Items) -> Iterator[str]:
    """Say which documents have no title, and which texts no cell can show as they are."""
    if items.untitled:
        bare = _named(list(items.untitled), "document", "documents")
        yield f"nothing tells the title of {bare}: raters see the id"
    for texts, fault in (
        (items.cut, f"longer than a cell can hold ({MAX_LENGTH:,} characters) and cut off"),
        (items.mended, "shown with spaces in place of control characters"),
    ):
        if texts:
            which = counted(len(texts), "text is", "texts are")
            yield f"{which} {fault}, the first {next(iter(texts))}"


def about_old(judged: Sequence[Judgments], scale: Scale) -> Iterator[str]:
    """Say which old judgments a row cannot hold as they are, or that are none of the scale."""
    if not judged:
        return
    rows = pl.concat([held.rows.select("query", "doc", "grade") for held in judged])
    grades = (
        rows.drop_nulls()
        .unique(maintain_order=True)
        .group_by("query", "doc", maintain_order=True)
        .len()
    )
    disputed = [f"{doc} of {query}" for query, doc, count in grades.iter_rows() if count > 1]
    if disputed:
        bare = _named(disputed, "document", "documents")
        yield f"old judgments give several grades to {bare}: the last is shown"
    strange = rows.filter(~pl.col("grade").is_in([*map(float, scale.labels)]))["grade"].drop_nulls()
    if len(strange):
        yield (
            f"{counted(len(strange), 'old grade is', 'old grades are')} not on the scale, such as "
            f"{strange[0]:g}: shown and counted nevertheless"
        )


def _named(names: Sequence[str], one: str, many: str) -> str:
    """How many there are, and the first of them: ``4 queries: a, b, c, …``."""
    shown = ", ".join(map(repr, names[:_SHOWN])) + ", …" * (len(names) > _SHOWN)
    return f"{counted(len(names), one, many)}: {shown}"
