"""Marked answers, told: as a table in the terminal, as CSV, as JSON."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from xlmetrics.answers import figures
from xlmetrics.expected.answers import Verdict
from xlmetrics.inputs import shown
from xlmetrics.model import is_number
from xlmetrics.report.as_json import plain
from xlmetrics.report.words import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.answers import Answer, Marked

SCHEMA = "xlmetrics.answers/1"
_STYLES = {
    Verdict.RIGHT: "green",
    Verdict.MISTAKE: "bold red",
    Verdict.NEAR: "yellow",
    Verdict.WRONG: "red",
    Verdict.NO_NUMBER: "yellow",
    Verdict.BLANK: "dim",
}
_OPENS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def print_marks(marked: Sequence[Marked]) -> None:
    """Print a table for each template, then what to look at, file by file."""
    console = Console(highlight=False, soft_wrap=True)
    for template, names in figures(marked).items():
        console.print(Text(printable(template), style="bold"))
        table = Table(box=None, pad_edge=False)
        for heading in ("student", *names, "right"):
            table.add_column(Text(printable(heading)), no_wrap=True)
        for each in marked:
            if each.template == template and each.answers:
                table.add_row(*_row(each))
        console.print(table)
    lines = [line for each in marked for line in _lines(each)]
    if lines:
        console.print(Text("\nTo look at", style="bold"))
    for line in lines:
        console.print(Text(printable(f"  {line}")))
    done = sum(bool(each.answers) for each in marked)
    console.print(Text(f"\n{done} marked, {len(marked) - done} not"))


def _row(each: Marked) -> Iterator[Text]:
    yield Text(printable(each.student or f"({each.path and each.path.name})"))
    for answer in each.answers:
        yield Text(answer.verdict, style=_STYLES[answer.verdict])
    yield Text(f"{each.score} of {len(each.answers)}")


def _lines(each: Marked) -> Iterator[str]:
    if each.problem:
        yield f"{each.path or each.student}: {each.problem}"
        return
    for answer in each.answers:
        if answer.verdict is Verdict.MISTAKE:
            yield f"{each.student or each.path}: {answer.figure} {_typed(answer)}: {answer.mistake}"
    for note in each.notes:
        yield f"{each.path}: {note}"


def marks_as_csv(marked: Sequence[Marked]) -> str:
    """A line a file: student, score, then what each answer is and what was typed; notes last.

    Text that a spreadsheet would take for a formula gets an apostrophe before it.
    """
    names = list(dict.fromkeys(name for found in figures(marked).values() for name in found))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    headings = [each for name in names for each in (name, f"{name}, typed")]
    writer.writerow(["student", "template", "seed", "right", "of", *headings, "file", "notes"])
    for each in marked:
        answers = {answer.figure: answer for answer in each.answers}
        cells: list[object] = [each.student, each.template, each.seed]
        cells += [each.score, len(answers)] if answers else ["", ""]
        for name in names:
            answer = answers.get(name)
            cells += [_told(answer), _typed(answer)] if answer else ["", ""]
        notes = "; ".join(filter(None, (each.problem, *each.notes)))
        writer.writerow([_harmless(cell) for cell in (*cells, each.path or "", notes)])
    return out.getvalue()


def _told(answer: Answer) -> str:
    return f"{answer.verdict}: {answer.mistake}" if answer.mistake else str(answer.verdict)


def _typed(answer: Answer) -> str:
    if answer.answer is None or is_number(answer.answer):
        return "" if answer.answer is None else shown(answer.answer)
    return str(answer.answer)


def _harmless(cell: object) -> object:
    text = "" if cell is None else str(cell)
    if text.startswith(_OPENS_A_FORMULA) and not is_a_number(text):
        return f"'{text}"
    return text


def is_a_number(text: str) -> bool:
    """Whether a text is a plain number, minus sign and all."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def marks_as_json(marked: Sequence[Marked]) -> str:
    """The marks as one JSON object, in a stable schema: keys are added, never taken away."""
    return json.dumps(
        {
            "schema": SCHEMA,
            "files": [
                {
                    "file": None if each.path is None else str(each.path),
                    "student": each.student,
                    "template": each.template,
                    "seed": each.seed,
                    "right": each.score,
                    "problem": each.problem,
                    "answers": [
                        {
                            "figure": answer.figure,
                            "typed": plain(answer.answer),
                            "should_be": plain(answer.right),
                            "verdict": answer.verdict,
                            "mistake": answer.mistake,
                        }
                        for answer in each.answers
                    ],
                    "notes": each.notes,
                }
                for each in marked
            ],
        },
        indent=2,
    )
