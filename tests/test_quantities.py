"""Every quantity of the catalogue gives what the reference says, on any input."""

from dataclasses import replace
from random import Random

import pytest

from xlmetrics.engine import Calculation
from xlmetrics.expected import expectations, unfit
from xlmetrics.layout import arrange
from xlmetrics.model import NotChecked, Result, Table, Workbook, agree
from xlmetrics.quantities import KINDS, Kind, Quantity
from xlmetrics.rules.perturb import perturb
from xlmetrics.template.course import SETTINGS
from xlmetrics.template.model import CataloguedTable, Course, Topic
from xlmetrics.template.words import Words, english

TRIALS = 150
GIVEN = {
    "ranking": (
        {"ranks": 6, "judged": 8},
        {"judged": (2, 0, 3, None, 1, 0, 3, 1), "document": "abcdefgh"},
    ),
    "first_ranks": ({"queries": 5}, {"query": "abcde", "first_rank": (1, 3, 2, None, 1)}),
    "lists": (
        {"documents": 8, "lists": 4},
        {
            "query": "abbbbccd",
            "rank": (1, 1, 2, 3, None, 1, 2, None),
            "document": "hgfedcba",
            "judged": (0, 2, None, 3, 1, 0, 3, 1),
        },
    ),
    "systems": (
        {"queries": 4},
        {"query": "abcd", "score_a": (0.5, 1, None, 0.2), "score_b": (0.2, 0.9, 1, 0.3)},
    ),
    "raters": (
        {"documents": 5, "grades": 4},
        {
            "document": "abcde",
            "grade_a": (0, 2, None, 3, 1),
            "grade_b": (0, 1, 2, 3, 1),
            "scale_grade": (0, 1, 2, 3),
        },
    ),
    "discounts": ({"ranks": 40}, {}),
    "choice": (
        {"questions": 4, "decisions": 4},
        {
            "question": "abcd",
            "reply": ("yes", "No", "far", None),
            "recommended": "abcd",
            "condition_1": ("yes", None, "no", None),
            "condition_2": (None, "no", "yes", None),
            "condition_3": (None, "far", None, None),
            "condition_4": ("up", None, None, None),
            "why": "efgh",
        },
    ),
    "moves": (
        {"moves": 2},
        {"judged": (2, None), "from_rank": (10, 100), "to_rank": (1, 91)},
    ),
}
"""Rows and given columns of a table of each kind."""

OWN = {*KINDS, "A table", "Some text.", "1. A note.", "S", "Alone", *"abcdefgh"}
OWN |= {"yes", "no", "No", "far", "up"}
"""The texts of the course that are its own."""


def topic(kind: Kind, **changed: object) -> Topic:
    rows, given = GIVEN[kind.name]
    show = tuple(kind.quantities)
    options = (("a", "b"),) * rows.get("questions", 0)
    table = CataloguedTable(kind.name, "A table", rows, given, show, {}, options=options)
    keys = {"title": "T", "text": ("Some text.",), "settings": SETTINGS | {"max_grade": 3}}
    rest = {"tables": (table,), "charts": (), "notes": ("A note.",)}
    return Topic(**{"name": kind.name, **keys, **rest, **changed})


def everything(words: Words) -> Course:
    """A course that shows every quantity there is."""
    scale = {0: "no", 1: "partly", 2: "good", 3: "perfect"}
    plain = topic(KINDS["ranking"], name="Alone")
    return Course("T", "S", scale, (*map(topic, KINDS.values()), plain), words)


@pytest.fixture(scope="module")
def workbook() -> Workbook:
    return arrange(everything(english()))


@pytest.fixture(params=KINDS)
def table(request: pytest.FixtureRequest, workbook: Workbook) -> Table:
    return next(table for table in workbook.tables if table.kind == request.param)


def test_every_quantity_is_right_on_random_inputs(workbook: Workbook) -> None:
    calculation = Calculation(workbook)
    random = Random(3)
    seen: dict[str, set[Result]] = {}
    for _ in range(TRIALS):
        changed = perturb(workbook, workbook.tables, random)
        values = {cell.address: cell.value for cell in workbook.cells.values()}
        values |= calculation.values(changed) | changed
        for table in workbook.tables:
            for each in expectations(table, values.get):
                assert not isinstance(each.value, NotChecked), each
                assert agree(values[each.address], each.value), (each, changed)
                seen.setdefault(each.measure.partition(", row")[0], set()).add(each.value)
    # a quantity that is always the same would be tried in vain
    assert not [name for name, values in seen.items() if len(values) == 1]


def test_a_table_that_lost_a_column_is_unfit(table: Table) -> None:
    kind = KINDS[table.kind]
    assert unfit(table) is None
    needed = {need for each in kind.quantities.values() for need in each.needs}
    for name in needed & set(table.fields):
        fields = {field: place for field, place in table.fields.items() if field != name}
        assert unfit(replace(table, fields=fields)), name
    for name, place in table.fields.items():
        longer = place._replace(bottom=place.bottom + 1)
        if name != "scale":
            assert unfit(replace(table, fields={**table.fields, name: longer})), name


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_quantities_need_only_what_their_kind_has(kind: Kind) -> None:
    names = [part.name for part in kind.parts]
    assert len(names) == len(set(names))
    for quantity in kind.quantities.values():
        assert set(quantity.needs) <= set(names), quantity.name
        assert bool(quantity.code) <= bool(quantity.instead_of)
        assert quantity.instead_of in {"", *kind.quantities}
    assert {each.effect_of for each in kind.quantities.values()} - {""} == {
        each.name for each in mistakes(kind)
    }


def mistakes(kind: Kind) -> list[Quantity]:
    """Figures that a rule tells of, each with how far it is off."""
    found = [each for each in kind.quantities.values() if each.code]
    assert not any(each.rows for each in found)
    return found
