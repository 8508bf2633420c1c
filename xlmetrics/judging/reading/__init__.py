"""One packet that came back: which row each judgment belongs to, and what is not clear.

A row is known by its key. Where that is damaged, by its ids; where the ids are damaged (``04567``
became 4567), by its key. Rows may stand anywhere and in any order, more than once, or be gone.
"""

from __future__ import annotations

from xlmetrics.judging.reading.claims import Claim, Finding, Known, Place, Returned, Shown
from xlmetrics.judging.reading.packet import read_packet

__all__ = ["Claim", "Finding", "Known", "Place", "Returned", "Shown", "read_packet"]
