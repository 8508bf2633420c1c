"""Write the table of docs/formats.md from the formats themselves."""

from __future__ import annotations

import re
from pathlib import Path

from xlmetrics.formats import FORMATS

MANUAL = Path(__file__).parent / "formats.md"


def main() -> None:
    rows = (
        f"| `{name}` | {form.DESCRIPTION} | {', '.join(form.HOLDS)} |"
        for name, form in FORMATS.items()
    )
    table = "\n".join(["| format | what it is | holds |", "|---|---|---|", *rows])
    text = MANUAL.read_text(encoding="utf-8")
    changed = re.sub(r"\| format \|.*?(?=\n\n)", lambda _: table, text, flags=re.DOTALL)
    MANUAL.write_text(changed, encoding="utf-8")


if __name__ == "__main__":
    main()
