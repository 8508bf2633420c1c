"""Judge: what systems return becomes work for raters, in workbooks, and a manifest of it.

The file is not called ``judge``, since that is the function of the package.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import file_digest, sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from xlmetrics.errors import XlmetricsError
from xlmetrics.files.limits import MAX_CELLS
from xlmetrics.formats.complaints import Complaints, excerpt
from xlmetrics.formats.given import given_judgments, said_of
from xlmetrics.formats.query_names import ids_by_words, named_by_id
from xlmetrics.formats.together import read_together
from xlmetrics.judging.assign import assign
from xlmetrics.judging.codes import code_words
from xlmetrics.judging.manifest import (
    NAME,
    Manifest,
    OldJudgments,
    PooledQuery,
    PooledRun,
    manifest_bytes,
    read_manifest,
)
from xlmetrics.judging.packets import complaint_about_rater, packets_of
from xlmetrics.judging.pool import grades_of, pool, whole_pool
from xlmetrics.judging.scale_file import read_scale, scale_of, usual_scale
from xlmetrics.layout.judging.items import Items
from xlmetrics.layout.judging.packet import PacketContent, arrange_packet, title_of
from xlmetrics.layout.judging.rows import headings
from xlmetrics.layout.judging.solo import arrange_solo
from xlmetrics.layout.metrics import Listed
from xlmetrics.quantities.quantity import MAX_JUDGED_ROWS
from xlmetrics.remarks import about_items, about_old, about_pool, about_strangers
from xlmetrics.template.words import english, read_words
from xlmetrics.text import complaint_about_text, counted
from xlmetrics.xlsx.read import saved_by
from xlmetrics.xlsx.save import replace_files
from xlmetrics.xlsx.serialize import APPLICATION
from xlmetrics.xlsx.write import workbook_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from xlmetrics.collection import Run
    from xlmetrics.formats.together import Together
    from xlmetrics.judging.manifest import Order
    from xlmetrics.judging.pool import Pool
    from xlmetrics.judging.scale import Scale
    from xlmetrics.model import Workbook
    from xlmetrics.template.words import Words

FOLDER = Path("packets")


@dataclass(frozen=True, slots=True)
class Plan:
    """How to pool, and how to share out what is pooled.

    ``overlap`` is the share of the documents that two raters judge; ``calibrate`` so many
    documents are judged by all. A packet has ``size`` rows at most.
    """

    depth: int = 10
    raters: tuple[str, ...] = ("rater",)
    overlap: float = 0.0
    calibrate: int = 0
    order: Order = "blind"
    seed: int = 0
    size: int = 200


_PLAN = Plan()


class Prepared(NamedTuple):
    """The files written, what the manifest says, and what there is to say of the input."""

    paths: tuple[Path, ...]
    manifest: Manifest
    remarks: tuple[str, ...]


def judge(
    runs: Any,
    plan: Plan = _PLAN,
    *,
    queries: Any = None,
    documents: Any = None,
    judged: Any = (),
    scale: Path | str | None = None,
    folder: Path | str = FOLDER,
    solo: bool = False,
    force: bool = False,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> Prepared:
    """Write packets for raters and their manifest into a folder.

    ``runs`` are the path of a file in any format, a frame of Polars or pandas, or a Run; several
    in a list, or in a dict by the names they are to have. ``queries``, ``documents`` and
    ``judged`` (one, or several in a list) are given likewise. Queries and documents may be told
    of by the runs instead: a single table may have columns for all of them. What is ``judged``
    already is left out. ``solo`` writes one workbook that measures itself as it is filled in, and
    holds what was judged before with its grades. ``scale`` is a TOML file, or text such as
    ``0-3``. ``progress`` is told how many packets are done, of how many.

    Raises:
        XlmetricsError: a file cannot be read, there is nothing to judge, no workbook can hold an
            id (it has a control character), or packets stand in the folder already (``force``
            overwrites those that nobody worked on).
    """
    _complain(plan, solo=solo)
    folder = Path(folder)
    sources = judged if isinstance(judged, list | tuple) else [judged]
    stale = _stale(folder, force=force)
    given = read_together(runs, queries, documents)
    ids = ids_by_words(given.queries)
    old = [named_by_id(given_judgments(each), ids) for each in sources]
    _refuse_what_no_cell_holds(given, plan.depth)
    lists = [run for run, _ in given.runs]
    asked = given.queries.rows["query"]
    if solo:
        plan = replace(plan, size=MAX_JUDGED_ROWS)
        grades = grades_of(old)
        found = whole_pool(lists, plan.depth, queries=asked, grades=grades)
    else:
        grades = {}
        found = pool(lists, plan.depth, queries=asked, judged=old)
    if not found.size:
        raise XlmetricsError(_nothing_to_judge(found, given))
    chosen, words = _scale(scale)
    items = Items(given.queries, given.documents, grades)
    cut_up = packets_of(
        assign(
            found.pairs,
            plan.raters,
            overlap=plan.overlap,
            calibrate=plan.calibrate,
            seed=plan.seed,
        ),
        found,
        order=plan.order,
        size=plan.size,
        seed=plan.seed,
    )
    packets = tuple(items.told(packet, words["value.cut"]) for packet in cut_up)
    manifest = Manifest(
        seed=plan.seed,
        depth=plan.depth,
        order=plan.order,
        overlap=plan.overlap,
        scale=chosen,
        codes=code_words(words),
        headings=headings(words),
        runs=tuple(_fingerprints(given)),
        queries=tuple(
            PooledQuery(query, found.pooled[query], len(docs))
            for query, docs in found.pairs.items()
        ),
        packets=packets,
        left_out=found.left_out,
        judged=tuple(
            OldJudgments(*_fingerprint(_path(source), held.rows))
            for source, held in zip(sources, old, strict=True)
        ),
    )
    contents: dict[Path, bytes] = {}
    for done, packet in enumerate(packets):
        progress(done, len(packets))
        content = PacketContent(
            title_of(packet, packets, words, solo=solo),
            items.of(packet.rows),
            chosen,
            plan.order == "blind",
        )
        workbook = (
            _arranged_solo(content, found, given, plan.depth, words)
            if solo
            else arrange_packet(content, words)
        )
        contents[folder / packet.file] = workbook_bytes(workbook)
    contents[folder / NAME] = manifest_bytes(manifest)
    replace_files(contents)
    for path in stale - set(contents):
        path.unlink(missing_ok=True)
    progress(len(packets), len(packets))
    remarks = [
        *given.remarks,
        *(
            said_of(source, each)
            for source, held in zip(sources, old, strict=True)
            for each in held.remarks
        ),
        *about_strangers(found.pairs, sources, old),
        *(about_old(old, chosen) if solo else ()),
        *about_pool(found, given.queries),
        *about_items(items),
    ]
    return Prepared(tuple(contents), manifest, tuple(dict.fromkeys(remarks)))


def _complain(plan: Plan, *, solo: bool) -> None:
    """Raise what is wrong with the raters, all at once."""
    names = [rater.casefold() for rater in plan.raters]
    complaints = [
        f"--raters {rater}: {complaint}"
        for rater in plan.raters
        if (complaint := complaint_about_rater(rater))
    ]
    if len(set(names)) < len(names):
        complaints.append("--raters: two have the same name. Tell them apart.")
    if plan.overlap and len(names) < 2:
        complaints.append("--overlap: needs two raters or more. Name them with --raters ann,bo.")
    if solo and (len(names) > 1 or plan.calibrate):
        complaints.append("--solo: is for one rater, who needs no --calibrate. Leave it out.")
    if complaints:
        raise XlmetricsError(*complaints)


def _refuse_what_no_cell_holds(given: Together, depth: int) -> None:
    """Raise XlmetricsError for names and ids that go into packets and that no workbook can hold.

    Titles and snippets are only shown, and are mended where they are; an id must come back.
    """
    complaints = Complaints()
    told: set[str] = set()

    def look_at(text: str, called: str, place: str) -> None:
        if text not in told and (complaint := complaint_about_text(text)):
            told.add(text)
            complaints.add(place, f"{called} {excerpt(text)} {complaint}.")

    for run, path in given.runs:
        place = str(path) if path else f"the run {excerpt(run.name)}"
        look_at(run.name, "the name of the run", place)
        top = run.rows.filter(pl.col("rank") <= depth)
        for query, doc, rank in top.select("query", "doc", "rank").iter_rows():
            look_at(query, "the query", place)
            look_at(doc, "the document's id", f"{place}, query {excerpt(query)}, rank {rank}")
    for query in given.queries.rows["query"]:
        look_at(query, "the query", "the queries")
    complaints.settle()


def _arranged_solo(
    content: PacketContent, found: Pool, given: Together, depth: int, words: Words
) -> Workbook:
    """The workbook that measures itself; raises XlmetricsError where it would be too large."""
    smaller = "Give fewer runs, a smaller --depth, or leave out --solo."
    if found.size > MAX_JUDGED_ROWS:
        raise XlmetricsError(
            f"--solo: the pool has {found.size:,} documents, and one workbook is to hold "
            f"{MAX_JUDGED_ROWS:,} at most. {smaller}"
        )
    lists = _listed([run for run, _ in given.runs], depth)
    workbook = arrange_solo(content, _asked(found, given), lists, depth, words)
    cells = sum(len(sheet.cells) for sheet in workbook.sheets)
    if cells > MAX_CELLS:
        raise XlmetricsError(
            f"--solo: the workbook would have {cells:,} cells, and no more than {MAX_CELLS:,} "
            f"are read when it is collected. {smaller}"
        )
    return workbook


def _asked(found: Pool, given: Together) -> list[tuple[str, str]]:
    """The queries and their words."""
    words = dict(given.queries.rows.select("query", "text").iter_rows())
    return [(query, words.get(query, "")) for query in found.pairs]


def _listed(runs: Sequence[Run], depth: int) -> list[Listed]:
    """What each system returned down to a depth; of two that are called alike, the second is 2."""
    found: dict[str, Listed] = {}
    for run in runs:
        name, number = run.name, 1
        while name in found:
            number += 1
            name = f"{run.name} {number}"
        top = run.rows.filter(pl.col("rank") <= depth)
        places: dict[str, list[tuple[int, str]]] = {}
        for query, rank, doc in top.select("query", "rank", "doc").iter_rows():
            places.setdefault(query, []).append((rank, doc))
        returned = {query: len(docs) for query, docs in places.items()}
        found[name] = Listed(name, places, returned)
    return list(found.values())


def _stale(folder: Path, *, force: bool) -> set[Path]:
    """The packets that stand in the folder; raises XlmetricsError if they must not be touched."""
    if not (folder / NAME).exists():
        return set()
    if not force:
        raise XlmetricsError(
            f"{folder}: holds packets already. Give another folder with -o, or --force."
        )
    old = read_manifest(folder / NAME)
    found = {folder / packet.file for packet in old.packets}
    returned = sorted(path for path in found if path.exists() and saved_by(path) != APPLICATION)
    if returned:
        raise XlmetricsError(
            *(
                f"{path}: somebody worked on it, and --force does not overwrite that. "
                "Give another folder with -o."
                for path in returned
            )
        )
    return found


def _scale(scale: Path | str | None) -> tuple[Scale, Words]:
    """The scale and the words of the packets."""
    if isinstance(scale, Path):
        chosen = read_scale(scale)
        return chosen, read_words(chosen.words, scale.parent)
    return (scale_of(scale) if scale else usual_scale(english())), english()


def _fingerprints(given: Together) -> Iterator[PooledRun]:
    """The runs and their files, each of which is read once."""
    known: dict[Path, tuple[str, str]] = {}
    for run, path in given.runs:
        found = known.get(path) if path else None
        found = found or _fingerprint(path, run.rows)
        if path:
            known[path] = found
        yield PooledRun(run.name, *found)


def _fingerprint(path: Path | None, rows: pl.DataFrame) -> tuple[str, str]:
    """The name of a file and its SHA-256; without one, that of the rows as CSV."""
    if path is None:
        return "", sha256(rows.write_csv().encode()).hexdigest()
    with path.open("rb") as file:
        return path.name, file_digest(file, "sha256").hexdigest()


def _path(source: Any) -> Path | None:
    return Path(source) if isinstance(source, str | Path) else None


def _nothing_to_judge(found: Pool, given: Together) -> str:
    names = ", ".join(dict.fromkeys(str(path or run.name) for run, path in given.runs)) or "runs"
    if found.left_out:
        return (
            f"{names}: all of the pool is judged already "
            f"({counted(len(found.left_out), 'document')}). Pool more with --depth."
        )
    return f"{names}: no run returns a document. Give other runs."
