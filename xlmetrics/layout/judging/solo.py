"""A workbook that measures itself: grades on one sheet, the measures of each list on another.

Besides the sheets of a packet it has those of live measures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.judging.rows import JudgeSheet
from xlmetrics.layout.judging.rubric import arrange_rubric
from xlmetrics.layout.live import USUAL_K, Settings
from xlmetrics.layout.metrics import Asked, Grades, MetricsSheets, Pooled
from xlmetrics.layout.values import by_sheet
from xlmetrics.model import Workbook

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.layout.judging.packet import PacketContent
    from xlmetrics.layout.metrics import Listed
    from xlmetrics.template.words import Words


def arrange_solo(
    content: PacketContent,
    queries: Sequence[tuple[str, str]],
    systems: Sequence[Listed],
    depth: int,
    words: Words,
) -> Workbook:
    """The workbook of a pool and of the lists whose documents are in it.

    ``queries`` are the ids and the words of all that were asked; ``depth`` is how far the lists
    go. The documents of a query stand together among the items.
    """
    rubric = arrange_rubric(content.scale, words, blind=content.blind)
    judge, packet = JudgeSheet(content.title, content.items, content.scale, rubric, words).place()
    rows = [Pooled(item.query, item.doc, item.key) for item in content.items]
    places = {"judged": packet["grade"], "key": packet["key"], "scale": rubric.grades}
    settings = Settings(min(USUAL_K, depth))
    measured = MetricsSheets(
        Asked(content.title, queries, systems, settings, depth),
        Grades(judge.title, rows, places),
        words,
    )
    sheets = [judge.title, *dict.fromkeys(cell.address.sheet for cell in measured.cells)]
    tables = (packet, measured.table)
    done = by_sheet([*judge.cells, *measured.cells], tables, sheets)
    metrics, lists, ideal = measured.sheets(done)
    return Workbook((judge, metrics, rubric.sheet, lists, ideal), tables, title=content.title)
