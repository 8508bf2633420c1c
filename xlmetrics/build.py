"""Build: templates become workbooks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlmetrics.errors import XlmetricsError
from xlmetrics.exercise.copies import has_exercise, student_copy, teacher_copy
from xlmetrics.exercise.mark import Mark
from xlmetrics.exercise.students import TEACHER, file_names, read_students
from xlmetrics.layout import arrange
from xlmetrics.template.model import Course
from xlmetrics.template.read import find_template, read_template, shipped_templates
from xlmetrics.xlsx.save import obstacle, replace_files
from xlmetrics.xlsx.serialize import APPLICATION
from xlmetrics.xlsx.write import workbook_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

OUTPUT = Path("output")

_OF_A_FILE = re.compile(r"\.[a-z][a-z0-9]{1,5}", re.IGNORECASE)


def build(
    names: Sequence[str] = (),
    out: Path | None = None,
    overrides: dict[str, Any] | None = None,
    *,
    force: bool = False,
) -> list[Path]:
    """Write the workbooks of the templates named (all that are shipped, if none is).

    ``out`` is a folder, or for a single template the .xlsx file; ``overrides`` replace keys of
    the templates (``k``, ``gain``). Nothing is written unless everything can be.

    Raises:
        XlmetricsError: a template says something wrong, a target cannot be written, or something
            stands there that is not as ``build`` wrote it (``force`` overwrites it).
    """
    sources = [find_template(name) for name in names] or list(shipped_templates().values())
    targets = _targets(sources, out)
    complaints: list[str] = []
    contents: dict[Path, bytes] = {}
    for source, target in zip(sources, targets, strict=True):
        try:
            contents[target] = workbook_bytes(arrange(read_template(source, overrides)))
        except XlmetricsError as error:
            complaints += error.complaints
    complaints += filter(None, [_objection(target, force=force) for target in targets])
    if complaints:
        raise XlmetricsError(*complaints)
    replace_files(contents)
    return targets


def build_exercises(
    names: Sequence[str] = (),
    out: Path | None = None,
    *,
    seed: int = 1,
    students: Path | None = None,
    force: bool = False,
) -> list[Path]:
    """Write the exercises of the templates named, or of all that are shipped and have one.

    Of each a student's workbook, or one for every name in the file ``students``, and the teacher's,
    into the folder ``out``. Whatever is written follows from template, seed and name alone.

    Raises:
        XlmetricsError: as ``build``; or a template has no exercise, or the names cannot be read.
    """
    if out and _is_file(out):
        raise XlmetricsError(f"{out}: exercises are several workbooks. Give a folder with -o.")
    people = read_students(students) if students else []
    contents: dict[Path, bytes] = {}
    complaints: list[str] = []
    for source in [find_template(name) for name in names] or shipped_templates().values():
        try:
            course = read_template(source)
            if isinstance(course, Course) and has_exercise(course):
                found = _exercise_files(course, out or OUTPUT, Mark(source.stem, seed), people)
                contents |= found
            elif names:
                complaints.append(f"{source}: has no exercise; a sheet has one by an `exercise`")
        except XlmetricsError as error:
            complaints += error.complaints
    complaints += filter(None, [_objection(target, force=force) for target in contents])
    if complaints:
        raise XlmetricsError(*complaints)
    replace_files(contents)
    return list(contents)


def _exercise_files(
    course: Course, folder: Path, mark: Mark, students: Sequence[str]
) -> dict[Path, bytes]:
    copies = {
        name: mark._replace(student=student)
        for name, student in zip(file_names(students), students, strict=True)
    } or {"student": mark}
    found = {
        folder / f"{mark.template}-{name}.xlsx": workbook_bytes(student_copy(course, each))
        for name, each in copies.items()
    }
    teacher = folder / f"{mark.template}-{TEACHER}.xlsx"
    return {teacher: workbook_bytes(teacher_copy(course, mark, students))} | found


def _targets(sources: Sequence[Path], out: Path | None) -> list[Path]:
    """Where each workbook goes."""
    if out and _is_file(out):
        if out.suffix.lower() != ".xlsx":
            raise XlmetricsError(
                f"{out}: only .xlsx workbooks are written. Name it {out.stem}.xlsx, or make the "
                "folder of this name first."
            )
        if len(sources) > 1:
            raise XlmetricsError(
                f"{out}: {len(sources)} workbooks do not fit one file. Give a folder with -o."
            )
        return [out]
    targets = [(out or OUTPUT) / f"{source.stem}.xlsx" for source in sources]
    if len(set(targets)) < len(targets):
        raise XlmetricsError("two of these templates have the same name. Build them one by one.")
    return targets


def _is_file(path: Path) -> bool:
    """Whether a target is named as a file is."""
    return bool(_OF_A_FILE.fullmatch(path.suffix)) and not _is_folder(path)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _objection(target: Path, *, force: bool) -> str | None:
    """Why nothing should be written here, or None."""
    complaint = obstacle(target)
    if complaint or force or not target.exists():
        return complaint
    from xlmetrics.xlsx.read import saved_by

    if saved_by(target) == APPLICATION:
        return None
    return (
        f"{target}: is there already and is not as build wrote it, so it may hold somebody's work. "
        "Choose another place with -o, or overwrite it with --force."
    )
