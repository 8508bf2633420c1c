"""What can stand in a table: the catalogue of quantities, each with its formula and its truth."""

from xlmetrics.quantities.choice import CHOICE
from xlmetrics.quantities.compared import COMPARED
from xlmetrics.quantities.discounts import DISCOUNTS, MOVED
from xlmetrics.quantities.first_ranks import FIRST_RANKS
from xlmetrics.quantities.lists import LISTS
from xlmetrics.quantities.packet import PACKET
from xlmetrics.quantities.pooled import POOLED
from xlmetrics.quantities.quantity import Given, Kind, Quantity, Seen, in_a1, is_grid
from xlmetrics.quantities.ranking import RANKING
from xlmetrics.quantities.raters import RATERS
from xlmetrics.quantities.systems import SYSTEMS

KINDS = {
    kind.name: kind
    for kind in (RANKING, FIRST_RANKS, LISTS, DISCOUNTS, MOVED, SYSTEMS, CHOICE, RATERS)
}
"""The kinds that a template can ask for, by name."""

ALL_KINDS = {**KINDS, **{kind.name: kind for kind in (PACKET, POOLED, COMPARED)}}

GRADED = tuple(
    dict.fromkeys(
        given.name for kind in ALL_KINDS.values() for given in kind.given.values() if given.graded
    )
)
"""The columns that hold grades of the scale, whatever the kind of table."""

__all__ = [
    "ALL_KINDS",
    "GRADED",
    "KINDS",
    "Given",
    "Kind",
    "Quantity",
    "Seen",
    "in_a1",
    "is_grid",
]
