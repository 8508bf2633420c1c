"""Functions as Excel computes them, by family; importing this fills the table."""

from xlmetrics.engine.functions import arithmetic, criteria, logic, reductions, shapes

__all__ = ["arithmetic", "criteria", "logic", "reductions", "shapes"]
