"""From rows of text to a collection: numbers read, ids checked, documents put in rank order.

Every format brings its rows here, so that they are held to the same rules. A frame of rows has
columns named by role (``query``, ``doc``, ``rank``, ``score``, ``grade``, …) with what the source
says, as text or as numbers; what it does not say is null or has no column.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

import polars as pl

from xlmetrics.collection import (
    CODES,
    DOCUMENT_COLUMNS,
    QUERY_COLUMNS,
    Documents,
    Judgments,
    Queries,
    Run,
)
from xlmetrics.formats.complaints import Complaints, excerpt
from xlmetrics.formats.ordering import by_rank, by_score

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.formats.complaints import Place

MAX_ID = 10_000
MAX_TEXT = 1_000_000
"""Characters of an id (a query's words may be its id) and of any other text."""

_LISTED = 3

Order = Literal["score", "rank", "list"]
"""What says the order of a run: the scores, the ranks, or the order of the rows."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a source, where each stands, and what was done to read them."""

    frame: pl.DataFrame
    at: Place
    remarks: tuple[str, ...] = ()

    def where(self, mask: pl.Series) -> Rows:
        """The rows that the mask marks, which keep their places."""
        kept = mask.arg_true()
        return Rows(self.frame.filter(mask), lambda row: self.at(int(kept[row])), self.remarks)


def runs_from(rows: Rows, name: str, order: Order) -> tuple[Run, ...]:
    """The runs among rows of ``query``, ``doc``, and ``rank`` or ``score``; ``system`` names them.

    Raises:
        XlmetricsError: an id is missing, a document stands twice in a query, a score is no
            finite number, ranks do not go 1, 2, 3, …
    """
    if "system" not in rows.frame.columns:
        return (_run(rows, name, order),)
    systems = rows.frame["system"].fill_null("").replace("", name)
    names = systems.unique(maintain_order=True)
    if len(names) < 2:
        return (_run(rows, names[0] if len(names) else name, order),)
    return tuple(_run(rows.where(systems == each), each, order) for each in names)


def judgments_from(rows: Rows, scale: Mapping[float, str] | None = None) -> Judgments:
    """Judgments from rows of ``query``, ``doc``, ``grade``; perhaps ``rater``, ``code``, ``note``.

    Raises:
        XlmetricsError: an id is missing, a grade is no number, a rater judges a document twice.
    """
    complaints = Complaints()
    ids = _ids(rows, ("query", "doc"), complaints)
    grade = numbers(rows, "grade", complaints)
    rest = {role: _text(rows, role, complaints) for role in ("rater", "code", "note")}
    unknown = ~rest["code"].is_in(["", *CODES])
    complaints.add_rows(
        rows.at,
        unknown,
        lambda row: f"the code {excerpt(rest['code'][row])} is not known. Write {_one_of(CODES)}.",
    )
    frame = pl.DataFrame({**ids, "grade": grade, **rest})
    _once(rows, frame, ["query", "doc", "rater"], complaints)
    complaints.settle()
    return Judgments(frame, scale or {}, (*rows.remarks, *_alike(frame), *_conventions(frame)))


def queries_from(rows: Rows) -> Queries:
    """Queries from rows of ``query`` (an id) and perhaps ``text`` and ``need``.

    Raises:
        XlmetricsError: an id is missing or stands twice.
    """
    frame = _known_once(rows, QUERY_COLUMNS)
    return Queries(frame, (*rows.remarks, *_alike(frame)))


def documents_from(rows: Rows) -> Documents:
    """Documents from rows of ``doc`` (an id) and perhaps ``title``, ``snippet`` and ``url``.

    Raises:
        XlmetricsError: an id is missing or stands twice.
    """
    return Documents(_known_once(rows, DOCUMENT_COLUMNS), rows.remarks)


def numbers(rows: Rows, role: str, complaints: Complaints) -> pl.Series:
    """A column as floats: blank is null, and what is no finite number is complained of."""
    given = _column(rows, role)
    if given.dtype == pl.String:
        given = given.str.strip_chars()
        read = given.cast(pl.Float64, strict=False)
        blank = given.is_null() | (given == "")
    elif given.dtype.is_numeric() or given.dtype == pl.Null:
        read = given.cast(pl.Float64)
        blank = given.is_null()
    else:
        read = pl.Series(role, [None] * len(given), dtype=pl.Float64)
        blank = given.is_null()
    complaints.add_rows(
        rows.at,
        ~blank & ~read.is_finite().fill_null(value=False),
        lambda row: (
            f"the {role} {excerpt(given[row])} is not a finite number. Write one such as 2 or 0.5."
        ),
    )
    return read.alias(role)


def _run(rows: Rows, name: str, order: Order) -> Run:
    complaints = Complaints()
    ids = _ids(rows, ("query", "doc"), complaints)
    score = numbers(rows, "score", complaints)
    if order == "score":
        complaints.add_rows(
            rows.at, score.is_null(), lambda _: "the score is missing. Give every line one."
        )
        rank = _column(rows, "rank").cast(pl.Float64, strict=False)
    else:
        rank = _ranks(rows, order, complaints)
    frame = pl.DataFrame({**ids, "rank": rank, "score": score})
    _once(rows, frame, ["query", "doc"], complaints)
    complaints.settle()
    del ids, score, rank
    ordered, remarks = by_score(frame) if order == "score" else by_rank(rows, frame)
    return Run(name, ordered, (*rows.remarks, *_alike(ordered), *remarks))


def _ranks(rows: Rows, order: Order, complaints: Complaints) -> pl.Series:
    if order == "list":
        ones = pl.Series("rank", [1]).new_from_index(0, len(rows.frame))
        return rows.frame.select(ones.cum_sum().alias("rank"))["rank"].cast(pl.Float64)
    rank = numbers(rows, "rank", complaints)
    bad = (
        rank.is_null()
        if rows.frame["rank"].dtype != pl.String
        else (rows.frame["rank"].fill_null("").str.strip_chars() == "")
    )
    complaints.add_rows(rows.at, bad, lambda _: "the rank is missing. Give every row one.")
    complaints.add_rows(
        rows.at,
        (rank != rank.round()) | (rank < 1),
        lambda row: f"the rank {rank[row]:g} is not 1, 2, 3, …. Count from 1 in each query.",
    )
    return rank


def _ids(rows: Rows, roles: tuple[str, ...], complaints: Complaints) -> dict[str, pl.Series]:
    read = {}
    for role in roles:
        read[role] = _text(rows, role, complaints, MAX_ID)
        complaints.add_rows(
            rows.at,
            _blank(read[role]),
            partial(_missing, role),
        )
    return read


def _missing(role: str, _row: int) -> str:
    called = {"query": "the query", "doc": "the document's id"}[role]
    return f"{called} is missing. Fill it in or remove the row."


def _blank(text: pl.Series) -> pl.Series:
    """Which texts are empty or nothing but spaces: looked for where the first letter may be one."""
    suspect = (text < "!") | (text > "\x7f")
    return suspect & (text.str.strip_chars() == "") if suspect.any() else suspect


def _text(rows: Rows, role: str, complaints: Complaints, longest: int = MAX_TEXT) -> pl.Series:
    given = _column(rows, role)
    if given.dtype == pl.Null:
        return pl.Series(role, [""]).new_from_index(0, len(given)).alias(role)
    if given.dtype.is_float() or not (given.dtype == pl.String or given.dtype.is_integer()):
        complaints.add_rows(
            rows.at,
            given.is_not_null(),
            lambda row: f"the {role} {excerpt(given[row])} is not text. Give it as text.",
        )
    text = given.cast(pl.String, strict=False).fill_null("")
    complaints.add_rows(
        rows.at,
        text.str.len_bytes() > longest,
        lambda row: (
            f"the {role} is {len(text[row]):,} characters long and at most {longest:,} fit. "
            "Shorten it."
        ),
    )
    return text.alias(role)


def _column(rows: Rows, role: str) -> pl.Series:
    if role in rows.frame.columns:
        return rows.frame[role]
    return pl.Series(role, [None], dtype=pl.Null).new_from_index(0, len(rows.frame))


def _known_once(rows: Rows, columns: tuple[str, ...]) -> pl.DataFrame:
    complaints = Complaints()
    key, *others = columns
    read = _ids(rows, (key,), complaints)
    frame = pl.DataFrame(read | {role: _text(rows, role, complaints) for role in others})
    _once(rows, frame, [key], complaints)
    complaints.settle()
    return frame


def _once(rows: Rows, frame: pl.DataFrame, key: list[str], complaints: Complaints) -> None:
    """Complain of rows whose key stands further up already."""
    if frame.select(key).hash_rows().n_unique() == len(frame):
        return
    again = ~frame.select(pl.struct(key).is_first_distinct()).to_series()
    if not again.any():
        return
    places = frame.select(key).with_row_index("row")
    earlier = places.filter(~again).join(places.filter(again), on=key, suffix="_again")
    first = dict(earlier.head(1000).select("row_again", "row").iter_rows())

    def what(row: int) -> str:
        named = " of ".join(
            f"{'document' if role == 'doc' else role} {excerpt(frame[role][row])}"
            for role in reversed(key)
            if frame[role][row]
        )
        before = rows.at(first[row]) if row in first else "further up"
        return f"{named} stands already in {before}. Keep one."

    complaints.add_rows(rows.at, again, what)


def _alike(frame: pl.DataFrame) -> tuple[str, ...]:
    """A remark on queries that differ only by case or by spaces, which are kept apart."""
    known = frame.select(pl.col("query").unique(maintain_order=True))
    folded = known["query"].str.to_lowercase().str.strip_chars().str.replace_all(r"\s+", " ")
    twice = known.filter(folded.is_duplicated())["query"]
    if not len(twice):
        return ()
    shown = ", ".join(map(excerpt, twice.head(_LISTED)))
    return (f"queries that differ only by case or spaces are kept apart: {shown}",)


def _conventions(frame: pl.DataFrame) -> tuple[str, ...]:
    """Remarks on the grades below 0."""
    counts = (
        frame.group_by("grade").len().filter(pl.col("grade") < 0).sort("grade", descending=True)
    )
    meaning = {
        -1.0: (
            ", by convention pooled but not judged; measures count them as judged and not relevant "
            "(Bpref passes over them)"
        ),
        -2.0: ", by convention junk",
    }
    return tuple(
        f"grades of {grade:g}: {count:,}{meaning.get(grade, '')}"
        for grade, count in counts.iter_rows()
    )


def _one_of(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
