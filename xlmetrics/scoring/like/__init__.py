"""What other tools would print for the same runs and judgments, and why: one file a tool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.errors import XlmetricsError
from xlmetrics.scoring.like import elasticsearch, opensearch, quepid, rre, trec_eval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.scoring.like.tool import Tool

TOOLS: Mapping[str, Tool] = {
    each.TOOL.name: each.TOOL for each in (elasticsearch, opensearch, quepid, rre, trec_eval)
}


def tool_named(name: str) -> Tool:
    """The tool of this name; raises XlmetricsError where there is none."""
    try:
        return TOOLS[name]
    except KeyError:
        raise XlmetricsError(f"{name}: is no tool. Choose one of {', '.join(TOOLS)}.") from None
