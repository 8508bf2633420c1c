"""Collect: packets that came back become judgments, agreement, and one grade for each document.

The file is not called ``collect``, since that is the function of the package.

Packets are read and never written to. What is written follows from them alone, so that collecting
the same packets again gives the same bytes.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.errors import XlmetricsError
from xlmetrics.formats import FORMATS, format_named
from xlmetrics.judging.adjudication import NAME as ADJUDICATION
from xlmetrics.judging.adjudication import adjudication_packet
from xlmetrics.judging.agreement import agreement
from xlmetrics.judging.cells import BLANK
from xlmetrics.judging.collected import settle
from xlmetrics.judging.columns import headings
from xlmetrics.judging.manifest import NAME as MANIFEST
from xlmetrics.judging.manifest import read_manifest
from xlmetrics.judging.merging import merge
from xlmetrics.judging.reading import Finding, Known, Place, Returned, read_packet
from xlmetrics.judging.record import NAME as RECORD
from xlmetrics.judging.record import Collection, File, is_record, record_bytes
from xlmetrics.layout.judging.adjudication import arrange_adjudication
from xlmetrics.read import read_workbook
from xlmetrics.template.words import english, read_words, shipped_words
from xlmetrics.xlsx.save import replace_files
from xlmetrics.xlsx.write import workbook_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from xlmetrics.judging.merging import Policy

JUDGMENTS = "judgments.csv"
MERGED = "merged"
_SHOWN = 3

_WORKBOOKS = frozenset({".xlsx", ".xlsm", ".ods", ".fods", ".xls", ".xlsb", ".numbers"})
"""What is taken for a packet in a folder; one that cannot be read is a finding."""

_TEXTS = frozenset({".csv", ".tsv", ".pdf"})
"""What a packet may have been saved as, which no longer is one."""


def collect(
    packets: Sequence[Path | str] | Path | str,
    manifest: Path | str | None = None,
    policy: Policy = "adjudicate",
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> Collection:
    """Read packets and say what has become of every row of the manifest.

    ``packets`` are workbooks and folders of them, the adjudication workbook among them where there
    is one; the manifest is the one beside them, unless named. The ``judgments`` and the ``grades``
    of what is found hold frames of Polars, their ``rows``. ``progress`` is told how many files
    have been read, of how many.

    Raises:
        XlmetricsError: there is nothing to read, or the manifest cannot be read.
    """
    several = [packets] if isinstance(packets, Path | str) else packets
    sources = [Path(source) for source in several]
    manifest = beside(sources) if manifest is None else Path(manifest)
    known_manifest = read_manifest(manifest)
    adjudicated = adjudication_packet(known_manifest)
    known = Known(known_manifest, [adjudicated])
    heads = headings(known_manifest.headings)
    files: dict[str, str] = {}
    returned: list[Returned] = []
    told = [
        f"{path.name}: {why}"
        for source in sources
        if source.is_dir()
        for path in sorted(source.iterdir())
        if (why := _why_passed_over(path, sources))
    ]
    paths = _paths(sources)
    for done, path in enumerate(paths):
        progress(done, len(paths))
        name, digest = _named(path, files), _sha256(path)
        same = next((other for other, sha256 in files.items() if sha256 == digest), None)
        files[name] = digest
        if same:
            told.append(f"{name}: is the same file as {same}, and counts once")
        else:
            returned.append(_read(path, name, known, heads))
    judged = [each for each in returned if each.packet != adjudicated.id]
    decided = [each for each in returned if each.packet == adjudicated.id]
    asked = {claim.key for each in decided for claim in each.claims}
    rows = tuple(row for row in adjudicated.rows if row.key in asked)
    collected = settle(known_manifest.packets, judged)
    decisions = settle([replace(adjudicated, rows=rows)] if decided else [], decided)
    merged = merge(collected.rows, policy, decisions.rows)
    told += (*collected.told, *decisions.told)
    if merged.unused:
        told.append(f"decisions about what the raters agree on, unused: {len(merged.unused):,}")
    return Collection(
        known_manifest,
        (File(manifest.name, _sha256(manifest)), *(File(*each) for each in files.items())),
        collected,
        decisions,
        agreement(collected.rows, known_manifest.scale),
        policy,
        merged,
        tuple(told),
    )


class Written(NamedTuple):
    """The files that were written, and what the format of the merged grades cannot hold."""

    paths: tuple[Path, ...]
    merged: Path
    dropped: tuple[str, ...]


def write_collection(
    found: Collection,
    out: Path,
    sources: Sequence[Path],
    form: str = "csv",
    *,
    named: bool = False,
    force: bool = False,
) -> Written:
    """Write into a folder the judgments, the merged grades, a record, and what is left to decide.

    That is a workbook of the disagreements; it shows the raters' names if it is ``named``. None
    is written where the adjudication workbooks among the ``sources`` hold all of them.

    Raises:
        XlmetricsError: the results would take the place of other files, or cannot be written.
    """
    target = format_named(form)
    if "judgments" not in target.WRITES:
        able = ", ".join(each.NAME for each in FORMATS.values() if "judgments" in each.WRITES)
        raise XlmetricsError(
            f"the merged grades are judgments, and {form} takes {' and '.join(target.WRITES)}. "
            f"Choose another format with --to: {able}."
        )
    judgments, merged, record = out / JUDGMENTS, out / f"{MERGED}{target.ENDING}", out / RECORD
    in_the_way = [path for path in (judgments, merged, record) if path.exists()]
    if in_the_way and not force and not is_record(record):
        raise XlmetricsError(
            f"{in_the_way[0]}: is there already, and not of collecting. Choose another folder "
            "with -o, or overwrite it with --force."
        )
    try:
        grades = target.write((found.grades,))
    except XlmetricsError as error:
        mend = f"{form} cannot hold the merged grades. Choose another format with --to, or csv."
        raise XlmetricsError(*error.complaints[:_SHOWN], mend) from None
    contents = {
        judgments: format_named("csv").write((found.judgments,)).content,
        merged: grades.content,
        record: record_bytes(found, form, grades.dropped),
    }
    asked = {(each.row.query, each.row.doc) for each in found.decisions.rows}
    if found.merged.open.keys() - asked:
        packet = adjudication_packet(found.manifest)
        given = {path.resolve() for path in _paths(sources)}
        path = _free(out, given, Known(found.manifest, [packet]))
        scale = found.manifest.scale
        shipped = shipped_words().get(scale.words)
        words = read_words(scale.words, shipped.parent) if shipped else english()
        workbook = arrange_adjudication(packet, found.merged.open, scale, words, named=named)
        contents[path] = workbook_bytes(workbook)
    replace_files(contents)
    return Written(tuple(contents), merged, grades.dropped)


def beside(sources: Sequence[Path]) -> Path:
    """The manifest in the folder of the packets.

    Raises:
        XlmetricsError: there is none.
    """
    for source in sources:
        path = (source if source.is_dir() else source.parent) / MANIFEST
        if path.exists():
            return path
    raise XlmetricsError(
        f"{sources[0]}: there is no {MANIFEST} beside the packets. Name it with --manifest."
    )


def _paths(sources: Sequence[Path]) -> list[Path]:
    """The files to read: those named, and the workbooks of folders by name."""
    found: dict[Path, Path] = {}
    for source in sources:
        if not source.exists():
            raise XlmetricsError(f"{source}: is not there. Give packets, or a folder of them.")
        inside = sorted(source.iterdir()) if source.is_dir() else [source]
        for path in inside:
            if path == source or _may_be_a_packet(path):
                found.setdefault(path.resolve(), path)
    if not found:
        listed = ", ".join(map(str, sources))
        raise XlmetricsError(f"{listed}: holds no workbook. Give packets, or a folder of them.")
    return list(found.values())


def _why_passed_over(path: Path, sources: Sequence[Path]) -> str | None:
    """What to tell of something in a folder that is not read, though packets may be meant."""
    if path.is_dir():
        if path not in sources and any(map(_may_be_a_packet, path.iterdir())):
            return "is a folder of workbooks, and is passed over; give it too if they are packets"
    elif path.suffix.lower() in _TEXTS and path.stem not in (Path(JUDGMENTS).stem, MERGED):
        return "is no workbook, and is passed over; ask for the workbook"
    return None


def _may_be_a_packet(path: Path) -> bool:
    """Whether it is a workbook, and not what a program keeps beside one that is open."""
    return path.suffix.lower() in _WORKBOOKS and path.name[:1] not in "~." and path.is_file()


def _named(path: Path, known: Mapping[str, str]) -> str:
    """The name of a file; with its folder where two have the same."""
    return str(path) if path.name in known else path.name


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _read(path: Path, name: str, known: Known, heads: Mapping[str, str]) -> Returned:
    try:
        workbook = read_workbook(path)
    except XlmetricsError as error:
        what = str(error).removeprefix(f"{path}: ")
        return Returned(name, "", findings=(Finding("", Place(name), what, ""),))
    return read_packet(workbook, name, known, heads)


def _free(out: Path, given: Iterable[Path], known: Known) -> Path:
    """Where the adjudication workbook goes: never over one that somebody worked on."""
    for number in count(1):
        path = out / ADJUDICATION
        if number > 1:
            path = path.with_stem(f"{path.stem}-{number}")
        if not path.exists():
            return path
        if path.resolve() not in given and _is_untouched(path, known):
            return path
    raise AssertionError


def _is_untouched(path: Path, known: Known) -> bool:
    """Whether a workbook is an adjudication that holds no decision, note or finding yet."""
    found = _read(path, path.name, known, headings({}))
    return bool(found.claims) and not any(
        claim.said != BLANK or claim.note or claim.unclear for claim in found.claims
    )
