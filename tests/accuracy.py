"""How right the auditor is on the corpus: what it finds of what was seeded, and what it adds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.corpus import DATA, layouts
from xlmetrics.audit import check_workbook
from xlmetrics.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.corpus import Case
    from xlmetrics.model import Finding

MARK = 0.98
"""Recall and precision must be so good, and clean sheets must have no mistake at all."""


@dataclass(frozen=True)
class Outcome:
    """What was found in one sheet of the corpus."""

    case: Case
    findings: tuple[Finding, ...]
    crash: str = ""

    @property
    def codes(self) -> frozenset[str]:
        """The codes of everything found, as the corpus writes them."""
        crash = {"crash"} if self.crash else set()
        return frozenset(_bare(finding.code) for finding in self.findings) | crash

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The codes of the findings that are more than notes."""
        return tuple(
            _bare(finding.code) for finding in self.findings if finding.severity is Severity.MISTAKE
        )

    @property
    def found(self) -> bool:
        """Whether the seeded mistake was named."""
        return bool(self.codes & self.case.named_by)

    @property
    def false_alarms(self) -> tuple[str, ...]:
        """The codes of mistakes that are none."""
        return tuple(code for code in self.mistakes if code not in self.case.allowed)

    @property
    def notes_missed(self) -> frozenset[str]:
        """The codes of notes that a clean sheet should have had."""
        return frozenset(self.case.notes) - self.codes


@dataclass(frozen=True)
class Accuracy:
    """The figures of all sheets together."""

    outcomes: tuple[Outcome, ...]

    @property
    def clean(self) -> list[Outcome]:
        """The sheets without a mistake."""
        return [each for each in self.outcomes if each.case.code is None]

    @property
    def mutants(self) -> list[Outcome]:
        """The sheets with one."""
        return [each for each in self.outcomes if each.case.code is not None]

    @property
    def recall(self) -> float:
        """How many of the seeded mistakes were named."""
        return share(each.found for each in self.mutants)

    @property
    def precision(self) -> float:
        """How many of the mistakes told of are some."""
        told = sum(len(each.mistakes) for each in self.outcomes)
        return 1 - sum(len(each.false_alarms) for each in self.outcomes) / told if told else 1.0

    @property
    def variants_named(self) -> float:
        """How many clean sheets in a peculiar style have the note that names it."""
        return share(not each.notes_missed for each in self.clean if each.case.notes)

    @property
    def accused(self) -> list[Outcome]:
        """The clean sheets in which a mistake was told of."""
        return [each for each in self.clean if each.mistakes]

    @property
    def crashed(self) -> list[Outcome]:
        """The sheets that no check came back from."""
        return [each for each in self.outcomes if each.crash]

    @property
    def codes(self) -> list[str]:
        """The codes that were seeded."""
        return sorted({each.case.said["code"] for each in self.mutants})

    def seeded(self, code: str) -> list[Outcome]:
        """The sheets with that mistake."""
        return [each for each in self.mutants if each.case.code == code]

    def precision_of(self, code: str) -> float:
        """How many of the findings with that code, over all sheets, are right."""
        told = sum(each.mistakes.count(code) for each in self.outcomes)
        false = sum(each.false_alarms.count(code) for each in self.outcomes)
        return 1 - false / told if told else 1.0

    def instead(self, code: str) -> Counter[str]:
        """What was said of the sheets with that mistake where it was not named."""
        missed = [each for each in self.seeded(code) if not each.found]
        return Counter(other for each in missed for other in each.codes or {"nothing"})


def measure(folder: Path = DATA, every: int = 1) -> Accuracy:
    """Check the sheets of a corpus: all of them, or the first of so many each time."""
    cases = [case for layout in layouts(folder) for case in [*layout.clean(), *layout.mutants()]]
    return Accuracy(tuple(map(_outcome, cases[::every])))


def share(truths: Iterable[bool]) -> float:
    """How many of them are true; 1 if there are none."""
    all_of_them = list(truths)
    return sum(all_of_them) / len(all_of_them) if all_of_them else 1.0


def _outcome(case: Case) -> Outcome:
    """What was found; a crash is an outcome too, so that the others are still measured."""
    try:
        return Outcome(case, check_workbook(case.workbook()).findings)
    except Exception as error:  # noqa: BLE001
        return Outcome(case, (), f"{type(error).__name__}: {error}")


def _bare(code: str) -> str:
    return code.removeprefix("XL")
