"""What callers in Python give: the path of a file, a frame of Polars or pandas, or data read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from xlmetrics.collection import Documents, Judgments, Queries
from xlmetrics.formats import (
    documents_from_frame,
    judgments_from_frame,
    queries_from_frame,
    read_documents,
    read_judgments,
    read_queries,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_Held = TypeVar("_Held", Judgments, Queries, Documents)


def given_judgments(source: Any) -> Judgments:
    """Judgments; raises XlmetricsError where there are none, or they break the rules."""
    return _given(source, Judgments, read_judgments, judgments_from_frame)


def given_queries(source: Any) -> Queries:
    """Queries; raises XlmetricsError where there are none, or they break the rules."""
    return _given(source, Queries, read_queries, queries_from_frame)


def given_documents(source: Any) -> Documents:
    """Documents; raises XlmetricsError where there are none, or they break the rules."""
    return _given(source, Documents, read_documents, documents_from_frame)


def said_of(source: Any, remark: str) -> str:
    """A remark, with the file that it is about if it is about one."""
    return f"{source}: {remark}" if isinstance(source, str | Path) else remark


def _given(
    source: Any,
    kind: type[_Held],
    read: Callable[[Path], _Held],
    from_frame: Callable[[Any], _Held],
) -> _Held:
    if isinstance(source, kind):
        return source
    return read(Path(source)) if isinstance(source, str | Path) else from_frame(source)
