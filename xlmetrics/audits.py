"""Many checks: files and folders, several at a time; one bad file stops none of the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from xlmetrics.audit import Report, check
from xlmetrics.errors import XlmetricsError
from xlmetrics.witnesses import Engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from xlmetrics.roles import Overrides

ENDINGS = frozenset({".xlsx", ".xlsm", ".xltx", ".xltm", ".xls", ".xlsb", ".ods", ".ots", ".fods"})
"""What a folder's workbooks are called; a file that is named may be called anything."""

FEW = 3
"""Up to so many files are checked one after the other: processes take a second to start."""

ENDED = "the process that checked it ended at once, perhaps for want of memory"

_LOCKS = ("~$", ".~lock.")


@dataclass(frozen=True, slots=True)
class Audited:
    """A file and what was found in it; where it could not be read, ``problem`` says why."""

    path: Path
    report: Report | None = None
    problem: str = ""


def workbooks(paths: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """The files to check, those in folders and their folders too; and the lock files among them.

    Raises:
        XlmetricsError: there is no such file or folder, or no workbook in any.
    """
    found: list[Path] = []
    locks: list[Path] = []
    for path in paths:
        if not path.is_dir():
            (locks if path.name.startswith(_LOCKS) else found).append(path)
            continue
        inside = sorted(each for each in path.rglob("*") if each.is_file())
        locks += [each for each in inside if each.name.startswith(_LOCKS)]
        found += [
            each
            for each in inside
            if each.suffix.lower() in ENDINGS and not each.name.startswith((".", "~$"))
        ]
    if not found:
        raise XlmetricsError(
            "there is no workbook to check. Name files, or a folder that holds some."
        )
    return list(dict.fromkeys(found)), locks


def check_all(
    paths: Sequence[Path],
    engine: Engine = Engine.FORMULAS,
    *,
    everything: bool = False,
    overrides: Overrides = (),
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> list[Audited]:
    """Check files on every core, in their order; within ``joblib.parallel_config`` as it says."""
    one = partial(_audited, engine=engine, everything=everything, overrides=overrides)
    audits: list[Audited] = []
    for each in map(one, paths) if len(paths) <= FEW else _on_every_core(one, paths):
        audits.append(each)
        progress(len(audits), len(paths))
    return audits


def _on_every_core(one: Callable[[Path], Audited], paths: Sequence[Path]) -> Iterator[Audited]:
    """The files in their order; where one ends its process, those after it are taken one by one."""
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    done = 0
    every = Parallel(n_jobs=-1, return_as="generator")
    try:
        for each in every(delayed(one)(path) for path in paths):
            yield each
            done += 1
    except TerminatedWorkerError:
        for path in paths[done:]:
            try:
                yield from Parallel(n_jobs=2)([delayed(one)(path)])
            except TerminatedWorkerError:
                yield Audited(path, problem=ENDED)


def _audited(path: Path, *, engine: Engine, everything: bool, overrides: Overrides) -> Audited:
    try:
        return Audited(path, check(path, engine, everything=everything, overrides=overrides))
    except XlmetricsError as error:
        return Audited(path, problem=str(error).removeprefix(f"{path}: "))
    except Exception as error:  # noqa: BLE001  a fault of ours must not hide the other files
        what = f"{type(error).__name__}: {error}"
        return Audited(path, problem=f"this check has a fault, please report it: {what}")
