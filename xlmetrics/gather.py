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
from xlmetrics.judging.left_out import reminder
from xlmetrics.judging.manifest import NAME as MANIFEST
from xlmetrics.judging.manifest import read_manifest
from xlmetrics.judging.merging import merge
from xlmetrics.judging.reading import Finding, Known, Place, Returned, read_packet
from xlmetrics.judging.record import NAME as RECORD
from xlmetrics.judging.record import Collection, File, record_bytes, written_before
from xlmetrics.layout.judging.adjudication import arrange_adjudication
from xlmetrics.read import read_workbook
from xlmetrics.template.words import english, read_words, shipped_words
from xlmetrics.xlsx.save import replace_files
from xlmetrics.xlsx.write import workbook_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from xlmetrics.judging.merging import Policy

JUDGMENTS = "judgments.csv"
MERGED = "merged"
_SHOWN = 3
_DEPTH = 3
"""So deep are folders searched for workbooks that may have been meant."""

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
    paths = _paths(sources)
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
    """The files that were written, and what the format of the merged grades cannot hold.

    ``told`` is what became of merged grades that an earlier collection left in another format, and
    how those that were left out as judged before are scored too.
    """

    paths: tuple[Path, ...]
    merged: Path
    dropped: tuple[str, ...]
    told: tuple[str, ...] = ()


def write_collection(
    found: Collection,
    out: Path | str,
    form: str = "csv",
    *,
    named: bool = False,
    force: bool = False,
) -> Written:
    """Write into a folder the judgments, the merged grades, a record, and what is left to decide.

    That is a workbook of the disagreements; it shows the raters' names if it is ``named``. None
    is written where the adjudication workbooks that were collected hold all of them. ``form`` is
    the format of the merged grades. Results of an earlier collection are replaced; those of them
    that somebody changed since, and all other files, are only if it is to ``force``.

    Raises:
        XlmetricsError: the results would take the place of other files, or cannot be written.
    """
    out = Path(out)
    target = format_named(form)
    if "judgments" not in target.WRITES:
        able = ", ".join(each.NAME for each in FORMATS.values() if "judgments" in each.WRITES)
        raise XlmetricsError(
            f"the merged grades are judgments, and {form} takes {' and '.join(target.WRITES)}. "
            f"Choose another format with --to: {able}."
        )
    judgments, merged, record = out / JUDGMENTS, out / f"{MERGED}{target.ENDING}", out / RECORD
    before = written_before(record)
    if not force:
        _spare((judgments, merged, record), record, before)
    try:
        grades = target.write((found.grades,))
    except XlmetricsError as error:
        mend = f"{form} cannot hold the merged grades. Choose another format with --to, or csv."
        raise XlmetricsError(*error.complaints[:_SHOWN], mend) from None
    contents = {
        judgments: format_named("csv").write((found.judgments,)).content,
        merged: grades.content,
    }
    digests = {path.name: hashlib.sha256(content).hexdigest() for path, content in contents.items()}
    contents[record] = record_bytes(found, form, grades.dropped, digests)
    asked = {(each.row.query, each.row.doc) for each in found.decisions.rows}
    if found.merged.open.keys() - asked:
        packet = adjudication_packet(found.manifest)
        path = _free(out, {file.sha256 for file in found.files}, Known(found.manifest, [packet]))
        scale = found.manifest.scale
        shipped = shipped_words().get(scale.words)
        words = read_words(scale.words, shipped.parent) if shipped else english()
        workbook = arrange_adjudication(packet, found.merged.open, scale, words, named=named)
        contents[path] = workbook_bytes(workbook)
    replace_files(contents)
    told = list(_without_outdated(out, before or {}, digests))
    if said := reminder(found.manifest, merged):
        told.append(said)
    return Written(tuple(contents), merged, grades.dropped, tuple(told))


def _spare(paths: Iterable[Path], record: Path, before: Mapping[str, str] | None) -> None:
    """Raise XlmetricsError for a file that is not as an earlier collection wrote it."""
    for path in paths:
        if not path.exists():
            continue
        if before is None:
            what = "is there already, and not of collecting"
        elif path != record and before.get(path.name) != _sha256(path):
            what = "was changed since it was collected"
        else:
            continue
        raise XlmetricsError(
            f"{path}: {what}. Choose another folder with -o, or overwrite it with --force."
        )


def _without_outdated(
    out: Path, before: Mapping[str, str], written: Mapping[str, str]
) -> Iterator[str]:
    """Remove merged grades left in another format, unless somebody changed them; tell of both."""
    for name, sha256 in before.items():
        path = out / name
        if name in written or path.name != name or path.stem != MERGED or not path.is_file():
            continue
        if _sha256(path) == sha256:
            path.unlink()
            yield f"{path}: was of an earlier collection, and is removed"
        else:
            yield (
                f"{path}: is of an earlier collection, and was changed since: it is kept, and "
                "does not hold what was collected now"
            )


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
        inside = [path for source in sources for path in _folders_of_workbooks(source)]
        if inside:
            more = ", …" * (len(inside) > _SHOWN)
            raise XlmetricsError(
                f"{listed}: holds no workbook itself. Give the folders in it that do: "
                f"{', '.join(map(str, inside[:_SHOWN]))}{more}."
            )
        raise XlmetricsError(f"{listed}: holds no workbook. Give packets, or a folder of them.")
    return list(found.values())


def _why_passed_over(path: Path, sources: Sequence[Path]) -> str | None:
    """What to tell of something in a folder that is not read, though packets may be meant."""
    if path.is_dir():
        if path not in sources and any(_folders_of_workbooks(path)):
            return "is a folder of workbooks, and is passed over; give it too if they are packets"
    elif path.suffix.lower() in _TEXTS and path.stem not in (Path(JUDGMENTS).stem, MERGED):
        return "is no workbook, and is passed over; ask for the workbook"
    return None


def _folders_of_workbooks(folder: Path, depth: int = _DEPTH) -> Iterator[Path]:
    """A folder, and those within it, that hold workbooks; no deeper than ``depth``."""
    inside = sorted(folder.iterdir())
    if any(map(_may_be_a_packet, inside)):
        yield folder
    if depth:
        for path in inside:
            if path.is_dir() and not path.is_symlink():
                yield from _folders_of_workbooks(path, depth - 1)


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


def _free(out: Path, given: Container[str], known: Known) -> Path:
    """Where the adjudication workbook goes: never over one that was ``given`` or worked on."""
    for number in count(1):
        path = out / ADJUDICATION
        if number > 1:
            path = path.with_stem(f"{path.stem}-{number}")
        if not path.exists():
            return path
        if _sha256(path) not in given and _is_untouched(path, known):
            return path
    raise AssertionError


def _is_untouched(path: Path, known: Known) -> bool:
    """Whether a workbook is an adjudication that holds no decision, note or finding yet."""
    found = _read(path, path.name, known, headings({}))
    return bool(found.claims) and not any(
        claim.said != BLANK or claim.note or claim.unclear for claim in found.claims
    )
