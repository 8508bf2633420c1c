"""What the cells of a sheet that somebody else built are for.

From headings, from where things stand, and from which formula reads which cell: the lists of
grades, the steps beside them, and the figures that are said to measure them.
"""

from __future__ import annotations

from xlmetrics.roles.explain import explain
from xlmetrics.roles.overrides import Overrides, parse_map, read_map
from xlmetrics.roles.reading import read_roles

__all__ = ["Overrides", "explain", "parse_map", "read_map", "read_roles"]
