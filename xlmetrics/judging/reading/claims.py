"""What packets may come back, and what one that came back says: claims and findings."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.judging.cells import CellReader, Unclear, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.judging.cells import Said
    from xlmetrics.judging.manifest import Manifest, Packet, Row


class Place(NamedTuple):
    """A row of a sheet of a file; the row is 0 where it is about all of it."""

    file: str
    sheet: str = ""
    row: int = 0

    def __str__(self) -> str:
        parts = (self.file, self.sheet, f"row {self.row}" if self.row else "")
        return ", ".join(filter(None, parts))


class Finding(NamedTuple):
    """What cannot be taken as a judgment: where, what it is, and how to mend it.

    ``key`` names the row of the manifest that is left open by it; empty where there is none.
    """

    packet: str
    place: Place
    what: str
    mend: str
    key: str = ""


class Shown(NamedTuple):
    """What a row shows its rater."""

    text: str = ""
    need: str = ""
    title: str = ""
    snippet: str = ""


class Claim(NamedTuple):
    """What a row of a sheet says of a row of the manifest; ``unclear`` says why it says nothing."""

    key: str
    said: Said
    note: str
    place: Place
    unclear: Unclear | None = None
    shown: Shown = Shown()

    def doubted(self, why: Unclear) -> Claim:
        """The same where it may be about another document: its note is quoted, and not taken."""
        note = f" (note {shown(self.note)})" if self.note else ""
        return self._replace(note="", unclear=Unclear(f"{why.what}{note}", why.mend))


class Returned(NamedTuple):
    """What a file says: which packet it is, and what its rows claim.

    ``findings`` are those about no row of the manifest; ``told`` is what was done to read it.
    """

    file: str
    packet: str
    claims: tuple[Claim, ...] = ()
    findings: tuple[Finding, ...] = ()
    told: tuple[str, ...] = ()


class Known:
    """The packets that may come back, by their keys and ids."""

    def __init__(self, manifest: Manifest, more: Sequence[Packet] = ()) -> None:
        self.packets = {packet.id: packet for packet in (*manifest.packets, *more)}
        self.cells = CellReader(manifest.scale, manifest.codes)

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """The rows of all packets by their keys."""
        return {row.key: row for packet in self.packets.values() for row in packet.rows}

    def by_ids(self, packet: str) -> Mapping[tuple[str, str], str]:
        """The keys of the rows of a packet by the ids of query and document."""
        if packet not in self.packets:
            return {}
        return {(row.query, row.doc): row.key for row in self.packets[packet].rows}
