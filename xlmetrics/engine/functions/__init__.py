"""Functions as Excel computes them, by family; importing this fills the table."""

from xlmetrics.engine.functions import (
    arithmetic,
    arrays,
    criteria,
    logic,
    lookup,
    reductions,
    references,
    shapes,
    spelling,
    statistics,
)

__all__ = [
    "arithmetic",
    "arrays",
    "criteria",
    "logic",
    "lookup",
    "reductions",
    "references",
    "shapes",
    "spelling",
    "statistics",
]
