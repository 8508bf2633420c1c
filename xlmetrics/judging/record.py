"""A collection: what came back, by which policy it was merged, what came of it; and its record."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from xlmetrics.collection import JUDGMENT_COLUMNS, Judgments
from xlmetrics.judging.cells import BLANK
from xlmetrics.judging.merging import EXPLAINED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from xlmetrics.judging.agreement import Agreement
    from xlmetrics.judging.collected import Collected, Settled
    from xlmetrics.judging.manifest import Manifest
    from xlmetrics.judging.merging import Merged, Policy
    from xlmetrics.judging.reading import Finding

NAME = "collected.json"
SCHEMA = "xlmetrics.collected/1"
_MOST = 1 << 30


class File(NamedTuple):
    """A file that was read, by the name that findings give it, and its SHA-256."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Collection:
    """What came back, and what was made of it.

    ``files`` are those that were read, the manifest first; ``told`` is what was done to read them.
    """

    manifest: Manifest
    files: tuple[File, ...]
    collected: Collected
    decisions: Collected
    agreement: Agreement
    policy: Policy
    merged: Merged
    told: tuple[str, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What cannot be taken as a judgment or a decision."""
        return (*self.collected.findings, *self.decisions.findings)

    @property
    def judgments(self) -> Judgments:
        """All that raters say: grades, why there is none, and notes."""
        rows = [
            (each.row.query, each.row.doc, each.said.grade, each.rater, each.said.code, each.note)
            for each in self.collected.rows
            if each.said != BLANK or each.note
        ]
        return self._held(rows)

    @property
    def ungraded(self) -> int:
        """How many documents were given out and have no grade, but for those left open."""
        given = {(row.query, row.doc) for packet in self.manifest.packets for row in packet.rows}
        return len(given) - len(self.merged.grades) - len(self.merged.open)

    @property
    def grades(self) -> Judgments:
        """The merged grades, query by query in the order of the manifest."""
        order = {each.query: place for place, each in enumerate(self.manifest.queries)}
        merged = sorted(
            self.merged.grades.items(), key=lambda each: order.get(each[0][0], len(order))
        )
        return self._held([(*pair, grade, "", "", "") for pair, grade in merged])

    def _held(self, rows: Sequence[tuple[object, ...]]) -> Judgments:
        schema = {name: pl.Float64 if name == "grade" else pl.String for name in JUDGMENT_COLUMNS}
        labels = {grade: label for grade, label in self.manifest.scale.labels.items() if label}
        return Judgments(pl.DataFrame(rows, schema=schema, orient="row"), labels)


def written_before(path: Path) -> dict[str, str] | None:
    """The names of what was written beside a record of ours, with the SHA-256 of each.

    None if it is no record of ours.
    """
    try:
        if path.stat().st_size > _MOST:
            return None
        content = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        return None
    written = content.get("written")
    return written if isinstance(written, dict) else {}


def record_bytes(
    found: Collection, form: str, dropped: Sequence[str], written: Mapping[str, str]
) -> bytes:
    """The content of the record; the same collection always gives the same bytes.

    ``form`` is the format of the merged grades, ``dropped`` what it cannot hold; ``written`` are
    the names of what is written beside the record, with the SHA-256 of each.
    """
    content = {
        "schema": SCHEMA,
        "written": dict(written),
        "files": [each._asdict() for each in found.files],
        "policy": {"name": found.policy, "meaning": EXPLAINED[found.policy]},
        "merged": {
            "format": form,
            "graded": len(found.merged.grades),
            "open": len(found.merged.open),
            "decided": len(found.merged.decided),
            "ungraded": found.ungraded,
            "dropped": list(dropped),
        },
        "packets": [
            {
                "id": each.packet.id,
                "rater": each.packet.rater,
                "files": list(each.files),
                "rows": len(each.packet.rows),
                **each.outcomes,
            }
            for each in found.collected.counts
        ],
        "findings": [
            finding._asdict() | {"place": finding.place._asdict()} for finding in found.findings
        ],
        "told": list(found.told),
        "agreement": _agreement(found.agreement),
        "open": [
            _disagreement(pair, judged.values()) for pair, judged in found.merged.open.items()
        ],
        "decisions": [_judgment(each) for each in found.merged.decided.values()],
    }
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def _agreement(found: Agreement) -> dict[str, Any]:
    return {
        "histograms": {
            rater: {f"{grade:g}": times for grade, times in tally.items()}
            for rater, tally in found.histograms.items()
        },
        "pairs": [each._asdict() for each in found.of_two],
        "all": found.of_all._asdict() if found.of_all else None,
        "gaps": [each._asdict() for each in found.gaps],
    }


def _disagreement(pair: tuple[str, str], judged: Iterable[Settled]) -> Mapping[str, Any]:
    return {
        "query": pair[0],
        "doc": pair[1],
        "grades": {each.rater: each.said.grade for each in judged},
    }


def _judgment(each: Settled) -> Mapping[str, Any]:
    return {"query": each.row.query, "doc": each.row.doc, **each.said._asdict(), "note": each.note}
