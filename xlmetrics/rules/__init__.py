"""The rules of a check: one rule, one file, named by its code; the docstring is its manual."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from xlmetrics.model import Severity
from xlmetrics.rules import (
    xl100_figure_differs,
    xl101_ideal_from_retrieved,
    xl102_log2_of_rank,
    xl103_query_dropped,
    xl104_different_cutoff,
    xl105_different_gain,
    xl106_dcg_averaged,
    xl107_gain_squared,
    xl108_logarithm_base,
    xl109_ideal_cutoff,
    xl110_ideal_order,
    xl111_cutoff_off,
    xl112_precision_denominator,
    xl113_recall_denominator,
    xl114_average_precision_denominator,
    xl115_mean_of_rounded,
    xl116_ranks_not_counted,
    xl117_missing_rank,
    xl118_no_ideal,
    xl119_binary_grades,
    xl120_not_stated,
    xl121_impossible_value,
    xl122_discount_of_2002,
    xl123_wrong_on_other_inputs,
    xl124_counted_twice,
    xl201_breaks_its_region,
    xl202_typed_over,
    xl203_row_left_out,
    xl204_number_stored_as_text,
    xl205_stale_value,
    xl206_error_value,
    xl207_input_nobody_reads,
    xl208_id_not_unique,
    xl209_hidden_rows,
    xl210_grade_off_the_scale,
    xl211_sheets_differ,
    xl212_random_input,
    xl213_frozen_formula,
    xl214_circular,
    xl215_external_link,
    xl216_never_calculated,
    xl217_unusable_input,
    xl218_table_incomplete,
    xl219_prefix_missing,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from xlmetrics.address import Address
    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

RULES = (
    xl100_figure_differs,
    xl101_ideal_from_retrieved,
    xl102_log2_of_rank,
    xl103_query_dropped,
    xl104_different_cutoff,
    xl105_different_gain,
    xl106_dcg_averaged,
    xl107_gain_squared,
    xl108_logarithm_base,
    xl109_ideal_cutoff,
    xl110_ideal_order,
    xl111_cutoff_off,
    xl112_precision_denominator,
    xl113_recall_denominator,
    xl114_average_precision_denominator,
    xl115_mean_of_rounded,
    xl116_ranks_not_counted,
    xl117_missing_rank,
    xl118_no_ideal,
    xl119_binary_grades,
    xl120_not_stated,
    xl121_impossible_value,
    xl122_discount_of_2002,
    xl123_wrong_on_other_inputs,
    xl124_counted_twice,
    xl201_breaks_its_region,
    xl202_typed_over,
    xl203_row_left_out,
    xl204_number_stored_as_text,
    xl205_stale_value,
    xl206_error_value,
    xl207_input_nobody_reads,
    xl208_id_not_unique,
    xl209_hidden_rows,
    xl210_grade_off_the_scale,
    xl211_sheets_differ,
    xl212_random_input,
    xl213_frozen_formula,
    xl214_circular,
    xl215_external_link,
    xl216_never_calculated,
    xl217_unusable_input,
    xl218_table_incomplete,
    xl219_prefix_missing,
)


def findings(evidence: Evidence) -> Iterator[Finding]:
    """What all rules find, rule by rule; once for an input that several tables share.

    Of a cell of a foreign sheet the reason is told that is most its own.
    """
    found: dict[tuple[str, Address], Finding] = {}
    for rule in RULES:
        for finding in rule.find(evidence):
            found.setdefault((finding.code, finding.address), finding)
    by_cell: dict[Address, list[Finding]] = defaultdict(list)
    for (_, address), finding in found.items():
        if finding.severity is Severity.MISTAKE:
            by_cell[address].append(finding)
    breaks = xl201_breaks_its_region.CODE
    broken = {address.sheet for code, address in found if code == breaks}
    for (code, address), finding in found.items():
        elsewhere = address.sheet in broken and (breaks, address) not in found
        twice = code == xl124_counted_twice.CODE and elsewhere
        if evidence.tables or not (twice or _is_told_otherwise(code, by_cell[address])):
            yield _doubted(finding) if _is_doubtful(evidence, finding) else finding


def _is_doubtful(evidence: Evidence, finding: Finding) -> bool:
    """Whether a mistake is told of in a sheet most of which was not understood."""
    told = _is_about_measures(finding.code) and finding.severity is Severity.MISTAKE
    return told and finding.address.sheet in evidence.not_understood


def _is_about_measures(code: str) -> bool:
    return code.startswith("XL1")


def _doubted(finding: Finding) -> Finding:
    message = f"{finding.message}; most of this sheet was not understood, so this may be wrong"
    return replace(finding, message=message, severity=Severity.NOTE, sure=False)


def _is_told_otherwise(code: str, findings: Collection[Finding]) -> bool:
    """Whether another finding says better what is wrong with a cell.

    A known mistake that other inputs show too says why a cell breaks its region; else that it
    does, or was typed over, says more than that its value differs.
    """
    codes = {each.code for each in findings}
    if code == xl201_breaks_its_region.CODE:
        return any(map(_says_why, findings))
    differs = _is_about_measures(code) and code != xl121_impossible_value.CODE
    if xl202_typed_over.CODE in codes:
        return differs
    if differs and xl201_breaks_its_region.CODE in codes:
        return not any(map(_says_why, findings))
    return code == xl100_figure_differs.CODE and any(each != code for each in codes)


def _says_why(finding: Finding) -> bool:
    known = _is_about_measures(finding.code) and finding.code not in _SAYING_LITTLE
    return known and finding.sure


_SAYING_LITTLE = {
    xl100_figure_differs.CODE,
    xl121_impossible_value.CODE,
    xl123_wrong_on_other_inputs.CODE,
}
