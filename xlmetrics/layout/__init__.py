"""Template in, workbook of placed cells out: the only place that assigns addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.course.arrange import arrange_course
from xlmetrics.layout.worked_example.arrange import arrange_worked_example
from xlmetrics.template.model import Course

if TYPE_CHECKING:
    from xlmetrics.model import Workbook
    from xlmetrics.template.model import Template

__all__ = ["arrange"]


def arrange(template: Template) -> Workbook:
    """The workbook of a template; every formula cell carries the value the reference gives it."""
    if isinstance(template, Course):
        return arrange_course(template)
    return arrange_worked_example(template)
