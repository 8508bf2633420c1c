"""What can stand in a table: the catalogue of quantities, each with its formula and its truth."""

from xlmetrics.quantities.discounts import DISCOUNTS, MOVED
from xlmetrics.quantities.first_ranks import FIRST_RANKS
from xlmetrics.quantities.lists import LISTS
from xlmetrics.quantities.packet import PACKET
from xlmetrics.quantities.pooled import POOLED
from xlmetrics.quantities.quantity import Given, Kind, Quantity, Seen, in_a1
from xlmetrics.quantities.ranking import RANKING

KINDS = {kind.name: kind for kind in (RANKING, FIRST_RANKS, LISTS, DISCOUNTS, MOVED)}
"""The kinds that a template can ask for, by name."""

ALL_KINDS = {**KINDS, PACKET.name: PACKET, POOLED.name: POOLED}

__all__ = ["ALL_KINDS", "KINDS", "Given", "Kind", "Quantity", "Seen", "in_a1"]
