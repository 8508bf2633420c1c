"""Template in, workbook of placed cells out: the only place that assigns addresses."""

from xlmetrics.layout.arrange import arrange

__all__ = ["arrange"]
