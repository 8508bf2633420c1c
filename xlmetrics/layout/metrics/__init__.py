"""The sheets of live measures: lists of systems, ideal orders, and what they come to.

They stand beside a sheet of grades, whatever that is: one to judge on, or one of judgments.
"""

from __future__ import annotations

from xlmetrics.layout.metrics.asked import HEADER, Asked, Grades, Listed, Pooled
from xlmetrics.layout.metrics.sheets import MetricsSheets

__all__ = ["HEADER", "Asked", "Grades", "Listed", "MetricsSheets", "Pooled"]
