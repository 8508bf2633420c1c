"""A collection as tables in the terminal: packets, findings, agreement, and what is merged."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from xlmetrics.judging.collected import Outcome
from xlmetrics.judging.merging import EXPLAINED
from xlmetrics.report.terminal import NARROWEST
from xlmetrics.report.words import printable
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlmetrics.judging.agreement import Agreement, Gap
    from xlmetrics.judging.collected import Count
    from xlmetrics.judging.reading import Finding
    from xlmetrics.judging.record import Collection

SHOWN = 20
"""Findings of a file, and gaps, that are shown; the record holds all of them."""

_ALL = "the record, written with -o, has them all"


def print_collection(found: Collection) -> None:
    """Print what has become of each packet's rows, what is to mend, and how far raters agree."""
    console = Console(highlight=False, soft_wrap=True)
    console.width = max(console.width, NARROWEST)
    console.print(_packets_table(found.collected.counts))
    if found.findings:
        console.print(Text("\nFindings", style="bold red"))
        for line in _findings(found.findings):
            console.print(Text(printable(line)))
    if found.told:
        console.print(Text("\nNotes", style="bold"))
        for told in found.told:
            console.print(Text(printable(f"  {told}")))
    console.print(Text("\nGrades given", style="bold"))
    console.print(_histogram_table(found))
    _print_agreement(console, found.agreement)
    console.print(Text(f"\n{_summary(found)}", style="bold"))


def _packets_table(counts: Sequence[Count]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("packet", overflow="fold")
    table.add_column("rater", overflow="fold")
    for heading in ("rows", *Outcome):
        table.add_column(heading.replace(" ", "\n"), justify="right", no_wrap=True)
    for each in counts:
        table.add_row(
            printable(", ".join(each.files) or each.packet.file),
            printable(each.packet.rater),
            f"{len(each.packet.rows):,}",
            *[_count(each.outcomes[outcome]) for outcome in Outcome],
        )
    if len(counts) > 1:
        sums = [sum(each.outcomes[outcome] for each in counts) for outcome in Outcome]
        table.add_row("all", "", f"{sum(sums):,}", *map(_count, sums), style="bold")
    return table


def _table(first: str, numbers: Iterable[str]) -> Table:
    """A table of numbers, a row of them for each of the first column."""
    table = Table(box=None, pad_edge=False)
    table.add_column(first, overflow="fold")
    for heading in numbers:
        table.add_column(heading, justify="right")
    return table


def _count(number: int) -> str:
    return f"{number:,}" if number else "·"


def _findings(findings: Sequence[Finding]) -> Iterable[str]:
    """A line for each of the first of a file; the rest are counted."""
    by_file: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_file[finding.place.file].append(finding)
    for file, found in by_file.items():
        for finding in found[:SHOWN]:
            end = "" if finding.what.endswith(".") else "."
            yield f"  {finding.place}: {finding.what}{end} {finding.mend}".rstrip()
        if len(found) > SHOWN:
            yield f"  {file}: {len(found) - SHOWN:,} more; {_ALL}"


def _histogram_table(found: Collection) -> Table:
    labels = found.manifest.scale.labels
    heads = [printable(f"{grade:g} {label}".strip()) for grade, label in labels.items()]
    table = _table("rater", heads)
    for rater, tally in found.agreement.histograms.items():
        table.add_row(printable(rater), *map(_count, tally.values()))
    return table


def _print_agreement(console: Console, found: Agreement) -> None:
    console.print(Text("\nAgreement", style="bold"))
    if found.of_all is None:
        console.print("  no document was judged by more than one rater")
        return
    table = _table("raters", ("documents", "alike", "kappa", "linear", "quadratic"))
    for each in found.of_two:
        kappas = (_figure(each.kappa[weights]) for weights in ("plain", "linear", "quadratic"))
        names = printable(f"{each.one}, {each.other}")
        table.add_row(names, f"{each.items:,}", f"{each.alike:.0%}", *kappas)
    console.print(table)
    every = found.of_all
    alpha = ", ".join(f"{level} {_figure(value)}" for level, value in every.alpha.items())
    items = counted(every.alpha_items, "document")
    console.print(f"  Krippendorff's alpha, {items}: {alpha}")
    items = (
        f"{counted(every.fleiss_items, 'document')} with "
        f"{counted(every.fleiss_raters, 'grade')} each"
    )
    console.print(f"  Fleiss' kappa, {items}: {_figure(every.fleiss)}")
    _print_gaps(console, found.gaps)


def _print_gaps(console: Console, gaps: Sequence[Gap]) -> None:
    if not gaps:
        return
    console.print(Text("\nTwo grades apart, or more", style="bold"))
    for gap in gaps[:SHOWN]:
        grades = ", ".join(f"{rater} {grade:g}" for rater, grade in gap.grades.items())
        console.print(Text(printable(f"  {gap.query}, {gap.doc}: {grades}")))
    if len(gaps) > SHOWN:
        console.print(f"  {len(gaps) - SHOWN:,} more; {_ALL}")


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _summary(found: Collection) -> str:
    merged = found.merged
    decided = sum(each.said.grade is not None for each in merged.decided.values())
    cannot = len(merged.decided) - decided
    documents = len(merged.grades) + len(merged.open) + found.ungraded
    parts = [
        f"{len(merged.grades):,} of {counted(documents, 'document')} graded"
        + (f", {decided:,} of them decided" if decided else ""),
        f"{len(merged.open):,} left open",
        f"{found.ungraded:,} without a grade"
        + (f", {cannot:,} of them decided to be impossible to judge" if cannot else ""),
        counted(len(found.findings), "finding") if found.findings else "no findings",
    ]
    lines = ["; ".join(parts), f"{found.policy}: {EXPLAINED[found.policy]}"]
    for each in found.decisions.counts:
        ends = [f"{count:,} {outcome}" for outcome, count in each.outcomes.items() if count]
        rows = counted(len(each.packet.rows), "decision")
        lines.insert(1, f"{', '.join(each.files)}: {rows} asked for: {', '.join(ends)}")
    return "\n".join(lines)
