"""A scorecard as LaTeX: tables for the package booktabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.report.scores_tables import score_tables
from xlmetrics.report.words import printable

if TYPE_CHECKING:
    from xlmetrics.report.scores_tables import ScoreTable
    from xlmetrics.scorecard import Scorecard

_ESCAPED = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "–": "--",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        '"': "''",
        "[": "{[}",
        "]": "{]}",
        **{each: f"\\{each}" for each in "&%$#_{}"},
    }
)


def scores_as_latex(card: Scorecard, *, per_query: bool) -> str:
    r"""The scorecard, a ``table`` each; needs ``\usepackage{booktabs}``."""
    drawn = [_table(each) for each in score_tables(card, per_query=per_query)]
    return "% needs \\usepackage{booktabs}\n" + "\n".join(drawn)


def _table(given: ScoreTable) -> str:
    columns = "l" * given.texts + "r" * (len(given.header) - given.texts)
    return "\n".join(
        [
            "\\begin{table}",
            "  \\centering",
            f"  \\caption{{{_escaped(given.caption)}}}",
            f"  \\begin{{tabular}}{{{columns}}}",
            "    \\toprule",
            f"    {_row(given.header)}",
            "    \\midrule",
            *(f"    {_row(row)}" for row in given.rows),
            "    \\bottomrule",
            "  \\end{tabular}",
            *(f"  \\par\\footnotesize {_escaped(note)}" for note in given.notes),
            "\\end{table}",
            "",
        ]
    )


def _row(cells: tuple[str, ...]) -> str:
    return f"{' & '.join(map(_escaped, cells))} \\\\"


def _escaped(text: str) -> str:
    return printable(text).translate(_ESCAPED)
