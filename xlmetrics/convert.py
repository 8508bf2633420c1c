"""Convert: a run, judgments, queries or documents from one format into another."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.errors import XlmetricsError
from xlmetrics.formats import detect, format_for, format_named, read_kind, write

if TYPE_CHECKING:
    from pathlib import Path

    from xlmetrics.collection import Kind


class Converted(NamedTuple):
    """From which format into which, what kind of rows, and what there is to say of it."""

    source: str
    target: str
    kind: Kind
    rows: int
    remarks: tuple[str, ...]
    dropped: tuple[str, ...]


def convert(
    path: Path, copy: Path, to: str | None = None, form: str | None = None, *, force: bool = False
) -> Converted:
    """Read a file and write what it holds in another format.

    Raises:
        XlmetricsError: it cannot be read or written, or would take the place of a file.
    """
    if copy.exists() and not force:
        raise XlmetricsError(f"{copy}: is there already. Give another name, or --force.")
    found = detect(path, form)
    target = format_named(to) if to else format_for(copy, found.kinds)
    kinds = [kind for kind in found.kinds if kind in target.WRITES]
    if not kinds:
        raise XlmetricsError(
            f"{path}: holds {' and '.join(found.kinds)} ({found.format.NAME}), and {target.NAME} "
            f"takes {' and '.join(target.WRITES)}. Choose another format with --to."
        )
    held = read_kind(found, kinds[0])
    remarks = dict.fromkeys(remark for each in held for remark in each.remarks)
    others = tuple(f"the {kind} in it" for kind in found.kinds if kind != kinds[0])
    dropped = write(held, copy, target.NAME)
    return Converted(
        found.format.NAME,
        target.NAME,
        kinds[0],
        sum(len(each.rows) for each in held),
        tuple(remarks),
        (*others, *dropped),
    )
