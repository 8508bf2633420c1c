"""One packet that came back: which row each judgment belongs to, and what is not clear.

A row is known by its key. Where that is damaged, by its ids; where the ids are damaged (``04567``
became 4567), by its key. Rows may stand anywhere and in any order, more than once, or be gone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.address import MAX_ROW
from xlmetrics.judging.cells import BLANK, CellReader, Unclear, shown, text_of
from xlmetrics.judging.columns import Columns, Doubtful, find_columns
from xlmetrics.judging.fingerprint import BLANK as NOTHING
from xlmetrics.judging.fingerprint import fingerprint
from xlmetrics.judging.keys import KEY
from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlmetrics.judging.cells import Said
    from xlmetrics.judging.manifest import Manifest, Packet, Row
    from xlmetrics.model import Cell, Sheet, Workbook

_MEND = (
    "Take a copy of the file from before that, or copy the grades document by document into a "
    "fresh copy of the packet."
)
_SORTED_APART = (
    "the columns were sorted without the hidden ones, so that its grade may be another's"
)
_TORN = Unclear(f"shows the query of other rows than its key: {_SORTED_APART}", _MEND)
_OTHER = Unclear(f"shows another document than its key says: {_SORTED_APART}", _MEND)
_PASTED = "one of them was typed or pasted over, so that its grade may be another's"
_COPY = "Copy the row from an older copy of the file."
_ONE_TORN = Unclear(f"shows the query of other rows than its key or ids: {_PASTED}", _COPY)
_ONE_OTHER = Unclear(f"shows another document than its key or ids say: {_PASTED}", _COPY)
_BESIDE_TORN = Unclear(
    "stands among rows whose columns were sorted without the hidden ones, and nothing tells "
    "whether its grade is still its own",
    _MEND,
)


_LISTED = 3
_TEXTS = ("title", "snippet")
"""What a row shows of a document, of which the manifest holds fingerprints."""


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


class _Line(NamedTuple):
    """A row of a sheet: its cells by what they say, its key, and its ids."""

    place: Place
    cells: Mapping[str, Cell]
    key: str
    ids: tuple[str, str]


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
        self._unknown: list[_Line] = []

    def returned(self) -> Returned:
        blind = [sheet.title for sheet, columns in self._sheets if "grade" not in columns.places]
        lines = [
            line for sheet, columns in self._sheets for line in _lines(self._file, sheet, columns)
        ]
        self._packet = self._most(lines)
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
        claims = self._whole([claim for line in lines if (claim := self._claim(line, by_ids))])
        claims += self._beyond_knowing({claim.key for claim in claims})
        told = [f"{what}: {count:,}" for what, count in self._told.items()]
        told += self._graded_notes(claims)
        return Returned(self._file, self._packet, tuple(claims), tuple(self._findings), tuple(told))

    def _whole(self, claims: list[Claim]) -> list[Claim]:
        """Make findings of rows that were torn apart: what they show belongs to other keys.

        That is seen by the queries, each of which shows one text, and by the documents, where the
        manifest tells what they show. One such row by itself was pasted over. Where several are
        torn, no other row is trusted but those that show a document which stands in no other row.
        """
        texts: dict[str, Counter[str]] = defaultdict(Counter)
        under: dict[str, set[str]] = defaultdict(set)
        for claim in claims:
            query, text = self._known.rows[claim.key].query, claim.shown.text
            texts[query][text] += 1
            under[text].add(query)
        usual = {query: max(counts, key=counts.__getitem__) for query, counts in texts.items()}
        torn = {
            claim.place
            for claim in claims
            if len(under[claim.shown.text]) > 1
            and claim.shown.text != usual[self._known.rows[claim.key].query]
        }
        own, other = self._documents(claims)
        several = len(torn | other) > 1
        return [
            claim
            if claim.place in self._apart
            else _anothers(claim, _TORN if several else _ONE_TORN)
            if claim.place in torn
            else _anothers(claim, claim.unclear or (_OTHER if several else _ONE_OTHER))
            if claim.place in other
            else _anothers(claim, _BESIDE_TORN)
            if several and claim.place not in own
            else claim
            for claim in claims
        ]

    def _documents(self, claims: Sequence[Claim]) -> tuple[set[Place], set[Place]]:
        """Which rows show what only they were given of a document, and which that of another row.

        One that shows neither was edited, which says nothing.
        """
        rows = self._known.packets[self._packet].rows
        titles = Counter(row.title for row in rows)
        snippets = Counter(row.snippet for row in rows)
        own, other = set(), set()
        for claim in claims:
            row = self._known.rows[claim.key]
            if not row.title:
                continue
            for given, text, all_given in (
                (row.title, claim.shown.title, titles),
                (row.snippet, claim.shown.snippet, snippets),
            ):
                found = fingerprint(text)
                if found == NOTHING:
                    continue
                if found != given and found in all_given:
                    other.add(claim.place)
                elif found == given and all_given[found] == 1:
                    own.add(claim.place)
        return own, other

    def _most(self, lines: Sequence[_Line]) -> str:
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

    def _claim(self, line: _Line, by_ids: Mapping[tuple[str, str], str]) -> Claim | None:
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
            return _anothers(self._claimed(line, key), Unclear(what, _MEND))
        elif by_id is None and any(line.ids):
            self._told["rows with damaged ids, known by their keys"] += 1
        return self._claimed(line, key)

    def _claimed(self, line: _Line, key: str, unclear: Unclear | None = None) -> Claim:
        said = BLANK
        try:
            said = self._known.cells.read(line.cells.get("grade"), line.cells.get("code"))
        except Unclear as found:
            unclear = unclear or found
        shown_there = Shown(*[_text(line.cells.get(role)) for role in Shown._fields])
        return Claim(key, said, self._note(line), line.place, unclear, shown_there)

    def _note(self, line: _Line) -> str:
        """The note of a row; one that a program took for a formula it cannot compute, as typed."""
        cell = line.cells.get("note")
        note = _text(cell)
        if cell is None or not _only_formula(cell):
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

        Where a row can be about one document only, by its ids but for the way in which a program
        writes numbers or by what it shows, it is told of that document, once.
        """
        for line in self._unknown:
            key = self._meant(line)
            if not key or key in claimed:
                self._tell_unknown(line)
                continue
            claimed.add(key)
            what = f"has lost its key, and its ids are damaged{_quoted(line)}"
            mend = "Copy the key and the ids into this row from an older copy of the file."
            yield self._claimed(line, key, Unclear(what, mend))

    def _meant(self, line: _Line) -> str:
        """The key of the row that a damaged one can only be; empty where nothing says so."""
        query, doc, *texts = _marks(*line.ids, *(_text(line.cells.get(role)) for role in _TEXTS))
        for marks in ((query, doc), (query, *texts), tuple(texts)):
            keys = self._by_marks.get(marks, ())
            if len(keys) == 1:
                return keys[0]
        return ""

    @cached_property
    def _by_marks(self) -> Mapping[tuple[str, ...], Sequence[str]]:
        """The keys of the packet's rows by fingerprints: of their ids, and of what they show."""
        found: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for row in self._known.packets[self._packet].rows:
            query, doc = _marks(row.query, row.doc)
            found[query, doc].append(row.key)
            if row.title:
                found[query, row.title, row.snippet].append(row.key)
                found[row.title, row.snippet].append(row.key)
        return found

    def _tell_unknown(self, line: _Line) -> None:
        """A row that somebody added, or that is damaged beyond being known."""
        if not _quoted(line):
            return
        if line.key:
            what, mend = "has a key that is not in the manifest", "Give the right manifest."
        elif any(line.ids):
            what = "has neither its key nor ids that are known"
            mend = (
                "Copy the key and the ids from an older copy of the file, or judge it again there."
            )
        else:
            what = "was added, and nothing says which document it is about"
            mend = "Write the judgment into the row of its document, and clear this one."
        self._stray(line, what, mend)

    def _stray(self, line: _Line, what: str, mend: str) -> None:
        self._findings.append(Finding(self._packet, line.place, f"{what}{_quoted(line)}", mend))


