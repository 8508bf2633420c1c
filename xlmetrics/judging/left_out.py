"""What was judged before is given to nobody, and so is no part of what is collected."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from xlmetrics.text import counted

if TYPE_CHECKING:
    from pathlib import Path

    from xlmetrics.judging.manifest import Manifest


def reminder(manifest: Manifest, merged: Path) -> str | None:
    """How the ``merged`` grades are scored together with the old ones; None if there are none."""
    if not manifest.left_out:
        return None
    files = [each.file for each in manifest.judged]
    named = f" in {', '.join(files)}" if files and all(files) else ""
    left = counted(len(manifest.left_out), "document was", "documents were")
    them = "it" if len(manifest.left_out) == 1 else "them"
    return (
        f"{left} left out as judged already{named}, and {merged.name} alone counts {them} as not "
        f"judged. Score both: {_command(manifest, merged)}"
    )


def _command(manifest: Manifest, merged: Path) -> str:
    """What to type; names that the manifest does not know are capitals."""
    runs = dict.fromkeys(run.file for run in manifest.runs)
    judged = [each.file for each in manifest.judged]
    words = ["xlmetrics", "score", str(merged)]
    words += runs if runs and all(runs) else ["RUN..."]
    for file in judged or [""]:
        words += ["--qrels", file or "OLD"]
    return shlex.join(words)
