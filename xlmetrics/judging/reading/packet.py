"""One packet that came back: which packet it is, and which of its rows each line is about."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from xlmetrics.judging.cells import BLANK, Unclear, shown
from xlmetrics.judging.columns import Columns, Doubtful, find_columns
from xlmetrics.judging.reading.claims import Claim, Finding, Place, Returned, Shown
from xlmetrics.judging.reading.damaged import keys_by_marks, meant, why_unknown
from xlmetrics.judging.reading.lines import lines_of, only_formula
from xlmetrics.judging.reading.torn import MEND, doubt_torn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlmetrics.judging.reading.claims import Known
    from xlmetrics.judging.reading.lines import Line
    from xlmetrics.model import Sheet, Workbook

_LISTED = 3


def read_packet(workbook: Workbook, file: str, known: Known, heads: Mapping[str, str]) -> Returned:
    """Read what a packet says; ``heads`` are the headings that are known (``columns.headings``)."""
    try:
        sheets = [
            (sheet, columns)
            for sheet in workbook.sheets
            if (columns := find_columns(sheet, workbook.tables, heads))
        ]
    except Doubtful as doubt:
        mend = "Clear the heading of the one that does not count."
        return _unread(file, f"{doubt}, and which one counts is not said", mend)
    if not sheets:
        return _unread(
            file,
            "holds no row of any packet",
            "Give the packet as it came back, or take the file out of the folder.",
        )
    return _Reading(file, sheets, known).returned()


def _unread(file: str, what: str, mend: str, packet: str = "") -> Returned:
    return Returned(file, packet, findings=(Finding(packet, Place(file), what, mend),))


class _Reading:
    """Reads the sheets of one file that hold rows of packets."""

    def __init__(self, file: str, sheets: Sequence[tuple[Sheet, Columns]], known: Known) -> None:
        self._file = file
        self._sheets = sheets
        self._known = known
        self._told: Counter[str] = Counter()
        self._findings: list[Finding] = []
        self._packet = ""
        self._apart: set[Place] = set()
        self._unknown: list[Line] = []

    def returned(self) -> Returned:
        blind = [sheet.title for sheet, columns in self._sheets if "grade" not in columns.places]
        found = [
            line for sheet, columns in self._sheets for line in lines_of(self._file, sheet, columns)
        ]
        self._packet = self._most(found)
        if not self._packet:
            return _unread(
                self._file,
                "belongs to none of the packets of this manifest",
                "Give the manifest that was written with it, or take the file out.",
            )
        if blind:
            return _unread(
                self._file,
                f"the sheet {blind[0]!r} has no column of grades",
                "Write the heading back over the column that holds them, or take an older copy.",
                self._packet,
            )
        by_ids = self._known.by_ids(self._packet)
        claims = doubt_torn(
            [claim for line in found if (claim := self._claim(line, by_ids))],
            self._known.packets[self._packet],
            self._known,
            self._apart,
        )
        claims += self._beyond_knowing({claim.key for claim in claims})
        told = [f"{what}: {count:,}" for what, count in self._told.items()]
        told += self._graded_notes(claims)
        return Returned(self._file, self._packet, tuple(claims), tuple(self._findings), tuple(told))

    def _most(self, lines: Sequence[Line]) -> str:
        """The packet that most rows belong to by their keys, or else by their ids.

        Rows that have keys of another manifest belong to no packet of this one.
        """
        found = Counter(line.key[:6] for line in lines if line.key in self._known.rows)
        if not found:
            ids = {line.ids for line in lines if not line.key}
            for packet in self._known.packets:
                found[packet] = len(ids & self._known.by_ids(packet).keys())
            most = max(found.values(), default=0)
            found = Counter({name: count for name, count in found.items() if count == most > 0})
            if len(found) > 1:
                named = [name for name in found if self._known.packets[name].file == self._file]
                found = Counter(named)
        return max(found, key=lambda name: found[name], default="")

    def _claim(self, line: Line, by_ids: Mapping[tuple[str, str], str]) -> Claim | None:
        """What a row says; None where it is no row of the packet, which may be a finding."""
        key = line.key
        row = self._known.rows.get(key)
        by_id = by_ids.get(line.ids)
        if row is not None and key[:6] != self._packet:
            self._stray(
                line,
                f"belongs to {self._known.packets[key[:6]].called}",
                "Judge it there, and delete the row here.",
            )
            return None
        if row is None:
            if by_id is None:
                self._unknown.append(line)
                return None
            key = by_id
            self._told["rows without their key, known by their ids"] += 1
        elif by_id is not None and by_id != key:
            self._apart.add(line.place)
            query, doc = line.ids
            what = (
                f"has its key beside the ids of document {doc!r} of query {query!r}: the hidden "
                "columns were moved or sorted apart, so that its grade may be another's"
            )
            return self._claimed(line, key).doubted(Unclear(what, MEND))
        elif by_id is None and any(line.ids):
            self._told["rows with damaged ids, known by their keys"] += 1
        return self._claimed(line, key)

    def _claimed(self, line: Line, key: str, unclear: Unclear | None = None) -> Claim:
        said = BLANK
        try:
            said = self._known.cells.read(line.cells.get("grade"), line.cells.get("code"))
        except Unclear as found:
            unclear = unclear or found
        shown_there = Shown(*map(line.text, Shown._fields))
        return Claim(key, said, self._note(line), line.place, unclear, shown_there)

    def _note(self, line: Line) -> str:
        """The note of a row; one that a program took for a formula it cannot compute, as typed."""
        cell, note = line.cells.get("note"), line.text("note")
        if cell is None or not only_formula(cell):
            return note
        self._told["notes that are formulas without a result, kept as they were typed"] += 1
        return cell.formula or note

    def _graded_notes(self, claims: Sequence[Claim]) -> Iterator[str]:
        """Tell of blank rows whose notes would be grades, had they been typed one column over."""
        found = [
            f"{claim.place.sheet}, row {claim.place.row} ({shown(claim.note)})"
            for claim in claims
            if claim.unclear is None
            and claim.said == BLANK
            and self._known.cells.is_grade(claim.note)
        ]
        if found:
            more = ", …" * (len(found) > _LISTED)
            yield (
                f"notes that read as grades, of rows that count as blank: {len(found):,}: "
                f"{', '.join(found[:_LISTED])}{more}. Move them into the column of grades if they "
                "are meant so"
            )

    def _beyond_knowing(self, claimed: set[str]) -> Iterator[Claim]:
        """What is left of rows that lost both key and ids; those that are no row are findings.

        Where a row can be about one document only, it is told of that document, once.
        """
        if not self._unknown:
            return
        by_marks = keys_by_marks(self._known.packets[self._packet].rows)
        for line in self._unknown:
            key = meant(line, by_marks)
            if not key or key in claimed:
                if line.quoted:
                    why = why_unknown(line)
                    self._stray(line, why.what, why.mend)
                continue
            claimed.add(key)
            what = f"has lost its key, and its ids are damaged{line.quoted}"
            mend = "Copy the key and the ids into this row from an older copy of the file."
            yield self._claimed(line, key, Unclear(what, mend))

    def _stray(self, line: Line, what: str, mend: str) -> None:
        self._findings.append(Finding(self._packet, line.place, f"{what}{line.quoted}", mend))
