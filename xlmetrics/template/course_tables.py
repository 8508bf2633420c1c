"""Construct the tables of a course from data that is known to be valid."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from xlmetrics.quantities import KINDS
from xlmetrics.quantities.choice import CONDITIONS
from xlmetrics.template.model import CataloguedTable, OwnColumn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlmetrics.model import Value
    from xlmetrics.template.model import Number


def _ranking(data: Mapping[str, Any]) -> CataloguedTable:
    returned, missed = data["returned"], data.get("missed", [])
    given: dict[str, tuple[Value, ...]] = {"judged": _blanks([*returned, *missed])}
    if "documents" in data:
        given["document"] = _blanks(data["documents"])
    rows = {"ranks": len(returned), "judged": len(returned) + len(missed)}
    return _table(data, rows, given, always=("rank", "grade"))


def _first_ranks(data: Mapping[str, Any]) -> CataloguedTable:
    ranks = [each["first_relevant_rank"] for each in data["queries"]]
    given: dict[str, tuple[Value, ...]] = {
        "query": tuple(each["query"] for each in data["queries"]),
        "first_rank": tuple(None if rank == "none" else rank for rank in ranks),
    }
    return _table(data, {"queries": len(ranks)}, given)


def _lists(data: Mapping[str, Any]) -> CataloguedTable:
    given: dict[str, list[Value]] = {"query": [], "rank": [], "judged": []}
    for each in data["lists"]:
        returned, missed = each["returned"], each.get("missed", [])
        given["query"] += [each["query"]] * len([*returned, *missed])
        given["rank"] += [*range(1, len(returned) + 1), *[None] * len(missed)]
        given["judged"] += _blanks([*returned, *missed])
        if "documents" in each:
            given.setdefault("document", []).extend(_blanks(each["documents"]))
    rows = {"documents": len(given["query"]), "lists": len(data["lists"])}
    return _table(data, rows, {name: tuple(values) for name, values in given.items()})


def _discounts(data: Mapping[str, Any]) -> CataloguedTable:
    return _table(data, {"ranks": data["ranks"]}, {})


def _moves(data: Mapping[str, Any]) -> CataloguedTable:
    moves = data["moves"]
    given = {
        "judged": _blanks([move["grade"] for move in moves]),
        "from_rank": tuple(move["from"] for move in moves),
        "to_rank": tuple(move["to"] for move in moves),
    }
    return _table(data, {"moves": len(moves)}, given)


def _systems(data: Mapping[str, Any]) -> CataloguedTable:
    queries = data["queries"]
    given: dict[str, tuple[Value, ...]] = {
        "query": tuple(each["query"] for each in queries),
        "score_a": _blanks([each["a"] for each in queries]),
        "score_b": _blanks([each["b"] for each in queries]),
    }
    return _table(data, {"queries": len(queries)}, given)


def _choice(data: Mapping[str, Any]) -> CataloguedTable:
    questions, unanswered = data["questions"], data["unanswered"]
    decisions = [*data["decisions"], {**unanswered, "when": [""] * len(questions)}]
    given: dict[str, tuple[Value, ...]] = {
        "question": tuple(each["question"] for each in questions),
        "reply": _blanks([each.get("answer", "") for each in questions]),
        "recommended": tuple(each["recommendation"] for each in decisions),
        "why": tuple(each["reason"] for each in decisions),
    }
    headings = {}
    for at, name in enumerate(CONDITIONS):
        asked = at < len(questions)
        given[name] = _blanks([each["when"][at] if asked else "" for each in decisions])
        if asked:
            headings[name] = questions[at]["name"]
    rows = {"questions": len(questions), "decisions": len(decisions)}
    table = _table(data, rows, given)
    return replace(
        table,
        headings={**headings, **table.headings},
        options=tuple(tuple(each["options"]) for each in questions),
    )


def _raters(data: Mapping[str, Any]) -> CataloguedTable:
    judgments = data["judgments"]
    given: dict[str, tuple[Value, ...]] = {
        "document": tuple(each["document"] for each in judgments),
        "grade_a": _blanks([each["a"] for each in judgments]),
        "grade_b": _blanks([each["b"] for each in judgments]),
        "scale_grade": tuple(data["scale"]),
    }
    rows = {"documents": len(judgments), "grades": len(data["scale"])}
    return _table(data, rows, given)


def _table(
    data: Mapping[str, Any],
    rows: Mapping[str, int],
    given: Mapping[str, tuple[Value, ...]],
    always: tuple[str, ...] = (),
) -> CataloguedTable:
    """A table that shows what the template names, and what a table of its kind never lacks."""
    own = [OwnColumn(each["heading"], _blanks(each["values"])) for each in data.get("columns", ())]
    return CataloguedTable(
        data["kind"],
        data.get("title", ""),
        rows,
        given,
        (*always, *data.get("show", KINDS[data["kind"]].usual)),
        data.get("headings", {}),
        tuple(own),
    )


def _blanks(values: Sequence[Number | str]) -> tuple[Value, ...]:
    """The values of a column, blank where the template says ``""``."""
    return tuple(None if value == "" else value for value in values)


TABLES: Mapping[str, Callable[[Mapping[str, Any]], CataloguedTable]] = {
    "ranking": _ranking,
    "first_ranks": _first_ranks,
    "lists": _lists,
    "discounts": _discounts,
    "moves": _moves,
    "systems": _systems,
    "choice": _choice,
    "raters": _raters,
}
"""What makes the table of each kind, of its data and the ``scale`` of the template."""
