"""The rules of a check: one rule, one file, named by its code; the docstring is its manual."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules import (
    xl100_figure_differs,
    xl101_ideal_from_retrieved,
    xl102_log2_of_rank,
    xl103_query_dropped,
    xl104_different_cutoff,
    xl105_different_gain,
    xl106_dcg_averaged,
    xl119_binary_grades,
    xl123_wrong_on_other_inputs,
    xl201_breaks_its_region,
    xl202_typed_over,
    xl203_row_left_out,
    xl204_number_stored_as_text,
    xl205_stale_value,
    xl206_error_value,
    xl210_grade_off_the_scale,
    xl211_sheets_differ,
    xl216_never_calculated,
    xl217_unusable_input,
    xl218_table_incomplete,
    xl219_prefix_missing,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    xl119_binary_grades,
    xl123_wrong_on_other_inputs,
    xl201_breaks_its_region,
    xl202_typed_over,
    xl203_row_left_out,
    xl204_number_stored_as_text,
    xl205_stale_value,
    xl206_error_value,
    xl210_grade_off_the_scale,
    xl211_sheets_differ,
    xl216_never_calculated,
    xl217_unusable_input,
    xl218_table_incomplete,
    xl219_prefix_missing,
)


def findings(evidence: Evidence) -> Iterator[Finding]:
    """What all rules find, rule by rule; once for an input that several tables share."""
    seen = set()
    for rule in RULES:
        for finding in rule.find(evidence):
            if (finding.code, finding.address) not in seen:
                seen.add((finding.code, finding.address))
                yield finding