def _anothers(claim: Claim, why: Unclear) -> Claim:
    """A claim that may be about another document: its note is quoted, and not taken for its own."""
    note = f" (note {shown(claim.note)})" if claim.note else ""
    return claim._replace(note="", unclear=Unclear(f"{why.what}{note}", why.mend))


def _quoted(line: _Line) -> str:
    """What a row that cannot be taken says, so that nothing is lost."""
    said = [
        f"{role} {shown(cell.formula if _only_formula(cell) else cell.value)}"
        for role in ("grade", "code", "note")
        if (cell := line.cells.get(role)) and (_only_formula(cell) or cell.value not in (None, ""))
    ]
    return f" ({', '.join(said)})" if said else ""


def _only_formula(cell: Cell) -> bool:
    """Whether a cell holds a formula and no result of it."""
    no_result = cell.value is None or isinstance(cell.value, ErrorValue)
    return cell.formula is not None and no_result


def _marks(*texts: str) -> list[str]:
    return [fingerprint(text) for text in texts]


def _text(cell: Cell | None) -> str:
    return "" if cell is None else text_of(cell.value)


def _lines(file: str, sheet: Sheet, columns: Columns) -> Iterator[_Line]:
    """The rows of a sheet that hold anything in the columns of a packet, top down.

    What stands over the headings, or over the first key where there are none, is no row of it.
    """
    roles = {column: role for role, column in columns.places.items()}
    rows: dict[int, dict[str, Cell]] = defaultdict(dict)
    for cell in sheet.cells:
        _, row, column = cell.address
        if column in roles and row != columns.header:
            rows[row][roles[column]] = cell
    above = True
    for row in sorted(rows):
        cells = rows[row]
        key = _text(cells.get("key")).strip().upper()
        key = key if KEY.fullmatch(key) else ""
        ids = _text(cells.get("query")), _text(cells.get("doc"))
        above = above and not key and row < (columns.header or MAX_ROW)
        if not above or (any(ids) and columns.header < row):
            yield _Line(Place(file, sheet.title, row), cells, key, ids)
