"""What can stand in a table: the catalogue of quantities, each with its formula and its truth."""

from xlmetrics.quantities.choice import CHOICE
from xlmetrics.quantities.discounts import DISCOUNTS, MOVED
from xlmetrics.quantities.first_ranks import FIRST_RANKS
from xlmetrics.quantities.lists import LISTS
from xlmetrics.quantities.quantity import Given, Kind, Quantity, Seen, in_a1
from xlmetrics.quantities.ranking import RANKING
from xlmetrics.quantities.systems import SYSTEMS

KINDS = {
    kind.name: kind for kind in (RANKING, FIRST_RANKS, LISTS, DISCOUNTS, MOVED, SYSTEMS, CHOICE)
}

__all__ = ["KINDS", "Given", "Kind", "Quantity", "Seen", "in_a1"]
