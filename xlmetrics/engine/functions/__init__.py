"""Functions as Excel computes them, by family; importing this fills the table."""

from xlmetrics.engine.functions import (
    arithmetic,
    arrays,
    criteria,
    logic,
    lookup,
    reductions,
    references,
    rounding,
    shapes,
    spelling,
    statistics,
    tallies,
)

__all__ = [
    "arithmetic",
    "arrays",
    "criteria",
    "logic",
    "lookup",
    "reductions",
    "references",
    "rounding",
    "shapes",
    "spelling",
    "statistics",
    "tallies",
]
